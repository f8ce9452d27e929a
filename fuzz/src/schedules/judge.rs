//! What comes of one mapped scop, asked in a worker process: what the proof says, and what it computes without the proof.

use melior::Context;
use serde::{Deserialize, Serialize};
use std::collections::HashMap;
use std::io::{BufRead, Write};
use std::panic::{AssertUnwindSafe, catch_unwind};
use tc_dialects::diagnostic::Diagnostic;
use tc_dialects::tensor::Tensor;
use tc_passes::api::{self, PipelineFailure};
use tc_runtime::engine::{self, Executor, Request};
use tc_runtime::execute::Emulation;
use tc_runtime::inputs::{Input, Source};

use crate::run::worker::ANSWER;

/// isl operations that the proof of a mutant may take.
const BUDGET: u64 = 100_000_000;
/// Of a program whose sums are rounded, relative to the largest value.
const TOLERANCE: f64 = 1e-5;

/// Something to find out about a scop.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct Question {
    pub task: Task,
    pub text: String,
}

#[derive(Clone, Debug, Serialize, Deserialize)]
pub enum Task {
    /// Ask the proof.
    Prove,
    /// Run without the proof.
    Run(Run),
}

#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct Run {
    /// On the emulator, or on the CPU.
    pub emulator: bool,
    /// A legal tree of the same program, which says what must be computed.
    pub legal: String,
    /// Names of the inputs.
    pub inputs: Vec<String>,
    pub exact: bool,
}

/// What was found out.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Answer {
    /// Not a module: no mutant at all.
    Invalid(String),
    Legal,
    Illegal(String),
    Undecided(String),
    /// It computes what the statements compute in their own order.
    Same,
    /// It computes something else.
    Differs(String),
    /// The emulator found a mistake while it ran.
    Reported(String),
    /// It could not be lowered.
    NotLowered(String),
    /// The process died.
    Crashed(String),
    /// No answer in time.
    Hung,
}

impl Answer {
    /// Whether a proof does not accept the scop.
    pub fn is_refusal(&self) -> bool {
        matches!(self, Answer::Illegal(_) | Answer::Undecided(_))
    }

    /// Whether a run shows that the scop is wrong.
    pub fn is_wrong(&self) -> bool {
        matches!(
            self,
            Answer::Differs(_) | Answer::Reported(_) | Answer::Crashed(_) | Answer::Hung
        )
    }
}

impl std::fmt::Display for Answer {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Answer::Invalid(message) => write!(f, "not a module: {message}"),
            Answer::Legal => f.write_str("legal"),
            Answer::Illegal(message) => write!(f, "illegal: {message}"),
            Answer::Undecided(message) => f.write_str(message),
            Answer::Same => f.write_str("the same result"),
            Answer::Differs(message) => write!(f, "another result: {message}"),
            Answer::Reported(message) => write!(f, "reported: {message}"),
            Answer::NotLowered(message) => write!(f, "cannot be lowered: {message}"),
            Answer::Crashed(message) => write!(f, "crashed: {message}"),
            Answer::Hung => f.write_str("no answer within the time limit"),
        }
    }
}

/// Answers questions until standard input ends.
///
/// # Errors
/// The process that asks is gone.
pub fn serve() -> std::io::Result<()> {
    let mut judge = Judge::new();
    for line in std::io::stdin().lock().lines() {
        let answer = match serde_json::from_str::<Question>(&line?) {
            Ok(question) => catch_unwind(AssertUnwindSafe(|| judge.answer(&question)))
                .unwrap_or_else(|_| Answer::Crashed("a panic".to_owned())),
            Err(error) => Answer::Crashed(format!("malformed question: {error}")),
        };
        let mut out = std::io::stdout().lock();
        writeln!(out, "\n{ANSWER}{}", serde_json::to_string(&answer)?)?;
        out.flush()?;
    }
    Ok(())
}

type Tensors = Vec<(String, Tensor)>;

/// Answers questions; what legal trees compute is kept.
pub struct Judge {
    context: Context,
    expected: HashMap<String, Tensors>,
}

impl Default for Judge {
    fn default() -> Self {
        Judge::new()
    }
}

impl Judge {
    pub fn new() -> Judge {
        Judge {
            context: api::new_context(),
            expected: HashMap::new(),
        }
    }

    pub fn answer(&mut self, question: &Question) -> Answer {
        match &question.task {
            Task::Prove => self.prove(&question.text),
            Task::Run(run) => self.run(run, &question.text),
        }
    }

    fn prove(&self, text: &str) -> Answer {
        let parsed = api::parse_module(&self.context, text.as_bytes(), "mutant.mlir");
        let mut module = match parsed {
            Ok(module) => module,
            Err(diagnostics) => return Answer::Invalid(first(&diagnostics)),
        };
        let proof = format!("schedule.scop(schedule-verify{{budget={BUDGET}}})");
        match api::run_pipeline(&self.context, &mut module, &proof, None) {
            Ok(_) => Answer::Legal,
            Err(PipelineFailure::Failed { diagnostics }) => {
                let message = first(&diagnostics);
                match message.starts_with("undecided: ") {
                    true => Answer::Undecided(message),
                    false => Answer::Illegal(message),
                }
            }
            Err(invalid) => Answer::Crashed(invalid.to_string()),
        }
    }

    fn run(&mut self, run: &Run, text: &str) -> Answer {
        if !self.expected.contains_key(&run.legal) {
            match self.execute(Executor::Reference, run, &run.legal) {
                Ok(outputs) => self.expected.insert(run.legal.clone(), outputs),
                Err(answer) => {
                    return Answer::Crashed(format!("statements in their own order: {answer}"));
                }
            };
        }
        let executor = match run.emulator {
            true => Executor::Emulator,
            false => Executor::Cpu,
        };
        let outputs = match self.execute(executor, run, text) {
            Ok(outputs) => outputs,
            Err(answer) => return answer,
        };
        match difference(&outputs, &self.expected[&run.legal], run.exact) {
            Some(message) => Answer::Differs(message),
            None => Answer::Same,
        }
    }

    /// Runs a scop without the proof.
    fn execute(&self, executor: Executor, run: &Run, text: &str) -> Result<Tensors, Answer> {
        let inputs = run.inputs.iter().map(|name| Input {
            name: name.clone(),
            source: Source::Quarters(1),
        });
        let request = Request {
            text: Some(text.to_owned()),
            inputs: inputs.collect(),
            verify: false,
            collect: true,
            emulation: Emulation {
                threads: Some(1),
                ..Emulation::default()
            },
            ..Request::new("mutant.mlir".into(), executor)
        };
        match engine::run_in(&self.context, &request) {
            Ok(outcome) => Ok(outcome.outputs),
            Err(failure) => {
                let message = first(&failure.diagnostics);
                Err(match failure.while_running {
                    true => Answer::Reported(message),
                    false => Answer::NotLowered(message),
                })
            }
        }
    }
}

fn first(diagnostics: &[Diagnostic]) -> String {
    let error = diagnostics.iter().find(|one| one.is_error());
    error.map_or_else(String::new, |one| one.message.clone())
}

/// The first element that is not what it must be.
fn difference(got: &Tensors, want: &Tensors, exact: bool) -> Option<String> {
    for ((name, got), (_, want)) in got.iter().zip(want) {
        let value = |tensor: &Tensor, index| tensor.get_f64(index).unwrap_or(f64::NAN);
        let finite = (0..want.len()).map(|index| value(want, index).abs());
        let largest = finite.filter(|one| one.is_finite()).fold(0.0, f64::max);
        let allowed = if exact { 0.0 } else { TOLERANCE * largest };
        for index in 0..want.len() {
            let (got, want) = (value(got, index), value(want, index));
            let close =
                got == want || (got.is_nan() && want.is_nan()) || (got - want).abs() <= allowed;
            if !close {
                return Some(format!(
                    "element {index} of `{name}` is {got} and must be {want}"
                ));
            }
        }
    }
    None
}
