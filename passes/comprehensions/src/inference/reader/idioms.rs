//! Division and remainder that round down, as the frontend writes them with operations of `arith`.
//!
//! ```mlir
//! %r = arith.remsi %a, %d                     // d > 0 a constant
//! arith.select (%r < 0), (%r + %d), %r        // a mod d
//!
//! %safe = arith.select (%b == -1), 1, %b
//! %r = arith.remsi %a, %safe
//! arith.select (%r != 0 && (%r ^ %safe) < 0), (%r + %safe), %r       // a mod b
//! arith.select (%b == -1), (0 - %a), (arith.floordivsi %a, %safe)    // a floordiv b
//! ```
//! Taken apart, these are choices between values of which only intervals are known; as one
//! operator the prover has its exact meaning for constant divisors.

use super::constant;
use melior::ir::Value;
use melior::ir::operation::OperationRef;
use tc_dialects::op;
use tc_syntax::expr::Operator;

/// The operation that defines `value`, if it has this name, with its operands.
fn defined<'c: 'a, 'a>(value: Value<'c, 'a>, name: &str) -> Option<Vec<Value<'c, 'a>>> {
    let operation = op::defining_operation(value)?;
    (op::name(operation) == name).then(|| op::operands(operation))
}

fn number<'c: 'a, 'a>(value: Value<'c, 'a>) -> Option<i64> {
    let operation = op::defining_operation(value)?;
    (op::name(operation) == "arith.constant")
        .then(|| constant(operation))
        .flatten()
}

/// Whether a value is a constant.
pub(super) fn is_number<'c: 'a, 'a>(value: Value<'c, 'a>) -> bool {
    number(value).is_some()
}

/// `a floordiv b` or `a mod b`, if the selection is one of them.
pub(super) fn floored<'c: 'a, 'a>(
    select: OperationRef<'c, 'a>,
) -> Option<(Operator, Value<'c, 'a>, Value<'c, 'a>)> {
    let [condition, changed, plain] = op::operands(select).try_into().ok()?;
    if let Some([a, divisor]) = pair(plain, "arith.remsi") {
        let [again, added] = pair(changed, "arith.addi")?;
        if !op::same_value(again, plain) || !op::same_value(added, divisor) {
            return None;
        }
        if number(divisor).is_some_and(|divisor| divisor > 0) {
            let [compared, zero] = pair(condition, "arith.cmpi")?;
            let is_sign = op::same_value(compared, plain) && number(zero) == Some(0);
            return (is_sign && predicate(condition) == Some(2)).then_some((
                Operator::Mod,
                a,
                divisor,
            ));
        }
        let [inexact, mixed] = pair(condition, "arith.andi")?;
        let [sign, zero] = pair(mixed, "arith.cmpi")?;
        let [first, second] = pair(sign, "arith.xori")?;
        let [compared, also_zero] = pair(inexact, "arith.cmpi")?;
        let is_correction = op::same_value(first, plain)
            && op::same_value(second, divisor)
            && op::same_value(compared, plain)
            && [zero, also_zero].map(number) == [Some(0); 2]
            && predicate(mixed) == Some(2)
            && predicate(inexact) == Some(1);
        return is_correction.then_some((Operator::Mod, a, without_minus_one(divisor)?));
    }
    let [a, safe] = pair(plain, "arith.floordivsi")?;
    let divisor = without_minus_one(safe)?;
    let [zero, negated] = pair(changed, "arith.subi")?;
    let [compared, minus_one] = pair(condition, "arith.cmpi")?;
    let is_division = op::same_value(negated, a)
        && op::same_value(compared, divisor)
        && number(zero) == Some(0)
        && number(minus_one) == Some(-1)
        && predicate(condition) == Some(0);
    is_division.then_some((Operator::FloorDiv, a, divisor))
}

fn pair<'c: 'a, 'a>(value: Value<'c, 'a>, name: &str) -> Option<[Value<'c, 'a>; 2]> {
    defined(value, name)?.try_into().ok()
}

/// The divisor of which -1 was replaced by 1.
fn without_minus_one<'c: 'a, 'a>(safe: Value<'c, 'a>) -> Option<Value<'c, 'a>> {
    let [condition, one, divisor] = defined(safe, "arith.select")?.try_into().ok()?;
    let [compared, minus_one] = pair(condition, "arith.cmpi")?;
    let is_guarded = op::same_value(compared, divisor)
        && number(minus_one) == Some(-1)
        && number(one) == Some(1)
        && predicate(condition) == Some(0);
    is_guarded.then_some(divisor)
}

fn predicate<'c: 'a, 'a>(value: Value<'c, 'a>) -> Option<i64> {
    super::predicate_of(op::defining_operation(value)?)
}
