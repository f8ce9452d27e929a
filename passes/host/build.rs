//! Compiles `cpp/` and declares it in Rust.

include!("../../dialects/clang.rs");

fn main() -> Result<(), Box<dyn std::error::Error>> {
    println!("cargo:rerun-if-changed=build.rs");
    println!("cargo:rerun-if-changed=../../dialects/clang.rs");
    let prefix = llvm_prefix();
    declare(&prefix, "PassHost.h")?;
    compile_cpp(&prefix, &[], "tc_pass_host_cpp")
}
