//! Runs a plan on a CUDA device through the installed driver, which is loaded on first use and
//! never linked.
//!
//! [`Device::run`] computes results; [`Device::launch`] does so on memory of the device and a stream
//! of the caller's; [`Device::time`] measures the same launches under repetition.
//!
//! Loops of a plan are expanded here. [`Device::run`] captures them in a CUDA graph, so that the
//! host takes no part between two launches, up to [`GRAPH_LAUNCHES`] of them; more are launched one
//! by one, without waiting for each other.

mod in_place;
mod timing;

pub use in_place::Argument;
pub use timing::{Figures, Times, Timing};

use crate::{
    assemble,
    ptx::{Buffer, Launch, Loop, Plan, Step},
};
use cudarc::driver::{CudaContext, CudaEvent, CudaSlice, CudaStream, DevicePtr, result, sys};
use std::{ffi::CString, sync::Arc};

/// Why a kernel could not run on a device.
#[derive(Debug, thiserror::Error)]
pub enum Error {
    /// `libcuda.so` cannot be opened.
    #[error(
        "no CUDA driver on this machine (libcuda.so is not found): use --target cpu, or --target emulator for the same PTX"
    )]
    NoDriver,
    /// The driver is there, but gives no device 0; the text is its reason.
    #[error("no CUDA device: {0}")]
    NoDevice(String),
    /// The driver's own compiler refuses the PTX; the text is its reason.
    #[error("the driver refuses the PTX: {0}")]
    Load(String),
    /// The PTX has no entry of this name.
    #[error("no kernel `{0}` in the PTX")]
    Missing(String),
    /// A call of the driver failed: out of memory, a refused launch, a fault in a kernel.
    #[error("{what}: {reason}")]
    Run {
        /// The attempted call.
        what: &'static str,
        /// The driver's reason.
        reason: String,
    },
}

/// The most launches in a graph.
pub const GRAPH_LAUNCHES: u64 = 4096;

/// A PTX module on the first device.
pub struct Device {
    stream: Arc<CudaStream>,
    module: sys::CUmodule,
}

// SAFETY: a module of the driver belongs to a context, not to a thread; the stream is shared by
// `cudarc`'s own promise.
unsafe impl Send for Device {}
// SAFETY: as above; the driver locks what calls from several threads share.
unsafe impl Sync for Device {}

fn run(what: &'static str) -> impl Fn(result::DriverError) -> Error {
    move |error| Error::Run {
        what,
        reason: error.to_string(),
    }
}

impl Device {
    /// Loads PTX on device 0, or the machine code that was made of it: if it is for the chip of the
    /// device, and the driver takes it.
    ///
    /// # Errors
    /// No driver, no device, or PTX that the driver refuses.
    pub fn load(ptx: &str, machine_code: Option<&[u8]>) -> Result<Self, Error> {
        // SAFETY: only checks whether the library can be opened.
        if !unsafe { sys::is_culib_present() } {
            return Err(Error::NoDriver);
        }
        let context = CudaContext::new(0).map_err(|error| Error::NoDevice(error.to_string()))?;
        // SAFETY: everything of this context is used on one stream, in order.
        unsafe { context.disable_event_tracking() };
        // The default stream cannot be captured in a graph.
        let stream = context
            .new_stream()
            .map_err(|error| Error::NoDevice(error.to_string()))?;
        let fitting = machine_code.filter(|_| {
            let capability = context.compute_capability().ok();
            assemble::chip_of(ptx)
                .zip(capability)
                .is_some_and(|(chip, capability)| assemble::fits(chip, capability))
        });
        // SAFETY: the context is current on this thread, and an object file says where it ends.
        let loaded = fitting.map(|code| unsafe { result::module::load_data(code.as_ptr().cast()) });
        if let Some(Ok(module)) = loaded {
            return Ok(Self { stream, module });
        }
        let source = CString::new(ptx).map_err(|error| Error::Load(error.to_string()))?;
        // SAFETY: as above; the source is NUL-terminated text.
        let module = unsafe { result::module::load_data(source.as_ptr().cast()) }
            .map_err(|error| Error::Load(error.to_string()))?;
        Ok(Self { stream, module })
    }

    /// The device's name.
    pub fn name(&self) -> String {
        self.stream
            .context()
            .name()
            .unwrap_or_else(|_| "CUDA device".to_owned())
    }

    /// Runs the plan on copies of `arguments` and copies those in `outputs` back; `repeat` times,
    /// each time from the same inputs. Returns the time of each run's kernels in seconds, by the
    /// device's own clock.
    ///
    /// # Errors
    /// Out of memory, a launch that the device refuses, a fault while a kernel runs.
    pub fn run(
        &self,
        plan: &Plan,
        arguments: &mut [&mut [u8]],
        outputs: &[usize],
        repeat: usize,
    ) -> Result<Vec<f64>, Error> {
        let stream = &self.stream;
        let mut memory =
            self.allocate_for(plan, arguments.iter().map(|argument| argument.len()))?;
        let launches = self.prepare(plan, |buffer| memory.address(buffer, stream))?;
        let graph = if plan.has_loops() && plan.count() <= GRAPH_LAUNCHES {
            self.captured(&launches, 1)?
        } else {
            None
        };
        let mut seconds = Vec::new();
        for _ in 0..repeat.max(1) {
            self.fill(&mut memory, arguments.iter().map(|argument| &**argument))?;
            let begin = self.event()?;
            begin.record(stream).map_err(run("event"))?;
            match &graph {
                Some(graph) => graph.launch().map_err(run("launch of a graph"))?,
                None => self.start(&launches)?,
            }
            let end = self.event()?;
            end.record(stream).map_err(run("event"))?;
            stream.synchronize().map_err(run("while the kernels ran"))?;
            seconds.push(f64::from(begin.elapsed_ms(&end).map_err(run("event"))?) / 1e3);
        }
        for &output in outputs {
            if !arguments[output].is_empty() {
                stream
                    .memcpy_dtoh(
                        &memory.arguments[output].slice(..arguments[output].len()),
                        arguments[output],
                    )
                    .map_err(run("copy from the device"))?;
            }
        }
        stream.synchronize().map_err(run("while the kernels ran"))?;
        Ok(seconds)
    }

    /// Memory for arguments of these sizes in bytes, and for the temporaries of the plan.
    fn allocate_for(
        &self,
        plan: &Plan,
        arguments: impl Iterator<Item = usize>,
    ) -> Result<Memory, Error> {
        let temporaries = plan.temporaries.iter().copied();
        Ok(Memory {
            arguments: arguments
                .map(|bytes| self.allocate(bytes))
                .collect::<Result<_, _>>()?,
            temporaries: temporaries
                .map(|bytes| self.allocate(bytes))
                .collect::<Result<_, _>>()?,
        })
    }

    /// At least one byte, so that an empty tensor has an address too. All bytes are zero, as some
    /// temporaries have to be.
    fn allocate(&self, bytes: usize) -> Result<CudaSlice<u8>, Error> {
        self.stream
            .alloc_zeros(bytes.max(1))
            .map_err(run("allocate on the device"))
    }

    /// Copies the arguments to the device.
    fn fill<'a>(
        &self,
        memory: &mut Memory,
        arguments: impl Iterator<Item = &'a [u8]>,
    ) -> Result<(), Error> {
        for (buffer, argument) in memory.arguments.iter_mut().zip(arguments) {
            if !argument.is_empty() {
                self.stream
                    .memcpy_htod(argument, buffer)
                    .map_err(run("copy to the device"))?;
            }
        }
        Ok(())
    }

    /// An event that measures time.
    fn event(&self) -> Result<CudaEvent, Error> {
        let flags = Some(sys::CUevent_flags::CU_EVENT_DEFAULT);
        let context = self.stream.context();
        context.new_event(flags).map_err(run("event"))
    }

    /// The launches of a plan on these buffers, and its loops.
    fn prepare<'p>(
        &self,
        plan: &'p Plan,
        address: impl Fn(Buffer) -> u64,
    ) -> Result<Vec<Prepared<'p>>, Error> {
        self.prepare_steps(&plan.steps, &address)
    }

    fn prepare_steps<'p>(
        &self,
        steps: &'p [Step],
        address: &dyn Fn(Buffer) -> u64,
    ) -> Result<Vec<Prepared<'p>>, Error> {
        let prepared = steps.iter().map(|step| match step {
            Step::Launch(launch) => Ok(Prepared::Launch(self.prepare_launch(launch, address)?)),
            Step::Loop(around) => Ok(Prepared::Loop(
                around,
                self.prepare_steps(&around.body, address)?,
            )),
        });
        prepared.collect()
    }

    fn prepare_launch<'p>(
        &self,
        launch: &'p Launch,
        address: &dyn Fn(Buffer) -> u64,
    ) -> Result<PreparedLaunch<'p>, Error> {
        let function = self.function(&launch.kernel)?;
        if launch.dynamic_shared > 0 {
            // Without it the driver refuses more than what a kernel can declare itself.
            let attribute =
                sys::CUfunction_attribute::CU_FUNC_ATTRIBUTE_MAX_DYNAMIC_SHARED_SIZE_BYTES;
            let bytes = i32::try_from(launch.dynamic_shared).unwrap_or(i32::MAX);
            // SAFETY: the function belongs to the module of `self`.
            unsafe { result::function::set_function_attribute(function, attribute, bytes) }
                .map_err(run("ask for dynamic shared memory"))?;
        }
        let parameter = |buffer: &Buffer| match *buffer {
            Buffer::Coordinate(depth) => Parameter::Coordinate(depth),
            buffer => Parameter::Value(address(buffer)),
        };
        Ok(PreparedLaunch {
            launch,
            function,
            parameters: launch.buffers.iter().map(parameter).collect(),
        })
    }

    fn function(&self, kernel: &str) -> Result<sys::CUfunction, Error> {
        let missing = || Error::Missing(kernel.to_owned());
        let symbol = CString::new(kernel).map_err(|_| missing())?;
        // SAFETY: the module lives as long as `self`.
        unsafe { result::module::get_function(self.module, symbol) }.map_err(|_| missing())
    }

    /// Enqueues the launches, in order.
    fn start(&self, launches: &[Prepared]) -> Result<(), Error> {
        Self::enqueue(launches, self.stream.cu_stream())
    }

    fn enqueue(launches: &[Prepared], stream: sys::CUstream) -> Result<(), Error> {
        Self::enqueue_at(launches, stream, &mut Vec::new())
    }

    /// Enqueues launches inside of loops with these coordinates.
    fn enqueue_at(
        launches: &[Prepared],
        stream: sys::CUstream,
        coordinates: &mut Vec<i64>,
    ) -> Result<(), Error> {
        for prepared in launches {
            match prepared {
                Prepared::Launch(launch) => launch.enqueue(stream, coordinates)?,
                Prepared::Loop(around, body) => {
                    for value in around.values() {
                        coordinates.push(value);
                        Self::enqueue_at(body, stream, coordinates)?;
                        coordinates.pop();
                    }
                }
            }
        }
        Ok(())
    }
}

impl PreparedLaunch<'_> {
    fn enqueue(&self, stream: sys::CUstream, coordinates: &[i64]) -> Result<(), Error> {
        let value = |parameter: &Parameter| match *parameter {
            Parameter::Value(value) => value,
            Parameter::Coordinate(depth) => coordinates[depth].cast_unsigned(),
        };
        let values: Vec<u64> = self.parameters.iter().map(value).collect();
        let mut parameters: Vec<_> = values
            .iter()
            .map(|value| std::ptr::from_ref(value).cast_mut().cast())
            .collect();
        let [x, y, z] = self.launch.grid;
        let [tx, ty, tz] = self.launch.block;
        // SAFETY: the kernel takes 64 bits per buffer, a pointer to an allocation of the size that
        // the plan names, or a number. The driver reads the parameters before it returns.
        unsafe {
            result::launch_kernel(
                self.function,
                (x, y, z),
                (tx, ty, tz),
                self.launch.dynamic_shared,
                stream,
                &mut parameters,
            )
        }
        .map_err(run("launch"))
    }
}

/// Memory on the device for the buffers of a plan.
struct Memory {
    arguments: Vec<CudaSlice<u8>>,
    temporaries: Vec<CudaSlice<u8>>,
}

impl Memory {
    /// The address of a buffer, or the number that stands for it.
    fn address(&self, buffer: Buffer, stream: &CudaStream) -> u64 {
        match buffer {
            Buffer::Argument(index) => self.arguments[index].device_ptr(stream).0,
            Buffer::Temporary(index) => self.temporaries[index].device_ptr(stream).0,
            Buffer::Size(_) => unreachable!("`Plan::at` gives sizes their values"),
            Buffer::Value(value) => value.cast_unsigned(),
            Buffer::Coordinate(_) => unreachable!("a launch gives coordinates their values"),
        }
    }
}

/// A step of a plan whose kernels and addresses are looked up.
enum Prepared<'p> {
    Launch(PreparedLaunch<'p>),
    Loop(&'p Loop, Vec<Prepared<'p>>),
}

impl<'p> Prepared<'p> {
    /// The launches of steps, each of them once.
    fn launches<'s>(steps: &'s [Prepared<'p>]) -> Vec<&'s PreparedLaunch<'p>> {
        let mut all = Vec::new();
        for step in steps {
            match step {
                Prepared::Launch(launch) => all.push(launch),
                Prepared::Loop(_, body) => all.extend(Prepared::launches(body)),
            }
        }
        all
    }
}

/// A launch whose kernel and addresses are looked up.
struct PreparedLaunch<'p> {
    launch: &'p Launch,
    function: sys::CUfunction,
    parameters: Vec<Parameter>,
}

/// A parameter of a kernel.
enum Parameter {
    /// An address, or a number.
    Value(u64),
    /// The coordinate of the loop at that depth around the launch.
    Coordinate(usize),
}

impl Drop for Device {
    fn drop(&mut self) {
        // A module that cannot be unloaded is freed with its context.
        // SAFETY: the module was loaded by `load`, and nothing uses it any more. The stream keeps
        // its CUDA context alive.
        let _ = unsafe { result::module::unload(self.module) };
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn without_a_driver_there_is_a_clean_error() {
        // SAFETY: only asks whether the library can be opened.
        if unsafe { sys::is_culib_present() } {
            assert!(matches!(
                Device::load("no PTX", None),
                Err(Error::Load(_) | Error::NoDevice(_))
            ));
        } else {
            let message = Device::load("", None)
                .err()
                .expect("there is no driver")
                .to_string();
            assert!(
                message.starts_with("no CUDA driver on this machine"),
                "{message}"
            );
        }
    }
}
