// The nodes that the option `target` of a hand tool names; the scop of that name only.
// RUN: tc-opt %s --pass-pipeline='builtin.module(schedule.scop(schedule-shift{statement=S amount=5 target=time}))' | FileCheck %s --check-prefix=OUTER
// RUN: tc-opt %s --pass-pipeline='builtin.module(schedule.scop(schedule-shift{statement=S amount=5 target=steps}))' | FileCheck %s --check-prefix=OUTER
// RUN: tc-opt %s --pass-pipeline='builtin.module(schedule.scop(schedule-shift{statement=S amount=5 target=S/band}))' | FileCheck %s --check-prefix=OUTER
// RUN: tc-opt %s --pass-pipeline='builtin.module(schedule.scop(schedule-shift{statement=S amount=5 target=S/band[0]}))' | FileCheck %s --check-prefix=OUTER
// RUN: tc-opt %s --pass-pipeline='builtin.module(schedule.scop(schedule-shift{statement=S amount=5 target=marked/time}))' | FileCheck %s --check-prefix=FIRST
// RUN: tc-opt %s --pass-pipeline='builtin.module(schedule.scop(schedule-shift{statement=S amount=5 target=marked/S/band[0]}))' | FileCheck %s --check-prefix=FIRST
// RUN: tc-opt %s --pass-pipeline='builtin.module(schedule.scop(schedule-shift{statement=S amount=5 target=S/band[1]}))' | FileCheck %s --check-prefix=INNER
// RUN: tc-opt %s --pass-pipeline='builtin.module(schedule.scop(schedule-shift{statement=S amount=5 target=S/band[-1]}))' | FileCheck %s --check-prefix=INNER

// OUTER: @marked
// OUTER: (sequential "{ S[t, i] -> [5 + t] }")
// OUTER: "{ S[t, i] -> [i] }")
// OUTER: @other
// OUTER: (sequential "{ S[t, i] -> [5 + t] }")

// FIRST: @marked
// FIRST: (sequential "{ S[t, i] -> [5 + t] }")
// FIRST: @other
// FIRST: (sequential "{ S[t, i] -> [t] }")

// INNER: @marked
// INNER: (sequential "{ S[t, i] -> [t] }")
// INNER: "{ S[t, i] -> [5 + i] }")
// INNER: @other
// INNER: (sequential "{ S[t, i] -> [t] }")
// INNER: "{ S[t, i] -> [5 + i] }")
schedule.scop @marked(inout %A: memref<9x18xf32>) {
  schedule.statement @S(%t, %i) {
    %0 = affine.load %A[%t, %i] : memref<9x18xf32>
    %1 = affine.load %A[%t, %i + 1] : memref<9x18xf32>
    %2 = affine.load %A[%t, %i + 2] : memref<9x18xf32>
    %3 = arith.addf %0, %1 : f32
    %4 = arith.addf %3, %2 : f32
    affine.store %4, %A[%t + 1, %i + 1] : memref<9x18xf32>
  }
  schedule.domain "{ S[t, i] : 0 <= t < 8 and 0 <= i < 16 }" {
    schedule.mark "time" {
      schedule.band tag "steps" (sequential "{ S[t, i] -> [t] }") {
        schedule.band (sequential "{ S[t, i] -> [i] }") {}
      }
    }
  }
}

schedule.scop @other(inout %A: memref<9x18xf32>) {
  schedule.statement @S(%t, %i) {
    %0 = affine.load %A[%t, %i] : memref<9x18xf32>
    %1 = affine.load %A[%t, %i + 1] : memref<9x18xf32>
    %2 = affine.load %A[%t, %i + 2] : memref<9x18xf32>
    %3 = arith.addf %0, %1 : f32
    %4 = arith.addf %3, %2 : f32
    affine.store %4, %A[%t + 1, %i + 1] : memref<9x18xf32>
  }
  schedule.domain "{ S[t, i] : 0 <= t < 8 and 0 <= i < 16 }" {
    schedule.mark "time" {
      schedule.band tag "steps" (sequential "{ S[t, i] -> [t] }") {
        schedule.band (sequential "{ S[t, i] -> [i] }") {}
      }
    }
  }
}
