//! The error about a call of what neither the file nor a module has.

use super::report::Reporter;
use std::collections::HashSet;
use std::sync::Arc;
use tc_syntax::diagnostic::{Code, Diagnostic};
use tc_syntax::near::nearest;
use tc_syntax::tc::ast::Name;

/// The error about a call of what is no definition of the file and no operator of a module.
pub(crate) fn unknown_callee(
    report: &Reporter,
    defs: &HashSet<Arc<str>>,
    function: &Name,
) -> Diagnostic {
    let visible = || defs.iter().map(|name| &**name);
    let is_imported = |module: &str| {
        let prefix = format!("{module}.");
        visible().any(|name| name.starts_with(&prefix))
    };
    let near = nearest(&function.text, visible()).map(str::to_owned);
    let of_module = function.text.split_once('.');
    let (code, message) = match of_module {
        None => (Code::TC0218, format!("unknown function `{function}`")),
        Some((module, _)) if !is_imported(module) => {
            (Code::TC0232, format!("module `{module}` is not imported"))
        }
        Some((module, operator)) => (
            Code::TC0234,
            format!("module `{module}` has no operator `{operator}`"),
        ),
    };
    let error = report.error(code, message, function.span, "");
    match (near, of_module) {
        (_, Some((module, _))) if code == Code::TC0232 => error.help(format!(
            "write `import {module}` in front of the first `def`"
        )),
        (Some(near), _) => {
            let place = report.place(function.span);
            error.help_with_edit(format!("did you mean `{near}`?"), place, near)
        }
        (None, Some((module, _))) => {
            let prefix = format!("{module}.");
            let own = visible().filter(|name| name.starts_with(&prefix));
            let mut names: Vec<&str> = own.collect();
            names.sort_unstable();
            names.truncate(8);
            error.help(format!("some of its operators are {}", names.join(", ")))
        }
        (None, None) => error.help("a call statement calls a `def` of this file"),
    }
}
