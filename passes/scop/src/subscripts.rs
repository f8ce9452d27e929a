//! The only translator between MLIR's index expressions and isl's functions, so that the proof and
//! the generated code agree about each subscript.
//!
//! ```text
//! in S[i, j]:
//! %i                                  { S[i, j] -> [(i)] }
//! affine.apply (d0 * 2 + 1)(%i)       { S[i, j] -> [(1 + 2i)] }
//! arith.minsi %i, %c3                 { S[i, j] -> [(i)] : i <= 2; S[i, j] -> [(3)] : i >= 3 }
//! arith.remsi %i, %c3             { S[i, j] -> [(i mod 3)] } for i >= 0, else minus (-i mod 3)
//! memref.dim %A, %c0                  [N] -> { S[i, j] -> [(N)] }, where the scop says sizes(N = %A[0])
//! memref.load %I[%i], %i * %N         no affine function: unknown
//! ```
//!
//! Neither direction goes through text: [`Subscripts`] reads values and affine maps, [`affine_map`]
//! writes them. Integers are those of mathematics here; [`Subscripts::computed`] has the results
//! that must stay in their types for that, which the proof checks. A value that is not known to be
//! affine is unknown, and every user must assume the worst case for it.

use std::cell::RefCell;
use std::collections::HashMap;

use melior::ir::operation::{OperationLike, OperationRef};
use melior::ir::r#type::{DimSize, MemRefType, ShapedTypeLike};
use melior::ir::{AffineExpr, AffineMap, BlockRef, Value, ValueLike};
use tc_dialects::op::{self, OperationKey, ValueKey, block_argument, defining_operation};
use tc_isl::{Aff, Dim, Id, PwAff, Result, Set, Space, Val};

use tc_pass_host::{Context, Failure};

/// The meaning of the values in a statement's body.
pub struct Subscripts<'c, 'a> {
    /// The instances of the statement, under the sizes of the scop.
    space: Space,
    /// The block of the body; its arguments are the indices.
    block: BlockRef<'c, 'a>,
    /// The sizes of dynamic array dimensions.
    extents: HashMap<(ValueKey, i64), String>,
    /// The operations whose results have to stay in their type, each once.
    computed: RefCell<Vec<(OperationKey, Function)>>,
}

impl<'c: 'a, 'a> Subscripts<'c, 'a> {
    /// For the statement with this space of instances and this body.
    pub fn new(
        space: Space,
        block: BlockRef<'c, 'a>,
        extents: HashMap<(ValueKey, i64), String>,
    ) -> Self {
        Subscripts {
            space,
            block,
            extents,
            computed: RefCell::default(),
        }
    }

    /// The results that the functions so far are made of, with their operations: the functions are
    /// right where these stay in their types.
    pub fn computed(&self) -> Vec<(OperationKey, Function)> {
        self.computed.borrow().clone()
    }

    /// The instances of the statement, under the sizes of the scop.
    pub fn space(&self) -> &Space {
        &self.space
    }

    /// The index that a value is, if it is one.
    pub fn index(&self, value: Value<'c, 'a>) -> Option<usize> {
        let (block, position) = block_argument(value)?;
        (block == self.block).then_some(position)
    }

    /// The value as a function of the indices, if it is affine.
    pub fn value(&self, value: Value<'c, 'a>) -> Result<Option<Function>> {
        if let Some(index) = self.index(value) {
            let index = Aff::var_on_domain(&self.space, Dim::SET, index)?;
            return Ok(Some(Function::Whole(index)));
        }
        let Some(operation) = defining_operation(value) else {
            return Ok(None);
        };
        let name = op::name(operation);
        let value = self.result(operation, name)?;
        let leaves = [
            "arith.addi",
            "arith.subi",
            "arith.muli",
            "arith.index_cast",
            "affine.apply",
        ];
        if let Some(function) = value.as_ref().filter(|_| leaves.contains(&name)) {
            let key = OperationKey::of(operation);
            let mut computed = self.computed.borrow_mut();
            if !computed.iter().any(|(known, _)| *known == key) {
                computed.push((key, function.clone()));
            }
        }
        Ok(value)
    }

    /// The result of an operation as a function of the indices, if it is affine.
    fn result(&self, operation: OperationRef<'c, 'a>, name: &str) -> Result<Option<Function>> {
        match name {
            "arith.constant" => self.constant_value(operation),
            "arith.index_cast" | "arith.extsi" => self.operand(operation, 0),
            "arith.addi" => self.both(operation, |a, b| a.add(b).map(Some)),
            "arith.subi" => self.both(operation, |a, b| a.sub(b).map(Some)),
            "arith.minsi" => self.both(operation, |a, b| a.combined(b, PwAff::min).map(Some)),
            "arith.maxsi" => self.both(operation, |a, b| a.combined(b, PwAff::max).map(Some)),
            "arith.muli" => self.both(operation, Function::times),
            "arith.floordivsi" => self.both(operation, |a, b| a.over(b, Rounding::Down)),
            "arith.remsi" => self.both(operation, Function::remainder),
            "arith.select" => self.floored_remainder(operation),
            "affine.apply" => Ok(self.results(operation)?.into_iter().flatten().next()),
            "affine.min" => self.extremum(operation, PwAff::min),
            "affine.max" => self.extremum(operation, PwAff::max),
            "memref.dim" => self.extent(operation),
            _ => Ok(None),
        }
    }

    /// The instances for which a condition holds, if it is affine.
    pub fn condition(&self, value: Value<'c, 'a>) -> Result<Option<Set>> {
        let Some(operation) = defining_operation(value) else {
            return Ok(None);
        };
        let operand = |position: usize| match operation.operand(position) {
            Ok(operand) => self.condition(operand),
            Err(_) => Ok(None),
        };
        let both = |combine: fn(&Set, &Set) -> Result<Set>| {
            let (Some(a), Some(b)) = (operand(0)?, operand(1)?) else {
                return Ok(None);
            };
            combine(&a, &b).map(Some)
        };
        match op::name(operation) {
            "arith.constant" => match constant(operation) {
                None => Ok(None),
                Some(0) => Set::empty(&self.space).map(Some),
                Some(_) => Set::universe(&self.space).map(Some),
            },
            "arith.cmpi" => self.comparison(operation),
            "arith.andi" => both(Set::intersect),
            "arith.ori" => both(Set::union),
            "arith.xori" => {
                let one = operation.operand(1).ok().and_then(defining_operation);
                match one.and_then(constant) {
                    None | Some(0) => Ok(None),
                    Some(_) => operand(0)?.map(|inner| inner.complement()).transpose(),
                }
            }
            _ => Ok(None),
        }
    }

    /// The instances for which the affine parts of a conjunction hold, if it has any: all instances
    /// for which the condition holds are among them.
    pub fn implied(&self, value: Value<'c, 'a>) -> Result<Option<Set>> {
        let conjunction = defining_operation(value).filter(|one| op::is(*one, "arith.andi"));
        let Some(operation) = conjunction else {
            return self.condition(value);
        };
        let operand = |position: usize| match operation.operand(position) {
            Ok(operand) => self.implied(operand),
            Err(_) => Ok(None),
        };
        match (operand(0)?, operand(1)?) {
            (Some(a), Some(b)) => a.intersect(&b).map(Some),
            (one, other) => Ok(one.or(other)),
        }
    }

    /// The results of an affine map applied to operands, each as a function of the indices if all
    /// its operands are affine.
    pub fn map_results(
        &self,
        map: AffineMap<'c>,
        operands: &[Value<'c, 'a>],
    ) -> Result<Vec<Option<Function>>> {
        let operands = operands.iter().map(|operand| self.value(*operand));
        let operands = operands.collect::<Result<Vec<_>>>()?;
        let results = (0..map.result_count()).map(|position| match map.result(position) {
            Ok(result) => self.expression(result, map.dim_count(), &operands),
            Err(_) => Ok(None),
        });
        results.collect()
    }

    /// The expression over operands: first the dimensions, then the symbols.
    fn expression(
        &self,
        expr: AffineExpr<'c>,
        dims: usize,
        operands: &[Option<Function>],
    ) -> Result<Option<Function>> {
        if expr.is_constant() {
            return self.constant(expr.constant_value()).map(Some);
        }
        if expr.is_dim() {
            return Ok(operands.get(expr.dim_position()).cloned().flatten());
        }
        if expr.is_symbol() {
            let position = dims + expr.symbol_position();
            return Ok(operands.get(position).cloned().flatten());
        }
        let left = self.expression(expr.lhs(), dims, operands)?;
        let right = self.expression(expr.rhs(), dims, operands)?;
        let (Some(left), Some(right)) = (left, right) else {
            return Ok(None);
        };
        if expr.is_add() {
            left.add(&right).map(Some)
        } else if expr.is_mul() {
            left.times(&right)
        } else if expr.is_mod() {
            left.modulo(&right)
        } else if expr.is_floor_div() {
            left.over(&right, Rounding::Down)
        } else if expr.is_ceil_div() {
            left.over(&right, Rounding::Up)
        } else {
            Ok(None)
        }
    }

    /// The results of an op's `map` attribute, applied to the op's operands.
    fn results(&self, operation: OperationRef<'c, 'a>) -> Result<Vec<Option<Function>>> {
        match affine_map_of(operation) {
            Some(map) => self.map_results(map, &op::operands(operation)),
            None => Ok(Vec::new()),
        }
    }

    fn extremum(
        &self,
        operation: OperationRef<'c, 'a>,
        extremum: fn(&PwAff, &PwAff) -> Result<PwAff>,
    ) -> Result<Option<Function>> {
        let results: Option<Vec<Function>> = self.results(operation)?.into_iter().collect();
        let mut results = results.into_iter().flatten();
        let Some(first) = results.next() else {
            return Ok(None);
        };
        results
            .try_fold(first, |so_far, next| so_far.combined(&next, extremum))
            .map(Some)
    }

    fn comparison(&self, operation: OperationRef<'c, 'a>) -> Result<Option<Set>> {
        let (Some(a), Some(b)) = (self.operand(operation, 0)?, self.operand(operation, 1)?) else {
            return Ok(None);
        };
        let (a, b) = (a.in_pieces()?, b.in_pieces()?);
        match op::integer(operation, "predicate") {
            Some(0) => a.eq_set(&b),
            Some(1) => a.ne_set(&b),
            Some(2) => a.lt_set(&b),
            Some(3) => a.le_set(&b),
            Some(4) => a.gt_set(&b),
            Some(5) => a.ge_set(&b),
            _ => return Ok(None),
        }
        .map(Some)
    }

    fn operand(
        &self,
        operation: OperationRef<'c, 'a>,
        position: usize,
    ) -> Result<Option<Function>> {
        match operation.operand(position) {
            Ok(operand) => self.value(operand),
            Err(_) => Ok(None),
        }
    }

    /// A function of the two operands of an op.
    fn both(
        &self,
        operation: OperationRef<'c, 'a>,
        combine: impl FnOnce(&Function, &Function) -> Result<Option<Function>>,
    ) -> Result<Option<Function>> {
        match (self.operand(operation, 0)?, self.operand(operation, 1)?) {
            (Some(a), Some(b)) => combine(&a, &b),
            _ => Ok(None),
        }
    }

    /// The remainder of a floored quotient, as `%` of the language becomes
    /// `select(r < 0, r + c, r)` with `r = remsi(a, c)`.
    fn floored_remainder(&self, operation: OperationRef<'c, 'a>) -> Result<Option<Function>> {
        let operand = |operation: OperationRef<'c, 'a>, position: usize| {
            operation
                .operand(position)
                .ok()
                .and_then(defining_operation)
        };
        let number = |operation, position| operand(operation, position).and_then(constant);
        let parts = (0..3).map(|position| operand(operation, position));
        let Some([is_negative, sum, remainder]) = parts
            .collect::<Option<Vec<_>>>()
            .as_deref()
            .and_then(|all| <[_; 3]>::try_from(all).ok())
        else {
            return Ok(None);
        };
        let divisor = number(remainder, 1);
        let is_remainder = op::is(remainder, "arith.remsi") && divisor.is_some();
        let is_of = |user, name| op::is(user, name) && operand(user, 0) == Some(remainder);
        let is_moved = is_of(sum, "arith.addi") && number(sum, 1) == divisor;
        let is_checked = is_of(is_negative, "arith.cmpi")
            && op::integer(is_negative, "predicate") == Some(2)
            && number(is_negative, 1) == Some(0);
        if is_remainder && is_moved && is_checked {
            self.both(remainder, Function::modulo)
        } else {
            Ok(None)
        }
    }

    fn constant_value(&self, operation: OperationRef<'c, 'a>) -> Result<Option<Function>> {
        let number = constant(operation);
        number.map(|number| self.constant(number)).transpose()
    }

    fn constant(&self, number: i64) -> Result<Function> {
        let number = Val::new(self.space.context(), number)?;
        Aff::val_on_domain(&self.space, &number).map(Function::Whole)
    }

    fn extent(&self, operation: OperationRef<'c, 'a>) -> Result<Option<Function>> {
        let Some(array) = operation.operand(0).ok() else {
            return Ok(None);
        };
        let dim = operation.operand(1).ok().and_then(defining_operation);
        let shape = MemRefType::try_from(array.r#type()).ok();
        let (Some(dim), Some(shape)) = (dim.and_then(constant), shape) else {
            return Ok(None);
        };
        let position = usize::try_from(dim).unwrap_or(usize::MAX);
        match shape.dim_size(position) {
            Ok(DimSize::Static(extent)) => self.constant(extent as i64).map(Some),
            Ok(DimSize::Dynamic) => {
                let size = self.extents.get(&(ValueKey::of(array), dim));
                size.map(|size| self.size(size)).transpose()
            }
            Err(_) => Ok(None),
        }
    }

    /// A size of the scop.
    fn size(&self, name: &str) -> Result<Function> {
        let id = Id::new(self.space.context(), name)?;
        self.space.param_aff_on_domain(&id).map(Function::Whole)
    }
}

/// An affine function of a statement's indices. Most are one expression; isl adds those without
/// comparing domains.
#[derive(Clone, Debug)]
pub enum Function {
    /// The same expression everywhere.
    Whole(Aff),
    /// A piecewise expression.
    Pieces(PwAff),
}

/// The rounding direction of a quotient.
#[derive(Clone, Copy)]
enum Rounding {
    Down,
    Up,
}

impl Function {
    /// The function in isl's general form.
    pub fn in_pieces(&self) -> Result<PwAff> {
        match self {
            Function::Whole(function) => PwAff::from_aff(function),
            Function::Pieces(function) => Ok(function.clone()),
        }
    }

    /// Whether both are obviously equal.
    pub fn plain_is_equal(&self, other: &Function) -> Result<bool> {
        match (self, other) {
            (Function::Whole(a), Function::Whole(b)) => a.plain_is_equal(b),
            _ => self.in_pieces()?.plain_is_equal(&other.in_pieces()?),
        }
    }

    fn add(&self, other: &Function) -> Result<Function> {
        match (self, other) {
            (Function::Whole(a), Function::Whole(b)) => a.add(b).map(Function::Whole),
            _ => self.combined(other, PwAff::add),
        }
    }

    fn sub(&self, other: &Function) -> Result<Function> {
        match (self, other) {
            (Function::Whole(a), Function::Whole(b)) => a.sub(b).map(Function::Whole),
            _ => self.combined(other, PwAff::sub),
        }
    }

    /// The piecewise combination of both.
    fn combined(
        &self,
        other: &Function,
        combine: fn(&PwAff, &PwAff) -> Result<PwAff>,
    ) -> Result<Function> {
        combine(&self.in_pieces()?, &other.in_pieces()?).map(Function::Pieces)
    }

    /// The product, if one factor is a number.
    fn times(&self, other: &Function) -> Result<Option<Function>> {
        let (function, number) = match (self.number()?, other.number()?) {
            (_, Some(number)) => (self, number),
            (Some(number), None) => (other, number),
            (None, None) => return Ok(None),
        };
        Ok(Some(match function {
            Function::Whole(function) => Function::Whole(function.scale_val(&number)?),
            Function::Pieces(function) => Function::Pieces(function.scale_val(&number)?),
        }))
    }

    /// The quotient, if the divisor is a positive number.
    fn over(&self, divisor: &Function, rounding: Rounding) -> Result<Option<Function>> {
        let number = divisor.number()?;
        let Some(number) = number.filter(|number| number.to_i64().is_some_and(|value| value > 0))
        else {
            return Ok(None);
        };
        Ok(Some(match (self, rounding) {
            (Function::Whole(function), Rounding::Down) => {
                Function::Whole(function.scale_down_val(&number)?.floor()?)
            }
            (Function::Whole(function), Rounding::Up) => {
                Function::Whole(function.scale_down_val(&number)?.ceil()?)
            }
            (Function::Pieces(function), Rounding::Down) => {
                Function::Pieces(function.scale_down_val(&number)?.floor()?)
            }
            (Function::Pieces(function), Rounding::Up) => {
                Function::Pieces(function.scale_down_val(&number)?.ceil()?)
            }
        }))
    }

    /// What a floored quotient leaves, if the divisor is a positive number.
    fn modulo(&self, divisor: &Function) -> Result<Option<Function>> {
        let Some(quotient) = self.over(divisor, Rounding::Down)? else {
            return Ok(None);
        };
        let whole = quotient.times(divisor)?;
        whole.map(|whole| self.sub(&whole)).transpose()
    }

    /// What a quotient that is rounded to zero leaves, if the divisor is a positive number: it has
    /// the sign of the dividend.
    fn remainder(&self, divisor: &Function) -> Result<Option<Function>> {
        let zero = self.sub(self)?;
        let above = self.combined(&zero, PwAff::max)?.modulo(divisor)?;
        let below = zero
            .sub(self)?
            .combined(&zero, PwAff::max)?
            .modulo(divisor)?;
        let (Some(above), Some(below)) = (above, below) else {
            return Ok(None);
        };
        above.sub(&below).map(Some)
    }

    /// The function's value, if it is constant.
    fn number(&self) -> Result<Option<Val>> {
        match self {
            Function::Whole(function) if function.is_constant()? => {
                function.constant_val().map(Some)
            }
            _ => Ok(None),
        }
    }
}

/// The map of an affine operation.
pub fn affine_map_of<'c: 'a, 'a>(operation: OperationRef<'c, 'a>) -> Option<AffineMap<'c>> {
    op::affine_map_of(operation.attribute("map").ok()?)
}

/// The value of an integer constant of at most 64 bits, or of a boolean one.
fn constant<'c: 'a, 'a>(operation: OperationRef<'c, 'a>) -> Option<i64> {
    if !op::is(operation, "arith.constant") {
        return None;
    }
    op::integer(operation, "value")
}

/// Functions of the indices of a statement as an affine map: `{ T[i, k] -> [(k - 8*floor(k/8))] }`
/// is `(d0, d1) -> (d1 + (d1 floordiv 8) * -8)`, which MLIR prints as `(d0, d1) -> (d1 mod 8)`.
///
/// # Errors
/// A function of a size, or one with numbers that do not fit.
pub fn affine_map<'c>(
    context: &'c Context,
    functions: &[Aff],
    indices: usize,
) -> std::result::Result<AffineMap<'c>, Failure> {
    let results = functions
        .iter()
        .map(|function| affine_expression(context, function))
        .collect::<std::result::Result<Vec<_>, _>>()?;
    Ok(AffineMap::new(context, indices, 0, &results))
}

/// One function in MLIR's terms: quotients are rounded down.
fn affine_expression<'c>(
    context: &'c Context,
    function: &Aff,
) -> std::result::Result<AffineExpr<'c>, Failure> {
    let denominator = function.denominator_val().map_err(unexpected)?;
    let numerator = function.scale_val(&denominator).map_err(unexpected)?;
    let count = |dim| numerator.dim(dim).map_err(unexpected);
    let coefficient = |dim, position| {
        integer(
            numerator
                .coefficient_val(dim, position)
                .map_err(unexpected)?,
        )
    };
    for size in 0..count(Dim::Param)? {
        if coefficient(Dim::Param, size)? != 0 {
            return Err(
                Failure::new(format!("a subscript depends on a size: {function}"))
                    .note("bind sizes with tc-specialize"),
            );
        }
    }
    let mut terms = Vec::new();
    for index in 0..count(Dim::In)? {
        let factor = coefficient(Dim::In, index)?;
        terms.push((factor, AffineExpr::dim(context, index)));
    }
    for division in 0..count(Dim::Div)? {
        let factor = coefficient(Dim::Div, division)?;
        if factor != 0 {
            let quotient = numerator.div_quotient(division).map_err(unexpected)?;
            terms.push((factor, affine_expression(context, &quotient)?));
        }
    }
    terms.retain(|(factor, _)| *factor != 0);
    let number = |number| AffineExpr::constant(context, number);
    let constant = integer(numerator.constant_val().map_err(unexpected)?)?;
    let sum = terms
        .into_iter()
        .map(|(factor, term)| term * number(factor))
        .chain((constant != 0).then(|| number(constant)))
        .reduce(|sum, term| sum + term)
        .unwrap_or_else(|| number(0));
    Ok(match integer(denominator)? {
        1 => sum,
        denominator => AffineExpr::floor_div(sum, number(denominator)),
    })
}

fn integer(value: Val) -> std::result::Result<i64, Failure> {
    value
        .to_i64()
        .ok_or_else(|| Failure::new(format!("expected an integer in a subscript, found {value}")))
}

fn unexpected(error: tc_isl::Error) -> Failure {
    Failure::new(error.to_string())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::accesses;
    use melior::ir::BlockLike;
    use tc_dialects::schedule::attributes::isl_text_of;
    use tc_isl::{UnionMap, thread_context};
    use tc_pass_host::{Module, new_context};

    /// Each load states its element in `expected`; the names of the dimensions of `any` are isl's.
    const SCOP: &str = include_str!("subscripts/functions.mlir");

    /// Claims F8, I12: bounds and conditions are affine in indices and sizes; a subscript that is
    /// not, or that is data, may be any of its dimension. Claim F9: each access has a relation with
    /// the names of its statement and its array, which isl reads back as it is printed.
    #[test]
    fn values_and_maps_become_functions_of_the_indices() {
        let context = new_context(crate::register);
        let module = Module::parse(&context, SCOP).expect("the scop parses");
        let scop = module.body().first_operation().expect("a scop");
        let isl = thread_context();
        let found = accesses::of_scop(&isl, scop).expect("all accesses are known");
        let expected: Vec<UnionMap> = op::nested(scop)
            .into_iter()
            .filter_map(|inner| isl_text_of(inner.attribute("expected").ok()?))
            .map(|text| UnionMap::parse(&isl, &text).expect("a relation"))
            .collect();
        let found = &found.statements[0].accesses;
        assert_eq!(found.len(), expected.len());
        for (access, expected) in found.iter().zip(&expected) {
            let found = &access.relation;
            assert!(found.is_equal(expected).unwrap(), "{found}, not {expected}");
            let read = UnionMap::parse(&isl, &found.to_string()).expect("a relation");
            assert!(read.is_equal(found).unwrap(), "{read}, not {found}");
        }
        let must: Vec<bool> = found.iter().map(|access| access.must).collect();
        let exact = [
            true, true, true, false, false, true, true, true, true, false, false, true,
        ];
        assert_eq!(must, exact);
    }

    #[test]
    fn functions_become_affine_maps() {
        let context = Context::new();
        let map = |text: &str| {
            let function = Aff::parse(&thread_context(), text).unwrap();
            match affine_map(&context, &[function], 2) {
                Ok(map) => Ok(map.to_string()),
                Err(failure) => Err(failure.message().to_owned()),
            }
        };
        let text = |text: &str| Ok(text.to_owned());
        assert_eq!(
            map("{ S[i, j] -> [(2i - 3)] }"),
            text("(d0, d1) -> (d0 * 2 - 3)")
        );
        assert_eq!(
            map("{ S[i, j] -> [(j - 8*floor((i + j)/8))] }"),
            text("(d0, d1) -> (d1 - ((d0 + d1) floordiv 8) * 8)")
        );
        assert_eq!(map("{ S[i, j] -> [(0)] }"), text("(d0, d1) -> (0)"));
        let size = map("[N] -> { S[i, j] -> [(N - i)] }").unwrap_err();
        assert!(size.starts_with("a subscript depends on a size"), "{size}");
    }
}
