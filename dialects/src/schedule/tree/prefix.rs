//! The instances that reach a node, and their outer coordinates.
//!
//! The prefix of a node is the schedule of the bands above it: for `band(i) { sequence { filter{T}
//! { band(k) { * } } } }` it is `T[i, j, k] -> [i, k]` at `*`. Instances that an extension adds get
//! the coordinates that the extension gives them; instances that an expansion creates get those of
//! the instance that they were expanded from. The prefix is a relation and not a function because
//! an extension may run one instance (a barrier) at many outer coordinates.

use std::cell::OnceCell;
use std::collections::BTreeMap;
use std::rc::Rc;

use tc_isl::{UnionMap, UnionPwAff, UnionSet};

use super::edit::Path;
use super::member_kind::MemberKind;
use super::node::{Band, Tree};
use super::refusal::Refusal;

/// The properties of the instances that reach a node, from the nodes above it.
#[derive(Clone, Debug)]
pub struct Prefix {
    /// The instances that reach the node.
    pub active: UnionSet,
    /// The kind of each coordinate, outermost first.
    pub kinds: Vec<MemberKind>,
    relation: Rc<Relation>,
}

/// A relation that is computed on first use: most queries are only about the instances.
#[derive(Debug)]
struct Relation {
    made: OnceCell<UnionMap>,
    recipe: Recipe,
}

/// How the relation of a prefix derives from that of the prefix above.
#[derive(Debug)]
enum Recipe {
    Domain(UnionSet),
    Filter(Rc<Relation>, UnionSet),
    Coordinates(Rc<Relation>, Vec<UnionPwAff>),
    /// One more coordinate, with its own relation.
    Product(Rc<Relation>, UnionMap),
    Known(UnionMap),
}

impl From<Recipe> for Rc<Relation> {
    fn from(recipe: Recipe) -> Rc<Relation> {
        Rc::new(Relation {
            made: OnceCell::new(),
            recipe,
        })
    }
}

impl Relation {
    fn get(&self) -> tc_isl::Result<&UnionMap> {
        if let Some(made) = self.made.get() {
            return Ok(made);
        }
        let made = match &self.recipe {
            Recipe::Domain(domain) => UnionMap::from_domain(domain)?,
            Recipe::Filter(above, filter) => above.get()?.restricted_to(filter)?,
            Recipe::Coordinates(above, schedules) => above.get()?.with_values(schedules)?,
            Recipe::Product(above, coordinates) => above.get()?.flat_range_product(coordinates)?,
            Recipe::Known(relation) => relation.clone(),
        };
        Ok(self.made.get_or_init(|| made))
    }
}

impl Prefix {
    /// The prefix of the node directly below a domain node.
    pub fn of_domain(domain: &UnionSet) -> Prefix {
        Prefix {
            active: domain.clone(),
            relation: Recipe::Domain(domain.clone()).into(),
            kinds: Vec::new(),
        }
    }

    /// From each instance that reaches the node to its outer coordinates, one flat anonymous tuple.
    pub fn relation(&self) -> tc_isl::Result<&UnionMap> {
        self.relation.get()
    }

    /// From a superset of the instances that reach the node to the first `depth` outer coordinates;
    /// none if these end inside a band, or if an extension or an expansion gives some of them.
    pub fn outer_relation(&self, depth: usize) -> tc_isl::Result<Option<&UnionMap>> {
        let mut relation = &self.relation;
        let mut left = self.depth();
        while left > depth {
            relation = match &relation.recipe {
                Recipe::Filter(above, _) => above,
                Recipe::Coordinates(above, schedules) if left - depth >= schedules.len() => {
                    left -= schedules.len();
                    above
                }
                Recipe::Product(above, _) => {
                    left -= 1;
                    above
                }
                _ => return Ok(None),
            };
        }
        relation.get().map(Some)
    }

    /// The prefix below `node`, if `self` is the prefix at `node`.
    pub fn enter(&self, node: &Tree) -> Result<Prefix, Refusal> {
        match node {
            Tree::Domain { domain, .. } => Ok(Prefix::of_domain(domain)),
            Tree::Filter { filter, .. } => self.filtered(filter),
            Tree::Band { band, .. } => Ok(self.below_band(band)),
            Tree::Extension { extension, .. } => self.extended(extension),
            Tree::Expansion { expansion, .. } => self.expanded(expansion),
            _ => Ok(self.clone()),
        }
    }

    /// The outer coordinates as functions of the instances; none for those that an extension or an
    /// expansion gives.
    pub fn functions(&self) -> Vec<Option<UnionPwAff>> {
        let mut functions = Vec::new();
        let mut relation = &self.relation;
        loop {
            relation = match &relation.recipe {
                Recipe::Filter(above, _) => above,
                Recipe::Coordinates(above, schedules) => {
                    functions.extend(schedules.iter().rev().cloned().map(Some));
                    above
                }
                Recipe::Product(above, _) => {
                    functions.push(None);
                    above
                }
                Recipe::Domain(_) | Recipe::Known(_) => break,
            };
        }
        functions.resize(self.depth(), None);
        functions.reverse();
        functions
    }

    /// The number of outer coordinates.
    pub fn depth(&self) -> usize {
        self.kinds.len()
    }

    /// The outer coordinates of all instances here.
    pub fn coordinates(&self) -> Result<UnionSet, Refusal> {
        Ok(self.relation()?.range()?)
    }

    fn filtered(&self, filter: &UnionSet) -> Result<Prefix, Refusal> {
        let active = self.active.intersect(filter)?;
        let relation = match &self.relation.recipe {
            // Below a domain the active instances suffice: the relation to zero coordinates need
            // not be split for each filter.
            Recipe::Domain(_) => Recipe::Domain(active.clone()),
            _ => Recipe::Filter(self.relation.clone(), filter.clone()),
        };
        Ok(Prefix {
            active,
            relation: relation.into(),
            kinds: self.kinds.clone(),
        })
    }

    fn below_band(&self, band: &Band) -> Prefix {
        let schedules = band.members.iter().map(|member| member.schedule.clone());
        let kinds = self.kinds.iter().copied();
        Prefix {
            active: self.active.clone(),
            relation: Recipe::Coordinates(self.relation.clone(), schedules.collect()).into(),
            kinds: kinds
                .chain(band.members.iter().map(|member| member.kind))
                .collect(),
        }
    }

    fn extended(&self, extension: &UnionMap) -> Result<Prefix, Refusal> {
        let reached = extension.intersect_domain(&self.coordinates()?)?;
        let relation = self.relation()?.union(&reached.reverse()?)?;
        Ok(Prefix {
            active: self.active.union(&reached.range()?)?,
            relation: Recipe::Known(relation).into(),
            kinds: self.kinds.clone(),
        })
    }

    fn expanded(&self, expansion: &UnionMap) -> Result<Prefix, Refusal> {
        let relation = expansion.reverse()?.apply_range(self.relation()?)?;
        Ok(Prefix {
            active: self.active.apply(expansion)?,
            relation: Recipe::Known(relation).into(),
            kinds: self.kinds.clone(),
        })
    }
}

impl Tree {
    /// The prefix of the node at a path, from the nodes strictly above it.
    pub fn prefix(&self, path: &Path) -> Result<Prefix, Refusal> {
        let nodes = self.along(path);
        if nodes.len() != path.0.len() + 1 {
            return Err(Refusal::new(format!(
                "there is no node {path} in the schedule tree"
            )));
        }
        let mut prefix = self.start()?;
        for node in &nodes[..nodes.len() - 1] {
            prefix = prefix.enter(node)?;
        }
        Ok(prefix)
    }

    /// The paths of all nodes with their prefixes: queries on many nodes take one traversal of the
    /// tree.
    pub fn prefixes(&self) -> Result<BTreeMap<Path, Prefix>, Refusal> {
        let mut prefixes = BTreeMap::new();
        let mut pending = vec![(Path::root(), self, self.start()?)];
        while let Some((path, node, prefix)) = pending.pop() {
            let below = prefix.enter(node)?;
            for (position, child) in node.children().iter().enumerate() {
                pending.push((path.child(position), child, below.clone()));
            }
            prefixes.insert(path, prefix);
        }
        Ok(prefixes)
    }

    /// How many loops are above the node at a path: the coordinates of its prefix.
    pub fn depth(&self, path: &Path) -> usize {
        let nodes = self.along(path);
        let above = nodes.iter().take(path.0.len());
        let bands = above.filter_map(|node| node.as_band());
        bands.map(|band| band.members.len()).sum()
    }

    /// The whole order that the tree defines, as a relation from instances to time vectors of one
    /// length, compared lexicographically: band members give their value, sequences and sets the
    /// position of the child, padded with zeros.
    pub fn order(&self) -> Result<UnionMap, Refusal> {
        let mut leaves = Vec::new();
        let start = self.start()?;
        leaf_orders(self, &start, &mut leaves)?;
        let length = leaves.iter().map(Prefix::depth).max().unwrap_or(0);
        let mut order = start.relation()?.clone();
        for leaf in leaves {
            let padding = zeros(&leaf.active, length - leaf.depth())?;
            order = order.union(&leaf.relation()?.flat_range_product(&padding)?)?;
        }
        Ok(order)
    }

    /// The instances at the root of the tree.
    pub fn domain(&self) -> Result<&UnionSet, Refusal> {
        match self {
            Tree::Domain { domain, .. } => Ok(domain),
            _ => {
                let found = self.kind();
                Err(Refusal::new(format!(
                    "expected a schedule tree with a domain at its root, found a {found}"
                )))
            }
        }
    }

    /// The prefix above the root: no instances.
    fn start(&self) -> Result<Prefix, Refusal> {
        Ok(Prefix::of_domain(&UnionSet::none(
            self.domain()?.context(),
        )?))
    }
}

/// The orders of all leaves below `node`; a position in a sequence counts as a sequential
/// coordinate.
fn leaf_orders(node: &Tree, prefix: &Prefix, leaves: &mut Vec<Prefix>) -> Result<(), Refusal> {
    let below = prefix.enter(node)?;
    match node {
        Tree::Leaf => leaves.push(below),
        Tree::Sequence { children } | Tree::Set { children } => {
            for (position, child) in children.iter().enumerate() {
                leaf_orders(child, &below.at_position(position)?, leaves)?;
            }
        }
        _ => leaf_orders(&node.children()[0], &below, leaves)?,
    }
    Ok(())
}

impl Prefix {
    fn at_position(&self, position: usize) -> Result<Prefix, Refusal> {
        let coordinate = UnionSet::parse(self.active.context(), &format!("{{ [{position}] }}"))?;
        let positions = UnionMap::from_domain_and_range(&self.active, &coordinate)?;
        let mut kinds = self.kinds.clone();
        kinds.push(MemberKind::default());
        Ok(Prefix {
            active: self.active.clone(),
            relation: Recipe::Product(self.relation.clone(), positions).into(),
            kinds,
        })
    }
}

/// From each element to a vector of `length` zeros.
fn zeros(elements: &UnionSet, length: usize) -> Result<UnionMap, Refusal> {
    let vector = UnionSet::parse(
        elements.context(),
        &format!("{{ [{}] }}", vec!["0"; length].join(", ")),
    )?;
    Ok(UnionMap::from_domain_and_range(elements, &vector)?)
}
