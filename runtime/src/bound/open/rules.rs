//! What the sizes of a call must satisfy, for a function that C calls: it gets no shapes, so that
//! the sizes are all there is to test.

use super::{Open, simple};
use crate::program::entries::Parameter;
use tc_backend_cpu::rules::Rule;
use tc_dialects::tc::Range;
use tc_syntax::expr::{Comparison, Expr, Symbol};

impl Open {
    /// The rules in the order in which they are tested, each with what is wrong where it fails.
    pub(crate) fn rules(&self, parameters: &[Parameter]) -> Vec<(Rule, String)> {
        let mut rules = Vec::new();
        for name in &self.names {
            let size = || Expr::name(name.clone());
            let rule = Rule::compare(size(), Comparison::GreaterEqual, Expr::Const(0));
            rules.push((rule, format!("{name} is negative")));
            if self.is_value {
                let most = i64::from(i32::MAX);
                let rule = Rule::compare(size(), Comparison::LessEqual, Expr::Const(most));
                rules.push((rule, format!("{name} is greater than {most}")));
            }
        }
        let ranges: Vec<(&String, Range)> = self
            .ranges
            .iter()
            .map(|(name, one)| {
                let (low, high) = (self.with_values(&one.lower), self.with_values(&one.upper));
                (name, Range::new(low, high))
            })
            .collect();
        for (name, range) in &ranges {
            let Range { lower, upper } = range;
            let (from, to) = (lower.human(), upper.human());
            let what = format!("the range [{from}, {to}) of {name} is reversed");
            let is_number = lower.as_const().is_some() && upper.as_const().is_some();
            let compared = Rule::compare(lower.clone(), Comparison::LessEqual, upper.clone());
            let rule = (compared, what);
            // Numbers were compared when the program was checked, and no size is negative.
            if !is_number && !self.starts_at_zero(range) && !rules.contains(&rule) {
                rules.push(rule);
            }
        }
        let ranges: Vec<_> = ranges
            .iter()
            .map(|(_, one)| (&one.lower, &one.upper))
            .collect();
        for precondition in &self.preconditions {
            let precondition = precondition.substitute(&|symbol| self.value(symbol));
            let what = format!("`{}` does not hold", precondition.human(&ranges));
            rules.push((Rule::Holds(precondition), what));
        }
        for (parameter, shape) in parameters.iter().zip(&self.shapes) {
            let extents: Vec<Expr> = shape.iter().map(|one| self.with_values(one)).collect();
            let element = parameter.element.size() as i64;
            if extents.iter().any(|extent| extent.as_const().is_none()) {
                let rule = Rule::Fits { extents, element };
                rules.push((rule, format!("{} does not fit memory", parameter.name)));
            }
        }
        rules
    }

    /// The number of a size that is not open.
    fn value(&self, symbol: &Symbol) -> Option<Expr> {
        let name = symbol.as_name()?;
        let found = self.fixed.iter().find(|(one, _)| one == name);
        found.map(|(_, value)| Expr::Const(*value))
    }

    /// An expression of open sizes alone.
    fn with_values(&self, expr: &Expr) -> Expr {
        simple(&expr.substitute(&|symbol| self.value(symbol)))
    }

    /// Whether a range is `[0, N)` for an open size N.
    fn starts_at_zero(&self, range: &Range) -> bool {
        let end = range.upper.as_name();
        range.lower.as_const() == Some(0)
            && end.is_some_and(|end| self.names.iter().any(|name| name == end))
    }

    /// The extents of a parameter as C writes them: `[N][3]`.
    pub(crate) fn brackets(&self, parameter: usize) -> String {
        let extents = self.shapes[parameter].iter();
        extents
            .map(|one| format!("[{}]", self.with_values(one).human()))
            .collect()
    }
}
