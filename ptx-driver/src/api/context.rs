//! Contexts: those of the program, and the primary one.

use cudarc::driver::sys::CUresult;

use super::basic::check_device;
use crate::boundary::{Outcome, api};
use crate::driver::{Driver, driver, in_context, stack};
use crate::pointer::{In, Out};
use crate::table::Handle;

/// Flags that a context may have.
const FLAGS: u32 = 0xff;

fn create(context: Out<Handle>, flags: u32, device: i32) -> Outcome {
    context.check()?;
    check_device(device)?;
    if flags & !FLAGS != 0 {
        return Err(CUresult::CUDA_ERROR_INVALID_VALUE);
    }
    let new = driver()?.new_context(flags);
    stack(|stack| stack.push(new));
    context.put(new)
}

fn destroy(context: Handle) -> Outcome {
    let mut driver = driver()?;
    if driver.primary.handle == Some(context) {
        return Err(CUresult::CUDA_ERROR_INVALID_CONTEXT);
    }
    driver.end_context(context)?;
    stack(|stack| {
        if stack.last() == Some(&context) {
            stack.pop();
        }
    });
    Ok(())
}

fn pop(context: Out<Handle>) -> Outcome {
    driver()?;
    match stack(Vec::pop) {
        Some(popped) => {
            context.may_put(popped);
            Ok(())
        }
        None => Err(CUresult::CUDA_ERROR_INVALID_CONTEXT),
    }
}

fn push(context: Handle) -> Outcome {
    driver()?.contexts.get(context)?;
    stack(|stack| stack.push(context));
    Ok(())
}

/// The primary context, which is made when it is first wanted.
fn retain(driver: &mut Driver) -> Handle {
    driver.primary.references += 1;
    if let Some(handle) = driver.primary.handle {
        return handle;
    }
    let handle = driver.new_context(driver.primary.flags);
    driver.primary.handle = Some(handle);
    handle
}

/// Ends what is in the primary context. Its handle remains known, as programs keep it.
fn reset(driver: &mut Driver) -> Outcome {
    driver.primary.references = 0;
    match driver.primary.handle.take() {
        Some(handle) => driver.end_context(handle),
        None => Ok(()),
    }
}

fn release(device: i32) -> Outcome {
    check_device(device)?;
    let mut driver = driver()?;
    match driver.primary.references {
        0 => Err(CUresult::CUDA_ERROR_INVALID_CONTEXT),
        1 => reset(&mut driver),
        _ => {
            driver.primary.references -= 1;
            Ok(())
        }
    }
}

fn reset_primary(device: i32) -> Outcome {
    check_device(device)?;
    reset(&mut *driver()?)
}

fn set_flags(device: i32, flags: u32) -> Outcome {
    check_device(device)?;
    if flags & !FLAGS != 0 {
        return Err(CUresult::CUDA_ERROR_INVALID_VALUE);
    }
    driver()?.primary.flags = flags;
    Ok(())
}

/// Limits and their values at first, by the numbers of `CUlimit`.
const LIMITS: [(u32, u64); 7] = [
    (0, 1024),
    (1, 1 << 20),
    (2, 8 << 20),
    (3, 2),
    (4, 2048),
    (5, 64),
    (6, 0),
];

api! {
    fn cuCtxCreate(context: Out<Handle>, flags: u32, device: i32) {
        create(context, flags, device)
    }

    fn cuCtxCreate_v2(context: Out<Handle>, flags: u32, device: i32) {
        create(context, flags, device)
    }

    fn cuCtxCreate_v3(context: Out<Handle>, _affinity: u64, count: i32, flags: u32, device: i32) {
        if count != 0 {
            return Err(CUresult::CUDA_ERROR_UNSUPPORTED_EXEC_AFFINITY);
        }
        create(context, flags, device)
    }

    fn cuCtxCreate_v4(context: Out<Handle>, parameters: In<[u64; 2]>, flags: u32, device: i32) {
        if !parameters.is_null() && parameters.get()? != [0; 2] {
            return Err(CUresult::CUDA_ERROR_UNSUPPORTED_EXEC_AFFINITY);
        }
        create(context, flags, device)
    }

    fn cuCtxDestroy(context: Handle) {
        destroy(context)
    }

    fn cuCtxDestroy_v2(context: Handle) {
        destroy(context)
    }

    fn cuCtxPushCurrent(context: Handle) {
        push(context)
    }

    fn cuCtxPushCurrent_v2(context: Handle) {
        push(context)
    }

    fn cuCtxPopCurrent(context: Out<Handle>) {
        pop(context)
    }

    fn cuCtxPopCurrent_v2(context: Out<Handle>) {
        pop(context)
    }

    fn cuCtxSetCurrent(context: Handle) {
        let driver = driver()?;
        if context != 0 {
            driver.contexts.get(context)?;
        }
        stack(|stack| {
            stack.pop();
            if context != 0 {
                stack.push(context);
            }
        });
        Ok(())
    }

    fn cuCtxGetCurrent(context: Out<Handle>) {
        driver()?;
        context.put(stack(|stack| stack.last().copied().unwrap_or(0)))
    }

    fn cuCtxGetDevice(device: Out<i32>) {
        device.check()?;
        // A context that ended with a fault is still one of the device.
        if driver()?.current() == Err(CUresult::CUDA_ERROR_INVALID_CONTEXT) {
            return Err(CUresult::CUDA_ERROR_INVALID_CONTEXT);
        }
        device.put(0)
    }

    fn cuCtxGetFlags(flags: Out<u32>) {
        let (driver, context) = in_context()?;
        flags.put(driver.contexts.get(context)?.flags)
    }

    fn cuCtxSetFlags(flags: u32) {
        let (mut driver, context) = in_context()?;
        if flags & !FLAGS != 0 {
            return Err(CUresult::CUDA_ERROR_INVALID_VALUE);
        }
        driver.contexts.get_mut(context)?.flags = flags;
        Ok(())
    }

    fn cuCtxGetId(context: Handle, number: Out<u64>) {
        let driver = driver()?;
        let context = if context == 0 { driver.current()? } else { context };
        number.put(driver.contexts.get(context)?.number)
    }

    fn cuCtxSynchronize() {
        in_context()?.0.synchronise()
    }

    fn cuCtxGetApiVersion(context: Handle, version: Out<u32>) {
        let driver = driver()?;
        let context = if context == 0 { driver.current()? } else { context };
        driver.contexts.get(context)?;
        version.put(3020)
    }

    fn cuCtxGetLimit(value: Out<u64>, limit: u32) {
        let (driver, context) = in_context()?;
        let first = LIMITS.iter().find(|(known, _)| *known == limit);
        let (_, first) = first.ok_or(CUresult::CUDA_ERROR_UNSUPPORTED_LIMIT)?;
        let set = driver.contexts.get(context)?.limits.get(&limit).copied();
        value.put(set.unwrap_or(*first))
    }

    fn cuCtxSetLimit(limit: u32, value: u64) {
        let (mut driver, context) = in_context()?;
        if !LIMITS.iter().any(|(known, _)| *known == limit) {
            return Err(CUresult::CUDA_ERROR_UNSUPPORTED_LIMIT);
        }
        driver.contexts.get_mut(context)?.limits.insert(limit, value);
        Ok(())
    }

    fn cuCtxResetPersistingL2Cache() {
        in_context().map(|_| ())
    }

    fn cuCtxGetCacheConfig(config: Out<u32>) {
        let (driver, context) = in_context()?;
        config.put(driver.contexts.get(context)?.cache)
    }

    fn cuCtxSetCacheConfig(config: u32) {
        let (mut driver, context) = in_context()?;
        if config > 3 {
            return Err(CUresult::CUDA_ERROR_INVALID_VALUE);
        }
        driver.contexts.get_mut(context)?.cache = config;
        Ok(())
    }

    fn cuCtxGetSharedMemConfig(config: Out<u32>) {
        let (driver, context) = in_context()?;
        config.put(driver.contexts.get(context)?.shared_banks)
    }

    fn cuCtxSetSharedMemConfig(config: u32) {
        let (mut driver, context) = in_context()?;
        if config > 2 {
            return Err(CUresult::CUDA_ERROR_INVALID_VALUE);
        }
        driver.contexts.get_mut(context)?.shared_banks = config;
        Ok(())
    }

    fn cuCtxGetStreamPriorityRange(least: Out<i32>, greatest: Out<i32>) {
        in_context()?;
        least.may_put(0);
        greatest.may_put(-5);
        Ok(())
    }

    fn cuDevicePrimaryCtxRetain(context: Out<Handle>, device: i32) {
        context.check()?;
        check_device(device)?;
        let handle = retain(&mut *driver()?);
        context.put(handle)
    }

    fn cuDevicePrimaryCtxRelease(device: i32) {
        release(device)
    }

    fn cuDevicePrimaryCtxRelease_v2(device: i32) {
        release(device)
    }

    fn cuDevicePrimaryCtxReset(device: i32) {
        reset_primary(device)
    }

    fn cuDevicePrimaryCtxReset_v2(device: i32) {
        reset_primary(device)
    }

    fn cuDevicePrimaryCtxSetFlags(device: i32, flags: u32) {
        set_flags(device, flags)
    }

    fn cuDevicePrimaryCtxSetFlags_v2(device: i32, flags: u32) {
        set_flags(device, flags)
    }

    fn cuDevicePrimaryCtxGetState(device: i32, flags: Out<u32>, active: Out<i32>) {
        check_device(device)?;
        let driver = driver()?;
        flags.put(driver.primary.flags)?;
        active.put(driver.primary.handle.is_some().into())
    }
}
