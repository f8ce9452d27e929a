//! The options of each step of a run.
//!
//! | step | options |
//! | --- | --- |
//! | read | [`Reading`] |
//! | check | [`Checking`], and the arguments of a call, [`Given`] |
//! | bind | [`Contents`] |
//! | compile | [`Lowering`] for an [`Executor`] |
//! | run | [`Running`], for the emulator [`Emulation`] |

use crate::executor::Executor;
use crate::request::{
    emit::Artifact, inputs::Input, rounds::Rounds, script::Script, store::Store, tuned::Tuned,
};
use crate::watch::Watcher;
use tc_comprehensions::bounds_checks::Checks;
use tc_pipelines::{
    Level,
    mapping::{MappingOptions, Math},
};

/// How a program is read and reported on.
#[derive(Clone, Copy, Debug, Default)]
pub struct Reading {
    /// Warnings are errors.
    pub deny_warnings: bool,
    /// Show progress on the terminal.
    pub progress: bool,
    /// Modules come from the library only: the text is that of a stranger.
    pub only_library: bool,
}

/// How the entry of a program is chosen and checked.
#[derive(Clone, Debug)]
pub struct Checking {
    /// The def, scop or function; without a name, the only one of the program.
    pub entry: Option<String>,
    /// Tensors that it must return.
    pub results: Vec<String>,
    /// Keep how each range was derived, for [`Outcome::ranges`](crate::Outcome::ranges).
    pub explain_ranges: bool,
    /// A tensor that does not start at 0 is an error.
    pub strict_ranges: bool,
    /// Where subscripts that are data are checked at run time.
    pub bounds_checks: BoundsChecks,
    /// Prove the schedule of a module that is a `schedule.scop` already. Without the proof, a wrong
    /// schedule is undefined behaviour in this process on a CPU.
    pub verify: bool,
}

impl Default for Checking {
    fn default() -> Self {
        Checking {
            entry: None,
            results: Vec::new(),
            explain_ranges: false,
            strict_ranges: false,
            bounds_checks: BoundsChecks::default(),
            verify: true,
        }
    }
}

/// Where reads at data-dependent subscripts are checked at run time. The reference evaluator checks
/// every read.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum BoundsChecks {
    /// On the CPU alone, before the loops.
    #[default]
    OnCpu,
    /// On a GPU too.
    Everywhere,
    /// A read outside of its tensor is undefined behaviour.
    Nowhere,
}

impl BoundsChecks {
    /// Which checks are compiled in.
    pub(crate) fn on(self, executor: Executor) -> Option<Checks> {
        if !executor.runs_code() || self == BoundsChecks::Nowhere {
            None
        } else if executor.is_gpu() {
            (self == BoundsChecks::Everywhere).then_some(Checks::Recorded)
        } else {
            Some(Checks::Computed)
        }
    }
}

/// The arguments of a call.
#[derive(Clone, Debug, Default)]
pub struct Given {
    /// Sizes and integer scalars by name.
    pub sizes: Vec<(String, i64)>,
    /// What is given for the arguments.
    pub inputs: Vec<Input>,
    /// Sizes that the code takes at each call; their values here are those of one.
    pub open: Vec<String>,
}

/// What the tensors of a call hold.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Contents {
    /// Nothing; there are no tensors, and the program is compiled but does not run.
    None,
    /// The given inputs; all others are random.
    Random,
    /// The given inputs; every input must be given.
    Given,
    /// What the caller gives at each run; there are no tensors yet, but the program is compiled as
    /// far as a run needs it.
    Later,
}

impl Contents {
    /// Whether there are tensors.
    pub(crate) fn has_tensors(self) -> bool {
        matches!(self, Contents::Random | Contents::Given)
    }
}

/// How a program is compiled, and what is printed of it.
#[derive(Clone, Debug)]
pub struct Lowering {
    /// Which machine runs it.
    pub executor: Executor,
    /// The machine description; by default that of the program or of the executor.
    pub machine: Option<String>,
    /// How loops are tiled, mapped and promoted.
    pub mapping: MappingOptions,
    /// The passes on schedules, in place of those that the mapping options stand for.
    pub script: Option<Script>,
    /// The levels to print.
    pub levels: Vec<Level>,
    /// The parts of a function for C to make.
    pub artifacts: Vec<Artifact>,
    /// The processor that a function for C is for, by LLVM's name; by default that of this machine.
    pub processor: Option<String>,
    /// Whether parallel loops of a function for C call `tc_parallel_for`, which the program has;
    /// otherwise they run in the thread of the caller.
    pub parallel: bool,
    /// Keep source locations in the levels that are printed, and in PTX.
    pub source_lines: bool,
    /// Count the work of the kernels, for the static report.
    pub report: bool,
    /// Say how loops were tiled, mapped and promoted, and why.
    pub explain_mapping: bool,
    /// What the caller of code for a CPU promises: the address of each tensor is a multiple of so
    /// many bytes; 0 for no promise. It is checked at the call.
    pub alignment: usize,
    /// Prove the loops that are made from schedules too.
    pub verify_code: bool,
    /// Where compiled programs are kept.
    pub cache: Store,
    /// Where options that were found by a search are kept, for programs without given ones.
    pub tuned: Tuned,
    /// Who sees the passes and the levels.
    pub watcher: Option<Watcher>,
}

impl Lowering {
    /// The executor's own machine and mapping, with nothing printed.
    pub fn new(executor: Executor) -> Self {
        Lowering {
            executor,
            machine: None,
            mapping: executor.mapping(),
            script: None,
            levels: Vec::new(),
            artifacts: Vec::new(),
            processor: None,
            parallel: false,
            source_lines: false,
            report: false,
            explain_mapping: false,
            alignment: 0,
            verify_code: false,
            cache: Store::default(),
            tuned: Tuned::default(),
            watcher: None,
        }
    }
}

impl Lowering {
    /// Whether all that is asked for is code, which follows from the program and the options
    /// without another file.
    pub fn gives_code_alone(&self) -> bool {
        let silent = self.levels.is_empty()
            && !self.report
            && !self.explain_mapping
            && self.watcher.is_none();
        let reads_file = matches!(self.mapping.math, Math::Libdevice(_)) || self.script.is_some();
        let runs = self.executor.runs_code() && self.artifacts.is_empty();
        silent && runs && !reads_file
    }
}

/// How a compiled program is run.
#[derive(Clone, Debug)]
pub struct Running {
    /// The number of timed runs; each starts with the same contents.
    pub repeat: usize,
    /// On the CPU, in place of `repeat`: numbers of runs, each answered by a line with their times.
    pub rounds: Option<Rounds>,
    /// Threads of the CPU; all cores where none are given.
    pub threads: Option<usize>,
    /// Measure the kernels on the device as often, after the run; the emulator counts instead.
    pub time: Option<usize>,
    /// What the emulator does beside running; nothing on other executors.
    pub emulation: Emulation,
    /// Print the counters of the emulator, or what each thread of the CPU did.
    pub profile: Option<Profile>,
}

impl Default for Running {
    fn default() -> Self {
        Running {
            repeat: 1,
            rounds: None,
            threads: None,
            time: None,
            emulation: Emulation::default(),
            profile: None,
        }
    }
}

/// How the emulator runs.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Emulation {
    /// Shuffles the order of blocks and warps.
    pub seed: Option<u64>,
    /// Host threads; all by default.
    pub threads: Option<usize>,
    /// Detect races, uninitialised reads and other errors; without it the first fault ends the run.
    pub sanitize: bool,
    /// Run this many blocks of each kernel only, without the sanitizer: for a profile, since
    /// results are incomplete.
    pub sample_blocks: Option<u64>,
}

impl Default for Emulation {
    fn default() -> Self {
        Emulation {
            seed: None,
            threads: None,
            sanitize: true,
            sample_blocks: None,
        }
    }
}

/// How a profile is printed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Profile {
    /// Totals, and the memory accesses line by line.
    Text,
    /// The PTX with the counters of each line in front of it.
    Ptx,
}
