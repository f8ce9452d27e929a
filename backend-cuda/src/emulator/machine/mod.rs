//! Runs a decoded kernel: blocks over host threads, warps in a block, lanes in a warp.

pub(super) mod access;
mod asynchronous;
mod atomic;
mod block;
mod collective;
pub(super) mod matrix;
mod memory_barrier;
pub(super) mod operation;
mod undefined;
mod warp;

use std::sync::Mutex;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering::Relaxed};

use super::decode::{Code, Constant, LOCAL_BASE, Named, SHARED_BASE, Special};
use super::finding::{Actor, Finding, Place};
use super::memory::{Array, Memory};
use super::origin::meant_arrays;
use super::profile::{Profile, ProfileReport};
use super::registers::{File, LANES, Register, Registers};
use super::sanitizer::{Detected, Findings, GlobalShadow, Record, Released};
use super::types::Space;
use super::{Error, Launch, Module, Options, Report};
use block::Worker;
use operation::Operation;
use tc_passes::schedule::verify::limits;
use tc_passes::target::Limits;

impl Place {
    /// Says the address as an element of an array.
    fn in_array(&mut self, array: &Array) {
        let offset = self.address.wrapping_sub(array.base) as i64;
        self.array = Some(array.name.clone());
        self.offset = Some(offset);
        self.index = Some(array.index_text(offset, self.bytes));
        self.array_bytes = Some(array.bytes);
    }
}

/// What all blocks of a launch share.
pub(super) struct Context<'a> {
    pub module: &'a Module,
    pub code: &'a Code,
    pub memory: &'a Memory,
    pub options: &'a Options,
    pub parameters: Vec<u8>,
    pub grid: [u32; 3],
    pub block: [u32; 3],
    pub dynamic_bytes: u64,
    /// First address behind shared memory.
    pub shared_end: u64,
    /// The arrays in shared memory, first and end, in order.
    pub shared_arrays: Vec<(u64, u64)>,
    /// Register files before a warp starts.
    pub template: Registers,
    /// Special registers, which differ from warp to warp.
    pub specials: Vec<(Register, Special)>,
    /// The array that each instruction means, where the parameters say it.
    pub meant: Vec<Option<u32>>,
    /// Accesses of global memory so far; only with the sanitizer.
    pub shadow: Option<GlobalShadow>,
    pub shared_granule: u64,
    pub released: Mutex<Released>,
}

impl<'a> Context<'a> {
    pub fn new(
        module: &'a Module,
        code: &'a Code,
        memory: &'a Memory,
        launch: &Launch,
        parameters: Vec<u8>,
        module_addresses: &[u64],
        options: &'a Options,
    ) -> Self {
        let dynamic_bytes = launch.dynamic_shared as u64;
        let [shared_granule, global_granule] = granules(code);
        let shadow = options.sanitize.then(|| {
            GlobalShadow::new(
                memory.arrays.iter().map(|array| array.bytes),
                global_granule,
            )
        });
        let meant = meant_arrays(code, memory, &parameters);
        let mut context = Context {
            module,
            code,
            memory,
            options,
            parameters,
            grid: launch.grid,
            block: launch.block,
            dynamic_bytes,
            shared_end: code.dynamic_base + dynamic_bytes,
            shared_arrays: Vec::new(),
            template: Registers {
                words: vec![[0; LANES]; code.words],
                wides: vec![[0; LANES]; code.wides],
                predicates: vec![0; code.predicates],
            },
            specials: Vec::new(),
            meant,
            shadow,
            shared_granule,
            released: Mutex::default(),
        };
        context.fill_constants(module_addresses);
        let names = context.shared_names();
        let ranges = names
            .iter()
            .map(|array| (array.offset, array.offset + array.bytes));
        context.shared_arrays = ranges.collect();
        context
    }

    fn fill_constants(&mut self, module_addresses: &[u64]) {
        for &(register, constant) in &self.code.constants {
            let add = |base: u64, offset: i64| base.wrapping_add(offset as u64);
            let bits = match constant {
                Constant::Special(special) => {
                    self.specials.push((register, special));
                    continue;
                }
                Constant::Bits(bits) => bits,
                Constant::Shared(address)
                | Constant::Local(address)
                | Constant::Parameter(address) => address,
                Constant::DynamicShared => self.code.dynamic_base,
                Constant::DynamicSharedOffset(offset) => add(self.code.dynamic_base, offset),
                Constant::Module(index) => module_addresses[index],
                Constant::ModuleOffset(index, offset) => add(module_addresses[index], offset),
            };
            let index = register.index as usize;
            match register.file {
                File::Word => self.template.words[index] = [bits as u32; LANES],
                File::Wide | File::Double => self.template.wides[index] = [bits; LANES],
                File::Predicate => self.template.predicates[index] = bits as u32,
            }
        }
    }

    pub fn block_threads(&self) -> usize {
        self.block.iter().map(|extent| *extent as usize).product()
    }

    pub fn warp_count(&self) -> usize {
        self.block_threads().div_ceil(LANES)
    }

    pub fn block_count(&self) -> u64 {
        self.grid.iter().map(|extent| u64::from(*extent)).product()
    }

    pub fn block_index(&self, block: u64) -> [u32; 3] {
        let [x, y] = [u64::from(self.grid[0]), u64::from(self.grid[1])];
        [
            (block % x) as u32,
            (block / x % y) as u32,
            (block / x / y) as u32,
        ]
    }

    pub fn thread_index(&self, thread: usize) -> [u32; 3] {
        let thread = thread as u32;
        let [x, y, _] = self.block;
        [thread % x, thread / x % y, thread / x / y]
    }

    pub fn line_text(&self, line: u32) -> String {
        self.module
            .lines
            .get(line as usize - 1)
            .map(|text| text.trim().to_owned())
            .unwrap_or_default()
    }

    /// `file:line:column` of an instruction.
    pub fn source_text(&self, pc: u32) -> Option<String> {
        let location = self.code.instructions[pc as usize].source?;
        let file = self.module.tree.files.get(&location.file)?;
        Some(format!("{file}:{}:{}", location.line, location.column))
    }

    pub fn actor(&self, pc: u32, block: [u32; 3], thread: usize) -> Actor {
        let pc = (pc as usize).min(self.code.instructions.len() - 1);
        let line = self.code.instructions[pc].line;
        Actor {
            block,
            thread: self.thread_index(thread),
            line,
            text: self.line_text(line),
            source: self.source_text(pc as u32),
        }
    }

    /// The actor of a record; `near` is the block that found it, to undo the shortening of block numbers.
    pub fn actor_of(&self, record: Record, near: u64) -> Actor {
        let high = near & !((1 << 21) - 1);
        let block = (high | record.block()).min(self.block_count() - 1);
        self.actor(record.pc(), self.block_index(block), record.thread())
    }

    pub fn finding(&self, detected: Detected, pc: u32, block: [u32; 3], thread: usize) -> Finding {
        Finding {
            kind: detected.kind,
            kernel: self.code.name.clone(),
            message: detected.message,
            actor: Some(self.actor(pc, block, thread)),
            other: detected.other,
            place: detected.place,
            count: 1,
        }
    }

    /// Puts an address into words.
    pub fn place(&self, space: Space, address: u64, bytes: u64) -> Place {
        let mut place = Place {
            space: space.to_string(),
            address,
            bytes,
            array: None,
            offset: None,
            index: None,
            array_bytes: None,
        };
        match space {
            Space::Global | Space::Constant | Space::Generic => {
                if let Some((array, _)) = self.memory.nearest(address) {
                    place.in_array(array);
                }
            }
            Space::Shared => self.name_range(&mut place, &self.shared_names()),
            Space::Local => self.name_range(&mut place, &self.code.locals),
            Space::Parameter => self.name_range(&mut place, &self.code.parameters),
        }
        place
    }

    /// The same for an access of global memory that means an array, wherever the address lies.
    pub fn place_in(&self, array: u32, address: u64, bytes: u64) -> Place {
        let mut place = self.place(Space::Global, address, bytes);
        place.in_array(&self.memory.arrays[array as usize]);
        place
    }

    /// The array in shared memory that holds all bytes from `first` to `end`.
    pub fn shared_array(&self, first: u64, end: u64) -> Option<(u64, u64)> {
        let mut arrays = self.shared_arrays.iter();
        arrays
            .find(|array| first >= array.0 && end <= array.1)
            .copied()
    }

    /// Static variables and the dynamic array of shared memory.
    fn shared_names(&self) -> Vec<Named> {
        let mut names = self.code.shared.clone();
        if self.dynamic_bytes > 0 || names.is_empty() {
            let name = self.code.dynamic_name.clone();
            names.push(Named {
                name: name.unwrap_or_else(|| "shared memory".to_owned()),
                offset: self.code.dynamic_base,
                bytes: self.dynamic_bytes,
            });
        }
        names
    }

    fn name_range(&self, place: &mut Place, names: &[Named]) {
        let address = place.address;
        let nearest = names.iter().min_by_key(|named| {
            let end = named.offset + named.bytes;
            if address < named.offset {
                named.offset - address
            } else {
                // An address right behind one array may be the first of the next.
                (address + 1).saturating_sub(end)
            }
        });
        if let Some(named) = nearest {
            let offset = address.wrapping_sub(named.offset) as i64;
            place.array = Some(named.name.clone());
            place.offset = Some(offset);
            place.index = Some(format!(
                "[{}]",
                offset.div_euclid(place.bytes.max(1) as i64)
            ));
            place.array_bytes = Some(named.bytes);
        }
    }
}

/// The smallest accesses of shared and of global memory, at most 4 bytes.
fn granules(code: &Code) -> [u64; 2] {
    let mut granules = [4_u64; 2];
    let mut note = |space: Space, bytes: u64| {
        if matches!(space, Space::Shared | Space::Generic) {
            granules[0] = granules[0].min(bytes);
        }
        if matches!(space, Space::Global | Space::Generic) {
            granules[1] = granules[1].min(bytes);
        }
    };
    for decoded in &code.instructions {
        match &decoded.operation {
            Operation::Load(access) | Operation::Store(access) => {
                note(access.space, u64::from(access.bytes));
            }
            Operation::Atomic(access) => note(access.space, access.ty.bytes() as u64),
            _ => {}
        }
    }
    granules
}

/// A small generator for the order of blocks and warps: splitmix64.
pub(super) struct Random(u64);

impl Random {
    pub fn new(seed: u64) -> Self {
        Random(seed)
    }

    fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut value = self.0;
        value = (value ^ value >> 30).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        value = (value ^ value >> 27).wrapping_mul(0x94d0_49bb_1331_11eb);
        value ^ value >> 31
    }

    pub fn shuffle<T>(&mut self, items: &mut [T]) {
        for last in (1..items.len()).rev() {
            items.swap(last, (self.next() % (last as u64 + 1)) as usize);
        }
    }
}

/// True when results may depend on the order of blocks: atomics on global memory.
fn order_matters(code: &Code) -> bool {
    code.instructions.iter().any(|decoded| {
        matches!(&decoded.operation, Operation::Atomic(access) if access.space != Space::Shared)
    })
}

/// What came out of the workers.
struct Outcome {
    findings: Findings,
    profile: Profile,
}

/// Runs all blocks.
pub(super) fn run(context: &Context, memory_may_race: bool) -> (Findings, ProfileReport) {
    let threads = if memory_may_race || order_matters(context.code) {
        1
    } else {
        context
            .options
            .threads
            .unwrap_or_else(rayon::current_num_threads)
    };
    let outcome = run_blocks(context, threads.max(1));
    let report = ProfileReport::new(context, &outcome.profile);
    (outcome.findings, report)
}

fn run_blocks(context: &Context, threads: usize) -> Outcome {
    let all = context.block_count();
    let count = context
        .options
        .sample_blocks
        .map_or(all, |sample| sample.clamp(1, all));
    let block_at =
        |position: u64| (u128::from(position) * u128::from(all) / u128::from(count)) as u64;
    let order = context.options.seed.map(|seed| {
        let mut order: Vec<u64> = (0..count).map(block_at).collect();
        Random::new(seed).shuffle(&mut order);
        order
    });
    let next = AtomicU64::new(0);
    let stop = AtomicBool::new(false);
    let work = || {
        let mut worker = Worker::new(context);
        while !stop.load(Relaxed) {
            let position = next.fetch_add(1, Relaxed);
            if position >= count {
                break;
            }
            worker.run(
                order
                    .as_ref()
                    .map_or_else(|| block_at(position), |order| order[position as usize]),
            );
            if worker.stopped() {
                stop.store(true, Relaxed);
            }
        }
        Outcome {
            findings: worker.environment.findings,
            profile: worker.environment.profile,
        }
    };
    let threads = threads.min(count.max(1) as usize);
    let mut outcomes = if threads == 1 {
        vec![work()]
    } else {
        std::thread::scope(|scope| {
            let handles: Vec<_> = (0..threads).map(|_| scope.spawn(work)).collect();
            handles
                .into_iter()
                .map(|handle| {
                    handle
                        .join()
                        .unwrap_or_else(|panic| std::panic::resume_unwind(panic))
                })
                .collect()
        })
    };
    let mut first = outcomes.remove(0);
    for outcome in outcomes {
        first.findings.merge(outcome.findings);
        first.profile.merge(&outcome.profile);
    }
    first
}

/// Checks that need no instruction to run: the shape of the launch and its shared memory.
pub(super) fn check_launch(code: &Code, launch: &Launch, limits: &Limits) -> Result<(), Error> {
    let threads: u64 = launch
        .block
        .iter()
        .map(|extent| u64::from(*extent))
        .product();
    let refuse = |message: String| Err(Error::Launch(message));
    if threads == 0 || launch.grid.contains(&0) {
        return refuse(format!(
            "expected a grid and a block without empty dimensions, found {:?} and {:?}",
            launch.grid, launch.block
        ));
    }
    let checked = limits::check_grid(limits, launch.grid.map(i64::from))
        .and_then(|()| limits::check_block(limits, launch.block.map(i64::from)));
    if let Err(refusal) = checked {
        return refuse(refusal.to_string());
    }
    for (name, values) in &code.bounds {
        let bound: u64 = values.iter().map(|value| u64::from(*value)).product();
        match name.as_str() {
            "maxntid" if threads > bound => {
                return refuse(format!(
                    "the kernel allows {bound} threads a block (`.maxntid`), found {threads}"
                ));
            }
            "reqntid" if threads != bound => {
                return refuse(format!(
                    "the kernel requires {bound} threads a block (`.reqntid`), found {threads}"
                ));
            }
            "reqnctapercluster" if bound > 1 => {
                return refuse(format!("clusters of {bound} blocks are not emulated"));
            }
            _ => {}
        }
    }
    let fixed = code.dynamic_base - code.shared_gaps - SHARED_BASE;
    let shared = fixed + launch.dynamic_shared as u64;
    let machine = limits.machine_text();
    let most = limits.shared_bytes_with_dynamic;
    if i64::try_from(shared).map_or(true, |shared| shared > most) {
        let message = format!(
            "the block needs {shared} bytes of shared memory ({} of them dynamic), the limit on {machine} is {most}",
            launch.dynamic_shared
        );
        return Err(Error::SharedMemoryLimit(message));
    }
    let most = limits.shared_bytes;
    if i64::try_from(fixed).map_or(true, |fixed| fixed > most) {
        let message = format!(
            "the block needs {fixed} bytes of shared memory that is not dynamic, the limit on {machine} is {most}"
        );
        return Err(Error::SharedMemoryLimit(message));
    }
    const { assert!(LOCAL_BASE > 0) };
    Ok(())
}

/// The report of a run.
pub(super) fn report(findings: Findings, profile: ProfileReport) -> Report {
    Report {
        findings: findings.into_vec(),
        profile,
    }
}
