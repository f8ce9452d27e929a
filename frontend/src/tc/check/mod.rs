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
mod callee;
mod calls;
mod defaults;
mod definition;
pub(crate) mod fixed;
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

use super::modules::{Linked, SearchPath, Unit, link};
use crate::model::Def;
use definition::DefChecker;
use fixed::{Instances, for_each_call, fresh_name};
use report::Reporter;
use signature::Signature;
pub(crate) use statement::reduced;
use std::collections::{BTreeMap, HashMap, HashSet};
use std::sync::Arc;
use tc_syntax::diagnostic::{Code, Diagnostic, SourceFile, deny_warnings, sort_by_place};
use tc_syntax::near::nearest;
use tc_syntax::tc::{Parsed, ast};

/// Options of the compiler's caller.
#[derive(Clone, Debug, Default)]
pub struct Options {
    /// Values of sizes and of integer scalars that are known when the program is compiled.
    pub bind: BTreeMap<String, i64>,
    /// Accept sizes that no input binds; each call then gives their values.
    pub free_sizes: bool,
    /// Turn warnings into errors.
    pub deny_warnings: bool,
    /// Where modules are looked for.
    pub path: SearchPath,
}

/// What a text says of names.
struct Scope<'c> {
    parsed: &'c Parsed,
    imports: &'c [Option<usize>],
}

/// A checked file.
#[derive(Debug)]
pub struct Checked {
    /// The source, with those of the modules that it imports behind it.
    pub file: SourceFile,
    /// The syntax tree, comments and tokens.
    pub parsed: Parsed,
    /// The modules that it imports, directly or not.
    pub modules: Vec<Unit>,
    /// The definitions without errors, in text order.
    pub defs: Vec<Def>,
    /// Definitions of modules, and instances of definitions for constants of calls.
    pub callees: Vec<Def>,
    /// The names that it takes from modules by `use`, each with its name among the callees.
    pub used: HashMap<Arc<str>, Arc<str>>,
    /// For each import the number of the module, from 1, if there is one.
    imports: Vec<Option<usize>>,
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

    /// The written definition of a name as it stands in a call, `softmax` or `nn.softmax`.
    pub fn written(&self, name: &str) -> Option<&ast::Def> {
        let mut unit = Scope {
            parsed: &self.parsed,
            imports: &self.imports,
        };
        let mut name = name;
        // Names that modules take from others lead on, and no module imports itself.
        loop {
            let program = &unit.parsed.program;
            if let Some(def) = program.defs.iter().find(|def| &*def.name.text == name) {
                return Some(def);
            }
            let of_module = name.split_once('.');
            let leads = |import: &ast::Import| match of_module {
                Some((module, _)) => *import.module.text == *module && import.names.is_empty(),
                None => import.names.iter().any(|one| &*one.text == name),
            };
            let position = program.imports.iter().position(leads)?;
            let number = unit.imports.get(position).copied().flatten()?;
            let next = self.modules.get(number.checked_sub(1)?)?;
            unit = Scope {
                parsed: &next.parsed,
                imports: &next.imports,
            };
            name = of_module.map_or(name, |(_, operator)| operator);
        }
    }
}

/// Parses and checks a file, and the modules that it imports.
pub fn check(file: SourceFile, options: &Options) -> Checked {
    let Linked {
        file,
        mut units,
        order,
        errors: mut diagnostics,
    } = link(file, &options.path);
    let mut program = Program::new(&file, &units, options);
    for number in order {
        program.unit(number);
    }
    let used = std::mem::take(&mut program.exports[0]);
    let (defs, callees, said) = program.finish();
    diagnostics.extend(said);
    for unit in &mut units {
        diagnostics.append(&mut unit.parsed.errors);
    }
    sort_by_place(&mut diagnostics);
    if options.deny_warnings {
        deny_warnings(&mut diagnostics);
    }
    let own = units.remove(0);
    Checked {
        file,
        parsed: own.parsed,
        imports: own.imports,
        modules: units,
        defs,
        callees,
        used,
        diagnostics,
    }
}

/// The texts of a program, while they are checked.
struct Program<'p> {
    file: &'p SourceFile,
    units: &'p [Unit],
    options: &'p Options,
    /// What each unit gives to those that import it: by its name there, the name in the program.
    exports: Vec<HashMap<Arc<str>, Arc<str>>>,
    /// By the name in the program; none for a definition with errors.
    signatures: HashMap<Arc<str>, Option<Signature<'p>>>,
    defs: HashMap<Arc<str>, Def>,
    instances: Instances,
    /// Names in the program.
    taken: HashSet<Arc<str>>,
    diagnostics: Vec<Diagnostic>,
}

impl<'p> Program<'p> {
    fn new(file: &'p SourceFile, units: &'p [Unit], options: &'p Options) -> Self {
        let own = units
            .iter()
            .take(1)
            .flat_map(|unit| &unit.parsed.program.defs);
        Program {
            file,
            units,
            options,
            exports: vec![HashMap::new(); units.len()],
            signatures: HashMap::new(),
            defs: HashMap::new(),
            instances: Instances::default(),
            taken: own.map(|def| def.name.text.clone()).collect(),
            diagnostics: Vec::new(),
        }
    }

    /// The definitions of the program's own text, all others, and what is said of them.
    fn finish(self) -> (Vec<Def>, Vec<Def>, Vec<Diagnostic>) {
        let own: HashSet<&str> = self.units[0]
            .parsed
            .program
            .defs
            .iter()
            .map(|def| &*def.name.text)
            .collect();
        let all = self.defs.into_values();
        let (mut defs, mut callees): (Vec<Def>, Vec<Def>) =
            all.partition(|def| own.contains(&*def.name));
        defs.sort_by_key(|def| def.name_span.start);
        callees.sort_by(|a, b| (a.name_span.start, &a.name).cmp(&(b.name_span.start, &b.name)));
        (defs, callees, self.diagnostics)
    }

    fn unit(&mut self, number: usize) {
        let unit = &self.units[number];
        let report = Reporter::new(self.file.clone());
        let mut visible = self.imported(number, &report);
        let unique = self.own(number, &mut visible, &report);
        self.add_unresolved(unit, &unique, &mut visible);
        let names: HashSet<Arc<str>> = visible.keys().cloned().collect();
        let order = calls::call_order(&unique);
        let recursive = calls::report_cycles(&unique, &order.cycles, &report);
        let known = |name: &Arc<str>| self.signatures.get(name).cloned().flatten();
        let mut signatures: HashMap<Arc<str>, Option<Signature<'p>>> = visible
            .iter()
            .map(|(name, global)| (name.clone(), known(global)))
            .collect();
        for number in order.order {
            let def = unique[number];
            if def.broken {
                continue;
            }
            let result = DefChecker::new(def, &report, self.options, &names, &signatures).check();
            let Some(mut result) = result.filter(|_| !recursive.contains(&def.name.text)) else {
                continue;
            };
            // A definition that calls a broken one is missing statements.
            if result.leaves().len() != def.leaves().len() {
                continue;
            }
            let signature = Signature::of(&result, def);
            signatures.insert(def.name.text.clone(), Some(signature.clone()));
            for_each_call(&mut result.statements, &mut |call| {
                if let Some(global) = visible.get(&call.function) {
                    call.function = global.clone();
                }
            });
            self.instances
                .of(&mut result, &mut self.defs, &mut self.taken);
            result.name = visible[&def.name.text].clone();
            self.signatures.insert(result.name.clone(), Some(signature));
            self.defs.insert(result.name.clone(), result);
        }
        self.diagnostics.extend(report.finish());
    }

    /// The names that a unit imports, each with its name in the program; it gives those of `use`
    /// on.
    fn imported(&mut self, number: usize, report: &Reporter) -> HashMap<Arc<str>, Arc<str>> {
        let unit = &self.units[number];
        let mut visible: HashMap<Arc<str>, Arc<str>> = HashMap::new();
        for (import, target) in unit.parsed.program.imports.iter().zip(&unit.imports) {
            let module = &import.module;
            let Some(target) = *target else { continue };
            if import.names.is_empty() {
                let all = self.exports[target].iter();
                visible.extend(
                    all.map(|(name, global)| (format!("{module}.{name}").into(), global.clone())),
                );
            }
            for name in &import.names {
                let Some(global) = self.exports[target].get(&name.text).cloned() else {
                    let message = format!("module `{module}` has no operator `{name}`");
                    let error = report.error(Code::TC0234, message, name.span, "");
                    let mut all: Vec<&str> =
                        self.exports[target].keys().map(|name| &**name).collect();
                    all.sort_unstable();
                    let near = nearest(&name.text, all.iter().copied());
                    report.push(match near {
                        Some(near) => {
                            let place = report.place(name.span);
                            error.help_with_edit(format!("did you mean `{near}`?"), place, near)
                        }
                        None => {
                            all.truncate(8);
                            error.help(format!("some of its operators are {}", all.join(", ")))
                        }
                    });
                    continue;
                };
                visible.insert(name.text.clone(), global.clone());
                self.exports[number].insert(name.text.clone(), global);
            }
        }
        visible
    }

    /// The definitions of a unit, without those whose name is there already.
    fn own(
        &mut self,
        number: usize,
        visible: &mut HashMap<Arc<str>, Arc<str>>,
        report: &Reporter,
    ) -> Vec<&'p ast::Def> {
        let unit = &self.units[number];
        let used = unit.parsed.program.imports.iter();
        let used = used.flat_map(|import| &import.names);
        let mut first: HashMap<&str, &ast::Name> = used.map(|name| (&*name.text, name)).collect();
        let mut unique = Vec::new();
        for def in &unit.parsed.program.defs {
            if let Some(other) = first.get(&*def.name.text) {
                let message = format!(
                    "`{}` is already defined at {}",
                    def.name,
                    report.line(other.span)
                );
                let error = report.error(Code::TC0202, message, def.name.span, "again here");
                report.push(
                    error
                        .label(report.place(other.span), "first here")
                        .help("rename one of them"),
                );
                continue;
            }
            first.insert(&def.name.text, &def.name);
            unique.push(def);
            let global = match &unit.name {
                None => def.name.text.clone(),
                Some(module) => fresh_name(&format!("{module}_{}", def.name.text), &mut self.taken),
            };
            visible.insert(def.name.text.clone(), global.clone());
            self.signatures.insert(global.clone(), None);
            self.exports[number].insert(def.name.text.clone(), global);
        }
        unique
    }

    /// Operators of modules that were not found: the module was reported.
    fn add_unresolved(
        &self,
        unit: &Unit,
        unique: &[&'p ast::Def],
        visible: &mut HashMap<Arc<str>, Arc<str>>,
    ) {
        let imports = unit.parsed.program.imports.iter().zip(&unit.imports);
        let missing: HashSet<&str> = imports
            .filter(|(_, target)| target.is_none())
            .map(|(import, _)| &*import.module.text)
            .collect();
        if missing.is_empty() {
            return;
        }
        for name in unique.iter().flat_map(|def| calls::callees(def)) {
            let module = name.text.split_once('.').map(|(module, _)| module);
            let of_use = unit.parsed.program.imports.iter().any(|import| {
                missing.contains(&*import.module.text) && import.names.contains(name)
            });
            if of_use || module.is_some_and(|module| missing.contains(module)) {
                visible.insert(name.text.clone(), name.text.clone());
            }
        }
    }
}
