//! Elements of tensors in register form, and how they combine.
//!
//! A register is a double, or an integer as [`scalar`] keeps it. A statement collects what it
//! writes in [`Sums`]: its reads see the tensor before the statement.

use super::scalar;
use crate::tc::Reduction;
use crate::tensor::{Data, ElementType, Tensor};
use half::{bf16, f16};
use std::cmp::Ordering;
use std::collections::HashMap;
use tc_syntax::rounding::{to_bfloat16, to_half};

/// The elements of a tensor that a statement writes, by position.
pub enum Sums {
    /// All elements: of a statement that runs once.
    Dense(Vec<u64>),
    /// The elements written so far: of a statement in a loop, which may write few.
    Sparse(HashMap<usize, u64>),
}

impl Sums {
    /// The element at a position; none if the tensor still has it.
    pub fn get(&self, position: usize) -> Option<u64> {
        match self {
            Sums::Dense(values) => Some(values[position]),
            Sums::Sparse(written) => written.get(&position).copied(),
        }
    }

    /// Sets the element at a position.
    pub fn set(&mut self, position: usize, value: u64) {
        match self {
            Sums::Dense(values) => values[position] = value,
            Sums::Sparse(written) => {
                written.insert(position, value);
            }
        }
    }

    /// Positions and values.
    pub fn into_list(self) -> Vec<(usize, u64)> {
        match self {
            Sums::Dense(values) => values.into_iter().enumerate().collect(),
            Sums::Sparse(written) => written.into_iter().collect(),
        }
    }
}

/// All elements of a tensor in register form.
pub fn load_all(tensor: &Tensor) -> Vec<u64> {
    (0..tensor.len())
        .map(|position| load(tensor, position))
        .collect()
}

/// An element in register form: integers signless, as values read from a tensor are.
pub fn load(tensor: &Tensor, position: usize) -> u64 {
    match tensor.data() {
        Data::Bool(values) => u64::from(values[position]),
        Data::I8(values) => i64::from(values[position]) as u64,
        Data::I16(values) => i64::from(values[position]) as u64,
        Data::I32(values) => i64::from(values[position]) as u64,
        Data::I64(values) => values[position] as u64,
        Data::U8(values) => i64::from(values[position] as i8) as u64,
        Data::U16(values) => i64::from(values[position] as i16) as u64,
        Data::U32(values) => i64::from(values[position] as i32) as u64,
        Data::U64(values) => values[position],
        Data::F16(values) => values[position].to_f64().to_bits(),
        Data::BF16(values) => values[position].to_f64().to_bits(),
        Data::F32(values) => f64::from(values[position]).to_bits(),
        Data::F64(values) => values[position].to_bits(),
    }
}

/// Stores register forms at positions; floating values are rounded to the element type.
pub fn store(tensor: &mut Tensor, values: &[(usize, u64)]) {
    macro_rules! all {
        ($ty:ty, $convert:expr) => {
            if let Some(slice) = tensor.as_mut_slice::<$ty>() {
                for (at, bits) in values {
                    slice[*at] = $convert(*bits);
                }
            }
        };
    }
    match tensor.element_type() {
        ElementType::Bool => {
            let bytes = tensor.bytes_mut();
            for (at, bits) in values {
                bytes[*at] = (*bits & 1) as u8;
            }
        }
        ElementType::I8 => all!(i8, |bits| bits as i8),
        ElementType::I16 => all!(i16, |bits| bits as i16),
        ElementType::I32 => all!(i32, |bits| bits as i32),
        ElementType::I64 => all!(i64, |bits| bits as i64),
        ElementType::U8 => all!(u8, |bits| bits as u8),
        ElementType::U16 => all!(u16, |bits| bits as u16),
        ElementType::U32 => all!(u32, |bits| bits as u32),
        ElementType::U64 => all!(u64, |bits| bits),
        ElementType::F16 => all!(f16, |bits| to_half(f64::from_bits(bits))),
        ElementType::BF16 => all!(bf16, |bits| to_bfloat16(f64::from_bits(bits))),
        ElementType::F32 => all!(f32, |bits| f64::from_bits(bits) as f32),
        ElementType::F64 => all!(f64, f64::from_bits),
    }
}

/// The identity: 0, 1, and for `min` and `max` the largest and the smallest value.
pub fn identity(reduction: Reduction, element: ElementType) -> u64 {
    match element.integer_range() {
        None => match reduction {
            Reduction::Add => 0.0_f64,
            Reduction::Mul => 1.0,
            Reduction::Min => f64::INFINITY,
            Reduction::Max => f64::NEG_INFINITY,
        }
        .to_bits(),
        Some((smallest, largest)) => match reduction {
            Reduction::Add => 0,
            Reduction::Mul => 1,
            // In register form, as values are: pairs compare for equality.
            Reduction::Min => scalar::canonical(largest as i64, width_of(element)) as u64,
            Reduction::Max => smallest as u64,
        },
    }
}

/// The order of the first components of two pairs: the one that wins is less. NaN wins, -0 is less
/// than +0.
pub fn compare(reduction: Reduction, element: ElementType, a: u64, b: u64) -> Ordering {
    if element.is_float() {
        let (a, b) = (f64::from_bits(a), f64::from_bits(b));
        return match (a.is_nan(), b.is_nan(), reduction) {
            (true, true, _) => Ordering::Equal,
            (true, false, _) => Ordering::Less,
            (false, true, _) => Ordering::Greater,
            (false, false, Reduction::Max) => b.total_cmp(&a),
            (false, false, _) => a.total_cmp(&b),
        };
    }
    match (a == b, combine(reduction, element, a, b) == a) {
        (true, _) => Ordering::Equal,
        (false, true) => Ordering::Less,
        (false, false) => Ordering::Greater,
    }
}

/// The bits of an integer in register form.
fn width_of(element: ElementType) -> u32 {
    match element {
        ElementType::Bool => 1,
        _ => 8 * element.size() as u32,
    }
}

pub fn combine(reduction: Reduction, element: ElementType, sum: u64, value: u64) -> u64 {
    if element.is_float() {
        let (sum, value) = (f64::from_bits(sum), f64::from_bits(value));
        return match reduction {
            Reduction::Add => sum + value,
            Reduction::Mul => sum * value,
            Reduction::Min => scalar::minimum(sum, value),
            Reduction::Max => -scalar::minimum(-sum, -value),
        }
        .to_bits();
    }
    let width = width_of(element);
    let (a, b) = (sum as i64, value as i64);
    let smaller = if element.is_unsigned() || width == 1 {
        scalar::unsigned(a, width) < scalar::unsigned(b, width)
    } else {
        a < b
    };
    match reduction {
        Reduction::Add => scalar::canonical(a.wrapping_add(b), width) as u64,
        Reduction::Mul => scalar::canonical(a.wrapping_mul(b), width) as u64,
        Reduction::Min => {
            if smaller {
                sum
            } else {
                value
            }
        }
        Reduction::Max => {
            if smaller {
                value
            } else {
                sum
            }
        }
    }
}
