//! The tools are one list: what `cargo install --path tools` installs, what `./x` gives completions
//! and manual pages, and what `docs/tools.md` describes.

use std::collections::BTreeSet;

use crate::{
    none,
    repository::{packages, read, root},
};

#[test]
fn what_cargo_installs_is_what_the_documents_describe() {
    let all = packages();
    let tools = all.iter().find(|package| package.name == "tc-tools");
    let installed = &tools.expect("the package of the tools").programs;
    let script = read(&root().join("x"));
    let line = script
        .lines()
        .find_map(|line| line.strip_prefix("TOOLS=\""));
    let line = line.expect("a line `TOOLS=` in x").trim_end_matches('"');
    let completed: BTreeSet<String> = line.split(' ').map(str::to_owned).collect();
    let page = read(&root().join("docs/tools.md"));
    let mut problems = Vec::new();
    for name in installed.symmetric_difference(&completed) {
        problems.push(format!(
            "`{name}` is not in both: cargo installs it, and TOOLS of x names it"
        ));
    }
    for name in installed {
        let has_title = page.lines().any(|line| line == format!("## {name}"));
        if !has_title && !page.contains(&format!("`{name}`")) {
            problems.push(format!("docs/tools.md does not describe `{name}`"));
        }
    }
    // Without it, cargo takes other versions than those that are tested.
    let command = "cargo install --locked --path tools";
    if !page.contains(command) {
        problems.push(format!("docs/tools.md does not say `{command}`"));
    }
    none(problems);
}
