// Accesses out of bounds, refused at the load or store.
// RUN: tc-opt %s --split-input-file --verify-diagnostics --pass-pipeline='builtin.module(schedule.scop(schedule-verify))'

schedule.scop @inside(%A: memref<8xf32>, out %B: memref<8xf32>) {
  schedule.statement @S0(%i) {
    %0 = affine.load %A[7 - %i] : memref<8xf32>
    affine.store %0, %B[%i] : memref<8xf32>
  }
  schedule.domain "{ S0[i] : 0 <= i < 8 }" {
    schedule.band (sequential "{ S0[i] -> [i] }") {}
  }
}

// -----

schedule.scop @past_the_end(%A: memref<8xf32>, out %B: memref<8xf32>) {
  schedule.statement @S0(%i) {
    // expected-error @below {{S0[6] reads A[8], outside of `A`}}
    // expected-note @below {{the extents of `A` are}}
    %0 = affine.load %A[%i + 2] : memref<8xf32>
    affine.store %0, %B[%i] : memref<8xf32>
  }
  schedule.domain "{ S0[i] : 0 <= i < 8 }" {
    schedule.band (sequential "{ S0[i] -> [i] }") {}
  }
}

// -----

schedule.scop @negative(%A: memref<8xf32>, out %B: memref<8xf32>) {
  schedule.statement @S0(%i) {
    // expected-error @below {{S0[0] reads A[-1], outside of `A`}}
    // expected-note @below {{the extents of `A` are}}
    %0 = affine.load %A[%i - 1] : memref<8xf32>
    affine.store %0, %B[%i] : memref<8xf32>
  }
  schedule.domain "{ S0[i] : 0 <= i < 8 }" {
    schedule.band (sequential "{ S0[i] -> [i] }") {}
  }
}

// -----

// The store is the second access.
schedule.scop @store(%A: memref<8xf32>, out %B: memref<8xf32>) {
  schedule.statement @S0(%i) {
    %0 = affine.load %A[%i] : memref<8xf32>
    // expected-error @below {{S0[7] writes B[8], outside of `B`}}
    // expected-note @below {{the extents of `B` are}}
    affine.store %0, %B[%i + 1] : memref<8xf32>
  }
  schedule.domain "{ S0[i] : 0 <= i < 8 }" {
    schedule.band (sequential "{ S0[i] -> [i] }") {}
  }
}

// -----

// The second dimension.
schedule.scop @second_dimension(%A: memref<8x4xf32>, out %B: memref<8x4xf32>) {
  schedule.statement @S0(%i, %j) {
    // expected-error @below {{S0[4, 0] reads A[0, 4], outside of `A`}}
    // expected-note @below {{the extents of `A` are}}
    %0 = affine.load %A[%j, %i] : memref<8x4xf32>
    affine.store %0, %B[%i, %j] : memref<8x4xf32>
  }
  schedule.domain "{ S0[i, j] : 0 <= i < 8 and 0 <= j < 4 }" {
    schedule.band (sequential "{ S0[i, j] -> [i] }") {}
  }
}

// -----

// The witness is for the smallest sizes for which it happens.
schedule.scop @parametric(%A: memref<?xf32>, out %B: memref<?xf32>) sizes(N = %A[0], M = %B[0]) context "[N, M] -> { : N >= 0 and M >= N }" {
  schedule.statement @S0(%i) {
    // expected-error @below {{S0[0] reads A[1] for N = 1, M = 1, outside of `A`}}
    // expected-note @below {{the extents of `A` are [N]}}
    %0 = affine.load %A[%i + 1] : memref<?xf32>
    affine.store %0, %B[%i] : memref<?xf32>
  }
  schedule.domain "[N] -> { S0[i] : 0 <= i < N }" {
    schedule.band (sequential "[N] -> { S0[i] -> [i] }") {}
  }
}

// -----

// Extents that only sizes tell, for all sizes that the context allows.
schedule.scop @derived(%A: memref<?xf32>, out %B: memref<?xf32>) sizes(N = %A[0]) context "[N] -> { : N >= 2 }" attributes {schedule.extents = {B = ["N - 2"]}} {
  schedule.statement @S0(%i) {
    %0 = affine.load %A[%i] : memref<?xf32>
    // expected-error @below {{outside of `B`}}
    // expected-note @below {{the extents of `B` are}}
    affine.store %0, %B[%i] : memref<?xf32>
  }
  schedule.domain "[N] -> { S0[i] : 0 <= i < N - 1 }" {
    schedule.band (sequential "{ S0[i] -> [i] }") {}
  }
}

// -----

schedule.scop @within(%A: memref<?xf32>, out %B: memref<?xf32>) sizes(N = %A[0]) context "[N] -> { : N >= 2 }" attributes {schedule.extents = {B = ["N - 2"]}} {
  schedule.statement @S0(%i) {
    %0 = affine.load %A[%i + 2] : memref<?xf32>
    affine.store %0, %B[%i] : memref<?xf32>
  }
  schedule.domain "[N] -> { S0[i] : 0 <= i < N - 2 }" {
    schedule.band (sequential "{ S0[i] -> [i] }") {}
  }
}

// -----

// Neither the type of `A` nor a size tells how many rows it has.
schedule.scop @unknown_extent(%A: memref<?x?xf32>, out %B: memref<?xf32>) sizes(N = %A[1]) context "[N] -> { : N >= 1 }" attributes {schedule.extents = {B = ["N"]}} {
  schedule.statement @S0(%i) {
    // expected-error @below {{S0[0] reads `A`, and no size of the scop is its extent in dimension 0}}
    // expected-note @below {{name that extent: `sizes(M = %A[0])`, or the attribute `schedule.extents` of the scop}}
    %0 = affine.load %A[%i, 0] : memref<?x?xf32>
    affine.store %0, %B[%i] : memref<?xf32>
  }
  schedule.domain "[N] -> { S0[i] : 0 <= i < N }" {
    schedule.band (sequential "{ S0[i] -> [i] }") {}
  }
}
