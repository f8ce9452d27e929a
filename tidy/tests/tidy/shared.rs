//! The acceptance kernels and the specification are maintained in a folder `shared` beside the
//! checkout, if there is one: the copies here are equal to it, byte for byte.

use std::{collections::BTreeMap, fs, path::Path};

use crate::{
    none,
    repository::{files, root},
};

const COPIES: [(&str, &str); 2] = [("kernels", "kernels"), ("docs/spec", "spec")];

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
        match ours.get(name) {
            None => found.push(format!("{copy}/{name} is missing")),
            Some(copied) if copied != bytes => found.push(format!(
                "{copy}/{name} is not what the folder `shared` holds"
            )),
            Some(_) => {}
        }
    }
    let more = ours.keys().filter(|name| !due.contains_key(*name));
    found.extend(more.map(|name| format!("{copy}/{name} is not in the folder `shared`")));
    found
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
    assert_eq!(
        differences("k", &ours, &due),
        [
            "k/b is not what the folder `shared` holds",
            "k/c is missing",
            "k/d is not in the folder `shared`"
        ]
    );
}
