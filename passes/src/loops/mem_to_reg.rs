//! `loops-mem-to-reg`: an element that a loop loads and stores in each iteration becomes a value that the loop carries.
//!
//! ```mlir
//! scf.for %k = %lo to %hi step %c1 {                  %0 = memref.load %C[%i, %j]
//!   %c = memref.load %C[%i, %j]                       %1 = scf.for %k = %lo to %hi step %c1 iter_args(%c = %0) -> f32 {
//!   %s = arith.addf %c, %p                    ==>       %s = arith.addf %c, %p
//!   memref.store %s, %C[%i, %j]                         scf.yield %s
//! }                                                   }
//!                                                     memref.store %1, %C[%i, %j]
//! ```
//!
//! Innermost loops first; the load and store then stand in the loop around, where the same is tried again. Inside of
//! conditions the value goes through the results of `scf.if`. Index computations that do not change in a loop are moved
//! in front of it before, so that the element's subscripts are known there.
//!
//! **Legal when**, for the element in the loop:
//! - its subscripts do not change, and no other access may touch it ([`super::memory`]): other subscripts of the same
//!   array differ by a constant, other arrays do not overlap;
//! - with a barrier in the loop, no other thread touches it: the array is the thread's own, or `schedule-to-gpu` proved
//!   it (`tc.thread_private`);
//! - the loop touches it whenever it runs: all accesses are under the same conditions, which do not change in the loop,
//!   and one of them directly so. The load and the store then get these conditions, and also `lower < upper` where the
//!   ranges of the bounds ([`super::index_forms`]) do not say that the loop runs at all.
//!
//! Nothing is loaded where an iteration begins with a store. **Cost**: quadratic in the accesses of one loop.

use std::collections::{HashMap, HashSet};

use mlir_sys::*;

use crate::api::*;
use crate::raw::{self, Recipe, create, named};

use super::builder::{arguments, attributes, operands, result, results, types};
use super::index_forms::{Range, constant};
use super::memory::{Access, Effects, may_overlap};

pass! {
    /// Carries an element that a loop loads and stores in each iteration as a value of the loop, loaded before and stored
    /// after it, where nothing else in the loop may touch it.
    pub struct LoopsMemToReg {
        name: "loops-mem-to-reg",
        anchor: "any",
        summary: "carry accumulators in registers through loops",
        dialects: ["scf", "memref", "arith"],
        statistics: {
            /// elements carried by a loop
            carried,
            /// operations moved in front of a loop
            hoisted,
        },
    }
}

impl Pass for LoopsMemToReg {
    fn run<'c>(&self, op: OperationRef<'c, '_>, _ctx: &PassContext<'c>) -> Result<(), Failure> {
        let report = mem_to_reg(op.to_raw());
        self.carried.add(report.carried);
        self.hoisted.add(report.hoisted);
        Ok(())
    }
}

/// What the pass did.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Report {
    pub carried: usize,
    pub hoisted: usize,
}

/// Carries elements through all loops nested in an operation.
pub fn mem_to_reg(op: MlirOperation) -> Report {
    let mut report = Report::default();
    for block in raw::blocks(op) {
        for inner in raw::operations(block) {
            let below = mem_to_reg(inner);
            report.carried += below.carried;
            report.hoisted += below.hoisted;
            if raw::name(inner) == "scf.for" {
                report.hoisted += hoist(inner);
                report.carried += carry(inner);
            }
        }
    }
    report
}

/// Moves computations that do not change in a loop in front of it.
fn hoist(for_op: MlirOperation) -> usize {
    let mut moved = 0;
    for op in raw::nested(for_op) {
        let invariant = operands(op)
            .iter()
            .all(|operand| is_outside(*operand, for_op));
        if invariant && may_run_anytime(op) {
            // SAFETY: both operations are in blocks, and all operands are available in front of the loop.
            unsafe { mlirOperationMoveBefore(op, for_op) };
            moved += 1;
        }
    }
    moved
}

/// Whether an operation has no effects and cannot fail.
fn may_run_anytime(op: MlirOperation) -> bool {
    const SAFE: [&str; 13] = [
        "arith.constant",
        "arith.addi",
        "arith.subi",
        "arith.muli",
        "arith.minsi",
        "arith.maxsi",
        "arith.minui",
        "arith.maxui",
        "arith.cmpi",
        "arith.andi",
        "arith.ori",
        "arith.xori",
        "arith.index_cast",
    ];
    const DIVISIONS: [&str; 4] = [
        "arith.divui",
        "arith.remui",
        "arith.floordivsi",
        "arith.remsi",
    ];
    let name = raw::name(op);
    SAFE.contains(&name)
        || (DIVISIONS.contains(&name)
            && constant(operands(op)[1]).is_some_and(|divisor| divisor > 0))
}

/// Whether a value is defined outside of an operation.
fn is_outside(value: MlirValue, op: MlirOperation) -> bool {
    // SAFETY: the value is alive; blocks are in operations up to the root.
    unsafe {
        let block = if mlirValueIsABlockArgument(value) {
            mlirBlockArgumentGetOwner(value)
        } else {
            mlirOperationGetBlock(mlirOpResultGetOwner(value))
        };
        let mut around = mlirBlockGetParentOperation(block);
        while !around.ptr.is_null() {
            if around.ptr == op.ptr {
                return false;
            }
            around = mlirOperationGetParentOperation(around);
        }
        true
    }
}

/// An element that a loop can carry.
struct Element {
    accesses: Vec<Access>,
    ty: MlirType,
    /// Under which conditions the loop touches it: the condition and whether it must hold.
    conditions: Vec<(MlirValue, bool)>,
    /// Whether an iteration may use the value from before.
    is_loaded: bool,
}

/// Carries all elements of a loop for which that is legal.
fn carry(for_op: MlirOperation) -> usize {
    let effects = Effects::of_loop(for_op);
    if effects.unknown {
        return 0;
    }
    let mut elements = Vec::new();
    let mut seen: HashSet<usize> = HashSet::new();
    for access in &effects.accesses {
        if seen.contains(&(access.op.ptr as usize)) {
            continue;
        }
        let same: Vec<Access> = effects
            .accesses
            .iter()
            .filter(|other| access.is_same_element(other))
            .cloned()
            .collect();
        seen.extend(same.iter().map(|access| access.op.ptr as usize));
        elements.extend(element(for_op, same, &effects));
    }
    if !elements.is_empty() {
        rewrite(for_op, &elements);
    }
    elements.len()
}

/// The element of these accesses, which are all that touch it; none when carrying it is not legal.
fn element(for_op: MlirOperation, accesses: Vec<Access>, effects: &Effects) -> Option<Element> {
    let first = accesses.first()?;
    if !accesses.iter().any(|access| access.is_store) || !is_outside(first.memref, for_op) {
        return None;
    }
    // The subscripts themselves must be available in front of the loop.
    let subscripts = operands(first.op)
        .into_iter()
        .skip(1 + usize::from(first.is_store));
    if !subscripts
        .into_iter()
        .all(|subscript| is_outside(subscript, for_op))
    {
        return None;
    }
    let mine: HashSet<usize> = accesses
        .iter()
        .map(|access| access.op.ptr as usize)
        .collect();
    let mut others = effects
        .accesses
        .iter()
        .filter(|other| !mine.contains(&(other.op.ptr as usize)));
    if others.any(|other| first.may_touch(other))
        || effects
            .others
            .iter()
            .any(|array| may_overlap(first.memref, *array))
        || (effects.barrier && !accesses.iter().all(Access::is_thread_private))
    {
        return None;
    }
    let shared = shared_conditions(&accesses);
    let only_conditions = |access: &Access| {
        access
            .around
            .iter()
            .all(|(op, _)| raw::name(*op) == "scf.if")
    };
    let direct = accesses
        .iter()
        .find(|access| access.around.len() == shared.len())?;
    if !accesses.iter().all(only_conditions) {
        return None;
    }
    let conditions: Vec<(MlirValue, bool)> = shared
        .iter()
        .map(|(op, region)| (operands(*op)[0], *region == 0))
        .collect();
    if !conditions
        .iter()
        .all(|(condition, _)| is_outside(*condition, for_op))
    {
        return None;
    }
    // SAFETY: the operation is alive; a load has a result, a store a value.
    let ty = unsafe { mlirShapedTypeGetElementType(mlirValueGetType(first.memref)) };
    zero(ty)?;
    let begins_with_store = direct.op.ptr == first.op.ptr && first.is_store;
    Some(Element {
        ty,
        conditions,
        is_loaded: !begins_with_store,
        accesses,
    })
}

/// The regions that all accesses are in.
fn shared_conditions(accesses: &[Access]) -> Vec<(MlirOperation, usize)> {
    let mut shared = accesses[0].around.clone();
    for access in accesses {
        let same = shared
            .iter()
            .zip(&access.around)
            .take_while(|(a, b)| a.0.ptr == b.0.ptr && a.1 == b.1);
        shared.truncate(same.count());
    }
    shared
}

/// The attribute zero of a scalar type.
fn zero(ty: MlirType) -> Option<MlirAttribute> {
    // SAFETY: the type is alive.
    unsafe {
        if mlirTypeIsAInteger(ty) || mlirTypeIsAIndex(ty) {
            Some(mlirIntegerAttrGet(ty, 0))
        } else if mlirTypeIsAFloat(ty) {
            Some(mlirFloatAttrDoubleGet(mlirTypeGetContext(ty), ty, 0.0))
        } else {
            None
        }
    }
}

/// Makes operations in front of another one.
struct Before {
    anchor: MlirOperation,
    block: MlirBlock,
    location: MlirLocation,
    ctx: MlirContext,
}

impl Before {
    fn new(anchor: MlirOperation) -> Self {
        // SAFETY: the operation is in a block.
        unsafe {
            Before {
                anchor,
                block: mlirOperationGetBlock(anchor),
                location: mlirOperationGetLocation(anchor),
                ctx: mlirOperationGetContext(anchor),
            }
        }
    }

    fn make(&self, name: &str, recipe: Recipe<'_>) -> MlirOperation {
        self.put(create(name, self.location, recipe))
    }

    fn put(&self, op: MlirOperation) -> MlirOperation {
        // SAFETY: the anchor is in the block and the operation in none.
        unsafe { mlirBlockInsertOwnedOperationBefore(self.block, self.anchor, op) };
        op
    }

    fn constant(&self, value: MlirAttribute, ty: MlirType) -> MlirValue {
        let (results, attributes) = ([ty], [named(self.ctx, "value", value)]);
        result(self.make(
            "arith.constant",
            Recipe {
                results: &results,
                attributes: &attributes,
                ..Recipe::default()
            },
        ))
    }

    /// Whether all conditions hold; none where there is none.
    fn all(&self, conditions: &[(MlirValue, bool)]) -> Option<MlirValue> {
        // SAFETY: the context is alive.
        let bit = unsafe { mlirIntegerTypeGet(self.ctx, 1) };
        let binary = |name: &str, left: MlirValue, right: MlirValue| {
            let (given, results) = ([left, right], [bit]);
            result(self.make(
                name,
                Recipe {
                    operands: &given,
                    results: &results,
                    ..Recipe::default()
                },
            ))
        };
        let one = |holds: &(MlirValue, bool)| match holds {
            (condition, true) => *condition,
            (condition, false) => {
                let truth = self.constant(raw::parse_attribute(self.ctx, "true"), bit);
                binary("arith.xori", *condition, truth)
            }
        };
        let mut holding = conditions.iter();
        let first = one(holding.next()?);
        Some(holding.fold(first, |all, next| {
            let next = one(next);
            binary("arith.andi", all, next)
        }))
    }

    /// `lower < upper`.
    fn runs(&self, lower: MlirValue, upper: MlirValue) -> MlirValue {
        // SAFETY: the context is alive.
        let results = [unsafe { mlirIntegerTypeGet(self.ctx, 1) }];
        let given = [lower, upper];
        let attributes = [named(
            self.ctx,
            "predicate",
            raw::parse_attribute(self.ctx, "2 : i64"),
        )];
        let recipe = Recipe {
            operands: &given,
            results: &results,
            attributes: &attributes,
            ..Recipe::default()
        };
        result(self.make("arith.cmpi", recipe))
    }

    /// An `scf.if` whose branches are made of these operations and the values that they yield.
    fn branch(
        &self,
        condition: MlirValue,
        ty: Option<MlirType>,
        then: (Vec<MlirOperation>, Option<MlirValue>),
        other: Option<(Vec<MlirOperation>, Option<MlirValue>)>,
    ) -> MlirOperation {
        let region = |(ops, yielded): (Vec<MlirOperation>, Option<MlirValue>)| {
            // SAFETY: the operations are in no block; the region owns the block, which owns them.
            unsafe {
                let region = mlirRegionCreate();
                let block = mlirBlockCreate(0, std::ptr::null(), std::ptr::null());
                mlirRegionAppendOwnedBlock(region, block);
                ops.into_iter()
                    .for_each(|op| mlirBlockAppendOwnedOperation(block, op));
                let given: Vec<MlirValue> = yielded.into_iter().collect();
                let recipe = Recipe {
                    operands: &given,
                    ..Recipe::default()
                };
                mlirBlockAppendOwnedOperation(block, create("scf.yield", self.location, recipe));
                region
            }
        };
        // SAFETY: the operation owns the empty region.
        let other = other.map_or_else(|| unsafe { mlirRegionCreate() }, region);
        let (given, result_types) = ([condition], ty.into_iter().collect::<Vec<_>>());
        let regions = vec![region(then), other];
        self.make(
            "scf.if",
            Recipe {
                operands: &given,
                results: &result_types,
                regions,
                ..Recipe::default()
            },
        )
    }
}

/// Makes the loop carry the elements.
fn rewrite(for_op: MlirOperation, elements: &[Element]) {
    let before = Before::new(for_op);
    let bounds = operands(for_op);
    let always_runs = match (Range::of(bounds[0]), Range::of(bounds[1])) {
        (Some(lower), Some(upper)) => lower.high < upper.low,
        _ => false,
    };
    let runs = (!always_runs).then(|| before.runs(bounds[0], bounds[1]));
    let guards: Vec<Option<MlirValue>> = elements
        .iter()
        .map(|element| {
            let mut conditions = element.conditions.clone();
            conditions.extend(runs.map(|runs| (runs, true)));
            before.all(&conditions)
        })
        .collect();
    let mut given = bounds;
    given.extend(
        elements
            .iter()
            .zip(&guards)
            .map(|(element, guard)| initial(&before, element, *guard)),
    );

    let (new_for, block) = move_body(&before, for_op, &given, elements);
    let own = arguments(block);
    let mut values = own[own.len() - elements.len()..].to_vec();
    let mut threading = Threading::new(elements);
    threading.block(block, &mut values);
    extend_yield(block, &values);

    let made = results(new_for);
    let (kept, carried) = made.split_at(made.len() - elements.len());
    for (old, new) in results(for_op).into_iter().zip(kept) {
        // SAFETY: both values are alive and have the same type.
        unsafe { mlirValueReplaceAllUsesOfWith(old, *new) };
    }
    for ((element, guard), value) in elements.iter().zip(&guards).zip(carried) {
        store_back(&before, element, *guard, *value);
    }
    threading.finish();
    // SAFETY: the old loop has no uses and no body that is used.
    unsafe { mlirOperationDestroy(for_op) };
}

/// The value of an element in front of the loop.
fn initial(before: &Before, element: &Element, guard: Option<MlirValue>) -> MlirValue {
    let nothing = || {
        before.constant(
            zero(element.ty).unwrap_or(MlirAttribute {
                ptr: std::ptr::null(),
            }),
            element.ty,
        )
    };
    if !element.is_loaded {
        return nothing();
    }
    let load = access(before, element, None);
    match guard {
        None => result(before.put(load)),
        Some(guard) => {
            let zero = nothing();
            let then = (vec![load], Some(result(load)));
            result(before.branch(
                guard,
                Some(element.ty),
                then,
                Some((Vec::new(), Some(zero))),
            ))
        }
    }
}

fn store_back(before: &Before, element: &Element, guard: Option<MlirValue>, value: MlirValue) {
    let store = access(before, element, Some(value));
    match guard {
        None => before.put(store),
        Some(guard) => before.branch(guard, None, (vec![store], None), None),
    };
}

/// A load or a store of an element, in no block yet.
fn access(before: &Before, element: &Element, stored: Option<MlirValue>) -> MlirOperation {
    let like = &element.accesses[0];
    let place = operands(like.op)
        .into_iter()
        .skip(usize::from(like.is_store));
    let given: Vec<MlirValue> = stored.into_iter().chain(place).collect();
    let attributes: Vec<MlirNamedAttribute> = attributes(like.op)
        .into_iter()
        .filter(|_| element.accesses.iter().all(Access::is_thread_private))
        .collect();
    let result_types = [element.ty];
    let (name, results): (&str, &[MlirType]) = if stored.is_some() {
        ("memref.store", &[])
    } else {
        ("memref.load", &result_types)
    };
    create(
        name,
        before.location,
        Recipe {
            operands: &given,
            results,
            attributes: &attributes,
            ..Recipe::default()
        },
    )
}

/// The loop with more values, and the operations of the old one in its body.
fn move_body(
    before: &Before,
    for_op: MlirOperation,
    given: &[MlirValue],
    elements: &[Element],
) -> (MlirOperation, MlirBlock) {
    let old = raw::blocks(for_op)[0];
    let mut argument_types = types(&arguments(old));
    argument_types.extend(elements.iter().map(|element| element.ty));
    let mut result_types = types(&results(for_op));
    result_types.extend(elements.iter().map(|element| element.ty));
    let locations = vec![before.location; argument_types.len()];
    // SAFETY: types and locations are alive; the region owns the block, the loop the region.
    let (region, block) = unsafe {
        let region = mlirRegionCreate();
        let block = mlirBlockCreate(
            argument_types.len() as isize,
            argument_types.as_ptr(),
            locations.as_ptr(),
        );
        mlirRegionAppendOwnedBlock(region, block);
        (region, block)
    };
    for op in raw::operations(old) {
        // SAFETY: the operation is in the old block and goes to the new one.
        unsafe {
            mlirOperationRemoveFromParent(op);
            mlirBlockAppendOwnedOperation(block, op);
        }
    }
    for (from, to) in arguments(old).into_iter().zip(arguments(block)) {
        // SAFETY: both values are alive and have the same type.
        unsafe { mlirValueReplaceAllUsesOfWith(from, to) };
    }
    let attributes = attributes(for_op);
    let recipe = Recipe {
        operands: given,
        results: &result_types,
        attributes: &attributes,
        regions: vec![region],
    };
    (before.make("scf.for", recipe), block)
}

/// Puts more values at the end of what a block yields.
fn extend_yield(block: MlirBlock, values: &[MlirValue]) {
    // SAFETY: the block ends in a yield.
    let old = unsafe { mlirBlockGetTerminator(block) };
    let before = Before::new(old);
    let given: Vec<MlirValue> = operands(old)
        .into_iter()
        .chain(values.iter().copied())
        .collect();
    before.make(
        "scf.yield",
        Recipe {
            operands: &given,
            ..Recipe::default()
        },
    );
    // SAFETY: a yield has no results.
    unsafe { mlirOperationDestroy(old) };
}

/// Replaces accesses by values.
struct Threading {
    /// Which element an access is of.
    accesses: HashMap<usize, usize>,
    stores: HashSet<usize>,
    count: usize,
    /// Operations without uses, destroyed at the end.
    dead: Vec<MlirOperation>,
}

impl Threading {
    fn new(elements: &[Element]) -> Self {
        let mut threading = Threading {
            accesses: HashMap::new(),
            stores: HashSet::new(),
            count: elements.len(),
            dead: Vec::new(),
        };
        for (number, element) in elements.iter().enumerate() {
            for access in &element.accesses {
                threading.accesses.insert(access.op.ptr as usize, number);
                if access.is_store {
                    threading.stores.insert(access.op.ptr as usize);
                }
            }
        }
        threading
    }

    /// Goes through a block; `values` are those of the elements, before and then after.
    fn block(&mut self, block: MlirBlock, values: &mut [MlirValue]) {
        for op in raw::operations(block) {
            match self.accesses.get(&(op.ptr as usize)).copied() {
                Some(element) => {
                    if self.stores.contains(&(op.ptr as usize)) {
                        values[element] = operands(op)[0];
                    } else {
                        // SAFETY: both values are alive and have the element's type.
                        unsafe { mlirValueReplaceAllUsesOfWith(result(op), values[element]) };
                    }
                    self.dead.push(op);
                }
                None if raw::name(op) == "scf.if" => self.condition(op, values),
                None => {}
            }
        }
    }

    fn condition(&mut self, op: MlirOperation, values: &mut [MlirValue]) {
        let inside: Vec<usize> = raw::nested(op)
            .iter()
            .map(|inner| inner.ptr as usize)
            .collect();
        let stored = |element: &usize| {
            inside.iter().any(|inner| {
                self.stores.contains(inner) && self.accesses.get(inner) == Some(element)
            })
        };
        let stored: Vec<usize> = (0..self.count).filter(stored).collect();
        if stored.is_empty() {
            // Loads at most, which take the value from before.
            raw::blocks(op)
                .into_iter()
                .for_each(|block| self.block(block, &mut values.to_vec()));
            return;
        }
        let before = Before::new(op);
        let regions: Vec<MlirRegion> = (0..2)
            .map(|position| {
                // SAFETY: an scf.if has two regions; the new one takes the blocks of the old one.
                let region = unsafe {
                    let region = mlirRegionCreate();
                    mlirRegionTakeBody(region, mlirOperationGetRegion(op, position));
                    region
                };
                self.branch(&before, region, &stored, values);
                region
            })
            .collect();
        let mut result_types = types(&results(op));
        result_types.extend(
            stored
                .iter()
                .map(|element| unsafe { mlirValueGetType(values[*element]) }),
        );
        let (given, attributes) = (operands(op), attributes(op));
        let recipe = Recipe {
            operands: &given,
            results: &result_types,
            attributes: &attributes,
            regions,
        };
        let made = results(before.make("scf.if", recipe));
        let (kept, carried) = made.split_at(made.len() - stored.len());
        for (old, new) in results(op).into_iter().zip(kept) {
            // SAFETY: both values are alive and have the same type.
            unsafe { mlirValueReplaceAllUsesOfWith(old, *new) };
        }
        for (element, value) in stored.iter().zip(carried) {
            values[*element] = *value;
        }
        self.dead.push(op);
    }

    fn branch(
        &mut self,
        before: &Before,
        region: MlirRegion,
        stored: &[usize],
        values: &[MlirValue],
    ) {
        let mut values = values.to_vec();
        // SAFETY: the region is ours.
        let block = unsafe { mlirRegionGetFirstBlock(region) };
        let block = if block.ptr.is_null() {
            // SAFETY: the region owns the new block, which owns the yield.
            unsafe {
                let block = mlirBlockCreate(0, std::ptr::null(), std::ptr::null());
                mlirRegionAppendOwnedBlock(region, block);
                mlirBlockAppendOwnedOperation(
                    block,
                    create("scf.yield", before.location, Recipe::default()),
                );
                block
            }
        } else {
            self.block(block, &mut values);
            block
        };
        let yielded: Vec<MlirValue> = stored.iter().map(|element| values[*element]).collect();
        extend_yield(block, &yielded);
    }

    /// Destroys what was replaced.
    fn finish(self) {
        for op in self.dead {
            // SAFETY: all uses were replaced, and nothing else refers to the operation.
            unsafe { mlirOperationDestroy(op) };
        }
    }
}
