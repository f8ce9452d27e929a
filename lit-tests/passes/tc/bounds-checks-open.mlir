// Sizes that are names: subscripts from inputs have one flag for all values, with bounds of sizes; the program stays as it is.
// RUN: tc-opt %s --tc-bounds-checks=check=before | FileCheck %s
// RUN: tc-opt %s --tc-bounds-checks=check=computed | FileCheck %s --check-prefix=PROGRAM

// CHECK-LABEL: tc.def @rows(%T: !tc.tensor<[N, D], f32>, %I: !tc.tensor<[M], i32>) -> (%bounds_check: !tc.tensor<[], i32>)
// CHECK: tc.comprehension %bounds_check[] max init (i in [0, M)) {
// CHECK: %[[I:.*]] = tc.read %I[i] : i32
// CHECK: %[[VALUE:.*]] = arith.index_cast %{{.*}} : index to i64
// CHECK: %[[OFFSET:.*]] = arith.subi %[[VALUE]], %c0_i64
// CHECK: %[[N:.*]] = tc.value N : i64
// CHECK: %[[EXTENT:.*]] = arith.subi %[[N]], %c0_i64
// CHECK: %[[INSIDE:.*]] = arith.cmpi ult, %[[OFFSET]], %[[EXTENT]] : i64
// CHECK: %[[WRONG:.*]] = arith.xori %[[INSIDE]], %true
// Without columns nothing is read.
// CHECK: %[[D:.*]] = tc.value D : i64
// CHECK: %[[RUNS:.*]] = arith.cmpi slt, %{{.*}}, %[[D]] : i64
// CHECK: %[[READ:.*]] = arith.andi %[[WRONG]], %[[RUNS]]
// CHECK: %[[FLAG:.*]] = arith.extui %[[READ]] : i1 to i32
// CHECK: tc.yield %[[FLAG]] : i32
// CHECK-NOT: tc.comprehension

// PROGRAM-LABEL: tc.def @rows(
// PROGRAM-NOT: %bounds_check
// PROGRAM: tc.comprehension %O[i, j] (i in [0, M), j in [0, D)) {
// PROGRAM-NOT: arith.minsi
tc.def @rows(%T: !tc.tensor<[N, D], f32>, %I: !tc.tensor<[M], i32>) -> (%O: !tc.tensor<[M, D], f32>) {
  tc.comprehension %O[i, j] (i in [0, M), j in [0, D)) {
    %0 = tc.read %I[i] : i32
    %1 = arith.index_cast %0 : i32 to index
    %2 = tc.read %T[%1, j] : f32
    tc.yield %2 : f32
  }
}
