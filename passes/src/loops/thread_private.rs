//! Which arrays of a kernel each thread has parts of for itself.
//!
//! A barrier in a loop lets other threads of the block look at memory, so an accumulator may stay in a register across it
//! only if no other thread touches its element. Loops do not show that; the mapped tree does:
//!
//! ```text
//! T[i, j, k] -> C[i, j] on thread t0 = j mod 32, t1 = i mod 8
//! elements of thread (t0, t1)   ∩   elements of another thread (u0, u1) of the block   =   {}
//! ```
//!
//! Accesses to such arrays get the attribute `tc.thread_private`, for `loops-mem-to-reg`. **Cost**: one intersection for
//! each array that a kernel with barriers writes.

use tc_dialects::isl::{Context, Dim, Id, Map, Set, UnionSet};
use tc_dialects::schedule::tree::{Prefix, Refusal, Tree};

use super::generate::Ast;
use super::mapping::{Kernel, THREAD_PARAMETERS};
use super::scop::{AffineMap, ScopParts, Statement};

/// The arrays, by position, of which no two threads of a block of the kernel touch one element. Empty for a kernel
/// without barriers, where nothing depends on it.
pub fn thread_private(
    isl: &Context,
    parts: &ScopParts,
    kernel: &Kernel,
    ast: &Ast,
) -> Result<Vec<usize>, Refusal> {
    let statements = || {
        ast.instances
            .iter()
            .map(|instance| &parts.statements[instance.statement])
    };
    if kernel.block == [1, 1, 1] || !statements().any(|statement| statement.barrier) {
        return Ok(Vec::new());
    }
    let mut running = Vec::new();
    let domain = kernel.tree.domain()?;
    leaves(&kernel.tree, &Prefix::of_domain(domain)?, &mut running)?;
    let mut private = Vec::new();
    for array in 0..parts.arrays.len() {
        let written = statements().any(|statement| statement.writes.contains(&array));
        let gathered = statements().any(|statement| statement.gathered.contains(&array));
        if written && !gathered && is_private(isl, parts, kernel, &running, array)? {
            private.push(array);
        }
    }
    Ok(private)
}

fn is_private(
    isl: &Context,
    parts: &ScopParts,
    kernel: &Kernel,
    running: &[UnionSet],
    array: usize,
) -> Result<bool, Refusal> {
    let mut touched = None;
    for instances in running {
        add(isl, parts, instances, array, &mut touched)?;
    }
    let Some(touched) = touched else {
        return Ok(true);
    };
    let mine = touched.intersect_params(&kernel.context)?;
    let theirs = of_another_thread(isl, &mine)?;
    Ok(mine
        .intersect(&theirs)?
        .intersect_params(&different_threads(isl)?)?
        .is_empty()?)
}

/// The instances that a thread runs at each leaf, as a function of the parameters.
fn leaves(node: &Tree, prefix: &Prefix, running: &mut Vec<UnionSet>) -> Result<(), Refusal> {
    let below = prefix.enter(node)?;
    if node.children().is_empty() {
        running.push(below.active);
        return Ok(());
    }
    node.children()
        .iter()
        .try_for_each(|child| leaves(child, &below, running))
}

/// Adds the elements of an array that some instances touch.
fn add(
    isl: &Context,
    parts: &ScopParts,
    active: &UnionSet,
    array: usize,
    touched: &mut Option<Set>,
) -> Result<(), Refusal> {
    for instances in active.sets()? {
        let name = instances.name();
        let statement = parts
            .statements
            .iter()
            .find(|statement| Some(&statement.name) == name.as_ref());
        let maps = statement.map_or(&[][..], |statement: &Statement| &statement.affine);
        for map in maps.iter().filter(|map| map.array == Some(array)) {
            let here = instances.apply(&relation(isl, &instances, map)?)?;
            *touched = Some(match touched.take() {
                Some(touched) => touched.union(&here)?,
                None => here,
            });
        }
    }
    Ok(())
}

/// From instances to elements of one array.
fn relation(isl: &Context, instances: &Set, map: &AffineMap) -> Result<Map, Refusal> {
    let mut relation = Map::from_domain(&Set::universe(&instances.space()?)?)?;
    for subscript in &map.results {
        relation = relation.flat_range_product(&Map::from_pw_aff(subscript)?)?;
    }
    Ok(relation.set_tuple_id(Dim::Out, &Id::new(isl, "element")?)?)
}

/// The names of another thread's numbers.
const OTHER: [&str; 3] = ["u0", "u1", "u2"];

fn of_another_thread(isl: &Context, elements: &Set) -> Result<Set, Refusal> {
    let mut renamed = elements.clone();
    for (name, other) in THREAD_PARAMETERS.iter().zip(OTHER) {
        if let Some(position) = renamed.find_dim(Dim::Param, name) {
            renamed = renamed.set_dim_id(Dim::Param, position, &Id::new(isl, other)?)?;
        }
    }
    Ok(renamed)
}

fn different_threads(isl: &Context) -> Result<Set, Refusal> {
    let names: Vec<&str> = THREAD_PARAMETERS.into_iter().chain(OTHER).collect();
    let apart: Vec<String> = THREAD_PARAMETERS
        .iter()
        .zip(OTHER)
        .map(|(mine, other)| format!("{mine} != {other}"))
        .collect();
    Ok(Set::parse(
        isl,
        &format!("[{}] -> {{ : {} }}", names.join(", "), apart.join(" or ")),
    )?)
}
