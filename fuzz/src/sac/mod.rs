//! SaC programs: what the compiler computes against the interpreter.
//!
//! | module | does |
//! | --- | --- |
//! | [`generate`] | programs with partitions, dots, nested comprehensions, empty axes |
//! | [`run`] | runs a program on reference, cpu and emulator |
//! | [`worked`] | the results and errors of the specification |

pub mod generate;
pub mod run;
pub mod worked;

use run::{Case, Verdict};
use std::collections::BTreeMap;
use std::path::Path;

/// What came out of a number of programs.
#[derive(Debug, Default)]
pub struct Summary {
    pub agreed: u64,
    /// Programs without a value: both refuse them.
    pub undefined: u64,
    /// Those that the compiler refuses by name, with one of each.
    pub refused: BTreeMap<String, (u64, u64)>,
    pub wrong: Vec<(u64, String)>,
}

impl Summary {
    /// One line for each count.
    pub fn table(&self) -> String {
        let mut text = format!(
            "agree: {}\nwithout a value: {}\n",
            self.agreed, self.undefined
        );
        for (reason, (count, first)) in &self.refused {
            text += &format!("refused: {count} {reason} (first: program {first})\n");
        }
        for (index, message) in &self.wrong {
            text += &format!("wrong: program {index}: {message}\n");
        }
        text + &format!("failures: {}\n", self.wrong.len())
    }
}

/// Runs programs of a sequence; one that runs is in a file of the folder, and stays there if its
/// result is wrong.
///
/// # Errors
/// A file that cannot be written.
pub fn campaign(seed: u64, first: u64, count: u64, folder: &Path) -> std::io::Result<Summary> {
    std::fs::create_dir_all(folder)?;
    let context = tc_runtime::new_context();
    let mut summary = Summary::default();
    for index in first..first + count {
        let case: Case = generate::program(seed, index);
        let file = folder.join(format!("sac-{seed}-{index}.sac"));
        std::fs::write(&file, case.described())?;
        match run::judge(&context, &case) {
            Verdict::Agree => summary.agreed += 1,
            Verdict::Undefined => summary.undefined += 1,
            Verdict::Refused(reason) => {
                summary.refused.entry(reason).or_insert((0, index)).0 += 1;
            }
            Verdict::Wrong(message) => {
                eprintln!("program {index}: {message}");
                summary.wrong.push((index, message));
                continue;
            }
        }
        std::fs::remove_file(&file)?;
    }
    Ok(summary)
}
