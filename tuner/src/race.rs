//! A race in pairs: a candidate and the best so far run one after the other, and only ratios of
//! neighbours are compared, since the speed of a machine changes while a search runs.
//!
//! ```text
//! round     1     2     3     4  ...
//! order    b c   c b   b c   c b        b: best so far, c: candidate
//! ratio    c/b   c/b   c/b   c/b
//! ```
//!
//! The race ends as soon as the quartiles of the ratios say who is faster: where the lower one is
//! above 1 the candidate loses, where the upper one is below 1 it wins. What is five times as slow
//! loses in the first round, and who is not faster after the last round stays behind.

/// The most rounds.
pub(crate) const ROUNDS: usize = 11;
/// Rounds before quartiles count: three of three agree by chance once in eight times.
const FEWEST_TO_LOSE: usize = 3;
/// A winner becomes the measure of all others, so it needs more.
const FEWEST_TO_WIN: usize = 5;
/// A first round that ends the race.
const HOPELESS: f64 = 5.0;
/// What counts as a difference.
const MARGIN: f64 = 0.01;

/// The ratios so far.
#[derive(Clone, Debug, Default)]
pub(crate) struct Race {
    ratios: Vec<f64>,
}

/// What the ratios say.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Verdict {
    /// Another round is needed.
    Open,
    /// The candidate is slower.
    Slower,
    /// The candidate is faster.
    Faster,
    /// The rounds are used up, and neither is faster.
    Even,
}

impl Race {
    /// Adds a round: the times of both.
    pub(crate) fn add(&mut self, candidate: f64, best: f64) {
        self.ratios.push(candidate / best.max(f64::MIN_POSITIVE));
    }

    /// The rounds so far.
    pub(crate) fn rounds(&self) -> usize {
        self.ratios.len()
    }

    /// Whether the candidate runs first in the next round.
    pub(crate) fn candidate_first(&self) -> bool {
        self.ratios.len() % 2 == 1
    }

    /// What the ratios say.
    pub(crate) fn verdict(&self) -> Verdict {
        let rounds = self.ratios.len();
        let (lower, upper) = (self.quantile(0.25), self.quantile(0.75));
        match rounds {
            0 => Verdict::Open,
            1 if self.ratios[0] >= HOPELESS => Verdict::Slower,
            _ if rounds >= FEWEST_TO_LOSE && lower > 1.0 + MARGIN => Verdict::Slower,
            _ if rounds >= FEWEST_TO_WIN && upper < 1.0 - MARGIN => Verdict::Faster,
            _ if rounds < ROUNDS => Verdict::Open,
            _ => Verdict::Even,
        }
    }

    /// The median of the ratios: below 1 the candidate is faster.
    pub(crate) fn ratio(&self) -> f64 {
        self.quantile(0.5)
    }

    /// The ratio at a part of the sorted ones; between two of them, the one that says less.
    fn quantile(&self, part: f64) -> f64 {
        let mut sorted = self.ratios.clone();
        sorted.sort_by(f64::total_cmp);
        let at = sorted.len().saturating_sub(1) as f64 * part;
        let at = if part < 0.5 { at.floor() } else { at.ceil() };
        sorted.get(at as usize).copied().unwrap_or(1.0)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The verdict of ratios, and after how many of them it stood.
    fn run(ratios: &[f64]) -> (Verdict, usize) {
        let mut race = Race::default();
        for ratio in ratios {
            race.add(*ratio, 1.0);
            if race.verdict() != Verdict::Open {
                break;
            }
        }
        (race.verdict(), race.rounds())
    }

    #[test]
    fn the_clear_cases_end_early() {
        assert_eq!(run(&[6.0, 0.5]), (Verdict::Slower, 1));
        assert_eq!(run(&[1.2, 1.3, 1.25, 0.5]), (Verdict::Slower, 3));
        assert_eq!(run(&[0.8, 0.8, 0.8, 0.8, 0.8, 2.0]), (Verdict::Faster, 5));
    }

    #[test]
    fn one_disturbed_round_decides_nothing() {
        assert_eq!(run(&[0.8, 3.0, 0.8, 0.8, 0.8]), (Verdict::Faster, 5));
        assert_eq!(run(&[1.2, 0.2, 1.2]), (Verdict::Open, 3));
        assert_eq!(run(&[1.2, 0.2, 1.2, 1.2, 1.2]), (Verdict::Slower, 5));
    }

    #[test]
    fn what_is_as_fast_is_not_faster() {
        assert_eq!(run(&[1.0; 20]), (Verdict::Even, ROUNDS));
        let noise = [
            0.97, 1.03, 0.98, 1.02, 1.0, 0.99, 1.01, 1.0, 1.0, 0.98, 1.02,
        ];
        assert_eq!(run(&noise), (Verdict::Even, ROUNDS));
    }

    #[test]
    fn the_order_turns() {
        let mut race = Race::default();
        assert!(!race.candidate_first());
        race.add(1.0, 2.0);
        assert!(race.candidate_first());
        assert_eq!(race.ratio(), 0.5);
    }
}
