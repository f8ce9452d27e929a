//! The form of a statement's body: a reduction, a sum of products, a copy, a wait.

use melior::ir::operation::{OperationLike, OperationRef};
use melior::ir::{BlockRef, RegionLike, Value, ValueLike};
use tc_dialects::op::{self, OperationKey, ValueKey, defining_operation};

use tc_dialects::schedule::WAIT;
use tc_pass_host::Failure;

use super::super::subscripts::Function;
use super::{AccessKind, Accumulator, Found};

/// A product of two loaded elements that a statement adds to another one.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Product {
    /// The positions of the operations that load the factors.
    pub factors: [usize; 2],
    /// The type of the factors in memory.
    pub factor_type: String,
    /// The type of the product and the sum.
    pub sum_type: String,
}

/// The accumulator of a statement that reduces with the operator, if its body has the form of a
/// reduction.
pub(super) fn accumulator(
    operator: &str,
    body: BlockRef<'_, '_>,
    found: &[Found<'_, '_>],
) -> Option<Accumulator> {
    let mut stores = found
        .iter()
        .filter(|found| found.access.kind == AccessKind::Write);
    let (store, None) = (stores.next()?, stores.next()) else {
        return None;
    };
    let combine = defining_operation(store.operation.operand(0).ok()?)?;
    if !is_combine(operator, op::name(combine)) {
        return None;
    }
    let operands = [combine.operand(0).ok()?, combine.operand(1).ok()?];
    let load = found.iter().find(|candidate| {
        let result = candidate.operation.result(0).map(Value::from);
        candidate.access.kind == AccessKind::Read
            && candidate.access.array == store.access.array
            && same_element(candidate, store)
            && result.is_ok_and(|result| operands.contains(&result) && uses(body, result) == 1)
    })?;
    Some(Accumulator {
        load: load.access.position,
        array: load.access.array.clone(),
        relation: load.access.relation.clone(),
    })
}

/// The factors of a sum whose value is the product of two loaded elements. Conversions on the way
/// are exact: to a type that holds all values of the element.
pub(super) fn product(sum: &Accumulator, found: &[Found<'_, '_>]) -> Option<Product> {
    let mut stores = found.iter();
    let store = stores.find(|one| one.access.kind == AccessKind::Write)?;
    let combine = defining_operation(store.operation.operand(0).ok()?)?;
    if !["arith.addf", "arith.addi"].contains(&op::name(combine)) {
        return None;
    }
    let load = found.iter().find(|one| one.access.position == sum.load)?;
    let own = ValueKey::of(op::result(load.operation));
    let operands = op::operands(combine).into_iter();
    let others: Vec<Value> = operands
        .filter(|value| ValueKey::of(*value) != own)
        .collect();
    let [value] = others[..] else {
        return None;
    };
    let times = defining_operation(value)?;
    if !["arith.mulf", "arith.muli"].contains(&op::name(times)) {
        return None;
    }
    let factors = op::operands(times);
    let loads = [factor(factors[0], found)?, factor(factors[1], found)?];
    let types = loads.map(|one| op::result(one.operation).r#type().to_string());
    (types[0] == types[1]).then(|| Product {
        factors: loads.map(|one| one.access.position),
        factor_type: types[0].clone(),
        sum_type: value.r#type().to_string(),
    })
}

/// The load of a value behind exact conversions.
fn factor<'f, 'c, 'a>(
    value: Value<'c, 'a>,
    found: &'f [Found<'c, 'a>],
) -> Option<&'f Found<'c, 'a>> {
    let mut value = value;
    let mut passed = Vec::new();
    loop {
        let operation = defining_operation(value)?;
        let ty = value.r#type().to_string();
        match op::name(operation) {
            "arith.extf" | "arith.truncf" => passed.push(ty),
            "arith.extsi" => {}
            _ => {
                let key = OperationKey::of(operation);
                let load = found
                    .iter()
                    .find(|one| OperationKey::of(one.operation) == key)?;
                return passed.iter().all(|by| holds(by, &ty)).then_some(load);
            }
        }
        value = operation.operand(0).ok()?;
    }
}

/// Whether a floating type has all values of another one.
fn holds(ty: &str, other: &str) -> bool {
    match ty {
        "f64" => true,
        "f32" => ["f32", "f16", "bf16"].contains(&other),
        _ => ty == other,
    }
}

/// Whether both access the same element of their arrays for every instance.
fn same_element(one: &Found<'_, '_>, other: &Found<'_, '_>) -> bool {
    let (Some(one), Some(other)) = (&one.element, &other.element) else {
        return false;
    };
    let equal = |(a, b): (&Function, &Function)| a.plain_is_equal(b).unwrap_or(false);
    one.len() == other.len() && one.iter().zip(other).all(equal)
}

/// Whether the operation combines with the operator of a `reduces` attribute.
fn is_combine(operator: &str, name: &str) -> bool {
    let names: &[&str] = match operator {
        operator if operator.contains("add") => &["arith.addf", "arith.addi"],
        operator if operator.contains("mul") => &["arith.mulf", "arith.muli"],
        operator if operator.contains("min") => &["arith.minimumf", "arith.minsi", "arith.minui"],
        operator if operator.contains("max") => &["arith.maximumf", "arith.maxsi", "arith.maxui"],
        _ => &[],
    };
    names.contains(&name)
}

/// How often the operations of a block use a value.
fn uses(block: BlockRef<'_, '_>, value: Value<'_, '_>) -> usize {
    let in_operation = |operation: OperationRef<'_, '_>| {
        let direct = operation
            .operands()
            .filter(|operand| ValueKey::of(*operand) == ValueKey::of(value))
            .count();
        let nested: usize = operation
            .regions()
            .filter_map(|region| region.first_block())
            .map(|inner| uses(inner, value))
            .sum();
        direct + nested
    };
    op::operations(block).into_iter().map(in_operation).sum()
}

/// Whether these are one load and one store of the loaded value, both affine and unconditional.
pub(super) fn moves(found: &[Found<'_, '_>]) -> bool {
    let [load, store] = found else {
        return false;
    };
    let kinds = (load.access.kind, store.access.kind);
    if kinds != (AccessKind::Read, AccessKind::Write) {
        return false;
    }
    let (Ok(loaded), Ok(stored)) = (load.operation.result(0), store.operation.operand(0)) else {
        return false;
    };
    let unconditional = load.element.is_some() && store.element.is_some();
    unconditional && ValueKey::of(loaded) == ValueKey::of(stored)
}

/// How many groups of copies may go on behind a statement, if it is a wait for copies.
pub(super) fn groups_left<'c: 'a, 'a>(
    statement: OperationRef<'c, 'a>,
    body: BlockRef<'c, 'a>,
) -> Result<Option<u64>, Failure> {
    let operations = op::operations(body);
    let Some(wait) = operations.iter().find(|one| op::is(**one, WAIT)) else {
        return Ok(None);
    };
    if operations.len() > 1 {
        let message = "a statement with a wait does nothing else, found other operations";
        let failure = Failure::new(message).at_operation(&statement);
        return Err(failure.note("put the wait into a statement of its own"));
    }
    let count = op::integer(*wait, "count");
    Ok(count.and_then(|count| u64::try_from(count).ok()))
}
