// What skewing refuses.
// RUN: tc-opt %s --split-input-file --verify-diagnostics --pass-pipeline='builtin.module(schedule.scop(schedule-skew{member=0 by=1}))'

schedule.scop @inner_into_outer(inout %A: memref<9x18xf32>) {
  schedule.statement @S(%t, %i) {
    %0 = affine.load %A[%t, %i] : memref<9x18xf32>
    %1 = affine.load %A[%t, %i + 1] : memref<9x18xf32>
    %2 = affine.load %A[%t, %i + 2] : memref<9x18xf32>
    %3 = arith.addf %0, %1 : f32
    %4 = arith.addf %3, %2 : f32
    affine.store %4, %A[%t + 1, %i + 1] : memref<9x18xf32>
  }
  schedule.domain "{ S[t, i] : 0 <= t < 8 and 0 <= i < 16 }" {
    // expected-error @+1 {{cannot skew the loop: the flow dependence S[0, 1] -> S[1, 0] on `A` is broken: band member 1 runs the second instance first}}
    schedule.band (sequential "{ S[t, i] -> [t] }", sequential "{ S[t, i] -> [i] }") {}
  }
}

// -----

schedule.scop @one_loop(inout %A: memref<9x18xf32>) {
  schedule.statement @S(%t, %i) {
    %0 = affine.load %A[%t, %i] : memref<9x18xf32>
    %1 = affine.load %A[%t, %i + 1] : memref<9x18xf32>
    %2 = affine.load %A[%t, %i + 2] : memref<9x18xf32>
    %3 = arith.addf %0, %1 : f32
    %4 = arith.addf %3, %2 : f32
    affine.store %4, %A[%t + 1, %i + 1] : memref<9x18xf32>
  }
  schedule.domain "{ S[t, i] : 0 <= t < 8 and 0 <= i < 16 }" {
    // expected-error @+1 {{expected member 0 of a band of one member, found 1}}
    schedule.band (sequential "{ S[t, i] -> [t] }") { schedule.band (sequential "{ S[t, i] -> [i] }") {} }
  }
}

// -----

schedule.scop @tiles(inout %A: memref<9x18xf32>) {
  schedule.statement @S(%t, %i) {
    %0 = affine.load %A[%t, %i] : memref<9x18xf32>
    %1 = affine.load %A[%t, %i + 1] : memref<9x18xf32>
    %2 = affine.load %A[%t, %i + 2] : memref<9x18xf32>
    %3 = arith.addf %0, %1 : f32
    %4 = arith.addf %3, %2 : f32
    affine.store %4, %A[%t + 1, %i + 1] : memref<9x18xf32>
  }
  schedule.domain "{ S[t, i] : 0 <= t < 8 and 0 <= i < 16 }" {
    // expected-error @+2 {{expected a band of loops, found a band of tile loops}}
    // expected-note @+1 {{change the loops before schedule-tile}}
    schedule.band tiles(4) (sequential "{ S[t, i] -> [4*floor(t/4)] }") { schedule.band (sequential "{ S[t, i] -> [t] }", sequential "{ S[t, i] -> [i] }") {} }
  }
}

// -----

schedule.scop @mapped(inout %A: memref<9x18xf32>) {
  schedule.statement @S(%t, %i) {
    %0 = affine.load %A[%t, %i] : memref<9x18xf32>
    %1 = affine.load %A[%t, %i + 1] : memref<9x18xf32>
    %2 = affine.load %A[%t, %i + 2] : memref<9x18xf32>
    %3 = arith.addf %0, %1 : f32
    %4 = arith.addf %3, %2 : f32
    affine.store %4, %A[%t + 1, %i + 1] : memref<9x18xf32>
  }
  schedule.domain "{ S[t, i] : 0 <= t < 8 and 0 <= i < 16 }" {
    // expected-error @+2 {{expected a band of loops, found the mapped member 0 (block.x)}}
    // expected-note @+1 {{change the loops before they are mapped}}
    schedule.band (block.x "{ S[t, i] -> [t] }", sequential "{ S[t, i] -> [i] }") {}
  }
}

// -----

schedule.scop @illegal_before(inout %A: memref<9x18xf32>) {
  schedule.statement @S(%t, %i) {
    %0 = affine.load %A[%t, %i] : memref<9x18xf32>
    %1 = affine.load %A[%t, %i + 1] : memref<9x18xf32>
    %2 = affine.load %A[%t, %i + 2] : memref<9x18xf32>
    %3 = arith.addf %0, %1 : f32
    %4 = arith.addf %3, %2 : f32
    affine.store %4, %A[%t + 1, %i + 1] : memref<9x18xf32>
  }
  schedule.domain "{ S[t, i] : 0 <= t < 8 and 0 <= i < 16 }" {
    // expected-error @+2 {{cannot skew the loop in a tree that is illegal: the flow dependence S[0, 0] -> S[1, 0] on `A` is broken: band member 0 runs the second instance first}}
    // expected-note @+1 {{the original order is the text order of the statements, and the order of their indices}}
    schedule.band (sequential "{ S[t, i] -> [-t] }", sequential "{ S[t, i] -> [i] }") {}
  }
}
