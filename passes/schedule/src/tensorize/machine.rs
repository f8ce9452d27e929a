//! What the choice of sizes for matrix units knows of a GPU.

use tc_dialects::schedule::tree::Element;
use tc_dialects::target::Gpu;

use crate::choose::CACHE_OVER_MEMORY;

/// What the choice knows of a machine.
#[derive(Clone, Debug)]
pub struct Machine {
    pub(super) multiprocessors: i64,
    /// Multiply-adds a clock of the units of a multiprocessor, by element.
    pub(super) rates: [f64; Element::ALL.len()],
    /// Bytes a clock of shared memory.
    pub(super) shared_bytes: f64,
    /// Bytes a clock of a multiprocessor from the second-level cache.
    pub(super) memory_bytes: f64,
    /// Instructions a clock.
    pub(super) issue: f64,
    /// Shared memory of a multiprocessor, in bytes, and what `schedule-promote` gives the tiles
    /// of a block.
    pub(super) shared_limit: [i64; 2],
    /// Registers of a multiprocessor and of a thread.
    pub(super) registers: [i64; 2],
    /// Clocks of a trip to memory.
    pub(super) latency: f64,
}

impl Machine {
    /// Whether there are units for factors of this kind.
    pub fn has(&self, element: Element) -> bool {
        self.rate(element) > 0.0
    }

    /// Multiply-adds a clock of a multiprocessor.
    pub(super) fn rate(&self, element: Element) -> f64 {
        self.rates[element as usize]
    }
}

impl From<&Gpu> for Machine {
    fn from(gpu: &Gpu) -> Machine {
        let number = |value: u64| i64::try_from(value).unwrap_or(i64::MAX);
        let clocks = gpu.clock_ghz * gpu.multiprocessors as f64;
        let rate = |element: Element| {
            let tflops = match element {
                Element::F16 | Element::Bf16 => gpu.f16_tflops,
                Element::Tf32 | Element::Tf32x3 => gpu.tf32_tflops,
                Element::I8 => gpu.int8_tops.unwrap_or(0.0),
            };
            tflops * 1e3 / 2.0 / clocks / element.operations() as f64
        };
        Machine {
            multiprocessors: number(gpu.multiprocessors),
            rates: Element::ALL.map(rate),
            shared_bytes: gpu.shared_bytes_per_clock as f64,
            memory_bytes: CACHE_OVER_MEMORY * gpu.memory_gb_per_s / clocks,
            issue: gpu.issue_per_clock as f64,
            shared_limit: [
                number(gpu.shared_bytes_per_multiprocessor),
                number(gpu.shared_bytes_per_block),
            ],
            registers: [
                number(gpu.registers_per_multiprocessor),
                number(gpu.max_registers_per_thread),
            ],
            latency: gpu.memory_latency_ns * gpu.clock_ghz,
        }
    }
}
