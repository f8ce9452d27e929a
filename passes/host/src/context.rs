//! What a pass can query and do while it runs.

use super::{
    decision::Decision,
    failure::{Failure, Site},
    ffi::{
        TcFigure, TcRemark, append_text, raw_text, tc_emit_remark, tc_pass_host_preserve_analyses,
        tc_pass_host_run_pipeline,
    },
    records,
};
use melior::{
    Context,
    ir::{Location, OperationRef, operation::OperationLike},
};
use mlir_sys::MlirOperation;
use std::{ffi::c_void, sync::Mutex};
use tc_dialects::location;
use tc_dialects::message;
use tc_dialects::op;
use tc_dialects::report::report;
use tc_dialects::target::Target;
use tc_syntax::diagnostic::{Diagnostic, Place, Severity};

/// The context of one run of a pass on one operation.
pub struct PassContext<'c> {
    context: &'c Context,
    /// The C++ pass object that is running.
    host: *mut c_void,
    /// The operation that the pass runs on.
    operation: MlirOperation,
    /// The name of the pass.
    pass: &'static str,
}

impl<'c> PassContext<'c> {
    pub(super) fn new(
        context: &'c Context,
        host: *mut c_void,
        operation: MlirOperation,
        pass: &'static str,
    ) -> Self {
        Self {
            context,
            host,
            operation,
            pass,
        }
    }

    /// The MLIR context, in which types, attributes and operations are created.
    pub fn context(&self) -> &'c Context {
        self.context
    }

    /// The target machine of the enclosing module; `None` if the module names none, in which case
    /// it is compiled for what all built-in machines of a kind have in common.
    pub fn target(&self) -> Option<Target> {
        // SAFETY: the operation lives while the pass runs on it.
        Target::of_operation(unsafe { OperationRef::from_raw(self.operation) })
    }

    /// Keeps a value for the tool that runs the pipeline, which takes it from the report of the
    /// run; see [`PipelineReport::take`](super::PipelineReport::take).
    pub fn keep<T: Send + 'static>(&self, value: T) {
        // Without a recording the value is dropped.
        let _ = records::keep(self.context.to_raw().ptr as usize, Box::new(value));
    }

    /// States a decision about the operation: a remark for `--remarks-filter`, and a value for the
    /// tool that runs the pipeline, as by [`PassContext::keep`].
    pub fn decided(&self, operation: OperationRef<'c, '_>, mut decision: Decision) {
        static ONE_AT_A_TIME: Mutex<()> = Mutex::new(());
        let function = op::string(operation, "sym_name").unwrap_or_default();
        decision.pass = self.pass;
        let figures: Vec<TcFigure> = decision
            .figures
            .iter()
            .map(|(name, value)| TcFigure {
                name: raw_text(name),
                value: *value,
            })
            .collect();
        let remark = TcRemark {
            kind: decision.outcome.to_raw(),
            pass: raw_text(decision.pass),
            name: raw_text(&decision.subject),
            function: raw_text(&function),
            message: raw_text(&decision.what),
            reason: raw_text(&decision.reason),
            suggestion: raw_text(&decision.suggestion),
            figures: figures.as_ptr(),
            figureCount: figures.len() as isize,
        };
        {
            let _one = ONE_AT_A_TIME.lock();
            // SAFETY: the location is alive, and all texts outlive the call, which copies them.
            unsafe { tc_emit_remark(operation.location().to_raw(), &raw const remark) }
        }
        self.keep(decision);
    }

    /// Reports an error and continues; the pass ends with [`Failure::already_reported`].
    pub fn error(&self, location: Location<'c>, message: &str) {
        report(Severity::Error, location, message, &[]);
    }

    /// Reports a warning: something suspicious that is not an error.
    pub fn warning(&self, location: Location<'c>, message: &str) {
        report(Severity::Warning, location, message, &[]);
    }

    /// Reports what was done, or why something was not done.
    pub fn remark(&self, location: Location<'c>, message: &str) {
        report(Severity::Note, location, message, &[]);
    }

    /// Reports a diagnostic with its own severity, location and notes; one without a location is
    /// reported at `location`.
    pub fn report(&self, location: Location<'c>, diagnostic: &Diagnostic) {
        let locate = |place: &Place| location::of(place, self.context);
        let notes = message::notes(diagnostic);
        let notes: Vec<_> = notes
            .iter()
            .map(|(place, text)| (place.map(locate), text.as_str()))
            .collect();
        let at = diagnostic.place().map_or(location, locate);
        report(diagnostic.severity, at, &message::text(diagnostic), &notes);
    }

    /// States that nothing was changed, so that cached analyses remain valid.
    pub fn preserve_analyses(&self) {
        // SAFETY: the host is the running pass; this context is not used after the run.
        unsafe { tc_pass_host_preserve_analyses(self.host) }
    }

    /// Runs other passes on the operation of this pass or on one nested in it.
    pub fn run_pipeline(
        &self,
        operation: OperationRef<'c, '_>,
        pipeline: &str,
    ) -> Result<(), Failure> {
        let mut reason = String::new();
        // SAFETY: as above. C++ checks that the operation is that of the pass or nested in it, and
        // calls `append_text` only during the call, with the text below.
        let done = unsafe {
            tc_pass_host_run_pipeline(
                self.host,
                raw_text(pipeline),
                operation.to_raw(),
                Some(append_text),
                (&raw mut reason).cast(),
            )
        };
        match (done, reason.is_empty()) {
            (true, _) => Ok(()),
            (false, true) => Err(Failure::already_reported()),
            (false, false) => Err(Failure::new(format!(
                "invalid pipeline `{pipeline}`: {reason}"
            ))),
        }
    }
}

/// Emits a failure; one without a location of its own is emitted at `location`.
pub(super) fn emit_failure(failure: &Failure, context: &Context, location: Location) {
    let Some(message) = &failure.message else {
        return;
    };
    let locate = |site: &Site| site.to_location(context);
    let notes: Vec<_> = failure
        .notes
        .iter()
        .map(|note| (note.site.as_ref().map(locate), note.message.as_str()))
        .collect();
    let at = failure.site.as_ref().map_or(location, locate);
    report(Severity::Error, at, message, &notes);
}
