//! Runs the texts that `./x fuzz text` and `./x fuzz dialect` kept, each with a path through the
//! frontend of its own, without a fuzzing engine.

use std::path::Path;
use tc_fuzz::text::{formatting_keeps_the_program, text_is_refused_or_becomes_a_module};

/// Runs all texts of a folder and returns their number.
fn run(folder: &str, property: impl Fn(&[u8])) -> usize {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR"))
        .join("corpus")
        .join(folder);
    let entries = std::fs::read_dir(&folder).expect("the folder is in the repository");
    let mut files: Vec<_> = entries
        .map(|entry| entry.expect("readable").path())
        .collect();
    files.sort();
    for file in &files {
        eprintln!("{}", file.display());
        property(&std::fs::read(file).expect("a file"));
    }
    files.len()
}

#[test]
fn layouts_keep_the_programs_of_the_corpus() {
    let texts = run("text", formatting_keeps_the_program);
    assert!(texts >= 100, "only {texts} texts");
}

#[test]
fn the_corpus_becomes_modules_or_is_refused() {
    let texts = run("dialect", text_is_refused_or_becomes_a_module);
    assert!(texts >= 100, "only {texts} texts");
}
