//! Which affine function of the statement's indices an SSA value is.
//!
//! ```text
//! %i                                  i
//! affine.apply (d0 * 2 + 1)(%i)       2*i + 1
//! arith.minsi %i, %c3                 min(i, 3)
//! memref.dim %A, %c0                  N, where the scop says sizes(N = %A[0])
//! memref.load %I[%i], %i * %N         no affine function: unknown
//! ```
//!
//! The answer is isl text over the names of the indices and sizes. `index_cast` between `index` and integers counts as
//! exact, and so does integer arithmetic on such values: sizes and indices are checked to fit at each call. Whatever is
//! not known to be affine is unknown, and everything that asks must take that for the worst case.

use std::collections::HashMap;

use melior::ir::operation::{OperationLike, OperationRef};
use melior::ir::r#type::{DimSize, MemRefType, ShapedTypeLike};
use melior::ir::{AffineExpr, AffineMap, Value, ValueLike};
use tc_dialects::op::{self, ValueKey, defining_operation};

/// The names of what values are made of.
#[derive(Clone, Debug, Default)]
pub struct Subscripts {
    /// Indices of the statement.
    pub indices: HashMap<ValueKey, String>,
    /// Extents of dynamic array dimensions.
    pub extents: HashMap<(ValueKey, i64), String>,
}

impl Subscripts {
    /// The value as isl text, if it is affine.
    pub fn text(&self, value: Value<'_, '_>) -> Option<String> {
        if let Some(index) = self.indices.get(&ValueKey::of(value)) {
            return Some(index.clone());
        }
        let operation = defining_operation(value)?;
        let name = op::name(operation);
        let operand = |position| self.text(operation.operand(position).ok()?);
        let both = || Some((operand(0)?, operand(1)?));
        match name {
            "arith.constant" => constant(operation).map(|value| value.to_string()),
            "arith.index_cast" | "arith.extsi" => operand(0),
            "arith.addi" => both().map(|(a, b)| format!("({a} + {b})")),
            "arith.subi" => both().map(|(a, b)| format!("({a} - {b})")),
            "arith.minsi" => both().map(|(a, b)| format!("min({a}, {b})")),
            "arith.maxsi" => both().map(|(a, b)| format!("max({a}, {b})")),
            "arith.muli" => {
                let (a, b) = both()?;
                product(&a, &b)
            }
            "arith.floordivsi" => {
                let (a, b) = both()?;
                is_divisor(&b).then(|| format!("floor(({a})/{b})"))
            }
            "affine.apply" => self.map_operation(operation)?.into_iter().next()?,
            "affine.min" => self.extremum(operation, "min"),
            "affine.max" => self.extremum(operation, "max"),
            "memref.dim" => self.extent(operation),
            _ => None,
        }
    }

    /// A condition as isl text, if it is affine.
    pub fn condition(&self, value: Value<'_, '_>) -> Option<String> {
        let operation = defining_operation(value)?;
        let operand = |position| operation.operand(position).ok();
        match op::name(operation) {
            "arith.constant" => match constant(operation)? {
                0 => Some("(1 = 0)".to_owned()),
                _ => Some("(1 = 1)".to_owned()),
            },
            "arith.cmpi" => {
                let (a, b) = (self.text(operand(0)?)?, self.text(operand(1)?)?);
                let comparison = match op::integer(operation, "predicate")? {
                    0 => "=",
                    1 => "!=",
                    2 => "<",
                    3 => "<=",
                    4 => ">",
                    5 => ">=",
                    _ => return None,
                };
                Some(format!("({a} {comparison} {b})"))
            }
            "arith.andi" => Some(format!(
                "({} and {})",
                self.condition(operand(0)?)?,
                self.condition(operand(1)?)?
            )),
            "arith.ori" => Some(format!(
                "({} or {})",
                self.condition(operand(0)?)?,
                self.condition(operand(1)?)?
            )),
            "arith.xori" => {
                let one = defining_operation(operand(1)?).and_then(constant)?;
                (one != 0)
                    .then(|| self.condition(operand(0)?))
                    .flatten()
                    .map(|inner| format!("(not {inner})"))
            }
            _ => None,
        }
    }

    /// The results of an affine map applied to operands, each as isl text if all that it needs is affine.
    pub fn map_results(
        &self,
        map: AffineMap<'_>,
        operands: &[Value<'_, '_>],
    ) -> Vec<Option<String>> {
        let texts: Vec<Option<String>> =
            operands.iter().map(|operand| self.text(*operand)).collect();
        let dims = map.dim_count();
        (0..map.result_count())
            .map(|result| affine_text(map.result(result).ok()?, dims, &texts))
            .collect()
    }

    /// The results of the `map` attribute of an op, whose operands it is applied to.
    fn map_operation(&self, operation: OperationRef<'_, '_>) -> Option<Vec<Option<String>>> {
        let operands: Vec<_> = operation.operands().collect();
        Some(self.map_results(affine_map(operation)?, &operands))
    }

    fn extremum(&self, operation: OperationRef<'_, '_>, function: &str) -> Option<String> {
        let results: Vec<String> = self
            .map_operation(operation)?
            .into_iter()
            .collect::<Option<_>>()?;
        results
            .into_iter()
            .reduce(|a, b| format!("{function}({a}, {b})"))
    }

    fn extent(&self, operation: OperationRef<'_, '_>) -> Option<String> {
        let array = operation.operand(0).ok()?;
        let dim = constant(defining_operation(operation.operand(1).ok()?)?)?;
        let shape = MemRefType::try_from(array.r#type()).ok()?;
        match shape.dim_size(usize::try_from(dim).ok()?).ok()? {
            DimSize::Static(extent) => Some(extent.to_string()),
            DimSize::Dynamic => self.extents.get(&(ValueKey::of(array), dim)).cloned(),
        }
    }
}

/// The map of an affine operation.
pub fn affine_map<'c>(operation: OperationRef<'c, '_>) -> Option<AffineMap<'c>> {
    op::affine_map_of(operation.attribute("map").ok()?)
}

/// The value of an integer constant of at most 64 bits, or of a boolean one.
fn constant(operation: OperationRef<'_, '_>) -> Option<i64> {
    if !op::is(operation, "arith.constant") {
        return None;
    }
    op::integer(operation, "value")
}

/// The expression over operands given as text: first the dimensions, then the symbols.
fn affine_text(expr: AffineExpr<'_>, dims: usize, operands: &[Option<String>]) -> Option<String> {
    if expr.is_dim() {
        return operands.get(expr.dim_position())?.clone();
    }
    if expr.is_symbol() {
        return operands.get(dims + expr.symbol_position())?.clone();
    }
    if expr.is_constant() {
        return Some(expr.constant_value().to_string());
    }
    let (a, b) = (
        affine_text(expr.lhs(), dims, operands)?,
        affine_text(expr.rhs(), dims, operands)?,
    );
    if expr.is_add() {
        Some(format!("({a} + {b})"))
    } else if expr.is_mul() {
        product(&a, &b)
    } else if !is_divisor(&b) {
        None
    } else if expr.is_mod() {
        Some(format!("(({a}) mod {b})"))
    } else if expr.is_floor_div() {
        Some(format!("floor(({a})/{b})"))
    } else {
        expr.is_ceil_div().then(|| format!("ceil(({a})/{b})"))
    }
}

/// A product of which one factor is a number; isl reads `-1*(i)`, but not `(i)*(-1)`.
fn product(a: &str, b: &str) -> Option<String> {
    match (is_number(a), is_number(b)) {
        (_, true) => Some(format!("{b}*({a})")),
        (true, false) => Some(format!("{a}*({b})")),
        (false, false) => None,
    }
}

fn is_number(text: &str) -> bool {
    text.parse::<i64>().is_ok()
}

fn is_divisor(text: &str) -> bool {
    text.parse::<i64>().is_ok_and(|divisor| divisor > 0)
}
