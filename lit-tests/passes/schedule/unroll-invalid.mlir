// Factors that leave nothing.
// RUN: not tc-opt %s --pass-pipeline='builtin.module(schedule.scop(schedule-unroll{factor=0}))' 2>&1 | FileCheck %s --check-prefix=ZERO
// RUN: not tc-opt %s --pass-pipeline='builtin.module(schedule.scop(schedule-unroll{factor=-2}))' 2>&1 | FileCheck %s --check-prefix=NEGATIVE

// ZERO: unroll-invalid.mlir:[[@LINE+3]]:1: error: expected a positive number of copies, found 0{{$}}
// ZERO: unroll-invalid.mlir:[[@LINE+2]]:1: note: factor=1 unrolls nothing{{$}}
// NEGATIVE: unroll-invalid.mlir:[[@LINE+1]]:1: error: expected a positive number of copies, found -2{{$}}
schedule.scop @pointwise(%A: memref<9x100xf32>, inout %C: memref<9x100xf32>) {
  schedule.statement @S(%i, %j) {
    %0 = affine.load %A[%i, %j] : memref<9x100xf32>
    affine.store %0, %C[%i, %j] : memref<9x100xf32>
  }
  schedule.domain "{ S[i, j] : 0 <= i < 9 and 0 <= j < 100 }" {
    schedule.band permutable tag "point" (coincident "{ S[i, j] -> [i] }", coincident "{ S[i, j] -> [j] }") {}
  }
}
