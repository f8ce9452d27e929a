// Calls become the statements of their callees; refusals; the statistic.
// RUN: tc-opt %s --tc-inline-calls --tc-pass-statistics 2>%t | FileCheck %s
// RUN: FileCheck %s --check-prefix=STATISTICS < %t
// RUN: not tc-opt %S/Inputs/recursive.mlir --tc-inline-calls 2>&1 | FileCheck %s --check-prefix=CYCLE
// RUN: not tc-opt %S/Inputs/unknown-callee.mlir --tc-inline-calls 2>&1 | FileCheck %s --check-prefix=UNKNOWN

// STATISTICS: tc-inline-calls
// STATISTICS-DAG: {{^ *}}2 calls
// CYCLE: error: recursive call: `f` -> `g` -> `f` [TC0220]
// UNKNOWN: error: 'tc.call' op calls '@h', which is not a 'tc.def' here

// The index n of the callee would be captured by the caller's size n; K is the extent of the first argument that has it.
// CHECK-LABEL: tc.def @two
// CHECK-SAME: preconditions = ["n == M"]
// CHECK: %dot_P = tc.temporary
// CHECK: tc.comprehension %dot_P[n_1] (n_1)
// CHECK: tc.read %X[n_1]
// CHECK: tc.read %Y[n_1]
// CHECK: tc.comprehension %s[] add init (k in [0, M))
// CHECK: %dot_P_2 = tc.temporary
// CHECK-NOT: tc.call
tc.def @dot(%A: !tc.tensor<[K], f32>, %B: !tc.tensor<[K], f32>) -> (%s: !tc.tensor<[], f32>) {
  %P = tc.temporary : !tc.tensor<[?], f32>
  tc.comprehension %P[n] (n) {
    %0 = tc.read %A[n] : f32
    %1 = tc.read %B[n] : f32
    %2 = arith.mulf %0, %1 : f32
    tc.yield %2 : f32
  }
  tc.comprehension %s[] add init (k in [0, K)) {
    %0 = tc.read %P[k] : f32
    tc.yield %0 : f32
  }
}
tc.def @two(%X: !tc.tensor<[M], f32>, %Y: !tc.tensor<[n], f32>) -> (%s: !tc.tensor<[], f32>, %t: !tc.tensor<[], f32>) {
  tc.call @dot(%X, %Y) into (%s)
  tc.call @dot(%X, %X) into (%t)
}
