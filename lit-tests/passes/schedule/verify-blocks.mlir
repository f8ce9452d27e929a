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
