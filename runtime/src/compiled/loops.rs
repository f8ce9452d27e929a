//! The loops of a program before they are tiled, for a search of mapping options.

use super::report::scops;
use crate::{bound::Bound, errors::Errors, outcome::Failure, platform::Platform, way};
use melior::{Context, ir::Module};
use tc_dialects::schedule::tree::Scop;
use tc_isl::thread_context;
use tc_pipelines::{Bindings, Level, Stage, Step};
use tc_schedule::{
    choose::{self, nest::Nest},
    isl::ScheduleIsl,
    launches::ScheduleLaunches,
    time_tile::has_loop_over_time,
};

/// What is known of the loops of a program before they are tiled.
#[derive(Clone, Debug, Default)]
pub struct Loops {
    /// Those of each kernel.
    pub nests: Vec<Nest>,
    /// Mapping options that change nothing about them.
    pub inert: Vec<&'static str>,
}

impl Bound<'_> {
    /// The loops of each kernel before they are tiled: extents, which of them are parallel, what
    /// they touch. Kernels whose sizes are not known have none. And the mapping options that change
    /// nothing about them.
    ///
    /// # Errors
    /// What a pass refuses.
    pub fn loops(&self, platform: &Platform) -> Result<Loops, Failure> {
        let loops = loops(self.way.context, &self.way.module, &self.bindings, platform);
        loops.map_err(|errors| self.way.log.fail(errors))
    }
}

/// The loops of a module at the `tc` level, scheduled and not tiled.
fn loops<'c>(
    context: &'c Context,
    module: &Module<'c>,
    bindings: &Bindings,
    platform: &Platform,
) -> Result<Loops, Errors> {
    let mut copy = way::copy(module)?;
    let mut steps = tc_pipelines::to_schedule(bindings);
    let mut schedule = vec![Step::default_of::<ScheduleIsl>()];
    if platform.target.kind().has_kernels() {
        schedule.push(Step::default_of::<ScheduleLaunches>());
    }
    steps.push(Step::nested("schedule.scop", schedule));
    let mut stages = [Stage::new(Level::Schedule, steps)];
    let mapping = &platform.lowering.mapping;
    mapping.apply(&platform.target, &mut stages);
    for stage in &stages {
        way::run(context, &mut copy, stage)?;
    }
    let (scops, isl) = (scops(&copy), thread_context());
    let read = scops
        .iter()
        .map(|operation| Scop::from_op(&isl, *operation).ok());
    Ok(Loops {
        inert: inert(&read.collect::<Option<Vec<Scop>>>().unwrap_or_default()),
        nests: scops.into_iter().flat_map(choose::nests).collect(),
    })
}

/// The mapping options that change nothing about scheduled scops: of one statement there is nothing
/// to fuse, loops without any order need no skewing, and without a loop over time there are no
/// tiles in time.
fn inert(scops: &[Scop]) -> Vec<&'static str> {
    let alone = |scop: &Scop| scop.statements.len() == 1;
    let unordered = |scop: &Scop| {
        let nodes = scop.tree.walk().into_iter();
        let mut bands = nodes.filter_map(|(_, node)| node.as_band());
        bands.all(|band| band.members.iter().all(|one| one.coincident))
    };
    let proofs: [(&'static str, &dyn Fn(&Scop) -> bool); 4] = [
        ("fusion", &alone),
        ("intra_fusion", &alone),
        ("skewing", &|scop| alone(scop) && unordered(scop)),
        ("time_tile", &|scop| !has_loop_over_time(scop)),
    ];
    let proved = proofs
        .iter()
        .filter(|(_, proof)| !scops.is_empty() && scops.iter().all(proof));
    proved.map(|(name, _)| *name).collect()
}
