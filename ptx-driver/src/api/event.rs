//! Events, whose time is a counter.

use cudarc::driver::sys::CUresult;

use crate::boundary::{Outcome, api};
use crate::driver::{Event, driver, in_context};
use crate::pointer::Out;
use crate::table::Handle;
use crate::task::Task;

/// `CU_EVENT_DISABLE_TIMING` and the largest sum of flags.
const NO_TIME: u32 = 2;
const ALL_FLAGS: u32 = 7;

fn destroy(event: Handle) -> Outcome {
    driver()?.events.remove(event).map(|_| ())
}

fn record(event: Handle, stream: Handle) -> Outcome {
    let (mut driver, _) = in_context()?;
    driver.events.get(event)?;
    let stream = driver.stream(stream)?;
    let capture = driver.streams.get(stream)?.capture.clone();
    match capture {
        // What waits for the event joins the capture.
        Some(capture) => {
            driver.events.get_mut(event)?.captured = Some(capture);
            Ok(())
        }
        None => {
            driver.events.get_mut(event)?.captured = None;
            driver.submit(stream, Task::Record(event))
        }
    }
}

fn elapsed(milliseconds: Out<f32>, start: Handle, end: Handle) -> Outcome {
    milliseconds.check()?;
    let driver = driver()?;
    let time = |event| {
        let event = driver.events.get(event)?;
        let timed = event.flags & NO_TIME == 0;
        let recorded = event.recorded.filter(|_| timed);
        recorded.ok_or(CUresult::CUDA_ERROR_INVALID_HANDLE)
    };
    let nanoseconds = time(end)? as i64 - time(start)? as i64;
    milliseconds.put((nanoseconds as f64 / 1e6) as f32)
}

api! {
    fn cuEventCreate(event: Out<Handle>, flags: u32) {
        event.check()?;
        let (mut driver, context) = in_context()?;
        // An event between processes has no time.
        if flags > ALL_FLAGS || flags & 4 != 0 && flags & NO_TIME == 0 {
            return Err(CUresult::CUDA_ERROR_INVALID_VALUE);
        }
        let new = Event { context: Some(context), flags, ..Event::default() };
        let handle = driver.events.add(new);
        event.put(handle)
    }

    fn cuEventDestroy(event: Handle) {
        destroy(event)
    }

    fn cuEventDestroy_v2(event: Handle) {
        destroy(event)
    }

    fn cuEventRecord(event: Handle, stream: Handle) {
        record(event, stream)
    }

    fn cuEventRecordWithFlags(event: Handle, stream: Handle, flags: u32) {
        if flags > 1 {
            return Err(CUresult::CUDA_ERROR_INVALID_VALUE);
        }
        record(event, stream)
    }

    fn cuEventQuery(event: Handle) {
        let (driver, _) = in_context()?;
        match driver.events.get(event)?.captured {
            Some(_) => Err(CUresult::CUDA_ERROR_CAPTURED_EVENT),
            None => Ok(()),
        }
    }

    fn cuEventSynchronize(event: Handle) {
        let (driver, _) = in_context()?;
        match driver.events.get(event)?.captured {
            Some(_) => Err(CUresult::CUDA_ERROR_CAPTURED_EVENT),
            None => Ok(()),
        }
    }

    fn cuEventElapsedTime(milliseconds: Out<f32>, start: Handle, end: Handle) {
        elapsed(milliseconds, start, end)
    }

    fn cuEventElapsedTime_v2(milliseconds: Out<f32>, start: Handle, end: Handle) {
        elapsed(milliseconds, start, end)
    }
}
