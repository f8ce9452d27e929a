//! The gradient of a definition, as a definition that a person reads and edits.
//!
//! ```text
//! def mm(float(M,K) A, float(K,N) B) -> (C) {
//!   C(m,n) +=! A(m,k) * B(k,n)
//! }
//! ```
//! becomes
//! ```text
//! def mm_grad(float(M,K) A, float(K,N) B, float(M,N) d_C) -> (float(M,K) d_A, float(K,N) d_B) {
//!   d_A(m,k) +=! d_C(m,n) * B(k,n)
//!   d_B(k,n) +=! d_C(m,n) * A(m,k)
//! }
//! ```
//! Statements are visited from the last to the first. Each read of a tensor that a floating input
//! flows into becomes an update of that tensor's gradient, and the update a gather: the subscripts
//! of the read are solved for indices of the statement, the others are summed over. Where they
//! cannot be solved (`Table(Row(b, l), d)`, a stride that is a scalar), the update is a scatter.
//! The forward values that derivatives use are computed again first. The gradient of an integer, of
//! a condition and of a subscript is 0.
//!
//! It works on a definition whose calls are inlined and whose ranges are inferred
//! (`tc_translation::raise_at` gives one), and its result is such a definition:
//! [`tc::write`](mod@crate::tc::write) makes a text of it. Ranges that inference finds
//! again are left out.
//!
//! | module | does |
//! | --- | --- |
//! | `versions` | the definition with a version of a tensor for each statement that writes it |
//! | `terms`, `import`, `rewrite` | bodies as shared, folded expressions |
//! | `adjoint`, `functions` | reverse mode on one body |
//! | `gather`, `prover` | subscripts solved for indices; conditions that always hold |
//! | `backward`, `reductions` | the statements |
//! | `widen` | sums of 16-bit types in float |
//! | `boxes`, `order` | boxes of tensors; systems of affine conditions |
//! | `parts` | a tensor for what is overwritten in one iteration |
//! | `reverse`, `tape` | the statements of definitions with loops; which values are still there |
//! | `forward`, `write` | forward values; names, signature, tree |

mod adjoint;
mod backward;
mod boxes;
mod forward;
mod functions;
mod gather;
mod import;
mod loops;
mod order;
mod parts;
mod prover;
mod reductions;
mod report;
mod reverse;
mod rewrite;
mod scatter;
mod tape;
mod terms;
#[cfg(test)]
mod tests;
mod versions;
mod widen;
mod write;

use crate::model::Def;
use crate::model::used_names;
use backward::Backward;
use boxes::Unready;
use report::Report;
use tc_syntax::diagnostic::{Code, Diagnostic, SourceFile};
use terms::Terms;
use versions::Versions;
use write::Writer;

/// Derives the definition that takes the inputs of this one and the gradients of its returns, and
/// returns the gradients of its inputs. Errors are reported at places of `file`.
///
/// # Errors
/// All that has no gradient: no floating input or return (TC0803), functions without a derivative,
/// values that a loop overwrites (TC0804).
pub fn derive(def: &Def, file: &SourceFile) -> Result<Def, Vec<Diagnostic>> {
    let errors = match derived(def, file) {
        Ok(gradient) => return Ok(gradient),
        Err(errors) => errors,
    };
    // What a statement overwrites in the same iteration may go to a tensor of its own.
    let is_lost = |error: &Diagnostic| error.code == Some(Code::TC0804);
    let parted = parts::parted(def).filter(|_| errors.iter().any(is_lost));
    let again = parted.and_then(|parted| derived(&parted, file).ok());
    again.ok_or(errors)
}

fn derived(def: &Def, file: &SourceFile) -> Result<Def, Vec<Diagnostic>> {
    let mut report = Report::new(file);
    if !def.returns().iter().any(|one| one.scalar.is_floating()) {
        report.nothing(&def.name, "return", def.name_span);
    }
    let mut terms = Terms::default();
    let versions = Versions::of(def, &mut terms).map_err(|unready| {
        let message = match unready {
            Unready::Call => format!("`{}` has calls: inline them first", def.name),
            Unready::Form(form, _) => {
                format!("`{}` has {form}, which has no gradient yet", def.name)
            }
            Unready::Range => format!("`{}` has no ranges: infer them first", def.name),
        };
        let span = match unready {
            Unready::Form(_, span) => span,
            _ => def.name_span,
        };
        let code = matches!(unready, Unready::Form(..)).then_some(Code::TC0805);
        let error = Diagnostic::error(code, message).at(file.place(span.range()), "");
        vec![match unready {
            Unready::Form(..) => {
                error.help("write it with `!` to tensors of its own, over all of their elements")
            }
            _ => error,
        }]
    })?;
    let mut first = versions.first.values();
    if !first.any(|version| versions.receives(*version)) {
        report.nothing(&def.name, "input", def.name_span);
    }
    let mut backward = Backward::new(&versions, &mut terms, &mut report, used_names(def));
    if versions.ordered {
        backward.run_in_order()
    } else {
        backward.run()
    }
    backward.widen();
    let (lines, helpers) = (backward.lines, backward.helpers);
    if !report.errors.is_empty() {
        return Err(report.errors);
    }
    let forward = forward::forward(&versions, &mut terms, &lines);
    let mut all = forward.lines.iter().chain(&lines);
    if all.any(|line| write::is_too_long(&terms, line)) {
        report.too_large();
        return Err(report.errors);
    }
    Ok(Writer::new(&versions, &terms, &helpers, &forward).def(&lines))
}
