//! What runs a compiled program as often as the caller likes: machine code, or PTX with the plan of
//! its launches. It outlives the context that it was compiled in.

use crate::{
    call::{Argument, Call},
    checks::CompiledChecks,
    execute::{Emulated, Emulation, OnDevice, Profile, Report},
    outcome::Errors,
    platform::Executor,
    stored::{self, Code},
};
use smallvec::SmallVec;
use tc_backend_cpu::{Kernel, Threads};
use tc_cache::Key;
use tc_comprehensions::bounds_checks::Check;
use tc_dialects::target::Target;
use tc_dialects::tensor::Tensor;

/// The addresses of the arguments, in order.
pub(crate) type Addresses = SmallVec<[*mut u8; 16]>;

/// A program that is ready to run.
pub(crate) struct Machine {
    pub(crate) runner: Runner,
    /// Where a run records subscripts that are computed: arguments behind those of the caller.
    pub(crate) records: Vec<Argument>,
    /// What the records mean.
    pub(crate) recorders: Vec<Check>,
    /// The arguments whose values decide about places.
    pub(crate) deciding: Vec<usize>,
    /// The entry of the cache that has its code.
    pub(crate) kept: Option<Key>,
}

pub(crate) enum Runner {
    Cpu {
        kernel: Kernel,
        /// Of subscripts that are inputs, before each run.
        checks: Option<CompiledChecks>,
    },
    Emulator(Emulated),
    Cuda(OnDevice),
    /// The reference evaluator, which reads the program again.
    Reference,
}

/// Why a run on the CPU did not begin.
pub(crate) struct OutOfRange;

impl Runner {
    pub(crate) fn of(
        executor: Executor,
        code: Option<Code>,
        target: Option<&Target>,
        checks: Option<CompiledChecks>,
    ) -> Result<Self, Errors> {
        Ok(match (code, executor) {
            (Some(Code::Object(object)), _) => {
                let kernel = stored::load(&object)?;
                Runner::Cpu { kernel, checks }
            }
            (Some(Code::Ptx(ptx)), Executor::Emulator) => {
                Runner::Emulator(Emulated::of(ptx, target)?)
            }
            (Some(Code::Ptx(ptx)), _) => Runner::Cuda(OnDevice::of(ptx)),
            (None, _) => Runner::Reference,
        })
    }
}

/// The addresses of a run, for the threads that do it.
struct Sent<'a>(&'a [*mut u8]);

// SAFETY: the caller waits while other threads use the addresses.
unsafe impl Send for Sent<'_> {}

/// Runs machine code once, if the checks of subscripts hold.
///
/// # Safety
/// As of [`Kernel::run`]; the checks come with the addresses and the sizes that they take.
pub(crate) unsafe fn run_code(
    kernel: &Kernel,
    checks: Option<(&CompiledChecks, &[*mut u8], &[i64])>,
    addresses: &[*mut u8],
    threads: &Threads,
) -> Result<(), OutOfRange> {
    let (sent, checks) = (
        Sent(addresses),
        checks.map(|(one, all, sizes)| (one, Sent(all), sizes)),
    );
    threads.run(move || {
        let sent = sent;
        if let Some((checks, given, sizes)) = checks {
            // SAFETY: the caller's promise.
            let held = unsafe { checks.hold(given.0, sizes) };
            if !held {
                return Err(OutOfRange);
            }
        }
        // SAFETY: the caller's promise.
        unsafe { kernel.run(sent.0) };
        Ok(())
    })
}

impl Machine {
    /// New records of one run.
    pub(crate) fn new_records(&self) -> Vec<Argument> {
        self.records.clone()
    }

    /// The first computed subscript that was out of range, in the order of the program.
    pub(crate) fn check<'r>(
        &self,
        records: impl IntoIterator<Item = &'r Tensor>,
    ) -> Result<(), Errors> {
        let found = self
            .recorders
            .iter()
            .zip(records)
            .find_map(|(one, values)| {
                one.violation(values.as_slice().expect("recorded values are int64"))
            });
        found.map_or(Ok(()), |violation| Err(vec![violation]))
    }

    /// Runs the kernels of a GPU on a call whose last buffers are the records.
    pub(crate) fn run_ptx(
        &self,
        call: &mut Call,
        repeat: usize,
        profile: Option<Profile>,
    ) -> Result<Report, Errors> {
        let report = match &self.runner {
            Runner::Emulator(emulated) => {
                emulated.run(call, Emulation::default(), profile, false)?
            }
            Runner::Cuda(loaded) => loaded.ptx.cuda(call, repeat, None)?,
            Runner::Cpu { .. } | Runner::Reference => {
                unreachable!("only an emulator and a device run PTX")
            }
        };
        let records = call.buffers.len() - self.records.len();
        self.check(call.buffers[records..].iter().map(|one| &one.tensor))?;
        Ok(report)
    }
}
