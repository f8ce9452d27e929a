//! Modules, their functions and variables, launches, and occupancy.

use cudarc::driver::sys::{CUfunction_attribute_enum as Attribute, CUresult};

use crate::boundary::{Outcome, Refused, api};
use crate::chip::{REGISTERS, RESERVED_SHARED};
use crate::driver::{Allocation, Driver, Function, Kind, Loaded, driver, in_context};
use crate::image::{self, Options};
use crate::pointer::{In, Out};
use crate::settings::settings;
use crate::table::Handle;
use crate::task::{Launch, Task};

/// Loads a module, or a library, which belongs to no context.
pub fn load(
    text: &str,
    options: &Options,
    context: Option<Handle>,
    driver: &mut Driver,
) -> Refused<Handle> {
    let module = image::module(text, options)?;
    let placed = module.place(&mut driver.memory);
    placed.map_err(|error| {
        crate::report::say(&error.to_string());
        CUresult::CUDA_ERROR_INVALID_PTX
    })?;
    Ok(driver.modules.add(Loaded {
        module: module.into(),
        context,
    }))
}

fn load_module(module: Out<Handle>, text: &str, options: &Options) -> Outcome {
    module.check()?;
    let (mut driver, context) = in_context()?;
    let handle = load(text, options, Some(context), &mut driver)?;
    module.put(handle)
}

/// The text of a file that holds an image.
pub fn file_text(name: In<u8>) -> Refused<String> {
    let bytes = std::fs::read(name.text()?).map_err(|_| CUresult::CUDA_ERROR_FILE_NOT_FOUND)?;
    image::text_of(&bytes)
}

/// A variable of a module: its address and its bytes.
pub fn variable(driver: &mut Driver, module: Handle, name: &str) -> Refused<(u64, usize)> {
    let loaded = driver.modules.get(module)?;
    let array = loaded.module.variable(&driver.memory, name);
    let array = array.ok_or(CUresult::CUDA_ERROR_NOT_FOUND)?;
    let context = loaded.context;
    let address = driver.memory.address(array);
    let bytes = driver
        .memory
        .array_at(address)
        .map_or(0, |(_, _, bytes)| bytes as usize);
    if !driver.allocations.contains_key(&address) {
        let number = driver.number();
        let one = Allocation {
            array,
            bytes,
            kind: Kind::Variable,
            context,
            flags: 0,
            number,
        };
        driver.allocations.insert(address, one);
    }
    Ok((address, bytes))
}

/// The registers that a kernel is said to have, since PTX does not say how many.
const KERNEL_REGISTERS: i32 = 32;

/// An attribute of a function by its number.
pub fn attribute(driver: &Driver, function: Handle, number: u32) -> Refused<i32> {
    use Attribute::*;
    let (function, module) = driver.module_of(function)?;
    let resources = module.resources(&function.name).ok();
    let chip = settings().chip;
    let is = |attribute: Attribute| attribute as u32 == number;
    let compiled = chip.major * 10 + chip.minor;
    Ok(if is(CU_FUNC_ATTRIBUTE_MAX_THREADS_PER_BLOCK) {
        resources
            .and_then(|known| known.max_threads)
            .unwrap_or(1024)
            .min(1024) as i32
    } else if is(CU_FUNC_ATTRIBUTE_SHARED_SIZE_BYTES) {
        resources.map_or(0, |known| known.shared_bytes as i32)
    } else if is(CU_FUNC_ATTRIBUTE_LOCAL_SIZE_BYTES) {
        resources.map_or(0, |known| known.local_bytes as i32)
    } else if is(CU_FUNC_ATTRIBUTE_CONST_SIZE_BYTES) {
        resources.map_or(0, |known| known.constant_bytes as i32)
    } else if is(CU_FUNC_ATTRIBUTE_NUM_REGS) {
        KERNEL_REGISTERS
    } else if is(CU_FUNC_ATTRIBUTE_PTX_VERSION) || is(CU_FUNC_ATTRIBUTE_BINARY_VERSION) {
        compiled
    } else if is(CU_FUNC_ATTRIBUTE_MAX_DYNAMIC_SHARED_SIZE_BYTES) {
        function.max_dynamic as i32
    } else if is(CU_FUNC_ATTRIBUTE_PREFERRED_SHARED_MEMORY_CARVEOUT) {
        function.carveout
    } else if number < CU_FUNC_ATTRIBUTE_MAX as u32 {
        // What is left is of caches and clusters.
        0
    } else {
        return Err(CUresult::CUDA_ERROR_INVALID_VALUE);
    })
}

pub fn set_attribute(driver: &mut Driver, function: Handle, number: u32, value: i32) -> Outcome {
    use Attribute::*;
    let (known, module) = driver.module_of(function)?;
    let fixed = module
        .resources(&known.name)
        .map_or(0, |known| known.shared_bytes);
    let function = driver.functions.get_mut(function)?;
    if number == CU_FUNC_ATTRIBUTE_MAX_DYNAMIC_SHARED_SIZE_BYTES as u32 {
        let most = settings()
            .chip
            .limits()
            .shared_bytes_with_dynamic
            .saturating_sub(fixed);
        let value = u64::try_from(value).map_err(|_| CUresult::CUDA_ERROR_INVALID_VALUE)?;
        if value > most {
            return Err(CUresult::CUDA_ERROR_INVALID_VALUE);
        }
        function.max_dynamic = value;
    } else if number == CU_FUNC_ATTRIBUTE_PREFERRED_SHARED_MEMORY_CARVEOUT as u32 {
        if !(-1..=100).contains(&value) {
            return Err(CUresult::CUDA_ERROR_INVALID_VALUE);
        }
        function.carveout = value;
    } else if number < CU_FUNC_ATTRIBUTE_MAX_DYNAMIC_SHARED_SIZE_BYTES as u32
        || number >= CU_FUNC_ATTRIBUTE_MAX as u32
    {
        return Err(CUresult::CUDA_ERROR_INVALID_VALUE);
    }
    Ok(())
}

/// The blocks of a kernel that a multiprocessor holds.
fn resident_blocks(
    driver: &Driver,
    function: Handle,
    threads: i32,
    dynamic: usize,
) -> Refused<i32> {
    let (function, module) = driver.module_of(function)?;
    let resources = module.resources(&function.name).ok();
    let chip = settings().chip;
    let threads = u32::try_from(threads).ok().filter(|threads| *threads > 0);
    let threads = threads.ok_or(CUresult::CUDA_ERROR_INVALID_VALUE)?;
    let most = resources
        .and_then(|known| known.max_threads)
        .unwrap_or(1024)
        .min(1024);
    if u64::from(threads) > most || dynamic as u64 > function.max_dynamic {
        return Ok(0);
    }
    let threads = threads.next_multiple_of(32) as i32;
    let fixed = resources.map_or(0, |known| known.shared_bytes);
    let shared = (fixed as i64 + dynamic as i64).max(0) + i64::from(RESERVED_SHARED);
    let by_shared = i64::from(chip.shared_per_multiprocessor()) / shared;
    let by_threads = chip.threads_per_multiprocessor() / threads;
    let by_registers = REGISTERS / (KERNEL_REGISTERS * threads);
    Ok(by_threads
        .min(by_registers)
        .min(by_shared as i32)
        .min(chip.blocks_per_multiprocessor()))
}

/// The largest block whose occupancy none is above, and the blocks that fill the device.
fn best_block(
    blocks: Out<i32>,
    threads: Out<i32>,
    function: Handle,
    dynamic: impl Fn(i32) -> usize,
    limit: i32,
) -> Outcome {
    blocks.check()?;
    threads.check()?;
    let (driver, _) = in_context()?;
    let most = attribute(&driver, function, 0)?;
    let limit = if limit <= 0 { most } else { limit.min(most) };
    let mut best = (0, 0, 0);
    for size in (1..=(limit + 31) / 32).map(|warps| (warps * 32).min(limit)) {
        let resident = resident_blocks(&driver, function, size, dynamic(size))?;
        if resident * size >= best.0 {
            best = (resident * size, size, resident);
        }
    }
    let multiprocessors = settings().chip.attribute(16).unwrap_or(1);
    threads.put(best.1)?;
    blocks.put(best.2 * multiprocessors)
}

/// Shared memory of a block of some size, as the program computes it.
fn dynamic_of(function: u64, bytes: usize) -> impl Fn(i32) -> usize {
    type Sizes = extern "C" fn(i32) -> usize;
    move |threads| {
        if function == 0 {
            return bytes;
        }
        // SAFETY: by the promise of the program, the address is a function of this type.
        let sizes: Sizes = unsafe { std::mem::transmute(function as usize) };
        sizes(threads)
    }
}

/// The head of `CUlaunchConfig`.
#[repr(C)]
#[derive(Clone, Copy)]
pub struct Configuration {
    grid: [u32; 3],
    block: [u32; 3],
    dynamic: u32,
    stream: Handle,
    attributes: In<[u64; 9]>,
    count: u32,
}

const ATTRIBUTE_COOPERATIVE: u32 = 2;
const ATTRIBUTE_CLUSTER: u32 = 4;

fn launch_with(
    configuration: In<Configuration>,
    function: Handle,
    pointers: In<u64>,
    extra: In<u64>,
) -> Outcome {
    let configuration = configuration.get()?;
    let (mut cooperative, mut cluster) = (false, [1; 3]);
    for words in configuration
        .attributes
        .list(configuration.count as usize)?
    {
        match words[0] as u32 {
            0 => {}
            ATTRIBUTE_COOPERATIVE => cooperative = words[1] as u32 != 0,
            ATTRIBUTE_CLUSTER => {
                cluster = [words[1] as u32, (words[1] >> 32) as u32, words[2] as u32];
            }
            // Priorities, policies of caches and of scheduling change no result.
            1 | 3 | 5..=14 => {}
            _ => return Err(CUresult::CUDA_ERROR_INVALID_VALUE),
        }
    }
    let asked = Asked {
        function,
        grid: configuration.grid,
        block: configuration.block,
        dynamic_shared: configuration.dynamic,
        cooperative,
        cluster,
    };
    submit(configuration.stream, asked, pointers, extra)
}

/// A launch without its arguments.
struct Asked {
    function: Handle,
    grid: [u32; 3],
    block: [u32; 3],
    dynamic_shared: u32,
    cooperative: bool,
    cluster: [u32; 3],
}

fn submit(stream: Handle, asked: Asked, pointers: In<u64>, extra: In<u64>) -> Outcome {
    let (mut driver, _) = in_context()?;
    if asked.grid.contains(&0) || asked.block.contains(&0) {
        return Err(CUresult::CUDA_ERROR_INVALID_VALUE);
    }
    let launch = Launch {
        arguments: driver.arguments(asked.function, pointers, extra)?,
        function: asked.function,
        grid: asked.grid,
        block: asked.block,
        dynamic_shared: asked.dynamic_shared,
        cluster: asked.cluster,
    };
    if asked.cooperative {
        let threads = asked.block.iter().product::<u32>() as i32;
        let resident = resident_blocks(
            &driver,
            asked.function,
            threads,
            asked.dynamic_shared as usize,
        )?;
        let room =
            u64::from(resident.unsigned_abs()) * settings().chip.attribute(16).unwrap_or(1) as u64;
        if asked
            .grid
            .iter()
            .map(|extent| u64::from(*extent))
            .product::<u64>()
            > room
        {
            return Err(CUresult::CUDA_ERROR_COOPERATIVE_LAUNCH_TOO_LARGE);
        }
    }
    driver.submit(stream, Task::Launch(launch))
}

fn get_function(function: Out<Handle>, module: Handle, name: In<u8>) -> Outcome {
    function.check()?;
    let (mut driver, _) = in_context()?;
    let handle = driver.function(module, &name.text()?)?;
    function.put(handle)
}

/// The name of a function, which lives as long as the process: programs keep the pointer.
pub fn name_of(driver: &Driver, function: Handle) -> Refused<u64> {
    use std::collections::BTreeMap;
    use std::ffi::CString;
    use std::sync::{Mutex, PoisonError};
    static NAMES: Mutex<BTreeMap<String, CString>> = Mutex::new(BTreeMap::new());
    let name = &driver.functions.get(function)?.name;
    let mut names = NAMES.lock().unwrap_or_else(PoisonError::into_inner);
    let text = CString::new(name.as_str()).unwrap_or_default();
    let kept = names.entry(name.clone()).or_insert(text);
    Ok(kept.as_ptr() as u64)
}

/// Offset and bytes of a parameter.
pub fn parameter(function: Handle, number: usize, offset: Out<u64>, bytes: Out<u64>) -> Outcome {
    offset.check()?;
    let driver = driver()?;
    let (function, module) = driver.module_of(function)?;
    let parameters = module.parameters(&function.name);
    let parameters = parameters.map_err(|_| CUresult::CUDA_ERROR_NOT_SUPPORTED)?;
    let one = parameters
        .get(number)
        .ok_or(CUresult::CUDA_ERROR_INVALID_VALUE)?;
    offset.put(one.offset as u64)?;
    bytes.may_put(one.bytes as u64);
    Ok(())
}

/// The handles of all functions of a module.
pub fn all_functions(driver: &mut Driver, module: Handle) -> Refused<Vec<Handle>> {
    let names: Vec<String> = {
        let loaded = driver.modules.get(module)?;
        loaded
            .module
            .kernel_names()
            .into_iter()
            .map(str::to_owned)
            .collect()
    };
    names
        .iter()
        .map(|name| driver.function(module, name))
        .collect()
}

api! {
    fn cuModuleLoad(module: Out<Handle>, name: In<u8>) {
        load_module(module, &file_text(name)?, &Options::default())
    }

    fn cuModuleLoadData(module: Out<Handle>, data: In<u8>) {
        load_module(module, &image::text(data)?, &Options::default())
    }

    fn cuModuleLoadDataEx(module: Out<Handle>, data: In<u8>, count: u32, names: In<u32>, values: In<u64>) {
        let options = Options::read(count, names, values)?;
        load_module(module, &image::text(data)?, &options)
    }

    fn cuModuleLoadFatBinary(module: Out<Handle>, data: In<u8>) {
        load_module(module, &image::text(data)?, &Options::default())
    }

    fn cuModuleUnload(module: Handle) {
        let (mut driver, _) = in_context()?;
        if driver.modules.get(module)?.context.is_none() {
            return Err(CUresult::CUDA_ERROR_INVALID_HANDLE);
        }
        driver.unload(module)
    }

    fn cuModuleGetLoadingMode(mode: Out<u32>) {
        mode.put(1)
    }

    fn cuModuleGetFunction(function: Out<Handle>, module: Handle, name: In<u8>) {
        get_function(function, module, name)
    }

    fn cuModuleGetFunctionCount(count: Out<u32>, module: Handle) {
        let (driver, _) = in_context()?;
        count.put(driver.modules.get(module)?.module.kernel_names().len() as u32)
    }

    fn cuModuleEnumerateFunctions(functions: Out<Handle>, most: u32, module: Handle) {
        let (mut driver, _) = in_context()?;
        let mut all = all_functions(&mut driver, module)?;
        all.truncate(most as usize);
        functions.fill(&all)
    }

    fn cuModuleGetGlobal_v2(address: Out<u64>, bytes: Out<u64>, module: Handle, name: In<u8>) {
        let (mut driver, _) = in_context()?;
        let (start, size) = variable(&mut driver, module, &name.text()?)?;
        address.may_put(start);
        bytes.may_put(size as u64);
        Ok(())
    }

    fn cuFuncGetAttribute(value: Out<i32>, number: u32, function: Handle) {
        value.check()?;
        value.put(attribute(&*driver()?, function, number)?)
    }

    fn cuFuncSetAttribute(function: Handle, number: u32, value: i32) {
        set_attribute(&mut *driver()?, function, number, value)
    }

    fn cuFuncSetCacheConfig(function: Handle, config: u32) {
        driver()?.functions.get(function)?;
        if config > 3 { Err(CUresult::CUDA_ERROR_INVALID_VALUE) } else { Ok(()) }
    }

    fn cuFuncSetSharedMemConfig(function: Handle, config: u32) {
        driver()?.functions.get(function)?;
        if config > 2 { Err(CUresult::CUDA_ERROR_INVALID_VALUE) } else { Ok(()) }
    }

    fn cuFuncGetModule(module: Out<Handle>, function: Handle) {
        let driver = driver()?;
        module.put(driver.functions.get(function)?.module)
    }

    fn cuFuncGetName(name: Out<u64>, function: Handle) {
        let driver = driver()?;
        name.put(name_of(&driver, function)?)
    }

    fn cuFuncGetParamInfo(function: Handle, number: usize, offset: Out<u64>, bytes: Out<u64>) {
        parameter(function, number, offset, bytes)
    }

    fn cuFuncIsLoaded(state: Out<u32>, function: Handle) {
        driver()?.functions.get(function)?;
        state.put(1)
    }

    fn cuFuncLoad(function: Handle) {
        driver()?.functions.get(function).map(|_| ())
    }

    fn cuLaunchKernel(
        function: Handle,
        grid_x: u32,
        grid_y: u32,
        grid_z: u32,
        block_x: u32,
        block_y: u32,
        block_z: u32,
        dynamic_shared: u32,
        stream: Handle,
        pointers: In<u64>,
        extra: In<u64>,
    ) {
        let (grid, block) = ([grid_x, grid_y, grid_z], [block_x, block_y, block_z]);
        let asked = Asked { function, grid, block, dynamic_shared, cooperative: false, cluster: [1; 3] };
        submit(stream, asked, pointers, extra)
    }

    fn cuLaunchCooperativeKernel(
        function: Handle,
        grid_x: u32,
        grid_y: u32,
        grid_z: u32,
        block_x: u32,
        block_y: u32,
        block_z: u32,
        dynamic_shared: u32,
        stream: Handle,
        pointers: In<u64>,
    ) {
        let (grid, block) = ([grid_x, grid_y, grid_z], [block_x, block_y, block_z]);
        let asked = Asked { function, grid, block, dynamic_shared, cooperative: true, cluster: [1; 3] };
        submit(stream, asked, pointers, In::at(0))
    }

    fn cuLaunchKernelEx(configuration: In<Configuration>, function: Handle, pointers: In<u64>, extra: In<u64>) {
        launch_with(configuration, function, pointers, extra)
    }

    fn cuOccupancyMaxActiveBlocksPerMultiprocessor(blocks: Out<i32>, function: Handle, threads: i32, dynamic: usize) {
        blocks.check()?;
        let (driver, _) = in_context()?;
        blocks.put(resident_blocks(&driver, function, threads, dynamic)?)
    }

    fn cuOccupancyMaxActiveBlocksPerMultiprocessorWithFlags(
        blocks: Out<i32>,
        function: Handle,
        threads: i32,
        dynamic: usize,
        flags: u32,
    ) {
        blocks.check()?;
        let (driver, _) = in_context()?;
        if flags > 1 {
            return Err(CUresult::CUDA_ERROR_INVALID_VALUE);
        }
        blocks.put(resident_blocks(&driver, function, threads, dynamic)?)
    }

    fn cuOccupancyMaxPotentialBlockSize(
        blocks: Out<i32>,
        threads: Out<i32>,
        function: Handle,
        sizes: u64,
        dynamic: usize,
        limit: i32,
    ) {
        best_block(blocks, threads, function, dynamic_of(sizes, dynamic), limit)
    }

    fn cuOccupancyMaxPotentialBlockSizeWithFlags(
        blocks: Out<i32>,
        threads: Out<i32>,
        function: Handle,
        sizes: u64,
        dynamic: usize,
        limit: i32,
        flags: u32,
    ) {
        if flags > 1 {
            return Err(CUresult::CUDA_ERROR_INVALID_VALUE);
        }
        best_block(blocks, threads, function, dynamic_of(sizes, dynamic), limit)
    }

    fn cuOccupancyAvailableDynamicSMemPerBlock(bytes: Out<u64>, function: Handle, blocks: i32, threads: i32) {
        bytes.check()?;
        let (driver, _) = in_context()?;
        let known: &Function = driver.functions.get(function)?;
        if blocks <= 0 || threads <= 0 {
            return Err(CUresult::CUDA_ERROR_INVALID_VALUE);
        }
        let fixed = attribute(&driver, function, 1)?;
        let share = settings().chip.shared_per_multiprocessor() / blocks - RESERVED_SHARED - fixed;
        bytes.put(u64::try_from(share).unwrap_or(0).min(known.max_dynamic))
    }

    fn cuOccupancyMaxActiveClusters(_clusters: Out<i32>, function: Handle, _configuration: u64) {
        driver()?.functions.get(function)?;
        Err(CUresult::CUDA_ERROR_NOT_SUPPORTED)
    }
}
