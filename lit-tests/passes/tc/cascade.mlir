// What the loop is made of, in the dialect; cascade-text.tc has the forms, cascade-run.tc the results.
//
// RUN: tc-opt %s --tc-cascade=tile=8 | FileCheck %s
// RUN: tc-opt %s --tc-cascade=tile=8 --remarks-filter=tc-cascade -o /dev/null 2>&1 | FileCheck %s --check-prefix=RANGES

// CHECK-LABEL: tc.def @lse(
// CHECK: tc.comprehension %m[i] (i in [0, N)) {
// CHECK-NEXT: arith.constant 0xFF800000 : f32
// CHECK: tc.comprehension %s[i] (i in [0, N)) {
// CHECK-NEXT: arith.constant 0.000000e+00 : f32
// CHECK: tc.for tile in [0, (M + 7) floordiv 8) {
// CHECK-NEXT: tc.comprehension %m_before[i] (i in [0, N)) {
// CHECK: tc.comprehension %m[i] max (i in [0, N), j in [0, min(8, M - 8*tile))) {
// CHECK-NEXT: tc.read %X[i, 8*tile + j] : f32
// CHECK: tc.comprehension %m_safe[i] (i in [0, N)) {
// CHECK: arith.cmpf oeq
// CHECK-NEXT: scf.if
// CHECK: tc.comprehension %m_scale[i] (i in [0, N)) {
// CHECK: else
// CHECK-NEXT: %[[BEFORE:.*]] = tc.read %m_before[i] : f32
// CHECK-NEXT: %[[SAFE:.*]] = tc.read %m_safe[i] : f32
// CHECK-NEXT: %[[EXPONENT:.*]] = arith.subf %[[BEFORE]], %[[SAFE]] : f32
// CHECK-NEXT: math.exp %[[EXPONENT]] : f32
// CHECK: tc.comprehension %s[i] (i in [0, N)) {
// CHECK: arith.mulf
// CHECK: tc.comprehension %s[i] add (i in [0, N), j in [0, min(8, M - 8*tile))) {
// CHECK: tc.read %m_safe[i] : f32
// CHECK: }
// CHECK: tc.comprehension %L[i] (i in [0, N)) {
tc.def @lse(%X: !tc.tensor<[N, M], f32>) -> (%L: !tc.tensor<[N], f32>) {
  %m = tc.temporary : !tc.tensor<[N], f32>
  %s = tc.temporary : !tc.tensor<[N], f32>
  tc.comprehension %m[i] max init (i in [0, N), j in [0, M)) {
    %0 = tc.read %X[i, j] : f32
    tc.yield %0 : f32
  }
  tc.comprehension %s[i] add init (i in [0, N), j in [0, M)) {
    %0 = tc.read %X[i, j] : f32
    %1 = tc.read %m[i] : f32
    %2 = arith.subf %0, %1 : f32
    %3 = math.exp %2 : f32
    tc.yield %3 : f32
  }
  tc.comprehension %L[i] (i in [0, N)) {
    %0 = tc.read %s[i] : f32
    %1 = math.log %0 : f32
    %2 = tc.read %m[i] : f32
    %3 = arith.addf %1, %2 : f32
    tc.yield %3 : f32
  }
}

// RANGES: [Missed] sums that need m | Category:tc-cascade | Function=open | Reason="its index has no range; run tc-infer-ranges first"
tc.def @open(%X: !tc.tensor<[N, M], f32>) -> (%s: !tc.tensor<[?], f32>) {
  %m = tc.temporary : !tc.tensor<[?], f32>
  tc.comprehension %m[i] max init (i, j) {
    %0 = tc.read %X[i, j] : f32
    tc.yield %0 : f32
  }
  tc.comprehension %s[i] add init (i, j) {
    %0 = tc.read %X[i, j] : f32
    %1 = tc.read %m[i] : f32
    %2 = arith.subf %0, %1 : f32
    %3 = math.exp %2 : f32
    tc.yield %3 : f32
  }
}
