// Blocks of one kernel run in no order, and do not wait for each other.
// RUN: tc-opt %s --split-input-file --verify-diagnostics --pass-pipeline='builtin.module(schedule.scop(schedule-verify))'

schedule.scop @rows(inout %C: memref<8xf32>, %A: memref<8x4xf32>) grid(8) {
  schedule.statement @S0(%i, %k) reduces add {
    %0 = affine.load %C[%i] : memref<8xf32>
    %1 = affine.load %A[%i, %k] : memref<8x4xf32>
    %2 = arith.addf %0, %1 : f32
    affine.store %2, %C[%i] : memref<8xf32>
  }
  schedule.domain "{ S0[i, k] : 0 <= i < 8 and 0 <= k < 4 }" {
    schedule.band (block.x "{ S0[i, k] -> [i] }") {
      schedule.band (sequential "{ S0[i, k] -> [k] }") {}
    }
  }
}

// -----

// A chain of blocks.
schedule.scop @chain(inout %C: memref<9xf32>) grid(8) {
  schedule.statement @S0(%i) {
    %0 = affine.load %C[%i] : memref<9xf32>
    affine.store %0, %C[%i + 1] : memref<9xf32>
  }
  schedule.domain "{ S0[i] : 0 <= i < 8 }" {
    // expected-error @below {{the flow dependence S0[0] -> S0[1] on `C` is broken: band member 0 (block.x) runs both at the same time}}
    // expected-note @below {{only coincident members may be parallel}}
    schedule.band (block.x "{ S0[i] -> [i] }") {}
  }
}

// -----

// Block 0 may begin step 1 before block 1 has finished step 0.
schedule.scop @time_loop_around_blocks(inout %C: memref<9x9xf32>) grid(8) {
  schedule.statement @S0(%t, %i) {
    %0 = affine.load %C[%t, %i + 1] : memref<9x9xf32>
    affine.store %0, %C[%t + 1, %i] : memref<9x9xf32>
  }
  schedule.domain "{ S0[t, i] : 0 <= t < 8 and 0 <= i < 8 }" {
    // expected-error @below {{the flow dependence S0[0, 1] -> S0[1, 0] on `C` is broken: different blocks run them, and the blocks of a kernel are in no order}}
    // expected-note @below {{put the loops on blocks outermost, or make a kernel of each part}}
    schedule.band (sequential "{ S0[t, i] -> [t] }") {
      schedule.band (block.x coincident "{ S0[t, i] -> [i] }") {}
    }
  }
}

// -----

// The same in one band.
schedule.scop @time_loop_in_the_band(inout %C: memref<9x9xf32>) grid(8) {
  schedule.statement @S0(%t, %i) {
    %0 = affine.load %C[%t, %i + 1] : memref<9x9xf32>
    affine.store %0, %C[%t + 1, %i] : memref<9x9xf32>
  }
  schedule.domain "{ S0[t, i] : 0 <= t < 8 and 0 <= i < 8 }" {
    // expected-error @below {{the flow dependence S0[0, 1] -> S0[1, 0] on `C` is broken: different blocks run them, and the blocks of a kernel are in no order}}
    // expected-note @below {{put the loops on blocks outermost, or make a kernel of each part}}
    schedule.band (sequential "{ S0[t, i] -> [t] }", block.x "{ S0[t, i] -> [i] }") {}
  }
}

// -----

// Each block runs its steps independently.
schedule.scop @column_of_a_block(inout %C: memref<9x9xf32>) grid(8) {
  schedule.statement @S0(%t, %i) {
    %0 = affine.load %C[%t, %i] : memref<9x9xf32>
    affine.store %0, %C[%t + 1, %i] : memref<9x9xf32>
  }
  schedule.domain "{ S0[t, i] : 0 <= t < 8 and 0 <= i < 8 }" {
    schedule.band (sequential "{ S0[t, i] -> [t] }") {
      schedule.band (block.x coincident "{ S0[t, i] -> [i] }") {}
    }
  }
}

// -----

// On a grid of one block there is no other block.
schedule.scop @one_block(inout %C: memref<9x9xf32>) grid(1) {
  schedule.statement @S0(%t, %i) {
    %0 = affine.load %C[%t, %i + 1] : memref<9x9xf32>
    affine.store %0, %C[%t + 1, %i] : memref<9x9xf32>
  }
  schedule.domain "{ S0[t, i] : 0 <= t < 8 and 0 <= i < 8 }" {
    schedule.band (sequential "{ S0[t, i] -> [t] }") {
      schedule.band (block.x coincident "{ S0[t, i] -> [i] }") {}
    }
  }
}

// -----

// A sequence at the root is a kernel for each child.
schedule.scop @two_kernels(%A: memref<8xf32>, out %B: memref<8xf32>, out %C: memref<8xf32>) grid(8) {
  schedule.statement @S0(%i) {
    %0 = affine.load %A[%i] : memref<8xf32>
    affine.store %0, %B[%i] : memref<8xf32>
  }
  schedule.statement @S1(%i) {
    %0 = affine.load %B[7 - %i] : memref<8xf32>
    affine.store %0, %C[%i] : memref<8xf32>
  }
  schedule.domain "{ S0[i] : 0 <= i < 8; S1[i] : 0 <= i < 8 }" {
    schedule.sequence {
      schedule.filter "{ S0[i] }" {
        schedule.band (block.x coincident "{ S0[i] -> [i] }") {}
      }
      schedule.filter "{ S1[i] }" {
        schedule.band (block.x coincident "{ S1[i] -> [i] }") {}
      }
    }
  }
}

// -----

// Below a loop it is one kernel, whose blocks do not wait for each other.
schedule.scop @sequence_in_a_kernel(%A: memref<8xf32>, out %B: memref<8xf32>, out %C: memref<8xf32>) grid(8) {
  schedule.statement @S0(%i) {
    %0 = affine.load %A[%i] : memref<8xf32>
    affine.store %0, %B[%i] : memref<8xf32>
  }
  schedule.statement @S1(%i) {
    %0 = affine.load %B[7 - %i] : memref<8xf32>
    affine.store %0, %C[%i] : memref<8xf32>
  }
  schedule.domain "{ S0[i] : 0 <= i < 8; S1[i] : 0 <= i < 8 }" {
    // expected-error @below {{the flow dependence S0[0] -> S1[7] on `B` is broken: different blocks run them, and the blocks of a kernel are in no order}}
    // expected-note @below {{put the loops on blocks outermost, or make a kernel of each part}}
    schedule.band (sequential "{ S0[i] -> [0]; S1[i] -> [0] }") {
      schedule.sequence {
        schedule.filter "{ S0[i] }" {
          schedule.band (block.x coincident "{ S0[i] -> [i] }") {}
        }
        schedule.filter "{ S1[i] }" {
          schedule.band (block.x coincident "{ S1[i] -> [i] }") {}
        }
      }
    }
  }
}

// -----

// S1 has no loop on blocks and runs in block 0, which does not wait for the others.
schedule.scop @one_block_reads(%A: memref<8xf32>, out %B: memref<8xf32>, out %C: memref<8xf32>) grid(8) {
  schedule.statement @S0(%i) {
    %0 = affine.load %A[%i] : memref<8xf32>
    affine.store %0, %B[%i] : memref<8xf32>
  }
  schedule.statement @S1(%i) {
    %0 = affine.load %B[%i] : memref<8xf32>
    affine.store %0, %C[%i] : memref<8xf32>
  }
  schedule.domain "{ S0[i] : 0 <= i < 8; S1[i] : 0 <= i < 8 }" {
    // expected-error @below {{the flow dependence S0[1] -> S1[1] on `B` is broken: different blocks run them, and the blocks of a kernel are in no order}}
    // expected-note @below {{put the loops on blocks outermost, or make a kernel of each part}}
    schedule.band (sequential "{ S0[i] -> [0]; S1[i] -> [0] }") {
      schedule.sequence {
        schedule.filter "{ S0[i] }" {
          schedule.band (block.x coincident "{ S0[i] -> [i] }") {}
        }
        schedule.filter "{ S1[i] }" {
          schedule.band (sequential "{ S1[i] -> [i] }") {}
        }
      }
    }
  }
}

// -----

// Two blocks write one element.
schedule.scop @output(out %C: memref<8xf32>, %A: memref<8x4xf32>) grid(4) {
  schedule.statement @S0(%i, %k) {
    %0 = affine.load %A[%i, %k] : memref<8x4xf32>
    affine.store %0, %C[%i] : memref<8xf32>
  }
  schedule.domain "{ S0[i, k] : 0 <= i < 8 and 0 <= k < 4 }" {
    // expected-error @below {{the output dependence S0[0, 0] -> S0[0, 1] on `C` is broken: band member 0 (block.x) runs both at the same time}}
    // expected-note @below {{only coincident members may be parallel}}
    schedule.band (block.x "{ S0[i, k] -> [k] }") {}
  }
}
