//! The results that candidates are compared with: a folder of them, and whether it is filled.
//!
//! A search with a log keeps them beside it (`mm.jsonl.reference/`), with the digest of all they
//! follow from, so that who resumes the search does not compute them again. Without a log they are
//! in a folder for temporary files, which goes with the search.

use crate::{job::Task, problem::Problem};
use std::{
    fs, io,
    path::{Path, PathBuf},
};
use tc_runtime::{COMPILER, CacheKey, Source};
use tempfile::TempDir;

/// The name of the file that says what the results follow from; it is written last.
const DIGEST: &str = "made-from";

/// A folder of results.
pub struct Reference {
    folder: PathBuf,
    /// Removed with the value.
    _own: Option<TempDir>,
    digest: String,
}

impl Reference {
    /// The folder of a search: the one that other machines see, or the one beside its log, or one
    /// of its own.
    ///
    /// # Errors
    /// A disk that is full, and a folder that cannot be made.
    pub fn of(
        problem: &Problem,
        task: Task,
        shared: Option<&Path>,
        log: Option<&Path>,
    ) -> Result<Reference, String> {
        let digest = digest(problem, task);
        let failed = |error: io::Error| format!("cannot make a folder for the reference: {error}");
        let beside = log.filter(|log| !log.exists() || log.is_file()).map(beside);
        let folder = shared.map(Path::to_owned).or(beside);
        if let Some(folder) = folder {
            return Ok(Reference {
                folder,
                _own: None,
                digest,
            });
        }
        let own = TempDir::with_prefix("tc-tune-").map_err(failed)?;
        Ok(Reference {
            folder: own.path().to_owned(),
            _own: Some(own),
            digest,
        })
    }

    /// The folder.
    pub fn path(&self) -> &Path {
        &self.folder
    }

    /// Whether the results are there.
    pub(crate) fn is_made(&self) -> bool {
        let made_from = fs::read_to_string(self.folder.join(DIGEST));
        made_from.is_ok_and(|digest| digest == self.digest)
    }

    /// Empties the folder for new results.
    ///
    /// # Errors
    /// A folder that cannot be made or emptied.
    pub fn begin(&self) -> Result<(), String> {
        let begin = || {
            fs::create_dir_all(&self.folder)?;
            match fs::remove_file(self.folder.join(DIGEST)) {
                Err(error) if error.kind() != io::ErrorKind::NotFound => Err(error),
                _ => Ok(()),
            }
        };
        begin().map_err(|error| self.failed(&error))
    }

    /// Says that the results are there.
    ///
    /// # Errors
    /// A full disk.
    pub fn end(&self) -> Result<(), String> {
        let written = fs::write(self.folder.join(DIGEST), &self.digest);
        written.map_err(|error| self.failed(&error))
    }

    fn failed(&self, error: &io::Error) -> String {
        format!("the reference in `{}`: {error}", self.folder.display())
    }
}

/// The folder beside a log.
fn beside(log: &Path) -> PathBuf {
    let mut name = log.as_os_str().to_owned();
    name.push(".reference");
    PathBuf::from(name)
}

/// The digest of all that the results follow from: the program with its sizes, the contents of the
/// inputs wherever they are, who computes, and the compiler.
fn digest(problem: &Problem, task: Task) -> String {
    let inputs = problem.read_inputs();
    let mut parts: Vec<(&str, Vec<u8>)> = vec![
        ("compiler", COMPILER.into()),
        ("text", problem.text.clone().into()),
        ("entry", format!("{:?}", problem.entry).into()),
        ("sizes", format!("{:?}", problem.sizes).into()),
        ("task", format!("{task:?}").into()),
    ];
    for input in &inputs {
        parts.push(("input", input.name.clone().into()));
        parts.push(match &input.source {
            Source::File(path) => ("contents", fs::read(path).unwrap_or_default()),
            source => ("source", format!("{source:?}").into()),
        });
    }
    let parts: Vec<(&str, &[u8])> = parts.iter().map(|(name, part)| (*name, &**part)).collect();
    CacheKey::of(&parts).to_string()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::machine::Machine;

    fn problem(n: i64, inputs: Vec<String>) -> Problem {
        Problem {
            file: "f.tc".to_owned(),
            text: "def f(float(N) A) -> (B) { B(i) = A(i) }".to_owned(),
            entry: None,
            sizes: vec![("N".to_owned(), n)],
            inputs,
            machine: Machine::Cpu,
            description: None,
            threads: 1,
        }
    }

    #[test]
    fn results_beside_a_log_are_those_of_the_same_program_and_inputs() {
        let folder = tempfile::tempdir().unwrap();
        let log = folder.path().join("f.jsonl");
        let array = folder.path().join("A.npy");
        fs::write(&array, "one").unwrap();
        let of = |n, task| {
            let inputs = vec![format!("A={}", array.display())];
            Reference::of(&problem(n, inputs), task, None, Some(&log)).unwrap()
        };
        let first = of(4, Task::Reference);
        assert!(!first.is_made());
        first.begin().unwrap();
        first.end().unwrap();
        assert!(of(4, Task::Reference).is_made());
        assert!(!of(5, Task::Reference).is_made());
        assert!(!of(4, Task::Naive).is_made());
        fs::write(&array, "two").unwrap();
        assert!(!of(4, Task::Reference).is_made());
    }

    #[test]
    fn results_without_a_log_go_with_the_search() {
        let reference = Reference::of(&problem(4, Vec::new()), Task::Reference, None, None);
        let reference = reference.unwrap();
        reference.begin().unwrap();
        let path = reference.path().to_owned();
        assert!(path.is_dir());
        drop(reference);
        assert!(!path.exists());
    }
}
