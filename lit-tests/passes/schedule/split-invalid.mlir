// What splitting refuses.
// RUN: tc-opt %s --split-input-file --verify-diagnostics --pass-pipeline='builtin.module(schedule.scop(schedule-split{at=2}))'

schedule.scop @too_far(%A: memref<70x50xf32>, inout %s: memref<f32>) {
  schedule.statement @S(%i, %j) reduces add {
    %0 = affine.load %A[%i, %j] : memref<70x50xf32>
    %1 = affine.load %s[] : memref<f32>
    %2 = arith.addf %1, %0 : f32
    affine.store %2, %s[] : memref<f32>
  }
  schedule.domain "{ S[i, j] : 0 <= i < 70 and 0 <= j < 50 }" {
    // expected-error @+1 {{expected a position from 1 to 1 to split a band of 2 members, found 2}}
    schedule.band
      (sequential "{ S[i, j] -> [i] }",
       sequential "{ S[i, j] -> [j] }") {}
  }
}

// -----

schedule.scop @single(%A: memref<70x50xf32>, inout %s: memref<f32>) {
  schedule.statement @S(%i, %j) reduces add {
    %0 = affine.load %A[%i, %j] : memref<70x50xf32>
    %1 = affine.load %s[] : memref<f32>
    %2 = arith.addf %1, %0 : f32
    affine.store %2, %s[] : memref<f32>
  }
  schedule.domain "{ S[i, j] : 0 <= i < 70 and 0 <= j < 50 }" {
    // expected-error @+1 {{a band of one member cannot be split}}
    schedule.band (sequential "{ S[i, j] -> [i] }") {}
  }
}

// -----

// expected-error @+1 {{there is no band to split}}
schedule.scop @no_band(%A: memref<70x50xf32>, inout %s: memref<f32>) {
  schedule.statement @S(%i, %j) reduces add {
    %0 = affine.load %A[%i, %j] : memref<70x50xf32>
    %1 = affine.load %s[] : memref<f32>
    %2 = arith.addf %1, %0 : f32
    affine.store %2, %s[] : memref<f32>
  }
  schedule.domain "{ S[i, j] : 0 <= i < 70 and 0 <= j < 50 }" {
    
  }
}

// -----

// If two bands are refused the error is about the first.
schedule.scop @both(%A: memref<70xf32>, out %B: memref<70xf32>, out %C: memref<70x50xf32>) {
  schedule.statement @S(%i) {
    %0 = affine.load %A[%i] : memref<70xf32>
    affine.store %0, %B[%i] : memref<70xf32>
  }
  schedule.statement @T(%i, %j) {
    %0 = affine.load %A[%i] : memref<70xf32>
    affine.store %0, %C[%i, %j] : memref<70x50xf32>
  }
  schedule.domain "{ S[i] : 0 <= i < 70; T[i, j] : 0 <= i < 70 and 0 <= j < 50 }" {
    schedule.sequence {
      schedule.filter "{ S[i] }" {
        // expected-error @+1 {{a band of one member cannot be split}}
        schedule.band (sequential "{ S[i] -> [i] }") {}
      }
      schedule.filter "{ T[i, j] }" {
        schedule.band (sequential "{ T[i, j] -> [i] }", sequential "{ T[i, j] -> [j] }") {}
      }
    }
  }
}
