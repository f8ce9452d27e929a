//! What the compiler is made of, for the keys of the compilation cache: the text of all crates that
//! decide about the code of a kernel, the versions of their dependencies, and that of LLVM.

use std::{
    collections::hash_map::DefaultHasher,
    env, fs,
    hash::{Hash, Hasher},
    path::{Path, PathBuf},
    process::Command,
};

const CRATES: [&str; 9] = [
    "isl",
    "dialects",
    "frontend",
    "passes",
    "backend-cuda",
    "backend-cpu",
    "runtime",
    "engine",
    "ptx-emulator",
];

fn main() {
    let root = PathBuf::from(env::var("CARGO_MANIFEST_DIR").expect("set by cargo"));
    let root = root.parent().expect("a crate of the workspace");
    let mut hasher = DefaultHasher::new();
    for name in CRATES {
        let folder = root.join(name);
        println!("cargo:rerun-if-changed={}", folder.display());
        hash(&folder, &mut hasher);
    }
    let lock = root.join("Cargo.lock");
    println!("cargo:rerun-if-changed={}", lock.display());
    hash(&lock, &mut hasher);
    println!("cargo:rerun-if-env-changed=MLIR_SYS_220_PREFIX");
    llvm_version().hash(&mut hasher);
    println!("cargo:rustc-env=TC_COMPILER={:016x}", hasher.finish());
}

/// Hashes a file, or all files of a folder in the order of their names.
fn hash(path: &Path, hasher: &mut DefaultHasher) {
    if path.is_dir() {
        let entries = fs::read_dir(path).into_iter().flatten().flatten();
        let mut below: Vec<PathBuf> = entries.map(|entry| entry.path()).collect();
        below.sort();
        below.iter().for_each(|one| hash(one, hasher));
    } else {
        path.file_name().hash(hasher);
        fs::read(path).unwrap_or_default().hash(hasher);
    }
}

fn llvm_version() -> String {
    let prefix = env::var("MLIR_SYS_220_PREFIX").unwrap_or("/usr/lib/llvm-22".to_owned());
    let said = Command::new(format!("{prefix}/bin/llvm-config"))
        .arg("--version")
        .output();
    said.map(|said| String::from_utf8_lossy(&said.stdout).into_owned())
        .unwrap_or_default()
}
