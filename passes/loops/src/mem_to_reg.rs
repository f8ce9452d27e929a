//! `loops-mem-to-reg`: an element that a loop loads and stores in each iteration becomes a value
//! that the loop carries.
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
//! Innermost loops come first; the load and store are then in the enclosing loop, where the same is
//! tried again. Inside conditions the value goes through the results of `scf.if`. Loop-invariant
//! index computations are hoisted first, so that the element's subscripts are available in front of
//! the loop.
//!
//! **Legal when**, for the element in the loop:
//! - its subscripts are loop-invariant, and no other access may touch it (`memory`): other
//!   subscripts of the same array differ by a constant, other arrays do not overlap;
//! - with a barrier in the loop, no other thread accesses it: the array is the thread's own, or
//!   `schedule-to-gpu` proved it (`tc.thread_private`);
//! - the loop touches it whenever it runs: all accesses are under the same loop-invariant
//!   conditions, and one of them directly so. The load and the store then get these conditions, and
//!   also `lower < upper` if the ranges of the bounds (`index_forms`) do not imply that
//!   the loop runs at all.
//!
//! Where the conditions do not hold, nothing uses the value: the loop then carries any
//! (`ub.poison`), so that LLVM need not choose between the value before and the one behind a
//! condition.
//!
//! A loop with a barrier keeps what it reads in each iteration of an input (an argument that is
//! `llvm.readonly` and `llvm.noalias`): the load is in front of the loop, which must run. LLVM does
//! that for loops without barriers, and not for these, since it does not know that a barrier comes
//! back. At most `INPUTS` elements are kept.
//!
//! No load is needed if an iteration begins with a store. In each block, `conditions` then
//! joins operations under the same condition, and `forward` takes a loaded value from the
//! store before it, and drops stores that are overwritten unread: the zeros that a sum starts from.
//! **Cost**: quadratic in the accesses of one loop.

use std::collections::{BTreeSet, HashMap, HashSet};
use std::ops::AddAssign;

use melior::dialect::arith::{self, CmpiPredicate};
use melior::dialect::scf;
use melior::ir::attribute::BoolAttribute;
use tc_dialects::op::{self, OperationKey, Recipe, build, create};

use tc_pass_host::*;

use super::conditions::{Facts, facts, facts_around, join};
use super::forward::{Earlier, Forwarded, forward};
use super::index_forms::{Range, constant};
use super::memory::{Access, Effects, is_input, is_outside, may_overlap};

pass! {
    /// Carries an element that a loop loads and stores in each iteration as a value of the loop:
    /// loaded before and stored after it. The element must not be accessed in another way in the
    /// loop.
    pub struct LoopsMemToReg {
        name: "loops-mem-to-reg",
        anchor: "any",
        summary: "carry accumulators in registers through loops",
        dialects: ["scf", "memref", "arith", "ub"],
        statistics: {
            /// elements carried by a loop
            carried,
            /// operations hoisted out of a loop
            hoisted,
            /// elements of inputs loaded in front of a loop with barriers
            inputs,
            /// conditions whose operations are in an earlier one now
            joined,
            /// loads whose value is that of a store before
            forwarded,
            /// stores that were overwritten unread
            dead_stores,
        },
    }
}

impl Pass for LoopsMemToReg {
    fn run<'c>(&self, op: OperationRef<'c, '_>, ctx: &PassContext<'c>) -> Result<(), Failure> {
        let report = mem_to_reg(op);
        if report.carried + report.forwarded.loads > 0 {
            ctx.decided(op, report.decision());
        }
        self.carried.add(report.carried);
        self.hoisted.add(report.hoisted);
        self.inputs.add(report.inputs);
        self.joined.add(report.joined);
        self.forwarded.add(report.forwarded.loads);
        self.dead_stores.add(report.forwarded.stores);
        Ok(())
    }
}

/// The pass's statistics.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Report {
    /// Elements that are now carried as values of a loop.
    pub carried: usize,
    /// Operations that were hoisted out of a loop.
    pub hoisted: usize,
    /// Elements of inputs that are loaded in front of a loop with barriers.
    pub inputs: usize,
    /// Conditions whose operations are in an earlier one now.
    pub joined: usize,
    /// Values that went from a store to a load without memory.
    pub forwarded: Forwarded,
}

impl Report {
    fn decision(&self) -> Decision {
        let what = format!(
            "loops carry {} of them, and {} loads take the value of a store",
            self.carried, self.forwarded.loads
        );
        Decision::passed("elements in registers", what)
            .because("nothing else touches them there, and their subscripts do not change")
            .unless("the mapping option private=false")
            .figure("Carried", self.carried as i64)
            .figure("Forwarded", self.forwarded.loads as i64)
    }
}

impl AddAssign for Report {
    fn add_assign(&mut self, other: Report) {
        self.carried += other.carried;
        self.hoisted += other.hoisted;
        self.inputs += other.inputs;
        self.joined += other.joined;
        self.forwarded += other.forwarded;
    }
}

/// Carries elements through all loops nested in an operation.
pub fn mem_to_reg(op: OperationRef<'_, '_>) -> Report {
    let mut report = Report::default();
    for block in op::blocks(op) {
        for inner in op::operations(block) {
            report += mem_to_reg(inner);
            if op::is(inner, "scf.for") {
                report.hoisted += hoist(inner);
                report.inputs += hoist_inputs(inner);
                report += carry(inner);
            }
        }
        report += join_and_forward(block);
    }
    report
}

/// Joins the conditions of a block, and those inside of them, and forwards values in each.
fn join_and_forward(block: BlockRef<'_, '_>) -> Report {
    let joined = join(block);
    let mut report = Report {
        joined: joined.count,
        ..Report::default()
    };
    for inner in joined.longer.into_iter().flat_map(op::blocks) {
        report += join_and_forward(inner);
    }
    report.forwarded += forward(block);
    report
}

/// Hoists loop-invariant computations.
fn hoist(for_op: OperationRef<'_, '_>) -> usize {
    let mut moved = 0;
    for op in op::nested(for_op) {
        let invariant = op.operands().all(|operand| is_outside(operand, for_op));
        if invariant && may_run_anytime(op) {
            op::mutable(op).move_before(for_op);
            moved += 1;
        }
    }
    moved
}

/// The most elements of inputs that a loop keeps, half of the registers that a thread may have.
const INPUTS: i64 = 128;

/// Takes loads of inputs out of a loop with barriers, if all of their elements are few enough for
/// registers.
fn hoist_inputs(for_op: OperationRef<'_, '_>) -> usize {
    let effects = Effects::of_loop(for_op);
    if effects.unknown || !effects.barrier || !always_runs(for_op) {
        return 0;
    }
    let kept: Vec<&Access> = effects
        .accesses
        .iter()
        .filter(|access| {
            !access.is_store
                && access.around.is_empty()
                && is_input(access.memref)
                && op::operands(access.op)
                    .into_iter()
                    .all(|operand| is_outside(operand, for_op))
        })
        .collect();
    let elements: i64 = kept.iter().map(|access| access.lanes).sum();
    if elements > INPUTS {
        return 0;
    }
    for access in &kept {
        op::mutable(access.op).move_before(for_op);
    }
    kept.len()
}

/// Whether an operation has no effects and cannot fail.
fn may_run_anytime(op: OperationRef<'_, '_>) -> bool {
    const SAFE: [&str; 17] = [
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
        "vector.create_mask",
        "vector.constant_mask",
        "vector.broadcast",
        "ub.poison",
    ];
    const DIVISIONS: [&str; 4] = [
        "arith.divui",
        "arith.remui",
        "arith.floordivsi",
        "arith.remsi",
    ];
    let name = op::name(op);
    SAFE.contains(&name)
        || (DIVISIONS.contains(&name)
            && constant(op::operands(op)[1]).is_some_and(|divisor| divisor > 0))
}

/// An element that a loop can carry.
struct Element<'c, 'a> {
    accesses: Vec<Access<'c, 'a>>,
    ty: Type<'c>,
    /// The conditions under which the loop accesses it: each condition and whether it must hold.
    conditions: Vec<(Value<'c, 'a>, bool)>,
    /// What holds under these conditions.
    facts: Facts,
    /// Whether an iteration may use the value from before the loop.
    is_loaded: bool,
}

/// Carries all elements of a loop for which that is legal.
fn carry(for_op: OperationRef<'_, '_>) -> Report {
    let mut report = Report::default();
    let effects = Effects::of_loop(for_op);
    if effects.unknown {
        return report;
    }
    let mut elements = Vec::new();
    let mut seen: HashSet<OperationKey> = HashSet::new();
    for access in &effects.accesses {
        if seen.contains(&OperationKey::of(access.op)) {
            continue;
        }
        let same: Vec<Access> = effects
            .accesses
            .iter()
            .filter(|other| access.is_same_element(other))
            .cloned()
            .collect();
        seen.extend(same.iter().map(|access| OperationKey::of(access.op)));
        elements.extend(element(for_op, same, &effects));
    }
    if !elements.is_empty() {
        report.carried = elements.len();
        report.forwarded.loads = rewrite(for_op, &elements);
    }
    report
}

/// The element of these accesses, if no other access touches it; `None` if carrying it is not
/// legal.
fn element<'c, 'a>(
    for_op: OperationRef<'c, 'a>,
    accesses: Vec<Access<'c, 'a>>,
    effects: &Effects<'c, 'a>,
) -> Option<Element<'c, 'a>> {
    let first = accesses.first()?;
    if !accesses.iter().any(|access| access.is_store) || !is_outside(first.memref, for_op) {
        return None;
    }
    // The subscripts themselves must be available in front of the loop.
    let place = first.place();
    if !place.into_iter().all(|value| is_outside(value, for_op)) {
        return None;
    }
    let mine: HashSet<OperationKey> = accesses
        .iter()
        .map(|access| OperationKey::of(access.op))
        .collect();
    let mut others = effects
        .accesses
        .iter()
        .filter(|other| !mine.contains(&OperationKey::of(other.op)));
    if others.any(|other| first.may_touch(other))
        || effects
            .others
            .iter()
            .any(|array| may_overlap(first.memref, *array))
        || (effects.barrier && !accesses.iter().all(Access::is_thread_private))
    {
        return None;
    }
    let only_conditions =
        |access: &Access| access.around.iter().all(|(op, _)| op::is(*op, "scf.if"));
    if !accesses.iter().all(only_conditions) {
        return None;
    }
    let facts: Vec<Facts> = accesses.iter().map(facts_around).collect();
    let shared = |one: &Facts| facts.iter().all(|other| one.is_subset(other));
    let direct = &accesses[facts.iter().position(shared)?];
    let conditions: Vec<(Value, bool)> = direct
        .around
        .iter()
        .map(|(op, region)| (op::operands(*op)[0], *region == 0))
        .collect();
    if !conditions
        .iter()
        .all(|(condition, _)| is_outside(*condition, for_op))
    {
        return None;
    }
    let ty = first.value().r#type();
    let begins_with_store = direct.op == first.op && first.is_store;
    Some(Element {
        ty,
        facts: facts_around(direct),
        conditions,
        is_loaded: !begins_with_store,
        accesses,
    })
}

/// Creates operations in front of another one.
struct Before<'c, 'a> {
    anchor: OperationRef<'c, 'a>,
    location: Location<'c>,
    context: &'c Context,
}

impl<'c, 'a> Before<'c, 'a> {
    fn new(anchor: OperationRef<'c, 'a>) -> Self {
        Before {
            anchor,
            location: anchor.location(),
            context: op::context(anchor),
        }
    }

    fn put(&self, operation: Operation<'c>) -> OperationRef<'c, 'a> {
        op::insert_before(self.anchor, operation)
    }

    /// Inserts an operation with one result.
    fn value(&self, operation: Operation<'c>) -> Value<'c, 'a> {
        op::result(self.put(operation))
    }

    fn constant(&self, value: Attribute<'c>) -> Value<'c, 'a> {
        self.value(arith::constant(self.context, value, self.location))
    }

    /// A value that is not used.
    fn any(&self, ty: Type<'c>) -> Value<'c, 'a> {
        let recipe = Recipe {
            results: &[ty],
            attributes: &[("value", build::parsed(self.context, "#ub.poison"))],
            ..Recipe::default()
        };
        self.value(create("ub.poison", self.location, recipe))
    }

    /// Whether all conditions hold; `None` if there are no conditions.
    fn all(&self, conditions: &[(Value<'c, 'a>, bool)]) -> Option<Value<'c, 'a>> {
        let one = |holds: &(Value<'c, 'a>, bool)| match *holds {
            (condition, true) => condition,
            (condition, false) => {
                let truth = self.constant(BoolAttribute::new(self.context, true).into());
                self.value(arith::xori(condition, truth, self.location))
            }
        };
        let mut holding = conditions.iter();
        let first = one(holding.next()?);
        Some(holding.fold(first, |all, next| {
            let next = one(next);
            self.value(arith::andi(all, next, self.location))
        }))
    }

    /// `lower < upper`.
    fn runs(&self, lower: Value<'c, 'a>, upper: Value<'c, 'a>) -> Value<'c, 'a> {
        let less = CmpiPredicate::Slt;
        self.value(arith::cmpi(self.context, less, lower, upper, self.location))
    }

    /// A branch of an `scf.if`: an operation, and the values that it or the empty branch yields.
    fn branch(&self, operation: Option<Operation<'c>>, value: Option<Value<'c, 'a>>) -> Region<'c> {
        let (region, block) = build::open_region(&[], self.location);
        let mut yielded: Vec<Value> = value.into_iter().collect();
        if let Some(operation) = operation {
            yielded.extend(op::results(op::append(block, operation)));
        }
        op::append(block, scf::r#yield(&yielded, self.location));
        region
    }
}

/// Whether the ranges of a loop's bounds imply that it runs.
fn always_runs(for_op: OperationRef<'_, '_>) -> bool {
    let bounds = op::operands(for_op);
    match (Range::of(bounds[0]), Range::of(bounds[1])) {
        (Some(lower), Some(upper)) => lower.high < upper.low,
        _ => false,
    }
}

/// Makes the loop carry the elements; how many of them begin with a value stored before.
fn rewrite<'c, 'a>(for_op: OperationRef<'c, 'a>, elements: &[Element<'c, 'a>]) -> usize {
    let before = Before::new(for_op);
    let bounds = op::operands(for_op);
    let runs = (!always_runs(for_op)).then(|| before.runs(bounds[0], bounds[1]));
    let (mut given, mut forwarded) = (bounds, 0);
    let mut earlier = None;
    for element in elements {
        let mut conditions = element.conditions.clone();
        conditions.extend(runs.map(|runs| (runs, true)));
        let known = if element.is_loaded && !conditions.is_empty() {
            earlier
                .get_or_insert_with(|| Earlier::than(for_op))
                .stored(&element.accesses[0], &element.facts)
        } else {
            None
        };
        forwarded += usize::from(known.is_some());
        given.push(known.unwrap_or_else(|| initial(&before, element, &conditions)));
    }

    let (new_for, block) = move_body(&before, for_op, &given, elements);
    let own = op::arguments(block);
    let mut values = own[own.len() - elements.len()..].to_vec();
    let mut threading = Threading::new(elements);
    threading.block(block, &mut values);
    extend_yield(block, &values);

    let made = op::results(new_for);
    let (kept, carried) = made.split_at(made.len() - elements.len());
    for (old, new) in op::results(for_op).into_iter().zip(kept) {
        op::replace_uses(old, *new);
    }
    for (element, value) in elements.iter().zip(carried) {
        store_back(&before, element, runs, *value);
    }
    threading.finish();
    op::erase(for_op);
    forwarded
}

/// The value of an element in front of the loop.
fn initial<'c, 'a>(
    before: &Before<'c, 'a>,
    element: &Element<'c, 'a>,
    conditions: &[(Value<'c, 'a>, bool)],
) -> Value<'c, 'a> {
    if !element.is_loaded {
        return before.any(element.ty);
    }
    let load = access(before, element, None);
    match before.all(conditions) {
        None => before.value(load),
        Some(guard) => {
            let any = before.any(element.ty);
            let then = before.branch(Some(load), None);
            let other = before.branch(None, Some(any));
            before.value(scf::r#if(
                guard,
                &[element.ty],
                then,
                other,
                before.location,
            ))
        }
    }
}

/// Stores the value of an element behind the loop, with one condition inside of the other, as the
/// loop had them, so that [`join`] finds those that are the same.
fn store_back<'c, 'a>(
    before: &Before<'c, 'a>,
    element: &Element<'c, 'a>,
    runs: Option<Value<'c, 'a>>,
    value: Value<'c, 'a>,
) {
    let mut conditions = element.conditions.clone();
    conditions.extend(runs.map(|runs| (runs, true)));
    let mut stored = access(before, element, Some(value));
    for condition in conditions.iter().rev() {
        let Some(holds) = before.all(&[*condition]) else {
            continue;
        };
        let then = before.branch(Some(stored), None);
        stored = scf::r#if(holds, &[], then, Region::new(), before.location);
    }
    before.put(stored);
}

/// A load or store of an element, not yet in a block.
fn access<'c, 'a>(
    before: &Before<'c, 'a>,
    element: &Element<'c, 'a>,
    stored: Option<Value<'c, 'a>>,
) -> Operation<'c> {
    let like = &element.accesses[0];
    let mut given = vec![like.memref];
    given.extend(like.place());
    let attributes = if element.accesses.iter().all(Access::is_thread_private) {
        op::attributes(like.op)
    } else {
        Vec::new()
    };
    let name = match (element.ty.is_vector(), like.mask, stored) {
        (false, _, None) => "memref.load",
        (false, _, Some(_)) => "memref.store",
        (true, None, None) => "vector.load",
        (true, None, Some(_)) => "vector.store",
        (true, Some(_), None) => "vector.maskedload",
        (true, Some(_), Some(_)) => "vector.maskedstore",
    };
    match (stored, like.mask) {
        (Some(stored), None) => given.insert(0, stored),
        (Some(stored), Some(_)) => given.push(stored),
        (None, Some(_)) => given.push(before.any(element.ty)),
        (None, None) => {}
    }
    let result_types = [element.ty];
    let results: &[Type] = if stored.is_some() { &[] } else { &result_types };
    let recipe = Recipe {
        operands: &given,
        results,
        attributes: &attributes,
        ..Recipe::default()
    };
    create(name, before.location, recipe)
}

/// The loop with more values, and the body of the old one.
fn move_body<'c, 'a>(
    before: &Before<'c, 'a>,
    for_op: OperationRef<'c, 'a>,
    given: &[Value<'c, 'a>],
    elements: &[Element<'c, 'a>],
) -> (OperationRef<'c, 'a>, BlockRef<'c, 'a>) {
    let mut result_types = op::types(&op::results(for_op));
    result_types.extend(elements.iter().map(|element| element.ty));
    let recipe = Recipe {
        operands: given,
        results: &result_types,
        attributes: &op::attributes(for_op),
        regions: for_op.regions().map(op::take_body).collect(),
    };
    let made = before.put(create("scf.for", before.location, recipe));
    let block = op::body(made).expect("a loop has a body");
    for element in elements {
        block.add_argument(element.ty, before.location);
    }
    (made, block)
}

/// Appends values to the yield of a block.
fn extend_yield<'c, 'a>(block: BlockRef<'c, 'a>, values: &[Value<'c, 'a>]) {
    let old = block.terminator().expect("the block ends in a yield");
    let yielded: Vec<Value> = op::operands(old)
        .into_iter()
        .chain(values.iter().copied())
        .collect();
    op::insert_before(old, scf::r#yield(&yielded, old.location()));
    op::erase(old);
}

/// Replaces accesses by values.
struct Threading<'e, 'c, 'a> {
    elements: &'e [Element<'c, 'a>],
    /// The element of an access.
    accesses: HashMap<OperationKey, usize>,
    stores: HashMap<OperationKey, &'e Access<'c, 'a>>,
    /// Operations without uses, erased at the end.
    dead: Vec<OperationRef<'c, 'a>>,
}

impl<'e, 'c, 'a> Threading<'e, 'c, 'a> {
    fn new(elements: &'e [Element<'c, 'a>]) -> Self {
        let mut threading = Threading {
            elements,
            accesses: HashMap::new(),
            stores: HashMap::new(),
            dead: Vec::new(),
        };
        for (number, element) in elements.iter().enumerate() {
            for access in &element.accesses {
                let key = OperationKey::of(access.op);
                threading.accesses.insert(key, number);
                if access.is_store {
                    threading.stores.insert(key, access);
                }
            }
        }
        threading
    }

    /// Processes a block; `values` are those of the elements, first before and then after it.
    fn block(&mut self, block: BlockRef<'c, 'a>, values: &mut [Value<'c, 'a>]) {
        for op in op::operations(block) {
            let key = OperationKey::of(op);
            match self.accesses.get(&key).copied() {
                Some(element) => {
                    match self.stores.get(&key) {
                        Some(store) => values[element] = store.value(),
                        None => op::replace_uses(op::result(op), values[element]),
                    }
                    self.dead.push(op);
                }
                None if op::is(op, "scf.if") => self.condition(op, values),
                None => {}
            }
        }
    }

    fn condition(&mut self, op: OperationRef<'c, 'a>, values: &mut [Value<'c, 'a>]) {
        let inside = op::nested(op).into_iter().map(OperationKey::of);
        let stored: BTreeSet<usize> = inside
            .filter(|inner| self.stores.contains_key(inner))
            .filter_map(|inner| self.accesses.get(&inner).copied())
            .collect();
        let stored: Vec<usize> = stored.into_iter().collect();
        if stored.is_empty() {
            // At most loads, which use the previous value.
            op::blocks(op)
                .into_iter()
                .for_each(|block| self.block(block, &mut values.to_vec()));
            return;
        }
        let before = Before::new(op);
        let mut regions = Vec::new();
        let condition = op::operands(op)[0];
        for (region, holds) in op.regions().zip([true, false]) {
            let region = op::take_body(region);
            let otherwise = facts(condition, !holds);
            self.branch(&before, &region, &stored, &otherwise, values);
            regions.push(region);
        }
        let mut result_types = op::types(&op::results(op));
        result_types.extend(stored.iter().map(|element| values[*element].r#type()));
        let recipe = Recipe {
            operands: &op::operands(op),
            results: &result_types,
            attributes: &op::attributes(op),
            regions,
        };
        let made = op::results(before.put(create("scf.if", before.location, recipe)));
        let (kept, carried) = made.split_at(made.len() - stored.len());
        for (old, new) in op::results(op).into_iter().zip(kept) {
            op::replace_uses(old, *new);
        }
        for (element, value) in stored.iter().zip(carried) {
            values[*element] = *value;
        }
        self.dead.push(op);
    }

    /// Processes a branch of an `scf.if`, which then yields the stored elements as well: any value
    /// for one that the loop touches only `otherwise`.
    fn branch(
        &mut self,
        before: &Before<'c, 'a>,
        region: &Region<'c>,
        stored: &[usize],
        otherwise: &Facts,
        values: &[Value<'c, 'a>],
    ) {
        let mut values = values.to_vec();
        let block = match region.first_block() {
            Some(block) => {
                self.block(block, &mut values);
                block
            }
            None => {
                let block = region.append_block(Block::new(&[]));
                op::append(block, scf::r#yield(&[], before.location));
                block
            }
        };
        let yielded = stored.iter().map(|element| {
            let Element { facts, ty, .. } = &self.elements[*element];
            if otherwise.is_subset(facts) {
                before.any(*ty)
            } else {
                values[*element]
            }
        });
        let yielded: Vec<Value> = yielded.collect();
        extend_yield(block, &yielded);
    }

    /// Erases the replaced operations, which have no uses left.
    fn finish(self) {
        self.dead.into_iter().for_each(op::erase);
    }
}
