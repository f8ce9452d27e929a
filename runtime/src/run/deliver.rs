//! Where an outcome goes: to standard output, or to files. Everything that can fail comes before
//! the first write.

use super::print::{self, Print};
use crate::{
    errors::{Errors, error},
    outcome::Outcome,
    request::{
        emit::{Artifact, Emit, Emitted},
        npy,
    },
};
use std::{fmt::Write, path::PathBuf};
use tc_pipelines::Level;

/// The requested parts of an outcome, and where they go.
#[derive(Clone, Debug, Default)]
pub struct Delivery {
    /// Levels and functions for C, each to its own place.
    pub emit: Vec<Emit>,
    /// Returned tensors to be printed.
    pub print: Print,
    /// Where each returned tensor is written.
    pub output_dir: Option<PathBuf>,
}

impl Delivery {
    /// The levels that it needs.
    pub fn levels(&self) -> Vec<Level> {
        self.emit.iter().filter_map(Emit::level).collect()
    }

    /// The parts of a function for C that it needs.
    pub fn artifacts(&self) -> Vec<Artifact> {
        self.emit.iter().filter_map(Emit::artifact).collect()
    }

    /// Prints and writes everything; after a failed write no file remains.
    ///
    /// # Errors
    /// A file that cannot be written.
    pub fn deliver(&self, outcome: &mut Outcome) -> Result<(), Errors> {
        let levels = std::mem::take(&mut outcome.levels).into_iter();
        let levels = levels.map(|(level, text)| (Emitted::Level(level), text.into_bytes()));
        let code = std::mem::take(&mut outcome.code).into_iter();
        let code = code.map(|(artifact, bytes)| (Emitted::Code(artifact), bytes));
        let mut files: Vec<(&PathBuf, Vec<u8>)> = Vec::new();
        for (what, bytes) in levels.chain(code) {
            for emit in self.emit.iter().filter(|emit| emit.what == what) {
                match &emit.file {
                    Some(file) => files.push((file, bytes.clone())),
                    None => outcome.printed.push_str(&String::from_utf8_lossy(&bytes)),
                }
            }
        }
        self.print(outcome);
        let mut written: Vec<PathBuf> = Vec::new();
        let result = self.write(&files, outcome, &mut written);
        if result.is_err() {
            for file in written {
                // Best effort: the error to report is the one that came first.
                let _ = std::fs::remove_file(file);
            }
        }
        result
    }

    /// Prints the requested outputs, each below its name, type and shape.
    fn print(&self, outcome: &mut Outcome) {
        let outputs = outcome.outputs.iter();
        for (name, tensor) in outputs.filter(|(name, _)| self.print.wants(name)) {
            writeln!(
                outcome.printed,
                "{name}: {}{:?}\n{}",
                tensor.element_type().name(),
                tensor.shape(),
                print::to_text(tensor)
            )
            .expect("writing to a string");
        }
    }

    fn write(
        &self,
        files: &[(&PathBuf, Vec<u8>)],
        outcome: &Outcome,
        written: &mut Vec<PathBuf>,
    ) -> Result<(), Errors> {
        if let Some(folder) = &self.output_dir {
            for (name, tensor) in &outcome.outputs {
                let file = folder.join(format!("{name}.npy"));
                npy::write(&file, tensor).map_err(|reason| error(reason.to_string()))?;
                written.push(file);
            }
        }
        for (file, bytes) in files {
            tc_process::output::write_atomically(file, bytes)
                .map_err(|reason| error(reason.to_string()))?;
            written.push((*file).clone());
        }
        Ok(())
    }
}
