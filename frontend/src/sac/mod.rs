//! The second language: tensor comprehensions in the notation of SaC (`docs/spec/sac.md`).
//!
//! | module | contents |
//! | --- | --- |
//! | [`syntax`] | tokens, syntax tree, parser with recovery |
//! | [`check`](mod@check) | names and types of elements: all errors of a file in one run |
//! | [`format`](mod@format) | canonical layout |
//! | [`shape`] | shapes without running: bound inference, dots, partitions |
//! | [`instantiate`] | shapes for symbolic extents: errors that need no arguments |
//! | [`interpret`] | the meaning on values, the oracle of tests |
//!
//! There is no lowering to the `tc` dialect yet, so a program is checked and not compiled.
//!
//! ```
//! use tc_dialects::diagnostic::SourceFile;
//!
//! let file = SourceFile::new("f.sac", "int[.] f(int[.] v) { return { [i] -> v[i+1] }; }");
//! assert_eq!(
//!     tc_frontend::sac::refusal(file)[0].short(),
//!     "f.sac:1:31: error[TC0709]: no bound for `i`: no selection has it alone as a subscript",
//! );
//! ```

pub mod check;
pub mod format;
pub mod instantiate;
pub mod interpret;
pub mod shape;
pub mod syntax;

pub use check::{Checked, check};
pub use format::format;
pub use instantiate::shape_errors;

use tc_dialects::diagnostic::{Code, Diagnostic, SourceFile};

/// All errors of a file; without any, that it cannot be compiled.
pub fn refusal(file: SourceFile) -> Vec<Diagnostic> {
    let checked = check(file);
    if checked.has_errors() {
        return checked.diagnostics;
    }
    let errors = shape_errors(&checked, None);
    if !errors.is_empty() {
        return errors;
    }
    let Some(function) = checked.parsed.program.functions.first() else {
        return vec![Diagnostic::error(None, "the file defines nothing")];
    };
    let message = "programs in the notation of SaC are checked, but not compiled yet";
    let place = checked.file.place(function.name.span.range());
    vec![
        Diagnostic::error(Code::TC0705, message)
            .at(place, "")
            .help("write it in TC: `docs/sac.md` compares them"),
    ]
}
