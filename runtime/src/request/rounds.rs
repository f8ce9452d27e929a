//! Runs on request: a process that measures several programs in turn asks each for a few runs,
//! round after round, and none of them is compiled twice.

use crate::{
    errors::{Errors, error},
    source,
};
use serde_json::Value;
use std::{
    fs::{self, File},
    io::{self, BufRead, BufReader, Write},
    path::PathBuf,
};

/// Numbers of runs, one a line.
#[derive(Clone, Debug)]
pub struct Rounds {
    /// The file, or `-` for standard input.
    pub file: PathBuf,
}

impl Rounds {
    /// Reads a file as a whole, before anything is compiled for it: what is wrong with it is known
    /// then. What a pipe or standard input will say is not.
    ///
    /// # Errors
    /// A file that cannot be read, and a line that is no number of runs.
    pub fn check(&self) -> Result<(), Errors> {
        let unreadable = |reason| self.unreadable(&reason);
        if source::is_standard_input(&self.file) {
            return Ok(());
        }
        if !fs::metadata(&self.file).map_err(unreadable)?.is_file() {
            return Ok(());
        }
        let text = source::read_to_string(&self.file).map_err(unreadable)?;
        text.lines()
            .try_for_each(|line| number_of_runs(line.trim()).map(drop))
    }

    fn unreadable(&self, reason: &io::Error) -> Errors {
        let file = self.file.display();
        error(format!("--rounds: cannot read `{file}`: {reason}"))
    }

    /// Answers each number by a line of JSON on standard output, as soon as it is read.
    ///
    /// # Errors
    /// A file that cannot be read, a line that is no number of runs, and those of the answers.
    pub(crate) fn each(
        &self,
        mut answer: impl FnMut(usize) -> Result<Value, Errors>,
    ) -> Result<(), Errors> {
        let unreadable = |reason| self.unreadable(&reason);
        let lines: Box<dyn BufRead> = if source::is_standard_input(&self.file) {
            Box::new(io::stdin().lock())
        } else {
            Box::new(BufReader::new(File::open(&self.file).map_err(unreadable)?))
        };
        let mut output = io::stdout().lock();
        for line in lines.lines() {
            let count = number_of_runs(line.map_err(unreadable)?.trim())?;
            let answer = answer(count)?;
            writeln!(output, "{answer}")
                .and_then(|()| output.flush())
                .map_err(|reason| error(format!("--rounds: cannot write an answer: {reason}")))?;
        }
        Ok(())
    }
}

fn number_of_runs(line: &str) -> Result<usize, Errors> {
    let count = line.parse().ok().filter(|count| *count > 0);
    count.ok_or_else(|| {
        error(format!(
            "--rounds: expected a number of runs, at least 1, in each line; found `{line}`"
        ))
    })
}
