//! The loops of a def around the statements of its plan.
//!
//! ```text
//! S0; for t { S1; for u { S2; S3 } }      [S0, Loop t [S1, Loop u [S2, S3]]]
//!                                         S0 at [0], S1 at [1, 0], S2 at [1, 1, 0], S3 at [1, 1, 1]
//! ```
//!
//! Loops without statements are left out. The place of a statement (`at`) is its original order,
//! which defines dependences.

use std::collections::HashMap;

use tc_dialects::op::OperationKey;

use super::plan::Plan;
use super::read::Definition;

/// A statement or a loop.
pub enum Part {
    /// The statement with this number.
    Statement(usize),
    /// A loop around parts.
    Loop {
        /// The operation that it comes from.
        key: OperationKey,
        /// Its parts in text order.
        parts: Vec<Part>,
    },
}

impl Part {
    /// Adds the numbers of all statements inside, in text order.
    pub fn statements(&self, all: &mut Vec<usize>) {
        match self {
            Part::Statement(number) => all.push(*number),
            Part::Loop { parts, .. } => parts.iter().for_each(|part| part.statements(all)),
        }
    }
}

/// The statements of a plan in their loops.
pub struct Nest {
    /// In text order.
    pub parts: Vec<Part>,
    /// By the name of the statement; empty without loops.
    places: HashMap<String, Vec<i64>>,
}

impl Nest {
    /// Puts the statements of a plan into the loops around their comprehensions.
    pub fn of(plan: &Plan, definition: &Definition<'_, '_>) -> Nest {
        let mut nest = Nest {
            parts: Vec::new(),
            places: HashMap::new(),
        };
        for (number, statement) in plan.statements.iter().enumerate() {
            let mut parts = &mut nest.parts;
            let mut place = Vec::new();
            for &wanted in &definition.comprehensions[statement.comprehension].loops {
                let is_open =
                    matches!(parts.last(), Some(Part::Loop { key, .. }) if *key == wanted);
                if !is_open {
                    parts.push(Part::Loop {
                        key: wanted,
                        parts: Vec::new(),
                    });
                }
                place.push(parts.len() as i64 - 1);
                let Some(Part::Loop { parts: inner, .. }) = parts.last_mut() else {
                    unreachable!("the last part is the loop");
                };
                parts = inner;
            }
            place.push(parts.len() as i64);
            parts.push(Part::Statement(number));
            nest.places.insert(statement.name.clone(), place);
        }
        if !nest.has_loops() {
            nest.places.clear();
        }
        nest
    }

    /// Whether there are loops.
    pub fn has_loops(&self) -> bool {
        let is_loop = |part: &Part| matches!(part, Part::Loop { .. });
        self.parts.iter().any(is_loop)
    }

    /// The place of a statement in the original program; none without loops.
    pub fn place(&self, statement: &str) -> Option<&[i64]> {
        self.places.get(statement).map(Vec::as_slice)
    }
}
