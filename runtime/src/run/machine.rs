//! What runs a compiled program as often as the caller likes: machine code, or PTX with the plan of
//! its launches. It outlives the context that it was compiled in.

use super::{cuda::OnDevice, emulator::Emulated, figures::Report, limits};
use crate::{
    bound::call::{Argument, Call},
    compiled::{
        Compiled,
        cached::Found,
        checks::CompiledChecks,
        code::{self, Code},
    },
    errors::Errors,
    executor::Executor,
    options::{Emulation, Profile},
    outcome::{Failure, Outcome},
};
use tc_backend_cpu::{Kernel, Threads};
use tc_backend_cuda::driver;
use tc_cache::{Entry, Key};
use tc_comprehensions::bounds_checks::Check;
use tc_dialects::target::Target;
use tc_dialects::tensor::Tensor;

/// A program that is ready to run. What a warm call of the engine passes is inlined there: it is
/// short beside the kernel only if it takes no calls into another crate.
pub struct Machine {
    runner: Runner,
    /// Where a run records subscripts that are computed: arguments behind those of the caller.
    records: Vec<Argument>,
    /// What the records mean.
    recorders: Vec<Check>,
    /// The arguments whose values decide about places.
    deciding: Vec<usize>,
    /// The entry of the cache that has its code.
    kept: Option<Key>,
}

enum Runner {
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
pub struct OutOfRange;

impl Runner {
    fn of(
        executor: Executor,
        code: Option<Code>,
        target: Option<&Target>,
        checks: Option<CompiledChecks>,
    ) -> Result<Self, Errors> {
        Ok(match (code, executor) {
            (Some(Code::Object(object)), _) => {
                let kernel = code::load(&object)?;
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

impl Compiled<'_> {
    /// What runs it as often as the caller likes, without a context; the outcome has no tensors.
    ///
    /// # Errors
    /// Machine code, PTX or plans that cannot be made.
    pub fn into_machine(self) -> Result<(Machine, Outcome), Failure> {
        let Compiled {
            way, entry, call, ..
        } = self;
        let executor = self.platform.executor();
        let target = limits(&way, &entry, &self.platform);
        let checks = self.before.map(|before| before.checks);
        let code = match (self.code, executor) {
            (None, Executor::Reference) => Ok(None),
            (None, _) => Code::of(executor, &way.module, &entry.name).map(Some),
            (code, _) => Ok(code),
        };
        let runner = code.and_then(|code| Runner::of(executor, code, target.as_ref(), checks));
        match runner {
            Ok(runner) => {
                let machine = Machine {
                    runner,
                    records: call.buffers,
                    recorders: self.checks,
                    deciding: self.deciding,
                    kept: self.kept,
                };
                Ok((machine, way.log.finish()))
            }
            Err(errors) => Err(way.log.fail(errors)),
        }
    }
}

impl Machine {
    /// Of code in the cache, for this executor and machine: a program without records of computed
    /// subscripts. The checks before each run, if it has some, have flags of these shapes. None
    /// where the entry has no such code.
    pub fn of_entry(
        (key, entry): (Key, &Entry),
        (executor, target): (Executor, &Target),
        flags: Option<&[Vec<usize>]>,
        deciding: &[usize],
    ) -> Option<Machine> {
        let found = Found::of(entry)?;
        let checks = match (&found.checks, flags) {
            (Some(object), Some(flags)) => Some(CompiledChecks::of(object, flags).ok()?),
            (None, None) => None,
            _ => return None,
        };
        let runner = Runner::of(executor, Some(found.code), Some(target), checks).ok()?;
        Some(Machine {
            runner,
            records: Vec::new(),
            recorders: Vec::new(),
            deciding: deciding.to_vec(),
            kept: Some(key),
        })
    }

    /// What runs it.
    #[inline]
    pub fn executor(&self) -> Executor {
        match self.runner {
            Runner::Cpu { .. } => Executor::Cpu,
            Runner::Emulator(_) => Executor::Emulator,
            Runner::Cuda(_) => Executor::Cuda,
            Runner::Reference => Executor::Reference,
        }
    }

    /// The entry of the cache that has its code.
    pub fn kept(&self) -> Option<Key> {
        self.kept
    }

    /// The positions of the arguments whose values decide about places.
    #[inline]
    pub fn deciding(&self) -> &[usize] {
        &self.deciding
    }

    /// The shapes of the flags of its checks before each run on the CPU, if it has some.
    pub fn flags(&self) -> Option<Vec<Vec<usize>>> {
        self.checks().map(CompiledChecks::flags)
    }

    /// Whether a run on the CPU begins with checks, which take the arguments that are given.
    #[inline]
    pub fn has_checks(&self) -> bool {
        self.checks().is_some()
    }

    #[inline]
    fn checks(&self) -> Option<&CompiledChecks> {
        match &self.runner {
            Runner::Cpu { checks, .. } => checks.as_ref(),
            _ => None,
        }
    }

    /// Whether a run records computed subscripts.
    #[inline]
    pub fn has_records(&self) -> bool {
        !self.recorders.is_empty()
    }

    /// New records of one run.
    #[inline]
    pub fn new_records(&self) -> Vec<Argument> {
        self.records.clone()
    }

    /// The first computed subscript that was out of range, in the order of the program.
    ///
    /// # Errors
    /// That subscript, with its place.
    pub fn check<'r>(&self, records: impl IntoIterator<Item = &'r Tensor>) -> Result<(), Errors> {
        let found = self
            .recorders
            .iter()
            .zip(records)
            .find_map(|(one, values)| {
                one.violation(values.as_slice().expect("recorded values are int64"))
            });
        found.map_or(Ok(()), |violation| Err(vec![violation]))
    }

    /// Runs machine code once, if the checks of subscripts hold.
    ///
    /// # Safety
    /// `addresses` are those of all arguments, the records and the values of open sizes behind
    /// them; `given` those of the arguments that are given, where there are checks. Each is of a
    /// buffer of the size that the program was compiled for, and no other thread uses it.
    ///
    /// # Errors
    /// Checks that do not hold: nothing has run.
    ///
    /// # Panics
    /// On a program for another executor than the CPU.
    #[inline]
    pub unsafe fn run_code(
        &self,
        addresses: &[*mut u8],
        given: &[*mut u8],
        sizes: &[i64],
        threads: &Threads,
    ) -> Result<(), OutOfRange> {
        let Runner::Cpu { kernel, checks } = &self.runner else {
            unreachable!("only a CPU runs machine code");
        };
        let (sent, given) = (Sent(addresses), Sent(given));
        threads.run(move || {
            let (sent, given) = (sent, given);
            if let Some(checks) = checks {
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

    /// Enqueues the kernels of a program for CUDA on a stream, behind what is on others: for these
    /// arguments and sizes.
    ///
    /// # Safety
    /// As of [`driver::Device::launch`].
    ///
    /// # Errors
    /// What the driver refuses.
    ///
    /// # Panics
    /// On a program for another executor than CUDA.
    pub unsafe fn launch(
        &self,
        arguments: &mut [driver::Argument<'_>],
        sizes: &[i64],
        streams: (u64, &[u64]),
    ) -> Result<(), Errors> {
        let Runner::Cuda(loaded) = &self.runner else {
            unreachable!("only a device has streams");
        };
        // SAFETY: the caller's promise.
        unsafe { loaded.launch(arguments, sizes, streams) }
    }

    /// Runs the kernels of a GPU on a call whose last buffers are the records.
    ///
    /// # Errors
    /// What the emulator or the driver refuses, findings of the sanitizer, and the first computed
    /// subscript that is out of range.
    ///
    /// # Panics
    /// On a program for a CPU or the reference evaluator.
    pub fn run_ptx(
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
