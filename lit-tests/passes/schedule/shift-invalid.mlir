// What shifting refuses.
// RUN: tc-opt %s --split-input-file --verify-diagnostics --pass-pipeline='builtin.module(schedule.scop(schedule-shift{statement=T amount=-1}))'

schedule.scop @too_early(%X: memref<16xf32>, inout %A: memref<17xf32>, inout %B: memref<16x8xf32>) {
  schedule.statement @S(%i) {
    %0 = affine.load %X[%i] : memref<16xf32>
    affine.store %0, %A[%i] : memref<17xf32>
  }
  schedule.statement @T(%i, %j) {
    %0 = affine.load %A[%i] : memref<17xf32>
    affine.store %0, %B[%i, %j] : memref<16x8xf32>
  }
  schedule.domain "{ S[i] : 0 <= i < 16; T[i, j] : 0 <= i < 16 and 0 <= j < 8 }" {
    // expected-error @+1 {{cannot shift the statement: the flow dependence S[0] -> T[0, 0] on `A` is broken: band member 0 runs the second instance first}}
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

// -----

schedule.scop @unknown(inout %A: memref<9x18xf32>) {
  schedule.statement @S(%t, %i) {
    %0 = affine.load %A[%t, %i] : memref<9x18xf32>
    %1 = affine.load %A[%t, %i + 1] : memref<9x18xf32>
    %2 = affine.load %A[%t, %i + 2] : memref<9x18xf32>
    %3 = arith.addf %0, %1 : f32
    %4 = arith.addf %3, %2 : f32
    affine.store %4, %A[%t + 1, %i + 1] : memref<9x18xf32>
  }
  schedule.domain "{ S[t, i] : 0 <= t < 8 and 0 <= i < 16 }" {
    // expected-error @+1 {{expected a statement of the loop, found `T`: there are S}}
    schedule.band (sequential "{ S[t, i] -> [t] }", sequential "{ S[t, i] -> [i] }") {}
  }
}
