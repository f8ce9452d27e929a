//! The human form of every diagnostic code, one snapshot each: what `tc-run` prints for a small
//! wrong program.
//!
//! `diagnostics/TC0210.tc` is the program for TC0210 (`.mlir` if it is a module); its first line
//! may give flags, `# flags: --size N=3`, or another tool, `# tool: tc-translate --tc-to-mlir`. The
//! snapshots are in the same folder. Read them as the author of the program would: is the caret at
//! the mistake, does the text name what was expected, is there a next step?

use std::collections::BTreeSet;
use std::path::PathBuf;
use std::process::Command;
use tc_frontend::tc::{Options, check};
use tc_syntax::diagnostic::{Code, SourceFile};

fn folder() -> PathBuf {
    PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("tests/diagnostics")
}

/// The program of a code: TC or SaC text, or a module if text cannot have that mistake.
fn program(code: Code) -> (String, String) {
    let names = ["tc", "sac", "mlir"].map(|suffix| format!("{code}.{suffix}"));
    let name = names.into_iter().find(|name| folder().join(name).exists());
    let name =
        name.unwrap_or_else(|| panic!("no {code}.tc: every code needs a program that shows it"));
    let text = std::fs::read_to_string(folder().join(&name)).expect("a program");
    (name, text)
}

/// What the tool prints for the program of a code.
fn said(code: Code) -> String {
    let (name, text) = program(code);
    let first = text.lines().next().unwrap_or_default();
    let first = first.trim_start_matches(['#', '/']);
    let (tool, flags) = match first.strip_prefix(" tool: tc-translate ") {
        Some(flags) => (env!("CARGO_BIN_EXE_tc-translate"), flags),
        None => (
            env!("CARGO_BIN_EXE_tc-run"),
            first.strip_prefix(" flags: ").unwrap_or_default(),
        ),
    };
    let output = Command::new(tool)
        .current_dir(folder())
        .arg(name)
        .args(flags.split_whitespace())
        .output()
        .expect("the tool starts");
    // A requested explanation is on standard output.
    let said = if output.stderr.is_empty() {
        output.stdout
    } else {
        output.stderr
    };
    String::from_utf8(said).expect("diagnostics are text")
}

#[test]
fn every_code_has_its_human_form() {
    insta::with_settings!({snapshot_path => "diagnostics", prepend_module_to_snapshot => false, omit_expression => true}, {
        for &code in Code::ALL {
            let human = said(code);
            assert!(human.contains(&format!("[{code}]: ")), "{code}: {human}");
            insta::assert_snapshot!(code.as_str(), human);
        }
    });
}

#[test]
fn there_is_no_program_for_another_code() {
    let expected: BTreeSet<String> = Code::ALL.iter().map(|code| program(*code).0).collect();
    let found = std::fs::read_dir(folder())
        .expect("the folder")
        .map(|entry| {
            entry
                .expect("an entry")
                .file_name()
                .to_string_lossy()
                .into_owned()
        });
    let found: BTreeSet<String> = found
        .filter(|name| {
            [".tc", ".sac", ".mlir"]
                .iter()
                .any(|end| name.ends_with(end))
        })
        .collect();
    assert_eq!(found, expected);
}

/// After an editor has applied the edit of a help, the program no longer has that mistake.
#[test]
fn edits_of_helps_repair_the_program() {
    let mut count = 0;
    for &code in Code::ALL {
        let (name, text) = program(code);
        if !name.ends_with(".tc") {
            continue;
        }
        let file = SourceFile::new("example.tc", text.as_str());
        for diagnostic in check(file.clone(), &Options::default()).diagnostics {
            let edit = diagnostic.help.as_ref().and_then(|help| help.edit.as_ref());
            let Some(edit) = edit else { continue };
            let mut repaired = text.clone();
            repaired.replace_range(file.range(&edit.place), &edit.replacement);
            let again = check(
                SourceFile::new("example.tc", repaired.as_str()),
                &Options::default(),
            );
            let same = again.diagnostics.iter().any(|other| {
                (other.code, other.place(), &other.message)
                    == (diagnostic.code, diagnostic.place(), &diagnostic.message)
            });
            assert!(
                !same,
                "{code}: the edit of `{}` does not help:\n{repaired}",
                diagnostic.message
            );
            count += 1;
        }
    }
    assert!(count >= 15, "only {count} helps have an edit");
}
