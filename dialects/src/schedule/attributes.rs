//! The attributes of the `schedule` dialect as Rust values.

use melior::ir::{Attribute, AttributeLike};
use melior::{Context, StringRef};

use super::isl_text::{IslKind, canonical};
use super::tree::{MemberKind, Role};
use crate::sys;

/// Which enumerations the C++ side calls `MemberKind` and `Role`.
const MEMBER_KIND: u32 = 1;
const ROLE: u32 = 2;

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
            kind as u32,
            StringRef::new(&text).to_raw(),
        ))
    })
}

/// The text of an isl object; none for other attributes.
pub fn isl_text_of(attribute: Attribute) -> Option<String> {
    // SAFETY: the kind of attribute is asked before its text, which is copied.
    unsafe {
        if sys::tc_isl_kind(attribute.to_raw()) < 0 {
            return None;
        }
        let text = sys::text(sys::tc_isl_text(attribute.to_raw()));
        text.ok().map(str::to_string)
    }
}

fn enum_value(which: u32, attribute: Attribute) -> Option<usize> {
    // SAFETY: any attribute may be asked; one of another kind gives -1.
    usize::try_from(unsafe { sys::tc_enum_value(which, attribute.to_raw()) }).ok()
}

/// How the loop of a band member runs: `#schedule.member<...>`.
pub fn member_kind_of(attribute: Attribute) -> Option<MemberKind> {
    let value = enum_value(MEMBER_KIND, attribute)?;
    MemberKind::all().get(value).copied()
}

/// How a scop uses an argument: `#schedule.role<...>`.
pub fn role_of(attribute: Attribute) -> Option<Role> {
    let value = enum_value(ROLE, attribute)?;
    [Role::In, Role::Out, Role::InOut].get(value).copied()
}
