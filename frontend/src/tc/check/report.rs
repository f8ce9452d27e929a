//! Collects diagnostics of one file; muted while types are being guessed.

use std::cell::{Cell, RefCell};
use tc_syntax::Span;
use tc_syntax::diagnostic::{Code, Diagnostic, Place, Severity, SourceFile};

/// The diagnostics of a file.
pub(crate) struct Reporter {
    file: SourceFile,
    diagnostics: RefCell<Vec<Diagnostic>>,
    muted: Cell<bool>,
}

impl Reporter {
    pub(crate) fn new(file: SourceFile) -> Self {
        Reporter {
            file,
            diagnostics: RefCell::default(),
            muted: Cell::new(false),
        }
    }

    pub(crate) fn place(&self, span: Span) -> Place {
        self.file.place(span.range())
    }

    pub(crate) fn line(&self, span: Span) -> String {
        format!("line {}", self.file.position(span.start as usize).line)
    }

    /// The source text of a span.
    pub(crate) fn text(&self, span: Span) -> &str {
        &self.file.text()[span.range()]
    }

    /// The source text of a span, shortened for a message.
    pub(crate) fn shown(&self, span: Span) -> String {
        tc_syntax::tc::ast::shorten(self.text(span))
    }

    pub(crate) fn error(&self, code: Code, message: String, span: Span, label: &str) -> Diagnostic {
        Diagnostic::error(code, message).at(self.place(span), label)
    }

    pub(crate) fn warning(
        &self,
        code: Code,
        message: String,
        span: Span,
        label: &str,
    ) -> Diagnostic {
        Diagnostic::warning(code, message).at(self.place(span), label)
    }

    pub(crate) fn push(&self, diagnostic: Diagnostic) {
        if !self.muted.get() {
            self.diagnostics.borrow_mut().push(diagnostic);
        }
    }

    /// Runs a function without recording its diagnostics.
    pub(crate) fn muted<R>(&self, run: impl FnOnce() -> R) -> R {
        let before = self.muted.replace(true);
        let result = run();
        self.muted.set(before);
        result
    }

    pub(crate) fn error_count(&self) -> usize {
        self.diagnostics
            .borrow()
            .iter()
            .filter(|diagnostic| diagnostic.severity == Severity::Error)
            .count()
    }

    pub(crate) fn finish(self) -> Vec<Diagnostic> {
        self.diagnostics.into_inner()
    }
}
