//! One name for a pass: its flag, its file, its lit test and its page. `schedule-tile` is `passes/src/schedule/tile.rs`, tested by
//! `lit-tests/passes/schedule/tile.mlir`, and a page below `docs/` has the title `schedule-tile`. Its options are written once, in `pass!`.

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

/// What a pass does with its options takes the pass itself: a second struct of them would have to be kept the same by hand.
#[test]
fn options_of_a_pass_are_written_once() {
    let sources: Vec<String> = packages()
        .iter()
        .flat_map(|package| files(&package.folder.join("src"), &[".rs"]))
        .map(|path| read(&path))
        .collect();
    let passes: Vec<&str> = sources
        .iter()
        .flat_map(|text| text.split("\npass! {").skip(1))
        .filter_map(|declaration| structs(declaration).next())
        .collect();
    assert!(passes.contains(&"ScheduleTile"), "{passes:?}");
    none(twins(
        &passes,
        sources.iter().flat_map(|text| structs(text)),
    ));
}

/// The names of structs, in the order of the text.
fn structs(text: &str) -> impl Iterator<Item = &str> {
    text.split("struct ")
        .skip(1)
        .filter_map(|rest| rest.split(|c: char| !c.is_alphanumeric()).next())
}

/// Structs such as `TileOptions` beside a pass such as `ScheduleTile`.
fn twins<'a>(passes: &[&str], structs: impl Iterator<Item = &'a str>) -> Vec<String> {
    let twin = |name: &str| {
        let what = name
            .strip_suffix("Options")
            .filter(|what| !what.is_empty())?;
        let pass = passes.iter().find(|pass| pass.ends_with(what))?;
        Some(format!(
            "`{name}` repeats the options of `{pass}`: take the pass itself"
        ))
    };
    structs.filter_map(twin).collect()
}

#[test]
fn a_second_struct_of_options_is_seen() {
    let text = "struct TileOptions { }\npub struct Options;\nstruct MappingOptions";
    let found = twins(&["ScheduleTile"], structs(text));
    assert_eq!(
        found,
        ["`TileOptions` repeats the options of `ScheduleTile`: take the pass itself"]
    );
}

/// The flags of the passes that a file declares; those of the tests' own passes are nobody's flags.
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

/// What is wrong with the name of a pass in this file, or missing for it.
fn misnamed(flag: &str, file: &Path) -> Option<String> {
    let names: Vec<String> = file
        .with_extension("")
        .iter()
        .map(|part| part.to_string_lossy().replace('_', "-"))
        .collect();
    // A pass of many files is a folder of its name, with the declaration in `pass.rs`.
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
