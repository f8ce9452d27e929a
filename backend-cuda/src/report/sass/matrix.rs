//! What a matrix instruction computes: its shape, its type, its float operations.
//!
//! | instruction | shape | operations of a warp |
//! | --- | --- | --- |
//! | `HMMA.16816.F32` | 16 x 8 x 16 | 4096 |
//! | `HMMA.1688.F32.TF32` | 16 x 8 x 8 | 2048 |
//! | `IMMA.16832.S8.S8` | 16 x 8 x 32 | 8192 |
//! | `HGMMA.64x256x16.F32.BF16` | 64 x 256 x 16, by four warps | 131072 |
//!
//! A sparse one (`SP`) skips half of its products; the other half takes the time.

use serde::Serialize;
use tc_dialects::target::Gpu;

use super::instruction::Instruction;

/// Float operations of matrix instructions, by the type of their inputs.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
pub struct MatrixFlops {
    /// `tf32`.
    pub tf32: u64,
    /// `f16` and `bf16`.
    pub f16: u64,
    /// The types of 8 bits, `e4m3` and `e5m2`.
    pub f8: u64,
    /// Whole numbers of 8 bits and fewer.
    pub int8: u64,
    /// `f64`.
    pub f64: u64,
}

/// The matrices of one instruction: m x k times k x n.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Shape {
    pub m: u32,
    pub n: u32,
    pub k: u32,
    /// Warps that execute it together.
    pub warps: u32,
}

/// The shape that an opcode names; `None` for another instruction.
pub(super) fn shape(instruction: &Instruction) -> Option<Shape> {
    let opcode = instruction.opcode();
    if !opcode.ends_with("MMA") {
        return None;
    }
    let mut modifiers = instruction.parts.iter().skip(1);
    if opcode.ends_with("GMMA") {
        let mut sizes = modifiers.next()?.split('x').map(str::parse);
        let mut size = || sizes.next()?.ok();
        let (m, n, k) = (size()?, size()?, size()?);
        return Some(Shape { m, n, k, warps: 4 });
    }
    let digits = modifiers.find(|part| part.starts_with(|one: char| one.is_ascii_digit()))?;
    let (m, rest) = match digits.strip_prefix("16") {
        Some(rest) => (16, rest),
        None => (8, digits.strip_prefix('8')?),
    };
    let k = rest.strip_prefix('8')?.parse().ok()?;
    Some(Shape {
        m,
        n: 8,
        k,
        warps: 1,
    })
}

impl MatrixFlops {
    /// Adds the operations of one warp in an instruction.
    pub(super) fn add(&mut self, instruction: &Instruction) {
        let Some(shape) = shape(instruction) else {
            return;
        };
        let flops = 2 * u64::from(shape.m) * u64::from(shape.n) * u64::from(shape.k);
        let sparse = if instruction.has("SP") { 2 } else { 1 };
        let flops = flops / u64::from(shape.warps) / sparse;
        match instruction.opcode() {
            "HMMA" | "HGMMA" if instruction.has("TF32") => self.tf32 += flops,
            "HMMA" | "HGMMA" => self.f16 += flops,
            "QMMA" | "QGMMA" => self.f8 += flops,
            "IMMA" | "IGMMA" => self.int8 += flops,
            "DMMA" => self.f64 += flops,
            // One bit: no target names its rate.
            _ => {}
        }
    }

    /// Adds those of a mix that runs so many times.
    pub(super) fn add_times(&mut self, other: &MatrixFlops, times: u64) {
        self.tf32 += other.tf32 * times;
        self.f16 += other.f16 * times;
        self.f8 += other.f8 * times;
        self.int8 += other.int8 * times;
        self.f64 += other.f64 * times;
    }

    /// Whether there are any.
    pub fn any(&self) -> bool {
        self.sum() > 0
    }

    /// All together.
    pub fn sum(&self) -> u64 {
        self.tf32 + self.f16 + self.f8 + self.int8 + self.f64
    }

    /// Microseconds that they take on a whole machine, at the rates of its units that are known.
    pub fn microseconds(&self, gpu: &Gpu) -> f64 {
        let parts = [
            (self.tf32, Some(gpu.tf32_tflops)),
            (self.f16, Some(gpu.f16_tflops)),
            (self.f8, gpu.f8_tflops),
            (self.int8, gpu.int8_tops),
            (self.f64, gpu.f64_matrix_tflops),
        ];
        let times = parts
            .iter()
            .filter_map(|(flops, rate)| Some(*flops as f64 / (*rate)? / 1e6));
        times.sum()
    }
}

/// Passes of 128 bytes through shared memory in which a warp's share of the operands of a matrix
/// instruction is read: those that are named by a descriptor.
pub(super) fn shared_passes(instruction: &Instruction) -> u64 {
    let Some(shape) = shape(instruction).filter(|shape| shape.warps == 4) else {
        return 0;
    };
    let bytes = match instruction.opcode() {
        "HGMMA" if instruction.has("TF32") => 4,
        "HGMMA" => 2,
        _ => 1,
    };
    // `R24, gdesc[UR4], R24` has both in shared memory, `R24, R8, gdesc[UR4], R24` only B.
    let first = instruction.operands.get(1);
    let rows = match first.is_some_and(|one| one.starts_with("gdesc")) {
        true => shape.m + shape.n,
        false => shape.n,
    };
    u64::from(rows * shape.k * bytes / shape.warps).div_ceil(128)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn flops(code: &str) -> MatrixFlops {
        let mut found = MatrixFlops::default();
        found.add(&Instruction::parse(&format!("/*0*/ {code} R4, R8, R10, R4 ;")).unwrap());
        found
    }

    #[test]
    fn each_shape_has_its_operations() {
        assert_eq!(flops("HMMA.16816.F32").f16, 4096);
        assert_eq!(flops("HMMA.16816.F32.BF16").f16, 4096);
        assert_eq!(flops("HMMA.1688.F32").f16, 2048);
        assert_eq!(flops("HMMA.1688.F32.TF32").tf32, 2048);
        assert_eq!(flops("HMMA.1684.F32.TF32").tf32, 1024);
        assert_eq!(flops("HMMA.SP.16832.F32").f16, 4096);
        assert_eq!(flops("IMMA.16832.S8.S8").int8, 8192);
        assert_eq!(flops("IMMA.8816.S8.S8").int8, 2048);
        assert_eq!(flops("DMMA.884").f64, 512);
        assert_eq!(flops("HGMMA.64x256x16.F32.BF16").f16, 131_072);
        assert_eq!(flops("HGMMA.64x64x8.F32.TF32").tf32, 16_384);
        assert_eq!(flops("QGMMA.64x128x32.F32.E4M3.E4M3").f8, 131_072);
        assert_eq!(flops("FFMA").sum(), 0);
    }

    #[test]
    fn operands_with_a_descriptor_pass_through_shared_memory() {
        let passes =
            |code: &str| shared_passes(&Instruction::parse(&format!("/*0*/ {code} ;")).unwrap());
        // 16 columns of k in 2 bytes: 32 bytes for each of 64 + 256 rows, by four warps.
        assert_eq!(passes("HGMMA.64x256x16.F32.BF16 R24, gdesc[UR4], R24"), 20);
        assert_eq!(
            passes("HGMMA.64x256x16.F32.BF16 R24, R8, gdesc[UR4], R24"),
            16
        );
        assert_eq!(passes("HMMA.16816.F32 R4, R8, R10, R4"), 0);
    }
}
