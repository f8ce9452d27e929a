//! NVIDIA's assembler and disassembler: finding and running them.
//!
//! Neither is part of this project, and only the report and the cache use them. They run without a
//! GPU. The order of the search: the given path, the environment (`TC_PTXAS`, `TC_NVDISASM`),
//! `PATH`, the Python environments (`VIRTUAL_ENV`, `target/venv` of `./x setup`) with the wheels
//! `nvidia-cuda-nvcc-cu12` and `nvidia-cuda-nvdisasm`.

use std::path::{Path, PathBuf};
use std::process::Command;

/// One of the programs.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Tool {
    Ptxas,
    Nvdisasm,
}

impl Tool {
    fn name(self) -> &'static str {
        match self {
            Tool::Ptxas => "ptxas",
            Tool::Nvdisasm => "nvdisasm",
        }
    }

    fn variable(self) -> &'static str {
        match self {
            Tool::Ptxas => "TC_PTXAS",
            Tool::Nvdisasm => "TC_NVDISASM",
        }
    }

    /// How to install it.
    pub fn advice(self) -> &'static str {
        match self {
            Tool::Ptxas => {
                "no ptxas, so registers, spills and stack are not known: `./x setup` installs it, as `pip install nvidia-cuda-nvcc-cu12` does; \
                 or name one with --ptxas, TC_PTXAS or PATH"
            }
            Tool::Nvdisasm => {
                "no nvdisasm, so the machine code is not analysed: `./x setup` installs it, as `pip install nvidia-cuda-nvdisasm` does; \
                 or name one with TC_NVDISASM or PATH"
            }
        }
    }

    /// Its path, if it is found; a path `given` by the user comes first and must exist.
    pub fn find(self, given: Option<&Path>) -> Result<Option<PathBuf>, String> {
        let named = given
            .map(Path::to_owned)
            .or_else(|| std::env::var_os(self.variable()).map(PathBuf::from));
        if let Some(path) = named {
            return if path.is_file() {
                Ok(Some(path))
            } else {
                Err(format!(
                    "there is no file `{}`: expected the path of {}",
                    path.display(),
                    self.name()
                ))
            };
        }
        let mut environments = environments();
        if let Ok(here) = std::env::current_dir() {
            environments.extend(here.ancestors().map(|folder| folder.join("target/venv")));
        }
        Ok(self.search(&environments))
    }

    /// Its path, if the user has it: not one of the folder that a program is started in, since
    /// nobody has asked for it.
    pub fn at_hand(self) -> Option<PathBuf> {
        match std::env::var_os(self.variable()) {
            Some(path) => Some(PathBuf::from(path)).filter(|path| path.is_file()),
            None => self.search(&environments()),
        }
    }

    fn search(self, environments: &[PathBuf]) -> Option<PathBuf> {
        let mut folders: Vec<PathBuf> = std::env::var_os("PATH")
            .map_or_else(Vec::new, |path| std::env::split_paths(&path).collect());
        folders.retain(|folder| folder.is_absolute());
        folders.extend(environments.iter().flat_map(|folder| wheel_folders(folder)));
        let mut found = folders.iter().map(|folder| folder.join(self.name()));
        found.find(|path| path.is_file())
    }

    /// Runs it; returns standard output and error.
    pub fn run(self, program: &Path, arguments: &[&str]) -> Result<(String, String), String> {
        let shown = program.display();
        let done = Command::new(program)
            .args(arguments)
            .output()
            .map_err(|reason| format!("cannot run `{shown}`: {reason}"))?;
        let text = |bytes: &[u8]| String::from_utf8_lossy(bytes).into_owned();
        if done.status.success() {
            Ok((text(&done.stdout), text(&done.stderr)))
        } else {
            Err(format!(
                "`{shown}` failed ({}): {}",
                done.status,
                text(&done.stderr).trim()
            ))
        }
    }
}

/// The Python environments that may hold the wheels.
fn environments() -> Vec<PathBuf> {
    let mut found: Vec<PathBuf> = std::env::var_os("VIRTUAL_ENV")
        .map(PathBuf::from)
        .into_iter()
        .collect();
    let program = tc_process::program::itself().map(|(program, _)| PathBuf::from(program));
    let program = program.unwrap_or_default();
    // An installed tool lies in `bin` of an environment, a built one in target/release, beside
    // target/venv.
    found.extend(program.ancestors().nth(2).map(Path::to_path_buf));
    found.extend(
        program
            .ancestors()
            .skip(1)
            .take(3)
            .map(|folder| folder.join("venv")),
    );
    found
}

/// `lib/python3.x/site-packages/nvidia/*/bin` of an environment.
fn wheel_folders(environment: &Path) -> Vec<PathBuf> {
    let children = |folder: PathBuf| -> Vec<PathBuf> {
        let entries = std::fs::read_dir(folder).into_iter().flatten();
        let mut paths: Vec<PathBuf> = entries.flatten().map(|entry| entry.path()).collect();
        paths.sort();
        paths
    };
    children(environment.join("lib"))
        .into_iter()
        .flat_map(|python| children(python.join("site-packages/nvidia")))
        .map(|package| package.join("bin"))
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_path_that_is_given_must_exist() {
        let missing = Path::new("/nowhere/ptxas");
        assert_eq!(
            Tool::Ptxas.find(Some(missing)).unwrap_err(),
            "there is no file `/nowhere/ptxas`: expected the path of ptxas"
        );
    }

    #[test]
    fn a_program_that_fails_is_an_error_with_its_words() {
        let error = Tool::Ptxas
            .run(Path::new("/bin/sh"), &["-c", "echo no >&2; exit 3"])
            .unwrap_err();
        assert!(
            error.contains("exit status: 3") && error.ends_with("no"),
            "{error}"
        );
    }
}
