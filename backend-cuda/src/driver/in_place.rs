//! Launches of a plan on memory that is on the device already, on a stream of the caller's: nothing
//! is copied, and nobody waits.
//!
//! ```text
//! argument At        its address is given to the kernels as it is
//! argument Given     memory of its own, filled before the launches
//! argument Returned  likewise, and read behind them
//! ```
//!
//! The kernels are enqueued behind all that is on the stream. The call waits for them only where
//! memory of its own has to be freed: for temporaries of the plan, and for arguments that are
//! copied.

use super::{Device, Error, run};
use crate::ptx::{Buffer, Plan};
use cudarc::driver::{result, sys};

/// An argument of a call.
pub enum Argument<'a> {
    /// An address on the device.
    At(u64),
    /// Memory of the host that the kernels read.
    Given(&'a [u8]),
    /// Memory of the host that the kernels read and write.
    Returned(&'a mut [u8]),
}

/// Memory of one call, freed with it.
#[derive(Default)]
struct Own(Vec<sys::CUdeviceptr>);

impl Own {
    fn allocate(&mut self, bytes: usize) -> Result<sys::CUdeviceptr, Error> {
        // SAFETY: the context is current on this thread.
        let address = unsafe { result::malloc_sync(bytes.max(1)) };
        let address = address.map_err(run("allocate on the device"))?;
        self.0.push(address);
        Ok(address)
    }
}

impl Drop for Own {
    fn drop(&mut self) {
        for address in &self.0 {
            // SAFETY: it was allocated here; the driver frees it behind the kernels that use it.
            let _ = unsafe { result::free_sync(*address) };
        }
    }
}

impl Device {
    /// Enqueues the launches of a plan on a stream, which is 0 for the default one, behind the work
    /// on the streams of `after`.
    ///
    /// # Safety
    /// Addresses are of as many bytes on this device as the plan was made for, until the stream has
    /// reached the end of the kernels; the streams belong to this device.
    ///
    /// # Errors
    /// Out of memory, a launch that the device refuses; a fault of a kernel if the call waits.
    pub unsafe fn launch(
        &self,
        plan: &Plan,
        arguments: &mut [Argument<'_>],
        stream: u64,
        after: &[u64],
    ) -> Result<(), Error> {
        let context = self.stream.context();
        context.bind_to_thread().map_err(run("use the device"))?;
        let raw = |stream: u64| stream as sys::CUstream;
        for other in after.iter().filter(|other| **other != stream) {
            // SAFETY: the caller's promise.
            unsafe { result::stream::synchronize(raw(*other)) }
                .map_err(run("wait for a stream"))?;
        }
        let stream = raw(stream);
        let mut own = Own::default();
        let addresses = Self::addresses(&mut own, arguments, stream)?;
        let temporaries = plan.temporaries.iter();
        let temporaries = temporaries.map(|bytes| own.allocate(*bytes));
        let temporaries: Vec<u64> = temporaries.collect::<Result<_, _>>()?;
        for &index in &plan.zeroed {
            let bytes = plan.temporaries[index];
            // SAFETY: so many bytes were allocated there.
            unsafe { result::memset_d8_async(temporaries[index], 0, bytes, stream) }
                .map_err(run("clear memory of the device"))?;
        }
        let launches = self.prepare(plan, |buffer| match buffer {
            Buffer::Argument(index) => addresses[index],
            Buffer::Temporary(index) => temporaries[index],
            Buffer::Size(_) => unreachable!("`Plan::at` gives sizes their values"),
            Buffer::Value(value) => value.cast_unsigned(),
            Buffer::Coordinate(_) => unreachable!("a launch gives coordinates their values"),
        })?;
        Self::enqueue(&launches, stream)?;
        for (argument, address) in arguments.iter_mut().zip(&addresses) {
            if let Argument::Returned(bytes) = argument {
                // SAFETY: `own` has as many bytes there, and the stream is waited for below.
                unsafe { result::memcpy_dtoh_async(bytes, *address, stream) }
                    .map_err(run("copy from the device"))?;
            }
        }
        if !own.0.is_empty() {
            // SAFETY: the caller's promise.
            unsafe { result::stream::synchronize(stream) }.map_err(run("while the kernels ran"))?;
        }
        Ok(())
    }

    fn addresses(
        own: &mut Own,
        arguments: &[Argument<'_>],
        stream: sys::CUstream,
    ) -> Result<Vec<u64>, Error> {
        let mut copy = |bytes: &[u8]| {
            let address = own.allocate(bytes.len())?;
            // SAFETY: there are as many bytes; those of the host are pageable, which the driver
            // reads before it returns.
            unsafe { result::memcpy_htod_async(address, bytes, stream) }
                .map_err(run("copy to the device"))?;
            Ok(address)
        };
        let one = |argument: &Argument<'_>| match argument {
            Argument::At(address) => Ok(*address),
            Argument::Given(bytes) => copy(bytes),
            Argument::Returned(bytes) => copy(bytes),
        };
        arguments.iter().map(one).collect()
    }
}
