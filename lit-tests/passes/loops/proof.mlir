// With `verify`, a schedule is proved while its loops are generated: on a separate thread, or before if there are no threads.
// RUN: tc-opt %s --split-input-file --verify-diagnostics --pass-pipeline='builtin.module(schedule-to-gpu)'
// RUN: tc-opt %s --split-input-file --verify-diagnostics --mlir-disable-threading --pass-pipeline='builtin.module(schedule-to-gpu)'
// RUN: tc-opt %s --split-input-file --verify-diagnostics --tc-pass-statistics --pass-pipeline='builtin.module(schedule-to-gpu)' -o /dev/null 2>&1 | FileCheck %s

// Statistics of the two legal schedules; refused ones are not counted.
// CHECK: schedule-to-gpu: 4 runs
// CHECK-DAG: {{^ *}}1 dependences
// CHECK-DAG: {{^ *}}4 accesses

// Each element of B is the corresponding element of A: there is no race.
schedule.scop @copy(%A: memref<64xf32>, out %B: memref<64xf32>) grid(2) block(32) {
  schedule.statement @S0(%i) {
    %0 = affine.load %A[%i] : memref<64xf32>
    affine.store %0, %B[%i] : memref<64xf32>
  }
  schedule.domain "{ S0[i] : 0 <= i < 64 }" {
    schedule.band tiles(32) (block.x coincident "{ S0[i] -> [i - i mod 32] }") {
      schedule.band (thread.x coincident "{ S0[i] -> [i mod 32] }") {}
    }
  }
}

// -----

// Statements of one thread run in program order.
schedule.scop @twice(inout %A: memref<64xf32>) grid(1) block(64) {
  schedule.statement @S0(%i) {
    %0 = arith.constant 1.0 : f32
    affine.store %0, %A[%i] : memref<64xf32>
  }
  schedule.statement @S1(%i) {
    %0 = arith.constant 2.0 : f32
    affine.store %0, %A[%i] : memref<64xf32>
  }
  schedule.domain "{ S0[i] : 0 <= i < 64; S1[i] : 0 <= i < 64 }" {
    schedule.band (thread.x coincident "{ S0[i] -> [i]; S1[i] -> [i] }") {
      schedule.sequence {
        schedule.filter "{ S0[i] }" {}
        schedule.filter "{ S1[i] }" {}
      }
    }
  }
}

// -----

// The same in reverse order.
schedule.scop @turned(inout %A: memref<64xf32>) grid(1) block(64) {
  schedule.statement @S0(%i) {
    %0 = arith.constant 1.0 : f32
    affine.store %0, %A[%i] : memref<64xf32>
  }
  schedule.statement @S1(%i) {
    %0 = arith.constant 2.0 : f32
    affine.store %0, %A[%i] : memref<64xf32>
  }
  schedule.domain "{ S0[i] : 0 <= i < 64; S1[i] : 0 <= i < 64 }" {
    schedule.band (thread.x coincident "{ S0[i] -> [i]; S1[i] -> [i] }") {
      // expected-note @below {{the original order is the text order of the statements}}
      // expected-error @below {{the output dependence S0[0] -> S1[0] on `A` is broken: the sequence runs the second instance first}}
      schedule.sequence {
        schedule.filter "{ S1[i] }" {}
        schedule.filter "{ S0[i] }" {}
      }
    }
  }
}

// -----

// A schedule that is illegal and cannot be lowered is refused as illegal first: a subscript out of bounds, and no grid or block.
schedule.scop @beyond(%A: memref<8xf32>, out %B: memref<8xf32>) {
  schedule.statement @S0(%i) {
    // expected-error @below {{S0[7] reads A[8], outside of `A`}}
    // expected-note @below {{the extents of `A` are [8]}}
    %0 = affine.load %A[%i + 1] : memref<8xf32>
    affine.store %0, %B[%i] : memref<8xf32>
  }
  schedule.domain "{ S0[i] : 0 <= i < 8 }" {
    schedule.band (coincident "{ S0[i] -> [i] }") {}
  }
}
