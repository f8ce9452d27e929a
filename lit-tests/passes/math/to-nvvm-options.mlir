// With `keep-functions` what a library has stays, to be linked later; all else is refused as before.
// RUN: tc-opt %s --math-to-nvvm=keep-functions=true --tc-pass-statistics 2> %t.count | FileCheck %s
// RUN: FileCheck %s --input-file=%t.count --check-prefix=COUNT
// RUN: not tc-opt %s --math-to-nvvm 2>&1 | FileCheck %s --check-prefix=WITHOUT

// COUNT: math-to-nvvm: 1 run
// COUNT-NEXT: {{^ *}}1 converted  operations turned into intrinsics{{$}}
// WITHOUT: to-nvvm-options.mlir:[[@LINE+6]]:8: error: `math.exp` has no instruction on a GPU: run math-expand before math-to-nvvm{{$}}

// CHECK-LABEL: func.func @f
// CHECK-NEXT: math.exp %{{.*}} : f32
// CHECK-NEXT: llvm.call_intrinsic "llvm.fabs.f32"
func.func @f(%x: f32) -> f32 {
  %0 = math.exp %x : f32
  %1 = math.absf %0 : f32
  return %1 : f32
}
