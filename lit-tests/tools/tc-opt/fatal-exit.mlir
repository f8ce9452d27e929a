// LLVM calls exit(1) on some errors; the tool reports it with status 70 and saves the input.
// RUN: sh -c 'tc-opt %s --gpu-module-to-binary=format=isa; echo status $?' > %t.out 2>&1
// RUN: FileCheck %s < %t.out
// RUN: sed -n 's/.*the input was kept in \(.*\); the command was:/\1/p' %t.out | xargs cat | FileCheck %s --check-prefix=KEPT
// RUN: sed -n 's/.*the input was kept in \(.*\); the command was:/\1/p' %t.out | xargs rm
// RUN: not tc-opt %s --pass-pipeline='builtin.module(gpu.module(math-verify-nvptx),gpu-module-to-binary{format=isa})' 2>&1 | FileCheck %s --check-prefix=REFUSED

// CHECK: no libcall available for facos
// CHECK: tc-opt: internal error: LLVM ended the process, for the reason above
// CHECK-NEXT: tc-opt: the input was kept in
// CHECK: status 70
// KEPT: @arc_cosine
// REFUSED: fatal-exit.mlir:[[@LINE+4]]:{{[0-9]+}}: error: `llvm.intr.acos` on `f32` has no instruction on a GPU

gpu.module @kernels [#nvvm.target<chip = "sm_90">] {
  llvm.func @arc_cosine(%x: f32) -> f32 {
    %y = llvm.intr.acos(%x) : (f32) -> f32
    llvm.return %y : f32
  }
}
