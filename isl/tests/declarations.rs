//! `src/sys.rs` is what the script generates from the headers of the linked isl.

use std::process::Command;

#[test]
fn the_declarations_are_those_of_the_headers() {
    let script = concat!(env!("CARGO_MANIFEST_DIR"), "/declarations.py");
    let output = Command::new("python3")
        .args([script, "--check"])
        .output()
        .expect("python3 runs");
    assert!(
        output.status.success(),
        "{}",
        String::from_utf8_lossy(&output.stderr)
    );
}
