//! Factors that do not depend on the sum leave it.
//!
//! ```text
//! C(i,j) +=! a * A(i,k) * B(k,j)      C(i,j) +=! A(i,k) * B(k,j)          C(i,j) = C(i,j) * a
//! C(i,j) += a * A(i,k) * B(k,j)       C_sum(i,j) +=! A(i,k) * B(k,j)      C(i,j) += C_sum(i,j) * a
//! ```
//! Divisors leave a floating sum likewise, `X(i) / n` above all. The second form needs a temporary,
//! since the old contents must not be scaled; in both the scaling is a statement with the same
//! left-hand box, which a scheduler can put behind the sum in the same kernel.
//!
//! **Legal**: integers wrap, so that distributivity is exact. A floating sum changes its roundings:
//! (n + c) * eps * sum|term| of section 11 of the language holds for the result, as for any order
//! of a sum, since the sum makes n - 1 roundings, each product c - 1, the scaling one. Where a
//! partial sum or a product overflows, or is smaller than normal numbers, results may differ by
//! more; so the pass does this on request only.
//!
//! **Stays**: a factor that reads the target, whose value a region computes, or that is all there
//! is; and all factors of half and bfloat16 targets, since the sum would be rounded to them twice.

use std::collections::HashSet;

use tc_dialects::op::{self, ValueKey};
use tc_dialects::tc::{
    Access, Comprehension, Def, Index, Range, Reduction, Subscript, TensorType, ValueOf, Yield,
    builders,
};
use tc_syntax::expr::Expr;

use super::edit::{copy, erase_unused, new_name};
use super::term::Scalar;
use tc_pass_host::*;

/// A part of the yielded product.
struct Factor<'c, 'a> {
    value: Value<'c, 'a>,
    is_divisor: bool,
    /// The operation that multiplies or divides by it; none for the first factor of all.
    by: Option<OperationRef<'c, 'a>>,
}

/// Moves what can leave the sum of a statement; how many factors did, or why none of those that
/// could.
pub fn move_out<'c: 'a, 'a>(
    context: &'c Context,
    def: Def<'c, 'a>,
    statement: Comprehension<'c, 'a>,
) -> Result<usize, String> {
    let Some(left) = statement
        .left_names()
        .filter(|_| crate::forms::is_plain(statement))
    else {
        return Ok(0);
    };
    let mut indices = statement.index_names();
    indices.retain(|index| !left.contains(index));
    if statement.reduction() != Some(Reduction::Add) || indices.is_empty() {
        return Ok(0);
    }
    let mut factors = Vec::new();
    product(statement.yielded(), None, &mut factors);
    let varying = Varying::of(statement, &indices);
    let (stay, leave): (Vec<_>, Vec<_>) = factors
        .into_iter()
        .partition(|factor| varying.values.contains(&ValueKey::of(factor.value)));
    if leave.is_empty() || !stay.iter().any(|factor| !factor.is_divisor) {
        return Ok(0);
    }
    let element = statement.target_type().element();
    let computed = statement.yielded().r#type();
    let kind = Scalar::of_name(element.to_string().trim_start_matches('u'));
    let is_computed = kind.is_some_and(|kind| kind.name() == computed.to_string());
    if !is_computed || matches!(kind, Some(Scalar::F16 | Scalar::BF16)) {
        return Err(format!(
            "its terms are of {computed}, and a sum that is scaled later would become {element} twice"
        ));
    }
    let mover = Mover {
        context,
        def,
        statement,
        left,
    };
    mover.scale(&leave);
    mover.keep(&stay);
    Ok(leave.len())
}

/// The factors of a product, first to last.
fn product<'c: 'a, 'a>(
    value: Value<'c, 'a>,
    by: Option<OperationRef<'c, 'a>>,
    factors: &mut Vec<Factor<'c, 'a>>,
) {
    let inner = op::defining_operation(value).filter(|inner| is_plain(*inner));
    let Some(inner) = inner else {
        factors.push(Factor {
            value,
            is_divisor: false,
            by,
        });
        return;
    };
    let operands = op::operands(inner);
    match op::name(inner) {
        "arith.mulf" | "arith.muli" => {
            product(operands[0], by, factors);
            product(operands[1], Some(inner), factors);
        }
        "arith.divf" => {
            product(operands[0], by, factors);
            factors.push(Factor {
                value: operands[1],
                is_divisor: true,
                by: Some(inner),
            });
        }
        _ => factors.push(Factor {
            value,
            is_divisor: false,
            by,
        }),
    }
}

/// Whether nothing was promised about the operation that its factors would have to keep.
fn is_plain(operation: OperationRef) -> bool {
    let default = ["#arith.fastmath<none>", "#arith.overflow<none>"];
    op::attributes(operation)
        .iter()
        .all(|(_, value)| default.contains(&value.to_string().as_str()))
}

/// The values of a body that must stay in the sum.
struct Varying {
    values: HashSet<ValueKey>,
}

impl Varying {
    fn of<'c: 'a, 'a>(statement: Comprehension<'c, 'a>, indices: &[String]) -> Self {
        let mut values = HashSet::new();
        let mentions = |expr: &Expr| indices.iter().any(|index| expr.mentions(index));
        for operation in op::operations(statement.body()) {
            let of_operand = |value: &Value| values.contains(&ValueKey::of(*value));
            let access = Access::from_op(operation);
            let varies = operation.region_count() > 0
                || op::operands(operation).iter().any(of_operand)
                || ValueOf::from_op(operation).is_some_and(|view| mentions(&view.expr()))
                || access.is_some_and(|access| {
                    let subscripts = access.subscripts();
                    op::same_value(access.tensor(), statement.target())
                        || subscripts
                            .iter()
                            .any(|subscript| subscript.as_expr().is_some_and(mentions))
                });
            if varies {
                values.extend(operation.results().map(ValueKey::of));
            }
        }
        Varying { values }
    }
}

struct Mover<'c, 'a> {
    context: &'c Context,
    def: Def<'c, 'a>,
    statement: Comprehension<'c, 'a>,
    left: Vec<String>,
}

impl<'c: 'a, 'a> Mover<'c, 'a> {
    /// Adds the statement behind the sum; a sum into old contents goes to a temporary first.
    fn scale(&self, factors: &[Factor<'c, 'a>]) {
        let operation = self.statement.operation();
        let location = operation.location();
        let target = self.statement.target();
        let mut sum = target;
        let mut reduction = None;
        if !self.statement.init() {
            sum = self.temporary(location);
            reduction = Some((Reduction::Add, false));
            op::set_operand(operation, 0, sum);
            op::set_attribute(operation, "init", Some(Attribute::unit(self.context)));
        }
        let new = builders::comprehension(
            self.context,
            location,
            target,
            &self.left,
            reduction,
            &self.left_indices(),
        );
        let new = match operation.next_in_block() {
            Some(next) => op::insert_before(next, new),
            None => op::append(self.def.body(), new),
        };
        let Some(body) = op::body(new) else { return };
        let values: Vec<Value> = factors.iter().map(|factor| factor.value).collect();
        let copies = copy(self.statement, &values, body);
        let subscripts: Vec<Subscript> = self
            .left
            .iter()
            .map(|index| Subscript::Expr(Expr::name(index)))
            .collect();
        let kind = self.statement.yielded().r#type();
        let read = builders::read(self.context, location, sum, &subscripts, kind);
        let mut value = op::result(op::append(body, read));
        for factor in factors {
            let by = self.operation_of(factor);
            let Some(factor) = copies.get(&ValueKey::of(factor.value)) else {
                continue;
            };
            let recipe = op::Recipe {
                operands: &[value, *factor],
                results: &[kind],
                ..Default::default()
            };
            value = op::result(op::append(body, op::create(by.0, by.1, recipe)));
        }
        op::append(body, builders::r#yield(self.context, location, value));
    }

    /// Rebuilds the product of what stays.
    fn keep(&self, factors: &[Factor<'c, 'a>]) {
        let operations = op::operations(self.statement.body());
        let Some(end) = operations.last().copied().and_then(Yield::from_op) else {
            return;
        };
        let (divisors, dividends): (Vec<_>, Vec<_>) =
            factors.iter().partition(|factor| factor.is_divisor);
        let mut all = dividends.into_iter().chain(divisors);
        let Some(first) = all.next() else { return };
        let mut value = first.value;
        for factor in all {
            let by = self.operation_of(factor);
            let recipe = op::Recipe {
                operands: &[value, factor.value],
                results: &[value.r#type()],
                ..Default::default()
            };
            let new = op::create(by.0, by.1, recipe);
            value = op::result(op::insert_before(end.operation(), new));
        }
        op::set_operand(end.operation(), 0, value);
        erase_unused(self.statement);
    }

    /// The name and the location of the operation that takes the factor in.
    fn operation_of(&self, factor: &Factor<'c, 'a>) -> (&'static str, Location<'c>) {
        let kind = Scalar::of_name(&factor.value.r#type().to_string());
        let name = match kind.is_some_and(Scalar::is_floating) {
            _ if factor.is_divisor => "arith.divf",
            true => "arith.mulf",
            false => "arith.muli",
        };
        let of_product = op::defining_operation(self.statement.yielded());
        let by = factor.by.or(of_product);
        let location = by.map_or(self.statement.operation().location(), |by| by.location());
        (name, location)
    }

    fn left_indices(&self) -> Vec<Index> {
        let indices = self.statement.indices();
        let of_name = |name: &String| indices.iter().find(|index| index.name == *name).cloned();
        self.left.iter().filter_map(of_name).collect()
    }

    /// A new tensor in front of the statement, with the box of its left side.
    fn temporary(&self, location: Location<'c>) -> Value<'c, 'a> {
        let dims: Vec<Option<Range>> = self
            .left_indices()
            .into_iter()
            .map(|index| index.range)
            .collect();
        let kind = TensorType::new(self.context, &dims, self.statement.target_type().element());
        let name = new_name(self.def, self.statement, "sum");
        let new = builders::temporary(self.context, location, &name, kind);
        op::result(op::insert_before(self.statement.operation(), new))
    }
}
