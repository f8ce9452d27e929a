//! `schedule-last-block`: a kernel that only adds up what the blocks of the kernel before it have
//! left becomes a part of that kernel, which the last block of each group runs.
//!
//! ```text
//! sequence                                              sequence
//!   filter T     band block.y i, block.x run              filter T     band block.y i, block.x run
//!     T:  T_part[run, i] += ..                              T:  T_part[run, i] += ..
//!   filter T_fold    (a kernel of its own)      ==>       filter T_fold
//!     band block.x i                                        last "arrived" across block.x
//!       T_fold:  C[i] += T_part[run, i]                       band block.y i
//!                                                               T_fold:  C[i] += T_part[run, i]
//! ```
//!
//! `schedule-parallel-reduction` makes such kernels where it splits a sum over blocks. In two
//! launches the second one waits for the end of the first, and takes a launch more.
//!
//! **Which kernels.** Two neighbours, the second of which has no tiles in shared memory and no
//! barriers, and whose statements all access one element of one array, `C` above. Its loops are
//! made anew: an element is on the block of the first kernel that its partial results come from,
//! as far as they all come from one number along an axis; the other axes tell the blocks of a group
//! apart. In a block, threads along `x` have neighbouring vectors of a row, those along `y` and `z`
//! the other dimensions. By default this is done for sums, where the model says that the last block
//! of each group takes less for its elements than another launch takes for all of them.
//!
//! **Legal when** the proof says so: the pass proves the new tree, and keeps the old one otherwise.
//! Partial results are added in the order of their numbers, whichever block is the last, so a run
//! gives the bits of the run before it.
//!
//! **Cost**: an array of counters, one for each group; a proof for each pair of kernels.

use std::collections::{BTreeMap, HashSet};

use serde::{Deserialize, Serialize};
use tc_dialects::op;
use tc_dialects::schedule::tree::{
    Axis, Band, Last, Member, MemberKind, Path, Refusal, Scop, Tree,
};
use tc_isl::{
    Dim, MultiUnionPwAff, PwAff, Set, UnionMap, UnionPwAff, UnionSet, Val, thread_context,
};

use super::choose;
use super::choose::cost::Machine;
use super::tile::floor_and_mod;
use tc_pass_host::*;
use tc_scop::accesses::{self, AccessKind, ScopAccesses};
use tc_scop::axes::{Axes, block_in_use};
use tc_scop::extents::bytes_of;
use tc_scop::leaves::{Leaf, Leaves};
use tc_scop::scop_edit::ScopEdit;
use tc_scop::scop_pass::{BUDGET, failure};
use tc_scop::values::bounds;
use tc_scop::verify::{BUDGET as PROOF_BUDGET, prove};

/// Why a kernel stays one.
const NO_LOOPS: &str = "it has tiles, barriers, or a statement at several places";

/// Loops with at most so many iterations are unrolled.
const UNROLLED: i64 = 64;

choices! {
    /// Which kernels become a part of the one before.
    #[derive(Serialize, Deserialize)]
    #[serde(rename_all = "lowercase")]
    pub enum LastBlock {
        /// Those for which that is cheaper than a launch by the model.
        Auto = "auto",
        /// All that can.
        Always = "always",
        /// None.
        Never = "never",
    }
}

pass! {
    /// Joins a kernel that only adds up what the blocks of the kernel before it have left with that
    /// kernel: the block of a group that arrives last runs it. By default where that is cheaper
    /// than a launch.
    pub struct ScheduleLastBlock {
        name: "schedule-last-block",
        anchor: "schedule.scop",
        summary: "the last block of a group adds up what the others have left, in the same launch",
        options: {
            /// `auto`: sums for which that is cheaper than a launch by the model; `always`: wherever
            /// it is legal; `never`
            when: LastBlock = LastBlock::Auto,
        },
        statistics: {
            /// kernels that became part of the one before
            joined,
            /// kernels behind one that leaves something for them, which stay
            left,
        },
    }
}

impl Pass for ScheduleLastBlock {
    fn run<'c>(
        &self,
        operation: OperationRef<'c, '_>,
        ctx: &PassContext<'c>,
    ) -> Result<(), Failure> {
        if self.when == LastBlock::Never {
            return Ok(());
        }
        let isl = thread_context();
        let target = ctx.target();
        let read = || {
            let scop =
                Scop::from_op(&isl, operation).map_err(|refusal| failure(operation, refusal))?;
            let all = accesses::of_scop(&isl, operation)?;
            Ok::<_, Failure>((scop, all))
        };
        let (mut scop, mut all) = read()?;
        let mut number = 0;
        loop {
            let kernels = scop.tree.kernels();
            let [first, second] = match kernels.get(number..number + 2) {
                Some([first, second]) => [first, second],
                _ => return Ok(()),
            };
            let plan = isl.with_budget(BUDGET, || {
                let machine = choose::machine(target.as_ref())?;
                let pair = Pair {
                    scop: &scop,
                    accesses: &all,
                    first,
                    second,
                };
                pair.plan(&machine)
            });
            let subject = format!("kernel {}", number + 1);
            number += 1;
            let plan = match plan {
                Ok(None) => continue,
                // Most kernels are no such sums, of which nobody expects it.
                Err(_) if self.when == LastBlock::Auto => {
                    self.left.add(1);
                    continue;
                }
                Ok(Some(plan)) if self.when == LastBlock::Auto => plan.if_it_pays().map(Some),
                plan => plan,
            };
            let made = match plan {
                Ok(Some(plan)) => match write(operation, ctx, &scop, &plan)? {
                    None => Ok(plan),
                    Some(refusal) => Err(refusal),
                },
                Ok(None) => continue,
                Err(refusal) => Err(refusal),
            };
            match made {
                Ok(plan) => {
                    self.joined.add(1);
                    let what = "the last block of each group runs it";
                    let reason = format!(
                        "that takes {:.0} clocks, and a launch {:.0}",
                        plan.clocks, plan.launch
                    );
                    let made = Decision::passed(subject, what).because(reason);
                    ctx.decided(operation, made.figure("Groups", plan.groups));
                    (scop, all) = read()?;
                }
                Err(refusal) => {
                    self.left.add(1);
                    let left = Decision::missed(subject, "a launch of its own");
                    let left = left.because(refusal.message);
                    ctx.decided(operation, left.unless(refusal.notes.join("; ")));
                }
            }
        }
    }
}

/// The tree of a scop in which two kernels are one.
struct Plan {
    tree: Tree,
    grid: [i64; 3],
    /// The array of counters.
    counter: String,
    groups: i64,
    /// What the last block takes for its elements.
    clocks: f64,
    /// Whether the second kernel adds up what the first one leaves.
    sums: bool,
    /// What a launch takes for all elements.
    launch: f64,
}

impl Plan {
    /// The plan, if it is for sums and cheaper than a launch by the model.
    fn if_it_pays(self) -> Result<Plan, Refusal> {
        let why = if self.clocks >= self.launch {
            format!(
                "the last block of a group would take {:.0} clocks for it, and a launch takes {:.0}",
                self.clocks, self.launch
            )
        } else if !self.sums {
            "it adds up nothing".to_owned()
        } else {
            return Ok(self);
        };
        Err(Refusal::new(why).note("the mapping option last_block"))
    }
}

/// Writes a plan, and proves it; the old tree stays, and the reason is returned, if there is no
/// proof.
fn write<'c>(
    operation: OperationRef<'c, '_>,
    ctx: &PassContext<'c>,
    scop: &Scop,
    plan: &Plan,
) -> Result<Option<Refusal>, Failure> {
    let edit = ScopEdit::new(ctx.context(), operation)?;
    let memref = format!("memref<{}xi32>", plan.groups);
    let counter = edit.add_array(&plan.counter, "temporary", &memref)?;
    let write = |scop: &Scop| {
        let written = scop.write(ctx.context(), operation);
        written.map_err(|refusal| failure(operation, refusal))
    };
    write(&Scop {
        tree: plan.tree.clone(),
        grid: Some(plan.grid),
        ..scop.clone()
    })?;
    let Err(refused) = prove(operation, PROOF_BUDGET, "budget") else {
        return Ok(None);
    };
    write(scop)?;
    if let Some(array) = op::defining_operation(counter) {
        op::erase(array);
    }
    Ok(Some(Refusal::new(refused.message())))
}

/// Two neighbouring kernels.
struct Pair<'s> {
    scop: &'s Scop,
    accesses: &'s ScopAccesses,
    first: &'s Path,
    second: &'s Path,
}

impl Pair<'_> {
    /// The plan for them; none if the second one needs nothing of the first one.
    fn plan(&self, machine: &Machine) -> Result<Option<Plan>, Refusal> {
        let tree = &self.scop.tree;
        let isl = tree.domain()?.context().clone();
        let [before, behind] = [self.first, self.second].map(|kernel| Leaves::at(tree, kernel));
        let (before, behind) = (before?, behind?);
        let left = self.touched(&before, |kind| kind == AccessKind::Write, &isl)?;
        let used = self.touched(&behind, |_| true, &isl)?;
        // Arrays of a block or a thread are not left to anybody.
        if left
            .iter()
            .all(|(array, _)| !used.iter().any(|(other, _)| array == other))
        {
            return Ok(None);
        }
        if tree.finish_of(self.first).is_some() || tree.finish_of(self.second).is_some() {
            return Ok(None);
        }
        let around = self.around()?;
        let finish = self.finish((&before, &left), (&behind, &used), &isl)?;
        let (clocks, launch) = finish.clocks(machine, self.numbers(&before)?);
        let counter = fresh(self.scop, "arrived");
        let last = Last {
            counter: counter.clone(),
            ..finish.last
        };
        let tree = joined(tree.clone(), &around, finish.tree.below_last(last.clone()))?;
        // The second kernel may have had more blocks than any that is left.
        let mut grid = [1; 3];
        for kernel in tree.kernels() {
            let numbers = self.numbers(&Leaves::at(&tree, &kernel)?)?;
            grid = [0, 1, 2].map(|axis| grid[axis].max(numbers[axis]));
        }
        Ok(Some(Plan {
            tree,
            grid,
            counter,
            groups: last.groups(grid).1,
            clocks,
            launch,
            sums: self.adds_up(&behind)?,
        }))
    }

    /// Whether a reduction is among the statements of the second kernel.
    fn adds_up(&self, behind: &Leaves) -> Result<bool, Refusal> {
        for one in &self.accesses.statements {
            if one.accumulator.is_none() {
                continue;
            }
            for leaf in &behind.0 {
                if leaf.runs(&one.name)? {
                    return Ok(true);
                }
            }
        }
        Ok(false)
    }

    /// The sequence in which both kernels stand, and the place of the first one.
    fn around(&self) -> Result<(Path, usize), Refusal> {
        let tree = &self.scop.tree;
        let apart =
            || Refusal::new("the kernels are not neighbours in one sequence").at(self.second);
        let parent = self
            .first
            .parent()
            .filter(|one| Some(one) == self.second.parent().as_ref());
        let parent = parent.ok_or_else(apart)?;
        let sequence = matches!(tree.at(&parent), Some(Tree::Sequence { .. }));
        let position = self.first.0.last().copied().filter(|_| sequence);
        Ok((parent, position.ok_or_else(apart)?))
    }

    /// The blocks along each axis that these leaves use.
    fn numbers(&self, leaves: &Leaves) -> Result<[i64; 3], Refusal> {
        let grid = self.scop.grid.unwrap_or([1; 3]);
        let mut used = [1; 3];
        for (axis, leaf) in Axis::ALL
            .into_iter()
            .flat_map(|axis| leaves.0.iter().map(move |leaf| (axis, leaf)))
        {
            let position = axis.index();
            let number = number_along(leaf, axis)?;
            let last = match number {
                Some(number) => bounds(&number.intersect_domain(&leaf.instances)?)?,
                // A copy runs where the statement runs that it is for.
                None => Some((0, 0)),
            };
            let count = last.map_or(grid[position], |(_, last)| last + 1);
            used[position] = used[position].max(count.min(grid[position]));
        }
        Ok(used)
    }

    /// By array, what the instances of leaves access of it, by accesses of some kinds; without
    /// arrays that blocks or threads have for themselves.
    fn touched(
        &self,
        leaves: &Leaves,
        which: impl Fn(AccessKind) -> bool,
        isl: &tc_isl::Context,
    ) -> Result<Vec<(String, UnionMap)>, Refusal> {
        let instances = leaves.instances(&Path::root(), isl)?;
        let sets = instances.sets()?;
        let here: HashSet<String> = sets.iter().filter_map(|set| set.name()).collect();
        let statements = self.accesses.statements.iter();
        let accesses = (statements.filter(|one| here.contains(&one.name)))
            .flat_map(|one| &one.accesses)
            .filter(|access| which(access.kind));
        let mut by_array: BTreeMap<&str, UnionMap> = BTreeMap::new();
        for access in accesses {
            let own = access.relation.restricted_to(&instances)?;
            let all = match by_array.remove(access.array.as_str()) {
                Some(all) => all.union(&own)?,
                None => own,
            };
            by_array.insert(&access.array, all);
        }
        let mut touched = Vec::new();
        for array in &self.accesses.arrays {
            match by_array.remove(array.name.as_str()) {
                Some(all) if !array.kind.is_local() && !all.is_empty()? => {
                    touched.push((array.name.clone(), all));
                }
                _ => {}
            }
        }
        Ok(touched)
    }

    /// The second kernel as what the last block of a group runs.
    fn finish(
        &self,
        (before, left): (&Leaves, &[(String, UnionMap)]),
        (behind, used): (&Leaves, &[(String, UnionMap)]),
        isl: &tc_isl::Context,
    ) -> Result<Finish, Refusal> {
        let tree = &self.scop.tree;
        let statements = statements_in_order(tree, self.second, behind)?;
        let written = self.touched(behind, |kind| kind == AccessKind::Write, isl)?;
        // The elements that each instance is about.
        let about = |(array, relation): &&(String, UnionMap)| -> Result<bool, Refusal> {
            let all = behind.instances(&Path::root(), isl)?;
            let both = used.iter().find(|(other, _)| other == array);
            let own = both.map_or(relation, |(_, all)| all);
            Ok(own.is_single_valued()? && all.is_subset(&own.domain()?)?)
        };
        let mut elements = None;
        for one in &written {
            if about(&one)? {
                elements = Some(one.0.clone());
            }
        }
        let elements = elements.ok_or_else(|| {
            Refusal::new("expected statements that all access one element of one array each")
                .at(self.second)
        })?;
        let element = used.iter().find(|(array, _)| *array == elements);
        let element = element.map_or_else(|| UnionMap::none(isl), |(_, map)| Ok(map.clone()))?;
        let placed = self.blocks(before, left, used, &element)?;
        Finish::of(self, &statements, &element, placed, &elements)
    }

    /// For each axis of the grid that the first kernel uses, the number of the blocks along it that
    /// an element needs: a function of the element, or none where it needs several.
    fn blocks(
        &self,
        before: &Leaves,
        left: &[(String, UnionMap)],
        used: &[(String, UnionMap)],
        element: &UnionMap,
    ) -> Result<Vec<(Axis, Option<UnionMap>)>, Refusal> {
        let isl = element.context();
        let axes = Axes::in_subtree(self.scop.tree.at(self.first).unwrap_or(&Tree::Leaf));
        let grid = self.scop.grid.unwrap_or([1; 3]);
        let mut placed = Vec::new();
        for axis in Axis::ALL {
            if !axes.blocks[axis.index()] || grid[axis.index()] == 1 {
                continue;
            }
            let mut numbers = UnionMap::none(isl)?;
            for leaf in &before.0 {
                if let Some(number) = number_along(leaf, axis)? {
                    let number = UnionMap::from_union_pw_aff(&number)?;
                    numbers = numbers.union(&number.restricted_to(&leaf.instances)?)?;
                }
            }
            let mut needed = UnionMap::none(isl)?;
            for (array, reads) in used {
                let Some((_, writes)) = left.iter().find(|(other, _)| other == array) else {
                    continue;
                };
                let from = reads
                    .apply_range(&writes.reverse()?)?
                    .apply_range(&numbers)?;
                needed = needed.union(&element.reverse()?.apply_range(&from)?)?;
            }
            let needed = needed.coalesce()?;
            let one = needed.is_single_valued()? && !needed.is_empty()?;
            placed.push((axis, one.then_some(needed)));
        }
        Ok(placed)
    }
}

/// The second of two kernels as what the last block of a group runs.
struct Finish {
    last: Last,
    tree: Tree,
    /// Elements of one block, and of all, and the bytes of each.
    elements: i64,
    all: i64,
    bytes: i64,
}

impl Finish {
    fn of(
        pair: &Pair<'_>,
        statements: &[UnionSet],
        element: &UnionMap,
        placed: Vec<(Axis, Option<UnionMap>)>,
        array: &str,
    ) -> Result<Finish, Refusal> {
        let across = placed.iter().filter(|(_, number)| number.is_none());
        let across: Vec<Axis> = across.map(|(axis, _)| *axis).collect();
        if across.is_empty() {
            return Err(Refusal::new("each element needs one block only").at(pair.second));
        }
        let indices = MultiUnionPwAff::from_union_map(element)?.members()?;
        let indices: Vec<UnionPwAff> = indices.iter().map(plain).collect::<Result<_, _>>()?;
        let mut tiles = Band::new(Vec::new(), true).with_tag("tile");
        let mut own = element.range()?;
        for (axis, number) in placed.into_iter().rev() {
            let Some(number) = number else {
                continue;
            };
            let of_instance = element.apply_range(&number)?;
            let schedule = function(&of_instance)?;
            tiles
                .members
                .push(coincident(schedule, MemberKind::Block(axis)));
            let zero = UnionSet::parse(element.context(), "{ [0] }")?;
            own = own.intersect(&number.intersect_range(&zero)?.domain()?)?;
        }
        let (counts, all) = (extents(&own)?, extents(&element.range()?)?);
        let block = block_in_use(
            &pair.scop.tree,
            pair.first,
            pair.scop.block.unwrap_or([1; 3]),
        );
        let info = pair.scop.array(array);
        let bytes = info.map_or(WORD, |array| bytes_of(&array.element));
        let width = width(&counts, &all, block[0], bytes);
        let mut branches = Vec::new();
        for instances in statements {
            let band = inside(instances, element, &indices, width)?;
            branches.push(
                Tree::Leaf
                    .below_band(band)
                    .below_filter(instances.universe()?),
            );
        }
        let below = match (branches.len(), branches.pop()) {
            (1, Some(Tree::Filter { child, .. })) => *child,
            (_, last) => {
                branches.extend(last);
                Tree::Sequence { children: branches }
            }
        };
        let points = points(&indices, &counts, block, width)?;
        Ok(Finish {
            last: Last {
                counter: String::new(),
                across,
            },
            tree: below.below_band(points).below_band(tiles),
            elements: counts.iter().product(),
            all: all.iter().product(),
            bytes,
        })
    }

    /// What the last block takes for its elements, beside what a launch takes for all: the reads of
    /// the partial results, and one trip to memory more for the count.
    fn clocks(&self, machine: &Machine, grid: [i64; 3]) -> (f64, f64) {
        let parts = (self.last.arrivals(grid) + 1) as f64;
        let moved = |elements: i64| parts * (elements * self.bytes) as f64;
        let (_, groups) = self.last.groups(grid);
        let all = machine.memory_bytes * machine.multiprocessors as f64;
        let one = (all / groups as f64).min((SECTORS * machine.sector_bytes) as f64);
        let own = moved(self.elements) / one + 2.0 * machine.latency;
        (
            own,
            machine.launch.max(moved(self.all) / all + machine.latency),
        )
    }
}

/// Sectors that a multiprocessor gets from the second-level cache in a clock at most, while others
/// ask for little.
const SECTORS: i64 = 2;

/// How many values an index is taken to have whose bounds are sizes.
const MANY: i64 = 1024;

/// Bytes of an element whose type is not known.
const WORD: i64 = 4;

/// Elements of a row that one thread has: as wide an access as there is, but not so wide that
/// threads along a row have none.
fn width(counts: &[i64], all: &[i64], threads: i64, bytes: i64) -> i64 {
    let (Some(&row), Some(&extent)) = (counts.last(), all.last()) else {
        return 1;
    };
    let fits = |width: &i64| {
        let few = width * bytes <= 16 && row % width == 0 && extent % width == 0;
        few && row / width >= threads.min(row)
    };
    [4, 2, 1].into_iter().find(fits).unwrap_or(1)
}

/// The loops over the elements of a block: the last dimension in vectors on `thread.x`, those
/// before on the other axes of the block.
fn points(
    indices: &[UnionPwAff],
    counts: &[i64],
    block: [i64; 3],
    width: i64,
) -> Result<Band, Refusal> {
    let mut points = Band::new(Vec::new(), true).with_tag("point");
    let mut threads = Vec::new();
    for (dim, index) in indices.iter().enumerate() {
        let from_last = indices.len() - 1 - dim;
        let value = if from_last == 0 {
            floor_and_mod(index, width)?.0
        } else {
            index.clone()
        };
        let count = counts[dim] / if from_last == 0 { width } else { 1 };
        match Axis::ALL.get(from_last) {
            Some(axis) if block[axis.index()] > 1 => {
                let size = block[axis.index()].min(count.max(1));
                let (turn, thread) = floor_and_mod(&value, size)?;
                if count > size {
                    points.members.push(coincident(turn, MemberKind::default()));
                }
                threads.push(coincident(thread, MemberKind::Thread(*axis)));
            }
            _ => points
                .members
                .push(coincident(value, MemberKind::default())),
        }
    }
    points.members.extend(threads);
    Ok(points)
}

/// The loops of one statement over what it does to one element, and over the vector of a thread.
fn inside(
    instances: &UnionSet,
    element: &UnionMap,
    indices: &[UnionPwAff],
    width: i64,
) -> Result<Band, Refusal> {
    let mut band = Band::new(Vec::new(), false);
    let of_element = element.restricted_to(instances)?.reverse()?;
    for set in instances.sets()? {
        for dim in 0..set.tuple_dim()? {
            let value = index_of(&set, dim)?;
            let values = of_element.apply_range(&UnionMap::from_union_pw_aff(&value)?)?;
            if values.is_single_valued()? {
                continue;
            }
            let few = bounds(&value.intersect_domain(instances)?)?
                .is_some_and(|(first, last)| last - first < UNROLLED);
            let kind = if few {
                MemberKind::Unroll
            } else {
                MemberKind::default()
            };
            band.members.push(Member::new(value).with_kind(kind));
        }
    }
    if let (Some(row), true) = (indices.last(), width > 1) {
        let (_, lane) = floor_and_mod(&row.intersect_domain(&instances.universe()?)?, width)?;
        band.members.push(Member::new(lane).unrolled());
    }
    Ok(band)
}

fn coincident(schedule: UnionPwAff, kind: MemberKind) -> Member {
    Member {
        coincident: true,
        ..Member::new(schedule).with_kind(kind)
    }
}

/// A relation to numbers that is a function, as such.
fn function(map: &UnionMap) -> Result<UnionPwAff, Refusal> {
    plain(&MultiUnionPwAff::from_union_map(&map.coalesce()?)?.at(0)?)
}

/// The function without the conditions of its domain.
fn plain(function: &UnionPwAff) -> Result<UnionPwAff, Refusal> {
    let mut plain = UnionPwAff::empty(&function.space()?)?;
    for piece in function.pw_affs()? {
        plain = plain.add_pw_aff(&piece.gist(&piece.domain()?)?)?;
    }
    Ok(plain)
}

/// The number of the block of a leaf along an axis, before it is taken modulo the grid.
fn number_along(leaf: &Leaf, axis: Axis) -> Result<Option<UnionPwAff>, Refusal> {
    let kinds = leaf.prefix.kinds.iter();
    let Some(coordinate) = kinds
        .clone()
        .position(|kind| kind.block_axis() == Some(axis))
    else {
        let domain = leaf.instances.universe()?;
        let zero = Val::new(domain.context(), 0)?;
        return Ok(Some(UnionPwAff::val_on_domain(&domain, &zero)?));
    };
    let function = leaf.prefix.functions().swap_remove(coordinate);
    // Copies leave nothing behind.
    let Some(function) = function else {
        return Ok(None);
    };
    Ok(Some(match leaf.tiles[coordinate] {
        ..=1 => function,
        size => floor_and_mod(&function, size)?.0,
    }))
}

/// An index of the elements of a set's space.
fn index_of(set: &Set, dim: usize) -> Result<UnionPwAff, Refusal> {
    let value = PwAff::var_on_domain(&set.space()?, Dim::SET, dim)?;
    Ok(UnionPwAff::from_pw_aff(&value)?)
}

/// How many values each index of a set of elements has.
fn extents(elements: &UnionSet) -> Result<Vec<i64>, Refusal> {
    let mut all = Vec::new();
    for set in elements.sets()?.into_iter().take(1) {
        for dim in 0..set.dim(Dim::SET)? {
            let value = index_of(&set, dim)?.intersect_domain(elements)?;
            let (first, last) = bounds(&value)?.unwrap_or((1, MANY));
            all.push(last - first + 1);
        }
    }
    Ok(all)
}

/// The instances of the statements of a kernel, in the order of its leaves.
fn statements_in_order(
    tree: &Tree,
    kernel: &Path,
    leaves: &Leaves,
) -> Result<Vec<UnionSet>, Refusal> {
    for (path, node) in tree.walk() {
        let whole = !matches!(
            node,
            Tree::Extension { .. } | Tree::Expansion { .. } | Tree::Guard { .. }
        );
        if kernel.contains(&path) && !whole {
            return Err(Refusal::new(NO_LOOPS).at(kernel));
        }
    }
    let mut all: Vec<UnionSet> = Vec::new();
    for leaf in &leaves.0 {
        for set in leaf.instances.sets()? {
            let set = set.to_union_set()?;
            for other in &all {
                if !other.universe()?.intersect(&set)?.is_empty()? {
                    return Err(Refusal::new(NO_LOOPS).at(kernel));
                }
            }
            all.push(set);
        }
    }
    Ok(all)
}

/// The tree in which the kernel at a place of a sequence and the one behind it are one, of which
/// the last block runs `finish`.
fn joined(
    mut tree: Tree,
    (sequence, position): &(Path, usize),
    finish: Tree,
) -> Result<Tree, Refusal> {
    let Some(Tree::Sequence { children }) = tree.at_mut(sequence) else {
        return Ok(tree);
    };
    let filters = children[*position..].iter().map(|child| match child {
        Tree::Filter { filter, .. } => Some(filter.clone()),
        _ => None,
    });
    let filters: Vec<UnionSet> = filters.take(2).flatten().collect();
    let [one, other] = &filters[..] else {
        return Ok(tree);
    };
    let both = one.union(other)?;
    children[*position + 1] = finish.below_filter(other.clone());
    if children.len() > 2 {
        let parts = children.drain(*position..*position + 2).collect();
        let kernel = Tree::Sequence { children: parts };
        children.insert(*position, kernel.below_filter(both));
    }
    Ok(tree)
}

/// A name that no array has.
fn fresh(scop: &Scop, wanted: &str) -> String {
    let taken = |name: &str| scop.arrays.iter().any(|array| array.name == name);
    let numbered = (1..).map(|number| format!("{wanted}{number}"));
    let mut names = std::iter::once(wanted.to_owned()).chain(numbered);
    names.find(|name| !taken(name)).unwrap_or_default()
}
