//! What the sizes of a call must satisfy, for a function that C calls: it gets no shapes, so that
//! the sizes are all there is to test.

use super::Open;
use crate::module::Parameter;
use tc_backend_cpu::rules::Rule;
use tc_dialects::tc::{
    Range,
    expr::{Comparison, Expr, Symbol},
};

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
        let fixed = |symbol: &Symbol| {
            let name = symbol.as_name()?;
            let mut fixed = self.fixed.iter();
            let found = fixed.find(|(one, _)| one == name);
            found.map(|(_, value)| Expr::Const(*value))
        };
        let with_values = |expr: &Expr| expr.substitute(&fixed);
        for (name, range) in &self.ranges {
            let (low, high) = (with_values(&range.lower), with_values(&range.upper));
            let (from, to) = (range.lower.human(), range.upper.human());
            let what = format!("the range [{from}, {to}) of {name} is reversed");
            let is_number = low.as_const().is_some() && high.as_const().is_some();
            let rule = (Rule::compare(low, Comparison::LessEqual, high), what);
            // Numbers were compared when the program was checked, and no size is negative.
            if !is_number && !self.starts_at_zero(range) && !rules.contains(&rule) {
                rules.push(rule);
            }
        }
        let ranges = self.ranges.iter();
        let ranges: Vec<_> = ranges.map(|(_, one)| (&one.lower, &one.upper)).collect();
        for precondition in &self.preconditions {
            let what = format!("`{}` does not hold", precondition.human(&ranges));
            rules.push((Rule::Holds(precondition.substitute(&fixed)), what));
        }
        for (parameter, shape) in parameters.iter().zip(&self.shapes) {
            let extents: Vec<Expr> = shape.iter().map(with_values).collect();
            let element = parameter.element.size() as i64;
            if extents.iter().any(|extent| extent.as_const().is_none()) {
                let rule = Rule::Fits { extents, element };
                rules.push((rule, format!("{} does not fit memory", parameter.name)));
            }
        }
        rules
    }

    /// Whether a range is `[0, N)` for a size N.
    fn starts_at_zero(&self, range: &Range) -> bool {
        let end = range.upper.as_name();
        let is_size = |end: &str| {
            let fixed = self.fixed.iter().any(|(name, _)| name == end);
            fixed || self.names.iter().any(|name| name == end)
        };
        range.lower.as_const() == Some(0) && end.is_some_and(is_size)
    }

    /// The extents of a parameter as C writes them: `[N][3]`.
    pub(crate) fn brackets(&self, parameter: usize) -> String {
        let extents = self.shapes[parameter].iter();
        let extent = |one: &Expr| match one.as_name() {
            Some(name) => {
                let fixed = self.fixed.iter().find(|(fixed, _)| fixed == name);
                fixed.map_or_else(|| name.to_owned(), |(_, value)| value.to_string())
            }
            None => one.human(),
        };
        extents.map(|one| format!("[{}]", extent(one))).collect()
    }
}
