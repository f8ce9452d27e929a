//! The scalar types and their promotion (language specification, section 4).

use std::fmt;

/// A scalar type.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Scalar {
    /// `bool`
    Bool,
    /// `int8`
    Int8,
    /// `int16`
    Int16,
    /// `int32`, `int`
    Int32,
    /// `int64`, `long`
    Int64,
    /// `uint8`, `byte`
    UInt8,
    /// `uint16`
    UInt16,
    /// `uint32`, `uint`
    UInt32,
    /// `uint64`
    UInt64,
    /// `half`, `float16`
    Half,
    /// `bfloat16`
    BFloat16,
    /// `float`, `float32`
    Float,
    /// `double`, `float64`
    Double,
}

use Scalar::*;

impl Scalar {
    /// Every name with its type, the canonical name of each type first.
    pub const NAMES: [(&str, Scalar); 20] = [
        ("bool", Bool),
        ("int8", Int8),
        ("int16", Int16),
        ("int32", Int32),
        ("int64", Int64),
        ("uint8", UInt8),
        ("uint16", UInt16),
        ("uint32", UInt32),
        ("uint64", UInt64),
        ("half", Half),
        ("bfloat16", BFloat16),
        ("float", Float),
        ("double", Double),
        ("int", Int32),
        ("byte", UInt8),
        ("uint", UInt32),
        ("long", Int64),
        ("float16", Half),
        ("float32", Float),
        ("float64", Double),
    ];

    /// The type of a name or synonym.
    pub fn from_name(name: &str) -> Option<Scalar> {
        Self::NAMES
            .iter()
            .find(|(text, _)| *text == name)
            .map(|(_, scalar)| *scalar)
    }

    /// The canonical name.
    pub fn name(self) -> &'static str {
        Self::NAMES
            .iter()
            .find(|(_, scalar)| *scalar == self)
            .map_or("", |(name, _)| name)
    }

    /// Width in bits; bool counts as one.
    pub fn bits(self) -> u32 {
        match self {
            Bool => 1,
            Int8 | UInt8 => 8,
            Int16 | UInt16 | Half | BFloat16 => 16,
            Int32 | UInt32 | Float => 32,
            Int64 | UInt64 | Double => 64,
        }
    }

    /// `half bfloat16 float double`
    pub fn is_floating(self) -> bool {
        matches!(self, Half | BFloat16 | Float | Double)
    }

    /// The eight integer types; bool is not one of them.
    pub fn is_integer(self) -> bool {
        !self.is_floating() && self != Bool
    }

    /// `int8 int16 int32 int64`
    pub fn is_signed(self) -> bool {
        matches!(self, Int8 | Int16 | Int32 | Int64)
    }

    /// `half` and `bfloat16`: storage types, computed in float.
    pub fn is_storage_only(self) -> bool {
        matches!(self, Half | BFloat16)
    }

    /// The type in which values of this type are computed and accumulated.
    pub fn computed(self) -> Scalar {
        if self.is_storage_only() { Float } else { self }
    }

    fn signed_of(bits: u32) -> Scalar {
        match bits {
            8 => Int8,
            16 => Int16,
            32 => Int32,
            _ => Int64,
        }
    }

    /// Smallest and largest value of an integer type.
    pub fn integer_range(self) -> Option<(i128, i128)> {
        match (self.is_integer(), self.is_signed()) {
            (false, _) => None,
            (true, true) => Some((-(1 << (self.bits() - 1)), (1 << (self.bits() - 1)) - 1)),
            (true, false) => Some((0, (1 << self.bits()) - 1)),
        }
    }

    /// Promotion of two operands; for `+ - * / %` the caller first converts two bools to int32.
    pub fn promote(self, other: Scalar) -> Scalar {
        let (a, b) = (self, other);
        if a == b {
            return a;
        }
        if a == Bool || b == Bool {
            return if a == Bool { b } else { a };
        }
        match (a.is_floating(), b.is_floating()) {
            (true, false) => a,
            (false, true) => b,
            (true, true) if a.bits() == b.bits() => Float,
            (true, true) => {
                if a.bits() > b.bits() {
                    a
                } else {
                    b
                }
            }
            (false, false) if a.is_signed() == b.is_signed() => {
                if a.bits() > b.bits() {
                    a
                } else {
                    b
                }
            }
            (false, false) => Self::signed_of(a.bits().max(b.bits())),
        }
    }

    /// Whether a value of this type converts to `target` without a cast.
    pub fn converts_implicitly(self, target: Scalar) -> bool {
        if self == target || self == Bool {
            return true;
        }
        match (self.is_floating(), target.is_floating()) {
            (false, true) => true,
            (true, true) => target.bits() > self.bits(),
            (true, false) => false,
            (false, false) => {
                target != Bool
                    && target.bits() > self.bits()
                    && (self.is_signed() == target.is_signed() || target.is_signed())
            }
        }
    }
}

impl fmt::Display for Scalar {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str(self.name())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const ALL: [Scalar; 13] = [
        Bool, Int8, Int16, Int32, Int64, UInt8, UInt16, UInt32, UInt64, Half, BFloat16, Float,
        Double,
    ];

    #[test] // claims B34, I26
    fn synonyms_are_exact() {
        for (name, scalar) in [
            ("int", Int32),
            ("byte", UInt8),
            ("uint", UInt32),
            ("long", Int64),
            ("float16", Half),
            ("float32", Float),
            ("float64", Double),
        ] {
            assert_eq!(Scalar::from_name(name), Some(scalar));
            assert_ne!(scalar.name(), name);
        }
        assert_eq!(Scalar::from_name("char"), None);
        assert!(
            ALL.iter()
                .all(|scalar| Scalar::from_name(scalar.name()) == Some(*scalar))
        );
    }

    #[test]
    fn promotion_table() {
        for (a, b, result) in [
            (Bool, Int8, Int8),
            (Bool, Half, Half),
            (Int8, Int64, Int64),
            (UInt8, UInt16, UInt16),
            (Int32, UInt32, Int32),
            (Int8, UInt16, Int16),
            (UInt64, Int8, Int64),
            (UInt8, Int64, Int64),
            (Int64, Half, Half),
            (UInt64, Float, Float),
            (Half, BFloat16, Float),
            (Half, Float, Float),
            (Float, Double, Double),
        ] {
            assert_eq!(a.promote(b), result, "{a} {b}");
            assert_eq!(b.promote(a), result, "{b} {a}");
        }
        assert!(ALL.iter().all(|scalar| scalar.promote(*scalar) == *scalar));
    }

    #[test]
    fn implicit_conversions_lose_nothing() {
        let allowed = |from: Scalar| -> Vec<Scalar> {
            ALL.into_iter()
                .filter(|to| *to != from && from.converts_implicitly(*to))
                .collect()
        };
        assert_eq!(allowed(Bool).len(), 12);
        assert_eq!(
            allowed(Int8),
            [Int16, Int32, Int64, Half, BFloat16, Float, Double]
        );
        assert_eq!(
            allowed(UInt8),
            [
                Int16, Int32, Int64, UInt16, UInt32, UInt64, Half, BFloat16, Float, Double
            ]
        );
        assert_eq!(
            allowed(UInt32),
            [Int64, UInt64, Half, BFloat16, Float, Double]
        );
        assert_eq!(allowed(Int64), [Half, BFloat16, Float, Double]);
        assert_eq!(allowed(Half), [Float, Double]);
        assert_eq!(allowed(BFloat16), [Float, Double]);
        assert_eq!(allowed(Float), [Double]);
        assert_eq!(allowed(Double), []);
    }

    #[test]
    fn integer_ranges() {
        assert_eq!(Int8.integer_range(), Some((-128, 127)));
        assert_eq!(UInt64.integer_range(), Some((0, u64::MAX as i128)));
        assert_eq!(Float.integer_range(), None);
        assert_eq!(Bool.integer_range(), None);
    }
}
