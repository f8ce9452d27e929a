//! The static report on a compiled module: what its kernels have to do, and what their PTX says.

use crate::{
    outcome::{Errors, error},
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
use tc_dialects::diagnostic::Diagnostic;
use tc_passes::{
    analysis::work::{self, KernelWork},
    api,
    pipelines::{self, Bindings, Level, Stage},
    target::Gpu,
};

/// isl operations that counting may take, for one scop.
const BUDGET: u64 = 20_000_000;

/// The scops of a module.
fn scops<'c, 'a>(module: &'a Module<'c>) -> Vec<OperationRef<'c, 'a>> {
    let mut scops = api::nested(module.as_operation());
    scops.retain(|operation| api::is(*operation, "schedule.scop"));
    scops
}

/// The work of all kernels of a module at the schedule level. `original` is the same module before its scops were mapped, or the module
/// itself. What cannot be counted is said in a warning.
pub fn work(
    module: &Module<'_>,
    original: &Module<'_>,
    said: &mut Vec<Diagnostic>,
) -> Vec<KernelWork> {
    let isl = tc_isl::thread_context();
    let mut all = Vec::new();
    for (mapped, original) in scops(module).into_iter().zip(scops(original)) {
        match work::of_scop(&isl, mapped, original, BUDGET) {
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
) -> Result<Module<'c>, Errors> {
    let mut copy = way::copy(module)?;
    let lower = Stage::new(Level::Schedule, pipelines::to_schedule(bindings));
    way::run(context, &mut copy, &lower)?;
    Ok(copy)
}

/// The report on a module whose kernels are PTX.
///
/// # Errors
/// A module without PTX, PTX that cannot be assembled, or an assembler that is not there.
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

/// The report on PTX that any compiler made.
///
/// # Errors
/// As [`of`].
pub fn of_ptx(
    text: &str,
    gpu: &Gpu,
    launches: &[ptx::Launch],
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
