//! A machine for PTX: runs the text that LLVM printed, finds mistakes in it, counts what decides its speed.
//!
//! Nothing but the PTX text goes in, so that what is checked is what ships. The machine is accurate to the warp: 32
//! lanes in lockstep, divergence and reconvergence at post-dominators, barriers, collectives over the right lanes,
//! shared, local, parameter and global memory with their own addresses. It does not model time.
//!
//! ```text
//! text -> syntax (tokens, tree) -> decode (closures over 32 lanes) -> machine (blocks, warps) -> Report
//!                                                                        |-> sanitizer: findings
//!                                                                        '-> profile: counters by line
//! ```
//!
//! With `Options::sanitize` a run never stops at the first mistake: it records it, leaves the access out, and goes on.
//! Without it the first fault is an error. Runs are deterministic: a kernel with atomics on global memory runs its
//! blocks in order, and a run on several host threads that found a mistake is repeated on one, so that the report is
//! the same each time.
//!
//! The subset is in `docs/ptx-subset.md`; an instruction or a modifier outside of it is an error that shows the line.
//!
//! ```no_run
//! # fn example(ptx: &str) -> Result<(), Box<dyn std::error::Error>> {
//! use ptx_emulator::{Argument, Initial, Launch, Memory, Module, Options, launch};
//! let module = Module::parse(ptx)?;
//! let mut memory = Memory::new();
//! let x = memory.allocate("X", 128, Initial::Data(vec![0; 128]));
//! let y = memory.allocate("Y", 128, Initial::Uninitialised);
//! let shape = Launch {
//!     grid: [1, 1, 1],
//!     block: [32, 1, 1],
//!     dynamic_shared: 0,
//!     arguments: vec![Argument::Pointer(x), Argument::Pointer(y), Argument::U32(32)],
//! };
//! let report = launch(&module, "kernel", &shape, &mut memory, &Options::default())?;
//! assert!(report.findings.is_empty());
//! println!("{}", report.profile.to_text());
//! # Ok(()) }
//! ```

mod decode;
mod finding;
mod float;
mod flow;
mod limits;
mod machine;
mod memory;
mod origin;
mod profile;
mod registers;
mod sanitizer;
mod syntax;
mod types;

use std::collections::HashMap;
use std::fmt;
use std::sync::atomic::{AtomicU64, Ordering::Relaxed};

pub use decode::{Class, supported_instructions};
pub use finding::{Actor, Finding, FindingKind, Place};
pub use limits::Limits;
pub use memory::{ArrayId, Initial, Memory};
pub use profile::{ClassCount, LineProfile, ProfileReport, Totals};
pub use syntax::{SourceLocation, SyntaxError};

use decode::Code;
use syntax::{Initializer, Operand, Tree};
use types::Space;

/// Why a module could not be read or a launch could not be run.
#[derive(Debug, Clone, thiserror::Error)]
pub enum Error {
    /// Mistakes in the text, all of them.
    #[error("{}", .0.iter().map(ToString::to_string).collect::<Vec<_>>().join("\n"))]
    Syntax(Vec<SyntaxError>),
    /// No such kernel.
    #[error("kernel `{name}` is not in this module, which has {known}")]
    UnknownKernel {
        /// The name asked for.
        name: String,
        /// The kernels there are.
        known: String,
    },
    /// Arguments, grid or block do not fit the kernel.
    #[error("{0}")]
    Launch(String),
    /// More shared memory than the device has.
    #[error("{0}")]
    SharedMemoryLimit(String),
    /// A fault of the kernel, in a run without the sanitizer.
    #[error("{0}")]
    Fault(Box<Finding>),
}

/// A PTX file, decoded.
pub struct Module {
    identity: u64,
    tree: Tree,
    lines: Vec<String>,
    kernels: HashMap<String, Code>,
}

impl fmt::Debug for Module {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter
            .debug_struct("Module")
            .field("target", &self.tree.target)
            .field("kernels", &self.kernel_names())
            .finish()
    }
}

/// A value given to a kernel.
#[derive(Debug, Clone, PartialEq)]
pub enum Argument {
    /// The start of an array.
    Pointer(ArrayId),
    /// A place inside an array, in bytes from its start.
    PointerOffset(ArrayId, u64),
    /// An 8-bit integer.
    U8(u8),
    /// A 16-bit integer, or the bits of a half.
    U16(u16),
    /// A 32-bit integer.
    U32(u32),
    /// A 64-bit integer.
    U64(u64),
    /// A signed 32-bit integer.
    I32(i32),
    /// A signed 64-bit integer.
    I64(i64),
    /// A float.
    F32(f32),
    /// A double.
    F64(f64),
    /// A structure passed by value.
    Bytes(Vec<u8>),
}

/// The shape of a launch and its arguments.
#[derive(Debug, Clone, PartialEq)]
pub struct Launch {
    /// Blocks in x, y, z.
    pub grid: [u32; 3],
    /// Threads of a block in x, y, z.
    pub block: [u32; 3],
    /// Bytes of dynamic shared memory.
    pub dynamic_shared: usize,
    /// One value for each parameter.
    pub arguments: Vec<Argument>,
}

/// How to run.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Options {
    /// Look for races, uninitialised reads and the like, and go on behind a mistake.
    pub sanitize: bool,
    /// Count sectors, bank conflicts and traffic; instructions are always counted.
    pub profile: bool,
    /// Shuffles the order of blocks and warps.
    pub seed: Option<u64>,
    /// Runs this many blocks only, spread evenly over the grid: for a profile of a kernel that takes too long, since its results are not whole.
    pub sample_blocks: Option<u64>,
    /// Instructions that one warp may run.
    pub budget: u64,
    /// Host threads; all without a number.
    pub threads: Option<usize>,
    /// What the machine can launch; what the processor in the `.target` of the text can, if none.
    pub limits: Option<Limits>,
    /// Different findings that a report holds at most.
    pub max_findings: usize,
}

impl Default for Options {
    fn default() -> Self {
        Options {
            sanitize: true,
            profile: true,
            seed: None,
            sample_blocks: None,
            budget: 100_000_000,
            threads: None,
            limits: None,
            max_findings: 100,
        }
    }
}

/// What a run showed.
#[derive(Debug, Clone, PartialEq)]
pub struct Report {
    /// Mistakes, by PTX line; empty when the kernel is clean.
    pub findings: Vec<Finding>,
    /// Counters.
    pub profile: ProfileReport,
}

static NEXT_IDENTITY: AtomicU64 = AtomicU64::new(1);

impl Module {
    /// Reads and decodes PTX. All mistakes of the text are reported.
    pub fn parse(text: &str) -> Result<Module, Error> {
        let tree = syntax::parse(text).map_err(Error::Syntax)?;
        let lines: Vec<String> = text.lines().map(str::to_owned).collect();
        let mut kernels = HashMap::new();
        let mut errors = Vec::new();
        for function in tree.functions.iter().filter(|function| function.is_kernel) {
            match decode::decode(&tree, function) {
                Ok(code) => {
                    kernels.insert(function.name.clone(), code);
                }
                Err(mut found) => errors.append(&mut found),
            }
        }
        if !errors.is_empty() {
            for error in &mut errors {
                let text = lines.get((error.line as usize).saturating_sub(1));
                error.text = text.cloned().unwrap_or_default();
            }
            return Err(Error::Syntax(errors));
        }
        Ok(Module {
            identity: NEXT_IDENTITY.fetch_add(1, Relaxed),
            tree,
            lines,
            kernels,
        })
    }

    /// The kernels, in the order of the text.
    pub fn kernel_names(&self) -> Vec<&str> {
        self.tree
            .functions
            .iter()
            .filter(|function| function.is_kernel)
            .map(|function| function.name.as_str())
            .collect()
    }

    /// Bytes of static shared memory of a kernel.
    pub fn static_shared(&self, kernel: &str) -> Result<usize, Error> {
        let code = self.code(kernel)?;
        let last = code.shared.last().zip(code.shared.len().checked_sub(1));
        Ok(last.map_or(0, |(array, before)| {
            let gaps = code.shared_gaps / code.shared.len() as u64 * before as u64;
            (array.offset + array.bytes - gaps - decode::SHARED_BASE) as usize
        }))
    }

    fn code(&self, kernel: &str) -> Result<&Code, Error> {
        self.kernels
            .get(kernel)
            .ok_or_else(|| Error::UnknownKernel {
                name: kernel.to_owned(),
                known: match self.kernel_names() {
                    names if names.is_empty() => "no kernel".to_owned(),
                    names => names.join(", "),
                },
            })
    }

    /// Places the variables of the module in memory, once for each memory.
    fn place_variables(&self, memory: &mut Memory) -> Vec<u64> {
        let mut addresses = Vec::new();
        for (index, variable) in self.tree.variables.iter().enumerate() {
            if variable.space == Space::Shared {
                addresses.push(0);
                continue;
            }
            let key = (self.identity, index);
            let id = match memory.module_variables.get(&key) {
                Some(id) => *id,
                None => {
                    let bytes = variable.bytes();
                    // Variables without an initializer are zero.
                    let id = memory.allocate(&variable.name, bytes, Initial::Data(vec![0; bytes]));
                    memory.describe(id, variable.element.bytes(), &[]);
                    memory.module_variables.insert(key, id);
                    id
                }
            };
            addresses.push(memory.address(id));
        }
        addresses
    }

    /// Writes the initializers, which may name other variables.
    fn initialize_variables(&self, memory: &mut Memory, addresses: &[u64]) -> Result<(), Error> {
        for (index, variable) in self.tree.variables.iter().enumerate() {
            let Some(id) = memory
                .module_variables
                .get(&(self.identity, index))
                .copied()
            else {
                continue;
            };
            let bytes = variable.element.bytes();
            for (place, value) in variable.initializer.iter().enumerate() {
                let bits = match value {
                    Initializer::Value(operand) => initial_bits(operand, bytes),
                    Initializer::Symbol(name, offset) => self
                        .tree
                        .variables
                        .iter()
                        .position(|variable| variable.name == *name)
                        .map(|found| addresses[found].wrapping_add(*offset as u64)),
                };
                let Some(bits) = bits else {
                    return Err(Error::Launch(format!(
                        "the initializer of `{}` (line {}) names something that is not a variable or a number",
                        variable.name, variable.line
                    )));
                };
                memory.write(id, place * bytes, &bits.to_le_bytes()[..bytes.min(8)]);
            }
        }
        Ok(())
    }
}

fn initial_bits(operand: &Operand, bytes: usize) -> Option<u64> {
    match operand {
        Operand::Integer(value) => Some(*value as u64),
        Operand::Float(value) if bytes == 4 => Some(u64::from((*value as f32).to_bits())),
        Operand::Float(value) => Some(value.to_bits()),
        Operand::Float32Bits(bits) => Some(u64::from(*bits)),
        _ => None,
    }
}

/// A kernel of a PTX file, without its body.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Outline {
    /// The name.
    pub kernel: String,
    /// Threads of a block, from `.reqntid` or else `.maxntid`.
    pub block: Option<[u32; 3]>,
}

/// The kernels of a PTX file in the order of the text, whether or not the emulator can run them.
///
/// # Errors
/// Text that is no PTX.
pub fn outlines(text: &str) -> Result<Vec<Outline>, Error> {
    let tree = syntax::parse(text).map_err(Error::Syntax)?;
    let kernels = tree.functions.iter().filter(|function| function.is_kernel);
    Ok(kernels
        .map(|function| {
            let bound = |name: &str| function.bounds.iter().find(|(bound, _)| bound == name);
            let sizes = bound("reqntid").or_else(|| bound("maxntid"));
            let size = |sizes: &[u32], axis: usize| sizes.get(axis).copied().unwrap_or(1);
            Outline {
                kernel: function.name.clone(),
                block: sizes.map(|(_, sizes)| [0, 1, 2].map(|axis| size(sizes, axis))),
            }
        })
        .collect())
}

/// Runs `kernel` of `module`.
///
/// With the sanitizer, mistakes are in the report; without it, the first one is [`Error::Fault`].
pub fn launch(
    module: &Module,
    kernel: &str,
    shape: &Launch,
    memory: &mut Memory,
    options: &Options,
) -> Result<Report, Error> {
    let code = module.code(kernel)?;
    let limits = options.limits.clone();
    let limits = limits.unwrap_or_else(|| Limits::of_chip(&module.tree.target));
    machine::check_launch(code, shape, &limits)?;
    let fresh = module
        .tree
        .variables
        .iter()
        .enumerate()
        .any(|(index, variable)| {
            variable.space != Space::Shared
                && !memory
                    .module_variables
                    .contains_key(&(module.identity, index))
        });
    let addresses = module.place_variables(memory);
    if fresh {
        module.initialize_variables(memory, &addresses)?;
    }
    let parameters = encode_arguments(code, &shape.arguments, memory)?;
    // To run again on one host thread when something is found.
    let snapshot = options.sanitize.then(|| memory.snapshot());
    let run = |memory: &Memory, alone: bool| {
        let context = machine::Context::new(
            module,
            code,
            memory,
            shape,
            parameters.clone(),
            &addresses,
            options,
        );
        machine::run(&context, alone)
    };
    let (mut findings, mut profile) = run(memory, false);
    if let Some(snapshot) = snapshot
        && !findings.is_empty()
        && options.threads != Some(1)
    {
        memory.restore(snapshot);
        (findings, profile) = run(memory, true);
    }
    let report = machine::report(findings, profile);
    match report.findings.first() {
        Some(finding) if !options.sanitize => Err(Error::Fault(Box::new(finding.clone()))),
        _ => Ok(report),
    }
}

fn encode_arguments(
    code: &Code,
    arguments: &[Argument],
    memory: &Memory,
) -> Result<Vec<u8>, Error> {
    if arguments.len() != code.parameters.len() {
        let names: Vec<&str> = code
            .parameters
            .iter()
            .map(|named| named.name.as_str())
            .collect();
        return Err(Error::Launch(format!(
            "kernel `{}` takes {} arguments ({}), found {}",
            code.name,
            code.parameters.len(),
            names.join(", "),
            arguments.len()
        )));
    }
    let mut bytes = vec![0; code.parameter_bytes as usize];
    for (parameter, argument) in code.parameters.iter().zip(arguments) {
        let encoded = argument.encode(memory);
        if encoded.len() as u64 != parameter.bytes {
            return Err(Error::Launch(format!(
                "parameter `{}` of kernel `{}` has {} bytes, found an argument of {} ({argument:?})",
                parameter.name,
                code.name,
                parameter.bytes,
                encoded.len()
            )));
        }
        let start = parameter.offset as usize;
        bytes[start..start + encoded.len()].copy_from_slice(&encoded);
    }
    Ok(bytes)
}

impl Argument {
    fn encode(&self, memory: &Memory) -> Vec<u8> {
        match self {
            Argument::Pointer(array) => memory.address(*array).to_le_bytes().to_vec(),
            Argument::PointerOffset(array, offset) => memory
                .address(*array)
                .wrapping_add(*offset)
                .to_le_bytes()
                .to_vec(),
            Argument::U8(value) => vec![*value],
            Argument::U16(value) => value.to_le_bytes().to_vec(),
            Argument::U32(value) => value.to_le_bytes().to_vec(),
            Argument::U64(value) => value.to_le_bytes().to_vec(),
            Argument::I32(value) => value.to_le_bytes().to_vec(),
            Argument::I64(value) => value.to_le_bytes().to_vec(),
            Argument::F32(value) => value.to_le_bytes().to_vec(),
            Argument::F64(value) => value.to_le_bytes().to_vec(),
            Argument::Bytes(bytes) => bytes.clone(),
        }
    }
}
