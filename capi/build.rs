//! How the library is linked: with the name that programs ask the loader for, which changes with
//! the interface.

fn main() {
    println!("cargo::rerun-if-changed=build.rs");
    println!("cargo::rustc-cdylib-link-arg=-Wl,-soname,libtensorcomp.so.0");
}
