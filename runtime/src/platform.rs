//! What a program is compiled for: an executor, its machine, and the stages of the lowering.

use crate::{
    errors::{Errors, error},
    executor::Executor,
    options::Lowering,
    request::script::{ANCHOR, Script},
};
use tc_backend_cpu::code::Processor;
use tc_dialects::target::{self, Gpu, Target};
use tc_loops::schedule_to_cpu::ScheduleToCpu;
use tc_pipelines::{Bindings, Level, Stage, mapping::MappingOptions};

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
    /// The platform for programs that name no machine.
    ///
    /// # Errors
    /// As of [`Program::platform`](crate::Program::platform).
    pub fn of(lowering: Lowering) -> Result<Self, Errors> {
        Platform::choose(lowering, None).map_err(|unfit| match unfit {
            Unfit::File(errors) | Unfit::Usage(errors) => errors,
        })
    }

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
        let kind = self.target.kind();
        if executor.code().is_none_or(|code| code == kind) {
            return Ok(());
        }
        let (runs, others) = if executor.is_gpu() {
            ("runs PTX", "cpu")
        } else {
            ("runs on a CPU", "emulator or cuda")
        };
        Err(usage(format!(
            "the machine `{name}` is a {kind}, and the target {} {runs}: choose the target {others}, or another machine",
            executor.as_str()
        )))
    }

    /// Refuses levels that the lowering for the target does not have.
    fn check_levels(&self) -> Result<(), Unfit> {
        let lowering = &self.lowering;
        if !lowering.artifacts.is_empty() && !lowering.executor.runs_functions() {
            return Err(usage(
                "a function for C is machine code of a CPU: use --target cpu for --emit=obj, asm, header and threads",
            ));
        }
        if let Some(Err(reason)) = lowering.processor.as_deref().map(Processor::named) {
            return Err(usage(reason));
        }
        if self.target.kind().has_kernels() {
            Ok(())
        } else if lowering.levels.contains(&Level::Ptx) {
            Err(usage(
                "there is no PTX for a CPU: choose the target emulator or cuda",
            ))
        } else if lowering.report {
            Err(usage(
                "a report is about GPU kernels: use --target emulator or --target cuda, or a --machine that is a GPU",
            ))
        } else {
            Ok(())
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

    /// The options of the lowering.
    pub fn lowering(&self) -> &Lowering {
        &self.lowering
    }

    pub(crate) fn executor(&self) -> Executor {
        self.lowering.executor
    }

    /// The machine of a static report, if one is requested.
    pub(crate) fn reported(&self) -> Option<&Gpu> {
        let gpu = self.target.as_gpu();
        gpu.filter(|_| self.lowering.report)
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
            watcher,
            ..
        } = &self.lowering;
        let mut stages = all_stages(&self.target, mapping, bindings);
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
        let shown = executor.is_emulator() || watcher.is_some();
        if *source_lines || (shown && levels.is_empty()) {
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

/// All stages for a target, the first one being [`tc_pipelines::to_tc`].
fn all_stages(target: &Target, mapping: &MappingOptions, bindings: &Bindings) -> Vec<Stage> {
    match target {
        Target::Gpu(gpu) => tc_backend_cuda::pipeline::stages(gpu, None, mapping, bindings),
        Target::Cpu(_) => tc_backend_cpu::pipeline::stages(target, None, mapping, bindings),
    }
}
