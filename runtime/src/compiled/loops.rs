//! The loops of a program before they are tiled, for a search of mapping options.

use super::report::scops;
use crate::{bound::Bound, errors::Errors, outcome::Failure, platform::Platform, way};
use melior::{Context, ir::Module};
use tc_isl::thread_context;
use tc_pipelines::{
    Bindings, Level, Stage, Step,
    mapping::{OPTIONS, Scheduled},
};
use tc_schedule::{
    choose::{self, nest::Nest},
    isl::ScheduleIsl,
    launches::ScheduleLaunches,
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
        .map(|operation| Scheduled::of(&isl, *operation));
    Ok(Loops {
        inert: inert(&read.collect::<Option<Vec<_>>>().unwrap_or_default()),
        nests: scops.into_iter().flat_map(choose::nests).collect(),
    })
}

/// The mapping options that are proved to change nothing about any of these scops.
fn inert(scops: &[Scheduled]) -> Vec<&'static str> {
    let options = OPTIONS
        .iter()
        .filter(|option| !scops.is_empty() && scops.iter().all(option.inert));
    options.map(|option| option.name).collect()
}
