// LLVM would abort the process if it cannot select an instruction: all such operations are named here.
// RUN: tc-opt %s --math-to-nvvm --split-input-file --verify-diagnostics
// RUN: not tc-translate --mlir-to-ptx %s 2>&1 | FileCheck %s
// CHECK: `math.fpowi` has no instruction on a GPU

gpu.module @kernels {
  gpu.func @unknown(%x: f32, %n: i32, %Y: memref<2xf32>) kernel {
    // expected-error @+1 {{`math.fpowi` has no instruction on a GPU: expected math.absi, math.absf, math.ceil, math.copysign, math.floor, math.fma, math.roundeven, math.sqrt, math.trunc, or one that math-expand replaces}}
    %0 = math.fpowi %x, %n : f32, i32
    // expected-error @+1 {{`math.exp` has no instruction on a GPU: run math-expand before math-to-nvvm}}
    %1 = math.exp %x : f32
    %i = gpu.thread_id x
    %2 = arith.addf %0, %1 : f32
    memref.store %2, %Y[%i] : memref<2xf32>
    gpu.return
  }
}
