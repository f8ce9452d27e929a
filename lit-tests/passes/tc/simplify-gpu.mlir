// On a GPU a part is computed once where that saves more than a launch: `a * A` of 1024^3 points, not of 128^3.
// RUN: tc-opt %s --split-input-file --pass-pipeline='builtin.module(tc-attach-target{target=sm_90a},tc.def(tc-simplify{invariants=true}))' | FileCheck %s

// CHECK-LABEL: tc.def @large
// CHECK: %C_part = tc.temporary : !tc.tensor<[1024, 1024], f32>
// CHECK-NEXT: tc.comprehension %C_part[n, k] (n in [0, 1024), k in [0, 1024)) {
tc.def @large(%a: !tc.tensor<[], f32>, %A: !tc.tensor<[1024, 1024], f32>, %B: !tc.tensor<[1024, 1024], f32>) -> (inout %C: !tc.tensor<[1024, 1024], f32>) {
  tc.comprehension %C[n, m] add (n in [0, 1024), m in [0, 1024), k in [0, 1024)) {
    %0 = tc.read %a[] : f32
    %1 = tc.read %A[n, k] : f32
    %2 = arith.mulf %0, %1 : f32
    %3 = tc.read %B[k, m] : f32
    %4 = arith.mulf %2, %3 : f32
    tc.yield %4 : f32
  }
}

// -----

// CHECK-LABEL: tc.def @small
// CHECK-NOT: tc.temporary
tc.def @small(%a: !tc.tensor<[], f32>, %A: !tc.tensor<[128, 128], f32>, %B: !tc.tensor<[128, 128], f32>) -> (inout %C: !tc.tensor<[128, 128], f32>) {
  tc.comprehension %C[n, m] add (n in [0, 128), m in [0, 128), k in [0, 128)) {
    %0 = tc.read %a[] : f32
    %1 = tc.read %A[n, k] : f32
    %2 = arith.mulf %0, %1 : f32
    %3 = tc.read %B[k, m] : f32
    %4 = arith.mulf %2, %3 : f32
    tc.yield %4 : f32
  }
}

// -----

// Converted factors stay on a GPU with matrix units that take them, if the option says so.
// RUN: tc-opt %s --split-input-file --pass-pipeline='builtin.module(tc-attach-target{target=sm_90a},tc.def(tc-simplify{invariants=true units=true}))' | FileCheck %s --check-prefix=UNITS
// UNITS-LABEL: tc.def @large
// UNITS: tc.temporary
// UNITS-LABEL: tc.def @half
// UNITS-NOT: tc.temporary
// CHECK-LABEL: tc.def @half
// CHECK-COUNT-2: tc.temporary
tc.def @half(%A: !tc.tensor<[1024, 1024], f16>, %B: !tc.tensor<[1024, 1024], f16>) -> (inout %C: !tc.tensor<[1024, 1024], f32>) {
  tc.comprehension %C[n, m] add (n in [0, 1024), m in [0, 1024), k in [0, 1024)) {
    %0 = tc.read %A[n, k] : f16
    %1 = arith.extf %0 : f16 to f32
    %2 = tc.read %B[k, m] : f16
    %3 = arith.extf %2 : f16 to f32
    %4 = arith.mulf %1, %3 : f32
    tc.yield %4 : f32
  }
}
