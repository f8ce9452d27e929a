//! The driver as programs in C see it: results, and codes for what is wrong.

use std::ffi::{CString, c_char};
use std::path::PathBuf;

use ptx_driver as _;

type Address = u64;
type Handle = u64;

#[allow(clashing_extern_declarations)]
unsafe extern "C" {
    fn cuInit(flags: u32) -> u32;
    fn cuCtxCreate_v2(context: *mut Handle, flags: u32, device: i32) -> u32;
    fn cuCtxDestroy_v2(context: Handle) -> u32;
    fn cuCtxSynchronize() -> u32;
    fn cuModuleLoadData(module: *mut Handle, image: *const u8) -> u32;
    fn cuModuleUnload(module: Handle) -> u32;
    fn cuModuleGetFunction(function: *mut Handle, module: Handle, name: *const c_char) -> u32;
    fn cuMemAlloc_v2(address: *mut Address, bytes: usize) -> u32;
    fn cuMemFree_v2(address: Address) -> u32;
    fn cuMemcpyHtoD_v2(to: Address, from: *const u8, bytes: usize) -> u32;
    fn cuMemcpyDtoH_v2(to: *mut u8, from: Address, bytes: usize) -> u32;
    fn cuMemsetD32_v2(address: Address, value: u32, count: usize) -> u32;
    fn cuMemHostRegister_v2(address: *mut u32, bytes: usize, flags: u32) -> u32;
    fn cuMemHostUnregister(address: *mut u32) -> u32;
    fn cuMemAllocAsync(address: *mut Address, bytes: usize, stream: Handle) -> u32;
    fn cuMemFreeAsync(address: Address, stream: Handle) -> u32;
    fn cuStreamWriteValue64_v2(stream: Handle, address: Address, value: u64, flags: u32) -> u32;
    fn cuLaunchKernel(
        function: Handle,
        grid_x: u32,
        grid_y: u32,
        grid_z: u32,
        block_x: u32,
        block_y: u32,
        block_z: u32,
        dynamic: u32,
        stream: Handle,
        parameters: *const *const u64,
        extra: *const u64,
    ) -> u32;
    fn cuStreamCreate(stream: *mut Handle, flags: u32) -> u32;
    fn cuStreamBeginCapture_v2(stream: Handle, mode: u32) -> u32;
    fn cuStreamEndCapture(stream: Handle, graph: *mut Handle) -> u32;
    fn cuStreamSynchronize(stream: Handle) -> u32;
    fn cuGraphInstantiateWithFlags(executable: *mut Handle, graph: Handle, flags: u64) -> u32;
    fn cuGraphLaunch(executable: Handle, stream: Handle) -> u32;
    fn cuGraphExecUpdate_v2(executable: Handle, graph: Handle, result: *mut [u64; 3]) -> u32;
    fn cuEventCreate(event: *mut Handle, flags: u32) -> u32;
    fn cuEventRecord(event: Handle, stream: Handle) -> u32;
    fn cuEventElapsedTime(time: *mut f32, start: Handle, end: Handle) -> u32;
    fn cuLinkCreate_v2(count: u32, names: *const u32, values: *const u64, link: *mut Handle)
    -> u32;
    fn cuLinkAddData_v2(
        link: Handle,
        kind: u32,
        data: *const u8,
        bytes: usize,
        name: *const c_char,
        count: u32,
        names: *const u32,
        values: *const u64,
    ) -> u32;
    fn cuLinkComplete(link: Handle, image: *mut *const u8, bytes: *mut usize) -> u32;
    fn cuGetProcAddress_v2(
        name: *const c_char,
        function: *mut u64,
        version: i32,
        flags: u64,
        result: *mut u32,
    ) -> u32;
    fn cuGetErrorName(code: u32, name: *mut *const c_char) -> u32;
    fn cuTexRefCreate(texture: *mut Handle) -> u32;
    fn nvmlInit_v2() -> u32;
    fn nvmlDeviceGetHandleByIndex_v2(index: u32, device: *mut Handle) -> u32;
    fn nvmlDeviceGetMemoryInfo(device: Handle, memory: *mut [u64; 3]) -> u32;
}

/// y[i] = 2 x[i] + 1, without a guard.
const TWICE: &str = ".version 8.0\n.target sm_80\n.address_size 64
.visible .entry twice(.param .u64 x, .param .u64 y)
{
  .reg .b32 %i, %v;
  .reg .b64 %x, %y, %o;
  ld.param.u64 %x, [x];
  ld.param.u64 %y, [y];
  mov.u32 %i, %tid.x;
  mul.wide.u32 %o, %i, 4;
  add.s64 %x, %x, %o;
  add.s64 %y, %y, %o;
  ld.global.u32 %v, [%x];
  mad.lo.u32 %v, %v, 2, 1;
  st.global.u32 [%y], %v;
  ret;
}\0";

/// Calls a function, whose code must be this.
macro_rules! expect {
    ($code:literal, $($call:tt)*) => {
        // SAFETY: the arguments are as `cuda.h` wants them, or refused.
        assert_eq!(unsafe { $($call)* }, $code, "{}", stringify!($($call)*))
    };
}

fn start() -> Handle {
    let mut context = 0;
    expect!(0, cuInit(0));
    expect!(0, cuCtxCreate_v2(&mut context, 0, 0));
    context
}

fn function(image: *const u8, name: &str) -> (Handle, Handle) {
    let (mut module, mut function) = (0, 0);
    let name = CString::new(name).expect("a name");
    expect!(0, cuModuleLoadData(&mut module, image));
    expect!(0, cuModuleGetFunction(&mut function, module, name.as_ptr()));
    (module, function)
}

fn launch(function: Handle, threads: u32, stream: Handle, arguments: &[u64]) -> u32 {
    let places: Vec<*const u64> = arguments.iter().map(|one| one as *const u64).collect();
    let places = places.as_ptr();
    // SAFETY: there is a pointer to each argument.
    unsafe {
        cuLaunchKernel(
            function,
            1,
            1,
            1,
            threads,
            1,
            1,
            0,
            stream,
            places,
            std::ptr::null(),
        )
    }
}

fn words(address: Address, count: usize) -> Vec<u32> {
    let mut words = vec![0_u32; count];
    expect!(
        0,
        cuMemcpyDtoH_v2(words.as_mut_ptr().cast(), address, 4 * count)
    );
    words
}

fn array(values: &[u32]) -> Address {
    let mut address = 0;
    expect!(0, cuMemAlloc_v2(&mut address, 4 * values.len()));
    expect!(
        0,
        cuMemcpyHtoD_v2(address, values.as_ptr().cast(), 4 * values.len())
    );
    address
}

#[test]
fn a_kernel_runs_between_copies() {
    start();
    let (module, twice) = function(TWICE.as_ptr(), "twice");
    let (x, y) = (array(&[3, 4, 5]), array(&[0; 3]));
    let [mut first, mut last] = [0; 2];
    expect!(0, cuEventCreate(&mut first, 0));
    expect!(0, cuEventCreate(&mut last, 0));
    expect!(0, cuEventRecord(first, 0));
    assert_eq!(launch(twice, 3, 0, &[x, y]), 0);
    expect!(0, cuEventRecord(last, 0));
    assert_eq!(words(y, 3), [7, 9, 11]);
    let mut time = 0.0;
    expect!(0, cuEventElapsedTime(&mut time, first, last));
    assert!(time > 0.0);
    // The arguments in one buffer.
    let buffer = [y, y];
    let bytes = 16_usize;
    let extra = [
        1,
        buffer.as_ptr() as u64,
        2,
        &bytes as *const usize as u64,
        0,
    ];
    expect!(
        0,
        cuLaunchKernel(
            twice,
            1,
            1,
            1,
            3,
            1,
            1,
            0,
            0,
            std::ptr::null(),
            extra.as_ptr()
        )
    );
    assert_eq!(words(y, 3), [15, 19, 23]);
    expect!(0, cuModuleUnload(module));
    assert_eq!(launch(twice, 3, 0, &[x, y]), 400);
}

#[test]
fn what_is_wrong_is_a_code() {
    expect!(0, cuInit(0));
    let mut address = 0;
    // CUDA_ERROR_INVALID_CONTEXT: this thread has none.
    expect!(201, cuMemAlloc_v2(&mut address, 4));
    let context = start();
    expect!(1, cuMemAlloc_v2(std::ptr::null_mut(), 4));
    expect!(1, cuMemAlloc_v2(&mut address, 0));
    expect!(2, cuMemAlloc_v2(&mut address, 1 << 50));
    let x = array(&[1, 2]);
    let mut host = [0_u8; 16];
    expect!(1, cuMemcpyDtoH_v2(host.as_mut_ptr(), x, 9));
    expect!(1, cuMemcpyDtoH_v2(host.as_mut_ptr(), x + 8, 1));
    expect!(1, cuMemcpyHtoD_v2(host.as_ptr() as u64, host.as_ptr(), 4));
    expect!(1, cuMemsetD32_v2(x + 2, 0, 1));
    expect!(1, cuMemFree_v2(x + 4));
    expect!(0, cuMemFree_v2(x));
    expect!(1, cuMemFree_v2(x));
    let (mut module, mut function) = (0, 0);
    expect!(
        218,
        cuModuleLoadData(&mut module, c".version 8.0\n.nonsense".as_ptr().cast())
    );
    // CUDA_ERROR_NO_BINARY_FOR_GPU: machine code.
    expect!(
        209,
        cuModuleLoadData(&mut module, c"\x7fELF and more".as_ptr().cast())
    );
    expect!(0, cuModuleLoadData(&mut module, TWICE.as_ptr()));
    expect!(
        500,
        cuModuleGetFunction(&mut function, module, c"thrice".as_ptr())
    );
    expect!(
        400,
        cuModuleGetFunction(&mut function, 77, c"twice".as_ptr())
    );
    expect!(801, cuTexRefCreate(&mut module));
    expect!(0, cuCtxDestroy_v2(context));
    expect!(201, cuCtxDestroy_v2(context));
}

#[test]
fn a_fault_ends_the_context() {
    start();
    let (_, twice) = function(TWICE.as_ptr(), "twice");
    let (x, y) = (array(&[3, 4, 5]), array(&[0; 3]));
    // CUDA_ERROR_ILLEGAL_ADDRESS: a fourth thread, and every call from then on.
    assert_eq!(launch(twice, 4, 0, &[x, y]), 700);
    expect!(700, cuCtxSynchronize());
    start();
    expect!(0, cuCtxSynchronize());
}

#[test]
fn memory_of_the_program_is_used_in_place() {
    start();
    let (_, twice) = function(TWICE.as_ptr(), "twice");
    let mut host = vec![10_u32, 20, 30, 40];
    let place = &mut host[1] as *mut u32;
    expect!(0, cuMemHostRegister_v2(place, 8, 0));
    expect!(712, cuMemHostRegister_v2(place, 4, 0));
    assert_eq!(launch(twice, 2, 0, &[place as u64; 2]), 0);
    assert_eq!(host, [10, 41, 61, 40]);
    expect!(0, cuMemHostUnregister(place));
    expect!(713, cuMemHostUnregister(place));
    assert_eq!(launch(twice, 1, 0, &[place as u64; 2]), 700);
}

#[test]
fn a_captured_graph_is_replayed_and_updated() {
    start();
    let (_, twice) = function(TWICE.as_ptr(), "twice");
    let x = array(&[0, 0]);
    let (mut stream, mut graph, mut executable) = (0, 0, 0);
    expect!(0, cuStreamCreate(&mut stream, 1));
    let capture = |launches: usize, arguments: &[u64], graph: &mut Handle| {
        expect!(0, cuStreamBeginCapture_v2(stream, 1));
        for _ in 0..launches {
            assert_eq!(launch(twice, 2, stream, arguments), 0);
        }
        expect!(0, cuStreamEndCapture(stream, graph));
    };
    capture(2, &[x, x], &mut graph);
    assert_eq!(words(x, 2), [0, 0]);
    expect!(0, cuGraphInstantiateWithFlags(&mut executable, graph, 0));
    expect!(0, cuGraphLaunch(executable, stream));
    assert_eq!(words(x, 2), [3, 3]);
    let y = array(&[5, 6]);
    capture(2, &[y, y], &mut graph);
    let mut result = [9; 3];
    expect!(0, cuGraphExecUpdate_v2(executable, graph, &mut result));
    expect!(0, cuGraphLaunch(executable, stream));
    assert_eq!((words(x, 2), words(y, 2)), (vec![3, 3], vec![23, 27]));
    capture(1, &[y, y], &mut graph);
    // CUDA_ERROR_GRAPH_EXEC_UPDATE_FAILURE, CU_GRAPH_EXEC_UPDATE_ERROR_TOPOLOGY_CHANGED
    expect!(910, cuGraphExecUpdate_v2(executable, graph, &mut result));
    assert_eq!(result[0], 2);
    // A call that waits ends the capture.
    expect!(0, cuStreamBeginCapture_v2(stream, 1));
    expect!(900, cuStreamSynchronize(stream));
    expect!(901, cuStreamEndCapture(stream, &mut graph));
}

#[test]
fn modules_are_linked_into_an_image_that_loads() {
    start();
    let parts = [
        ".version 8.0\n.target sm_80\n.address_size 64\n.extern .func (.reg .b32 r) f(.reg .b32 a);
.global .align 4 .b32 own = 5;
.visible .entry k(.param .u64 y) {
  .reg .b32 %v, %w; .reg .b64 %y;
  ld.param.u64 %y, [y]; ld.global.u32 %w, [own];
  call (%v), f, (%w); st.global.u32 [%y], %v; ret;
}",
        ".version 8.0\n.target sm_80\n.address_size 64
.global .align 4 .b32 own = 7;
.visible .func (.reg .b32 r) f(.reg .b32 a) {
  .reg .b32 %w; ld.global.u32 %w, [own]; mad.lo.u32 r, a, 100, %w; ret;
}",
    ];
    let (mut link, mut image, mut bytes) = (0, std::ptr::null(), 0);
    let none = (std::ptr::null(), std::ptr::null());
    expect!(0, cuLinkCreate_v2(0, none.0, none.1, &mut link));
    for part in parts {
        expect!(
            0,
            cuLinkAddData_v2(
                link,
                1,
                part.as_ptr(),
                part.len(),
                c"".as_ptr(),
                0,
                none.0,
                none.1
            )
        );
    }
    expect!(0, cuLinkComplete(link, &mut image, &mut bytes));
    let (_, kernel) = function(image, "k");
    let y = array(&[0]);
    assert_eq!(launch(kernel, 1, 0, &[y]), 0);
    // Each module has its own `own`.
    assert_eq!(words(y, 1), [507]);
}

/// A fat binary with two kinds of entries, as compilers lay it out.
fn fat_binary(ptx: &str) -> Vec<u8> {
    let entry = |kind: u16, processor: u32, payload: &[u8]| {
        let mut header = [0_u8; 64];
        header[..2].copy_from_slice(&kind.to_le_bytes());
        header[2..4].copy_from_slice(&0x101_u16.to_le_bytes());
        header[4..8].copy_from_slice(&64_u32.to_le_bytes());
        header[8..16].copy_from_slice(&(payload.len() as u64).to_le_bytes());
        header[28..32].copy_from_slice(&processor.to_le_bytes());
        [&header[..], payload].concat()
    };
    let body = [
        entry(2, 80, b"\x7fELF----"),
        entry(1, 52, b"for another"),
        entry(1, 80, ptx.as_bytes()),
    ]
    .concat();
    let mut binary = 0xba55_ed50_u32.to_le_bytes().to_vec();
    binary.extend(1_u16.to_le_bytes());
    binary.extend(16_u16.to_le_bytes());
    binary.extend((body.len() as u64).to_le_bytes());
    binary.extend(body);
    binary
}

#[test]
fn the_ptx_of_a_fat_binary_is_loaded() {
    start();
    let binary = fat_binary(TWICE);
    let mut wrapper = 0x4662_43b1_u64.to_le_bytes().to_vec();
    wrapper.extend((binary.as_ptr() as u64).to_le_bytes());
    for image in [&binary, &wrapper] {
        let (_, twice) = function(image.as_ptr(), "twice");
        let x = array(&[1]);
        assert_eq!(launch(twice, 1, 0, &[x, x]), 0);
        assert_eq!(words(x, 1), [3]);
    }
}

#[test]
fn streams_allocate() {
    start();
    let (mut stream, mut x) = (0, 0);
    expect!(0, cuStreamCreate(&mut stream, 0));
    expect!(0, cuMemAllocAsync(&mut x, 8, stream));
    expect!(0, cuMemsetD32_v2(x, 6, 2));
    assert_eq!(words(x, 2), [6, 6]);
    expect!(0, cuStreamWriteValue64_v2(stream, x, 7 << 32 | 5, 0));
    assert_eq!(words(x, 2), [5, 7]);
    expect!(1, cuStreamWriteValue64_v2(stream, x + 4, 0, 0));
    expect!(0, cuMemFreeAsync(x, stream));
    expect!(1, cuMemFreeAsync(x, stream));
}

#[test]
fn every_function_of_the_list_is_exported_and_has_an_address() {
    expect!(0, cuInit(0));
    let list = include_str!("../functions.txt");
    // target/release/deps/this
    let program = std::env::current_exe().expect("a path");
    let folder = program
        .ancestors()
        .nth(2)
        .map(PathBuf::from)
        .expect("a folder");
    let library = std::fs::read(folder.join("libptx_driver.so")).expect("the library");
    let text: std::collections::BTreeSet<&[u8]> = library.split(|byte| *byte == 0).collect();
    let mut count = 0;
    for line in list.lines().filter(|line| !line.starts_with('#')) {
        let words: Vec<&str> = line.split(' ').collect();
        let [symbol, name, since, ..] = words[..] else {
            panic!("{line}")
        };
        assert!(text.contains(symbol.as_bytes()), "{symbol} is not exported");
        let name = CString::new(name).expect("a name");
        let version: i32 = since.parse().expect("a version");
        let (mut address, mut result) = (0, 9);
        expect!(
            0,
            cuGetProcAddress_v2(name.as_ptr(), &mut address, version, 0, &mut result)
        );
        assert!(address != 0 && result == 0, "{line}");
        count += 1;
    }
    assert!(count > 500, "{count} functions");
    let (mut address, mut result) = (9, 9);
    expect!(
        0,
        cuGetProcAddress_v2(c"cuNothing".as_ptr(), &mut address, 12090, 0, &mut result)
    );
    assert_eq!((address, result), (0, 1));
    let mut name = std::ptr::null();
    expect!(0, cuGetErrorName(700, &mut name));
    // SAFETY: a text of the library, which ends with a zero.
    let name = unsafe { std::ffi::CStr::from_ptr(name) };
    assert_eq!(name, c"CUDA_ERROR_ILLEGAL_ADDRESS");
    expect!(1, cuGetErrorName(12345, &mut name.as_ptr()));
}

#[test]
fn the_management_library_tells_of_the_device() {
    let (mut device, mut memory) = (0, [0; 3]);
    expect!(0, nvmlInit_v2());
    expect!(2, nvmlDeviceGetHandleByIndex_v2(1, &mut device));
    expect!(0, nvmlDeviceGetHandleByIndex_v2(0, &mut device));
    expect!(0, nvmlDeviceGetMemoryInfo(device, &mut memory));
    assert_eq!(memory[0], 16 << 30);
    expect!(2, nvmlDeviceGetMemoryInfo(5, &mut memory));
}
