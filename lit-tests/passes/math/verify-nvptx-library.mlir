// A function of NVIDIA's may be called where the library that will be linked defines it.
// RUN: not tc-opt %s --pass-pipeline='builtin.module(gpu.module(math-verify-nvptx{library=%{libdevice}}))' 2>&1 | FileCheck %s
// RUN: not tc-opt %s --pass-pipeline='builtin.module(gpu.module(math-verify-nvptx{library=%t.missing}))' 2>&1 | FileCheck %s --check-prefix=MISSING
// RUN: echo "no bitcode" > %t.bc
// RUN: not tc-opt %s --pass-pipeline='builtin.module(gpu.module(math-verify-nvptx{library=%t.bc}))' 2>&1 | FileCheck %s --check-prefix=TEXT

// CHECK-NOT: __nv_expf
// CHECK: verify-nvptx-library.mlir:[[@LINE+9]]:10: error: function `__nv_exp17` is not in the library `{{.*}}libdevice.10.bc`{{$}}
// CHECK-NOT: error
// MISSING: error: cannot read the library `{{.*}}.missing`: No such file or directory (os error 2){{$}}
// TEXT: error: `{{.*}}.bc` is not LLVM bitcode: expected the libdevice.10.bc of a CUDA toolkit (
gpu.module @nvidia {
  llvm.func @__nv_expf(f32) -> f32
  llvm.func @__nv_exp17(f32) -> f32
  llvm.func @f(%x: f32) {
    %0 = llvm.call @__nv_expf(%x) : (f32) -> f32
    %1 = llvm.call @__nv_exp17(%x) : (f32) -> f32
    llvm.return
  }
}
