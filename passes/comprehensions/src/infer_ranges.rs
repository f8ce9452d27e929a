//! `tc-infer-ranges`: infers the range of every index and the index bounds (the box) of every
//! tensor.
//!
//! ```mlir
//! tc.def @conv1d(%X: !tc.tensor<[M], f32>, %taps: !tc.tensor<[T], f32>) -> (%Y: !tc.tensor<[?], f32>) {
//!   tc.comprehension %Y[i] add init (i, t) { ... tc.read %X[i + t] ... tc.read %taps[t] ... }
//! }
//! // becomes
//! tc.def @conv1d(...) -> (%Y: !tc.tensor<[M - T + 1], f32>) {
//!   tc.comprehension %Y[i] add init (i in [0, M - T + 1), t in [0, T)) { ... }
//! }
//! ```
//!
//! Ranges are as large as possible without reading out of bounds; an index with several solutions
//! is an error that asks for a `where`. A remaining condition depends on sizes (then it becomes a
//! precondition of the def, checked once per call) or on data (then it is a warning). The rules are
//! sections 8 and 9 of the language specification; [`inference`](super::inference) implements them.
//! An existing range is kept and only checked, so the pass is idempotent.
//!
//! Cost: a few isl queries per access that is not plain; linear in the number of statements.

use super::inference::{Inference, Options, infer, reader};
use tc_dialects::location;
use tc_dialects::message;
use tc_dialects::report::report;
use tc_dialects::tc::{self, Access, Def, ValueOf};
use tc_pass_host::*;
use tc_syntax::diagnostic::{self, Diagnostic};
use tc_syntax::expr::{Expr, Symbol};

pass! {
    /// Solves the conditions `0 <= subscript < extent` of all reads for the indices, in rounds: an
    /// index is solved from the conditions in which it is the only unknown, and then counts as
    /// known in the next round. A left index that nothing mentions takes its range from a later
    /// statement on the same tensor.
    ///
    /// Calls must be inlined first (`tc-inline-calls`).
    pub struct TcInferRanges {
        name: "tc-infer-ranges",
        anchor: "tc.def",
        summary: "infer the ranges of indices and the boxes of tensors",
        options: {
            /// a box that does not start at 0 is an error
            strict_ranges: bool = false,
            /// report origins, preconditions and adopted ranges as remarks
            notes: bool = false,
            /// report how each range was derived as a remark
            explain: bool = false,
        },
        statistics: {
            /// indices whose range was inferred
            inferred,
            /// preconditions on sizes
            preconditions,
        },
    }
}

impl Pass for TcInferRanges {
    fn run<'c>(
        &self,
        operation: OperationRef<'c, '_>,
        ctx: &PassContext<'c>,
    ) -> Result<(), Failure> {
        let Some(def) = Def::from_op(operation) else {
            return Ok(());
        };
        let missing = count_missing(def);
        let options = Options {
            strict_ranges: self.strict_ranges,
        };
        let inference = infer_def(ctx.context(), def, options);
        let fallback = operation.location();
        for diagnostic in &inference.diagnostics {
            if diagnostic.severity != diagnostic::Severity::Note || self.notes {
                emit(ctx.context(), fallback, diagnostic);
            }
        }
        if inference.has_errors() {
            return Err(Failure::already_reported());
        }
        self.inferred.add(missing);
        self.preconditions.add(inference.preconditions.len());
        if self.explain {
            emit(
                ctx.context(),
                fallback,
                &inference.explanation.to_diagnostic(),
            );
            ctx.keep(inference.explanation);
        }
        Ok(())
    }
}

fn count_missing(def: Def<'_, '_>) -> usize {
    let comprehensions = def.comprehensions().into_iter();
    comprehensions
        .flat_map(|comprehension| comprehension.ranges())
        .filter(Option::is_none)
        .count()
}

/// Emits a diagnostic through MLIR, at its own place or else at `fallback`; [`message::read`]
/// reads it back. The text of the main label becomes a note at the same place, a sentence without a
/// place a note without one.
pub fn emit<'c>(context: &'c Context, fallback: Location<'c>, diagnostic: &Diagnostic) {
    let place = |place: &diagnostic::Place| location::of(place, context);
    let location = diagnostic.place().map_or(fallback, place);
    let label = diagnostic
        .primary
        .iter()
        .filter(|label| !label.text.is_empty());
    let mut notes: Vec<(Location, String)> =
        label.map(|label| (location, label.text.clone())).collect();
    let others = message::notes(diagnostic).into_iter();
    let nowhere = message::without_place(context, location);
    notes.extend(others.map(|(at, text)| match at {
        Some(at) => (place(at), text),
        // MLIR prints the source line once for notes at one location, and a help is known by its
        // text.
        None if text.starts_with("help: ") => (location, text),
        None => (nowhere, text),
    }));
    let notes = notes
        .iter()
        .map(|(place, text)| (Some(*place), text.as_str()));
    report(
        diagnostic.severity,
        location,
        &message::text(diagnostic),
        &notes.collect::<Vec<_>>(),
    );
}

/// Infers the ranges of a def and, if nothing is refused, writes them into it.
pub fn infer_def<'c: 'a, 'a>(
    context: &'c Context,
    def: Def<'c, 'a>,
    options: Options,
) -> Inference {
    let model = match reader::read_def(def) {
        Ok(model) => model,
        Err(error) => {
            return Inference {
                diagnostics: vec![error],
                ..Inference::default()
            };
        }
    };
    let inference = infer(&model, options);
    if !inference.has_errors() {
        write(context, def, &inference);
    }
    inference
}

fn write<'c: 'a, 'a>(context: &'c Context, def: Def<'c, 'a>, inference: &Inference) {
    let range = |range: &super::inference::model::Range| {
        tc::Range::new(range.low.clone(), range.high.clone())
    };
    for (comprehension, ranges) in def.comprehensions().into_iter().zip(&inference.ranges) {
        let ranges: Vec<Option<tc::Range>> = ranges
            .iter()
            .map(|known| known.as_ref().map(range))
            .collect();
        comprehension.set_ranges(context, &ranges);
    }
    for tensor in def
        .tensors()
        .into_iter()
        .filter(|tensor| tensor.role() != tc::Role::In)
    {
        let Some(dims) = inference.boxes.get(&tensor.name()) else {
            continue;
        };
        let dims: Vec<Option<tc::Range>> = dims.iter().map(|dim| Some(range(dim))).collect();
        tensor.set_type(tc::TensorType::new(
            context,
            &dims,
            tensor.tensor_type().element(),
        ));
    }
    resolve_extents(context, def);
    let texts: Vec<String> = inference
        .preconditions
        .iter()
        .map(ToString::to_string)
        .collect();
    def.set_preconditions(context, &texts);
}

/// Extents such as `T.0` in bodies become the expressions that are now known.
fn resolve_extents<'c: 'a, 'a>(context: &'c Context, def: Def<'c, 'a>) {
    let tensors: Vec<_> = def
        .tensors()
        .into_iter()
        .map(|tensor| (tensor.name(), tensor.tensor_type().dims()))
        .collect();
    let length = |symbol: &Symbol| {
        let Symbol::Extent(name, dim) = symbol else {
            return None;
        };
        let (_, dims) = tensors.iter().find(|(known, _)| known == name)?;
        let known = dims.get(usize::try_from(*dim).ok()?)?.as_ref()?;
        Some(known.length())
    };
    let resolved = |expr: &Expr| expr.substitute(&length);
    for comprehension in def.comprehensions() {
        comprehension.map_left(context, &resolved);
        comprehension.walk(&mut |nested| {
            if let Some(access) = Access::from_op(nested) {
                access.map_exprs(context, &resolved);
            } else if let Some(value) = ValueOf::from_op(nested) {
                value.set_expr(context, &resolved(&value.expr()));
            }
        });
    }
}
