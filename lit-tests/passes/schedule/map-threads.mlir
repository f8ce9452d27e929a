// The innermost parallel loops of each branch run on the threads of a block; the last one gets x.
// RUN: tc-opt %s --split-input-file --tc-pass-statistics --pass-pipeline='builtin.module(schedule.scop(schedule-map-threads{block=8,16}))' 2> %t.count | FileCheck %s
// RUN: FileCheck %s --input-file=%t.count --check-prefix=COUNT
// RUN: tc-opt %s --split-input-file --pass-pipeline='builtin.module(schedule.scop(schedule-map-threads{block=64}))' | FileCheck %s --check-prefix=ONE
// RUN: tc-opt %s --split-input-file -o /dev/null --remarks-filter=schedule-map-threads --pass-pipeline='builtin.module(schedule.scop(schedule-map-threads{block=8,16}))' 2>&1 | FileCheck %s --check-prefix=REMARK
// RUN: tc-opt %s --split-input-file -o /dev/null --remarks-filter=schedule-map-threads --pass-pipeline='builtin.module(schedule.scop(schedule-map-threads))' 2>&1 | FileCheck %s --check-prefix=WARP

// REMARK: remark: [Passed] threads of kernel 0 | Category:schedule-map-threads | Function=sgemm | Reason="they are the innermost loops of their branches that carry no dependence; the block was given", Remark="4 loops on a block of 16 x 8 x 1 threads along x, y, z", Suggestion="the mapping option block", Threads=128
// WARP: {{.*}}; the block is a warp along x, and up to eight of them", Remark="4 loops on a block of 32 x 8 x 1 threads

// COUNT: schedule-map-threads: 2 runs
// COUNT-NEXT: {{^ *}}3 bands       bands of which a loop was mapped
// COUNT-NEXT: {{^ *}}6 loops       loops that were mapped
// COUNT-NEXT: {{^ *}}0 sequential  kernels that run on one thread of each block

// CHECK: schedule.scop @sgemm{{.*}} grid(2, 3, 1) block(16, 8, 1) {
// CHECK: schedule.filter "{ S[i, j] }" {
// CHECK-NEXT: schedule.band permutable tag "point"
// CHECK-NEXT: (thread.y coincident "{ S[i, j] -> [i mod 32] }",
// CHECK-NEXT: thread.x coincident "{ S[i, j] -> [j mod 32] }") {}
// CHECK: schedule.filter "{ T[i, j, k] }" {
// CHECK-NEXT: schedule.band permutable tag "tile" tiles(32) (sequential
// CHECK-NEXT: schedule.band permutable tag "point" (sequential
// CHECK-NEXT: schedule.band permutable tag "point"
// CHECK-NEXT: (thread.y coincident "{ T[i, j, k] -> [i mod 32] }",
// CHECK-NEXT: thread.x coincident "{ T[i, j, k] -> [j mod 32] }") {}
// ONE-LABEL: schedule.scop @sgemm{{.*}} grid(2, 3, 1) block(64, 1, 1) {
// ONE: (coincident "{ T[i, j, k] -> [i mod 32] }",
// ONE-NEXT: thread.x coincident "{ T[i, j, k] -> [j mod 32] }") {}
schedule.scop @sgemm(%a: memref<f32>, %A: memref<70x40xf32>, %B: memref<40x50xf32>, inout %C: memref<70x50xf32>) grid(2, 3, 1) {
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
  schedule.domain "{ T[i, j, k] : 0 <= i <= 69 and 0 <= j <= 49 and 0 <= k <= 39; S[i, j] : 0 <= i <= 69 and 0 <= j <= 49 }" {
    schedule.band permutable tag "tile" tiles(32, 32)
      (block.y coincident "{ T[i, j, k] -> [i - i mod 32]; S[i, j] -> [i - i mod 32] }",
       block.x coincident "{ T[i, j, k] -> [j - j mod 32]; S[i, j] -> [j - j mod 32] }") {
      schedule.sequence {
        schedule.filter "{ S[i, j] }" {
          schedule.band permutable tag "point"
            (coincident "{ S[i, j] -> [i mod 32] }",
             coincident "{ S[i, j] -> [j mod 32] }") {}
        }
        schedule.filter "{ T[i, j, k] }" {
          schedule.band permutable tag "tile" tiles(32) (sequential "{ T[i, j, k] -> [k - k mod 32] }") {
            schedule.band permutable tag "point" (sequential "{ T[i, j, k] -> [k mod 32] }") {
              schedule.band permutable tag "point"
                (coincident "{ T[i, j, k] -> [i mod 32] }",
                 coincident "{ T[i, j, k] -> [j mod 32] }") {}
            }
          }
        }
      }
    }
  }
}

// -----

// CHECK-LABEL: schedule.scop @not_sunk{{.*}} grid(2, 3, 1) block(16, 8, 1) {
// CHECK: (thread.y coincident "{ T[i, j, k] -> [i mod 32]; S[i, j] -> [i mod 32] }",
// CHECK-NEXT: thread.x coincident "{ T[i, j, k] -> [j mod 32]; S[i, j] -> [j mod 32] }") {
// ONE-LABEL: schedule.scop @not_sunk{{.*}} grid(2, 3, 1) block(64, 1, 1) {
// ONE: (coincident "{ T[i, j, k] -> [i mod 32]; S[i, j] -> [i mod 32] }",
// ONE-NEXT: thread.x coincident "{ T[i, j, k] -> [j mod 32]; S[i, j] -> [j mod 32] }") {
schedule.scop @not_sunk(%a: memref<f32>, %A: memref<70x40xf32>, %B: memref<40x50xf32>, inout %C: memref<70x50xf32>) grid(2, 3, 1) {
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
  schedule.domain "{ T[i, j, k] : 0 <= i <= 69 and 0 <= j <= 49 and 0 <= k <= 39; S[i, j] : 0 <= i <= 69 and 0 <= j <= 49 }" {
    schedule.band permutable tag "tile" tiles(32, 32)
      (block.y coincident "{ T[i, j, k] -> [i - i mod 32]; S[i, j] -> [i - i mod 32] }",
       block.x coincident "{ T[i, j, k] -> [j - j mod 32]; S[i, j] -> [j - j mod 32] }") {
      schedule.band permutable tag "point"
        (coincident "{ T[i, j, k] -> [i mod 32]; S[i, j] -> [i mod 32] }",
         coincident "{ T[i, j, k] -> [j mod 32]; S[i, j] -> [j mod 32] }") {
        schedule.sequence {
          schedule.filter "{ S[i, j] }" {}
          schedule.filter "{ T[i, j, k] }" {
            schedule.band permutable (sequential "{ T[i, j, k] -> [k] }") {}
          }
        }
      }
    }
  }
}
