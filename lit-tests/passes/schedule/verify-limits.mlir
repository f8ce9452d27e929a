// A schedule that a GPU cannot launch is refused: threads, blocks and shared memory are part of the proof, and of lowering without it.
// RUN: tc-opt %s --split-input-file --verify-diagnostics --pass-pipeline='builtin.module(schedule.scop(schedule-verify))'
// RUN: tc-opt %s --split-input-file --verify-diagnostics --pass-pipeline='builtin.module(schedule-to-gpu)'
// RUN: tc-opt %s --split-input-file --verify-diagnostics --pass-pipeline='builtin.module(schedule-to-gpu)'

// The largest number of threads and bytes.
schedule.scop @most(%A: memref<1024xf32>, out %B: memref<1024xf32>) grid(1) block(32, 32) {
  %A_s = schedule.array shared : memref<12288xf32>
  schedule.statement @S(%i) {
    %0 = affine.load %A[%i] : memref<1024xf32>
    affine.store %0, %A_s[%i] : memref<12288xf32>
    %1 = affine.load %A_s[%i] : memref<12288xf32>
    affine.store %1, %B[%i] : memref<1024xf32>
  }
  schedule.domain "{ S[i] : 0 <= i < 1024 }" {
    schedule.band permutable (thread.y coincident "{ S[i] -> [floor(i/32)] }", thread.x coincident "{ S[i] -> [i mod 32] }") {}
  }
}

// -----

// expected-error @+2 {{expected at most 1024 threads in a block on the built-in GPUs (`max_threads_per_block`), found 2048 (64 x 32 x 1)}}
// expected-note @+1 {{the module has no `tc.target`, so the limits are those that all built-in GPUs share}}
schedule.scop @threads(out %B: memref<2048xf32>) block(64, 32) {
  schedule.statement @S(%i) {
    %0 = arith.constant 1.0 : f32
    affine.store %0, %B[%i] : memref<2048xf32>
  }
  schedule.domain "{ S[i] : 0 <= i < 2048 }" {
    schedule.band permutable (thread.y coincident "{ S[i] -> [floor(i/64)] }", thread.x coincident "{ S[i] -> [i mod 64] }") {}
  }
}

// -----

// expected-error @+2 {{expected at most 64 threads along z in a block on the built-in GPUs (`max_block`), found 128}}
// expected-note @+1 {{the limits are those}}
schedule.scop @along_z(out %B: memref<128xf32>) block(1, 1, 128) {
  schedule.statement @S(%i) {
    %0 = arith.constant 1.0 : f32
    affine.store %0, %B[%i] : memref<128xf32>
  }
  schedule.domain "{ S[i] : 0 <= i < 128 }" {
    schedule.band (thread.z coincident "{ S[i] -> [i] }") {}
  }
}

// -----

// expected-error @+2 {{expected at most 65535 blocks along y in a grid on the built-in GPUs (`max_grid`), found 70000}}
// expected-note @+1 {{the limits are those}}
schedule.scop @blocks(out %B: memref<70000xf32>) grid(1, 70000) {
  schedule.statement @S(%i) {
    %0 = arith.constant 1.0 : f32
    affine.store %0, %B[%i] : memref<70000xf32>
  }
  schedule.domain "{ S[i] : 0 <= i < 70000 }" {
    schedule.band (block.y coincident "{ S[i] -> [i] }") {}
  }
}

// -----

// Two arrays that fit individually but not together.
schedule.scop @shared(%A: memref<64xf32>, out %B: memref<64xf32>) grid(1) block(64) {
  %A_s = schedule.array shared : memref<8192xf32>
  // expected-error @+2 {{expected at most 166912 bytes of shared memory in a block on the built-in GPUs (`shared_bytes_per_multiprocessor` less `shared_bytes_reserved_per_block`), found 166920, of which `B_s` takes 134152}}
  // expected-note @+1 {{the limits are those}}
  %B_s = schedule.array shared : memref<33538xf32>
  schedule.statement @S(%i) {
    %0 = affine.load %A[%i] : memref<64xf32>
    affine.store %0, %A_s[%i] : memref<8192xf32>
    affine.store %0, %B_s[%i] : memref<33538xf32>
    %1 = affine.load %A_s[%i] : memref<8192xf32>
    affine.store %1, %B[%i] : memref<64xf32>
  }
  schedule.domain "{ S[i] : 0 <= i < 64 }" {
    schedule.band (thread.x coincident "{ S[i] -> [i] }") {}
  }
}

// -----

schedule.scop @megabyte(%A: memref<64xf32>, out %B: memref<64xf32>) grid(1) block(64) {
  // expected-error @+2 {{expected at most 166912 bytes of shared memory in a block on the built-in GPUs (`shared_bytes_per_multiprocessor` less `shared_bytes_reserved_per_block`), found 1048576 for `A_s`}}
  // expected-note @+1 {{the limits are those}}
  %A_s = schedule.array shared : memref<512x512xf32>
  schedule.statement @S(%i) {
    %0 = affine.load %A[%i] : memref<64xf32>
    affine.store %0, %A_s[%i, 0] : memref<512x512xf32>
    %1 = affine.load %A_s[%i, 0] : memref<512x512xf32>
    affine.store %1, %B[%i] : memref<64xf32>
  }
  schedule.domain "{ S[i] : 0 <= i < 64 }" {
    schedule.band (thread.x coincident "{ S[i] -> [i] }") {}
  }
}

// -----

// Two kernels, each of which can use all shared memory.
schedule.scop @kernels(%A: memref<64xf32>, out %B: memref<64xf32>, out %C: memref<64xf32>) grid(1) block(64) {
  %A_s = schedule.array shared : memref<8192xf32>
  %B_s = schedule.array shared : memref<8192xf32>
  schedule.statement @S(%i) {
    %0 = affine.load %A[%i] : memref<64xf32>
    affine.store %0, %A_s[%i] : memref<8192xf32>
    %1 = affine.load %A_s[%i] : memref<8192xf32>
    affine.store %1, %B[%i] : memref<64xf32>
  }
  schedule.statement @T(%i) {
    %0 = affine.load %A[%i] : memref<64xf32>
    affine.store %0, %B_s[%i] : memref<8192xf32>
    %1 = affine.load %B_s[%i] : memref<8192xf32>
    affine.store %1, %C[%i] : memref<64xf32>
  }
  schedule.domain "{ S[i] : 0 <= i < 64; T[i] : 0 <= i < 64 }" {
    schedule.sequence {
      schedule.filter "{ S[i] }" {
        schedule.band (thread.x coincident "{ S[i] -> [i] }") {}
      }
      schedule.filter "{ T[i] }" {
        schedule.band (thread.x coincident "{ T[i] -> [i] }") {}
      }
    }
  }
}
