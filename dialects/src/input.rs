//! Reading what a command line names: with a limit on the bytes, since a device such as `/dev/zero`
//! has no end, and for modules with one on how deep brackets stand in each other, since MLIR's
//! parser takes a piece of the stack for each.

use std::{
    fs::File,
    io::{self, Read},
    path::Path,
};

/// Bytes of a program, a module, a script or a file of options.
pub const LARGEST: u64 = 256 << 20;

/// Brackets in each other.
const DEEPEST: usize = 1000;

/// All bytes of a file; `-` is standard input.
///
/// # Errors
/// Those of the file system, and more than [`LARGEST`] bytes.
pub fn read(path: &Path) -> io::Result<Vec<u8>> {
    if path == Path::new("-") {
        read_all(io::stdin().lock())
    } else {
        read_all(File::open(path)?)
    }
}

/// The same as text.
///
/// # Errors
/// As of [`read`], and bytes that are not UTF-8.
pub fn read_text(path: &Path) -> io::Result<String> {
    String::from_utf8(read(path)?)
        .map_err(|error| io::Error::new(io::ErrorKind::InvalidData, error.to_string()))
}

fn read_all(from: impl Read) -> io::Result<Vec<u8>> {
    let mut bytes = Vec::new();
    from.take(LARGEST + 1).read_to_end(&mut bytes)?;
    if bytes.len() as u64 > LARGEST {
        let most = LARGEST >> 20;
        Err(io::Error::other(format!("it is larger than {most} MiB")))
    } else {
        Ok(bytes)
    }
}

/// The line of a module where brackets stand deeper in each other than is read; none where all are
/// in order.
pub fn too_deep(text: &[u8]) -> Option<usize> {
    // Bytecode has no brackets.
    if text.starts_with(b"ML\xefR") {
        return None;
    }
    let (mut depth, mut line, mut in_string, mut in_comment) = (0_usize, 1, false, false);
    let mut at = 0;
    while at < text.len() {
        let byte = text[at];
        at += 1;
        match byte {
            b'\n' => {
                line += 1;
                (in_comment, in_string) = (false, false);
            }
            _ if in_comment => {}
            b'\\' if in_string => at += 1,
            b'"' => in_string = !in_string,
            _ if in_string => {}
            b'/' if text.get(at) == Some(&b'/') => in_comment = true,
            b'{' | b'[' | b'(' | b'<' => depth += 1,
            // The head of an arrow closes nothing.
            b'>' if at >= 2 && text[at - 2] == b'-' => {}
            b'}' | b']' | b')' | b'>' => depth = depth.saturating_sub(1),
            _ => {}
        }
        if depth > DEEPEST {
            return Some(line);
        }
    }
    None
}

/// What is said about such a module.
pub fn too_deep_message() -> String {
    format!("brackets stand deeper in each other than {DEEPEST} levels")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn brackets_are_counted_outside_of_strings_comments_and_arrows() {
        let nested = |open: &str, close: &str, count: usize| {
            format!(
                "module {{\n{}{}\n}}",
                open.repeat(count),
                close.repeat(count)
            )
        };
        assert_eq!(too_deep(nested("{", "}", 2000).as_bytes()), Some(2));
        assert_eq!(too_deep(nested("[", "]", 900).as_bytes()), None);
        assert_eq!(too_deep(nested("<(", ")>", 600).as_bytes()), Some(2));
        assert_eq!(too_deep("// ((((\n".repeat(2000).as_bytes()), None);
        assert_eq!(too_deep(r#""{{\"{{" "#.repeat(2000).as_bytes()), None);
        assert_eq!(too_deep("(a) -> (b)\n".repeat(2000).as_bytes()), None);
        assert_eq!(too_deep(b"ML\xefR((("), None);
    }

    #[test]
    fn a_device_has_an_end() {
        let said = read(Path::new("/dev/zero")).unwrap_err().to_string();
        assert_eq!(said, "it is larger than 256 MiB");
        assert_eq!(read(Path::new("/dev/null")).unwrap(), b"");
    }
}
