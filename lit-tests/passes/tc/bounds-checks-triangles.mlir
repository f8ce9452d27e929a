// A range that depends on other indices is recorded as its hull; outside of the range the value is the first index. In loops that depend on
// others, a statement in front stores it for the iterations that do not run.
// RUN: tc-opt %s --pass-pipeline='builtin.module(tc.def(tc-bounds-checks))' 2> /dev/null | FileCheck %s

// CHECK-LABEL: tc.def @triangle(
// CHECK-SAME:    %bounds_check: !tc.tensor<[5, 1 to 5], i64>
// CHECK:         tc.comprehension %bounds_check[i, k] (i in [0, 5), k in [1, 5)) {
// CHECK-DAG:       %[[K:.*]] = tc.value k : i64
// CHECK-DAG:       %[[LOW:.*]] = tc.value i + 1 : i64
// CHECK:           arith.cmpi sge, %[[K]], %[[LOW]]
// CHECK:           scf.if
// CHECK:         tc.comprehension %s[i] add init (i in [0, 5), k in [i + 1, 5)) {
tc.def @triangle(%A: !tc.tensor<[5], f32>, %B: !tc.tensor<[5], i32>) -> (%s: !tc.tensor<[5], f32>) {
  tc.comprehension %s[i] add init (i in [0, 5), k in [i + 1, 5)) {
    %0 = tc.read %B[k] : i32
    %1 = arith.index_cast %0 : i32 to index
    %2 = tc.read %A[%1] : f32
    tc.yield %2 : f32
  }
}

// CHECK-LABEL: tc.def @loops(
// CHECK:         tc.comprehension %bounds_check[t, u] (t in [0, 4), u in [1, 4)) {
// CHECK-NEXT:      arith.constant 0 : i64
// CHECK:         tc.for t in [0, 4) {
// CHECK-NEXT:      tc.for u in [t + 1, 4) {
// CHECK-NEXT:        tc.comprehension %bounds_check[t, u] () {
tc.def @loops(%A: !tc.tensor<[4], f32>, %B: !tc.tensor<[4, 4], i32>) -> (%s: !tc.tensor<[4, 4], f32>) {
  tc.for t in [0, 4) {
    tc.for u in [t + 1, 4) {
      tc.comprehension %s[t, u] () {
        %0 = tc.read %B[t, u] : i32
        %1 = arith.index_cast %0 : i32 to index
        %2 = tc.read %A[%1] : f32
        tc.yield %2 : f32
      }
    }
  }
}
