//! Reads under guards that schedules cannot read.
//!
//! ```mlir
//! scf.if %ok { %0 = tc.read %X[i + k - 1] }   ->   scf.if %ok { %0 = tc.read %X[max(min(i + k - 1, N - 1), 0)] }
//! ```
//!
//! `?:` is lazy: a read is made, and must be in bounds, only where its guards hold. The passes on
//! schedules read affine guards, and restrict the read to the instances for which they hold. Of any
//! other guard (data, an absolute value, a comparison of floats) they know nothing: to them the
//! read is made everywhere, and footprints of tiles would go beyond the array. Its subscripts are
//! clamped to the box here.
//!
//! **Legal**: where the guards hold, the subscript is in the box (range inference proves it, or it
//! is checked in place), and a clamp changes nothing. **Cost**: a query to isl for each end of a
//! guarded read; the clamped read is no affine access.

use std::cell::Cell;

use melior::Context;
use tc_dialects::op;
use tc_dialects::tc::{Access, Comprehension, Def};
use tc_syntax::expr::{Comparison, Condition, Expr};

use super::super::inference::model::{self, Range, Statement};
use super::super::inference::prover::{Facts, Prover};
use super::super::inference::{reader, rounds};

/// Clamps the guarded reads of a def with ranges that affine guards do not keep in bounds.
pub fn clamp_reads<'c>(context: &'c Context, def: Def<'c, '_>) {
    let statements = def.comprehensions();
    if !statements.iter().any(|one| has_guards(*one)) {
        return;
    }
    // What cannot be read is refused where it is lowered.
    let Ok(model) = reader::read_def_plainly(def) else {
        return;
    };
    let prover = Prover::with_scalars(&model.sizes, &model.scalars);
    for (statement, comprehension) in model.statements.iter().zip(statements) {
        let given: Vec<Option<Range>> = statement
            .indices
            .iter()
            .map(|index| index.given.clone())
            .collect();
        let ranges = rounds::solved_ranges(statement, &given);
        for (modelled, access) in statement.accesses.iter().zip(comprehension.accesses()) {
            if !modelled.exists && !modelled.guards.is_empty() {
                clamp(
                    context,
                    (&model, statement),
                    modelled,
                    access,
                    &ranges,
                    &prover,
                );
            }
        }
    }
}

fn has_guards(statement: Comprehension<'_, '_>) -> bool {
    let mut found = false;
    statement.walk(&mut |operation| found |= op::is(operation, "scf.if"));
    found
}

fn clamp<'c>(
    context: &'c Context,
    (def, statement): (&model::Def, &Statement),
    modelled: &model::Access,
    access: Access<'c, '_>,
    ranges: &[(String, Range)],
    prover: &Prover,
) {
    let dims = def
        .tensor(&modelled.tensor)
        .and_then(|one| one.dims.clone());
    let Some(dims) = dims else { return };
    let facts = Facts {
        ranges: ranges.to_vec(),
        formulas: modelled.guards.clone(),
        ..Facts::default()
    }
    .with_leaves(statement);
    let is_outside = |subscript: &Expr, range: &Range| {
        let low = Condition::new(range.low.clone(), Comparison::LessEqual, subscript.clone());
        let high = Condition::new(subscript.clone(), Comparison::Less, range.high.clone());
        !prover.holds(&facts, &low) || !prover.holds(&facts, &high)
    };
    // The computed subscripts are not among those that are replaced.
    let subscripts = access.subscripts();
    let symbolic = subscripts.iter().zip(&dims);
    let boxes: Vec<Option<Range>> = symbolic
        .filter_map(|(subscript, range)| {
            let subscript = subscript.as_expr()?;
            let range = range.clone();
            Some(range.filter(|range| is_outside(subscript, range)))
        })
        .collect();
    if boxes.iter().all(Option::is_none) {
        return;
    }
    let next = Cell::new(0);
    access.map_exprs(context, &|expr| {
        let at = next.replace(next.get() + 1);
        match &boxes[at] {
            None => expr.clone(),
            Some(range) => {
                let last = Expr::sub(range.high.clone(), Expr::Const(1));
                Expr::max(Expr::min(expr.clone(), last), range.low.clone())
            }
        }
    });
}
