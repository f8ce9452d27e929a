//! The types of values and of array elements: their names here and in `.npy` files, their bytes and
//! their text.

use half::{bf16, f16};
use std::fmt;

/// A type of numbers.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Element {
    I8,
    U8,
    I16,
    U16,
    I32,
    U32,
    I64,
    U64,
    F16,
    Bf16,
    F32,
    F64,
}

/// Each type with its name, its name in `.npy` files (ml_dtypes saves bfloat16 as two opaque
/// bytes), and its bytes.
const ALL: [(Element, &str, &str, usize); 12] = [
    (Element::I8, "i8", "|i1", 1),
    (Element::U8, "u8", "|u1", 1),
    (Element::I16, "i16", "<i2", 2),
    (Element::U16, "u16", "<u2", 2),
    (Element::I32, "i32", "<i4", 4),
    (Element::U32, "u32", "<u4", 4),
    (Element::I64, "i64", "<i8", 8),
    (Element::U64, "u64", "<u8", 8),
    (Element::F16, "f16", "<f2", 2),
    (Element::Bf16, "bf16", "|V2", 2),
    (Element::F32, "f32", "<f4", 4),
    (Element::F64, "f64", "<f8", 8),
];

/// `$body` with `$t` as the Rust type of `$element`.
macro_rules! with_type {
    ($element:expr, $t:ident => $body:expr) => {{
        macro_rules! as_type {
            ($name:ty) => {{
                type $t = $name;
                $body
            }};
        }
        match $element {
            Element::I8 => as_type!(i8),
            Element::U8 => as_type!(u8),
            Element::I16 => as_type!(i16),
            Element::U16 => as_type!(u16),
            Element::I32 => as_type!(i32),
            Element::U32 => as_type!(u32),
            Element::I64 => as_type!(i64),
            Element::U64 => as_type!(u64),
            Element::F16 => as_type!(half::f16),
            Element::Bf16 => as_type!(half::bf16),
            Element::F32 => as_type!(f32),
            Element::F64 => as_type!(f64),
        }
    }};
}

impl Element {
    pub fn from_name(name: &str) -> Option<Element> {
        let found = ALL.iter().find(|(_, known, ..)| *known == name);
        found.map(|(element, ..)| *element)
    }

    /// All names, as messages list them.
    pub fn names() -> String {
        ALL.map(|(_, name, ..)| name).join(" ")
    }

    fn row(self) -> (Element, &'static str, &'static str, usize) {
        ALL[self as usize]
    }

    pub fn name(self) -> &'static str {
        self.row().1
    }

    /// Its name in `.npy` files.
    pub fn npy(self) -> &'static str {
        self.row().2
    }

    pub fn bytes(self) -> usize {
        self.row().3
    }

    /// The bytes of a number that a person wrote.
    pub fn parse(self, text: &str) -> Result<Vec<u8>, String> {
        let wrong = || format!("expected a number of the type {self}, found `{text}`");
        match self {
            // Rounded once.
            Element::F16 | Element::Bf16 => {
                let value: f64 = text.parse().map_err(|_| wrong())?;
                Ok(match self {
                    Element::F16 => f16::from_f64(value).to_le_bytes().to_vec(),
                    _ => bf16::from_f64(value).to_le_bytes().to_vec(),
                })
            }
            _ => with_type!(self, T => {
                let value: T = text.parse().map_err(|_| wrong())?;
                Ok(value.to_le_bytes().to_vec())
            }),
        }
    }

    /// The elements of an array as text: the fewest digits that read back as the same number.
    pub fn texts(self, bytes: &[u8]) -> Vec<String> {
        with_type!(self, T => {
            let elements = bytes.chunks_exact(self.bytes());
            elements
                .filter_map(|element| Some(T::from_le_bytes(element.try_into().ok()?).to_string()))
                .collect()
        })
    }
}

impl fmt::Display for Element {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str(self.name())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_number_is_the_same_as_text_and_as_bytes() {
        for (row, (element, name, _, bytes)) in ALL.iter().enumerate() {
            assert_eq!(Element::from_name(name), Some(*element));
            assert_eq!(*element as usize, row);
            let encoded = element.parse("100").unwrap();
            assert_eq!(encoded.len(), *bytes);
            assert_eq!(element.texts(&encoded), ["100"]);
        }
        assert_eq!(
            Element::F32.texts(&Element::F32.parse("0.1").unwrap()),
            ["0.1"]
        );
        assert_eq!(
            Element::U8.parse("256"),
            Err("expected a number of the type u8, found `256`".to_owned())
        );
    }
}
