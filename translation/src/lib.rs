//! Between the checked tree of the frontend and the `tc` dialect, both ways.
//!
//! | module | contents |
//! | --- | --- |
//! | [`emit`](mod@emit) | the checked tree as operations, without ranges |
//! | [`raise`](mod@raise) | operations as the checked tree |

pub mod emit;
pub mod raise;

pub use emit::emit;
pub use raise::{raise, raise_at};

use melior::Context;
use melior::ir::Module;
use tc_frontend::tc::{Options, check, reachable};
use tc_syntax::diagnostic::{Diagnostic, SourceFile};

/// A compiled file: the module, with warnings and notes.
pub struct Compiled<'c> {
    /// The entry and all that it calls, as `tc.def` operations without ranges.
    pub module: Module<'c>,
    /// Warnings and notes.
    pub diagnostics: Vec<Diagnostic>,
}

/// Parses, checks and emits a file of TC text.
///
/// # Errors
/// All diagnostics if one is an error, and an entry that is unknown.
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
    let defs = reachable(&checked, entry).map_err(|error| vec![error])?;
    Ok(Compiled {
        module: emit(context, &checked.file, defs),
        diagnostics: checked.diagnostics,
    })
}
