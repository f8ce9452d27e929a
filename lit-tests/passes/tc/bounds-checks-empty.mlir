// A write at a place that is data, to a tensor without elements: with indices no instance runs, without any it is refused.
// RUN: not tc-opt %s --pass-pipeline='builtin.module(tc.def(tc-bounds-checks))' 2>&1 | FileCheck %s

// CHECK: error: `H` has no elements to write to
tc.def @one(%X: !tc.tensor<[], i32>) -> (inout %H: !tc.tensor<[0], i32>) {
  tc.comprehension %H[?] add () {
    %0 = tc.read %X[] : i32
    %row = arith.index_cast %0 : i32 to index
    %1 = arith.constant 1 : i32
    tc.yield %1 at (%row) : i32
  }
}
