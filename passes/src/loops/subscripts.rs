//! The affine subscripts of statement bodies as isl functions of the statement's indices.
//!
//! ```text
//! affine.load %A[%n + 1, %k floordiv 2]   in S[n, k]     { S[n, k] -> [(n + 1)] }, { S[n, k] -> [(floor(k/2))] }
//! ```

use mlir_sys::*;

use tc_dialects::isl::{Dim, PwAff, Space, Val};
use tc_dialects::schedule::tree::Refusal;

use crate::raw;

/// A statement's index space and its block, whose arguments are the indices.
pub struct Indices<'a> {
    /// `S[n, k]`, without parameters.
    pub space: &'a Space,
    /// The block of the statement's body.
    pub block: MlirBlock,
}

impl Indices<'_> {
    /// The results of the op's affine map, each a function of the statement's indices.
    pub fn map_results(
        &self,
        op: MlirOperation,
        first_operand: isize,
    ) -> Result<Vec<PwAff>, Refusal> {
        let attribute = raw::attribute(op, "map")
            .ok_or_else(|| Refusal::new("expected an affine map, found none"))?;
        // SAFETY: the op is alive and the attribute is checked before it is read as a map.
        unsafe {
            if !mlirAttributeIsAAffineMap(attribute) {
                return Err(Refusal::new(
                    "expected an affine map as the subscripts of an access",
                ));
            }
            let map = mlirAffineMapAttrGetValue(attribute);
            let operands = (first_operand..mlirOperationGetNumOperands(op))
                .map(|position| self.value(mlirOperationGetOperand(op, position)))
                .collect::<Result<Vec<_>, _>>()?;
            let dims = mlirAffineMapGetNumDims(map) as usize;
            (0..mlirAffineMapGetNumResults(map))
                .map(|result| self.expr(mlirAffineMapGetResult(map, result), dims, &operands))
                .collect()
        }
    }

    /// An SSA value as a function of the indices.
    fn value(&self, value: MlirValue) -> Result<PwAff, Refusal> {
        // SAFETY: the value is alive; its kind is checked before it is read.
        unsafe {
            if mlirValueIsABlockArgument(value)
                && mlirBlockEqual(mlirBlockArgumentGetOwner(value), self.block)
            {
                let position = mlirBlockArgumentGetArgNumber(value) as usize;
                return Ok(PwAff::var_on_domain(self.space, Dim::SET, position)?);
            }
            if mlirValueIsAOpResult(value) {
                let op = mlirOpResultGetOwner(value);
                match raw::name(op) {
                    "affine.apply" => return single(self.map_results(op, 0)?),
                    "arith.constant" => {
                        let attribute = raw::attribute(op, "value");
                        if let Some(number) =
                            attribute.filter(|value| mlirAttributeIsAInteger(*value))
                        {
                            return self.constant(mlirIntegerAttrGetValueInt(number));
                        }
                    }
                    _ => {}
                }
            }
        }
        Err(Refusal::new(
            "expected an affine subscript to be made of indices of its statement and constants",
        ))
    }

    fn constant(&self, value: i64) -> Result<PwAff, Refusal> {
        let value = Val::new(self.space.context(), value)?;
        let domain = tc_dialects::isl::Set::universe(self.space)?;
        Ok(PwAff::val_on_domain(&domain, &value)?)
    }

    fn expr(
        &self,
        expr: MlirAffineExpr,
        dims: usize,
        operands: &[PwAff],
    ) -> Result<PwAff, Refusal> {
        // SAFETY: the expression is alive; its kind is checked before it is read.
        unsafe {
            if mlirAffineExprIsAConstant(expr) {
                return self.constant(mlirAffineConstantExprGetValue(expr));
            }
            let operand = if mlirAffineExprIsADim(expr) {
                operands.get(mlirAffineDimExprGetPosition(expr) as usize)
            } else if mlirAffineExprIsASymbol(expr) {
                operands.get(dims + mlirAffineSymbolExprGetPosition(expr) as usize)
            } else {
                return self.binary(expr, dims, operands);
            };
            operand
                .cloned()
                .ok_or_else(|| Refusal::new("an affine map has more dimensions than operands"))
        }
    }

    fn binary(
        &self,
        expr: MlirAffineExpr,
        dims: usize,
        operands: &[PwAff],
    ) -> Result<PwAff, Refusal> {
        // SAFETY: the expression is alive; its kind is checked before it is read.
        unsafe {
            let left = self.expr(mlirAffineBinaryOpExprGetLHS(expr), dims, operands)?;
            let right = self.expr(mlirAffineBinaryOpExprGetRHS(expr), dims, operands)?;
            Ok(if mlirAffineExprIsAAdd(expr) {
                left.add(&right)?
            } else if mlirAffineExprIsAMul(expr) {
                left.mul(&right)?
            } else if mlirAffineExprIsAMod(expr) {
                let quotient = left.div(&right)?.floor()?;
                left.sub(&quotient.mul(&right)?)?
            } else if mlirAffineExprIsAFloorDiv(expr) {
                left.div(&right)?.floor()?
            } else if mlirAffineExprIsACeilDiv(expr) {
                left.div(&right)?.ceil()?
            } else {
                return Err(Refusal::new("an affine expression of unknown kind"));
            })
        }
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
