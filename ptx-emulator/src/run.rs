//! A launch from its arguments to its report.

use std::collections::BTreeSet;

use crate::context::Context;
use crate::error::{Error, ErrorKind};
use crate::finding::Finding;
use crate::launch::{Argument, Launch, Options};
use crate::limits::Limits;
use crate::machine;
use crate::memory::Memory;
use crate::module::Module;
use crate::operation::Code;
use crate::profile::ProfileReport;
use crate::registers::LANES;
use crate::sanitizer::{Findings, LoadedLanes, Loads};
use crate::types::Space;

/// The result of a run.
#[derive(Debug, Clone, PartialEq)]
pub struct Report {
    /// Mistakes, by PTX line; empty when the kernel is clean.
    pub findings: Vec<Finding>,
    /// Counters.
    pub profile: ProfileReport,
    /// What the kernel printed with `printf`, at most 1 MiB.
    pub printed: String,
}

/// Runs `kernel` of `module`.
///
/// With the sanitizer, mistakes are in the report; without it, the first one is an error of the
/// kind [`ErrorKind::Fault`].
pub fn launch(
    module: &Module,
    kernel: &str,
    shape: &Launch,
    memory: &mut Memory,
    options: &Options,
) -> Result<Report, Error> {
    let code = module.code(kernel)?;
    let limits = options.limits.clone();
    let limits = limits.unwrap_or_else(|| Limits::of_chip(&module.tree.target));
    machine::check_launch(code, shape, &limits)?;
    let fresh = module
        .tree
        .variables
        .iter()
        .enumerate()
        .any(|(index, variable)| {
            variable.space != Space::Shared
                && !memory
                    .module_variables
                    .contains_key(&(module.identity, index))
        });
    check_size(shape, options)?;
    let addresses = module.place_variables(memory)?;
    if code.allocates {
        memory.make_heap();
    }
    if fresh {
        module.initialize_variables(memory, &addresses)?;
    }
    let parameters = encode_arguments(code, &shape.arguments, memory)?;
    // For a second run on one host thread, if something is found.
    let snapshot = options.sanitize.then(|| memory.snapshot());
    let run = |memory: &Memory, loads: Loads, alone: bool| {
        let context = Context::new(
            (module, code),
            memory,
            shape,
            (parameters.clone(), &addresses),
            options,
            loads,
        );
        machine::run(&context, alone)
    };
    let (mut findings, mut profile) = run(memory, Loads::Matter, false);
    if let Some(snapshot) = snapshot
        && !findings.is_empty()
    {
        let mut again = |loads: Loads| {
            memory.restore(&snapshot);
            run(memory, loads, true)
        };
        if options.threads != Some(1) {
            (findings, profile) = again(Loads::Matter);
        }
        (findings, profile) = without_dropped_loads((findings, profile), again);
    }
    let report = Report {
        printed: String::from_utf8_lossy(&findings.printed).into_owned(),
        findings: findings.into_vec(),
        profile,
    };
    match report.findings.first() {
        Some(finding) if !options.sanitize => Err(Error::fault(finding)),
        _ => Ok(report),
    }
}

/// Refuses a launch that would take hours.
fn check_size(shape: &Launch, options: &Options) -> Result<(), Error> {
    let product = |sizes: [u32; 3]| sizes.map(u64::from).into_iter().product::<u64>();
    let blocks: u64 = shape
        .grid
        .map(u64::from)
        .into_iter()
        .fold(1, u64::saturating_mul);
    let blocks = options
        .sample_blocks
        .map_or(blocks, |sample| sample.min(blocks));
    let warps = blocks.saturating_mul(product(shape.block).div_ceil(LANES as u64));
    if warps <= options.max_warps {
        return Ok(());
    }
    let message = format!(
        "expected a grid of at most {} warps, found {warps} ({blocks} blocks); run a smaller grid, or a sample of its blocks (`max_warps`, `sample_blocks`)",
        options.max_warps
    );
    Err(Error::new(ErrorKind::Launch, message))
}

/// The result of a launch in which loads whose values never matter do not take part in races.
///
/// Without them other loads may appear in races, so this repeats until all loads in races have been
/// watched. A launch that ended early keeps its findings, since the values that its threads would
/// have used are unknown.
fn without_dropped_loads(
    mut outcome: (Findings, ProfileReport),
    mut again: impl FnMut(Loads) -> (Findings, ProfileReport),
) -> (Findings, ProfileReport) {
    let mut watched = BTreeSet::new();
    let mut dropped = LoadedLanes::default();
    loop {
        let notes = &outcome.0.loads;
        if notes.cut_short || notes.racing.is_subset(&watched) {
            return outcome;
        }
        watched.extend(&notes.racing);
        let (noted, _) = again(Loads::Watched(watched.clone()));
        let now = noted.loads.dropped();
        if now == dropped {
            return outcome;
        }
        dropped = now;
        outcome = again(Loads::Dropped(dropped.clone()));
    }
}

fn encode_arguments(
    code: &Code,
    arguments: &[Argument],
    memory: &Memory,
) -> Result<Vec<u8>, Error> {
    if arguments.len() != code.parameters.len() {
        let names: Vec<&str> = code
            .parameters
            .iter()
            .map(|named| named.name.as_str())
            .collect();
        return Err(Error::new(
            ErrorKind::Launch,
            format!(
                "kernel `{}` takes {} arguments ({}), found {}",
                code.name,
                code.parameters.len(),
                names.join(", "),
                arguments.len()
            ),
        ));
    }
    let mut bytes = vec![0; code.parameter_bytes as usize];
    for (parameter, argument) in code.parameters.iter().zip(arguments) {
        let encoded = argument.encode(memory);
        if encoded.len() as u64 != parameter.bytes {
            return Err(Error::new(
                ErrorKind::Launch,
                format!(
                    "parameter `{}` of kernel `{}` has {} bytes, found an argument of {} ({argument:?})",
                    parameter.name,
                    code.name,
                    parameter.bytes,
                    encoded.len()
                ),
            ));
        }
        let start = parameter.offset as usize;
        bytes[start..start + encoded.len()].copy_from_slice(&encoded);
    }
    Ok(bytes)
}
