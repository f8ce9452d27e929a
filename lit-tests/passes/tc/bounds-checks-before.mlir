// Subscripts from inputs are checked by a separate def; computed subscripts are checked in the program.
// RUN: tc-opt %s --tc-bounds-checks=check=before | FileCheck %s --check-prefix=FLAGS
// RUN: tc-opt %s --tc-bounds-checks=check=before-values | FileCheck %s --check-prefix=VALUES
// RUN: tc-opt %s --tc-bounds-checks=check=computed | FileCheck %s --check-prefix=COMPUTED

// The def keeps its inputs, including those updated in place; a flag for each row.
// FLAGS-LABEL: tc.def @f(
// FLAGS-SAME: %T: !tc.tensor<[5], f32>, %I: !tc.tensor<[4, 6], i32>, %x: !tc.tensor<[4], i32>) -> (%bounds_check: !tc.tensor<[4], i32>)
// FLAGS-NOT: tc.temporary
// FLAGS: tc.comprehension %bounds_check[i] max init (i in [0, 4), j in [0, 6)) {
// FLAGS-NEXT: %[[I:.*]] = tc.read %I[i, j] : i32
// FLAGS-NEXT: %[[INDEX:.*]] = arith.index_cast %[[I]] : i32 to index
// FLAGS-NEXT: %[[VALUE:.*]] = arith.index_cast %[[INDEX]] : index to i64
// FLAGS: %[[OFFSET:.*]] = arith.subi %[[VALUE]], %c0_i64
// FLAGS: %[[INSIDE:.*]] = arith.cmpi ult, %[[OFFSET]], %c5_i64
// FLAGS: %[[FLAG:.*]] = arith.select %[[INSIDE]], %c0_i32, %c1_i32
// FLAGS: tc.yield %[[FLAG]] : i32
// FLAGS-NOT: tc.comprehension

// VALUES-LABEL: tc.def @f(
// VALUES-SAME: -> (%bounds_check: !tc.tensor<[4, 6], i64>)
// VALUES: tc.comprehension %bounds_check[i, j] (i in [0, 4), j in [0, 6)) {
// VALUES-NOT: tc.comprehension

// The read that another def checks is unchanged; the other one is recorded and clamped.
// COMPUTED-LABEL: tc.def @f(
// COMPUTED-SAME: -> (%o: !tc.tensor<[4], f32>, inout %x: !tc.tensor<[4], i32>, %bounds_check: !tc.tensor<[4], i64>)
// COMPUTED: tc.comprehension %o[i] add init
// COMPUTED-NOT: arith.minsi
// COMPUTED: tc.comprehension %x[i]
// COMPUTED: tc.comprehension %bounds_check[i]
// COMPUTED: tc.comprehension %o[i] add
// COMPUTED: arith.minsi
// COMPUTED: arith.maxsi
tc.def @f(%T: !tc.tensor<[5], f32>, %I: !tc.tensor<[4, 6], i32>) -> (%o: !tc.tensor<[4], f32>, inout %x: !tc.tensor<[4], i32>) {
  %t = tc.temporary : !tc.tensor<[4], f32>
  tc.comprehension %o[i] add init (i in [0, 4), j in [0, 6)) {
    %0 = tc.read %I[i, j] : i32
    %1 = arith.index_cast %0 : i32 to index
    %2 = tc.read %T[%1] : f32
    tc.yield %2 : f32
  }
  tc.comprehension %x[i] (i in [0, 4)) {
    %0 = tc.read %x[i] : i32
    %1 = arith.addi %0, %0 : i32
    tc.yield %1 : i32
  }
  tc.comprehension %o[i] add (i in [0, 4)) {
    %0 = tc.read %x[i] : i32
    %1 = arith.index_cast %0 : i32 to index
    %2 = tc.read %T[%1] : f32
    tc.yield %2 : f32
  }
}
