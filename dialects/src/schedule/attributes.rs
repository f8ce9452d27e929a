//! The attributes of the `schedule` dialect as Rust values.

use melior::ir::{Attribute, AttributeLike};
use melior::{Context, StringRef};

use super::isl_text::{IslKind, canonical};
use crate::sys;

/// `#schedule.set<"...">`, `#schedule.map<"...">` or `#schedule.aff<"...">` with isl's text of the
/// object.
pub fn isl_attribute<'c>(
    context: &'c Context,
    kind: IslKind,
    text: &str,
) -> Result<Attribute<'c>, String> {
    let text = canonical(kind, text).map_err(|refusal| refusal.reason)?;
    // SAFETY: the context is alive; the text is copied.
    Ok(unsafe {
        Attribute::from_raw(sys::tc_isl_get(
            context.to_raw(),
            kind as sys::TcIslKind,
            StringRef::new(&text).to_raw(),
        ))
    })
}

/// The text of an isl object; none for other attributes.
pub fn isl_text_of(attribute: Attribute) -> Option<String> {
    // SAFETY: the kind of attribute is asked before its text, which is copied.
    unsafe {
        if !sys::tc_attribute_is_isl(attribute.to_raw()) {
            return None;
        }
        let text = sys::text(sys::tc_isl_text(attribute.to_raw()));
        text.ok().map(str::to_string)
    }
}
