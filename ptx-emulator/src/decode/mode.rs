//! The modifiers of floating-point instructions.

use super::Form;
use crate::float::{F16, Format, Rounding, canonical, flush};

/// The modifiers that every floating-point instruction may have.
#[derive(Debug, Clone, Copy)]
pub(super) struct Mode {
    pub rounding: Rounding,
    pub flush: bool,
    pub saturate: bool,
    pub relu: bool,
}

impl Mode {
    pub fn take(form: &mut Form) -> Mode {
        Mode {
            rounding: form.take_rounding().unwrap_or(Rounding::NearestEven),
            flush: form.take("ftz"),
            saturate: form.take("sat"),
            relu: form.take("relu"),
        }
    }

    pub fn is_plain(self) -> bool {
        self.rounding == Rounding::NearestEven && !self.flush && !self.saturate
    }

    pub fn input(self, value: f32) -> f32 {
        if self.flush { flush(value) } else { value }
    }

    pub fn output(self, value: f32) -> f32 {
        let value = canonical(self.input(value));
        if !self.saturate {
            value
        } else if value > 0.0 {
            value.min(1.0)
        } else {
            // A NaN saturates to +0.
            0.0
        }
    }

    /// `.ftz` on the bits of a small format: a subnormal half has an empty exponent field.
    pub fn flush_small(self, format: Format, bits: u32) -> u32 {
        let exponent = if format == F16 { 0x7c00 } else { 0x7f80 };
        if self.flush && bits & exponent == 0 {
            bits & 0x8000
        } else {
            bits
        }
    }

    /// The output step for a small format: bits in, bits out.
    pub fn output_small(self, format: Format, bits: u32) -> u32 {
        let value = format.value(bits);
        let value = if self.saturate {
            if value > 0.0 { value.min(1.0) } else { 0.0 }
        } else if self.relu && value <= 0.0 {
            0.0
        } else {
            return bits;
        };
        format.round(value, Rounding::NearestEven)
    }
}

/// A zero sum of opposite values is -0 when rounding down.
pub(super) fn signed_zero_sum(a: f64, b: f64, sum: f64, rounding: Rounding) -> f64 {
    let both_positive = a == 0.0 && b == 0.0 && a.is_sign_positive() && b.is_sign_positive();
    if sum == 0.0 && rounding == Rounding::Down && !both_positive {
        -0.0
    } else {
        sum
    }
}
