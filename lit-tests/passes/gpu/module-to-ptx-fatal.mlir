// A fatal error of LLVM on any thread ends the tool once, with status 70, and the input is saved.
// RUN: sh -c 'tc-opt %s --gpu-module-to-ptx; echo status $?' > %t.out 2>&1
// RUN: FileCheck %s < %t.out
// RUN: sed -n 's/.*the input was kept in \(.*\); the command was:/\1/p' %t.out | xargs rm
// RUN: not tc-opt %s --pass-pipeline='builtin.module(gpu.module(math-verify-nvptx),gpu-module-to-ptx)' 2>&1 | FileCheck %s --check-prefix=REFUSED

// CHECK-NOT: internal error
// CHECK: tc-opt: internal error: no libcall available for fa{{cos|sin}}
// CHECK-NOT: internal error
// CHECK: tc-opt: the input was kept in
// CHECK: status 70
// REFUSED-DAG: fatal.mlir:[[@LINE+4]]:{{[0-9]+}}: error: `llvm.intr.acos` on `f32` has no instruction on a GPU
// REFUSED-DAG: fatal.mlir:[[@LINE+10]]:{{[0-9]+}}: error: `llvm.intr.asin` on `f32` has no instruction on a GPU
gpu.module @acos [#nvvm.target<chip = "sm_90a">] {
  llvm.func @arc_cosine(%x: f32) -> f32 {
    %y = llvm.intr.acos(%x) : (f32) -> f32
    llvm.return %y : f32
  }
}

gpu.module @asin [#nvvm.target<chip = "sm_90a">] {
  llvm.func @arc_sine(%x: f32) -> f32 {
    %y = llvm.intr.asin(%x) : (f32) -> f32
    llvm.return %y : f32
  }
}
