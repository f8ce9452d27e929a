//! Two executions that access one place, one of them writing, are in an order that the machine
//! keeps.
//!
//! - Blocks of one launch are in no order, whatever loops enclose them; launches follow each other.
//! - What the last block of a group runs is behind all that the blocks of the group did before.
//! - Only barriers order the threads of a block; a warp barrier orders those of one warp.
//! - A copy that goes on by itself reads and writes until the wait that completes its group.
//! - Iterations of a parallel loop, and lanes of a vector, are in no order.

use std::collections::HashMap;

use super::points::Tuple;
use super::run::{Execution, Program, Relation};
use tc_dialects::schedule::tree::{Axis, Units};
use tc_scop::accesses::AccessKind;
use tc_scop::barriers::Level;

/// The owner of a local array: kernel, iteration of launches and of parallel loops, block, and
/// thread.
pub type Home = (usize, Vec<i64>, [i64; 3], [i64; 3]);

impl Program<'_> {
    /// The owner of the array that an execution accesses; `None` if all share it.
    pub fn home(&self, execution: &Execution, array: &str) -> Option<Home> {
        let thread = match self.array(array)?.kind.owner()? {
            Units::Blocks => [0; 3],
            Units::Threads => execution.thread,
        };
        Some((
            execution.kernel,
            [&execution.launch[..], &execution.parallel].concat(),
            execution.block,
            thread,
        ))
    }
}

/// What an execution does at a place.
struct Access {
    execution: usize,
    writes: bool,
    /// Whether all of it is an atomic update.
    atomic: bool,
}

/// All pairs of executions that race.
pub fn check(program: &Program<'_>) -> Vec<String> {
    let mut places: HashMap<(&Tuple, Option<Home>), Vec<Access>> = HashMap::new();
    for (number, execution) in program.executions.iter().enumerate() {
        for touch in program.touches(execution) {
            for place in &touch.places {
                let key = (place, program.home(execution, &place.name));
                let list = places.entry(key).or_default();
                let writes = touch.kind == AccessKind::Write;
                match list.last_mut() {
                    Some(last) if last.execution == number => {
                        last.writes |= writes;
                        last.atomic &= touch.atomic;
                    }
                    _ => list.push(Access {
                        execution: number,
                        writes,
                        atomic: touch.atomic,
                    }),
                }
            }
        }
    }
    let mut wrong = Vec::new();
    for ((place, home), list) in places
        .iter()
        .filter(|(_, list)| list.iter().any(|one| one.writes))
    {
        for (at, one) in list.iter().enumerate() {
            let others = list[at + 1..].iter();
            for other in others.filter(|other| one.writes || other.writes) {
                let (first, second) = (
                    &program.executions[one.execution],
                    &program.executions[other.execution],
                );
                let unordered = one.atomic && other.atomic;
                if unordered && first.instance.name == second.instance.name {
                    continue;
                }
                if let Some(how) = race(program, first, second, home.is_some()) {
                    let (first, second) = (&first.instance, &second.instance);
                    wrong.push(format!("{first} and {second} race at {place}: {how}"));
                }
            }
        }
    }
    wrong.sort();
    wrong
}

/// Why the machine keeps no order of two executions, the first of which the tree runs first.
fn race(
    program: &Program<'_>,
    first: &Execution,
    second: &Execution,
    local: bool,
) -> Option<String> {
    let relation = first.relation(second)?;
    if first.kernel != second.kernel {
        return match relation {
            Relation::Before | Relation::After => None,
            _ => Some("kernels in no order".to_owned()),
        };
    }
    // A local array is that of one launch.
    if first.launch != second.launch {
        return None;
    }
    if let (None, Some(across)) = (&first.last_across, &second.last_across) {
        let mut others = Axis::ALL.into_iter().filter(|axis| !across.contains(axis));
        let of_group = others.all(|axis| first.block[axis.index()] == second.block[axis.index()]);
        // The last block of a group has counted all others, and itself.
        return match of_group && relation == Relation::Before {
            true => None,
            false => Some("a block of another group".to_owned()),
        };
    }
    if !local && first.block != second.block {
        return Some("different blocks".to_owned());
    }
    match relation {
        // Iterations of one block run one after another, and a local array outlives them.
        Relation::Apart(kind) if local && kind.block_axis().is_some() => {}
        Relation::Apart(kind) => return Some(format!("iterations of a loop on {kind}")),
        Relation::Unordered => return Some("no order in the tree".to_owned()),
        Relation::Before | Relation::After => {}
    }
    let from = if first.is_async {
        let Some(wait) = completed(program, first) else {
            return Some("a copy that no wait covers".to_owned());
        };
        if !before(wait, second) {
            return Some("a copy that is not waited for".to_owned());
        }
        wait
    } else {
        first
    };
    let fenced = || {
        let one_warp = program.warp(first).is_some() && program.warp(first) == program.warp(second);
        let least = if one_warp { Level::Warp } else { Level::Block };
        let barriers = program
            .executions
            .iter()
            .filter(|one| one.barrier >= Some(least));
        let mut between = barriers.filter(|barrier| barrier.kernel == first.kernel);
        between.any(|barrier| {
            before(from, barrier) && before(barrier, second) && same_block(barrier, first)
        })
    };
    (first.thread != second.thread && !fenced())
        .then(|| "different threads, and no barrier in between".to_owned())
}

/// The wait behind which an asynchronous copy is complete for its thread: the copies between two
/// waits are a group, and a wait completes all groups but the newest ones.
fn completed<'p>(program: &'p Program<'_>, copy: &Execution) -> Option<&'p Execution> {
    let waits = program.executions.iter().filter(|one| {
        one.leaves_groups.is_some()
            && (one.kernel, &one.launch) == (copy.kernel, &copy.launch)
            && same_block(one, copy)
            && before(copy, one)
    });
    let mut numbered = (0..).zip(waits);
    let covers = |(number, wait): &(u64, &Execution)| wait.leaves_groups <= Some(*number);
    numbered.find(covers).map(|(_, wait)| wait)
}

/// Whether one of two executions of a block always runs before the other one.
fn before(one: &Execution, other: &Execution) -> bool {
    match one.relation(other) {
        Some(Relation::Before) => true,
        Some(Relation::Apart(kind)) if kind.block_axis().is_some() => {
            let values =
                |one: &Execution| one.members().map(|(value, ..)| value).collect::<Vec<_>>();
            values(one) < values(other)
        }
        _ => false,
    }
}

/// Whether a barrier runs in the block of an execution: in all blocks if it is below no loop on
/// blocks.
fn same_block(barrier: &Execution, execution: &Execution) -> bool {
    let mut kinds = barrier.members();
    kinds.all(|(_, kind, _)| match kind.block_axis() {
        Some(axis) => barrier.block[axis.index()] == execution.block[axis.index()],
        None => true,
    })
}
