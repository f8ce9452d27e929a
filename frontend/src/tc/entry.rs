//! The entry of a program.

use super::check::Checked;
use crate::model::{Def, Statement};
use std::collections::{HashMap, HashSet};
use tc_syntax::diagnostic::{Code, Diagnostic};
use tc_syntax::near::nearest;

/// The definitions that an entry needs, in text order: itself and all that it calls; without an
/// entry all of the text and what they call.
///
/// # Errors
/// An entry that is unknown, or that has errors, which are among the diagnostics of `checked`.
pub fn reachable<'a>(
    checked: &'a Checked,
    entry: Option<&str>,
) -> Result<Vec<&'a Def>, Diagnostic> {
    let mut pending: Vec<&str> = match entry {
        None => checked.defs.iter().map(|def| &*def.name).collect(),
        Some(entry) => vec![entry],
    };
    let all = || checked.defs.iter().chain(&checked.callees);
    let by_name: HashMap<&str, &Def> = all().map(|def| (&*def.name, def)).collect();
    if let Some(entry) = entry.filter(|entry| !by_name.contains_key(entry)) {
        return Err(unknown_entry(checked, entry));
    }
    let mut wanted: HashSet<&str> = HashSet::new();
    while let Some(name) = pending.pop() {
        let Some(def) = by_name.get(name).filter(|def| wanted.insert(&def.name)) else {
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
    Ok(all().filter(|def| wanted.contains(&*def.name)).collect())
}

fn unknown_entry(checked: &Checked, entry: &str) -> Diagnostic {
    let written = &checked.parsed.program.defs;
    if let Some(def) = written.iter().find(|def| &*def.name.text == entry) {
        return Diagnostic::error(None, format!("`{entry}` has errors"))
            .at(checked.file.place(def.name.span.range()), "");
    }
    let shown = tc_syntax::tc::ast::shorten(entry);
    let error = Diagnostic::error(Code::TC0515, format!("unknown def `{shown}`"));
    let used = checked.used.keys().map(|name| &**name);
    let own = written.iter().map(|def| &*def.name.text);
    let mut names: Vec<&str> = own.chain(used).collect();
    names.sort_unstable();
    names.dedup();
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
