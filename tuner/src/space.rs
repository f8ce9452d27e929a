//! The options that are tried for a program: the values that the table of mapping options has for
//! each, sizes that follow from the extents of the loops, and what is left out before anything is
//! compiled.
//!
//! ```text
//! loops n: 100, m: 24 parallel, k: 1000         tile.1   0 1 2 4 8 16 32 64 128 and 100 50 25 13 7
//!                                               tile.2   0 1 2 4 8 16 32 and 24 12 6 3
//!                                               ...
//! ```
//!
//! As in section 6 of the paper, sizes are the powers of two up to the first above the extent, and
//! the extent divided by them, rounded up: these leave no short tile at the end. A size of a tile
//! that is 0 leaves its loop alone.
//!
//! **Left out by proof**: sizes above the extent stand for the extent, and for each list that means
//! the same there is one candidate. On a GPU, a block with more threads than the machine allows or
//! fewer than a warp; one with more registers than a thread has, by the model of
//! `schedule-choose`; and a block without tiles, which belongs to them. Options that change nothing
//! about the program keep their defaults: the fusion of one statement, skewing where no loop has an
//! order, tiles in time where no loop is over time, the fusion inside of tiles where there are none
//! or it is that around them. What is illegal for the program the compiler refuses, which takes
//! milliseconds, and that is a row of the log.

use crate::{
    machine::Machine,
    options::{self, Options, sizes},
    problem::Description,
};
use rand::{Rng, RngExt};
use std::collections::BTreeSet;
use tc_dialects::target::Target;
use tc_pipelines::mapping::{OPTIONS, Values};
use tc_schedule::choose::cost::{self, Machine as Clocked};
use tc_schedule::choose::nest::Nest;

/// One option, or one size of a list, with its values; the first is the default.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Gene {
    /// The option; sizes of a list are `tile.1` and so on, outermost first.
    pub name: String,
    /// Its values.
    pub values: Vec<String>,
}

/// The position of the value of each gene.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Candidate(pub Vec<usize>);

/// All candidates of a program.
#[derive(Clone, Debug)]
pub struct Space {
    /// The genes, lists first.
    pub genes: Vec<Gene>,
    /// The positions of those that change something.
    effective: Vec<usize>,
    machine: Machine,
    nests: Vec<Nest>,
    target: Target,
}

/// The longest list of tile sizes.
const DEPTH: usize = 6;
/// Axes of a block.
const AXES: usize = 3;

impl Space {
    /// The space of a program.
    pub fn of(machine: Machine, description: &Description) -> Space {
        let nests = description.nests.clone();
        let mut genes = Vec::new();
        for option in OPTIONS {
            let values = match machine {
                Machine::Cpu => option.search.cpu,
                Machine::Gpu => option.search.gpu,
            };
            genes.extend(Gene::of(option.name, values, &nests));
        }
        let inert = |gene: &Gene| description.inert.contains(&&*gene.name);
        let effective = (0..genes.len()).filter(|at| !inert(&genes[*at]));
        Space {
            effective: effective.collect(),
            genes,
            machine,
            nests,
            target: description.target.clone(),
        }
    }

    /// The kind of machine.
    pub fn machine(&self) -> Machine {
        self.machine
    }

    /// The loops of the kernels.
    pub fn nests(&self) -> &[Nest] {
        &self.nests
    }

    /// The machine's limits and rates.
    pub fn target(&self) -> &Target {
        &self.target
    }

    /// The default options.
    pub fn defaults(&self) -> Candidate {
        Candidate(vec![0; self.genes.len()])
    }

    /// Any candidate, each value of each gene as likely as another.
    pub fn random(&self, dice: &mut impl Rng) -> Candidate {
        let mut drawn = self.defaults();
        for at in &self.effective {
            drawn.0[*at] = dice.random_range(0..self.genes[*at].values.len());
        }
        self.normal(drawn)
    }

    /// The candidate with a value of some genes drawn anew: of each by this chance, and of one at
    /// least.
    pub fn mutated(&self, candidate: &Candidate, rate: f64, dice: &mut impl Rng) -> Candidate {
        let mut genes = candidate.0.clone();
        let sure = self.effective[dice.random_range(0..self.effective.len())];
        for at in &self.effective {
            if *at == sure || dice.random_bool(rate) {
                genes[*at] = dice.random_range(0..self.genes[*at].values.len());
            }
        }
        self.normal(Candidate(genes))
    }

    /// The one candidate for all that mean the same: values that have no effect are the default.
    pub fn normal(&self, mut candidate: Candidate) -> Candidate {
        for name in ["tile", "block"] {
            let Some(at) = self.position(name) else {
                continue;
            };
            let given = self.listed(&candidate, name).map_or(0, |sizes| sizes.len());
            let sizes = self.genes[at + 1..].iter();
            let sizes = sizes.take_while(|gene| gene.name.starts_with(&format!("{name}.")));
            let count = sizes.count();
            candidate.0[at + 1 + given..at + 1 + count].fill(0);
        }
        for at in 0..self.genes.len() {
            if !self.effective.contains(&at) {
                candidate.0[at] = 0;
            }
        }
        let Ok(mapping) = options::mapping(self.machine, &self.options(&candidate)) else {
            return candidate;
        };
        let is_gpu = self.machine == Machine::Gpu;
        for option in OPTIONS.iter().filter(|one| (one.idle)(&mapping, is_gpu)) {
            let genes = candidate.0.iter_mut().zip(&self.genes);
            let own = genes.filter(|(_, gene)| gene.is_of(option.name));
            own.for_each(|(value, _)| *value = 0);
        }
        candidate
    }

    /// The options of a candidate that are not the defaults.
    pub fn options(&self, candidate: &Candidate) -> Options {
        let mut options = Options::new();
        for (gene, value) in self.genes.iter().zip(&candidate.0) {
            if *value == 0 || gene.name.contains('.') {
                continue;
            }
            let text = match self.listed(candidate, &gene.name) {
                Some(sizes) if !sizes.is_empty() => sizes.join(","),
                _ => gene.values[*value].clone(),
            };
            options.insert(gene.name.clone(), text);
        }
        options
    }

    /// The candidate with these options; values that it does not have yet become part of the
    /// space. None where there is no such option, or a list is too long.
    pub(crate) fn admit(&mut self, options: &Options) -> Option<Candidate> {
        let mut candidate = self.defaults();
        for (name, value) in options {
            let at = self.position(name)?;
            let list = sizes(value);
            let is_list = self
                .genes
                .get(at + 1)
                .is_some_and(|one| one.is_size_of(name));
            if !is_list || list.is_empty() {
                candidate.0[at] = self.genes[at].admit(value, is_list)?;
                continue;
            }
            candidate.0[at] = self.genes[at].admit(&list.len().to_string(), true)?;
            for (place, size) in list.iter().enumerate() {
                let gene = at + 1 + place;
                candidate.0[gene] = self.genes[gene].admit(&size.to_string(), false)?;
            }
        }
        Some(self.normal(candidate))
    }

    /// Why a candidate need not be compiled, if that is so.
    pub fn excluded(&self, candidate: &Candidate) -> Option<&'static str> {
        let tile = self.numbers(candidate, "tile").unwrap_or_default();
        let size = |at: usize| tile.get(at).copied().unwrap_or(0);
        let longer = |nest: &Nest| {
            let loops = nest.loops.iter().take(nest.members).enumerate();
            loops.filter(|(at, one)| size(*at) > one.extent).count() == nest.members.min(tile.len())
        };
        if !tile.is_empty() && !self.nests.is_empty() && self.nests.iter().all(longer) {
            return Some("every tile is larger than its loop");
        }
        let gpu = self.target.as_gpu()?;
        let block = self.numbers(candidate, "block").unwrap_or_default();
        if block.is_empty() {
            return None;
        }
        let threads: i64 = block.iter().product();
        // The last size is along x.
        let axes = block.iter().rev().zip(gpu.max_block);
        if threads > gpu.max_threads_per_block as i64
            || axes.into_iter().any(|(size, most)| *size > most as i64)
        {
            return Some("the block has more threads than the machine allows");
        }
        if threads < gpu.warp as i64 {
            return Some("the block has fewer threads than a warp");
        }
        let clocked = Clocked::from(gpu);
        let fits = |nest: &Nest| cost::clocks_of(nest, &clocked, &tile, &block).is_some();
        let tiled = self
            .nests
            .iter()
            .filter(|nest| nest.loops[..nest.members].iter().any(|one| one.parallel));
        let mut tiled = tiled.peekable();
        let none_fits = tiled.peek().is_some() && !tiled.any(fits);
        none_fits.then_some("a thread would need more registers than it has")
    }

    /// The sizes of a list of a candidate; none where it has a word.
    pub fn numbers(&self, candidate: &Candidate, name: &str) -> Option<Vec<i64>> {
        let sizes = self.listed(candidate, name)?;
        sizes.iter().map(|one| one.parse().ok()).collect()
    }

    fn listed(&self, candidate: &Candidate, name: &str) -> Option<Vec<&str>> {
        let at = self.position(name)?;
        if !self.genes.get(at + 1)?.is_size_of(name) {
            return None;
        }
        let count: usize = self.genes[at].values[candidate.0[at]].parse().ok()?;
        let sizes = (at + 1..at + 1 + count).map(|one| &*self.genes[one].values[candidate.0[one]]);
        Some(sizes.collect())
    }

    fn position(&self, name: &str) -> Option<usize> {
        self.genes.iter().position(|gene| gene.name == name)
    }
}

impl Gene {
    /// The genes of an option for loops: one, or that of the length of a list and those of its
    /// sizes.
    fn of(name: &str, values: Values, nests: &[Nest]) -> Vec<Gene> {
        let extents = |at: Option<usize>| -> BTreeSet<i64> {
            let loops = nests.iter().flat_map(|nest| nest.loops.iter().enumerate());
            let such = loops.filter(|(place, _)| at.is_none_or(|at| at == *place));
            such.map(|(_, one)| one.extent).collect()
        };
        let listed = |words, depth, size: &dyn Fn(usize) -> Gene| {
            let length = Gene::of_length(name, words, depth);
            [length].into_iter().chain((0..depth).map(size)).collect()
        };
        match values {
            Values::Default => Vec::new(),
            Values::Words(words) => vec![Gene::of_length(name, words, 0)],
            Values::Loops { words, largest } => {
                let loops = nests.iter().map(|nest| nest.members).max();
                let depth = loops.unwrap_or(AXES).clamp(1, DEPTH);
                listed(words, depth, &|at| {
                    Gene::of_size(name, at, &extents(Some(at)), largest, true)
                })
            }
            Values::Axes { words, largest } => listed(words, AXES, &|at| {
                Gene::of_size(name, at, &extents(None), largest, false)
            }),
        }
    }

    /// The length of a list, behind the words that it may be.
    fn of_length(name: &str, words: &[&str], most: usize) -> Gene {
        let words = words.iter().map(|one| (*one).to_owned());
        Gene {
            name: name.to_owned(),
            values: words.chain((1..=most).map(|one| one.to_string())).collect(),
        }
    }

    /// A size of a list for loops with these extents.
    fn of_size(name: &str, at: usize, extents: &BTreeSet<i64>, most: i64, zero: bool) -> Gene {
        let mut values = BTreeSet::new();
        for extent in extents.iter().copied().filter(|extent| *extent > 0) {
            let powers = (0..63).map(|shift| 1_i64 << shift);
            for power in powers.take_while(|power| power / 2 < extent) {
                values.insert(power.min(most));
                let part = (extent + power - 1) / power;
                values.insert(part.min(most));
            }
        }
        if values.is_empty() {
            values.extend([1, 2, 4, 8, 16, 32, 64]);
        }
        if zero {
            values.insert(0);
        }
        Gene {
            name: format!("{name}.{}", at + 1),
            values: values.iter().map(ToString::to_string).collect(),
        }
    }

    /// Whether it belongs to an option.
    fn is_of(&self, name: &str) -> bool {
        self.name == name || self.is_size_of(name)
    }

    fn is_size_of(&self, name: &str) -> bool {
        self.name
            .strip_prefix(name)
            .is_some_and(|rest| rest.starts_with('.'))
    }

    /// The position of a value, which is added unless the values are `closed`.
    fn admit(&mut self, value: &str, closed: bool) -> Option<usize> {
        let known = self.values.iter().position(|one| one == value);
        if known.is_none() && !closed {
            self.values.push(value.to_owned());
            return Some(self.values.len() - 1);
        }
        known
    }
}
