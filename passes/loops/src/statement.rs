//! One instance of a statement: its body with other operands.
//!
//! ```mlir
//! %0 = affine.load %A[%n, %k]      memref.load %A[%4, %c2]       subscripts made by isl for this place
//! %1 = arith.mulf %0, %b     ==>   arith.mulf %0, %b fastmath<contract>
//! ```
//!
//! Floating-point operations may be contracted (`a*b + c` in one rounding); the operation that
//! combines a reduction may also be reordered, as the schedule already does. Existing flags are
//! kept.

use std::collections::{HashMap, HashSet};

use melior::dialect::memref;
use tc_dialects::op::{self, OperationKey, Recipe, ValueKey, defining_operation};
use tc_dialects::schedule::tree::Refusal;

use tc_pass_host::*;
use tc_scop::accesses::STANDS_FOR;

use super::builder::Builder;
use super::memory::{MAY_BE_ASYNC, THREAD_PRIVATE};
use super::scop::Statement;

/// The body of a statement, and its values at one place.
pub struct PlacedBody<'p, 'c, 'a> {
    /// The statement.
    pub statement: &'p Statement<'c, 'a>,
    /// The results of the affine maps of its ops.
    pub affine: HashMap<OperationKey, Vec<Value<'c, 'a>>>,
    /// The replacements of values of the body or of the scop.
    pub values: HashMap<ValueKey, Value<'c, 'a>>,
    /// The arrays of the scop of which each thread accesses its own elements.
    pub thread_private: &'p HashSet<ValueKey>,
}

impl<'c, 'a> PlacedBody<'_, 'c, 'a> {
    /// Writes the body at the end of the builder's block.
    pub fn emit(mut self, builder: &mut Builder<'c, 'a>) -> Result<(), Refusal> {
        let location = builder.location;
        let combines = self
            .statement
            .reduces
            .then(|| combining_operation(self.statement.body))
            .flatten();
        for op in op::operations(self.statement.body) {
            self.operation(builder, op, combines)?;
        }
        builder.location = location;
        Ok(())
    }

    fn operation(
        &mut self,
        builder: &mut Builder<'c, 'a>,
        op: OperationRef<'c, 'a>,
        combines: Option<OperationRef<'c, 'a>>,
    ) -> Result<(), Refusal> {
        builder.location = op.location();
        let operands = op::operands(op);
        let given = self.mapped(&operands);
        match op::name(op) {
            "affine.apply" => {
                let value = self.subscripts(op)?[0];
                self.values.insert(ValueKey::of(op::result(op)), value);
                return Ok(());
            }
            // The value is given, as one of a size.
            "memref.dim" => return Ok(()),
            "affine.load" => {
                let subscripts = self.subscripts(op)?;
                let load = memref::load(given[0], subscripts, builder.location);
                let made = builder.append(load);
                self.mark(made, operands[0]);
                self.values
                    .insert(ValueKey::of(op::result(op)), op::result(made));
                return Ok(());
            }
            "affine.store" => {
                let subscripts = self.subscripts(op)?;
                let store = memref::store(given[0], given[1], subscripts, builder.location);
                let made = builder.append(store);
                self.mark(made, operands[1]);
                if self.statement.is_async {
                    let unit = Attribute::unit(builder.context);
                    op::set_attribute(made, MAY_BE_ASYNC, Some(unit));
                }
                return Ok(());
            }
            _ => {}
        }
        let made = if op::blocks(op).is_empty() {
            self.without_regions(builder, op, &given)
        } else {
            self.with_regions(builder, op, &given, combines)?
        };
        if let Some(flags) = fast_math(builder.context, made, combines == Some(op)) {
            op::set_attribute(made, "fastmath", Some(flags));
        }
        for (from, to) in op.results().zip(op::results(made)) {
            self.values.insert(ValueKey::of(from), to);
        }
        Ok(())
    }

    /// Marks an access as thread-private.
    fn mark(&self, access: OperationRef<'c, 'a>, array: Value<'c, 'a>) {
        if self.thread_private.contains(&ValueKey::of(array)) {
            let unit = Attribute::unit(op::context(access));
            op::set_attribute(access, THREAD_PRIVATE, Some(unit));
        }
    }

    fn without_regions(
        &self,
        builder: &Builder<'c, 'a>,
        op: OperationRef<'c, 'a>,
        given: &[Value<'c, 'a>],
    ) -> OperationRef<'c, 'a> {
        let clone = builder.append(Operation::clone(&op));
        // Only the proof uses the original access.
        op::set_attribute(clone, STANDS_FOR, None);
        for (position, operand) in given.iter().enumerate() {
            op::set_operand(clone, position, *operand);
        }
        clone
    }

    fn with_regions(
        &mut self,
        builder: &mut Builder<'c, 'a>,
        op: OperationRef<'c, 'a>,
        given: &[Value<'c, 'a>],
        combines: Option<OperationRef<'c, 'a>>,
    ) -> Result<OperationRef<'c, 'a>, Refusal> {
        let mut regions = Vec::new();
        let mut pending = Vec::new();
        for region in op.regions() {
            let Some(old) = region.first_block() else {
                regions.push(Region::new());
                continue;
            };
            if old.next_in_region().is_some() {
                let message = format!(
                    "expected regions of one block in a statement, found more in `{}`",
                    op::name(op)
                );
                return Err(Refusal::new(message));
            }
            let arguments = op::arguments(old);
            let (region, block) = builder.region(&op::types(&arguments));
            for (from, to) in arguments.into_iter().zip(op::arguments(block)) {
                self.values.insert(ValueKey::of(from), to);
            }
            regions.push(region);
            pending.push((old, block));
        }
        let recipe = Recipe {
            operands: given,
            results: &op::types(&op::results(op)),
            attributes: &op::attributes(op),
            regions,
        };
        let made = builder.operation(op::name(op), recipe);
        for (old, block) in pending {
            let outer = builder.enter(block);
            let done = op::operations(old)
                .into_iter()
                .try_for_each(|inner| self.operation(builder, inner, combines));
            builder.leave(outer);
            done?;
        }
        Ok(made)
    }

    fn subscripts(&self, op: OperationRef<'c, 'a>) -> Result<&[Value<'c, 'a>], Refusal> {
        let found = self.affine.get(&OperationKey::of(op)).map(Vec::as_slice);
        found.ok_or_else(|| Refusal::new("an affine operation has no subscripts"))
    }

    /// The replacements of these values. Indices that only affine maps use have no value of their
    /// own and need none.
    fn mapped(&self, values: &[Value<'c, 'a>]) -> Vec<Value<'c, 'a>> {
        let mapped = values.iter().map(|value| {
            let found = self.values.get(&ValueKey::of(*value));
            found.copied().unwrap_or(*value)
        });
        mapped.collect()
    }
}

/// The operation that combines the accumulator with a new value: the value of the last store,
/// behind any roundings.
fn combining_operation<'c, 'a>(body: BlockRef<'c, 'a>) -> Option<OperationRef<'c, 'a>> {
    let mut stores = op::operations(body).into_iter();
    let last = stores.rfind(|op| op::is(*op, "affine.store"))?;
    let mut value = last.operand(0).ok()?;
    loop {
        let op = defining_operation(value)?;
        match op::name(op) {
            "arith.truncf" | "arith.extf" | "arith.trunci" => value = op.operand(0).ok()?,
            _ => return Some(op),
        }
    }
}

/// The flags of a floating-point operation that has none.
fn fast_math<'c>(
    context: &'c Context,
    op: OperationRef<'c, '_>,
    combines: bool,
) -> Option<Attribute<'c>> {
    const OPERATIONS: [&str; 9] = [
        "arith.addf",
        "arith.subf",
        "arith.mulf",
        "arith.divf",
        "arith.negf",
        "arith.maximumf",
        "arith.minimumf",
        "arith.maxnumf",
        "arith.minnumf",
    ];
    if !OPERATIONS.contains(&op::name(op)) {
        return None;
    }
    let present = op.attribute("fastmath").ok();
    let none = |present| present == op::build::parsed(context, "#arith.fastmath<none>");
    let flags = if combines {
        "#arith.fastmath<reassoc,contract>"
    } else {
        "#arith.fastmath<contract>"
    };
    let free = present.is_none_or(none);
    free.then(|| op::build::parsed(context, flags))
}
