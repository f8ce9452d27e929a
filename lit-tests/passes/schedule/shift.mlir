// The iterations of one statement earlier or later than those of the others in its loop.
// RUN: tc-opt %s --pass-pipeline='builtin.module(schedule.scop(schedule-shift{statement=T},schedule-verify))' | FileCheck %s
// RUN: tc-opt %s --pass-pipeline='builtin.module(schedule.scop(schedule-shift{statement=T amount=-1 member=0 target=T/band[-1]},schedule-verify))' | FileCheck %s --check-prefix=MEMBER
// RUN: tc-opt %s --tc-pass-statistics --pass-pipeline='builtin.module(schedule.scop(schedule-shift{statement=T amount=2}))' -o /dev/null 2>&1 | FileCheck %s --check-prefix=COUNT
// RUN: not tc-opt %s --pass-pipeline='builtin.module(schedule.scop(schedule-shift{statement=T amount=0}))' 2>&1 | FileCheck %s --check-prefix=ZERO
// RUN: not tc-opt %s --pass-pipeline='builtin.module(schedule.scop(schedule-shift))' 2>&1 | FileCheck %s --check-prefix=NONE

// CHECK: schedule.band permutable (sequential "{ T[i, j] -> [1 + i]; S[i] -> [i] }") {
// MEMBER: schedule.band (sequential "{ T[i, j] -> [i]; S[i] -> [i] }") {
// MEMBER: schedule.band permutable (coincident "{ T[i, j] -> [-1 + j] }") {}

// COUNT: schedule-shift: 1 run
// COUNT: {{^ *}}1 bands
// ZERO: expected an amount other than 0, found 0
// NONE: expected statement=NAME, found no statement
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
