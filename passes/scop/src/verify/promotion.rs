//! Tiles of arrays: the original element of each access to a tile.
//!
//! After promotion the bodies of statements use tiles: `T` reads `A_s[i mod 32, k mod 32]`, where a
//! copy statement has put `A[i, k]`. The original element is `A[i, k]`, and the access states it
//! (`schedule.for`):
//!
//! ```text
//! affine.load %A_s[%i mod 32, %k mod 32] {schedule.for = #schedule.map<"{ T[i, j, k] -> A[i, k] }">}
//! ```
//!
//! The proof has two halves. [`super::order`] proves the order of the tree for the original
//! accesses. [`super::tiles`] and [`super::dataflow`] prove for the executed accesses that the
//! tile's element then holds the value of the original element. This module combines both in a
//! [`Use`] for each access, and refuses
//!
//! - a statement that an extension adds and that is neither a barrier, nor a pure copy (one load,
//!   one store of that value), nor one that recomputes a statement ([`super::recompute`]);
//! - an access to a tile that does not state its original element, or not for all instances.

use std::collections::{BTreeMap, BTreeSet, HashMap};

use tc_dialects::schedule::tree::{Path, Refusal, Tree};
use tc_isl::{Context, UnionMap, UnionSet};

use super::super::leaves::Leaves;
use super::witness::instance;
use crate::accesses::{Access, AccessKind, STANDS_FOR, ScopAccesses, StatementAccesses};

/// One access of the executed instances: the accessed element and the original one.
#[derive(Clone, Debug)]
pub struct Use {
    /// The name of the statement's tuple in isl.
    pub statement: String,
    /// The position of the operation in the body.
    pub position: usize,
    /// Whether it reads or writes.
    pub kind: AccessKind,
    /// Whether every instance performs it.
    pub must: bool,
    /// Whether the statement is a copy that an extension adds.
    pub copy: bool,
    /// The accessed array.
    pub array: String,
    /// From the instances to the elements of that array.
    pub location: UnionMap,
    /// The original array.
    pub element_array: String,
    /// From the instances to the original elements.
    pub element: UnionMap,
    /// Whether the accessed element is not the original one.
    pub redirected: bool,
}

/// An extension node and the copies that it adds.
#[derive(Clone, Debug)]
pub struct Site {
    /// The extension node.
    pub path: Path,
    /// The number of coordinates above.
    pub depth: usize,
    /// The names of the copies' tuples in isl.
    pub copies: Vec<String>,
}

/// Where an extension adds a statement that recomputes another one.
#[derive(Clone, Debug)]
pub struct Recomputing {
    /// The name of that one's tuple in isl.
    pub original: String,
    /// The extension node.
    pub site: Path,
    /// The number of coordinates above it.
    pub depth: usize,
}

/// The accesses of a tree's statements, with their original elements.
pub struct Promotion<'a> {
    /// The place of each statement.
    pub leaves: &'a Leaves,
    /// The accesses as written in the bodies.
    pub accesses: &'a ScopAccesses,
    /// The constraints on the sizes.
    pub context: &'a Context,
    /// The extension nodes that add copies, outer ones first.
    pub sites: Vec<Site>,
    /// The arrays that hold elements of other arrays.
    pub tiles: BTreeSet<String>,
    /// The statements that extensions add to recompute others, by the names of their tuples in isl.
    pub recomputing: BTreeMap<String, Recomputing>,
    /// The arrays that these write, each of which holds elements of other arrays too.
    pub scratch: BTreeSet<String>,
}

impl<'a> Promotion<'a> {
    /// Examines the extension nodes of a tree.
    ///
    /// # Errors
    /// A statement of an extension that is neither a barrier nor a pure copy.
    pub fn of(
        tree: &Tree,
        leaves: &'a Leaves,
        accesses: &'a ScopAccesses,
        context: &'a Context,
    ) -> Result<Promotion<'a>, Refusal> {
        let (sites, recomputing) = sites(tree, accesses)?;
        let mut tiles = BTreeSet::new();
        let mut scratch = BTreeSet::new();
        for statement in &accesses.statements {
            if recomputing.contains_key(&statement.name) {
                let writes = statement.accesses.iter();
                let writes = writes.filter(|access| access.kind == AccessKind::Write);
                scratch.extend(writes.map(|access| access.array.clone()));
            }
        }
        for statement in &accesses.statements {
            let copy = sites
                .iter()
                .any(|site| site.copies.contains(&statement.name));
            for access in &statement.accesses {
                if access.stands_for.is_some() || copy && is_local(accesses, &access.array) {
                    tiles.insert(access.array.clone());
                }
            }
        }
        tiles.retain(|tile| !scratch.contains(tile));
        Ok(Promotion {
            leaves,
            accesses,
            context,
            sites,
            tiles,
            recomputing,
            scratch,
        })
    }

    /// The original accesses of the domain's statements, and of those that recompute them.
    ///
    /// # Errors
    /// An access to a tile that does not state its original element.
    pub fn resolved(&self, tree: &Tree) -> Result<ScopAccesses, Refusal> {
        let mut result = self.accesses.clone();
        let names = names_of(tree.domain()?)?;
        result.statements.retain(|statement| {
            names.contains(&statement.name) || self.recomputing.contains_key(&statement.name)
        });
        for statement in &mut result.statements {
            let name = statement.name.clone();
            for access in &mut statement.accesses {
                match access.stands_for.take() {
                    Some(meant) => {
                        access.array = meant.array;
                        access.relation = meant.relation;
                    }
                    None if self.holds_others(&access.array) => {
                        return Err(self.unsaid(&name, access)?);
                    }
                    None => {}
                }
            }
            let store = statement
                .accesses
                .iter()
                .find(|access| access.kind == AccessKind::Write);
            if let (Some(accumulator), Some(store)) = (&mut statement.accumulator, store) {
                accumulator.array = store.array.clone();
                accumulator.relation = store.relation.clone();
            }
        }
        Ok(result)
    }

    /// Whether an array holds elements of others.
    fn holds_others(&self, array: &str) -> bool {
        self.tiles.contains(array) || self.scratch.contains(array)
    }

    /// The arrays that are local to a block or a thread and not tiles: each read must find the same
    /// write as in the original order.
    pub fn locals(&self) -> impl Iterator<Item = &'a str> + '_ {
        let accesses = self.accesses;
        let names = accesses.arrays.iter().map(|array| array.name.as_str());
        names.filter(move |name| is_local(accesses, name) && !self.holds_others(name))
    }

    /// The accesses whose order matters, whatever place they access: all but those of
    /// [`Promotion::locals`], and of what is recomputed. A statement that recomputes another one is
    /// in front of that one, and only reads.
    pub fn visible(&self, resolved: &ScopAccesses) -> ScopAccesses {
        let locals: Vec<&str> = self.locals().collect();
        let mut visible = resolved.clone();
        for statement in &mut visible.statements {
            let own = self.of_statement(&statement.name);
            let mut executed = own.into_iter().flat_map(|own| &own.accesses);
            statement.accesses.retain(|access| {
                let executed = executed.next();
                !executed.is_some_and(|one| self.scratch.contains(&one.array))
                    && !locals.contains(&access.array.as_str())
            });
        }
        let (copies, mut all): (Vec<_>, Vec<_>) = visible
            .statements
            .into_iter()
            .partition(|one| self.recomputing.contains_key(&one.name));
        for copy in copies {
            let original = self.recomputing.get(&copy.name).map(|one| &one.original);
            let at = all.iter().position(|one| Some(&one.name) == original);
            all.insert(at.unwrap_or(0), copy);
        }
        visible.statements = all;
        visible
    }

    /// The accesses of a statement as written in its body.
    pub fn of_statement(&self, name: &str) -> Option<&'a StatementAccesses> {
        let mut statements = self.accesses.statements.iter();
        statements.find(|one| one.name == name)
    }

    /// An access to a tile that does not state its original element, with the attribute that would.
    fn unsaid(&self, statement: &str, access: &Access) -> Result<Refusal, Refusal> {
        let verb = verb(access.kind);
        let message = format!(
            "{statement} {verb} the tile `{}` without saying which element it stands for",
            access.array
        );
        let found = self.guess(access)?;
        let edit = found.map_or_else(
            || format!("give the access the attribute `{STANDS_FOR}`"),
            |text| {
                format!("write {{{STANDS_FOR} = #schedule.map<\"{text}\">}} behind the subscripts")
            },
        );
        Ok(Refusal::new(message)
            .at_operation(statement, access.position)
            .note(edit))
    }

    /// The element that the copies below the same outer loops bring to the place of an access;
    /// `None` if it is not unique.
    fn guess(&self, access: &Access) -> Result<Option<String>, Refusal> {
        let mut found = UnionMap::none(self.context)?;
        for site in &self.sites {
            let outer = self
                .leaves
                .coordinates(&site.path, 0..site.depth, self.context)?;
            let at = |relation: &UnionMap| outer.range_product(relation);
            for copy in self.copies(site) {
                let [load, store] = copy.accesses.as_slice() else {
                    continue;
                };
                let sides = [(load, store), (store, load)];
                for (tile, array) in sides
                    .into_iter()
                    .filter(|(tile, _)| tile.array == access.array)
                {
                    let same =
                        at(&access.relation)?.apply_range(&at(&tile.relation)?.reverse()?)?;
                    found = found.union(&same.apply_range(&array.relation)?)?;
                }
            }
        }
        let running = self.leaves.instances(&Path::root(), self.context)?;
        let found = found
            .intersect_domain(&running)?
            .gist_domain(&running)?
            .coalesce()?;
        let one = !found.plain_is_empty()? && found.is_single_valued()?;
        Ok(one.then(|| found.to_string()))
    }

    fn copies(&self, site: &Site) -> impl Iterator<Item = &StatementAccesses> {
        self.accesses
            .statements
            .iter()
            .filter(|statement| site.copies.contains(&statement.name))
    }

    /// All accesses of the executed instances; `resolved` are those of the domain's statements.
    ///
    /// # Errors
    /// A copy between two arrays neither of which is a tile, which does not state the element that
    /// it moves.
    pub fn uses(&self, resolved: &ScopAccesses) -> Result<Vec<Use>, Refusal> {
        let running = self.running()?;
        let mut uses = Vec::new();
        for statement in &self.accesses.statements {
            let Some(instances) = running.get(&statement.name) else {
                continue;
            };
            let meant = resolved
                .statements
                .iter()
                .find(|other| other.name == statement.name);
            let is_copy = self
                .sites
                .iter()
                .any(|site| site.copies.contains(&statement.name));
            let moved = match meant {
                None if is_copy => Some(self.moved(statement)?),
                _ => None,
            };
            for (number, access) in statement.accesses.iter().enumerate() {
                let (element_array, element) = match (meant, &moved) {
                    (Some(meant), _) => {
                        let meant = &meant.accesses[number];
                        (&meant.array, &meant.relation)
                    }
                    (None, Some((array, relation))) => (array, relation),
                    (None, None) => continue,
                };
                let location = access.relation.restricted_to(instances)?;
                if location.plain_is_empty()? {
                    continue;
                }
                let element = element.restricted_to(instances)?;
                let stated = meant.is_none() || access.stands_for.is_some();
                if stated {
                    self.check_total(&statement.name, access, &location, &element)?;
                }
                let elsewhere = access.array != *element_array;
                uses.push(Use {
                    redirected: elsewhere || stated && !location.is_equal(&element)?,
                    statement: statement.name.clone(),
                    position: access.position,
                    kind: access.kind,
                    must: access.must,
                    copy: meant.is_none(),
                    array: access.array.clone(),
                    location,
                    element_array: element_array.clone(),
                    element,
                });
            }
        }
        Ok(uses)
    }

    /// Refuses an access that stands for no element in some instance that performs it: the order of
    /// that instance would not be examined.
    fn check_total(
        &self,
        statement: &str,
        access: &Access,
        location: &UnionMap,
        element: &UnionMap,
    ) -> Result<(), Refusal> {
        let unsaid = location.domain()?.subtract(&element.domain()?)?;
        let Some(found) = instance(&unsaid)? else {
            return Ok(());
        };
        let message = format!(
            "{found} {} `{}` without saying which element it stands for",
            verb(access.kind),
            access.array
        );
        Err(Refusal::new(message)
            .shown_by([found.instance])
            .at_operation(statement, access.position)
            .note(format!(
                "the map of `{STANDS_FOR}` has an element for each instance that runs"
            )))
    }

    /// The executed instances of each statement. Programs may have many statements: each is
    /// intersected with its own only.
    pub fn running(&self) -> Result<HashMap<String, UnionSet>, Refusal> {
        let mut running: HashMap<String, UnionSet> = HashMap::new();
        for leaf in &self.leaves.0 {
            for set in leaf.instances.sets()? {
                let own = UnionSet::from_set(&set)?;
                let name = set.name().unwrap_or_default();
                let all = match running.get(&name) {
                    Some(others) => others.union(&own)?,
                    None => own,
                };
                running.insert(name, all);
            }
        }
        Ok(running)
    }

    /// The element that a copy moves: stated by one of its accesses, or the element of the array
    /// that is not a tile.
    fn moved(&self, copy: &StatementAccesses) -> Result<(String, UnionMap), Refusal> {
        if let Some(said) = copy
            .accesses
            .iter()
            .find_map(|access| access.stands_for.as_ref())
        {
            return Ok((said.array.clone(), said.relation.clone()));
        }
        let mut arrays = copy
            .accesses
            .iter()
            .filter(|access| !self.tiles.contains(&access.array));
        match (arrays.next(), arrays.next()) {
            (Some(array), None) => Ok((array.array.clone(), array.relation.clone())),
            (first, _) => {
                let between = match first {
                    Some(_) => "arrays of which neither is a tile",
                    None => "tiles",
                };
                let message = format!(
                    "{} copies between {between} without saying which element it moves",
                    copy.name
                );
                let position = copy.accesses.first().map_or(0, |access| access.position);
                Err(Refusal::new(message)
                    .at_operation(&copy.name, position)
                    .note(format!("give its load the attribute `{STANDS_FOR}`")))
            }
        }
    }
}

/// A verb for an access.
pub fn verb(kind: AccessKind) -> &'static str {
    match kind {
        AccessKind::Read => "reads",
        AccessKind::Write => "writes",
    }
}

/// Whether an array is local to a block or a thread.
pub fn is_local(accesses: &ScopAccesses, array: &str) -> bool {
    let info = accesses.arrays.iter().find(|info| info.name == array);
    info.is_some_and(|info| info.kind.is_local())
}

fn names_of(set: &UnionSet) -> Result<Vec<String>, Refusal> {
    Ok(set.sets()?.iter().filter_map(|set| set.name()).collect())
}

/// The extension nodes that add copies, and the statements that extensions add to recompute others,
/// with these.
#[allow(
    clippy::type_complexity,
    reason = "the two kinds of what extensions add"
)]
fn sites(
    tree: &Tree,
    accesses: &ScopAccesses,
) -> Result<(Vec<Site>, BTreeMap<String, Recomputing>), Refusal> {
    let domain = names_of(tree.domain()?)?;
    let (mut sites, mut recomputing) = (Vec::new(), BTreeMap::new());
    for (path, node) in tree.walk() {
        let Tree::Extension { extension, .. } = node else {
            continue;
        };
        let mut copies = Vec::new();
        for name in names_of(&extension.range()?)? {
            if domain.contains(&name) {
                let message =
                    format!("the extension adds instances of {name}, which the domain has");
                return Err(Refusal::new(message).at(&path));
            }
            let mut statements = accesses.statements.iter();
            let statement = statements.find(|statement| statement.name == name);
            if let Some(copied) = statement.and_then(|one| one.recomputes.as_ref()) {
                let here = Recomputing {
                    original: copied.original.clone(),
                    site: path.clone(),
                    depth: tree.depth(&path),
                };
                recomputing.insert(name, here);
                continue;
            }
            match statement {
                Some(statement) if statement.moves => copies.push(name),
                Some(statement) if statement.barrier.is_some() => {}
                _ => {
                    let message = format!(
                        "{name} is added by an extension, and is neither a barrier nor a copy: one load, and one store of the loaded value"
                    );
                    return Err(Refusal::new(message)
                        .at(&path)
                        .note("a statement that changes values belongs in the domain; one that computes those of another statement again says so with `recomputes`"));
                }
            }
        }
        if !copies.is_empty() {
            sites.push(Site {
                depth: tree.depth(&path),
                path,
                copies,
            });
        }
    }
    Ok((sites, recomputing))
}
