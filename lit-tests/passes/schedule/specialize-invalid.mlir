// An extent that no size names is as large as what is touched, which data decide here.
// RUN: tc-opt %s --verify-diagnostics --pass-pipeline='builtin.module(schedule.scop(schedule-specialize{sizes=}))'
// expected-error @below {{dimension 0 of `A` has no known extent: the statements may touch any element}}
schedule.scop @any_element(%A: memref<?xf32>, %I: memref<8xindex>, out %B: memref<8xf32>) {
  schedule.statement @S(%i) {
    %0 = affine.load %I[%i] : memref<8xindex>
    %1 = memref.load %A[%0] : memref<?xf32>
    affine.store %1, %B[%i] : memref<8xf32>
  }
  schedule.domain "{ S[i] : 0 <= i < 8 }" {
    schedule.band (sequential "{ S[i] -> [i] }") {}
  }
}
