//! Declares the part of LLVM's C interface that mlir-sys does not have, and compiles `cpp/`.

include!("../dialects/clang.rs");

/// The headers that mlir-sys leaves out.
const INTERFACE: &str = "(.*/)?llvm-c/(Error|IRReader|LLJIT|Linker|Orc|Target|TargetMachine|Transforms/PassBuilder)\\.h";

fn main() -> Result<(), Box<dyn std::error::Error>> {
    println!("cargo:rerun-if-changed=build.rs");
    println!("cargo:rerun-if-changed=../dialects/clang.rs");
    let prefix = llvm_prefix();
    declare(&prefix, "Llvm.h")?;
    declare_llvm(&prefix)?;
    compile_cpp(&prefix, &[], "tc_backend_cpu_cpp")
}

/// Writes `$OUT_DIR/llvm.rs`.
fn declare_llvm(prefix: &std::path::Path) -> Result<(), Box<dyn std::error::Error>> {
    let output = std::path::PathBuf::from(std::env::var("OUT_DIR")?).join("llvm.rs");
    bindgen::builder()
        .header("cpp/Llvm.h")
        .clang_arg(format!("-I{}", prefix.join("include").display()))
        .allowlist_file(INTERFACE)
        .allowlist_recursively(false)
        .prepend_enum_name(false)
        .generate()?
        .write_to_file(output)?;
    Ok(())
}
