//! Memory that streams allocate and free, and its pools.

use cudarc::driver::sys::CUresult;

use super::basic::check_device;
use crate::boundary::{Outcome, api};
use crate::driver::{Kind, Pool, driver, in_context};
use crate::pointer::{In, Out};
use crate::table::Handle;
use crate::task::Task;

/// Attributes of a pool: three switches, the threshold, what is reserved and used.
const SWITCHES: std::ops::RangeInclusive<u32> = 1..=3;
const THRESHOLD: u32 = 4;
const RESERVED: u32 = 5;
const RESERVED_MOST: u32 = 6;
const USED: u32 = 7;
const USED_MOST: u32 = 8;

/// Allocates from a pool; in a capture, the memory of a node.
fn allocate(address: Out<u64>, bytes: usize, pool: Option<Handle>, stream: Handle) -> Outcome {
    address.check()?;
    let (mut driver, context) = in_context()?;
    let stream = driver.stream(stream)?;
    let pool = pool.unwrap_or(driver.current_pool);
    driver.pools.get(pool)?;
    let new = if driver.streams.get(stream)?.capture.is_some() {
        let new = driver.allocate(bytes, Kind::Device, Some(context))?;
        driver.submit(
            stream,
            Task::Allocate {
                address: new,
                bytes,
            },
        )?;
        new
    } else {
        driver.allocate(bytes, Kind::Pool(pool), None)?
    };
    address.put(new)
}

api! {
    fn cuMemAllocAsync(address: Out<u64>, bytes: usize, stream: Handle) {
        allocate(address, bytes, None, stream)
    }

    fn cuMemAllocFromPoolAsync(address: Out<u64>, bytes: usize, pool: Handle, stream: Handle) {
        allocate(address, bytes, Some(pool), stream)
    }

    fn cuMemFreeAsync(address: u64, stream: Handle) {
        let (mut driver, _) = in_context()?;
        let stream = driver.stream(stream)?;
        if driver.streams.get(stream)?.capture.is_some() {
            if !driver.allocations.contains_key(&address) {
                return Err(CUresult::CUDA_ERROR_INVALID_VALUE);
            }
            return driver.submit(stream, Task::Free(address));
        }
        driver.release_if(address, |kind| {
            matches!(kind, Kind::Device | Kind::Managed | Kind::Pool(_))
        })
    }

    fn cuDeviceGetDefaultMemPool(pool: Out<Handle>, device: i32) {
        check_device(device)?;
        pool.put(driver()?.default_pool)
    }

    fn cuDeviceGetMemPool(pool: Out<Handle>, device: i32) {
        check_device(device)?;
        pool.put(driver()?.current_pool)
    }

    fn cuDeviceSetMemPool(device: i32, pool: Handle) {
        check_device(device)?;
        let mut driver = driver()?;
        driver.pools.get(pool)?;
        driver.current_pool = pool;
        Ok(())
    }

    fn cuMemPoolCreate(pool: Out<Handle>, properties: In<[u32; 4]>) {
        pool.check()?;
        let [kind, handles, location, _] = properties.get()?;
        // Pinned memory of a device, which no other process sees.
        if kind != 1 || location != 1 {
            return Err(CUresult::CUDA_ERROR_INVALID_VALUE);
        }
        if handles != 0 {
            return Err(CUresult::CUDA_ERROR_NOT_SUPPORTED);
        }
        let handle = driver()?.pools.add(Pool::default());
        pool.put(handle)
    }

    fn cuMemPoolDestroy(pool: Handle) {
        let mut driver = driver()?;
        if pool == driver.default_pool {
            return Err(CUresult::CUDA_ERROR_INVALID_VALUE);
        }
        driver.pools.remove(pool)?;
        if driver.current_pool == pool {
            driver.current_pool = driver.default_pool;
        }
        Ok(())
    }

    fn cuMemPoolTrimTo(pool: Handle, _bytes: u64) {
        driver()?.pools.get(pool).map(|_| ())
    }

    fn cuMemPoolSetAttribute(pool: Handle, attribute: u32, value: In<u32>) {
        let mut driver = driver()?;
        let pool = driver.pools.get_mut(pool)?;
        let first = u64::from(value.get()?);
        match attribute {
            THRESHOLD => {
                let value = In::<u64>::at(value.address()).get()?;
                pool.attributes.insert(attribute, value);
            }
            RESERVED_MOST | USED_MOST if first == 0 => pool.most_used = pool.used,
            _ if SWITCHES.contains(&attribute) => {
                pool.attributes.insert(attribute, first);
            }
            _ => return Err(CUresult::CUDA_ERROR_INVALID_VALUE),
        }
        Ok(())
    }

    fn cuMemPoolGetAttribute(pool: Handle, attribute: u32, value: Out<u32>) {
        value.check()?;
        let driver = driver()?;
        let pool = driver.pools.get(pool)?;
        let known = pool.attributes.get(&attribute).copied();
        let wide = match attribute {
            THRESHOLD => known.unwrap_or(0),
            RESERVED | USED => pool.used,
            RESERVED_MOST | USED_MOST => pool.most_used,
            _ if SWITCHES.contains(&attribute) => return value.put(known.unwrap_or(1) as u32),
            _ => return Err(CUresult::CUDA_ERROR_INVALID_VALUE),
        };
        Out::<u64>::at(value.address()).put(wide)
    }

    fn cuMemPoolSetAccess(pool: Handle, access: In<[u32; 3]>, count: u64) {
        driver()?.pools.get(pool)?;
        for [location, device, flags] in access.list(count as usize)? {
            // The one device reads and writes its own memory.
            if location != 1 || device != 0 || flags != 3 {
                return Err(CUresult::CUDA_ERROR_INVALID_VALUE);
            }
        }
        Ok(())
    }

    fn cuMemPoolGetAccess(flags: Out<u32>, pool: Handle, location: In<[u32; 2]>) {
        driver()?.pools.get(pool)?;
        match location.get()? {
            [1, 0] => flags.put(3),
            _ => Err(CUresult::CUDA_ERROR_INVALID_VALUE),
        }
    }
}
