//! The scalar types and state spaces of PTX.

use std::fmt;

/// A PTX fundamental type, as written after the last dot of an opcode.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
#[allow(missing_docs)]
pub enum ScalarType {
    B8,
    B16,
    B32,
    B64,
    B128,
    U8,
    U16,
    U32,
    U64,
    S8,
    S16,
    S32,
    S64,
    F16,
    F16x2,
    Bf16,
    Bf16x2,
    Tf32,
    F32,
    F64,
    Predicate,
}

const NAMES: [(&str, ScalarType); 21] = [
    ("b8", ScalarType::B8),
    ("b16", ScalarType::B16),
    ("b32", ScalarType::B32),
    ("b64", ScalarType::B64),
    ("b128", ScalarType::B128),
    ("u8", ScalarType::U8),
    ("u16", ScalarType::U16),
    ("u32", ScalarType::U32),
    ("u64", ScalarType::U64),
    ("s8", ScalarType::S8),
    ("s16", ScalarType::S16),
    ("s32", ScalarType::S32),
    ("s64", ScalarType::S64),
    ("f16", ScalarType::F16),
    ("f16x2", ScalarType::F16x2),
    ("bf16", ScalarType::Bf16),
    ("bf16x2", ScalarType::Bf16x2),
    ("tf32", ScalarType::Tf32),
    ("f32", ScalarType::F32),
    ("f64", ScalarType::F64),
    ("pred", ScalarType::Predicate),
];

impl ScalarType {
    /// The type named by a modifier such as `f32`.
    pub fn from_name(name: &str) -> Option<Self> {
        NAMES
            .iter()
            .find(|(known, _)| *known == name)
            .map(|(_, ty)| *ty)
    }

    /// The modifier that names this type.
    pub fn name(self) -> &'static str {
        NAMES
            .iter()
            .find(|(_, ty)| *ty == self)
            .map_or("", |(name, _)| name)
    }

    /// Size in bytes; a predicate has none in memory and counts as one.
    pub fn bytes(self) -> usize {
        use ScalarType::*;
        match self {
            B8 | U8 | S8 | Predicate => 1,
            B16 | U16 | S16 | F16 | Bf16 => 2,
            B32 | U32 | S32 | F32 | F16x2 | Bf16x2 | Tf32 => 4,
            B64 | U64 | S64 | F64 => 8,
            B128 => 16,
        }
    }

    /// True for `s8`, `s16`, `s32`, `s64`.
    pub fn is_signed(self) -> bool {
        use ScalarType::*;
        matches!(self, S8 | S16 | S32 | S64)
    }

    /// True for every floating-point type, packed ones included.
    pub fn is_float(self) -> bool {
        use ScalarType::*;
        matches!(self, F16 | F16x2 | Bf16 | Bf16x2 | Tf32 | F32 | F64)
    }
}

impl fmt::Display for ScalarType {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str(self.name())
    }
}

/// A PTX state space. `Generic` is the space of an address without a space suffix.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
#[allow(missing_docs)]
pub enum Space {
    Generic,
    Global,
    Shared,
    Local,
    Parameter,
    Constant,
}

impl Space {
    /// The space that a modifier such as `global` or `shared::cta` names.
    pub fn from_name(name: &str) -> Option<Self> {
        Some(match name {
            "global" => Space::Global,
            "shared" | "shared::cta" | "shared::cluster" => Space::Shared,
            "local" => Space::Local,
            "param" | "param::entry" | "param::func" => Space::Parameter,
            "const" => Space::Constant,
            _ => return None,
        })
    }
}

impl fmt::Display for Space {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str(match self {
            Space::Generic => "generic",
            Space::Global => "global",
            Space::Shared => "shared",
            Space::Local => "local",
            Space::Parameter => "param",
            Space::Constant => "const",
        })
    }
}
