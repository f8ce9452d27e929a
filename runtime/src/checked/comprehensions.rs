//! The entry of a module with defs: its names are checked, and its ranges are inferred.

use super::{Chosen, names};
use crate::{
    errors::{Errors, error, meant, quoted},
    options::{BoundsChecks, Checking, Given},
    program::defs,
    request::{
        inputs::{self, Source},
        supplied::{self, Supplied},
    },
    way::{Way, is_at_data},
};
use melior::ir::Module;
use tc_comprehensions::{infer_ranges::TcInferRanges, inference::explain::Explanation};
use tc_dialects::{tc::Left, tensor::ElementType};
use tc_pipelines::Bindings;
use tc_syntax::diagnostic::{Code, Diagnostic};

/// Chooses a def, checks the names given for it, and brings the module to the `tc` level.
pub(super) fn check(
    way: &mut Way<'_>,
    checking: &Checking,
    given: &Given,
) -> Result<(Chosen, Vec<Supplied>), Errors> {
    let mut supplied = supplied::read(&given.inputs)?;
    let module = &way.module;
    let name = choose_def(module, checking.entry.as_ref())?;
    defs::hide_others(&name, way.context, module);
    names::check(&name, module, &checking.results, &given.sizes, &supplied)?;
    names::check_open(&name, &defs::find(module, &name)?, &given.open)?;
    read_literals(&name, module, &mut supplied)?;
    let scalars = scalars(&name, module, &given.sizes, &supplied)?;
    let mut free = free_sizes(&name, module, &given.sizes);
    free.retain(|(name, _)| !given.open.contains(name));
    let reads_at_data = infer(way, checking, free, scalars.clone())?;
    let is_computed = |left: &Left| matches!(left, Left::Computed(_));
    let statements = defs::find(&way.module, &name)?.comprehensions();
    let writes_at_data = statements
        .iter()
        .any(|one| one.left().iter().any(is_computed));
    let entry = Chosen::Def {
        name,
        scalars,
        reads_at_data: reads_at_data || writes_at_data,
    };
    Ok((entry, supplied))
}

/// Infers ranges; true if there are subscripts whose data alone decide whether they are in range.
fn infer(
    way: &mut Way<'_>,
    checking: &Checking,
    sizes: Vec<(String, i64)>,
    scalars: Vec<(String, i64)>,
) -> Result<bool, Errors> {
    let mut to_tc = tc_pipelines::to_tc(&Bindings { sizes, scalars });
    to_tc.edit(|infer: &mut TcInferRanges| {
        infer.notes = true;
        infer.explain = checking.explain_ranges;
        infer.strict_ranges = checking.strict_ranges;
    });
    let mut report = way.stage_in_silence(&to_tc)?;
    let mut ranges: Vec<Explanation> = report.take();
    ranges.sort_by_key(|record| record.place.as_ref().map(|place| place.start));
    way.log.outcome.ranges = ranges;
    let mut said = report.diagnostics;
    let reads_at_data = said.iter().any(is_at_data);
    // With a check at run time, the warning about an unchecked access does not apply.
    if checking.bounds_checks == BoundsChecks::Everywhere {
        said.retain(|one| !is_at_data(one));
    }
    way.log.tell(said)?;
    Ok(reads_at_data)
}

fn choose_def(module: &Module, wanted: Option<&String>) -> Result<String, Errors> {
    let all = defs::defs(module).into_iter();
    let names: Vec<String> = all
        .filter(|def| !defs::is_private(*def))
        .map(|def| def.name())
        .collect();
    match wanted {
        Some(entry) if names.contains(entry) => Ok(entry.clone()),
        Some(entry) => {
            let unknown = Diagnostic::error(Code::TC0515, format!("unknown def `{entry}`"));
            let help = meant(entry, &names, "the file defines");
            Err(vec![unknown.help(help)])
        }
        None => match names.as_slice() {
            [only] => Ok(only.clone()),
            [] => Err(error("the file defines nothing")),
            _ => Err(error(format!(
                "the file defines {}: choose one with --entry",
                quoted(&names)
            ))),
        },
    }
}

/// Gives inputs that are written as literals their types in the def.
fn read_literals(entry: &str, module: &Module, given: &mut [Supplied]) -> Result<(), Errors> {
    let def = defs::find(module, entry)?;
    let mut errors = Vec::new();
    for one in given {
        let Source::Literal(text) = &one.source else {
            continue;
        };
        let tensors = def.arguments().into_iter();
        // A name that the def does not have is refused along with all others.
        let Some(tensor) = tensors.into_iter().find(|tensor| tensor.name() == one.name) else {
            continue;
        };
        let ty = tensor.tensor_type();
        let refused = |reason: String| {
            Diagnostic::error(Code::TC0502, format!("input `{}`: {reason}", one.name))
        };
        if ty.rank() > 0 {
            let reason = format!(
                "expected a tensor with {} dimensions, found the value `{text}`",
                ty.rank()
            );
            errors.push(refused(reason).help(format!(
                "--input {0}=FILE.npy, or {0}=zeros, ones or random; a file of that name is ./{text}",
                one.name
            )));
            continue;
        }
        let Some(element) = ElementType::from_mlir(&ty.element().to_string()) else {
            continue;
        };
        match inputs::literal(text, element) {
            Ok(tensor) => one.tensor = Some(tensor),
            Err(reason) => errors.push(refused(reason)),
        }
    }
    if errors.is_empty() {
        Ok(())
    } else {
        Err(errors)
    }
}

/// The values of the integer scalar inputs that are known: from their files, or given as sizes are.
fn scalars(
    entry: &str,
    module: &Module,
    sizes: &[(String, i64)],
    given: &[Supplied],
) -> Result<Vec<(String, i64)>, Errors> {
    let mut known = Vec::new();
    for tensor in defs::find(module, entry)?.scalars() {
        let name = tensor.name();
        let from_file = given
            .iter()
            .find(|one| one.name == name)
            .and_then(|one| one.tensor.as_ref()?.get_integer(0));
        let from_line = sizes
            .iter()
            .find(|(size, _)| *size == name)
            .map(|(_, value)| *value);
        let value = from_file
            .and_then(|value| i64::try_from(value).ok())
            .or(from_line);
        known.extend(value.map(|value| (name, value)));
    }
    Ok(known)
}

/// The values of the sizes that no input determines.
fn free_sizes(entry: &str, module: &Module, sizes: &[(String, i64)]) -> Vec<(String, i64)> {
    let free = defs::find(module, entry)
        .map(|def| def.extra_sizes())
        .unwrap_or_default();
    sizes
        .iter()
        .filter(|(name, _)| free.contains(name))
        .cloned()
        .collect()
}
