//! The entry of a module below the `tc` level: a schedule that was edited by hand, loops, kernels.

use super::{Chosen, names, without_value};
use crate::{
    errors::{Errors, error, quoted},
    options::{BoundsChecks, Checking, Given},
    program::entries::{self, Entry},
    request::supplied::{self, Supplied},
    way::Way,
};
use melior::ir::Module;
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

/// Chooses the entry of a module without `tc.def`s and checks the request against it.
pub(super) fn check(
    way: &mut Way<'_>,
    checking: &Checking,
    given: &Given,
) -> Result<(Chosen, Vec<Supplied>), Errors> {
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
    let supplied = supplied::read(&given.inputs)?;
    let sizes = bind_sizes(way, &name, &given.sizes, &supplied)?;
    let entry = Entry {
        sizes,
        ..entries::find(&way.module, &name)?
    };
    check_about(&entry, checking)?;
    let returned = entry.parameters.iter().filter(|one| one.is_returned());
    let returned: Vec<String> = returned.map(|one| one.name.clone()).collect();
    let unknown = names::unknown_results(&name, &checking.results, &returned);
    if unknown.is_empty() {
        Ok((Chosen::Lowered(entry), supplied))
    } else {
        Err(unknown)
    }
}

/// Binds the sizes of a scop with unknown extents; returns their values.
fn bind_sizes(
    way: &mut Way<'_>,
    name: &str,
    sizes: &[(String, i64)],
    supplied: &[Supplied],
) -> Result<Vec<(String, i64)>, Errors> {
    let Some(scop) = entries::find_scop(&way.module, name)? else {
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
    let names = entries::names(module);
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
    Err(entry.refused(message, help))
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
            (None, None) => errors.push(without_value(name)),
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
