//! The command line.

use clap::{Parser, ValueEnum};
use std::path::PathBuf;
use tc_runtime::{CacheMode, Emit, Input};
use tc_syntax::diagnostic::Format;

const AFTER_HELP: &str = r#"
Examples:
  tc-run mm.tc --input A=a.npy --input B=b.npy --output-dir out
  tc-run mm.tc --size M=512 --size N=512 --size K=512 --check --repeat 10
  tc-run mm.tc --size M=35 --size N=29 --size K=43 --target emulator --emit=schedule --emit=ptx=mm.ptx
  tc-run mm.tc --size M=512 --size N=512 --size K=512 --emit=obj=mm.o --emit=header=mm.h
  tc-run mm.tc --size M=512 --size N=512 --size K=512 --report --profile
  tc-run mm.tc --size M=512 --size N=512 --size K=512 --schedule mm.schedule --check
  tc-run mm.tc --size M=512 --size N=512 --size K=512 --report --explore=mm.html
  tc-run conv.tc --explain=ranges
  tc-run nn --entry softmax --input X=x.npy --print=Y
  tc-run --list-operators=norms
  printf '%s\n' '["mm.tc", "--size=M=8", "--size=N=8", "--size=K=8"]' | tc-run --batch=-

Exit status: 0 done; 1 the program or the call is wrong (diagnostics on standard error, nothing written);
2 wrong usage; 3 a budget was exceeded; 70 an internal error, with the path of a reproducer."#;

/// Compile a tensor comprehension and run it, or print any level of the compilation.
#[derive(Parser)]
#[command(name = "tc-run", version, after_help = AFTER_HELP, max_term_width = 110)]
pub(super) struct Arguments {
    /// The program: TC text (.tc), text in the notation of SaC (.sac), several files of both, or a
    /// module at any level (.mlir); `-` is standard input, and nn a module of the library
    #[arg(value_name = "FILE", required_unless_present_any = ["explain_code", "batch", "list_operators"])]
    pub files: Vec<PathBuf>,
    /// The def, scop or function to run; may be left out where there is one
    #[arg(long, value_name = "NAME")]
    pub entry: Option<String>,
    /// A size or an integer scalar; sizes that inputs determine may be left out
    #[arg(long = "size", value_name = "NAME=VALUE", value_parser = size)]
    pub sizes: Vec<(String, i64)>,
    /// A size that the code takes at each call, in place of being compiled for its value; a
    /// function that C calls needs no value of it
    #[arg(long = "open", value_name = "NAME")]
    pub open: Vec<String>,
    /// An input: NAME=FILE.npy (`-` is standard input), NAME=0.35 for one without dimensions,
    /// NAME=zeros, NAME=ones, or NAME=random, NAME=quarters, NAME=edges with an optional :SEED
    /// (random where none is given and nothing is written)
    #[arg(long = "input", value_name = "NAME=SOURCE")]
    pub inputs: Vec<Input>,
    /// Where to write NAME.npy for every returned tensor; the folder is made if it is missing
    #[arg(long, value_name = "DIR")]
    pub output_dir: Option<PathBuf>,
    /// Print a returned tensor, or all of them; large ones are abbreviated
    #[arg(long, value_name = "NAME", num_args = 0..=1, default_missing_value = "", require_equals = true)]
    pub print: Vec<String>,
    /// What runs it [default: cpu, or emulator with --report or --profile]
    #[arg(long, value_enum)]
    pub target: Option<Target>,
    /// The machine to compile for: a built-in description or a JSON file [default: host, or sm_90a
    /// for a GPU]
    #[arg(long, value_name = "NAME|FILE")]
    pub machine: Option<String>,
    /// Print a level: tc, schedule, loops, gpu, llvm or ptx; or make a function that C calls: obj,
    /// header or asm, and threads in C for its loops; to standard output, or to a file
    #[arg(long, value_name = "WHAT[=FILE]")]
    pub emit: Vec<Emit>,
    /// The processor that obj and asm are for, by LLVM's name, such as x86-64-v3 [default: that of
    /// this machine]
    #[arg(long, value_name = "NAME", requires = "emit")]
    pub cpu: Option<String>,
    /// Parallel loops of obj and asm call tc_parallel_for, which is in the C text of threads or in
    /// the program that links them, in place of running in the thread of the caller
    #[arg(long, requires = "emit")]
    pub parallel: bool,
    /// Explain on standard output how the compiler arrived at its result; may be given for both
    #[arg(long, value_name = "WHAT", value_parser = ["ranges", "mapping"])]
    pub explain: Vec<String>,
    /// Write a page that shows the compilation: its levels side by side, passes, schedule trees,
    /// instances in order, reports; or the same as data where the name ends in .json
    #[arg(long, value_name = "FILE")]
    pub explore: Vec<PathBuf>,
    /// The log of a search of tc-tune, which the page of --explore shows too
    #[arg(long, value_name = "LOG.jsonl", requires = "explore")]
    pub tuning_log: Option<PathBuf>,
    /// Mapping options from a JSON file
    #[arg(long, value_name = "FILE.json")]
    pub options: Option<PathBuf>,
    /// One mapping option, over those of the file
    #[arg(long = "option", value_name = "NAME=VALUE", value_parser = pair, help = option_help())]
    pub option: Vec<(String, String)>,
    /// Passes on schedule trees, one a line, in place of those that the mapping options stand for
    #[arg(long, value_name = "FILE", conflicts_with = "options")]
    pub schedule: Option<PathBuf>,
    /// Take built-in functions from NVIDIA's bitcode library (libdevice.10.bc) on a GPU; the same
    /// as --option math=libdevice:FILE
    #[arg(long, value_name = "FILE")]
    pub libdevice: Option<String>,
    /// Compare with the reference evaluator, or a schedule.scop with its statements' own order
    #[arg(long)]
    pub check: bool,
    /// Prove more than the schedule: code, that the loops made from it run exactly what it says
    #[arg(long, value_name = "WHAT", value_parser = ["code"])]
    pub verify: Option<String>,
    /// Compute on integers modulo 2^n in place of floats of n bits, and on hashes in place of sin
    /// and the like: every order of a sum has the same bits, and --check is exact; results are
    /// integers
    #[arg(long, conflicts_with = "libdevice")]
    pub algebra: bool,
    /// Check reads whose subscripts are data, at run time, on a GPU too: the first that leaves its
    /// tensor is an error
    #[arg(long)]
    pub bounds_checks: bool,
    /// Do not check them on the CPU: one that leaves its tensor is undefined behaviour
    #[arg(long, conflicts_with = "bounds_checks")]
    pub unchecked: bool,
    /// A tensor whose range does not start at 0 is an error (TC0304), not a note
    #[arg(long)]
    pub strict_ranges: bool,
    /// Warnings are errors
    #[arg(long)]
    pub deny_warnings: bool,
    /// Keep source lines: as locations in printed levels, as .loc in PTX
    #[arg(short = 'g', long)]
    pub source_lines: bool,
    /// Report on the GPU kernels without running them: registers, occupancy, machine code, roofline
    #[arg(long)]
    pub report: bool,
    /// NVIDIA's assembler for --report [default: TC_PTXAS, or one in PATH or target/venv]
    #[arg(long, value_name = "PATH")]
    pub ptxas: Option<PathBuf>,
    /// Print what the emulator counted: totals and memory accesses, or the PTX with its counters;
    /// with --target cpu, the iterations of parallel loops that each thread ran
    #[arg(long, value_enum, value_name = "FORM", num_args = 0..=1, default_missing_value = "text", require_equals = true)]
    pub profile: Option<Profile>,
    /// Shuffle the order of blocks and warps in the emulator
    #[arg(long, value_name = "N")]
    pub seed: Option<u64>,
    /// Threads of the CPU, or of the emulator on it [default: one for each core]
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u16).range(1..))]
    pub threads: Option<u16>,
    /// Profile this many blocks of each kernel only, without the sanitizer; results are incomplete
    #[arg(long, value_name = "N", requires = "profile")]
    pub sample_blocks: Option<u64>,
    /// Run the emulator without its sanitizer: faster, and the first fault ends the run
    #[arg(long)]
    pub no_sanitizer: bool,
    /// Seconds of processor time that isl may take in one pass, and eight times as much on the
    /// wall; more ends the run with status 3
    #[arg(long, value_name = "SECONDS", default_value_t = 60.0, value_parser = seconds)]
    pub time_limit: f64,
    /// Take compiled programs from the cache that tc-cache lists: off, cached (nothing is written)
    /// or on [default: TC_CACHE, or off]
    #[arg(long, value_name = "MODE")]
    pub cache: Option<CacheMode>,
    /// Take the mapping options that tc-tune has stored for this operator, these shapes and this
    /// machine, where none are given
    #[arg(long, conflicts_with_all = ["schedule", "untrusted"])]
    pub tuned: bool,
    /// The program comes from a stranger: limits on time, memory, threads and files, all subscripts
    /// checked, and nothing below the tc level outside of the emulator; SECONDS is the time that it
    /// may take [default: 60]
    #[arg(
        long,
        value_name = "SECONDS",
        num_args = 0..=1,
        require_equals = true,
        default_missing_value = "60",
        value_parser = clap::value_parser!(u64).range(1..=86400),
        conflicts_with = "unchecked"
    )]
    pub untrusted: Option<u64>,
    /// Run N times and report the times
    #[arg(long, value_name = "N", default_value_t = 1)]
    pub repeat: usize,
    /// On the CPU, run as often as each line of FILE says (- is standard input), and answer it by a
    /// line with the times as JSON; for measuring several programs in turn
    #[arg(long, value_name = "FILE", conflicts_with_all = ["repeat", "json"])]
    pub rounds: Option<PathBuf>,
    /// Measure the kernels N times on the GPU after the run: with a warm and with a cold cache, and
    /// in a CUDA graph; the least and the median, in microseconds. The emulator counts instead
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(1..))]
    pub time: Option<u32>,
    /// Print the results as one JSON object on standard output
    #[arg(long)]
    pub json: bool,
    /// No notes on standard error, and no progress; warnings and errors stay
    #[arg(short, long)]
    pub quiet: bool,
    /// How diagnostics are printed: human, short, json or sarif
    #[arg(long, value_name = "FORMAT", default_value = "human")]
    pub diagnostic_format: Format,
    /// Print the long explanation of a diagnostic's code, such as TC0301
    #[arg(long, value_name = "CODE")]
    pub explain_code: Option<String>,
    /// List the operators of the library that comes with the tools: with their signatures, meanings
    /// and examples, those of one module, or of which the name begins with a word
    #[arg(long, value_name = "WORD", num_args = 0..=1, default_missing_value = "", require_equals = true)]
    pub list_operators: Option<String>,
    /// Do many runs in this process: each line of FILE (- is standard input) is a JSON array of
    /// arguments, and is answered by a line with the status, stdout and stderr of such a run; the
    /// exit status is the highest
    #[arg(long, value_name = "FILE", exclusive = true)]
    pub batch: Option<PathBuf>,
}

#[derive(Clone, Copy, ValueEnum)]
pub(super) enum Target {
    /// the reference evaluator: slow; it defines the meaning of the language
    Reference,
    /// machine code for this processor
    Cpu,
    /// PTX in the emulator, with its sanitizer
    Emulator,
    /// PTX on an NVIDIA GPU
    Cuda,
}

#[derive(Clone, Copy, ValueEnum)]
pub(super) enum Profile {
    /// totals, and the memory accesses line by line
    Text,
    /// the PTX with the counters of each line in front of it
    Ptx,
}

fn seconds(text: &str) -> Result<f64, String> {
    match text.parse::<f64>() {
        Ok(seconds) if seconds > 0.0 => Ok(seconds),
        _ => Err(format!(
            "expected a positive number of seconds, found `{text}`"
        )),
    }
}

fn size(text: &str) -> Result<(String, i64), String> {
    let (name, value) = pair(text)?;
    let value = value
        .parse()
        .map_err(|_| format!("expected a whole number, found `{value}`"))?;
    Ok((name, value))
}

fn pair(text: &str) -> Result<(String, String), String> {
    match text.split_once('=') {
        Some((name, value)) if !name.is_empty() => Ok((name.to_owned(), value.to_owned())),
        _ => Err(format!("expected NAME=VALUE, found `{text}`")),
    }
}

fn option_help() -> String {
    let names = tc_pipelines::mapping::names();
    format!("One mapping option, over those of the file: {names}")
}
