//! A file has at most 800 lines and a function at most 80. Generated files, which say `Made by ...`
//! in the first line, may be longer.

use std::collections::BTreeSet;

use syn::{
    Block, ImplItemFn, ItemFn, Signature, TraitItemFn,
    spanned::Spanned,
    visit::{self, Visit},
};

use crate::{
    none,
    repository::{files, listed, read, root, shown},
};

const MOST_LINES_OF_A_FILE: usize = 800;
const MOST_LINES_OF_A_FUNCTION: usize = 80;
const SOURCES: &[&str] = &[
    ".rs", ".py", ".sh", ".cpp", ".h", ".td", ".mlir", ".tc", ".md", ".toml",
];

#[test]
fn no_file_is_too_long() {
    let too_long = files(root(), SOURCES).into_iter().filter(|path| {
        let text = read(path);
        let generated = text
            .lines()
            .next()
            .is_some_and(|line| line.contains("Made by"));
        text.lines().count() > MOST_LINES_OF_A_FILE && !generated
    });
    let too_long = too_long.map(|path| shown(&path)).collect();
    none(compared(too_long, "long-files.txt", MOST_LINES_OF_A_FILE));
}

#[test]
fn no_function_is_too_long() {
    let mut too_long = BTreeSet::new();
    for path in files(root(), &[".rs"]) {
        too_long
            .extend(long_functions(&read(&path)).map(|name| format!("{}: {name}", shown(&path))));
    }
    none(compared(
        too_long,
        "long-functions.txt",
        MOST_LINES_OF_A_FUNCTION,
    ));
}

/// The items that are too long but not in the list, and those in the list that are not too long.
fn compared(too_long: BTreeSet<String>, list: &str, most: usize) -> Vec<String> {
    let listed = listed(list);
    let new = too_long
        .difference(&listed)
        .map(|one| format!("{one} has more than {most} lines: split it"));
    let old = listed
        .difference(&too_long)
        .map(|one| format!("{one} has at most {most} lines, or is gone: take it off tidy/{list}"));
    new.chain(old).collect()
}

fn long_functions(text: &str) -> impl Iterator<Item = String> {
    let mut functions = Functions::default();
    functions.visit_file(&syn::parse_file(text).expect("a Rust file"));
    functions
        .0
        .into_iter()
        .filter(|(_, lines)| *lines > MOST_LINES_OF_A_FUNCTION)
        .map(|(name, _)| name)
}

/// The functions of a file, with their lines from the signature to the last brace.
#[derive(Default)]
struct Functions(Vec<(String, usize)>);

impl Functions {
    fn add(&mut self, signature: &Signature, body: &Block) {
        let lines = body.span().end().line + 1 - signature.span().start().line;
        self.0.push((signature.ident.to_string(), lines));
    }
}

impl<'ast> Visit<'ast> for Functions {
    fn visit_item_fn(&mut self, item: &'ast ItemFn) {
        self.add(&item.sig, &item.block);
        visit::visit_item_fn(self, item);
    }

    fn visit_impl_item_fn(&mut self, item: &'ast ImplItemFn) {
        self.add(&item.sig, &item.block);
        visit::visit_impl_item_fn(self, item);
    }

    fn visit_trait_item_fn(&mut self, item: &'ast TraitItemFn) {
        if let Some(body) = &item.default {
            self.add(&item.sig, body);
        }
        visit::visit_trait_item_fn(self, item);
    }
}

#[test]
fn a_function_is_as_long_as_it_looks() {
    let statements = "    f();\n".repeat(79);
    let (just, more) = (
        format!("fn f() {{\n{}}}\n", &statements[9..]),
        format!("struct S;\nimpl S {{\n#[inline]\nfn g() {{\n{statements}}}\n}}\n"),
    );
    assert_eq!(long_functions(&just).count(), 0);
    assert_eq!(long_functions(&more).collect::<Vec<_>>(), ["g"]);
}
