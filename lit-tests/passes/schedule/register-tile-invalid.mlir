// Sizes that make no tile, and a machine without vectors.
// RUN: not tc-opt %s --pass-pipeline='builtin.module(schedule.scop(schedule-register-tile{sizes=2,0}))' 2>&1 | FileCheck %s --check-prefix=ZERO
// RUN: not tc-opt %s --pass-pipeline='builtin.module(schedule.scop(schedule-register-tile{sums=-1}))' 2>&1 | FileCheck %s --check-prefix=NEGATIVE
// RUN: not tc-opt %s --pass-pipeline='builtin.module(tc-attach-target{target=sm_90a},schedule.scop(schedule-register-tile))' 2>&1 | FileCheck %s --check-prefix=GPU

// ZERO: register-tile-invalid.mlir:[[@LINE+4]]:1: error: expected positive tile sizes, found 0{{$}}
// NEGATIVE: register-tile-invalid.mlir:[[@LINE+3]]:1: error: expected positive tile sizes, found -1{{$}}
// GPU: register-tile-invalid.mlir:[[@LINE+2]]:1: error: expected a CPU as the target of the module, found the GPU `sm_90a`{{$}}
// GPU: note: attach the description of a CPU to the module with tc-attach-target{{$}}
schedule.scop @pointwise(%A: memref<9x100xf32>, inout %C: memref<9x100xf32>) {
  schedule.statement @S(%i, %j) {
    %0 = affine.load %A[%i, %j] : memref<9x100xf32>
    affine.store %0, %C[%i, %j] : memref<9x100xf32>
  }
  schedule.domain "{ S[i, j] : 0 <= i < 9 and 0 <= j < 100 }" {
    schedule.band permutable tag "point" (coincident "{ S[i, j] -> [i] }", coincident "{ S[i, j] -> [j] }") {}
  }
}
