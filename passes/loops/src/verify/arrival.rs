//! Where blocks are counted, and what only the last one of a group runs.
//!
//! ```text
//! gpu.func                                          all threads of all blocks reach it
//!   ..                                              what all blocks run
//!   %last = schedule.arrive %n[%g] of 4             %n: zeros, which nothing else touches
//!   scf.if %last { .. }                             does not depend on which block is the last
//! ```

use std::collections::HashSet;

use tc_dialects::op::{self, OperationKey};
use tc_dialects::schedule::tree::{Axis, Refusal};
use tc_dialects::schedule::{ARRIVE, ZEROED};
use tc_pass_host::*;

use super::index::undecided;

/// The count of which a branch has the result.
pub fn of<'c, 'a>(branch: OperationRef<'c, 'a>) -> Option<OperationRef<'c, 'a>> {
    let condition = op::operands(branch).first().copied()?;
    op::defining_operation(condition).filter(|made| op::is(*made, ARRIVE))
}

/// Checks that all threads of a kernel reach a count, that its branch has no other side, and that
/// its counters are zeros that nothing else touches.
pub fn check_place<'c, 'a>(
    branch: OperationRef<'c, 'a>,
    arrive: OperationRef<'c, 'a>,
) -> Result<(), Refusal> {
    let in_kernel = |one: OperationRef<'c, 'a>| {
        one.parent_operation()
            .is_some_and(|parent| op::is(parent, "gpu.func"))
    };
    if !in_kernel(branch) || !in_kernel(arrive) {
        return Err(Refusal::new("a count of blocks that not all of them reach"));
    }
    let mut others = branch.regions().skip(1);
    if branch.result_count() > 0 || others.any(|region| region.first_block().is_some()) {
        return Err(undecided("a count of blocks that chooses a value"));
    }
    let Some(kernel) = arrive.parent_operation() else {
        return Err(undecided("a count of blocks outside of a kernel"));
    };
    let counter = op::operands(arrive)[0];
    let position = op::body(kernel)
        .and_then(|entry| op::arguments(entry).iter().position(|one| *one == counter));
    let position = position.ok_or_else(|| undecided("counters that no launch gives"))?;
    let uses = op::nested(kernel)
        .into_iter()
        .filter(|one| op::operands(*one).contains(&counter));
    if uses.count() != 1 {
        return Err(Refusal::new(
            "a kernel touches counters of blocks otherwise",
        ));
    }
    let module = std::iter::successors(Some(kernel), |one| one.parent_operation()).last();
    let launches = module.map_or_else(Vec::new, op::nested).into_iter();
    let name = op::symbol(kernel);
    for launch in launches.filter(|one| op::is(*one, "gpu.launch_func")) {
        let callee = launch.attribute("kernel").map(|callee| callee.to_string());
        if !callee.is_ok_and(|callee| callee.ends_with(&format!("@{name}"))) {
            continue;
        }
        let given = op::operands(launch);
        let memrefs = op::body(kernel).map_or_else(Vec::new, op::arguments);
        let declared = op::integer(kernel, "workgroup_attributions").unwrap_or(0);
        let taken = memrefs
            .len()
            .saturating_sub(usize::try_from(declared).unwrap_or(0));
        let first = given.len().saturating_sub(taken);
        let memory = given.get(first + position).copied();
        let made = memory.and_then(op::defining_operation);
        let zeroed =
            made.filter(|made| op::is(*made, "memref.alloc") && made.has_attribute(ZEROED));
        if zeroed.is_none() {
            return Err(Refusal::new("counters of blocks that are no zeros"));
        }
        let host = launches_around(launch);
        let others = host
            .into_iter()
            .filter(|one| !op::is(*one, "memref.dealloc") && *one != launch);
        if others
            .into_iter()
            .any(|one| memory.is_some_and(|memory| op::operands(one).contains(&memory)))
        {
            return Err(Refusal::new(
                "counters of blocks that another launch touches",
            ));
        }
    }
    Ok(())
}

/// The operations of the function around a launch.
fn launches_around<'c, 'a>(launch: OperationRef<'c, 'a>) -> Vec<OperationRef<'c, 'a>> {
    let parents = std::iter::successors(Some(launch), |one| one.parent_operation());
    let function = parents.into_iter().find(|one| op::is(*one, "func.func"));
    function.map_or_else(Vec::new, op::nested)
}

/// Checks that a branch does not depend on the numbers of the block along these axes.
pub fn check_numbers<'c, 'a>(branch: OperationRef<'c, 'a>, across: &[Axis]) -> Result<(), Refusal> {
    let mut seen: HashSet<OperationKey> = HashSet::new();
    let mut pending = op::nested(branch);
    while let Some(one) = pending.pop() {
        if !seen.insert(OperationKey::of(one)) {
            continue;
        }
        if op::is(one, "gpu.block_id") {
            let dimension = one.attribute("dimension").map(|axis| axis.to_string());
            let dimension = dimension.unwrap_or_default();
            if across
                .iter()
                .any(|axis| dimension.contains(&format!("dim {axis}")))
            {
                return Err(Refusal::new(
                    "what the last block of a group runs depends on which block that is",
                ));
            }
        }
        pending.extend(
            op::operands(one)
                .into_iter()
                .filter_map(op::defining_operation),
        );
    }
    Ok(())
}
