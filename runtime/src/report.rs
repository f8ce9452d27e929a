//! The static report on a compiled module: the work of its kernels, and facts from their PTX.

use crate::{
    outcome::{Errors, error},
    platform::Platform,
    way,
};
use melior::{
    Context,
    ir::{Module, OperationRef},
};
use std::path::Path;
use tc_backend_cuda::{
    ptx,
    report::{self, Report},
};
use tc_dialects::schedule::tree::Scop;
use tc_dialects::target::{Gpu, Target};
use tc_isl::thread_context;
use tc_pipelines::{Bindings, Level, Stage, Step};
use tc_schedule::{
    choose,
    choose::nest::Nest,
    isl::ScheduleIsl,
    launches::ScheduleLaunches,
    time_tile::has_loop_over_time,
    work::{self, KernelWork},
};
use tc_syntax::diagnostic::Diagnostic;

/// The isl operations that counting one scop may take.
const BUDGET: u64 = 20_000_000;

/// The scops of a module.
fn scops<'c, 'a>(module: &'a Module<'c>) -> Vec<OperationRef<'c, 'a>> {
    let mut scops = tc_pass_host::nested(module.as_operation());
    scops.retain(|operation| tc_pass_host::is(*operation, "schedule.scop"));
    scops
}

/// The work of all kernels of a module at the schedule level. `original` is the same module before
/// its scops were mapped, or the module itself. A warp has `lanes` threads. A
/// warning names what cannot be counted.
pub fn work(
    module: &Module<'_>,
    original: &Module<'_>,
    lanes: i64,
    said: &mut Vec<Diagnostic>,
) -> Vec<KernelWork> {
    let isl = tc_isl::thread_context();
    let mut all = Vec::new();
    for (mapped, original) in scops(module).into_iter().zip(scops(original)) {
        match work::of_scop(&isl, mapped, original, lanes, BUDGET) {
            Ok(kernels) => all.extend(kernels),
            Err(failure) => said.push(Diagnostic::warning(
                None,
                format!(
                    "operations and bytes are not counted: {}",
                    failure.message()
                ),
            )),
        }
    }
    all
}

/// A copy of a module at the `tc` level, lowered to scops and not mapped.
pub fn unmapped<'c>(
    context: &'c Context,
    module: &Module<'c>,
    bindings: &Bindings,
    platform: &Platform,
) -> Result<Module<'c>, Errors> {
    let mut copy = way::copy(module)?;
    let mut stages = [Stage::new(
        Level::Schedule,
        tc_pipelines::to_schedule(bindings),
    )];
    // Options may change the statements too.
    let mapping = &platform.lowering.mapping;
    mapping.apply(&platform.target, &mut stages);
    for stage in &stages {
        way::run(context, &mut copy, stage)?;
    }
    Ok(copy)
}

/// What is known of the loops of a program before they are tiled.
#[derive(Clone, Debug, Default)]
pub struct Loops {
    /// Those of each kernel.
    pub nests: Vec<Nest>,
    /// Mapping options that change nothing about them.
    pub inert: Vec<&'static str>,
}

/// The loops of a module at the `tc` level, scheduled and not tiled.
pub fn loops<'c>(
    context: &'c Context,
    module: &Module<'c>,
    bindings: &Bindings,
    platform: &Platform,
) -> Result<Loops, Errors> {
    let mut copy = way::copy(module)?;
    let mut steps = tc_pipelines::to_schedule(bindings);
    let mut schedule = vec![Step::default_of::<ScheduleIsl>()];
    if let Target::Gpu(_) = platform.target {
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

/// The report on a module whose kernels are PTX.
///
/// # Errors
/// A module without PTX, PTX that cannot be assembled, or a missing assembler.
pub fn of(
    module: &Module<'_>,
    gpu: &Gpu,
    work: &[KernelWork],
    ptxas: Option<&Path>,
) -> Result<Report, Errors> {
    let text = ptx::text(module).map_err(|reason| error(reason.to_string()))?;
    let launches = ptx::launches(module).map_err(|reason| error(reason.to_string()))?;
    of_ptx(&text, gpu, &launches, work, ptxas)
}

/// The report on PTX of any compiler.
///
/// # Errors
/// As [`of`].
pub fn of_ptx(
    text: &str,
    gpu: &Gpu,
    launches: &[ptx::Launched],
    work: &[KernelWork],
    ptxas: Option<&Path>,
) -> Result<Report, Errors> {
    let input = report::Input {
        ptx: text,
        gpu,
        launches,
        work,
        ptxas,
    };
    report::of(&input).map_err(|reason| error(reason.to_string()))
}
