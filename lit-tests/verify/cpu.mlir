// Loops on the threads of a CPU and on the lanes of its vectors.
// RUN: tc-opt %s --split-input-file --verify-diagnostics --pass-pipeline='builtin.module(schedule.scop(schedule-verify))'

// S0[1] reads what S0[0] writes.
schedule.scop @chain_parallel(inout %C: memref<9xf32>) {
  schedule.statement @S0(%i) {
    %0 = affine.load %C[%i] : memref<9xf32>
    affine.store %0, %C[%i + 1] : memref<9xf32>
  }
  schedule.domain "{ S0[i] : 0 <= i < 8 }" {
    // expected-error @below {{the flow dependence S0[0] -> S0[1] on `C` is broken: band member 0 (parallel) runs both at the same time}}
    // expected-note @below {{only coincident members may be parallel}}
    schedule.band (parallel "{ S0[i] -> [i] }") {}
  }
}

// -----

// S0[1] reads what S0[0] writes.
schedule.scop @chain_vector(inout %C: memref<9xf32>) {
  schedule.statement @S0(%i) {
    %0 = affine.load %C[%i] : memref<9xf32>
    affine.store %0, %C[%i + 1] : memref<9xf32>
  }
  schedule.domain "{ S0[i] : 0 <= i < 8 }" {
    // expected-error @below {{the flow dependence S0[0] -> S0[1] on `C` is broken: band member 0 (vector) runs both at the same time}}
    // expected-note @below {{only coincident members may be parallel}}
    schedule.band (vector "{ S0[i] -> [i] }") {}
  }
}

// -----

schedule.scop @elementwise(%A: memref<8xf32>, out %C: memref<8xf32>) {
  schedule.statement @S0(%i) {
    %0 = affine.load %A[%i] : memref<8xf32>
    affine.store %0, %C[%i] : memref<8xf32>
  }
  schedule.domain "{ S0[i] : 0 <= i < 8 }" {
    schedule.band (parallel coincident "{ S0[i] -> [floor(i/4)] }", vector coincident "{ S0[i] -> [i mod 4] }") {}
  }
}

// -----

// Below a sequential loop each step is complete before the next begins.
schedule.scop @parallel_steps(inout %C: memref<9x9xf32>) {
  schedule.statement @S0(%t, %i) {
    %0 = affine.load %C[%t, %i + 1] : memref<9x9xf32>
    affine.store %0, %C[%t + 1, %i] : memref<9x9xf32>
  }
  schedule.domain "{ S0[t, i] : 0 <= t < 8 and 0 <= i < 8 }" {
    schedule.band (sequential "{ S0[t, i] -> [t] }") {
      schedule.band (parallel coincident "{ S0[t, i] -> [i] }") {}
    }
  }
}

// -----

// With the loops in reverse order it is not.
schedule.scop @parallel_columns(inout %C: memref<9x9xf32>) {
  schedule.statement @S0(%t, %i) {
    %0 = affine.load %C[%t, %i + 1] : memref<9x9xf32>
    affine.store %0, %C[%t + 1, %i] : memref<9x9xf32>
  }
  schedule.domain "{ S0[t, i] : 0 <= t < 8 and 0 <= i < 8 }" {
    // expected-error @below {{the flow dependence S0[0, 1] -> S0[1, 0] on `C` is broken: band member 0 runs the second instance first}}
    // expected-note @below {{the original order is the text order of the statements, and the order of their indices}}
    schedule.band (parallel "{ S0[t, i] -> [i] }") {
      schedule.band (sequential "{ S0[t, i] -> [t] }") {}
    }
  }
}

// -----

// A lane reads what the lane before it writes.
schedule.scop @neighbour_lane(inout %C: memref<9x9xf32>) {
  schedule.statement @S0(%t, %i) {
    %0 = affine.load %C[%t + 1, %i] : memref<9x9xf32>
    affine.store %0, %C[%t + 1, %i + 1] : memref<9x9xf32>
  }
  schedule.domain "{ S0[t, i] : 0 <= t < 8 and 0 <= i < 8 }" {
    schedule.band (parallel coincident "{ S0[t, i] -> [t] }") {
      // expected-error @below {{the flow dependence S0[0, 0] -> S0[0, 1] on `C` is broken: band member 0 (vector) runs both at the same time}}
      // expected-note @below {{only coincident members may be parallel}}
      schedule.band (vector "{ S0[t, i] -> [i] }") {}
    }
  }
}

// -----

// All iterations write one element.
schedule.scop @one_element(%A: memref<8xf32>, out %C: memref<f32>) {
  schedule.statement @S0(%i) {
    %0 = affine.load %A[%i] : memref<8xf32>
    affine.store %0, %C[] : memref<f32>
  }
  schedule.domain "{ S0[i] : 0 <= i < 8 }" {
    // expected-error @below {{the output dependence S0[0] -> S0[1] on `C` is broken: band member 0 (parallel) runs both at the same time}}
    // expected-note @below {{only coincident members may be parallel}}
    schedule.band (parallel "{ S0[i] -> [i] }") {}
  }
}

// -----

// All of S0 comes first in the text: the temporary contains A[7] for all of C.
schedule.scop @one_temporary(%A: memref<8xf32>, out %C: memref<8xf32>) {
  %T = schedule.array temporary : memref<f32>
  schedule.statement @S0(%i) {
    %0 = affine.load %A[%i] : memref<8xf32>
    affine.store %0, %T[] : memref<f32>
  }
  schedule.statement @S1(%i) {
    %0 = affine.load %T[] : memref<f32>
    affine.store %0, %C[%i] : memref<8xf32>
  }
  schedule.domain "{ S0[i] : 0 <= i < 8; S1[i] : 0 <= i < 8 }" {
    // expected-error @below {{the flow dependence S0[7] -> S1[0] on `T` is broken: band member 0 runs the second instance first}}
    // expected-note @below {{the original order is the text order of the statements, and the order of their indices}}
    schedule.band (parallel "{ S0[i] -> [i]; S1[i] -> [i] }") {
      schedule.sequence {
        schedule.filter "{ S0[i] }" {}
        schedule.filter "{ S1[i] }" {}
      }
    }
  }
}

// -----

// With a temporary for each iteration, S1[0] does not see what S0[7] writes.
schedule.scop @private_temporary(%A: memref<8xf32>, out %C: memref<8xf32>) {
  %T = schedule.array private : memref<f32>
  schedule.statement @S0(%i) {
    %0 = affine.load %A[%i] : memref<8xf32>
    affine.store %0, %T[] : memref<f32>
  }
  schedule.statement @S1(%i) {
    // expected-error @below {{the flow dependence S0[7] -> S1[0] on `T` is not the same in the order of the tree}}
    // expected-note @below {{each block, thread or parallel iteration has}}
    %0 = affine.load %T[] : memref<f32>
    affine.store %0, %C[%i] : memref<8xf32>
  }
  schedule.domain "{ S0[i] : 0 <= i < 8; S1[i] : 0 <= i < 8 }" {
    schedule.band (parallel "{ S0[i] -> [i]; S1[i] -> [i] }") {
      schedule.sequence {
        schedule.filter "{ S0[i] }" {}
        schedule.filter "{ S1[i] }" {}
      }
    }
  }
}

// -----

schedule.scop @temporary_between_loops(%A: memref<8xf32>, out %C: memref<8xf32>) {
  %T = schedule.array temporary : memref<f32>
  schedule.statement @S0(%i) {
    %0 = affine.load %A[%i] : memref<8xf32>
    affine.store %0, %T[] : memref<f32>
  }
  schedule.statement @S1(%i) {
    %0 = affine.load %T[] : memref<f32>
    affine.store %0, %C[%i] : memref<8xf32>
  }
  schedule.domain "{ S0[i] : 0 <= i < 8; S1[i] : 0 <= i < 8 }" {
    schedule.sequence {
      schedule.filter "{ S0[i] }" {
        schedule.band (sequential "{ S0[i] -> [i] }") {}
      }
      schedule.filter "{ S1[i] }" {
        schedule.band (parallel coincident "{ S1[i] -> [i] }") {}
      }
    }
  }
}
