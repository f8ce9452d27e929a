//! Checks before the program where sizes are left open: one flag for all values of a subscript,
//! with bounds that are computed from the sizes of the call.
//!
//! ```mlir
//! tc.comprehension %bounds_check max init (i in [0, M)) {
//!   ...
//!   %3 = arith.cmpi ult, (arith.subi %2, 0), (tc.value N : i64)
//!   %4 = arith.select %3, 0, 1
//!   tc.yield %4 : i32
//! }
//! ```
//! Without values the flag is the identity of the maximum, which is negative.

use super::slice::Copier;
use super::*;
use melior::dialect::arith::{self, CmpiPredicate};

impl<'c: 'a, 'a> Recorder<'c, 'a, '_> {
    /// The check of a subscript whose bounds or ranges are `not_numbers`, if it depends on inputs
    /// alone. Values that the program computes would be recorded, which takes numbers, and so do
    /// ranges that depend on other indices.
    pub(super) fn record_open(
        &self,
        one: &Unchecked,
        number: usize,
        not_numbers: Failure,
    ) -> Result<Option<Check>, Failure> {
        let condition = &one.condition;
        let Some(low) = condition.range.low.as_const() else {
            return Err(not_numbers);
        };
        let access = self.comprehension.accesses()[condition.access];
        let subscript = access.subscripts().swap_remove(condition.dim);
        let read = access.operation();
        let copier = Copier::of(self.context, self.comprehension, read, subscript, low)?;
        let check = self.check(one, number, low);
        self.open(&copier, check, &condition.range.high, not_numbers)
    }

    /// The check of a place of a write, likewise; `check` has no end yet.
    pub(super) fn record_open_place(
        &self,
        place: Value<'c, 'a>,
        check: Check,
        range: Option<&Range>,
        not_numbers: Failure,
    ) -> Result<Option<Check>, Failure> {
        let ends = range.and_then(|range| Some((range.lower.as_const()?, &range.upper)));
        let (Some((low, high)), Some(end)) = (ends, self.comprehension.end()) else {
            return Err(not_numbers);
        };
        let (operation, place) = (end.operation(), Subscript::Value(place));
        let copier = Copier::of(self.context, self.comprehension, operation, place, low)?;
        let check = Check {
            low,
            high: low,
            ..check
        };
        self.open(&copier, check, high, not_numbers)
    }

    fn open(
        &self,
        copier: &Copier<'c, 'a>,
        check: Check,
        high: &Expr,
        not_numbers: Failure,
    ) -> Result<Option<Check>, Failure> {
        let of_inputs = self.loops.is_empty() && !copier.reads_any_of(&self.written);
        match (self.wanted, of_inputs) {
            (Checks::Before, true) => {}
            (Checks::Computed, true) | (Checks::Before, false) => return Ok(None),
            _ => return Err(not_numbers),
        }
        let Some((used, others)) = self.split(copier) else {
            return Err(not_numbers);
        };
        // The flag has no dimensions; which value is out of range is found with numbers.
        self.insert_open(&check, copier, high, (&used, &others));
        Ok(Some(check))
    }

    /// The indices that a subscript depends on, and the ranges of the others; `None` if a range is
    /// not one of sizes.
    fn split(&self, copier: &Copier<'c, 'a>) -> Option<(Vec<Index>, Vec<Range>)> {
        let (mut used, mut others) = (Vec::new(), Vec::new());
        let indices = self.comprehension.indices();
        let mentioned = copier.mentioned();
        for index in &indices {
            let range = index.range.clone()?;
            let ends = [&range.lower, &range.upper];
            let mut names = indices.iter().map(|one| one.name.as_str());
            if names.any(|name| ends.iter().any(|end| end.mentions(name))) {
                return None;
            }
            if mentioned.contains(&index.name) {
                used.push(index.clone())
            } else {
                others.push(range)
            }
        }
        Some((used, others))
    }

    fn insert_open(
        &self,
        check: &Check,
        copier: &Copier<'c, 'a>,
        high: &Expr,
        (used, others): (&[Index], &[Range]),
    ) {
        let location = copier.read().location();
        let int32 = IntegerType::new(self.context, 32).into();
        let ty = TensorType::new(self.context, &[], int32);
        let target = self.add_return(&check.tensor, ty, location);
        let reduction = (!used.is_empty()).then_some((Reduction::Max, true));
        let made = builders::statement(self.context, location, &[target], &[], reduction, used);
        let block = self.comprehension.operation().block();
        let block = block.expect("a comprehension stands in a def");
        let made = block.insert_operation_before(self.comprehension.operation(), made);
        let body = op::body(made).expect("a comprehension has a body");
        let append = |operation: Operation<'c>| op::result(op::append(body, operation));
        let of_sizes = |expr: &Expr| {
            append(builders::value(
                self.context,
                location,
                expr,
                copier.int64(),
            ))
        };
        let compare =
            |predicate, a, b| append(arith::cmpi(self.context, predicate, a, b, location));
        let value = copier.copy_within(&[], body);
        let low = append(constant(self.context, location, copier.int64(), check.low));
        let offset = append(arith::subi(value, low, location));
        let extent = append(arith::subi(of_sizes(high), low, location));
        let mut wrong = append(arith::xori(
            compare(CmpiPredicate::Ult, offset, extent),
            append(constant(
                self.context,
                location,
                IntegerType::new(self.context, 1).into(),
                1,
            )),
            location,
        ));
        // Nothing is read where another index of the statement has no values.
        for range in others {
            let (begin, end) = (of_sizes(&range.lower), of_sizes(&range.upper));
            let runs = compare(CmpiPredicate::Slt, begin, end);
            wrong = append(arith::andi(wrong, runs, location));
        }
        let flag = append(arith::extui(wrong, int32, location));
        body.append_operation(builders::r#yield(self.context, location, flag));
    }
}
