//! Statements that compute the values of others again.

use super::points::Tuple;
use super::run::{Execution, Program, Touch};
use tc_scop::accesses::AccessKind;

impl Program<'_> {
    /// Determines which statements compute the values of others again, and what these write.
    pub fn find_recomputing(&mut self) {
        for statement in &self.accesses.statements {
            let Some(copied) = &statement.recomputes else {
                continue;
            };
            let name = &statement.name;
            if let Some((_, expected)) = &copied.differs {
                let mistake = format!("{name} is not its original: expected {expected}");
                self.mistakes.push(mistake);
            }
            self.recomputing.insert(name.clone(), copied.clone());
            for access in &statement.accesses {
                if access.kind == AccessKind::Write {
                    self.scratch.insert(access.array.clone());
                }
            }
        }
        for name in &self.scratch {
            if !self.is_local(name) {
                self.mistakes.push(format!(
                    "{name} is written again, and is of no block or thread"
                ));
            }
        }
    }

    /// The instance of the program that an execution computes: its own, or the one that it computes
    /// again.
    pub fn stands_for(&self, execution: &Execution) -> Tuple {
        let instance = &execution.instance;
        match self.recomputing.get(&instance.name) {
            Some(copied) => Tuple {
                name: copied.original.clone(),
                at: instance.at.iter().skip(copied.outer).copied().collect(),
            },
            None => instance.clone(),
        }
    }

    /// Whether a touch is of an array in which values are computed again.
    pub fn is_scratch(&self, touch: &Touch) -> bool {
        let mut places = touch.places.iter();
        places.any(|place| self.scratch.contains(&place.name))
    }
}
