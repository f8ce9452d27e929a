// What `schedule-parallel-reduction` refuses.
// RUN: not tc-opt %s --split-input-file --pass-pipeline='builtin.module(schedule.scop(schedule-parallel-reduction{statements=T lanes=4 blocks=2}))' 2>&1 | FileCheck %s
// RUN: not tc-opt %s --pass-pipeline='builtin.module(schedule.scop(schedule-parallel-reduction{lanes=4}))' 2>&1 | FileCheck %s --check-prefix=NAMED
// RUN: not tc-opt %s --pass-pipeline='builtin.module(schedule.scop(schedule-parallel-reduction{statements=T lanes=0}))' 2>&1 | FileCheck %s --check-prefix=NONE
// RUN: not tc-opt %s --pass-pipeline='builtin.module(schedule.scop(schedule-parallel-reduction{statements=T lanes=2 width=0}))' 2>&1 | FileCheck %s --check-prefix=WIDTH
// RUN: not tc-opt %s --pass-pipeline='builtin.module(schedule.scop(schedule-parallel-reduction{statements=T blocks=0}))' 2>&1 | FileCheck %s --check-prefix=BLOCKS
// RUN: not tc-opt %s --pass-pipeline='builtin.module(schedule.scop(schedule-parallel-reduction{vector-bytes=3}))' 2>&1 | FileCheck %s --check-prefix=BYTES
// RUN: not tc-opt %s --split-input-file --pass-pipeline='builtin.module(schedule.scop(schedule-parallel-reduction{statements=T lanes=2,2,2}))' 2>&1 | FileCheck %s --check-prefix=MANY
// RUN: not tc-opt %s --split-input-file --pass-pipeline='builtin.module(schedule.scop(schedule-parallel-reduction{statements=T lanes=1}))' 2>&1 | FileCheck %s --check-prefix=ONE

// NAMED: lanes and blocks need the statements that they are for
// NONE: expected at least 1 lane, found 0
// WIDTH: expected a width of at least 1, found 0
// BLOCKS: expected at least 1 run, found 0
// BYTES: expected a power of two as bytes, found 3
// MANY: error: expected lanes for at most 1 indices of the sum of T, found 3
// ONE: error: there is nothing to deal out

// CHECK: error: the loops of a reduction must not be tiled or mapped before it is split
schedule.scop @tiled(%A: memref<8x40xf32>, inout %C: memref<8xf32>) {
  schedule.statement @T(%i, %k) reduces add {
    %0 = affine.load %A[%i, %k] : memref<8x40xf32>
    %1 = affine.load %C[%i] : memref<8xf32>
    %2 = arith.addf %1, %0 : f32
    affine.store %2, %C[%i] : memref<8xf32>
  }
  schedule.domain "{ T[i, k] : 0 <= i < 8 and 0 <= k < 40 }" {
    schedule.band permutable tag "tile" (coincident "{ T[i, k] -> [floor(i/4)] }") {
      schedule.band permutable tag "point" (coincident "{ T[i, k] -> [i mod 4] }", sequential "{ T[i, k] -> [k] }") {}
    }
  }
}

// -----

// CHECK: error: the loop does not follow one index of the reduction: { T[i, k] -> [(i + k)] }
schedule.scop @skewed(%A: memref<8x40xf32>, inout %C: memref<8xf32>) {
  schedule.statement @T(%i, %k) reduces add {
    %0 = affine.load %A[%i, %k] : memref<8x40xf32>
    %1 = affine.load %C[%i] : memref<8xf32>
    %2 = arith.addf %1, %0 : f32
    affine.store %2, %C[%i] : memref<8xf32>
  }
  schedule.domain "{ T[i, k] : 0 <= i < 8 and 0 <= k < 40 }" {
    schedule.band permutable (coincident "{ T[i, k] -> [i] }", sequential "{ T[i, k] -> [i + k] }") {}
  }
}

// -----

// CHECK: error: T shares its innermost loop with other statements
schedule.scop @together(%A: memref<40xf32>, inout %C: memref<f32>, inout %D: memref<40xf32>) {
  schedule.statement @T(%k) reduces add {
    %0 = affine.load %A[%k] : memref<40xf32>
    %1 = affine.load %C[] : memref<f32>
    %2 = arith.addf %1, %0 : f32
    affine.store %2, %C[] : memref<f32>
  }
  schedule.statement @U(%k) {
    %0 = affine.load %A[%k] : memref<40xf32>
    affine.store %0, %D[%k] : memref<40xf32>
  }
  schedule.domain "{ T[k] : 0 <= k < 40; U[k] : 0 <= k < 40 }" {
    schedule.band permutable (sequential "{ T[k] -> [k]; U[k] -> [k] }") {}
  }
}

// -----

// CHECK: error: T runs at 2 places of the tree, and one is expected
schedule.scop @twice(%A: memref<40xf32>, inout %C: memref<f32>) {
  schedule.statement @T(%k) reduces add {
    %0 = affine.load %A[%k] : memref<40xf32>
    %1 = affine.load %C[] : memref<f32>
    %2 = arith.addf %1, %0 : f32
    affine.store %2, %C[] : memref<f32>
  }
  schedule.domain "{ T[k] : 0 <= k < 40 }" {
    schedule.sequence {
      schedule.filter "{ T[k] : k < 20 }" {
        schedule.band permutable (sequential "{ T[k] -> [k] }") {}
      }
      schedule.filter "{ T[k] : k >= 20 }" {
        schedule.band permutable (sequential "{ T[k] -> [k] }") {}
      }
    }
  }
}

// -----

// CHECK: error: T updates an element whose subscript is not affine: { T[k] -> [(floor((k)/2))] }
schedule.scop @halves(%A: memref<40xf32>, inout %C: memref<20xf32>) {
  schedule.statement @T(%k) reduces add {
    %0 = affine.load %A[%k] : memref<40xf32>
    %1 = affine.load %C[%k floordiv 2] : memref<20xf32>
    %2 = arith.addf %1, %0 : f32
    affine.store %2, %C[%k floordiv 2] : memref<20xf32>
  }
  schedule.domain "{ T[k] : 0 <= k < 40 }" {
    schedule.band permutable (sequential "{ T[k] -> [k] }") {}
  }
}

// -----

// CHECK: error: the extents of T are not known
// CHECK: note: bind sizes with tc-specialize
schedule.scop @symbolic(%A: memref<?xf32>, inout %C: memref<f32>) sizes(K = %A[0]) {
  schedule.statement @T(%k) reduces add {
    %0 = affine.load %A[%k] : memref<?xf32>
    %1 = affine.load %C[] : memref<f32>
    %2 = arith.addf %1, %0 : f32
    affine.store %2, %C[] : memref<f32>
  }
  schedule.domain "[K] -> { T[k] : 0 <= k < K }" {
    schedule.band permutable (sequential "[K] -> { T[k] -> [k] }") {}
  }
}

// -----

// CHECK: error: T cannot be a kernel of its own: another statement of its kernel writes what it reads
schedule.scop @chained(%A: memref<8x40xf32>, inout %B: memref<8x40xf32>, inout %C: memref<8xf32>) {
  schedule.statement @S(%i, %k) {
    %0 = affine.load %A[%i, %k] : memref<8x40xf32>
    affine.store %0, %B[%i, %k] : memref<8x40xf32>
  }
  schedule.statement @T(%i, %k) reduces add {
    %0 = affine.load %B[%i, %k] : memref<8x40xf32>
    %1 = affine.load %C[%i] : memref<8xf32>
    %2 = arith.addf %1, %0 : f32
    affine.store %2, %C[%i] : memref<8xf32>
  }
  schedule.domain "{ S[i, k] : 0 <= i < 8 and 0 <= k < 40; T[i, k] : 0 <= i < 8 and 0 <= k < 40 }" {
    schedule.band permutable (coincident "{ S[i, k] -> [i]; T[i, k] -> [i] }") {
      schedule.sequence {
        schedule.filter "{ S[i, k] }" {
          schedule.band permutable (coincident "{ S[i, k] -> [k] }") {}
        }
        schedule.filter "{ T[i, k] }" {
          schedule.band permutable (sequential "{ T[i, k] -> [k] }") {}
        }
      }
    }
  }
}

// -----

// CHECK: error: a sum over elements of type f16 has no neutral element here
schedule.scop @half(%A: memref<40xf16>, inout %C: memref<f16>) {
  schedule.statement @T(%k) reduces add {
    %0 = affine.load %A[%k] : memref<40xf16>
    %1 = affine.load %C[] : memref<f16>
    %2 = arith.addf %1, %0 : f16
    affine.store %2, %C[] : memref<f16>
  }
  schedule.domain "{ T[k] : 0 <= k < 40 }" {
    schedule.band permutable (sequential "{ T[k] -> [k] }") {}
  }
}

// -----

// Partial results would hide the update that T[1] reads.
// CHECK: error: T reads elements of C that it updates
schedule.scop @again(%A: memref<40xf32>, inout %C: memref<41xf32>) {
  schedule.statement @T(%k) reduces add {
    %0 = affine.load %C[%k] : memref<41xf32>
    %1 = affine.load %C[0] : memref<41xf32>
    %2 = arith.addf %1, %0 : f32
    affine.store %2, %C[0] : memref<41xf32>
  }
  schedule.domain "{ T[k] : 0 <= k < 40 }" {
    schedule.band permutable (sequential "{ T[k] -> [k] }") {}
  }
}

// -----

// CHECK: error: a loop around the reduction is not parallel
schedule.scop @serial(%A: memref<8x40xf32>, inout %C: memref<8xf32>) {
  schedule.statement @S(%i) {
    %0 = arith.constant 0.0 : f32
    affine.store %0, %C[%i] : memref<8xf32>
  }
  schedule.statement @T(%i, %k) reduces add {
    %0 = affine.load %A[%i, %k] : memref<8x40xf32>
    %1 = affine.load %C[%i] : memref<8xf32>
    %2 = arith.addf %1, %0 : f32
    affine.store %2, %C[%i] : memref<8xf32>
  }
  schedule.domain "{ S[i] : 0 <= i < 8; T[i, k] : 0 <= i < 8 and 0 <= k < 40 }" {
    schedule.band permutable (sequential "{ S[i] -> [i]; T[i, k] -> [i] }") {
      schedule.sequence {
        schedule.filter "{ S[i] }" {}
        schedule.filter "{ T[i, k] }" {
          schedule.band permutable (sequential "{ T[i, k] -> [k] }") {}
        }
      }
    }
  }
}

// -----

// CHECK: error: expected plain loops around a reduction that is split over blocks, found a band
schedule.scop @around(%A: memref<8x40xf32>, inout %C: memref<8xf32>) {
  schedule.statement @S(%i) {
    %0 = arith.constant 0.0 : f32
    affine.store %0, %C[%i] : memref<8xf32>
  }
  schedule.statement @T(%i, %k) reduces add {
    %0 = affine.load %A[%i, %k] : memref<8x40xf32>
    %1 = affine.load %C[%i] : memref<8xf32>
    %2 = arith.addf %1, %0 : f32
    affine.store %2, %C[%i] : memref<8xf32>
  }
  schedule.domain "{ S[i] : 0 <= i < 8; T[i, k] : 0 <= i < 8 and 0 <= k < 40 }" {
    schedule.band permutable tag "tile" (coincident "{ S[i] -> [i]; T[i, k] -> [i] }") {
      schedule.sequence {
        schedule.filter "{ S[i] }" {}
        schedule.filter "{ T[i, k] }" {
          schedule.band permutable (sequential "{ T[i, k] -> [k] }") {}
        }
      }
    }
  }
}

// -----

// CHECK: error: a loop around T runs over an index of the sum: { T[k] -> [(k)] }
schedule.scop @shared_loop(%A: memref<40xf32>, inout %C: memref<f32>, inout %D: memref<40xf32>) {
  schedule.statement @S(%k) {
    %0 = affine.load %A[%k] : memref<40xf32>
    affine.store %0, %D[%k] : memref<40xf32>
  }
  schedule.statement @T(%k) reduces add {
    %0 = affine.load %A[%k] : memref<40xf32>
    %1 = affine.load %C[] : memref<f32>
    %2 = arith.addf %1, %0 : f32
    affine.store %2, %C[] : memref<f32>
  }
  schedule.domain "{ S[k] : 0 <= k < 40; T[k] : 0 <= k < 40 }" {
    schedule.band permutable (coincident "{ S[k] -> [k]; T[k] -> [k] }") {
      schedule.sequence {
        schedule.filter "{ S[k] }" {}
        schedule.filter "{ T[k] }" {}
      }
    }
  }
}

// -----

// CHECK: error: T cannot be a kernel of its own: it is in a loop of the program
schedule.scop @loop(%A: memref<5x40xf32>, inout %C: memref<6xf32>) {
  schedule.statement @S(%t) at [0, 0] {
    %0 = affine.load %C[%t] : memref<6xf32>
    affine.store %0, %C[%t + 1] : memref<6xf32>
  }
  schedule.statement @T(%t, %k) at [0, 1] reduces add {
    %0 = affine.load %A[%t, %k] : memref<5x40xf32>
    %1 = affine.load %C[%t + 1] : memref<6xf32>
    %2 = arith.addf %1, %0 : f32
    affine.store %2, %C[%t + 1] : memref<6xf32>
  }
  schedule.domain "{ S[t] : 0 <= t < 5; T[t, k] : 0 <= t < 5 and 0 <= k < 40 }" {
    schedule.band permutable (sequential "{ S[t] -> [t]; T[t, k] -> [t] }") {
      schedule.sequence {
        schedule.filter "{ S[t] }" {}
        schedule.filter "{ T[t, k] }" {
          schedule.band permutable (sequential "{ T[t, k] -> [k] }") {}
        }
      }
    }
  }
}
