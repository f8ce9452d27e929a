// Sizes without a value are arguments behind the arrays, each of which is passed by its first element.
// RUN: tc-opt %s --split-input-file --schedule-to-cpu --canonicalize --cse | FileCheck %s

// CHECK: func.func @smooth(%[[X:.*]]: memref<1xf32> {llvm.noalias}, %[[Y:.*]]: memref<1xf32> {llvm.noalias}, %[[N:.*]]: index) attributes
// CHECK-SAME: {name = "Y", role = "out", type = memref<?xf32>}], tc.sizes = ["N"]}
// CHECK: %[[XS:.*]] = memref.reinterpret_cast %[[X]] to offset: [0], sizes: [%[[N]]], strides: [1] : memref<1xf32> to memref<?xf32>
// CHECK: %[[M:.*]] = arith.subi %[[N]], %c2
// CHECK: %[[YS:.*]] = memref.reinterpret_cast %[[Y]] to offset: [0], sizes: [%[[M]]], strides: [1] : memref<1xf32> to memref<?xf32>
// CHECK: scf.parallel (%[[I:.*]]) = (%c0) to (%[[M]]) step (%c1)
// CHECK: %[[P:.*]] = arith.addi %[[I]], %c2
// CHECK: memref.load %[[XS]][%[[P]]]
// CHECK: memref.store %{{.*}}, %[[YS]][%[[I]]]
schedule.scop @smooth(%X: memref<?xf32>, out %Y: memref<?xf32>) sizes(N = %X[0]) context "[N] -> { : N >= 2 }" attributes {schedule.extents = {Y = ["N - 2"]}} {
  schedule.statement @S0(%i) {
    %0 = affine.load %X[%i + 2] : memref<?xf32>
    affine.store %0, %Y[%i] : memref<?xf32>
  }
  schedule.domain "[N] -> { S0[i] : 0 <= i < N - 2 }" {
    schedule.band (parallel coincident "{ S0[i] -> [i] }") {}
  }
}

// -----

// Strides follow from extents; a temporary has them too; a size that a body uses is the argument.
// CHECK: func.func @rows(%[[A:.*]]: memref<1xf32> {{.*}}, %[[B:.*]]: memref<1xf32> {{.*}}, %[[N:.*]]: index, %[[K:.*]]: index) attributes
// CHECK: %[[ROW:.*]] = arith.muli %[[K]], %c4
// CHECK: memref.reinterpret_cast %[[A]] to offset: [0], sizes: [%[[N]], %[[K]], 4], strides: [%[[ROW]], 4, 1] : memref<1xf32> to memref<?x?x4xf32>
// CHECK: memref.reinterpret_cast %[[B]] to offset: [0], sizes: [%[[N]], %[[K]]], strides: [%[[K]], 1] : memref<1xf32> to memref<?x?xf32>
// CHECK: %[[MORE:.*]] = arith.addi %[[K]], %c1
// CHECK: %[[T:.*]] = memref.alloc(%[[N]], %[[MORE]]) {alignment = 64 : i64} : memref<?x?xf32>
// CHECK: scf.for %[[J:.*]] = %c0 to %[[K]]
// CHECK: scf.for %[[J:.*]] = %c0 to %[[K]]
// CHECK: %[[BACK:.*]] = arith.subi %[[K]], %[[J]]
// CHECK: memref.load %[[T]][%{{.*}}, %[[BACK]]]
// CHECK: arith.index_cast %[[K]] : index to i32
// CHECK: memref.dealloc %[[T]] : memref<?x?xf32>
schedule.scop @rows(%A: memref<?x?x4xf32>, out %B: memref<?x?xf32>) sizes(N = %A[0], K = %A[1]) context "[N, K] -> { : N >= 0 and K >= 0 }" attributes {schedule.extents = {B = ["N", "K"], T = ["N", "K + 1"]}} {
  %T = schedule.array temporary : memref<?x?xf32>
  schedule.statement @S0(%i, %k) {
    %0 = affine.load %A[%i, %k, 3] : memref<?x?x4xf32>
    affine.store %0, %T[%i, %k + 1] : memref<?x?xf32>
  }
  schedule.statement @S1(%i, %k) {
    %c1 = arith.constant 1 : index
    %dim = memref.dim %A, %c1 : memref<?x?x4xf32>
    %0 = affine.load %T[%i, -%k + symbol(%dim)] : memref<?x?xf32>
    %1 = arith.index_cast %dim : index to i32
    %2 = arith.sitofp %1 : i32 to f32
    %3 = arith.mulf %0, %2 : f32
    affine.store %3, %B[%i, %k] : memref<?x?xf32>
  }
  schedule.domain "[N, K] -> { S0[i, k] : 0 <= i < N and 0 <= k < K; S1[i, k] : 0 <= i < N and 0 <= k < K }" {
    schedule.band permutable (parallel coincident "{ S0[i, k] -> [i]; S1[i, k] -> [i] }") {
      schedule.sequence {
        schedule.filter "{ S0[i, k] }" { schedule.band (coincident "{ S0[i, k] -> [k] }") {} }
        schedule.filter "{ S1[i, k] }" { schedule.band (coincident "{ S1[i, k] -> [k] }") {} }
      }
    }
  }
}
