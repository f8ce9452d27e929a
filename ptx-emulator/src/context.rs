//! The state that all blocks of a launch share, and the descriptions of addresses in it.

use std::sync::Mutex;

use crate::finding::{Actor, Finding, Place};
use crate::launch::{Launch, Options};
use crate::memory::{Array, Memory, function_address};
use crate::module::Module;
use crate::operation::{Code, Constant, Decoded, Named, Operation, Scope, Special};
use crate::origin::meant_arrays;
use crate::registers::{File, LANES, Register, Registers};
use crate::sanitizer::{Detected, GlobalShadow, Loads, Past, Record, Words};
use crate::types::Space;

impl Place {
    /// Describes the address as an element of an array.
    fn in_array(&mut self, array: &Array) {
        let offset = self.address.wrapping_sub(array.base + array.lead) as i64;
        self.array = Some(array.name.clone());
        self.offset = Some(offset);
        self.index = Some(array.index_text(offset, self.bytes));
        self.array_bytes = Some(array.bytes.saturating_sub(array.lead));
    }
}

/// The state that all blocks of a launch share.
pub(crate) struct Context<'a> {
    pub module: &'a Module,
    pub code: &'a Code,
    pub memory: &'a Memory,
    pub options: &'a Options,
    pub loads: Loads,
    pub parameters: Vec<u8>,
    pub grid: [u32; 3],
    pub block: [u32; 3],
    pub dynamic_bytes: u64,
    /// First address after shared memory.
    pub shared_end: u64,
    /// The arrays in shared memory, first and end, in order.
    pub shared_arrays: Vec<(u64, u64)>,
    /// The register files before a warp starts.
    pub template: Registers,
    /// Special registers, which differ from warp to warp.
    pub specials: Vec<(Register, Special)>,
    /// The array that each instruction refers to, where the parameters determine it.
    pub meant: Vec<Option<u32>>,
    /// Accesses of global memory so far; only with the sanitizer.
    pub shadow: Option<GlobalShadow>,
    pub shared_granule: u64,
    /// The releases through words of global memory.
    pub released: Mutex<Words>,
    /// What the fences `fence.sc` so far published.
    pub sequential: Mutex<Past>,
    /// Whether an instruction is in a loop that may spin until another thread writes.
    pub spins: Vec<bool>,
    /// Scope and bytes of the elements of each strong access, by its instruction.
    pub strong: Vec<Option<(Scope, u64)>>,
}

impl<'a> Context<'a> {
    pub fn new(
        (module, code): (&'a Module, &'a Code),
        memory: &'a Memory,
        launch: &Launch,
        (parameters, module_addresses): (Vec<u8>, &[u64]),
        options: &'a Options,
        loads: Loads,
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
            loads,
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
            sequential: Mutex::default(),
            spins: code.spins(|_| true),
            strong: code.instructions.iter().map(strong).collect(),
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
                // Frames are registers, which their function fills.
                Constant::Frame(_) => 0,
                Constant::Function(index) => function_address(index),
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

    /// The actor of a record; `near` is the block that found it, to undo the shortening of block
    /// numbers.
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

    /// Describes an address.
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

    /// The same for an access of global memory that refers to a known array, wherever the address
    /// lies.
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
                // An address directly after one array may be the first of the next.
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

/// Scope and bytes of the elements of a strong access.
fn strong(decoded: &Decoded) -> Option<(Scope, u64)> {
    match &decoded.operation {
        Operation::Load(access) | Operation::Store(access) => {
            Some((access.sync.scope?, u64::from(access.element)))
        }
        Operation::Atomic(access) => Some((access.sync.scope?, access.ty.bytes() as u64)),
        Operation::MemoryBarrier(_) => Some((Scope::Block, 8)),
        _ => None,
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
            Operation::TileAccess(access) => note(access.space, (access.tile.ty.bits() / 8).into()),
            _ => {}
        }
    }
    granules
}
