//! `tc-fuzz`: generated programs against the reference evaluator.

use clap::{Args, Parser, Subcommand};
use std::{path::PathBuf, process::ExitCode, time::Duration};
use tc_fuzz::run::{
    campaign::{self, Campaign, Kinds},
    pool::Worker,
    verdict::Verdict,
    worker,
};
use tc_fuzz::sac;
use tc_fuzz::schedules::{self, judge};

#[global_allocator]
static ALLOCATOR: tc_fuzz::red_zones::RedZones = tc_fuzz::red_zones::RedZones;

/// Search for programs that the compiler compiles wrongly.
#[derive(Parser)]
#[command(name = "tc-fuzz", version)]
struct Arguments {
    #[command(subcommand)]
    command: Command,
}

/// The options of `programs`.
#[derive(Args)]
struct Programs {
    /// How many programs
    #[arg(long, value_name = "N", default_value_t = 300)]
    n: u64,
    /// Which sequence of programs
    #[arg(long, value_name = "SEED", default_value_t = 1)]
    seed: u64,
    /// The first program of the sequence
    #[arg(long, value_name = "INDEX", default_value_t = 0)]
    first: u64,
    /// Worker processes [default: one per processor]
    #[arg(long, value_name = "N")]
    jobs: Option<usize>,
    /// Seconds that one program may take
    #[arg(long, value_name = "SECONDS", default_value_t = 60)]
    limit: u64,
    /// Stop after so many failures
    #[arg(long, value_name = "N", default_value_t = 10)]
    failures: usize,
    /// Fuse statements by every strategy, with which isl may take minutes for a program
    #[arg(long)]
    fusion: bool,
    /// Only programs with loops, dependent ranges, scatter or pairs
    #[arg(long)]
    sequential: bool,
    /// One program in so many runs in the emulator too
    #[arg(long, value_name = "N", default_value_t = campaign::EMULATED, value_parser = clap::value_parser!(u64).range(1..))]
    emulated: u64,
    /// Write failing programs without shrinking them
    #[arg(long)]
    no_shrink: bool,
    /// Print the programs instead of running them
    #[arg(long)]
    print: bool,
    /// The folder for failing programs
    #[arg(long, value_name = "DIR", default_value = "target/fuzz")]
    folder: PathBuf,
}

#[derive(Subcommand)]
enum Command {
    /// Generate valid programs, compile them with random mapping options, and compare cpu and
    /// emulator with the reference evaluator
    Programs(Programs),
    /// Generate programs in the notation of SaC, and compare reference, cpu and emulator with the
    /// interpreter
    Sac {
        /// How many programs
        #[arg(long, value_name = "N", default_value_t = 300)]
        n: u64,
        /// Which sequence of programs
        #[arg(long, value_name = "SEED", default_value_t = 1)]
        seed: u64,
        /// The first program of the sequence
        #[arg(long, value_name = "INDEX", default_value_t = 0)]
        first: u64,
        /// Print the programs instead of running them
        #[arg(long)]
        print: bool,
        /// Run the results and errors of the specification instead
        #[arg(long)]
        worked: bool,
        /// The folder for the program that runs, and for failing ones
        #[arg(long, value_name = "DIR", default_value = "target/fuzz")]
        folder: PathBuf,
    },
    /// Change one thing in legal mapped schedules, and check that the proof refuses each that
    /// computes something else
    Schedules {
        /// How many changed schedules
        #[arg(long, value_name = "N", default_value_t = 2000)]
        n: u64,
        /// Which sequence of them
        #[arg(long, value_name = "SEED", default_value_t = 1)]
        seed: u64,
        /// The first of the sequence
        #[arg(long, value_name = "INDEX", default_value_t = 0)]
        first: u64,
        /// Only schedules of this kernel
        #[arg(long, value_name = "NAME", value_parser = kernel_names())]
        kernel: Option<String>,
        /// Worker processes [default: one per processor]
        #[arg(long, value_name = "N")]
        jobs: Option<usize>,
        /// Seconds that a proof or a run may take
        #[arg(long, value_name = "SECONDS", default_value_t = 30)]
        limit: u64,
        /// Print the table as JSON
        #[arg(long)]
        json: bool,
        /// The folder for wrong schedules that the proof accepts
        #[arg(long, value_name = "DIR", default_value = "target/fuzz")]
        folder: PathBuf,
    },
    /// Run programs that an earlier run wrote
    Replay {
        #[arg(required = true)]
        files: Vec<PathBuf>,
    },
    /// Answer cases on standard input
    #[command(hide = true)]
    Worker,
    /// Answer questions about schedules on standard input
    #[command(hide = true)]
    Judge,
}

fn main() -> ExitCode {
    match Arguments::parse().command {
        Command::Worker => finish(worker::serve().map(|()| true)),
        Command::Judge => finish(judge::serve().map(|()| true)),
        Command::Schedules {
            n,
            seed,
            first,
            kernel,
            jobs,
            limit,
            json,
            folder,
        } => finish(schedules(
            &schedules::campaign::Campaign {
                seed,
                first,
                count: n,
                jobs: jobs.unwrap_or_else(processors).max(1),
                limit: Duration::from_secs(limit),
                kernel,
                folder,
            },
            json,
        )),
        Command::Sac { worked: true, .. } => finish(Ok(sac_examples())),
        Command::Sac {
            n,
            seed,
            first,
            print,
            folder,
            ..
        } => finish(sac_programs(seed, first, n, (!print).then_some(&folder))),
        Command::Replay { files } => finish(replay(&files)),
        Command::Programs(programs) => programs.run(),
    }
}

impl Programs {
    fn run(self) -> ExitCode {
        let kinds = Kinds {
            any_fusion: self.fusion,
            sequential: self.sequential,
            emulated: self.emulated,
        };
        if self.print {
            for index in self.first..self.first + self.n {
                print_program(self.seed, index, kinds);
            }
            return ExitCode::SUCCESS;
        }
        let campaign = Campaign {
            seed: self.seed,
            first: self.first,
            count: self.n,
            jobs: self.jobs.unwrap_or_else(processors).max(1),
            limit: Duration::from_secs(self.limit),
            folder: self.folder,
            failures: self.failures,
            shrink: !self.no_shrink,
            kinds,
        };
        finish(campaign.run().map(|summary| {
            print!("{}", summary.table());
            summary.failures.is_empty()
        }))
    }
}

/// Runs programs with files in a folder; without one they are printed.
fn sac_programs(seed: u64, first: u64, n: u64, folder: Option<&PathBuf>) -> std::io::Result<bool> {
    let Some(folder) = folder else {
        for index in first..first + n {
            println!("{}", sac::generate::program(seed, index).described());
        }
        return Ok(true);
    };
    let summary = sac::campaign(seed, first, n, folder)?;
    print!("{}", summary.table());
    Ok(summary.wrong.is_empty())
}

/// Prints the examples of the specification that are wrong.
fn sac_examples() -> bool {
    let context = tc_runtime::new_context();
    let mut wrong = sac::worked::wrong_results(&context);
    wrong.extend(sac::worked::missing_errors(&context));
    wrong.iter().for_each(|one| println!("{one}"));
    println!("wrong: {}", wrong.len());
    wrong.is_empty()
}

fn kernel_names() -> clap::builder::PossibleValuesParser {
    schedules::kernels::KERNELS
        .iter()
        .map(|one| one.name)
        .collect::<Vec<_>>()
        .into()
}

fn processors() -> usize {
    std::thread::available_parallelism().map_or(1, usize::from)
}

fn schedules(campaign: &schedules::campaign::Campaign, json: bool) -> std::io::Result<bool> {
    let summary = campaign.run()?;
    if json {
        print!("{}", summary.json()?)
    } else {
        print!("{}", summary.table())
    }
    Ok(summary.failures.is_empty())
}

fn replay(files: &[PathBuf]) -> std::io::Result<bool> {
    let mut worker = Worker::new(Duration::from_secs(60));
    let mut all_agree = true;
    for file in files {
        let verdict = worker.ask(&campaign::read(file)?)?;
        all_agree &= matches!(verdict, Verdict::Agree | Verdict::AgreeFixed(_));
        println!("{}: {verdict}", file.display());
    }
    Ok(all_agree)
}

fn print_program(seed: u64, index: u64, kinds: Kinds) {
    use proptest::strategy::ValueTree;
    let test = tc_fuzz::run::campaign::tree(seed, index, kinds).map(|tree| tree.current());
    if let Some(case) = test.and_then(|test| test.case()) {
        println!(
            "# {}\n{}",
            case.command("program.tc", case.gpu.is_some()),
            case.text
        );
    }
}

fn finish(result: std::io::Result<bool>) -> ExitCode {
    match result {
        Ok(true) => ExitCode::SUCCESS,
        Ok(false) => ExitCode::FAILURE,
        Err(error) => {
            eprintln!("error: {error}");
            ExitCode::FAILURE
        }
    }
}
