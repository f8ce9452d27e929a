//! A tree mapped to the blocks and threads of a GPU, as a plain tree for each kernel.
//!
//! The kinds of band members distribute loops over the machine. Here they become filters on the
//! numbers of the block and the thread, parameters `b0 b1 b2 t0 t1 t2` of the generated code (x, y,
//! z):
//!
//! ```text
//! band (block.x { S[i] -> 32*floor(i/32) })  tiles 32        filter { S[i] : floor(i/32) mod grid.x = b0 }
//!   band (thread.x { S[i] -> i mod 32 })              ==>      band ({ S[i] -> 32*floor(i/32) })
//!     leaf                                                       filter { S[i] : (i mod 32) mod block.x = t0 }
//!                                                                  band ({ S[i] -> i mod 32 })
//! ```
//!
//! Divisions that equal the number of the block are replaced by that number: `i mod 32` becomes
//! `i - 32*b0`. isl then does not have to find out that `floor(i/32)` is `b0`.
//!
//! A member with a single value in the filter needs no loop, nor does a tile loop with a single
//! iteration: the member is dropped, and references to its coordinate (in an extension or a guard)
//! use the number instead. The other members remain, and isl generates loops with the stride of the
//! grid or block. A statement without a member on some axis runs for number 0 of that axis, so that
//! each instance runs once; barriers run for all. **Kernels**: the children of a sequence or set at
//! the root, otherwise the whole tree; below loops of launches likewise. A kernel there runs the
//! instances of one iteration, whose coordinates are parameters `l0`, `l1`, ... that the launch
//! gives. A kernel uses only the axes that it maps; the others have
//! size 1. A grid has no more blocks than the kernel has tiles, and a block no more threads along
//! an axis than a member on it has values; a kernel with warp barriers keeps its block, since which
//! threads are a warp depends on its size.
//!
//! A band with a unit becomes the first instance of each of its operations, for all lanes; what one
//! operation runs, the emitter writes.
//!
//! **Legal** if the passes that set the kinds proved it. Nothing is proved here, except that
//! barriers stay uniform, which [`super::emit`] checks on the result.

use std::cell::RefCell;
use std::collections::{BTreeMap, BTreeSet};

use tc_dialects::schedule::tree::{
    Axis, Band, Digit, Last, MemberKind, Path, Prefix, Refusal, Tree, Unit, Units,
};
use tc_isl::{Aff, Dim, Id, Map, Set, Space, UnionMap, UnionPwAff, UnionSet};

use tc_scop::axes::{Axes, only};
use tc_scop::barriers::Level;
use tc_scop::digits::Digits;
use tc_scop::launch_loops::{LaunchLoop, in_one_launch, launch_parameter, launches};
use tc_scop::units::Operations;
use tc_scop::values::bounds;

use super::ast::unit_mark;

use place::{BlockConstant, Place, instances_of, is_below, is_first_tile, tiles};

use names::{between, digit_parameter, with_parameters};
pub use names::{unit_digit, unit_parameter};

mod names;
mod place;

/// The names of the parameters for the numbers of block and thread, by axis.
pub const BLOCK_PARAMETERS: [&str; 3] = ["b0'", "b1'", "b2'"];
/// The names of the parameters for the thread's number in its block, by axis.
pub const THREAD_PARAMETERS: [&str; 3] = ["t0'", "t1'", "t2'"];

/// One kernel of a mapped tree.
#[derive(Debug)]
pub struct Kernel {
    /// The loops of launches above, outermost first.
    pub launches: Vec<LaunchLoop>,
    /// The tree without mapped members, of what all blocks run.
    pub tree: Tree,
    /// What the last block of a group runs behind that.
    pub finish: Option<Finish>,
    /// The constraints on the parameters.
    pub context: Set,
    /// Blocks along x, y, z.
    pub grid: [i64; 3],
    /// Threads along x, y, z.
    pub block: [i64; 3],
    /// The parts of the number of a thread along x, if loops are on digits.
    pub digits: Option<Digits>,
    /// The loops of the given tree around each statement.
    pub coordinates: Coordinates,
    /// What the bands with a unit run, by the number in the mark that stands for each.
    pub units: Vec<Operations>,
}

/// What the last block of each group of a kernel runs.
#[derive(Debug)]
pub struct Finish {
    /// The groups and their counters.
    pub last: Last,
    /// The tree without mapped members.
    pub tree: Tree,
}

/// For each statement the loops of the given tree around it, outermost first: what they are where
/// the plain tree has none. A statement at several places with different loops has `None`.
pub type Coordinates = BTreeMap<String, Option<Vec<Option<String>>>>;

/// The kernels of a tree. `barriers` are the names of the barrier statements.
pub fn kernels(
    tree: &Tree,
    context: &Set,
    grid: [i64; 3],
    block: [i64; 3],
    barriers: &[(String, Level)],
) -> Result<Vec<Kernel>, Refusal> {
    let paths = tree.kernels().into_iter();
    paths
        .map(|path| kernel(tree, &path, context, grid, block, barriers))
        .collect()
}

fn kernel(
    tree: &Tree,
    path: &Path,
    context: &Set,
    grid: [i64; 3],
    block: [i64; 3],
    barriers: &[(String, Level)],
) -> Result<Kernel, Refusal> {
    let root = tree
        .at(path)
        .ok_or_else(|| Refusal::new(format!("there is no node {path} in the schedule tree")))?;
    let (root, prefix, root_path) = match root {
        Tree::Domain { domain, child } => {
            (child.as_ref(), Prefix::of_domain(domain), path.child(0))
        }
        Tree::Filter { child, .. } => (
            child.as_ref(),
            tree.prefix(path)?.enter(root)?,
            path.child(0),
        ),
        _ => (root, tree.prefix(path)?, path.clone()),
    };
    let launches = launches(tree, path)?;
    let prefix = in_one_launch(&prefix, launches.len())?;
    let used = Axes::in_subtree(root);
    let block = only(block, used.threads);
    let mut mapper = Mapper {
        grid: only(grid, used.blocks),
        block,
        digits: Digits::of(tree, path, block[0])?,
        barriers,
        coordinates: RefCell::default(),
        units: RefCell::default(),
    };
    let (grid, block) = mapper.in_use(root, &prefix)?;
    mapper.grid = grid;
    // Which threads are a warp depends on the size of the block, and so do digits.
    if mapper.digits.is_none() && !mapper.has_warp_barriers(root)? {
        mapper.block = block;
    }
    let outer = Above::of_launches(launches.len());
    let mapped = mapper.node(root, &prefix, &outer, &root_path)?;
    let contexts = above(tree, path)?;
    let whole = |mut mapped: Tree, active: UnionSet| {
        for known in contexts.iter().rev() {
            mapped = mapped.below_context(known.clone());
        }
        mapped.below_domain(active)
    };
    let (mapped, finish) = without_finish(mapped);
    let mut active = prefix.active;
    let finish = match finish {
        None => None,
        Some((filter, last, mapped)) => {
            let behind = active.intersect(&filter)?;
            active = active.subtract(&behind)?;
            let tree = whole(mapped, behind);
            Some(Finish { last, tree })
        }
    };
    Ok(Kernel {
        tree: whole(mapped, active),
        finish,
        context: mapper.parameters(context, &launches)?,
        launches,
        grid: mapper.grid,
        block: mapper.block,
        digits: mapper.digits,
        coordinates: mapper.coordinates.into_inner(),
        units: mapper.units.into_inner(),
    })
}

/// The tree of a kernel without the branch that the last block of a group runs, and that branch:
/// its filter, and what is below.
fn without_finish(mapped: Tree) -> (Tree, Option<(UnionSet, Last, Tree)>) {
    match mapped {
        Tree::Sequence { mut children } if children.iter().any(Tree::is_finish) => {
            let finish = match children.pop() {
                Some(Tree::Filter { filter, child }) => match *child {
                    Tree::Last { last, child } => Some((filter, last, *child)),
                    _ => None,
                },
                _ => None,
            };
            let first = match (children.len(), children.pop()) {
                (1, Some(only)) => only,
                (_, last) => {
                    children.extend(last);
                    Tree::Sequence { children }
                }
            };
            (first, finish)
        }
        Tree::Context { context, child } => {
            let (child, finish) = without_finish(*child);
            let around = |(filter, last, below): (UnionSet, Last, Tree)| {
                (filter, last, below.below_context(context.clone()))
            };
            let finish = finish.map(around);
            (child.below_context(context), finish)
        }
        Tree::Mark { mark, child } => {
            let (child, finish) = without_finish(*child);
            (child.below_mark(mark), finish)
        }
        node => (node, None),
    }
}

/// The contexts above a kernel, below loops of launches in terms of their parameters.
fn above(tree: &Tree, path: &Path) -> Result<Vec<Set>, Refusal> {
    let mut contexts = Vec::new();
    let mut launches = 0;
    for node in tree.along(path) {
        match node {
            Tree::Context { context, .. } => {
                contexts.push(Above::of_launches(launches).project_set(context.clone())?);
            }
            Tree::Band { band, .. } if band.is_launches() => launches += band.members.len(),
            _ => {}
        }
    }
    Ok(contexts)
}

/// The context of a node: what the nodes above it determine.
#[derive(Clone, Debug, Default)]
struct Above {
    /// The axes that are mapped or guarded.
    axes: Axes,
    /// The parts of the number of a thread along x that are, where loops are on digits.
    digits: BTreeSet<usize>,
    /// The coordinates of the bands, in order: the constant value of a dropped member, `None` for a
    /// loop.
    coordinates: Vec<Option<String>>,
    /// The constraints from the dropped members and the numbers of blocks.
    known: Vec<BlockConstant>,
}

impl Above {
    /// What so many loops of launches determine.
    fn of_launches(count: usize) -> Above {
        let numbers = (0..count).map(launch_parameter);
        Above {
            coordinates: numbers.map(Some).collect(),
            ..Above::default()
        }
    }

    /// The band with parameters substituted for known values.
    fn put_into(&self, band: &Band) -> Result<Band, Refusal> {
        let mut band = band.clone();
        for member in &mut band.members {
            let mut put = UnionPwAff::empty(&member.schedule.space()?)?;
            for function in member.schedule.pw_affs()? {
                let mut known = self.known.iter();
                let function =
                    known.try_fold(function, |function, known| known.put_into(function))?;
                put = put.union_add(&UnionPwAff::from_pw_aff(&function)?)?;
            }
            member.schedule = put;
        }
        band.ast_options = self.options_of(&band)?;
        Ok(band)
    }

    /// The options of a band, in which an isolated set has no dropped coordinates.
    fn options_of(&self, band: &Band) -> Result<Option<UnionSet>, Refusal> {
        let Some(options) = &band.ast_options else {
            return Ok(None);
        };
        let own = band.members.len();
        let mut loops = self.clone();
        loops.coordinates.extend((0..own).map(|_| None));
        let names = |count: usize| (0..count).map(|at| format!("c{at}")).collect::<Vec<_>>();
        let both = |all: Vec<String>| {
            let (outer, inner) = all.split_at(all.len() - own);
            let isolated = format!("isolate[[{}] -> [{}]]", outer.join(", "), inner.join(", "));
            (isolated, format!("[{}]", all.join(", ")))
        };
        let isl = options.context();
        let (isolated, flat) = both(names(loops.coordinates.len()));
        let flatten = UnionMap::parse(isl, &format!("{{ {isolated} -> {flat} }}"))?;
        let left = loops.coordinates.iter().filter(|one| one.is_none()).count();
        let (isolated, flat) = both(names(left));
        let isolate = UnionMap::parse(isl, &format!("{{ {flat} -> {isolated} }}"))?;
        let mut all = options.subtract(&flatten.domain()?)?;
        for set in options.apply(&flatten)?.sets()? {
            let set = UnionSet::from_set(&loops.project_set(set)?)?;
            all = all.union(&set.apply(&isolate)?)?;
        }
        Ok(Some(all))
    }

    /// The knowledge below a node: none about the instances that it adds, which no filter above has
    /// selected.
    fn below(&self, node: &Tree) -> tc_isl::Result<Above> {
        let mut below = self.clone();
        if let Tree::Extension {
            extension: added, ..
        }
        | Tree::Expansion {
            expansion: added, ..
        } = node
        {
            let added = added.range()?.universe()?;
            for known in &mut below.known {
                known.function = known.function.subtract_domain(&added)?;
            }
        }
        Ok(below)
    }

    /// The node with numbers substituted for the dropped coordinates.
    fn without_numbers(&self, node: Tree) -> Result<Tree, Refusal> {
        if self.coordinates.iter().all(Option::is_none) {
            return Ok(node);
        }
        Ok(match node {
            Tree::Extension { extension, child } => {
                let mut plain = UnionMap::empty(&extension.space()?)?;
                for map in extension.maps()? {
                    plain = plain.add_map(&self.project(&map)?)?;
                }
                child.below_extension(plain)
            }
            Tree::Context { context, child } => child.below_context(self.project_set(context)?),
            Tree::Guard { guard, child } => Tree::Guard {
                guard: self.project_set(guard)?,
                child,
            },
            node => node,
        })
    }

    /// A set of coordinates without the dropped ones.
    fn project_set(&self, set: Set) -> Result<Set, Refusal> {
        if set.is_params()? {
            return Ok(set);
        }
        Ok(self.project(&Map::from_domain(&set)?)?.domain()?)
    }

    /// A map without the dropped coordinates in its domain.
    fn project(&self, map: &Map) -> Result<Map, Refusal> {
        let isl = map.context();
        let numbers = self.coordinates.iter().flatten().map(String::as_str);
        let names = numbers.filter(|number| *number != "0");
        let space = Space::anonymous_set(isl, self.coordinates.len())?;
        let space = with_parameters(space, names)?;
        let mut known = Set::universe(&space)?;
        for (position, number) in self.coordinates.iter().enumerate() {
            let Some(number) = number else { continue };
            let value = match number.as_str() {
                "0" => space.zero_aff_on_domain()?,
                number => space.param_aff_on_domain(&Id::new(isl, number)?)?,
            };
            let coordinate = Aff::var_on_domain(&space, Dim::SET, position)?;
            known = known.intersect(&coordinate.eq_set(&value)?)?;
        }
        let mut map = map.intersect_domain(&known)?;
        for position in (0..self.coordinates.len()).rev() {
            if self.coordinates[position].is_some() {
                map = map.project_out(Dim::In, position, 1)?;
            }
        }
        Ok(map)
    }
}

/// The band without the members that have a constant value; `None` if no member remains.
fn without_numbers(band: &Band, numbers: &[Option<String>]) -> Option<Band> {
    let mut plain = band.clone();
    plain.members.clear();
    plain.tile_sizes.clear();
    for (member, number) in band.members.iter().zip(numbers) {
        if number.is_none() {
            let mut member = member.clone();
            if member.kind.is_mapped() {
                member.kind = MemberKind::default();
            }
            plain.members.push(member);
        }
    }
    (!plain.members.is_empty()).then_some(plain)
}

struct Mapper<'a> {
    grid: [i64; 3],
    block: [i64; 3],
    /// The parts of the number of a thread along x, if loops are on digits.
    digits: Option<Digits>,
    barriers: &'a [(String, Level)],
    coordinates: RefCell<Coordinates>,
    units: RefCell<Vec<Operations>>,
}

impl Mapper<'_> {
    /// The grid and the block without the blocks and threads that would have nothing to do.
    fn in_use(&self, root: &Tree, prefix: &Prefix) -> Result<([i64; 3], [i64; 3]), Refusal> {
        let (mut blocks, mut threads) = ([1; 3], [1; 3]);
        let mut pending = vec![(root, prefix.clone())];
        while let Some((node, prefix)) = pending.pop() {
            if let Some(band) = node.as_band() {
                for (position, member) in band.members.iter().enumerate() {
                    let (needed, all, axis) = match member.kind.units() {
                        Some((Units::Blocks, axis)) => (&mut blocks, self.grid, axis.index()),
                        Some((Units::Threads, axis)) => (&mut threads, self.block, axis.index()),
                        None => continue,
                    };
                    let number = tiles(&member.schedule, band.tile_size(position))?;
                    let numbers = match bounds(&number.intersect_domain(&prefix.active)?)? {
                        Some((low, high)) if low >= 0 => high + 1,
                        _ => all[axis],
                    };
                    needed[axis] = needed[axis].max(numbers);
                }
            }
            let below = prefix.enter(node)?;
            pending.extend(node.children().iter().map(|child| (child, below.clone())));
        }
        let at_most = |all: [i64; 3], needed: [i64; 3]| {
            [0, 1, 2].map(|axis| all[axis].min(needed[axis]).max(1))
        };
        Ok((at_most(self.grid, blocks), at_most(self.block, threads)))
    }

    /// Whether an extension of a subtree adds warp barriers.
    fn has_warp_barriers(&self, root: &Tree) -> Result<bool, Refusal> {
        for (_, node) in root.walk() {
            if let Tree::Extension { extension, .. } = node {
                let sets = extension.range()?.sets()?;
                let names: Vec<String> = sets.iter().filter_map(|set| set.name()).collect();
                let mut barriers = self.barriers.iter();
                if barriers.any(|(name, level)| *level == Level::Warp && names.contains(name)) {
                    return Ok(true);
                }
            }
        }
        Ok(false)
    }

    /// The constraints on the parameters: `context`, and the range of each number. An axis of size
    /// 1 has no parameter.
    fn parameters(&self, context: &Set, launches: &[LaunchLoop]) -> Result<Set, Refusal> {
        let numbers = BLOCK_PARAMETERS.into_iter().zip(self.grid);
        let numbers = numbers.chain(THREAD_PARAMETERS.into_iter().zip(self.block));
        let mut numbers: Vec<(String, i64)> = numbers
            .map(|(name, size)| (name.to_owned(), size))
            .collect();
        if let Some(digits) = &self.digits {
            numbers.retain(|(name, _)| name != THREAD_PARAMETERS[0]);
            numbers.extend(
                digits
                    .0
                    .iter()
                    .map(|part| (digit_parameter(*part), part.size)),
            );
        }
        let numbers = numbers.into_iter().filter(|(_, size)| *size > 1);
        let numbers = numbers.map(|(name, size)| (name, 0, size - 1));
        let launches = launches.iter().enumerate();
        let launches = launches.map(|(at, one)| (launch_parameter(at), one.first, one.last));
        let numbers: Vec<(String, i64, i64)> = numbers.chain(launches).collect();
        Ok(between(context.context(), &numbers)?.intersect(context)?)
    }

    /// Notes the loops around the statements of a leaf.
    fn note(&self, prefix: &Prefix, above: &Above) -> Result<(), Refusal> {
        let mut known = self.coordinates.borrow_mut();
        for name in prefix.active.sets()?.iter().filter_map(Set::name) {
            let here = Some(above.coordinates.clone());
            known
                .entry(name)
                .and_modify(|other| {
                    if *other != here {
                        *other = None;
                    }
                })
                .or_insert_with(|| here.clone());
        }
        Ok(())
    }

    /// The plain tree of a subtree.
    fn node(
        &self,
        node: &Tree,
        prefix: &Prefix,
        above: &Above,
        path: &Path,
    ) -> Result<Tree, Refusal> {
        if matches!(node, Tree::Leaf) && prefix.active.is_empty()? {
            return Ok(node.clone());
        }
        if matches!(node, Tree::Leaf) {
            self.note(prefix, above)?;
        }
        if !matches!(
            node,
            Tree::Filter { .. } | Tree::Sequence { .. } | Tree::Set { .. } | Tree::Last { .. }
        ) && let Some(guarded) = self.guarded(node, prefix, above, path)?
        {
            return Ok(guarded);
        }
        let below = prefix.enter(node)?;
        if let Tree::Last { last, child } = node {
            // One block of each group runs it, whatever its number along these axes.
            let mut inside = above.clone();
            for axis in &last.across {
                inside.axes.blocks[axis.index()] = true;
            }
            let child = self.node(child, &below, &inside, &path.child(0))?;
            return Ok(child.below_last(last.clone()));
        }
        let Tree::Band { band, child } = node else {
            return above.without_numbers(self.children(
                node,
                &below,
                &above.below(node)?,
                path,
            )?);
        };
        let mut inside = above.clone();
        inside.axes.add(band);
        inside.digits.extend(self.parts_of(band));
        if let Some(operations) = Operations::of(node, prefix)? {
            return self.unit(operations, inside, &below);
        }
        let plain = above.put_into(band)?;
        let (filter, numbers, known) = self.band_filter(band, &plain, prefix, path)?;
        inside.coordinates.extend(numbers.iter().cloned());
        inside.known.extend(known);
        let child = self.node(child, &below, &inside, &path.child(0))?;
        let tree = match without_numbers(&plain, &numbers) {
            Some(plain) => child.below_band(plain),
            None => child,
        };
        Ok(match filter {
            Some(filter) => tree.below_filter(filter),
            None => tree,
        })
    }

    /// The operations of a band with a unit: a leaf for the first instance of each, below a mark
    /// with their number. All lanes of a warp run it, whose digits are the band's.
    fn unit(
        &self,
        operations: Operations,
        mut above: Above,
        below: &Prefix,
    ) -> Result<Tree, Refusal> {
        above
            .coordinates
            .extend((0..Unit::MEMBERS).map(|member| Some(unit_parameter(member))));
        self.note(below, &above)?;
        let first = operations.first.clone();
        let mut units = self.units.borrow_mut();
        let mark = unit_mark(units.len());
        units.push(operations);
        Ok(Tree::Leaf.below_mark(mark).below_filter(first))
    }

    fn children(
        &self,
        node: &Tree,
        below: &Prefix,
        above: &Above,
        path: &Path,
    ) -> Result<Tree, Refusal> {
        let branches = matches!(node, Tree::Sequence { .. } | Tree::Set { .. });
        node.clone().try_map_children(|position, child| {
            let path = path.child(position);
            // The filters of a sequence remain its direct children.
            match child {
                Tree::Filter { filter, child } if branches => {
                    let active = below.enter(&Tree::Leaf.below_filter(filter.clone()))?;
                    Ok(self
                        .node(&child, &active, above, &path.child(0))?
                        .below_filter(filter))
                }
                child => self.node(&child, below, above, &path),
            }
        })
    }

    /// The subtree below a filter that selects number 0 of each axis that is mapped neither above
    /// nor below. `None` if there is no such axis, or if the filter must be placed further down:
    /// not above barriers, which run for all threads, and not above extensions, whose instances no
    /// filter above them selects.
    fn guarded(
        &self,
        node: &Tree,
        prefix: &Prefix,
        above: &Above,
        path: &Path,
    ) -> Result<Option<Tree>, Refusal> {
        let done = &above.axes;
        let below = Axes::in_subtree(node);
        let extended = node
            .walk()
            .iter()
            .any(|(_, node)| matches!(node, Tree::Extension { .. }));
        if extended || self.has_barrier(&prefix.active)? {
            return Ok(None);
        }
        let mut guarded = above.clone();
        let mut conditions = Vec::new();
        let free = |axis: usize, size: i64, done: bool, below: bool| {
            size > 1 && !done && !below && axis < 3
        };
        for axis in Axis::ALL.map(Axis::index) {
            if free(axis, self.grid[axis], done.blocks[axis], below.blocks[axis]) {
                guarded.axes.blocks[axis] = true;
                conditions.push(BLOCK_PARAMETERS[axis].to_owned());
            }
            if let (0, Some(digits)) = (axis, &self.digits) {
                let inside: BTreeSet<usize> = (node.walk().into_iter())
                    .filter_map(|(_, node)| node.as_band())
                    .flat_map(|band| self.parts_of(band))
                    .collect();
                for (number, part) in digits.0.iter().enumerate() {
                    let mapped = above.digits.contains(&number) || inside.contains(&number);
                    if part.size > 1 && !mapped {
                        guarded.digits.insert(number);
                        conditions.push(digit_parameter(*part));
                    }
                }
                continue;
            }
            if free(
                axis,
                self.block[axis],
                done.threads[axis],
                below.threads[axis],
            ) {
                guarded.axes.threads[axis] = true;
                conditions.push(THREAD_PARAMETERS[axis].to_owned());
            }
        }
        if conditions.is_empty() {
            return Ok(None);
        }
        let zero = conditions.into_iter().map(|name| (name, 0, 0));
        let zero: Vec<(String, i64, i64)> = zero.collect();
        let first = between(prefix.active.context(), &zero)?;
        let filter = prefix.active.universe()?.intersect_params(&first)?;
        Ok(Some(
            self.node(node, prefix, &guarded, path)?
                .below_filter(filter),
        ))
    }

    /// The parts of the number of a thread along x that the loops of a band are distributed over.
    fn parts_of(&self, band: &Band) -> Vec<usize> {
        let members = band.members.iter();
        let digits = |digits: &Digits| {
            members
                .flat_map(|member| digits.parts(member.kind))
                .collect()
        };
        self.digits.as_ref().map_or_else(Vec::new, digits)
    }

    /// The threads, or the values of a digit, that a loop is distributed over.
    fn threads_of(&self, kind: MemberKind, axis: Axis) -> Place {
        let Some(digits) = self.digits.as_ref().filter(|_| axis == Axis::X) else {
            return Place::whole(self.block[axis.index()], THREAD_PARAMETERS[axis.index()]);
        };
        let own = kind.digit().unwrap_or(Digit {
            stride: 1,
            size: self.block[0],
        });
        let parts = digits.0[digits.parts(kind)].iter();
        let parts = parts.map(|part| (digit_parameter(*part), part.stride / own.stride));
        Place {
            size: own.size,
            parts: parts.collect(),
        }
    }

    fn has_barrier(&self, active: &UnionSet) -> Result<bool, Refusal> {
        let sets = active.sets()?;
        Ok(sets
            .iter()
            .filter_map(|set| set.name())
            .any(|name| self.barriers.iter().any(|(barrier, _)| *barrier == name)))
    }

    /// The instances of a band that run in this block and thread; for each member its constant
    /// value, `None` if it varies; and the knowledge below. `plain` is the band with parameters
    /// substituted for the values known above.
    fn band_filter(
        &self,
        band: &Band,
        plain: &Band,
        prefix: &Prefix,
        path: &Path,
    ) -> Result<(Option<UnionSet>, Vec<Option<String>>, Vec<BlockConstant>), Refusal> {
        let mut filter: Option<UnionSet> = None;
        let mut known = Vec::new();
        let mut numbers = vec![None; band.members.len()];
        for (position, member) in band.members.iter().enumerate() {
            let (tile_size, place) = match member.kind.units() {
                Some((Units::Blocks, axis)) => (
                    band.tile_size(position),
                    Place::whole(self.grid[axis.index()], BLOCK_PARAMETERS[axis.index()]),
                ),
                Some((Units::Threads, axis)) => (1, self.threads_of(member.kind, axis)),
                None => {
                    if band.ast_options.is_none() && is_first_tile(member, prefix)? {
                        numbers[position] = Some("0".to_owned());
                        known.push(BlockConstant {
                            function: member.schedule.clone(),
                            parameter: None,
                        });
                    }
                    continue;
                }
            };
            if self.has_barrier(&prefix.active)? {
                let message = format!(
                    "expected no barrier below a loop on {}, found one",
                    member.kind
                );
                return Err(Refusal::new(message)
                    .at(path)
                    .note("all threads of a block must reach a barrier together"));
            }
            let value = tiles(&member.schedule, tile_size)?;
            let size = place.size;
            let in_range = is_below(&value, size, prefix)?;
            // The number of a tile does not determine the value if values are divided by a tile
            // size.
            if in_range && tile_size == 1 && band.ast_options.is_none() {
                numbers[position] = place.parameter();
            }
            if in_range && member.kind.block_axis().is_some() {
                known.push(BlockConstant {
                    function: value,
                    parameter: member
                        .kind
                        .block_axis()
                        .filter(|_| size > 1)
                        .map(|axis| BLOCK_PARAMETERS[axis.index()]),
                });
            }
            if size == 1 {
                continue;
            }
            let value = tiles(&plain.members[position].schedule, tile_size)?;
            let here = instances_of(in_range, &value, &place)?;
            filter = Some(match filter {
                Some(filter) => filter.intersect(&here)?,
                None => here,
            });
        }
        Ok((filter, numbers, known))
    }
}

/// The unconstrained parameter values.
pub fn no_context(isl: &tc_isl::Context) -> Result<Set, Refusal> {
    Ok(Set::universe(&Space::unit(isl)?)?)
}

#[cfg(test)]
mod tests;
