//! Running a textual pipeline on a module from a tool of ours, with diagnostics as data.

use super::{
    ffi::{append_text, copy_text, raw_text, tc_observe_passes},
    statistics::StatisticsReport,
};
use melior::{
    Context,
    diagnostic::{Diagnostic, DiagnosticSeverity},
    ir::{Module, OperationRef},
};
use mlir_sys::{
    MlirOperation, MlirPassManager, MlirStringRef, mlirOpPassManagerAddPipeline,
    mlirPassManagerCreateOnOperation, mlirPassManagerDestroy, mlirPassManagerGetAsOpPassManager,
    mlirPassManagerRunOnOp,
};
use std::{
    ffi::c_void,
    fmt::{self, Display, Formatter},
};

/// How bad a diagnostic is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Severity {
    Error,
    Warning,
    Note,
    Remark,
}

/// A diagnostic as MLIR reported it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct CollectedDiagnostic {
    pub severity: Severity,
    /// The location as MLIR writes it, such as `"mv.tc":3:5`, without `loc(...)`.
    pub location: String,
    pub message: String,
    pub notes: Vec<CollectedDiagnostic>,
}

/// What a pipeline that succeeded had to say.
#[derive(Clone, Debug, Default)]
pub struct PipelineReport {
    /// Warnings and remarks, in the order of the program.
    pub diagnostics: Vec<CollectedDiagnostic>,
    /// What its passes counted.
    pub statistics: StatisticsReport,
}

/// Why a pipeline did not run to its end.
#[derive(Clone, Debug)]
pub enum PipelineFailure {
    /// The text is no pipeline; the reason is MLIR's, with the options there are.
    Invalid { pipeline: String, reason: String },
    /// A pass or a verifier failed; at least one diagnostic is an error.
    Failed {
        diagnostics: Vec<CollectedDiagnostic>,
    },
}

/// One pass that just ran on one operation.
pub struct Observation<'a> {
    /// The name of the pass.
    pub pass: &'a str,
    /// The operation as the pass left it.
    pub operation: OperationRef<'a, 'a>,
    /// The pass failed; the operation may be half changed.
    pub failed: bool,
}

/// Runs a pipeline such as `func.func(canonicalize),cse` on a module.
///
/// The anchor may be written, as in `builtin.module(cse)`, or left out. `observe` is called after each pass and
/// turns threading off for the run, so that it sees one operation at a time in the order of the program.
/// Passes must have been registered with [`Registry`](super::Registry).
pub fn run_pipeline(
    context: &Context,
    module: &mut Module<'_>,
    pipeline: &str,
    observe: Option<&mut dyn FnMut(&Observation<'_>)>,
) -> Result<PipelineReport, PipelineFailure> {
    let operation = module.as_operation().to_raw();
    let manager = Manager::new(context);
    manager.parse(pipeline)?;
    let mut diagnostics = Vec::new();
    let done = with_diagnostics(context, &mut diagnostics, || match observe {
        None => manager.run(operation),
        Some(observe) => manager.run_observed(context, operation, observe),
    });
    let statistics = StatisticsReport::take_context(context.to_raw().ptr as usize);
    if done {
        Ok(PipelineReport {
            diagnostics,
            statistics,
        })
    } else {
        Err(PipelineFailure::Failed { diagnostics })
    }
}

/// Runs `work` while diagnostics of the context go to `diagnostics` instead of standard error.
fn with_diagnostics<T>(
    context: &Context,
    diagnostics: &mut Vec<CollectedDiagnostic>,
    work: impl FnOnce() -> T,
) -> T {
    let handler = context.attach_diagnostic_handler(|diagnostic| {
        diagnostics.push(CollectedDiagnostic::from(&diagnostic));
        true
    });
    let result = work();
    context.detach_diagnostic_handler(handler);
    result
}

/// A pass manager that is destroyed when dropped.
struct Manager(MlirPassManager);

impl Manager {
    fn new(context: &Context) -> Self {
        let anchor = raw_text("builtin.module");
        Self(unsafe { mlirPassManagerCreateOnOperation(context.to_raw(), anchor) })
    }

    fn parse(&self, pipeline: &str) -> Result<(), PipelineFailure> {
        let inner = pipeline
            .trim()
            .strip_prefix("builtin.module(")
            .and_then(|rest| rest.strip_suffix(')'))
            .unwrap_or(pipeline);
        let mut reason = String::new();
        let result = unsafe {
            mlirOpPassManagerAddPipeline(
                mlirPassManagerGetAsOpPassManager(self.0),
                raw_text(inner),
                Some(append_text),
                (&raw mut reason).cast(),
            )
        };
        if result.value != 0 {
            return Ok(());
        }
        Err(PipelineFailure::Invalid {
            pipeline: pipeline.to_owned(),
            reason: reason.trim().to_owned(),
        })
    }

    fn run(&self, operation: MlirOperation) -> bool {
        unsafe { mlirPassManagerRunOnOp(self.0, operation) }.value != 0
    }

    fn run_observed(
        &self,
        context: &Context,
        operation: MlirOperation,
        mut observe: &mut dyn FnMut(&Observation<'_>),
    ) -> bool {
        let threaded = context.thread_count() > 1;
        context.enable_multi_threading(false);
        unsafe { tc_observe_passes(self.0, notify, (&raw mut observe).cast()) };
        let done = self.run(operation);
        context.enable_multi_threading(threaded);
        done
    }
}

impl Drop for Manager {
    fn drop(&mut self) {
        unsafe { mlirPassManagerDestroy(self.0) }
    }
}

unsafe extern "C" fn notify(
    pass: MlirStringRef,
    operation: MlirOperation,
    failed: bool,
    user_data: *mut c_void,
) {
    let observe = unsafe { &mut *user_data.cast::<&mut dyn FnMut(&Observation<'_>)>() };
    let observation = Observation {
        pass: &unsafe { copy_text(pass) },
        operation: unsafe { OperationRef::from_raw(operation) },
        failed,
    };
    observe(&observation);
}

impl From<&Diagnostic<'_>> for CollectedDiagnostic {
    fn from(diagnostic: &Diagnostic<'_>) -> Self {
        let location = diagnostic.location().to_string();
        let location = location
            .strip_prefix("loc(")
            .and_then(|rest| rest.strip_suffix(')'))
            .unwrap_or(&location);
        Self {
            severity: match diagnostic.severity() {
                DiagnosticSeverity::Error => Severity::Error,
                DiagnosticSeverity::Warning => Severity::Warning,
                DiagnosticSeverity::Note => Severity::Note,
                DiagnosticSeverity::Remark => Severity::Remark,
            },
            location: location.to_owned(),
            message: diagnostic.to_string(),
            notes: (0..diagnostic.note_count())
                .filter_map(|index| diagnostic.note(index).ok())
                .map(|note| Self::from(&note))
                .collect(),
        }
    }
}

impl Display for Severity {
    fn fmt(&self, formatter: &mut Formatter<'_>) -> fmt::Result {
        formatter.write_str(match self {
            Self::Error => "error",
            Self::Warning => "warning",
            Self::Note => "note",
            Self::Remark => "remark",
        })
    }
}

impl Display for CollectedDiagnostic {
    fn fmt(&self, formatter: &mut Formatter<'_>) -> fmt::Result {
        let Self {
            severity,
            location,
            message,
            notes,
        } = self;
        write!(formatter, "{location}: {severity}: {message}")?;
        for note in notes {
            write!(formatter, "\n{note}")?;
        }
        Ok(())
    }
}

impl Display for PipelineFailure {
    fn fmt(&self, formatter: &mut Formatter<'_>) -> fmt::Result {
        match self {
            Self::Invalid { pipeline, reason } => {
                write!(formatter, "invalid pipeline `{pipeline}`: {reason}")
            }
            Self::Failed { diagnostics } => {
                let lines: Vec<String> = diagnostics.iter().map(ToString::to_string).collect();
                formatter.write_str(&lines.join("\n"))
            }
        }
    }
}

impl std::error::Error for PipelineFailure {}
