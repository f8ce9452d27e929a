//! How the module is linked: Python looks up its `PyInit__engine`, and no other symbol leaves it.
//! The crates below it, whose functions our C++ calls by name, are archives for the linker.

fn main() {
    println!("cargo::rerun-if-changed=build.rs");
    println!("cargo::rustc-cdylib-link-arg=-Wl,--exclude-libs,ALL");
}
