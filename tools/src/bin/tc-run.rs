//! `tc-run`: compile one operator and run it, or print any level of the way.

use clap::{Parser, ValueEnum};
use melior::Context;
use serde::Serialize;
use std::{
    fs::File,
    io::{BufRead, BufReader},
    path::{Path, PathBuf},
    process::ExitCode,
};
use tc_dialects::diagnostic::{self, Code, Diagnostic, Format, Severity, Stream};
use tc_passes::{
    api,
    mapping::{MappingOptions, Math},
};
use tc_runtime::{
    engine::{self, Executor, Outcome, Request},
    execute,
    inputs::{Input, Source},
    levels::Emit,
    print::Print,
    source,
};
use tc_tools::console;

const AFTER_HELP: &str = r#"
Examples:
  tc-run mm.tc --input A=a.npy --input B=b.npy --output-dir out
  tc-run mm.tc --size M=512 --size N=512 --size K=512 --check --repeat 10
  tc-run mm.tc --size M=35 --size N=29 --size K=43 --target emulator --emit=schedule --emit=ptx=mm.ptx
  tc-run mm.tc --size M=512 --size N=512 --size K=512 --report --profile
  tc-run conv.tc --explain=ranges
  printf '%s\n' '["mm.tc", "--size=M=8", "--size=N=8", "--size=K=8"]' | tc-run --batch=-

Exit status: 0 done; 1 the program or the call is wrong (diagnostics on standard error, nothing written);
2 wrong usage; 3 a budget was exceeded; 70 an internal error, with the path of a reproducer."#;

/// Compile a tensor comprehension and run it, or print any level on the way.
#[derive(Parser)]
#[command(name = "tc-run", version, after_help = AFTER_HELP, max_term_width = 110)]
struct Arguments {
    /// The program: TC text (.tc), or a module at any level (.mlir); `-` is standard input
    #[arg(required_unless_present_any = ["explain_code", "batch"])]
    file: Option<PathBuf>,
    /// The def, scop or function to run; may be left out where the file has one
    #[arg(long, value_name = "NAME")]
    entry: Option<String>,
    /// A size or an integer scalar; sizes that inputs determine may be left out
    #[arg(long = "size", value_name = "NAME=VALUE", value_parser = size)]
    sizes: Vec<(String, i64)>,
    /// An input: NAME=FILE.npy (`-` is standard input), NAME=0.35 for one without dimensions, NAME=zeros, NAME=ones, or
    /// NAME=random, NAME=quarters, NAME=edges with an optional :SEED (random where none is given and nothing is written)
    #[arg(long = "input", value_name = "NAME=SOURCE")]
    inputs: Vec<Input>,
    /// Where to write NAME.npy for every returned tensor; the folder is made if it is missing
    #[arg(long, value_name = "DIR")]
    output_dir: Option<PathBuf>,
    /// Print a returned tensor, or all of them; large ones are abbreviated
    #[arg(long, value_name = "NAME", num_args = 0..=1, default_missing_value = "", require_equals = true)]
    print: Vec<String>,
    /// What runs it [default: cpu, or emulator with --report or --profile]
    #[arg(long, value_enum)]
    target: Option<Target>,
    /// The machine to compile for: a built-in description or a JSON file [default: host, or sm_90a for a GPU]
    #[arg(long, value_name = "NAME|FILE")]
    machine: Option<String>,
    /// Print a level: tc, schedule, loops, gpu, llvm or ptx; to standard output, or to a file
    #[arg(long, value_name = "LEVEL[=FILE]")]
    emit: Vec<Emit>,
    /// Explain on standard output how the compiler came to its result
    #[arg(long, value_name = "WHAT", value_parser = ["ranges"])]
    explain: Option<String>,
    /// Mapping options from a JSON file
    #[arg(long, value_name = "FILE.json")]
    options: Option<PathBuf>,
    /// One mapping option, over those of the file
    #[arg(long = "option", value_name = "NAME=VALUE", value_parser = pair, help = option_help())]
    option: Vec<(String, String)>,
    /// Take built-in functions from NVIDIA's bitcode library (libdevice.10.bc) on a GPU; the same as --option math=libdevice:FILE
    #[arg(long, value_name = "FILE")]
    libdevice: Option<String>,
    /// Compare with the reference evaluator, or a schedule.scop with its statements' own order
    #[arg(long)]
    check: bool,
    /// Check reads whose subscripts are data, at run time, on a GPU too: the first that leaves its tensor is an error
    #[arg(long)]
    bounds_checks: bool,
    /// Do not check them on the CPU: one that leaves its tensor is undefined behaviour
    #[arg(long, conflicts_with = "bounds_checks")]
    unchecked: bool,
    /// A tensor whose range does not start at 0 is an error (TC0304), not a note
    #[arg(long)]
    strict_ranges: bool,
    /// Warnings are errors
    #[arg(long)]
    deny_warnings: bool,
    /// Keep source lines: as locations in printed levels, as .loc in PTX
    #[arg(short = 'g', long)]
    source_lines: bool,
    /// Report on the GPU kernels without running them: registers, occupancy, machine code, roofline
    #[arg(long)]
    report: bool,
    /// NVIDIA's assembler for --report [default: TC_PTXAS, or one in PATH or target/venv]
    #[arg(long, value_name = "PATH")]
    ptxas: Option<PathBuf>,
    /// Print what the emulator counted: totals and memory accesses, or the PTX with its counters
    #[arg(long, value_enum, value_name = "FORM", num_args = 0..=1, default_missing_value = "text", require_equals = true)]
    profile: Option<Profile>,
    /// Shuffle the order of blocks and warps in the emulator
    #[arg(long, value_name = "N")]
    seed: Option<u64>,
    /// Host threads of the emulator [default: all]
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u16).range(1..))]
    threads: Option<u16>,
    /// Profile this many blocks of each kernel only, without the sanitizer; results are not whole
    #[arg(long, value_name = "N", requires = "profile")]
    sample_blocks: Option<u64>,
    /// Run the emulator without its sanitizer: faster, and the first fault ends the run
    #[arg(long)]
    no_sanitizer: bool,
    /// Seconds that isl may take in one pass; more ends the run with status 3
    #[arg(long, value_name = "SECONDS", default_value_t = 60.0, value_parser = seconds)]
    time_limit: f64,
    /// Run N times and report the times
    #[arg(long, value_name = "N", default_value_t = 1)]
    repeat: usize,
    /// Print what happened as one JSON object on standard output
    #[arg(long)]
    json: bool,
    /// No notes on standard error, and no progress; warnings and errors stay
    #[arg(short, long)]
    quiet: bool,
    /// How diagnostics are printed: human, short, json or sarif
    #[arg(long, value_name = "FORMAT", default_value = "human")]
    diagnostic_format: Format,
    /// Print the long explanation of a diagnostic's code, such as TC0301
    #[arg(long, value_name = "CODE")]
    explain_code: Option<String>,
    /// Do many runs in this process: each line of FILE (- is standard input) is a JSON array of arguments, and is answered
    /// by a line with the status, stdout and stderr of such a run; the exit status is the highest
    #[arg(long, value_name = "FILE", exclusive = true)]
    batch: Option<PathBuf>,
}

#[derive(Clone, Copy, ValueEnum)]
enum Target {
    /// the reference evaluator: slow, and the meaning of the language
    Reference,
    /// machine code for this processor
    Cpu,
    /// PTX in the emulator, with its sanitizer
    Emulator,
    /// PTX on an NVIDIA GPU
    Cuda,
}

#[derive(Clone, Copy, ValueEnum)]
enum Profile {
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

/// What a run comes to.
#[derive(Default, Serialize)]
struct Answer {
    status: u8,
    stdout: String,
    stderr: String,
}

impl Answer {
    fn error(status: u8, message: impl std::fmt::Display) -> Answer {
        Answer {
            status,
            stderr: format!("error: {message}\n"),
            ..Answer::default()
        }
    }
}

fn main() -> ExitCode {
    api::run_tool(|| {
        let arguments: Arguments = console::parse();
        let answer = match &arguments.batch {
            Some(file) => batch(file),
            None => answer(None, &arguments, Formats::of_person(&arguments)),
        };
        console::say(&answer.stderr);
        match console::print(&answer.stdout) {
            true => ExitCode::from(answer.status),
            false => ExitCode::from(answer.status.max(1)),
        }
    })
}

/// How diagnostics are printed on the two streams.
struct Formats {
    output: Format,
    error: Format,
    /// Progress shows on a terminal.
    progress: bool,
}

impl Formats {
    /// With colours and progress where a person sees them.
    fn of_person(arguments: &Arguments) -> Formats {
        Formats {
            output: arguments.diagnostic_format.on(Stream::Output),
            error: arguments.diagnostic_format.on(Stream::Error),
            progress: Stream::Error.is_terminal() && !arguments.quiet,
        }
    }

    /// For a program.
    fn plain(arguments: &Arguments) -> Formats {
        Formats {
            output: arguments.diagnostic_format,
            error: arguments.diagnostic_format,
            progress: false,
        }
    }
}

/// Does one run, in a context that is there or in its own, or explains a code.
fn answer(context: Option<&Context>, arguments: &Arguments, formats: Formats) -> Answer {
    if let Some(code) = &arguments.explain_code {
        return match diagnostic::explain(code) {
            Ok(text) => Answer {
                stdout: format!("{text}\n"),
                ..Answer::default()
            },
            Err(message) => Answer::error(2, message),
        };
    }
    let mut request = match request(arguments) {
        Ok(request) => request,
        Err(refused) => return refused,
    };
    request.progress = formats.progress;
    api::set_time_limit(arguments.time_limit);
    let result = match context {
        Some(context) => engine::run_in(context, &request),
        None => engine::run(&request),
    };
    match result {
        Ok(outcome) => told(outcome, arguments, &formats),
        Err(failure) => Answer {
            status: failure.status,
            stderr: failure.sources.render(&failure.diagnostics, formats.error),
            ..Answer::default()
        },
    }
}

/// What a run that succeeded says: what was asked for on standard output, what else there is to say on standard error.
fn told(outcome: Outcome, arguments: &Arguments, formats: &Formats) -> Answer {
    let all = outcome.diagnostics.iter().cloned();
    let (explained, said): (Vec<_>, Vec<_>) = all.partition(is_explanation);
    let stdout = if arguments.json {
        outcome.to_json()
    } else if explained.is_empty() {
        outcome.to_text()
    } else {
        outcome.sources.render(&explained, formats.output) + &outcome.to_text()
    };
    let is_said = |one: &Diagnostic| !arguments.quiet || one.severity != Severity::Note;
    let said: Vec<Diagnostic> = said.into_iter().filter(is_said).collect();
    Answer {
        status: 0,
        stdout,
        stderr: outcome.sources.render(&said, formats.error),
    }
}

/// What `--explain=ranges` asks for.
fn is_explanation(one: &Diagnostic) -> bool {
    one.severity == Severity::Note && one.code == Some(Code::TC0301)
}

/// Answers each line of a file by a line on standard output. What comes back says how it ended.
fn batch(file: &Path) -> Answer {
    let cannot_read = |error| {
        Answer::error(
            1,
            format!("--batch: cannot read `{}`: {error}", file.display()),
        )
    };
    let mut lines: Box<dyn BufRead> = match file == Path::new("-") {
        true => Box::new(std::io::stdin().lock()),
        false => match File::open(file) {
            Ok(file) => Box::new(BufReader::new(file)),
            Err(error) => return cannot_read(error),
        },
    };
    let context = tc_runtime::new_context();
    let mut worst = Answer::default();
    let mut line = String::new();
    loop {
        line.clear();
        match lines.read_line(&mut line) {
            Ok(0) => return worst,
            Ok(_) if line.trim().is_empty() => continue,
            Ok(_) => {}
            Err(error) => return cannot_read(error),
        }
        let answer = answer_line(&context, &line);
        worst.status = worst.status.max(answer.status);
        let text = serde_json::to_string(&answer).expect("an answer is plain data");
        if !console::print(&(text + "\n")) {
            worst.status = worst.status.max(1);
            return worst;
        }
    }
}

fn answer_line(context: &Context, line: &str) -> Answer {
    let words: Vec<String> = match serde_json::from_str(line) {
        Ok(words) => words,
        Err(error) => {
            return Answer::error(2, format!("expected a JSON array of arguments: {error}"));
        }
    };
    let words = std::iter::once("tc-run".to_owned()).chain(words);
    match Arguments::try_parse_from(words) {
        Ok(arguments) if arguments.batch.is_some() => {
            Answer::error(2, "--batch is no argument of a line of a batch")
        }
        Ok(arguments) => answer(Some(context), &arguments, Formats::plain(&arguments)),
        // Help and version are no errors: clap says where they go.
        Err(said) if !said.use_stderr() => Answer {
            stdout: said.to_string(),
            ..Answer::default()
        },
        Err(said) => Answer {
            status: 2,
            stderr: console::without_guess(said).to_string(),
            ..Answer::default()
        },
    }
}

/// Standard input has one reader at most.
fn check_standard_input(arguments: &Arguments) -> Result<(), Answer> {
    let named = [
        ("the program", &arguments.file),
        ("--options", &arguments.options),
    ];
    let mut readers: Vec<String> = named
        .into_iter()
        .filter(|(_, path)| path.as_deref().is_some_and(source::is_standard_input))
        .map(|(reader, _)| reader.to_owned())
        .collect();
    readers.extend(
        arguments
            .inputs
            .iter()
            .filter_map(|input| match &input.source {
                Source::File(path) if source::is_standard_input(path) => {
                    Some(format!("input `{}`", input.name))
                }
                _ => None,
            }),
    );
    match readers.len() {
        0 | 1 => Ok(()),
        _ => Err(Answer::error(
            2,
            format!(
                "standard input can be read once, and `-` stands for {}",
                readers.join(" and ")
            ),
        )),
    }
}

fn option_help() -> String {
    let names = tc_passes::mapping::names();
    format!("One mapping option, over those of the file: {names}")
}

/// The mapping options of the file and of the command line.
fn mapping(arguments: &Arguments, executor: Executor) -> Result<MappingOptions, Answer> {
    let mut mapping = match executor {
        Executor::Emulator | Executor::Cuda => MappingOptions::gpu(),
        Executor::Reference | Executor::Cpu => MappingOptions::cpu(),
    };
    if let Some(path) = &arguments.options {
        let shown = path.display().to_string();
        let text = source::read_to_string(path)
            .map_err(|error| Answer::error(1, format!("{shown}: {error}")))?;
        mapping = mapping
            .with_json(&shown, &text)
            .map_err(|error| Answer::error(1, error))?;
    }
    let mut refused = Answer::default();
    for (name, value) in &arguments.option {
        if let Err(error) = mapping.set(name, value) {
            // A library that cannot be used is a wrong file, all else a wrong command line.
            let status = if value.starts_with("libdevice:") {
                1
            } else {
                2
            };
            refused.status = refused.status.max(status);
            refused.stderr += &Answer::error(status, error).stderr;
        }
    }
    if refused.status != 0 {
        return Err(refused);
    }
    let is_library = arguments.libdevice.is_some() || matches!(mapping.math, Math::Libdevice(_));
    if is_library && matches!(executor, Executor::Reference | Executor::Cpu) {
        return Err(Answer::error(
            2,
            "NVIDIA's library of functions is for a GPU: use --target emulator or --target cuda",
        ));
    }
    if let Some(path) = &arguments.libdevice {
        if mapping.math == Math::Fast {
            return Err(Answer::error(
                2,
                "--libdevice and the mapping option `math=fast` exclude each other: drop one",
            ));
        }
        mapping.math = Math::libdevice(path)
            .map_err(|reason| Answer::error(1, format!("--libdevice: {reason}")))?;
    }
    Ok(mapping)
}

/// What `--print` asks for: some names, or all of them.
fn printed(names: &[String]) -> Print {
    match names {
        [] => Print::None,
        names if names.iter().any(String::is_empty) => Print::All,
        names => Print::Named(names.to_vec()),
    }
}

fn request(arguments: &Arguments) -> Result<Request, Answer> {
    check_standard_input(arguments)?;
    let default = match arguments.report || arguments.profile.is_some() {
        true => Target::Emulator,
        false => Target::Cpu,
    };
    let executor = match arguments.target.unwrap_or(default) {
        Target::Reference => Executor::Reference,
        Target::Cpu => Executor::Cpu,
        Target::Emulator => Executor::Emulator,
        Target::Cuda => Executor::Cuda,
    };
    let mapping = mapping(arguments, executor)?;
    Ok(Request {
        file: arguments.file.clone().expect("clap requires it"),
        text: None,
        entry: arguments.entry.clone(),
        sizes: arguments.sizes.clone(),
        inputs: arguments.inputs.clone(),
        output_dir: arguments.output_dir.clone(),
        executor,
        machine: arguments.machine.clone(),
        emit: arguments.emit.clone(),
        print: printed(&arguments.print),
        explain_ranges: arguments.explain.is_some(),
        strict_ranges: arguments.strict_ranges,
        deny_warnings: arguments.deny_warnings,
        progress: false,
        mapping,
        check: arguments.check,
        verify: true,
        collect: false,
        bounds_checks: arguments.bounds_checks,
        unchecked: arguments.unchecked,
        repeat: arguments.repeat.max(1),
        source_lines: arguments.source_lines,
        report: arguments.report,
        ptxas: arguments.ptxas.clone(),
        profile: arguments.profile.map(|form| match form {
            Profile::Text => execute::Profile::Text,
            Profile::Ptx => execute::Profile::Ptx,
        }),
        emulation: execute::Emulation {
            seed: arguments.seed,
            threads: arguments.threads.map(usize::from),
            sanitize: !arguments.no_sanitizer,
            sample_blocks: arguments.sample_blocks,
        },
    })
}
