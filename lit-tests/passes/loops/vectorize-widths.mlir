// All vectors have a power of two of lanes: LLVM takes others apart into single elements where a loop carries them or a mask is on them.
// RUN: tc-opt %s --pass-pipeline='builtin.module(any(loops-vectorize{lanes=4}))' | FileCheck %s
module {
  // Three vectors of the machine are one of two and one of one.
  // CHECK-LABEL: func.func @three(
  // CHECK: %[[FIRST:.*]] = vector.load %arg0[%c0] : memref<12xf32>, vector<8xf32>
  // CHECK: vector.store %[[FIRST]], %arg1[%c0] : memref<12xf32>, vector<8xf32>
  // CHECK: %[[LAST:.*]] = vector.load %arg0[%[[EIGHT:.*]]] : memref<12xf32>, vector<4xf32>
  // CHECK: vector.store %[[LAST]], %arg1[%[[EIGHT]]] : memref<12xf32>, vector<4xf32>
  func.func @three(%A: memref<12xf32>, %C: memref<12xf32>) {
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    %c12 = arith.constant 12 : index
    scf.for %j = %c0 to %c12 step %c1 {
      %x = memref.load %A[%j] : memref<12xf32>
      memref.store %x, %C[%j] : memref<12xf32>
    } {tc.vector = "independent"}
    return
  }
  // Six vectors, of which the last has a mask, are four and two.
  // CHECK-LABEL: func.func @rest(
  // CHECK: vector.load {{.*}} vector<16xf32>
  // CHECK: vector.constant_mask [7] : vector<8xi1>
  // CHECK: vector.maskedload {{.*}} vector<8xf32>
  // CHECK-NOT: vector.load
  func.func @rest(%A: memref<23xf32>, %C: memref<23xf32>) {
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    %c23 = arith.constant 23 : index
    scf.for %j = %c0 to %c23 step %c1 {
      %x = memref.load %A[%j] : memref<23xf32>
      memref.store %x, %C[%j] : memref<23xf32>
    } {tc.vector = "independent"}
    return
  }
  // A sum has one width: 16 lanes for 12 of them.
  // CHECK-LABEL: func.func @sum(
  // CHECK: vector.constant_mask [12] : vector<16xi1>
  // CHECK: vector.maskedload {{.*}} vector<16xf32>
  // CHECK: vector.reduction <add>, {{.*}} : vector<16xf32> into f32
  func.func @sum(%A: memref<12xf32> {llvm.noalias}, %C: memref<1xf32> {llvm.noalias}) {
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    %c12 = arith.constant 12 : index
    scf.for %j = %c0 to %c12 step %c1 {
      %x = memref.load %A[%j] : memref<12xf32>
      %y = memref.load %C[%c0] : memref<1xf32>
      %z = arith.addf %x, %y fastmath<reassoc> : f32
      memref.store %z, %C[%c0] : memref<1xf32>
    } {tc.vector = "reduce"}
    return
  }
}
