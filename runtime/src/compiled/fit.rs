//! What a platform must be for an entry, or else is refused.

use crate::{errors::Errors, executor::Executor, platform::Platform, program::entries::Entry};
use tc_dialects::target::TargetKind;
use tc_pipelines::Level;

/// A request of a platform that cannot be met from the level of an entry on.
pub(super) fn check(entry: &Entry, platform: &Platform) -> Result<(), Errors> {
    let (name, level) = (&entry.name, entry.level);
    let levels = &platform.lowering.levels;
    if let Some(wanted) = levels.iter().find(|wanted| **wanted < level) {
        let (level, wanted) = (level.as_str(), wanted.as_str());
        let message = format!("`{name}` is at the level {level}, after the level {wanted}");
        return Err(entry.refused(message, "print that level from the program"));
    }
    if level > Level::Schedule && platform.lowering.script.is_some() {
        let (level, help) = (
            level.as_str(),
            "give the program it comes from, or its level tc or schedule",
        );
        let message =
            format!("--schedule needs loops to schedule, and `{name}` is at the level {level}");
        return Err(entry.refused(message, help));
    }
    if level > Level::Schedule && !platform.executor().runs_code() {
        return Err(no_order(
            entry,
            "use --target cpu, --target emulator or --target cuda",
        ));
    }
    check_machine(entry, platform.executor())
}

/// A request for a reference of something that has none.
pub(crate) fn no_order(entry: &Entry, help: &str) -> Errors {
    let (name, level) = (&entry.name, entry.level.as_str());
    let message =
        format!("`{name}` is at the level {level}, which says how to compute but not what");
    entry.refused(message, help)
}

/// A module for one machine on another.
fn check_machine(entry: &Entry, executor: Executor) -> Result<(), Errors> {
    let name = &entry.name;
    let is_scop = entry.level == Level::Schedule;
    let (message, help) = match (entry.machine, executor.is_gpu()) {
        _ if !executor.runs_code() => return Ok(()),
        (Some(TargetKind::Gpu), false) if is_scop => (
            format!("`{name}` is mapped to blocks and threads, which a CPU does not have"),
            "use --target emulator or --target cuda; --target reference runs its statements in their own order",
        ),
        (Some(TargetKind::Gpu), false) => (
            format!("`{name}` launches kernels of a GPU"),
            "use --target emulator or --target cuda",
        ),
        (Some(TargetKind::Cpu), true) if is_scop => (
            format!(
                "`{name}` has loops on the threads of a CPU, and no blocks and threads of a GPU"
            ),
            "use --target cpu, or map it with schedule-map-blocks and schedule-map-threads",
        ),
        (Some(TargetKind::Cpu), true) => (
            format!("`{name}` is a function for a CPU, and launches no kernel"),
            "use --target cpu",
        ),
        _ => return Ok(()),
    };
    Err(entry.refused(message, help))
}
