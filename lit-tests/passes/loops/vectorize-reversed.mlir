// A row that a loop takes backwards is a vector with its lanes reversed; what is left of the loop has the last lanes of one.
// RUN: tc-opt %s --pass-pipeline='builtin.module(any(loops-vectorize{lanes=4 registers=1}))' | FileCheck %s
// RUN: tc-opt %s --pass-pipeline='builtin.module(any(loops-vectorize{lanes=4 registers=1}))' --tc-pass-statistics -o /dev/null 2>&1 | FileCheck %s --check-prefix=COUNT
// COUNT: {{^ *}}8 contiguous
// COUNT-NEXT: {{^ *}}0 scattered

// CHECK-LABEL: func.func @turn(
// CHECK: scf.for %[[I:.*]] = %c0 to %{{.*}} step %c4 {
// CHECK: %[[AT:.*]] = arith.subi %c10, %[[I]] : index
// CHECK: %[[M3:.*]] = arith.constant -3 : index
// CHECK-NEXT: %[[FIRST:.*]] = arith.addi %[[AT]], %[[M3]] : index
// CHECK-NEXT: %[[ROW:.*]] = vector.load %arg0[%[[FIRST]]] : memref<11xf32>, vector<4xf32>
// CHECK-NEXT: %[[BACK:.*]] = vector.shuffle %[[ROW]], %[[ROW]] [3, 2, 1, 0] : vector<4xf32>, vector<4xf32>
// CHECK: %[[OUT:.*]] = vector.shuffle %[[BACK]], %[[BACK]] [3, 2, 1, 0]
// CHECK-NEXT: vector.store %[[OUT]], %arg1[%{{.*}}] : memref<11xf32>, vector<4xf32>
// CHECK: %[[OTHERS:.*]] = vector.constant_mask [1] : vector<4xi1>
// CHECK: %[[LAST:.*]] = arith.xori %[[OTHERS]], %{{.*}} : vector<4xi1>
// CHECK: %[[SOME:.*]] = vector.maskedload %arg0[%{{.*}}], %[[LAST]], %{{.*}} : memref<11xf32>, vector<4xi1>, vector<4xf32> into vector<4xf32>
// CHECK: vector.shuffle %[[SOME]], %[[SOME]] [3, 2, 1, 0]
// CHECK: vector.maskedstore %arg1[%{{.*}}], %{{.*}}, %{{.*}} : memref<11xf32>, vector<4xi1>, vector<4xf32>
func.func @turn(%A: memref<11xf32>, %C: memref<11xf32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c10 = arith.constant 10 : index
  %c11 = arith.constant 11 : index
  scf.for %i = %c0 to %c11 step %c1 {
    %at = arith.subi %c10, %i : index
    %x = memref.load %A[%at] : memref<11xf32>
    memref.store %x, %C[%at] : memref<11xf32>
  } {tc.vector = "independent"}
  return
}

// The number of iterations left is known at run time only.
// CHECK-LABEL: func.func @some(
// CHECK: %[[LEFT:.*]] = arith.remui
// CHECK: %[[OTHERS:.*]] = arith.subi %c4{{.*}}, %[[LEFT]] : index
// CHECK: vector.create_mask %[[OTHERS]] : vector<4xi1>
// CHECK: vector.maskedload %arg0
// CHECK-NOT: gather
func.func @some(%A: memref<11xf32>, %C: memref<11xf32>, %n: index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c10 = arith.constant 10 : index
  scf.for %i = %c0 to %n step %c1 {
    %at = arith.subi %c10, %i : index
    %x = memref.load %A[%at] : memref<11xf32>
    memref.store %x, %C[%i] : memref<11xf32>
  } {tc.vector = "independent"}
  return
}
