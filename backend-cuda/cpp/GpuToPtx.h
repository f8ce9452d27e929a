//===- GpuToPtx.h - One module of kernels to PTX --------------------------===//
//
// A C header: `build.rs` makes the declaration in Rust from it.
//
//===----------------------------------------------------------------------===//

#ifndef TC_GPU_TO_PTX_H
#define TC_GPU_TO_PTX_H

#include "mlir-c/IR.h"

#ifdef __cplusplus
extern "C" {
#endif

/// The PTX of a `gpu.module` for its first target, as a `#gpu.object`; null if
/// LLVM made none, after a diagnostic. The module has a target and is only
/// read; each call has an LLVM context of its own.
MlirAttribute tc_gpu_module_to_ptx(MlirOperation module);

#ifdef __cplusplus
}
#endif

#endif // TC_GPU_TO_PTX_H
