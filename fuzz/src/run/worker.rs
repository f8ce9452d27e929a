//! A separate process that answers cases: one line of JSON in, one line out. If compiled code or
//! LLVM crashes it, the pool starts another.

use super::verdict::{Verdict, anonymous};
use crate::program::case::{Case, Output};
use std::io::{BufRead, Write};
use std::panic::{AssertUnwindSafe, catch_unwind};
use tc_dialects::tensor::Tensor;
use tc_pipelines::mapping::MappingOptions;
use tc_runtime::{
    Checking, Contents, Executor, Failure, Given, Lowering, Program, Reading, Running, Tensors,
};

/// Precedes every answer, since LLVM may print to standard output as well.
pub const ANSWER: &str = "tc-fuzz-answer ";

/// Behind the name of an executor: sizes are left open.
pub const OPEN: &str = ", open sizes";

/// What the runtime says of sizes that only fixed values allow; the program is valid.
const CLOSED: &str = "cannot be left open";

/// Answers cases until standard input ends.
///
/// # Errors
/// A folder for the programs cannot be made, or the pool is gone.
pub fn serve() -> std::io::Result<()> {
    let folder = tempfile::tempdir()?;
    for line in std::io::stdin().lock().lines() {
        let verdict = match serde_json::from_str::<Case>(&line?) {
            Ok(case) => answer(&case, &folder.path().join("program.tc")),
            Err(error) => Verdict::Crashed(format!("malformed case: {error}")),
        };
        let mut out = std::io::stdout().lock();
        writeln!(out, "\n{ANSWER}{}", serde_json::to_string(&verdict)?)?;
        out.flush()?;
    }
    Ok(())
}

/// Runs a case on every executor that it names; its program is written to `file`.
pub fn answer(case: &Case, file: &std::path::Path) -> Verdict {
    if let Err(error) = std::fs::write(file, &case.text) {
        return Verdict::Crashed(format!("cannot write {}: {error}", file.display()));
    }
    let mut runs = vec![(Executor::Cpu, &case.cpu)];
    runs.extend(case.gpu.as_ref().map(|gpu| (Executor::Emulator, gpu)));
    let mut closed = None;
    for (executor, mapping) in runs {
        let one = catch_unwind(AssertUnwindSafe(|| on(case, file, executor, mapping)));
        match one {
            Ok(Verdict::Agree) => {}
            Ok(Verdict::AgreeFixed(message)) => closed = Some(message),
            Ok(other) => return other,
            Err(_) => return Verdict::Crashed("a panic".to_owned()),
        }
    }
    closed.map_or(Verdict::Agree, Verdict::AgreeFixed)
}

fn on(
    case: &Case,
    file: &std::path::Path,
    executor: Executor,
    mapping: &MappingOptions,
) -> Verdict {
    let inputs = match case.inputs.iter().map(|input| input.parse()).collect() {
        Ok(inputs) => inputs,
        Err(reason) => return Verdict::Crashed(format!("malformed input: {reason}")),
    };
    let mut given = Given {
        sizes: case.sizes.clone(),
        inputs,
        ..Given::default()
    };
    let lowering = Lowering {
        mapping: mapping.clone(),
        verify_code: true,
        ..Lowering::new(executor)
    };
    let compared = |given: &Given, how: &str, own: bool| {
        let executor = format!("{}{how}", executor.as_str());
        match outputs(file, given, case.algebra, lowering.clone()) {
            Ok((got, want)) => match difference(&got, &want, &case.outputs, own) {
                Some(message) => Verdict::Differs { executor, message },
                None => Verdict::Agree,
            },
            Err(failure) => refused(&failure, executor),
        }
    };
    let fixed = compared(&given, "", true);
    if fixed != Verdict::Agree || case.open.is_empty() {
        return fixed;
    }
    given.open.clone_from(&case.open);
    match compared(&given, OPEN, true) {
        Verdict::Agree => {}
        Verdict::Refused { message, .. } if message.contains(CLOSED) => {
            return Verdict::AgreeFixed(message);
        }
        other => return other,
    }
    for sizes in case.other_sizes() {
        given.sizes = sizes;
        let mut verdict = compared(&given, OPEN, false);
        if let Verdict::Differs { message, .. } | Verdict::Faulty { message, .. } = &mut verdict {
            *message = format!("{message}, with {:?}", given.sizes);
        }
        // What is refused are sizes that the program does not allow.
        if verdict.is_failure() {
            return verdict;
        }
    }
    Verdict::Agree
}

/// The results of an executor and of the reference evaluator.
fn outputs(
    file: &std::path::Path,
    given: &Given,
    algebra: bool,
    lowering: Lowering,
) -> Result<(Tensors, Tensors), Failure> {
    let checking = Checking {
        entry: Some("f".to_owned()),
        ..Checking::default()
    };
    let context = tc_runtime::new_context();
    let program = Program::read(&context, file, Reading::default())?;
    let platform = program.platform(lowering)?;
    let bound = program.check(checking, given)?.bind(Contents::Random)?;
    let bound = if algebra { bound.in_algebra()? } else { bound };
    let expected = bound.evaluate()?;
    let outcome = bound.compile(platform)?.run(&Running::default())?;
    Ok((outcome.outputs, expected.outputs))
}

fn refused(failure: &Failure, executor: String) -> Verdict {
    let Some(first) = failure.diagnostics.iter().find(|one| one.is_error()) else {
        return Verdict::Crashed("refused without a reason".to_owned());
    };
    let message = first.short();
    // A message about something that a target cannot do names it.
    if failure.while_running && !message.contains("not emulated") {
        return Verdict::Faulty {
            executor,
            message: first.message.clone(),
        };
    }
    let reason = match first.code {
        Some(code) => format!("{code:?}"),
        None => format!("{executor}: {}", anonymous(&first.message)),
    };
    Verdict::Refused { reason, message }
}

/// The first wrong output; at the program's `own` sizes, its shape is known.
fn difference(
    got: &[(String, Tensor)],
    want: &[(String, Tensor)],
    outputs: &[Output],
    own: bool,
) -> Option<String> {
    if got.len() != outputs.len() || want.len() != outputs.len() {
        return Some(format!(
            "expected {} outputs, found {} and {}",
            outputs.len(),
            got.len(),
            want.len()
        ));
    }
    for output in outputs {
        let find = |all: &[(String, Tensor)]| {
            all.iter()
                .find(|(name, _)| *name == output.name)
                .map(|(_, tensor)| tensor.clone())
        };
        let (Some(got), Some(want)) = (find(got), find(want)) else {
            return Some(format!("no output `{}`", output.name));
        };
        let due = if own { &output.shape[..] } else { want.shape() };
        if got.shape() != due || want.shape() != due {
            return Some(format!(
                "output `{}`: expected shape {due:?}, found {:?}",
                output.name,
                got.shape()
            ));
        }
        if let Some(position) =
            (0..want.len()).find(|position| !agree(&got, &want, *position, output.error))
        {
            let shown = |tensor: &Tensor| match tensor.get_integer(position) {
                Some(value) => value.to_string(),
                None => tensor.get_f64(position).unwrap_or(f64::NAN).to_string(),
            };
            return Some(format!(
                "output `{}`: element {position} of shape {:?} is {}, the reference gives {}, allowed difference {:e}",
                output.name,
                output.shape,
                shown(&got),
                shown(&want),
                output.error
            ));
        }
    }
    None
}

fn agree(got: &Tensor, want: &Tensor, position: usize, error: f64) -> bool {
    if let (Some(a), Some(b)) = (got.get_integer(position), want.get_integer(position)) {
        return a == b;
    }
    let (Some(a), Some(b)) = (got.get_f64(position), want.get_f64(position)) else {
        return false;
    };
    a == b || (a.is_nan() && b.is_nan()) || (a - b).abs() <= error
}
