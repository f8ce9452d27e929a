//! Math functions on a GPU: those that are one instruction, and those that are refused because
//! there is no such instruction.

pub mod to_nvvm;
pub mod verify_nvptx;
