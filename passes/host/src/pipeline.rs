//! Running a textual pipeline on a module from one of our tools, with diagnostics as data.

use super::crash;
use super::decision::Decision;
use super::ffi::{append_text, copy_text, raw_text, tc_observe_passes, tc_parse_module};
use super::records::{self, Record, Recording};
use super::statistics::StatisticsReport;
use melior::{
    Context,
    ir::{Module, OperationRef},
};
use mlir_sys::{
    LLVMContextCreate, LLVMContextDispose, LLVMDisposeMessage, LLVMDisposeModule,
    LLVMPrintModuleToString, MlirOperation, MlirPassManager, MlirStringRef,
    mlirOpPassManagerAddPipeline, mlirPassManagerCreateOnOperation, mlirPassManagerDestroy,
    mlirPassManagerGetAsOpPassManager, mlirPassManagerRunOnOp, mlirTranslateModuleToLLVMIR,
};
use std::{
    any::Any,
    ffi::{CStr, c_void},
    fmt::{self, Display, Formatter},
    panic::{self, AssertUnwindSafe},
};
use tc_dialects::input;
use tc_dialects::message;
use tc_syntax::diagnostic::{Diagnostic, Place};

/// The report of a pipeline that succeeded.
#[derive(Debug, Default)]
pub struct PipelineReport {
    /// Warnings and remarks, in program order.
    pub diagnostics: Vec<Diagnostic>,
    /// The counts of its passes.
    pub statistics: StatisticsReport,
    /// The values that its passes kept.
    records: Vec<Record>,
}

impl PipelineReport {
    /// Takes the values of one type that passes kept with
    /// [`PassContext::keep`](super::PassContext::keep).
    pub fn take<T: 'static>(&mut self) -> Vec<T> {
        records::take(&mut self.records)
    }
}

/// Why a pipeline did not complete.
#[derive(Clone, Debug)]
pub enum PipelineFailure {
    /// The text is not a valid pipeline; MLIR gives the reason, with the available options.
    Invalid {
        /// The text.
        pipeline: String,
        /// MLIR's message.
        reason: String,
    },
    /// A pass or a verifier failed; at least one diagnostic is an error.
    Failed {
        /// All diagnostics, in program order.
        diagnostics: Vec<Diagnostic>,
    },
}

/// A pass that just ran on an operation.
pub struct Observation<'a> {
    /// The name of the pass.
    pub pass: &'a str,
    /// The operation after the pass.
    pub operation: OperationRef<'a, 'a>,
    /// The pass failed; the operation may be partially transformed.
    pub failed: bool,
    /// What it decided.
    pub decisions: &'a [Decision],
}

/// Runs a pipeline such as `func.func(canonicalize),cse` on a module.
///
/// The anchor may be given, as in `builtin.module(cse)`, or omitted. `observe` is called after each
/// pass and turns threading off for the run, so that it sees one operation at a time, in program
/// order. Passes must have been registered with [`Registry`](super::Registry).
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
    let run = crash::Run::begin();
    let recording = Recording::begin(context.to_raw().ptr as usize);
    let done = with_diagnostics(context, &mut diagnostics, || match observe {
        None => manager.run(operation),
        Some(observe) => manager.run_observed(context, operation, observe),
    });
    let mut records = recording.end();
    drop(run);
    let statistics = StatisticsReport::of(records::take(&mut records));
    if done {
        Ok(PipelineReport {
            diagnostics,
            statistics,
            records,
        })
    } else {
        Err(PipelineFailure::Failed { diagnostics })
    }
}

/// Checks that a pipeline reads, without running it.
///
/// # Errors
/// The text is no pipeline.
pub fn check_pipeline(context: &Context, pipeline: &str) -> Result<(), PipelineFailure> {
    Manager::new(context).parse(pipeline)
}

/// Parses a module from text or bytecode; `file` names it in diagnostics and in the locations of
/// its operations.
///
/// # Errors
/// All errors of the parser and the verifier.
pub fn parse_module<'c>(
    context: &'c Context,
    source: &[u8],
    file: &str,
) -> Result<Module<'c>, Vec<Diagnostic>> {
    if let Some(line) = input::too_deep(source) {
        let line = u32::try_from(line).unwrap_or(u32::MAX);
        let place = Place::point(file, line, 1);
        let error = Diagnostic::error(None, input::too_deep_message());
        return Err(vec![error.at(Some(place), "")]);
    }
    let mut diagnostics = Vec::new();
    // The lexer reads the byte after the end.
    let terminated = [source, &[0]].concat();
    let text = MlirStringRef {
        data: terminated.as_ptr().cast(),
        length: source.len(),
    };
    // SAFETY: the context is alive, and the text is followed by a zero.
    let module = with_diagnostics(context, &mut diagnostics, || unsafe {
        tc_parse_module(context.to_raw(), text, raw_text(file))
    });
    if module.ptr.is_null() {
        return Err(diagnostics);
    }
    // SAFETY: not null, and nothing else owns the module.
    Ok(unsafe { Module::from_raw(module) })
}

/// The LLVM IR of a module in the `llvm` dialect, as text.
///
/// # Errors
/// An operation that cannot be translated, such as one of another dialect.
pub fn llvm_ir(context: &Context, module: &Module<'_>) -> Result<String, Vec<Diagnostic>> {
    let mut diagnostics = Vec::new();
    // SAFETY: the module is alive; the LLVM context, module and text are made here, used while they
    // live, and disposed of once.
    let text = with_diagnostics(context, &mut diagnostics, || unsafe {
        let llvm_context = LLVMContextCreate();
        let translated = mlirTranslateModuleToLLVMIR(module.as_operation().to_raw(), llvm_context);
        let text = (!translated.is_null()).then(|| {
            let printed = LLVMPrintModuleToString(translated);
            let text = CStr::from_ptr(printed).to_string_lossy().into_owned();
            LLVMDisposeMessage(printed);
            LLVMDisposeModule(translated);
            text
        });
        LLVMContextDispose(llvm_context);
        text
    });
    text.ok_or(diagnostics)
}

/// Runs `work` while diagnostics of the context go to `diagnostics` instead of standard error.
fn with_diagnostics<T>(
    context: &Context,
    diagnostics: &mut Vec<Diagnostic>,
    work: impl FnOnce() -> T,
) -> T {
    let handler = context.attach_diagnostic_handler(|diagnostic| {
        diagnostics.push(message::read(&diagnostic));
        true
    });
    // The handler borrows the list, so it is detached even if the work panics.
    let result = panic::catch_unwind(AssertUnwindSafe(work));
    context.detach_diagnostic_handler(handler);
    result.unwrap_or_else(|panic| panic::resume_unwind(panic))
}

/// A pass manager that is destroyed when dropped.
struct Manager(MlirPassManager);

impl Manager {
    fn new(context: &Context) -> Self {
        let anchor = raw_text("builtin.module");
        // SAFETY: the context is alive; the name is copied.
        Self(unsafe { mlirPassManagerCreateOnOperation(context.to_raw(), anchor) })
    }

    fn parse(&self, pipeline: &str) -> Result<(), PipelineFailure> {
        let inner = pipeline
            .trim()
            .strip_prefix("builtin.module(")
            .and_then(|rest| rest.strip_suffix(')'))
            .unwrap_or(pipeline);
        let mut reason = String::new();
        // SAFETY: the manager is alive. The callback gets the text below, only during the call.
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
        // SAFETY: the manager is alive, and so is the operation: the caller borrows its module
        // mutably.
        unsafe { mlirPassManagerRunOnOp(self.0, operation) }.value != 0
    }

    fn run_observed(
        &self,
        context: &Context,
        operation: MlirOperation,
        observe: &mut dyn FnMut(&Observation<'_>),
    ) -> bool {
        let threaded = context.thread_count() > 1;
        context.enable_multi_threading(false);
        let mut observer = Observer {
            observe,
            context: context.to_raw().ptr as usize,
            decided: 0,
            panic: None,
        };
        // SAFETY: the manager is alive. `notify` gets the observer, which lives longer than the
        // run.
        unsafe { tc_observe_passes(self.0, Some(notify), (&raw mut observer).cast()) };
        let done = self.run(operation);
        context.enable_multi_threading(threaded);
        match observer.panic {
            Some(panic) => panic::resume_unwind(panic),
            None => done,
        }
    }
}

impl Drop for Manager {
    fn drop(&mut self) {
        // SAFETY: the manager came from `new` and is destroyed here and nowhere else.
        unsafe { mlirPassManagerDestroy(self.0) }
    }
}

/// The observer of a run. A panic must not cross C++: it ends the observation and resumes after the
/// run.
struct Observer<'a> {
    observe: &'a mut dyn FnMut(&Observation<'_>),
    /// The address of the context, by which the values of the run are found.
    context: usize,
    /// The decisions that were observed.
    decided: usize,
    panic: Option<Box<dyn Any + Send>>,
}

unsafe extern "C" fn notify(
    pass: MlirStringRef,
    operation: MlirOperation,
    failed: bool,
    user_data: *mut c_void,
) {
    // SAFETY: `run_observed` passes this pointer, and nothing else uses the observer during the
    // run, which has a single thread.
    let observer = unsafe { &mut *user_data.cast::<Observer<'_>>() };
    if observer.panic.is_some() {
        return;
    }
    let decisions = records::copied(observer.context, observer.decided);
    observer.decided += decisions.len();
    let observation = Observation {
        // SAFETY: C++ lends the name for the duration of this call.
        pass: &unsafe { copy_text(pass) },
        // SAFETY: the operation is alive during this call, and the observation does not outlive it.
        operation: unsafe { OperationRef::from_raw(operation) },
        failed,
        decisions: &decisions,
    };
    let observed = AssertUnwindSafe(|| (observer.observe)(&observation));
    observer.panic = panic::catch_unwind(observed).err();
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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::new_context;
    use melior::ir::operation::OperationLike;

    fn observe(
        context: &Context,
        see: &mut dyn FnMut(&Observation<'_>),
    ) -> Result<PipelineReport, PipelineFailure> {
        let mut module = Module::parse(context, "func.func @f() { return }").unwrap();
        run_pipeline(
            context,
            &mut module,
            "func.func(canonicalize),cse",
            Some(see),
        )
    }

    #[test]
    fn an_observer_sees_each_pass_on_its_operation() {
        let mut seen = Vec::new();
        let done = observe(&new_context(|_| ()), &mut |one| {
            let name = one
                .operation
                .name()
                .as_string_ref()
                .as_str()
                .unwrap()
                .to_owned();
            seen.push((one.pass.to_owned(), name, one.failed));
        });
        assert_eq!(done.unwrap().diagnostics, []);
        let due = |pass: &str, name: &str| (pass.to_owned(), name.to_owned(), false);
        assert_eq!(
            seen,
            [
                due("canonicalize", "func.func"),
                due("cse", "builtin.module")
            ]
        );
    }

    #[test]
    fn a_panic_of_an_observer_arrives_where_the_run_began() {
        let context = new_context(|_| ());
        let mut calls = 0;
        let panic = panic::catch_unwind(AssertUnwindSafe(|| {
            observe(&context, &mut |one| {
                calls += 1;
                panic!("at {}", one.pass);
            })
            .map(drop)
            .is_ok()
        }));
        assert_eq!(
            panic.unwrap_err().downcast_ref::<String>().unwrap(),
            "at canonicalize"
        );
        assert_eq!(calls, 1);
        let failure = run_pipeline(
            &context,
            &mut Module::parse(&context, "func.func @f() { return }").unwrap(),
            "func.func(no-such-pass)",
            None,
        );
        assert!(matches!(failure, Err(PipelineFailure::Invalid { .. })));
    }
}
