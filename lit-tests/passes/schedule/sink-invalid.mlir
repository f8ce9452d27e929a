// What sinking refuses.
// RUN: tc-opt %s --split-input-file --verify-diagnostics --pass-pipeline='builtin.module(schedule.scop(schedule-sink))'

// expected-error @+1 {{there is no band with the tag "point" to sink}}
schedule.scop @no_tag(%A: memref<70x50xf32>, inout %s: memref<f32>) {
  schedule.statement @S(%i, %j) reduces add {
    %0 = affine.load %A[%i, %j] : memref<70x50xf32>
    %1 = affine.load %s[] : memref<f32>
    %2 = arith.addf %1, %0 : f32
    affine.store %2, %s[] : memref<f32>
  }
  schedule.domain "{ S[i, j] : 0 <= i < 70 and 0 <= j < 50 }" {
    schedule.band (sequential "{ S[i, j] -> [i] }") {}
  }
}

// -----

schedule.scop @not_coincident(%A: memref<70x50xf32>, inout %s: memref<f32>) {
  schedule.statement @S(%i, %j) reduces add {
    %0 = affine.load %A[%i, %j] : memref<70x50xf32>
    %1 = affine.load %s[] : memref<f32>
    %2 = arith.addf %1, %0 : f32
    affine.store %2, %s[] : memref<f32>
  }
  schedule.domain "{ S[i, j] : 0 <= i < 70 and 0 <= j < 50 }" {
    // expected-error @+2 {{band member 0 is not coincident, so it cannot be sunk: { S[i, j] -> [(i)] }}}
    // expected-note @+1 {{only loops that carry no dependence may go below others}}
    schedule.band tag "point" (sequential "{ S[i, j] -> [i] }") {
      schedule.band (sequential "{ S[i, j] -> [j] }") {}
    }
  }
}
