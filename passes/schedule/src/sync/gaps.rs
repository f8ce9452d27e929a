//! The fewest barriers between the children of a sequence.
//!
//! ```text
//! sequence (a b c) in a loop: a before c, and c before b of the next iteration
//!
//!   a b | c b ...        the latest place for the first pair leaves c and the next b together
//!   a | b c | b ...      one barrier serves both
//! ```

use std::cmp::Reverse;
use std::collections::BTreeMap;

use tc_scop::barriers::Level;

/// Sequences with more children are treated step by step: the places are as late as possible for
/// each pair, but a later pair may need one more.
const MOST: usize = 8;

/// Two children of a sequence that a barrier has to separate.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Need {
    /// The child that runs first.
    pub from: usize,
    pub to: usize,
    /// Whether `to` runs in a later iteration of a loop around the sequence.
    pub carried: bool,
    /// The weakest barrier that separates them.
    pub level: Level,
}

impl Need {
    /// Whether a barrier before child number `gap` separates the two; the number of children stands
    /// for the end of the sequence.
    pub fn served_by(&self, gap: usize) -> bool {
        if self.carried {
            gap > self.from || gap <= self.to
        } else {
            gap > self.from && gap <= self.to
        }
    }

    fn served(&self, gaps: &BTreeMap<usize, Level>) -> bool {
        gaps.iter()
            .any(|(gap, level)| *level >= self.level && self.served_by(*gap))
    }
}

/// Where barriers go in a sequence of `count` children: as few of the block as possible, then as
/// few of warps as possible, then as late as possible.
pub fn fewest(count: usize, needs: &[Need]) -> BTreeMap<usize, Level> {
    if needs.is_empty() {
        return BTreeMap::new();
    }
    if count > MOST {
        return step_by_step(count, needs);
    }
    let all = (0..3_usize.pow(count as u32)).map(|number| placement(count, number));
    let best = all
        .filter(|gaps| needs.iter().all(|need| need.served(gaps)))
        .min_by_key(|gaps| (cost(gaps), Reverse(gaps.keys().sum::<usize>())));
    best.unwrap_or_else(|| step_by_step(count, needs))
}

/// The barriers of the block and of warps.
fn cost(gaps: &BTreeMap<usize, Level>) -> [usize; 2] {
    [Level::Block, Level::Warp].map(|level| gaps.values().filter(|found| **found == level).count())
}

/// One choice for each gap: the digits of a number to the base three.
fn placement(count: usize, mut number: usize) -> BTreeMap<usize, Level> {
    let mut gaps = BTreeMap::new();
    for gap in 1..=count {
        let level = [None, Some(Level::Warp), Some(Level::Block)][number % 3];
        gaps.extend(level.map(|level| (gap, level)));
        number /= 3;
    }
    gaps
}

/// The latest place for the pair that ends first; barriers of the block before those of warps.
fn step_by_step(count: usize, needs: &[Need]) -> BTreeMap<usize, Level> {
    let mut gaps = BTreeMap::new();
    for level in [Level::Block, Level::Warp] {
        let mut needs: Vec<&Need> = needs.iter().filter(|need| need.level == level).collect();
        needs.sort_by_key(|need| (need.carried, need.to));
        for need in needs {
            if !need.served(&gaps) {
                gaps.insert(if need.carried { count } else { need.to }, level);
            }
        }
    }
    gaps
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn one_barrier_serves_an_iteration_and_the_next_one() {
        let level = Level::Block;
        let need = |from, to, carried| Need {
            from,
            to,
            carried,
            level,
        };
        let needs = [need(0, 2, false), need(2, 1, true)];
        assert_eq!(fewest(3, &needs), BTreeMap::from([(1, level)]));
        assert_eq!(step_by_step(3, &needs).len(), 2);
    }

    #[test]
    fn a_barrier_of_the_block_serves_a_warp_and_not_the_other_way_round() {
        let need = |from, to, level| Need {
            from,
            to,
            carried: false,
            level,
        };
        let of_warps = need(0, 2, Level::Warp);
        assert_eq!(fewest(3, &[of_warps]), BTreeMap::from([(2, Level::Warp)]));
        let both = [of_warps, need(0, 1, Level::Block)];
        assert_eq!(fewest(3, &both), BTreeMap::from([(1, Level::Block)]));
        let apart = [need(1, 2, Level::Warp), need(0, 1, Level::Block)];
        let expected = BTreeMap::from([(1, Level::Block), (2, Level::Warp)]);
        assert_eq!(fewest(3, &apart), expected);
    }

    #[test]
    fn long_sequences_are_served_too() {
        let needs: Vec<Need> = (0..40)
            .map(|from| Need {
                from,
                to: (from + 7) % 40,
                carried: from + 7 >= 40,
                level: if from % 2 == 0 {
                    Level::Warp
                } else {
                    Level::Block
                },
            })
            .collect();
        let gaps = fewest(40, &needs);
        assert!(needs.iter().all(|need| need.served(&gaps)), "{gaps:?}");
        assert_eq!(cost(&gaps), [5, 5], "{gaps:?}");
    }
}
