//! A launch from its arguments to its report.

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
use crate::types::Space;

/// What a run showed.
#[derive(Debug, Clone, PartialEq)]
pub struct Report {
    /// Mistakes, by PTX line; empty when the kernel is clean.
    pub findings: Vec<Finding>,
    /// Counters.
    pub profile: ProfileReport,
}

/// Runs `kernel` of `module`.
///
/// With the sanitizer, mistakes are in the report; without it, the first one is an error of the kind [`ErrorKind::Fault`].
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
    let addresses = module.place_variables(memory);
    if fresh {
        module.initialize_variables(memory, &addresses)?;
    }
    let parameters = encode_arguments(code, &shape.arguments, memory)?;
    // To run again on one host thread when something is found.
    let snapshot = options.sanitize.then(|| memory.snapshot());
    let run = |memory: &Memory, alone: bool| {
        let context = Context::new(
            module,
            code,
            memory,
            shape,
            parameters.clone(),
            &addresses,
            options,
        );
        machine::run(&context, alone)
    };
    let (mut findings, mut profile) = run(memory, false);
    if let Some(snapshot) = snapshot
        && !findings.is_empty()
        && options.threads != Some(1)
    {
        memory.restore(snapshot);
        (findings, profile) = run(memory, true);
    }
    let report = Report {
        findings: findings.into_vec(),
        profile,
    };
    match report.findings.first() {
        Some(finding) if !options.sanitize => Err(Error::fault(finding)),
        _ => Ok(report),
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
