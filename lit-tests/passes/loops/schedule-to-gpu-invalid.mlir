// What schedule-to-gpu refuses, each at its location and with the next step.
// RUN: tc-opt %s --split-input-file --verify-diagnostics --pass-pipeline='builtin.module(schedule-to-gpu{verify=false})'
// RUN: not tc-opt %S/schedule-to-gpu.mlir --split-input-file --pass-pipeline='builtin.module(schedule-to-gpu{budget=100})' 2>&1 | FileCheck %s --check-prefix=BUDGET
// BUDGET: error: the isl computation needs more than the 100 operations allowed
// RUN: not tc-opt %S/schedule-to-gpu.mlir --split-input-file --pass-pipeline='builtin.module(schedule-to-gpu{proof-budget=100})' 2>&1 | FileCheck %s --check-prefix=UNDECIDED
// UNDECIDED: error: undecided: no proof was found within 100 isl operations [TC0601]{{$}}
// UNDECIDED: note: raise the option `proof-budget`, or bind sizes with `tc-specialize`{{$}}

// expected-error@+2 {{expected a tree that is mapped to blocks and threads, found neither a grid nor a block}}
// expected-note@+1 {{map it with schedule-map-blocks and schedule-map-threads}}
schedule.scop @not_mapped(out %A: memref<8xf32>) {
  schedule.statement @S0(%i) {}
  schedule.domain "{ S0[i] : 0 <= i < 8 }" {
    schedule.band (coincident "{ S0[i] -> [i] }") {}
  }
}

// -----

schedule.scop @cpu_member(out %A: memref<8xf32>) block(8) {
  schedule.statement @S0(%i) {}
  schedule.domain "{ S0[i] : 0 <= i < 8 }" {
    // expected-error@+2 {{band member 0 is parallel, which is a loop kind of CPUs}}
    // expected-note@+1 {{map it with schedule-map-blocks or schedule-map-threads}}
    schedule.band (parallel coincident "{ S0[i] -> [i] }") {}
  }
}

// -----

schedule.scop @no_grid(out %A: memref<8xf32>) block(8) {
  schedule.statement @S0(%i) {}
  schedule.domain "{ S0[i] : 0 <= i < 8 }" {
    // expected-error@+2 {{band member 0 is mapped to block.x, but the scop has no grid}}
    // expected-note@+1 {{write grid(...) in the head of the scop}}
    schedule.band (block.x coincident "{ S0[i] -> [i] }") {}
  }
}

// -----

// expected-error@+2 {{expected all extents to be known, found an unknown one in dimension 0 of A}}
// expected-note@+1 {{give the sizes with tc-specialize}}
schedule.scop @unknown_extent(%A: memref<?xf32>) block(8) {
  schedule.statement @S0(%i) {}
  schedule.domain "{ S0[i] : 0 <= i < 8 }" {}
}

// -----

// The loop over i is distributed over threads, so only some of them would reach the barrier.
// expected-error@+2 {{barrier @sync0 would be reached by some threads of a block only}}
// expected-note@+1 {{a loop or condition around it depends on the thread's number; a barrier must be outside of it}}
schedule.scop @divergent(%A: memref<20xf32>, out %B: memref<20xf32>) block(8) {
  schedule.statement @S0(%i) {
    %0 = affine.load %A[%i] : memref<20xf32>
    affine.store %0, %B[%i] : memref<20xf32>
  }
  schedule.statement @sync0() { gpu.barrier }
  schedule.domain "{ S0[i] : 0 <= i < 20 }" {
    schedule.band (thread.x coincident "{ S0[i] -> [i] }") {
      schedule.extension "{ [i] -> sync0[] }" {
        schedule.sequence {
          schedule.filter "{ S0[i] }" {}
          schedule.filter "{ sync0[] }" {}
        }
      }
    }
  }
}

// -----

schedule.scop @barrier_below_threads(%A: memref<64xf32>, out %B: memref<64xf32>) block(8) {
  schedule.statement @S0(%i) {
    %0 = affine.load %A[%i] : memref<64xf32>
    affine.store %0, %B[%i] : memref<64xf32>
  }
  schedule.statement @sync0(%i) { gpu.barrier }
  schedule.domain "{ S0[i] : 0 <= i < 64; sync0[i] : 0 <= i < 64 }" {
    // expected-error @below {{expected no barrier below a loop on thread.x, found one}}
    // expected-note @below {{all threads of a block must reach a barrier together}}
    schedule.band (thread.x coincident "{ S0[i] -> [i]; sync0[i] -> [i] }") {}
  }
}

// -----

schedule.scop @asks_an_array(%A: memref<64xf32>, out %B: memref<64xf32>) block(8) {
  schedule.statement @S0(%i) {
    %c = arith.constant 0 : index
    // expected-error @below {{expected `memref.dim` of a dimension that is a size of the scop}}
    // expected-note @below {{another extent that a body uses can be computed from sizes}}
    %d = memref.dim %A, %c : memref<64xf32>
    %e = arith.index_cast %d : index to i32
    %f = arith.sitofp %e : i32 to f32
    affine.store %f, %B[%i] : memref<64xf32>
  }
  schedule.domain "{ S0[i] : 0 <= i < 8 }" {
    schedule.band (thread.x coincident "{ S0[i] -> [i] }") {}
  }
}
