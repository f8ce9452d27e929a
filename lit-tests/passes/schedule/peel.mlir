// The first and the last iterations of a loop apart from the others.
// RUN: tc-opt %s --pass-pipeline='builtin.module(schedule.scop(schedule-peel{first=2 last=1},schedule-verify))' | FileCheck %s
// RUN: tc-opt %s --pass-pipeline='builtin.module(schedule.scop(schedule-peel{member=1 last=3 target=S/band},schedule-verify))' | FileCheck %s --check-prefix=INNER
// RUN: tc-opt %s --pass-pipeline='builtin.module(schedule.scop(schedule-split,schedule-peel{first=4 target=S/band[-1]},schedule-peel{last=2 target=S/band[-1]},schedule-verify))' | FileCheck %s --check-prefix=TWICE
// RUN: tc-opt %s --tc-pass-statistics --pass-pipeline='builtin.module(schedule.scop(schedule-peel{first=1}))' -o /dev/null 2>&1 | FileCheck %s --check-prefix=COUNT
// RUN: not tc-opt %s --pass-pipeline='builtin.module(schedule.scop(schedule-peel))' 2>&1 | FileCheck %s --check-prefix=NONE

// CHECK: schedule.sequence {
// CHECK-NEXT: schedule.filter "{ S[t, i] : 0 <= t <= 1 }" {
// CHECK-NEXT: schedule.band
// CHECK-NEXT: (sequential "{ S[t, i] -> [t] }",
// CHECK-NEXT: sequential "{ S[t, i] -> [i] }") {}
// CHECK: schedule.filter "{ S[t, i] : 2 <= t <= 6 }" {
// A single step carries no dependence.
// CHECK: schedule.filter "{ S[t = 7, i] }" {
// CHECK-NEXT: schedule.band permutable
// CHECK-NEXT: (coincident "{ S[t, i] -> [t] }",
// CHECK-NEXT: coincident "{ S[t, i] -> [i] }") {}

// INNER: schedule.band permutable (sequential "{ S[t, i] -> [t] }") {
// INNER-NEXT: schedule.sequence {
// INNER-NEXT: schedule.filter "{ S[t, i] : 0 <= i <= 12 }" {
// INNER-NEXT: schedule.band permutable (coincident "{ S[t, i] -> [i] }") {}
// INNER: schedule.filter "{ S[t, i] : 13 <= i <= 15 }" {

// The target names the bands of all parts, and a part of a part is a part.
// TWICE: schedule.sequence {
// TWICE-NEXT: schedule.filter "{ S[t, i] : 0 <= i <= 1 }" {
// TWICE: schedule.filter "{ S[t, i] : 2 <= i <= 3 }" {
// TWICE: schedule.filter "{ S[t, i] : 4 <= i <= 13 }" {
// TWICE: schedule.filter "{ S[t, i] : 14 <= i <= 15 }" {

// COUNT: schedule-peel: 1 run
// COUNT: {{^ *}}1 bands
// NONE: expected first=N or last=N, found no iteration to peel
schedule.scop @heat(inout %A: memref<9x18xf32>) {
  schedule.statement @S(%t, %i) {
    %0 = affine.load %A[%t, %i] : memref<9x18xf32>
    %1 = affine.load %A[%t, %i + 1] : memref<9x18xf32>
    %2 = affine.load %A[%t, %i + 2] : memref<9x18xf32>
    %3 = arith.addf %0, %1 : f32
    %4 = arith.addf %3, %2 : f32
    affine.store %4, %A[%t + 1, %i + 1] : memref<9x18xf32>
  }
  schedule.domain "{ S[t, i] : 0 <= t < 8 and 0 <= i < 16 }" {
    schedule.band (sequential "{ S[t, i] -> [t] }", sequential "{ S[t, i] -> [i] }") {}
  }
}
