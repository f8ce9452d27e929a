//! The executors: a compiled module and a call's buffers in, filled buffers and figures out.

use crate::{
    call::Call,
    engine::{Errors, error},
};
use melior::ir::Module;
use serde_json::{Value, json};
use std::time::Instant;
use tc_backend_cuda::{
    driver::Device,
    emulator,
    ptx::{self, Buffer, Plan},
};
use tc_dialects::diagnostic::Diagnostic;

/// What an executor says about a run.
#[derive(Default)]
pub struct Report {
    /// Seconds of each repetition; none where time means nothing.
    pub seconds: Vec<f64>,
    pub facts: Vec<(&'static str, Value)>,
}

/// Runs the machine code of `entry`, `repeat` times, each time on the same contents.
pub fn cpu(module: &Module, entry: &str, call: &mut Call, repeat: usize) -> Result<Report, Errors> {
    let begin = Instant::now();
    let kernel = tc_backend_cpu::Kernel::compile(module, entry)
        .map_err(|reason| error(reason.to_string()))?;
    let jit = begin.elapsed().as_secs_f64();
    // In/out tensors start from the caller's contents every time.
    let saved: Vec<Option<Vec<u8>>> = call
        .buffers
        .iter()
        .map(|one| (repeat > 1 && one.given && one.returned).then(|| one.tensor.bytes().to_vec()))
        .collect();
    let mut seconds = Vec::new();
    for _ in 0..repeat {
        for (one, saved) in call.buffers.iter_mut().zip(&saved) {
            if let Some(contents) = saved {
                one.tensor.bytes_mut().copy_from_slice(contents);
            }
        }
        let pointers: Vec<*mut u8> = call
            .buffers
            .iter_mut()
            .map(|one| one.tensor.bytes_mut().as_mut_ptr())
            .collect();
        let begin = Instant::now();
        // SAFETY: the module was compiled for these very shapes and types, and every buffer is its own allocation.
        unsafe { kernel.run(&pointers) };
        seconds.push(begin.elapsed().as_secs_f64());
    }
    Ok(Report {
        seconds,
        facts: vec![("jit_seconds", json!(jit))],
    })
}

/// Runs the PTX on the first CUDA device.
pub fn cuda(
    module: &Module,
    entry: &str,
    call: &mut Call,
    repeat: usize,
) -> Result<Report, Errors> {
    let (text, plan) = ptx_and_plan(module, entry)?;
    let device = Device::load(&text).map_err(|reason| error(reason.to_string()))?;
    let outputs: Vec<usize> = (0..call.buffers.len())
        .filter(|&index| call.buffers[index].returned)
        .collect();
    let mut buffers: Vec<&mut [u8]> = call
        .buffers
        .iter_mut()
        .map(|one| one.tensor.bytes_mut())
        .collect();
    let seconds = device
        .run(&plan, &mut buffers, &outputs, repeat)
        .map_err(|reason| error(reason.to_string()))?;
    Ok(Report {
        seconds,
        facts: vec![("device", json!(device.name()))],
    })
}

fn ptx_and_plan(module: &Module, entry: &str) -> Result<(String, Plan), Errors> {
    let text = ptx::text(module).map_err(|reason| error(reason.to_string()))?;
    let plan = Plan::of(module, entry).map_err(|reason| error(reason.to_string()))?;
    Ok((text, plan))
}

/// Runs the PTX in the emulator, with the sanitizer: what it finds is an error.
pub fn emulator(module: &Module, entry: &str, call: &mut Call) -> Result<Report, Errors> {
    let (text, plan) = ptx_and_plan(module, entry)?;
    let program = emulator::Module::parse(&text).map_err(|reason| error(reason.to_string()))?;
    let mut memory = emulator::Memory::new();
    let arguments: Vec<emulator::ArrayId> = call
        .buffers
        .iter()
        .map(|one| {
            let initial = match one.given {
                true => emulator::Initial::Data(one.tensor.bytes().to_vec()),
                false => emulator::Initial::Uninitialised,
            };
            let array = memory.allocate(&one.name, one.tensor.bytes().len(), initial);
            memory.describe(array, one.tensor.element_type().size(), one.tensor.shape());
            array
        })
        .collect();
    let temporaries: Vec<emulator::ArrayId> = plan
        .temporaries
        .iter()
        .enumerate()
        .map(|(index, bytes)| {
            memory.allocate(
                &format!("temporary {index}"),
                *bytes,
                emulator::Initial::Uninitialised,
            )
        })
        .collect();
    let mut findings = Vec::new();
    let mut profiles = Vec::new();
    let mut instructions = 0;
    for launch in &plan.launches {
        let shape = emulator::Launch {
            grid: launch.grid,
            block: launch.block,
            dynamic_shared: launch.dynamic_shared as usize,
            arguments: launch
                .buffers
                .iter()
                .map(|buffer| match *buffer {
                    Buffer::Argument(index) => emulator::Argument::Pointer(arguments[index]),
                    Buffer::Temporary(index) => emulator::Argument::Pointer(temporaries[index]),
                })
                .collect(),
        };
        let report = emulator::launch(
            &program,
            &launch.kernel,
            &shape,
            &mut memory,
            &emulator::Options::default(),
        )
        .map_err(|reason| error(reason.to_string()))?;
        findings.extend(
            report
                .findings
                .iter()
                .map(|finding| Diagnostic::error(None, finding.to_string())),
        );
        instructions += report.profile.totals.thread_instructions;
        profiles.push(serde_json::from_str(&report.profile.to_json()).unwrap_or(Value::Null));
    }
    if !findings.is_empty() {
        return Err(findings);
    }
    for (one, array) in call
        .buffers
        .iter_mut()
        .zip(&arguments)
        .filter(|(one, _)| one.returned)
    {
        one.tensor.bytes_mut().copy_from_slice(&memory.read(*array));
    }
    let facts = vec![
        ("kernels", json!(plan.launches.len())),
        ("thread_instructions", json!(instructions)),
        ("profile", Value::Array(profiles)),
    ];
    Ok(Report {
        seconds: Vec::new(),
        facts,
    })
}
