//! One name for a pass: its flag, its file, its lit test and its page. `schedule-tile` is
//! `passes/schedule/src/tile.rs`, tested by `lit-tests/passes/schedule/tile.mlir`, and a page below
//! `docs/` has the title `schedule-tile`. Its options are written once, in `pass!`.
//!
//! The name of the file is the flag, or its end behind the name of what the pass is about:
//! `schedule-verify` is in a file `verify.rs`, and its test is `schedule/verify.mlir`. Where the file
//! has the whole name, as `schedule_to_gpu.rs`, the test is in a folder of the name of its crate's.

use std::path::{Path, PathBuf};

use crate::{
    none,
    repository::{files, packages, read, root, shown},
};

/// A pass, or a named pipeline.
pub struct Declared {
    pub flag: String,
    /// The file that declares it.
    file: PathBuf,
    /// What stands below this is its code: the file without `.rs`, or the folder of a pass of many
    /// files.
    pub code: PathBuf,
    /// Where its tests begin, below `lit-tests/passes`: `schedule/tile`.
    pub place: String,
}

#[test]
fn every_pass_has_one_name() {
    let pages: Vec<String> = files(&root().join("docs"), &[".md"])
        .iter()
        .map(|path| read(path))
        .collect();
    let mut problems = Vec::new();
    for pass in declared() {
        let flag = &pass.flag;
        if let Some(due) = misnamed(flag, &pass.place) {
            problems.push(format!("{}: the pass `{flag}` {due}", shown(&pass.file)));
        }
        if !pages.iter().any(|page| has_title(page, flag)) {
            problems.push(format!("no page below docs/ has the title `{flag}`: run scripts/passes_page.py target/release"));
        }
    }
    none(problems);
}

/// All passes and named pipelines.
pub fn declared() -> Vec<Declared> {
    let mut all = Vec::new();
    for package in packages() {
        let src = package.folder.join("src");
        for file in files(&src, &[".rs"]) {
            for (flag, pipeline) in flags(&read(&file)) {
                let code = code_of(&file);
                let below = code.strip_prefix(&src).expect("below src");
                let place = if pipeline {
                    format!("pipelines/{flag}")
                } else {
                    place_of(&flag, below, &package.folder)
                };
                all.push(Declared {
                    flag,
                    file: file.clone(),
                    code,
                    place,
                });
            }
        }
    }
    assert!(
        all.len() > 30,
        "only {} passes were found: is `pass!` still what declares them?",
        all.len()
    );
    all
}

/// What a pass does with its options takes the pass itself: a second struct of them would have to
/// be kept the same by hand.
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

/// A pass of many files is a folder of its name, with the declaration in `pass.rs`.
fn code_of(file: &Path) -> PathBuf {
    if file.ends_with("pass.rs") {
        file.parent().expect("a folder").to_owned()
    } else {
        file.with_extension("")
    }
}

/// The flags that a file declares, and whether it is a pipeline; those of the tests' own passes are
/// nobody's flags.
fn flags(text: &str) -> Vec<(String, bool)> {
    let mut found = Vec::new();
    for (start, pipeline) in [("\npass! {", false), ("\npipeline! {", true)] {
        for declaration in text.split(start).skip(1) {
            let name = declaration.split("name: \"").nth(1);
            let name = name.and_then(|rest| rest.split('"').next());
            let name = name.filter(|name| !name.starts_with("test-"));
            found.extend(name.map(|name| (name.to_owned(), pipeline)));
        }
    }
    found
}

/// Where the tests of a pass stand, by its flag, and by its code below the folder of a crate.
fn place_of(flag: &str, code: &Path, package: &Path) -> String {
    let spelled = |path: &Path| path.to_string_lossy().replace('_', "-");
    let stem = spelled(Path::new(code.file_name().expect("a name")));
    let about = flag
        .strip_suffix(&stem)
        .and_then(|rest| rest.strip_suffix('-'));
    let folder = match (about, code.parent()) {
        (Some(about), _) => about.to_owned(),
        (None, Some(folder)) if folder != Path::new("") => spelled(folder),
        (None, _) => spelled(Path::new(package.file_name().expect("a name"))),
    };
    format!("{folder}/{stem}")
}

/// What is wrong with the name of a pass at this place, or missing for it.
fn misnamed(flag: &str, place: &str) -> Option<String> {
    let last = place.rsplit('/').next();
    if flag != place.replace('/', "-") && Some(flag) != last {
        return Some(format!(
            "stands in a file of another name: expected the flag `{}`",
            place.replace('/', "-")
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
    assert_eq!(misnamed("schedule-tile", "schedule/tile"), None);
    assert_eq!(misnamed("schedule-to-cpu", "loops/schedule-to-cpu"), None);
    assert!(
        misnamed("tile", "schedule/band")
            .unwrap()
            .contains("expected the flag `schedule-band`")
    );
    assert!(
        misnamed("schedule-band", "schedule/band")
            .unwrap()
            .contains("expected lit-tests/passes/schedule/band.mlir")
    );
    let place = |flag: &str, code: &str| place_of(flag, Path::new(code), Path::new("passes/loops"));
    assert_eq!(place("loops-reuse", "reuse"), "loops/reuse");
    assert_eq!(
        place("schedule-to-gpu", "schedule_to_gpu"),
        "loops/schedule-to-gpu"
    );
    assert_eq!(place("hoist-stack", "gpu/hoist_stack"), "gpu/hoist-stack");
    assert_eq!(place("schedule-tile", "band"), "loops/band");
    let code = |file: &str| code_of(Path::new(file)).display().to_string();
    assert_eq!(code("schedule/tile.rs"), "schedule/tile");
    assert_eq!(code("schedule/promote/pass.rs"), "schedule/promote");
    assert_eq!(flags("pass! {\n"), []);
    assert_eq!(
        flags("\npass! {\n    pub struct S {\n        name: \"a-b\",\n"),
        [("a-b".to_owned(), false)]
    );
}
