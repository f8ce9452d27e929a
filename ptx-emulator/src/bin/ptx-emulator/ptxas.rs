//! `ptx-emulator ptxas`: in place of NVIDIA's assembler, for programs that call one and load what
//! it makes. It checks PTX, and puts it into a container that the emulator's driver loads.

use std::fs;
use std::path::PathBuf;
use std::process::ExitCode;

use clap::Parser;
use ptx_emulator::{Module, contain};

use crate::Failure;

/// Check PTX and put it into a container that the emulator's driver loads as it loads a cubin.
///
/// Takes the options of NVIDIA's assembler; those that say how machine code is made change nothing.
#[derive(Parser)]
#[command(disable_version_flag = true)]
pub struct Ptxas {
    /// The PTX
    #[arg(required_unless_present = "version")]
    file: Option<PathBuf>,
    /// The container
    #[arg(
        short,
        long = "output-file",
        value_name = "FILE",
        default_value = "elf.o"
    )]
    output: PathBuf,
    /// The chip: a target that it cannot run is refused
    #[arg(
        long = "gpu-name",
        visible_alias = "arch",
        value_name = "CHIP",
        default_value = "sm_75"
    )]
    chip: String,
    /// Print a version in the form of NVIDIA's
    #[arg(short = 'V', long)]
    version: bool,
    /// Registers, and other options that change nothing here
    #[arg(long, value_name = "N")]
    maxrregcount: Option<String>,
    #[arg(short = 'O', long = "opt-level", value_name = "N", hide = true)]
    optimise: Option<String>,
    #[arg(long = "fmad", hide = true)]
    fused: Option<String>,
    #[arg(short = 'v', long, hide = true)]
    verbose: bool,
    #[arg(short = 'g', long = "device-debug", hide = true)]
    debug: bool,
    #[arg(long = "generate-line-info", visible_alias = "lineinfo", hide = true)]
    line_info: bool,
    #[arg(short = 'c', long = "compile-only", hide = true)]
    compile_only: bool,
    #[arg(long = "suppress-debug-info", hide = true)]
    suppress: bool,
    #[arg(long = "warn-on-spills", hide = true)]
    spills: bool,
    #[arg(short = 'm', long, hide = true)]
    machine: Option<String>,
    #[arg(long = "Ofast-compile", hide = true)]
    fast: Option<String>,
    #[arg(long = "split-compile", hide = true)]
    split: Option<String>,
}

/// What programs read from the version: NVIDIA's of the same PTX.
const RELEASE: &str =
    "ptx-emulator: in place of ptxas\nCuda compilation tools, release 12.9, V12.9.86";

impl Ptxas {
    /// Checks the PTX and writes the container.
    ///
    /// # Errors
    /// A file that cannot be read or written, mistakes in the PTX, or a target that is not known.
    pub fn run(&self) -> Result<ExitCode, Failure> {
        if self.version {
            println!("{RELEASE}");
            return Ok(ExitCode::SUCCESS);
        }
        let file = self.file.clone().unwrap_or_default();
        let name = file.display();
        let text = fs::read_to_string(&file);
        let text = text.map_err(|error| format!("cannot read `{name}`: {error}"))?;
        let text = text.trim_end_matches('\0');
        let module = Module::parse_each(text).map_err(|error| format!("{name}:{error}"))?;
        let (target, chip) = (number(module.target()), number(&self.chip));
        if chip < target {
            let target = module.target();
            return Err(format!(
                "{name}: the PTX is for `{target}`, and --gpu-name is `{}`",
                self.chip
            )
            .into());
        }
        let output = self.output.display();
        let written = fs::write(&self.output, contain(text));
        written.map_err(|error| format!("cannot write `{output}`: {error}"))?;
        Ok(ExitCode::SUCCESS)
    }
}

/// The number of a name such as `sm_90a`.
fn number(chip: &str) -> Option<u32> {
    let digits = chip.trim_start_matches(|one: char| !one.is_ascii_digit());
    digits
        .trim_end_matches(|one: char| one.is_ascii_lowercase())
        .parse()
        .ok()
}
