//! Reads the repository and reports every broken rule. One file per rule.
//!
//! What breaks a rule today stands in a list (`long-files.txt`, `long-functions.txt`,
//! `untested-messages.txt`). A list only shrinks: an entry that is not needed any more is an error
//! too, so that nothing comes back.

mod arrows;
mod circles;
mod comments;
mod counts;
mod covered;
mod dependencies;
mod lengths;
mod notations;
mod passes;
mod repository;
mod shared;
mod tools;

/// Fails with all problems, one per line.
fn none(problems: Vec<String>) {
    assert!(problems.is_empty(), "\n{}\n", problems.join("\n"));
}
