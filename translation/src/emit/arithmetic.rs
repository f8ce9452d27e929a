//! Operators and conversions in MLIR's `arith` (language specification, sections 4 and 5).
//!
//! | the language | MLIR |
//! | --- | --- |
//! | `/` on signed integers floors, the smallest integer divided by -1 wraps | `arith.floordivsi` with -1 taken out |
//! | `%` takes the sign of the divisor | `arith.remsi` and a correction |
//! | a cast to an integer saturates, NaN gives 0 | compare, select, `arith.fptosi` |
//! | a cast to bool is `x != 0`, true for NaN | `arith.cmpf une` |
//! | `float(x)` of a float rounds, which the evaluator must see | `arith.extf` to f64 and `arith.truncf` |
//! | half and bfloat16 are computed in float | `arith.extf` at reads, `arith.truncf` and `extf` at casts |

use super::values::{At, BodyEmitter};
use super::{computed_type, stored_type};
use melior::ir::attribute::IntegerAttribute;
use melior::ir::r#type::IntegerType;
use melior::ir::{Type, Value, ValueLike};
use tc_syntax::scalar::Scalar;
use tc_syntax::tc::ast::BinaryOp;

/// Predicates of `arith.cmpi`.
#[derive(Clone, Copy)]
enum Integers {
    Equal = 0,
    NotEqual = 1,
    SignedLess = 2,
    SignedLessEqual = 3,
    SignedGreater = 4,
    SignedGreaterEqual = 5,
    UnsignedLess = 6,
    UnsignedLessEqual = 7,
    UnsignedGreater = 8,
    UnsignedGreaterEqual = 9,
}

/// Predicates of `arith.cmpf`.
#[derive(Clone, Copy)]
pub(super) enum Floats {
    Equal = 1,
    Greater = 2,
    GreaterEqual = 3,
    Less = 4,
    LessEqual = 5,
    NotEqualOrUnordered = 13,
    Unordered = 14,
}

impl<'c: 'a, 'a> BodyEmitter<'c, 'a, '_> {
    fn boolean(&self) -> Type<'c> {
        IntegerType::new(self.context, 1).into()
    }

    fn predicate(&self, number: i64) -> melior::ir::Attribute<'c> {
        IntegerAttribute::new(IntegerType::new(self.context, 64).into(), number).into()
    }

    fn compare_integers(
        &self,
        at: At<'c, 'a>,
        predicate: Integers,
        a: Value<'c, 'a>,
        b: Value<'c, 'a>,
    ) -> Value<'c, 'a> {
        let predicate = self.predicate(predicate as i64);
        self.build(
            at,
            "arith.cmpi",
            &[a, b],
            self.boolean(),
            &[("predicate", predicate)],
        )
    }

    pub(super) fn compare_floats(
        &self,
        at: At<'c, 'a>,
        predicate: Floats,
        a: Value<'c, 'a>,
        b: Value<'c, 'a>,
    ) -> Value<'c, 'a> {
        let predicate = self.predicate(predicate as i64);
        self.build(
            at,
            "arith.cmpf",
            &[a, b],
            self.boolean(),
            &[("predicate", predicate)],
        )
    }

    pub(super) fn select(
        &self,
        at: At<'c, 'a>,
        condition: Value<'c, 'a>,
        a: Value<'c, 'a>,
        b: Value<'c, 'a>,
    ) -> Value<'c, 'a> {
        self.build(at, "arith.select", &[condition, a, b], a.r#type(), &[])
    }

    pub(super) fn negate(
        &self,
        at: At<'c, 'a>,
        value: Value<'c, 'a>,
        scalar: Scalar,
    ) -> Value<'c, 'a> {
        if scalar.is_floating() {
            return self.same(at, "arith.negf", &[value]);
        }
        let zero = self.integer(at, 0, value.r#type());
        self.same(at, "arith.subi", &[zero, value])
    }

    /// An operator on two operands of one type; `divisor` is the right one if it is a constant.
    pub(super) fn binary(
        &self,
        at: At<'c, 'a>,
        op: BinaryOp,
        scalar: Scalar,
        left: Value<'c, 'a>,
        right: Value<'c, 'a>,
        divisor: Option<i128>,
    ) -> Value<'c, 'a> {
        let name = match (op, scalar.is_floating(), scalar.is_signed()) {
            (BinaryOp::Add, true, _) => "arith.addf",
            (BinaryOp::Sub, true, _) => "arith.subf",
            (BinaryOp::Mul, true, _) => "arith.mulf",
            (BinaryOp::Div, true, _) => "arith.divf",
            (BinaryOp::Rem, true, _) => "arith.remf",
            (BinaryOp::Add, ..) => "arith.addi",
            (BinaryOp::Sub, ..) => "arith.subi",
            (BinaryOp::Mul, ..) => "arith.muli",
            (BinaryOp::Div, _, false) => "arith.divui",
            (BinaryOp::Rem, _, false) => "arith.remui",
            (BinaryOp::Div, ..) => return self.floor_div(at, left, right, divisor),
            (BinaryOp::Rem, ..) => return self.floor_mod(at, left, right, divisor),
            (BinaryOp::Or, ..) => "arith.ori",
            // Comparisons are separate instructions.
            _ => "arith.andi",
        };
        self.same(at, name, &[left, right])
    }

    /// Whether the divisor is -1, and the divisor with -1 replaced by 1.
    fn without_minus_one(
        &self,
        at: At<'c, 'a>,
        divisor: Value<'c, 'a>,
    ) -> (Value<'c, 'a>, Value<'c, 'a>) {
        let minus_one = self.integer(at, -1, divisor.r#type());
        let is_minus_one = self.compare_integers(at, Integers::Equal, divisor, minus_one);
        let one = self.integer(at, 1, divisor.r#type());
        (is_minus_one, self.select(at, is_minus_one, one, divisor))
    }

    fn floor_div(
        &self,
        at: At<'c, 'a>,
        a: Value<'c, 'a>,
        b: Value<'c, 'a>,
        divisor: Option<i128>,
    ) -> Value<'c, 'a> {
        match divisor {
            Some(-1) => self.negate(at, a, Scalar::Int64),
            Some(_) => self.same(at, "arith.floordivsi", &[a, b]),
            None => {
                let (is_minus_one, safe) = self.without_minus_one(at, b);
                let quotient = self.same(at, "arith.floordivsi", &[a, safe]);
                let negated = self.negate(at, a, Scalar::Int64);
                self.select(at, is_minus_one, negated, quotient)
            }
        }
    }

    fn floor_mod(
        &self,
        at: At<'c, 'a>,
        a: Value<'c, 'a>,
        b: Value<'c, 'a>,
        divisor: Option<i128>,
    ) -> Value<'c, 'a> {
        let zero = self.integer(at, 0, a.r#type());
        if divisor.is_some_and(|divisor| divisor > 0) {
            let remainder = self.same(at, "arith.remsi", &[a, b]);
            let negative = self.compare_integers(at, Integers::SignedLess, remainder, zero);
            let corrected = self.same(at, "arith.addi", &[remainder, b]);
            return self.select(at, negative, corrected, remainder);
        }
        let (_, safe) = self.without_minus_one(at, b);
        let remainder = self.same(at, "arith.remsi", &[a, safe]);
        let inexact = self.compare_integers(at, Integers::NotEqual, remainder, zero);
        let mixed = self.same(at, "arith.xori", &[remainder, safe]);
        let mixed = self.compare_integers(at, Integers::SignedLess, mixed, zero);
        let wrong = self.same(at, "arith.andi", &[inexact, mixed]);
        let corrected = self.same(at, "arith.addi", &[remainder, safe]);
        self.select(at, wrong, corrected, remainder)
    }

    pub(super) fn compare(
        &self,
        at: At<'c, 'a>,
        op: BinaryOp,
        operands: Scalar,
        a: Value<'c, 'a>,
        b: Value<'c, 'a>,
    ) -> Value<'c, 'a> {
        if operands.is_floating() {
            let predicate = match op {
                BinaryOp::Less => Floats::Less,
                BinaryOp::LessEqual => Floats::LessEqual,
                BinaryOp::Greater => Floats::Greater,
                BinaryOp::GreaterEqual => Floats::GreaterEqual,
                BinaryOp::NotEqual => Floats::NotEqualOrUnordered,
                _ => Floats::Equal,
            };
            return self.compare_floats(at, predicate, a, b);
        }
        let predicate = match (op, operands.is_signed()) {
            (BinaryOp::Less, true) => Integers::SignedLess,
            (BinaryOp::LessEqual, true) => Integers::SignedLessEqual,
            (BinaryOp::Greater, true) => Integers::SignedGreater,
            (BinaryOp::GreaterEqual, true) => Integers::SignedGreaterEqual,
            (BinaryOp::Less, false) => Integers::UnsignedLess,
            (BinaryOp::LessEqual, false) => Integers::UnsignedLessEqual,
            (BinaryOp::Greater, false) => Integers::UnsignedGreater,
            (BinaryOp::GreaterEqual, false) => Integers::UnsignedGreaterEqual,
            (BinaryOp::NotEqual, _) => Integers::NotEqual,
            _ => Integers::Equal,
        };
        self.compare_integers(at, predicate, a, b)
    }

    /// `to(value)` for a value of type `from`.
    pub(super) fn convert(
        &self,
        at: At<'c, 'a>,
        value: Value<'c, 'a>,
        from: Scalar,
        to: Scalar,
        explicit: bool,
    ) -> Value<'c, 'a> {
        match (from.is_floating(), to.is_floating()) {
            (true, true) => self.between_floats(at, value, from, to, explicit),
            (true, false) if to == Scalar::Bool => {
                let zero = self.floating(at, 0.0, value.r#type());
                self.compare_floats(at, Floats::NotEqualOrUnordered, value, zero)
            }
            (true, false) => self.saturate(at, value, to),
            (false, true) => {
                let name = if from.is_signed() {
                    "arith.sitofp"
                } else {
                    "arith.uitofp"
                };
                let converted =
                    self.build(at, name, &[value], computed_type(self.context, to), &[]);
                self.rounded_to(at, converted, to, explicit)
            }
            (false, false) if to == Scalar::Bool => {
                let zero = self.integer(at, 0, value.r#type());
                self.compare_integers(at, Integers::NotEqual, value, zero)
            }
            (false, false) => {
                let name = match to.bits().cmp(&from.bits()) {
                    std::cmp::Ordering::Equal => return value,
                    std::cmp::Ordering::Less => "arith.trunci",
                    std::cmp::Ordering::Greater if from.is_signed() => "arith.extsi",
                    std::cmp::Ordering::Greater => "arith.extui",
                };
                self.build(at, name, &[value], stored_type(self.context, to), &[])
            }
        }
    }

    /// A storage type is held in float; a written cast rounds to it.
    fn rounded_to(
        &self,
        at: At<'c, 'a>,
        value: Value<'c, 'a>,
        to: Scalar,
        explicit: bool,
    ) -> Value<'c, 'a> {
        if !explicit || !to.is_storage_only() {
            return value;
        }
        let narrow = self.build(
            at,
            "arith.truncf",
            &[value],
            stored_type(self.context, to),
            &[],
        );
        self.build(
            at,
            "arith.extf",
            &[narrow],
            computed_type(self.context, to),
            &[],
        )
    }

    /// A written cast of a value that has the type already. The evaluator computes in double and
    /// rounds at casts, so an operation must stand for it; for a machine the pair is nothing.
    fn rounded_to_float(&self, at: At<'c, 'a>, value: Value<'c, 'a>) -> Value<'c, 'a> {
        let (float, double) = (Scalar::Float, Scalar::Double);
        let wide = computed_type(self.context, double);
        let wide = self.build(at, "arith.extf", &[value], wide, &[]);
        let narrow = computed_type(self.context, float);
        self.build(at, "arith.truncf", &[wide], narrow, &[])
    }

    fn between_floats(
        &self,
        at: At<'c, 'a>,
        value: Value<'c, 'a>,
        from: Scalar,
        to: Scalar,
        explicit: bool,
    ) -> Value<'c, 'a> {
        if explicit && to.is_storage_only() {
            // From double in one step, to round only once.
            return self.rounded_to(at, value, to, explicit);
        }
        let name = match to.computed().bits().cmp(&from.computed().bits()) {
            std::cmp::Ordering::Equal if explicit && to == Scalar::Float => {
                return self.rounded_to_float(at, value);
            }
            std::cmp::Ordering::Equal => return value,
            std::cmp::Ordering::Less => "arith.truncf",
            std::cmp::Ordering::Greater => "arith.extf",
        };
        self.build(at, name, &[value], computed_type(self.context, to), &[])
    }

    /// A cast to an integer: toward zero, saturating, NaN to 0.
    fn saturate(&self, at: At<'c, 'a>, value: Value<'c, 'a>, to: Scalar) -> Value<'c, 'a> {
        let (float, ty) = (value.r#type(), stored_type(self.context, to));
        let (least, most) = to.integer_range().unwrap_or((0, 1));
        // The first values that are out of range; both are powers of two, or -1, and exact in every
        // floating type.
        let above = self.floating(at, (most + 1) as f64, float);
        let below = self.floating(at, if to.is_signed() { least as f64 } else { -1.0 }, float);
        let is_above = self.compare_floats(at, Floats::GreaterEqual, value, above);
        let is_below = self.compare_floats(at, Floats::LessEqual, value, below);
        let is_nan = self.compare_floats(at, Floats::Unordered, value, value);
        let outside = self.same(at, "arith.ori", &[is_above, is_below]);
        let outside = self.same(at, "arith.ori", &[outside, is_nan]);
        let zero = self.floating(at, 0.0, float);
        let safe = self.select(at, outside, zero, value);
        let name = if to.is_signed() {
            "arith.fptosi"
        } else {
            "arith.fptoui"
        };
        let converted = self.build(at, name, &[safe], ty, &[]);
        let most = self.integer(at, most, ty);
        let converted = self.select(at, is_above, most, converted);
        if !to.is_signed() {
            return converted;
        }
        let least = self.integer(at, least, ty);
        self.select(at, is_below, least, converted)
    }
}
