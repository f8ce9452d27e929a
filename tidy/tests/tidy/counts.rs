//! A count that a lit test expects has something in front of it: FileCheck finds `2 bands` in
//! `12 bands` as well.

use crate::{
    none,
    repository::{files, read, root, shown},
};

#[test]
fn no_count_is_the_end_of_a_larger_one() {
    let mut problems = Vec::new();
    for path in files(
        &root().join("lit-tests"),
        &[".mlir", ".tc", ".sac", ".test", ".ptx"],
    ) {
        for (number, line) in read(&path).lines().enumerate() {
            if is_weak(line) {
                let at = format!("{}:{}", shown(&path), number + 1);
                problems.push(format!(
                    "{at}: expected something in front of the count, such as `{{{{^ *}}}}`: {line}"
                ));
            }
        }
    }
    none(problems);
}

/// Whether a line is a directive of FileCheck that begins with a number and a word.
fn is_weak(line: &str) -> bool {
    let comment = line.trim_start_matches(['/', '#', ';']);
    let Some((prefix, expected)) = comment.trim_start().split_once(": ") else {
        return false;
    };
    let directive = comment.len() < line.len()
        && prefix
            .chars()
            .all(|one| one.is_ascii_uppercase() || one.is_ascii_digit() || "-_".contains(one));
    let expected = expected.trim_start();
    let rest = expected.trim_start_matches(|one: char| one.is_ascii_digit());
    let word = rest.trim_start_matches(' ');
    let counted =
        word.starts_with(|one: char| one.is_ascii_alphabetic()) || word.starts_with("{{.*}}");
    directive && rest.len() < expected.len() && word.len() < rest.len() && counted
}

#[test]
fn weak_counts_are_seen() {
    assert!(is_weak("// COUNT-DAG: 2 bands"));
    assert!(is_weak("# CHECK: 12 {{.*}}reads"));
    assert!(!is_weak("// COUNT-DAG: {{^ *}}2 bands"));
    assert!(!is_weak("// CHECK: pass: 2 runs"));
    assert!(!is_weak("// The tile: 2 bands"));
    assert!(!is_weak("// CHECK: 10 : index"));
}
