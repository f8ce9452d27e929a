// Short conditions whose operations have no effect become choices between values.
// RUN: tc-opt %s --split-input-file --pass-pipeline='builtin.module(schedule.scop(schedule-speculate,schedule-verify))' --tc-pass-statistics 2>%t | FileCheck %s
// RUN: FileCheck %s --check-prefix=COUNT < %t
// RUN: tc-opt %s --split-input-file --pass-pipeline='builtin.module(schedule.scop(schedule-speculate{operations=1}))' | FileCheck %s --check-prefix=FEW
// RUN: tc-opt %s --split-input-file --pass-pipeline='builtin.module(schedule.scop(schedule-speculate))' --remarks-filter=schedule-speculate 2>&1 -o /dev/null | FileCheck %s --check-prefix=WHY
// COUNT: {{^ *}}2 choices
// WHY: [Passed] {{.*}}nothing under it has an effect, and its loads are in bounds for all instances{{.*}}a choice between two values

// A condition in a condition, inner ones first.
// CHECK-LABEL: schedule.scop @inputs
// CHECK: schedule.statement @S
// CHECK-NEXT: %[[X:.*]] = affine.load %X[%i]
// CHECK-NEXT: %[[L:.*]] = affine.load %l[]
// CHECK-NEXT: %[[ABOVE:.*]] = arith.cmpf ogt, %[[X]], %[[L]]
// CHECK-NEXT: %[[CST:.*]] = arith.constant
// CHECK-NEXT: %[[AGAIN:.*]] = affine.load %X[%i]
// CHECK-NEXT: %[[BELOW:.*]] = arith.cmpf ole, %[[AGAIN]], %[[CST]]
// CHECK-NEXT: %[[DOUBLE:.*]] = arith.addf %[[AGAIN]], %[[AGAIN]]
// CHECK-NEXT: %[[INNER:.*]] = arith.select %[[BELOW]], %[[DOUBLE]], %[[CST]]
// CHECK-NEXT: %[[OUTER:.*]] = arith.select %[[ABOVE]], %[[INNER]], %[[L]]
// CHECK-NEXT: affine.store %[[OUTER]], %Y[%i]
// FEW-LABEL: schedule.scop @inputs
// FEW: scf.if
// FEW-NOT: scf.if
// FEW: arith.select
schedule.scop @inputs(%X: memref<8xf32>, %l: memref<f32>, out %Y: memref<8xf32>) {
  schedule.statement @S(%i) {
    %x = affine.load %X[%i] : memref<8xf32>
    %l0 = affine.load %l[] : memref<f32>
    %above = arith.cmpf ogt, %x, %l0 : f32
    %y = scf.if %above -> (f32) {
      %c = arith.constant 2.0 : f32
      %again = affine.load %X[%i] : memref<8xf32>
      %below = arith.cmpf ole, %again, %c : f32
      %inner = scf.if %below -> (f32) {
        %double = arith.addf %again, %again : f32
        scf.yield %double : f32
      } else {
        scf.yield %c : f32
      }
      scf.yield %inner : f32
    } else {
      scf.yield %l0 : f32
    }
    affine.store %y, %Y[%i] : memref<8xf32>
  }
  schedule.domain "{ S[i] : 0 <= i < 8 }" {
    schedule.band permutable (coincident "{ S[i] -> [i] }") {}
  }
}

// -----

// The element before the first one does not exist.
// CHECK-LABEL: schedule.scop @outside
// CHECK: scf.if
schedule.scop @outside(%X: memref<8xf32>, out %Y: memref<8xf32>) {
  schedule.statement @S(%i) {
    %zero = arith.constant 0.0 : f32
    %c1 = arith.constant 1 : index
    %inside = arith.cmpi sge, %i, %c1 : index
    %y = scf.if %inside -> (f32) {
      %x = affine.load %X[%i - 1] : memref<8xf32>
      scf.yield %x : f32
    } else {
      scf.yield %zero : f32
    }
    affine.store %y, %Y[%i] : memref<8xf32>
  }
  schedule.domain "{ S[i] : 0 <= i < 8 }" {
    schedule.band permutable (coincident "{ S[i] -> [i] }") {}
  }
}

// -----

// An array that the scop writes may not have been written where the condition does not hold.
// CHECK-LABEL: schedule.scop @written
// CHECK: scf.if
schedule.scop @written(%M: memref<8xi32>, inout %Y: memref<8xf32>) {
  schedule.statement @S(%i) {
    %zero = arith.constant 0.0 : f32
    %one = arith.constant 1 : i32
    %m = affine.load %M[%i] : memref<8xi32>
    %set = arith.cmpi eq, %m, %one : i32
    %y = scf.if %set -> (f32) {
      %x = affine.load %Y[%i] : memref<8xf32>
      scf.yield %x : f32
    } else {
      scf.yield %zero : f32
    }
    affine.store %y, %Y[%i] : memref<8xf32>
  }
  schedule.domain "{ S[i] : 0 <= i < 8 }" {
    schedule.band permutable (coincident "{ S[i] -> [i] }") {}
  }
}

// -----

// A division by zero traps.
// CHECK-LABEL: schedule.scop @division
// CHECK: scf.if
schedule.scop @division(%M: memref<8xi32>, out %Y: memref<8xi32>) {
  schedule.statement @S(%i) {
    %zero = arith.constant 0 : i32
    %m = affine.load %M[%i] : memref<8xi32>
    %set = arith.cmpi ne, %m, %zero : i32
    %y = scf.if %set -> (i32) {
      %q = arith.divsi %m, %m : i32
      scf.yield %q : i32
    } else {
      scf.yield %zero : i32
    }
    affine.store %y, %Y[%i] : memref<8xi32>
  }
  schedule.domain "{ S[i] : 0 <= i < 8 }" {
    schedule.band permutable (coincident "{ S[i] -> [i] }") {}
  }
}
