//! The files of the repository, and cargo's view of its crates.

use std::{
    collections::BTreeSet,
    fs,
    path::{Path, PathBuf},
    process::Command,
};

use serde_json::Value;

pub fn root() -> &'static Path {
    Path::new(env!("CARGO_MANIFEST_DIR"))
        .parent()
        .expect("tidy/ is in the repository")
}

/// All files below a folder whose name ends in one of these suffixes, in order, without hidden
/// folders and build outputs.
pub fn files(folder: &Path, suffixes: &[&str]) -> Vec<PathBuf> {
    let mut found = Vec::new();
    let mut folders = vec![folder.to_owned()];
    while let Some(folder) = folders.pop() {
        for entry in fs::read_dir(&folder).expect("a folder of the repository") {
            let path = entry.expect("an entry of a folder").path();
            let name = path.file_name().expect("a name").to_string_lossy();
            if path.is_dir() {
                let built = path == root().join("target") || name == "__pycache__";
                if !built && !name.starts_with('.') {
                    folders.push(path);
                }
            } else if suffixes.iter().any(|suffix| name.ends_with(suffix)) {
                found.push(path);
            }
        }
    }
    found.sort();
    found
}

pub fn read(path: &Path) -> String {
    fs::read_to_string(path).unwrap_or_else(|error| panic!("{}: {error}", path.display()))
}

/// The entries of a list of what breaks a rule today, `tidy/NAME`.
pub fn listed(name: &str) -> BTreeSet<String> {
    let text = read(&Path::new(env!("CARGO_MANIFEST_DIR")).join(name));
    let lines = text.lines().filter(|line| !line.starts_with('#'));
    lines.map(str::to_owned).collect()
}

/// The path relative to the root of the repository.
pub fn shown(path: &Path) -> String {
    path.strip_prefix(root())
        .unwrap_or(path)
        .display()
        .to_string()
}

/// A crate of the workspace.
pub struct Package {
    pub name: String,
    pub folder: PathBuf,
    pub dependencies: Vec<Dependency>,
    /// The names of its binaries.
    pub programs: BTreeSet<String>,
    /// The files with which its library and its binaries begin.
    pub roots: Vec<PathBuf>,
}

pub struct Dependency {
    pub name: String,
    /// Whether only the tests use it.
    pub dev: bool,
}

pub fn packages() -> Vec<Package> {
    let output = Command::new(env!("CARGO"))
        .args(["metadata", "--format-version=1", "--no-deps", "--offline"])
        .current_dir(root())
        .output()
        .expect("cargo runs");
    assert!(
        output.status.success(),
        "{}",
        String::from_utf8_lossy(&output.stderr)
    );
    let metadata: Value = serde_json::from_slice(&output.stdout).expect("cargo writes JSON");
    let all = list(&metadata["packages"]).iter().map(package);
    // Crates of somebody's own are not the repository's.
    all.filter(|one| !one.folder.starts_with(root().join("extensions")))
        .collect()
}

fn package(value: &Value) -> Package {
    let manifest = Path::new(text(&value["manifest_path"]));
    let dependencies = list(&value["dependencies"]).iter().map(|one| Dependency {
        name: text(&one["name"]).to_owned(),
        dev: one["kind"] == "dev",
    });
    let targets = list(&value["targets"]).iter();
    let programs = targets.clone();
    let programs = programs.filter(|one| list(&one["kind"]).iter().any(|kind| kind == "bin"));
    let folder = manifest.parent().expect("a folder").to_owned();
    let roots = targets.map(|one| PathBuf::from(text(&one["src_path"])));
    let roots = roots.filter(|root| root.starts_with(folder.join("src")));
    Package {
        roots: roots.collect(),
        programs: programs.map(|one| text(&one["name"]).to_owned()).collect(),
        name: text(&value["name"]).to_owned(),
        folder,
        dependencies: dependencies.collect(),
    }
}

fn list(value: &Value) -> &[Value] {
    value.as_array().expect("a list in cargo's metadata")
}

fn text(value: &Value) -> &str {
    value.as_str().expect("a text in cargo's metadata")
}
