//! The names that a call has for inputs, sizes and results of an entry.

use crate::{
    errors::{Errors, meant},
    program::defs,
    request::supplied::Supplied,
};
use melior::ir::Module;
use tc_dialects::tc::{Def, Role};
use tc_syntax::diagnostic::{Code, Diagnostic};

/// Checks that the def, as written, has the inputs, results and sizes that the caller names.
pub(super) fn check(
    entry: &str,
    module: &Module,
    results: &[String],
    sizes: &[(String, i64)],
    supplied: &[Supplied],
) -> Result<(), Errors> {
    let def = defs::find(module, entry)?;
    let named = |without: Role| -> Vec<String> {
        let arguments = def.arguments().into_iter();
        let named = arguments.filter(|tensor| tensor.role() != without);
        named.map(|tensor| tensor.name()).collect()
    };
    let wanted = named(Role::Out);
    let mut errors = Vec::new();
    for one in supplied.iter().filter(|one| !wanted.contains(&one.name)) {
        let message = format!("`{entry}` has no input `{}`", one.name);
        errors.push(Diagnostic::error(Code::TC0501, message).help(meant(
            &one.name,
            &wanted,
            "its inputs are",
        )));
    }
    errors.extend(unknown_results(entry, results, &named(Role::In)));
    let mut known = def.sizes();
    known.extend(def.scalars().iter().map(|scalar| scalar.name()));
    for (name, value) in sizes {
        if !known.contains(name) {
            let message = format!("`{entry}` has no size `{name}`");
            let help = meant(name, &known, "its sizes are");
            errors.push(Diagnostic::error(None, message).help(help));
        } else if *value < 0 && !def.scalars().iter().any(|scalar| scalar.name() == *name) {
            errors.push(Diagnostic::error(
                None,
                format!("size `{name}` must not be negative, found {value}"),
            ));
        }
    }
    if errors.is_empty() {
        Ok(())
    } else {
        Err(errors)
    }
}

/// Errors about requested results that an entry does not return.
pub(super) fn unknown_results(entry: &str, wanted: &[String], returned: &[String]) -> Errors {
    let unknown = wanted.iter().filter(|name| !returned.contains(name));
    unknown
        .map(|name| {
            let message = format!("--print: `{entry}` returns no `{name}`");
            Diagnostic::error(None, message).help(meant(name, returned, "it returns"))
        })
        .collect()
}

/// Sizes that are to stay open must be sizes of the def.
pub(super) fn check_open(entry: &str, def: &Def<'_, '_>, open: &[String]) -> Result<(), Errors> {
    let known = def.sizes();
    let unknown = open.iter().filter(|name| !known.contains(name));
    let errors: Errors = unknown
        .map(|name| {
            let is_scalar = def.scalars().iter().any(|scalar| scalar.name() == *name);
            let message = if is_scalar {
                format!("`{name}` is an input of `{entry}`, and only sizes can be open")
            } else {
                format!("`{entry}` has no size `{name}` to leave open")
            };
            Diagnostic::error(None, message).help(meant(name, &known, "its sizes are"))
        })
        .collect();
    let extra = def.extra_sizes();
    let free = open.iter().filter(|name| extra.contains(name)).map(|name| {
        let message = format!("size `{name}` cannot be left open: it is the extent of no input");
        Diagnostic::error(None, message).help(format!("give {name} a value"))
    });
    let errors: Errors = errors.into_iter().chain(free).collect();
    if errors.is_empty() {
        Ok(())
    } else {
        Err(errors)
    }
}
