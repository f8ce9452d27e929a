// A row that a loop takes backwards is a vector with its lanes reversed; what is left of the loop, under a mask, is gathered.
// RUN: tc-opt %s --pass-pipeline='builtin.module(any(loops-vectorize{lanes=4 registers=1}))' | FileCheck %s
// RUN: tc-opt %s --pass-pipeline='builtin.module(any(loops-vectorize{lanes=4 registers=1}))' --tc-pass-statistics -o /dev/null 2>&1 | FileCheck %s --check-prefix=COUNT
// COUNT: {{^ *}}2 contiguous
// COUNT-NEXT: {{^ *}}2 scattered

// CHECK-LABEL: func.func @turn(
// CHECK: scf.for %[[I:.*]] = %c0 to %{{.*}} step %c4 {
// CHECK: %[[AT:.*]] = arith.subi %c10, %[[I]] : index
// CHECK: %[[M3:.*]] = arith.constant -3 : index
// CHECK-NEXT: %[[FIRST:.*]] = arith.addi %[[AT]], %[[M3]] : index
// CHECK-NEXT: %[[ROW:.*]] = vector.load %arg0[%[[FIRST]]] : memref<11xf32>, vector<4xf32>
// CHECK-NEXT: %[[BACK:.*]] = vector.shuffle %[[ROW]], %[[ROW]] [3, 2, 1, 0] : vector<4xf32>, vector<4xf32>
// CHECK: %[[OUT:.*]] = vector.shuffle %[[BACK]], %[[BACK]] [3, 2, 1, 0]
// CHECK-NEXT: vector.store %[[OUT]], %arg1[%{{.*}}] : memref<11xf32>, vector<4xf32>
// CHECK: vector.gather %arg0
// CHECK: vector.scatter %arg1
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
