//! The CUDA back end: PTX out of compiled modules, the report on it, its launches on a device or in the emulator.

pub mod driver;
pub mod emulator;
pub mod ptx;
pub mod report;
