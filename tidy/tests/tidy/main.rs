//! Reads the repository and reports every broken rule. One file per rule.
//!
//! Existing violations are in lists (`long-files.txt`, `long-functions.txt`). A list only shrinks:
//! an entry that is no longer needed is an error too, so that violations cannot come back.

mod arrows;
mod dependencies;
mod lengths;
mod passes;
mod repository;
mod shared;

/// Fails with all problems, one per line.
fn none(problems: Vec<String>) {
    assert!(problems.is_empty(), "\n{}\n", problems.join("\n"));
}
