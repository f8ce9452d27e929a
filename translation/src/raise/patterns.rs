//! Operators that emission expands to several operations, see `emit::arithmetic` and
//! `emit::functions`.
//!
//! Each function inspects the operation that defines the result and returns the operands of the
//! operator. Everything that determines the value is compared, so that IR that only resembles a
//! pattern does not match.

use melior::ir::attribute::{FloatAttribute, IntegerAttribute};
use melior::ir::operation::OperationLike;
use melior::ir::r#type::IntegerType;
use melior::ir::{OperationRef, Value, ValueLike};
use tc_dialects::op;

/// The operands of the operation of that name that computes a value.
fn operands<'c: 'a, 'a, const N: usize>(
    value: Value<'c, 'a>,
    name: &str,
) -> Option<[Value<'c, 'a>; N]> {
    let operation =
        op::defining_operation(value).filter(|operation| op::name(*operation) == name)?;
    op::operands(operation).try_into().ok()
}

/// The operands of a comparison with this predicate.
fn compared<'c: 'a, 'a>(
    value: Value<'c, 'a>,
    name: &str,
    predicate: i64,
) -> Option<[Value<'c, 'a>; 2]> {
    let pair = operands(value, name)?;
    (self::predicate(op::defining_operation(value)?)? == predicate).then_some(pair)
}

/// The predicate of a comparison.
pub(super) fn predicate<'c: 'a, 'a>(operation: OperationRef<'c, 'a>) -> Option<i64> {
    let attribute = operation.attribute("predicate").ok()?;
    Some(IntegerAttribute::try_from(attribute).ok()?.value())
}

/// The value of an integer constant.
pub(super) fn integer<'c: 'a, 'a>(value: Value<'c, 'a>) -> Option<i64> {
    let operation = op::defining_operation(value)
        .filter(|operation| op::name(*operation) == "arith.constant")?;
    let attribute = IntegerAttribute::try_from(operation.attribute("value").ok()?).ok()?;
    Some(attribute.value())
}

/// The value of a floating constant.
pub(super) fn floating<'c: 'a, 'a>(value: Value<'c, 'a>) -> Option<f64> {
    let operation = op::defining_operation(value)
        .filter(|operation| op::name(*operation) == "arith.constant")?;
    let attribute = FloatAttribute::try_from(operation.attribute("value").ok()?).ok()?;
    Some(attribute.value())
}

fn is_integer<'c: 'a, 'a>(value: Value<'c, 'a>, expected: i64) -> bool {
    integer(value) == Some(expected)
}

fn same<'c: 'a, 'a>(a: Value<'c, 'a>, b: Value<'c, 'a>) -> bool {
    op::same_value(a, b)
}

const EQUAL: i64 = 0;
const NOT_EQUAL: i64 = 1;
const SIGNED_LESS: i64 = 2;
const FLOAT_EQUAL: i64 = 1;
const FLOAT_GREATER_EQUAL: i64 = 3;
const FLOAT_LESS_EQUAL: i64 = 5;
const FLOAT_UNORDERED: i64 = 14;

/// `-x` on integers.
pub(super) fn negation<'c: 'a, 'a>(value: Value<'c, 'a>) -> Option<Value<'c, 'a>> {
    let [zero, operand] = operands(value, "arith.subi")?;
    (is_integer(zero, 0)).then_some(operand)
}

/// `!x`
pub(super) fn not<'c: 'a, 'a>(value: Value<'c, 'a>) -> Option<Value<'c, 'a>> {
    let [operand, one] = operands(value, "arith.xori")?;
    let bits = IntegerType::try_from(value.r#type()).ok()?.width();
    (bits == 1 && integer(one).is_some_and(|one| one != 0)).then_some(operand)
}

/// The original divisor, of which -1 was replaced by 1.
fn without_minus_one<'c: 'a, 'a>(safe: Value<'c, 'a>) -> Option<(Value<'c, 'a>, Value<'c, 'a>)> {
    let [is_minus_one, one, divisor] = operands(safe, "arith.select")?;
    let [compared, minus_one] = compared(is_minus_one, "arith.cmpi", EQUAL)?;
    (is_integer(one, 1) && is_integer(minus_one, -1) && same(compared, divisor))
        .then_some((divisor, is_minus_one))
}

/// `a / b` where the divisor may be -1.
pub(super) fn floor_div<'c: 'a, 'a>(value: Value<'c, 'a>) -> Option<[Value<'c, 'a>; 2]> {
    let [condition, negated, quotient] = operands(value, "arith.select")?;
    let [dividend, safe] = operands(quotient, "arith.floordivsi")?;
    let (divisor, is_minus_one) = without_minus_one(safe)?;
    (same(condition, is_minus_one) && same(negation(negated)?, dividend))
        .then_some([dividend, divisor])
}

/// `a % b`, for a positive constant or any divisor.
pub(super) fn floor_mod<'c: 'a, 'a>(value: Value<'c, 'a>) -> Option<[Value<'c, 'a>; 2]> {
    let [condition, corrected, remainder] = operands(value, "arith.select")?;
    let [dividend, divisor] = operands(remainder, "arith.remsi")?;
    let [again, added] = operands(corrected, "arith.addi")?;
    if !same(again, remainder) {
        return None;
    }
    if let Some([left, zero]) = compared(condition, "arith.cmpi", SIGNED_LESS) {
        let fits = same(left, remainder) && is_integer(zero, 0) && same(added, divisor);
        return (fits && integer(divisor)? > 0).then_some([dividend, divisor]);
    }
    let (original, _) = without_minus_one(divisor)?;
    let [inexact, mixed] = operands(condition, "arith.andi")?;
    let [left, zero] = compared(inexact, "arith.cmpi", NOT_EQUAL)?;
    let [signs, other_zero] = compared(mixed, "arith.cmpi", SIGNED_LESS)?;
    let [a, b] = operands(signs, "arith.xori")?;
    let fits = same(left, remainder)
        && same(a, remainder)
        && same(b, divisor)
        && same(added, divisor)
        && is_integer(zero, 0)
        && is_integer(other_zero, 0);
    fits.then_some([dividend, original])
}

/// A saturating cast to an integer: the operand, and whether the result is signed.
pub(super) fn saturated<'c: 'a, 'a>(value: Value<'c, 'a>) -> Option<(Value<'c, 'a>, bool)> {
    let bits = IntegerType::try_from(value.r#type()).ok()?.width();
    let [condition, limit, inner] = operands(value, "arith.select")?;
    let (operand, below) = match compared(condition, "arith.cmpf", FLOAT_LESS_EQUAL) {
        Some([operand, below]) => (operand, below),
        None => return above(value, false, bits).map(|operand| (operand, false)),
    };
    let least = -(2f64.powi(bits as i32 - 1));
    let signed = floating(below)? == least && integer(limit)? as f64 == least;
    (signed && same(above(inner, true, bits)?, operand)).then_some((operand, true))
}

/// The cast with its upper limit: the operand.
fn above<'c: 'a, 'a>(value: Value<'c, 'a>, signed: bool, bits: u32) -> Option<Value<'c, 'a>> {
    let name = if signed {
        "arith.fptosi"
    } else {
        "arith.fptoui"
    };
    let [condition, limit, converted] = operands(value, "arith.select")?;
    let [operand, most] = compared(condition, "arith.cmpf", FLOAT_GREATER_EQUAL)?;
    let [safe] = operands(converted, name)?;
    let [outside, zero, again] = operands(safe, "arith.select")?;
    let [out_of_range, nan] = operands(outside, "arith.ori")?;
    let [is_above, is_below] = operands(out_of_range, "arith.ori")?;
    let [first, second] = compared(nan, "arith.cmpf", FLOAT_UNORDERED)?;
    let [low_operand, _] = compared(is_below, "arith.cmpf", FLOAT_LESS_EQUAL)?;
    let exponent = if signed { bits - 1 } else { bits } as i32;
    let largest = match (signed, bits) {
        (true, 64) => i64::MAX,
        (true, _) => (1 << (bits - 1)) - 1,
        (false, _) => -1,
    };
    let fits = same(operand, again)
        && same(operand, first)
        && same(operand, second)
        && same(operand, low_operand)
        && same(condition, is_above)
        && floating(zero)? == 0.0
        && floating(most)? == 2f64.powi(exponent)
        && sign_extended(integer(limit)?, bits) == largest;
    fits.then_some(operand)
}

fn sign_extended(value: i64, bits: u32) -> i64 {
    let unused = 64 - bits;
    (value << unused) >> unused
}

/// `hypot(a, b)`
pub(super) fn hypot<'c: 'a, 'a>(value: Value<'c, 'a>) -> Option<[Value<'c, 'a>; 2]> {
    let [is_infinite, infinity, rest] = operands(value, "arith.select")?;
    let [is_nan, nan, rest] = operands(rest, "arith.select")?;
    let [is_zero, zero_value, product] = operands(rest, "arith.select")?;
    let [large, root] = operands(product, "arith.mulf")?;
    let [square] = operands(root, "math.sqrt")?;
    let [ratio, again, one] = operands(square, "math.fma")?;
    let [small, divisor] = operands(ratio, "arith.divf")?;
    let [a, b] = operands(large, "arith.maxnumf")?;
    let [c, d] = operands(small, "arith.minnumf")?;
    let [x] = operands(a, "math.absf")?;
    let [y] = operands(b, "math.absf")?;
    let [left, right] = operands(nan, "arith.addf")?;
    let [infinite, limit] = compared(is_infinite, "arith.cmpf", FLOAT_EQUAL)?;
    let [first, second] = compared(is_nan, "arith.cmpf", FLOAT_UNORDERED)?;
    let [zero_operand, zero] = compared(is_zero, "arith.cmpf", FLOAT_EQUAL)?;
    let pairs = [
        (ratio, again),
        (divisor, large),
        (a, c),
        (b, d),
        (a, left),
        (b, right),
        (a, first),
        (b, second),
        (infinite, large),
        (zero_operand, large),
        (zero_value, large),
    ];
    let fits = pairs.into_iter().all(|(one, other)| same(one, other))
        && floating(one)? == 1.0
        && floating(zero)? == 0.0
        && floating(limit)? == f64::INFINITY
        && floating(infinity)? == f64::INFINITY;
    fits.then_some([x, y])
}
