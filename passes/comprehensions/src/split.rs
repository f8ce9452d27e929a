//! `tc-split`: a reduction under a condition on one index becomes one for each part of its range.
//!
//! ```text
//! P(d,t) += X(r,t) * V(d,r) + (t >= 32 ? X(r,t - 32) * W(d,r) : 0)      t in [0, T)
//!
//! P(d,t) += X(r,t) * V(d,r) + 0                                         t in [0, 32)
//! P(d,t) += X(r,t) * V(d,r) + X(r,t - 32) * W(d,r)                      t in [32, T)
//! ```
//! What is left has no condition, which would be a mask for each vector in the innermost loop.
//!
//! **Which conditions.** Those of an `scf.if` that depend on one index and numbers alone, where the
//! range of the index is known. The condition is computed for each value of the index, at most
//! `VALUES` of them; it may change twice at most, so that the parts are three.
//!
//! **Legal**: the parts have the points of the statement, each once, with the same terms. A
//! reduction takes them in any order; the part that runs first starts from the identity, all do if
//! the index is one of the left side. A statement that reads its target stays, and a sum over the
//! index in half or bfloat16: its parts would be rounded one by one. **Cost**: linear in the values
//! of the index and the operations of the condition.

use std::collections::{BTreeSet, HashMap};

use tc_dialects::op::{self, ValueKey, defining_operation};
use tc_dialects::tc::{Comprehension, Def, Range, ValueOf};
use tc_syntax::expr::Expr;

use crate::forms::is_plain;
use tc_pass_host::*;
use tc_scop::emit::is_narrow;

/// The most values of an index that a condition is computed for.
const VALUES: i64 = 1 << 16;

/// The most statements of a def that is split further.
const STATEMENTS: usize = 64;

pass! {
    /// Splits reductions at the values of an index where a condition in their bodies changes.
    pub struct TcSplit {
        name: "tc-split",
        anchor: "tc.def",
        summary: "reductions without the conditions that hold for a part of a range",
        dialects: ["tc"],
        statistics: {
            /// conditions that are gone
            conditions,
            /// statements more than before
            statements,
        },
    }
}

impl Pass for TcSplit {
    fn run<'c>(
        &self,
        operation: OperationRef<'c, '_>,
        ctx: &PassContext<'c>,
    ) -> Result<(), Failure> {
        let Some(def) = Def::from_op(operation) else {
            return Ok(());
        };
        let mut left = def.comprehensions();
        left.retain(|statement| is_plain(*statement));
        let mut count = left.len();
        while let Some(statement) = left.pop() {
            let Some(cut) = Cut::of(ctx.context(), statement)
                .filter(|cut| count + cut.parts.len() <= STATEMENTS)
            else {
                continue;
            };
            let parts = cut.parts.len();
            let (outcome, reason) = match parts {
                1 => ("gone".to_owned(), "it is the same for the whole range"),
                _ => (
                    format!("{parts} statements"),
                    "it holds for a part of the range of the index",
                ),
            };
            let subject = format!("condition on `{}`", cut.index);
            let decision = Decision::passed(subject, outcome).because(reason);
            ctx.decided(statement.operation(), decision);
            count += parts - 1;
            self.conditions.add(1);
            self.statements.add(parts - 1);
            left.extend(cut.write(ctx.context(), statement));
        }
        Ok(())
    }
}

/// Where a statement is cut.
struct Cut<'c, 'a> {
    condition: OperationRef<'c, 'a>,
    index: String,
    /// The parts of the range of the index, and whether the condition holds in them.
    parts: Vec<(i64, i64, bool)>,
}

impl<'c: 'a, 'a> Cut<'c, 'a> {
    /// The first condition of a statement that it can be cut by.
    fn of(context: &'c Context, statement: Comprehension<'c, 'a>) -> Option<Self> {
        statement.reduction()?;
        let target = statement.target();
        let narrow = is_narrow(context, statement.target_type().element());
        let left = statement.left_names().unwrap_or_default();
        let mut accesses = statement.accesses().into_iter();
        if accesses.any(|access| op::same_value(access.tensor(), target)) {
            return None;
        }
        let conditions = op::operations(statement.body()).into_iter();
        let mut conditions = conditions.filter(|one| op::is(*one, "scf.if"));
        conditions.find_map(|condition| {
            let value = op::operands(condition)[0];
            let mut names = BTreeSet::new();
            indices_of(value, &mut names)?;
            let index = names.pop_first().filter(|_| names.is_empty())?;
            let all = statement.indices().into_iter();
            let range = all
                .filter(|one| one.name == index)
                .find_map(|one| one.range)?;
            let (lower, upper) = (range.lower.as_const()?, range.upper.as_const()?);
            if upper.checked_sub(lower)? > VALUES {
                return None;
            }
            let mut parts: Vec<(i64, i64, bool)> = Vec::new();
            for at in lower..upper {
                let holds = computed(value, (&index, at), &mut HashMap::new())? != 0;
                match parts.last_mut().filter(|part| part.2 == holds) {
                    Some(part) => part.1 = at + 1,
                    None => parts.push((at, at + 1, holds)),
                }
            }
            let blocks = op::blocks(condition).len();
            let fits =
                (1..=3).contains(&parts.len()) && (blocks == 2 || condition.result_count() == 0);
            let exact = parts.len() == 1 || !narrow || left.contains(&index);
            (fits && exact).then_some(Cut {
                condition,
                index,
                parts,
            })
        })
    }

    /// A statement for each part, in front of the old one, which goes.
    fn write(
        &self,
        context: &'c Context,
        statement: Comprehension<'c, 'a>,
    ) -> Vec<Comprehension<'c, 'a>> {
        let old = statement.operation();
        let position = op::operations(statement.body())
            .iter()
            .position(|one| *one == self.condition);
        let left = statement.left_names().unwrap_or_default();
        let is_left = left.contains(&self.index);
        let mut made = Vec::new();
        for (number, &(lower, upper, holds)) in self.parts.iter().enumerate() {
            let new = op::insert_before(old, Operation::clone(&old));
            let part = Comprehension::from_op(new).expect("it is a copy of one");
            let mut indices = part.indices();
            for index in indices.iter_mut().filter(|one| one.name == self.index) {
                index.range = Some(Range::new(Expr::Const(lower), Expr::Const(upper)));
            }
            part.set_indices(context, &indices);
            if number > 0 && !is_left {
                op::set_attribute(new, "init", None);
            }
            let copies = op::operations(part.body());
            if let Some(condition) = position.and_then(|position| copies.get(position)) {
                take(*condition, holds);
            }
            made.push(part);
        }
        op::erase(old);
        made
    }
}

/// Puts the branch in place of its condition.
fn take(condition: OperationRef<'_, '_>, holds: bool) {
    let blocks = op::blocks(condition);
    let Some(block) = blocks.get(usize::from(!holds)) else {
        return op::erase(condition);
    };
    for inner in op::operations(*block) {
        if !op::is(inner, "scf.yield") {
            op::mutable(inner).move_before(condition);
            continue;
        }
        let values = op::operands(inner).into_iter();
        for (result, value) in op::results(condition).into_iter().zip(values) {
            op::replace_uses(result, value);
        }
    }
    op::erase(condition);
}

/// Adds the names that a value is computed from; none if not from indices and numbers alone.
fn indices_of(value: Value<'_, '_>, names: &mut BTreeSet<String>) -> Option<()> {
    let made = defining_operation(value)?;
    if let Some(view) = ValueOf::from_op(made) {
        let expr = view.expr();
        let symbols = expr.symbols();
        let all: Option<Vec<&str>> = symbols.iter().map(|symbol| symbol.as_name()).collect();
        names.extend(all?.into_iter().map(str::to_owned));
        return Some(());
    }
    let known = ["arith.constant", "arith.addi", "arith.subi", "arith.muli"];
    let known = known
        .iter()
        .chain(&["arith.cmpi", "arith.andi", "arith.ori"]);
    let known = known.chain(&["arith.extsi", "arith.index_cast"]);
    if !known.into_iter().any(|name| op::is(made, name)) {
        return None;
    }
    op::operands(made)
        .into_iter()
        .try_for_each(|operand| indices_of(operand, names))
}

/// A value where an index has a value; a bool is 0 or 1. None if a number does not fit its type.
fn computed(
    value: Value<'_, '_>,
    at: (&str, i64),
    known: &mut HashMap<ValueKey, i64>,
) -> Option<i64> {
    if let Some(number) = known.get(&ValueKey::of(value)) {
        return Some(*number);
    }
    let made = defining_operation(value)?;
    let operands = op::operands(made).into_iter();
    let numbers: Option<Vec<i64>> = operands.map(|one| computed(one, at, known)).collect();
    let numbers = numbers?;
    let number = match (op::name(made), &numbers[..]) {
        ("arith.constant", _) => op::integer(made, "value")?,
        ("arith.addi", [a, b]) => a.checked_add(*b)?,
        ("arith.subi", [a, b]) => a.checked_sub(*b)?,
        ("arith.muli", [a, b]) => a.checked_mul(*b)?,
        ("arith.andi", [a, b]) if is_bool(value) => a & b,
        ("arith.ori", [a, b]) if is_bool(value) => a | b,
        ("arith.extsi" | "arith.index_cast", [a]) if !is_bool(op::operands(made)[0]) => *a,
        ("arith.cmpi", [a, b]) => i64::from(compared(made, *a, *b)?),
        _ => ValueOf::from_op(made)?.expr().evaluate_at(&[at])?,
    };
    let number = if is_bool(value) {
        i64::from(number != 0)
    } else {
        i64::from(i32::try_from(number).ok()?)
    };
    known.insert(ValueKey::of(value), number);
    Some(number)
}

fn is_bool(value: Value<'_, '_>) -> bool {
    value.r#type().to_string() == "i1"
}

/// A signed comparison of numbers, by MLIR's number of the predicate.
fn compared(cmpi: OperationRef<'_, '_>, a: i64, b: i64) -> Option<bool> {
    match op::integer(cmpi, "predicate")? {
        0 => Some(a == b),
        1 => Some(a != b),
        2 => Some(a < b),
        3 => Some(a <= b),
        4 => Some(a > b),
        5 => Some(a >= b),
        _ => None,
    }
}
