//! Who reads a text does not ask in which notation it is: the list of the frontend tells
//! (`frontend/src/notation.rs`).

use crate::{
    none,
    repository::{files, packages, read, shown},
};

/// The crates that have a notation of their own to name: those that define them, and those that
/// test one of them.
const KNOW: [&str; 4] = ["tc-syntax", "tc-frontend", "tc-testing", "tc-fuzz"];

/// How the notation beside TC would be named. TC text is also what gradients are made of.
const NAMES: [&str; 4] = ["frontend::sac", "syntax::sac", "is_sac", "\"sac\""];

#[test]
fn a_notation_is_named_in_the_frontend_only() {
    let mut problems = Vec::new();
    for package in packages() {
        let sources = package.folder.join("src");
        if KNOW.contains(&package.name.as_str()) || !sources.exists() {
            continue;
        }
        for path in files(&sources, &[".rs"]) {
            if shown(&path).contains("tests") {
                continue;
            }
            let text = read(&path);
            let found = NAMES.iter().filter(|name| text.contains(*name));
            problems.extend(found.map(|name| {
                let at = shown(&path);
                format!("{at}: `{name}`: ask `tc_frontend::notation_of`")
            }));
        }
    }
    none(problems);
}
