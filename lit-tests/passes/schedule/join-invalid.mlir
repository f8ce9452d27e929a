// What joining refuses.
// RUN: tc-opt %s --split-input-file --verify-diagnostics --pass-pipeline='builtin.module(schedule.scop(schedule-join))'

schedule.scop @alone(%A: memref<70x50xf32>, out %B: memref<70x50xf32>) {
  schedule.statement @S(%i, %j) {
    %0 = affine.load %A[%i, %j] : memref<70x50xf32>
    affine.store %0, %B[%i, %j] : memref<70x50xf32>
  }
  schedule.domain "{ S[i, j] : 0 <= i < 70 and 0 <= j < 50 }" {
    // expected-error @+1 {{expected a band directly below the band, found none}}
    schedule.band (sequential "{ S[i, j] -> [i] }", sequential "{ S[i, j] -> [j] }") {}
  }
}

// -----

schedule.scop @between(%A: memref<70x50xf32>, out %B: memref<70x50xf32>) {
  schedule.statement @S(%i, %j) {
    %0 = affine.load %A[%i, %j] : memref<70x50xf32>
    affine.store %0, %B[%i, %j] : memref<70x50xf32>
  }
  schedule.domain "{ S[i, j] : 0 <= i < 70 and 0 <= j < 50 }" {
    // expected-error @+1 {{expected a band directly below the band, found a schedule.filter}}
    schedule.band (sequential "{ S[i, j] -> [i] }") {
      schedule.filter "{ S[i, j] }" {
        schedule.band (sequential "{ S[i, j] -> [j] }") {}
      }
    }
  }
}

// -----

schedule.scop @tags(%A: memref<70x50xf32>, out %B: memref<70x50xf32>) {
  schedule.statement @S(%i, %j) {
    %0 = affine.load %A[%i, %j] : memref<70x50xf32>
    affine.store %0, %B[%i, %j] : memref<70x50xf32>
  }
  schedule.domain "{ S[i, j] : 0 <= i < 70 and 0 <= j < 50 }" {
    // expected-error @+1 {{expected two bands of one tag, found the tag "point" above no tag}}
    schedule.band tag "point" (sequential "{ S[i, j] -> [i] }") {
      schedule.band (sequential "{ S[i, j] -> [j] }") {}
    }
  }
}

// -----

schedule.scop @tiles(%A: memref<70x50xf32>, out %B: memref<70x50xf32>) {
  schedule.statement @S(%i, %j) {
    %0 = affine.load %A[%i, %j] : memref<70x50xf32>
    affine.store %0, %B[%i, %j] : memref<70x50xf32>
  }
  schedule.domain "{ S[i, j] : 0 <= i < 70 and 0 <= j < 50 }" {
    // expected-error @+1 {{expected two bands of tile loops or none, found one}}
    schedule.band tiles(8) (sequential "{ S[i, j] -> [i - i mod 8] }") {
      schedule.band (sequential "{ S[i, j] -> [i mod 8] }", sequential "{ S[i, j] -> [j] }") {}
    }
  }
}

// -----

schedule.scop @mapped(%A: memref<70x50xf32>, out %B: memref<70x50xf32>) block(50) {
  schedule.statement @S(%i, %j) {
    %0 = affine.load %A[%i, %j] : memref<70x50xf32>
    affine.store %0, %B[%i, %j] : memref<70x50xf32>
  }
  schedule.domain "{ S[i, j] : 0 <= i < 70 and 0 <= j < 50 }" {
    // expected-error @+2 {{expected a band of loops, found the mapped member 0 (thread.x)}}
    // expected-note @+1 {{change the loops before they are mapped}}
    schedule.band (sequential "{ S[i, j] -> [i] }") {
      schedule.band (thread.x coincident "{ S[i, j] -> [j] }") {}
    }
  }
}
