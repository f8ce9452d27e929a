//! The CUDA back end: the passes from loops to PTX, the report on it, its launches on a device.

pub mod assemble;
pub mod driver;
pub mod gpu;
pub mod math;
pub mod pipeline;
pub mod ptx;
pub mod report;

use tc_pass_host::Registry;

/// Registers the passes and the pipeline of this crate.
pub fn register(registry: &mut Registry) {
    registry.add::<math::to_nvvm::MathToNvvm>();
    registry.add::<math::verify_nvptx::MathVerifyNvptx>();
    registry.add::<gpu::keep_registers::GpuKeepRegisters>();
    registry.add::<gpu::to_nvvm::ScheduleToNvvm>();
    registry.add::<gpu::module_to_ptx::GpuModuleToPtx>();
    registry.add_pipeline::<pipeline::TcToPtx>();
}
