// A launch sees all that the launches before it wrote; its blocks run in no order, and its shared and private arrays end with it.
// RUN: tc-opt %s --split-input-file --verify-diagnostics --pass-pipeline='builtin.module(schedule.scop(schedule-verify))'

// Blocks read what other blocks of the launch before wrote.
schedule.scop @turns(inout %A: memref<9x64xf32>) grid(2) block(32) {
  schedule.statement @S0(%t, %i) at [0, 0] {
    %0 = affine.load %A[%t, 63 - %i] : memref<9x64xf32>
    affine.store %0, %A[%t + 1, %i] : memref<9x64xf32>
  }
  schedule.domain "{ S0[t, i] : 0 <= t < 8 and 0 <= i < 64 }" {
    schedule.band (launch "{ S0[t, i] -> [t] }") {
      schedule.band (block.x coincident "{ S0[t, i] -> [floor(i/32)] }") {
        schedule.band (thread.x coincident "{ S0[t, i] -> [i mod 32] }") {}
      }
    }
  }
}

// -----

// Two kernels in each iteration: the second one reads what all blocks of the first one wrote, and the first one what the second one
// wrote an iteration ago.
schedule.scop @kernels(inout %A: memref<64xf32>) grid(64) {
  %B = schedule.array temporary : memref<64xf32>
  schedule.statement @S0(%t, %i) at [0, 0] {
    %0 = affine.load %A[63 - %i] : memref<64xf32>
    affine.store %0, %B[%i] : memref<64xf32>
  }
  schedule.statement @S1(%t, %i) at [0, 1] {
    %0 = affine.load %B[63 - %i] : memref<64xf32>
    affine.store %0, %A[%i] : memref<64xf32>
  }
  schedule.domain "{ S0[t, i] : 0 <= t < 8 and 0 <= i < 64; S1[t, i] : 0 <= t < 8 and 0 <= i < 64 }" {
    schedule.band (launch "{ S0[t, i] -> [t]; S1[t, i] -> [t] }") {
      schedule.sequence {
        schedule.filter "{ S0[t, i] }" { schedule.band (block.x coincident "{ S0[t, i] -> [i] }") {} }
        schedule.filter "{ S1[t, i] }" { schedule.band (block.x coincident "{ S1[t, i] -> [i] }") {} }
      }
    }
  }
}

// -----

// In one kernel the blocks of one launch conflict.
schedule.scop @one_kernel(inout %A: memref<64xf32>) grid(64) {
  %B = schedule.array temporary : memref<64xf32>
  schedule.statement @S0(%t, %i) at [0, 0] {
    %0 = affine.load %A[63 - %i] : memref<64xf32>
    affine.store %0, %B[%i] : memref<64xf32>
  }
  schedule.statement @S1(%t, %i) at [0, 1] {
    %0 = affine.load %B[63 - %i] : memref<64xf32>
    affine.store %0, %A[%i] : memref<64xf32>
  }
  schedule.domain "{ S0[t, i] : 0 <= t < 8 and 0 <= i < 64; S1[t, i] : 0 <= t < 8 and 0 <= i < 64 }" {
    schedule.band (launch "{ S0[t, i] -> [t]; S1[t, i] -> [t] }") {
      // expected-error @below {{the flow dependence S0[0, 0] -> S1[0, 63] on `B` is broken: different blocks run them, and the blocks of a kernel are in no order}}
      // expected-note @below {{put the loops on blocks outermost, or make a kernel of each part: a sequence at the root of the tree, or below a loop of launches}}
      schedule.band (sequential "{ S0[t, i] -> [0]; S1[t, i] -> [1] }") {
        schedule.band (block.x "{ S0[t, i] -> [i]; S1[t, i] -> [i] }") {}
      }
    }
  }
}

// -----

// A loop between the launches and the blocks: in each launch the blocks run all its iterations at their own pace.
schedule.scop @loop_in_the_kernel(inout %A: memref<9x3x64xf32>) grid(64) {
  schedule.statement @S0(%t, %r, %i) at [0, 0, 0] {
    %0 = affine.load %A[%t, %r, 63 - %i] : memref<9x3x64xf32>
    affine.store %0, %A[%t, %r + 1, %i] : memref<9x3x64xf32>
  }
  schedule.domain "{ S0[t, r, i] : 0 <= t < 8 and 0 <= r < 2 and 0 <= i < 64 }" {
    schedule.band (launch "{ S0[t, r, i] -> [t] }") {
      // expected-error @below {{the flow dependence S0[0, 0, 0] -> S0[0, 1, 63] on `A` is broken: different blocks run them, and the blocks of a kernel are in no order}}
      // expected-note @below {{put the loops on blocks outermost}}
      schedule.band (sequential "{ S0[t, r, i] -> [r] }") {
        schedule.band (block.x coincident "{ S0[t, r, i] -> [i] }") {}
      }
    }
  }
}

// -----

// Launches do not run backwards either.
schedule.scop @backwards(inout %A: memref<9x64xf32>) grid(64) {
  schedule.statement @S0(%t, %i) at [0, 0] {
    %0 = affine.load %A[%t, 63 - %i] : memref<9x64xf32>
    affine.store %0, %A[%t + 1, %i] : memref<9x64xf32>
  }
  schedule.domain "{ S0[t, i] : 0 <= t < 8 and 0 <= i < 64 }" {
    // expected-error @below {{the flow dependence S0[0, 0] -> S0[1, 63] on `A` is broken: band member 0 runs the second instance first}}
    // expected-note @below {{the original order is the text order of the statements}}
    schedule.band (launch "{ S0[t, i] -> [7 - t] }") {
      schedule.band (block.x coincident "{ S0[t, i] -> [i] }") {}
    }
  }
}

// -----

// Threads of one launch need a barrier, those of two do not: S1 reads elements of S0 of other threads.
schedule.scop @threads(inout %A: memref<9x32xf32>) grid(1) block(32) {
  %B = schedule.array temporary : memref<9x32xf32>
  schedule.statement @S0(%t, %i) at [0, 0] {
    %0 = affine.load %A[%t, 31 - %i] : memref<9x32xf32>
    affine.store %0, %B[%t, %i] : memref<9x32xf32>
  }
  schedule.statement @S1(%t, %i) at [0, 1] {
    %0 = affine.load %B[%t, 31 - %i] : memref<9x32xf32>
    affine.store %0, %A[%t + 1, %i] : memref<9x32xf32>
  }
  schedule.domain "{ S0[t, i] : 0 <= t < 8 and 0 <= i < 32; S1[t, i] : 0 <= t < 8 and 0 <= i < 32 }" {
    schedule.band (launch "{ S0[t, i] -> [t]; S1[t, i] -> [t] }") {
      // expected-error @below {{the flow dependence S0[0, 0] -> S1[0, 31] on `B` is broken}}
      // expected-note @below {{run `schedule-sync` after mapping threads}}
      schedule.band (sequential "{ S0[t, i] -> [0]; S1[t, i] -> [1] }") {
        schedule.band (thread.x coincident "{ S0[t, i] -> [i]; S1[t, i] -> [i] }") {}
      }
    }
  }
}

// -----

// A private array of one launch is another one in the next.
schedule.scop @private(%A: memref<32xf32>, out %B: memref<32xf32>) grid(1) block(32) {
  %p = schedule.array private : memref<1xf32>
  schedule.statement @S0(%i) at [0, 0] {
    %0 = affine.load %A[%i] : memref<32xf32>
    affine.store %0, %p[0] : memref<1xf32>
  }
  schedule.statement @S1(%i) at [0, 1] {
    // expected-error @below {{the flow dependence S0[0] -> S1[0] on `p` is not the same in the order of the tree}}
    // expected-note @below {{each block, thread or parallel iteration has `p` for itself, and loses it at its end}}
    %0 = affine.load %p[0] : memref<1xf32>
    affine.store %0, %B[%i] : memref<32xf32>
  }
  schedule.domain "{ S0[i] : 0 <= i < 32; S1[i] : 0 <= i < 32 }" {
    schedule.band (launch "{ S0[i] -> [0]; S1[i] -> [1] }") {
      schedule.band (thread.x "{ S0[i] -> [i]; S1[i] -> [i] }") {}
    }
  }
}

// -----

// Within one launch it is the same: a loop of the kernel in the place of the loop of launches.
schedule.scop @private_in_a_kernel(%A: memref<32xf32>, out %B: memref<32xf32>) grid(1) block(32) {
  %p = schedule.array private : memref<1xf32>
  schedule.statement @S0(%i) at [0, 0] {
    %0 = affine.load %A[%i] : memref<32xf32>
    affine.store %0, %p[0] : memref<1xf32>
  }
  schedule.statement @S1(%i) at [0, 1] {
    %0 = affine.load %p[0] : memref<1xf32>
    affine.store %0, %B[%i] : memref<32xf32>
  }
  schedule.domain "{ S0[i] : 0 <= i < 32; S1[i] : 0 <= i < 32 }" {
    schedule.band (sequential "{ S0[i] -> [0]; S1[i] -> [1] }") {
      schedule.band (thread.x "{ S0[i] -> [i]; S1[i] -> [i] }") {}
    }
  }
}
