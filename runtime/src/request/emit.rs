//! What `--emit WHAT[=FILE]` asks for: levels that are printed, and functions for C.

use std::{path::PathBuf, str::FromStr};
use tc_pipelines::Level;

/// One `--emit`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Emit {
    /// What is printed or written.
    pub what: Emitted,
    /// Standard output without one.
    pub file: Option<PathBuf>,
}

/// What can be emitted.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Emitted {
    /// The module at a level.
    Level(Level),
    /// A function for C.
    Code(Artifact),
}

/// A part of what a C program needs to call a compiled operator.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Artifact {
    /// The object file.
    Object,
    /// The same as assembly.
    Assembly,
    /// The LLVM IR that the machine code is generated from.
    Ir,
    /// The header that declares the function.
    Header,
    /// C text of the function that parallel loops call, with POSIX threads.
    Threads,
}

impl Emit {
    /// The level, if it is one.
    pub fn level(&self) -> Option<Level> {
        match self.what {
            Emitted::Level(level) => Some(level),
            Emitted::Code(_) => None,
        }
    }

    /// The part of a function for C, if it is one.
    pub fn artifact(&self) -> Option<Artifact> {
        match self.what {
            Emitted::Level(_) => None,
            Emitted::Code(artifact) => Some(artifact),
        }
    }
}

impl FromStr for Emitted {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        Ok(Emitted::Code(match text {
            "obj" => Artifact::Object,
            "asm" => Artifact::Assembly,
            "header" => Artifact::Header,
            "threads" => Artifact::Threads,
            level => {
                let level = level.parse();
                let also = |reason: String| {
                    format!("{reason}, and obj, asm, header and threads for a CPU")
                };
                return level.map(Emitted::Level).map_err(also);
            }
        }))
    }
}

impl FromStr for Emit {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        let (what, file) = match text.split_once('=') {
            Some((_, "")) => return Err("expected a file after `=`".to_owned()),
            Some((what, file)) => (what, Some(PathBuf::from(file))),
            None => (text, None),
        };
        let what = what.parse()?;
        match (what, &file) {
            (Emitted::Code(Artifact::Object), None) => {
                Err("an object file is not text: expected obj=FILE.o".to_owned())
            }
            _ => Ok(Self { what, file }),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn levels_go_to_standard_output_or_to_a_file() {
        let emit = |text: &str| text.parse::<Emit>();
        let level = |level, file| {
            Ok(Emit {
                what: Emitted::Level(level),
                file,
            })
        };
        assert_eq!(emit("ptx"), level(Level::Ptx, None));
        assert_eq!(emit("gpu=a=b"), level(Level::Loops, Some("a=b".into())));
        assert_eq!(emit("ptx="), Err("expected a file after `=`".to_owned()));
        assert_eq!(
            emit("sass"),
            Err(
                "unknown level `sass`: there are tc, schedule, loops (or gpu), llvm, ptx, and obj, asm, header and threads for a CPU"
                    .to_owned()
            )
        );
    }

    #[test]
    fn an_object_file_needs_a_name() {
        let header = "header".parse::<Emit>().unwrap();
        assert_eq!(
            (header.artifact(), header.level()),
            (Some(Artifact::Header), None)
        );
        assert_eq!(
            "obj".parse::<Emit>(),
            Err("an object file is not text: expected obj=FILE.o".to_owned())
        );
        let object = "obj=a.o".parse::<Emit>().unwrap();
        assert_eq!(object.artifact(), Some(Artifact::Object));
        assert_eq!(object.file, Some("a.o".into()));
    }
}
