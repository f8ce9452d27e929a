//! `ptx-emulator exec`: runs a program with the emulator as its CUDA driver.
//!
//! The driver is a library beside this tool. A folder with links to it, by the names that programs
//! load, is first on the path of the loader while the program runs. What the driver finds is
//! printed as it is found; a summary follows the program's end, in the form of
//! `compute-sanitizer`.

use std::collections::BTreeMap;
use std::env;
use std::ffi::OsString;
use std::fs;
use std::os::unix::fs::symlink;
use std::os::unix::process::ExitStatusExt;
use std::path::{Path, PathBuf};
use std::process::{Command, ExitCode};

use clap::Parser;
use serde_json::{Value, json};

use crate::Failure;

/// The library, by the name that Cargo gives it.
const LIBRARY: &str = "libptx_driver.so";
/// The names by which programs load a driver.
const NAMES: [&str; 4] = [
    "libcuda.so.1",
    "libcuda.so",
    "libnvidia-ml.so.1",
    "libnvidia-ml.so",
];

/// Run a program with the emulator as its CUDA driver.
///
/// Programs that use the driver API run as they are: those on cuda-bindings, cuda-core, Numba,
/// Triton's launcher, tinygrad, and what loads libcuda.so.1 itself. Programs on libcudart are
/// refused, since it asks NVIDIA's driver for tables that are not documented.
#[derive(Parser)]
#[command(
    after_help = "Exit status: that of the program; --error-exitcode (1) if it ended with 0 and there were findings or faults; 2 wrong usage."
)]
pub struct Exec {
    /// The chip of the device
    #[arg(long, value_name = "CHIP", default_value = "sm_80")]
    device: String,
    /// Find races, and reads of what was never written, in every launch
    #[arg(long)]
    sanitize: bool,
    /// Write the counts of all launches to a file, as JSON
    #[arg(long, value_name = "FILE", require_equals = true)]
    profile: Option<PathBuf>,
    /// Shuffle the order of blocks and warps
    #[arg(long, value_name = "N")]
    seed: Option<u64>,
    /// Print each call of the driver, with what it returned
    #[arg(long)]
    trace: bool,
    /// Print at the end which functions were called that are not emulated
    #[arg(long)]
    unsupported: bool,
    /// The exit status if the program ended with 0 and there were findings
    #[arg(long, value_name = "STATUS", default_value_t = 1)]
    error_exitcode: u8,
    /// The driver, if it is not beside this tool
    #[arg(long, value_name = "LIBRARY")]
    driver: Option<PathBuf>,
    /// The program, with its arguments
    #[arg(last = true, required = true, value_name = "COMMAND")]
    command: Vec<OsString>,
}

impl Exec {
    /// Runs the program.
    ///
    /// # Errors
    /// No driver, no chip of the name, or a program that cannot be started.
    pub fn run(&self) -> Result<ExitCode, Failure> {
        self.check_device()?;
        let library = self.library()?;
        let folder =
            tempfile::tempdir().map_err(|error| format!("no temporary folder: {error}"))?;
        for name in NAMES {
            let made = symlink(&library, folder.path().join(name));
            made.map_err(|error| format!("cannot link {name}: {error}"))?;
        }
        let assembler = folder.path().join("ptxas");
        let tool = env::current_exe().map_err(|error| error.to_string())?;
        symlink(tool, &assembler).map_err(|error| format!("cannot link ptxas: {error}"))?;
        let report = folder.path().join("report");
        let mut command = self.command(folder.path(), &report);
        let status = command.status().map_err(|error| {
            let program = self.command[0].to_string_lossy();
            format!("cannot run `{program}`: {error}")
        })?;
        let told = fs::read_to_string(&report).unwrap_or_default();
        let found = self.summary(&told)?;
        let code = match (status.code(), status.signal()) {
            (Some(0), _) if found > 0 => self.error_exitcode,
            (Some(code), _) => code as u8,
            (None, signal) => 128 + signal.unwrap_or(0) as u8,
        };
        Ok(ExitCode::from(code))
    }

    fn check_device(&self) -> Result<(), String> {
        match ptx_emulator::Limits::of_chip(&self.device).machine {
            Some(_) => Ok(()),
            None => Err(format!(
                "expected --device to name a chip, such as sm_80 or sm_90, found `{}`",
                self.device
            )),
        }
    }

    fn library(&self) -> Result<PathBuf, String> {
        let beside = || Some(env::current_exe().ok()?.parent()?.join(LIBRARY));
        let wanted = self.driver.clone().or_else(beside).unwrap_or_default();
        wanted.canonicalize().map_err(|error| {
            let place = wanted.display();
            format!("cannot open the driver `{place}`: {error}; build it by cargo build --release -p ptx-driver, or name it with --driver")
        })
    }

    fn command(&self, folder: &Path, report: &Path) -> Command {
        let mut path = folder.as_os_str().to_owned();
        if let Some(before) = env::var_os("LD_LIBRARY_PATH").filter(|before| !before.is_empty()) {
            path.push(":");
            path.push(before);
        }
        let mut command = Command::new(&self.command[0]);
        command
            .args(&self.command[1..])
            .env("LD_LIBRARY_PATH", path)
            .env("PTX_EMULATOR_DEVICE", &self.device)
            .env("PTX_EMULATOR_REPORT", report);
        let flags = [
            ("PTX_EMULATOR_SANITIZE", self.sanitize),
            ("PTX_EMULATOR_TRACE", self.trace),
            ("PTX_EMULATOR_PROFILE", self.profile.is_some()),
        ];
        for (name, _) in flags.iter().filter(|(_, set)| *set) {
            command.env(name, "1");
        }
        // Triton calls an assembler, whose container the driver loads.
        for name in ["TRITON_PTXAS_PATH", "TRITON_PTXAS_BLACKWELL_PATH"] {
            if env::var_os(name).is_none() {
                command.env(name, folder.join("ptxas"));
            }
        }
        if let Some(seed) = self.seed {
            command.env("PTX_EMULATOR_SEED", seed.to_string());
        }
        command
    }

    /// Prints the summary, writes the profile, and returns the findings.
    fn summary(&self, report: &str) -> Result<u64, String> {
        let lines: Vec<Value> = report
            .lines()
            .filter_map(|line| serde_json::from_str(line).ok())
            .collect();
        let findings = lines.iter().filter(|line| line.get("finding").is_some());
        let found = findings.count() as u64;
        let mut unsupported: BTreeMap<&str, u64> = BTreeMap::new();
        for name in lines.iter().filter_map(|line| line["unsupported"].as_str()) {
            *unsupported.entry(name).or_default() += 1;
        }
        if self.unsupported {
            for (name, calls) in &unsupported {
                eprintln!("========= NOT SUPPORTED: {name}: {calls} calls");
            }
        }
        eprintln!(
            "========= ERROR SUMMARY: {found} error{}",
            if found == 1 { "" } else { "s" }
        );
        if let Some(file) = &self.profile {
            let launches = lines.iter().filter(|line| line.get("profile").is_some());
            let launches: Vec<&Value> = launches.collect();
            let text = format!("{:#}\n", json!({ "launches": launches }));
            let written = fs::write(file, text);
            written.map_err(|error| format!("cannot write `{}`: {error}", file.display()))?;
        }
        Ok(found)
    }
}
