//! The tools are one list: what `cargo install` installs of `tools` and `tools/light`, what `./x`
//! gives completions and manual pages, and what `docs/tools.md` describes.

use std::collections::BTreeSet;

use crate::{
    none,
    repository::{packages, read, root},
};

/// The packages of tools, and their folders.
const PACKAGES: [(&str, &str); 2] = [("tc-tools", "tools"), ("tc-light-tools", "tools/light")];

#[test]
fn what_cargo_installs_is_what_the_documents_describe() {
    let all = packages();
    let tools = PACKAGES.map(|(name, _)| {
        let found = all.iter().find(|package| package.name == name);
        &found.expect("a package of tools").programs
    });
    let installed: BTreeSet<String> = tools.into_iter().flatten().cloned().collect();
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
    for name in &installed {
        let has_title = page.lines().any(|line| line == format!("## {name}"));
        if !has_title && !page.contains(&format!("`{name}`")) {
            problems.push(format!("docs/tools.md does not describe `{name}`"));
        }
    }
    // Without it, cargo takes other versions than those that are tested.
    for (_, folder) in PACKAGES {
        let command = format!("cargo install --locked --path {folder} ");
        if !page.contains(&command) {
            problems.push(format!("docs/tools.md does not say `{command}`"));
        }
    }
    none(problems);
}
