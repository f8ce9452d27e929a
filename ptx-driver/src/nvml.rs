//! `libnvidia-ml.so.1`: what programs ask of the device before they use it.
//!
//! It is the same file under another name. Names, sizes and the capability are those of the driver;
//! power, temperature and clocks are not supported, since there are none.

use std::ffi::c_char;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::atomic::{AtomicU32, Ordering::Relaxed};

use crate::chip::MEMORY_BYTES;
use crate::pointer::{In, Out};
use crate::settings::settings;

/// A code of `nvml.h`.
#[derive(Clone, Copy)]
#[repr(u32)]
enum Code {
    Uninitialised = 1,
    InvalidArgument = 2,
    NotSupported = 3,
    NotFound = 6,
    InsufficientSize = 7,
    Unknown = 999,
}

type Told = Result<(), Code>;

/// So many times it was started without its end.
static STARTED: AtomicU32 = AtomicU32::new(0);

/// The handle of the device.
const DEVICE: u64 = (1 << 57) + 1;

const UUID: &str = "GPU-50545820-656d-756c-6174-6f7220302e31";
const BUS: &str = "00000000:01:00.0";

fn call(body: impl FnOnce() -> Told) -> u32 {
    match catch_unwind(AssertUnwindSafe(body)) {
        Ok(Ok(())) => 0,
        Ok(Err(code)) => code as u32,
        Err(_) => Code::Unknown as u32,
    }
}

fn started() -> Told {
    if STARTED.load(Relaxed) == 0 {
        Err(Code::Uninitialised)
    } else {
        Ok(())
    }
}

fn check(device: u64) -> Told {
    started()?;
    if device == DEVICE {
        Ok(())
    } else {
        Err(Code::InvalidArgument)
    }
}

fn put<T: Copy>(place: Out<T>, value: T) -> Told {
    place.put(value).map_err(|_| Code::InvalidArgument)
}

fn put_text(text: &str, place: Out<u8>, bytes: u32) -> Told {
    place.check().map_err(|_| Code::InvalidArgument)?;
    if text.len() as u64 >= u64::from(bytes) {
        return Err(Code::InsufficientSize);
    }
    let filled = place.fill(&[text.as_bytes(), &[0]].concat());
    filled.map_err(|_| Code::InvalidArgument)
}

fn handle_if(found: bool, device: Out<u64>) -> Told {
    started()?;
    device.check().map_err(|_| Code::InvalidArgument)?;
    if found {
        put(device, DEVICE)
    } else {
        Err(Code::NotFound)
    }
}

fn text(place: In<u8>) -> Result<String, Code> {
    place.text().map_err(|_| Code::InvalidArgument)
}

macro_rules! nvml {
    ($(fn $name:ident($($argument:ident: $ty:ty),* $(,)?) $body:block)*) => {
        $(
            #[unsafe(no_mangle)]
            #[allow(non_snake_case)]
            unsafe extern "C" fn $name($($argument: $ty),*) -> u32 {
                call(|| -> Told { $body })
            }
        )*
    };
}

nvml! {
    fn nvmlInit_v2() {
        STARTED.fetch_add(1, Relaxed);
        Ok(())
    }

    fn nvmlInit() {
        STARTED.fetch_add(1, Relaxed);
        Ok(())
    }

    fn nvmlInitWithFlags(_flags: u32) {
        STARTED.fetch_add(1, Relaxed);
        Ok(())
    }

    fn nvmlShutdown() {
        let less = |count: u32| count.checked_sub(1);
        let ended = STARTED.fetch_update(Relaxed, Relaxed, less);
        ended.map(|_| ()).map_err(|_| Code::Uninitialised)
    }

    fn nvmlSystemGetDriverVersion(version: Out<u8>, bytes: u32) {
        started()?;
        put_text("575.51", version, bytes)
    }

    fn nvmlSystemGetNVMLVersion(version: Out<u8>, bytes: u32) {
        started()?;
        put_text("12.575.51", version, bytes)
    }

    fn nvmlSystemGetCudaDriverVersion(version: Out<i32>) {
        put(version, 12_090)
    }

    fn nvmlSystemGetCudaDriverVersion_v2(version: Out<i32>) {
        put(version, 12_090)
    }

    fn nvmlDeviceGetCount(count: Out<u32>) {
        started()?;
        put(count, 1)
    }

    fn nvmlDeviceGetCount_v2(count: Out<u32>) {
        started()?;
        put(count, 1)
    }

    fn nvmlDeviceGetHandleByIndex(index: u32, device: Out<u64>) {
        handle_if(index == 0, device).map_err(not_found_is_invalid)
    }

    fn nvmlDeviceGetHandleByIndex_v2(index: u32, device: Out<u64>) {
        handle_if(index == 0, device).map_err(not_found_is_invalid)
    }

    fn nvmlDeviceGetHandleByUUID(uuid: In<u8>, device: Out<u64>) {
        handle_if(text(uuid)? == UUID, device)
    }

    fn nvmlDeviceGetHandleByPciBusId_v2(bus: In<u8>, device: Out<u64>) {
        handle_if(BUS.ends_with(&text(bus)?), device)
    }

    fn nvmlDeviceGetIndex(device: u64, index: Out<u32>) {
        check(device)?;
        put(index, 0)
    }

    fn nvmlDeviceGetMinorNumber(device: u64, number: Out<u32>) {
        check(device)?;
        put(number, 0)
    }

    fn nvmlDeviceGetName(device: u64, name: Out<u8>, bytes: u32) {
        check(device)?;
        put_text(&format!("PTX emulator {}", settings().chip.name()), name, bytes)
    }

    fn nvmlDeviceGetUUID(device: u64, uuid: Out<u8>, bytes: u32) {
        check(device)?;
        put_text(UUID, uuid, bytes)
    }

    fn nvmlDeviceGetCudaComputeCapability(device: u64, major: Out<i32>, minor: Out<i32>) {
        check(device)?;
        put(major, settings().chip.major)?;
        put(minor, settings().chip.minor)
    }

    fn nvmlDeviceGetMemoryInfo(device: u64, memory: Out<[u64; 3]>) {
        check(device)?;
        let free = crate::driver::driver().map_or(MEMORY_BYTES, |driver| driver.free_bytes());
        put(memory, [MEMORY_BYTES, free, MEMORY_BYTES - free])
    }

    fn nvmlDeviceGetUtilizationRates(device: u64, rates: Out<[u32; 2]>) {
        check(device)?;
        put(rates, [0, 0])
    }

    fn nvmlDeviceGetComputeRunningProcesses_v3(device: u64, count: Out<u32>, _list: u64) {
        check(device)?;
        put(count, 0)
    }

    fn nvmlDeviceGetPowerUsage(device: u64, _milliwatts: Out<u32>) {
        check(device)?;
        Err(Code::NotSupported)
    }

    fn nvmlDeviceGetTemperature(device: u64, _sensor: u32, _degrees: Out<u32>) {
        check(device)?;
        Err(Code::NotSupported)
    }

    fn nvmlDeviceGetClockInfo(device: u64, _clock: u32, _megahertz: Out<u32>) {
        check(device)?;
        Err(Code::NotSupported)
    }
}

fn not_found_is_invalid(code: Code) -> Code {
    match code {
        Code::NotFound => Code::InvalidArgument,
        other => other,
    }
}

/// The text of a code.
#[unsafe(no_mangle)]
#[allow(non_snake_case)]
extern "C" fn nvmlErrorString(code: u32) -> *const c_char {
    let text = match code {
        0 => c"success",
        1 => c"not initialised",
        2 => c"invalid argument",
        3 => c"not supported",
        6 => c"not found",
        7 => c"insufficient size",
        _ => c"unknown error",
    };
    text.as_ptr()
}
