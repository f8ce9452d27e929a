//! Tests of the PTX emulator through its interface: kernels as text; results, findings and profiles
//! as values.

mod approximations;
mod dropped;
mod execution;
mod faults;
mod foreign;
mod instructions;
mod profiles;
mod support;
mod undefined;
mod used_bytes;
