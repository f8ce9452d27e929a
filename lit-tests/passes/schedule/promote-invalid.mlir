// Why an array cannot be promoted: named in `arrays` that is an error, otherwise a remark. Each at the band below which its tile would live.
// DEFINE: %{promote} = tc-opt %s --split-input-file --verify-diagnostics --pass-pipeline
// RUN: %{promote}='builtin.module(schedule.scop(schedule-promote{arrays=A limit=4096}))'
// RUN: not tc-opt %s --pass-pipeline='builtin.module(schedule.scop(schedule-promote{limit=0}))' 2>&1 | FileCheck %s --check-prefix=ZERO
// ZERO: error: `schedule-promote`: expected a positive limit, found 0{{$}}
// RUN: not tc-opt %S/tensorize.mlir --pass-pipeline='builtin.module(tc-attach-target{target=sm_90a},schedule.scop(schedule-tensorize{sizes=64,32,32 warp=32,16},schedule-map-blocks,schedule-promote{arrays=C}))' 2>&1 | FileCheck %s --check-prefix=SUMS
// SUMS: error: cannot promote C: matrix operations add to it, in the registers of the lanes

// expected-error @+2 {{there is no array A to promote}}
// expected-note @+1 {{the arrays are B, C}}
schedule.scop @no_array(%B: memref<64xf32>, out %C: memref<64xf32>) grid(2) block(32) {
  schedule.statement @S(%i) {
    %0 = affine.load %B[%i] : memref<64xf32>
    affine.store %0, %C[%i] : memref<64xf32>
  }
  schedule.domain "{ S[i] : 0 <= i < 64 }" {
    schedule.band tag "tile" (block.x coincident "{ S[i] -> [floor(i/32)] }") {
      schedule.band (thread.x coincident "{ S[i] -> [i mod 32] }") {}
    }
  }
}

// -----

// expected-error @+2 {{there is no band with the tag "tile" and none on blocks to promote below}}
// expected-note @+1 {{tile with schedule-tile and map with schedule-map-blocks first}}
schedule.scop @not_tiled(%A: memref<64xf32>, out %C: memref<64xf32>) block(32) {
  schedule.statement @S(%i) {
    %0 = affine.load %A[%i] : memref<64xf32>
    affine.store %0, %C[%i] : memref<64xf32>
  }
  schedule.domain "{ S[i] : 0 <= i < 64 }" {
    schedule.band (thread.x coincident "{ S[i] -> [i] }") {}
  }
}

// -----

schedule.scop @below_threads(%A: memref<64xf32>, out %C: memref<64xf32>) block(32) {
  schedule.statement @S(%i) {
    %0 = affine.load %A[%i] : memref<64xf32>
    affine.store %0, %C[%i] : memref<64xf32>
  }
  schedule.domain "{ S[i] : 0 <= i < 64 }" {
    schedule.band tag "tile" (thread.x coincident "{ S[i] -> [floor(i/32)] }") {
      // expected-error @+2 {{cannot promote A: tiles cannot be copied below a loop on thread.x}}
      // expected-note @+1 {{all threads of a block copy a tile together; sink the loops on threads below the tile loops}}
      schedule.band (sequential "{ S[i] -> [i mod 32] }") {}
    }
  }
}

// -----

schedule.scop @unknown_extent(%A: memref<?xf32>, out %C: memref<64xf32>) sizes(N = %A[0]) grid(2) block(32) {
  schedule.statement @S(%i) {
    %0 = affine.load %A[%i] : memref<?xf32>
    affine.store %0, %C[%i] : memref<64xf32>
  }
  schedule.domain "[N] -> { S[i] : 0 <= i < 64 and i < N }" {
    schedule.band tag "tile" (block.x coincident "{ S[i] -> [floor(i/32)] }") {
      // expected-error @+2 {{cannot promote A: its extents are not known at compile time}}
      // expected-note @+1 {{bind sizes with tc-specialize}}
      schedule.band (thread.x coincident "{ S[i] -> [i mod 32] }") {}
    }
  }
}

// -----

schedule.scop @scalar(%A: memref<f32>, out %C: memref<64xf32>) grid(2) block(32) {
  schedule.statement @S(%i) {
    %0 = affine.load %A[] : memref<f32>
    affine.store %0, %C[%i] : memref<64xf32>
  }
  schedule.domain "{ S[i] : 0 <= i < 64 }" {
    schedule.band tag "tile" (block.x coincident "{ S[i] -> [floor(i/32)] }") {
      // expected-error @+1 {{cannot promote A: it is a single element}}
      schedule.band (thread.x coincident "{ S[i] -> [i mod 32] }") {}
    }
  }
}

// -----

schedule.scop @at_data(%A: memref<64xf32>, %I: memref<64xindex>, out %C: memref<64xf32>) grid(2) block(32) {
  schedule.statement @S(%i) {
    %0 = affine.load %I[%i] : memref<64xindex>
    %1 = memref.load %A[%0] : memref<64xf32>
    affine.store %1, %C[%i] : memref<64xf32>
  }
  schedule.domain "{ S[i] : 0 <= i < 64 }" {
    schedule.band tag "tile" (block.x coincident "{ S[i] -> [floor(i/32)] }") {
      // expected-error @+1 {{cannot promote A: S has a subscript that is not affine}}
      schedule.band (thread.x coincident "{ S[i] -> [i mod 32] }") {}
    }
  }
}

// -----

schedule.scop @under_a_condition(%M: memref<64xi1>, inout %A: memref<64xf32>) grid(2) block(32) {
  schedule.statement @S(%i) {
    %0 = affine.load %M[%i] : memref<64xi1>
    %1 = arith.constant 1.0 : f32
    scf.if %0 {
      affine.store %1, %A[%i] : memref<64xf32>
    }
  }
  schedule.domain "{ S[i] : 0 <= i < 64 }" {
    schedule.band tag "tile" (block.x coincident "{ S[i] -> [floor(i/32)] }") {
      // expected-error @+1 {{cannot promote A: S writes it under a condition}}
      schedule.band (thread.x coincident "{ S[i] -> [i mod 32] }") {}
    }
  }
}

// -----

// How many elements a block touches depends on a size.
schedule.scop @no_box(%A: memref<64x64xf32>, out %C: memref<64x64xf32>) sizes(N) grid(2) block(32) {
  schedule.statement @S(%i, %j) {
    %0 = affine.load %A[%i, %j] : memref<64x64xf32>
    affine.store %0, %C[%i, %j] : memref<64x64xf32>
  }
  schedule.domain "[N] -> { S[i, j] : 0 <= i < 64 and 0 <= j < N }" {
    schedule.band tag "tile" (block.x coincident "{ S[i, j] -> [i] }") {
      // expected-error @+1 {{cannot promote A: what a tile touches has no box of constant size around it}}
      schedule.band (thread.x coincident "{ S[i, j] -> [j] }") {}
    }
  }
}

// -----

schedule.scop @too_large(%A: memref<64x64xf32>, out %C: memref<64x64xf32>) grid(2) block(32) {
  schedule.statement @S(%i, %j) {
    %0 = affine.load %A[%j, %i] : memref<64x64xf32>
    affine.store %0, %C[%i, %j] : memref<64x64xf32>
  }
  schedule.domain "{ S[i, j] : 0 <= i < 64 and 0 <= j < 64 }" {
    schedule.band tag "tile" (block.x coincident "{ S[i, j] -> [floor(i/32)] }") {
      // expected-error @+2 {{cannot promote A: its tile takes 8448 bytes, and 4096 of 4096 are left}}
      // expected-note @+1 {{use smaller tiles, or raise the limit}}
      schedule.band (thread.x coincident "{ S[i, j] -> [i mod 32] }") {}
    }
  }
}

// -----

// One kernel's S1 runs in both tiles.
schedule.scop @also_outside(%A: memref<64xf32>, out %C: memref<64xf32>) grid(2) block(32) {
  schedule.statement @S(%i) {
    %0 = affine.load %A[%i] : memref<64xf32>
    affine.store %0, %C[%i] : memref<64xf32>
  }
  schedule.domain "{ S[i] : 0 <= i < 64 }" {
    schedule.sequence {
      schedule.filter "{ S[i] : i < 32 }" {
        schedule.band tag "tile" (sequential "{ S[i] -> [floor(i/32)] }") {
          // expected-error @+1 {{cannot promote A: S also runs outside of the tile}}
          schedule.band (thread.x coincident "{ S[i] -> [i mod 32] }") {}
        }
      }
      schedule.filter "{ S[i] : i >= 32 }" {
        schedule.band (thread.x coincident "{ S[i] -> [i mod 32] }") {}
      }
    }
  }
}
