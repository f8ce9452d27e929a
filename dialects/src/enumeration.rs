//! The enumerations that ODS declares (`td/`), as Rust enumerations. A value goes from one language
//! to the other as its word, and a test compares the words.

use std::fmt::Display;

use melior::ir::{Attribute, AttributeLike};
use melior::{Context, StringRef};

use crate::schedule::tree::{ArrayKind, MemberKind, Role};
use crate::sys::{self, TcEnumeration};
use crate::tc::Reduction;

/// A Rust enumeration with the values of one of ODS.
pub(crate) trait Enumeration: Copy + Display + 'static {
    /// Which one of ODS.
    const WHICH: TcEnumeration;

    /// All values.
    fn all() -> Vec<Self>;

    /// The word of a value.
    fn word(self) -> String {
        self.to_string()
    }

    /// The value of an attribute; `None` for an attribute of another kind.
    fn of(attribute: Attribute) -> Option<Self> {
        // SAFETY: the attribute is alive, and C++ returns a constant.
        let word = unsafe { sys::text(sys::tc_enum_word(Self::WHICH, attribute.to_raw())) };
        let word = word.ok()?;
        Self::all().into_iter().find(|value| value.word() == word)
    }

    /// The attribute that holds the value.
    ///
    /// # Panics
    /// If ODS does not have the value.
    fn attribute(self, context: &Context) -> Attribute<'_> {
        let word = self.word();
        // SAFETY: the context is alive; the word is read during the call.
        let attribute = unsafe {
            let word = StringRef::new(&word).to_raw();
            Attribute::from_option_raw(sys::tc_enum_get(context.to_raw(), Self::WHICH, word))
        };
        match attribute {
            Some(attribute) => attribute,
            None => panic!("`{word}` is not a value of the enumeration"),
        }
    }
}

impl Enumeration for Reduction {
    const WHICH: TcEnumeration = sys::TcReduction;

    fn all() -> Vec<Self> {
        Reduction::ALL.to_vec()
    }
}

impl Enumeration for MemberKind {
    const WHICH: TcEnumeration = sys::TcMemberKind;

    fn all() -> Vec<Self> {
        MemberKind::all()
    }

    fn word(self) -> String {
        MemberKind::word(self)
    }
}

impl Enumeration for Role {
    const WHICH: TcEnumeration = sys::TcRole;

    fn all() -> Vec<Self> {
        Role::ALL.to_vec()
    }
}

/// Those that ODS has; the arrays of the caller are arguments there.
impl Enumeration for ArrayKind {
    const WHICH: TcEnumeration = sys::TcArrayKind;

    fn all() -> Vec<Self> {
        ArrayKind::DECLARED.to_vec()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::tests::context;

    /// The words of an enumeration of ODS.
    fn words(which: TcEnumeration) -> Vec<String> {
        let mut words: Vec<String> = Vec::new();
        // SAFETY: the words are collected during the call.
        unsafe { sys::tc_enum_words(which, Some(sys::collect_text), (&raw mut words).cast()) };
        words
    }

    fn check<E: Enumeration + PartialEq + std::fmt::Debug>() {
        let context = context();
        let values = E::all();
        let own: Vec<String> = values.iter().map(|value| value.word()).collect();
        assert_eq!(own, words(E::WHICH));
        for value in values {
            assert_eq!(E::of(value.attribute(&context)), Some(value));
        }
    }

    #[test]
    fn ods_and_rust_have_the_same_values() {
        check::<Reduction>();
        check::<MemberKind>();
        check::<Role>();
        check::<ArrayKind>();
    }

    #[test]
    fn another_attribute_has_no_value() {
        let context = context();
        let member = MemberKind::Unroll.attribute(&context);
        assert_eq!(Role::of(member), None);
        let text = Attribute::parse(&context, "\"in\"").expect("a string");
        assert_eq!(Role::of(text), None);
    }
}
