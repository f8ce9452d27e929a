//! Entries in a file, to be taken to another machine.
//!
//! After the first line, each entry is the length of its manifest, the manifest, its seal, and its
//! blobs with the lengths that the manifest says. Lengths have 8 bytes, the lowest first.

use crate::{
    Cache, Entry, Error, Key,
    entry::{Manifest, Sealer},
};
use std::{
    fs::File,
    io::{self, BufReader, BufWriter, ErrorKind, Read, Write},
    path::Path,
};

const FIRST_LINE: &[u8] = b"tc-cache 1\n";

/// The longest manifest and the largest blob that are read.
const LONGEST: (u64, u64) = (16 << 20, 1 << 30);

/// What came of an import.
#[derive(Clone, Debug, Default)]
pub struct Imported {
    /// The entries that were written.
    pub keys: Vec<Key>,
    /// Why others were not, by their place in the file.
    pub refused: Vec<(usize, String)>,
}

impl Cache {
    /// Writes entries to a file, which appears when it is complete; returns how many. Damaged ones
    /// are left out.
    ///
    /// # Errors
    /// A file that cannot be written.
    pub fn export(&mut self, keys: &[Key], path: &Path) -> Result<u64, Error> {
        let failed = |error| Error::file("write", path)(error);
        let mut name = path.as_os_str().to_owned();
        name.push(format!(".{}", std::process::id()));
        let part = Path::new(&name);
        let mut out = BufWriter::new(File::create(part).map_err(failed)?);
        let written = self.export_to(keys, &mut out, path).and_then(|count| {
            out.flush().map_err(failed)?;
            out.get_ref().sync_all().map_err(failed)?;
            std::fs::rename(part, path).map_err(failed)?;
            Ok(count)
        });
        if written.is_err() {
            let _ = std::fs::remove_file(part);
        }
        written
    }

    fn export_to(&mut self, keys: &[Key], out: &mut impl Write, path: &Path) -> Result<u64, Error> {
        let failed = |error| Error::file("write", path)(error);
        out.write_all(FIRST_LINE).map_err(failed)?;
        let mut count = 0;
        for key in keys {
            let Some((row, entry)) = self.whole_of(key)? else {
                continue;
            };
            let length = row.manifest.len() as u64;
            let parts = [&length.to_le_bytes()[..], &row.manifest, &row.seal];
            let blobs = entry.blobs().map(|(_, contents)| contents);
            for bytes in parts.into_iter().chain(blobs) {
                out.write_all(bytes).map_err(failed)?;
            }
            count += 1;
        }
        Ok(count)
    }

    /// Takes the entries of a file: those whose seal is ours, and whose blobs have their digests.
    ///
    /// # Errors
    /// A file that is no exported cache, or that ends in the middle of an entry; what came before
    /// is taken.
    pub fn import(&mut self, path: &Path) -> Result<Imported, Error> {
        let wrong = |reason: String| Error::Exchange {
            path: path.to_owned(),
            reason,
        };
        let file = File::open(path).map_err(Error::file("read", path))?;
        let mut input = BufReader::new(file);
        let mut first = [0; FIRST_LINE.len()];
        if input.read_exact(&mut first).is_err() || first != *FIRST_LINE {
            return Err(wrong("its first line is not `tc-cache 1`".to_owned()));
        }
        let mut imported = Imported::default();
        for number in 1.. {
            let read = next(&mut input, &self.sealer);
            match read.map_err(|error| wrong(format!("entry {number}: {error}")))? {
                None => break,
                Some(Err(reason)) => imported.refused.push((number, reason)),
                Some(Ok((key, entry))) => {
                    if self.put(&key, &entry)? {
                        imported.keys.push(key)
                    } else {
                        let reason = "it is larger than the limit of the cache".to_owned();
                        imported.refused.push((number, reason));
                    }
                }
            }
        }
        Ok(imported)
    }
}

/// The next entry of a file, or why it is refused; `None` at the end.
fn next(
    input: &mut impl Read,
    sealer: &Sealer,
) -> io::Result<Option<Result<(Key, Entry), String>>> {
    let mut length = [0; 8];
    match input.read(&mut length[..1])? {
        0 => return Ok(None),
        _ => input.read_exact(&mut length[1..])?,
    }
    let encoded = exactly(input, u64::from_le_bytes(length), LONGEST.0)?;
    let seal = exactly(input, 32, 32)?;
    let manifest: Manifest = serde_json::from_slice(&encoded)?;
    let mut contents = Vec::new();
    for blob in &manifest.blobs {
        contents.push(exactly(input, blob.bytes, LONGEST.1)?);
    }
    let opened = Key::from_hex(&manifest.key)
        .and_then(|key| Some((key, sealer.open(&key, &encoded, &seal)?)));
    let Some((key, manifest)) = opened else {
        let reason = "it is not sealed with the secret of TC_CACHE_KEY here";
        return Ok(Some(Err(reason.to_owned())));
    };
    let mut blobs = manifest.blobs.iter().zip(&contents);
    if let Some((blob, _)) = blobs.find(|(blob, contents)| !blob.is(contents)) {
        let reason = format!("the blob `{}` does not have its digest", blob.name);
        return Ok(Some(Err(reason)));
    }
    Ok(Some(Ok((key, manifest.with_contents(contents)))))
}

fn exactly(input: &mut impl Read, length: u64, most: u64) -> io::Result<Vec<u8>> {
    if length > most {
        let message = format!("a length of {length} bytes, more than {most}");
        return Err(io::Error::new(ErrorKind::InvalidData, message));
    }
    let mut bytes = Vec::new();
    input.take(length).read_to_end(&mut bytes)?;
    if bytes.len() as u64 == length {
        Ok(bytes)
    } else {
        Err(io::Error::new(
            ErrorKind::UnexpectedEof,
            "the file ends in the middle of it",
        ))
    }
}
