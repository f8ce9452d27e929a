// What unrolling and jamming refuses.
// RUN: tc-opt %s --split-input-file --verify-diagnostics --pass-pipeline='builtin.module(schedule.scop(schedule-unroll-and-jam{factor=2}))'

schedule.scop @inner_first(inout %A: memref<9x18xf32>) {
  schedule.statement @S(%t, %i) {
    %0 = affine.load %A[%t, %i] : memref<9x18xf32>
    %1 = affine.load %A[%t, %i + 1] : memref<9x18xf32>
    %2 = affine.load %A[%t, %i + 2] : memref<9x18xf32>
    %3 = arith.addf %0, %1 : f32
    %4 = arith.addf %3, %2 : f32
    affine.store %4, %A[%t + 1, %i + 1] : memref<9x18xf32>
  }
  schedule.domain "{ S[t, i] : 0 <= t < 8 and 0 <= i < 16 }" {
    // expected-error @+1 {{cannot unroll and jam the loop: the flow dependence S[0, 1] -> S[1, 0] on `A` is broken: band member 1 runs the second instance first}}
    schedule.band (sequential "{ S[t, i] -> [t] }", sequential "{ S[t, i] -> [i] }") {}
  }
}

// -----

schedule.scop @parallel(inout %A: memref<9x18xf32>) {
  schedule.statement @S(%t, %i) {
    %0 = affine.load %A[%t, %i] : memref<9x18xf32>
    %1 = affine.load %A[%t, %i + 1] : memref<9x18xf32>
    %2 = affine.load %A[%t, %i + 2] : memref<9x18xf32>
    %3 = arith.addf %0, %1 : f32
    %4 = arith.addf %3, %2 : f32
    affine.store %4, %A[%t + 1, %i + 1] : memref<9x18xf32>
  }
  schedule.domain "{ S[t, i] : 0 <= t < 8 and 0 <= i < 16 }" {
    // expected-error @+1 {{expected a sequential loop to unroll, found member 0 (parallel)}}
    schedule.band (parallel "{ S[t, i] -> [t] }", sequential "{ S[t, i] -> [i] }") {}
  }
}
