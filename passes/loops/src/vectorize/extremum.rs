//! The largest or smallest element of a row, as integers.
//!
//! The larger one of two numbers, where NaN wins and -0 is less than 0, is six operations with
//! masks on x86. The bits of numbers, taken as integers, need three, which have no order among
//! them: `most` is the largest one with a sign, `low` and `high` the smallest and the largest one
//! without. Bits without a sign grow with the magnitude, and those of negative numbers are the
//! larger ones. So, behind the loop,
//!
//! - a positive NaN was there if `most` is above the bits of infinity, and a negative one if `high`
//!   is above those of -infinity;
//! - the maximum is `most`, unless all numbers are negative: then the one of the least magnitude,
//!   `low`;
//! - the minimum is `high`, if a number is negative: the one of the largest magnitude; else `low`.

use melior::dialect::arith::CmpiPredicate;
use melior::ir::attribute::IntegerAttribute;
use melior::ir::r#type::IntegerType;
use tc_dialects::op;

use super::point::Point;
use crate::math::types::{float_name, vector_of};
use tc_pass_host::*;

/// What each integer is combined by, and what `vector.reduction` calls it.
const WORDS: [(&str, &str); 3] = [
    ("arith.maxsi", "maxsi"),
    ("arith.minui", "minui"),
    ("arith.maxui", "maxui"),
];

/// The integers of a row: `most`, `low`, `high`.
pub type Words<'c, 'a> = [Value<'c, 'a>; 3];

/// A maximum or minimum of numbers.
pub struct Extremum {
    is_maximum: bool,
    bits: u32,
    infinity: i64,
}

impl Extremum {
    /// The extremum that an operation computes, if it is one of f32 or f64 in which NaN wins.
    pub fn of(combine: OperationRef) -> Option<Self> {
        let is_maximum = match op::name(combine) {
            "arith.maximumf" => true,
            "arith.minimumf" => false,
            _ => return None,
        };
        let (bits, infinity) = match float_name(op::result(combine).r#type())? {
            "f32" => (32, i64::from(f32::INFINITY.to_bits())),
            "f64" => (64, f64::INFINITY.to_bits().cast_signed()),
            _ => return None,
        };
        Some(Extremum {
            is_maximum,
            bits,
            infinity,
        })
    }

    fn integer<'c>(&self, context: &'c Context) -> Type<'c> {
        IntegerType::new(context, self.bits).into()
    }

    fn number<'c>(&self, context: &'c Context, bits: i64) -> Attribute<'c> {
        IntegerAttribute::new(self.integer(context), bits).into()
    }

    /// The bits of -infinity as an integer with a sign.
    fn below_all(&self) -> i64 {
        self.infinity | (-1 << (self.bits - 1))
    }

    /// What a row begins with: infinity for a minimum, -infinity for a maximum.
    pub fn neutral<'c, 'a>(&self, at: &Point<'c, 'a>, width: i64) -> Value<'c, 'a> {
        let bits = if self.is_maximum {
            self.below_all()
        } else {
            self.infinity
        };
        let ty = vector_of(&[width], self.integer(at.context));
        at.splat(self.number(at.context, bits), ty)
    }

    /// The integers with another vector of numbers.
    pub fn combined<'c, 'a>(
        &self,
        at: &Point<'c, 'a>,
        words: Words<'c, 'a>,
        numbers: Value<'c, 'a>,
    ) -> Words<'c, 'a> {
        let bits = at.value("arith.bitcast", &[numbers], words[0].r#type(), &[]);
        let mut words = words;
        for (word, (name, _)) in words.iter_mut().zip(WORDS) {
            *word = at.binary(name, *word, bits);
        }
        words
    }

    /// The number of a row.
    pub fn result<'c, 'a>(
        &self,
        at: &Point<'c, 'a>,
        words: Words<'c, 'a>,
        element: Type<'c>,
    ) -> Value<'c, 'a> {
        let integer = self.integer(at.context);
        let [most, low, high] = [0, 1, 2].map(|at_word: usize| {
            let kind = WORDS[at_word].1;
            at.reduced(kind, words[at_word], integer)
        });
        let constant = |bits: i64| {
            let bits = self.number(at.context, bits);
            at.value("arith.constant", &[], integer, &[("value", bits)])
        };
        let positive = at.compare(CmpiPredicate::Sgt, most, constant(self.infinity));
        let negative = at.compare(CmpiPredicate::Ugt, high, constant(self.below_all()));
        let is_nan = at.binary("arith.ori", positive, negative);
        let (some, first) = if self.is_maximum {
            (at.compare(CmpiPredicate::Sge, most, constant(0)), most)
        } else {
            (at.compare(CmpiPredicate::Slt, high, constant(0)), high)
        };
        let number = at.select(some, first, low);
        // The lowest bit makes infinity a NaN.
        let number = at.select(is_nan, constant(self.infinity | 1), number);
        at.value("arith.bitcast", &[number], element, &[])
    }
}
