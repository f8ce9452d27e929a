// Where no barrier can stand.
// RUN: tc-opt %s --split-input-file --verify-diagnostics --pass-pipeline='builtin.module(schedule.scop(schedule-sync))'

// Thread i reads what thread i - 1 stores, and both are below the loop on threads.
schedule.scop @neighbours(%A: memref<32xf32>, out %C: memref<32xf32>) grid(1) block(32) {
  %T = schedule.array shared : memref<32xf32, #gpu.address_space<workgroup>>
  schedule.statement @S0(%i) {
    %0 = affine.load %A[%i] : memref<32xf32>
    affine.store %0, %T[%i] : memref<32xf32, #gpu.address_space<workgroup>>
  }
  schedule.statement @S1(%i) {
    %0 = affine.load %T[%i - 1] : memref<32xf32, #gpu.address_space<workgroup>>
    affine.store %0, %C[%i] : memref<32xf32>
  }
  schedule.domain "{ S0[i] : 0 <= i < 32; S1[i] : 1 <= i < 32 }" {
    // expected-error @+2 {{different threads touch the same element without an order: { S0[i] -> S1[i'] : i = 0 and i' = 1 }}}
    // expected-note @+1 {{a barrier between them would stand below a loop on threads, where not all threads reach it}}
    schedule.band (thread.x coincident "{ S0[i] -> [i]; S1[i] -> [i] }") {
      schedule.sequence {
        schedule.filter "{ S0[i] }" {}
        schedule.filter "{ S1[i] }" {}
      }
    }
  }
}
