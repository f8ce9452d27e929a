//! Which array an access refers to: that of the kernel parameter from which its address is
//! computed.
//!
//! ```text
//! ld.param.b64  %rd1, [k_param_0];        // A
//! cvta.to.global.u64 %rd2, %rd1;
//! mul.wide.s32  %rd3, %r7, 4;             // r7 is an element of some tensor
//! add.s64       %rd4, %rd2, %rd3;
//! ld.global.b32 %r8, [%rd4];              // refers to A, wherever the address lies
//! ```
//! An address that is far out of bounds may lie in the memory of another array. It is a mistake
//! nevertheless, and the finding must name the intended array. Each register has the set of
//! parameters that flow into it on any path; if exactly one array is among them, that is the
//! intended one. Values from memory have no origin, so that the array is unknown.

use std::collections::HashMap;

use crate::memory::Memory;
use crate::operation::{Address, AsyncOperation, Operation};
use crate::operation::{Code, Constant, Decoded};
use crate::registers::{File, Register};
use crate::types::Space;

/// A set of kernel parameters, one bit for each.
type Parameters = u64;

/// The array that each instruction refers to, by its position; `None` if unknown.
pub(super) fn meant_arrays(code: &Code, memory: &Memory, parameters: &[u8]) -> Vec<Option<u32>> {
    let origins = origins(code);
    let array = |number: usize| -> Option<u32> {
        let offset = usize::try_from(code.parameters.get(number)?.offset).ok()?;
        let bytes = parameters.get(offset..offset + 8)?.try_into().ok()?;
        let (array, _) = memory.locate(u64::from_le_bytes(bytes), 0)?;
        u32::try_from(array).ok()
    };
    let arrays: Vec<Option<u32>> = (0..code.parameters.len().min(64)).map(array).collect();
    let only = |origins: Parameters| -> Option<u32> {
        let known = arrays.iter().enumerate();
        let mut among = known.filter_map(|(number, array)| {
            let array = (*array)?;
            (origins >> number & 1 == 1).then_some(array)
        });
        let first = among.next()?;
        among.all(|other| other == first).then_some(first)
    };
    let instructions = code.instructions.iter();
    instructions
        .map(|decoded| {
            let base = global_address(&decoded.operation)?.base;
            only(origins.get(&base).copied().unwrap_or(0))
        })
        .collect()
}

/// The parameters that flow into each register: the smallest sets that are consistent with all
/// instructions.
fn origins(code: &Code) -> HashMap<Register, Parameters> {
    let parameter_addresses = parameter_addresses(code);
    let mut origins: HashMap<Register, Parameters> = HashMap::new();
    let mut changed = true;
    while changed {
        changed = false;
        for decoded in &code.instructions {
            let read = |register: &Register| origins.get(register).copied().unwrap_or(0);
            let from = match &decoded.operation {
                Operation::Load(access) if access.space == Space::Parameter => {
                    let base = parameter_addresses.get(&access.address.base);
                    base.map_or(0, |base| {
                        number_of(code, base.wrapping_add_signed(access.address.offset))
                    })
                }
                Operation::Lanes(_) => decoded.flow.reads.iter().map(read).fold(0, |a, b| a | b),
                _ => 0,
            };
            for register in wide_results(decoded) {
                let known = origins.entry(register).or_default();
                changed |= *known | from != *known;
                *known |= from;
            }
        }
    }
    origins
}

/// The bit of the parameter at an offset.
fn number_of(code: &Code, offset: u64) -> Parameters {
    let holds = |one: &crate::operation::Named| one.offset == offset;
    let number = code.parameters.iter().position(holds);
    number
        .filter(|number| *number < 64)
        .map_or(0, |number| 1 << number)
}

/// The registers that hold addresses of parameters.
fn parameter_addresses(code: &Code) -> HashMap<Register, u64> {
    let constants = code.constants.iter();
    constants
        .filter_map(|(register, constant)| match constant {
            Constant::Parameter(address) | Constant::Bits(address) => Some((*register, *address)),
            _ => None,
        })
        .collect()
}

/// Addresses are 64 bits wide.
fn wide_results(decoded: &Decoded) -> impl Iterator<Item = Register> {
    let written = decoded.flow.writes.iter().copied();
    written.filter(|register| register.file == File::Wide)
}

/// Where an instruction touches global memory.
fn global_address(operation: &Operation) -> Option<Address> {
    let (space, address) = match operation {
        Operation::Load(access) | Operation::Store(access) => (access.space, access.address),
        Operation::Atomic(access) => (access.space, access.address),
        Operation::TileAccess(access) => (access.space, access.address),
        Operation::Async(AsyncOperation::Copy(copy)) => (Space::Global, copy.source),
        _ => return None,
    };
    matches!(space, Space::Global | Space::Generic).then_some(address)
}
