//! The shapes and element types of matrix products.

/// Rows, columns and depth of a matrix product.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[allow(missing_docs)]
pub(crate) struct Shape {
    pub m: u32,
    pub n: u32,
    pub k: u32,
}

/// The type of matrix elements.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[allow(missing_docs)]
pub(crate) enum Element {
    F16,
    Bf16,
    Tf32,
    F32,
    F64,
    S8,
    U8,
    S32,
    E4M3,
    E5M2,
}

impl Element {
    pub fn bits(self) -> u32 {
        match self {
            Element::S8 | Element::U8 | Element::E4M3 | Element::E5M2 => 8,
            Element::F16 | Element::Bf16 => 16,
            Element::F64 => 64,
            _ => 32,
        }
    }

    pub fn is_integer(self) -> bool {
        matches!(self, Element::S8 | Element::U8 | Element::S32)
    }
}
