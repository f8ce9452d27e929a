//! Which module may use which: one of a lower row, never one of a higher row or of the same row.
//!
//! `decode` and `machine` do not use each other: both use `operation`, which is data.

use std::path::{Path, PathBuf};

const ROWS: [&str; 11] = [
    "types float finding limits registers words container",
    "memory",
    "syntax request",
    "error operation",
    "flow origin launch link",
    "decode",
    "module",
    "context sanitizer",
    "profile",
    "machine",
    "run",
];

/// The context describes the sanitizer's findings, and holds its shadow memory.
const KNOW_EACH_OTHER: [&str; 2] = ["context", "sanitizer"];

/// `machine` is above `decode`, but must not use it.
const APART: (&str, &str) = ("machine", "decode");

fn row(module: &str) -> Option<usize> {
    ROWS.iter()
        .position(|row| row.split(' ').any(|known| known == module))
}

fn may_use(user: &str, used: &str) -> bool {
    let both = KNOW_EACH_OTHER.contains(&user) && KNOW_EACH_OTHER.contains(&used);
    (user, used) != APART && (user == used || both || row(used) < row(user))
}

fn sources(folder: &Path, found: &mut Vec<PathBuf>) {
    for entry in std::fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        if path.is_dir() {
            sources(&path, found)
        } else {
            found.push(path)
        }
    }
}

/// The modules that a text names as `crate::module`, without its comments.
fn used(text: &str) -> Vec<&str> {
    let code = text.lines().map(|line| line.split("//").next().unwrap());
    code.flat_map(|line| line.split("crate::").skip(1))
        .map(|rest| {
            let end = rest.find(|letter: char| !letter.is_alphanumeric() && letter != '_');
            &rest[..end.unwrap_or(rest.len())]
        })
        .collect()
}

#[test]
fn no_module_uses_one_that_stands_above_it() {
    let root = Path::new(concat!(env!("CARGO_MANIFEST_DIR"), "/src"));
    let mut files = Vec::new();
    sources(root, &mut files);
    let mut wrong = Vec::new();
    let mut arrows = 0;
    for file in files {
        let place = file.strip_prefix(root).unwrap().with_extension("");
        let module = place.iter().next().unwrap().to_str().unwrap();
        if ["lib", "layers", "bin"].contains(&module) {
            continue;
        }
        if row(module).is_none() {
            wrong.push(format!("{module} has no row in layers.rs"));
        }
        let text = std::fs::read_to_string(&file).unwrap();
        if text.contains("super::super") {
            wrong.push(format!(
                "{}: expected `crate::`, found `super::super`",
                file.display()
            ));
        }
        for used in used(&text) {
            arrows += 1;
            if !may_use(module, used) {
                wrong.push(format!("{}: {module} must not use {used}", file.display()));
            }
        }
    }
    assert!(arrows > 100, "{arrows} uses found");
    assert_eq!(wrong, Vec::<String>::new());
}
