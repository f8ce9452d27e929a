// The numbers of the machine's vectors in one vector are powers of two; the last vector has a mask. LLVM takes vectors apart that are carried by a loop and have another length.
// RUN: tc-opt %s --pass-pipeline='builtin.module(any(loops-vectorize{lanes=4}))' | FileCheck %s
// 27 elements are 16, 8 and 3.
// CHECK-LABEL: func.func @known(
// CHECK-NOT: scf.for
// CHECK: %[[A:.*]] = vector.load %arg0[%c0] : memref<27xf32>, vector<16xf32>
// CHECK-NEXT: vector.store %[[A]], %arg1[%c0] : memref<27xf32>, vector<16xf32>
// CHECK: %[[M:.*]] = vector.constant_mask [3] : vector<4xi1>
// CHECK: %[[B:.*]] = vector.load %arg0[%[[I:.*]]] : memref<27xf32>, vector<8xf32>
// CHECK-NEXT: vector.store %[[B]], %arg1[%[[I]]] : memref<27xf32>, vector<8xf32>
// CHECK: vector.maskedload %arg0[%{{.*}}], %[[M]], %{{.*}} : memref<27xf32>, vector<4xi1>, vector<4xf32>
// CHECK-NEXT: vector.maskedstore %arg1[%{{.*}}], %[[M]], %{{.*}} : memref<27xf32>, vector<4xi1>, vector<4xf32>
// CHECK-NEXT: return
func.func @known(%A: memref<27xf32> {llvm.noalias}, %C: memref<27xf32> {llvm.noalias}) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c27 = arith.constant 27 : index
  scf.for %i = %c0 to %c27 step %c1 {
    %a = memref.load %A[%i] : memref<27xf32>
    memref.store %a, %C[%i] : memref<27xf32>
  } {tc.vector = "independent"}
  return
}
