//! The genetic search of the paper (section 6.2), with the numbers of its program: generations of
//! 100 candidates, of which the 10 best live on; each new one has three parents, chosen with a
//! chance proportional to 1 / cost, takes each gene from one of them (in four cases of five), and
//! then has each gene drawn anew by a chance of 7 %.
//!
//! ```text
//! generation 0    starting points, and random ones
//! generation n    the 10 best of n - 1, and 90 children of its candidates
//! ```
//!
//! What failed has no children. With fewer than three candidates to be parents, the generation is
//! drawn at random again.

use super::Search;
use crate::space::{Candidate, Space};
use rand::RngExt;
use rand_chacha::ChaCha8Rng;
use std::collections::BTreeMap;

/// Candidates of a generation.
pub(super) const POPULATION: usize = 100;
/// Those that live on.
pub(super) const ELITES: usize = 10;
/// Parents of a child.
pub(super) const PARENTS: usize = 3;
/// The chance that a child has parents, in place of being a copy of one.
pub(super) const CROSSOVER: f64 = 0.8;
/// The chance that a gene is drawn anew.
pub(super) const MUTATION: f64 = 0.07;
/// Attempts to breed a child that is not left out before compiling.
const ATTEMPTS: usize = 1000;

/// A genetic search.
#[derive(Clone, Debug, Default)]
pub(super) struct Genetic {
    /// The costs of all candidates so far.
    costs: BTreeMap<Candidate, Option<f64>>,
    /// Those of this generation that were told.
    generation: Vec<Candidate>,
    /// How many of this generation were asked for.
    asked: usize,
    /// The parents of this generation with their costs, the cheapest first.
    parents: Vec<(Candidate, f64)>,
}

impl Genetic {
    /// Makes the candidates of the generation that ends the parents of the next.
    fn turn(&mut self) {
        let own = self.generation.iter();
        let costs = own.filter_map(|one| Some((one.clone(), (*self.costs.get(one)?)?)));
        let mut parents: Vec<(Candidate, f64)> = costs.collect();
        let elites = self.parents.iter().take(ELITES).cloned();
        parents.extend(elites);
        parents.sort_by(|(one, cost), (other, of_other)| {
            cost.total_cmp(of_other).then_with(|| one.cmp(other))
        });
        parents.dedup_by(|(one, _), (other, _)| one == other);
        self.parents = parents;
        self.generation.clear();
        self.asked = 0;
    }

    /// A parent, by a chance proportional to 1 / cost.
    fn parent(&self, dice: &mut ChaCha8Rng) -> &Candidate {
        let fitness = |cost: f64| 1.0 / cost.max(f64::MIN_POSITIVE);
        let sum: f64 = self.parents.iter().map(|(_, cost)| fitness(*cost)).sum();
        let mut left = dice.random::<f64>() * sum;
        for (candidate, cost) in &self.parents {
            left -= fitness(*cost);
            if left <= 0.0 {
                return candidate;
            }
        }
        &self.parents[0].0
    }

    fn child(&self, space: &Space, dice: &mut ChaCha8Rng) -> Candidate {
        let parents: [&Candidate; PARENTS] = std::array::from_fn(|_| self.parent(dice));
        let crosses = dice.random_bool(CROSSOVER);
        space.normal(bred(parents, crosses, MUTATION, space, dice))
    }
}

/// Each gene of some parent, or all of the first one; then each drawn anew by a chance.
fn bred(
    parents: [&Candidate; PARENTS],
    crosses: bool,
    mutation: f64,
    space: &Space,
    dice: &mut ChaCha8Rng,
) -> Candidate {
    let genes = (0..space.genes.len()).map(|at| {
        let from = if crosses {
            dice.random_range(0..PARENTS)
        } else {
            0
        };
        // A parent from before a value was admitted has the same genes.
        let inherited = parents[from].0[at];
        if dice.random_bool(mutation) {
            dice.random_range(0..space.genes[at].values.len())
        } else {
            inherited
        }
    });
    Candidate(genes.collect())
}

impl Search for Genetic {
    fn ask(&mut self, space: &Space, dice: &mut ChaCha8Rng) -> Candidate {
        if self.asked + ELITES.min(self.parents.len()) >= POPULATION {
            self.turn();
        }
        self.asked += 1;
        if self.parents.len() < PARENTS {
            return space.random(dice);
        }
        for _ in 0..ATTEMPTS {
            let child = self.child(space, dice);
            if space.excluded(&child).is_none() {
                return child;
            }
        }
        space.random(dice)
    }

    fn tell(&mut self, _: &Space, candidate: &Candidate, cost: Option<f64>) {
        self.costs.insert(candidate.clone(), cost);
        if !self.generation.contains(candidate) {
            self.generation.push(candidate.clone());
        }
    }
}

#[cfg(test)]
mod tests {
    use super::super::tests::space;
    use super::*;
    use crate::machine::Machine;
    use rand::SeedableRng;

    /// Claims G14, G15: what takes a third of the time becomes a parent three times as often, and
    /// a child has three of them. What failed is none.
    #[test]
    fn parents_are_chosen_by_their_speed() {
        let space = space(Machine::Cpu);
        let mut dice = ChaCha8Rng::seed_from_u64(11);
        let mut search = Genetic::default();
        let costs = [1.0, 3.0, 6.0].map(Some).into_iter().chain([None]);
        for (number, cost) in costs.enumerate() {
            let mut candidate = space.defaults();
            candidate.0[0] = number;
            search.tell(&space, &candidate, cost);
        }
        search.turn();
        let mut chosen = [0; 4];
        for _ in 0..9000 {
            chosen[search.parent(&mut dice).0[0]] += 1;
        }
        let due = [6000, 2000, 1000, 0];
        for (found, due) in chosen.iter().zip(due) {
            assert!(i32::abs(found - due) <= 150, "{chosen:?}");
        }
        assert_eq!(PARENTS, 3);
    }

    /// Claims G16, G17: without mutations each gene is one of a parent, of each equally often;
    /// where all are drawn anew each value is equally likely.
    #[test]
    fn genes_are_those_of_parents_or_drawn_anew() {
        let space = space(Machine::Gpu);
        let mut dice = ChaCha8Rng::seed_from_u64(11);
        let of = |value: usize| Candidate(vec![value; space.genes.len()]);
        let parents = [of(0), of(1), of(2)];
        let parents = parents.each_ref();
        let unroll = space.genes.iter().position(|one| one.name == "unroll");
        let unroll = unroll.unwrap();
        let mut draw = |crosses, mutation| {
            let mut found = vec![0; space.genes[unroll].values.len()];
            for _ in 0..2600 {
                found[bred(parents, crosses, mutation, &space, &mut dice).0[unroll]] += 1;
            }
            found
        };
        let crossed = draw(true, 0.0);
        assert!(
            crossed[..3].iter().all(|one| (800..940).contains(one)),
            "{crossed:?}"
        );
        assert_eq!(crossed[..3].iter().sum::<i32>(), 2600);
        assert_eq!(draw(false, 0.0)[0], 2600, "a copy of the first parent");
        let anew = draw(true, 1.0);
        assert_eq!(anew.len(), 13);
        assert!(anew.iter().all(|one| (150..250).contains(one)), "{anew:?}");
    }
}
