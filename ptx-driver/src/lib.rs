//! The CUDA driver API without a GPU: `libcuda.so.1`, whose device is the emulator of PTX.
//!
//! Programs that use the driver API load this library as they load NVIDIA's, by its name;
//! `ptx-emulator exec` puts it first on the loader's path. All functions of `cuda.h` 12.9 are
//! exported. Those that are not emulated return `CUDA_ERROR_NOT_SUPPORTED` and are counted.
//!
//! ```text
//! program -> api (C functions; pointers and handles checked) -> driver (what exists)
//!              |-> boundary (panics, counts, the report)         '-> execute (tasks: launches, copies, graphs)
//!                                                                 '-> ptx_emulator::launch
//! ```
//!
//! Work is done when it is submitted, in the order of the calls: a stream never has work left, and
//! the time of events is a counter. What is wrong is an error code: null pointers, handles that do
//! not exist, sizes outside of an allocation, calls in a wrong order.
//!
//! The environment, which `ptx-emulator exec` sets, says how it runs: see `Settings`.

#![warn(missing_docs)]

mod api;
mod boundary;
mod chip;
mod driver;
mod execute;
#[cfg(test)]
mod fuzz;
mod graph;
mod image;
mod launch;
mod memory;
mod nvml;
mod pointer;
mod report;
mod settings;
mod table;
mod task;
