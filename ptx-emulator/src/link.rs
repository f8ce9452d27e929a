//! The linker: several PTX texts into one, as a driver links modules.

use crate::error::{Error, ErrorKind};

/// One text of several.
///
/// # Errors
/// No text.
pub fn link(texts: &[String]) -> Result<String, Error> {
    match texts {
        [one] => Ok(one.clone()),
        [] => Err(Error::new(
            ErrorKind::Syntax,
            "expected PTX to link, found none".to_owned(),
        )),
        _ => Ok(texts.concat()),
    }
}
