//! The CUDA back end: PTX out of compiled modules, the report on it, its launches on a device.

pub mod driver;
pub mod ptx;
pub mod report;
