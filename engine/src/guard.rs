//! The calls of the compiler: contexts, and what happens to its errors and its panics.

use melior::Context;
use tc_runtime::{Failure, Reading};
use tc_syntax::diagnostic::{Code, Diagnostic};

/// How a program is read here: nothing is shown.
pub(crate) const READING: Reading = Reading {
    only_library: false,
    deny_warnings: false,
    progress: false,
};

/// The status of a [`Failure`] that is a mistake of the compiler.
pub const INTERNAL: u8 = 70;

/// Calls the compiler: a panic becomes an error, and what is said of options of the command line
/// becomes what a caller of the library can do.
pub(crate) fn guarded<T>(work: impl FnOnce() -> Result<T, Failure>) -> Result<T, Failure> {
    let result = tc_process::panics::catch(work).unwrap_or_else(|panic| {
        let internal = Diagnostic::error(None, format!("internal error: {panic}"));
        let help =
            "this is a mistake of the compiler: please report it with the text of the operator";
        Err(Failure {
            status: INTERNAL,
            ..Failure::of(vec![internal.help(help)])
        })
    });
    result.map_err(|mut failure| {
        failure.diagnostics.iter_mut().for_each(for_callers);
        failure
    })
}

fn for_callers(diagnostic: &mut Diagnostic) {
    let of_command_line = |text: &str| text.contains("--");
    if !diagnostic
        .help
        .as_ref()
        .is_some_and(|help| of_command_line(&help.text))
    {
        return;
    }
    diagnostic.help = None;
    let text = match diagnostic.code {
        Some(Code::TC0206) => {
            "give the size a value, or the shape of an input that has it; a size that is left open needs the value of one call"
        }
        Some(Code::TC0501) => "give the shape of the input",
        _ => return,
    };
    *diagnostic = diagnostic.clone().help(text);
}

/// A context for one call of the compiler.
pub(crate) fn new_context() -> Context {
    #[cfg(test)]
    CONTEXTS.set(CONTEXTS.get() + 1);
    tc_runtime::new_context()
}

#[cfg(test)]
thread_local! {
    /// The contexts that this thread has made.
    pub(crate) static CONTEXTS: std::cell::Cell<u64> = const { std::cell::Cell::new(0) };
}
