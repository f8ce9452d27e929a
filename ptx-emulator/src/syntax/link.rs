//! Several modules in one text, each from its `.version` on: the tree of them linked, as a driver
//! links modules.
//!
//! Names that are not `.visible`, `.weak`, `.extern` or `.common` belong to their module: where
//! another module has the same name, they get another one. A `.extern` variable is that of the
//! module which defines it; of `.weak` and `.common` ones the first counts.

use std::collections::{BTreeMap, BTreeSet};

use super::lexer::MOST_ERRORS;
use super::parser::parse_module;
use super::*;

/// The tree of `text`, or the mistakes in it; of several modules, the tree of them linked.
pub(crate) fn parse(text: &str) -> Result<Tree, Vec<SyntaxError>> {
    let starts = starts(text);
    if starts.len() < 2 {
        return parse_module(text);
    }
    let (mut trees, mut errors) = (Vec::new(), Vec::new());
    for (place, start) in starts.iter().enumerate() {
        let end = starts.get(place + 1).copied().unwrap_or(text.len());
        // Empty lines in place of the modules before, so that lines have their numbers.
        let before = text[..*start].matches('\n').count();
        let module = "\n".repeat(before) + &text[*start..end];
        match parse_module(&module) {
            Ok(tree) => trees.push(tree),
            Err(mut found) => errors.append(&mut found),
        }
    }
    if !errors.is_empty() {
        errors.truncate(MOST_ERRORS);
        return Err(errors);
    }
    link(trees).map_err(|mut errors| {
        show_lines(&mut errors, text);
        errors
    })
}

/// The modules of a text: the bytes at which they begin.
fn starts(text: &str) -> Vec<usize> {
    let mut starts = Vec::new();
    let mut at = 0;
    for line in text.split_inclusive('\n') {
        if line.trim_start().starts_with(".version") {
            starts.push(at);
        }
        at += line.len();
    }
    if let Some(first) = starts.first_mut() {
        *first = 0;
    }
    starts
}

/// One tree of the trees of all modules.
fn link(mut trees: Vec<Tree>) -> Result<Tree, Vec<SyntaxError>> {
    let mut modules_of: BTreeMap<String, BTreeSet<usize>> = BTreeMap::new();
    for (module, tree) in trees.iter().enumerate() {
        for (name, _, _) in names(tree) {
            modules_of
                .entry(name.to_owned())
                .or_default()
                .insert(module);
        }
    }
    for (module, tree) in trees.iter_mut().enumerate() {
        let shared = |name: &str| {
            modules_of
                .get(name)
                .is_some_and(|modules| modules.len() > 1)
        };
        let private = names(tree)
            .filter(|(name, linkage, _)| *linkage == Linkage::Private && shared(name))
            .map(|(name, ..)| (name.to_owned(), format!("{name}$module{module}")));
        let new: BTreeMap<String, String> = private.collect();
        rename(tree, &new);
        renumber_files(tree, module as u32);
    }
    let mut all = Tree::default();
    for tree in trees {
        if number(&tree.target) >= number(&all.target) {
            all.target = tree.target;
        }
        all.files.extend(tree.files);
        all.variables.extend(tree.variables);
        all.functions.extend(tree.functions);
    }
    let mistakes = resolve(&mut all);
    if mistakes.is_empty() {
        Ok(all)
    } else {
        Err(mistakes)
    }
}

fn number(target: &str) -> u32 {
    let digits: String = target.chars().filter(char::is_ascii_digit).collect();
    digits.parse().unwrap_or(0)
}

/// Names, linkage and lines of what a module has.
fn names(tree: &Tree) -> impl Iterator<Item = (&str, Linkage, u32)> {
    let functions = tree.functions.iter();
    let variables = tree.variables.iter();
    functions
        .map(|one| (one.name.as_str(), one.linkage, one.line))
        .chain(variables.map(|one| (one.name.as_str(), one.linkage, one.line)))
}

/// Leaves one of the variables of each name, and finds names that are defined twice.
fn resolve(tree: &mut Tree) -> Vec<SyntaxError> {
    let mut mistakes = Vec::new();
    let twice = |name: &str, line: u32, before: u32| {
        let message = format!(
            "`{name}` is defined in line {before} already: expected one definition, or `.weak` ones"
        );
        SyntaxError::new(line, 1, message)
    };
    let mut functions: BTreeMap<String, u32> = BTreeMap::new();
    tree.functions.retain(|function| {
        if function.body.is_none() {
            return true;
        }
        match functions.get(&function.name) {
            None => {
                functions.insert(function.name.clone(), function.line);
                true
            }
            Some(before) => {
                if function.linkage != Linkage::Weak {
                    mistakes.push(twice(&function.name, function.line, *before));
                }
                false
            }
        }
    });
    let mut variables: BTreeMap<String, (usize, Linkage, u32)> = BTreeMap::new();
    for (place, variable) in tree.variables.iter().enumerate() {
        let mine = (place, variable.linkage, variable.line);
        match variables.get(&variable.name).copied() {
            None | Some((_, Linkage::Extern, _)) => {
                variables.insert(variable.name.clone(), mine);
            }
            Some((_, Linkage::Weak, _)) if variable.linkage == Linkage::Visible => {
                variables.insert(variable.name.clone(), mine);
            }
            Some((_, _, before)) => {
                if matches!(variable.linkage, Linkage::Visible | Linkage::Private) {
                    mistakes.push(twice(&variable.name, variable.line, before));
                }
            }
        }
    }
    let kept: BTreeSet<usize> = variables.into_values().map(|(place, ..)| place).collect();
    let mut place = 0;
    tree.variables.retain(|_| {
        place += 1;
        kept.contains(&(place - 1))
    });
    mistakes
}

/// Numbers of files mean something in their module only.
fn renumber_files(tree: &mut Tree, module: u32) {
    let own = |file: u32| file.wrapping_add(module << 16);
    tree.files = std::mem::take(&mut tree.files)
        .into_iter()
        .map(|(file, name)| (own(file), name))
        .collect();
    for function in &mut tree.functions {
        for statement in function.body.iter_mut().flatten() {
            if let Statement::Location(location) = statement {
                location.file = own(location.file);
            }
        }
    }
}

/// Gives names of a module other ones, wherever they stand.
fn rename(tree: &mut Tree, new: &BTreeMap<String, String>) {
    let change = |name: &mut String| {
        if let Some(other) = new.get(name) {
            name.clone_from(other);
        }
    };
    for variable in &mut tree.variables {
        change(&mut variable.name);
        rename_initializer(variable, &change);
    }
    for function in &mut tree.functions {
        change(&mut function.name);
        for statement in function.body.iter_mut().flatten() {
            match statement {
                Statement::Instruction(instruction) => {
                    for operand in &mut instruction.operands {
                        rename_operand(operand, &change);
                    }
                }
                Statement::CallTargets { functions, .. } => functions.iter_mut().for_each(change),
                Statement::Variable(variable) => rename_initializer(variable, &change),
                _ => {}
            }
        }
    }
}

fn rename_initializer(variable: &mut Variable, change: &impl Fn(&mut String)) {
    for value in &mut variable.initializer {
        if let Initializer::Symbol(name, _) = value {
            change(name);
        }
    }
}

fn rename_operand(operand: &mut Operand, change: &impl Fn(&mut String)) {
    match operand {
        Operand::Name(name) | Operand::NameOffset(name, _) => change(name),
        Operand::Address {
            base: AddressBase::Name(name),
            ..
        } => change(name),
        Operand::Vector(list) | Operand::List(list) => {
            for one in list {
                rename_operand(one, change);
            }
        }
        _ => {}
    }
}
