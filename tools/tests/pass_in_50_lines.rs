//! Builds the crate that `docs/a-pass-in-50-lines.md` shows and runs its `tc-opt`.
//!
//! It is exactly what stands there, but for the path of the checkout, `../tc` in the text.
//! The crate lives outside of the repository and has no workspace; it shares our target folder and profile, so that
//! the large crates of others are not compiled again.

use std::{
    env, fs,
    path::{Path, PathBuf},
    process::{Command, Output},
};

/// What the command line at the end of the document runs.
const ARGUMENTS: [&str; 3] = [
    "twice.mlir",
    "--tc-pass-statistics",
    "--pass-pipeline=builtin.module(tc.def(my-double-to-add{report=true},cse))",
];

#[test]
fn the_document_is_a_crate_that_works() {
    let document = fs::read_to_string(repository().join("docs/a-pass-in-50-lines.md")).unwrap();
    let source = block(&document, "rust src/main.rs");
    let lines = source.lines().count();
    assert!(lines <= 50, "the pass has {lines} lines");

    let folder = tempfile::tempdir().unwrap();
    let checkout = repository().display().to_string();
    let manifest = block(&document, "toml Cargo.toml").replace("../tc", &checkout);
    write(folder.path(), "Cargo.toml", &manifest);
    write(folder.path(), "src/main.rs", &source);
    write(
        folder.path(),
        "twice.mlir",
        &block(&document, "mlir twice.mlir"),
    );
    fs::copy(
        repository().join("Cargo.lock"),
        folder.path().join("Cargo.lock"),
    )
    .unwrap();
    let tool = build(folder.path());
    let run = |arguments: &[&str]| run(&tool, folder.path(), arguments);

    assert!(
        document.contains(&shown(&ARGUMENTS)),
        "the document shows another command"
    );
    let output = run(&ARGUMENTS);
    assert!(output.status.success(), "{}", text(&output.stderr));
    assert_eq!(
        text(&output.stdout).trim(),
        block(&document, "mlir output").trim()
    );
    assert_eq!(
        text(&output.stderr).trim(),
        block(&document, "text diagnostics").trim()
    );

    assert!(text(&run(&["--help"]).stdout).contains("--my-double-to-add"));
    let explained = text(&run(&["--tc-explain-pass=my-double-to-add"]).stdout);
    assert!(
        explained.contains("Turns each product whose right factor is the constant 2.0"),
        "{explained}"
    );
    let wrong = run(&[
        "twice.mlir",
        "--pass-pipeline=builtin.module(tc.def(my-double-to-add{loud=1}))",
    ]);
    assert_eq!(wrong.status.code(), Some(2));
    let reason = text(&wrong.stderr);
    assert!(
        reason.contains("`my-double-to-add` has options: report"),
        "{reason}"
    );
}

fn repository() -> PathBuf {
    let tools = Path::new(env!("CARGO_MANIFEST_DIR"));
    tools
        .parent()
        .expect("tools/ is in the repository")
        .to_owned()
}

/// The text between the fences of the block with that info string.
fn block(document: &str, info: &str) -> String {
    let opening = format!("```{info}\n");
    let start = document
        .find(&opening)
        .unwrap_or_else(|| panic!("no block `{info}`"))
        + opening.len();
    let length = document[start..].find("```\n").expect("the block ends");
    document[start..start + length].to_owned()
}

/// The command as the document writes it.
fn shown(arguments: &[&str; 3]) -> String {
    let [input, statistics, pipeline] = arguments;
    let (flag, pipeline) = pipeline.split_once('=').expect("a flag with a value");
    format!("../tc/target/release/my-opt {input} {statistics} {flag}='{pipeline}'")
}

fn write(folder: &Path, name: &str, contents: &str) {
    let path = folder.join(name);
    fs::create_dir_all(path.parent().unwrap()).unwrap();
    fs::write(path, contents).unwrap();
}

/// Builds the crate; the path of its tool.
fn build(folder: &Path) -> PathBuf {
    let target = Path::new(env!("CARGO_BIN_EXE_tc-opt"))
        .ancestors()
        .nth(2)
        .unwrap();
    let output = Command::new(env!("CARGO"))
        .args(["build", "--release", "--offline", "--config"])
        .arg(repository().join(".cargo/config.toml"))
        .current_dir(folder)
        .output()
        .unwrap();
    assert!(
        output.status.success(),
        "{}{}",
        text(&output.stdout),
        text(&output.stderr)
    );
    target.join("release/my-opt")
}

fn run(tool: &Path, folder: &Path, arguments: &[&str]) -> Output {
    Command::new(tool)
        .args(arguments)
        .current_dir(folder)
        .output()
        .unwrap()
}

fn text(bytes: &[u8]) -> String {
    String::from_utf8_lossy(bytes).into_owned()
}
