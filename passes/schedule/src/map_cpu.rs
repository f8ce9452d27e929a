//! `schedule-map-cpu`: the outermost parallel loops run on the threads of a CPU.
//!
//! ```text
//! band "tile" permutable                            band "tile" permutable
//!   | coincident S[i, j] -> 32*floor(i/32)            | parallel coincident S[i, j] -> 32*floor(i/32)
//!   | coincident S[i, j] -> 32*floor(j/32)     ==>    | coincident S[i, j] -> 32*floor(j/32)
//! band "point" permutable                           band "point" permutable
//!   | coincident S[i, j] -> i mod 32                  | coincident S[i, j] -> i mod 32
//!   | coincident S[i, j] -> j mod 32                  | coincident S[i, j] -> j mod 32
//! ```
//!
//! **Which loops.** On each path from the root down, the first band with coincident members that
//! have more than one iteration: the first such member becomes parallel, and those behind it too
//! until there are `parts` iterations; they run as one loop. A band of tiles with fewer, such as
//! the two blocks of columns of a product with 256 columns, gets one more member in front, over
//! chunks of the longest loop inside:
//!
//! ```text
//! band "tile"                                           band "tile"
//!   | coincident S[i, j, k] -> floor(j/128)               | parallel coincident S[i, j, k] -> floor(i/60)
//!   | S[i, j, k] -> floor(k/512)                 ==>      | parallel coincident S[i, j, k] -> floor(j/128)
//! band "register"                                         | S[i, j, k] -> floor(k/512)
//!   | coincident S[i, j, k] -> floor(i/6)               band "register" ...
//! ```
//!
//! A tile that is copied below such a band is copied for each chunk, so a chunk has at least `rows`
//! rows that read it. Where there are fewer than `work` instances in each run of the loop, starting
//! threads takes longer than running them on one.
//!
//! **Legal** if the members are coincident; only such members are chosen. A chunk goes outside of
//! loops that carry dependences only where none is carried by it. A branch without such a member
//! stays sequential, which is always legal. **Refused**: a tree that is mapped to a GPU.
//! **Cost**: for chunks, the dependences of the scop.
//!
//! **Flags** are not checked here: `permutable` and `coincident` are claims, which
//! [`tc_scop::verify`] proves of the resulting tree.

use std::fmt;
use std::ops::Range;

use tc_dialects::schedule::tree::{Band, Member, MemberKind, Path, Refusal, Tree};
use tc_isl::{Dim, PwAff, UnionMap, UnionPwAff, UnionSet};
use tc_pass_host::*;
use tc_scop::values::bounds;

use super::tile::floor_and_mod;
use super::unroll::values;
use tc_scop::legality::carries_none;
use tc_scop::scop_pass::transform_tree;

/// Statistics of the mapping.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct MapCpuReport {
    /// Members that became parallel.
    pub parallel: usize,
    /// What was decided, for each branch.
    pub decisions: Vec<Decision>,
}

/// Maps the loops of a tree to a CPU. `free` says whether a loop over the values of a function,
/// around the band at a path, carries no dependence.
pub fn map_cpu(
    tree: Tree,
    options: &ScheduleMapCpu,
    free: &dyn Fn(&Path, &UnionPwAff) -> bool,
) -> Result<(Tree, MapCpuReport), Refusal> {
    let mut mapping = Mapping {
        whole: tree.clone(),
        options,
        free,
        report: MapCpuReport::default(),
    };
    let tree = mapping.node(tree, &Path::root(), options.parallel)?;
    Ok((tree, mapping.report))
}

struct Mapping<'m> {
    /// The tree before.
    whole: Tree,
    options: &'m ScheduleMapCpu,
    free: &'m dyn Fn(&Path, &UnionPwAff) -> bool,
    report: MapCpuReport,
}

/// A loop inside a band, of which chunks run on threads.
struct Chunks {
    /// The number of the chunk.
    schedule: UnionPwAff,
    count: i64,
    size: i64,
}

impl Mapping<'_> {
    /// Maps a node and its subtree; `wanted` is true if no loop above is parallel yet.
    fn node(&mut self, node: Tree, path: &Path, wanted: bool) -> Result<Tree, Refusal> {
        let Tree::Band { band, child } = node else {
            return node.try_map_children(|position, child| {
                self.node(child, &path.child(position), wanted)
            });
        };
        check(&band, path)?;
        if !wanted {
            let child = self.node(*child, &path.child(0), false)?;
            return Ok(child.below_band(band));
        }
        let run = self.run(&band, path)?;
        if run.members.is_empty() && !(is_of_tiles(&band) && has_coincident(&band)) {
            if matches!(*child, Tree::Leaf) {
                let why = "each of its loops carries a dependence";
                self.missed(&band, 0, "the branch runs on one", why.to_owned());
            }
            let child = self.node(*child, &path.child(0), true)?;
            return Ok(child.below_band(band));
        }
        let first = run.members.start;
        let work = Work::at(&self.whole, path)?;
        if work.each() < self.options.work {
            let why = format!("{work} are too few to start others for");
            self.missed(&band, first, "the loop runs on one", why);
            let child = self.node(*child, &path.child(0), false)?;
            return Ok(child.below_band(band));
        }
        let tree = self.parallel(band, *child, path, &run)?;
        let Tree::Band { band, child } = tree else {
            return Ok(tree);
        };
        let child = self.node(*child, &path.child(0), false)?;
        Ok(child.below_band(band))
    }

    /// The members of a band that run as one parallel loop.
    fn run(&self, band: &Band, path: &Path) -> Result<Run, Refusal> {
        let extents = self.extents(band, path)?;
        let free = |at: &usize| is_free(&band.members[*at]);
        let mut candidates = 0..band.members.len();
        let Some(first) = candidates.find(|at| free(at) && extents[*at] > 1) else {
            return Ok(Run {
                members: 0..0,
                iterations: 1,
            });
        };
        let (mut end, mut iterations) = (first + 1, extents[first]);
        while end < band.members.len() && free(&end) && iterations < self.options.parts() {
            iterations = iterations.saturating_mul(extents[end]);
            end += 1;
        }
        Ok(Run {
            members: first..end,
            iterations,
        })
    }

    /// Makes members of a band parallel, and chunks of a loop inside where they are few.
    fn parallel(
        &mut self,
        mut band: Band,
        mut child: Tree,
        path: &Path,
        run: &Run,
    ) -> Result<Tree, Refusal> {
        let parts = self.options.parts();
        let chunks = if run.iterations < parts && is_of_tiles(&band) {
            self.chunks(&band, &child, path, run.iterations)?
        } else {
            None
        };
        let first = run.members.start;
        if run.members.is_empty() && chunks.is_none() {
            let why = "they have one iteration, and chunks of the loops inside would be too small, or carry dependences";
            self.missed(&band, first, "the loops run on one", why.to_owned());
            return Ok(child.below_band(band));
        }
        let what = match (&chunks, run.members.len()) {
            (Some(chunks), _) => format!(
                "{} chunks of {} of a loop inside run on them, by the {} iterations of the loop",
                chunks.count, chunks.size, run.iterations
            ),
            (None, 0 | 1) => "the loop runs on them".to_owned(),
            (None, several) => format!("{several} loops run on them as one"),
        };
        let why = if chunks.is_some() || run.members.len() > 1 {
            format!("one loop has fewer than {parts} iterations")
        } else {
            "it is the outermost loop of its branch that carries no dependence".to_owned()
        };
        let decision = Decision::passed(threads_of(&band, first), what);
        self.decide(decision.because(why));
        // Only what is in front runs as one loop with the chunks.
        if chunks.is_none() || first == 0 {
            for member in &mut band.members[run.members.clone()] {
                member.kind = MemberKind::Parallel;
            }
        }
        self.report.parallel += 1;
        if let Some(chunks) = chunks {
            let depth = self.whole.prefix(path)?.depth();
            with_coordinate(&mut band, depth, 0)?;
            below(&mut child, depth + band.members.len(), depth)?;
            band.members.insert(
                0,
                Member {
                    schedule: chunks.schedule,
                    coincident: true,
                    kind: MemberKind::Parallel,
                },
            );
        }
        Ok(child.below_band(band))
    }

    /// Chunks of the longest coincident loop below a band of tiles, that are enough for threads
    /// together with the `iterations` of the band.
    fn chunks(
        &self,
        band: &Band,
        child: &Tree,
        path: &Path,
        iterations: i64,
    ) -> Result<Option<Chunks>, Refusal> {
        let (mut below, mut node) = (path.child(0), child);
        let mut best: Option<(i64, UnionPwAff, bool)> = None;
        let mut rows: i64 = 1;
        let mut all_free = band.members.iter().all(|member| member.coincident);
        while let Tree::Band { band, child } = node {
            let extents = self.extents(band, &below)?;
            all_free &= band.members.iter().all(|member| member.coincident);
            for (member, extent) in band.members.iter().zip(extents) {
                let is_row = is_free(member) || member.kind.is_unrolled();
                if member.coincident && is_row {
                    rows = rows.saturating_mul(extent);
                }
                // How long a chunk is must be known.
                let is_known = extent < i64::MAX;
                if is_free(member)
                    && is_known
                    && best.as_ref().is_none_or(|(most, ..)| extent > *most)
                {
                    best = Some((extent, member.schedule.clone(), all_free));
                }
            }
            (below, node) = (below.child(0), child);
        }
        let Some((extent, schedule, all_free)) = best else {
            return Ok(None);
        };
        let wanted = (self.options.parts() + iterations - 1) / iterations;
        let most = wanted.min(rows / self.options.rows()).min(extent);
        if most < 2 {
            return Ok(None);
        }
        let size = (extent + most - 1) / most;
        let (schedule, _) = floor_and_mod(&schedule, size)?;
        let legal = all_free || (self.free)(path, &schedule);
        let count = (extent + size - 1) / size;
        Ok(legal.then_some(Chunks {
            schedule,
            count,
            size,
        }))
    }

    /// The iterations of each member at most.
    fn extents(&self, band: &Band, path: &Path) -> Result<Vec<i64>, Refusal> {
        let prefix = self.whole.prefix(path)?;
        let all = band.members.iter();
        let extent = |member| Ok(values(member, &prefix)?.map_or(i64::MAX, |(_, count)| count));
        all.map(extent).collect()
    }

    fn missed(&mut self, band: &Band, member: usize, what: &str, why: String) {
        let decision = Decision::missed(threads_of(band, member), what.to_owned());
        self.decide(decision.because(why));
    }

    fn decide(&mut self, decision: Decision) {
        let suggestion = "`parallel`, `parts`, `rows` and `work` of schedule-map-cpu, or an order of loops with another one outermost";
        self.report.decisions.push(decision.unless(suggestion));
    }
}

/// The instances below a loop, and how often it starts.
struct Work {
    instances: u64,
    starts: u64,
}

impl Work {
    fn at(tree: &Tree, path: &Path) -> Result<Work, Refusal> {
        let prefix = tree.prefix(path)?;
        Ok(Work {
            instances: instances(&prefix.active)?,
            starts: instances(&prefix.coordinates()?)?.max(1),
        })
    }

    /// The instances of each start; unknown ones are many.
    fn each(&self) -> u64 {
        match self.instances {
            u64::MAX => u64::MAX,
            known => known / self.starts,
        }
    }
}

impl fmt::Display for Work {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} instances", self.each())?;
        match self.starts {
            1 => Ok(()),
            starts => write!(f, " in each of {starts} runs of the loop"),
        }
    }
}

/// Adjacent members of a band that run as one parallel loop.
struct Run {
    members: Range<usize>,
    /// How many iterations they have together.
    iterations: i64,
}

fn is_free(member: &Member) -> bool {
    member.coincident && member.kind.is_plain()
}

fn has_coincident(band: &Band) -> bool {
    band.members.iter().any(is_free)
}

/// Whether tiles may be copied below the band. Its tiles are not a person's own.
fn is_of_tiles(band: &Band) -> bool {
    band.tag.as_deref() == Some("tile") && band.tile_sizes.is_empty()
}

/// Gives the options of all bands of a tree, which is at a depth, one more coordinate above.
fn below(tree: &mut Tree, depth: usize, position: usize) -> Result<(), Refusal> {
    let mut own = 0;
    if let Tree::Band { band, .. } = tree {
        with_coordinate(band, depth, position)?;
        own = band.members.len();
    }
    for child in tree.children_mut() {
        below(child, depth + own, position)?;
    }
    Ok(())
}

/// Inserts a coordinate above a band at a depth into what the band says of full tiles.
fn with_coordinate(band: &mut Band, depth: usize, position: usize) -> Result<(), Refusal> {
    let Some(options) = &band.ast_options else {
        return Ok(());
    };
    let name = |at: usize| format!("c{at}");
    let above: Vec<String> = (0..depth).map(name).collect();
    let own: Vec<String> = (depth..depth + band.members.len()).map(name).collect();
    let mut more = above.clone();
    more.insert(position, "new".to_owned());
    let (above, more, own) = (above.join(", "), more.join(", "), own.join(", "));
    let text = format!("{{ isolate[[{above}] -> [{own}]] -> isolate[[{more}] -> [{own}]] }}");
    let shift = UnionMap::parse(options.context(), &text)?;
    let isolated = options.apply(&shift)?;
    let others = options.subtract(&shift.domain()?)?;
    band.ast_options = Some(isolated.union(&others)?);
    Ok(())
}

/// The number of instances, at most: the bounding boxes of the domains.
pub(super) fn instances(active: &UnionSet) -> Result<u64, Refusal> {
    let mut all: u64 = 0;
    for set in active.sets()? {
        let mut count: u64 = 1;
        for dimension in 0..set.dim(Dim::SET)? {
            let index = PwAff::var_on_domain(&set.space()?, Dim::SET, dimension)?;
            let index = UnionPwAff::from_pw_aff(&index)?.intersect_domain(active)?;
            let extent =
                bounds(&index)?.and_then(|(first, last)| last.checked_sub(first)?.checked_add(1));
            count = count.saturating_mul(
                extent
                    .and_then(|extent| extent.try_into().ok())
                    .unwrap_or(u64::MAX),
            );
        }
        all = all.saturating_add(count);
    }
    Ok(all)
}

fn threads_of(band: &Band, member: usize) -> String {
    format!("threads of {}", band.members[member].schedule)
}

fn check(band: &Band, path: &Path) -> Result<(), Refusal> {
    match band
        .members
        .iter()
        .position(|member| member.kind.is_mapped())
    {
        None => Ok(()),
        Some(member) => {
            let kind = band.members[member].kind;
            Err(
                Refusal::new(format!("band member {member} is already mapped to {kind}"))
                    .at(path)
                    .note("a tree is mapped either to a CPU or to a GPU"),
            )
        }
    }
}

pass! {
    /// Runs the outermost coincident member of each branch on the threads of a CPU.
    pub struct ScheduleMapCpu {
        name: "schedule-map-cpu",
        anchor: "schedule.scop",
        summary: "the outermost parallel loops run on the threads of a CPU",
        dialects: ["schedule"],
        options: {
            /// whether to run loops on threads
            parallel: bool = true,
            /// instances of statements in one run of a loop below which it stays on one thread
            work: u64 = 1 << 15,
            /// iterations that are enough for threads to share evenly
            parts: u64 = 8,
            /// rows of a chunk that read a tile at least
            rows: u64 = 128,
        },
        statistics: {
            /// loops that run on threads, several that run as one counted once
            parallel_loops,
        },
    }
}

impl Pass for ScheduleMapCpu {
    fn run<'c>(
        &self,
        operation: OperationRef<'c, '_>,
        ctx: &PassContext<'c>,
    ) -> Result<(), Failure> {
        let free = |path: &Path, value: &UnionPwAff| carries_none(operation, path, value);
        let report = transform_tree(operation, ctx, |tree| map_cpu(tree, self, &free))?;
        self.parallel_loops.add(report.parallel);
        for decision in report.decisions {
            ctx.decided(operation, decision);
        }
        Ok(())
    }
}

impl ScheduleMapCpu {
    fn parts(&self) -> i64 {
        i64::try_from(self.parts).unwrap_or(i64::MAX)
    }

    fn rows(&self) -> i64 {
        i64::try_from(self.rows).unwrap_or(i64::MAX).max(1)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use tc_testing::trees::fused_sgemm;

    fn kinds(tree: &Tree) -> Vec<String> {
        let bands = tree
            .walk()
            .into_iter()
            .filter_map(|(_, node)| node.as_band().cloned());
        bands
            .flat_map(|band| {
                band.members
                    .into_iter()
                    .map(|member| member.kind.to_string())
            })
            .collect()
    }

    #[test]
    fn the_outermost_coincident_member_is_parallel_and_a_reduction_stays() {
        let (tree, report) = map_cpu(
            fused_sgemm([70, 50, 40]),
            &ScheduleMapCpu::default(),
            &|_, _| false,
        )
        .unwrap();
        assert_eq!(kinds(&tree), ["parallel", "sequential", "sequential"]);
        assert_eq!(report.parallel, 1);
    }

    #[test]
    fn an_option_switches_it_off() {
        let options = ScheduleMapCpu {
            parallel: false,
            ..Default::default()
        };
        let (tree, report) = map_cpu(fused_sgemm([70, 50, 40]), &options, &|_, _| false).unwrap();
        assert_eq!(kinds(&tree), ["sequential", "sequential", "sequential"]);
        assert_eq!(report, MapCpuReport::default());
    }
}
