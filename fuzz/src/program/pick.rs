//! Choices of the generator, from proptest's deterministic random numbers.

use proptest::{
    prelude::Rng,
    test_runner::{RngAlgorithm, TestRng},
};

/// A source of choices.
pub struct Pick(TestRng);

impl Pick {
    pub fn new(rng: TestRng) -> Pick {
        Pick(rng)
    }

    /// The choices of program `index` of a run: the same on every machine, independent of earlier
    /// ones.
    pub fn of(seed: u64, index: u64) -> Pick {
        let mut bytes = [0; 32];
        bytes[..8].copy_from_slice(&seed.to_le_bytes());
        bytes[8..16].copy_from_slice(&index.to_le_bytes());
        Pick(TestRng::from_seed(RngAlgorithm::ChaCha, &bytes))
    }

    /// A number below `end`, which is at least 1.
    pub fn below(&mut self, end: usize) -> usize {
        (self.0.next_u64() % end.max(1) as u64) as usize
    }

    /// A number in `low..=high`.
    pub fn within(&mut self, low: i64, high: i64) -> i64 {
        low + self.below(usize::try_from(high - low + 1).unwrap_or(1)) as i64
    }

    /// True in `percent` percent of the cases.
    pub fn chance(&mut self, percent: usize) -> bool {
        self.below(100) < percent
    }

    /// One of these; the slice is not empty.
    pub fn one<'t, T>(&mut self, all: &'t [T]) -> &'t T {
        &all[self.below(all.len())]
    }

    /// One of these, with a probability proportional to its weight.
    pub fn weighted<'t, T>(&mut self, all: &'t [(usize, T)]) -> &'t T {
        let mut left = self.below(all.iter().map(|(weight, _)| weight).sum());
        for (weight, item) in all {
            if left < *weight {
                return item;
            }
            left -= weight;
        }
        &all[0].1
    }

    pub fn seed(&mut self) -> u64 {
        self.0.next_u64() % 1_000_000
    }
}
