//! Scops in the order of their statements: each with its indices in lexicographic order.

use crate::{errors::Errors, way};
use melior::{Context, ir::Module};
use tc_pipelines::Level;

/// A copy of a module with scops, lowered to a level in the statements' own order.
pub(crate) fn lowered<'c>(
    context: &'c Context,
    module: &Module<'c>,
    last: Level,
    verify: bool,
) -> Result<Module<'c>, Errors> {
    let mut copy = way::copy(module)?;
    let mut stages = tc_backend_cpu::pipeline::statement_order();
    if !verify {
        tc_pipelines::without_proof(&mut stages);
    }
    for stage in stages.iter().filter(|stage| stage.level <= last) {
        way::run(context, &mut copy, stage)?;
    }
    Ok(copy)
}
