// Loops on digits of the number of a thread.
// RUN: tc-opt %s --split-input-file --verify-diagnostics --pass-pipeline='builtin.module(schedule.scop(schedule-verify))'

// Both statements run element i on thread 2*(i mod 4) + floor(i/4), one by two digits, the other one by the whole number.
schedule.scop @same_thread(%A: memref<8xf32>, out %B: memref<8xf32>, out %C: memref<8xf32>) block(8) {
  schedule.statement @S0(%i) {
    %0 = affine.load %A[%i] : memref<8xf32>
    affine.store %0, %B[%i] : memref<8xf32>
  }
  schedule.statement @S1(%i) {
    %0 = affine.load %B[%i] : memref<8xf32>
    affine.store %0, %C[%i] : memref<8xf32>
  }
  schedule.domain "{ S0[i] : 0 <= i < 8; S1[i] : 0 <= i < 8 }" {
    schedule.band (block.x "{ S0[i] -> [0]; S1[i] -> [0] }") {
      schedule.sequence {
        schedule.filter "{ S0[i] }" {
          schedule.band (thread(2, 4) coincident "{ S0[i] -> [i] }", thread(1, 2) coincident "{ S0[i] -> [floor(i/4)] }") {}
        }
        schedule.filter "{ S1[i] }" {
          schedule.band (thread.x coincident "{ S1[i] -> [2*(i mod 4) + floor(i/4)] }") {}
        }
      }
    }
  }
}

// -----

// The second statement has its digits the other way round.
schedule.scop @other_thread(%A: memref<8xf32>, out %B: memref<8xf32>, out %C: memref<8xf32>) block(8) {
  schedule.statement @S0(%i) {
    %0 = affine.load %A[%i] : memref<8xf32>
    affine.store %0, %B[%i] : memref<8xf32>
  }
  schedule.statement @S1(%i) {
    %0 = affine.load %B[%i] : memref<8xf32>
    affine.store %0, %C[%i] : memref<8xf32>
  }
  schedule.domain "{ S0[i] : 0 <= i < 8; S1[i] : 0 <= i < 8 }" {
    schedule.band (block.x "{ S0[i] -> [0]; S1[i] -> [0] }") {
      // expected-error @below {{the flow dependence S0[1] -> S1[1] on `B` is broken: different threads run them, with no barrier in between}}
      // expected-note @below {{run `schedule-sync` after mapping threads}}
      schedule.sequence {
        schedule.filter "{ S0[i] }" {
          schedule.band (thread(2, 4) coincident "{ S0[i] -> [i] }", thread(1, 2) coincident "{ S0[i] -> [floor(i/4)] }") {}
        }
        schedule.filter "{ S1[i] }" {
          schedule.band (thread(1, 4) coincident "{ S1[i] -> [i] }", thread(4, 2) coincident "{ S1[i] -> [floor(i/4)] }") {}
        }
      }
    }
  }
}

// -----

// A statement without a loop on the upper digit runs for 0 of it: thread 1 writes what thread 3 reads.
schedule.scop @missing_digit(%A: memref<4xf32>, out %B: memref<4xf32>, out %C: memref<4xf32>) block(4) {
  schedule.statement @S0(%i) {
    %0 = affine.load %A[%i] : memref<4xf32>
    affine.store %0, %B[%i] : memref<4xf32>
  }
  schedule.statement @S1(%i) {
    %0 = affine.load %B[%i] : memref<4xf32>
    affine.store %0, %C[%i] : memref<4xf32>
  }
  schedule.domain "{ S0[i] : 0 <= i < 4; S1[i] : 0 <= i < 4 }" {
    schedule.band (block.x "{ S0[i] -> [0]; S1[i] -> [0] }") {
      // expected-error @below {{the flow dependence S0[2] -> S1[2] on `B` is broken: different threads run them, with no barrier in between}}
      // expected-note @below {{run `schedule-sync` after mapping threads}}
      schedule.sequence {
        schedule.filter "{ S0[i] }" {
          schedule.band (sequential coincident "{ S0[i] -> [floor(i/2)] }", thread(1, 2) coincident "{ S0[i] -> [i mod 2] }") {}
        }
        schedule.filter "{ S1[i] }" {
          schedule.band (thread(2, 2) coincident "{ S1[i] -> [floor(i/2)] }", thread(1, 2) coincident "{ S1[i] -> [i mod 2] }") {}
        }
      }
    }
  }
}

// -----

// A barrier of warps is enough where the digits below a warp change only.
schedule.scop @in_the_warp(%A: memref<64xf32>, out %B: memref<64xf32>, out %C: memref<64xf32>) block(64) {
  schedule.statement @S0(%i) {
    %0 = affine.load %A[%i] : memref<64xf32>
    affine.store %0, %B[%i] : memref<64xf32>
  }
  schedule.statement @S1(%i) {
    %0 = affine.load %B[%i + 31 - (%i mod 32) * 2] : memref<64xf32>
    affine.store %0, %C[%i] : memref<64xf32>
  }
  schedule.statement @sync0() {
    schedule.warp_barrier
  }
  schedule.domain "{ S0[i] : 0 <= i < 64; S1[i] : 0 <= i < 64 }" {
    schedule.extension "{ [] -> sync0[] }" {
      schedule.sequence {
        schedule.filter "{ S0[i] }" { schedule.band (thread(32, 2) "{ S0[i] -> [floor(i/32)] }", thread(4, 8) "{ S0[i] -> [floor(i/4)] }", thread(1, 4) "{ S0[i] -> [i] }") {} }
        schedule.filter "{ sync0[] }" {}
        schedule.filter "{ S1[i] }" { schedule.band (thread(32, 2) "{ S1[i] -> [floor(i/32)] }", thread(1, 32) "{ S1[i] -> [i] }") {} }
      }
    }
  }
}

// -----

// It is not where the digit of the warp changes.
schedule.scop @of_the_other_warp(%A: memref<64xf32>, out %B: memref<64xf32>, out %C: memref<64xf32>) block(64) {
  schedule.statement @S0(%i) {
    %0 = affine.load %A[%i] : memref<64xf32>
    affine.store %0, %B[%i] : memref<64xf32>
  }
  schedule.statement @S1(%i) {
    %0 = affine.load %B[63 - %i] : memref<64xf32>
    affine.store %0, %C[%i] : memref<64xf32>
  }
  schedule.statement @sync0() {
    schedule.warp_barrier
  }
  schedule.domain "{ S0[i] : 0 <= i < 64; S1[i] : 0 <= i < 64 }" {
    schedule.extension "{ [] -> sync0[] }" {
      // expected-error @+2 {{the flow dependence S0[0] -> S1[63] on `B` is broken: different threads run them, with no barrier in between}}
      // expected-note @+1 {{run `schedule-sync` after mapping threads}}
      schedule.sequence {
        schedule.filter "{ S0[i] }" { schedule.band (thread(32, 2) "{ S0[i] -> [floor(i/32)] }", thread(4, 8) "{ S0[i] -> [floor(i/4)] }", thread(1, 4) "{ S0[i] -> [i] }") {} }
        schedule.filter "{ sync0[] }" {}
        schedule.filter "{ S1[i] }" { schedule.band (thread(32, 2) "{ S1[i] -> [floor(i/32)] }", thread(1, 32) "{ S1[i] -> [i] }") {} }
      }
    }
  }
}
