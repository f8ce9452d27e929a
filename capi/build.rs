//! How the library is linked: with the name that programs ask the loader for, which changes with
//! the interface, and with the functions of the header as its only symbols. Rust exports what any
//! of its crates gives a name in C, such as what our C++ calls; those crates are archives for the
//! linker, and only this one is not.

fn main() {
    println!("cargo::rerun-if-changed=build.rs");
    println!("cargo::rustc-cdylib-link-arg=-Wl,-soname,libtensorcomp.so.0");
    println!("cargo::rustc-cdylib-link-arg=-Wl,--exclude-libs,ALL");
}
