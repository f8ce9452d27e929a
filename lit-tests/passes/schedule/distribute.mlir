// Each child of a sequence gets the loops around it for itself.
// RUN: tc-opt %s --pass-pipeline='builtin.module(schedule.scop(schedule-distribute,schedule-verify))' | FileCheck %s
// RUN: tc-opt %s --pass-pipeline='builtin.module(schedule.scop(schedule-distribute{at=1 target=S/band},schedule-verify))' | FileCheck %s
// RUN: tc-opt %s --pass-pipeline='builtin.module(schedule.scop(schedule-peel{target=T/band[-1] first=1},schedule-distribute{at=1},schedule-verify))' | FileCheck %s --check-prefix=CUT
// RUN: tc-opt %s --pass-pipeline='builtin.module(schedule.scop(schedule-distribute,schedule-fuse,schedule-verify))' | FileCheck %s --check-prefix=BACK
// RUN: tc-opt %s --tc-pass-statistics --pass-pipeline='builtin.module(schedule.scop(schedule-distribute))' -o /dev/null 2>&1 | FileCheck %s --check-prefix=COUNT

// CHECK: schedule.sequence {
// CHECK-NEXT: schedule.filter "{ S[i] }" {
// CHECK-NEXT: schedule.band permutable (coincident "{ S[i] -> [i] }") {}
// CHECK: schedule.filter "{ T[i, j] }" {
// CHECK-NEXT: schedule.band permutable (coincident "{ T[i, j] -> [i] }") {
// CHECK-NEXT: schedule.band permutable (coincident "{ T[i, j] -> [j] }") {}

// CUT: schedule.sequence {
// CUT-NEXT: schedule.filter "{ S[i] }" {
// CUT: schedule.filter "{ T[i, j] : 0 <= j <= 7 }" {
// CUT-NEXT: schedule.band permutable (coincident "{ T[i, j] -> [i] : 0 <= j <= 7 }") {
// CUT-NEXT: schedule.sequence {
// CUT-NEXT: schedule.filter "{ T[i, j = 0] }" {
// CUT: schedule.filter "{ T[i, j] : 0 < j <= 7 }" {

// BACK: schedule.band permutable (coincident "{ T[i, j] -> [i]; S[i] -> [i] }") {

// COUNT: schedule-distribute: 1 run
// COUNT: {{^ *}}1 bands
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
