//! What is said on the way of a compilation: printed levels, decisions of passes, the static
//! report.

use super::{Compiled, own_order, report};
use crate::{
    errors::Errors,
    outcome::{Failure, statements},
    way::Way,
};
use melior::ir::Module;
use std::path::Path;
use tc_pass_host::Decision;
use tc_pipelines::{Bindings, Level, Stage};
use tc_scop::warps;

impl<'c> Compiled<'c> {
    /// Static facts about the kernels: from their PTX, and with NVIDIA's assembler from the machine
    /// code.
    ///
    /// # Errors
    /// PTX that cannot be assembled, or a missing assembler.
    pub fn report(&mut self, ptxas: Option<&Path>) -> Result<(), Failure> {
        let Some(gpu) = self.platform.reported() else {
            return Ok(());
        };
        let log = &mut self.way.log;
        match report::of(&self.way.module, gpu, &self.work, Vec::new(), ptxas) {
            Ok(made) => {
                if let (Some(watcher), Some(listing)) = (&self.way.watcher, &made.listing) {
                    watcher.see().disassembled(listing);
                }
                log.outcome.reports.push_str(&made.to_text());
                log.outcome.fact("report", made.to_json());
                Ok(())
            }
            Err(errors) => Err(log.fail(errors)),
        }
    }

    /// Runs a stage, and keeps what its passes decided for the report.
    pub(super) fn explained_stage(&mut self, stage: &Stage) -> Result<(), Errors> {
        let mut report = self.way.stage_in_silence(stage)?;
        let decisions: Vec<Decision> = report.take();
        let log = &mut self.way.log;
        log.outcome.decisions.extend(decisions);
        if stage.level == Level::Schedule {
            log.outcome.statements = statements::of(&self.way.module, &log.outcome.sources);
        }
        log.tell(report.diagnostics)
    }

    /// The scops in the order of their statements, if the work is to be counted on them.
    pub(super) fn original(&self, bindings: &Bindings) -> Result<Option<Module<'c>>, Errors> {
        let Way {
            context, module, ..
        } = &self.way;
        match (self.platform.reported(), self.entry.level) {
            (Some(_), Level::Tc) => {
                report::unmapped(context, module, bindings, &self.platform).map(Some)
            }
            (Some(_), Level::Schedule) => {
                own_order::lowered(context, module, Level::Schedule, self.verify).map(Some)
            }
            _ => Ok(None),
        }
    }

    /// Counts the kernels of a level and prints its text, if requested.
    pub(super) fn arrive(
        &mut self,
        level: Level,
        rest: &[Stage],
        original: Option<&Module<'c>>,
    ) -> Result<(), Errors> {
        if let (Level::Schedule, Some(original)) = (level, original) {
            let said = &mut self.way.log.outcome.diagnostics;
            let lanes = warps::lanes(Some(&self.platform.target));
            self.work = report::work(&self.way.module, original, lanes, said);
        }
        let lowering = &self.platform.lowering;
        self.way.show(level)?;
        if lowering.levels.contains(&level) {
            self.way.print(level, rest, lowering.source_lines)
        } else {
            Ok(())
        }
    }
}
