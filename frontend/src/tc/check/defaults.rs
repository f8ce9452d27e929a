//! Defaults of inputs (`docs/modules.md`).

use super::body::{Mode, Typed};
use super::definition::DefChecker;
use tc_syntax::diagnostic::Code;
use tc_syntax::tc::ast::Name;

impl DefChecker<'_, '_> {
    /// Defaults are of inputs without dimensions, fit their types, and are those of the last
    /// inputs.
    pub(crate) fn check_defaults(&mut self) {
        let mut first: Option<&Name> = None;
        for param in &self.def.params {
            let name = &param.name;
            let Some(default) = &param.default else {
                if let Some(first) = first {
                    let message =
                        format!("input `{name}` has no default, and stands behind `{first}`");
                    let error = self.report.error(Code::TC0235, message, name.span, "");
                    let error =
                        error.label(self.report.place(first.span), "this one has a default");
                    self.report.push(error);
                }
                continue;
            };
            first = first.or(Some(name));
            let (scalar, rank) = (param.ty.scalar, param.ty.dims.len());
            let found = if self.leaves.is_empty() {
                Typed::Unknown
            } else {
                self.builder(0).expression(default, Mode::Value)
            };
            let found = match &found {
                Typed::Unknown => continue,
                Typed::Literal(literal) => literal.adapted_to(scalar),
                Typed::Value(found, _) => *found,
            };
            if rank > 0 || found != scalar {
                let expected = match rank {
                    0 => format!("a literal of type {scalar}"),
                    _ => "none, since it has dimensions".to_owned(),
                };
                let message = format!("default of input `{name}`: expected {expected}");
                let found = param.default_text().unwrap_or_default();
                let error = self.report.error(Code::TC0235, message, default.span, "");
                self.report
                    .push(error.with_note(format!("found `{found}`")));
            }
        }
    }
}
