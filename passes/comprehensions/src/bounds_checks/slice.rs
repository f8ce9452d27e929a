//! The backward slice of a subscript, with its conditions: the operations of a body that a check
//! copies.

use super::constant;
use melior::dialect::arith::{self, CmpiPredicate};
use melior::dialect::scf;
use melior::ir::r#type::IntegerType;
use std::collections::{HashMap, HashSet};
use std::ops::Range;
use tc_dialects::op::{self, OperationKey, ValueKey};
use tc_dialects::tc::{Access, Comprehension, Subscript, ValueOf, builders};
use tc_pass_host::*;
use tc_syntax::expr::Expr;

/// A block on the path from the body to the read.
struct Level<'c, 'a> {
    block: BlockRef<'c, 'a>,
    /// The operation in it on the path: an `scf.if`, or the read.
    through: OperationRef<'c, 'a>,
    /// The path goes through the second region of the `scf.if`.
    in_else: bool,
}

/// Copies the operations that compute a subscript, with their conditions.
pub struct Copier<'c, 'a> {
    context: &'c Context,
    read: OperationRef<'c, 'a>,
    subscript: Subscript<'c, 'a>,
    /// The recorded value if the read is not executed.
    low: i64,
    levels: Vec<Level<'c, 'a>>,
    /// The operations to copy.
    slice: HashMap<OperationKey, OperationRef<'c, 'a>>,
}

impl<'c: 'a, 'a> Copier<'c, 'a> {
    /// The slice of the subscript of a statement's access, or of the place that the end of its body
    /// gives; `low` replaces it if the access is not executed.
    pub fn of(
        context: &'c Context,
        comprehension: Comprehension<'c, 'a>,
        read: OperationRef<'c, 'a>,
        subscript: Subscript<'c, 'a>,
        low: i64,
    ) -> Result<Self, Failure> {
        let mut copier = Copier {
            context,
            read,
            subscript,
            low,
            levels: Vec::new(),
            slice: HashMap::new(),
        };
        let (mut through, mut in_else) = (read, false);
        loop {
            let block = through.block().expect("the read stands in a body");
            copier.levels.insert(
                0,
                Level {
                    block,
                    through,
                    in_else,
                },
            );
            let parent = block.parent_operation().expect("a body has a parent");
            if parent == comprehension.operation() {
                break;
            }
            if op::name(parent) != "scf.if" {
                return Err(Failure::new(format!(
                    "a read inside of {} has a data-dependent subscript, which cannot be checked; run it with `--unchecked`, or clamp the subscript",
                    op::name(parent)
                ))
                .at_operation(&read));
            }
            in_else = block.parent_region() == parent.region(1).ok();
            through = parent;
        }
        let mut wanted: Vec<Value> = match copier.subscript {
            Subscript::Value(value) => vec![value],
            Subscript::Expr(_) => Vec::new(),
        };
        let conditions = copier.levels.iter().map(|level| level.through);
        wanted.extend(
            conditions
                .filter(|one| *one != read)
                .filter_map(|branch| op::operands(branch).first().copied()),
        );
        copier.add(wanted);
        Ok(copier)
    }

    /// Adds the operations that compute these values.
    fn add(&mut self, mut wanted: Vec<Value<'c, 'a>>) {
        while let Some(value) = wanted.pop() {
            // Tensors are arguments of the def, or temporaries defined before the statement.
            let Some(operation) = defining_operation(value) else {
                continue;
            };
            if op::name(operation) == "tc.temporary"
                || self
                    .slice
                    .insert(OperationKey::of(operation), operation)
                    .is_some()
            {
                continue;
            }
            wanted.extend(op::operands(operation));
            op::walk(operation, &mut |inner| wanted.extend(op::operands(inner)));
        }
    }

    /// The read with this subscript.
    pub fn read(&self) -> OperationRef<'c, 'a> {
        self.read
    }

    /// Whether the copied operations read one of these tensors.
    pub fn reads_any_of(&self, tensors: &HashSet<ValueKey>) -> bool {
        let mut found = false;
        for operation in self.slice.values() {
            let mut visit = |inner| {
                let access = Access::from_op(inner);
                found |= access.is_some_and(|one| tensors.contains(&ValueKey::of(one.tensor())));
            };
            visit(*operation);
            op::walk(*operation, &mut visit);
        }
        found
    }

    /// The names in the copied operations.
    pub fn mentioned(&self) -> HashSet<String> {
        let mut names = HashSet::new();
        let mut note = |expr: &Expr| names.extend(expr.names().into_iter().map(str::to_owned));
        for operation in self.slice.values() {
            if let Some(access) = Access::from_op(*operation) {
                access
                    .subscripts()
                    .iter()
                    .filter_map(Subscript::as_expr)
                    .for_each(&mut note);
            }
            if let Some(value) = ValueOf::from_op(*operation) {
                note(&value.expr());
            }
        }
        if let Subscript::Expr(expr) = &self.subscript {
            note(expr);
        }
        names
    }

    pub fn int64(&self) -> Type<'c> {
        IntegerType::new(self.context, 64).into()
    }

    /// 1 where a copied value is out of range, else 0.
    pub fn flag(
        &self,
        value: Value<'c, 'a>,
        range: Range<i64>,
        into: BlockRef<'c, 'a>,
    ) -> Value<'c, 'a> {
        let location = self.read.location();
        let int32 = IntegerType::new(self.context, 32).into();
        let append = |operation: Operation<'c>| op::result(op::append(into, operation));
        let number = |ty: Type<'c>, number| append(constant(self.context, location, ty, number));
        let low = number(self.int64(), range.start);
        let extent = number(self.int64(), (range.end - range.start).max(0));
        let offset = append(arith::subi(value, low, location));
        let inside = arith::cmpi(self.context, CmpiPredicate::Ult, offset, extent, location);
        let inside = append(inside);
        let (no, yes) = (number(int32, 0), number(int32, 1));
        append(arith::select(inside, no, yes, location))
    }

    /// Copies all levels; where an index is not in its range, the value is in range.
    pub fn copy_within(
        &self,
        ends: &[(&String, &tc_dialects::tc::Range)],
        into: BlockRef<'c, 'a>,
    ) -> Value<'c, 'a> {
        let Some(((name, range), rest)) = ends.split_first() else {
            return self.copy(0, into, &mut HashMap::new());
        };
        let location = self.read.location();
        let append = |operation: Operation<'c>| op::result(op::append(into, operation));
        let value =
            |expr: &Expr| append(builders::value(self.context, location, expr, self.int64()));
        let (at, low, high) = (
            value(&Expr::name(*name)),
            value(&range.lower),
            value(&range.upper),
        );
        let compare =
            |predicate, a, b| append(arith::cmpi(self.context, predicate, a, b, location));
        let above = compare(CmpiPredicate::Sge, at, low);
        let below = compare(CmpiPredicate::Slt, at, high);
        let inside = append(arith::andi(above, below, location));
        let (taken, block) = op::build::open_region(&[], location);
        let value = self.copy_within(rest, block);
        op::append(block, scf::r#yield(&[value], location));
        let other = self.region_of_low();
        append(scf::r#if(inside, &[self.int64()], taken, other, location))
    }

    /// A region that yields the value for what is not executed.
    fn region_of_low(&self) -> melior::ir::Region<'c> {
        let location = self.read.location();
        let (region, block) = op::build::open_region(&[], location);
        let low = constant(self.context, location, self.int64(), self.low);
        let low = op::result(op::append(block, low));
        op::append(block, scf::r#yield(&[low], location));
        region
    }

    /// Copies a level and those below; returns the value to record.
    pub fn copy(
        &self,
        level: usize,
        into: BlockRef<'c, 'a>,
        copies: &mut HashMap<ValueKey, Value<'c, 'a>>,
    ) -> Value<'c, 'a> {
        let Level {
            block,
            through,
            in_else,
        } = &self.levels[level];
        let before = op::operations(*block).into_iter();
        for operation in before.take_while(|operation| operation != through) {
            if self.slice.contains_key(&OperationKey::of(operation)) {
                copy_operation(operation, into, copies);
            }
        }
        let location = self.read.location();
        let append = |operation: Operation<'c>| op::result(op::append(into, operation));
        if level + 1 == self.levels.len() {
            return match &self.subscript {
                Subscript::Expr(expr) => {
                    append(builders::value(self.context, location, expr, self.int64()))
                }
                Subscript::Value(value) => {
                    let value = copied(*value, copies);
                    append(arith::index_cast(value, self.int64(), location))
                }
            };
        }
        let condition = copied(op::operands(*through)[0], copies);
        let (taken, block) = op::build::open_region(&[], location);
        let value = self.copy(level + 1, block, copies);
        op::append(block, scf::r#yield(&[value], location));
        let other = self.region_of_low();
        let (then, other) = match in_else {
            true => (other, taken),
            false => (taken, other),
        };
        let results = [self.int64()];
        append(scf::r#if(condition, &results, then, other, location))
    }
}

/// The copy of a value, or the value itself if it is defined outside of the statement.
fn copied<'c, 'a>(
    value: Value<'c, 'a>,
    copies: &HashMap<ValueKey, Value<'c, 'a>>,
) -> Value<'c, 'a> {
    let found = copies.get(&ValueKey::of(value));
    found.copied().unwrap_or(value)
}

/// Appends a copy of an operation that uses copies.
fn copy_operation<'c: 'a, 'a>(
    operation: OperationRef<'c, 'a>,
    into: BlockRef<'c, 'a>,
    copies: &mut HashMap<ValueKey, Value<'c, 'a>>,
) {
    let copy = op::append(into, Operation::clone(&operation));
    let mut all = vec![copy];
    op::walk(copy, &mut |inner| all.push(inner));
    for one in all {
        for (position, operand) in op::operands(one).into_iter().enumerate() {
            op::set_operand(one, position, copied(operand, copies));
        }
    }
    for (old, new) in operation.results().zip(op::results(copy)) {
        copies.insert(ValueKey::of(old), new);
    }
}
