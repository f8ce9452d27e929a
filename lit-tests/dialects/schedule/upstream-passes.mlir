// Upstream's passes understand the operations: their declared traits and effects are correct.

// RUN: tc-opt %s -canonicalize -cse -inline -symbol-dce -loop-invariant-code-motion | FileCheck %s
// RUN: tc-opt %s -emit-bytecode | tc-opt | FileCheck %s --check-prefix=BYTECODE
// RUN: tc-opt %s -mlir-print-debuginfo | tc-opt -mlir-print-debuginfo | FileCheck %s --check-prefix=LOCATIONS

// An index of a statement is a symbol to the affine dialect, as a function's argument is. Pure operations of a body fold and merge, constants stay in their statement, unused arrays are removed, two equal
// arrays are not merged, and the tree does not change.
// CHECK-LABEL: schedule.scop @work
// CHECK-NEXT:    %S = schedule.array temporary : memref<8xf32>
// CHECK-NEXT:    %T = schedule.array temporary : memref<8xf32>
// CHECK-NEXT:    schedule.statement @S0(%i) {
// CHECK-NEXT:      %[[CONSTANT:.*]] = arith.constant 2.000000e+00 : f32
// CHECK-NEXT:      %[[LOAD:.*]] = affine.load %A[symbol(%i)] : memref<8xf32>
// CHECK-NEXT:      %[[PRODUCT:.*]] = arith.mulf %[[LOAD]], %[[CONSTANT]] : f32
// CHECK-NEXT:      affine.store %[[PRODUCT]], %S[symbol(%i)] : memref<8xf32>
// CHECK-NEXT:      affine.store %[[PRODUCT]], %T[symbol(%i)] : memref<8xf32>
// CHECK-NEXT:    }
// CHECK-NEXT:    schedule.domain "{ S0[i] : 0 <= i <= 7 }" {
// CHECK-NEXT:      schedule.sequence {
// CHECK-NEXT:        schedule.filter "{ S0[i] : i <= 3 }" {}
// CHECK-NEXT:        schedule.filter "{ S0[i] : i >= 4 }" {}
// BYTECODE-LABEL: schedule.scop @work(%A: memref<8xf32>) {
// BYTECODE:         schedule.statement @S0(%i) {
// BYTECODE:         schedule.filter "{ S0[i] : i <= 3 }" {}
// LOCATIONS:      schedule.scop @work(%A: memref<8xf32> loc("a.tc":1:13))
// LOCATIONS:      schedule.statement @S0(%i loc("a.tc":2:3))
// LOCATIONS:      schedule.filter "{ S0[i] : i <= 3 }" {} loc([[FILTER:#loc[0-9]*]])
// LOCATIONS:      [[FILTER]] = loc("a.tc":3:1)
schedule.scop @work(%A: memref<8xf32> loc("a.tc":1:13)) {
  %S = schedule.array temporary : memref<8xf32>
  %T = schedule.array temporary : memref<8xf32>
  %unused = schedule.array temporary : memref<8xf32>
  schedule.statement @S0(%i loc("a.tc":2:3)) {
    %0 = affine.load %A[%i] : memref<8xf32>
    %1 = affine.load %A[%i] : memref<8xf32>
    %dead = arith.addf %0, %1 : f32
    %2 = arith.constant 2.0 : f32
    %3 = arith.mulf %2, %0 : f32
    %4 = arith.mulf %2, %1 : f32
    affine.store %3, %S[%i] : memref<8xf32>
    affine.store %4, %T[%i] : memref<8xf32>
  }
  schedule.domain "{ S0[i] : 0 <= i < 8 }" {
    schedule.sequence {
      schedule.filter "{ S0[i] : i < 4 }" {} loc("a.tc":3:1)
      schedule.filter "{ S0[i] : i >= 4 }" {}
    }
  }
}
