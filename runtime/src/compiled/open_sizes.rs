//! What sizes that are left open change about a compilation.

use super::Compiled;
use crate::errors::Errors;
use tc_comprehensions::bounds_checks::Checks;
use tc_pass_host::Decision;
use tc_pipelines::mapping::{MappingOptions, Tile};
use tc_syntax::diagnostic::Diagnostic;

/// The tiles of loops of a GPU whose sizes are open.
const OPEN_TILE: [u64; 3] = [32; 3];

/// `N is`, or `N and M are`
fn are(names: &[String]) -> String {
    let verb = if names.len() == 1 { "is" } else { "are" };
    format!("{} {verb}", names.join(" and "))
}

impl Compiled<'_> {
    /// Gives the loops of a GPU tiles where open sizes leave nothing to derive them from.
    pub(super) fn tile_open_loops(&mut self) {
        let lowering = &mut self.platform.lowering;
        let is_derived = matches!(lowering.mapping.tile, Tile::Derived(_));
        let is_mapped = lowering.script.is_none() && lowering.executor.is_gpu();
        if self.open.is_empty() || !is_derived || !is_mapped {
            return;
        }
        lowering.mapping.tile = Tile::Sizes(OPEN_TILE.to_vec());
        // Each copy of a body would have conditions of its own.
        if lowering.mapping.unroll == MappingOptions::gpu().unroll {
            lowering.mapping.unroll = 1;
        }
        if lowering.explain_mapping {
            let (tile, loops) = (OPEN_TILE[0], OPEN_TILE.len());
            let what =
                format!("{tile} for each of the {loops} outermost loops, and nothing is unrolled");
            let decision = Decision::passed("tile sizes".to_owned(), what)
                .because(format!(
                    "{} open, so that no cost is known to choose by",
                    are(&self.open)
                ))
                .unless("the mapping options tile and unroll");
            self.way.log.outcome.decisions.push(decision);
        }
    }

    /// Refuses what needs the values of open sizes.
    pub(super) fn check_open(&self, checks: Option<Checks>) -> Result<(), Errors> {
        let Some(size) = self.open.first() else {
            return Ok(());
        };
        let lowering = &self.platform.lowering;
        let what = match () {
            () if checks.is_some_and(|checks| checks != Checks::Computed) => {
                "checks of subscripts that are data need, on this target,"
            }
            () if lowering.report => "a report needs",
            () => return Ok(()),
        };
        let message = format!("size `{size}` cannot be left open: {what} all sizes");
        Err(vec![
            Diagnostic::error(None, message).help(format!("give {size} a value")),
        ])
    }
}

/// Subscripts whose checks cannot be compiled with this size left open.
pub(super) fn needs(size: &str) -> Diagnostic {
    let message = format!(
        "size `{size}` cannot be left open: the checks of some subscripts that are data need all sizes"
    );
    Diagnostic::error(None, message).help(format!(
        "give {size} a value: with open sizes, subscripts are checked that depend on inputs alone, in ranges of sizes"
    ))
}
