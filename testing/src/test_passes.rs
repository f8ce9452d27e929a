//! Passes for the tests of the pass host; `tc-test-opt` has them.

use crate::enumeration;
use tc_pass_host::*;
use tc_scop::verify::{BUDGET, prove};

/// Registers the passes of this file.
pub fn register(registry: &mut Registry) {
    registry
        .add::<TestPanic>()
        .add::<TestFailure>()
        .add::<TestOptions>()
        .add::<TestScheduleEnumeration>();
    registry.add_pipeline::<TestPipeline>();
}

pass! {
    /// Panics on each operation with the attribute `test.panic`.
    struct TestPanic { name: "test-panic", anchor: "any", summary: "panic where an attribute asks for it" }
}

impl Pass for TestPanic {
    fn run<'c>(&self, operation: OperationRef<'c, '_>, _: &PassContext<'c>) -> Result<(), Failure> {
        if let Ok(value) = operation.attribute("test.panic") {
            panic!("asked for by {value}");
        }
        Ok(())
    }
}

pass! {
    /// Fails with a note at each nested operation.
    struct TestFailure {
        name: "test-failure",
        anchor: "func.func",
        summary: "fail with notes",
        options: {
            /// report an error at each nested operation instead
            several: bool = false,
        },
    }
}

impl Pass for TestFailure {
    fn run<'c>(
        &self,
        operation: OperationRef<'c, '_>,
        ctx: &PassContext<'c>,
    ) -> Result<(), Failure> {
        let mut failure = Failure::new("refused").note("at the same place");
        for inner in nested(operation) {
            if self.several {
                ctx.error(inner.location(), "refused here");
            } else {
                failure = failure.note_at(inner.location(), "because of this");
            }
        }
        Err(if self.several {
            Failure::already_reported()
        } else {
            failure
        })
    }
}

pass! {
    /// Fails if `schedule-verify` and the enumeration of all executions disagree on a scop.
    struct TestScheduleEnumeration {
        name: "test-schedule-enumeration",
        anchor: "schedule.scop",
        summary: "compare the proof with an enumeration",
        options: {
            /// report the result of the enumeration instead
            report: bool = false,
        },
        statistics: {
            /// scops that both find legal
            legal,
            /// scops that both find illegal
            illegal,
        },
    }
}

impl Pass for TestScheduleEnumeration {
    fn run<'c>(&self, operation: OperationRef<'c, '_>, _: &PassContext<'c>) -> Result<(), Failure> {
        let found = enumeration::check_scop(operation);
        let proved = prove(operation, BUDGET, "budget");
        let failure = |message: String, notes: Vec<String>| {
            let failure = Failure::new(message);
            Err(notes.into_iter().take(3).fold(failure, Failure::note))
        };
        match (proved, found) {
            (_, Err(mistakes)) if self.report => return failure(mistakes.join("; "), Vec::new()),
            (Ok(_), Ok(())) => self.legal.add(1),
            (Ok(_), Err(mistakes)) => {
                return failure(
                    "proved, but the enumeration refuses it".to_owned(),
                    mistakes,
                );
            }
            (Err(refusal), Ok(())) => {
                let notes = vec![refusal.message().to_owned()];
                return failure(
                    "refused, but the enumeration finds nothing".to_owned(),
                    notes,
                );
            }
            (Err(_), Err(mistakes)) if mistakes[0].starts_with("undecided:") => {
                return failure(mistakes[0].clone(), Vec::new());
            }
            (Err(_), Err(_)) => self.illegal.add(1),
        }
        Ok(())
    }
}

choices! {
    /// Directions, for an option.
    enum Direction { Up = "up", Down = "down" }
}

pass! {
    /// Reports the value of each option in a remark.
    struct TestOptions {
        name: "test-options",
        anchor: "builtin.module",
        summary: "report option values",
        dialects: ["gpu"],
        options: {
            /// a boolean
            flag: bool = true,
            /// an integer
            depth: i64 = -3,
            /// an integer that is not negative
            block_size: u32 = 32,
            /// an integer or nothing
            limit: Option<i64> = None,
            /// a text
            text: String = "plain".to_owned(),
            /// a direction
            direction: Direction = Direction::Up,
            /// integers
            sizes: Vec<i64> = vec![8, -1],
            /// texts
            names: Vec<String> = vec![],
        },
    }
}

impl Pass for TestOptions {
    fn check(&self) -> Result<(), String> {
        match self.block_size {
            0 => Err("`block-size` is 0; expected at least one thread".to_owned()),
            _ => Ok(()),
        }
    }

    fn run<'c>(
        &self,
        operation: OperationRef<'c, '_>,
        ctx: &PassContext<'c>,
    ) -> Result<(), Failure> {
        let Self {
            flag,
            depth,
            block_size,
            limit,
            text,
            direction,
            sizes,
            names,
        } = self;
        let direction = direction.spelling();
        let message = format!(
            "flag {flag}, depth {depth}, block size {block_size}, limit {limit:?}, text [{text}], \
             direction {direction}, sizes {sizes:?}, names {names:?}"
        );
        ctx.remark(operation.location(), &message);
        Ok(())
    }
}

pipeline! {
    /// Options that become those of another pass.
    struct TestPipeline {
        name: "test-pipeline",
        anchor: "builtin.module",
        summary: "run test-options, then common subexpression elimination",
        options: {
            /// the sizes, twice as large in the end
            sizes: Vec<i64> = vec![1],
        },
    }
}

impl Pipeline for TestPipeline {
    fn expand(&self) -> Result<String, String> {
        if self.sizes.is_empty() {
            return Err("`sizes` is empty; expected one per loop".to_owned());
        }
        let doubled: Vec<String> = self
            .sizes
            .iter()
            .map(|size| (2 * size).to_string())
            .collect();
        Ok(format!(
            "test-options{{sizes={}}},func.func(cse)",
            doubled.join(",")
        ))
    }
}
