//! Literals before they have a type (language specification, section 5).
//!
//! An unsuffixed literal takes the type of the other operand: `A(i)*0.5` is computed in double for
//! a double `A`. An operation on two literals is folded and stays adaptable, and so do the branches
//! of `c ? 1 : 0`. Folding is exact for integers and in double precision for the others; a result
//! that does not fit is left to ordinary arithmetic.
//!
//! A condition that chooses between literals inside a branch is evaluated only if that branch is
//! taken: in `i < N ? (A(i) > 0 ? 1 : 0) : 0` the read of `A` waits in its branch until the
//! literals have a type.

use crate::model::{Instruction, Value};
use tc_syntax::scalar::Scalar;
use tc_syntax::tc::ast::{BinaryOp, Extremum};

/// A literal, or a choice between literals.
#[derive(Clone, Debug)]
pub enum Literal {
    /// Without `.` and exponent.
    Integer(i128),
    /// With `.` or exponent.
    Floating(f64),
    /// Chosen by a condition.
    Choice {
        /// The condition.
        condition: Value,
        /// The literal if it holds.
        then: Box<Branch>,
        /// The literal if it does not.
        otherwise: Box<Branch>,
    },
}

/// A literal that is chosen by a condition.
#[derive(Clone, Debug)]
pub struct Branch {
    /// What only this branch evaluates; none if nothing in it can fail.
    pub instructions: Vec<Instruction>,
    /// The literal; conditions in it may be values of the instructions.
    pub literal: Literal,
}

impl Branch {
    fn map(&self, function: &dyn Fn(&Literal) -> Option<Literal>) -> Option<Box<Branch>> {
        Some(Box::new(Branch {
            instructions: self.instructions.clone(),
            literal: self.literal.map(function)?,
        }))
    }
}

impl Literal {
    fn any(&self, predicate: &dyn Fn(&Literal) -> bool) -> bool {
        match self {
            Literal::Choice {
                then, otherwise, ..
            } => then.literal.any(predicate) || otherwise.literal.any(predicate),
            leaf => predicate(leaf),
        }
    }

    /// Whether any leaf is a floating literal.
    pub fn is_floating(&self) -> bool {
        self.any(&|leaf| matches!(leaf, Literal::Floating(_)))
    }

    fn fits(&self, scalar: Scalar) -> bool {
        let Some((least, most)) = scalar.integer_range() else {
            return false;
        };
        !self
            .any(&|leaf| !matches!(leaf, Literal::Integer(value) if (least..=most).contains(value)))
    }

    /// The type without a context.
    pub fn own_type(&self) -> Scalar {
        if self.is_floating() {
            Scalar::Float
        } else if self.fits(Scalar::Int32) {
            Scalar::Int32
        } else {
            Scalar::Int64
        }
    }

    /// The type in the context of another operand.
    pub fn adapted_to(&self, context: Scalar) -> Scalar {
        if context.is_floating() || self.fits(context) {
            context
        } else {
            self.own_type()
        }
    }

    /// Applies a function to every leaf; none if it fails on one.
    pub fn map(&self, function: &dyn Fn(&Literal) -> Option<Literal>) -> Option<Literal> {
        match self {
            Literal::Choice {
                condition,
                then,
                otherwise,
            } => Some(Literal::Choice {
                condition: *condition,
                then: then.map(function)?,
                otherwise: otherwise.map(function)?,
            }),
            leaf => function(leaf),
        }
    }

    /// `-literal`
    pub fn negated(&self) -> Option<Literal> {
        self.map(&|leaf| match leaf {
            Literal::Integer(value) => Some(Literal::Integer(-value)),
            Literal::Floating(value) => Some(Literal::Floating(-value)),
            Literal::Choice { .. } => None,
        })
    }

    /// The arithmetic combination of two literals, if it is a literal.
    pub fn combined(op: BinaryOp, left: &Literal, right: &Literal) -> Option<Literal> {
        Self::pairwise(left, right, &|a, b| match (a, b) {
            (Literal::Integer(a), Literal::Integer(b)) => integer(op, *a, *b).map(Literal::Integer),
            _ => floating(op, a.as_floating()?, b.as_floating()?).map(Literal::Floating),
        })
    }

    /// The smaller or the larger of two literals, if it is a literal.
    pub fn extremum(op: Extremum, left: &Literal, right: &Literal) -> Option<Literal> {
        let first = |smaller: bool| smaller == (op == Extremum::Min);
        Self::pairwise(left, right, &|a, b| match (a, b) {
            (Literal::Integer(x), Literal::Integer(y)) => {
                Some(Literal::Integer(if first(x <= y) { *x } else { *y }))
            }
            _ => {
                let (x, y) = (a.as_floating()?, b.as_floating()?);
                Some(Literal::Floating(if first(x <= y) { x } else { y }))
            }
        })
    }

    /// A leaf is combined with each branch of a choice; two choices are not multiplied out.
    fn pairwise(
        left: &Literal,
        right: &Literal,
        function: &dyn Fn(&Literal, &Literal) -> Option<Literal>,
    ) -> Option<Literal> {
        match (left, right) {
            (Literal::Choice { .. }, Literal::Choice { .. }) => None,
            (choice @ Literal::Choice { .. }, leaf) => choice.map(&|part| function(part, leaf)),
            (leaf, choice @ Literal::Choice { .. }) => choice.map(&|part| function(leaf, part)),
            (a, b) => function(a, b),
        }
    }

    fn as_floating(&self) -> Option<f64> {
        match self {
            Literal::Integer(value) => Some(*value as f64),
            Literal::Floating(value) => Some(*value),
            Literal::Choice { .. } => None,
        }
    }
}

fn integer(op: BinaryOp, a: i128, b: i128) -> Option<i128> {
    let value = match op {
        BinaryOp::Add => a.checked_add(b)?,
        BinaryOp::Sub => a.checked_sub(b)?,
        BinaryOp::Mul => a.checked_mul(b)?,
        BinaryOp::Div if b != 0 => a.div_euclid(b) - i128::from(b < 0 && a.rem_euclid(b) != 0),
        BinaryOp::Rem if b != 0 => {
            let remainder = a.rem_euclid(b);
            if b < 0 && remainder != 0 {
                remainder + b
            } else {
                remainder
            }
        }
        _ => return None,
    };
    i64::try_from(value).is_ok().then_some(value)
}

fn floating(op: BinaryOp, a: f64, b: f64) -> Option<f64> {
    Some(match op {
        BinaryOp::Add => a + b,
        BinaryOp::Sub => a - b,
        BinaryOp::Mul => a * b,
        BinaryOp::Div => a / b,
        _ => return None,
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test] // claims on integer division of section 5
    fn integer_literals_divide_by_floor() {
        for (a, b, quotient, remainder) in [
            (-7, 2, -4, 1),
            (7, -2, -4, -1),
            (-7, 3, -3, 2),
            (7, -3, -3, -2),
            (6, -3, -2, 0),
        ] {
            assert_eq!(integer(BinaryOp::Div, a, b), Some(quotient), "{a}/{b}");
            assert_eq!(integer(BinaryOp::Rem, a, b), Some(remainder), "{a}%{b}");
        }
        assert_eq!(integer(BinaryOp::Div, 1, 0), None);
        assert_eq!(integer(BinaryOp::Mul, 1 << 40, 1 << 40), None);
    }

    #[test]
    fn adaptation() {
        let three_hundred = Literal::Integer(300);
        assert_eq!(three_hundred.adapted_to(Scalar::UInt8), Scalar::Int32);
        assert_eq!(three_hundred.adapted_to(Scalar::Int16), Scalar::Int16);
        assert_eq!(three_hundred.adapted_to(Scalar::Half), Scalar::Half);
        assert_eq!(three_hundred.adapted_to(Scalar::Bool), Scalar::Int32);
        assert_eq!(
            Literal::Floating(0.5).adapted_to(Scalar::Int32),
            Scalar::Float
        );
        assert_eq!(
            Literal::Floating(0.5).adapted_to(Scalar::Double),
            Scalar::Double
        );
        assert_eq!(Literal::Integer(1 << 40).own_type(), Scalar::Int64);
        assert_eq!(
            Literal::Integer(-1).adapted_to(Scalar::UInt64),
            Scalar::Int32
        );
    }

    #[test]
    fn choices_combine_with_leaves() {
        let branch = |value| {
            Box::new(Branch {
                instructions: Vec::new(),
                literal: Literal::Integer(value),
            })
        };
        let choice = |a, b| Literal::Choice {
            condition: Value(0),
            then: branch(a),
            otherwise: branch(b),
        };
        let two = Literal::Integer(2);
        let same = |found: Option<Literal>, wanted: Option<Literal>| {
            assert_eq!(format!("{found:?}"), format!("{wanted:?}"));
        };
        let sum = Literal::combined(BinaryOp::Add, &choice(1, 0), &two);
        same(sum, Some(choice(3, 2)));
        let both = Literal::combined(BinaryOp::Add, &choice(1, 0), &choice(1, 0));
        same(both, None);
        let mixed = Literal::combined(BinaryOp::Mul, &two, &Literal::Floating(0.5));
        same(mixed, Some(Literal::Floating(1.0)));
        let larger = Literal::extremum(Extremum::Max, &two, &Literal::Integer(3));
        same(larger, Some(Literal::Integer(3)));
    }
}
