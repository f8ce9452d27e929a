//! Which candidate is tried next.
//!
//! | search | how | for |
//! | --- | --- | --- |
//! | `model` | the best of many by the model, which the costs so far correct | few trials |
//! | `genetic` | that of the paper: generations of 100, three parents | hundreds of trials |
//! | `random` | every candidate as likely as another | a measure of the others |
//!
//! A search is a pure function of its seed and of what it is told, so that it can be repeated from
//! a log, and resumed.

mod genetic;
mod model;
mod random;

use crate::space::{Candidate, Space};
use rand_chacha::ChaCha8Rng;

/// A search for a cheap candidate.
pub trait Search {
    /// A candidate to try next; one that was asked for before costs nothing to try again.
    fn ask(&mut self, space: &Space, dice: &mut ChaCha8Rng) -> Candidate;

    /// What a candidate costs; none where it does not compile, or is wrong. Candidates that the
    /// search has not asked for are told too: starting points, and the defaults.
    fn tell(&mut self, space: &Space, candidate: &Candidate, cost: Option<f64>);
}

/// The searches there are.
#[derive(Clone, Copy, Debug, PartialEq, Eq, serde::Serialize, serde::Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Kind {
    /// The best of many by the model, which the costs so far correct.
    Model,
    /// That of the paper: generations, whose best are the parents of the next one.
    Genetic,
    /// Every candidate as likely as another.
    Random,
}

impl Kind {
    /// A search that has been told nothing.
    pub fn begin(self) -> Box<dyn Search> {
        match self {
            Kind::Model => Box::new(model::ByModel::default()),
            Kind::Genetic => Box::new(genetic::Genetic::default()),
            Kind::Random => Box::new(random::Random),
        }
    }

    /// The word of the command line and of the log.
    pub fn word(self) -> &'static str {
        match self {
            Kind::Model => "model",
            Kind::Genetic => "genetic",
            Kind::Random => "random",
        }
    }
}

#[cfg(test)]
mod tests;
