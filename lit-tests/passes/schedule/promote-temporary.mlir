// A temporary that only the statements of its tile read is not written back; one that is read elsewhere is.
// RUN: tc-opt %s --split-input-file --pass-pipeline='builtin.module(schedule.scop(schedule-promote{arrays=T},schedule-sync,schedule-verify))' | FileCheck %s

// CHECK-LABEL: schedule.scop @dies
// CHECK: %T_s = schedule.array shared
// CHECK-NOT: schedule.statement @T_out
// CHECK-NOT: schedule.statement @T_in
// CHECK-LABEL: schedule.scop @lives
// CHECK: schedule.statement @T_out
schedule.scop @dies(%A: memref<8x32xf32>, out %B: memref<8x32xf32>) grid(8) block(32) {
  %T = schedule.array temporary : memref<8x32xf32>
  schedule.statement @S(%i, %j) {
    %0 = affine.load %A[%i, %j] : memref<8x32xf32>
    affine.store %0, %T[%i, %j] : memref<8x32xf32>
  }
  schedule.statement @U(%i, %j) {
    %0 = affine.load %T[%i, 31 - %j] : memref<8x32xf32>
    affine.store %0, %B[%i, %j] : memref<8x32xf32>
  }
  schedule.domain "{ S[i, j] : 0 <= i < 8 and 0 <= j < 32; U[i, j] : 0 <= i < 8 and 0 <= j < 32 }" {
    schedule.band permutable (block.x coincident "{ S[i, j] -> [i]; U[i, j] -> [i] }") {
      schedule.sequence {
        schedule.filter "{ S[i, j] }" {
          schedule.band permutable (thread.x coincident "{ S[i, j] -> [j] }") {}
        }
        schedule.filter "{ U[i, j] }" {
          schedule.band permutable (thread.x coincident "{ U[i, j] -> [j] }") {}
        }
      }
    }
  }
}

// -----

schedule.scop @lives(%A: memref<8x32xf32>, out %B: memref<8x32xf32>, out %D: memref<8x32xf32>) grid(8) block(32) {
  %T = schedule.array temporary : memref<8x32xf32>
  schedule.statement @S(%i, %j) {
    %0 = affine.load %A[%i, %j] : memref<8x32xf32>
    affine.store %0, %T[%i, %j] : memref<8x32xf32>
  }
  schedule.statement @U(%i, %j) {
    %0 = affine.load %T[%i, 31 - %j] : memref<8x32xf32>
    affine.store %0, %B[%i, %j] : memref<8x32xf32>
  }
  schedule.statement @V(%i, %j) {
    %0 = affine.load %T[7 - %i, %j] : memref<8x32xf32>
    affine.store %0, %D[%i, %j] : memref<8x32xf32>
  }
  schedule.domain "{ S[i, j] : 0 <= i < 8 and 0 <= j < 32; U[i, j] : 0 <= i < 8 and 0 <= j < 32; V[i, j] : 0 <= i < 8 and 0 <= j < 32 }" {
    schedule.sequence {
      schedule.filter "{ S[i, j]; U[i, j] }" {
        schedule.band permutable (block.x coincident "{ S[i, j] -> [i]; U[i, j] -> [i] }") {
          schedule.sequence {
            schedule.filter "{ S[i, j] }" {
              schedule.band permutable (thread.x coincident "{ S[i, j] -> [j] }") {}
            }
            schedule.filter "{ U[i, j] }" {
              schedule.band permutable (thread.x coincident "{ U[i, j] -> [j] }") {}
            }
          }
        }
      }
      schedule.filter "{ V[i, j] }" {
        schedule.band permutable (block.x coincident "{ V[i, j] -> [i] }") {
          schedule.band permutable (thread.x coincident "{ V[i, j] -> [j] }") {}
        }
      }
    }
  }
}
