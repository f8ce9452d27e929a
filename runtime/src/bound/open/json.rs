//! What calls with open sizes must satisfy, as JSON in the cache: expressions are text, which is
//! parsed back to equal ones.

use super::Open;
use serde::{Deserialize, Serialize};
use tc_dialects::tc::Range;
use tc_syntax::expr::{Expr, Precondition};

/// The same with expressions as text.
#[derive(Serialize, Deserialize)]
pub struct Stored {
    names: Vec<String>,
    fixed: Vec<(String, i64)>,
    sources: Vec<(usize, usize)>,
    shapes: Vec<Vec<String>>,
    preconditions: Vec<String>,
    ranges: Vec<(String, String, String)>,
    is_value: bool,
}

impl Stored {
    /// Of something that is read back as the same.
    pub fn of(open: &Open) -> Option<Stored> {
        let text = |shape: &Vec<Expr>| shape.iter().map(Expr::to_string).collect();
        let ranges = open.ranges.iter();
        let stored = Stored {
            names: open.names.clone(),
            fixed: open.fixed.clone(),
            sources: open.sources.clone(),
            shapes: open.shapes.iter().map(text).collect(),
            preconditions: open.preconditions.iter().map(ToString::to_string).collect(),
            ranges: ranges
                .map(|(name, one)| (name.clone(), one.lower.to_string(), one.upper.to_string()))
                .collect(),
            is_value: open.is_value,
        };
        (stored.open().as_ref() == Some(open)).then_some(stored)
    }

    /// What was stored.
    pub fn open(&self) -> Option<Open> {
        let expr = |text: &String| Expr::parse(text).ok();
        let shape = |shape: &Vec<String>| shape.iter().map(expr).collect();
        let preconditions = self.preconditions.iter();
        let ranges = self.ranges.iter();
        Some(Open {
            names: self.names.clone(),
            fixed: self.fixed.clone(),
            sources: self.sources.clone(),
            shapes: self.shapes.iter().map(shape).collect::<Option<_>>()?,
            preconditions: preconditions
                .map(|text| Precondition::parse(text).ok())
                .collect::<Option<_>>()?,
            ranges: ranges
                .map(|(name, lower, upper)| {
                    Some((name.clone(), Range::new(expr(lower)?, expr(upper)?)))
                })
                .collect::<Option<_>>()?,
            is_value: self.is_value,
        })
    }
}
