// Without the sizes it is not known how many blocks there are to be.
// RUN: tc-opt %s --verify-diagnostics --pass-pipeline='builtin.module(schedule.scop(schedule-map-blocks))'
schedule.scop @unbounded(%A: memref<?xf32>, inout %B: memref<?xf32>) sizes(N = %A[0]) {
  schedule.statement @S(%i) {
    %1 = affine.load %A[%i] : memref<?xf32>
    affine.store %1, %B[%i] : memref<?xf32>
  }
  schedule.domain "[N] -> { S[i] : 0 <= i < N }" {
    // expected-error @below {{the number of tiles is not known: [N] -> { S[i] -> [(i)] : 0 <= i < N }}}
    // expected-note @below {{give the sizes with tc-specialize, or the grid with grid=X,Y,Z}}
    schedule.band (coincident "{ S[i] -> [i] }") {}
  }
}
