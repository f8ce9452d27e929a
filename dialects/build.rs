//! Compiles the C++ shim in `cpp/` with the clang of the LLVM that MLIR is linked from.
//!
//! Another compiler would give MLIR's type identifiers other names, and traits would silently stop matching.

use std::{
    env,
    error::Error,
    fs,
    path::{Path, PathBuf},
    process::Command,
};

/// The variable that names the LLVM 22 prefix; mlir-sys reads the same one.
const PREFIX_VARIABLE: &str = "MLIR_SYS_220_PREFIX";

fn main() -> Result<(), Box<dyn Error>> {
    println!("cargo::rerun-if-env-changed={PREFIX_VARIABLE}");
    let prefix = llvm_prefix()?;
    let sources = sources(Path::new("cpp"))?;
    cc::Build::new()
        .cpp(true)
        .compiler(prefix.join("bin").join("clang++"))
        .std("c++17")
        .include(llvm_include_folder(&prefix)?)
        .include("cpp")
        .files(&sources)
        .opt_level(1)
        .debug(false)
        .flag("-fno-exceptions")
        .warnings(false)
        .try_compile("tc_dialects_shim")?;
    Ok(())
}

fn llvm_prefix() -> Result<PathBuf, Box<dyn Error>> {
    let prefix = env::var_os(PREFIX_VARIABLE)
        .ok_or_else(|| format!("{PREFIX_VARIABLE} is not set: it must name an LLVM 22 prefix"))?;
    Ok(PathBuf::from(prefix))
}

fn llvm_include_folder(prefix: &Path) -> Result<String, Box<dyn Error>> {
    let tool = prefix.join("bin").join("llvm-config");
    let output = Command::new(&tool)
        .arg("--includedir")
        .output()
        .map_err(|error| {
            format!(
                "{}: {error}; does {PREFIX_VARIABLE} name an LLVM 22 prefix?",
                tool.display()
            )
        })?;
    Ok(String::from_utf8(output.stdout)?.trim().to_owned())
}

/// All C++ files of a folder, in a stable order; each file there triggers a rebuild.
fn sources(folder: &Path) -> Result<Vec<PathBuf>, Box<dyn Error>> {
    println!("cargo::rerun-if-changed={}", folder.display());
    let mut files = Vec::new();
    for entry in fs::read_dir(folder)? {
        let path = entry?.path();
        println!("cargo::rerun-if-changed={}", path.display());
        if path.extension().is_some_and(|extension| extension == "cpp") {
            files.push(path);
        }
    }
    files.sort();
    Ok(files)
}
