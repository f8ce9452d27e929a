//! Reading source files.

use crate::diagnostic::{Code, Diagnostic, SourceFile};
use std::fs::File;
use std::io::{self, Read};
use std::path::Path;

/// Larger files are refused: positions are 32 bits wide.
const LARGEST: u64 = 1 << 31;

/// Reads a file; `-` is standard input, named `<stdin>`. Bytes that are not UTF-8 become U+FFFD,
/// which the lexer reports with their position unless they stand in a comment.
pub fn read_source(path: &Path) -> Result<SourceFile, Diagnostic> {
    let (name, bytes) = if path == Path::new("-") {
        ("<stdin>".to_owned(), read_all(io::stdin().lock()))
    } else {
        (
            path.display().to_string(),
            File::open(path).and_then(read_all),
        )
    };
    match bytes {
        Ok(bytes) => Ok(decode(name, bytes)),
        Err(error) => Err(Diagnostic::error(
            None,
            format!("cannot read `{name}`: {error}"),
        )),
    }
}

fn read_all(reader: impl Read) -> io::Result<Vec<u8>> {
    let mut bytes = Vec::new();
    reader.take(LARGEST + 1).read_to_end(&mut bytes)?;
    if bytes.len() as u64 > LARGEST {
        Err(io::Error::other("it is larger than 2 GiB"))
    } else {
        Ok(bytes)
    }
}

/// A source from bytes, see [`read_source`].
pub fn decode(name: String, bytes: Vec<u8>) -> SourceFile {
    let mut text = String::from_utf8(bytes)
        .unwrap_or_else(|error| String::from_utf8_lossy(error.as_bytes()).into_owned());
    // Some editors begin a file with a byte order mark, which says that it is UTF-8.
    if text.starts_with('\u{feff}') {
        text.remove(0);
    }
    SourceFile::new(name, text)
}

/// An error if writing the source back would lose bytes: it contains U+FFFD, which stands for bytes
/// that are not UTF-8.
pub fn check_lossless(file: &SourceFile) -> Result<(), Diagnostic> {
    match file.text().find(char::REPLACEMENT_CHARACTER) {
        None => Ok(()),
        Some(at) => {
            let place = file.place(at..at + char::REPLACEMENT_CHARACTER.len_utf8());
            let message = "unexpected character: the text is not UTF-8 here";
            Err(Diagnostic::error(Code::TC0101, message).at(place, ""))
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_cannot_be_read_is_named() {
        let error = read_source(Path::new("/nonexistent/a.tc")).unwrap_err();
        assert!(
            error
                .message
                .starts_with("cannot read `/nonexistent/a.tc`: "),
            "{}",
            error.message
        );
        assert!(read_source(Path::new("/")).is_err());
    }

    #[test]
    fn invalid_utf8_is_found_with_its_position() {
        let marked = decode("m.tc".to_owned(), b"\xef\xbb\xbfdef".to_vec());
        assert_eq!(marked.text(), "def");
        let file = decode("a.tc".to_owned(), b"# ok\n# \xff\n".to_vec());
        let error = check_lossless(&file).unwrap_err();
        assert!(
            error.short().starts_with("a.tc:2:3: error[TC0101]"),
            "{}",
            error.short()
        );
        assert_eq!(
            check_lossless(&decode("b.tc".to_owned(), b"# fine".to_vec())),
            Ok(())
        );
    }
}
