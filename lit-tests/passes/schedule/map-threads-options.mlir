// Blocks that no GPU has.
// RUN: not tc-opt %s --pass-pipeline='builtin.module(schedule.scop(schedule-map-threads{block=1,1,1,1}))' 2>&1 | FileCheck %s --check-prefix=FOUR
// RUN: not tc-opt %s --pass-pipeline='builtin.module(schedule.scop(schedule-map-threads{block=0,8}))' 2>&1 | FileCheck %s --check-prefix=ZERO
// RUN: not tc-opt %s --pass-pipeline='builtin.module(schedule.scop(schedule-map-threads{block=1,2000}))' 2>&1 | FileCheck %s --check-prefix=LARGE
// RUN: not tc-opt %s --pass-pipeline='builtin.module(schedule.scop(schedule-map-threads{block=64,32}))' 2>&1 | FileCheck %s --check-prefix=MANY
// RUN: not tc-opt %s --pass-pipeline='builtin.module(schedule.scop(schedule-map-threads,schedule-map-threads))' 2>&1 | FileCheck %s --check-prefix=AGAIN

// FOUR: error: expected 1 to 3 block sizes, found 4
// ZERO: error: expected a block size of at least 1 along y, found 0{{$}}
// LARGE: error: expected at most 1024 threads along x in a block on the built-in GPUs (`max_block`), found 2000
// MANY: error: expected at most 1024 threads in a block on the built-in GPUs (`max_threads_per_block`), found 2048 (32 x 64 x 1)
// AGAIN: error: band member 0 is already mapped to thread.y
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
