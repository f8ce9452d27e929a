//! Comments stay within 100 columns. Code blocks, tables and words that cannot be broken may be
//! longer.

use crate::{
    none,
    repository::{files, read, root, shown},
};

const MOST_COLUMNS: usize = 100;

#[test]
fn comments_stay_within_100_columns() {
    let mut problems = Vec::new();
    for path in files(root(), &[".rs", ".cpp", ".h"]) {
        let text = read(&path);
        let generated = text
            .lines()
            .next()
            .is_some_and(|line| line.contains("Made by"));
        if !generated {
            let long = long_comments(&text);
            problems.extend(
                long.into_iter()
                    .map(|line| format!("{}:{line}", shown(&path))),
            );
        }
    }
    let problem = |place| format!("{place}: the comment is longer than {MOST_COLUMNS} columns");
    none(problems.into_iter().map(problem).collect());
}

/// The numbers of the lines that are comments, too long, and could be broken.
fn long_comments(text: &str) -> Vec<usize> {
    let mut long = Vec::new();
    let mut in_code = false;
    for (number, line) in text.lines().enumerate() {
        let Some(comment) = line.trim_start().strip_prefix("//") else {
            in_code = false;
            continue;
        };
        let words = comment.trim_start_matches(['/', '!']).trim_start();
        if words.starts_with("```") {
            in_code = !in_code;
            continue;
        }
        let indent = line.chars().count() - words.chars().count();
        let fixed = in_code || words.starts_with('|') || words.starts_with('[');
        if !fixed && line.chars().count() > MOST_COLUMNS && can_break(words, indent) {
            long.push(number + 1);
        }
    }
    long
}

/// Whether there is a space outside of code within the columns that are left.
fn can_break(words: &str, indent: usize) -> bool {
    let mut in_code = false;
    words.chars().enumerate().skip(1).any(|(column, letter)| {
        in_code ^= letter == '`';
        letter == ' ' && !in_code && indent + column <= MOST_COLUMNS
    })
}

#[test]
fn only_prose_that_can_be_broken_is_too_long() {
    let words = "word ".repeat(25);
    let code = format!("/// ```text\n/// {words}\n/// ```\n");
    assert_eq!(
        long_comments(&format!("/// {words}\n{code}// {words}\n")),
        [1, 5]
    );
    let fixed = format!(
        "/// {}\n/// | {words} |\nlet x = 1; // {words}\n",
        words.replace(' ', "-")
    );
    assert!(long_comments(&fixed).is_empty());
}
