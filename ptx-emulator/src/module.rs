//! A PTX file: reads and decodes it, and places its variables in memory.

use std::collections::HashMap;
use std::fmt;
use std::sync::atomic::{AtomicU64, Ordering::Relaxed};

use crate::decode;
use crate::error::{Error, ErrorKind};
use crate::memory::{ArrayId, Initial, Memory, function_address};
use crate::operation::{Code, SHARED_BASE};
use crate::syntax::{self, Initializer, Operand, Tree};
use crate::types::Space;

/// A PTX file, decoded.
pub struct Module {
    pub(crate) identity: u64,
    pub(crate) tree: Tree,
    pub(crate) lines: Vec<String>,
    kernels: HashMap<String, Code>,
    /// Kernels that are not emulated, with the reasons.
    refused: HashMap<String, Error>,
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

/// The most bytes of the variables of a module.
const MOST_VARIABLE_BYTES: u64 = 1 << 30;

static NEXT_IDENTITY: AtomicU64 = AtomicU64::new(1);

impl Module {
    /// Reads and decodes PTX. All mistakes of the text are reported.
    pub fn parse(text: &str) -> Result<Module, Error> {
        let module = Module::parse_each(text)?;
        let mut mistakes: Vec<_> = module.refused.values().flat_map(Error::mistakes).collect();
        if mistakes.is_empty() {
            return Ok(module);
        }
        mistakes.sort_by_key(|mistake| (mistake.line, mistake.column));
        Err(Error::syntax(mistakes.into_iter().cloned().collect()))
    }

    /// The same, but a kernel with an instruction that is not emulated is an error only when it is
    /// used: programs load modules of which they use some kernels.
    pub fn parse_each(text: &str) -> Result<Module, Error> {
        let tree = syntax::parse(text).map_err(Error::syntax)?;
        let lines: Vec<String> = text.lines().map(str::to_owned).collect();
        let (mut kernels, mut refused) = (HashMap::new(), HashMap::new());
        for function in tree.functions.iter().filter(|function| function.is_kernel) {
            match decode::decode(&tree, function) {
                Ok(code) => {
                    kernels.insert(function.name.clone(), code);
                }
                Err(mut errors) => {
                    for error in &mut errors {
                        let text = lines.get((error.line as usize).saturating_sub(1));
                        error.text = text.cloned().unwrap_or_default();
                    }
                    refused.insert(function.name.clone(), Error::syntax(errors));
                }
            }
        }
        Ok(Module {
            identity: NEXT_IDENTITY.fetch_add(1, Relaxed),
            tree,
            lines,
            kernels,
            refused,
        })
    }

    /// The processor of `.target`, such as `sm_90a`.
    pub fn target(&self) -> &str {
        &self.tree.target
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

    /// The parameters of a kernel as declared.
    ///
    /// # Errors
    /// The kernel does not exist.
    pub fn parameters(&self, kernel: &str) -> Result<Vec<Parameter>, Error> {
        let code = self.code(kernel)?;
        let mut functions = self.tree.functions.iter();
        let function = functions.find(|function| function.is_kernel && function.name == kernel);
        let parameters = function.map_or(&[][..], |function| &function.parameters);
        Ok(parameters
            .iter()
            .zip(&code.parameters)
            .map(|(parameter, placed)| Parameter {
                name: parameter.name.clone(),
                ty: parameter.ty.name(),
                bytes: parameter.bytes(),
                structure: parameter.count > 1,
                offset: placed.offset as usize,
            })
            .collect())
    }

    /// What a kernel takes from a processor.
    ///
    /// # Errors
    /// The kernel does not exist, or is not emulated.
    pub fn resources(&self, kernel: &str) -> Result<Resources, Error> {
        let code = self.code(kernel)?;
        let bound = |name: &str| {
            let mut bounds = code.bounds.iter();
            let (_, sizes) = bounds.find(|(bound, _)| bound == name)?;
            Some(sizes.iter().map(|size| u64::from(*size)).product())
        };
        let variables = self.tree.variables.iter();
        let constants = variables.filter(|variable| variable.space == Space::Constant);
        Ok(Resources {
            constant_bytes: constants.map(|constant| constant.bytes() as u64).sum(),
            shared_bytes: self.static_shared(kernel)? as u64,
            local_bytes: code.local_bytes,
            required_threads: bound("reqntid"),
            max_threads: bound("reqntid").or_else(|| bound("maxntid")),
        })
    }

    /// Places the variables in memory, which a launch does else. A module has its own variables
    /// in each memory.
    ///
    /// # Errors
    /// Variables that are too large, or whose initializers are not known.
    pub fn place(&self, memory: &mut Memory) -> Result<(), Error> {
        let placed = |(index, _): (usize, _)| {
            let key = (self.identity, index);
            memory.module_variables.contains_key(&key)
        };
        if !self.tree.variables.is_empty() && self.tree.variables.iter().enumerate().any(placed) {
            return Ok(());
        }
        let addresses = self.place_variables(memory)?;
        self.initialize_variables(memory, &addresses)
    }

    /// A variable that [`Module::place`] placed.
    pub fn variable(&self, memory: &Memory, name: &str) -> Option<ArrayId> {
        let mut variables = self.tree.variables.iter();
        let index = variables.position(|variable| variable.name == name)?;
        memory
            .module_variables
            .get(&(self.identity, index))
            .copied()
    }

    /// Frees the variables that [`Module::place`] placed.
    pub fn unplace(&self, memory: &mut Memory) {
        let mine: Vec<ArrayId> = memory
            .module_variables
            .iter()
            .filter(|((identity, _), _)| *identity == self.identity)
            .map(|(_, id)| *id)
            .collect();
        for id in mine {
            memory.free(id);
        }
    }

    /// Bytes of static shared memory of a kernel.
    pub fn static_shared(&self, kernel: &str) -> Result<usize, Error> {
        let code = self.code(kernel)?;
        let last = code.shared.last().zip(code.shared.len().checked_sub(1));
        Ok(last.map_or(0, |(array, before)| {
            let gaps = code.shared_gaps / code.shared.len() as u64 * before as u64;
            (array.offset + array.bytes - gaps - SHARED_BASE) as usize
        }))
    }

    pub(crate) fn code(&self, kernel: &str) -> Result<&Code, Error> {
        if let Some(reason) = self.refused.get(kernel) {
            return Err(reason.clone());
        }
        self.kernels.get(kernel).ok_or_else(|| {
            let known = match self.kernel_names() {
                names if names.is_empty() => "no kernel".to_owned(),
                names => names.join(", "),
            };
            let message = format!("kernel `{kernel}` is not in this module, which has {known}");
            Error::new(ErrorKind::UnknownKernel, message)
        })
    }

    /// Places the variables of the module in memory, once for each memory.
    pub(crate) fn place_variables(&self, memory: &mut Memory) -> Result<Vec<u64>, Error> {
        self.check_variables()?;
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
        Ok(addresses)
    }

    /// Refuses variables that take more memory than the emulator gives them.
    fn check_variables(&self) -> Result<(), Error> {
        let mut left = MOST_VARIABLE_BYTES;
        for variable in &self.tree.variables {
            if variable.space == Space::Shared {
                continue;
            }
            let bytes = variable.bytes() as u64;
            left = left.checked_sub(bytes).ok_or_else(|| {
                let message = format!(
                    "expected variables of at most {MOST_VARIABLE_BYTES} bytes together, found `{}` of {bytes} bytes (line {}); pass large arrays as arguments",
                    variable.name, variable.line
                );
                Error::new(ErrorKind::Launch, message).at_line(variable.line)
            })?;
        }
        Ok(())
    }

    fn address_of_function(&self, name: &str) -> Option<u64> {
        let mut functions = self.tree.functions.iter();
        functions
            .position(|function| function.name == name)
            .map(function_address)
    }

    /// Writes the initializers, which may name other variables.
    pub(crate) fn initialize_variables(
        &self,
        memory: &mut Memory,
        addresses: &[u64],
    ) -> Result<(), Error> {
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
                        .map(|found| addresses[found])
                        .or_else(|| self.address_of_function(name))
                        .map(|address| address.wrapping_add(*offset as u64)),
                };
                let Some(bits) = bits else {
                    let message = format!(
                        "the initializer of `{}` (line {}) names something that is not a variable or a number",
                        variable.name, variable.line
                    );
                    return Err(Error::new(ErrorKind::Launch, message).at_line(variable.line));
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

/// A parameter of a kernel.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Parameter {
    /// The name.
    pub name: String,
    /// The type, such as `u64`; for a structure that of an element.
    pub ty: &'static str,
    /// The bytes of the argument.
    pub bytes: usize,
    /// Declared as an array: a structure passed by value.
    pub structure: bool,
    /// Where it begins among the parameters, in bytes.
    pub offset: usize,
}

/// What a kernel takes from a processor.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Resources {
    /// Bytes of static shared memory of a block.
    pub shared_bytes: u64,
    /// Bytes of local memory of a thread.
    pub local_bytes: u64,
    /// Bytes of the constants of the module.
    pub constant_bytes: u64,
    /// Threads that a block must have, from `.reqntid`.
    pub required_threads: Option<u64>,
    /// Threads that a block may have, from `.reqntid` or `.maxntid`.
    pub max_threads: Option<u64>,
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
/// Text that is not PTX.
pub fn outlines(text: &str) -> Result<Vec<Outline>, Error> {
    let tree = syntax::parse(text).map_err(Error::syntax)?;
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
