// What distributing refuses.
// RUN: tc-opt %s --split-input-file --verify-diagnostics --pass-pipeline='builtin.module(schedule.scop(schedule-distribute))'
// RUN: not tc-opt %s --split-input-file --pass-pipeline='builtin.module(schedule.scop(schedule-distribute{at=2}))' 2>&1 | FileCheck %s --check-prefix=AT
// AT: error: expected a position below 2 in a sequence of 2 children, found 2

// T runs an iteration after S, and before it in the sequence.
schedule.scop @later_first(inout %A: memref<17xf32>, inout %B: memref<17xf32>) {
  schedule.statement @S(%i) {
    %0 = affine.load %B[%i] : memref<17xf32>
    affine.store %0, %A[%i] : memref<17xf32>
  }
  schedule.statement @T(%i) {
    %0 = affine.load %A[%i] : memref<17xf32>
    affine.store %0, %B[%i] : memref<17xf32>
  }
  schedule.domain "{ S[i] : 0 <= i < 16; T[i] : 0 <= i < 16 }" {
    // expected-error @+1 {{cannot distribute the band: the flow dependence S[0] -> T[0] on `A` is broken: the sequence runs the second instance first}}
    schedule.band (sequential "{ S[i] -> [i]; T[i] -> [i + 1] }") {
      schedule.sequence {
        schedule.filter "{ T[i] }" {}
        schedule.filter "{ S[i] }" {}
      }
    }
  }
}

// -----

schedule.scop @no_sequence(inout %A: memref<17xf32>, inout %B: memref<17xf32>) {
  schedule.statement @S(%i) {
    %0 = affine.load %B[%i] : memref<17xf32>
    affine.store %0, %A[%i] : memref<17xf32>
  }
  schedule.statement @T(%i) {
    %0 = affine.load %A[%i] : memref<17xf32>
    affine.store %0, %B[%i] : memref<17xf32>
  }
  schedule.domain "{ S[i] : 0 <= i < 16; T[i] : 0 <= i < 16 }" {
    // expected-error @+1 {{expected a band directly above a sequence, found one above a band}}
    schedule.band (sequential "{ S[i] -> [i]; T[i] -> [i] }") {
      schedule.band (sequential "{ S[i] -> [0]; T[i] -> [1] }") {}
    }
  }
}
