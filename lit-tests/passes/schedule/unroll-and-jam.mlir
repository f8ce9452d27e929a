// Several iterations of an outer loop at once, inside the inner loops.
// RUN: tc-opt %s --pass-pipeline='builtin.module(schedule.scop(schedule-unroll-and-jam{factor=2},schedule-verify))' | FileCheck %s
// RUN: tc-opt %s --pass-pipeline='builtin.module(schedule.scop(schedule-unroll-and-jam{member=0 target=T/band[-1]},schedule-verify))' | FileCheck %s --check-prefix=INNER
// RUN: tc-opt %s --tc-pass-statistics --pass-pipeline='builtin.module(schedule.scop(schedule-unroll-and-jam))' -o /dev/null 2>&1 | FileCheck %s --check-prefix=COUNT
// RUN: not tc-opt %s --pass-pipeline='builtin.module(schedule.scop(schedule-unroll-and-jam{factor=1}))' 2>&1 | FileCheck %s --check-prefix=ONE

// CHECK: schedule.band permutable (coincident "{ T[i, j] -> [i - i mod 2]; S[i] -> [i - i mod 2] }") {
// CHECK-NEXT: schedule.sequence {
// CHECK-NEXT: schedule.filter "{ S[i] }" {
// CHECK-NEXT: schedule.band permutable tag "unrolled" (unroll coincident "{ S[i] -> [i mod 2] }") {}
// CHECK: schedule.filter "{ T[i, j] }" {
// CHECK-NEXT: schedule.band permutable (coincident "{ T[i, j] -> [j] }") {
// CHECK-NEXT: schedule.band permutable tag "unrolled" (unroll coincident "{ T[i, j] -> [i mod 2] }") {}

// INNER: schedule.band permutable (coincident "{ T[i, j] -> [j - j mod 4] }") {
// INNER-NEXT: schedule.band permutable tag "unrolled" (unroll coincident "{ T[i, j] -> [j mod 4] }") {}

// COUNT: schedule-unroll-and-jam: 1 run
// COUNT: {{^ *}}1 bands
// ONE: expected a factor of at least 2, found 1
schedule.scop @two(%X: memref<16xf32>, inout %A: memref<17xf32>, inout %B: memref<16x8xf32>) {
  schedule.statement @S(%i) {
    %0 = affine.load %X[%i] : memref<16xf32>
    affine.store %0, %A[%i] : memref<17xf32>
  }
  schedule.statement @T(%i, %j) {
    %0 = affine.load %A[%i] : memref<17xf32>
    affine.store %0, %B[%i, %j] : memref<16x8xf32>
  }
  schedule.domain "{ S[i] : 0 <= i < 16; T[i, j] : 0 <= i < 16 and 0 <= j < 8 }" {
    schedule.band (sequential "{ S[i] -> [i]; T[i, j] -> [i] }") {
      schedule.sequence {
        schedule.filter "{ S[i] }" {}
        schedule.filter "{ T[i, j] }" {
          schedule.band permutable (coincident "{ T[i, j] -> [j] }") {}
        }
      }
    }
  }
}
