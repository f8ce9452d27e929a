//! The affine subscripts of statement bodies as isl functions of the statement's indices.
//!
//! ```text
//! affine.load %A[%n + 1, %k floordiv 2]   in S[n, k]     { S[n, k] -> [(n + 1)] }, { S[n, k] -> [(floor(k/2))] }
//! ```

use melior::ir::AffineExpr;
use tc_dialects::op::{self, block_argument, defining_operation};
use tc_dialects::schedule::tree::Refusal;
use tc_isl::{Dim, PwAff, Space, Val};

use crate::api::*;

/// A statement's index space and its block, whose arguments are the indices.
pub struct Indices<'p, 'c, 'a> {
    /// `S[n, k]`, without parameters.
    pub space: &'p Space,
    /// The block of the statement's body.
    pub block: BlockRef<'c, 'a>,
}

impl<'c, 'a> Indices<'_, 'c, 'a> {
    /// The results of the op's affine map, each a function of the statement's indices.
    pub fn map_results(
        &self,
        op: OperationRef<'c, 'a>,
        first_operand: usize,
    ) -> Result<Vec<PwAff>, Refusal> {
        let attribute = op
            .attribute("map")
            .map_err(|_| Refusal::new("expected an affine map, found none"))?;
        let map = op::affine_map_of(attribute)
            .ok_or_else(|| Refusal::new("expected an affine map as the subscripts of an access"))?;
        let operands = op::operands(op);
        let operands = operands
            .iter()
            .skip(first_operand)
            .map(|operand| self.value(*operand))
            .collect::<Result<Vec<_>, _>>()?;
        (0..map.result_count())
            .filter_map(|position| map.result(position).ok())
            .map(|result| self.expr(result, map.dim_count(), &operands))
            .collect()
    }

    /// An SSA value as a function of the indices.
    fn value(&self, value: Value<'c, 'a>) -> Result<PwAff, Refusal> {
        if let Some(index) = self.index(value) {
            return Ok(PwAff::var_on_domain(self.space, Dim::SET, index)?);
        }
        if let Some(op) = defining_operation(value) {
            match op::name(op) {
                "affine.apply" => return single(self.map_results(op, 0)?),
                "arith.constant" => {
                    if let Some(number) = op::integer(op, "value") {
                        return self.constant(number);
                    }
                }
                _ => {}
            }
        }
        Err(Refusal::new(
            "expected an affine subscript to be made of indices of its statement and constants",
        ))
    }

    /// Which of the indices a value is.
    pub fn index(&self, value: Value<'c, 'a>) -> Option<usize> {
        let (block, position) = block_argument(value)?;
        (block == self.block).then_some(position)
    }

    fn constant(&self, value: i64) -> Result<PwAff, Refusal> {
        let value = Val::new(self.space.context(), value)?;
        let domain = tc_isl::Set::universe(self.space)?;
        Ok(PwAff::val_on_domain(&domain, &value)?)
    }

    fn expr(
        &self,
        expr: AffineExpr<'c>,
        dims: usize,
        operands: &[PwAff],
    ) -> Result<PwAff, Refusal> {
        if expr.is_constant() {
            return self.constant(expr.constant_value());
        }
        let operand = if expr.is_dim() {
            operands.get(expr.dim_position())
        } else if expr.is_symbol() {
            operands.get(dims + expr.symbol_position())
        } else {
            return self.binary(expr, dims, operands);
        };
        operand
            .cloned()
            .ok_or_else(|| Refusal::new("an affine map has more dimensions than operands"))
    }

    fn binary(
        &self,
        expr: AffineExpr<'c>,
        dims: usize,
        operands: &[PwAff],
    ) -> Result<PwAff, Refusal> {
        let left = self.expr(expr.lhs(), dims, operands)?;
        let right = self.expr(expr.rhs(), dims, operands)?;
        Ok(if expr.is_add() {
            left.add(&right)?
        } else if expr.is_mul() {
            left.mul(&right)?
        } else if expr.is_mod() {
            let quotient = left.div(&right)?.floor()?;
            left.sub(&quotient.mul(&right)?)?
        } else if expr.is_floor_div() {
            left.div(&right)?.floor()?
        } else if expr.is_ceil_div() {
            left.div(&right)?.ceil()?
        } else {
            return Err(Refusal::new("an affine expression of unknown kind"));
        })
    }
}

fn single(mut results: Vec<PwAff>) -> Result<PwAff, Refusal> {
    match results.len() {
        1 => Ok(results.remove(0)),
        count => Err(Refusal::new(format!(
            "expected an affine map with one result, found {count}"
        ))),
    }
}
