//! The linker: several PTX texts into one, as a driver links modules.

use crate::error::{Error, ErrorKind};
use crate::syntax;

/// One text of several modules, which [`Module::parse`](crate::Module::parse) reads: functions and
/// variables that one declares `.extern` are those that another one defines.
///
/// # Errors
/// No text, mistakes in one, or names that are defined twice.
///
/// ```
/// let texts = [
///     ".version 8.0 .target sm_80 .address_size 64 .extern .func (.reg .b32 r) f();
/// .visible .entry k() { .reg .b32 %a; call (%a), f, (); ret; }".to_owned(),
///     ".version 8.0\n.target sm_80 .address_size 64
/// .visible .func (.reg .b32 r) f() { mov.u32 r, 7; ret; }".to_owned(),
/// ];
/// let linked = ptx_emulator::link(&texts)?;
/// assert_eq!(ptx_emulator::Module::parse(&linked)?.kernel_names(), ["k"]);
/// # Ok::<(), ptx_emulator::Error>(())
/// ```
pub fn link(texts: &[String]) -> Result<String, Error> {
    if texts.is_empty() {
        let message = "expected PTX to link, found none".to_owned();
        return Err(Error::new(ErrorKind::Syntax, message));
    }
    let mut linked = String::new();
    for text in texts {
        linked += text.trim_end_matches('\0');
        linked.push('\n');
    }
    syntax::parse(&linked).map_err(Error::syntax)?;
    Ok(linked)
}
