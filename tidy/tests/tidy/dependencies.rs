//! A crate declares exactly the crates that it uses: those that its sources use as dependencies,
//! those that only its tests use as dev-dependencies.

use std::{
    path::{Path, PathBuf},
    process::Command,
};

use proc_macro2::{TokenStream, TokenTree};

use crate::{
    none,
    repository::{Package, files, packages, read, root},
};

/// Declared only for the features that they enable in third-party crates; the manifest says which.
const FOR_FEATURES: &[(&str, &str)] = &[
    ("tc-process", "once_cell"),
    ("tc-process", "getrandom"),
    ("tc-dialects", "syn"),
];

#[test]
fn every_dependency_is_used() {
    let packages = packages();
    let problems = packages.iter().flat_map(unused);
    none(problems.collect());
}

/// Who takes the library does not take the command line and the files of its tool.
#[test]
fn the_emulator_alone_needs_little() {
    let more = ["--no-default-features", "--edges=normal", "--depth=1"];
    let found = tree("ptx-emulator", &more);
    assert_eq!(found[1..], ["half", "rayon", "serde", "serde_json"]);
}

/// The crates that LLVM is not reached from, so that the programs of `tc-light-tools` start fast
/// and are built without an LLVM.
const WITHOUT_LLVM: [&str; 6] = [
    "tc-light-tools",
    "tc-frontend",
    "tc-syntax",
    "tc-process",
    "tc-cache",
    "ptx-emulator",
];

/// The crates that link a library in C++ or C beside LLVM's own, and those that lead to them.
const OF_LLVM: [&str; 4] = ["mlir-sys", "melior", "isl-rs", "tc-isl"];

#[test]
fn what_needs_no_compiler_reaches_no_llvm() {
    let mut problems = Vec::new();
    for package in WITHOUT_LLVM {
        let all = tree(package, &["--edges=normal,build"]);
        let found = all.iter().filter(|one| OF_LLVM.contains(&one.as_str()));
        problems.extend(found.map(|one| format!("{package} reaches {one}")));
    }
    let with = tree("tc-dialects", &["--edges=normal,build"]);
    for due in OF_LLVM.iter().filter(|one| **one != "isl-rs") {
        assert!(with.iter().any(|one| one == due), "{due} is not seen");
    }
    none(problems);
}

/// A package and what it depends on, as `cargo tree` lists it with these flags.
fn tree(package: &str, flags: &[&str]) -> Vec<String> {
    let all = Command::new(env!("CARGO"))
        .args(["tree", "--offline", "--prefix=none", "--package", package])
        .args(flags)
        .current_dir(root())
        .output()
        .expect("cargo runs");
    let stderr = String::from_utf8_lossy(&all.stderr);
    assert!(all.status.success(), "{stderr}");
    let text = String::from_utf8_lossy(&all.stdout);
    let names = text.lines().filter_map(|line| line.split(' ').next());
    names.map(str::to_owned).collect()
}

#[test]
fn every_crate_has_the_lints_of_the_workspace() {
    let without = packages().into_iter().filter(|package| {
        let manifest = read(&package.folder.join("Cargo.toml"));
        !manifest.contains("[lints]\nworkspace = true\n")
    });
    let problems = without.map(|package| {
        format!(
            "{}: expected `[lints]` with `workspace = true`",
            package.name
        )
    });
    none(problems.collect());
}

fn unused(package: &Package) -> Vec<String> {
    let tokens = |paths: Vec<PathBuf>| paths.iter().map(|path| parsed(path)).collect::<Vec<_>>();
    let of_crate = tokens(sources(
        &package.folder,
        &["src", "fuzz_targets", "build.rs"],
    ));
    let of_tests = tokens(sources(&package.folder, &["tests", "examples", "benches"]));
    let mut problems = Vec::new();
    for dependency in &package.dependencies {
        let name = dependency.name.replace('-', "_");
        let mut places = of_crate
            .iter()
            .chain(of_tests.iter().filter(|_| dependency.dev));
        let used = places.any(|file| uses(file.clone(), &name));
        let excepted = FOR_FEATURES.contains(&(package.name.as_str(), dependency.name.as_str()));
        match (used, excepted) {
            (false, false) => {
                problems.push(format!("{} does not use {}", package.name, dependency.name))
            }
            (true, true) => problems.push(format!(
                "{} uses {}: it is no exception",
                package.name, dependency.name
            )),
            _ => {}
        }
    }
    problems
}

/// The Rust files in these parts of a crate.
fn sources(folder: &Path, places: &[&str]) -> Vec<PathBuf> {
    let existing = places
        .iter()
        .map(|place| folder.join(place))
        .filter(|path| path.exists());
    existing
        .flat_map(|path| {
            if path.is_dir() {
                files(&path, &[".rs"])
            } else {
                with_included(path)
            }
        })
        .collect()
}

/// A build script and the files that it includes.
fn with_included(script: PathBuf) -> Vec<PathBuf> {
    let text = read(&script);
    let folder = script.parent().unwrap_or(Path::new(".")).to_owned();
    let named = text.split("include!(\"").skip(1);
    let included = named.filter_map(|rest| Some(folder.join(rest.split('"').next()?)));
    std::iter::once(script).chain(included).collect()
}

fn parsed(path: &Path) -> TokenStream {
    read(path)
        .parse()
        .unwrap_or_else(|error| panic!("{}: {error}", path.display()))
}

/// Whether a path starts with this crate (`name::`), or it is imported as a whole (`use name`,
/// `extern crate name`).
fn uses(tokens: TokenStream, name: &str) -> bool {
    let tokens: Vec<TokenTree> = tokens.into_iter().collect();
    let is = |at: usize, due: &str| tokens.get(at).is_some_and(|token| token.to_string() == due);
    (0..tokens.len()).any(|at| match &tokens[at] {
        TokenTree::Group(group) => uses(group.stream(), name),
        TokenTree::Ident(ident) if ident == name => {
            let path = is(at + 1, ":") && is(at + 2, ":");
            path || at > 0 && (is(at - 1, "use") || is(at - 1, "crate"))
        }
        _ => false,
    })
}

#[test]
fn a_use_is_seen() {
    let uses = |text: &str| uses(text.parse().unwrap(), "half");
    assert!(uses("fn f() { g(half::f16::ONE) }"));
    assert!(uses("use half as short;"));
    assert!(uses("extern crate half;"));
    assert!(!uses(
        "/// Takes half::f16.\nfn half(half: f32) -> u8 { half }"
    ));
}
