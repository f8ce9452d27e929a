//! Writing results: a file appears completely or not at all.

use std::{
    fs::{self, OpenOptions, Permissions},
    io::{self, Write},
    os::unix::fs::PermissionsExt,
    path::{Path, PathBuf},
};

/// Replaces the file at `path` by `bytes`: they are written to a temporary file beside it, which is
/// then renamed, so that no reader sees a part and a failure keeps the old file. `-` is standard
/// output; devices and pipes are written directly.
///
/// # Errors
/// Those of the file system, with the path in the message.
pub fn write_atomically(path: &Path, bytes: &[u8]) -> io::Result<()> {
    let result = if path == Path::new("-") {
        write_standard_output(bytes)
    } else {
        replace(path, bytes)
    };
    result.map_err(|error| {
        io::Error::new(
            error.kind(),
            format!("cannot write `{}`: {error}", path.display()),
        )
    })
}

/// Writes to standard error; failures are ignored, since nothing can report them.
pub fn say(text: &str) {
    let _ = io::stderr().write_all(text.as_bytes());
}

/// Writes to standard output; false after reporting why that failed.
pub fn print(text: &str) -> bool {
    match write_atomically(Path::new("-"), text.as_bytes()) {
        Ok(()) => true,
        Err(error) => {
            say(&format!("error: {error}\n"));
            false
        }
    }
}

fn write_standard_output(bytes: &[u8]) -> io::Result<()> {
    let mut output = io::stdout().lock();
    output.write_all(bytes)?;
    output.flush()
}

fn replace(path: &Path, bytes: &[u8]) -> io::Result<()> {
    // A link is followed: its target is replaced, not the link.
    let target = fs::canonicalize(path).unwrap_or_else(|_| path.to_owned());
    let existing = fs::metadata(&target).ok();
    if existing.as_ref().is_some_and(|metadata| metadata.is_dir()) {
        return Err(io::Error::new(
            io::ErrorKind::IsADirectory,
            "it is a folder",
        ));
    }
    if existing
        .as_ref()
        .is_some_and(|metadata| !metadata.is_file())
    {
        return OpenOptions::new()
            .write(true)
            .open(&target)?
            .write_all(bytes);
    }
    let mode = existing.map_or(0o666, |metadata| metadata.permissions().mode());
    let mut temporary = tempfile::Builder::new()
        .prefix(".tc-")
        .permissions(Permissions::from_mode(mode))
        .tempfile_in(folder_of(&target))
        .map_err(|error| without_temporary_path(&error))?;
    temporary.write_all(bytes)?;
    temporary.persist(&target).map_err(|error| error.error)?;
    Ok(())
}

/// The message names the requested file, not the temporary one.
fn without_temporary_path(error: &io::Error) -> io::Error {
    match error.kind() {
        io::ErrorKind::NotFound => io::Error::new(error.kind(), "its folder does not exist"),
        kind => io::Error::from(kind),
    }
}

fn folder_of(path: &Path) -> PathBuf {
    match path.parent() {
        Some(folder) if folder != Path::new("") => folder.to_owned(),
        _ => PathBuf::from("."),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_file_is_replaced_and_nothing_is_left_beside_it() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("out.mlir");
        write_atomically(&path, b"old").unwrap();
        write_atomically(&path, b"new").unwrap();
        assert_eq!(fs::read(&path).unwrap(), b"new");
        assert_eq!(fs::read_dir(folder.path()).unwrap().count(), 1);
    }

    #[test]
    fn errors_name_the_path() {
        let folder = tempfile::tempdir().unwrap();
        let missing = folder.path().join("missing/out.mlir");
        let text = write_atomically(&missing, b"x").unwrap_err().to_string();
        let expected = format!(
            "cannot write `{}`: its folder does not exist",
            missing.display()
        );
        assert_eq!(text, expected);
        let text = write_atomically(folder.path(), b"x")
            .unwrap_err()
            .to_string();
        assert!(text.ends_with("it is a folder"), "{text}");
    }

    #[test]
    fn devices_are_written_to() {
        write_atomically(Path::new("/dev/null"), b"gone").unwrap();
        assert!(!fs::metadata("/dev/null").unwrap().is_file());
    }

    #[test]
    fn a_link_keeps_pointing_to_the_replaced_file() {
        let folder = tempfile::tempdir().unwrap();
        let (file, link) = (folder.path().join("file"), folder.path().join("link"));
        write_atomically(&file, b"old").unwrap();
        std::os::unix::fs::symlink(&file, &link).unwrap();
        write_atomically(&link, b"new").unwrap();
        assert_eq!(fs::read(&file).unwrap(), b"new");
        assert!(fs::symlink_metadata(&link).unwrap().is_symlink());
    }
}
