// Two neighbours of a sequence share their loops.
// RUN: tc-opt %s --pass-pipeline='builtin.module(schedule.scop(schedule-fuse,schedule-verify))' | FileCheck %s
// RUN: tc-opt %s --pass-pipeline='builtin.module(schedule.scop(schedule-split{target=T/band},schedule-fuse{target=two/T/sequence[0] at=0 members=1},schedule-verify))' | FileCheck %s
// RUN: tc-opt %s --pass-pipeline='builtin.module(schedule.scop(schedule-peel{target=T/band member=1 first=1},schedule-fuse,schedule-verify))' | FileCheck %s --check-prefix=PEELED
// RUN: tc-opt %s --pass-pipeline='builtin.module(schedule.scop(schedule-peel{target=T/band first=1},schedule-fuse{at=1},schedule-verify))' | FileCheck %s --check-prefix=BACK
// RUN: tc-opt %s --tc-pass-statistics --pass-pipeline='builtin.module(schedule.scop(schedule-fuse))' -o /dev/null 2>&1 | FileCheck %s --check-prefix=COUNT

// CHECK: schedule.band permutable (coincident "{ T[i, j] -> [i]; S[i] -> [i] }") {
// CHECK-NEXT: schedule.sequence {
// CHECK-NEXT: schedule.filter "{ S[i] }" {}
// CHECK-NEXT: schedule.filter "{ T[i, j] }" {
// CHECK-NEXT: schedule.band permutable (coincident "{ T[i, j] -> [j] }") {}

// A sequence below the shared loops becomes part of the one that they are around.
// PEELED: schedule.band permutable (coincident "{ T[i, j] -> [i]; S[i] -> [i] }") {
// PEELED-NEXT: schedule.sequence {
// PEELED-NEXT: schedule.filter "{ S[i] }" {}
// PEELED-NEXT: schedule.filter "{ T[i, j = 0] }" {
// PEELED: schedule.filter "{ T[i, j] : 0 < j <= 7 }" {

// What was peeled joins the rest again.
// BACK: schedule.filter "{ S[i] }" {
// BACK: schedule.filter "{ T[i, j] : 0 <= i <= 15 }" {
// BACK-NEXT: schedule.band permutable
// BACK: schedule.sequence {
// BACK-NEXT: schedule.filter "{ T[i = 0, j] }" {}
// BACK-NEXT: schedule.filter "{ T[i, j] : 0 < i <= 15 }" {}

// COUNT: schedule-fuse: 1 run
// COUNT: {{^ *}}1 pairs
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
    schedule.sequence {
      schedule.filter "{ S[i] }" {
        schedule.band permutable (coincident "{ S[i] -> [i] }") {}
      }
      schedule.filter "{ T[i, j] }" {
        schedule.band permutable (coincident "{ T[i, j] -> [i] }", coincident "{ T[i, j] -> [j] }") {}
      }
    }
  }
}
