// The claims of a band are proved: `permutable` and `coincident`.
// RUN: tc-opt %s --split-input-file --verify-diagnostics --pass-pipeline='builtin.module(schedule.scop(schedule-verify))'

// A sum is carried by k.
schedule.scop @coincident_sum(inout %C: memref<8xf32>, %A: memref<8x4xf32>) {
  schedule.statement @S0(%i, %k) reduces add {
    %0 = affine.load %C[%i] : memref<8xf32>
    %1 = affine.load %A[%i, %k] : memref<8x4xf32>
    %2 = arith.addf %0, %1 : f32
    affine.store %2, %C[%i] : memref<8xf32>
  }
  schedule.domain "{ S0[i, k] : 0 <= i < 8 and 0 <= k < 4 }" {
    // expected-error @below {{the reduction dependence S0[0, 0] -> S0[0, 1] on `C` is broken: band member 1 is marked `coincident`, but has different values for the two}}
    // expected-note @below {{drop `coincident` of the member}}
    schedule.band (sequential coincident "{ S0[i, k] -> [i] }", sequential coincident "{ S0[i, k] -> [k] }") {}
  }
}

// -----

schedule.scop @true_flags(inout %C: memref<8xf32>, %A: memref<8x4xf32>) {
  schedule.statement @S0(%i, %k) reduces add {
    %0 = affine.load %C[%i] : memref<8xf32>
    %1 = affine.load %A[%i, %k] : memref<8x4xf32>
    %2 = arith.addf %0, %1 : f32
    affine.store %2, %C[%i] : memref<8xf32>
  }
  schedule.domain "{ S0[i, k] : 0 <= i < 8 and 0 <= k < 4 }" {
    schedule.band permutable (sequential coincident "{ S0[i, k] -> [i] }", sequential "{ S0[i, k] -> [k] }") {}
  }
}

// -----

schedule.scop @coincident_chain(inout %C: memref<9xf32>) {
  schedule.statement @S0(%i) {
    %0 = affine.load %C[%i] : memref<9xf32>
    affine.store %0, %C[%i + 1] : memref<9xf32>
  }
  schedule.domain "{ S0[i] : 0 <= i < 8 }" {
    // expected-error @below {{the flow dependence S0[0] -> S0[1] on `C` is broken: band member 0 is marked `coincident`, but has different values for the two}}
    // expected-note @below {{drop `coincident` of the member}}
    schedule.band (sequential coincident "{ S0[i] -> [i] }") {}
  }
}

// -----

// The dependence of distance (1, -1) fixes the order of the band and of its loops.
schedule.scop @permutable_skewed(inout %C: memref<9x9xf32>) {
  schedule.statement @S0(%i, %j) {
    %0 = affine.load %C[%i, %j + 1] : memref<9x9xf32>
    affine.store %0, %C[%i + 1, %j] : memref<9x9xf32>
  }
  schedule.domain "{ S0[i, j] : 0 <= i < 8 and 0 <= j < 8 }" {
    // expected-error @below {{the flow dependence S0[0, 1] -> S0[1, 0] on `C` is broken: the band is marked `permutable`, but its member 1 has a larger value for the first instance}}
    // expected-note @below {{drop `permutable`, or skew the members}}
    schedule.band permutable (sequential "{ S0[i, j] -> [i] }", sequential "{ S0[i, j] -> [j] }") {}
  }
}

// -----

schedule.scop @permutable_after_skewing(inout %C: memref<9x9xf32>) {
  schedule.statement @S0(%i, %j) {
    %0 = affine.load %C[%i, %j + 1] : memref<9x9xf32>
    affine.store %0, %C[%i + 1, %j] : memref<9x9xf32>
  }
  schedule.domain "{ S0[i, j] : 0 <= i < 8 and 0 <= j < 8 }" {
    schedule.band permutable (sequential "{ S0[i, j] -> [i] }", sequential "{ S0[i, j] -> [i + j] }") {}
  }
}

// -----

// Inner members are judged by the dependences that reach the band.
schedule.scop @coincident_below_time(inout %C: memref<9x9xf32>) {
  schedule.statement @S0(%t, %i) {
    %0 = affine.load %C[%t, %i + 1] : memref<9x9xf32>
    affine.store %0, %C[%t + 1, %i] : memref<9x9xf32>
  }
  schedule.domain "{ S0[t, i] : 0 <= t < 8 and 0 <= i < 8 }" {
    // expected-error @below {{the flow dependence S0[0, 1] -> S0[1, 0] on `C` is broken: band member 1 is marked `coincident`, but has different values for the two}}
    // expected-note @below {{drop `coincident` of the member}}
    schedule.band (sequential "{ S0[t, i] -> [t] }", sequential coincident "{ S0[t, i] -> [i] }") {}
  }
}

// -----

// In a separate band no dependence is left to carry.
schedule.scop @coincident_in_its_own_band(inout %C: memref<9x9xf32>) {
  schedule.statement @S0(%t, %i) {
    %0 = affine.load %C[%t, %i + 1] : memref<9x9xf32>
    affine.store %0, %C[%t + 1, %i] : memref<9x9xf32>
  }
  schedule.domain "{ S0[t, i] : 0 <= t < 8 and 0 <= i < 8 }" {
    schedule.band (sequential "{ S0[t, i] -> [t] }") {
      schedule.band (sequential coincident "{ S0[t, i] -> [i] }") {}
    }
  }
}

// -----

// Two statements, of which the second is shifted.
schedule.scop @coincident_shift(%A: memref<9xf32>, out %B: memref<9xf32>, out %C: memref<8xf32>) {
  schedule.statement @S0(%i) {
    %0 = affine.load %A[%i] : memref<9xf32>
    affine.store %0, %B[%i] : memref<9xf32>
  }
  schedule.statement @S1(%i) {
    %0 = affine.load %B[%i] : memref<9xf32>
    affine.store %0, %C[%i] : memref<8xf32>
  }
  schedule.domain "{ S0[i] : 0 <= i < 8; S1[i] : 0 <= i < 8 }" {
    // expected-error @below {{the flow dependence S0[0] -> S1[0] on `B` is broken: band member 0 is marked `coincident`, but has different values for the two}}
    // expected-note @below {{drop `coincident` of the member}}
    schedule.band (sequential coincident "{ S0[i] -> [i]; S1[i] -> [i + 1] }") {
      schedule.sequence {
        schedule.filter "{ S0[i] }" {}
        schedule.filter "{ S1[i] }" {}
      }
    }
  }
}
