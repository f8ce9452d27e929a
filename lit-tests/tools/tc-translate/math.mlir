// How a GPU computes functions, as with tc-run's mapping option `math`.
// RUN: tc-translate --mlir-to-ptx %s | FileCheck %s --check-prefix=PRECISE
// RUN: tc-translate --mlir-to-ptx --math=fast %s | FileCheck %s --check-prefix=FAST
// RUN: not tc-translate --mlir-to-ptx --math=quick %s 2>&1 | FileCheck %s --check-prefix=WRONG
// RUN: not tc-translate --mlir-to-ptx --math=libdevice:%s %s 2>&1 | FileCheck %s --check-prefix=TEXT

// PRECISE-NOT: approx
// PRECISE: fma.rn.f32
// PRECISE-NOT: approx
// FAST: ex2.approx.f32
// WRONG: error: --math: expected precise, fast or libdevice:FILE, found `quick`
// TEXT: error: --math: `{{.*}}math.mlir` is not LLVM bitcode: expected the libdevice.10.bc of a CUDA toolkit
gpu.module @kernels {
  gpu.func @exponential(%X: memref<32xf32>, %Y: memref<32xf32>) kernel {
    %i = gpu.thread_id x
    %x = memref.load %X[%i] : memref<32xf32>
    %y = math.exp %x : f32
    memref.store %y, %Y[%i] : memref<32xf32>
    gpu.return
  }
}
