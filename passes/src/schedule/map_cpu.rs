//! `schedule-map-cpu`: the outermost parallel loops run on the threads of a CPU, the innermost ones
//! as vector loops.
//!
//! ```text
//! band "tile" permutable                            band "tile" permutable
//!   | coincident S[i, j] -> 32*floor(i/32)            | parallel coincident S[i, j] -> 32*floor(i/32)
//!   | coincident S[i, j] -> 32*floor(j/32)     ==>    | coincident S[i, j] -> 32*floor(j/32)
//! band "point" permutable                           band "point" permutable
//!   | coincident S[i, j] -> i mod 32                  | coincident S[i, j] -> i mod 32
//!   | coincident S[i, j] -> j mod 32                  | vector coincident S[i, j] -> j mod 32
//! ```
//!
//! **Which loops.** On each path from the root down, the first coincident member becomes parallel:
//! one loop is enough work for a few threads, and further ones have a cost. On each path up from a
//! leaf, the last coincident member of the band directly above it becomes a vector loop, unless it
//! is the parallel one.
//!
//! **Legal** if the members are coincident; only such members are chosen. A branch without such a
//! member stays sequential, which is always legal. **Refused**: a tree that is mapped to a GPU.
//! **Cost**: none.
//!
//! **Flags** are not checked here: `permutable` and `coincident` are claims, which
//! [`super::verify`] proves of the resulting tree.

use crate::api::*;
use tc_dialects::schedule::tree::{Band, MemberKind, Path, Refusal, Tree};

use super::scop_pass::transform_tree;

/// Statistics of the mapping.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct MapCpuReport {
    /// Members that became parallel.
    pub parallel: usize,
    /// Members that became vector loops.
    pub vector: usize,
    /// What was decided, for each branch and each innermost band.
    pub decisions: Vec<Decision>,
}

/// Maps the loops of a tree to a CPU.
pub fn map_cpu(tree: Tree, options: &ScheduleMapCpu) -> Result<(Tree, MapCpuReport), Refusal> {
    let mut mapping = Mapping {
        options,
        report: MapCpuReport::default(),
    };
    let tree = mapping.node(tree, &Path::root(), options.parallel)?;
    Ok((tree, mapping.report))
}

struct Mapping<'options> {
    options: &'options ScheduleMapCpu,
    report: MapCpuReport,
}

impl Mapping<'_> {
    /// Maps a node and its subtree; `wanted` is true if no loop above is parallel yet.
    fn node(&mut self, node: Tree, path: &Path, wanted: bool) -> Result<Tree, Refusal> {
        let Tree::Band { mut band, child } = node else {
            return node.try_map_children(|position, child| {
                self.node(child, &path.child(position), wanted)
            });
        };
        check(&band, path)?;
        let chosen = band
            .members
            .iter()
            .position(|member| member.coincident)
            .filter(|_| wanted);
        if let Some(member) = chosen {
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
        if matches!(*child, Tree::Leaf) && self.options.vector {
            self.vector(&mut band);
        }
        let child = self.node(*child, &path.child(0), wanted && chosen.is_none())?;
        Ok(child.below_band(band))
    }

    fn vector(&mut self, band: &mut Band) {
        let last = band.members.iter().rposition(|member| member.coincident);
        let free = last.filter(|member| band.members[*member].kind == MemberKind::Sequential);
        let vectors_of = |member: usize| format!("vectors of {}", band.members[member].schedule);
        let decision = match (free, last) {
            (Some(member), _) => Decision::passed(vectors_of(member), "the loop becomes vectors")
                .because("it is the last one of an innermost band that carries no dependence"),
            (None, Some(member)) => Decision::missed(vectors_of(member), "the loop stays scalar")
                .because("it has another kind already"),
            (None, None) => Decision::missed(vectors_of(0), "no loop of the band becomes vectors")
                .because("each loop of the band carries a dependence"),
        };
        self.decide(decision);
        if let Some(member) = free {
            band.members[member].kind = MemberKind::Vector;
            self.report.vector += 1;
        }
    }

    fn decide(&mut self, decision: Decision) {
        let suggestion = "`parallel` and `vector` of schedule-map-cpu, or an order of loops with another one outermost or innermost";
        self.report.decisions.push(decision.unless(suggestion));
    }
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
    /// Runs the outermost coincident member of each branch on the threads of a CPU, and the last
    /// coincident member of each innermost band as a vector loop.
    pub struct ScheduleMapCpu {
        name: "schedule-map-cpu",
        anchor: "schedule.scop",
        summary: "the outermost parallel loops run on the threads of a CPU, the innermost ones as vectors",
        dialects: ["schedule"],
        options: {
            /// whether to run loops on threads
            parallel: bool = true,
            /// whether to run loops as vectors
            vector: bool = true,
        },
        statistics: {
            /// loops that run on threads
            parallel_loops,
            /// loops that run as vectors
            vector_loops,
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
        self.vector_loops.add(report.vector);
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
        assert_eq!((report.parallel, report.vector), (1, 0));
    }

    #[test]
    fn options_switch_both_off() {
        let options = ScheduleMapCpu {
            parallel: false,
            vector: false,
            ..Default::default()
        };
        let (tree, report) = map_cpu(fused_sgemm([70, 50, 40]), &options).unwrap();
        assert_eq!(kinds(&tree), ["sequential", "sequential", "sequential"]);
        assert_eq!(report, MapCpuReport::default());
    }
}
