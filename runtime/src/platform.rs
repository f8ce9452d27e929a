//! What a program is compiled for: an executor, its machine, and the options of the lowering.

use crate::{
    levels::{self, Artifact},
    outcome::{Errors, error},
    script::{ANCHOR, Script},
    stored::Store,
    tuned::Tuned,
};
use tc_backend_cpu::code::Processor;
use tc_dialects::target::{self, Gpu, Target};
use tc_loops::schedule_to_cpu::ScheduleToCpu;
use tc_pipelines::{Bindings, Level, Stage, mapping::MappingOptions};

/// What runs the operator.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Executor {
    /// The evaluator of the language's own order of evaluation, slow and exact.
    Reference,
    /// LLVM's JIT, on all cores.
    Cpu,
    /// The emulator of PTX, with its sanitizer.
    Emulator,
    /// The first CUDA device.
    Cuda,
}

impl Executor {
    /// The name on the command line.
    pub fn as_str(self) -> &'static str {
        match self {
            Executor::Reference => "reference",
            Executor::Cpu => "cpu",
            Executor::Emulator => "emulator",
            Executor::Cuda => "cuda",
        }
    }

    /// Whether it runs kernels of a GPU.
    pub fn is_gpu(self) -> bool {
        matches!(self, Executor::Emulator | Executor::Cuda)
    }

    /// The mapping options where none are given.
    pub fn mapping(self) -> MappingOptions {
        if self.is_gpu() {
            MappingOptions::gpu()
        } else {
            MappingOptions::cpu()
        }
    }

    fn machine(self) -> &'static str {
        if self.is_gpu() { "sm_90a" } else { "host" }
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
        }
    }
}

/// A lowering whose machine is known and fits.
#[derive(Clone, Debug)]
pub struct Platform {
    pub(crate) lowering: Lowering,
    pub(crate) target: Target,
    /// The name by which the machine is attached to the module, where the module does not name it.
    attach: Option<String>,
}

/// Why a platform is refused.
pub(crate) enum Unfit {
    /// The request contradicts itself or names something that does not exist.
    Usage(Errors),
    /// A machine file that cannot be used.
    File(Errors),
}

impl From<target::Error> for Unfit {
    fn from(error: target::Error) -> Self {
        match error {
            target::Error::Unknown { .. } => Unfit::Usage(error.diagnostics()),
            _ => Unfit::File(error.diagnostics()),
        }
    }
}

fn usage(message: impl Into<String>) -> Unfit {
    Unfit::Usage(error(message))
}

impl Platform {
    /// `named` is the machine that the module names.
    pub(crate) fn choose(lowering: Lowering, named: Option<Target>) -> Result<Self, Unfit> {
        let (target, attach) = match (&lowering.machine, named) {
            (Some(name), _) => (target::in_pipeline(name)?, Some(name.clone())),
            (None, Some(target)) => (target, None),
            (None, None) => {
                let name = lowering.executor.machine();
                (target::find(name)?, Some(name.to_owned()))
            }
        };
        let platform = Platform {
            lowering,
            target,
            attach,
        };
        platform.check_machine()?;
        platform.check_levels()?;
        Ok(platform)
    }

    fn check_machine(&self) -> Result<(), Unfit> {
        let (name, executor) = (self.target.name(), self.lowering.executor);
        match (executor, &self.target) {
            (Executor::Cpu, Target::Gpu(_)) => Err(usage(format!(
                "the machine `{name}` is a GPU, and the target cpu runs on a CPU: choose the target emulator or cuda, or another machine"
            ))),
            (Executor::Emulator | Executor::Cuda, Target::Cpu(_)) => Err(usage(format!(
                "the machine `{name}` is a CPU, and the target {} runs PTX: choose the target cpu, or another machine",
                executor.as_str()
            ))),
            _ => Ok(()),
        }
    }

    /// Refuses levels that the lowering for the target does not have.
    fn check_levels(&self) -> Result<(), Unfit> {
        let lowering = &self.lowering;
        if !lowering.artifacts.is_empty() && lowering.executor != Executor::Cpu {
            return Err(usage(
                "a function for C is machine code of a CPU: use --target cpu for --emit=obj, asm, header and threads",
            ));
        }
        if let Some(Err(reason)) = lowering.processor.as_deref().map(Processor::named) {
            return Err(usage(reason));
        }
        match self.target {
            Target::Cpu(_) if self.lowering.levels.contains(&Level::Ptx) => Err(usage(
                "there is no PTX for a CPU: choose the target emulator or cuda",
            )),
            Target::Cpu(_) if self.lowering.report => Err(usage(
                "a report is about GPU kernels: use --target emulator or --target cuda, or a --machine that is a GPU",
            )),
            _ => Ok(()),
        }
    }

    /// The processor that a function for C is for.
    pub(crate) fn processor(&self) -> Processor {
        let named = self.lowering.processor.as_deref().map(Processor::named);
        named.and_then(Result::ok).unwrap_or_else(Processor::host)
    }

    /// The machine.
    pub fn target(&self) -> &Target {
        &self.target
    }

    pub(crate) fn executor(&self) -> Executor {
        self.lowering.executor
    }

    /// The machine of a static report, if one is requested.
    pub(crate) fn reported(&self) -> Option<&Gpu> {
        match &self.target {
            Target::Gpu(gpu) if self.lowering.report => Some(gpu),
            _ => None,
        }
    }

    /// The stages after a level.
    pub(crate) fn stages_behind(
        &self,
        level: Level,
        bindings: &Bindings,
        verify: bool,
    ) -> Vec<Stage> {
        let Lowering {
            executor,
            mapping,
            script,
            levels,
            source_lines,
            alignment,
            verify_code,
            ..
        } = &self.lowering;
        let mut stages = levels::stages(&self.target, None, mapping, bindings);
        stages.retain(|stage| stage.level > level);
        if let Some(script) = script {
            follow(script, level, &mut stages);
        }
        if let (Some(first), Some(name)) = (stages.first_mut(), &self.attach) {
            first.steps.insert(0, tc_pipelines::attach_target(name));
        }
        for stage in &mut stages {
            stage.edit(|lower: &mut ScheduleToCpu| lower.alignment = *alignment as u64);
        }
        if !verify {
            tc_pipelines::without_proof(&mut stages);
        }
        if *verify_code {
            tc_pipelines::with_proof_of_code(&mut stages);
        }
        // A printed level must lead to the same PTX, so only printed locations may change it.
        if *source_lines || (*executor == Executor::Emulator && levels.is_empty()) {
            tc_backend_cuda::pipeline::with_source_lines(&mut stages);
        }
        stages
    }
}

/// Lets the passes of a script take the place of those that map schedules; a schedule that was
/// given begins with them.
fn follow(script: &Script, level: Level, stages: &mut Vec<Stage>) {
    if level == Level::Schedule {
        stages.insert(0, Stage::new(Level::Schedule, Vec::new()));
    }
    for stage in stages
        .iter_mut()
        .filter(|stage| stage.level == Level::Schedule)
    {
        stage.leave_out_nested(ANCHOR);
        stage.steps.extend(script.step());
    }
}
