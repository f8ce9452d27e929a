//! Functions on a GPU: what is one instruction, and what is refused because LLVM has none.

pub mod to_nvvm;
pub mod verify_nvptx;
