//! Compiles `cpp/`.

include!("../dialects/clang.rs");

fn main() -> Result<(), Box<dyn std::error::Error>> {
    println!("cargo:rerun-if-changed=build.rs");
    println!("cargo:rerun-if-changed=../dialects/clang.rs");
    compile_cpp(&llvm_prefix(), &[], "tc_passes_cpp")
}
