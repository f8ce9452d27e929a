//! Modules below the `tc` level: a schedule that was edited by hand, loops, kernels.
//!
//! A scop defines what it computes: its statements in the order of the text, each with its indices
//! in lexicographic order. Loops and kernels only say how, so that there is nothing to check them
//! against.

use crate::{
    call::{self, Call, Supplied},
    checked::{BoundsChecks, Checking, Given},
    cpu::{self, Runs},
    module::{self, Entry, Machine},
    outcome::{Errors, Tensors, error, quoted},
    platform::{Executor, Platform},
    stored,
    way::{self, Way},
};
use melior::{Context, ir::Module};
use tc_dialects::{
    op,
    schedule::tree::{Array, Scop},
};
use tc_pipelines::{Level, Stage, Step};
use tc_schedule::specialize::ScheduleSpecialize;
use tc_syntax::{
    diagnostic::{Code, Diagnostic},
    near::nearest,
};

/// The reference of a schedule.
pub(crate) const OWN_ORDER: &str = "the statements' own order";

/// Chooses the entry of a module without `tc.def`s and checks the request against it.
pub(crate) fn check(
    way: &mut Way<'_>,
    checking: &Checking,
    given: &Given,
) -> Result<(Entry, Vec<Supplied>), Errors> {
    let name = choose(&way.module, checking.entry.as_ref())?;
    if let Some(size) = given.open.first() {
        let message = format!(
            "size `{size}` of `{name}` cannot be left open: that needs comprehensions, at the level tc"
        );
        return Err(vec![
            Diagnostic::error(None, message).help(format!("give {size} a value")),
        ]);
    }
    hide_other_scops(&name, &way.module);
    let supplied = call::read(&given.inputs)?;
    let sizes = bind_sizes(way, &name, &given.sizes, &supplied)?;
    let entry = Entry {
        sizes,
        ..module::find(&way.module, &name)?
    };
    check_about(&entry, checking)?;
    let returned = entry.parameters.iter().filter(|one| one.is_returned());
    let returned: Vec<String> = returned.map(|one| one.name.clone()).collect();
    let unknown = call::unknown_results(&name, &checking.results, &returned);
    if unknown.is_empty() {
        Ok((entry, supplied))
    } else {
        Err(unknown)
    }
}

/// A copy of a module with scops, lowered to a level in the statements' own order.
pub(crate) fn statement_order<'c>(
    context: &'c Context,
    module: &Module<'c>,
    last: Level,
    verify: bool,
) -> Result<Module<'c>, Errors> {
    let mut copy = way::copy(module)?;
    let mut stages = tc_backend_cpu::pipeline::statement_order();
    if !verify {
        tc_pipelines::without_proof(&mut stages);
    }
    for stage in stages.iter().filter(|stage| stage.level <= last) {
        way::run(context, &mut copy, stage)?;
    }
    Ok(copy)
}

/// The results of a scop whose statements run in the order of the text, and the instances of each
/// in the lexicographic order of their indices, on one thread: it is lowered for the CPU from a
/// tree with exactly this order, whatever its own tree is.
pub(crate) fn in_own_order(
    context: &Context,
    module: &Module<'_>,
    entry: &Entry,
    call: &Call,
    verify: bool,
) -> Result<Tensors, Errors> {
    if entry.level != Level::Schedule {
        return Err(no_order(
            entry,
            "leave out --check, or give its level schedule, whose statements have an order of their own",
        ));
    }
    let lowered = statement_order(context, module, Level::Llvm, verify)?;
    let mut call = call.clone();
    let object = || stored::object(&lowered, &entry.name);
    cpu::run(object, &entry.name, &mut call, &Runs::default(), None)?;
    Ok(call.take_outputs())
}

/// Binds the sizes of a scop with unknown extents; returns their values.
fn bind_sizes(
    way: &mut Way<'_>,
    name: &str,
    sizes: &[(String, i64)],
    supplied: &[Supplied],
) -> Result<Vec<(String, i64)>, Errors> {
    let Some(scop) = module::find_scop(&way.module, name)? else {
        return Ok(Vec::new());
    };
    let is_open = |array: &Array| array.shape.contains(&None);
    if scop.sizes.is_empty() && !scop.arrays.iter().any(is_open) {
        return Ok(Vec::new());
    }
    let sizes = values_of_sizes(&scop, sizes, supplied)?;
    let specialize = specialize(&scop, &sizes, supplied);
    let of_scop = vec![Step::nested("schedule.scop", vec![specialize])];
    way.stage(&Stage::new(Level::Schedule, of_scop))?;
    Ok(sizes)
}

/// The name of the entry to run.
fn choose(module: &Module<'_>, wanted: Option<&String>) -> Result<String, Errors> {
    let names = module::names(module);
    match (wanted, names.as_slice()) {
        (_, []) => Err(vec![
            Diagnostic::error(None, "the module holds nothing that runs")
                .help("expected a tc.def, a schedule.scop, or a function of loops or launches"),
        ]),
        (Some(entry), _) if names.contains(entry) => Ok(entry.clone()),
        (Some(entry), _) => {
            let unknown = Diagnostic::error(Code::TC0515, format!("unknown entry `{entry}`"));
            Err(vec![
                match nearest(entry, names.iter().map(String::as_str)) {
                    Some(near) => unknown.help(format!("did you mean `{near}`?")),
                    None => unknown.help(format!("the module holds {}", quoted(&names))),
                },
            ])
        }
        (None, [only]) => Ok(only.clone()),
        (None, _) => Err(error(format!(
            "the module holds {}: choose one with --entry",
            quoted(&names)
        ))),
    }
}

/// A request that an entry cannot meet.
fn refused(entry: &Entry, message: String, help: &str) -> Errors {
    let refused = Diagnostic::error(None, message).at(entry.place.clone(), "");
    vec![refused.help(help)]
}

/// A request that only comprehensions can meet.
fn check_about(entry: &Entry, checking: &Checking) -> Result<(), Errors> {
    let flag = match checking.bounds_checks {
        _ if checking.explain_ranges => "--explain=ranges",
        BoundsChecks::Everywhere => "--bounds-checks",
        BoundsChecks::OnCpu | BoundsChecks::Nowhere => return Ok(()),
    };
    let (name, level) = (&entry.name, entry.level.as_str());
    let message = format!("{flag} needs comprehensions, and `{name}` is at the level {level}");
    let help = "give the program it comes from, or its level tc";
    Err(refused(entry, message, help))
}

/// A request of a platform that cannot be met from the level of an entry on.
pub(crate) fn check_platform(entry: &Entry, platform: &Platform) -> Result<(), Errors> {
    let (name, level) = (&entry.name, entry.level);
    let levels = &platform.lowering.levels;
    if let Some(wanted) = levels.iter().find(|wanted| **wanted < level) {
        let (level, wanted) = (level.as_str(), wanted.as_str());
        let message = format!("`{name}` is at the level {level}, after the level {wanted}");
        return Err(refused(entry, message, "print that level from the program"));
    }
    if level > Level::Schedule && platform.lowering.script.is_some() {
        let (level, help) = (
            level.as_str(),
            "give the program it comes from, or its level tc or schedule",
        );
        let message =
            format!("--schedule needs loops to schedule, and `{name}` is at the level {level}");
        return Err(refused(entry, message, help));
    }
    if level > Level::Schedule && platform.executor() == Executor::Reference {
        return Err(no_order(
            entry,
            "use --target cpu, --target emulator or --target cuda",
        ));
    }
    check_machine(entry, platform.executor())
}

/// A request for a reference of something that has none.
fn no_order(entry: &Entry, help: &str) -> Errors {
    let (name, level) = (&entry.name, entry.level.as_str());
    let message =
        format!("`{name}` is at the level {level}, which says how to compute but not what");
    refused(entry, message, help)
}

/// A module for one machine on another.
fn check_machine(entry: &Entry, executor: Executor) -> Result<(), Errors> {
    let name = &entry.name;
    let is_scop = entry.level == Level::Schedule;
    let (message, help) = match (entry.machine, executor.is_gpu()) {
        _ if executor == Executor::Reference => return Ok(()),
        (Some(Machine::Gpu), false) if is_scop => (
            format!("`{name}` is mapped to blocks and threads, which a CPU does not have"),
            "use --target emulator or --target cuda; --target reference runs its statements in their own order",
        ),
        (Some(Machine::Gpu), false) => (
            format!("`{name}` launches kernels of a GPU"),
            "use --target emulator or --target cuda",
        ),
        (Some(Machine::Cpu), true) if is_scop => (
            format!(
                "`{name}` has loops on the threads of a CPU, and no blocks and threads of a GPU"
            ),
            "use --target cpu, or map it with schedule-map-blocks and schedule-map-threads",
        ),
        (Some(Machine::Cpu), true) => (
            format!("`{name}` is a function for a CPU, and launches no kernel"),
            "use --target cpu",
        ),
        _ => return Ok(()),
    };
    Err(refused(entry, message, help))
}

/// Erases the scops that do not run: their errors do not matter.
fn hide_other_scops(entry: &str, module: &Module<'_>) {
    let operations = op::operations(module.body());
    let scops: Vec<_> = operations
        .into_iter()
        .filter(|operation| tc_pass_host::is(*operation, "schedule.scop"))
        .collect();
    for scop in scops {
        if op::string(scop, "sym_name").as_deref() != Some(entry) {
            tc_pass_host::erase(scop);
        }
    }
}

/// The extents of the tensor that is supplied for an argument.
fn shape<'s>(scop: &Scop, argument: usize, supplied: &'s [Supplied]) -> Option<&'s [usize]> {
    let name = &scop.arrays.get(argument)?.name;
    let tensor = supplied
        .iter()
        .find(|one| one.name == *name)?
        .tensor
        .as_ref()?;
    Some(tensor.shape())
}

/// The value of each size of a scop, from the inputs or from the command line.
fn values_of_sizes(
    scop: &Scop,
    given: &[(String, i64)],
    supplied: &[Supplied],
) -> Result<Vec<(String, i64)>, Errors> {
    let mut errors = Vec::new();
    let mut sizes: Vec<(String, i64)> = Vec::new();
    for size in &scop.sizes {
        let name = &size.name;
        let from_input = size.extent_of.and_then(|(argument, dim)| {
            let extent = shape(scop, argument, supplied)?.get(dim)?;
            i64::try_from(*extent).ok()
        });
        let from_line = given.iter().find(|(other, _)| other == name);
        match (from_input, from_line.map(|(_, value)| *value)) {
            (Some(found), Some(value)) if found != value => {
                let message =
                    format!("size `{name}` is {found} from the inputs, and {value} is given");
                errors.push(Diagnostic::error(Code::TC0504, message));
            }
            (_, Some(value)) if value < 0 => errors.push(Diagnostic::error(
                None,
                format!("size `{name}` must not be negative, found {value}"),
            )),
            (Some(value), _) | (None, Some(value)) => sizes.push((name.clone(), value)),
            (None, None) => errors.push(call::without_value(name)),
        }
    }
    if errors.is_empty() {
        Ok(sizes)
    } else {
        Err(errors)
    }
}

/// `schedule-specialize` with the sizes of a scop and the shapes of its inputs.
fn specialize(scop: &Scop, sizes: &[(String, i64)], supplied: &[Supplied]) -> Step {
    let shapes: Vec<String> = (0..scop.arrays.len())
        .filter_map(|position| {
            let extents = shape(scop, position, supplied)?.iter();
            let extents: Vec<String> = extents.map(usize::to_string).collect();
            let is_plain = extents.is_empty();
            (!is_plain).then(|| format!("{}={}", scop.arrays[position].name, extents.join("x")))
        })
        .collect();
    let values: Vec<String> = sizes
        .iter()
        .map(|(name, value)| format!("{name}={value}"))
        .collect();
    Step::of(&ScheduleSpecialize {
        sizes: values,
        shapes,
        ..Default::default()
    })
}

#[cfg(test)]
mod tests {
    use crate::{
        Checking, Contents, Executor, Failure, Given, Lowering, Program, Reading, Running, Tensors,
    };

    /// Running sums; `tree` and `mapping` say how they are computed.
    fn sums(mapping: &str, tree: &str) -> String {
        format!(
            r#"schedule.scop @sums(%A: memref<4xf32>, inout %B: memref<5xf32>){mapping} {{
              schedule.statement @S(%i) {{
                %0 = affine.load %A[%i] : memref<4xf32>
                %1 = affine.load %B[%i] : memref<5xf32>
                %2 = arith.addf %0, %1 : f32
                affine.store %2, %B[%i + 1] : memref<5xf32>
              }}
              schedule.domain "{{ S[i] : 0 <= i < 4 }}" {{
                schedule.band ({tree}) {{}}
              }}
            }}"#
        )
    }

    /// The results of the scop as it stands, and of its statements in their own order.
    fn run(text: &str, executor: Executor, verify: bool) -> Result<(Tensors, Tensors), Failure> {
        let context = crate::new_context();
        let program = Program::parse(&context, "sums.mlir", text, Reading::default())?;
        let platform = program.platform(Lowering::new(executor))?;
        let checking = Checking {
            verify,
            ..Checking::default()
        };
        let given = Given {
            inputs: ["A=ones", "B=zeros"]
                .map(|one| one.parse().unwrap())
                .to_vec(),
            ..Given::default()
        };
        let bound = program.check(checking, &given)?.bind(Contents::Given)?;
        let own_order = bound.evaluate()?;
        let outcome = bound.compile(platform)?.run(&Running::default())?;
        Ok((outcome.outputs, own_order.outputs))
    }

    fn values(tensors: &Tensors) -> Vec<f32> {
        assert_eq!(tensors.len(), 1);
        assert_eq!(tensors[0].0, "B");
        tensors[0].1.as_slice::<f32>().unwrap().to_vec()
    }

    const BACKWARDS: &str = r#"sequential "{ S[i] -> [-i] }""#;

    #[test]
    fn a_wrong_schedule_is_refused_or_run_as_it_stands() {
        let refused = run(&sums("", BACKWARDS), Executor::Cpu, true).unwrap_err();
        assert!(!refused.while_running);
        assert_eq!(
            refused.diagnostics[0].message,
            "the flow dependence S[0] -> S[1] on `B` is broken: band member 0 runs the second instance first"
        );
        let (wrong, own_order) = run(&sums("", BACKWARDS), Executor::Cpu, false).unwrap();
        assert_eq!(values(&wrong), [0.0, 1.0, 1.0, 1.0, 1.0]);
        assert_eq!(values(&own_order), [0.0, 1.0, 2.0, 3.0, 4.0]);
    }

    #[test]
    fn the_statements_have_an_order_whatever_the_tree_says() {
        let (own, _) = run(&sums("", BACKWARDS), Executor::Reference, true).unwrap();
        assert_eq!(values(&own), [0.0, 1.0, 2.0, 3.0, 4.0]);
    }

    #[test]
    fn the_sanitizer_finds_what_was_not_proved() {
        let tree = r#"thread.x coincident "{ S[i] -> [i] }""#;
        let races = run(&sums(" grid(1) block(4)", tree), Executor::Emulator, false).unwrap_err();
        assert!(races.while_running, "{:?}", races.diagnostics);
        assert!(
            races.diagnostics[0].message.contains("race"),
            "{:?}",
            races.diagnostics
        );
    }
}
