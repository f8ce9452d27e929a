//! Every candidate as likely as another: what the other searches are measured by.

use super::Search;
use crate::space::{Candidate, Space};
use rand_chacha::ChaCha8Rng;

/// A random search.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Random;

impl Search for Random {
    fn ask(&mut self, space: &Space, dice: &mut ChaCha8Rng) -> Candidate {
        space.random(dice)
    }

    fn tell(&mut self, _: &Space, _: &Candidate, _: Option<f64>) {}
}
