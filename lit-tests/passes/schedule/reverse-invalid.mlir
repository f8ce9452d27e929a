// What reversing refuses.
// RUN: tc-opt %s --split-input-file --verify-diagnostics --pass-pipeline='builtin.module(schedule.scop(schedule-reverse))'
// RUN: not tc-opt %s --split-input-file --pass-pipeline='builtin.module(schedule.scop(schedule-reverse{member=7}))' 2>&1 | FileCheck %s
// CHECK: error: expected a member from 0 to 1 of the band, found 7

schedule.scop @carries(inout %A: memref<9x18xf32>) {
  schedule.statement @S(%t, %i) {
    %0 = affine.load %A[%t, %i] : memref<9x18xf32>
    %1 = affine.load %A[%t, %i + 1] : memref<9x18xf32>
    %2 = affine.load %A[%t, %i + 2] : memref<9x18xf32>
    %3 = arith.addf %0, %1 : f32
    %4 = arith.addf %3, %2 : f32
    affine.store %4, %A[%t + 1, %i + 1] : memref<9x18xf32>
  }
  schedule.domain "{ S[t, i] : 0 <= t < 8 and 0 <= i < 16 }" {
    // expected-error @+1 {{cannot reverse the loop: the flow dependence S[0, 0] -> S[1, 0] on `A` is broken: band member 0 runs the second instance first}}
    schedule.band (sequential "{ S[t, i] -> [t] }", sequential "{ S[t, i] -> [i] }") {}
  }
}

// -----

schedule.scop @not_in_the_band(inout %A: memref<9x18xf32>) {
  schedule.statement @S(%t, %i) {
    %0 = affine.load %A[%t, %i] : memref<9x18xf32>
    %1 = affine.load %A[%t, %i + 1] : memref<9x18xf32>
    %2 = affine.load %A[%t, %i + 2] : memref<9x18xf32>
    %3 = arith.addf %0, %1 : f32
    %4 = arith.addf %3, %2 : f32
    affine.store %4, %A[%t + 1, %i + 1] : memref<9x18xf32>
  }
  schedule.domain "{ S[t, i] : 0 <= t < 8 and 0 <= i < 16 }" {
    // expected-error @+1 {{cannot reverse the loop: the flow dependence S[0, 0] -> S[1, 0] on `A` is broken: band member 0 runs the second instance first}}
    schedule.band (sequential "{ S[t, i] -> [i + 2t] }", sequential "{ S[t, i] -> [t] }") {}
  }
}
