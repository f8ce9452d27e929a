//! Comparisons of expressions: the guards of a read, the preconditions of a def.

use super::{Expr, ParseError, Symbol, parse};
use std::fmt;

/// The relation between the two sides of a [`Condition`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Comparison {
    /// `<`
    Less,
    /// `<=`
    LessEqual,
    /// `>`
    Greater,
    /// `>=`
    GreaterEqual,
    /// `==`
    Equal,
    /// `!=`
    NotEqual,
}

impl Comparison {
    /// The spelling in source and IR.
    pub fn text(self) -> &'static str {
        match self {
            Comparison::Less => "<",
            Comparison::LessEqual => "<=",
            Comparison::Greater => ">",
            Comparison::GreaterEqual => ">=",
            Comparison::Equal => "==",
            Comparison::NotEqual => "!=",
        }
    }

    /// Whether `a cmp b` holds.
    pub fn holds(self, a: i64, b: i64) -> bool {
        match self {
            Comparison::Less => a < b,
            Comparison::LessEqual => a <= b,
            Comparison::Greater => a > b,
            Comparison::GreaterEqual => a >= b,
            Comparison::Equal => a == b,
            Comparison::NotEqual => a != b,
        }
    }

    /// The negated comparison.
    pub fn negated(self) -> Comparison {
        match self {
            Comparison::Less => Comparison::GreaterEqual,
            Comparison::LessEqual => Comparison::Greater,
            Comparison::Greater => Comparison::LessEqual,
            Comparison::GreaterEqual => Comparison::Less,
            Comparison::Equal => Comparison::NotEqual,
            Comparison::NotEqual => Comparison::Equal,
        }
    }
}

/// A condition between two expressions, as in the `preconditions` of a `tc.def`:
/// `NB + ND - 1 <= NC`.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Condition {
    /// The left side.
    pub left: Expr,
    /// The comparison.
    pub comparison: Comparison,
    /// The right side.
    pub right: Expr,
}

impl Condition {
    /// `left cmp right`
    pub fn new(left: Expr, comparison: Comparison, right: Expr) -> Condition {
        Condition {
            left,
            comparison,
            right,
        }
    }

    /// Reads `expr cmp expr`.
    pub fn parse(text: &str) -> Result<Condition, ParseError> {
        parse::parse_condition(text)
    }

    /// Whether the condition holds; `None` if a side has no value.
    pub fn evaluate(&self, lookup: &dyn Fn(&Symbol) -> Option<i64>) -> Option<bool> {
        Some(
            self.comparison
                .holds(self.left.evaluate(lookup)?, self.right.evaluate(lookup)?),
        )
    }

    /// The condition with symbols replaced on both sides.
    pub fn substitute(&self, replacement: &dyn Fn(&Symbol) -> Option<Expr>) -> Condition {
        Condition::new(
            self.left.substitute(replacement),
            self.comparison,
            self.right.substitute(replacement),
        )
    }

    /// The negated condition.
    pub fn negated(&self) -> Condition {
        Condition::new(
            self.left.clone(),
            self.comparison.negated(),
            self.right.clone(),
        )
    }

    /// The source form.
    pub fn human(&self) -> String {
        format!(
            "{} {} {}",
            self.left.human(),
            self.comparison.text(),
            self.right.human()
        )
    }
}

impl fmt::Display for Condition {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} {} {}", self.left, self.comparison.text(), self.right)
    }
}

/// A condition that a call must satisfy: `NB + ND - 1 <= NC if 0 < NB and 0 < ND`.
///
/// The conditions after `if` hold iff the statement that needs the precondition runs at all; the
/// precondition holds if one of them fails.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Precondition {
    /// The required condition.
    pub requires: Condition,
    /// It is required only if all of these hold.
    pub when: Vec<Condition>,
}

impl Precondition {
    /// Reads `condition [ "if" condition { "and" condition } ]`.
    pub fn parse(text: &str) -> Result<Precondition, ParseError> {
        parse::parse_precondition(text)
    }

    /// Whether the precondition holds; `None` if a required value is unknown.
    pub fn evaluate(&self, lookup: &dyn Fn(&Symbol) -> Option<i64>) -> Option<bool> {
        for condition in &self.when {
            if !condition.evaluate(lookup)? {
                return Some(true);
            }
        }
        self.requires.evaluate(lookup)
    }

    /// The conditions of the `if` part, without those that only say that a range of these has
    /// values: a statement without instances reads nothing, which goes without saying.
    fn guards(&self, ranges: &[(&Expr, &Expr)]) -> impl Iterator<Item = &Condition> {
        let runs = |one: &Condition| {
            one.comparison == Comparison::Less && ranges.contains(&(&one.left, &one.right))
        };
        self.when.iter().filter(move |one| !runs(one))
    }

    /// The source form, for a def whose indices have these ranges.
    pub fn human(&self, ranges: &[(&Expr, &Expr)]) -> String {
        let mut text = self.requires.human();
        for (position, condition) in self.guards(ranges).enumerate() {
            text += if position == 0 { " if " } else { " and " };
            text += &condition.human();
        }
        text
    }

    /// The sides of the conditions that [`human`](Precondition::human) writes.
    pub fn sides(&self, ranges: &[(&Expr, &Expr)]) -> Vec<&Expr> {
        let conditions = std::iter::once(&self.requires).chain(self.guards(ranges));
        conditions.flat_map(|one| [&one.left, &one.right]).collect()
    }

    /// The precondition with symbols replaced on all sides.
    pub fn substitute(&self, replacement: &dyn Fn(&Symbol) -> Option<Expr>) -> Precondition {
        Precondition {
            requires: self.requires.substitute(replacement),
            when: self
                .when
                .iter()
                .map(|condition| condition.substitute(replacement))
                .collect(),
        }
    }
}

impl fmt::Display for Precondition {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", self.requires)?;
        for (position, condition) in self.when.iter().enumerate() {
            write!(
                f,
                "{} {condition}",
                if position == 0 { " if" } else { " and" }
            )?;
        }
        Ok(())
    }
}
