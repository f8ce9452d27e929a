//! The acceptance kernels and the specification are maintained in a folder `shared` beside the
//! checkout, if there is one: the copies here are equal to it, byte for byte. The suite grows here:
//! [`GROWN`] may have more, and what `shared` has of them stands in them, line by line and in order.

use std::{collections::BTreeMap, fs, path::Path};

use crate::{
    none,
    repository::{files, root},
};

const COPIES: [(&str, &str); 2] = [("kernels", "kernels"), ("docs/spec", "spec")];
/// Files to which kernels of our own are added, and where these and their references are.
const GROWN: [&str; 3] = [
    "kernels/README.md",
    "kernels/reference.py",
    "kernels/suite.json",
];
/// Files that an issue asked to change here before the folder has the change.
const AHEAD: [&str; 1] = ["docs/spec/tc-language.md"];
const OWN: [&str; 2] = ["kernels/loops/", "kernels/reference_loops.py"];

#[test]
fn the_copies_are_what_was_decided() {
    let shared = root()
        .parent()
        .expect("the checkout is in a folder")
        .join("shared");
    let mut problems = Vec::new();
    for (copy, original) in COPIES {
        let ours = contents(&root().join(copy));
        assert!(ours.len() > 3, "{copy} is not complete");
        if shared.is_dir() {
            problems.extend(differences(copy, &ours, &contents(&shared.join(original))));
        }
    }
    none(problems);
}

/// The files of a folder with their contents.
fn contents(folder: &Path) -> BTreeMap<String, Vec<u8>> {
    let name = |path: &Path| {
        path.strip_prefix(folder)
            .expect("below the folder")
            .display()
            .to_string()
    };
    let read =
        |path: &Path| fs::read(path).unwrap_or_else(|error| panic!("{}: {error}", path.display()));
    files(folder, &[""])
        .iter()
        .map(|path| (name(path), read(path)))
        .collect()
}

fn differences(
    copy: &str,
    ours: &BTreeMap<String, Vec<u8>>,
    due: &BTreeMap<String, Vec<u8>>,
) -> Vec<String> {
    let mut found = Vec::new();
    for (name, bytes) in due {
        let path = format!("{copy}/{name}");
        let is_grown = |copied| GROWN.contains(&path.as_str()) && has_lines(copied, bytes);
        match ours.get(name) {
            None => found.push(format!("{path} is missing")),
            Some(copied)
                if copied != bytes && !is_grown(copied) && !AHEAD.contains(&path.as_str()) =>
            {
                found.push(format!("{path} is not what the folder `shared` holds"));
            }
            Some(_) => {}
        }
    }
    let more = ours.keys().filter(|name| !due.contains_key(*name));
    let more = more.map(|name| format!("{copy}/{name}"));
    let more = more.filter(|path| !OWN.iter().any(|own| path.starts_with(own)));
    found.extend(more.map(|path| format!("{path} is not in the folder `shared`")));
    found
}

/// Whether a text has all lines of another one, in order. A comma at the end of a line of a list
/// may be new.
fn has_lines(text: &[u8], wanted: &[u8]) -> bool {
    let lines = |bytes: &[u8]| -> Vec<String> {
        let text = String::from_utf8_lossy(bytes);
        let lines = text
            .lines()
            .map(|line| line.trim_end_matches(',').to_owned());
        lines.collect()
    };
    let mut text = lines(text).into_iter();
    lines(wanted)
        .iter()
        .all(|line| text.any(|other| other == *line))
}

#[test]
fn what_differs_is_named() {
    let of = |files: &[(&str, &str)]| {
        files
            .iter()
            .map(|(name, text)| (name.to_string(), text.as_bytes().to_vec()))
            .collect()
    };
    let (ours, due) = (
        of(&[("a", "1"), ("b", "2"), ("d", "4")]),
        of(&[("a", "1"), ("b", "3"), ("c", "4")]),
    );
    assert!(has_lines(b"a\nb,\nc\nd", b"a\nb\nd"));
    assert!(!has_lines(b"b\na", b"a\nb"));
    assert_eq!(
        differences("k", &ours, &due),
        [
            "k/b is not what the folder `shared` holds",
            "k/c is missing",
            "k/d is not in the folder `shared`"
        ]
    );
}
