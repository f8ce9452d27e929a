//! The executor of CUDA: the kernels of a call on the first device.

use super::{figures::Report, plan_at};
use crate::{
    bound::call::Call,
    compiled::code::Ptx,
    errors::{Errors, error},
};
use serde_json::json;
use std::sync::{Arc, Mutex, PoisonError};
use tc_backend_cuda::driver;

impl Ptx {
    /// Loads it on the first CUDA device.
    fn load(&self) -> Result<driver::Device, Errors> {
        let device = driver::Device::load(&self.text, self.sass.as_deref());
        device.map_err(|reason| error(reason.to_string()))
    }

    /// Runs the PTX on the first CUDA device, then measures it `timed` times in each way.
    pub(crate) fn cuda(
        &self,
        call: &mut Call,
        repeat: usize,
        timed: Option<usize>,
    ) -> Result<Report, Errors> {
        let plan = &plan_at(&self.plan, call)?;
        let device = self.load()?;
        let outputs: Vec<usize> = (0..call.buffers.len())
            .filter(|&index| call.buffers[index].returned)
            .collect();
        let mut buffers: Vec<&mut [u8]> = call
            .buffers
            .iter_mut()
            .map(|one| one.tensor.bytes_mut())
            .collect();
        let seconds = device
            .run(plan, &mut buffers, &outputs, repeat)
            .map_err(|reason| error(reason.to_string()))?;
        let mut facts = vec![("device", json!(device.name()))];
        if let Some(count) = timed {
            let buffers: Vec<&[u8]> = buffers.iter().map(|buffer| &**buffer).collect();
            let timing = device
                .time(plan, &buffers, count)
                .map_err(|reason| error(reason.to_string()))?;
            facts.push(("timing", json!(timing)));
        }
        Ok(Report {
            seconds,
            facts,
            ..Report::default()
        })
    }
}

/// A program for a CUDA device, which stays loaded from its first launch on.
pub(crate) struct OnDevice {
    pub(crate) ptx: Ptx,
    loaded: Mutex<Option<Arc<driver::Device>>>,
}

impl OnDevice {
    pub(crate) fn of(ptx: Ptx) -> Self {
        OnDevice {
            ptx,
            loaded: Mutex::default(),
        }
    }

    fn device(&self) -> Result<Arc<driver::Device>, Errors> {
        let mut loaded = self.loaded.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(device) = &*loaded {
            return Ok(Arc::clone(device));
        }
        let device = Arc::new(self.ptx.load()?);
        *loaded = Some(Arc::clone(&device));
        Ok(device)
    }

    /// Enqueues the kernels for these arguments and sizes on a stream of the caller's.
    ///
    /// # Safety
    /// As of [`driver::Device::launch`].
    pub(crate) unsafe fn launch(
        &self,
        arguments: &mut [driver::Argument<'_>],
        sizes: &[i64],
        (stream, after): (u64, &[u64]),
    ) -> Result<(), Errors> {
        let plan = self.ptx.plan.at(sizes);
        let plan = plan.map_err(|reason| error(reason.to_string()))?;
        let device = self.device()?;
        // SAFETY: the caller's promise.
        let launched = unsafe { device.launch(&plan, arguments, stream, after) };
        launched.map_err(|reason| error(reason.to_string()))
    }
}
