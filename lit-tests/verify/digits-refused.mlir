// Digits that are none of a block's numbers: schedule-verify and schedule-to-gpu refuse them.
// RUN: tc-opt %s --split-input-file --verify-diagnostics --pass-pipeline='builtin.module(schedule.scop(schedule-verify))'
// RUN: tc-opt %s --split-input-file --verify-diagnostics --schedule-to-gpu=verify=false

// No number of threads has the digits (1, 4) and (6, 2): the parts between their ends are no numbers.
schedule.scop @crooked(%A: memref<8xf32>, out %B: memref<8xf32>) block(12) {
  schedule.statement @S0(%i) {
    %0 = affine.load %A[%i] : memref<8xf32>
    affine.store %0, %B[%i] : memref<8xf32>
  }
  schedule.domain "{ S0[i] : 0 <= i < 8 }" {
    // expected-error @+2 {{the digits of the threads of a kernel do not fit together: one ends at 4 and one at 6, found at a loop on thread(6, 2)}}
    // expected-note @+1 {{strides and strides times sizes must divide each other}}
    schedule.band (thread(1, 4) coincident "{ S0[i] -> [i] }", thread(6, 2) coincident "{ S0[i] -> [floor(i/4)] }") {}
  }
}

// -----

// A block of 8 threads has no digit that ends at 16.
schedule.scop @short(%A: memref<8xf32>, out %B: memref<8xf32>) block(8) {
  schedule.statement @S0(%i) {
    %0 = affine.load %A[%i] : memref<8xf32>
    affine.store %0, %B[%i] : memref<8xf32>
  }
  schedule.domain "{ S0[i] : 0 <= i < 8 }" {
    // expected-error @+1 {{expected a block whose number of threads along x is a multiple of 16, for a loop on thread(4, 4); found 8}}
    schedule.band (thread(4, 4) coincident "{ S0[i] -> [i] }") {}
  }
}
