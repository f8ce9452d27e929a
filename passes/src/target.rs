//! Target descriptions: the machine as data.
//!
//! A description is a JSON file; those of `passes/targets/` are built in, and a path names any other. Passes take limits from it and pipelines
//! take the chip's name; no pass tests for a machine by name.

use serde::{Deserialize, Serialize};

/// One machine.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(tag = "kind", rename_all = "lowercase")]
pub enum Target {
    Cpu(Cpu),
    Gpu(Gpu),
}

/// A processor that runs the JIT's code: LLVM finds out the rest.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Cpu {
    pub name: String,
    pub description: String,
}

/// A GPU's limits and rates.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Gpu {
    pub name: String,
    pub description: String,
    /// What LLVM calls the processor, e.g. `sm_90a`.
    pub chip: String,
    /// The PTX version feature, e.g. `+ptx87`.
    pub ptx: String,
    pub max_threads_per_block: u64,
    /// Largest block in x, y, z.
    pub max_block: [u64; 3],
    /// Largest grid in x, y, z.
    pub max_grid: [u64; 3],
    /// Threads in a warp.
    pub warp: u64,
    pub multiprocessors: u64,
    /// Statically allocated shared memory that one block may use, in bytes.
    pub shared_bytes_per_block: u64,
    pub shared_bytes_per_multiprocessor: u64,
    pub registers_per_multiprocessor: u64,
    pub max_registers_per_thread: u64,
    pub max_threads_per_multiprocessor: u64,
    pub max_blocks_per_multiprocessor: u64,
    /// The highest clock of the multiprocessors.
    pub clock_ghz: f64,
    /// Peak bandwidth of global memory, in 10^9 bytes per second.
    pub memory_gb_per_s: f64,
    /// Time of a load that misses all caches.
    pub memory_latency_ns: f64,
    pub l2_bytes: u64,
    /// Peak rates in 10^12 operations per second; a fused multiply-add is two. Matrix instructions without sparsity.
    pub fp32_tflops: f64,
    pub fp64_tflops: f64,
    pub tf32_tflops: f64,
    pub f16_tflops: f64,
    /// Bytes that the shared memory of one multiprocessor moves in a clock.
    pub shared_bytes_per_clock: u64,
    /// Warp instructions that one multiprocessor issues in a clock.
    pub issue_per_clock: u64,
    /// Clocks from a multiply-add to one that needs its result.
    pub fma_latency_clocks: u64,
    /// Shared memory that the system takes of every block, in bytes.
    pub shared_bytes_reserved_per_block: u64,
    /// Registers are given to a warp in multiples of this.
    pub register_granularity: u64,
    /// Time from one launch to the next of a kernel that does nothing.
    pub launch_us: f64,
    /// Where the figures come from.
    pub sources: Vec<String>,
}

/// What a launch may ask of a GPU, and what passes want to know of one.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Limits {
    /// The machine's name; none for what all built-in GPUs share.
    pub machine: Option<String>,
    pub threads_per_block: i64,
    /// Threads of a block along x, y, z.
    pub block: [i64; 3],
    /// Blocks of a grid along x, y, z.
    pub grid: [i64; 3],
    /// Shared memory of a block that is in its program.
    pub shared_bytes: i64,
    /// The same with what the launch adds to it.
    pub shared_bytes_with_dynamic: i64,
}

impl Limits {
    /// The limits that all built-in GPUs share: those of a module without a target.
    pub fn common() -> Self {
        let gpus = BUILT_IN
            .iter()
            .filter_map(|(name, text)| match Target::parse(name, text) {
                Ok(Target::Gpu(gpu)) => Some(Limits::from(&gpu)),
                _ => None,
            });
        let common = gpus.reduce(|one, other| one.shared_with(&other));
        let mut common = common.expect("one of the built-in targets is a GPU");
        common.machine = None;
        common
    }

    fn shared_with(&self, other: &Limits) -> Self {
        let least =
            |one: [i64; 3], other: [i64; 3]| [0, 1, 2].map(|axis| one[axis].min(other[axis]));
        Limits {
            machine: None,
            threads_per_block: self.threads_per_block.min(other.threads_per_block),
            block: least(self.block, other.block),
            grid: least(self.grid, other.grid),
            shared_bytes: self.shared_bytes.min(other.shared_bytes),
            shared_bytes_with_dynamic: self
                .shared_bytes_with_dynamic
                .min(other.shared_bytes_with_dynamic),
        }
    }

    /// The machine, as messages name it.
    pub fn machine_text(&self) -> String {
        match &self.machine {
            Some(name) => format!("`{name}`"),
            None => "the built-in GPUs".to_owned(),
        }
    }
}

impl From<&Gpu> for Limits {
    fn from(gpu: &Gpu) -> Self {
        let number = |value: u64| i64::try_from(value).unwrap_or(i64::MAX);
        let dynamic = gpu
            .shared_bytes_per_multiprocessor
            .saturating_sub(gpu.shared_bytes_reserved_per_block);
        Limits {
            machine: Some(gpu.name.clone()),
            threads_per_block: number(gpu.max_threads_per_block),
            block: gpu.max_block.map(number),
            grid: gpu.max_grid.map(number),
            shared_bytes: number(gpu.shared_bytes_per_block),
            shared_bytes_with_dynamic: number(dynamic),
        }
    }
}

const BUILT_IN: [(&str, &str); 3] = [
    ("sm_90a", include_str!("../targets/sm_90a.json")),
    ("sm_80", include_str!("../targets/sm_80.json")),
    ("host", include_str!("../targets/host.json")),
];

/// Why a target description cannot be used.
#[derive(Debug, thiserror::Error)]
pub enum Error {
    #[error(
        "unknown target `{name}`: built in are {}; or give the path of a JSON description",
        names().join(", ")
    )]
    Unknown { name: String },
    #[error("{path}: {reason}")]
    Unreadable { path: String, reason: String },
}

/// The names of the built-in targets.
pub fn names() -> Vec<&'static str> {
    BUILT_IN.iter().map(|(name, _)| *name).collect()
}

impl Target {
    /// The built-in target of that name, or the description in the JSON file of that path.
    ///
    /// # Errors
    /// An unknown name lists those that there are; a file that is no description says where and why.
    pub fn find(name: &str) -> Result<Self, Error> {
        if let Some((_, text)) = BUILT_IN.iter().find(|(known, _)| *known == name) {
            return Self::parse(name, text);
        }
        if !name.ends_with(".json") {
            return Err(Error::Unknown {
                name: name.to_owned(),
            });
        }
        let text = std::fs::read_to_string(name).map_err(|error| Error::Unreadable {
            path: name.to_owned(),
            reason: error.to_string(),
        })?;
        Self::parse(name, &text)
    }

    fn parse(path: &str, text: &str) -> Result<Self, Error> {
        serde_json::from_str(text).map_err(|error| Error::Unreadable {
            path: path.to_owned(),
            reason: error.to_string(),
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_built_in_description_parses_under_its_own_name() {
        for name in names() {
            let found = match Target::find(name).unwrap() {
                Target::Cpu(cpu) => cpu.name,
                Target::Gpu(gpu) => gpu.name,
            };
            assert_eq!(found, name);
        }
    }

    #[test]
    fn rates_are_those_of_the_units_at_the_highest_clock() {
        for name in ["sm_90a", "sm_80"] {
            let Target::Gpu(gpu) = Target::find(name).unwrap() else {
                panic!("{name} is a GPU")
            };
            // Multiply-adds that a multiprocessor begins in a clock.
            let lanes = if name == "sm_80" { 64.0 } else { 128.0 };
            let units = gpu.multiprocessors as f64 * lanes * 2.0 * gpu.clock_ghz / 1e3;
            assert!(
                (gpu.fp32_tflops / units - 1.0).abs() < 0.01,
                "{name}: {units}"
            );
            assert!(!gpu.sources.is_empty());
        }
    }

    #[test]
    fn without_a_target_the_least_of_all_built_in_gpus_counts() {
        let limits = Limits::common();
        assert_eq!(limits.block, [1024, 1024, 64]);
        assert_eq!(limits.grid, [2147483647, 65535, 65535]);
        assert_eq!(limits.shared_bytes, 48 * 1024);
        // 163 KiB of sm_80, less than the 227 of sm_90a.
        assert_eq!(limits.shared_bytes_with_dynamic, 163 * 1024);
        assert_eq!(limits.machine_text(), "the built-in GPUs");
    }

    #[test]
    fn an_unknown_name_lists_the_known_ones() {
        assert_eq!(
            Target::find("sm_12").unwrap_err().to_string(),
            "unknown target `sm_12`: built in are sm_90a, sm_80, host; or give the path of a JSON description"
        );
    }
}
