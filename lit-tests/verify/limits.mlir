// Launches beyond the limits of every GPU.
// RUN: tc-opt %s --split-input-file --verify-diagnostics --pass-pipeline='builtin.module(schedule.scop(schedule-verify))'

schedule.scop @all_threads(out %B: memref<1024xf32>) block(1024) {
  schedule.statement @S0(%i) {
    %0 = arith.constant 0.0 : f32
    affine.store %0, %B[%i] : memref<1024xf32>
  }
  schedule.domain "{ S0[i] : 0 <= i < 1024 }" {
    schedule.band (thread.x coincident "{ S0[i] -> [i] }") {}
  }
}

// -----

// expected-error @below {{expected at most 1024 threads in a block on the built-in GPUs (`max_threads_per_block`), found 2048 (64 x 32 x 1)}}
// expected-note @below {{the module has no `tc.target`}}
schedule.scop @too_many_threads(out %B: memref<2048xf32>) block(64, 32) {
  schedule.statement @S0(%i) {
    %0 = arith.constant 0.0 : f32
    affine.store %0, %B[%i] : memref<2048xf32>
  }
  schedule.domain "{ S0[i] : 0 <= i < 2048 }" {
    schedule.band (thread.y coincident "{ S0[i] -> [floor(i/64)] }", thread.x coincident "{ S0[i] -> [i mod 64] }") {}
  }
}

// -----

// expected-error @below {{expected at most 64 threads along z in a block on the built-in GPUs (`max_block`), found 128}}
// expected-note @below {{the module has no `tc.target`}}
schedule.scop @too_many_threads_along_z(out %B: memref<128xf32>) block(1, 1, 128) {
  schedule.statement @S0(%i) {
    %0 = arith.constant 0.0 : f32
    affine.store %0, %B[%i] : memref<128xf32>
  }
  schedule.domain "{ S0[i] : 0 <= i < 128 }" {
    schedule.band (thread.z coincident "{ S0[i] -> [i] }") {}
  }
}

// -----

// expected-error @below {{expected at most 65535 blocks along z in a grid on the built-in GPUs (`max_grid`), found 70000}}
// expected-note @below {{the module has no `tc.target`}}
schedule.scop @too_many_blocks_along_z(out %B: memref<70000xf32>) grid(1, 1, 70000) {
  schedule.statement @S0(%i) {
    %0 = arith.constant 0.0 : f32
    affine.store %0, %B[%i] : memref<70000xf32>
  }
  schedule.domain "{ S0[i] : 0 <= i < 70000 }" {
    schedule.band (block.z coincident "{ S0[i] -> [i] }") {}
  }
}

// -----

schedule.scop @all_shared_memory(%A: memref<8xf32>, out %B: memref<8xf32>) block(8) {
  %X = schedule.array shared : memref<41728xf32>
  schedule.statement @S0(%i) {
    %0 = affine.load %A[%i] : memref<8xf32>
    affine.store %0, %X[%i] : memref<41728xf32>
  }
  schedule.statement @S1(%i) {
    %0 = affine.load %X[%i] : memref<41728xf32>
    affine.store %0, %B[%i] : memref<8xf32>
  }
  schedule.domain "{ S0[i] : 0 <= i < 8; S1[i] : 0 <= i < 8 }" {
    schedule.band (block.x "{ S0[i] -> [0]; S1[i] -> [0] }") {
      schedule.sequence {
        schedule.filter "{ S0[i] }" {
          schedule.band (thread.x coincident "{ S0[i] -> [i] }") {}
        }
        schedule.filter "{ S1[i] }" {
          schedule.band (thread.x coincident "{ S1[i] -> [i] }") {}
        }
      }
    }
  }
}

// -----

schedule.scop @one_element_too_many(%A: memref<8xf32>, out %B: memref<8xf32>) block(8) {
  // expected-error @below {{expected at most 166912 bytes of shared memory in a block on the built-in GPUs (`shared_bytes_per_multiprocessor` less `shared_bytes_reserved_per_block`), found 166916 for `X`}}
  // expected-note @below {{the module has no `tc.target`}}
  %X = schedule.array shared : memref<41729xf32>
  schedule.statement @S0(%i) {
    %0 = affine.load %A[%i] : memref<8xf32>
    affine.store %0, %X[%i] : memref<41729xf32>
  }
  schedule.statement @S1(%i) {
    %0 = affine.load %X[%i] : memref<41729xf32>
    affine.store %0, %B[%i] : memref<8xf32>
  }
  schedule.domain "{ S0[i] : 0 <= i < 8; S1[i] : 0 <= i < 8 }" {
    schedule.band (block.x "{ S0[i] -> [0]; S1[i] -> [0] }") {
      schedule.sequence {
        schedule.filter "{ S0[i] }" {
          schedule.band (thread.x coincident "{ S0[i] -> [i] }") {}
        }
        schedule.filter "{ S1[i] }" {
          schedule.band (thread.x coincident "{ S1[i] -> [i] }") {}
        }
      }
    }
  }
}
