//! Math functions on a GPU: those that are one instruction, and those refused because LLVM has no
//! instruction.

pub mod to_nvvm;
pub mod verify_nvptx;
