// Updates at computed places that stay as they are.
// RUN: tc-opt %s --split-input-file --verify-diagnostics --pass-pipeline='builtin.module(schedule.scop(schedule-scatter{statements=T parts=4}))'

// Sums of half precision have no neutral element here.
// expected-error @below {{its operation has no neutral element on such elements}}
schedule.scop @half(%X: memref<100xi32>, %Y: memref<100xf16>, inout %H: memref<8xf16>) {
  schedule.statement @T(%i) reduces add {
    %0 = affine.load %X[%i] : memref<100xi32>
    %1 = affine.load %Y[%i] : memref<100xf16>
    %2 = arith.index_cast %0 : i32 to index
    %3 = memref.load %H[%2] : memref<8xf16>
    %4 = arith.addf %3, %1 : f16
    memref.store %4, %H[%2] : memref<8xf16>
  }
  schedule.domain "{ T[i] : 0 <= i < 100 }" {
    schedule.band permutable (sequential "{ T[i] -> [i] }") {}
  }
}

// -----

// expected-error @below {{expected T to update a computed place without a condition}}
schedule.scop @condition(%X: memref<100xi32>, inout %H: memref<8xi32>) {
  schedule.statement @T(%i) reduces add {
    %0 = affine.load %X[%i] : memref<100xi32>
    %1 = arith.constant 1 : i32
    %2 = arith.index_cast %0 : i32 to index
    %3 = arith.cmpi sgt, %0, %1 : i32
    scf.if %3 {
      %4 = memref.load %H[%2] : memref<8xi32>
      %5 = arith.addi %4, %1 : i32
      memref.store %5, %H[%2] : memref<8xi32>
    }
  }
  schedule.domain "{ T[i] : 0 <= i < 100 }" {
    schedule.band permutable (sequential "{ T[i] -> [i] }") {}
  }
}

// -----

// expected-error @below {{T has no instances}}
schedule.scop @none(%X: memref<100xi32>, inout %H: memref<8xi32>) {
  schedule.statement @S(%i) {
    %0 = affine.load %X[%i] : memref<100xi32>
    affine.store %0, %H[%i] : memref<8xi32>
  }
  schedule.statement @T(%i) reduces add {
    %0 = affine.load %X[%i] : memref<100xi32>
    %1 = arith.constant 1 : i32
    %2 = arith.index_cast %0 : i32 to index
    %3 = memref.load %H[%2] : memref<8xi32>
    %4 = arith.addi %3, %1 : i32
    memref.store %4, %H[%2] : memref<8xi32>
  }
  schedule.domain "{ S[i] : 0 <= i < 8 }" {
    schedule.band permutable (sequential "{ S[i] -> [i] }") {}
  }
}

// -----

// Each index leads to an element of its own.
// expected-error @below {{the element follows each of its indices}}
schedule.scop @rows(%X: memref<100xi32>, inout %H: memref<100x8xi32>) {
  schedule.statement @T(%i) reduces add {
    %0 = affine.load %X[%i] : memref<100xi32>
    %1 = arith.constant 1 : i32
    %2 = arith.index_cast %0 : i32 to index
    %3 = memref.load %H[%i, %2] : memref<100x8xi32>
    %4 = arith.addi %3, %1 : i32
    memref.store %4, %H[%i, %2] : memref<100x8xi32>
  }
  schedule.domain "{ T[i] : 0 <= i < 100 }" {
    schedule.band permutable (sequential "{ T[i] -> [i] }") {}
  }
}

// -----

schedule.scop @fused(%X: memref<100xi32>, inout %H: memref<8xi32>, out %Y: memref<100xi32>) {
  schedule.statement @S(%i) {
    %0 = affine.load %X[%i] : memref<100xi32>
    affine.store %0, %Y[%i] : memref<100xi32>
  }
  schedule.statement @T(%i) reduces add {
    %0 = affine.load %X[%i] : memref<100xi32>
    %1 = arith.constant 1 : i32
    %2 = arith.index_cast %0 : i32 to index
    %3 = memref.load %H[%2] : memref<8xi32>
    %4 = arith.addi %3, %1 : i32
    memref.store %4, %H[%2] : memref<8xi32>
  }
  schedule.domain "{ S[i] : 0 <= i < 100; T[i] : 0 <= i < 100 }" {
    // expected-error @below {{T shares its loops with other statements}}
    // expected-note @below {{run schedule-scatter before the passes that fuse loops}}
    schedule.band permutable (sequential "{ S[i] -> [i]; T[i] -> [i] }") {}
  }
}

// -----

// expected-error @below {{T runs at 2 places of the tree, and one is expected}}
schedule.scop @twice(%X: memref<100xi32>, inout %H: memref<8xi32>) {
  schedule.statement @T(%i) reduces add {
    %0 = affine.load %X[%i] : memref<100xi32>
    %1 = arith.constant 1 : i32
    %2 = arith.index_cast %0 : i32 to index
    %3 = memref.load %H[%2] : memref<8xi32>
    %4 = arith.addi %3, %1 : i32
    memref.store %4, %H[%2] : memref<8xi32>
  }
  schedule.domain "{ T[i] : 0 <= i < 100 }" {
    schedule.sequence {
      schedule.filter "{ T[i] : i < 50 }" {
        schedule.band permutable (sequential "{ T[i] -> [i] }") {}
      }
      schedule.filter "{ T[i] : i >= 50 }" {
        schedule.band permutable (sequential "{ T[i] -> [i] }") {}
      }
    }
  }
}

// -----

schedule.scop @sequence(%X: memref<100xi32>, inout %H: memref<8xi32>, out %Y: memref<100xi32>) {
  schedule.statement @S(%i) {
    %0 = affine.load %X[%i] : memref<100xi32>
    affine.store %0, %Y[%i] : memref<100xi32>
  }
  schedule.statement @T(%i) reduces add {
    %0 = affine.load %X[%i] : memref<100xi32>
    %1 = arith.constant 1 : i32
    %2 = arith.index_cast %0 : i32 to index
    %3 = memref.load %H[%2] : memref<8xi32>
    %4 = arith.addi %3, %1 : i32
    memref.store %4, %H[%2] : memref<8xi32>
  }
  schedule.domain "{ S[i] : 0 <= i < 100; T[i] : 0 <= i < 100 }" {
    // expected-error @below {{a loop around it is not one of the program: }}
    schedule.band permutable (sequential "{ S[i] -> [i]; T[i] -> [i] }") {
      schedule.sequence {
        schedule.filter "{ S[i] }" {}
        schedule.filter "{ T[i] }" {}
      }
    }
  }
}

// -----

schedule.scop @extension(%X: memref<100xi32>, inout %H: memref<8xi32>) block(32) {
  schedule.statement @T(%i) reduces add {
    %0 = affine.load %X[%i] : memref<100xi32>
    %1 = arith.constant 1 : i32
    %2 = arith.index_cast %0 : i32 to index
    %3 = memref.load %H[%2] : memref<8xi32>
    %4 = arith.addi %3, %1 : i32
    memref.store %4, %H[%2] : memref<8xi32>
  }
  schedule.statement @sync0() {
    gpu.barrier
  }
  schedule.domain "{ T[i] : 0 <= i < 100 }" {
    // expected-error @below {{cannot add statements below a schedule.extension}}
    schedule.extension "{ [] -> sync0[] }" {
      schedule.sequence {
        schedule.filter "{ sync0[] }" {}
        schedule.filter "{ T[i] }" {
          schedule.band permutable (sequential "{ T[i] -> [i] }") {}
        }
      }
    }
  }
}

// -----

// expected-error @below {{the extents of T are not known}}
// expected-note @below {{bind sizes with tc-specialize}}
schedule.scop @symbolic(%X: memref<?xi32>, inout %H: memref<8xi32>) sizes(N = %X[0]) {
  schedule.statement @T(%i) reduces add {
    %0 = affine.load %X[%i] : memref<?xi32>
    %1 = arith.constant 1 : i32
    %2 = arith.index_cast %0 : i32 to index
    %3 = memref.load %H[%2] : memref<8xi32>
    %4 = arith.addi %3, %1 : i32
    memref.store %4, %H[%2] : memref<8xi32>
  }
  schedule.domain "[N] -> { T[i] : 0 <= i < N }" {
    schedule.band permutable (sequential "[N] -> { T[i] -> [i] }") {}
  }
}
