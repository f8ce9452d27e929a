//! The executor of the emulator: the kernels of a call under its sanitizer, with their profiles.

use super::{figures::Report, plan_at};
use crate::{
    bound::call::Call,
    compiled::code::Ptx,
    errors::{Errors, error},
    options::{Emulation, Profile},
};
use serde::Serialize;
use serde_json::{Value, json};
use tc_backend_cuda::ptx::{self, Buffer, Plan};
use tc_dialects::target::{Limits, Target};
use tc_syntax::diagnostic::{Diagnostic, Place};

/// The call's buffers and the plan's temporaries in the memory of the emulated device.
struct Device {
    memory: ptx_emulator::Memory,
    arguments: Vec<ptx_emulator::ArrayId>,
    temporaries: Vec<ptx_emulator::ArrayId>,
}

impl Device {
    fn new(call: &Call, plan: &Plan) -> Device {
        let mut memory = ptx_emulator::Memory::new();
        let mut arguments = Vec::new();
        for one in &call.buffers {
            let initial = if one.given {
                ptx_emulator::Initial::Data(one.tensor.bytes().to_vec())
            } else {
                ptx_emulator::Initial::Uninitialised
            };
            let array = memory.allocate(&one.name, one.tensor.bytes().len(), initial);
            memory.describe(array, one.tensor.element_type().size(), one.tensor.shape());
            arguments.push(array);
        }
        let mut temporaries = Vec::new();
        for (index, bytes) in plan.temporaries.iter().enumerate() {
            let name = format!("temporary {index}");
            let initial = if plan.zeroed.contains(&index) {
                ptx_emulator::Initial::Data(vec![0; *bytes])
            } else {
                ptx_emulator::Initial::Uninitialised
            };
            temporaries.push(memory.allocate(&name, *bytes, initial));
        }
        Device {
            memory,
            arguments,
            temporaries,
        }
    }

    /// A launch inside of loops with these coordinates.
    fn shape(&self, launch: &ptx::Launch, coordinates: &[i64]) -> ptx_emulator::Launch {
        let argument = |buffer: &Buffer| {
            ptx_emulator::Argument::Pointer(match buffer.at(coordinates) {
                Buffer::Argument(index) => self.arguments[index],
                Buffer::Temporary(index) => self.temporaries[index],
                Buffer::Size(_) => unreachable!("`Plan::at` gives sizes their values"),
                Buffer::Coordinate(_) => unreachable!("`Buffer::at` gives coordinates theirs"),
                Buffer::Value(value) => return ptx_emulator::Argument::I64(value),
            })
        };
        ptx_emulator::Launch {
            grid: launch.grid,
            block: launch.block,
            dynamic_shared: launch.dynamic_shared as usize,
            arguments: launch.buffers.iter().map(argument).collect(),
        }
    }
}

/// A program for the emulator, decoded.
pub(crate) struct Emulated {
    ptx: Ptx,
    program: ptx_emulator::Module,
    limits: Option<ptx_emulator::Limits>,
}

impl Emulated {
    /// For a machine with the limits of the target, if it is known.
    pub(crate) fn of(ptx: Ptx, target: Option<&Target>) -> Result<Self, Errors> {
        let program =
            ptx_emulator::Module::parse(&ptx.text).map_err(|reason| error(reason.to_string()))?;
        let limits = target
            .map(|target| Limits::of_gpu(Some(target)).map(limits_of_launches))
            .transpose()
            .map_err(|refusal| error(refusal.to_string()))?;
        Ok(Emulated {
            ptx,
            program,
            limits,
        })
    }

    /// Runs the PTX in the emulator: a finding of the sanitizer is an error. It has no clock: where
    /// a device is timed, what determines the time is counted. Of the launches of a loop the first
    /// one gives the profile, and a launch with a finding is the last one.
    pub(crate) fn run(
        &self,
        call: &mut Call,
        emulation: Emulation,
        profile: Option<Profile>,
        timed: bool,
    ) -> Result<Report, Errors> {
        let Ptx { text, plan, .. } = &self.ptx;
        let plan = &plan_at(plan, call)?;
        let mut device = Device::new(call, plan);
        let options = options(self.limits.clone(), emulation);
        let mut findings = Vec::new();
        let mut profiles = Vec::new();
        let mut counts = Counts::default();
        let mut printed = String::new();
        let mut profiled: Vec<*const ptx::Launch> = Vec::new();
        plan.each(|launch, coordinates| {
            let shape = device.shape(launch, coordinates);
            let memory = &mut device.memory;
            let report =
                ptx_emulator::launch(&self.program, &launch.kernel, &shape, memory, &options)
                    .map_err(launch_error)?;
            findings.extend(report.findings.iter().map(finding));
            counts.add(&report.profile.totals);
            if !findings.is_empty() && !coordinates.is_empty() {
                return Err(std::mem::take(&mut findings));
            }
            if profiled.contains(&std::ptr::from_ref(launch)) {
                return Ok(());
            }
            profiled.push(launch);
            match profile {
                None => {}
                Some(Profile::Text) => printed.push_str(&report.profile.to_text()),
                Some(Profile::Ptx) => printed.push_str(&report.profile.annotate(text)),
            }
            profiles.push(serde_json::from_str(&report.profile.to_json()).unwrap_or(Value::Null));
            Ok::<(), Errors>(())
        })?;
        if !findings.is_empty() {
            return Err(findings);
        }
        let returned = call.buffers.iter_mut().zip(&device.arguments);
        for (one, array) in returned.filter(|(one, _)| one.returned) {
            one.tensor
                .bytes_mut()
                .copy_from_slice(&device.memory.read(*array));
        }
        let mut facts = vec![
            ("kernels", json!(plan.launches().len())),
            ("thread_instructions", json!(counts.thread_instructions)),
            ("profile", Value::Array(profiles)),
        ];
        if plan.has_loops() {
            facts.insert(1, ("launches", json!(plan.count())));
        }
        if timed {
            facts.push(("timing", json!({"counts": counts, "note": NO_CLOCK})));
        }
        Ok(Report {
            seconds: Vec::new(),
            text: printed,
            facts,
        })
    }
}

const NO_CLOCK: &str = "the emulator has no clock: counts in place of times";

/// What determines the time of all kernels of a call.
#[derive(Default, Serialize)]
struct Counts {
    thread_instructions: u64,
    /// 32-byte sectors of global memory.
    sectors: u64,
    /// Passes through shared memory.
    wavefronts: u64,
    barriers: u64,
}

impl Counts {
    fn add(&mut self, totals: &ptx_emulator::Totals) {
        self.thread_instructions += totals.thread_instructions;
        self.sectors += totals.sectors;
        self.wavefronts += totals.wavefronts;
        self.barriers += totals.barriers;
    }
}

/// How the emulator runs, with the limits of a machine.
fn options(limits: Option<ptx_emulator::Limits>, emulation: Emulation) -> ptx_emulator::Options {
    ptx_emulator::Options {
        limits,
        sanitize: emulation.sanitize && emulation.sample_blocks.is_none(),
        sample_blocks: emulation.sample_blocks,
        seed: emulation.seed,
        threads: emulation.threads,
        ..ptx_emulator::Options::default()
    }
}

/// The limits of the target, as the emulator takes them.
fn limits_of_launches(limits: Limits) -> ptx_emulator::Limits {
    ptx_emulator::Limits {
        machine: limits.machine,
        max_threads_per_block: limits.threads_per_block as u64,
        max_block: limits.block.map(|most| most as u64),
        max_grid: limits.grid.map(|most| most as u64),
        shared_bytes_per_block: limits.shared_bytes as u64,
        shared_bytes_with_dynamic: limits.shared_bytes_with_dynamic as u64,
    }
}

fn launch_error(reason: ptx_emulator::Error) -> Errors {
    match reason.finding() {
        Some(found) => vec![finding(found)],
        None => error(reason.to_string()),
    }
}

/// What the sanitizer found, at the line of the program that it comes from.
fn finding(found: &ptx_emulator::Finding) -> Diagnostic {
    let place =
        |actor: &Option<ptx_emulator::Actor>| source_place(actor.as_ref()?.source.as_deref()?);
    Diagnostic::error(None, found.to_string())
        .at(place(&found.actor), "")
        .label(place(&found.other), "the other access")
}

/// `mm.tc:2:3` as a place.
fn source_place(source: &str) -> Option<Place> {
    let (rest, column) = source.rsplit_once(':')?;
    let (file, line) = rest.rsplit_once(':')?;
    // Line 0 marks code that belongs to no line.
    let line = line.parse().ok().filter(|line| *line > 0)?;
    Some(Place::point(file, line, column.parse().ok()?))
}

#[cfg(test)]
mod tests {
    use super::*;
    use tc_dialects::target;

    #[test]
    fn the_emulator_has_the_limits_of_the_built_in_gpus() {
        for chip in ["sm_80", "sm_90a"] {
            let gpu = target::find(chip).unwrap();
            let built_in = limits_of_launches(Limits::of_gpu(Some(&gpu)).unwrap());
            assert_eq!(ptx_emulator::Limits::of_chip(chip), built_in);
        }
    }

    #[test]
    fn a_place_is_a_file_a_line_and_a_column() {
        assert_eq!(
            source_place("a:b.tc:3:5"),
            Some(Place::point("a:b.tc", 3, 5))
        );
        assert_eq!(source_place("b.tc:0:5"), None);
        assert_eq!(source_place("b.tc"), None);
    }
}
