//! Tests of the PTX emulator through its interface: kernels as text; results, findings and profiles
//! as values.

mod approximations;
mod calls;
mod cases;
mod dropped;
mod exact;
mod execution;
mod faults;
mod foreign;
mod instructions;
mod link;
mod memory_model;
mod profiles;
mod strangers;
mod support;
mod undefined;
mod used_bytes;
