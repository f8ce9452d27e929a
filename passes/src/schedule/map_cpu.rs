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
//! **Which loops.** On each path from the root down, the first coincident member becomes parallel:
//! one loop is enough work for a few threads, and further ones have a cost. Where there are fewer
//! than `work` instances, starting threads takes longer than running them on one.
//!
//! **Legal** if the members are coincident; only such members are chosen. A branch without such a
//! member stays sequential, which is always legal. **Refused**: a tree that is mapped to a GPU.
//! **Cost**: none.
//!
//! **Flags** are not checked here: `permutable` and `coincident` are claims, which
//! [`super::verify`] proves of the resulting tree.

use crate::analysis::values::bounds;
use crate::api::*;
use tc_dialects::schedule::tree::{Band, Member, MemberKind, Path, Refusal, Tree};
use tc_isl::{Dim, PwAff, UnionPwAff, UnionSet};

use super::scop_pass::transform_tree;

/// Statistics of the mapping.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct MapCpuReport {
    /// Members that became parallel.
    pub parallel: usize,
    /// What was decided, for each branch.
    pub decisions: Vec<Decision>,
}

/// Maps the loops of a tree to a CPU.
pub fn map_cpu(tree: Tree, options: &ScheduleMapCpu) -> Result<(Tree, MapCpuReport), Refusal> {
    let mut mapping = Mapping {
        whole: tree.clone(),
        least: options.work,
        report: MapCpuReport::default(),
    };
    let tree = mapping.node(tree, &Path::root(), options.parallel)?;
    Ok((tree, mapping.report))
}

struct Mapping {
    /// The tree before.
    whole: Tree,
    /// Instances for which threads are worth it.
    least: u64,
    report: MapCpuReport,
}

impl Mapping {
    /// Maps a node and its subtree; `wanted` is true if no loop above is parallel yet.
    fn node(&mut self, node: Tree, path: &Path, wanted: bool) -> Result<Tree, Refusal> {
        let Tree::Band { mut band, child } = node else {
            return node.try_map_children(|position, child| {
                self.node(child, &path.child(position), wanted)
            });
        };
        check(&band, path)?;
        let free = |member: &Member| member.coincident && member.kind == MemberKind::Sequential;
        let chosen = band.members.iter().position(free).filter(|_| wanted);
        let work = match chosen {
            Some(_) => instances(&self.whole.prefix(path)?.active)?,
            None => u64::MAX,
        };
        if let Some(member) = chosen.filter(|_| work < self.least) {
            self.decide(
                Decision::missed(threads_of(&band, member), "the loop runs on one")
                    .because(format!("{work} instances are too few to start others for")),
            );
        } else if let Some(member) = chosen {
            band.members[member].kind = MemberKind::Parallel;
            self.report.parallel += 1;
            self.decide(
                Decision::passed(threads_of(&band, member), "the loop runs on them")
                    .because("it is the outermost loop of its branch that carries no dependence"),
            );
        } else if wanted && matches!(*child, Tree::Leaf) {
            self.decide(
                Decision::missed(threads_of(&band, 0), "the branch runs on one")
                    .because("each of its loops carries a dependence"),
            );
        }
        let child = self.node(*child, &path.child(0), wanted && chosen.is_none())?;
        Ok(child.below_band(band))
    }

    fn decide(&mut self, decision: Decision) {
        let suggestion = "`parallel` and `work` of schedule-map-cpu, or an order of loops with another one outermost";
        self.report.decisions.push(decision.unless(suggestion));
    }
}

/// The number of instances, at most: the bounding boxes of the domains.
fn instances(active: &UnionSet) -> Result<u64, Refusal> {
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
            /// instances of statements below which a loop stays on one thread
            work: u64 = 1 << 15,
        },
        statistics: {
            /// loops that run on threads
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
        let report = transform_tree(operation, ctx, |tree| map_cpu(tree, self))?;
        self.parallel_loops.add(report.parallel);
        for decision in report.decisions {
            ctx.decided(operation, decision);
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::super::examples::fused_sgemm;
    use super::*;

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
        let (tree, report) =
            map_cpu(fused_sgemm([70, 50, 40]), &ScheduleMapCpu::default()).unwrap();
        assert_eq!(kinds(&tree), ["parallel", "sequential", "sequential"]);
        assert_eq!(report.parallel, 1);
    }

    #[test]
    fn an_option_switches_it_off() {
        let options = ScheduleMapCpu {
            parallel: false,
            ..Default::default()
        };
        let (tree, report) = map_cpu(fused_sgemm([70, 50, 40]), &options).unwrap();
        assert_eq!(kinds(&tree), ["sequential", "sequential", "sequential"]);
        assert_eq!(report, MapCpuReport::default());
    }
}
