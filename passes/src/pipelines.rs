//! Named pipelines: text made from mapping options and a target description, and run again from that text.

use crate::target::Gpu;

/// From `gpu.func`s at the loop level to PTX in a `gpu.binary`; upstream passes only.
///
/// Bare pointers, because shapes are static on this path; 64-bit indices, because `nvgpu` knows no other.
pub fn gpu_to_ptx(gpu: &Gpu) -> String {
    format!(
        "nvvm-attach-target{{chip={} features={} O=3}},gpu.module(canonicalize,cse,convert-nvgpu-to-nvvm),\
         convert-vector-to-scf,convert-scf-to-cf,convert-nvvm-to-llvm,expand-strided-metadata,lower-affine,\
         gpu.module(arith-expand,convert-gpu-to-nvvm{{index-bitwidth=64 use-bare-ptr-memref-call-conv=1}},canonicalize,cse,\
         reconcile-unrealized-casts),gpu-module-to-binary{{format=isa}}",
        gpu.chip, gpu.ptx
    )
}
