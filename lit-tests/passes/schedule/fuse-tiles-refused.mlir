// Producers that tiles cannot compute.
// RUN: tc-opt %s --split-input-file --verify-diagnostics --pass-pipeline='builtin.module(schedule.scop(schedule-fuse-tiles{compute=S target=tile}))'

// A producer of two arrays.
schedule.scop @two_arrays(%A: memref<18xf32>, out %C: memref<16xf32>) {
  %B = schedule.array temporary : memref<18xf32>
  %D = schedule.array temporary : memref<18xf32>
  schedule.statement @S(%i) {
    // expected-error @below {{expected S to write one array, found 2}}
    %0 = affine.load %A[%i] : memref<18xf32>
    %1 = arith.mulf %0, %0 : f32
    affine.store %1, %B[%i] : memref<18xf32>
    affine.store %0, %D[%i] : memref<18xf32>
  }
  schedule.statement @T(%i) {
    %0 = affine.load %B[%i] : memref<18xf32>
    %1 = affine.load %B[%i + 2] : memref<18xf32>
    %2 = arith.addf %0, %1 : f32
    affine.store %2, %C[%i] : memref<16xf32>
  }
  schedule.domain "{ S[i] : 0 <= i < 18; T[i] : 0 <= i < 16 }" {
    schedule.sequence {
      schedule.filter "{ S[i] }" {
        schedule.band permutable (coincident "{ S[i] -> [i] }") {}
      }
      schedule.filter "{ T[i] }" {
        schedule.band permutable tag "tile" tiles(8) (coincident "{ T[i] -> [i - i mod 8] }") {
          schedule.band permutable tag "point" (coincident "{ T[i] -> [i mod 8] }") {}
        }
      }
    }
  }
}

// -----

// A store under a condition.
schedule.scop @condition(%A: memref<18xf32>, out %C: memref<16xf32>) {
  %B = schedule.array temporary : memref<18xf32>
  schedule.statement @S(%i) {
    // expected-error @below {{S may write `B`, or may not}}
    %0 = affine.load %A[%i] : memref<18xf32>
    %1 = arith.mulf %0, %0 : f32
    %zero = arith.constant 0.0 : f32
    %positive = arith.cmpf ogt, %0, %zero : f32
    scf.if %positive {
      affine.store %1, %B[%i] : memref<18xf32>
    }
  }
  schedule.statement @T(%i) {
    %0 = affine.load %B[%i] : memref<18xf32>
    %1 = affine.load %B[%i + 2] : memref<18xf32>
    %2 = arith.addf %0, %1 : f32
    affine.store %2, %C[%i] : memref<16xf32>
  }
  schedule.domain "{ S[i] : 0 <= i < 18; T[i] : 0 <= i < 16 }" {
    schedule.sequence {
      schedule.filter "{ S[i] }" {
        schedule.band permutable (coincident "{ S[i] -> [i] }") {}
      }
      schedule.filter "{ T[i] }" {
        schedule.band permutable tag "tile" tiles(8) (coincident "{ T[i] -> [i - i mod 8] }") {
          schedule.band permutable tag "point" (coincident "{ T[i] -> [i mod 8] }") {}
        }
      }
    }
  }
}

// -----

// A reader at a subscript that is data.
schedule.scop @reader(%A: memref<18xf32>, %X: memref<18xi32>, out %C: memref<16xf32>) {
  %B = schedule.array temporary : memref<18xf32>
  schedule.statement @S(%i) {
    %0 = affine.load %A[%i] : memref<18xf32>
    %1 = arith.mulf %0, %0 : f32
    affine.store %1, %B[%i] : memref<18xf32>
  }
  schedule.statement @T(%i) {
    %at = memref.load %X[%i] : memref<18xi32>
    %row = arith.index_cast %at : i32 to index
    // expected-error @below {{T reads `B` at a subscript that is not affine, or under a condition}}
    %0 = memref.load %B[%row] : memref<18xf32>
    %1 = affine.load %B[%i + 2] : memref<18xf32>
    %2 = arith.addf %0, %1 : f32
    affine.store %2, %C[%i] : memref<16xf32>
  }
  schedule.domain "{ S[i] : 0 <= i < 18; T[i] : 0 <= i < 16 }" {
    schedule.sequence {
      schedule.filter "{ S[i] }" {
        schedule.band permutable (coincident "{ S[i] -> [i] }") {}
      }
      schedule.filter "{ T[i] }" {
        schedule.band permutable tag "tile" tiles(8) (coincident "{ T[i] -> [i - i mod 8] }") {
          schedule.band permutable tag "point" (coincident "{ T[i] -> [i mod 8] }") {}
        }
      }
    }
  }
}

// -----

// A producer that reads its own array at a subscript that is data.
schedule.scop @writer(%A: memref<18xf32>, %X: memref<18xi32>, out %C: memref<16xf32>) {
  %B = schedule.array temporary : memref<18xf32>
  schedule.statement @S(%i) {
    %at = memref.load %X[%i] : memref<18xi32>
    %row = arith.index_cast %at : i32 to index
    // expected-error @below {{S accesses `B` at a subscript that is not affine, or under a condition}}
    %0 = memref.load %B[%row] : memref<18xf32>
    %1 = arith.mulf %0, %0 : f32
    affine.store %1, %B[%i] : memref<18xf32>
  }
  schedule.statement @T(%i) {
    %0 = affine.load %B[%i] : memref<18xf32>
    %1 = affine.load %B[%i + 2] : memref<18xf32>
    %2 = arith.addf %0, %1 : f32
    affine.store %2, %C[%i] : memref<16xf32>
  }
  schedule.domain "{ S[i] : 0 <= i < 18; T[i] : 0 <= i < 16 }" {
    schedule.sequence {
      schedule.filter "{ S[i] }" {
        schedule.band permutable (coincident "{ S[i] -> [i] }") {}
      }
      schedule.filter "{ T[i] }" {
        schedule.band permutable tag "tile" tiles(8) (coincident "{ T[i] -> [i - i mod 8] }") {
          schedule.band permutable tag "point" (coincident "{ T[i] -> [i mod 8] }") {}
        }
      }
    }
  }
}

// -----

// An array that a copy writes, too.
schedule.scop @copied(%A: memref<18xf32>, out %C: memref<16xf32>) {
  %B = schedule.array temporary : memref<18xf32>
  schedule.statement @S(%i) {
    %0 = affine.load %A[%i] : memref<18xf32>
    %1 = arith.mulf %0, %0 : f32
    affine.store %1, %B[%i] : memref<18xf32>
  }
  schedule.statement @K(%i) {
    // expected-error @below {{K also writes `B`, and is no statement of the program}}
    // expected-note @below {{compute producers in tiles before arrays are promoted}}
    %0 = affine.load %A[%i] : memref<18xf32>
    affine.store %0, %B[%i] : memref<18xf32>
  }
  schedule.statement @T(%i) {
    %0 = affine.load %B[%i] : memref<18xf32>
    %1 = affine.load %B[%i + 2] : memref<18xf32>
    %2 = arith.addf %0, %1 : f32
    affine.store %2, %C[%i] : memref<16xf32>
  }
  schedule.domain "{ S[i] : 0 <= i < 18; T[i] : 0 <= i < 16 }" {
    schedule.sequence {
      schedule.filter "{ S[i] }" {
        schedule.band permutable (coincident "{ S[i] -> [i] }") {}
      }
      schedule.filter "{ T[i] }" {
        schedule.band permutable tag "tile" tiles(8) (coincident "{ T[i] -> [i - i mod 8] }") {
          schedule.band permutable tag "point" (coincident "{ T[i] -> [i mod 8] }") {}
        }
      }
    }
  }
}

// -----

// A consumer that also runs elsewhere.
schedule.scop @elsewhere(%A: memref<18xf32>, out %C: memref<16xf32>) {
  %B = schedule.array temporary : memref<18xf32>
  schedule.statement @S(%i) {
    %0 = affine.load %A[%i] : memref<18xf32>
    %1 = arith.mulf %0, %0 : f32
    affine.store %1, %B[%i] : memref<18xf32>
  }
  schedule.statement @T(%i) {
    %0 = affine.load %B[%i] : memref<18xf32>
    %1 = affine.load %B[%i + 2] : memref<18xf32>
    %2 = arith.addf %0, %1 : f32
    affine.store %2, %C[%i] : memref<16xf32>
  }
  schedule.domain "{ S[i] : 0 <= i < 18; T[i] : 0 <= i < 16 }" {
    schedule.sequence {
      schedule.filter "{ S[i] }" {
        schedule.band permutable (coincident "{ S[i] -> [i] }") {}
      }
      schedule.filter "{ T[i] : i < 8 }" {
        schedule.band permutable tag "tile" tiles(4) (coincident "{ T[i] -> [i - i mod 4] }") {
          schedule.band permutable tag "point" (coincident "{ T[i] -> [i mod 4] }") {}
        }
      }
      schedule.filter "{ T[i] : i >= 8 }" {
        // expected-error @below {{T also runs outside of the tile}}
        schedule.band permutable (coincident "{ T[i] -> [i] }") {}
      }
    }
  }
}

// -----

// A tile whose place is no expression of the indices.
schedule.scop @pieces(%A: memref<18xf32>, out %C: memref<16xf32>) {
  %B = schedule.array temporary : memref<18xf32>
  schedule.statement @S(%i) {
    %0 = affine.load %A[%i] : memref<18xf32>
    %1 = arith.mulf %0, %0 : f32
    affine.store %1, %B[%i] : memref<18xf32>
  }
  schedule.statement @T(%i) {
    // expected-error @below {{the place of an element in the tile is not one expression in T: { T[i]}}
    %0 = affine.load %B[%i] : memref<18xf32>
    %1 = affine.load %B[%i + 2] : memref<18xf32>
    %2 = arith.addf %0, %1 : f32
    affine.store %2, %C[%i] : memref<16xf32>
  }
  schedule.domain "{ S[i] : 0 <= i < 18; T[i] : 0 <= i < 16 }" {
    schedule.sequence {
      schedule.filter "{ S[i] }" {
        schedule.band permutable (coincident "{ S[i] -> [i] }") {}
      }
      schedule.filter "{ T[i] }" {
        schedule.band permutable tag "tile" tiles(8) (coincident "{ T[i] -> [i] : i < 8; T[i] -> [8] : i >= 8 }") {
          schedule.band permutable tag "point" (coincident "{ T[i] -> [i] }") {}
        }
      }
    }
  }
}
