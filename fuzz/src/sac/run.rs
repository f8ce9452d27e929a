//! Runs a program in the interpreter, and compiled for reference, cpu and emulator.

use melior::Context;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::Arc;
use tc_dialects::tensor::Tensor;
use tc_frontend::sac::check;
use tc_runtime::{
    Checking, Contents, Executor, Failure, Given, Lowering, Program, Reading, Running,
};
use tc_runtime::{Input, Source};
use tc_syntax::diagnostic::{Code, SourceFile};
use tc_syntax::scalar::Scalar;
use tc_testing::sac::interpret::{Array, Interpreter, Number};

/// A program with a function `f`, and its arguments.
#[derive(Clone, Debug)]
pub struct Case {
    pub text: String,
    pub arguments: Vec<(String, Array)>,
}

/// What came of a program.
#[derive(Clone, Debug, PartialEq)]
pub enum Verdict {
    Agree,
    /// The interpreter refuses it too.
    Undefined,
    Refused(String),
    Wrong(String),
}

impl Case {
    /// The program with its arguments in comments.
    pub fn described(&self) -> String {
        let arguments = self.arguments.iter();
        let lines = arguments.map(|(name, array)| {
            let data: Vec<String> = array.data.iter().map(|one| format!("{one:?}")).collect();
            format!("// {name}: {:?} {}\n", array.shape, data.join(" "))
        });
        lines.collect::<String>() + &self.text
    }
}

/// Compares all executors with the interpreter.
pub fn judge(context: &Context, case: &Case) -> Verdict {
    let expected = interpreted(case);
    for executor in [Executor::Reference, Executor::Cpu, Executor::Emulator] {
        let run = catch_unwind(AssertUnwindSafe(|| compiled(context, case, executor)));
        let found = match run {
            Ok(found) => found,
            Err(_) => return Verdict::Wrong(format!("{}: a panic", executor.as_str())),
        };
        let verdict = match (&expected, found) {
            (Err(_), Err(_)) => return Verdict::Undefined,
            (Err(_), Ok(_)) => return Verdict::Undefined,
            (Ok(_), Err(failure)) => refusal(&failure, executor),
            (Ok(expected), Ok(found)) => compare(expected, &found),
        };
        match verdict {
            Verdict::Agree => {}
            Verdict::Wrong(message) => {
                return Verdict::Wrong(format!("{}: {message}", executor.as_str()));
            }
            other => return other,
        }
    }
    Verdict::Agree
}

/// The results of the interpreter.
///
/// # Errors
/// The first error of the program.
pub fn interpreted(case: &Case) -> Result<Vec<Array>, String> {
    let file = SourceFile::new("f.sac", &*case.text);
    let checked = check(file);
    if let Some(error) = checked.diagnostics.iter().find(|one| one.is_error()) {
        return Err(error.short());
    }
    let interpreter = Interpreter::new(&checked.file, &checked.parsed.program);
    let arguments = case.arguments.iter().map(|(_, array)| array.clone());
    interpreter
        .call("f", arguments.collect())
        .map_err(|fault| fault.short())
}

/// The results of compiled code, or of the reference evaluator.
///
/// # Errors
/// Why the program is refused.
pub fn compiled(
    context: &Context,
    case: &Case,
    executor: Executor,
) -> Result<Vec<(String, Tensor)>, Box<Failure>> {
    let boxed = |failure| Box::new(failure);
    let inputs = case.arguments.iter().map(|(name, array)| Input {
        name: name.clone(),
        source: Source::Tensor(Arc::new(tensor(array))),
    });
    let given = Given {
        sizes: Vec::new(),
        inputs: inputs.collect(),
        open: Vec::new(),
    };
    let checking = Checking {
        entry: Some("f".to_owned()),
        ..Checking::default()
    };
    let program =
        Program::parse(context, "f.sac", &case.text, Reading::default()).map_err(boxed)?;
    let platform = program.platform(Lowering::new(executor)).map_err(boxed)?;
    let bound = program.check(checking, &given).map_err(boxed)?;
    let bound = bound.bind(Contents::Given).map_err(boxed)?;
    if executor == Executor::Reference {
        return Ok(bound.evaluate().map_err(boxed)?.outputs);
    }
    let compiled = bound.compile(platform).map_err(boxed)?;
    Ok(compiled.run(&Running::default()).map_err(boxed)?.outputs)
}

/// A refusal by name is no mistake, neither is one by a pass below the language; anything else is.
fn refusal(failure: &Failure, executor: Executor) -> Verdict {
    let Some(first) = failure.diagnostics.iter().find(|one| one.is_error()) else {
        return Verdict::Wrong("refused without a reason".to_owned());
    };
    match first.code {
        Some(Code::TC0705) => Verdict::Refused(without_names(&first.message)),
        None if executor != Executor::Reference && !failure.while_running => {
            let reason = without_names(&first.message);
            Verdict::Refused(format!("{}: {reason}", executor.as_str()))
        }
        _ => Verdict::Wrong(format!("refused: {}", first.short())),
    }
}

/// A message without its numbers.
fn without_names(message: &str) -> String {
    message
        .chars()
        .map(|one| if one.is_ascii_digit() { '0' } else { one })
        .collect()
}

fn compare(expected: &[Array], found: &[(String, Tensor)]) -> Verdict {
    if expected.len() != found.len() {
        return Verdict::Wrong(format!(
            "{} results, expected {}",
            found.len(),
            expected.len()
        ));
    }
    for (array, (name, tensor)) in expected.iter().zip(found) {
        if array.shape != tensor.shape() {
            let message = format!(
                "`{name}` has the shape {:?}, expected {:?}",
                tensor.shape(),
                array.shape
            );
            return Verdict::Wrong(message);
        }
        for (at, number) in array.data.iter().enumerate() {
            if !same(*number, tensor, at) {
                let found = tensor
                    .get_f64(at)
                    .or(tensor.get_integer(at).map(|one| one as f64));
                let message = format!("element {at} of `{name}` is {found:?}, expected {number:?}");
                return Verdict::Wrong(message);
            }
        }
    }
    Verdict::Agree
}

/// Integers are equal; sums and products of floating numbers may be taken in another order.
fn same(number: Number, tensor: &Tensor, at: usize) -> bool {
    let of_float = |wanted: f64, error: f64| {
        let found = tensor.get_f64(at).unwrap_or(f64::NAN);
        let is_near = (found - wanted).abs() <= error * wanted.abs();
        found == wanted || is_near || (found.is_nan() && wanted.is_nan())
    };
    match number {
        Number::Float(wanted) => of_float(wanted.into(), 1e-6),
        Number::Double(wanted) => of_float(wanted, 1e-14),
        other => tensor.get_integer(at) == Some(other.as_int().into()),
    }
}

/// An array of the interpreter for the engine.
pub fn tensor(array: &Array) -> Tensor {
    fn all<T>(array: &Array, of: impl Fn(Number) -> T) -> Vec<T> {
        array.data.iter().map(|one| of(*one)).collect()
    }
    let shape = &array.shape;
    let made = match array.scalar {
        Scalar::Bool => Tensor::from_bools(shape, &all(array, |one| one.as_int() != 0)),
        Scalar::Int64 => Tensor::from_vec(shape, all(array, Number::as_int)),
        Scalar::Float => Tensor::from_vec(shape, all(array, |one| as_double(one) as f32)),
        Scalar::Double => Tensor::from_vec(shape, all(array, as_double)),
        _ => Tensor::from_vec(shape, all(array, |one| one.as_int() as i32)),
    };
    made.expect("an array has as many elements as its shape")
}

fn as_double(number: Number) -> f64 {
    match number {
        Number::Float(value) => value.into(),
        Number::Double(value) => value,
        other => other.as_int() as f64,
    }
}
