// Bands with a unit that are none of its operations, besides those of units.test.
// RUN: tc-opt %s --split-input-file --verify-diagnostics --pass-pipeline='builtin.module(schedule.scop(schedule-verify))'

// The statement adds to the array of a factor.
schedule.scop @own(inout %C: memref<16x16xf32>, %B: memref<16x8xf32>) grid(1) block(32) {
  schedule.statement @S0(%i, %j, %k) reduces add precision tf32 {
    %0 = affine.load %C[%i, %k + 8] : memref<16x16xf32>
    %1 = affine.load %B[%k, %j] : memref<16x8xf32>
    %2 = arith.mulf %0, %1 : f32
    %3 = affine.load %C[%i, %j] : memref<16x16xf32>
    %4 = arith.addf %3, %2 : f32
    affine.store %4, %C[%i, %j] : memref<16x16xf32>
  }
  schedule.domain "{ S0[i, j, k] : 0 <= i < 16 and 0 <= j < 8 and 0 <= k < 8 }" {
    schedule.band (block.x "{ S0[i, j, k] -> [0] }") {
      // expected-error @+1 {{the factor a of unit(mma, 16, 8, 8, tf32) is in `C`, to which the statement adds}}
      schedule.band unit(mma, 16, 8, 8, tf32)
        (thread(4, 8) "{ S0[i, j, k] -> [i mod 8] }", thread(1, 4) "{ S0[i, j, k] -> [floor(j/2)] }", unroll "{ S0[i, j, k] -> [floor(i/8)] }",
         unroll "{ S0[i, j, k] -> [j mod 2] }", unroll "{ S0[i, j, k] -> [k] }") {}
    }
  }
}

// -----

// Two products at once: no loop tells them apart.
schedule.scop @several(%A: memref<2x16x16xf16>, %B: memref<16x8xf16>, inout %C: memref<2x16x8xf32>) grid(1) block(32) {
  schedule.statement @S0(%b, %i, %j, %k) reduces add {
    %0 = affine.load %A[%b, %i, %k] : memref<2x16x16xf16>
    %1 = arith.extf %0 : f16 to f32
    %2 = affine.load %B[%k, %j] : memref<16x8xf16>
    %3 = arith.extf %2 : f16 to f32
    %4 = arith.mulf %1, %3 : f32
    %5 = affine.load %C[%b, %i, %j] : memref<2x16x8xf32>
    %6 = arith.addf %5, %4 : f32
    affine.store %6, %C[%b, %i, %j] : memref<2x16x8xf32>
  }
  schedule.domain "{ S0[b, i, j, k] : 0 <= b < 2 and 0 <= i < 16 and 0 <= j < 8 and 0 <= k < 16 }" {
    schedule.band (block.x "{ S0[b, i, j, k] -> [0] }") {
      // expected-error @+2 {{several operations of unit(mma, 16, 8, 16, f16) run in one iteration of the loops around the band}}
      // expected-note @+1 {{put loops around the band that give each operation values of its own}}
      schedule.band unit(mma, 16, 8, 16, f16)
        (thread(4, 8) "{ S0[b, i, j, k] -> [i mod 8] }", thread(1, 4) "{ S0[b, i, j, k] -> [floor(j/2)] }", unroll "{ S0[b, i, j, k] -> [floor(i/8)] }",
         unroll "{ S0[b, i, j, k] -> [j mod 2] }", unroll "{ S0[b, i, j, k] -> [k] }") {}
    }
  }
}

// -----

// Two statements in one band.
schedule.scop @two(%A: memref<16x16xf16>, inout %C: memref<16x8xf32>, inout %D: memref<16x8xf32>) grid(1) block(32) {
  schedule.statement @S0(%i, %j, %k) {
    %0 = arith.constant 0.0 : f32
    affine.store %0, %C[%i, %j] : memref<16x8xf32>
  }
  schedule.statement @S1(%i, %j, %k) {
    %0 = arith.constant 0.0 : f32
    affine.store %0, %D[%i, %j] : memref<16x8xf32>
  }
  schedule.domain "{ S0[i, j, k] : 0 <= i < 16 and 0 <= j < 8 and 0 <= k < 16; S1[i, j, k] : 0 <= i < 16 and 0 <= j < 8 and 0 <= k < 16 }" {
    schedule.band (block.x "{ S0[i, j, k] -> [0]; S1[i, j, k] -> [0] }") {
      // expected-error-re @+1 {{expected instances of one statement in a band with unit(mma, 16, 8, 16, f16), found {{.*}}}}
      schedule.band unit(mma, 16, 8, 16, f16)
        (thread(4, 8) "{ S0[i, j, k] -> [i mod 8]; S1[i, j, k] -> [i mod 8] }", thread(1, 4) "{ S0[i, j, k] -> [floor(j/2)]; S1[i, j, k] -> [floor(j/2)] }",
         unroll "{ S0[i, j, k] -> [floor(i/8)]; S1[i, j, k] -> [floor(i/8)] }", unroll "{ S0[i, j, k] -> [j mod 2]; S1[i, j, k] -> [j mod 2] }",
         unroll "{ S0[i, j, k] -> [k]; S1[i, j, k] -> [k] }") {}
    }
  }
}
