//! The static report on a compiled module: what its kernels have to do, and what their PTX says.

use crate::engine::{Errors, error};
use melior::ir::Module;
use std::path::Path;
use tc_backend_cuda::{
    ptx,
    report::{self, Report},
};
use tc_dialects::{diagnostic::Diagnostic, isl};
use tc_passes::{
    analysis::work::{self, KernelWork},
    api,
    target::Gpu,
};

/// isl operations that counting may take, for one scop.
const BUDGET: u64 = 20_000_000;

/// The work of all kernels of a module at the schedule level. What cannot be counted is said in a warning.
pub fn work(module: &Module<'_>, said: &mut Vec<Diagnostic>) -> Vec<KernelWork> {
    let isl = isl::thread_context();
    let mut all = Vec::new();
    for operation in api::nested(module.as_operation()) {
        if !api::is(operation, "schedule.scop") {
            continue;
        }
        match work::of_scop(&isl, operation, BUDGET) {
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
    let input = report::Input {
        ptx: &text,
        gpu,
        launches: &launches,
        work,
        ptxas,
    };
    report::of(&input).map_err(|reason| error(reason.to_string()))
}
