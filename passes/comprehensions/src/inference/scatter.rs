//! `=` at computed places: no two points share an element (TC0410).
//!
//! ```text
//! y(2*i) = x(i)      # accepted
//! y(i/2) = x(i)      # TC0410: i = 0 and i = 1
//! ```
//!
//! Two points of one iteration that write one element are a set that isl decides for all sizes; the
//! error shows the smallest. A subscript that depends on data needs a reduction.

use super::driver::Driver;
use super::messages;
use super::model::{Formula, Range, Statement, Store};
use super::prover::Facts;
use tc_syntax::expr::{Comparison, Condition, Expr, Symbol};

fn primed(name: &str) -> String {
    format!("{name}'")
}

impl Driver<'_> {
    /// Two points of an assignment write different elements.
    pub(super) fn check_scatter(&mut self, position: usize, ranges: &[(String, Range)]) {
        let statement = &self.def.statements[position];
        if !statement.is_scatter() || statement.store != Store::Assigns {
            return;
        }
        let names: Vec<&str> = statement
            .indices
            .iter()
            .map(|index| index.name.as_str())
            .collect();
        let elements: Vec<Expr> = statement
            .left
            .iter()
            .map(|left| self.resolve(&left.expr()))
            .collect();
        let by_data = |expr: &Expr| {
            let mut names = expr.names().into_iter();
            names.any(|name| statement.leaf(name).is_some())
        };
        let facts = meeting(statement, &elements, ranges);
        let exact = !elements.iter().any(by_data);
        if exact && self.prover.impossible(&facts, &Formula::All(Vec::new())) {
            return;
        }
        let mut order: Vec<Expr> = names.iter().map(|name| Expr::name(*name)).collect();
        order.extend(names.iter().map(|name| Expr::name(primed(name))));
        let points = self.prover.smallest(&facts, &order).filter(|_| exact);
        let points = points.map(|(_, values)| {
            let point = |values: &[i64]| {
                let pairs = names.iter().zip(values);
                let texts: Vec<_> = pairs
                    .map(|(name, value)| format!("{name} = {value}"))
                    .collect();
                texts.join(", ")
            };
            let (a, b) = values.split_at(names.len().min(values.len()));
            (point(a), point(b))
        });
        self.report_once(messages::two_points(statement, points));
    }
}

/// Two points of one iteration, the second primed and later, that write one element.
fn meeting(statement: &Statement, elements: &[Expr], ranges: &[(String, Range)]) -> Facts {
    let renamed = |symbol: &Symbol| {
        let name = symbol.as_name().filter(|name| statement.is_index(name))?;
        Some(Expr::name(primed(name)))
    };
    let mut all = ranges.to_vec();
    let own = ranges.iter().filter(|(name, _)| statement.is_index(name));
    all.extend(own.map(|(name, range)| (primed(name), range.substitute(&renamed))));
    let same = elements.iter().map(|value| {
        let other = value.substitute(&renamed);
        Formula::Compare(Condition::new(value.clone(), Comparison::Equal, other))
    });
    let mut formulas: Vec<Formula> = same.collect();
    let differ = statement.indices.iter().map(|index| {
        let (a, b) = (Expr::name(&index.name), Expr::name(primed(&index.name)));
        Formula::Compare(Condition::new(a, Comparison::NotEqual, b))
    });
    formulas.push(Formula::Any(differ.collect()));
    Facts {
        ranges: all,
        formulas,
        ..Facts::default()
    }
}
