//! The static report on a compiled module: the work of its kernels, and facts from their PTX.

use crate::{
    errors::{Errors, error},
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
use tc_dialects::target::Gpu;
use tc_pipelines::{Bindings, Level, Stage};
use tc_schedule::work::{self, KernelWork};
use tc_syntax::diagnostic::Diagnostic;

/// The isl operations that counting one scop may take.
const BUDGET: u64 = 20_000_000;

/// The scops of a module.
pub(super) fn scops<'c, 'a>(module: &'a Module<'c>) -> Vec<OperationRef<'c, 'a>> {
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
pub(super) fn unmapped<'c>(
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

/// The report on a module whose kernels are PTX. A kernel that its host functions do not launch has
/// the launch in `known`, if there is one.
///
/// # Errors
/// A module without PTX, PTX that cannot be assembled, or a missing assembler.
pub fn of(
    module: &Module<'_>,
    gpu: &Gpu,
    work: &[KernelWork],
    known: Vec<ptx::Launched>,
    ptxas: Option<&Path>,
) -> Result<Report, Errors> {
    let text = ptx::text(module).map_err(|reason| error(reason.to_string()))?;
    let mut launches = ptx::launches(module).map_err(|reason| error(reason.to_string()))?;
    let planned = Vec::from_iter(launches.iter().map(|one| one.launch.kernel.clone()));
    let of_others = known
        .into_iter()
        .filter(|one| !planned.contains(&one.launch.kernel));
    launches.extend(of_others);
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
