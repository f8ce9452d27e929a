//! The frontend of the TC notation: text to the `tc` dialect, and back to text in canonical layout.
//!
//! | module | contents |
//! | --- | --- |
//! | [`syntax`] | tokens, syntax tree, parser with recovery |
//! | [`check`](mod@check) | names and types: all errors of a file in one run |
//! | [`emit`](mod@emit) | emission of the `tc` dialect without ranges |
//! | [`format`](mod@format) | canonical layout |
//! | [`symbols`](mod@symbols) | the symbol of each name, for editors |
//! | [`raise`](mod@raise) | raising the `tc` dialect to text |
//! | [`grad`] | the gradient of a definition, as text |
//! | [`sac`] | the same for the SaC notation |
//! | [`canonical`](mod@canonical) | the identity of a definition, independent of names |
//!
//! ```
//! use tc_dialects::diagnostic::SourceFile;
//! use tc_frontend::{Options, check};
//!
//! let text = "def mv(float(M,K) A, float(K) x) -> (y) { y(i) = A(i,k) * x(k) }";
//! let checked = check(SourceFile::new("mv.tc", text), &Options::default());
//! assert_eq!(
//!     checked.diagnostics[0].short(),
//!     "mv.tc:1:48: error[TC0210]: index `k` appears only on the right-hand side, but `=` does not reduce",
//! );
//! ```

pub mod batch;
pub mod canonical;
pub mod check;
pub mod emit;
pub mod format;
pub mod grad;
pub use tc_dialects::near;
pub mod raise;
pub mod sac;
pub mod scalar;
pub mod source;
pub mod symbols;
pub mod syntax;

pub use canonical::canonical;
pub use check::{Checked, Options, check};
pub use emit::emit;
pub use format::format;
pub use raise::{Raised, raise};
pub use source::{check_lossless, read_source};

use melior::Context;
use melior::ir::Module;
use tc_dialects::diagnostic::{Diagnostic, SourceFile};

/// A compiled file: the module, with warnings and notes.
pub struct Compiled<'c> {
    /// The entry and all that it calls, as `tc.def` operations without ranges.
    pub module: Module<'c>,
    /// Warnings and notes.
    pub diagnostics: Vec<Diagnostic>,
}

/// Parses, checks and emits a file; in the error case with at least one error.
pub fn compile<'c>(
    context: &'c Context,
    file: SourceFile,
    entry: Option<&str>,
    options: &Options,
) -> Result<Compiled<'c>, Vec<Diagnostic>> {
    let checked = check(file, options);
    if checked.has_errors() {
        return Err(checked.diagnostics);
    }
    match emit(context, &checked, entry) {
        Ok(module) => Ok(Compiled {
            module,
            diagnostics: checked.diagnostics,
        }),
        Err(error) => Err(vec![error]),
    }
}
