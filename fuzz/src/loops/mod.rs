//! A check of the loops that are generated for a scop, by running them.
//!
//! ```text
//! scop ─┬─► its statements in their own order ─────────────────────► arrays ─┐
//!       └─► schedule-to-cpu or schedule-to-gpu, without the proof ─► loops ─► arrays ─► equal?
//! ```
//!
//! [`tc_testing::enumeration`] runs the tree; here runs what is generated from it: `scf`,
//! `affine`, `memref`, `gpu`, barriers of blocks and warps, `arith` and `math`, directly behind the
//! generator. Nothing is shared with it. Numbers are those of the machine: integers wrap at their
//! width, floats round to their format. Found are
//!
//! - accesses outside of an array, divisions by zero;
//! - elements that are used and to which nothing has been written;
//! - races: between blocks, between threads without a barrier in between, between iterations of a
//!   parallel loop and lanes of a vector, for each element;
//! - barriers that some threads of a block do not reach;
//! - results that differ from those of the statements in their own order, and elements that only
//!   one of both writes.
//!
//! A scop with sizes runs at several small ones that its context admits.
//!
//! | module | contents |
//! | --- | --- |
//! | [`number`] | integers of a width, floats of a format |
//! | [`code`] | a function as a list of steps |
//! | [`decode`] | from operations to steps |
//! | [`memory`] | arrays, and who accessed each element last |
//! | [`thread`] | one thread |
//! | [`launch`] | the host, and kernels: blocks and their threads |
//! | [`meaning`] | the statements in their own order |
//!
//! **Cost**: some 30 ns for each step of each thread.

pub mod code;
pub mod decode;
pub mod launch;
pub mod meaning;
pub mod memory;
pub mod number;
#[cfg(test)]
mod tests;
pub mod thread;

use std::collections::HashMap;

use melior::Context;
use melior::ir::Module;
use tc_dialects::op;
use tc_dialects::schedule::tree::{Role, Scop};
use tc_isl::thread_context;
use tc_pass_host::{OperationRef, PipelineFailure};
use tc_testing::enumeration::Sizes;

use decode::Decoder;
use launch::Functions;
use memory::Memory;
use number::Value;
use thread::World;

/// The number of choices of sizes that run.
const CHOICES: usize = 8;
/// The steps of a run.
const FUEL: u64 = 60_000_000;

/// Runs the loops of all scops of a module that is given as text.
///
/// # Errors
/// What is wrong; or a line that begins with `undecided:`, or with [`meaning::MEANINGLESS`].
pub fn check(text: &str) -> Result<(), Vec<String>> {
    let context = tc_pipelines::new_context();
    all_sizes(&context, text).map_err(|mistake| vec![mistake])
}

fn parsed<'c>(context: &'c Context, text: &str) -> Result<Module<'c>, String> {
    Module::parse(context, text).ok_or_else(|| "undecided: the text is not a module".to_owned())
}

/// The scop of a module, and its operation.
fn scop_of<'c, 'a>(module: &'a Module<'c>) -> Result<(Scop, OperationRef<'c, 'a>), String> {
    let operations = op::operations(module.body()).into_iter();
    let mut scops = operations.filter(|one| op::is(*one, "schedule.scop"));
    let (Some(operation), None) = (scops.next(), scops.next()) else {
        return Err("undecided: expected one scop".to_owned());
    };
    let scop = Scop::from_op(&thread_context(), operation);
    Ok((
        scop.map_err(|error| format!("undecided: {error}"))?,
        operation,
    ))
}

fn all_sizes(context: &Context, text: &str) -> Result<(), String> {
    let module = parsed(context, text)?;
    let (scop, _) = scop_of(&module)?;
    if scop.sizes.is_empty() {
        return at_known_sizes(context, text);
    }
    let choices = Sizes::choices(&scop, CHOICES).map_err(|error| format!("undecided: {error}"))?;
    for sizes in choices {
        let values = sizes.given().iter();
        let given: Vec<String> = values
            .map(|(name, value)| format!("{name}={value}"))
            .collect();
        let given = given.join(",");
        let step = format!("schedule.scop(schedule-specialize{{sizes={given}}})");
        let mut known = parsed(context, text)?;
        run_passes(context, &mut known, &step)?;
        let known = known.as_operation().to_string();
        at_known_sizes(context, &known).map_err(|mistake| mistake + &sizes.text())?;
    }
    Ok(())
}

fn run_passes(context: &Context, module: &mut Module<'_>, passes: &str) -> Result<(), String> {
    let done = tc_pass_host::run_pipeline(context, module, passes, None);
    done.map(|_| ()).map_err(|failure| match failure {
        PipelineFailure::Failed { diagnostics } => {
            let first = diagnostics.first().map_or("", |one| one.message.as_str());
            format!("undecided: {passes}: {first}")
        }
        other => format!("undecided: {passes}: {other}"),
    })
}

fn at_known_sizes(context: &Context, text: &str) -> Result<(), String> {
    let mut module = parsed(context, text)?;
    let (scop, operation) = scop_of(&module)?;
    let mut own = World {
        fuel: FUEL,
        ..World::default()
    };
    let expected = meaning::arrays(&scop, true, &mut own.memory)?;
    meaning::run(&scop, operation, &expected, &mut own)?;
    let machine = if scop.grid.is_some() || scop.block.is_some() {
        "gpu"
    } else {
        "cpu"
    };
    run_passes(
        context,
        &mut module,
        &format!("schedule-to-{machine}{{verify=false}}"),
    )?;
    let mut generated = World {
        fuel: FUEL,
        ..World::default()
    };
    let found = meaning::arrays(&scop, true, &mut generated.memory)?;
    run_loops(&module, &found, &mut generated)?;
    compare(&scop, (&own.memory, &expected), (&generated.memory, &found))
}

/// Runs the function of a module, which may launch kernels.
///
/// # Errors
/// What is wrong; or a line that begins with `undecided:`.
pub fn run_loops(
    module: &Module<'_>,
    arguments: &[Value],
    world: &mut World,
) -> Result<(), String> {
    let undecided = |reason: String| format!("undecided: {reason}");
    let mut kernels: Functions = HashMap::new();
    let mut host = None;
    for operation in op::nested(module.as_operation()) {
        if op::is(operation, "gpu.func") {
            let code = Decoder::default().function(operation).map_err(undecided)?;
            kernels.insert(op::symbol(operation), code);
        }
        if op::is(operation, "func.func") {
            host = Some(Decoder::default().function(operation).map_err(undecided)?);
        }
    }
    let host = host.ok_or("undecided: no function")?;
    launch::host(&host, &kernels, arguments, world)
}

/// Compares the arguments that a scop writes.
fn compare(
    scop: &Scop,
    (own, expected): (&Memory, &[Value]),
    (generated, found): (&Memory, &[Value]),
) -> Result<(), String> {
    let arguments = scop
        .arrays
        .iter()
        .filter_map(|array| Some((array, array.kind.role()?)));
    for ((array, role), (expected, found)) in arguments.zip(expected.iter().zip(found)) {
        let (Value::View(expected), Value::View(found)) = (*expected, *found) else {
            continue;
        };
        if role == Role::In {
            continue;
        }
        let kind = own.arrays[own.views[expected].array].kind;
        let expected = &own.arrays[own.views[expected].array].elements;
        let found = &generated.arrays[generated.views[found].array].elements;
        let finite = expected.iter().filter_map(|value| match value {
            Value::Float(value) if value.is_finite() => Some(value.abs()),
            _ => None,
        });
        let allowed = kind.tolerance() * finite.fold(0.0, f64::max);
        for (element, (expected, found)) in expected.iter().zip(found).enumerate() {
            let name = &array.name;
            let what = match (*expected, *found) {
                (Value::Unwritten(..), Value::Unwritten(..)) => continue,
                (_, Value::Unwritten(..)) => "is not written".to_owned(),
                (Value::Unwritten(..), _) => "is written, which the program does not do".to_owned(),
                (Value::Float(want), Value::Float(got)) => {
                    let close = (got - want).abs() <= allowed;
                    if close || got == want || (got.is_nan() && want.is_nan()) {
                        continue;
                    }
                    format!("is {got}, expected {want}")
                }
                (want, got) if want == got => continue,
                (want, got) => format!("is {got:?}, expected {want:?}"),
            };
            return Err(format!("element {element} of {name} {what}"));
        }
    }
    Ok(())
}
