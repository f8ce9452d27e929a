// Grids beyond the limits of every GPU.
// RUN: not tc-opt %s --pass-pipeline='builtin.module(schedule.scop(schedule-map-blocks{grid=1,2,3,4}))' 2>&1 | FileCheck %s --check-prefix=FOUR
// RUN: not tc-opt %s --pass-pipeline='builtin.module(schedule.scop(schedule-map-blocks{grid=0}))' 2>&1 | FileCheck %s --check-prefix=ZERO
// RUN: not tc-opt %s --pass-pipeline='builtin.module(schedule.scop(schedule-map-blocks{grid=70000,1}))' 2>&1 | FileCheck %s --check-prefix=LARGE
// RUN: not tc-opt %s --pass-pipeline='builtin.module(schedule.scop(schedule-map-blocks,schedule-map-blocks))' 2>&1 | FileCheck %s --check-prefix=AGAIN

// FOUR: error: expected at most 3 grid sizes, found 4
// ZERO: error: expected a grid size of at least 1 along x, found 0
// LARGE: error: expected at most 65535 blocks along y in a grid on the built-in GPUs (`max_grid`), found 70000
// AGAIN: error: the outermost band is already mapped to block.y
schedule.scop @sgemm(%a: memref<f32>, %A: memref<70x40xf32>, %B: memref<40x50xf32>, inout %C: memref<70x50xf32>) {
  schedule.statement @S(%i, %j) {
    %0 = affine.load %C[%i, %j] : memref<70x50xf32>
    %1 = affine.load %a[] : memref<f32>
    %2 = arith.mulf %0, %1 : f32
    affine.store %2, %C[%i, %j] : memref<70x50xf32>
  }
  schedule.statement @T(%i, %j, %k) reduces add {
    %0 = affine.load %A[%i, %k] : memref<70x40xf32>
    %1 = affine.load %B[%k, %j] : memref<40x50xf32>
    %2 = arith.mulf %0, %1 : f32
    %3 = affine.load %C[%i, %j] : memref<70x50xf32>
    %4 = arith.addf %3, %2 : f32
    affine.store %4, %C[%i, %j] : memref<70x50xf32>
  }
  schedule.domain "{ S[i, j] : 0 <= i < 70 and 0 <= j < 50; T[i, j, k] : 0 <= i < 70 and 0 <= j < 50 and 0 <= k < 40 }" {
    schedule.band permutable
      (coincident "{ S[i, j] -> [i]; T[i, j, k] -> [i] }",
       coincident "{ S[i, j] -> [j]; T[i, j, k] -> [j] }") {
      schedule.sequence {
        schedule.filter "{ S[i, j] }" {}
        schedule.filter "{ T[i, j, k] }" {
          schedule.band permutable (sequential "{ T[i, j, k] -> [k] }") {}
        }
      }
    }
  }
}
