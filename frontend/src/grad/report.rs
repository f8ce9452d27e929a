//! What has no gradient, by name, place and next step.

use std::collections::HashSet;
use tc_syntax::Span;
use tc_syntax::diagnostic::{Code, Diagnostic, SourceFile};

/// More terms than any operator has that a person writes.
const MOST_TERMS: usize = 400_000;

/// Collects errors.
pub(super) struct Report<'r> {
    file: &'r SourceFile,
    seen: HashSet<(String, Span)>,
    pub(super) errors: Vec<Diagnostic>,
}

impl<'r> Report<'r> {
    pub(super) fn new(file: &'r SourceFile) -> Self {
        Report {
            file,
            seen: HashSet::new(),
            errors: Vec::new(),
        }
    }

    fn push(
        &mut self,
        code: impl Into<Option<Code>>,
        message: String,
        span: Span,
        label: &str,
        help: &str,
    ) {
        if self.seen.insert((message.clone(), span)) {
            let place = self.file.place(span.range());
            let error = Diagnostic::error(code, message).at(place, label);
            self.errors.push(error.help(help));
        }
    }

    pub(super) fn no_derivative(&mut self, function: &str, span: Span) {
        self.push(
            None,
            format!("`{function}` has no derivative here"),
            span,
            "called on values that need a gradient",
            "write it with `+ - * /`, `exp`, `log`, `sqrt` and the like",
        );
    }

    /// `what` is missing: a floating input, or a floating return.
    pub(super) fn nothing(&mut self, def: &str, what: &str, span: Span) {
        self.push(
            Code::TC0803,
            format!("`{def}` has no {what} of a floating type, so it has no gradient"),
            span,
            "",
            "integers and conditions have no gradient; use `float` or `double`",
        );
    }

    /// A value that a derivative uses, and that a later statement overwrites.
    pub(super) fn overwritten(&mut self, tensor: &str, places: &str, span: Span) {
        let element = if places.is_empty() {
            tensor.to_owned()
        } else {
            format!("{tensor}({places})")
        };
        self.push(
            Code::TC0804,
            format!("the gradient needs `{element}`, which is overwritten later"),
            span,
            "read here",
            &format!(
                "keep all values of `{tensor}`: give it a dimension for time, \
                 as in `{tensor}(t+1, ..) = ..`, or write to a tensor of another name"
            ),
        );
    }

    /// A form without a gradient.
    pub(super) fn not_yet(&mut self, what: &str, span: Span) {
        self.push(
            Code::TC0805,
            format!("{what} has no gradient yet"),
            span,
            "",
            "write the result to another tensor, in a statement of its own",
        );
    }

    /// Whether the derivation has become too large, which is reported once.
    pub(super) fn is_full(&mut self, terms: usize) -> bool {
        if terms >= MOST_TERMS {
            self.too_large();
        }
        terms >= MOST_TERMS
    }

    /// The gradient is longer than anybody reads.
    pub(super) fn too_large(&mut self) {
        let error = Diagnostic::error(Code::TC0601, "the gradient is too large to be written");
        self.errors
            .push(error.help("split the def: derive the parts, and call their gradients in turn"));
    }
}
