//! Values of type `i1` as conditions: what a guard says.
//!
//! A comparison of integers is a comparison of their expressions. Unsigned ones compare the bits,
//! taken as signed numbers. A comparison of floating values is understood where both sides are
//! integers converted to a floating type, or constants, or choices between such: a conversion never
//! changes the order, but it may make different integers equal, so unless it is exact only one
//! direction follows, and the other is [`Formula::Unknown`].

use super::{Reader, constant, predicate_of, reads_unsigned, width, yielded};
use crate::inference::model::Formula;
use melior::ir::attribute::FloatAttribute;
use melior::ir::operation::{OperationLike, OperationRef};
use melior::ir::{Value, ValueLike};
use tc_dialects::op;
use tc_syntax::expr::{Comparison, Condition, Expr, Operator};

/// A floating value that is known well enough to compare it.
enum Floating {
    Constant(f64),
    /// An integer, converted; `exact` if no two integers of its type become equal.
    Converted {
        integer: Expr,
        exact: bool,
    },
    /// `condition ? yes : no`
    Choice(Formula, Box<[Floating; 2]>),
}

/// Integers of at most this magnitude are exact in every floating type of a computation.
const EXACT: f64 = 16_777_216.0;

impl Reader<'_, '_, '_> {
    /// A value of type `i1` as a condition.
    pub(super) fn formula<'c: 'a, 'a>(&mut self, value: Value<'c, 'a>) -> Formula {
        let Some(operation) = op::defining_operation(value) else {
            return Formula::Unknown;
        };
        let operands = op::operands(operation);
        match (op::name(operation), operands.as_slice()) {
            ("arith.constant", _) => match constant(operation) {
                Some(0) => Formula::Any(Vec::new()),
                Some(_) => Formula::All(Vec::new()),
                None => Formula::Unknown,
            },
            ("arith.cmpi", [a, b]) => self.comparison(operation, *a, *b),
            ("arith.cmpf", [a, b]) if !self.plain => self.float_comparison(operation, *a, *b),
            ("arith.andi", [a, b]) => Formula::All(vec![self.formula(*a), self.formula(*b)]),
            ("arith.ori", [a, b]) => Formula::Any(vec![self.formula(*a), self.formula(*b)]),
            ("arith.xori", [a, b]) => differ(self.formula(*a), self.formula(*b)),
            ("arith.select", [condition, a, b]) => {
                let condition = self.formula(*condition);
                let branches = [self.formula(*a), self.formula(*b)];
                self.chosen(condition, branches)
            }
            ("scf.if", [condition]) => match yielded(operation, value) {
                Some([yes, no]) => {
                    let condition = self.formula(*condition);
                    let branches = [self.formula(yes), self.formula(no)];
                    self.chosen(condition, branches)
                }
                None => Formula::Unknown,
            },
            _ => Formula::Unknown,
        }
    }

    /// A choice between conditions, which a lazy `&&` or `||` is too; no plain one.
    fn chosen(&self, condition: Formula, [yes, no]: [Formula; 2]) -> Formula {
        if self.plain {
            Formula::Unknown
        } else {
            choose(condition, yes, no)
        }
    }

    fn comparison<'c: 'a, 'a>(
        &mut self,
        operation: OperationRef<'c, 'a>,
        a: Value<'c, 'a>,
        b: Value<'c, 'a>,
    ) -> Formula {
        let predicate = predicate_of(operation);
        if width(a.r#type()) == 1 {
            let (a, b) = (self.formula(a), self.formula(b));
            return match predicate {
                Some(0) => Formula::Not(Box::new(differ(a, b))),
                Some(1) => differ(a, b),
                _ => Formula::Unknown,
            };
        }
        if reads_unsigned(a) || reads_unsigned(b) {
            return Formula::Unknown;
        }
        let (comparison, signed) = match predicate {
            Some(0) => (Comparison::Equal, true),
            Some(1) => (Comparison::NotEqual, true),
            Some(2) => (Comparison::Less, true),
            Some(3) => (Comparison::LessEqual, true),
            Some(4) => (Comparison::Greater, true),
            Some(5) => (Comparison::GreaterEqual, true),
            Some(6) => (Comparison::Less, false),
            Some(7) => (Comparison::LessEqual, false),
            Some(8) => (Comparison::Greater, false),
            Some(9) => (Comparison::GreaterEqual, false),
            _ => return Formula::Unknown,
        };
        let (a, b) = (self.trace(a), self.trace(b));
        let is_plain = |expr: &Expr| {
            let mut names = expr.names().into_iter();
            is_quasi_affine(expr) && names.all(|name| self.statement.leaf(name).is_none())
        };
        match signed {
            _ if self.plain && !(signed && is_plain(&a) && is_plain(&b)) => Formula::Unknown,
            true => Formula::Compare(Condition::new(a, comparison, b)),
            false => unsigned(a, comparison, b),
        }
    }

    fn float_comparison<'c: 'a, 'a>(
        &mut self,
        operation: OperationRef<'c, 'a>,
        a: Value<'c, 'a>,
        b: Value<'c, 'a>,
    ) -> Formula {
        let predicate = predicate_of(operation);
        let comparison = match predicate {
            Some(1 | 8) => Comparison::Equal,
            Some(2 | 9) => Comparison::Greater,
            Some(3 | 10) => Comparison::GreaterEqual,
            Some(4 | 11) => Comparison::Less,
            Some(5 | 12) => Comparison::LessEqual,
            Some(6 | 13) => Comparison::NotEqual,
            _ => return Formula::Unknown,
        };
        match (self.floating(a), self.floating(b)) {
            (Some(a), Some(b)) => compare_floats(&a, comparison, &b),
            _ => Formula::Unknown,
        }
    }

    /// A floating value as one of the kinds that can be compared.
    fn floating<'c: 'a, 'a>(&mut self, value: Value<'c, 'a>) -> Option<Floating> {
        let operation = op::defining_operation(value)?;
        let operands = op::operands(operation);
        match (op::name(operation), operands.as_slice()) {
            ("arith.constant", _) => {
                let value = operation.attribute("value").ok()?;
                Some(Floating::Constant(
                    FloatAttribute::try_from(value).ok()?.value(),
                ))
            }
            ("arith.sitofp", [integer]) if !reads_unsigned(*integer) => {
                let exact = match value.r#type().to_string().as_str() {
                    "f64" => width(integer.r#type()) <= 32,
                    "f32" => width(integer.r#type()) <= 16,
                    _ => false,
                };
                let integer = self.trace(*integer);
                Some(Floating::Converted { integer, exact })
            }
            ("arith.uitofp", [condition]) if width(condition.r#type()) == 1 => {
                let branches = Box::new([Floating::Constant(1.0), Floating::Constant(0.0)]);
                Some(Floating::Choice(self.formula(*condition), branches))
            }
            ("arith.extf", [inner]) => match self.floating(*inner)? {
                known @ Floating::Constant(_) => Some(known),
                _ => None,
            },
            ("arith.select", [condition, yes, no]) => {
                let branches = Box::new([self.floating(*yes)?, self.floating(*no)?]);
                Some(Floating::Choice(self.formula(*condition), branches))
            }
            ("scf.if", [condition]) => {
                let [yes, no] = yielded(operation, value)?;
                let branches = Box::new([self.floating(yes)?, self.floating(no)?]);
                Some(Floating::Choice(self.formula(*condition), branches))
            }
            _ => None,
        }
    }
}

/// Whether an expression has only factors and divisors that are constants.
fn is_quasi_affine(expr: &Expr) -> bool {
    let Expr::Binary(operator, a, b) = expr else {
        return true;
    };
    let is_constant = |part: &Expr| part.as_const().is_some();
    let fits = match operator {
        Operator::Mul => is_constant(a) || is_constant(b),
        Operator::FloorDiv | Operator::Mod => b.as_const().is_some_and(|divisor| divisor > 0),
        Operator::Add | Operator::Sub | Operator::Min | Operator::Max => true,
    };
    fits && is_quasi_affine(a) && is_quasi_affine(b)
}

/// A comparison of the bits of two integers as unsigned numbers: those below 0 are above all
/// others.
fn unsigned(a: Expr, comparison: Comparison, b: Expr) -> Formula {
    let negative = |value: &Expr| {
        let zero = Expr::Const(0);
        Formula::Compare(Condition::new(value.clone(), Comparison::Less, zero))
    };
    let not = |formula: Formula| Formula::Not(Box::new(formula));
    let (a_negative, b_negative) = (negative(&a), negative(&b));
    let larger = matches!(comparison, Comparison::Greater | Comparison::GreaterEqual);
    let (below, above) = if larger {
        (b_negative, a_negative)
    } else {
        (a_negative, b_negative)
    };
    // Of one sign, the signed comparison holds; of two, the smaller one is the one not below 0.
    Formula::Any(vec![
        Formula::All(vec![not(below.clone()), above.clone()]),
        Formula::All(vec![
            Formula::Any(vec![
                Formula::All(vec![below.clone(), above.clone()]),
                Formula::All(vec![not(below), not(above)]),
            ]),
            Formula::Compare(Condition::new(a, comparison, b)),
        ]),
    ])
}

fn compare_floats(a: &Floating, comparison: Comparison, b: &Floating) -> Formula {
    match (a, b) {
        (Floating::Choice(condition, branches), other) => {
            let [yes, no] = branches.as_ref().each_ref();
            choose(
                condition.clone(),
                compare_floats(yes, comparison, other),
                compare_floats(no, comparison, other),
            )
        }
        (other, Floating::Choice(condition, branches)) => {
            let [yes, no] = branches.as_ref().each_ref();
            choose(
                condition.clone(),
                compare_floats(other, comparison, yes),
                compare_floats(other, comparison, no),
            )
        }
        (Floating::Constant(a), Floating::Constant(b)) => literal(match comparison {
            Comparison::Equal => a == b,
            Comparison::NotEqual => a != b,
            Comparison::Less => a < b,
            Comparison::LessEqual => a <= b,
            Comparison::Greater => a > b,
            Comparison::GreaterEqual => a >= b,
        }),
        (Floating::Converted { integer, .. }, Floating::Constant(number)) => {
            with_constant(integer, comparison, *number)
        }
        (Floating::Constant(number), Floating::Converted { integer, .. }) => {
            with_constant(integer, mirrored(comparison), *number)
        }
        (
            Floating::Converted { integer: a, exact },
            Floating::Converted {
                integer: b,
                exact: too,
            },
        ) => {
            let known = Formula::Compare(Condition::new(a.clone(), comparison, b.clone()));
            match (comparison, *exact && *too) {
                (_, true) => known,
                // Unequal after rounding is unequal before.
                (Comparison::Less | Comparison::Greater | Comparison::NotEqual, _) => {
                    Formula::All(vec![known, Formula::Unknown])
                }
                _ => Formula::Any(vec![known, Formula::Unknown]),
            }
        }
    }
}

/// An integer, converted, beside a constant. Below [`EXACT`] the conversion of each integer is
/// exact, and it maps no larger one below.
fn with_constant(integer: &Expr, comparison: Comparison, number: f64) -> Formula {
    if number.is_nan() || number.abs() >= EXACT {
        return Formula::Unknown;
    }
    let whole = number.fract() == 0.0;
    let (comparison, end) = match comparison {
        Comparison::Less | Comparison::GreaterEqual => (comparison, number.ceil()),
        Comparison::LessEqual | Comparison::Greater => (comparison, number.floor()),
        Comparison::Equal if !whole => return literal(false),
        Comparison::NotEqual if !whole => return literal(true),
        Comparison::Equal | Comparison::NotEqual => (comparison, number),
    };
    let end = Expr::Const(end as i64);
    Formula::Compare(Condition::new(integer.clone(), comparison, end))
}

fn mirrored(comparison: Comparison) -> Comparison {
    match comparison {
        Comparison::Less => Comparison::Greater,
        Comparison::LessEqual => Comparison::GreaterEqual,
        Comparison::Greater => Comparison::Less,
        Comparison::GreaterEqual => Comparison::LessEqual,
        same => same,
    }
}

fn literal(holds: bool) -> Formula {
    if holds {
        Formula::All(Vec::new())
    } else {
        Formula::Any(Vec::new())
    }
}

/// `a != b`; `a != true` is `!a`.
fn differ(a: Formula, b: Formula) -> Formula {
    if b == Formula::All(Vec::new()) {
        return Formula::Not(Box::new(a));
    }
    if b == Formula::Any(Vec::new()) {
        return a;
    }
    let not = |formula: &Formula| Formula::Not(Box::new(formula.clone()));
    Formula::Any(vec![
        Formula::All(vec![a.clone(), not(&b)]),
        Formula::All(vec![not(&a), b]),
    ])
}

/// `condition ? yes : no`; a lazy `&&` or `||` stays a conjunction or a disjunction.
fn choose(condition: Formula, yes: Formula, no: Formula) -> Formula {
    if no == Formula::Any(Vec::new()) {
        return Formula::All(vec![condition, yes]);
    }
    if yes == Formula::All(Vec::new()) {
        return Formula::Any(vec![condition, no]);
    }
    let otherwise = Formula::Not(Box::new(condition.clone()));
    Formula::Any(vec![
        Formula::All(vec![condition, yes]),
        Formula::All(vec![otherwise, no]),
    ])
}
