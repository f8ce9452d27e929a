//! What a program must compute: by the reference evaluator, or below the `tc` level by the
//! statements of a scop in their own order.
//!
//! A scop defines what it computes: its statements in the order of the text, each with its indices
//! in lexicographic order. Loops and kernels only say how, so that there is nothing to check them
//! against.

use super::cpu::{self, Runs};
use crate::{
    bound::{Bound, call::Call},
    compiled::{Compiled, code, fit::no_order, own_order},
    errors::Errors,
    executor::Executor,
    outcome::{Expected, Failure, Tensors},
    program::{defs, entries::Entry},
    way::Way,
};
use melior::{Context, ir::Module};
use tc_dialects::evaluator;
use tc_pipelines::Level;

/// The reference of a schedule.
const OWN_ORDER: &str = "the statements' own order";

/// The progress message during the evaluation.
const EVALUATOR: &str = "reference evaluator";

impl Bound<'_> {
    /// What it must compute: by the reference evaluator, or by the statements of a scop in their
    /// own order.
    ///
    /// # Errors
    /// Values that break a rule of the language; and loops, which say how to compute but not what.
    pub fn evaluate(&self) -> Result<Expected, Failure> {
        let Way {
            context,
            module,
            log,
            ..
        } = &self.way;
        log.progress.phase(EVALUATOR);
        let verify = self.checking.verify;
        let by = match self.entry.level {
            Level::Tc => "the reference evaluator",
            _ => OWN_ORDER,
        };
        match evaluate(context, module, &self.entry, &self.call, verify) {
            Ok(outputs) => Ok(Expected { by, outputs }),
            Err(errors) => Err(log.fail(errors)),
        }
    }
}

impl Compiled<'_> {
    pub(super) fn evaluate(&mut self) -> Result<Tensors, Errors> {
        let log = &mut self.way.log;
        log.progress.phase(EVALUATOR);
        let program = self.program.as_ref().unwrap_or(&self.way.module);
        let (entry, call) = (&self.entry, &self.call);
        let outputs = evaluate(self.way.context, program, entry, call, self.verify)?;
        if entry.level != Level::Tc {
            log.outcome.fact("target", Executor::Reference.as_str());
        }
        Ok(outputs)
    }
}

/// The outcome of a program that is not compiled yet.
fn evaluate(
    context: &Context,
    module: &Module<'_>,
    entry: &Entry,
    call: &Call,
    verify: bool,
) -> Result<Tensors, Errors> {
    match entry.level {
        Level::Tc => {
            let def = defs::find(module, &entry.name)?;
            evaluator::evaluate(def, &call.given()).map_err(|error| vec![error])
        }
        _ => in_own_order(context, module, entry, call, verify),
    }
}

/// The results of a scop whose statements run in the order of the text, and the instances of each
/// in the lexicographic order of their indices, on one thread: it is lowered for the CPU from a
/// tree with exactly this order, whatever its own tree is.
fn in_own_order(
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
    let lowered = own_order::lowered(context, module, Level::Llvm, verify)?;
    let mut call = call.clone();
    let object = || code::object(&lowered, &entry.name);
    cpu::run(object, &entry.name, &mut call, &Runs::default(), None)?;
    Ok(call.take_outputs())
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
