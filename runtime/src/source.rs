//! Reading files, and standard input as `-`.

use std::{io, path::Path};
use tc_dialects::input;

/// Whether the path stands for standard input.
pub fn is_standard_input(path: &Path) -> bool {
    path == Path::new("-")
}

/// All bytes of a file, or of standard input.
///
/// # Errors
/// Those of the file system.
pub fn read(path: &Path) -> io::Result<Vec<u8>> {
    input::read(path)
}

/// The same as text.
///
/// # Errors
/// Those of the file system, and bytes that are not UTF-8.
pub fn read_to_string(path: &Path) -> io::Result<String> {
    input::read_text(path)
}

/// Whether a program is MLIR and not text: the name of a file tells, or the beginning of
/// standard input.
pub fn is_mlir(path: &Path, bytes: &[u8]) -> bool {
    if is_standard_input(path) {
        return begins_like_mlir(bytes);
    }
    path.extension()
        .is_some_and(|extension| extension == "mlir")
}

/// MLIR begins with a comment, an operation (`module`, `tc.def`, `"builtin.module"`), or as
/// bytecode. Its aliases (`#map = ...`) look like comments of TC text, so the first other line
/// decides.
fn begins_like_mlir(bytes: &[u8]) -> bool {
    if bytes.starts_with(b"ML\xefR") {
        return true;
    }
    let text = String::from_utf8_lossy(bytes);
    let mut lines = text.lines().map(str::trim_start);
    let first = lines.find(|line| !line.is_empty() && !line.starts_with('#'));
    let first = first.unwrap_or_default();
    let word = first
        .split(|letter: char| !letter.is_alphanumeric() && letter != '.' && letter != '_')
        .next()
        .unwrap_or_default();
    ["//", "\"", "{-#", "!", "^"]
        .iter()
        .any(|start| first.starts_with(start))
        || word == "module"
        || word.contains('.')
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn standard_input_is_mlir_if_it_begins_so() {
        let is_mlir = |text: &str| is_mlir(Path::new("-"), text.as_bytes());
        assert!(is_mlir("// pipeline: builtin.module()\nmodule {\n}\n"));
        assert!(is_mlir("#map = affine_map<(d0) -> (d0)>\nmodule {\n}\n"));
        assert!(is_mlir("\n  tc.def @f() -> () {\n}\n"));
        assert!(is_mlir("\"builtin.module\"() ({}) : () -> ()\n"));
        assert!(!is_mlir(
            "# twice\ndef f(float(N) A) -> (B) { B(i) = A(i) }\n"
        ));
        assert!(!is_mlir("def f(float(N) A) -> (B) { B(i) = A.0 }\n"));
        assert!(!is_mlir(""));
        let file = |name: &str| super::is_mlir(Path::new(name), b"");
        assert!(file("a.mlir") && !file("a.tc"));
    }
}
