//! The command line.

use clap::{Args, Parser, Subcommand, ValueEnum};
use std::path::PathBuf;
use tc_runtime::Input;
use tc_tuner::{Budget, Fault, Options, search::Kind};

const AFTER_HELP: &str = r#"
Examples:
  tc-tune mm.tc --size M=512 --size N=512 --size K=512 --budget 200trials
  tc-tune mm.tc --size M=512 --size N=512 --size K=512 --budget 10min --log mm.jsonl --resume
  tc-tune mm.tc --size M=512 --size N=512 --size K=512 --target cuda --static
  tc-tune lib.tc --shapes shapes.json --budget 50trials
  tc-tune mm.tc --size M=512 --size N=512 --size K=512 --through 'python3 scripts/cluster/hq.py' --folder /shared/mm
  tc-tune ls

What is found is stored by operator, shapes and machine: tc-run --tuned takes it, without measuring.

Environment:
  TC_CACHE_DIR   the best options are stored in `tuned` below this folder [default: tc in XDG_CACHE_HOME, else ~/.cache/tc]

Exit status: 0 done; 1 the program, a log or a store cannot be used, or nothing runs; 2 wrong usage; 70 an internal error;
130 interrupted: the log ends with the last trial that was finished, and --resume goes on there."#;

/// Search for mapping options that make an operator faster, and store the best.
#[derive(Parser)]
#[command(
    name = "tc-tune", version, after_help = AFTER_HELP, max_term_width = 110,
    args_conflicts_with_subcommands = true, subcommand_negates_reqs = true
)]
pub(super) struct CommandLine {
    #[command(subcommand)]
    pub action: Option<Action>,
    #[command(flatten)]
    pub search: Search,
}

#[derive(Subcommand)]
pub(super) enum Action {
    /// Do one job of a file, and write its row: what a scheduler starts on any machine
    Worker {
        /// The file, a job a line, as --through passes it
        #[arg(long, value_name = "FILE.jsonl")]
        jobs: PathBuf,
        /// The line, from 0 on
        #[arg(long, value_name = "N")]
        line: usize,
        /// The folder of the rows: N.json is written there; if it exists, nothing is done
        #[arg(long, value_name = "DIR")]
        rows: PathBuf,
    },
    /// List what is stored, for this machine and for others
    Ls {
        /// Print one JSON object a line
        #[arg(long)]
        json: bool,
    },
    /// What a trial runs in: one job from standard input
    #[command(hide = true)]
    Trial,
}

#[derive(Args)]
pub(super) struct Search {
    /// The program: TC text (.tc), SaC text (.sac) or a module at the tc level (.mlir); `-` is
    /// standard input
    #[arg(required = true)]
    pub file: Option<PathBuf>,
    /// The def to tune; may be left out where the file has one
    #[arg(long, value_name = "NAME", conflicts_with = "shapes")]
    pub entry: Option<String>,
    /// A size or an integer scalar; sizes that inputs determine may be left out
    #[arg(long = "size", value_name = "NAME=VALUE", value_parser = size, conflicts_with = "shapes")]
    pub sizes: Vec<(String, i64)>,
    /// All operators of a JSON file, each at its shapes: {"mm": [{"M": 64, "N": 64, "K": 64}]}
    #[arg(long, value_name = "FILE.json")]
    pub shapes: Option<PathBuf>,
    /// An input, as in tc-run: NAME=FILE.npy, NAME=0.35, NAME=zeros and so on [default: random]
    #[arg(long = "input", value_name = "NAME=SOURCE", value_parser = input)]
    pub inputs: Vec<String>,
    /// The machine
    #[arg(long, value_enum, default_value = "cpu")]
    pub target: Target,
    /// Its description: a built-in one or a JSON file [default: host, or sm_90a for a GPU]
    #[arg(long, value_name = "NAME|FILE")]
    pub machine: Option<String>,
    /// Measure nothing: on a GPU costs are the least time of the static report and of the
    /// emulator's counts, on a CPU the operations and accesses of the schedule; the same seed gives
    /// the same result
    #[arg(long = "static")]
    pub is_static: bool,
    /// Where the search ends: 200trials, 90s, 10min, 2h, or both as in 200trials,10min
    #[arg(long, value_name = "BUDGET", default_value = "100trials")]
    pub budget: Budget,
    /// Which candidate is tried next
    #[arg(long, value_enum, default_value = "model")]
    pub search: Strategy,
    /// Where the draws begin
    #[arg(long, value_name = "N", default_value_t = 1)]
    pub seed: u64,
    /// Begin with these options, such as 'tile=4,32 unroll=2'
    #[arg(long = "start", value_name = "OPTIONS", value_parser = start)]
    pub starts: Vec<Options>,
    /// Do not try the options of the paper's appendix A.4
    #[arg(long)]
    pub no_presets: bool,
    /// Threads of the CPU; one is measured by processor time, several by the clock on the wall
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = clap::value_parser!(u16).range(1..))]
    pub threads: u16,
    /// Trials at the same time, with --static
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = clap::value_parser!(u16).range(1..))]
    pub jobs: u16,
    /// Write a line of JSON for each trial to a new file; with --shapes a folder, with a file for
    /// each search. The reference results are kept beside it, in FILE.jsonl.reference
    #[arg(long, value_name = "FILE.jsonl")]
    pub log: Option<PathBuf>,
    /// Write a page that shows the program with the best options, and the search, as tc-run
    /// --explore does; or the same as data where the name ends in .json
    #[arg(long, value_name = "FILE", requires = "log", conflicts_with = "shapes")]
    pub explore: Option<PathBuf>,
    /// Go on where the log ends
    #[arg(long, requires = "log")]
    pub resume: bool,
    /// Take the rows of such a log in place of trials: nothing is run or stored
    #[arg(long, value_name = "FILE.jsonl", conflicts_with_all = ["through", "resume"])]
    pub replay: Option<PathBuf>,
    /// Read this folder of stored options too, and never write it
    #[arg(long = "read-store", value_name = "DIR")]
    pub read_stores: Vec<PathBuf>,
    /// Do not store the best, and begin with nothing that is stored
    #[arg(long, conflicts_with = "read_stores")]
    pub no_store: bool,
    /// Seconds until a candidate must be compiled and compared
    #[arg(long, value_name = "SECONDS", default_value_t = 60.0, value_parser = seconds)]
    pub compile_limit: f64,
    /// Seconds that one measurement may take
    #[arg(long, value_name = "SECONDS", default_value_t = 20.0, value_parser = seconds)]
    pub run_limit: f64,
    /// MiB of address space of a trial
    #[arg(long, value_name = "MIB", default_value_t = 8192, value_parser = clap::value_parser!(u32).range(256..))]
    pub memory_limit: u32,
    /// Let this command bring jobs to workers: COMMAND JOBS.jsonl ROWS; see scripts/cluster
    #[arg(long, value_name = "COMMAND", requires = "folder")]
    pub through: Option<String>,
    /// The folder of jobs and rows, which all machines see
    #[arg(long, value_name = "DIR", requires = "through")]
    pub folder: Option<PathBuf>,
    /// Candidates that are evaluated together, before the search hears of any [default: 1, 4 with
    /// --static, 16 with --through]
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u16).range(1..))]
    pub batch: Option<u16>,
    /// Print a line for each new best on standard error, also where that is no terminal
    #[arg(long)]
    pub progress: bool,
    /// No progress on standard error
    #[arg(short, long, conflicts_with = "progress")]
    pub quiet: bool,
    /// Print the results as one JSON object a line on standard output
    #[arg(long)]
    pub json: bool,
    /// For tests: go wrong where an option has a value, such as crash:unroll=4
    #[arg(long = "fault", value_name = "WHAT:NAME=VALUE", value_parser = fault, hide = true)]
    pub faults: Vec<(Fault, String, String)>,
}

#[derive(Clone, Copy, PartialEq, Eq, ValueEnum)]
pub(super) enum Target {
    /// machine code for this processor
    Cpu,
    /// PTX for an NVIDIA GPU, which need not be there: with --static
    #[value(name = "cuda", alias = "gpu")]
    Gpu,
}

#[derive(Clone, Copy, ValueEnum)]
pub(super) enum Strategy {
    /// the best of many by a model, which the costs so far correct
    Model,
    /// that of the paper: generations of 100, three parents
    Genetic,
    /// every candidate as likely as another
    Random,
}

impl Strategy {
    pub(super) fn kind(self) -> Kind {
        match self {
            Strategy::Model => Kind::Model,
            Strategy::Genetic => Kind::Genetic,
            Strategy::Random => Kind::Random,
        }
    }
}

fn pair(text: &str) -> Result<(String, String), String> {
    match text.split_once('=') {
        Some((name, value)) if !name.is_empty() => Ok((name.to_owned(), value.to_owned())),
        _ => Err(format!("expected NAME=VALUE, found `{text}`")),
    }
}

fn size(text: &str) -> Result<(String, i64), String> {
    let (name, value) = pair(text)?;
    let value = value.parse();
    let value = value.map_err(|_| format!("expected NAME=WHOLE NUMBER, found `{text}`"))?;
    Ok((name, value))
}

fn input(text: &str) -> Result<String, String> {
    text.parse::<Input>().map(|_| text.to_owned())
}

fn start(text: &str) -> Result<Options, String> {
    text.split_whitespace().map(pair).collect()
}

fn seconds(text: &str) -> Result<f64, String> {
    match text.parse::<f64>() {
        Ok(seconds) if seconds > 0.0 && seconds < 1e9 => Ok(seconds),
        _ => Err(format!(
            "expected a positive number of seconds, found `{text}`"
        )),
    }
}

fn fault(text: &str) -> Result<(Fault, String, String), String> {
    let (what, option) = text.split_once(':').unwrap_or((text, ""));
    let (name, value) = pair(option)?;
    let fault = match what {
        "hang" => Fault::Hang,
        "crash" => Fault::Crash,
        "memory" => Fault::Memory,
        "wrong" => Fault::Wrong,
        _ => {
            return Err(format!(
                "expected hang, crash, memory or wrong, found `{what}`"
            ));
        }
    };
    Ok((fault, name, value))
}
