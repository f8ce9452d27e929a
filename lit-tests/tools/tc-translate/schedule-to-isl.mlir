// The tree of a scop as isl writes it; isl's tools read it.
// RUN: tc-opt %s --tc-to-schedule | tc-translate --schedule-to-isl --entry mv | FileCheck %s
// RUN: tc-opt %s --tc-to-schedule -o %t.mlir
// RUN: not tc-translate --schedule-to-isl %t.mlir 2>&1 | FileCheck %s --check-prefix=WHICH
// RUN: not tc-translate --schedule-to-isl --entry mw %t.mlir 2>&1 | FileCheck %s --check-prefix=UNKNOWN
// RUN: not tc-translate --schedule-to-isl %s 2>&1 | FileCheck %s --check-prefix=NONE

// CHECK: domain: "[M, K] -> { S0[i] : 0 <= i < M; S1[i, k] : 0 <= i < M and 0 <= k < K }"
// CHECK-NEXT: child:
// CHECK-NEXT: sequence:
// CHECK-NEXT: - filter: "{ S0[i] }"
// CHECK: schedule: "[{ S1[i, k] -> [(i)] }, { S1[i, k] -> [(k)] }]"
// CHECK-NEXT: permutable: 1
// CHECK-NEXT: coincident: [ 1, 0 ]

// WHICH: error: name one scop with `--entry`: mv, copy
// UNKNOWN: error: no scop `mw`; there are mv, copy
// NONE: error: the module holds no `schedule.scop`; `tc-to-schedule` makes one

tc.def @mv(%A: !tc.tensor<[M, K], f32>, %x: !tc.tensor<[K], f32>) -> (%C: !tc.tensor<[M], f32>) {
  tc.comprehension %C[i] add init (i in [0, M), k in [0, K)) {
    %a = tc.read %A[i, k] : f32
    %b = tc.read %x[k] : f32
    %p = arith.mulf %a, %b : f32
    tc.yield %p : f32
  }
}

tc.def @copy(%a: !tc.tensor<[N], f32>) -> (%b: !tc.tensor<[N], f32>) {
  tc.comprehension %b[i] (i in [0, N)) {
    %0 = tc.read %a[i] : f32
    tc.yield %0 : f32
  }
}
