//! `tc-simplify`: cheaper bodies and subscripts with the same values.
//!
//! ```mlir
//! // i in [0, N)
//! %0 = tc.read %A[(4*i + 2) mod 4, i mod N] : f32      // %A[2, i]
//! %1 = arith.mulf %0, %c1 : f32                        // %0
//! %2 = arith.negf %1 : f32
//! %3 = arith.addf %x, %2 : f32                         // arith.subf %x, %0
//! %4 = arith.divf %3, %c8 : f32                        // arith.mulf ..., 0.125
//! ```
//! Rules make equal terms, an e-graph keeps them all, the cheapest is taken; what ranges say of
//! indices takes part. The rules stand in a table, which `docs/simplify.md` shows.
//!
//! **Legal**: exact rules keep every bit of every result for all inputs (which NaN a result is, the
//! language leaves open). Those that reassociate are used with `fastmath` only. With `factors`,
//! factors and divisors that do not depend on a sum leave it (sgemm's `a`), whose roundings change
//! within the bound of section 11 of the language. With `invariants`, parts of a term that do not
//! depend on all indices of a reduction are computed once, to the same bits. Statements whose
//! ranges are not inferred are left as they are. A read that no result needs goes, and with it the
//! run-time check of its subscript, which is why `tc-bounds-checks` runs before.
//!
//! **Cost**: a search per body and per subscript that is more than one sum, ended by a budget of
//! nodes and rounds; with `explain` one more where something was found.

mod body;
mod edit;
mod factors;
mod facts;
mod invariants;
mod rules;
mod search;
mod subscripts;
mod term;
#[cfg(test)]
mod tests;

use search::Settings;
use std::collections::HashMap;
use subscripts::Names;
use tc_dialects::op;
use tc_dialects::tc::attributes::expr_attribute;
use tc_dialects::tc::forms;
use tc_dialects::tc::{Access, Comprehension, Def, ValueOf};
use tc_pass_host::*;
use tc_syntax::expr::Expr;

pass! {
    /// Replaces bodies and subscripts by cheaper ones with the same values, by rules over e-graphs
    /// that ranges of indices take part in. Exact rules keep every bit; those that reassociate, and
    /// factors that leave a sum, are options.
    pub struct TcSimplify {
        name: "tc-simplify",
        anchor: "tc.def",
        summary: "cheaper bodies and subscripts with the same values",
        dialects: ["tc", "arith", "math"],
        options: {
            /// use rules of real numbers too, which change roundings
            fastmath: bool = false,
            /// factors that do not depend on a sum leave it, which changes roundings of floating
            /// sums
            factors: bool = false,
            /// parts of a term that do not depend on all indices of a reduction are computed once
            invariants: bool = false,
            /// factors of sums of products that matrix units of the target multiply are no such
            /// parts
            units: bool = false,
            /// the most nodes of a search
            nodes: u64 = 4000,
            /// the most rounds of a search
            rounds: u64 = 12,
            /// say in remarks which rules made what simpler, and what was left
            explain: bool = false,
        },
        statistics: {
            /// bodies that became simpler
            bodies,
            /// subscripts and values of indices that became simpler
            subscripts,
            /// operations fewer in these bodies
            operations,
            /// factors that left a sum
            factors_moved,
            /// parts of terms that are computed once
            invariants_moved,
            /// searches that the budget ended
            exhausted,
        },
    }
}

impl Pass for TcSimplify {
    fn check(&self) -> Result<(), String> {
        match (self.nodes, self.rounds) {
            (0, _) | (_, 0) => Err("nodes and rounds must be at least 1".to_owned()),
            _ => Ok(()),
        }
    }

    fn run<'c>(
        &self,
        operation: OperationRef<'c, '_>,
        ctx: &PassContext<'c>,
    ) -> Result<(), Failure> {
        let Some(def) = Def::from_op(operation) else {
            return Ok(());
        };
        let is_inferred = |statement: &Comprehension| {
            let ranges = statement.ranges();
            ranges.iter().all(Option::is_some)
        };
        if self.factors {
            let statements = def.comprehensions().into_iter();
            statements
                .filter(is_inferred)
                .for_each(|statement| self.move_factors(ctx, def, statement));
        }
        if self.invariants {
            let target = ctx.target();
            let statements = def.comprehensions().into_iter();
            for statement in statements.filter(is_inferred) {
                let moved = invariants::move_out(
                    ctx.context(),
                    target.as_ref(),
                    def,
                    statement,
                    self.units,
                );
                self.invariants_moved.add(moved);
                if moved > 0 {
                    let message = format!("parts that are computed once: {moved}");
                    self.say(ctx, statement, &message);
                }
            }
        }
        for statement in def.comprehensions() {
            if let Some(form) = forms::of(statement).first() {
                self.say(
                    ctx,
                    statement,
                    &format!("left as it is, since it has {form}"),
                );
            } else if is_inferred(&statement) {
                self.simplify(ctx, def, statement);
            } else {
                let message =
                    "left as it is, since an index has no range; run tc-infer-ranges first";
                self.say(ctx, statement, message);
            }
        }
        Ok(())
    }
}

impl TcSimplify {
    fn say<'c>(&self, ctx: &PassContext<'c>, statement: Comprehension<'c, '_>, message: &str) {
        if self.explain {
            ctx.remark(statement.operation().location(), message);
        }
    }

    fn settings(&self) -> Settings {
        let number = |value| usize::try_from(value).unwrap_or(usize::MAX);
        Settings {
            fastmath: self.fastmath,
            explain: self.explain,
            nodes: number(self.nodes),
            rounds: number(self.rounds),
        }
    }

    fn move_factors<'c: 'a, 'a>(
        &self,
        ctx: &PassContext<'c>,
        def: Def<'c, 'a>,
        statement: Comprehension<'c, 'a>,
    ) {
        match factors::move_out(ctx.context(), def, statement) {
            Ok(0) => {}
            Ok(moved) => {
                self.factors_moved.add(moved);
                let message = format!("factors that left the sum: {moved}");
                self.say(ctx, statement, &message);
            }
            Err(reason) => {
                let message = format!("factors stay in the sum: {reason}");
                self.say(ctx, statement, &message);
            }
        }
    }

    fn simplify<'c: 'a, 'a>(
        &self,
        ctx: &PassContext<'c>,
        def: Def<'c, 'a>,
        statement: Comprehension<'c, 'a>,
    ) {
        let names = Names::of(def, statement);
        let mut rules = Vec::new();
        let mut exhausted = self.simplify_subscripts(ctx, statement, &names, &mut rules);
        let before = count(statement);
        let mut blocks = op::blocks(statement.operation());
        for inner in op::nested(statement.operation()) {
            blocks.extend(op::blocks(inner));
        }
        let mut changed = false;
        // Inner blocks first: they see the values of the outer ones as they were.
        for block in blocks.into_iter().rev() {
            let outcome = body::simplify(ctx.context(), block, &names, self.settings());
            changed |= outcome.changed;
            exhausted += usize::from(outcome.exhausted);
            rules.extend(outcome.rules);
        }
        self.bodies.add(usize::from(changed));
        self.operations.add(before.saturating_sub(count(statement)));
        self.exhausted.add(exhausted);
        if !rules.is_empty() {
            rules.sort();
            rules.dedup();
            self.say(ctx, statement, &format!("simpler by {}", rules.join(", ")));
        }
        if exhausted > 0 {
            let message = format!(
                "{exhausted} searches ended at {} nodes or {} rounds; there may be cheaper forms",
                self.nodes, self.rounds
            );
            self.say(ctx, statement, &message);
        }
    }

    /// Subscripts and `tc.value`; how many searches the budget ended.
    fn simplify_subscripts<'c: 'a, 'a>(
        &self,
        ctx: &PassContext<'c>,
        statement: Comprehension<'c, 'a>,
        names: &Names,
        rules: &mut Vec<String>,
    ) -> usize {
        let mut exhausted = 0;
        let mut known: HashMap<Expr, Option<Expr>> = HashMap::new();
        let mut simpler = |expr: &Expr| {
            let found = known.entry(expr.clone()).or_insert_with(|| {
                let found = subscripts::simplify(expr, names, self.settings());
                exhausted += usize::from(found.exhausted);
                rules.extend(found.rules);
                found.expr
            });
            self.subscripts.add(usize::from(found.is_some()));
            found.clone()
        };
        for nested in op::nested(statement.operation()) {
            if let Some(access) = Access::from_op(nested).filter(|access| !access.is_exists()) {
                let subscripts = op::elements(nested, "subscripts").into_iter();
                let changed = subscripts.map(|attribute| {
                    let expr = tc_dialects::tc::attributes::expr_of(attribute);
                    let found = expr.and_then(|expr| simpler(&expr));
                    found.map_or(attribute, |expr| expr_attribute(ctx.context(), &expr))
                });
                let changed: Vec<Attribute> = changed.collect();
                let array =
                    melior::ir::attribute::ArrayAttribute::new(ctx.context(), &changed).into();
                op::set_attribute(access.operation(), "subscripts", Some(array));
            } else if let Some(value) = ValueOf::from_op(nested)
                && let Some(expr) = simpler(&value.expr())
            {
                value.set_expr(ctx.context(), &expr);
            }
        }
        exhausted
    }
}

fn count(statement: Comprehension<'_, '_>) -> usize {
    op::nested(statement.operation()).len()
}
