// Loops of the program stay outside, and each iteration is scheduled by itself; with skewing, isl places them too.
// RUN: tc-opt %s --split-input-file --pass-pipeline='builtin.module(tc-to-schedule,schedule.scop(schedule-isl,schedule-verify))' | FileCheck %s
// RUN: tc-opt %s --split-input-file --pass-pipeline='builtin.module(tc-to-schedule,schedule.scop(schedule-isl{skewing=true},schedule-verify))' | FileCheck %s --check-prefix=SKEWED
// RUN: tc-opt %s --split-input-file --pass-pipeline='builtin.module(tc-to-schedule,schedule.scop(schedule-isl,schedule-reset,schedule-verify))' | FileCheck %s --check-prefix=RESET

// CHECK-LABEL: schedule.scop @lu(
// CHECK:      schedule.domain
// CHECK-NEXT:   schedule.band (sequential "{ S0[i0, i1] -> [i0]; S1[i0, i1, i2] -> [i0] }") {
// CHECK-NEXT:     schedule.sequence {
// CHECK-NEXT:       schedule.filter "{ S0[k, i] }" {
// CHECK-NEXT:         schedule.band permutable (coincident "{ S0[k, i] -> [i] }") {}
// CHECK-NEXT:       }
// CHECK-NEXT:       schedule.filter "{ S1[k, i, j] }" {
// CHECK-NEXT:         schedule.band permutable
// CHECK-NEXT:           (coincident "{ S1[k, i, j] -> [i] }",
// CHECK-NEXT:            coincident "{ S1[k, i, j] -> [j] }") {}
// SKEWED-LABEL: schedule.scop @lu(
// RESET-LABEL: schedule.scop @lu(
// RESET:      schedule.domain
// RESET-NEXT:   schedule.sequence {
// RESET-NEXT:     schedule.filter "{ S0[k, i]; S1[k, i, j] }" {
// RESET-NEXT:       schedule.band (sequential "{ S0[k, i] -> [k]; S1[k, i, j] -> [k] }") {
// RESET-NEXT:         schedule.sequence {
// RESET-NEXT:           schedule.filter "{ S0[k, i] }" {
// RESET-NEXT:             schedule.band (sequential "{ S0[k, i] -> [i] }") {}
tc.def @lu() -> (inout %A: !tc.tensor<[N, N], f32>) sizes(N) {
  tc.for k in [0, N) {
    tc.comprehension %A[i, k] (i in [k + 1, N)) {
      %0 = tc.read %A[i, k] : f32
      %1 = tc.read %A[k, k] : f32
      %2 = arith.divf %0, %1 : f32
      tc.yield %2 : f32
    }
    tc.comprehension %A[i, j] (i in [k + 1, N), j in [k + 1, N)) {
      %0 = tc.read %A[i, j] : f32
      %1 = tc.read %A[i, k] : f32
      %2 = tc.read %A[k, j] : f32
      %3 = arith.mulf %1, %2 : f32
      %4 = arith.subf %0, %3 : f32
      tc.yield %4 : f32
    }
  }
}

// -----

// Sweeps in place: two sequential loops, or one permutable band that may be tiled in time.
// CHECK-LABEL: schedule.scop @seidel(
// CHECK:      schedule.band (sequential "{ S0[i0, i1] -> [i0] }") {
// CHECK-NEXT:   schedule.band (sequential "{ S0[i0, i1] -> [i1] }") {}
// SKEWED-LABEL: schedule.scop @seidel(
// SKEWED:     schedule.band permutable
// SKEWED-NEXT:  (sequential "{ S0[t, i] -> [t] }",
// SKEWED-NEXT:   sequential "{ S0[t, i] -> [t + i] }") {}
tc.def @seidel(%w: !tc.tensor<[T], f32>) -> (inout %A: !tc.tensor<[N], f32>) sizes(N) {
  tc.for t in [0, T) {
    tc.for i in [1, N - 1) {
      tc.comprehension %A[i] () {
        %0 = tc.read %A[i - 1] : f32
        %1 = tc.read %A[i + 1] : f32
        %2 = arith.addf %0, %1 : f32
        tc.yield %2 : f32
      }
    }
  }
}

// -----

// A loop whose iterations do not depend on each other is a parallel loop.
// CHECK-LABEL: schedule.scop @rows(
// CHECK:      schedule.band permutable (coincident "{ S0[i0, i1] -> [i0] }") {
// CHECK-NEXT:   schedule.band permutable (coincident "{ S0[b, i] -> [i] }") {}
// SKEWED-LABEL: schedule.scop @rows(
tc.def @rows(%X: !tc.tensor<[B, N], f32>) -> (%Y: !tc.tensor<[B, N], f32>) {
  tc.for b in [0, B) {
    tc.comprehension %Y[b, i] (i in [0, N)) {
      %0 = tc.read %X[b, i] : f32
      tc.yield %0 : f32
    }
  }
}
