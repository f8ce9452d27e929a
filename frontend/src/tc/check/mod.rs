//! Names and types (language specification, sections 3 to 7): from the syntax tree to the checked
//! tree.
//!
//! All errors of a file are found in one run. A definition is checked after those that it calls;
//! inside it, all names of the signature and all statement targets are collected first, then the
//! statements are visited in text order. Each mistake is reported once: after an error a name or
//! tensor counts as unknown, and there are no further errors about it. Ranges, in-place rules and
//! preconditions are left to passes over the `tc` dialect.

mod access;
mod body;
mod bounds;
mod calls;
mod definition;
mod left;
pub(crate) mod literal;
mod names;
mod report;
mod signature;
mod spelling;
mod statement;
mod symbolic;
#[cfg(test)]
mod tests;

use crate::model::Def;
use definition::DefChecker;
use report::Reporter;
use signature::Signature;
pub(crate) use statement::reduced;
use std::collections::{BTreeMap, HashMap, HashSet};
use std::sync::Arc;
use tc_syntax::diagnostic::{Code, Diagnostic, SourceFile, deny_warnings, sort_by_place};
use tc_syntax::tc::{Parsed, parse};

/// Options of the compiler's caller.
#[derive(Clone, Debug, Default)]
pub struct Options {
    /// Values of sizes and of integer scalars that are known when the program is compiled.
    pub bind: BTreeMap<String, i64>,
    /// Accept sizes that no input binds; each call then gives their values.
    pub free_sizes: bool,
    /// Turn warnings into errors.
    pub deny_warnings: bool,
}

/// A checked file.
#[derive(Debug)]
pub struct Checked {
    /// The source.
    pub file: SourceFile,
    /// The syntax tree, comments and tokens.
    pub parsed: Parsed,
    /// The definitions without errors, in text order.
    pub defs: Vec<Def>,
    /// Errors, warnings and notes by position; those of the parser included.
    pub diagnostics: Vec<Diagnostic>,
}

impl Checked {
    /// Whether there is an error.
    pub fn has_errors(&self) -> bool {
        self.diagnostics.iter().any(Diagnostic::is_error)
    }

    /// The definition of a name, if it has no errors.
    pub fn def(&self, name: &str) -> Option<&Def> {
        self.defs.iter().find(|def| &*def.name == name)
    }
}

/// Parses and checks a file.
pub fn check(file: SourceFile, options: &Options) -> Checked {
    let mut parsed = parse(&file);
    let report = Reporter::new(file.clone());
    let mut defs = check_defs(&parsed, &report, options);
    defs.sort_by_key(|def| def.name_span.start);
    let mut diagnostics = std::mem::take(&mut parsed.errors);
    diagnostics.extend(report.finish());
    sort_by_place(&mut diagnostics);
    if options.deny_warnings {
        deny_warnings(&mut diagnostics);
    }
    Checked {
        file,
        parsed,
        defs,
        diagnostics,
    }
}

fn check_defs(parsed: &Parsed, report: &Reporter, options: &Options) -> Vec<Def> {
    let mut first: HashMap<&str, &tc_syntax::tc::ast::Def> = HashMap::new();
    let mut unique = Vec::new();
    for def in &parsed.program.defs {
        if let Some(other) = first.get(&*def.name.text) {
            let message = format!(
                "`{}` is already defined at {}",
                def.name,
                report.line(other.name.span)
            );
            let error = report.error(Code::TC0202, message, def.name.span, "again here");
            report.push(
                error
                    .label(report.place(other.name.span), "first here")
                    .help("rename one of them"),
            );
        } else {
            first.insert(&def.name.text, def);
            unique.push(def);
        }
    }
    let names: HashSet<Arc<str>> = unique.iter().map(|def| def.name.text.clone()).collect();
    let order = calls::call_order(&unique);
    let recursive = calls::report_cycles(&unique, &order.cycles, report);
    let mut signatures: HashMap<Arc<str>, Option<Signature>> = unique
        .iter()
        .map(|def| (def.name.text.clone(), None))
        .collect();
    let mut checked = Vec::new();
    for number in order.order {
        let def = unique[number];
        if def.broken {
            continue;
        }
        let result = DefChecker::new(def, report, options, &names, &signatures).check();
        let Some(result) = result.filter(|_| !recursive.contains(&def.name.text)) else {
            continue;
        };
        signatures.insert(def.name.text.clone(), Some(Signature::of(&result)));
        // A definition that calls a broken one is missing statements.
        if result.leaves().len() == def.leaves().len() {
            checked.push(result);
        } else {
            signatures.insert(def.name.text.clone(), None);
        }
    }
    checked
}
