// A loop from its last iteration to its first.
// RUN: tc-opt %s --pass-pipeline='builtin.module(schedule.scop(schedule-reverse{member=1},schedule-verify))' | FileCheck %s
// RUN: tc-opt %s --pass-pipeline='builtin.module(schedule.scop(schedule-split,schedule-reverse{target=S/band[-1]},schedule-verify))' | FileCheck %s --check-prefix=INNER
// RUN: tc-opt %s --tc-pass-statistics --pass-pipeline='builtin.module(schedule.scop(schedule-reverse{member=1}))' -o /dev/null 2>&1 | FileCheck %s --check-prefix=COUNT

// CHECK: schedule.band{{$}}
// CHECK-NEXT: (sequential "{ S[t, i] -> [t] }",
// CHECK-NEXT: sequential "{ S[t, i] -> [-i] }") {}

// INNER: schedule.band permutable (sequential "{ S[t, i] -> [t] }") {
// INNER-NEXT: schedule.band permutable (coincident "{ S[t, i] -> [-i] }") {}

// COUNT: schedule-reverse: 1 run
// COUNT: {{^ *}}1 bands
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
