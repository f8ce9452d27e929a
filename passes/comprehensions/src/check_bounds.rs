//! `tc-check-bounds`: proves that every read of a def with ranges stays within the index bounds of
//! its tensor.
//!
//! Ranges that were written by hand, or changed by another pass, are taken as they are, and each
//! access is decided for all sizes according to section 9 of the language specification: proved;
//! out of bounds (error TC0309); in bounds for some sizes only, in which case the def must state
//! that precondition; or data-dependent (warning TC0306, an error with `deny-unchecked`).
//!
//! ```mlir
//! tc.def @f(%A: !tc.tensor<[N], f32>) -> (%o: !tc.tensor<[100], f32>) attributes {preconditions = ["100 <= N"]} {
//!   tc.comprehension %o[i] (i in [0, 100)) { %0 = tc.read %A[i] : f32 ... }   // accepted only with the precondition
//! }
//! ```
//!
//! Changes nothing. Cost: an isl query per access that is not plain.

use super::infer_ranges::emit;
use super::inference::model::Def as Model;
use super::inference::{Options, infer, reader};
use tc_dialects::tc::Def;
use tc_pass_host::*;
use tc_syntax::diagnostic::{Code, Diagnostic, Severity};
use tc_syntax::expr::Precondition;

pass! {
    /// Proves that each access is in bounds, or reports what is missing: a precondition that the
    /// def does not state, a range, a clamp.
    pub struct TcCheckBounds {
        name: "tc-check-bounds",
        anchor: "tc.def",
        summary: "prove that reads stay in bounds",
        options: {
            /// a data-dependent access is an error
            deny_unchecked: bool = false,
        },
        statistics: {
            /// accesses examined
            accesses,
            /// data-dependent accesses
            unchecked,
        },
    }
}

impl Pass for TcCheckBounds {
    fn run<'c>(
        &self,
        operation: OperationRef<'c, '_>,
        ctx: &PassContext<'c>,
    ) -> Result<(), Failure> {
        ctx.preserve_analyses();
        let Some(def) = Def::from_op(operation) else {
            return Ok(());
        };
        let found = match reader::read_def(def) {
            Ok(model) => {
                self.accesses.add(
                    model
                        .statements
                        .iter()
                        .map(|statement| statement.accesses.len())
                        .sum(),
                );
                check_bounds(model)
            }
            Err(error) => vec![error],
        };
        let mut refused = false;
        for mut diagnostic in found {
            if diagnostic.code == Some(Code::TC0306) {
                self.unchecked.add(1);
                if self.deny_unchecked {
                    diagnostic.severity = Severity::Error;
                }
            }
            refused |= diagnostic.is_error();
            emit(ctx.context(), operation.location(), &diagnostic);
        }
        if refused {
            Err(Failure::already_reported())
        } else {
            Ok(())
        }
    }
}

/// The errors and warnings about the accesses of a def whose ranges are all known.
pub fn check_bounds(mut model: Model) -> Vec<Diagnostic> {
    let open = model
        .statements
        .iter()
        .find(|statement| statement.indices.iter().any(|index| index.given.is_none()));
    if let Some(statement) = open {
        let message = format!(
            "an index of the statement on `{}` has no range; run tc-infer-ranges first",
            statement.target
        );
        return vec![Diagnostic::error(None, message).at(statement.place.clone(), "")];
    }
    let stated: Vec<Precondition> = std::mem::take(&mut model.preconditions);
    let inference = infer(&model, Options::default());
    let mut found: Vec<Diagnostic> = inference
        .diagnostics
        .into_iter()
        .filter(|diagnostic| diagnostic.severity != Severity::Note)
        .collect();
    for needed in inference
        .preconditions
        .iter()
        .filter(|needed| !stated.contains(needed))
    {
        let message = format!(
            "access is in bounds only for `{}`, which the def does not state",
            needed.requires.human()
        );
        let help = format!("add `{needed}` to its preconditions, or run tc-infer-ranges");
        found.push(
            Diagnostic::error(Code::TC0309, message)
                .at(model.place.clone(), "")
                .help(help),
        );
    }
    found
}
