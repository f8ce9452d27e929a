// Places that the body computes for its writes are recorded and clamped, in a loop for all iterations.
// RUN: tc-opt %s --pass-pipeline='builtin.module(tc.def(tc-bounds-checks))' 2> /dev/null | FileCheck %s
// RUN: tc-opt %s --pass-pipeline='builtin.module(tc.def(tc-bounds-checks{check=before}))' 2> /dev/null | FileCheck %s --check-prefix=BEFORE
// RUN: tc-opt %s --pass-pipeline='builtin.module(tc.def(tc-bounds-checks{check=computed}))' 2> /dev/null | FileCheck %s --check-prefix=COMPUTED

// CHECK-LABEL: tc.def @histogram(%X: !tc.tensor<[6], i32>) -> (%H: !tc.tensor<[5], i32>, %bounds_check: !tc.tensor<[6], i64>)
// CHECK-SAME:  {\22tensor\22:\22bounds_check\22,\22read\22:\22H\22,\22writes\22:true,\22subscripts\22:[null],\22dimension\22:0,\22low\22:0,\22high\22:5
// CHECK-NEXT:    tc.comprehension %bounds_check[i] (i in [0, 6)) {
// CHECK:         tc.comprehension %H[?] add init (i in [0, 6)) {
// CHECK:           %[[SMALLER:.*]] = arith.minsi %{{.*}}, %c4
// CHECK:           %[[CLAMPED:.*]] = arith.maxsi %[[SMALLER]], %c0
// CHECK:           tc.yield %{{.*}} at (%[[CLAMPED]]) : i32
// BEFORE-LABEL: tc.def @histogram(%X: !tc.tensor<[6], i32>) -> (%bounds_check: !tc.tensor<[], i32>)
// BEFORE-NEXT:    tc.comprehension %bounds_check[] max init (i in [0, 6)) {
// COMPUTED-LABEL: tc.def @histogram(
// COMPUTED-NOT:   arith.minsi
// COMPUTED:       tc.def
tc.def @histogram(%X: !tc.tensor<[6], i32>) -> (%H: !tc.tensor<[5], i32>) {
  tc.comprehension %H[?] add init (i in [0, 6)) {
    %0 = tc.read %X[i] : i32
    %1 = arith.index_cast %0 : i32 to index
    %2 = arith.constant 1 : i32
    tc.yield %2 at (%1) : i32
  }
}

// CHECK-LABEL: tc.def @in_a_loop(
// CHECK:         tc.for t in [0, 3) {
// CHECK-NEXT:      tc.comprehension %bounds_check[t, i] (i in [0, 6)) {
// CHECK:           tc.comprehension %H[t, ?] add init (i in [0, 6)) {
// BEFORE-LABEL: tc.def @in_a_loop(
// BEFORE-SAME:   -> ()
tc.def @in_a_loop(%X: !tc.tensor<[3, 6], i32>) -> (%H: !tc.tensor<[3, 5], i32>) {
  tc.for t in [0, 3) {
    tc.comprehension %H[t, ?] add init (i in [0, 6)) {
      %0 = tc.read %X[t, i] : i32
      %1 = arith.index_cast %0 : i32 to index
      %2 = arith.constant 1 : i32
      tc.yield %2 at (%1) : i32
    }
  }
}

// An empty tensor: no instance runs.
// CHECK-LABEL: tc.def @empty(
// CHECK:         tc.comprehension %H[?] add init (i in [0, 0)) {
tc.def @empty(%X: !tc.tensor<[6], i32>) -> (%H: !tc.tensor<[0], i32>) {
  tc.comprehension %H[?] add init (i in [0, 6)) {
    %0 = tc.read %X[i] : i32
    %1 = arith.index_cast %0 : i32 to index
    tc.yield %0 at (%1) : i32
  }
}
