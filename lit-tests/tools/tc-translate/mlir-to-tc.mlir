// The tc dialect as TC text: as a person would have written it, and the same IR when it is read again.
// RUN: tc-translate --mlir-to-tc --entry mv %s | FileCheck %s --match-full-lines
// RUN: tc-translate --mlir-to-tc --entry mv %s | tc-translate --tc-to-mlir | FileCheck %s --check-prefix=AGAIN
// RUN: tc-opt %s --pass-pipeline='builtin.module(tc-inline-calls,tc.def(tc-infer-ranges))' | tc-translate --mlir-to-tc --entry mv | FileCheck %s --check-prefix=RANGES
// RUN: not tc-translate --mlir-to-tc %s 2>&1 | FileCheck %s --check-prefix=REFUSED
// RUN: not tc-translate --mlir-to-tc --entry nowhere %s 2>&1 | FileCheck %s --check-prefix=NOWHERE
// RUN: tc-opt %s --tc-inline-calls | not tc-translate --mlir-to-tc --entry twice 2>&1 | FileCheck %s --check-prefix=PRECONDITION

// CHECK: def mv(float(M, K) A, int8(K) x) -> (y) {
// CHECK-NEXT:  y(i) +=! A(i, k) * x(k) where k in 0:K
// CHECK-NEXT:}
// AGAIN: tc.def @mv(%A: !tc.tensor<[M, K], f32>, %x: !tc.tensor<[K], i8>) -> (%y: !tc.tensor<[?], f32>) {
// AGAIN-NEXT: tc.comprehension %y[i] add init (i, k in [0, K)) {
// AGAIN-NEXT: %0 = tc.read %A[i, k] : f32
// AGAIN-NEXT: %1 = tc.read %x[k] : i8
// AGAIN-NEXT: %2 = arith.sitofp %1 : i8 to f32
// AGAIN-NEXT: %3 = arith.mulf %0, %2 : f32
// RANGES: def mv(float(M, K) A, int8(K) x) -> (float(M) y) {
// RANGES-NEXT: y(i) +=! A(i, k) * x(k) where i in 0:M, k in 0:K

// REFUSED: error: `math.roundeven` has no spelling in TC text
// REFUSED-NEXT: --> {{.*}}mlir-to-tc.mlir:[[#@LINE+18]]:
// NOWHERE: error: the module has no `tc.def @nowhere`
// PRECONDITION: error: `twice` cannot be written as TC text: its precondition `M == N` has no spelling
// PRECONDITION: help: translate the module as it was before `tc-inline-calls`

tc.def @mv(%A: !tc.tensor<[M, K], f32>, %x: !tc.tensor<[K], i8>) -> (%y: !tc.tensor<[?], f32>) {
  tc.comprehension %y[i] add init (i, k in [0, K)) {
    %0 = tc.read %A[i, k] : f32
    %1 = tc.read %x[k] : i8
    %2 = arith.sitofp %1 : i8 to f32
    %3 = arith.mulf %0, %2 : f32
    tc.yield %3 : f32
  }
}

tc.def @banker(%A: !tc.tensor<[N], f32>) -> (%B: !tc.tensor<[?], f32>) {
  tc.comprehension %B[i] (i) {
    %0 = tc.read %A[i] : f32
    %1 = math.roundeven %0 : f32
    tc.yield %1 : f32
  }
}

tc.def @same(%A: !tc.tensor<[S], f32>, %B: !tc.tensor<[S], f32>) -> (%C: !tc.tensor<[?], f32>) {
  tc.comprehension %C[i] (i) {
    %0 = tc.read %A[i] : f32
    tc.yield %0 : f32
  }
}

tc.def @twice(%A: !tc.tensor<[N], f32>, %B: !tc.tensor<[M], f32>) -> (%C: !tc.tensor<[?], f32>) {
  tc.call @same(%A, %B) into (%C)
}
