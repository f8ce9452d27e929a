//! What a pass can do and say is in a lit test of its own: each option is given, each statistic is
//! printed with its number, each message stands there as a whole. The own tests of `schedule-tile`
//! are `lit-tests/passes/schedule/tile.mlir`, `tile-options.mlir`, `tile/` and so on; what several
//! passes share is in any lit test.
//!
//! A message is what a call that reports gets ([`REPORTS`]): a text, a `format!`, or a variable
//! that is one. The holes of a format stand for anything.

use std::{
    collections::{BTreeMap, BTreeSet},
    path::{Path, PathBuf},
};

use syn::{
    Attribute, Block, Expr, ExprCall, ExprMethodCall, ImplItemFn, ItemFn, ItemMod, Lit, Local, Pat,
    Stmt,
    visit::{self, Visit},
};

use crate::{
    none,
    passes::{Declared, declared},
    repository::{files, listed, packages, read, root, shown},
};

/// The crates that have passes, or code of several.
const CRATES: [&str; 8] = [
    "tc-pass-host",
    "tc-scop",
    "tc-comprehensions",
    "tc-schedule",
    "tc-loops",
    "tc-pipelines",
    "tc-backend-cpu",
    "tc-backend-cuda",
];

/// Functions and methods that report, and which argument is the message.
const REPORTS: [(&str, usize); 12] = [
    ("Refusal::new", 0),
    ("Failure::new", 0),
    ("Diagnostic::error", 1),
    ("Diagnostic::warning", 1),
    ("refuse", 1),
    ("ctx.error", 1),
    ("ctx.warning", 1),
    ("ctx.remark", 1),
    ("Decision::passed", 1),
    ("Decision::missed", 1),
    ("Decision::analysis", 1),
    ("because", 0),
];

/// Code of a pass that does not stand below its name, and tests of a pass that do not.
const OF_PASSES: [(&str, &str); 1] = [("passes/comprehensions/src/inference", "tc/infer-ranges")];
const TESTS_OF: [(&str, &str); 2] = [
    ("schedule/verify", "lit-tests/verify"),
    ("tc/infer-ranges", "spec-tests"),
];

#[test]
fn every_option_and_statistic_has_a_lit_test() {
    let page = read(&root().join("docs/passes.md"));
    let (mut problems, mut count) = (Vec::new(), 0);
    for pass in declared() {
        let flag = &pass.flag;
        let mut sections = page.split("\n## ");
        let section = sections.find(|section| section.lines().next() == Some(flag));
        let section = section.unwrap_or_default();
        let own = own_tests(&pass.place);
        for option in rows(section, "| option |") {
            count += 1;
            if !own.iter().any(|line| gives(line, &option)) {
                problems.push(format!("no lit test of `{flag}` gives `{option}=`"));
            }
        }
        for statistic in rows(section, "| counts |") {
            count += 1;
            if !own.iter().any(|line| counts(line, &statistic)) {
                problems.push(format!(
                    "no lit test of `{flag}` has its statistic `{statistic}` with a number"
                ));
            }
        }
    }
    assert!(count > 60, "only {count} options and statistics were found");
    none(problems);
}

#[test]
fn every_message_of_a_pass_has_a_lit_test() {
    let passes = declared();
    let all = lines(&files(&root().join("lit-tests"), &[""]));
    let (mut without, mut count) = (BTreeSet::new(), 0);
    for package in packages() {
        if !CRATES.contains(&package.name.as_str()) {
            continue;
        }
        for path in files(&package.folder.join("src"), &[".rs"]) {
            let own = place_of(&path, &passes).map(own_tests);
            for message in messages(&read(&path)) {
                count += 1;
                let tests = own.as_ref().unwrap_or(&all);
                if !tests.iter().any(|line| has(line, &message)) {
                    without.insert(format!("{}: {}", shown(&path), message.join("{}")));
                }
            }
        }
    }
    assert!(count > 200, "only {count} messages were found");
    let listed = listed("untested-messages.txt");
    let new = without.difference(&listed);
    let new = new.map(|one| format!("{one}: expected a lit test that has this message"));
    let old = listed.difference(&without);
    let old = old.map(|one| {
        format!("{one}: has a lit test, or is gone: take it off tidy/untested-messages.txt")
    });
    none(new.chain(old).collect());
}

/// The place of the pass that a file belongs to; none for what passes share.
fn place_of<'p>(file: &Path, passes: &'p [Declared]) -> Option<&'p str> {
    let elsewhere = OF_PASSES
        .iter()
        .find(|(code, _)| file.starts_with(root().join(code)));
    let name = file.with_extension("");
    let own = passes.iter().find(|pass| name.starts_with(&pass.code));
    elsewhere
        .map(|(_, place)| *place)
        .or(own.map(|pass| pass.place.as_str()))
}

/// The lines of the tests of a pass.
fn own_tests(place: &str) -> Vec<String> {
    let (folder, name) = place.rsplit_once('/').unwrap_or(("", place));
    let folder = root().join("lit-tests/passes").join(folder);
    let mut own = files(&folder, &[""]);
    own.retain(|path| {
        let below = path.strip_prefix(&folder).expect("below the folder");
        let first = below.iter().next().expect("a name").to_string_lossy();
        let first = if first == "Inputs" {
            below.iter().nth(1).expect("a name").to_string_lossy()
        } else {
            first
        };
        let rest = first.strip_prefix(name);
        rest.is_some_and(|rest| rest.is_empty() || rest.starts_with(['.', '-']))
    });
    for (_, more) in TESTS_OF.iter().filter(|(of, _)| *of == place) {
        own.extend(files(&root().join(more), &[""]));
    }
    lines(&own)
}

fn lines(paths: &[PathBuf]) -> Vec<String> {
    let texts = paths.iter().map(|path| read(path));
    texts
        .flat_map(|text| text.lines().map(str::to_owned).collect::<Vec<_>>())
        .collect()
}

/// The names in the first column of a table of the page.
fn rows(section: &str, head: &str) -> Vec<String> {
    let table = section.split(head).nth(1).unwrap_or_default();
    let rows = table
        .lines()
        .skip(2)
        .take_while(|line| line.starts_with("| `"));
    rows.filter_map(|row| Some(row.split('`').nth(1)?.to_owned()))
        .collect()
}

/// Whether a line gives an option: `sizes=8` with no other name around it.
fn gives(line: &str, option: &str) -> bool {
    line.match_indices(option).any(|(at, _)| {
        let before = line[..at].chars().next_back();
        let after = &line[at + option.len()..];
        before.is_none_or(|one| !one.is_alphanumeric() && one != '-') && after.starts_with('=')
    })
}

/// Whether a line expects a statistic: `{{^ *}}2 bands`, or `"bands": 2`.
fn counts(line: &str, statistic: &str) -> bool {
    line.match_indices(statistic).any(|(at, _)| {
        let after = line[at + statistic.len()..].chars().next();
        let before = line[..at].trim_end();
        after.is_none_or(|one| !one.is_alphanumeric() && one != '-')
            && before.len() < at
            && before.ends_with(|one: char| one.is_ascii_digit() || one == ']' || one == '}')
    })
}

/// Whether the pieces of a message stand in a line, in their order.
fn has(line: &str, message: &[String]) -> bool {
    let mut rest = line;
    message.iter().all(|piece| match rest.find(piece.as_str()) {
        Some(at) => {
            rest = &rest[at + piece.len()..];
            true
        }
        None => false,
    })
}

/// The messages of a file, each as the pieces between its holes.
fn messages(text: &str) -> Vec<Vec<String>> {
    let mut found = Messages::default();
    found.visit_file(&syn::parse_file(text).expect("a Rust file"));
    found
        .messages
        .retain(|pieces| pieces.iter().any(|piece| piece.len() > 3));
    found.messages
}

#[derive(Default)]
struct Messages {
    messages: Vec<Vec<String>>,
    /// What is bound to a name in the function around.
    bound: BTreeMap<String, Vec<Vec<String>>>,
    /// Whether the function around looks at options: its errors are texts.
    checks: bool,
}

impl Messages {
    fn report(
        &mut self,
        name: &str,
        arguments: &syn::punctuated::Punctuated<Expr, syn::Token![,]>,
    ) {
        let refuses = name == "Err" && self.checks;
        let reports = REPORTS.iter().chain(refuses.then_some(&("Err", 0)));
        let position = reports.into_iter().find(|(report, _)| *report == name);
        if let Some(message) = position.and_then(|(_, position)| arguments.get(*position)) {
            let texts = self.texts(message);
            self.messages.extend(texts);
        }
    }

    /// The texts that an expression can be.
    fn texts(&self, expression: &Expr) -> Vec<Vec<String>> {
        match expression {
            Expr::Lit(literal) => match &literal.lit {
                Lit::Str(text) => vec![vec![text.value()]],
                _ => Vec::new(),
            },
            Expr::Macro(format) if format.mac.path.is_ident("format") => {
                let first = format.mac.tokens.clone().into_iter().next();
                let text =
                    first.and_then(|token| syn::parse_str::<syn::LitStr>(&token.to_string()).ok());
                text.map(|text| pieces(&text.value())).into_iter().collect()
            }
            Expr::Path(path) => match path.path.get_ident() {
                Some(name) => self
                    .bound
                    .get(&name.to_string())
                    .cloned()
                    .unwrap_or_default(),
                None => Vec::new(),
            },
            Expr::Reference(inner) => self.texts(&inner.expr),
            Expr::Paren(inner) => self.texts(&inner.expr),
            Expr::MethodCall(call) => self.texts(&call.receiver),
            Expr::Block(block) => self.of_block(&block.block),
            Expr::If(choice) => {
                let mut all = self.of_block(&choice.then_branch);
                if let Some((_, other)) = &choice.else_branch {
                    all.extend(self.texts(other));
                }
                all
            }
            Expr::Match(choice) => choice
                .arms
                .iter()
                .flat_map(|arm| self.texts(&arm.body))
                .collect(),
            _ => Vec::new(),
        }
    }

    fn of_block(&self, block: &Block) -> Vec<Vec<String>> {
        match block.stmts.last() {
            Some(Stmt::Expr(last, None)) => self.texts(last),
            _ => Vec::new(),
        }
    }
}

impl<'ast> Visit<'ast> for Messages {
    fn visit_item_mod(&mut self, item: &'ast ItemMod) {
        if !is_test(&item.attrs) {
            visit::visit_item_mod(self, item);
        }
    }

    fn visit_item_fn(&mut self, item: &'ast ItemFn) {
        if !is_test(&item.attrs) {
            visit::visit_item_fn(self, item);
        }
    }

    fn visit_impl_item_fn(&mut self, item: &'ast ImplItemFn) {
        self.checks = item.sig.ident == "check" || item.sig.ident == "expand";
        visit::visit_impl_item_fn(self, item);
        self.checks = false;
    }

    fn visit_block(&mut self, block: &'ast Block) {
        let outer = self.bound.clone();
        visit::visit_block(self, block);
        self.bound = outer;
    }

    fn visit_local(&mut self, local: &'ast Local) {
        visit::visit_local(self, local);
        if let (Pat::Ident(name), Some(init)) = (&local.pat, &local.init) {
            let texts = self.texts(&init.expr);
            self.bound.insert(name.ident.to_string(), texts);
        }
    }

    fn visit_expr_call(&mut self, call: &'ast ExprCall) {
        if let Expr::Path(function) = &*call.func {
            let names: Vec<String> = function
                .path
                .segments
                .iter()
                .map(|one| one.ident.to_string())
                .collect();
            self.report(
                &names[names.len().saturating_sub(2)..].join("::"),
                &call.args,
            );
        }
        visit::visit_expr_call(self, call);
    }

    fn visit_expr_method_call(&mut self, call: &'ast ExprMethodCall) {
        if let Expr::Path(receiver) = &*call.receiver
            && let Some(receiver) = receiver.path.get_ident()
        {
            self.report(&format!("{receiver}.{}", call.method), &call.args);
        }
        visit::visit_expr_method_call(self, call);
    }
}

fn is_test(attributes: &[Attribute]) -> bool {
    attributes.iter().any(|attribute| match &attribute.meta {
        syn::Meta::List(list) => list.path.is_ident("cfg") && list.tokens.to_string() == "test",
        syn::Meta::Path(path) => path.is_ident("test"),
        syn::Meta::NameValue(_) => false,
    })
}

/// The pieces of a format between its holes.
fn pieces(format: &str) -> Vec<String> {
    let (mut all, mut piece, mut hole) = (Vec::new(), String::new(), false);
    let mut letters = format.chars().peekable();
    while let Some(letter) = letters.next() {
        match letter {
            '{' | '}' if !hole && letters.peek() == Some(&letter) => {
                letters.next();
                piece.push(letter);
            }
            '{' => {
                hole = true;
                all.push(std::mem::take(&mut piece));
            }
            '}' => hole = false,
            _ if hole => {}
            _ => piece.push(letter),
        }
    }
    all.push(piece);
    all.retain(|piece| !piece.trim().is_empty());
    all
}

#[test]
fn what_a_test_has_is_seen() {
    assert!(gives("RUN: tc-opt --pass{sizes=4 band=point}", "band"));
    assert!(!gives("RUN: tc-opt --pass{sub-band=point}", "band"));
    assert!(!gives("the band = 3", "band"));
    assert!(counts("COUNT-NEXT: {{^ *}}2 bands  bands made", "bands"));
    assert!(counts(
        "COUNT: {{^ *[1-9][0-9]*}} isl-operations",
        "isl-operations"
    ));
    assert!(!counts("COUNT: bands", "bands"));
    assert!(!counts("COUNT: {{^ *}}2 bands-left", "bands"));
    let text = r#"
        fn f(n: i64) -> Result<(), Refusal> {
            let message = match n {
                0 => "none at all".to_owned(),
                _ => format!("found {n} of {{{}}}", n + 1),
            };
            Err(Refusal::new(message).note("no message"))
        }
        impl P {
            fn check(&self) -> Result<(), String> { Err(format!("expected {} bands", 1)) }
            fn run(&self) -> Result<(), String> { Err("of something else".to_owned()) }
        }
        #[cfg(test)]
        mod tests {
            fn f() { Refusal::new("of a test"); }
        }
    "#;
    let found = messages(text);
    let due: [&[&str]; 3] = [
        &["none at all"],
        &["found ", " of {", "}"],
        &["expected ", " bands"],
    ];
    assert_eq!(found, due);
    assert!(has("error: found 3 of {4}", &found[1]));
    assert!(!has("error: of {4} found 3", &found[1]));
}
