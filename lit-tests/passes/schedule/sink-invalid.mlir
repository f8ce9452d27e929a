// What sinking refuses.
// RUN: tc-opt %s --split-input-file --verify-diagnostics --pass-pipeline='builtin.module(schedule.scop(schedule-sink))'
// RUN: not tc-opt %s --split-input-file --tc-pass-statistics --pass-pipeline='builtin.module(schedule.scop(schedule-sink{optional=true}))' -o /dev/null 2>&1 | FileCheck %s --check-prefix=OPTIONAL

// With `optional` a tree without such a band, and one that cannot be sunk, stays as it is; a node in the way is still refused.
// OPTIONAL: error: cannot sink a band below a schedule.extension, which depends on the coordinates above it
// OPTIONAL: schedule-sink: 3 runs
// OPTIONAL-NEXT: {{^ *}}0 bands
// OPTIONAL-NEXT: {{^ *}}0 copies

// expected-error @+2 {{there is no mark and no band with the tag "point"}}
// expected-note @+1 {{the tree has no mark and no tag: write a path such as `S1/band[0]`}}
schedule.scop @no_tag(%A: memref<70x50xf32>, inout %s: memref<f32>) {
  schedule.statement @S(%i, %j) reduces add {
    %0 = affine.load %A[%i, %j] : memref<70x50xf32>
    %1 = affine.load %s[] : memref<f32>
    %2 = arith.addf %1, %0 : f32
    affine.store %2, %s[] : memref<f32>
  }
  schedule.domain "{ S[i, j] : 0 <= i < 70 and 0 <= j < 50 }" {
    schedule.band (sequential "{ S[i, j] -> [i] }") {}
  }
}

// -----

schedule.scop @not_coincident(%A: memref<70x50xf32>, inout %s: memref<f32>) {
  schedule.statement @S(%i, %j) reduces add {
    %0 = affine.load %A[%i, %j] : memref<70x50xf32>
    %1 = affine.load %s[] : memref<f32>
    %2 = arith.addf %1, %0 : f32
    affine.store %2, %s[] : memref<f32>
  }
  schedule.domain "{ S[i, j] : 0 <= i < 70 and 0 <= j < 50 }" {
    // expected-error @+3 {{band member 0 is not coincident, so it cannot be sunk: { S[i, j] -> [(i)] }}}
    // expected-note @+2 {{only loops that carry no dependence may go below others}}
    // expected-note @+1 {{the reduction dependence S[0, 0] -> S[1, 0] on `s` has different values at band member 0}}
    schedule.band tag "point" (sequential "{ S[i, j] -> [i] }") {
      schedule.band (sequential "{ S[i, j] -> [j] }") {}
    }
  }
}

// -----

schedule.scop @extension(%A: memref<32x8xf32>, out %C: memref<32x8xf32>) {
  %T = schedule.array shared : memref<8xf32, #gpu.address_space<workgroup>>
  schedule.statement @S(%i, %j) {
    %0 = affine.load %T[%j] : memref<8xf32, #gpu.address_space<workgroup>>
    affine.store %0, %C[%i, %j] : memref<32x8xf32>
  }
  schedule.statement @T_in(%i, %j) {
    %0 = affine.load %A[%i, %j] : memref<32x8xf32>
    affine.store %0, %T[%j] : memref<8xf32, #gpu.address_space<workgroup>>
  }
  schedule.domain "{ S[i, j] : 0 <= i < 32 and 0 <= j < 8 }" {
    // expected-error @+2 {{cannot sink a band below a schedule.extension, which depends on the coordinates above it}}
    // expected-note @+1 {{sink before the pass that adds it (schedule-promote, schedule-sync)}}
    schedule.band tag "point" (coincident "{ S[i, j] -> [i] }") {
      schedule.extension "{ [i] -> T_in[i, j] : 0 <= i < 32 and 0 <= j < 8 }" {
        schedule.sequence {
          schedule.filter "{ T_in[i, j] }" {
            schedule.band (sequential "{ T_in[i, j] -> [j] }") {}
          }
          schedule.filter "{ S[i, j] }" {
            schedule.band (sequential "{ S[i, j] -> [j] }") {}
          }
        }
      }
    }
  }
}
