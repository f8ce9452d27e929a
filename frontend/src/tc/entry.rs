//! The entry of a program.

use super::check::Checked;
use crate::model::{Def, Statement};
use std::collections::HashSet;
use tc_syntax::diagnostic::{Code, Diagnostic};
use tc_syntax::near::nearest;

/// The definitions that an entry needs, in text order: itself and all that it calls; without an
/// entry all.
///
/// # Errors
/// An entry that is unknown, or that has errors, which are among the diagnostics of `checked`.
pub fn reachable<'a>(
    checked: &'a Checked,
    entry: Option<&str>,
) -> Result<Vec<&'a Def>, Diagnostic> {
    let Some(entry) = entry else {
        return Ok(checked.defs.iter().collect());
    };
    if checked.def(entry).is_none() {
        return Err(unknown_entry(checked, entry));
    }
    let mut wanted: HashSet<&str> = HashSet::new();
    let mut pending = vec![entry];
    while let Some(name) = pending.pop() {
        let Some(def) = checked.def(name).filter(|def| wanted.insert(&def.name)) else {
            continue;
        };
        pending.extend(
            def.leaves()
                .into_iter()
                .filter_map(|statement| match statement {
                    Statement::Call(call) => Some(&*call.function),
                    _ => None,
                }),
        );
    }
    Ok(checked
        .defs
        .iter()
        .filter(|def| wanted.contains(&*def.name))
        .collect())
}

fn unknown_entry(checked: &Checked, entry: &str) -> Diagnostic {
    let written = &checked.parsed.program.defs;
    if let Some(def) = written.iter().find(|def| &*def.name.text == entry) {
        return Diagnostic::error(None, format!("`{entry}` has errors"))
            .at(checked.file.place(def.name.span.range()), "");
    }
    let shown = tc_syntax::tc::ast::shorten(entry);
    let error = Diagnostic::error(Code::TC0515, format!("unknown def `{shown}`"));
    let names: Vec<_> = written.iter().map(|def| &*def.name.text).collect();
    if let Some(near) = nearest(entry, names.iter().copied()) {
        return error.help(format!("did you mean `{near}`?"));
    }
    if names.is_empty() {
        error.help(format!("`{}` has no definitions", checked.file.name()))
    } else {
        error.help(format!("the definitions are {}", list(&names)))
    }
}

fn list(names: &[&str]) -> String {
    const MOST: usize = 20;
    let mut text = names
        .iter()
        .take(MOST)
        .map(|name| format!("`{name}`"))
        .collect::<Vec<_>>()
        .join(", ");
    if names.len() > MOST {
        text += ", ...";
    }
    text
}
