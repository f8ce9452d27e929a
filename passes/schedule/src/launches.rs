//! `schedule-launches`: loops that carry dependences between blocks become loops of launches.
//!
//! ```text
//! band                                             band "launches"
//!   | S0[t, i] -> t; S1[t, i] -> t                   | launch S0[t, i] -> t; S1[t, i] -> t
//!   sequence                                         sequence
//!     filter S0[t, i]                       ==>        filter S0[t, i]       a kernel, launched in each iteration
//!       band | coincident S0[t, i] -> i                  band | coincident S0[t, i] -> i
//!     filter S1[t, i]                                  filter S1[t, i]       another one
//!       band | coincident S1[t, i] -> i                  band | coincident S1[t, i] -> i
//! ```
//!
//! Blocks of a kernel do not wait for each other, so a loop that carries dependences and stands
//! outside of the parallel ones is run by one block. The host can run it instead: what one launch
//! writes is visible to the next one. Each kernel below then has all blocks, and passes behind this
//! one treat it as they treat any kernel.
//!
//! **Which loops.** The outermost band of each kernel, if none of its members is coincident (blocks
//! may have the iterations of those, and then need no launches between them); then likewise the
//! outermost bands of the kernels below. With `when=auto` a loop is taken if a kernel below has
//! more parallel iterations than a warp has threads, and if one block takes longer for an iteration
//! than its launches do: one element of memory for each instance at what a multiprocessor gets of
//! the memory's bandwidth, against `launch_us` of the machine for each launch. With `when=always`
//! all loops around parallel ones are taken. A loop whose bounds are not known numbers is never
//! taken. Children of a sequence that are sequences themselves become kernels too.
//!
//! **Legal** whenever the tree is: the order of the instances stays the same, and launches order
//! all blocks. A local array of a block or a thread ends with its launch, which [`tc_scop::verify`]
//! refuses where its contents are used later; passes that make such arrays come behind this one.
//! **Cost**: a launch for each iteration and kernel.

use serde::{Deserialize, Serialize};
use tc_dialects::schedule::tree::{Band, Member, MemberKind, Prefix, Refusal, Tree};

use super::choose::cost::Machine;
use super::choose::machine;
use super::choose::nest::box_of;
use tc_pass_host::*;
use tc_scop::scop_pass::transform;
use tc_scop::values::bounds;

/// The tag of the bands whose loops are launches.
pub const LAUNCHES_TAG: &str = "launches";

/// Bytes that an instance moves at least, by the model.
pub(super) const ELEMENT: f64 = 4.0;

choices! {
    /// Which loops become loops of launches.
    #[derive(Serialize, Deserialize)]
    #[serde(rename_all = "lowercase")]
    pub enum Launches {
        /// Those whose iterations take one block longer than their launches do.
        Auto = "auto",
        /// All around parallel loops.
        Always = "always",
        /// None.
        Never = "never",
    }
}

/// What the pass did.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct LaunchesReport {
    /// Loops that became loops of launches.
    pub loops: usize,
    /// Loops that carry dependences and stay in a kernel.
    pub left: usize,
    /// Sequences in sequences, whose children became kernels.
    pub sequences: usize,
    /// Why, loop by loop.
    pub decisions: Vec<Decision>,
}

/// The loops of launches of a tree; those of a machine.
pub fn launches(
    tree: Tree,
    when: Launches,
    machine: &Machine,
) -> Result<(Tree, LaunchesReport), Refusal> {
    let mut search = Search {
        when,
        machine,
        number: 0,
        report: LaunchesReport::default(),
    };
    let above = Prefix::of_domain(&tree.domain()?.clone());
    let made = search.host(tree, &above)?;
    Ok((made.tree, search.report))
}

struct Search<'m> {
    when: Launches,
    machine: &'m Machine,
    /// The number of the next loop.
    number: usize,
    report: LaunchesReport,
}

/// A subtree that the host runs.
struct Hosted {
    tree: Tree,
    /// Launches of one execution.
    launches: i64,
    /// The parallel iterations of the kernel that has most of them; none where they are not known.
    width: Option<i64>,
}

impl Hosted {
    fn kernel(tree: Tree, width: Option<i64>) -> Hosted {
        Hosted {
            tree,
            launches: 1,
            width,
        }
    }

    fn map(self, change: impl FnOnce(Tree) -> Tree) -> Hosted {
        Hosted {
            tree: change(self.tree),
            ..self
        }
    }
}

impl Search<'_> {
    /// The kernels of a node that stands above all kernels.
    fn host(&mut self, node: Tree, prefix: &Prefix) -> Result<Hosted, Refusal> {
        match node {
            Tree::Domain { domain, child } => {
                let made = self.host(*child, prefix)?;
                Ok(made.map(|tree| tree.below_domain(domain)))
            }
            Tree::Context { context, child } => {
                let made = self.host(*child, prefix)?;
                Ok(made.map(|tree| tree.below_context(context)))
            }
            Tree::Mark { mark, child } => {
                let made = self.host(*child, prefix)?;
                Ok(made.map(|tree| tree.below_mark(mark)))
            }
            Tree::Sequence { children } => {
                let children = self.flat(children)?;
                let (children, launches, width) = self.branches(children, prefix)?;
                Ok(Hosted {
                    tree: Tree::Sequence { children },
                    launches,
                    width,
                })
            }
            Tree::Set { children } => {
                let (children, launches, width) = self.branches(children, prefix)?;
                Ok(Hosted {
                    tree: Tree::Set { children },
                    launches,
                    width,
                })
            }
            node => self.branch(node, prefix),
        }
    }

    /// The children of a sequence, with those of its sequences in their places.
    fn flat(&mut self, children: Vec<Tree>) -> Result<Vec<Tree>, Refusal> {
        let mut flat = Vec::new();
        for child in children {
            match child {
                Tree::Filter { filter, child } if matches!(*child, Tree::Sequence { .. }) => {
                    self.report.sequences += 1;
                    let Tree::Sequence { children } = *child else {
                        continue;
                    };
                    for inner in self.flat(children)? {
                        flat.push(match inner {
                            Tree::Filter {
                                filter: own,
                                child: below,
                            } if !own.is_subset(&filter)? => {
                                below.below_filter(own.intersect(&filter)?)
                            }
                            inner => inner,
                        });
                    }
                }
                child => flat.push(child),
            }
        }
        Ok(flat)
    }

    fn branches(
        &mut self,
        children: Vec<Tree>,
        prefix: &Prefix,
    ) -> Result<(Vec<Tree>, i64, Option<i64>), Refusal> {
        let (mut made, mut launches, mut width) = (Vec::new(), 0_i64, Some(0));
        for child in children {
            let child = self.branch(child, prefix)?;
            launches = launches.saturating_add(child.launches);
            width = width.zip(child.width).map(|(most, own)| most.max(own));
            made.push(child.tree);
        }
        Ok((made, launches, width))
    }

    /// The kernels of a branch: it is one, or begins with a loop of launches.
    fn branch(&mut self, node: Tree, prefix: &Prefix) -> Result<Hosted, Refusal> {
        let below = prefix.enter(&node)?;
        match node {
            Tree::Filter { filter, child } => {
                let made = self.branch(*child, &below)?;
                Ok(made.map(|tree| tree.below_filter(filter)))
            }
            Tree::Context { context, child } => {
                let made = self.branch(*child, &below)?;
                Ok(made.map(|tree| tree.below_context(context)))
            }
            Tree::Mark { mark, child } => {
                let made = self.branch(*child, &below)?;
                Ok(made.map(|tree| tree.below_mark(mark)))
            }
            Tree::Band { band, child } if band.is_launches() => {
                let made = self.host(*child, &below)?;
                Ok(made.map(|tree| tree.below_band(band)))
            }
            Tree::Band { band, child } => self.band(band, *child, prefix),
            node => Ok(Hosted::kernel(node, Some(1))),
        }
    }

    fn band(&mut self, band: Band, child: Tree, prefix: &Prefix) -> Result<Hosted, Refusal> {
        let parallel = parallel(&band);
        if !parallel.is_empty() {
            let width = width(&band, &parallel, prefix)?;
            return Ok(Hosted::kernel(child.below_band(band), width));
        }
        let mut members = band.members.iter();
        let free = |member: &Member| !member.coincident && member.kind.is_plain();
        let plain = band.tile_sizes.is_empty() && band.ast_options.is_none();
        if !plain || !members.all(free) {
            return Ok(Hosted::kernel(child.below_band(band), Some(1)));
        }
        let number = self.number;
        self.number += 1;
        let reported = self.report.clone();
        let below = prefix.enter(&Tree::Leaf.below_band(band.clone()))?;
        let made = self.host(child.clone(), &below)?;
        let verdict = self.judge(number, &band, prefix, &made)?;
        let Some(iterations) = verdict.iterations else {
            self.report = reported;
            self.report.left += band.members.len();
            self.report.decisions.push(verdict.decision);
            return Ok(Hosted::kernel(child.below_band(band), Some(1)));
        };
        self.report.loops += band.members.len();
        self.report.decisions.push(verdict.decision);
        let mut outer = band.with_tag(LAUNCHES_TAG);
        for member in &mut outer.members {
            member.kind = MemberKind::Launch;
        }
        Ok(Hosted {
            tree: made.tree.below_band(outer),
            launches: iterations.saturating_mul(made.launches),
            width: made.width,
        })
    }

    /// Whether loops become loops of launches, given what is below them.
    fn judge(
        &self,
        number: usize,
        outer: &Band,
        prefix: &Prefix,
        body: &Hosted,
    ) -> Result<Verdict, Refusal> {
        let left = |reason: String, change: &str| {
            let what = "it stays in its kernel, on one block";
            let decision = Decision::missed(subject(number), what).because(reason);
            Ok(Verdict {
                iterations: None,
                decision: decision.unless(change),
            })
        };
        let members: Vec<usize> = (0..outer.members.len()).collect();
        let Some(iterations) = width(outer, &members, prefix)? else {
            return left("its bounds are not known".to_owned(), GIVE_SIZES);
        };
        let least = match self.when {
            Launches::Auto => self.machine.warp,
            Launches::Always => 1,
            Launches::Never => return left("launches=never was given".to_owned(), ""),
        };
        if let Some(width) = body.width.filter(|width| *width <= least) {
            let reason = match width {
                0 | 1 => "no loop below it is parallel for all blocks".to_owned(),
                _ => format!(
                    "an iteration has no more than {width} parallel ones, which one warp can run"
                ),
            };
            return left(reason, "larger sizes, or other loops");
        }
        let launches = body.launches;
        let plural = if launches == 1 { "" } else { "es" };
        let what = format!("each of its {iterations} iterations makes {launches} launch{plural}");
        let chosen = Decision::passed(subject(number), what)
            .unless("the mapping option launches=never")
            .figure("Iterations", iterations)
            .figure("Launches", iterations.saturating_mul(launches));
        let reason = "it carries dependences between blocks";
        if self.when == Launches::Always {
            return Ok(Verdict {
                iterations: Some(iterations),
                decision: chosen.because(format!("{reason}, and launches=always was given")),
            });
        }
        let Some(instances) = instances(prefix)? else {
            return left("sizes are not known".to_owned(), GIVE_SIZES);
        };
        let instances = instances / iterations.max(1) as f64;
        let one_block = instances * ELEMENT / self.machine.memory_bytes;
        let hosted = launches as f64 * self.machine.launch;
        let model = format!(
            "one block takes about {one_block:.0} clocks for the {instances:.0} instances of an iteration, {launches} launch{plural} {hosted:.0}"
        );
        if one_block <= hosted {
            return left(model, "larger sizes, or the mapping option launches=always");
        }
        Ok(Verdict {
            iterations: Some(iterations),
            decision: chosen.because(format!("{reason}, and {model}")),
        })
    }
}

const GIVE_SIZES: &str = "give sizes, by tc-specialize or --size";

/// What became of a loop.
struct Verdict {
    /// How many it has; none where it stays in its kernel.
    iterations: Option<i64>,
    decision: Decision,
}

fn subject(number: usize) -> String {
    format!("launches of loop {number}")
}

/// The members of a band that may go to blocks.
fn parallel(band: &Band) -> Vec<usize> {
    let coincident = |&member: &usize| band.members[member].coincident;
    let members = 0..band.members.len();
    if band.permutable {
        members.filter(coincident).collect()
    } else {
        members.take_while(coincident).collect()
    }
}

/// The iterations of these members of a band together, if they are known.
pub(super) fn width(
    band: &Band,
    members: &[usize],
    prefix: &Prefix,
) -> Result<Option<i64>, Refusal> {
    let mut width = 1_i64;
    for &member in members {
        let schedule = &band.members[member].schedule;
        match bounds(&schedule.intersect_domain(&prefix.active)?)? {
            Some((first, last)) => width = width.saturating_mul(last - first + 1),
            None => return Ok(None),
        }
    }
    Ok(Some(width))
}

/// How many instances reach a node, in the bounds of their indices, if these are known.
pub(super) fn instances(prefix: &Prefix) -> Result<Option<f64>, Refusal> {
    let mut all = 0.0;
    for set in prefix.active.sets()? {
        match box_of(&set.project_out_all_params()?)? {
            Some(count) => all += count as f64,
            None => return Ok(None),
        }
    }
    Ok(Some(all))
}

pass! {
    /// Makes loops of launches of the loops that carry dependences between blocks, so that each
    /// kernel below has all blocks. What a launch costs says the `tc.target` of the module; without
    /// one it is that of `sm_90a`.
    pub struct ScheduleLaunches {
        name: "schedule-launches",
        anchor: "schedule.scop",
        summary: "loops that carry dependences between blocks become loops of launches",
        options: {
            /// the loops: those that gain from it, all around parallel loops, or none
            when: Launches = Launches::Auto,
        },
        statistics: {
            /// loops that became loops of launches
            loops,
            /// loops that carry dependences and stay in a kernel
            left,
            /// sequences in sequences, whose children became kernels
            sequences,
        },
    }
}

impl Pass for ScheduleLaunches {
    fn run<'c>(
        &self,
        operation: OperationRef<'c, '_>,
        ctx: &PassContext<'c>,
    ) -> Result<(), Failure> {
        let target = ctx.target();
        let report = transform(operation, ctx, |mut scop| {
            let machine = machine(target.as_ref())?;
            let (tree, report) = launches(scop.tree, self.when, &machine)?;
            scop.tree = tree;
            Ok((scop, report))
        })?;
        self.loops.add(report.loops);
        self.left.add(report.left);
        self.sequences.add(report.sequences);
        for decision in report.decisions {
            ctx.decided(operation, decision);
        }
        Ok(())
    }
}
