// Blocks run in no order: elements accessed in a loop on blocks that only some statements have must not be accessed by others.
// RUN: tc-opt %s --split-input-file --verify-diagnostics --pass-pipeline='builtin.module(schedule.scop(schedule-verify))'

// S1 runs in the blocks with y = 0, S0[1] in one with y = 1.
schedule.scop @only_one(%A: memref<4xf32>, out %Y: memref<4xf32>) grid(1, 2, 1) block(1, 1, 1) {
  schedule.statement @S0(%i) {
    %0 = affine.load %A[%i] : memref<4xf32>
    affine.store %0, %Y[%i] : memref<4xf32>
  }
  schedule.statement @S1(%i) {
    %0 = affine.load %Y[%i] : memref<4xf32>
    %1 = arith.addf %0, %0 : f32
    affine.store %1, %Y[%i] : memref<4xf32>
  }
  schedule.domain "{ S0[i] : 0 <= i <= 3; S1[i] : 0 <= i <= 3 }" {
    // expected-error @below {{the flow dependence S0[1] -> S1[1] on `Y` is broken: different blocks run them, and the blocks of a kernel are in no order}}
    // expected-note @below {{put the loops on blocks outermost, or make a kernel of each part: a sequence at the root of the tree}}
    schedule.band (block.x "{ S0[i] -> [0]; S1[i] -> [0] }") {
      schedule.sequence {
        schedule.filter "{ S0[i] }" {
          schedule.band (block.y "{ S0[i] -> [i] }") {}
        }
        schedule.filter "{ S1[i] }" {
          schedule.band (sequential "{ S1[i] -> [i] }") {}
        }
      }
    }
  }
}

// -----

// Both have one, with the same value: the same block runs S0[i] and S1[i].
schedule.scop @each_its_own(%A: memref<4xf32>, out %Y: memref<4xf32>) grid(1, 2, 1) block(1, 1, 1) {
  schedule.statement @S0(%i) {
    %0 = affine.load %A[%i] : memref<4xf32>
    affine.store %0, %Y[%i] : memref<4xf32>
  }
  schedule.statement @S1(%i) {
    %0 = affine.load %Y[%i] : memref<4xf32>
    %1 = arith.addf %0, %0 : f32
    affine.store %1, %Y[%i] : memref<4xf32>
  }
  schedule.domain "{ S0[i] : 0 <= i <= 3; S1[i] : 0 <= i <= 3 }" {
    schedule.band (block.x "{ S0[i] -> [0]; S1[i] -> [0] }") {
      schedule.sequence {
        schedule.filter "{ S0[i] }" {
          schedule.band (block.y "{ S0[i] -> [i] }") {}
        }
        schedule.filter "{ S1[i] }" {
          schedule.band (block.y "{ S1[i] -> [i] }") {}
        }
      }
    }
  }
}

// -----

// Copies have no dependence in the original program: that blocks meet at the elements of a tile in global memory is refused by itself.
schedule.scop @copies(%A: memref<4x64xf32>, out %B: memref<4x64xf32>) grid(64) {
  %T = schedule.array temporary : memref<4xf32>
  schedule.statement @S0(%t, %i) {
    %0 = affine.load %T[%t] {schedule.for = #schedule.map<"{ S0[t, i] -> A[t, i] }">} : memref<4xf32>
    affine.store %0, %B[%t, %i] : memref<4x64xf32>
  }
  schedule.statement @A_in(%t, %i) {
    %0 = affine.load %A[%t, %i] : memref<4x64xf32>
    affine.store %0, %T[%t] : memref<4xf32>
  }
  schedule.domain "{ S0[t, i] : 0 <= t < 4 and 0 <= i < 64 }" {
    // expected-error @below {{A_in[0, 0] -> A_in[0, 1] touch one element in different blocks, one writing it: blocks run in no order}}
    // expected-note @below {{put the loops on blocks outermost, or make a kernel of each part}}
    schedule.band (sequential "{ S0[t, i] -> [t] }") {
      schedule.band (block.x coincident "{ S0[t, i] -> [i] }") {
        schedule.extension "{ [t, i] -> A_in[t, i] : 0 <= t < 4 and 0 <= i < 64 }" {
          schedule.sequence {
            schedule.filter "{ A_in[t, i] }" {}
            schedule.filter "{ S0[t, i] }" {}
          }
        }
      }
    }
  }
}
