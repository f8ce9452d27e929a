//! The device: attributes of a chip, as NVIDIA's programming guide and data sheets say.

use cudarc::driver::sys::CUdevice_attribute_enum as Attribute;
use ptx_emulator::Limits;

/// A chip.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Chip {
    pub major: i32,
    pub minor: i32,
    multiprocessors: i32,
    threads_per_multiprocessor: i32,
    blocks_per_multiprocessor: i32,
    shared_kilobytes_per_multiprocessor: i32,
    l2_bytes: i32,
}

/// Compute capability, multiprocessors of a common product, threads, blocks and kilobytes of shared
/// memory of each, megabytes of its L2 cache.
const CHIPS: [[i32; 7]; 13] = [
    [7, 0, 80, 2048, 32, 96, 6],
    [7, 2, 8, 2048, 32, 96, 1],
    [7, 5, 40, 1024, 16, 64, 4],
    [8, 0, 108, 2048, 32, 164, 40],
    [8, 6, 82, 1536, 16, 100, 6],
    [8, 7, 16, 1536, 16, 164, 4],
    [8, 9, 128, 1536, 24, 100, 72],
    [9, 0, 132, 2048, 32, 228, 50],
    [10, 0, 148, 2048, 32, 228, 126],
    [10, 3, 148, 2048, 32, 228, 126],
    [11, 0, 20, 1536, 24, 228, 32],
    [12, 0, 170, 1536, 24, 100, 96],
    [12, 1, 48, 1536, 24, 100, 24],
];

/// Bytes of the memory of the device, whatever the chip.
pub const MEMORY_BYTES: u64 = 16 << 30;
/// Registers of a block, and of a multiprocessor.
pub const REGISTERS: i32 = 65_536;
/// Bytes of shared memory of a block that the system takes from the multiprocessor.
pub const RESERVED_SHARED: i32 = 1024;

impl Chip {
    pub const SM_80: Chip = Chip::row(CHIPS[3]);

    const fn row(row: [i32; 7]) -> Chip {
        Chip {
            major: row[0],
            minor: row[1],
            multiprocessors: row[2],
            threads_per_multiprocessor: row[3],
            blocks_per_multiprocessor: row[4],
            shared_kilobytes_per_multiprocessor: row[5],
            l2_bytes: row[6] << 20,
        }
    }

    /// The chip of a name such as `sm_90`, with or without a letter behind it.
    pub fn named(name: &str) -> Option<Chip> {
        let number = capability(name)?;
        let mut rows = CHIPS.iter();
        rows.find(|row| row[0] * 10 + row[1] == number)
            .map(|row| Chip::row(*row))
    }

    /// The name, such as `sm_90`.
    pub fn name(self) -> String {
        format!("sm_{}{}", self.major, self.minor)
    }

    /// Whether PTX for a `.target` runs on it: one that is not newer, and the same if the target
    /// has features of one chip only.
    pub fn runs(self, target: &str) -> bool {
        let own = self.major * 10 + self.minor;
        let Some(number) = capability(target) else {
            return false;
        };
        match target.chars().next_back() {
            Some('a') => number == own,
            Some('f') => number / 10 == self.major && number <= own,
            _ => number <= own,
        }
    }

    pub fn limits(self) -> Limits {
        Limits::of_chip(&self.name())
    }

    /// Bytes of shared memory of a multiprocessor.
    pub fn shared_per_multiprocessor(self) -> i32 {
        self.shared_kilobytes_per_multiprocessor << 10
    }

    pub fn threads_per_multiprocessor(self) -> i32 {
        self.threads_per_multiprocessor
    }

    pub fn blocks_per_multiprocessor(self) -> i32 {
        self.blocks_per_multiprocessor
    }

    /// An attribute by its number; 0 for what the device does not have, none for no attribute.
    pub fn attribute(self, number: i32) -> Option<i32> {
        /// The largest number in `cuda.h` 12.9.
        const LAST: i32 = 147;
        let has = |list: &[(Attribute, i32)]| {
            let mut list = list.iter();
            list.find(|(known, _)| *known as i32 == number)
                .map(|(_, value)| *value)
        };
        if !(1..=LAST).contains(&number) {
            return None;
        }
        Some(
            has(&self.sizes())
                .or_else(|| has(&self.speeds()))
                .or_else(|| {
                    FEATURES
                        .iter()
                        .any(|known| *known as i32 == number)
                        .then_some(1)
                })
                .unwrap_or(0),
        )
    }

    fn sizes(self) -> [(Attribute, i32); 30] {
        use Attribute::*;
        let limits = self.limits();
        let [x, y, z] = limits.max_block.map(|most| most as i32);
        let [grid_x, grid_y, grid_z] = limits.max_grid.map(|most| most as i32);
        [
            (
                CU_DEVICE_ATTRIBUTE_MAX_THREADS_PER_BLOCK,
                limits.max_threads_per_block as i32,
            ),
            (CU_DEVICE_ATTRIBUTE_MAX_BLOCK_DIM_X, x),
            (CU_DEVICE_ATTRIBUTE_MAX_BLOCK_DIM_Y, y),
            (CU_DEVICE_ATTRIBUTE_MAX_BLOCK_DIM_Z, z),
            (CU_DEVICE_ATTRIBUTE_MAX_GRID_DIM_X, grid_x),
            (CU_DEVICE_ATTRIBUTE_MAX_GRID_DIM_Y, grid_y),
            (CU_DEVICE_ATTRIBUTE_MAX_GRID_DIM_Z, grid_z),
            (
                CU_DEVICE_ATTRIBUTE_MAX_SHARED_MEMORY_PER_BLOCK,
                limits.shared_bytes_per_block as i32,
            ),
            (
                CU_DEVICE_ATTRIBUTE_MAX_SHARED_MEMORY_PER_BLOCK_OPTIN,
                limits.shared_bytes_with_dynamic as i32,
            ),
            (
                CU_DEVICE_ATTRIBUTE_MAX_SHARED_MEMORY_PER_MULTIPROCESSOR,
                self.shared_per_multiprocessor(),
            ),
            (
                CU_DEVICE_ATTRIBUTE_RESERVED_SHARED_MEMORY_PER_BLOCK,
                RESERVED_SHARED,
            ),
            (CU_DEVICE_ATTRIBUTE_TOTAL_CONSTANT_MEMORY, 64 << 10),
            (CU_DEVICE_ATTRIBUTE_WARP_SIZE, 32),
            (CU_DEVICE_ATTRIBUTE_MAX_PITCH, i32::MAX),
            (CU_DEVICE_ATTRIBUTE_MAX_REGISTERS_PER_BLOCK, REGISTERS),
            (
                CU_DEVICE_ATTRIBUTE_MAX_REGISTERS_PER_MULTIPROCESSOR,
                REGISTERS,
            ),
            (
                CU_DEVICE_ATTRIBUTE_MULTIPROCESSOR_COUNT,
                self.multiprocessors,
            ),
            (
                CU_DEVICE_ATTRIBUTE_MAX_THREADS_PER_MULTIPROCESSOR,
                self.threads_per_multiprocessor,
            ),
            (
                CU_DEVICE_ATTRIBUTE_MAX_BLOCKS_PER_MULTIPROCESSOR,
                self.blocks_per_multiprocessor,
            ),
            (CU_DEVICE_ATTRIBUTE_L2_CACHE_SIZE, self.l2_bytes),
            (CU_DEVICE_ATTRIBUTE_TEXTURE_ALIGNMENT, 512),
            (CU_DEVICE_ATTRIBUTE_SURFACE_ALIGNMENT, 512),
            (CU_DEVICE_ATTRIBUTE_TEXTURE_PITCH_ALIGNMENT, 32),
            (CU_DEVICE_ATTRIBUTE_PCI_BUS_ID, 1),
            (CU_DEVICE_ATTRIBUTE_COMPUTE_CAPABILITY_MAJOR, self.major),
            (CU_DEVICE_ATTRIBUTE_COMPUTE_CAPABILITY_MINOR, self.minor),
            (CU_DEVICE_ATTRIBUTE_ASYNC_ENGINE_COUNT, 2),
            (
                CU_DEVICE_ATTRIBUTE_SINGLE_TO_DOUBLE_PRECISION_PERF_RATIO,
                if self.minor == 0 { 2 } else { 32 },
            ),
            (CU_DEVICE_ATTRIBUTE_MEMPOOL_SUPPORTED_HANDLE_TYPES, 0),
            (CU_DEVICE_ATTRIBUTE_GPU_DIRECT_RDMA_FLUSH_WRITES_OPTIONS, 0),
        ]
    }

    /// Clocks, which nothing here depends on: those that a common product has.
    fn speeds(self) -> [(Attribute, i32); 3] {
        use Attribute::*;
        [
            (CU_DEVICE_ATTRIBUTE_CLOCK_RATE, 1_410_000),
            (CU_DEVICE_ATTRIBUTE_MEMORY_CLOCK_RATE, 1_215_000),
            (CU_DEVICE_ATTRIBUTE_GLOBAL_MEMORY_BUS_WIDTH, 5120),
        ]
    }
}

/// What the device can do.
const FEATURES: [Attribute; 16] = [
    Attribute::CU_DEVICE_ATTRIBUTE_GPU_OVERLAP,
    Attribute::CU_DEVICE_ATTRIBUTE_CAN_MAP_HOST_MEMORY,
    Attribute::CU_DEVICE_ATTRIBUTE_CONCURRENT_KERNELS,
    Attribute::CU_DEVICE_ATTRIBUTE_UNIFIED_ADDRESSING,
    Attribute::CU_DEVICE_ATTRIBUTE_STREAM_PRIORITIES_SUPPORTED,
    Attribute::CU_DEVICE_ATTRIBUTE_GLOBAL_L1_CACHE_SUPPORTED,
    Attribute::CU_DEVICE_ATTRIBUTE_LOCAL_L1_CACHE_SUPPORTED,
    Attribute::CU_DEVICE_ATTRIBUTE_MANAGED_MEMORY,
    Attribute::CU_DEVICE_ATTRIBUTE_CONCURRENT_MANAGED_ACCESS,
    Attribute::CU_DEVICE_ATTRIBUTE_COMPUTE_PREEMPTION_SUPPORTED,
    Attribute::CU_DEVICE_ATTRIBUTE_CAN_USE_HOST_POINTER_FOR_REGISTERED_MEM,
    Attribute::CU_DEVICE_ATTRIBUTE_COOPERATIVE_LAUNCH,
    Attribute::CU_DEVICE_ATTRIBUTE_HOST_REGISTER_SUPPORTED,
    Attribute::CU_DEVICE_ATTRIBUTE_READ_ONLY_HOST_REGISTER_SUPPORTED,
    Attribute::CU_DEVICE_ATTRIBUTE_DIRECT_MANAGED_MEM_ACCESS_FROM_HOST,
    Attribute::CU_DEVICE_ATTRIBUTE_MEMORY_POOLS_SUPPORTED,
];

/// The number of a name such as `sm_90a`.
fn capability(name: &str) -> Option<i32> {
    let number = name.strip_prefix("sm_").or(name.strip_prefix("compute_"))?;
    number
        .trim_end_matches(|letter: char| letter.is_ascii_lowercase())
        .parse()
        .ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_chip_runs_older_targets_and_its_own_features() {
        let chip = Chip::named("sm_90").expect("a chip");
        assert!(chip.runs("sm_80") && chip.runs("sm_90a") && chip.runs("sm_90"));
        assert!(!chip.runs("sm_100") && !chip.runs("sm_80a") && !chip.runs("gfx90"));
        assert_eq!(Chip::named("sm_10"), None);
    }

    #[test]
    fn attributes_are_those_of_the_chip() {
        let chip = Chip::named("sm_75").expect("a chip");
        let of = |attribute: Attribute| chip.attribute(attribute as i32);
        assert_eq!(
            of(Attribute::CU_DEVICE_ATTRIBUTE_MULTIPROCESSOR_COUNT),
            Some(40)
        );
        assert_eq!(
            of(Attribute::CU_DEVICE_ATTRIBUTE_MAX_SHARED_MEMORY_PER_BLOCK_OPTIN),
            Some(64 << 10)
        );
        assert_eq!(of(Attribute::CU_DEVICE_ATTRIBUTE_INTEGRATED), Some(0));
        assert_eq!(of(Attribute::CU_DEVICE_ATTRIBUTE_MANAGED_MEMORY), Some(1));
        assert_eq!([chip.attribute(0), chip.attribute(1000)], [None; 2]);
    }
}
