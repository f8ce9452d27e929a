//! Numbers that follow from the sizes of a call, as a host function computes them.

use super::number;
use melior::ir::Value;
use serde::{Deserialize, Serialize};
use tc_dialects::op::{self, block_argument};

/// A number, as a function of the sizes that the host function takes.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Amount {
    /// A known number.
    Number(i64),
    /// The size of that number.
    Size(usize),
    /// An operation on two numbers.
    Of(Operation, Box<(Amount, Amount)>),
}

/// An operation on two numbers.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Operation {
    /// The sum.
    Sum,
    /// The first without the second.
    Difference,
    /// The product.
    Product,
    /// The quotient, rounded down.
    Quotient,
    /// The smaller one.
    Least,
    /// The larger one.
    Most,
}

impl Amount {
    /// What a value of a host function with so many arrays in front of its sizes is, if it is a
    /// function of these.
    pub(super) fn of(value: Value<'_, '_>, arrays: usize) -> Option<Amount> {
        if let Some((_, position)) = block_argument(value) {
            return position.checked_sub(arrays).map(Amount::Size);
        }
        let owner = op::defining_operation(value)?;
        let operation = match op::name(owner) {
            "arith.constant" => return number(value).map(Amount::Number),
            "arith.addi" => Operation::Sum,
            "arith.subi" => Operation::Difference,
            "arith.muli" => Operation::Product,
            "arith.floordivsi" => Operation::Quotient,
            "arith.minsi" => Operation::Least,
            "arith.maxsi" => Operation::Most,
            _ => return None,
        };
        let operands = op::operands(owner);
        let both = (
            Amount::of(operands[0], arrays)?,
            Amount::of(operands[1], arrays)?,
        );
        Some(Amount::Of(operation, Box::new(both)))
    }

    /// The value at these sizes; none if it does not fit.
    pub fn at(&self, sizes: &[i64]) -> Option<i64> {
        match self {
            Amount::Number(number) => Some(*number),
            Amount::Size(size) => sizes.get(*size).copied(),
            Amount::Of(operation, both) => {
                let (left, right) = (both.0.at(sizes)?, both.1.at(sizes)?);
                match operation {
                    Operation::Sum => left.checked_add(right),
                    Operation::Difference => left.checked_sub(right),
                    Operation::Product => left.checked_mul(right),
                    Operation::Quotient => tc_syntax::expr::floor_div(left, right),
                    Operation::Least => Some(left.min(right)),
                    Operation::Most => Some(left.max(right)),
                }
            }
        }
    }
}
