//! The floating-point operations of a program as it is written, for a rate beside a measured time.
//!
//! `C(i,j) +=! A(i,k) * B(k,j)` has 2 for each `i`, `j` and `k`: the product and the sum. What a
//! schedule computes twice, or not at all, changes nothing, so that times of two schedules compare.

use crate::program::defs;
use melior::ir::{Module, ValueLike, r#type::TypeLike};
use tc_dialects::tc::{Comprehension, Range, Yield};
use tc_pipelines::Bindings;
use tc_schedule::work::flops_of;
use tc_syntax::expr::Symbol;

/// The operations of an operator at the `tc` level, if they are known: not where a body has
/// branches, where ranges depend on other indices or on data, or where there are none.
pub(crate) fn of(module: &Module, entry: &str, bindings: &Bindings) -> Option<u64> {
    let def = defs::find(module, entry).ok()?;
    if !def.calls().is_empty() {
        return None;
    }
    let statements = def.comprehensions().into_iter();
    let all: Option<u64> = statements
        .map(|statement| of_statement(statement, bindings))
        .try_fold(0_u64, |sum, flops| sum.checked_add(flops?));
    all.filter(|flops| *flops > 0)
}

fn of_statement(statement: Comprehension, bindings: &Bindings) -> Option<u64> {
    let mut flops = 0;
    for operation in tc_pass_host::nested(statement.operation()) {
        match tc_dialects::op::name(operation) {
            "scf.if" => return None,
            name => flops += flops_of(name),
        }
        if let Some(values) = Yield::from_op(operation)
            && statement.reduction().is_some()
            && values.value().r#type().is_float()
        {
            flops += 1;
        }
    }
    if flops == 0 {
        return Some(0);
    }
    let loops = statement.loops().into_iter().map(|one| Some(one.range()));
    let ranges = loops.chain(statement.ranges());
    ranges
        .map(|range| length(&range?, bindings))
        .try_fold(flops, |product: u64, length| product.checked_mul(length?))
}

/// How many values a range has, with sizes and scalars known and no index.
fn length(range: &Range, bindings: &Bindings) -> Option<u64> {
    let value = |symbol: &Symbol| {
        let name = symbol.as_name()?;
        let mut known = bindings.sizes.iter().chain(&bindings.scalars);
        known.find(|(one, _)| one == name).map(|(_, value)| *value)
    };
    let length = range.length().evaluate(&value)?;
    u64::try_from(length.max(0)).ok()
}
