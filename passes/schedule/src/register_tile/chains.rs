//! Statements that pass values on share blocks of their outer loops.
//!
//! ```text
//! sequence                                      band
//!   filter { S[r, a, i] }                         | S[r, a, i] -> floor(r/600); T[r, b, a] -> floor(r/600)
//!     band r, a, i                                sequence
//!   filter { T[r, b, a] }               ==>         filter { S[r, a, i] }
//!     band r, b, a                                    band r, a, i
//!                                                   filter { T[r, b, a] }
//!                                                     band r, b, a
//! ```
//!
//! Each statement keeps its own loops, and with them its tile of sums in registers. What one
//! statement writes is still in the cache when the next one reads it, where all of it would not
//! fit.
//!
//! **Which loops.** The first ones of neighbours in the outermost sequence, as long as each element
//! that one of them writes is touched in one iteration only. Loops of a batch, along which all
//! operands of a product move, are shared as they are. The one behind them is cut into blocks, if
//! the arrays that do not move along it, which each block reads again, are small.
//!
//! **Legal** for the same reason: a dependence between two statements stays within one iteration of
//! the shared loops. **Cost**: a query for each array and pair of neighbours.

use tc_dialects::schedule::tree::{Band, Path, Refusal, Tree};
use tc_isl::{UnionMap, UnionSet};

use super::super::tile::floor_and_mod;
use tc_dialects::target::Cpu;
use tc_pass_host::Decision;
use tc_scop::accesses::{Access, AccessKind, Extent, ScopAccesses};
use tc_scop::values::bounds;

/// The fewest iterations of a block: each packs its operands again.
const LEAST: i64 = 192;
/// A multiple of most heights of tiles in registers.
const UNIT: i64 = 12;
/// Bytes of an element.
const ELEMENT: i64 = 4;

/// Gives neighbours of the outermost sequence common blocks, where they pass on more than the cache
/// holds; what was decided.
pub fn share_blocks(
    tree: &mut Tree,
    accesses: &ScopAccesses,
    cpu: &Cpu,
) -> Result<Vec<Decision>, Refusal> {
    let Some(path) = outermost_sequence(tree) else {
        return Ok(Vec::new());
    };
    let active = tree.prefix(&path)?.active;
    let mut decisions = Vec::new();
    let mut children = Vec::new();
    for chain in chains(tree.at(&path), &active, accesses)? {
        let shared = match chain.parts.len() {
            0 | 1 => None,
            _ => chain.shared(cpu)?,
        };
        match shared {
            None => children.extend(chain.parts.into_iter().map(Part::tree)),
            Some(shared) => {
                decisions.push(chain.decision(&shared)?);
                children.push(chain.below(&shared)?);
            }
        }
    }
    if decisions.is_empty() {
        return Ok(decisions);
    }
    tree.try_replace_at(&path, |_| {
        Ok::<Tree, Refusal>(match (children.len(), children.pop()) {
            (1, Some(Tree::Filter { child, .. })) => *child,
            (_, last) => {
                children.extend(last);
                Tree::Sequence { children }
            }
        })
    })?;
    Ok(decisions)
}

/// The first sequence below no loop.
fn outermost_sequence(tree: &Tree) -> Option<Path> {
    let mut path = Path::root();
    loop {
        match tree.at(&path)? {
            Tree::Sequence { .. } => return Some(path),
            Tree::Domain { .. } | Tree::Context { .. } => path = path.child(0),
            _ => return None,
        }
    }
}

/// The children of a sequence, in runs of those that have loops in common.
fn chains<'a>(
    sequence: Option<&Tree>,
    active: &UnionSet,
    accesses: &'a ScopAccesses,
) -> Result<Vec<Chain<'a>>, Refusal> {
    let mut chains: Vec<Chain> = Vec::new();
    for child in sequence.map_or(&[][..], Tree::children) {
        let part = Part::of(child, active)?;
        if let Some(last) = chains.last_mut() {
            last.parts.push(part.clone());
            if last.common()? > 0 {
                continue;
            }
            last.parts.pop();
        }
        chains.push(Chain {
            parts: vec![part],
            accesses,
        });
    }
    Ok(chains)
}

/// A child of the sequence.
#[derive(Clone)]
struct Part {
    filter: UnionSet,
    instances: UnionSet,
    /// Its outermost loops; none if it begins with another node.
    band: Band,
    child: Tree,
    /// The first and the last value of each of the leading coincident loops.
    ends: Vec<Option<(i64, i64)>>,
}

impl Part {
    fn of(tree: &Tree, active: &UnionSet) -> Result<Part, Refusal> {
        let Tree::Filter { filter, child } = tree else {
            return Err(Refusal::new("expected filters below a sequence"));
        };
        let instances = filter.intersect(active)?;
        let (band, child) = match &**child {
            Tree::Band { band, child } if band.permutable || band.members.len() == 1 => {
                (band.clone(), (**child).clone())
            }
            other => (Band::new(Vec::new(), true), other.clone()),
        };
        let mut ends = Vec::new();
        for member in band.members.iter().take_while(|member| member.coincident) {
            ends.push(bounds(&member.schedule.intersect_domain(&instances)?)?);
        }
        Ok(Part {
            filter: filter.clone(),
            instances,
            band,
            child,
            ends,
        })
    }

    fn tree(self) -> Tree {
        self.child.below_band(self.band).below_filter(self.filter)
    }

    /// Whether one of its outermost loops is that of a sum.
    fn is_product(&self) -> bool {
        self.ends.len() < self.band.members.len()
    }
}

/// Neighbours in the sequence, the first loops of which no value crosses.
struct Chain<'a> {
    parts: Vec<Part>,
    accesses: &'a ScopAccesses,
}

/// The loops that a chain shares.
struct Shared {
    /// So many as they are.
    whole: usize,
    /// So many iterations of the next one; 0 for none.
    block: i64,
}

impl Chain<'_> {
    /// The accesses of a part to an array.
    fn of_array<'s>(&'s self, part: &'s Part, array: &'s str) -> impl Iterator<Item = &'s Access> {
        let names = part.instances.sets().unwrap_or_default();
        let names: Vec<String> = names.iter().filter_map(|set| set.name()).collect();
        let statements = self.accesses.statements.iter();
        let own = statements.filter(move |statement| names.contains(&statement.name));
        own.flat_map(|statement| &statement.accesses)
            .filter(move |access| access.array == array)
    }

    /// From the elements of an array to the iterations of a loop of these parts that touch them.
    fn iterations(
        &self,
        parts: &[Part],
        array: &str,
        member: usize,
    ) -> Result<Option<UnionMap>, Refusal> {
        let mut all: Option<UnionMap> = None;
        for part in parts {
            let schedule = &part.band.members[member].schedule;
            let values = UnionMap::from_union_pw_aff(schedule)?;
            for access in self.of_array(part, array) {
                let relation = access.relation.intersect_domain(&part.instances)?;
                let own = relation.reverse()?.apply_range(&values)?;
                all = Some(match all {
                    Some(others) => others.union(&own)?,
                    None => own,
                });
            }
        }
        Ok(all)
    }

    /// Whether each element of an array is touched in one iteration of a loop only.
    fn moves(&self, parts: &[Part], array: &str, member: usize) -> Result<bool, Refusal> {
        let all = self.iterations(parts, array, member)?;
        all.map_or(Ok(true), |all| Ok(all.is_single_valued()?))
    }

    fn is_written(&self, array: &str) -> bool {
        let mut parts = self.parts.iter();
        parts.any(|part| {
            let mut accesses = self.of_array(part, array);
            accesses.any(|access| access.kind == AccessKind::Write)
        })
    }

    /// How many of their first loops have the same values and are crossed by no value.
    fn common(&self) -> Result<usize, Refusal> {
        let Some((first, others)) = self.parts.split_first() else {
            return Ok(0);
        };
        let same = |at: usize| {
            first.ends[at].is_some()
                && others
                    .iter()
                    .all(|part| part.ends.get(at) == Some(&first.ends[at]))
        };
        let most = (0..first.ends.len()).take_while(|at| same(*at)).count();
        for member in 0..most {
            for array in &self.accesses.arrays {
                if self.is_written(&array.name) && !self.moves(&self.parts, &array.name, member)? {
                    return Ok(member);
                }
            }
        }
        Ok(most)
    }

    /// How many parts touch an array.
    fn users(&self, array: &str) -> usize {
        let parts = self.parts.iter();
        parts
            .filter(|part| self.of_array(part, array).next().is_some())
            .count()
    }

    /// What pays: nothing where all that is passed on fits the cache.
    fn shared(&self, cpu: &Cpu) -> Result<Option<Shared>, Refusal> {
        let half = i64::try_from(cpu.l2_bytes).unwrap_or(i64::MAX) / 2;
        let mut passed: i64 = 0;
        for array in &self.accesses.arrays {
            if self.is_written(&array.name) && self.users(&array.name) > 1 {
                passed = passed.saturating_add(bytes(&array.extents));
            }
        }
        if passed <= half || !self.parts.iter().any(Part::is_product) {
            return Ok(None);
        }
        let common = self.common()?;
        let mut whole = 0;
        while whole < common && self.is_batch(whole)? {
            whole += 1;
        }
        let block = if whole < common {
            self.block(whole, half)?
        } else {
            0
        };
        Ok((whole > 0 || block > 0).then_some(Shared { whole, block }))
    }

    /// Whether all operands of products move along a loop.
    fn is_batch(&self, member: usize) -> Result<bool, Refusal> {
        for part in self.parts.iter().filter(|part| part.is_product()) {
            for array in &self.accesses.arrays {
                if !self.moves(std::slice::from_ref(part), &array.name, member)? {
                    return Ok(false);
                }
            }
        }
        Ok(true)
    }

    /// The iterations of a loop, inside of those before it, that touch no more than so many bytes;
    /// 0 where these are all or too few.
    fn block(&self, member: usize, most: i64) -> Result<i64, Refusal> {
        let extent = |at: usize| self.parts[0].ends[at].map_or(1, |(first, last)| last - first + 1);
        let (mut fixed, mut moving) = (0_i64, 0_i64);
        for array in &self.accesses.arrays {
            if self.users(&array.name) == 0 {
                continue;
            }
            let mut own = bytes(&array.extents);
            for outer in 0..member {
                if self.moves(&self.parts, &array.name, outer)? {
                    own /= extent(outer).max(1);
                }
            }
            if self.moves(&self.parts, &array.name, member)? {
                moving = moving.saturating_add(own / extent(member).max(1))
            } else {
                fixed = fixed.saturating_add(own)
            }
        }
        if fixed > most / 2 {
            return Ok(0);
        }
        let rows = ((most - fixed) / moving.max(1)).max(LEAST) / UNIT * UNIT;
        let fits = rows.saturating_mul(moving) <= 2 * most;
        Ok(if fits && rows < extent(member) {
            rows
        } else {
            0
        })
    }

    fn names(&self) -> Result<String, Refusal> {
        let mut names = Vec::new();
        for statement in &self.accesses.statements {
            for part in &self.parts {
                let sets = part.instances.sets()?;
                let own = sets.iter().filter_map(|set| set.name());
                names.extend(own.filter(|name| *name == statement.name));
            }
        }
        Ok(names.join(", "))
    }

    fn decision(&self, shared: &Shared) -> Result<Decision, Refusal> {
        let whole = match shared.whole {
            0 => String::new(),
            1 => "the first loop".to_owned(),
            some => format!("the first {some} loops"),
        };
        let what = match (shared.whole, shared.block) {
            (0, block) => format!("they share blocks of {block} iterations of the first loop"),
            (_, 0) => format!("they share {whole}"),
            (_, block) => {
                format!("they share {whole}, and blocks of {block} iterations of the next one")
            }
        };
        Ok(
            Decision::passed(format!("blocks of {}", self.names()?), what)
                .because("what they pass on is larger than half of the second cache")
                .unless("chains=false, or l2_bytes of the target"),
        )
    }

    /// The shared loops above a sequence of the parts.
    fn below(&self, shared: &Shared) -> Result<Tree, Refusal> {
        let count = shared.whole + usize::from(shared.block > 0);
        let mut members = self.parts[0]
            .band
            .select(&(0..count).collect::<Vec<_>>())
            .members;
        let mut filter = self.parts[0].filter.clone();
        let mut children = Vec::new();
        for (at, part) in self.parts.iter().enumerate() {
            if at > 0 {
                filter = filter.union(&part.filter)?;
            }
            for (number, member) in members.iter_mut().enumerate() {
                let own = &part.band.members[number].schedule;
                let own = own.intersect_domain(&part.filter)?;
                let own = if number == shared.whole {
                    floor_and_mod(&own, shared.block)?.0
                } else {
                    own
                };
                let all = match at {
                    0 => own,
                    _ => member.schedule.union_add(&own)?,
                };
                *member = member.with_schedule(all);
            }
            let rest: Vec<usize> = (shared.whole..part.band.members.len()).collect();
            let child = part.child.clone().below_band(part.band.select(&rest));
            children.push(child.below_filter(part.filter.clone()));
        }
        let band = Band::new(members, true);
        Ok(Tree::Sequence { children }
            .below_band(band)
            .below_filter(filter.coalesce()?))
    }
}

/// The bytes of an array; as many as there can be where extents are not known.
fn bytes(extents: &[Option<Extent>]) -> i64 {
    let known = extents.iter().map(|extent| match extent {
        Some(Extent::Number(number)) => *number,
        _ => i64::MAX / 8,
    });
    known.fold(ELEMENT, i64::saturating_mul)
}
