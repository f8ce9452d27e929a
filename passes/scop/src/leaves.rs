//! The executions of a tree: at each leaf the instances, the values of all loops above, and the
//! accesses.

use std::cell::RefCell;
use std::collections::BTreeMap;
use std::collections::btree_map::Entry;
use std::ops::Range;

use tc_dialects::schedule::tree::{Path, Prefix, Refusal, Scop, Tree, Units};
use tc_isl::{Dim, UnionMap, UnionPwAff, UnionSet, Val};

use super::verify::witness::instance;
use crate::accesses::{ScopAccesses, StatementAccesses};
use crate::barriers::Level;

/// The leaves of a tree in text order.
pub struct Leaves(pub Vec<Leaf>);

/// A leaf and the instances that reach it.
pub struct Leaf {
    /// Where it stands in the tree.
    pub path: Path,
    /// The coordinates of its instances.
    pub prefix: Prefix,
    /// The instances that run here.
    pub instances: UnionSet,
    /// The tile size of each coordinate; 1 if its loop is not a tile loop.
    pub tiles: Vec<i64>,
    /// From the instances to their first coordinates, for each requested number of coordinates.
    first_coordinates: RefCell<BTreeMap<usize, UnionMap>>,
}

/// The instances at the root of the tree, under the constraints on the sizes.
pub fn known_domain(scop: &Scop) -> Result<UnionSet, Refusal> {
    let domain = scop.tree.domain()?;
    Ok(match &scop.context {
        Some(context) => domain.intersect_params(context)?,
        None => domain.clone(),
    })
}

/// How the loops on one axis are distributed over its threads or blocks: their numbers add up.
type Spread = Vec<Term>;

/// How a loop is distributed over the threads or blocks along one axis.
struct Term {
    /// The position of the loop's coordinate.
    coordinate: usize,
    /// The size of the distributed tiles; 1 if the loop's own values are distributed.
    tile: i64,
    /// The number of threads or blocks; if it is unknown, each iteration has a place of its own.
    extent: Option<i64>,
    /// The stride of the digit; 1 for a loop on the whole number.
    stride: i64,
}

impl Term {
    fn text(&self) -> String {
        let Term {
            coordinate, tile, ..
        } = self;
        let number = match (tile, self.extent) {
            (_, None) => format!("c{coordinate}"),
            (..=1, Some(extent)) => format!("c{coordinate} mod {extent}"),
            (tile, Some(extent)) => format!("floor(c{coordinate} / {tile}) mod {extent}"),
        };
        match self.stride {
            1 => number,
            stride => format!("{stride} * ({number})"),
        }
    }

    /// The place as a function of the domain of the coordinate.
    fn of(&self, coordinate: &UnionPwAff) -> tc_isl::Result<UnionPwAff> {
        let number = |value| Val::new(coordinate.context(), value);
        let place = match (self.tile, self.extent) {
            (_, None) => coordinate.clone(),
            (..=1, Some(extent)) => coordinate.mod_val(&number(extent)?)?,
            (tile, Some(extent)) => coordinate
                .scale_down_val(&number(tile)?)?
                .floor()?
                .mod_val(&number(extent)?)?,
        };
        match self.stride {
            1 => Ok(place),
            stride => place.scale_val(&number(stride)?),
        }
    }
}

impl Leaf {
    /// How many loops of launches are above: the first coordinates.
    pub fn launches(&self) -> usize {
        let kinds = self.prefix.kinds.iter();
        kinds.take_while(|kind| kind.is_launch()).count()
    }

    /// Whether instances of a statement run here.
    pub fn runs(&self, statement: &str) -> Result<bool, Refusal> {
        let sets = self.instances.sets()?;
        Ok(sets
            .iter()
            .any(|set| set.name().as_deref() == Some(statement)))
    }

    /// The loops among the first `depth` that are distributed over threads or blocks, for each
    /// axis.
    fn spread(
        &self,
        depth: usize,
        units: Units,
        extents: Option<[i64; 3]>,
    ) -> Result<[Spread; 3], Refusal> {
        let mut spread = [Spread::new(), Spread::new(), Spread::new()];
        let kinds = &self.prefix.kinds[..depth];
        for (coordinate, kind) in kinds.iter().enumerate() {
            let Some(axis) = kind.axis_of(units) else {
                continue;
            };
            if kinds[..coordinate]
                .iter()
                .any(|outer| kind.overlaps(*outer))
            {
                let message = format!("two loops on axis {axis} are nested");
                return Err(Refusal::new(message).at(&self.path));
            }
            let (stride, extent) = match kind.digit() {
                Some(digit) => (digit.stride, Some(digit.size)),
                None => (1, extents.map(|extents| extents[axis.index()])),
            };
            if extent.is_some_and(|extent| extent <= 1) {
                continue;
            }
            let tile = if units.run_tiles() {
                self.tiles[coordinate]
            } else {
                1
            };
            spread[axis.index()].push(Term {
                coordinate,
                tile,
                extent,
                stride,
            });
        }
        Ok(spread)
    }

    /// The coordinates of the thread or block as expressions in the first `depth` loop coordinates
    /// `c0`, `c1`, ...
    pub fn place(
        &self,
        depth: usize,
        units: Units,
        extents: Option<[i64; 3]>,
    ) -> Result<[String; 3], Refusal> {
        let spread = self.spread(depth, units, extents)?;
        let text = |spread: Spread| match spread[..] {
            [] => "0".to_owned(),
            [ref one] => one.text(),
            _ => {
                let terms = spread.iter().map(|term| format!("({})", term.text()));
                terms.collect::<Vec<_>>().join(" + ")
            }
        };
        Ok(spread.map(text))
    }

    /// From the instances to the coordinates of their thread or block; the domain may be larger
    /// than the instances that run here if that is simpler.
    pub fn place_of_all(
        &self,
        units: Units,
        extents: Option<[i64; 3]>,
    ) -> Result<UnionMap, Refusal> {
        let depth = self.prefix.depth();
        let spread = self.spread(depth, units, extents)?;
        let context = self.instances.context();
        let functions = self.prefix.functions();
        let zero = UnionPwAff::val_on_domain(&self.instances.universe()?, &Val::new(context, 0)?)?;
        let mut members = Vec::new();
        for spread in &spread {
            let mut number = zero.clone();
            for (position, term) in spread.iter().enumerate() {
                let Some(function) = &functions[term.coordinate] else {
                    let coordinates = self.place(depth, units, extents)?;
                    let map = UnionMap::parse(context, &select(depth, &coordinates))?;
                    return Ok(self.prefix.relation()?.followed_by(&map)?);
                };
                let one = term.of(function)?;
                number = if position == 0 {
                    one
                } else {
                    number.add(&one)?
                };
            }
            members.push(number);
        }
        Ok(UnionMap::of_functions(&members)?)
    }

    /// From the instances to some of their loop coordinates.
    pub fn coordinates(&self, kept: Range<usize>) -> tc_isl::Result<UnionMap> {
        if kept.start > 0 {
            return self.projected(kept);
        }
        if let Some(known) = self.first_coordinates.borrow().get(&kept.end) {
            return Ok(known.clone());
        }
        let coordinates = match self.prefix.outer_relation(kept.end)? {
            Some(outer) => outer.restricted_to(&self.instances)?,
            None => self.projected(kept.clone())?,
        };
        let mut known = self.first_coordinates.borrow_mut();
        Ok(known.entry(kept.end).or_insert(coordinates).clone())
    }

    /// The same for arbitrary coordinates, given the relation to all of them.
    fn projected(&self, kept: Range<usize>) -> tc_isl::Result<UnionMap> {
        let mut coordinates = UnionMap::none(self.instances.context())?;
        for map in self.prefix.relation()?.maps()? {
            let map = map.project_out(Dim::Out, kept.end, self.prefix.depth() - kept.end)?;
            let map = map.project_out(Dim::Out, 0, kept.start)?;
            coordinates = coordinates.add_map(&map)?;
        }
        Ok(coordinates)
    }

    /// The barriers of at least a level that run here, with their outer coordinates.
    pub fn barriers(&self, accesses: &ScopAccesses, least: Level) -> tc_isl::Result<UnionMap> {
        let mut barriers = UnionSet::none(self.instances.context())?;
        for set in self.instances.sets()? {
            let name = set.name();
            let is_barrier = |statement: &&StatementAccesses| {
                statement.barrier >= Some(least) && Some(&statement.name) == name.as_ref()
            };
            if accesses
                .statements
                .iter()
                .any(|statement| is_barrier(&statement))
            {
                barriers = barriers.add_set(&set)?;
            }
        }
        if barriers.is_empty()? {
            UnionMap::none(barriers.context())
        } else {
            self.prefix.relation()?.intersect_domain(&barriers)
        }
    }
}

impl Leaves {
    /// The leaves of a tree.
    pub fn of(tree: &Tree) -> Result<Leaves, Refusal> {
        Leaves::at(tree, &Path::root())
    }

    /// The leaves of a tree, after `visit` has seen each node with the prefix at it.
    pub fn visited(tree: &Tree, visit: &mut Visit<'_>) -> Result<Leaves, Refusal> {
        let root = Path::root();
        let mut leaves = Vec::new();
        collect(tree, &root, &tree.prefix(&root)?, &[], &mut leaves, visit)?;
        Ok(Leaves(leaves))
    }

    /// The leaves at or below a node of a tree.
    pub fn at(tree: &Tree, path: &Path) -> Result<Leaves, Refusal> {
        let mut above = tree.along(path);
        let node = above.pop().unwrap_or(tree);
        let tiles: Vec<i64> = above.into_iter().flat_map(tile_sizes).collect();
        let mut leaves = Vec::new();
        let (prefix, visit) = (tree.prefix(path)?, &mut |_: &Path, _: &Tree, _: &Prefix| {
            Ok(())
        });
        collect(node, path, &prefix, &tiles, &mut leaves, visit)?;
        Ok(Leaves(leaves))
    }

    /// Those of the leaves at or below a node.
    pub fn below(&self, path: &Path) -> impl Iterator<Item = &Leaf> {
        self.0.iter().filter(move |leaf| path.contains(&leaf.path))
    }

    /// The instances that run below a node.
    pub fn instances(&self, path: &Path, context: &tc_isl::Context) -> tc_isl::Result<UnionSet> {
        let none = UnionSet::none(context)?;
        self.below(path)
            .try_fold(none, |all, leaf| all.union(&leaf.instances))
    }

    /// From the instances below a node to some of their loop coordinates.
    pub fn coordinates(
        &self,
        path: &Path,
        kept: Range<usize>,
        context: &tc_isl::Context,
    ) -> tc_isl::Result<UnionMap> {
        let none = UnionMap::none(context)?;
        self.below(path).try_fold(none, |all, leaf| {
            all.union(&leaf.coordinates(kept.clone())?)
        })
    }

    /// From the instances below a node to the coordinates of their thread or block; 0 on an axis
    /// without a member.
    ///
    /// If the number of threads or blocks along each axis is known, loops are distributed
    /// cyclically: iteration `f` goes to thread `f mod block`, and tile `f / T` of a tile loop with
    /// tiles of size T to block `f / T mod grid`, as in `schedule-to-gpu`. Otherwise each iteration
    /// has a place of its own.
    pub fn places(
        &self,
        path: &Path,
        units: Units,
        extents: Option<[i64; 3]>,
        context: &tc_isl::Context,
    ) -> Result<UnionMap, Refusal> {
        let mut places = UnionMap::none(context)?;
        for leaf in self.below(path) {
            let own = leaf.place_of_all(units, extents)?;
            places = places.union(&own.restricted_to(&leaf.instances)?)?;
        }
        Ok(places)
    }

    /// From the instances below a kernel to the block that runs them: the iteration of the loops of
    /// launches above, then the coordinates x, y, z in the grid. Blocks of two launches are two.
    pub fn blocks(
        &self,
        kernel: &Path,
        grid: Option<[i64; 3]>,
        context: &tc_isl::Context,
    ) -> Result<UnionMap, Refusal> {
        let places = self.places(kernel, Units::Blocks, grid, context)?;
        Ok(match self.launches(kernel) {
            0 => places,
            launches => self
                .coordinates(kernel, 0..launches, context)?
                .flat_range_product(&places)?,
        })
    }

    /// How many loops of launches are above a kernel.
    pub fn launches(&self, kernel: &Path) -> usize {
        self.below(kernel).map(Leaf::launches).max().unwrap_or(0)
    }

    /// Checks that every instance of the domain runs exactly once, but for those of statements of
    /// which there are copies that compute their values again: these run once or never. Returns the
    /// instances that never run.
    pub fn check_domain(&self, tree: &Tree, accesses: &ScopAccesses) -> Result<UnionSet, Refusal> {
        let domain = tree.domain()?;
        let mut functions = Functions::of(domain);
        let mut seen = UnionSet::none(domain.context())?;
        for leaf in &self.0 {
            let here = match functions.instances_at(tree, leaf)? {
                Some(here) => here,
                None => instances_with_one_value(leaf, domain)?,
            };
            if let Some(twice) = instance(&here.intersect(&seen)?)? {
                let refusal = Refusal::new(format!("{twice} runs more than once"));
                return Err(refusal.shown_by([twice.instance]).at(&leaf.path));
            }
            seen = seen.union(&here)?;
        }
        let absent = domain.subtract(&seen)?;
        match instance(&without_copied(&absent, accesses)?)? {
            Some(lost) => Err(Refusal::new(format!("{lost} is in the domain but never runs"))
                .shown_by([lost.instance])
                .note("every instance must be in one filter of each sequence or set, and every band must give it a value")),
            None => Ok(absent),
        }
    }
}

/// Those of some instances of whose statements there are no copies that compute them again.
fn without_copied(instances: &UnionSet, accesses: &ScopAccesses) -> Result<UnionSet, Refusal> {
    let copied = accesses.statements.iter();
    let copied: Vec<&str> = copied
        .filter_map(|one| Some(one.recomputes.as_ref()?.original.as_str()))
        .collect();
    if copied.is_empty() {
        return Ok(instances.clone());
    }
    let mut left = UnionSet::none(instances.context())?;
    for set in instances.sets()? {
        if !set.name().is_some_and(|name| copied.contains(&&*name)) {
            left = left.add_set(&set)?;
        }
    }
    Ok(left)
}

/// The instances of the domain that run at a leaf; an error if one of them has several values.
fn instances_with_one_value(leaf: &Leaf, domain: &UnionSet) -> Result<UnionSet, Refusal> {
    let own = leaf.prefix.relation()?.restricted_to(domain)?;
    if own.is_single_valued()? {
        Ok(own.domain()?)
    } else {
        let message = "an instance of the domain has several values in one band";
        Err(Refusal::new(message).at(&leaf.path))
    }
}

/// The nodes of a tree that give an instance of the domain at most one value; each node is examined
/// once.
struct Functions<'t> {
    domain: &'t UnionSet,
    /// By path: the domain of the node's values; `None` if they are relations.
    defined: BTreeMap<Path, Option<UnionSet>>,
}

impl<'t> Functions<'t> {
    fn of(domain: &'t UnionSet) -> Self {
        let defined = BTreeMap::new();
        Functions { domain, defined }
    }

    /// The instances of the domain that run at a leaf, if all nodes above it are functions that are
    /// defined for all of them.
    fn instances_at(&mut self, tree: &Tree, leaf: &Leaf) -> Result<Option<UnionSet>, Refusal> {
        let here = leaf.prefix.active.intersect(self.domain)?;
        for (depth, node) in tree.along(&leaf.path).into_iter().enumerate() {
            let domain = self.domain;
            let defined = match self.defined.entry(Path(leaf.path.0[..depth].to_vec())) {
                Entry::Occupied(known) => known.into_mut(),
                Entry::Vacant(new) => new.insert(defined_instances(node, domain)?),
            };
            match defined {
                Some(defined) if here.is_subset(defined)? => {}
                _ => return Ok(None),
            }
        }
        Ok(Some(here))
    }
}

/// The instances of the domain to which a node gives a value; `None` if it may give several.
fn defined_instances(node: &Tree, domain: &UnionSet) -> tc_isl::Result<Option<UnionSet>> {
    let all = domain.universe()?;
    match node {
        Tree::Band { band, .. } => {
            let members = band.members.iter();
            let defined = members.map(|member| member.schedule.domain());
            let both = |all: UnionSet, one: tc_isl::Result<UnionSet>| all.intersect(&one?);
            defined.into_iter().try_fold(all, both).map(Some)
        }
        Tree::Expansion { .. } => Ok(None),
        Tree::Extension { extension, .. } => {
            let adds = extension.range()?.intersect(domain)?;
            Ok(adds.is_empty()?.then_some(all))
        }
        _ => Ok(Some(all)),
    }
}

/// `{ [c0, c1, c2] -> [c0, c1] }`
pub fn projection(depth: usize, keep: &dyn Fn(usize) -> bool) -> String {
    let kept = (0..depth).filter(|position| keep(*position));
    select(
        depth,
        &kept
            .map(|position| format!("c{position}"))
            .collect::<Vec<_>>(),
    )
}

/// `{ [c0, c1, c2] -> [c1 mod 8, 0] }`
pub fn select(depth: usize, expressions: &[String]) -> String {
    let all: Vec<String> = (0..depth).map(|position| format!("c{position}")).collect();
    format!("{{ [{}] -> [{}] }}", all.join(", "), expressions.join(", "))
}

/// The tile sizes of the members of a band; empty for other nodes.
fn tile_sizes(node: &Tree) -> Vec<i64> {
    node.as_band().map_or(Vec::new(), |band| {
        (0..band.members.len())
            .map(|at| band.tile_size(at))
            .collect()
    })
}

/// Sees a node of a tree, with its path and the prefix at it.
pub type Visit<'v> = dyn FnMut(&Path, &Tree, &Prefix) -> Result<(), Refusal> + 'v;

fn collect(
    node: &Tree,
    path: &Path,
    prefix: &Prefix,
    tiles: &[i64],
    leaves: &mut Vec<Leaf>,
    visit: &mut Visit<'_>,
) -> Result<(), Refusal> {
    visit(path, node, prefix)?;
    let tiles = [tiles, &tile_sizes(node)].concat();
    let below = prefix.enter(node).map_err(|refusal| refusal.at(path))?;
    match node {
        Tree::Leaf => leaves.push(Leaf {
            path: path.clone(),
            instances: below.active.clone(),
            prefix: below,
            tiles,
            first_coordinates: RefCell::default(),
        }),
        _ => {
            for (position, child) in node.children().iter().enumerate() {
                collect(child, &path.child(position), &below, &tiles, leaves, visit)?;
            }
        }
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use tc_dialects::schedule::tree::{Axis, Band, Member, MemberKind};
    use tc_isl::{UnionPwAff, UnionSet, thread_context};

    use super::*;

    /// The places of `S[i]` below one loop of this kind and tile size.
    fn places(kind: MemberKind, tile: i64, extents: Option<[i64; 3]>) -> UnionMap {
        let isl = thread_context();
        let schedule = UnionPwAff::parse(&isl, "{ S[i] -> [i] }").unwrap();
        let member = Member::new(schedule).with_kind(kind);
        let mut band = Band::new(vec![member], true);
        band.tile_sizes = vec![tile];
        let domain = UnionSet::parse(&isl, "{ S[i] : 0 <= i < 100 }").unwrap();
        let tree = Tree::Leaf.below_band(band).below_domain(domain);
        let (units, _) = kind.units().unwrap();
        let leaves = Leaves::of(&tree).unwrap();
        leaves.places(&Path::root(), units, extents, &isl).unwrap()
    }

    fn assert_places(found: UnionMap, expected: &str) {
        let expected = UnionMap::parse(found.context(), expected).unwrap();
        assert!(found.is_equal(&expected).unwrap(), "{found}");
    }

    #[test]
    fn digits_of_a_thread_add_up() {
        let isl = thread_context();
        let on = |text: &str, kind: &str| {
            let schedule = UnionPwAff::parse(&isl, text).unwrap();
            Member::new(schedule).with_kind(kind.parse().unwrap())
        };
        let members = vec![
            on("{ S[i] -> [i] }", "thread(4, 2)"),
            on("{ S[i] -> [floor(i/2)] }", "thread(1, 4)"),
        ];
        let domain = UnionSet::parse(&isl, "{ S[i] : 0 <= i < 100 }").unwrap();
        let tree = (Tree::Leaf.below_band(Band::new(members, true))).below_domain(domain);
        let leaves = Leaves::of(&tree).unwrap();
        let threads = |extents| leaves.places(&Path::root(), Units::Threads, extents, &isl);
        for extents in [Some([8, 1, 1]), None] {
            assert_places(
                threads(extents).unwrap(),
                "{ S[i] -> [4*(i mod 2) + floor(i/2) mod 4, 0, 0] : 0 <= i < 100 }",
            );
        }
    }

    #[test]
    fn loops_are_spread_cyclically_over_the_threads_and_blocks_there_are() {
        assert_places(
            places(MemberKind::Thread(Axis::Y), 1, Some([32, 8, 1])),
            "{ S[i] -> [0, i mod 8, 0] : 0 <= i < 100 }",
        );
        assert_places(
            places(MemberKind::Block(Axis::X), 32, Some([2, 1, 1])),
            "{ S[i] -> [floor(i/32) mod 2, 0, 0] : 0 <= i < 100 }",
        );
        assert_places(
            places(MemberKind::Thread(Axis::X), 1, None),
            "{ S[i] -> [i, 0, 0] : 0 <= i < 100 }",
        );
        assert_places(
            places(MemberKind::Thread(Axis::X), 1, Some([1, 8, 1])),
            "{ S[i] -> [0, 0, 0] : 0 <= i < 100 }",
        );
    }
}
