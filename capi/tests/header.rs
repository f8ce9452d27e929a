//! The header in `include/` is what cbindgen makes of the sources.

use std::{env, fs, path::Path};

/// With TENSORCOMP_WRITE_HEADER set it is written instead.
#[test]
fn the_header_is_current() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR"));
    let config = cbindgen::Config::from_root_or_default(folder);
    let bindings = cbindgen::Builder::new()
        .with_config(config)
        .with_src(folder.join("src/lib.rs"))
        .with_src(folder.join("src/diagnostics.rs"))
        .with_src(folder.join("src/operators.rs"))
        .with_src(folder.join("src/kernels.rs"))
        .generate()
        .expect("cbindgen reads the sources");
    let mut made = Vec::new();
    bindings.write(&mut made);
    let path = folder.join("include/tensorcomp.h");
    if env::var_os("TENSORCOMP_WRITE_HEADER").is_some() {
        fs::write(&path, &made).expect("the header can be written");
    }
    let committed = fs::read_to_string(&path).unwrap_or_default();
    assert!(
        committed == String::from_utf8(made).expect("cbindgen writes text"),
        "{} is not current: TENSORCOMP_WRITE_HEADER=1 cargo test --release -p tc-capi",
        path.display()
    );
}
