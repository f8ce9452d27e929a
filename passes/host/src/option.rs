//! Options of passes and pipelines: the Rust types that they can have, and their form in MLIR.
//!
//! MLIR knows five kinds (boolean, integer, text, lists of the last two). A Rust type chooses one
//! of them and checks the constraints that the kind does not express: that an integer is not
//! negative, that a text is one of several choices.

use super::ffi::{self, TcOptionValue, copy_text};

/// The kinds of option that MLIR parses and prints.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum OptionKind {
    /// `true` or `false`.
    Boolean = ffi::TcOptionBoolean as isize,
    /// A signed integer of 64 bits.
    Integer = ffi::TcOptionInteger as isize,
    /// Any text; MLIR adds quotes or braces if necessary.
    Text = ffi::TcOptionText as isize,
    /// Integers separated by commas.
    IntegerList = ffi::TcOptionIntegerList as isize,
    /// Texts separated by commas.
    TextList = ffi::TcOptionTextList as isize,
}

/// The value of an option in one of the kinds.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum OptionData {
    /// Of [`OptionKind::Boolean`].
    Boolean(bool),
    /// Of [`OptionKind::Integer`].
    Integer(i64),
    /// Of [`OptionKind::Text`].
    Text(String),
    /// Of [`OptionKind::IntegerList`].
    IntegerList(Vec<i64>),
    /// Of [`OptionKind::TextList`].
    TextList(Vec<String>),
}

/// A type that a field of a pass or pipeline declaration can have.
pub trait OptionValue: Sized {
    /// How MLIR parses and prints it.
    const KIND: OptionKind;

    /// The value as MLIR holds it.
    fn to_data(&self) -> OptionData;

    /// Converts a value that MLIR parsed; a refusal states what was expected and what was found.
    fn from_data(data: OptionData) -> Result<Self, String>;

    /// Words appended to the summary in `--help`, such as the list of choices.
    fn hint() -> Option<String> {
        None
    }
}

/// One option: its description in `--help`, and its default.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct OptionDeclaration {
    /// The name as written in a pipeline, in kebab case.
    pub name: String,
    /// The doc comment of the field, as one line.
    pub summary: String,
    /// How MLIR parses and prints it.
    pub kind: OptionKind,
    /// The value if a pipeline gives none.
    pub default: OptionData,
    /// Whether a printed pipeline states the value even if it is the default.
    pub written: bool,
}

impl OptionDeclaration {
    /// Declares the option of the field called `field`.
    pub fn new<T: OptionValue>(
        field: &str,
        documentation: &[&str],
        written: bool,
        default: &T,
    ) -> Self {
        let mut summary = one_line(documentation);
        if let Some(hint) = T::hint() {
            summary = format!("{summary} ({hint})");
        }
        Self {
            name: option_name(field),
            summary,
            kind: T::KIND,
            default: default.to_data(),
            written,
        }
    }
}

/// Reads one field; a refusal names the option.
pub fn read_field<T: OptionValue>(field: &str, data: OptionData) -> Result<T, String> {
    T::from_data(data).map_err(|reason| format!("option `{}`: {reason}", option_name(field)))
}

/// `min_size` is written `min-size`, as upstream does.
pub fn option_name(field: &str) -> String {
    field.replace('_', "-")
}

/// Joins doc comment lines into one.
pub fn one_line(documentation: &[&str]) -> String {
    let lines: Vec<&str> = documentation.iter().map(|line| line.trim()).collect();
    lines.join(" ").trim().to_owned()
}

impl OptionData {
    /// # Safety
    /// `value` must hold a value of `kind`, as `PassHost.h` lays it out.
    pub(super) unsafe fn from_raw(kind: OptionKind, value: &TcOptionValue) -> Self {
        let count = usize::try_from(value.count).unwrap_or(0);
        let integers = || -> Vec<i64> {
            (0..count)
                // SAFETY: the caller guarantees `count` integers if the kind has integers; other
                // kinds do not get here.
                .map(|index| unsafe { *value.integers.add(index) })
                .collect()
        };
        let texts = || -> Vec<String> {
            (0..count)
                // SAFETY: the caller guarantees `count` texts if the kind has texts; other kinds do
                // not get here.
                .map(|index| unsafe { copy_text(*value.texts.add(index)) })
                .collect()
        };
        match kind {
            OptionKind::Boolean => Self::Boolean(integers()[0] != 0),
            OptionKind::Integer => Self::Integer(integers()[0]),
            OptionKind::Text => Self::Text(texts().swap_remove(0)),
            OptionKind::IntegerList => Self::IntegerList(integers()),
            OptionKind::TextList => Self::TextList(texts()),
        }
    }
}

/// `OptionValue::KIND` fixes the kind; a value of another kind is a bug in the host.
fn wrong_kind<T>(expected: &str, data: &OptionData) -> Result<T, String> {
    Err(format!("expected {expected}, found {data:?}"))
}

macro_rules! plain_option {
    ($type:ty, $kind:ident, $expected:literal) => {
        impl OptionValue for $type {
            const KIND: OptionKind = OptionKind::$kind;

            fn to_data(&self) -> OptionData {
                OptionData::$kind(self.clone())
            }

            fn from_data(data: OptionData) -> Result<Self, String> {
                match data {
                    OptionData::$kind(value) => Ok(value),
                    other => wrong_kind($expected, &other),
                }
            }
        }
    };
}

plain_option!(bool, Boolean, "true or false");
plain_option!(i64, Integer, "an integer");
plain_option!(String, Text, "a text");
plain_option!(Vec<i64>, IntegerList, "a list of integers");
plain_option!(Vec<String>, TextList, "a list of texts");

macro_rules! unsigned_option {
    ($type:ty) => {
        impl OptionValue for $type {
            const KIND: OptionKind = OptionKind::Integer;

            fn to_data(&self) -> OptionData {
                OptionData::Integer(i64::try_from(*self).unwrap_or(i64::MAX))
            }

            fn from_data(data: OptionData) -> Result<Self, String> {
                let value = i64::from_data(data)?;
                Self::try_from(value).map_err(|_| {
                    format!(
                        "expected an integer from 0 to {}, found {value}",
                        <$type>::MAX
                    )
                })
            }
        }
    };
}

unsigned_option!(u32);
unsigned_option!(u64);
unsigned_option!(usize);

/// Written as text; the empty text means none.
impl OptionValue for Option<i64> {
    const KIND: OptionKind = OptionKind::Text;

    fn to_data(&self) -> OptionData {
        OptionData::Text(self.map(|value| value.to_string()).unwrap_or_default())
    }

    fn from_data(data: OptionData) -> Result<Self, String> {
        let text = String::from_data(data)?;
        if text.is_empty() {
            return Ok(None);
        }
        match text.parse() {
            Ok(value) => Ok(Some(value)),
            Err(_) => Err(format!("expected an integer or nothing, found `{text}`")),
        }
    }
}

/// The empty text means none.
impl OptionValue for Option<String> {
    const KIND: OptionKind = OptionKind::Text;

    fn to_data(&self) -> OptionData {
        OptionData::Text(self.clone().unwrap_or_default())
    }

    fn from_data(data: OptionData) -> Result<Self, String> {
        Ok(Some(String::from_data(data)?).filter(|text| !text.is_empty()))
    }
}

/// Declares an enumeration that an option can have, each variant with its spelling:
///
/// ```
/// tc_pass_host::choices! {
///     /// The memory that holds a promoted tile.
///     pub enum Space {
///         /// One tile per block.
///         Shared = "shared",
///         /// One tile per thread.
///         Registers = "registers",
///     }
/// }
/// ```
#[macro_export]
macro_rules! choices {
    (
        $(#[$meta:meta])*
        $visibility:vis enum $Name:ident {
            $( $(#[$variant_meta:meta])* $Variant:ident = $spelling:literal ),* $(,)?
        }
    ) => {
        $(#[$meta])*
        #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
        $visibility enum $Name { $( $(#[$variant_meta])* $Variant ),* }

        impl $Name {
            /// The spellings of all choices.
            pub const SPELLINGS: &'static [&'static str] = &[$($spelling),*];

            /// The choice's spelling in a pipeline.
            pub fn spelling(self) -> &'static str {
                match self { $(Self::$Variant => $spelling),* }
            }
        }

        impl $crate::OptionValue for $Name {
            const KIND: $crate::OptionKind = $crate::OptionKind::Text;

            fn to_data(&self) -> $crate::OptionData {
                $crate::OptionData::Text(self.spelling().to_owned())
            }

            fn from_data(data: $crate::OptionData) -> Result<Self, String> {
                let text = <String as $crate::OptionValue>::from_data(data)?;
                match text.as_str() {
                    $($spelling => Ok(Self::$Variant),)*
                    _ => Err(format!("expected one of {}; found `{text}`", Self::SPELLINGS.join(", "))),
                }
            }

            fn hint() -> Option<String> {
                Some(Self::SPELLINGS.join(", "))
            }
        }
    };
}

#[cfg(test)]
mod tests {
    use super::*;

    choices! {
        enum Space { Shared = "shared", Registers = "registers" }
    }

    #[test]
    fn choices_read_their_spelling_and_name_the_others() {
        let read = |text: &str| Space::from_data(OptionData::Text(text.to_owned()));
        assert_eq!(read("registers"), Ok(Space::Registers));
        assert_eq!(
            read("global"),
            Err("expected one of shared, registers; found `global`".to_owned())
        );
    }

    #[test]
    fn unsigned_integers_refuse_negative_values() {
        assert_eq!(
            u32::from_data(OptionData::Integer(-1)),
            Err("expected an integer from 0 to 4294967295, found -1".to_owned())
        );
    }

    #[test]
    fn optional_integers_tell_none_from_zero() {
        assert_eq!(Option::<i64>::from_data(None::<i64>.to_data()), Ok(None));
        assert_eq!(Option::<i64>::from_data(Some(0).to_data()), Ok(Some(0)));
    }

    #[test]
    fn declarations_carry_name_summary_and_hint() {
        let option = OptionDeclaration::new(
            "to_space",
            &[" where the tile", " lives"],
            false,
            &Space::Shared,
        );
        assert_eq!(option.name, "to-space");
        assert_eq!(option.summary, "where the tile lives (shared, registers)");
        assert_eq!(option.default, OptionData::Text("shared".to_owned()));
    }
}
