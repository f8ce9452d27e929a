//! One name for a pass: its flag, its file, its lit test and its page. `schedule-tile` is `passes/src/schedule/tile.rs`, tested by
//! `lit-tests/passes/schedule/tile.mlir`, and a page in `docs/` has the title `schedule-tile`.

use std::path::Path;

use crate::{
    none,
    repository::{files, packages, read, root, shown},
};

#[test]
fn every_pass_has_one_name() {
    let pages: Vec<String> = files(&root().join("docs"), &[".md"])
        .iter()
        .map(|path| read(path))
        .collect();
    let (mut problems, mut count) = (Vec::new(), 0);
    for package in packages() {
        for path in files(&package.folder.join("src"), &[".rs"]) {
            let below = path
                .strip_prefix(package.folder.join("src"))
                .expect("below src");
            for flag in flags(&read(&path)) {
                count += 1;
                problems.extend(
                    misnamed(&flag, below)
                        .map(|due| format!("{}: the pass `{flag}` {due}", shown(&path))),
                );
                if !pages.iter().any(|page| has_title(page, &flag)) {
                    problems.push(format!("no page below docs/ has the title `{flag}`: run scripts/passes_page.py target/release"));
                }
            }
        }
    }
    assert!(
        count > 30,
        "only {count} passes were found: is `pass!` still what declares them?"
    );
    none(problems);
}

/// The flags of the passes that a file declares; except those of test passes.
fn flags(text: &str) -> Vec<String> {
    let mut found = Vec::new();
    for declaration in text.split("\npass! {").skip(1) {
        let name = declaration
            .split("name: \"")
            .nth(1)
            .and_then(|rest| rest.split('"').next());
        found.extend(
            name.filter(|name| !name.starts_with("test-"))
                .map(str::to_owned),
        );
    }
    found
}

/// An error in the name of a pass in this file, or something missing for it.
fn misnamed(flag: &str, file: &Path) -> Option<String> {
    let names: Vec<String> = file
        .with_extension("")
        .iter()
        .map(|part| part.to_string_lossy().replace('_', "-"))
        .collect();
    // A pass of several files is a folder with its name, with the declaration in `pass.rs`.
    let names = names.strip_suffix(&["pass".to_owned()]).unwrap_or(&names);
    let place = names.join("/");
    if flag != names.join("-") && Some(flag) != names.last().map(String::as_str) {
        return Some(format!(
            "stands in a file of another name: expected the flag `{}`",
            names.join("-")
        ));
    }
    let test = format!("lit-tests/passes/{place}.mlir");
    match root().join(&test).exists() {
        true if read(&root().join(&test)).contains(flag) => None,
        true => Some(format!("is not in {test}: expected a test of it")),
        false => Some(format!("has no lit test: expected {test}")),
    }
}

/// Whether a line of the page is a title with this text.
fn has_title(page: &str, flag: &str) -> bool {
    page.lines().any(|line| {
        line.starts_with('#') && line.trim_start_matches('#').trim().trim_matches('`') == flag
    })
}

#[test]
fn wrong_names_are_seen() {
    let wrong = |flag: &str, file: &str| misnamed(flag, Path::new(file));
    assert_eq!(wrong("schedule-tile", "schedule/tile.rs"), None);
    assert_eq!(wrong("schedule-promote", "schedule/promote/pass.rs"), None);
    assert_eq!(wrong("schedule-to-cpu", "loops/schedule_to_cpu.rs"), None);
    assert!(
        wrong("tile", "schedule/band.rs")
            .unwrap()
            .contains("expected the flag `schedule-band`")
    );
    assert!(
        wrong("schedule-band", "schedule/band.rs")
            .unwrap()
            .contains("expected lit-tests/passes/schedule/band.mlir")
    );
    assert_eq!(flags("pass! {\n"), [""; 0]);
    assert_eq!(
        flags("\npass! {\n    pub struct S {\n        name: \"a-b\",\n"),
        ["a-b"]
    );
}
