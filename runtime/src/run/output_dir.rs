//! The folder of the outputs, made before anything runs.

use crate::errors::{Errors, error};
use std::{
    fs,
    path::{Path, PathBuf},
};

/// A folder for outputs. It is removed if the run fails, as far as it was made here.
#[derive(Default)]
pub struct OutputDir {
    /// The folders that were made, the innermost first.
    made: Vec<PathBuf>,
}

impl OutputDir {
    /// Makes a folder and the missing ones above it.
    ///
    /// # Errors
    /// A file of that name, or missing rights.
    pub fn make(folder: &Path) -> Result<Self, Errors> {
        let refused = |reason: String| {
            error(format!(
                "--output-dir: cannot make the folder `{}`: {reason}",
                folder.display()
            ))
        };
        if folder.exists() && !folder.is_dir() {
            return Err(refused("a file has that name".to_owned()));
        }
        let missing = folder
            .ancestors()
            .take_while(|path| !path.as_os_str().is_empty() && !path.exists());
        let made = missing.map(Path::to_owned).collect();
        // From here on, folders that could be made are removed on failure.
        let made = OutputDir { made };
        fs::create_dir_all(folder).map_err(|reason| refused(reason.to_string()))?;
        Ok(made)
    }

    /// The run has succeeded: the folder stays.
    pub fn keep(mut self) {
        self.made.clear();
    }
}

impl Drop for OutputDir {
    fn drop(&mut self) {
        for folder in &self.made {
            // A folder that is no longer empty has another owner by now, and stays.
            let _ = fs::remove_dir(folder);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_was_made_goes_again_unless_it_is_kept() {
        let root = tempfile::tempdir().unwrap();
        let folder = root.path().join("a/b");
        drop(OutputDir::make(&folder).unwrap());
        assert!(!root.path().join("a").exists());
        OutputDir::make(&folder).unwrap().keep();
        assert!(folder.is_dir());
        drop(OutputDir::make(&folder).unwrap());
        assert!(folder.is_dir(), "it was there before");
    }

    #[test]
    fn a_file_stands_in_the_way() {
        let root = tempfile::tempdir().unwrap();
        let file = root.path().join("file");
        fs::write(&file, "").unwrap();
        let said = OutputDir::make(&file).err().unwrap();
        assert!(
            said[0].message.ends_with("a file has that name"),
            "{said:?}"
        );
        let said = OutputDir::make(&file.join("below")).err().unwrap();
        assert!(
            said[0].message.contains("cannot make the folder"),
            "{said:?}"
        );
    }
}
