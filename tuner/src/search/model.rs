//! The search by the model: of many candidates, the one that should be cheapest by the model
//! (`crate::model::prior`) and by what the trials so far say about each value of each gene.
//!
//! ```text
//! estimate(candidate) = prior * product over genes of correction(gene, value)
//! correction          = exp(mean of log(cost / prior) over trials with that value, drawn to 0 where there are few)
//! ```
//!
//! Half of the many are changes of the best candidates so far, the others are random. One trial in
//! eight is drawn from them without asking the model, which it needs to learn where it is wrong.

use super::Search;
use crate::{
    model::prior,
    space::{Candidate, Space},
};
use rand::RngExt;
use rand_chacha::ChaCha8Rng;
use std::collections::BTreeMap;

/// Candidates that are compared for each trial.
const POOL: usize = 64;
/// The best ones that are changed.
const BEST: usize = 6;
/// The chance that a gene of one of them is drawn anew, beside the one that always is.
const CHANGE: f64 = 0.08;
/// The chance that the model is not asked.
const BLIND: f64 = 0.125;
/// Trials at which a value's own mean counts half.
const DOUBT: f64 = 2.0;
/// What a failed trial counts, as a multiple of the prior.
const FAILED: f64 = 8.0;
/// Draws for one candidate of the pool that is new and not excluded.
const DRAWS: usize = 20;

/// A search by the model.
#[derive(Clone, Debug, Default)]
pub(crate) struct ByModel {
    /// Candidates with their costs; none for those that failed.
    known: BTreeMap<Candidate, Option<f64>>,
    /// Sum and number of logarithms of cost / prior, by gene and value.
    residuals: BTreeMap<(usize, usize), (f64, f64)>,
    sum: f64,
    count: f64,
}

impl ByModel {
    /// The logarithm of the estimate, up to a constant.
    fn estimate(&self, space: &Space, candidate: &Candidate) -> f64 {
        let mean = if self.count > 0.0 {
            self.sum / self.count
        } else {
            0.0
        };
        let correction = |(at, value): (usize, &usize)| {
            let (sum, count) = self
                .residuals
                .get(&(at, *value))
                .copied()
                .unwrap_or_default();
            (sum - count * mean) / (count + DOUBT)
        };
        let corrections: f64 = candidate.0.iter().enumerate().map(correction).sum();
        prior(space, candidate).max(f64::MIN_POSITIVE).ln() + corrections
    }

    /// The cheapest candidates so far.
    fn best(&self) -> Vec<&Candidate> {
        let known = self.known.iter();
        let mut costs: Vec<(&Candidate, f64)> = known
            .filter_map(|(one, cost)| Some((one, (*cost)?)))
            .collect();
        costs.sort_by(|(_, one), (_, other)| one.total_cmp(other));
        costs.into_iter().take(BEST).map(|(one, _)| one).collect()
    }

    fn drawn(&self, space: &Space, from: Option<&Candidate>, dice: &mut ChaCha8Rng) -> Candidate {
        let draw = |dice: &mut ChaCha8Rng| match from {
            Some(best) => space.mutated(best, CHANGE, dice),
            None => space.random(dice),
        };
        let mut candidate = draw(dice);
        for _ in 1..DRAWS {
            if !self.known.contains_key(&candidate) && space.excluded(&candidate).is_none() {
                break;
            }
            candidate = draw(dice);
        }
        candidate
    }
}

impl Search for ByModel {
    fn ask(&mut self, space: &Space, dice: &mut ChaCha8Rng) -> Candidate {
        let best = self.best();
        let mut pool: Vec<Candidate> = Vec::new();
        for number in 0..POOL {
            let from = match (number % 2, best.len()) {
                (0, count) if count > 0 => Some(best[dice.random_range(0..count)]),
                _ => None,
            };
            pool.push(self.drawn(space, from, dice));
        }
        if dice.random_bool(BLIND) {
            return pool.swap_remove(dice.random_range(0..POOL));
        }
        let new = pool.iter().filter(|one| !self.known.contains_key(*one));
        let estimates = new.map(|one| (self.estimate(space, one), one));
        let least = estimates.min_by(|(one, _), (other, _)| one.total_cmp(other));
        least.map_or_else(|| pool[0].clone(), |(_, one)| one.clone())
    }

    fn tell(&mut self, space: &Space, candidate: &Candidate, cost: Option<f64>) {
        if self.known.insert(candidate.clone(), cost).is_some() {
            return;
        }
        let due = prior(space, candidate).max(f64::MIN_POSITIVE);
        let residual = match cost {
            Some(cost) => (cost.max(f64::MIN_POSITIVE) / due).ln(),
            None if self.count > 0.0 => self.sum / self.count + FAILED.ln(),
            None => return,
        };
        // What failed says something about its values, and nothing about the scale of the model.
        if cost.is_some() {
            self.sum += residual;
            self.count += 1.0;
        }
        for (at, value) in candidate.0.iter().enumerate() {
            let of_value = self.residuals.entry((at, *value)).or_default();
            of_value.0 += residual;
            of_value.1 += 1.0;
        }
    }
}
