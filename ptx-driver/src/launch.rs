//! A launch on the emulator, from what a program asked for to an error code.

use cudarc::driver::sys::CUresult;
use ptx_emulator::{
    Argument, Error, ErrorKind, Finding, FindingKind, Launch as Shape, Options, Parameter,
};

use crate::boundary::{Outcome, Refused};
use crate::driver::Driver;
use crate::pointer::In;
use crate::report;
use crate::settings::settings;
use crate::table::Handle;
use crate::task::Launch;

/// `CU_LAUNCH_PARAM_BUFFER_POINTER` and the others, which end `extra`.
const BUFFER_END: u64 = 0;
const BUFFER_POINTER: u64 = 1;
const BUFFER_SIZE: u64 = 2;

impl Driver {
    /// The arguments of a launch: a pointer to each, or one buffer with all.
    pub fn arguments(
        &self,
        function: Handle,
        pointers: In<u64>,
        extra: In<u64>,
    ) -> Refused<Vec<Vec<u8>>> {
        let (function, module) = self.module_of(function)?;
        let parameters = module.parameters(&function.name);
        let parameters = parameters.map_err(|error| refused(&error))?;
        if !pointers.is_null() {
            let places = pointers.list(parameters.len())?;
            let arguments = parameters.iter().zip(places);
            return arguments
                .map(|(parameter, place)| In::<u8>::at(place).list(parameter.bytes))
                .collect();
        }
        if extra.is_null() {
            return if parameters.is_empty() {
                Ok(Vec::new())
            } else {
                Err(CUresult::CUDA_ERROR_INVALID_VALUE)
            };
        }
        let buffer = buffer(extra)?;
        let argument = |parameter: &Parameter| {
            let bytes = buffer.get(parameter.offset..parameter.offset + parameter.bytes);
            bytes
                .map(<[u8]>::to_vec)
                .ok_or(CUresult::CUDA_ERROR_INVALID_VALUE)
        };
        parameters.iter().map(argument).collect()
    }

    /// Checks a launch as the driver does before it starts.
    pub fn check_shape(&self, launch: &Launch) -> Outcome {
        let function = self.functions.get(launch.function)?;
        let most = u64::from(launch.dynamic_shared);
        if most > function.max_dynamic {
            report::say(&format!(
                "kernel `{}` is launched with {most} bytes of dynamic shared memory, and {} are allowed: raise the limit by cuFuncSetAttribute",
                function.name, function.max_dynamic
            ));
            return Err(CUresult::CUDA_ERROR_INVALID_VALUE);
        }
        if launch.cluster.iter().any(|extent| *extent > 1) {
            report::say(&format!(
                "kernel `{}` is launched in clusters of {:?} blocks, which are not emulated",
                function.name, launch.cluster
            ));
            return Err(CUresult::CUDA_ERROR_NOT_SUPPORTED);
        }
        Ok(())
    }

    pub fn launch(&mut self, launch: &Launch) -> Outcome {
        self.check_shape(launch)?;
        let (function, module) = self.module_of(launch.function)?;
        let name = function.name.clone();
        self.name_arrays(&module.parameters(&name).unwrap_or_default(), launch);
        let shape = Shape {
            grid: launch.grid,
            block: launch.block,
            dynamic_shared: launch.dynamic_shared as usize,
            arguments: launch
                .arguments
                .iter()
                .cloned()
                .map(Argument::Bytes)
                .collect(),
        };
        let settings = settings();
        let options = Options {
            sanitize: settings.sanitize,
            profile: settings.profile,
            seed: settings.seed,
            limits: Some(settings.chip.limits()),
            ..Options::default()
        };
        let ran = ptx_emulator::launch(&module, &name, &shape, &mut self.memory, &options);
        let report = match ran {
            Ok(report) => report,
            Err(error) => return Err(self.failed(&error)),
        };
        print(&report.printed);
        self.now += 2000 + report.profile.totals.thread_instructions / 32;
        if settings.profile {
            report::profile(&report.profile, launch.grid, launch.block);
        }
        for finding in &report.findings {
            report::finding(finding);
        }
        let mut codes = report.findings.iter().map(fault);
        let Some(first) = codes.next() else {
            return Ok(());
        };
        // A race or an unset value does not end a context, as a fault does.
        if let Some(fault) = first.or_else(|| codes.find_map(|code| code)) {
            self.end_by_fault(fault);
            return Err(fault);
        }
        Err(CUresult::CUDA_ERROR_LAUNCH_FAILED)
    }

    /// The code of a launch that did not start, or ended with a fault.
    fn failed(&mut self, error: &Error) -> CUresult {
        match error.finding() {
            Some(finding) => {
                report::finding(finding);
                let code = fault(finding).unwrap_or(CUresult::CUDA_ERROR_LAUNCH_FAILED);
                self.end_by_fault(code);
                code
            }
            None => refused(error),
        }
    }

    fn end_by_fault(&mut self, fault: CUresult) {
        if let Ok(context) = self.current()
            && let Ok(context) = self.contexts.get_mut(context)
        {
            context.fault = Some(fault);
        }
    }

    /// Names the arrays by the parameters that point to them, for messages.
    fn name_arrays(&mut self, parameters: &[Parameter], launch: &Launch) {
        for (number, (parameter, bytes)) in parameters.iter().zip(&launch.arguments).enumerate() {
            let Ok(bytes) = <[u8; 8]>::try_from(bytes.as_slice()) else {
                continue;
            };
            let Some((array, ..)) = self.memory.array_at(u64::from_le_bytes(bytes)) else {
                continue;
            };
            let name = if parameter.name.ends_with(&format!("_param_{number}")) {
                format!("parameter {number}")
            } else {
                parameter.name.clone()
            };
            self.memory.rename(array, &name);
        }
    }
}

/// The buffer that `extra` names.
fn buffer(extra: In<u64>) -> Refused<Vec<u8>> {
    let words = extra.list(5)?;
    let (mut pointer, mut size) = (0, 0);
    for pair in words.chunks(2) {
        match *pair {
            [BUFFER_POINTER, value] => pointer = value,
            [BUFFER_SIZE, value] => size = In::<u64>::at(value).get()?,
            [BUFFER_END, ..] => break,
            _ => return Err(CUresult::CUDA_ERROR_INVALID_VALUE),
        }
    }
    In::<u8>::at(pointer).list(size as usize)
}

/// The code of a launch that is refused, which says why.
fn refused(error: &Error) -> CUresult {
    report::say(&error.to_string());
    match error.kind() {
        ErrorKind::UnknownKernel => CUresult::CUDA_ERROR_NOT_FOUND,
        ErrorKind::Syntax => CUresult::CUDA_ERROR_NOT_SUPPORTED,
        ErrorKind::Fault => CUresult::CUDA_ERROR_LAUNCH_FAILED,
        _ => CUresult::CUDA_ERROR_INVALID_VALUE,
    }
}

/// The code of a fault; none for a finding that hardware does not see.
fn fault(finding: &Finding) -> Option<CUresult> {
    match finding.kind {
        FindingKind::OutOfBounds => Some(CUresult::CUDA_ERROR_ILLEGAL_ADDRESS),
        FindingKind::Misaligned => Some(CUresult::CUDA_ERROR_MISALIGNED_ADDRESS),
        FindingKind::InfiniteLoop | FindingKind::Deadlock => {
            Some(CUresult::CUDA_ERROR_LAUNCH_TIMEOUT)
        }
        FindingKind::Trap if finding.message.starts_with("the assertion") => {
            Some(CUresult::CUDA_ERROR_ASSERT)
        }
        FindingKind::Trap | FindingKind::InvalidOperation => {
            Some(CUresult::CUDA_ERROR_LAUNCH_FAILED)
        }
        _ => None,
    }
}

/// What a kernel printed goes to the standard output of the process.
fn print(text: &str) {
    use std::io::Write;
    let mut out = std::io::stdout();
    // A closed output ends nothing: a GPU's text is lost too.
    let _ = out.write_all(text.as_bytes()).and_then(|()| out.flush());
}
