// Updates of one element of a reduction: in any order, never at the same time.
// RUN: tc-opt %s --split-input-file --verify-diagnostics --pass-pipeline='builtin.module(schedule.scop(schedule-verify))'

// Two updates of one element at the same time.
schedule.scop @sum_parallel(inout %C: memref<8xf32>, %A: memref<8x4xf32>) {
  schedule.statement @S0(%i, %k) reduces add {
    %0 = affine.load %C[%i] : memref<8xf32>
    %1 = affine.load %A[%i, %k] : memref<8x4xf32>
    %2 = arith.addf %0, %1 : f32
    affine.store %2, %C[%i] : memref<8xf32>
  }
  schedule.domain "{ S0[i, k] : 0 <= i < 8 and 0 <= k < 4 }" {
    // expected-error @below {{the reduction dependence S0[0, 0] -> S0[0, 1] on `C` is broken: band member 1 (parallel) runs both at the same time}}
    // expected-note @below {{updates of one element cannot run at the same time}}
    schedule.band (sequential "{ S0[i, k] -> [i] }", parallel "{ S0[i, k] -> [k] }") {}
  }
}

// -----

// Two updates of one element at the same time.
schedule.scop @sum_vector(inout %C: memref<8xf32>, %A: memref<8x4xf32>) {
  schedule.statement @S0(%i, %k) reduces add {
    %0 = affine.load %C[%i] : memref<8xf32>
    %1 = affine.load %A[%i, %k] : memref<8x4xf32>
    %2 = arith.addf %0, %1 : f32
    affine.store %2, %C[%i] : memref<8xf32>
  }
  schedule.domain "{ S0[i, k] : 0 <= i < 8 and 0 <= k < 4 }" {
    // expected-error @below {{the reduction dependence S0[0, 0] -> S0[0, 1] on `C` is broken: band member 1 (vector) runs both at the same time}}
    // expected-note @below {{updates of one element cannot run at the same time}}
    schedule.band (sequential "{ S0[i, k] -> [i] }", vector "{ S0[i, k] -> [k] }") {}
  }
}

// -----

// Two updates of one element at the same time.
schedule.scop @sum_block_x(inout %C: memref<8xf32>, %A: memref<8x4xf32>) grid(4) {
  schedule.statement @S0(%i, %k) reduces add {
    %0 = affine.load %C[%i] : memref<8xf32>
    %1 = affine.load %A[%i, %k] : memref<8x4xf32>
    %2 = arith.addf %0, %1 : f32
    affine.store %2, %C[%i] : memref<8xf32>
  }
  schedule.domain "{ S0[i, k] : 0 <= i < 8 and 0 <= k < 4 }" {
    // expected-error @below {{the reduction dependence S0[0, 0] -> S0[0, 1] on `C` is broken: band member 0 (block.x) runs both at the same time}}
    // expected-note @below {{updates of one element cannot run at the same time}}
    schedule.band (block.x "{ S0[i, k] -> [k] }") {
      schedule.band (sequential "{ S0[i, k] -> [i] }") {}
    }
  }
}

// -----

// The same on threads.
schedule.scop @sum_thread_x(inout %C: memref<8xf32>, %A: memref<8x4xf32>) block(4) {
  schedule.statement @S0(%i, %k) reduces add {
    %0 = affine.load %C[%i] : memref<8xf32>
    %1 = affine.load %A[%i, %k] : memref<8x4xf32>
    %2 = arith.addf %0, %1 : f32
    affine.store %2, %C[%i] : memref<8xf32>
  }
  schedule.domain "{ S0[i, k] : 0 <= i < 8 and 0 <= k < 4 }" {
    // expected-error @below {{the flow dependence S0[0, 0] -> S0[0, 1] on `C` is broken: different threads run them in different iterations of band member 0, with no barrier in between}}
    // expected-note @below {{run `schedule-sync` after mapping threads}}
    schedule.band (thread.x "{ S0[i, k] -> [k] }") {
      schedule.band (sequential "{ S0[i, k] -> [i] }") {}
    }
  }
}

// -----

// Updates one after another in any order, and rows in parallel.
schedule.scop @sum_backwards(inout %C: memref<8xf32>, %A: memref<8x4xf32>) {
  schedule.statement @S0(%i, %k) reduces add {
    %0 = affine.load %C[%i] : memref<8xf32>
    %1 = affine.load %A[%i, %k] : memref<8x4xf32>
    %2 = arith.addf %0, %1 : f32
    affine.store %2, %C[%i] : memref<8xf32>
  }
  schedule.domain "{ S0[i, k] : 0 <= i < 8 and 0 <= k < 4 }" {
    schedule.band (parallel coincident "{ S0[i, k] -> [i] }", sequential "{ S0[i, k] -> [3 - k] }") {}
  }
}

// -----

// Initialise, update, use.
schedule.scop @begin_add_use(%A: memref<8x4xf32>, out %C: memref<8xf32>, out %D: memref<8xf32>) {
  schedule.statement @S0(%i) {
    %0 = arith.constant 0.0 : f32
    affine.store %0, %C[%i] : memref<8xf32>
  }
  schedule.statement @S1(%i, %k) reduces add {
    %0 = affine.load %C[%i] : memref<8xf32>
    %1 = affine.load %A[%i, %k] : memref<8x4xf32>
    %2 = arith.addf %0, %1 : f32
    affine.store %2, %C[%i] : memref<8xf32>
  }
  schedule.statement @S2(%i) {
    %0 = affine.load %C[%i] : memref<8xf32>
    affine.store %0, %D[%i] : memref<8xf32>
  }
  schedule.domain "{ S0[i] : 0 <= i < 8; S1[i, k] : 0 <= i < 8 and 0 <= k < 4; S2[i] : 0 <= i < 8 }" {
    schedule.band (sequential "{ S0[i] -> [i]; S1[i, k] -> [i]; S2[i] -> [i] }") {
      schedule.sequence {
        schedule.filter "{ S0[i] }" {}
        schedule.filter "{ S1[i, k] }" {
          schedule.band (sequential "{ S1[i, k] -> [k] }") {}
        }
        schedule.filter "{ S2[i] }" {}
      }
    }
  }
}

// -----

// The sum is used before its last update: S1[0, 1] runs in the iteration after S2[0].
schedule.scop @used_too_early(%A: memref<8x4xf32>, out %C: memref<8xf32>, out %D: memref<8xf32>) {
  schedule.statement @S0(%i) {
    %0 = arith.constant 0.0 : f32
    affine.store %0, %C[%i] : memref<8xf32>
  }
  schedule.statement @S1(%i, %k) reduces add {
    %0 = affine.load %C[%i] : memref<8xf32>
    %1 = affine.load %A[%i, %k] : memref<8x4xf32>
    %2 = arith.addf %0, %1 : f32
    affine.store %2, %C[%i] : memref<8xf32>
  }
  schedule.statement @S2(%i) {
    %0 = affine.load %C[%i] : memref<8xf32>
    affine.store %0, %D[%i] : memref<8xf32>
  }
  schedule.domain "{ S0[i] : 0 <= i < 8; S1[i, k] : 0 <= i < 8 and 0 <= k < 4; S2[i] : 0 <= i < 8 }" {
    // expected-error @below {{the flow dependence S1[0, 1] -> S2[0] on `C` is broken: band member 1 runs the second instance first}}
    // expected-note @below {{the original order is the text order of the statements, and the order of their indices}}
    schedule.band (sequential "{ S0[i] -> [i]; S1[i, k] -> [i]; S2[i] -> [i] }", sequential "{ S0[i] -> [0]; S1[i, k] -> [k]; S2[i] -> [0] }") {
      schedule.sequence {
        schedule.filter "{ S0[i] }" {}
        schedule.filter "{ S1[i, k] }" {}
        schedule.filter "{ S2[i] }" {}
      }
    }
  }
}

// -----

// The sum is initialised again after its updates.
schedule.scop @begun_too_late(%A: memref<8x4xf32>, out %C: memref<8xf32>, out %D: memref<8xf32>) {
  schedule.statement @S0(%i) {
    %0 = arith.constant 0.0 : f32
    affine.store %0, %C[%i] : memref<8xf32>
  }
  schedule.statement @S1(%i, %k) reduces add {
    %0 = affine.load %C[%i] : memref<8xf32>
    %1 = affine.load %A[%i, %k] : memref<8x4xf32>
    %2 = arith.addf %0, %1 : f32
    affine.store %2, %C[%i] : memref<8xf32>
  }
  schedule.statement @S2(%i) {
    %0 = affine.load %C[%i] : memref<8xf32>
    affine.store %0, %D[%i] : memref<8xf32>
  }
  schedule.domain "{ S0[i] : 0 <= i < 8; S1[i, k] : 0 <= i < 8 and 0 <= k < 4; S2[i] : 0 <= i < 8 }" {
    schedule.band (sequential "{ S0[i] -> [i]; S1[i, k] -> [i]; S2[i] -> [i] }") {
      // expected-error @below {{the flow dependence S0[0] -> S1[0, 0] on `C` is broken: the sequence runs the second instance first}}
      // expected-note @below {{the original order is the text order of the statements, and the order of their indices}}
      schedule.sequence {
        schedule.filter "{ S1[i, k] }" {
          schedule.band (sequential "{ S1[i, k] -> [k] }") {}
        }
        schedule.filter "{ S0[i] }" {}
        schedule.filter "{ S2[i] }" {}
      }
    }
  }
}

// -----

// Split over threads by two halves of k: each element has two writers.
schedule.scop @split(inout %C: memref<8xf32>, %A: memref<8x4xf32>) block(2, 8) {
  schedule.statement @S0(%i, %k) reduces add {
    %0 = affine.load %C[%i] : memref<8xf32>
    %1 = affine.load %A[%i, %k] : memref<8x4xf32>
    %2 = arith.addf %0, %1 : f32
    affine.store %2, %C[%i] : memref<8xf32>
  }
  schedule.domain "{ S0[i, k] : 0 <= i < 8 and 0 <= k < 4 }" {
    // expected-error @below {{the flow dependence S0[0, 0] -> S0[0, 2] on `C` is broken: different threads run them in different iterations of band member 1, with no barrier in between}}
    // expected-note @below {{run `schedule-sync` after mapping threads}}
    schedule.band (thread.y coincident "{ S0[i, k] -> [i] }", thread.x "{ S0[i, k] -> [floor(k/2)] }") {
      schedule.band (sequential "{ S0[i, k] -> [k] }") {}
    }
  }
}
