//! The judgement on one mapped scop, in a worker process: the verdict of the proof, and the results
//! without the proof.

use melior::Context;
use serde::{Deserialize, Serialize};
use std::collections::HashMap;
use std::io::{BufRead, Write};
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::rc::Rc;
use tc_dialects::op;
use tc_dialects::schedule::tree::Scop;
use tc_dialects::tensor::Tensor;
use tc_isl::thread_context;
use tc_pass_host::PipelineFailure;
use tc_runtime::Emulation;
use tc_runtime::{
    Checking, Contents, Executor, Failure, Given, Lowering, Program, Reading, Running, Tensors,
};
use tc_runtime::{Input, Source};
use tc_syntax::diagnostic::Diagnostic;
use tc_testing::enumeration::Sizes;

use crate::loops::meaning::MEANINGLESS;
use crate::run::worker::ANSWER;

/// The isl operations that the proof of a mutant may take.
const BUDGET: u64 = 100_000_000;
/// The bytes of address space that a worker may use.
const MEMORY: libc::rlim_t = 16 << 30;
/// The choices of sizes at which a scop with sizes runs.
const SIZES: usize = 3;
/// The tolerance for a program with rounded sums, relative to the largest value.
const TOLERANCE: f64 = 1e-5;

/// A question about a scop.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct Question {
    pub task: Task,
    pub text: String,
}

#[derive(Clone, Debug, Serialize, Deserialize)]
pub enum Task {
    /// Ask the proof.
    Prove,
    /// Ask the small checker.
    Enumerate,
    /// Interpret the generated loops.
    Interpret,
    /// Run without the proof.
    Run(Run),
}

#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct Run {
    /// On the emulator, or on the CPU.
    pub emulator: bool,
    /// A legal tree of the same program, which gives the expected results; none if the mutant is
    /// another program, and its own statements give them.
    pub legal: Option<String>,
    /// Names of the inputs.
    pub inputs: Vec<String>,
    pub exact: bool,
}

/// The answer to a question.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Answer {
    /// Not a module, hence not a mutant.
    Invalid(String),
    Legal,
    Illegal(String),
    Undecided(String),
    /// Its own statements compute with what nothing has been written to: any result is right.
    Meaningless(String),
    /// It computes the same as the statements in their own order.
    Same,
    /// It computes something else.
    Differs(String),
    /// The emulator's sanitizer found an error.
    Reported(String),
    /// It could not be lowered.
    NotLowered(String),
    /// The process died.
    Crashed(String),
    /// No answer within the time limit.
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
            Answer::Undecided(message) | Answer::Meaningless(message) => f.write_str(message),
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
/// The asking process is gone.
pub fn serve() -> std::io::Result<()> {
    limit_memory()?;
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

/// Limits the address space of this process.
fn limit_memory() -> std::io::Result<()> {
    let limit = libc::rlimit {
        rlim_cur: MEMORY,
        rlim_max: MEMORY,
    };
    // SAFETY: the limit is alive, and only read.
    match unsafe { libc::setrlimit(libc::RLIMIT_AS, &limit) } {
        0 => Ok(()),
        _ => Err(std::io::Error::last_os_error()),
    }
}

/// Answers questions; the results of legal trees are cached.
pub struct Judge {
    context: Context,
    expected: HashMap<(String, Vec<(String, i64)>), Rc<Tensors>>,
}

impl Default for Judge {
    fn default() -> Self {
        Judge::new()
    }
}

impl Judge {
    pub fn new() -> Judge {
        Judge {
            context: tc_runtime::new_context(),
            expected: HashMap::new(),
        }
    }

    pub fn answer(&mut self, question: &Question) -> Answer {
        match &question.task {
            Task::Prove => self.prove(&question.text),
            Task::Enumerate => listed(tc_testing::enumeration::check(&question.text)),
            Task::Interpret => listed(crate::loops::check(&question.text)),
            Task::Run(run) => self.run(run, &question.text),
        }
    }

    fn prove(&self, text: &str) -> Answer {
        let parsed = tc_pass_host::parse_module(&self.context, text.as_bytes(), "mutant.mlir");
        let mut module = match parsed {
            Ok(module) => module,
            Err(diagnostics) => return Answer::Invalid(first(&diagnostics)),
        };
        let proof = format!("schedule.scop(schedule-verify{{budget={BUDGET}}})");
        match tc_pass_host::run_pipeline(&self.context, &mut module, &proof, None) {
            Ok(_) => Answer::Legal,
            Err(PipelineFailure::Failed { diagnostics }) => {
                let message = first(&diagnostics);
                if message.starts_with("undecided: ") {
                    Answer::Undecided(message)
                } else {
                    Answer::Illegal(message)
                }
            }
            Err(invalid) => Answer::Crashed(invalid.to_string()),
        }
    }

    fn run(&mut self, run: &Run, text: &str) -> Answer {
        let choices = match self.choices(text) {
            Ok(choices) => choices,
            Err(answer) => return answer,
        };
        for sizes in choices {
            match self.at_sizes(run, text, &sizes) {
                Answer::Same => {}
                other => return other,
            }
        }
        Answer::Same
    }

    /// Some values of the sizes of a scop, as its context admits them.
    fn choices(&self, text: &str) -> Result<Vec<Vec<(String, i64)>>, Answer> {
        let unknown = |error: &dyn std::fmt::Display| Answer::NotLowered(error.to_string());
        let module = tc_pass_host::parse_module(&self.context, text.as_bytes(), "mutant.mlir");
        let module = module.map_err(|diagnostics| Answer::Invalid(first(&diagnostics)))?;
        let operations = op::operations(module.body()).into_iter();
        let scop = operations
            .into_iter()
            .find(|one| op::is(*one, "schedule.scop"));
        let scop = scop.ok_or_else(|| unknown(&"no scop"))?;
        let scop = Scop::from_op(&thread_context(), scop).map_err(|error| unknown(&error))?;
        let choices = Sizes::choices(&scop, SIZES).map_err(|error| unknown(&error))?;
        let values = choices.iter().map(|sizes| sizes.given().to_vec());
        Ok(values.collect())
    }

    fn at_sizes(&mut self, run: &Run, text: &str, sizes: &[(String, i64)]) -> Answer {
        let expected = match &run.legal {
            None => match self.execute(Executor::Reference, run, text, sizes) {
                Ok(outputs) => Rc::new(outputs),
                Err(answer) => {
                    return Answer::NotLowered(format!("statements in their own order: {answer}"));
                }
            },
            Some(legal) => {
                let key = (legal.clone(), sizes.to_vec());
                match self.expected.get(&key) {
                    Some(outputs) => Rc::clone(outputs),
                    None => match self.execute(Executor::Reference, run, legal, sizes) {
                        Ok(outputs) => {
                            let outputs = Rc::new(outputs);
                            self.expected.insert(key, Rc::clone(&outputs));
                            outputs
                        }
                        Err(answer) => {
                            return Answer::Crashed(format!(
                                "statements in their own order: {answer}"
                            ));
                        }
                    },
                }
            }
        };
        let executor = if run.emulator {
            Executor::Emulator
        } else {
            Executor::Cpu
        };
        let outputs = match self.execute(executor, run, text, sizes) {
            Ok(outputs) => outputs,
            Err(answer) => return answer,
        };
        match difference(&outputs, &expected, run.exact) {
            Some(message) => Answer::Differs(message),
            None => Answer::Same,
        }
    }

    /// Runs a scop without the proof.
    fn execute(
        &self,
        executor: Executor,
        run: &Run,
        text: &str,
        sizes: &[(String, i64)],
    ) -> Result<Tensors, Answer> {
        let inputs = run.inputs.iter().map(|name| Input {
            name: name.clone(),
            source: Source::Quarters(1),
        });
        let given = Given {
            inputs: inputs.collect(),
            sizes: sizes.to_vec(),
            ..Given::default()
        };
        self.outputs(executor, text, &given).map_err(|failure| {
            let message = first(&failure.diagnostics);
            if failure.while_running {
                Answer::Reported(message)
            } else {
                Answer::NotLowered(message)
            }
        })
    }

    fn outputs(&self, executor: Executor, text: &str, given: &Given) -> Result<Tensors, Failure> {
        let checking = Checking {
            verify: false,
            ..Checking::default()
        };
        let running = Running {
            emulation: Emulation {
                threads: Some(1),
                ..Emulation::default()
            },
            ..Running::default()
        };
        let program = Program::parse(&self.context, "mutant.mlir", text, Reading::default())?;
        let platform = program.platform(Lowering::new(executor))?;
        let bound = program.check(checking, given)?.bind(Contents::Random)?;
        Ok(bound.compile(platform)?.run(&running)?.outputs)
    }
}

/// The answer of a checker: its errors, or one line that begins with `undecided:`.
fn listed(found: Result<(), Vec<String>>) -> Answer {
    match found {
        Ok(()) => Answer::Legal,
        Err(mistakes) => {
            let message = mistakes.into_iter().next().unwrap_or_default();
            match message.split(' ').next() {
                Some("undecided:") => Answer::Undecided(message),
                Some(MEANINGLESS) => Answer::Meaningless(message),
                _ => Answer::Illegal(message),
            }
        }
    }
}

fn first(diagnostics: &[Diagnostic]) -> String {
    let error = diagnostics.iter().find(|one| one.is_error());
    error.map_or_else(String::new, |one| one.message.clone())
}

/// The first wrong element.
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
                    "element {index} of `{name}` is {got}, expected {want}"
                ));
            }
        }
    }
    None
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::program::pick::Pick;
    use crate::schedules::edit::{self, Kind};
    use crate::schedules::kernels::{KERNELS, mappings};
    use crate::schedules::text::Scop as Text;

    /// A kernel's tree for the first mapping of this machine, and how to run it.
    fn legal(kernel: &str, executor: Executor) -> (Text, Run) {
        let kernel = KERNELS.iter().find(|one| one.name == kernel).unwrap();
        let mapping = mappings()
            .into_iter()
            .find(|one| one.executor == executor)
            .unwrap();
        let scop = Text::parse(&kernel.schedule(&mapping).unwrap()).unwrap();
        let run = Run {
            emulator: executor == Executor::Emulator,
            legal: Some(scop.to_string()),
            inputs: scop.inputs(),
            exact: kernel.exact,
        };
        (scop, run)
    }

    fn answers(run: &Run, scop: &Text) -> (Answer, Answer) {
        let mut judge = Judge::new();
        let text = scop.to_string();
        (judge.prove(&text), judge.run(run, &text))
    }

    #[test]
    fn a_tree_without_a_barrier_races_in_the_emulator() {
        let (mut scop, run) = legal("tmm", Executor::Emulator);
        assert_eq!(answers(&run, &scop), (Answer::Legal, Answer::Same));
        scop = edit::apply(&scop, Kind::DropBarrier, &mut Pick::of(1, 0)).unwrap();
        let (proof, result) = answers(&run, &scop);
        assert!(matches!(proof, Answer::Illegal(_)), "{proof}");
        assert!(
            matches!(&result, Answer::Reported(message) if message.contains("race")),
            "{result}"
        );
    }

    #[test]
    fn statements_in_the_wrong_order_give_another_result() {
        let (mut scop, run) = legal("tmm", Executor::Cpu);
        assert_eq!(answers(&run, &scop), (Answer::Legal, Answer::Same));
        let mut sequence = &mut scop.tree;
        while sequence.children.len() < 2 {
            sequence = &mut sequence.children[0];
        }
        sequence.children.swap(0, 1);
        let (proof, result) = answers(&run, &scop);
        assert!(matches!(proof, Answer::Illegal(_)), "{proof}");
        assert!(matches!(result, Answer::Differs(_)), "{result}");
    }

    #[test]
    fn what_is_no_module_is_no_mutant() {
        assert!(matches!(Judge::new().prove("module {"), Answer::Invalid(_)));
    }
}
