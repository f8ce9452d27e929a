// Compiles the C++ of a crate with the clang++ that belongs to the LLVM that is linked, and
// declares it in Rust; included by build scripts. Another compiler must not be used: MLIR
// identifies a trait by a name that the compiler makes up, so with g++ an operation loads but its
// traits are not recognised.

const PREFIX_VARIABLE: &str = "MLIR_SYS_220_PREFIX";

/// The installation prefix of LLVM and MLIR 22.
fn llvm_prefix() -> std::path::PathBuf {
    println!("cargo:rerun-if-env-changed={PREFIX_VARIABLE}");
    std::env::var(PREFIX_VARIABLE)
        .unwrap_or_else(|_| "/usr/lib/llvm-22".into())
        .into()
}

/// Compiles every `cpp/*.cpp` of the crate into a library of that name.
fn compile_cpp(
    prefix: &std::path::Path,
    includes: &[&std::path::Path],
    library: &str,
) -> Result<(), Box<dyn std::error::Error>> {
    println!("cargo:rerun-if-changed=cpp");
    let mut sources: Vec<std::path::PathBuf> = std::fs::read_dir("cpp")?
        .map(|entry| entry.map(|entry| entry.path()))
        .collect::<Result<_, _>>()?;
    sources.retain(|path| path.extension().is_some_and(|extension| extension == "cpp"));
    sources.sort();
    cc::Build::new()
        .cpp(true)
        .compiler(prefix.join("bin/clang++"))
        .std("c++17")
        .include(prefix.join("include"))
        .includes(includes)
        .include("cpp")
        .flag("-fno-exceptions")
        .flag("-Wno-unused-parameter")
        .define("__STDC_CONSTANT_MACROS", None)
        .define("__STDC_LIMIT_MACROS", None)
        .define("NDEBUG", None)
        .opt_level(1)
        .debug(false)
        .files(sources)
        .try_compile(library)?;
    Ok(())
}

/// Writes `$OUT_DIR/declared.rs`: what a C header of `cpp/`, and those of `cpp/` that it includes,
/// declare, in Rust. What they use of MLIR's is in `mlir_sys`.
fn declare(prefix: &std::path::Path, header: &str) -> Result<(), Box<dyn std::error::Error>> {
    let output = std::path::PathBuf::from(std::env::var("OUT_DIR")?).join("declared.rs");
    bindgen::builder()
        .header(format!("cpp/{header}"))
        .clang_arg(format!("-I{}", prefix.join("include").display()))
        .allowlist_file("(.*/)?cpp/[^/]*")
        .allowlist_recursively(false)
        .prepend_enum_name(false)
        .generate()?
        .write_to_file(output)?;
    Ok(())
}
