// What loops around a sequence copy out already counts: the four copies of the outer loop leave room for two of the eight iterations inside.
// RUN: tc-opt %s --pass-pipeline='builtin.module(schedule.scop(schedule-unroll{factor=8},schedule-verify))' | FileCheck %s
// RUN: tc-opt %s --pass-pipeline='builtin.module(schedule.scop(schedule-unroll{factor=32},schedule-verify))' | FileCheck %s --check-prefix=WHOLE
// RUN: tc-opt %s --pass-pipeline='builtin.module(schedule.scop(schedule-unroll{factor=7},schedule-verify))' | FileCheck %s --check-prefix=NOTHING

// CHECK: schedule.band permutable (sequential "{ S1[i, k] -> [k - k mod 2] }") {
// CHECK-NEXT: schedule.band permutable tag "unrolled" (unroll "{ S1[i, k] -> [k mod 2] }") {}
// WHOLE: schedule.band permutable (unroll "{ S1[i, k] -> [k] }") {}
// NOTHING: schedule.band permutable (sequential "{ S1[i, k] -> [k] }") {}
schedule.scop @sums(%A: memref<4x8xf32>, out %B: memref<4xf32>) {
  schedule.statement @S0(%i) {
    %zero = arith.constant 0.0 : f32
    affine.store %zero, %B[%i] : memref<4xf32>
  }
  schedule.statement @S1(%i, %k) reduces add {
    %0 = affine.load %A[%i, %k] : memref<4x8xf32>
    %1 = affine.load %B[%i] : memref<4xf32>
    %2 = arith.addf %1, %0 : f32
    affine.store %2, %B[%i] : memref<4xf32>
  }
  schedule.domain "{ S0[i] : 0 <= i < 4; S1[i, k] : 0 <= i < 4 and 0 <= k < 8 }" {
    schedule.band permutable (unroll coincident "{ S0[i] -> [i]; S1[i, k] -> [i] }") {
      schedule.sequence {
        schedule.filter "{ S0[i] }" {}
        schedule.filter "{ S1[i, k] }" {
          schedule.band permutable ("{ S1[i, k] -> [k] }") {}
        }
      }
    }
  }
}
