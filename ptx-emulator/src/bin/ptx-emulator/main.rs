//! `ptx-emulator`: runs a kernel of a PTX file on data, without a GPU.

mod argument;
mod element;
mod exec;
mod npy;
mod output;
mod ptxas;
mod run;

use std::env;
use std::ffi::{OsStr, OsString};
use std::io::{self, Write};
use std::path::PathBuf;
use std::process::ExitCode;

use clap::{Parser, ValueEnum};

use argument::Argument;
use exec::Exec;

const AFTER_HELP: &str = r#"
Arguments, one for each parameter of the kernel, in order:
  TYPE:VALUE                   a number; the types are i8 u8 i16 u16 i32 u32 i64 u64 f16 bf16 f32 f64
  in:TYPE:FILE.npy             an array that the kernel reads
  inout:TYPE:FILE.npy[:FILE]   an array that the kernel changes; written to the second file
  out:TYPE[N,...][:FILE]       an array that the kernel fills: reading it before is a finding
  zero:TYPE[N,...][:FILE]      the same, full of zeros before
  bytes:HEX                    a structure passed by value

Examples:
  ptx-emulator scale.ptx --grid 4 --block 128 --arg f32:1.5 --arg i32:500 --arg in:f32:x.npy --arg out:f32[500]:y.npy
  ptx-emulator gemm.ptx --entry gemm --grid 8,8 --block 16,16 --shared 2048 --arg in:f32:a.npy --arg in:f32:b.npy \
    --arg out:f32[128,128] --print --profile
  nvcc -ptx kernel.cu -o - | ptx-emulator - --block 32 --arg zero:u32[1] --print

Other commands (each with --help):
  ptx-emulator exec -- COMMAND...       run a program that uses the CUDA driver API, with the emulator as its driver
  ptx-emulator ptxas FILE -o CUBIN      in place of NVIDIA's assembler: a container of the PTX, which that driver loads

Exit status: 0 done, and the sanitizer found nothing; 1 findings, or the kernel or an argument is refused (nothing written); 2 wrong usage."#;

/// Run a kernel of a PTX file on data, without a GPU: results, findings of a sanitizer, and the
/// counts that determine its speed.
#[derive(Parser)]
#[command(name = "ptx-emulator", version, after_help = AFTER_HELP, max_term_width = 110)]
struct CommandLine {
    /// The PTX; `-` is standard input
    file: PathBuf,
    /// The kernel to run; optional if the file has one
    #[arg(long, value_name = "NAME")]
    entry: Option<String>,
    /// Blocks along x, y, z
    #[arg(long, value_name = "X[,Y[,Z]]", value_parser = extents, default_value = "1")]
    grid: Extents,
    /// Threads of a block along x, y, z [default: what the kernel requires or allows]
    #[arg(long, value_name = "X[,Y[,Z]]", value_parser = extents)]
    block: Option<Extents>,
    /// Bytes of dynamic shared memory
    #[arg(long, value_name = "BYTES", default_value_t = 0)]
    shared: usize,
    /// An argument of the kernel; see below
    #[arg(long = "arg", value_name = "ARGUMENT", allow_hyphen_values = true)]
    arguments: Vec<String>,
    /// Run without the sanitizer: faster, and the first fault ends the run
    #[arg(long)]
    no_sanitizer: bool,
    /// Print the counters: totals and memory accesses, or the PTX with its counters
    #[arg(long, value_enum, value_name = "FORM", num_args = 0..=1, default_missing_value = "text", require_equals = true)]
    profile: Option<Profile>,
    /// Print the resulting arrays
    #[arg(long)]
    print: bool,
    /// Print everything as one JSON object
    #[arg(long, conflicts_with = "profile")]
    json: bool,
    /// Shuffle the order of blocks and warps; a result that changes depends on this order
    #[arg(long, value_name = "N")]
    seed: Option<u64>,
}

/// Sizes along x, y, z.
#[derive(Clone, Copy)]
struct Extents([u32; 3]);

#[derive(Clone, Copy, PartialEq, Eq, ValueEnum)]
enum Profile {
    /// Totals, and the memory accesses line by line
    Text,
    /// The PTX with the counters before each line
    Ptx,
}

fn extents(text: &str) -> Result<Extents, String> {
    let numbers: Option<Vec<u32>> = text
        .split(',')
        .map(|one| one.trim().parse().ok().filter(|extent| *extent > 0))
        .collect();
    match numbers.as_deref() {
        Some(&[x]) => Ok(Extents([x, 1, 1])),
        Some(&[x, y]) => Ok(Extents([x, y, 1])),
        Some(&[x, y, z]) => Ok(Extents([x, y, z])),
        _ => Err("expected one to three positive numbers, such as 4,2,1".to_owned()),
    }
}

/// All errors, and the exit status.
struct Failure {
    messages: Vec<String>,
    status: u8,
}

impl Failure {
    /// The input is refused.
    fn refused(messages: Vec<String>) -> Failure {
        Failure {
            messages,
            status: 1,
        }
    }
}

impl From<String> for Failure {
    fn from(message: String) -> Failure {
        Failure::refused(vec![message])
    }
}

fn main() -> ExitCode {
    let mut words = env::args_os();
    let program = words.next().map(PathBuf::from).unwrap_or_default();
    let ran = if program.file_name() == Some(OsStr::new("ptxas")) {
        ptxas::run(words)
    } else {
        match words.next().as_deref().and_then(OsStr::to_str) {
            Some("exec") => Exec::parse_from(words_of("exec", words)).run(),
            Some("ptxas") => ptxas::run(words),
            _ => run_kernel(),
        }
    };
    let failure = match ran {
        Ok(code) => return code,
        Err(failure) => failure,
    };
    let text: String = failure
        .messages
        .iter()
        .map(|message| format!("error: {message}\n"))
        .collect();
    // A failure to write to standard error is ignored, since nothing can report it.
    let _ = io::stderr().write_all(text.as_bytes());
    ExitCode::from(failure.status)
}

/// The words of a subcommand, with its name as messages and `--help` show it.
fn words_of(name: &str, rest: env::ArgsOs) -> impl Iterator<Item = OsString> {
    [OsString::from(format!("ptx-emulator {name}"))]
        .into_iter()
        .chain(rest)
}

/// Runs a kernel of a file.
fn run_kernel() -> Result<ExitCode, Failure> {
    let command_line = CommandLine::parse();
    let arguments = arguments(&command_line.arguments)?;
    run::run(&command_line, &arguments)?.tell(&command_line)?;
    Ok(ExitCode::SUCCESS)
}

/// Reads the arguments; reports the errors of all of them.
fn arguments(texts: &[String]) -> Result<Vec<Argument>, Failure> {
    let mut arguments = Vec::new();
    let mut messages = Vec::new();
    for text in texts {
        match argument::parse(text) {
            Ok(argument) => arguments.push(argument),
            Err(reason) => messages.push(format!("--arg {text}: {reason}")),
        }
    }
    if messages.is_empty() {
        Ok(arguments)
    } else {
        Err(Failure {
            messages,
            status: 2,
        })
    }
}
