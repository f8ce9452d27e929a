//! The machine as data: the contents of `#tc.target<...>` on a module and of a machine file.
//!
//! ```text
//! { "kind": "gpu", "name": "sm_90a", "warp": 32, ... }      a machine file
//! #tc.target<kind = "gpu", name = "sm_90a", warp = 32, ...>   the same keys on a module, as `tc.target`
//! ```
//!
//! | file | contents |
//! | --- | --- |
//! | [`keys`] | the keys and their valid values: one check for files and attributes |
//! | [`attribute`] | the attribute as a value, and back |
//! | [`host`] | the processor of this process |
//! | `kind` | what kind of machine a target is |
//! | `limits` | the machines that are built in, and what passes ask one for |
//! | [`processors`] | the processors and versions of PTX that LLVM supports |
//!
//! `description` and `sources` are for people: a file has them, an attribute does not.

pub mod attribute;
pub mod host;
pub mod keys;
mod kind;
mod limits;
pub mod processors;

use serde::{Deserialize, Serialize};

use crate::schedule::tree::Refusal;

pub use attribute::is_target;
pub use keys::{Problem, check};
pub use kind::TargetKind;
pub use limits::*;

/// The attribute of a module that gives its target.
pub const ATTRIBUTE: &str = "tc.target";

/// One machine.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(tag = "kind", rename_all = "lowercase")]
pub enum Target {
    /// A processor, on which the JIT's code runs.
    Cpu(Cpu),
    /// A GPU, for which PTX is made.
    Gpu(Gpu),
}

/// A processor that runs the JIT's code: LLVM determines the properties that are not here.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Cpu {
    /// The name in options and reports.
    pub name: String,
    /// One line for people; empty if there is none.
    #[serde(default)]
    pub description: String,
    /// The numbers of 32 bits in a vector.
    pub vector_lanes: u64,
    /// The vectors that the registers of a core hold.
    pub vector_registers: u64,
    /// The data cache next to a core.
    pub l1_bytes: u64,
    /// The cache behind it that a core has for itself.
    pub l2_bytes: u64,
}

/// A GPU's limits and rates.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Gpu {
    /// The name in options and reports.
    pub name: String,
    /// One line for people; empty if there is none.
    #[serde(default)]
    pub description: String,
    /// LLVM's name of the processor, e.g. `sm_90a`.
    pub chip: String,
    /// The PTX version feature, e.g. `+ptx87`.
    pub ptx: String,
    /// Threads of the largest block, whatever its shape.
    pub max_threads_per_block: u64,
    /// Largest block in x, y, z.
    pub max_block: [u64; 3],
    /// Largest grid in x, y, z.
    pub max_grid: [u64; 3],
    /// Threads in a warp.
    pub warp: u64,
    /// How many there are on the device.
    pub multiprocessors: u64,
    /// Partitions of a multiprocessor that contain registers and warps.
    pub parts_per_multiprocessor: u64,
    /// Statically allocated shared memory that one block may use, in bytes.
    pub shared_bytes_per_block: u64,
    /// Shared memory that all blocks of a multiprocessor share, in bytes.
    pub shared_bytes_per_multiprocessor: u64,
    /// Shared memory is allocated to a block in multiples of this.
    pub shared_granularity: u64,
    /// Bytes that one load or store of a thread moves at most.
    pub access_bytes: u64,
    /// Bytes of a sector, the unit in which global memory is read and written.
    pub sector_bytes: u64,
    /// Width of a bank of shared memory, in bytes.
    pub shared_bank_bytes: u64,
    /// Registers of 32 bits that all threads of a multiprocessor share.
    pub registers_per_multiprocessor: u64,
    /// Registers of 32 bits that one thread may use.
    pub max_registers_per_thread: u64,
    /// Threads that a multiprocessor holds at the same time.
    pub max_threads_per_multiprocessor: u64,
    /// Blocks that a multiprocessor holds at the same time.
    pub max_blocks_per_multiprocessor: u64,
    /// The highest clock of the multiprocessors.
    pub clock_ghz: f64,
    /// Peak bandwidth of global memory, in 10^9 bytes per second.
    pub memory_gb_per_s: f64,
    /// Latency of a load that misses all caches.
    pub memory_latency_ns: f64,
    /// Bytes of the second-level cache.
    pub l2_bytes: u64,
    /// Peak rates in 10^12 operations per second; a fused multiply-add is two. Matrix instructions
    /// without sparsity.
    pub fp32_tflops: f64,
    /// In double precision.
    pub fp64_tflops: f64,
    /// Of matrix instructions on `tf32`.
    pub tf32_tflops: f64,
    /// Of matrix instructions on `f16` and types of that size.
    pub f16_tflops: f64,
    /// Of matrix instructions on floats of 8 bits; `None` where there are none, or it is not known.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub f8_tflops: Option<f64>,
    /// Of matrix instructions on whole numbers of 8 bits.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub int8_tops: Option<f64>,
    /// Of matrix instructions in double precision.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub f64_matrix_tflops: Option<f64>,
    /// Functions such as `ex2` of threads that one multiprocessor computes in a clock.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub functions_per_clock: Option<f64>,
    /// Integer operations of threads that one multiprocessor computes in a clock: so many sums,
    /// comparisons and shifts, and beside them so many products.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub integers_per_clock: Option<f64>,
    /// Bytes that the shared memory of one multiprocessor moves in a clock.
    pub shared_bytes_per_clock: u64,
    /// Warp instructions that one multiprocessor issues in a clock.
    pub issue_per_clock: u64,
    /// Clocks from a multiply-add to an instruction that uses its result.
    pub fma_latency_clocks: u64,
    /// Shared memory that the system reserves in every block, in bytes.
    pub shared_bytes_reserved_per_block: u64,
    /// Registers are allocated to a warp in multiples of this.
    pub register_granularity: u64,
    /// Time from one launch to the next of an empty kernel.
    pub launch_us: f64,
    /// The sources of the figures.
    #[serde(default)]
    pub sources: Vec<String>,
}

/// A description as a JSON object of its keys.
pub type Keys = serde_json::Map<String, serde_json::Value>;

impl Target {
    /// The machine of this description.
    ///
    /// # Errors
    /// All errors in it.
    pub fn of_keys(keys: &Keys) -> Result<Target, Vec<Problem>> {
        let problems = check(keys);
        if !problems.is_empty() {
            return Err(problems);
        }
        serde_json::from_value(serde_json::Value::Object(keys.clone()))
            .map_err(|error| vec![Problem::of_all(error.to_string())])
    }

    /// The description of this machine, without the keys that are for people only.
    pub fn keys(&self) -> Keys {
        let mut keys = match serde_json::to_value(self) {
            Ok(serde_json::Value::Object(keys)) => keys,
            _ => Keys::new(),
        };
        keys.retain(|key, _| !keys::is_prose(key));
        keys
    }

    /// The name of the machine.
    pub fn name(&self) -> &str {
        match self {
            Target::Cpu(cpu) => &cpu.name,
            Target::Gpu(gpu) => &gpu.name,
        }
    }

    /// What kind of machine it is.
    pub fn kind(&self) -> TargetKind {
        match self {
            Target::Cpu(_) => TargetKind::Cpu,
            Target::Gpu(_) => TargetKind::Gpu,
        }
    }

    /// The processor, if it is one.
    pub fn as_cpu(&self) -> Option<&Cpu> {
        match self {
            Target::Cpu(cpu) => Some(cpu),
            Target::Gpu(_) => None,
        }
    }

    /// The GPU, if it is one.
    pub fn as_gpu(&self) -> Option<&Gpu> {
        match self {
            Target::Gpu(gpu) => Some(gpu),
            Target::Cpu(_) => None,
        }
    }

    /// The GPU.
    ///
    /// # Errors
    /// It is of another kind.
    pub fn expect_gpu(&self) -> Result<&Gpu, Refusal> {
        self.as_gpu().ok_or_else(|| self.is_not(TargetKind::Gpu))
    }

    /// The processor.
    ///
    /// # Errors
    /// It is of another kind.
    pub fn expect_cpu(&self) -> Result<&Cpu, Refusal> {
        self.as_cpu().ok_or_else(|| self.is_not(TargetKind::Cpu))
    }

    fn is_not(&self, expected: TargetKind) -> Refusal {
        Refusal::new(format!(
            "expected a {expected} as the target of the module, found the {} `{}`",
            self.kind(),
            self.name()
        ))
    }
}
