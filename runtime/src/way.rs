//! The state that moves from each type of the row to the next: the module, and what was found out
//! so far.

use crate::{
    errors::{Errors, error},
    levels,
    options::Reading,
    outcome::{Failure, Outcome},
    progress::Progress,
    request::script::{ANCHOR, Script},
    watch::{Arrived, Watcher},
};
use melior::{Context, ir::Module};
use serde_json::json;
use std::time::Instant;
use tc_dialects::op;
use tc_pass_host::{Observation, PipelineFailure, PipelineReport};
use tc_pipelines::{Level, Stage};
use tc_syntax::diagnostic::{Code, Diagnostic, deny_warnings};

/// What was found out so far.
pub(crate) struct Log {
    pub(crate) outcome: Outcome,
    pub(crate) progress: Progress,
    pub(crate) reading: Reading,
    /// The isl operations of this process at its start.
    operations_before: u64,
}

impl Log {
    pub(crate) fn new(reading: Reading) -> Self {
        Log {
            outcome: Outcome::default(),
            progress: Progress::new(reading.progress),
            reading,
            operations_before: tc_pass_host::isl_operations(),
        }
    }

    /// Keeps diagnostics; warnings may become errors.
    pub(crate) fn tell(&mut self, mut said: Vec<Diagnostic>) -> Result<(), Errors> {
        if self.reading.deny_warnings {
            deny_warnings(&mut said);
        }
        if said.iter().any(Diagnostic::is_error) {
            return Err(said);
        }
        self.outcome.diagnostics.extend(said);
        Ok(())
    }

    /// Ends with success.
    pub(crate) fn finish(mut self) -> Outcome {
        self.outcome.isl_operations = tc_pass_host::isl_operations() - self.operations_before;
        self.outcome
            .sources
            .load_files_of(&self.outcome.diagnostics);
        self.outcome
    }

    /// Ends with these errors.
    pub(crate) fn fail(&self, errors: Errors) -> Failure {
        let said = Outcome {
            diagnostics: self.outcome.diagnostics.clone(),
            sources: self.outcome.sources.clone(),
            ..Outcome::default()
        };
        said.failed(errors)
    }
}

/// A module with its context, and what was found out about it.
pub(crate) struct Way<'c> {
    pub(crate) context: &'c Context,
    pub(crate) module: Module<'c>,
    pub(crate) log: Log,
    /// Who sees the passes and the levels.
    pub(crate) watcher: Option<Watcher>,
}

impl<'c> Way<'c> {
    pub(crate) fn new(context: &'c Context, module: Module<'c>, log: Log) -> Self {
        Way {
            context,
            module,
            log,
            watcher: None,
        }
    }

    /// Runs a stage on the module and keeps its diagnostics.
    pub(crate) fn stage(&mut self, stage: &Stage) -> Result<(), Errors> {
        let report = self.stage_in_silence(stage)?;
        self.log.tell(report.diagnostics)
    }

    /// Runs a stage that ends with the passes of a script, and points at the one that fails.
    pub(crate) fn scripted(&mut self, stage: &Stage, script: &Script) -> Result<(), Errors> {
        let level = stage.level.as_str();
        self.log.progress.phase(&format!("compiling: {level}"));
        let begin = Instant::now();
        let (mut ran, mut failed) = (0, None);
        let mut watch = self.watch(stage);
        let mut see = |one: &Observation<'_>| {
            if let Some(watch) = &mut watch {
                watch(one);
            }
            if op::is(one.operation, ANCHOR) {
                if one.failed {
                    failed = Some(ran);
                }
                ran += 1;
            }
        };
        let report = run_observed(self.context, &mut self.module, stage, Some(&mut see));
        self.took(level, begin);
        match report {
            Ok(report) => self.log.tell(report.diagnostics),
            Err(mut errors) => {
                if let Some(number) = failed {
                    script.point_at(number, &mut errors);
                }
                Err(errors)
            }
        }
    }

    /// Runs a stage on the module.
    pub(crate) fn stage_in_silence(&mut self, stage: &Stage) -> Result<PipelineReport, Errors> {
        let level = stage.level.as_str();
        self.log.progress.phase(&format!("compiling: {level}"));
        let begin = Instant::now();
        let mut watch = self.watch(stage);
        let see = watch
            .as_mut()
            .map(|watch| watch as &mut dyn FnMut(&Observation<'_>));
        let result = run_observed(self.context, &mut self.module, stage, see);
        self.took(level, begin);
        result
    }

    /// Who sees the passes of a stage, which begins.
    fn watch(&self, stage: &Stage) -> Option<impl FnMut(&Observation<'_>) + use<>> {
        let watcher = self.watcher.clone()?;
        let level = stage.level;
        watcher.see().begin(stage);
        Some(move |one: &Observation<'_>| watcher.see().passed(level, one))
    }

    /// Shows the module at a level to who watches.
    pub(crate) fn show(&self, level: Level) -> Result<(), Errors> {
        match &self.watcher {
            Some(watcher) => self.show_to(watcher, level),
            None => Ok(()),
        }
    }

    /// Shows the module at a level.
    pub(crate) fn show_to(&self, watcher: &Watcher, level: Level) -> Result<(), Errors> {
        let (text, located) = match level {
            Level::Ptx => {
                let text = tc_backend_cuda::ptx::text(&self.module);
                (text.map_err(|reason| error(reason.to_string()))?, None)
            }
            _ => (
                levels::text(&self.module, false) + "\n",
                Some(levels::text(&self.module, true) + "\n"),
            ),
        };
        let arrived = Arrived {
            level,
            text,
            located,
        };
        watcher.see().arrived(&arrived, &self.module);
        Ok(())
    }

    /// Keeps the time since `begin` as that of a stage.
    pub(crate) fn took(&mut self, what: &str, begin: Instant) {
        let seconds = json!(begin.elapsed().as_secs_f64());
        self.log.outcome.stages.insert(what.to_owned(), seconds);
    }

    /// Keeps the text of the module, with the remaining stages in its first line.
    pub(crate) fn print(
        &mut self,
        level: Level,
        rest: &[Stage],
        source_lines: bool,
    ) -> Result<(), Errors> {
        let text = match level {
            Level::Ptx => tc_backend_cuda::ptx::text(&self.module)
                .map_err(|reason| error(reason.to_string()))?,
            _ => levels::with_header(&levels::text(&self.module, source_lines), rest),
        };
        self.log.outcome.levels.push((level, text));
        Ok(())
    }
}

/// Runs a stage on some module.
pub(crate) fn run(
    context: &Context,
    module: &mut Module,
    stage: &Stage,
) -> Result<PipelineReport, Errors> {
    run_observed(context, module, stage, None)
}

fn run_observed(
    context: &Context,
    module: &mut Module,
    stage: &Stage,
    observe: Option<&mut dyn FnMut(&Observation<'_>)>,
) -> Result<PipelineReport, Errors> {
    tc_pass_host::run_pipeline(context, module, &stage.text(), observe).map_err(|failure| {
        match failure {
            PipelineFailure::Failed { diagnostics } => diagnostics,
            invalid => error(invalid.to_string()),
        }
    })
}

/// A copy of the module, made through its text.
pub(crate) fn copy<'c>(module: &Module<'c>) -> Result<Module<'c>, Errors> {
    let copy = Module::from_operation((*module.as_operation()).clone());
    copy.ok_or_else(|| error("a module cannot be copied"))
}

/// Whether a diagnostic is about a subscript whose data alone decide whether it is in range.
pub(crate) fn is_at_data(one: &Diagnostic) -> bool {
    one.code == Some(Code::TC0306)
}
