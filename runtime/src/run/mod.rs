//! A compiled program on an executor: the tensors that it returns, times and profiles, and where
//! they go.
//!
//! The executors are `cpu`, `emulator`, `cuda` and the reference evaluator (`reference`), and each
//! reports `figures`. Who runs a program often without its context has a `machine`. Tensors are
//! delivered to standard output as NumPy prints them (`print`), or to files (`output_dir`).
//! `launch_file` runs a kernel of another compiler.

mod cpu;
mod cuda;
pub(crate) mod deliver;
mod emulator;
pub(crate) mod figures;
pub(crate) mod launch_file;
pub(crate) mod machine;
pub(crate) mod output_dir;
pub(crate) mod print;
mod reference;

use crate::{
    bound::call::Call,
    compiled::{Compiled, code::Code},
    errors::{Errors, error},
    executor::Executor,
    options::Running,
    outcome::{Failure, Outcome, Tensors},
    platform::Platform,
    program::entries::Entry,
    way::Way,
};
use cpu::Runs;
pub use cpu::processor_seconds;
use emulator::Emulated;
use tc_backend_cuda::ptx::Plan;
use tc_comprehensions::bounds_checks::Check;
use tc_dialects::target::Target;
use tc_pipelines::Level;

impl Compiled<'_> {
    /// Runs it on the tensors that were bound.
    ///
    /// # Errors
    /// Failures of the execution, such as a finding of the emulator's sanitizer or a subscript out
    /// of range.
    pub fn run(mut self, running: &Running) -> Result<Outcome, Failure> {
        let executor = self.platform.executor();
        let result = if executor.runs_code() {
            self.execute(running)
        } else {
            self.evaluate()
        };
        let mut outputs = result.map_err(|errors| Failure {
            while_running: executor.runs_code(),
            ..self.way.log.fail(errors)
        })?;
        check_bounds(&self.checks, &mut outputs).map_err(|errors| self.way.log.fail(errors))?;
        let mut outcome = self.finish();
        outcome.outputs = outputs;
        Ok(outcome)
    }

    fn execute(&mut self, running: &Running) -> Result<Tensors, Errors> {
        let executor = self.platform.executor();
        let target = limits(&self.way, &self.entry, &self.platform);
        let log = &mut self.way.log;
        log.progress
            .phase(&format!("running: {}", executor.as_str()));
        let (entry, call) = (&self.entry.name, &mut self.call);
        let repeat = running.repeat;
        let (module, kept) = (&self.way.module, self.code.take());
        let code = || kept.map_or_else(|| Code::of(executor, module, entry), Ok);
        let report = match executor {
            Executor::Cpu => {
                let runs = Runs {
                    repeat,
                    rounds: running.rounds.as_ref(),
                    threads: running.threads,
                    profile: running.profile.is_some(),
                };
                cpu::run(
                    || code()?.object(),
                    entry,
                    call,
                    &runs,
                    self.before.as_ref(),
                )?
            }
            Executor::Cuda => code()?.ptx()?.cuda(call, repeat, running.time)?,
            Executor::Emulator => Emulated::of(code()?.ptx()?, target.as_ref())?.run(
                call,
                running.emulation,
                running.profile,
                running.time.is_some(),
            )?,
            Executor::Reference => unreachable!("the reference evaluator has no module to execute"),
        };
        let outcome = &mut log.outcome;
        outcome.fact("target", executor.as_str());
        outcome.reports.push_str(&report.text);
        outcome.facts.extend(report.facts);
        if !report.seconds.is_empty() {
            outcome.fact("seconds", cpu::summary(report.seconds));
        }
        Ok(self.call.take_outputs())
    }
}

/// The machine whose limits hold for launches: that of the module, which has none where nothing was
/// lowered.
fn limits(way: &Way<'_>, entry: &Entry, platform: &Platform) -> Option<Target> {
    let named = Target::of_operation(way.module.as_operation());
    named.or_else(|| (entry.level == Level::Tc).then(|| platform.target.clone()))
}

/// Takes what was recorded out of the outputs; the first value that is out of range, in the order
/// of the program, is an error.
fn check_bounds(checks: &[Check], outputs: &mut Tensors) -> Result<(), Errors> {
    let first = outputs.len().saturating_sub(checks.len());
    let recorded = outputs.split_off(first);
    let violation = checks
        .iter()
        .zip(&recorded)
        .find_map(|(check, (_, values))| {
            check.violation(values.as_slice().expect("recorded values are int64"))
        });
    violation.map_or(Ok(()), |violation| Err(vec![violation]))
}

/// The plan at the sizes of a call.
fn plan_at(plan: &Plan, call: &Call) -> Result<Plan, Errors> {
    plan.at(&call.sizes)
        .map_err(|reason| error(reason.to_string()))
}
