// A tile of which earlier iterations of its loops fill all that later ones read is not copied in; what the first iteration reads is.
// RUN: tc-opt %s --split-input-file --pass-pipeline='builtin.module(schedule.scop(schedule-promote{arrays=T},schedule-sync,schedule-verify))' | FileCheck %s

// CHECK-LABEL: schedule.scop @filled
// CHECK-NOT: schedule.statement @T_in
// CHECK: schedule.statement @T_out
// CHECK-LABEL: schedule.scop @begun
// CHECK: schedule.statement @T_in
// CHECK: schedule.domain
// CHECK: schedule.extension "{{.*}}[0] -> T_in[0, 0, o2]
schedule.scop @filled(%A: memref<8x32xf32>, out %T: memref<8x32xf32>, out %B: memref<8x32xf32>) grid(1) block(32) {
  schedule.statement @S(%t, %i) {
    %0 = affine.load %A[%t, %i] : memref<8x32xf32>
    affine.store %0, %T[%t, %i] : memref<8x32xf32>
  }
  schedule.statement @U(%t, %i) {
    %0 = affine.load %T[%t - 1, 31 - %i] : memref<8x32xf32>
    affine.store %0, %B[%t, %i] : memref<8x32xf32>
  }
  schedule.domain "{ S[t, i] : 0 <= t < 8 and 0 <= i < 32; U[t, i] : 1 <= t < 8 and 0 <= i < 32 }" {
    schedule.band permutable tag "tile" (sequential "{ S[t, i] -> [0]; U[t, i] -> [0] }") {
      schedule.band (sequential "{ S[t, i] -> [t]; U[t, i] -> [t] }") {
        schedule.sequence {
          schedule.filter "{ S[t, i] }" {
            schedule.band permutable (thread.x coincident "{ S[t, i] -> [i] }") {}
          }
          schedule.filter "{ U[t, i] }" {
            schedule.band permutable (thread.x coincident "{ U[t, i] -> [i] }") {}
          }
        }
      }
    }
  }
}

// -----

schedule.scop @begun(%A: memref<8x32xf32>, inout %T: memref<9x32xf32>, out %B: memref<8x32xf32>) grid(1) block(32) {
  schedule.statement @S(%t, %i) {
    %0 = affine.load %T[%t, 31 - %i] : memref<9x32xf32>
    affine.store %0, %T[%t + 1, %i] : memref<9x32xf32>
  }
  schedule.domain "{ S[t, i] : 0 <= t < 8 and 0 <= i < 32 }" {
    schedule.band permutable tag "tile" (sequential "{ S[t, i] -> [0] }") {
      schedule.band (sequential "{ S[t, i] -> [t] }") {
        schedule.band permutable (thread.x coincident "{ S[t, i] -> [i] }") {}
      }
    }
  }
}
