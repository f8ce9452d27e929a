// Reductions are split where a condition on one index changes.
// RUN: tc-opt %s --split-input-file --pass-pipeline='builtin.module(tc.def(tc-split))' --tc-pass-statistics 2>%t | FileCheck %s
// RUN: FileCheck %s --check-prefix=COUNT < %t
// RUN: tc-opt %s --split-input-file --pass-pipeline='builtin.module(tc.def(tc-split))' --remarks-filter=tc-split 2>&1 -o /dev/null | FileCheck %s --check-prefix=WHY
// COUNT: {{^ *}}3 conditions
// COUNT-NEXT: {{^ *}}3 statements
// WHY: [Passed] condition on `t`{{.*}}2 statements
// WHY: [Passed] condition on `k`{{.*}}gone

// An index of the left side: each part starts from zeros, and has a branch of its own.
// CHECK-LABEL: tc.def @left
// CHECK: tc.comprehension %Y[t] add init (t in [0, 3), r in [0, 4)) {
// CHECK-NEXT: tc.value
// CHECK-NOT: scf.if
// CHECK: %[[ZERO:.*]] = arith.constant 0.0
// CHECK: tc.yield %[[ZERO]]
// CHECK: tc.comprehension %Y[t] add init (t in [3, 10), r in [0, 4)) {
// CHECK-NOT: scf.if
// CHECK: %[[X:.*]] = tc.read %X[r, t - 3] : f32
// CHECK-NEXT: tc.yield %[[X]]
tc.def @left(%X: !tc.tensor<[4, 10], f32>) -> (%Y: !tc.tensor<[10], f32>) {
  tc.comprehension %Y[t] add init (t in [0, 10), r in [0, 4)) {
    %t = tc.value t : i32
    %c3 = arith.constant 3 : i32
    %d = arith.subi %t, %c3 : i32
    %c0 = arith.constant 0 : i32
    %holds = arith.cmpi sge, %d, %c0 : i32
    %r = scf.if %holds -> f32 {
      %x = tc.read %X[r, t - 3] : f32
      scf.yield %x : f32
    } else {
      %zero = arith.constant 0.0 : f32
      scf.yield %zero : f32
    }
    tc.yield %r : f32
  }
}

// -----

// An index of the sum: only the first part starts from zeros. A condition in a branch goes too, and one that always holds.
// CHECK-LABEL: tc.def @sum
// CHECK: tc.comprehension %Y[i] add init (i in [0, 4), k in [0, 2)) {
// CHECK-NOT: scf.if
// CHECK: tc.comprehension %Y[i] add (i in [0, 4), k in [2, 8)) {
// CHECK-NOT: scf.if
// CHECK: tc.comprehension %Y[i] add (i in [0, 4), k in [8, 10)) {
// CHECK-NOT: scf.if
tc.def @sum(%X: !tc.tensor<[4, 10], f32>) -> (%Y: !tc.tensor<[4], f32>) {
  tc.comprehension %Y[i] add init (i in [0, 4), k in [0, 10)) {
    %k = tc.value k : i32
    %c2 = arith.constant 2 : i32
    %c8 = arith.constant 8 : i32
    %after = arith.cmpi sge, %k, %c2 : i32
    %before = arith.cmpi slt, %k, %c8 : i32
    %inside = arith.andi %after, %before : i1
    %zero = arith.constant 0.0 : f32
    %r = scf.if %inside -> f32 {
      %x = tc.read %X[i, k] : f32
      %again = scf.if %after -> f32 {
        scf.yield %x : f32
      } else {
        scf.yield %zero : f32
      }
      scf.yield %again : f32
    } else {
      scf.yield %zero : f32
    }
    tc.yield %r : f32
  }
}

// -----

// Two indices, a condition that changes at each value, and a statement that reads its target: all stay.
// CHECK-LABEL: tc.def @stays
// CHECK-COUNT-3: scf.if
tc.def @stays(%X: !tc.tensor<[10, 10], f32>) -> (%Y: !tc.tensor<[10], f32>, %Z: !tc.tensor<[10], f32>, inout %W: !tc.tensor<[10], f32>) {
  tc.comprehension %Y[i] add init (i in [0, 10), k in [0, 10)) {
    %i = tc.value i : i32
    %k = tc.value k : i32
    %zero = arith.constant 0.0 : f32
    %holds = arith.cmpi sle, %k, %i : i32
    %r = scf.if %holds -> f32 {
      %x = tc.read %X[i, k] : f32
      scf.yield %x : f32
    } else {
      scf.yield %zero : f32
    }
    tc.yield %r : f32
  }
  tc.comprehension %Z[i] add init (i in [0, 10), k in [0, 10)) {
    %k = tc.value k mod 2 : i32
    %c1 = arith.constant 1 : i32
    %zero = arith.constant 0.0 : f32
    %holds = arith.cmpi eq, %k, %c1 : i32
    %r = scf.if %holds -> f32 {
      %x = tc.read %X[i, k] : f32
      scf.yield %x : f32
    } else {
      scf.yield %zero : f32
    }
    tc.yield %r : f32
  }
  tc.comprehension %W[i] add (i in [0, 10), k in [0, 10)) {
    %k = tc.value k : i32
    %c1 = arith.constant 1 : i32
    %zero = arith.constant 0.0 : f32
    %holds = arith.cmpi sge, %k, %c1 : i32
    %r = scf.if %holds -> f32 {
      %x = tc.read %W[i] : f32
      scf.yield %x : f32
    } else {
      scf.yield %zero : f32
    }
    tc.yield %r : f32
  }
}

// -----

// A sum in half is not split over an index of the sum: its parts would be rounded one by one.
// CHECK-LABEL: tc.def @half
// CHECK: tc.comprehension %Y[i] add init (i in [0, 4), k in [0, 10)) {
// CHECK: scf.if
// CHECK-NOT: tc.comprehension
tc.def @half(%X: !tc.tensor<[4, 10], f16>) -> (%Y: !tc.tensor<[4], f16>) {
  tc.comprehension %Y[i] add init (i in [0, 4), k in [0, 10)) {
    %k = tc.value k : i32
    %c2 = arith.constant 2 : i32
    %after = arith.cmpi sge, %k, %c2 : i32
    %r = scf.if %after -> f32 {
      %x = tc.read %X[i, k] : f16
      %wide = arith.extf %x : f16 to f32
      scf.yield %wide : f32
    } else {
      %zero = arith.constant 0.0 : f32
      scf.yield %zero : f32
    }
    tc.yield %r : f32
  }
}
