//! Start, version, errors, devices, and the addresses of functions.

use std::ffi::c_char;
use std::sync::OnceLock;

use cudarc::driver::sys::CUresult;

use super::tables::FUNCTIONS;
use crate::boundary::{Outcome, Refused, api};
use crate::chip::MEMORY_BYTES;
use crate::driver::{driver, initialise};
use crate::pointer::{In, Out};
use crate::settings::settings;

/// The version of the driver: CUDA 12.9.
const VERSION: i32 = 12_090;

/// Writes text into a buffer of so many bytes, with a zero behind it.
fn put_text(text: &str, buffer: Out<u8>, bytes: i32) -> Outcome {
    buffer.check()?;
    if bytes <= 0 {
        return Err(CUresult::CUDA_ERROR_INVALID_VALUE);
    }
    let most = text.len().min(bytes as usize - 1);
    buffer.fill(&[&text.as_bytes()[..most], &[0]].concat())
}

/// Refuses a device that does not exist.
pub fn check_device(device: i32) -> Outcome {
    driver()?;
    if device == 0 {
        Ok(())
    } else {
        Err(CUresult::CUDA_ERROR_INVALID_DEVICE)
    }
}

/// Names of error codes, and texts for them, both with a zero behind.
fn errors() -> &'static [(u32, String, String)] {
    static ERRORS: OnceLock<Vec<(u32, String, String)>> = OnceLock::new();
    ERRORS.get_or_init(|| {
        let text = |code: &CUresult| {
            let name = format!("{code:?}");
            let words = name
                .trim_start_matches("CUDA_ERROR_")
                .trim_start_matches("CUDA_");
            let words = words.replace('_', " ").to_lowercase();
            (*code as u32, name + "\0", words + "\0")
        };
        CODES.iter().map(text).collect()
    })
}

macro_rules! codes {
    ($($code:ident)*) => {
        /// All error codes.
        const CODES: &[CUresult] = &[$(CUresult::$code),*];
    };
}

codes! {
    CUDA_SUCCESS CUDA_ERROR_INVALID_VALUE CUDA_ERROR_OUT_OF_MEMORY CUDA_ERROR_NOT_INITIALIZED
    CUDA_ERROR_DEINITIALIZED CUDA_ERROR_PROFILER_DISABLED CUDA_ERROR_PROFILER_NOT_INITIALIZED
    CUDA_ERROR_PROFILER_ALREADY_STARTED CUDA_ERROR_PROFILER_ALREADY_STOPPED CUDA_ERROR_STUB_LIBRARY
    CUDA_ERROR_DEVICE_UNAVAILABLE CUDA_ERROR_NO_DEVICE CUDA_ERROR_INVALID_DEVICE
    CUDA_ERROR_DEVICE_NOT_LICENSED CUDA_ERROR_INVALID_IMAGE CUDA_ERROR_INVALID_CONTEXT
    CUDA_ERROR_CONTEXT_ALREADY_CURRENT CUDA_ERROR_MAP_FAILED CUDA_ERROR_UNMAP_FAILED
    CUDA_ERROR_ARRAY_IS_MAPPED CUDA_ERROR_ALREADY_MAPPED CUDA_ERROR_NO_BINARY_FOR_GPU
    CUDA_ERROR_ALREADY_ACQUIRED CUDA_ERROR_NOT_MAPPED CUDA_ERROR_NOT_MAPPED_AS_ARRAY
    CUDA_ERROR_NOT_MAPPED_AS_POINTER CUDA_ERROR_ECC_UNCORRECTABLE CUDA_ERROR_UNSUPPORTED_LIMIT
    CUDA_ERROR_CONTEXT_ALREADY_IN_USE CUDA_ERROR_PEER_ACCESS_UNSUPPORTED CUDA_ERROR_INVALID_PTX
    CUDA_ERROR_INVALID_GRAPHICS_CONTEXT CUDA_ERROR_NVLINK_UNCORRECTABLE
    CUDA_ERROR_JIT_COMPILER_NOT_FOUND CUDA_ERROR_UNSUPPORTED_PTX_VERSION
    CUDA_ERROR_JIT_COMPILATION_DISABLED CUDA_ERROR_UNSUPPORTED_EXEC_AFFINITY
    CUDA_ERROR_UNSUPPORTED_DEVSIDE_SYNC CUDA_ERROR_CONTAINED CUDA_ERROR_INVALID_SOURCE
    CUDA_ERROR_FILE_NOT_FOUND CUDA_ERROR_SHARED_OBJECT_SYMBOL_NOT_FOUND
    CUDA_ERROR_SHARED_OBJECT_INIT_FAILED CUDA_ERROR_OPERATING_SYSTEM CUDA_ERROR_INVALID_HANDLE
    CUDA_ERROR_ILLEGAL_STATE CUDA_ERROR_LOSSY_QUERY CUDA_ERROR_NOT_FOUND CUDA_ERROR_NOT_READY
    CUDA_ERROR_ILLEGAL_ADDRESS CUDA_ERROR_LAUNCH_OUT_OF_RESOURCES CUDA_ERROR_LAUNCH_TIMEOUT
    CUDA_ERROR_LAUNCH_INCOMPATIBLE_TEXTURING CUDA_ERROR_PEER_ACCESS_ALREADY_ENABLED
    CUDA_ERROR_PEER_ACCESS_NOT_ENABLED CUDA_ERROR_PRIMARY_CONTEXT_ACTIVE
    CUDA_ERROR_CONTEXT_IS_DESTROYED CUDA_ERROR_ASSERT CUDA_ERROR_TOO_MANY_PEERS
    CUDA_ERROR_HOST_MEMORY_ALREADY_REGISTERED CUDA_ERROR_HOST_MEMORY_NOT_REGISTERED
    CUDA_ERROR_HARDWARE_STACK_ERROR CUDA_ERROR_ILLEGAL_INSTRUCTION CUDA_ERROR_MISALIGNED_ADDRESS
    CUDA_ERROR_INVALID_ADDRESS_SPACE CUDA_ERROR_INVALID_PC CUDA_ERROR_LAUNCH_FAILED
    CUDA_ERROR_COOPERATIVE_LAUNCH_TOO_LARGE CUDA_ERROR_TENSOR_MEMORY_LEAK CUDA_ERROR_NOT_PERMITTED
    CUDA_ERROR_NOT_SUPPORTED CUDA_ERROR_SYSTEM_NOT_READY CUDA_ERROR_SYSTEM_DRIVER_MISMATCH
    CUDA_ERROR_COMPAT_NOT_SUPPORTED_ON_DEVICE CUDA_ERROR_MPS_CONNECTION_FAILED
    CUDA_ERROR_MPS_RPC_FAILURE CUDA_ERROR_MPS_SERVER_NOT_READY CUDA_ERROR_MPS_MAX_CLIENTS_REACHED
    CUDA_ERROR_MPS_MAX_CONNECTIONS_REACHED CUDA_ERROR_MPS_CLIENT_TERMINATED
    CUDA_ERROR_CDP_NOT_SUPPORTED CUDA_ERROR_CDP_VERSION_MISMATCH
    CUDA_ERROR_STREAM_CAPTURE_UNSUPPORTED CUDA_ERROR_STREAM_CAPTURE_INVALIDATED
    CUDA_ERROR_STREAM_CAPTURE_MERGE CUDA_ERROR_STREAM_CAPTURE_UNMATCHED
    CUDA_ERROR_STREAM_CAPTURE_UNJOINED CUDA_ERROR_STREAM_CAPTURE_ISOLATION
    CUDA_ERROR_STREAM_CAPTURE_IMPLICIT CUDA_ERROR_CAPTURED_EVENT
    CUDA_ERROR_STREAM_CAPTURE_WRONG_THREAD CUDA_ERROR_TIMEOUT CUDA_ERROR_GRAPH_EXEC_UPDATE_FAILURE
    CUDA_ERROR_EXTERNAL_DEVICE CUDA_ERROR_INVALID_CLUSTER_SIZE CUDA_ERROR_FUNCTION_NOT_LOADED
    CUDA_ERROR_INVALID_RESOURCE_TYPE CUDA_ERROR_INVALID_RESOURCE_CONFIGURATION
    CUDA_ERROR_KEY_ROTATION CUDA_ERROR_UNKNOWN
}

fn error(code: u32) -> Refused<&'static (u32, String, String)> {
    let mut all = errors().iter();
    all.find(|known| known.0 == code)
        .ok_or(CUresult::CUDA_ERROR_INVALID_VALUE)
}

/// The address of a function by its name, or what `cuGetProcAddress_v2` says of it.
fn address(name: &str, version: i32, flags: u64) -> Result<u64, u32> {
    const NOT_FOUND: u32 = 1;
    const VERSION_NOT_SUFFICIENT: u32 = 2;
    const PER_THREAD: u64 = 2;
    let version = u32::try_from(version).unwrap_or(0);
    let named = FUNCTIONS.iter().filter(|function| function.name == name);
    let fitting = named.clone().filter(|function| function.since <= version);
    match fitting.max_by_key(|function| function.since) {
        Some(function) if flags & PER_THREAD != 0 => Ok((function.per_thread)() as u64),
        Some(function) => Ok((function.plain)() as u64),
        None if named.count() > 0 => Err(VERSION_NOT_SUFFICIENT),
        None => Err(NOT_FOUND),
    }
}

/// The identity of the device.
const UUID: [u8; 16] = *b"PTX emulator 0.1";

api! {
    fn cuInit(flags: u32) {
        if flags != 0 {
            return Err(CUresult::CUDA_ERROR_INVALID_VALUE);
        }
        initialise()
    }

    fn cuDriverGetVersion(version: Out<i32>) {
        version.put(VERSION)
    }

    fn cuGetErrorName(code: u32, name: Out<*const c_char>) {
        name.check()?;
        name.put(std::ptr::null())?;
        name.put(error(code)?.1.as_ptr().cast())
    }

    fn cuGetErrorString(code: u32, text: Out<*const c_char>) {
        text.check()?;
        text.put(std::ptr::null())?;
        text.put(error(code)?.2.as_ptr().cast())
    }

    fn cuGetProcAddress(symbol: In<u8>, function: Out<u64>, version: i32, flags: u64) {
        function.check()?;
        let found = address(&symbol.text()?, version, flags);
        function.put(found.unwrap_or(0))?;
        found.map(|_| ()).map_err(|_| CUresult::CUDA_ERROR_NOT_FOUND)
    }

    fn cuGetProcAddress_v2(
        symbol: In<u8>,
        function: Out<u64>,
        version: i32,
        flags: u64,
        result: Out<u32>,
    ) {
        function.check()?;
        let found = address(&symbol.text()?, version, flags);
        function.put(found.unwrap_or(0))?;
        result.may_put(found.err().unwrap_or(0));
        if result.is_null() && found.is_err() {
            return Err(CUresult::CUDA_ERROR_NOT_FOUND);
        }
        Ok(())
    }

    fn cuGetExportTable(table: Out<u64>, identity: In<[u8; 16]>) {
        identity.get()?;
        table.put(0)?;
        crate::report::say(
            "the program asks for tables of NVIDIA's driver that are not documented (cuGetExportTable), as libcudart does: only programs on the driver API run"
        );
        Err(CUresult::CUDA_ERROR_NOT_SUPPORTED)
    }

    fn cuDeviceGetCount(count: Out<i32>) {
        driver()?;
        count.put(1)
    }

    fn cuDeviceGet(device: Out<i32>, ordinal: i32) {
        device.check()?;
        check_device(ordinal)?;
        device.put(ordinal)
    }

    fn cuDeviceGetName(name: Out<u8>, bytes: i32, device: i32) {
        check_device(device)?;
        put_text(&format!("PTX emulator {}", settings().chip.name()), name, bytes)
    }

    fn cuDeviceGetUuid(uuid: Out<[u8; 16]>, device: i32) {
        check_device(device)?;
        uuid.put(UUID)
    }

    fn cuDeviceGetUuid_v2(uuid: Out<[u8; 16]>, device: i32) {
        check_device(device)?;
        uuid.put(UUID)
    }

    fn cuDeviceTotalMem(bytes: Out<u32>, device: i32) {
        check_device(device)?;
        bytes.put(u32::MAX)
    }

    fn cuDeviceTotalMem_v2(bytes: Out<u64>, device: i32) {
        check_device(device)?;
        bytes.put(MEMORY_BYTES)
    }

    fn cuDeviceGetAttribute(value: Out<i32>, attribute: i32, device: i32) {
        value.check()?;
        check_device(device)?;
        let found = settings().chip.attribute(attribute);
        value.put(found.ok_or(CUresult::CUDA_ERROR_INVALID_VALUE)?)
    }

    fn cuDeviceComputeCapability(major: Out<i32>, minor: Out<i32>, device: i32) {
        check_device(device)?;
        minor.check()?;
        major.put(settings().chip.major)?;
        minor.put(settings().chip.minor)
    }

    fn cuDeviceGetProperties(properties: Out<[i32; 14]>, device: i32) {
        check_device(device)?;
        let of = |number| settings().chip.attribute(number).unwrap_or(0);
        // The numbers of the attributes in the order of the structure.
        properties.put([1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14].map(of))
    }

    fn cuDeviceGetByPCIBusId(device: Out<i32>, name: In<u8>) {
        driver()?;
        device.check()?;
        if !BUS.ends_with(&name.text()?) {
            return Err(CUresult::CUDA_ERROR_INVALID_DEVICE);
        }
        device.put(0)
    }

    fn cuDeviceGetPCIBusId(name: Out<u8>, bytes: i32, device: i32) {
        check_device(device)?;
        put_text(BUS, name, bytes)
    }

    fn cuDeviceGetLuid(luid: Out<u64>, mask: Out<u32>, device: i32) {
        check_device(device)?;
        luid.put(1)?;
        mask.put(1)
    }

    fn cuDeviceCanAccessPeer(can: Out<i32>, device: i32, peer: i32) {
        check_device(device)?;
        check_device(peer)?;
        can.put(0)
    }

    fn cuDeviceGetP2PAttribute(value: Out<i32>, _attribute: u32, from: i32, to: i32) {
        value.check()?;
        check_device(from)?;
        check_device(to)?;
        // It is of two devices, and there is one.
        Err(CUresult::CUDA_ERROR_INVALID_DEVICE)
    }

    fn cuDeviceGraphMemTrim(device: i32) {
        check_device(device)
    }

    fn cuDeviceGetExecAffinitySupport(supported: Out<i32>, _kind: u32, device: i32) {
        check_device(device)?;
        supported.put(0)
    }

    fn cuDeviceGetTexture1DLinearMaxWidth(
        _elements: Out<u64>,
        _format: u32,
        _channels: u32,
        device: i32,
    ) {
        check_device(device)?;
        Err(CUresult::CUDA_ERROR_NOT_SUPPORTED)
    }

    fn cuProfilerStart() {
        driver()?.current().map(|_| ())
    }

    fn cuProfilerStop() {
        driver()?.current().map(|_| ())
    }
}

/// Where the device is.
const BUS: &str = "0000:01:00.0";
