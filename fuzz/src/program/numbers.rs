//! Integer expressions of sequential programs, for given sizes and indices.

use super::ast::{Binary, Expr};
use super::environment::NumericRange;
use super::scope::Scope;

/// An end of the interval of a value that can be any number.
const FAR: i64 = 1 << 40;

/// The value of an expression without data.
pub fn number(expr: &Expr, scope: &Scope) -> Option<i64> {
    match expr {
        Expr::Integer(value) => Some(*value),
        Expr::Name(name) => scope.get(name).copied(),
        Expr::Negate(a) => Some(-number(a, scope)?),
        Expr::Binary(operator, a, b) => {
            let (a, b) = (number(a, scope)?, number(b, scope)?);
            match operator {
                Binary::Add => Some(a + b),
                Binary::Subtract => Some(a - b),
                Binary::Multiply => Some(a * b),
                Binary::Divide if b > 0 => Some(a.div_euclid(b)),
                Binary::Remainder if b > 0 => Some(a.rem_euclid(b)),
                Binary::Minimum => Some(a.min(b)),
                Binary::Maximum => Some(a.max(b)),
                _ => None,
            }
        }
        _ => None,
    }
}

/// Whether a condition holds, if it is affine: the compiler knows that much.
pub fn truth(expr: &Expr, scope: &Scope) -> Option<bool> {
    let Expr::Binary(operator, a, b) = expr else {
        return None;
    };
    match operator {
        Binary::And => match (truth(a, scope), truth(b, scope)) {
            (Some(false), _) | (_, Some(false)) => Some(false),
            (Some(true), Some(true)) => Some(true),
            _ => None,
        },
        Binary::Or => match (truth(a, scope), truth(b, scope)) {
            (Some(true), _) | (_, Some(true)) => Some(true),
            (Some(false), Some(false)) => Some(false),
            _ => None,
        },
        _ => {
            let (a, b) = (number(a, scope)?, number(b, scope)?);
            Some(match operator {
                Binary::Less => a < b,
                Binary::LessEqual => a <= b,
                Binary::Greater => a > b,
                Binary::GreaterEqual => a >= b,
                Binary::Equal => a == b,
                Binary::NotEqual => a != b,
                _ => return None,
            })
        }
    }
}

/// The smallest and the largest value of a subscript, whatever the data are.
pub fn interval(expr: &Expr, scope: &Scope) -> NumericRange {
    if let Some(value) = number(expr, scope) {
        return (value, value);
    }
    let any = (-FAR, FAR);
    let Expr::Binary(operator, a, b) = expr else {
        return any;
    };
    let (a, b) = (interval(a, scope), interval(b, scope));
    match operator {
        Binary::Add => (a.0 + b.0, a.1 + b.1),
        Binary::Subtract => (a.0 - b.1, a.1 - b.0),
        Binary::Minimum => (a.0.min(b.0), a.1.min(b.1)),
        Binary::Maximum => (a.0.max(b.0), a.1.max(b.1)),
        Binary::Remainder if b.0 > 0 => (0, b.1 - 1),
        _ => any,
    }
}
