// What schedule-to-cpu refuses, each at its location and with the next step.
// RUN: tc-opt %s --split-input-file --verify-diagnostics --schedule-to-cpu
// RUN: not tc-opt %S/schedule-to-cpu.mlir --split-input-file --pass-pipeline='builtin.module(schedule-to-cpu{budget=100})' 2>&1 | FileCheck %s --check-prefix=BUDGET
// BUDGET: error: the isl computation needs more than the 100 operations allowed

// expected-error@+2 {{expected all extents to be known, found an unknown one in dimension 1 of A}}
// expected-note@+1 {{give the sizes with tc-specialize}}
schedule.scop @unknown_extent(%A: memref<8x?xf32>) {
  schedule.statement @S0(%i) {}
  schedule.domain "{ S0[i] : 0 <= i < 8 }" {}
}

// -----

// The entry of an array gives all of its extents, in sizes of the scop.
// expected-error@+2 {{expected all extents to be known, found an unknown one in dimension 0 of A}}
// expected-note@+1 {{or the extents of A in the attribute `schedule.extents` of the scop}}
schedule.scop @unknown_size(%A: memref<?xf32>) sizes(N) attributes {schedule.extents = {A = ["M"]}} {
  schedule.statement @S0(%i) {}
  schedule.domain "[N] -> { S0[i] : 0 <= i < N }" {}
}

// -----

// expected-error@+1 {{expected known extents of T, which is in private memory}}
schedule.scop @private(%A: memref<?xf32>) sizes(N = %A[0]) attributes {schedule.extents = {T = ["N"]}} {
  %T = schedule.array private : memref<?xf32>
  schedule.statement @S0(%i) {}
  schedule.domain "[N] -> { S0[i] : 0 <= i < N }" {}
}

// -----

schedule.scop @derived(%A: memref<?xf32>, out %B: memref<?xf32>) sizes(N = %A[0]) context "[N] -> { : N >= 2 }" attributes {schedule.extents = {B = ["N - 1"]}} {
  schedule.statement @S0(%i) {
    %c0 = arith.constant 0 : index
    // expected-error@+2 {{expected `memref.dim` of a dimension that is a size of the scop}}
    // expected-note@+1 {{another extent that a body uses can be computed from sizes}}
    %dim = memref.dim %B, %c0 : memref<?xf32>
    %0 = arith.index_cast %dim : index to i32
    %1 = arith.sitofp %0 : i32 to f32
    affine.store %1, %B[%i] : memref<?xf32>
  }
  schedule.domain "[N] -> { S0[i] : 0 <= i < N - 1 }" {}
}

// -----

schedule.scop @gpu_member(out %A: memref<8xf32>) grid(8) {
  schedule.statement @S0(%i) {}
  schedule.domain "{ S0[i] : 0 <= i < 8 }" {
    // expected-error@+2 {{band member 0 is mapped to block.x, which a CPU does not have}}
    // expected-note@+1 {{lower it with schedule-to-gpu}}
    schedule.band (block.x coincident "{ S0[i] -> [i] }") {}
  }
}

// -----

schedule.scop @unproved(out %A: memref<8xf32>) {
  schedule.statement @S0(%i) {}
  schedule.domain "{ S0[i] : 0 <= i < 8 }" {
    // expected-error@+2 {{band member 0 is parallel but not coincident: { S0[i] -> [(i)] }}}
    // expected-note@+1 {{iterations run without order, so only a loop that carries no dependence can be parallel}}
    schedule.band (parallel "{ S0[i] -> [i] }") {}
  }
}

// -----

schedule.scop @subscript(%A: memref<8xf32>, out %B: memref<8xf32>) {
  schedule.statement @S0(%i) {
    // expected-error@+2 {{`affine.min` in a statement has no form at the loop level}}
    // expected-note@+1 {{accesses are affine.load, affine.store, memref.load and memref.store}}
    %m = affine.min affine_map<(d0) -> (d0, 3)>(%i)
    %0 = memref.load %A[%m] : memref<8xf32>
    affine.store %0, %B[%i] : memref<8xf32>
  }
  schedule.domain "{ S0[i] : 0 <= i < 8 }" {}
}

// -----

schedule.scop @square(%A: memref<64xf32>, out %B: memref<8xf32>) {
  schedule.statement @S0(%i) {
    %square = arith.muli %i, %i : index
    // expected-error@+1 {{expected an affine subscript to be made of indices of its statement and constants}}
    %0 = affine.load %A[%square] : memref<64xf32>
    affine.store %0, %B[%i] : memref<8xf32>
  }
  schedule.domain "{ S0[i] : 0 <= i < 8 }" {}
}

// -----

// isl would make a part of the schedule for each copy first.
// expected-error @below {{loops that are unrolled have more than 32768 copies of statements: unroll fewer [TC0601]}}
schedule.scop @copies(%A: memref<2000000000xf32>, out %B: memref<2000000000xf32>) {
  schedule.statement @S0(%n) {
    %0 = affine.load %A[%n] : memref<2000000000xf32>
    affine.store %0, %B[%n] : memref<2000000000xf32>
  }
  schedule.domain "{ S0[n] : 0 <= n < 2000000000 }" {
    schedule.band permutable (unroll coincident "{ S0[n] -> [n] }") {}
  }
}
