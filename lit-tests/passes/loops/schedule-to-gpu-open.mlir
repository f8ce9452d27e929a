// Kernels take sizes without a value behind their arrays; the host allocates temporaries by them.
// RUN: tc-opt %s --schedule-to-gpu --canonicalize --cse | FileCheck %s

// CHECK: gpu.func @shift_k0(%[[X:.*]]: memref<1xf32> {llvm.align = 4 : i64, llvm.noalias, llvm.readonly}, %[[T:.*]]: memref<1xf32> {llvm.align = 4 : i64, llvm.noalias}, %[[N:.*]]: index) kernel
// CHECK: memref.reinterpret_cast %[[X]] to offset: [0], sizes: [%[[N]]], strides: [1] : memref<1xf32> to memref<?xf32>
// CHECK: %[[LAST:.*]] = arith.subi %[[N]], %c1
// CHECK: %[[TILE:.*]] = arith.floordivsi %[[LAST]], %c32
// CHECK: %[[TILES:.*]] = arith.addi %[[TILE]], %c1
// CHECK: scf.for %{{.*}} = %block_id_x to %[[TILES]] step %c4
// CHECK: gpu.func @shift_k1(
// CHECK: func.func @shift(%[[X:.*]]: memref<1xf32> {llvm.noalias}, %[[Y:.*]]: memref<1xf32> {llvm.noalias}, %[[N:.*]]: index) attributes
// CHECK-SAME: tc.sizes = ["N"]
// CHECK: %[[MORE:.*]] = arith.addi %[[N]], %c1
// CHECK: %[[T:.*]] = memref.alloc(%[[MORE]]) {alignment = 64 : i64} : memref<?xf32>
// CHECK: %[[FIRST:.*]] = memref.reinterpret_cast %[[T]] to offset: [0], sizes: [1], strides: [1] : memref<?xf32> to memref<1xf32>
// CHECK: gpu.launch_func @shift_k0::@shift_k0 blocks in (%c4, %c1, %c1) threads in (%c32, %c1, %c1) args(%[[X]] : memref<1xf32>, %[[FIRST]] : memref<1xf32>, %[[N]] : index)
// CHECK: gpu.launch_func @shift_k1::@shift_k1 {{.*}} args(%[[Y]] : memref<1xf32>, %[[FIRST]] : memref<1xf32>, %[[N]] : index)
// CHECK: memref.dealloc %[[T]] : memref<?xf32>
schedule.scop @shift(%X: memref<?xf32>, out %Y: memref<?xf32>) sizes(N = %X[0]) context "[N] -> { : N >= 0 }" grid(4) block(32) attributes {schedule.extents = {T = ["N + 1"], Y = ["N"]}} {
  %T = schedule.array temporary : memref<?xf32>
  schedule.statement @S0(%i) {
    %0 = affine.load %X[%i] : memref<?xf32>
    affine.store %0, %T[%i + 1] : memref<?xf32>
  }
  schedule.statement @S1(%i) {
    %0 = affine.load %T[%i + 1] : memref<?xf32>
    affine.store %0, %Y[%i] : memref<?xf32>
  }
  schedule.domain "[N] -> { S0[i] : 0 <= i < N; S1[i] : 0 <= i < N }" {
    schedule.sequence {
      schedule.filter "{ S0[i] }" {
        schedule.band tag "tile" (block.x coincident "{ S0[i] -> [floor(i/32)] }") {
          schedule.band (thread.x coincident "{ S0[i] -> [i mod 32] }") {}
        }
      }
      schedule.filter "{ S1[i] }" {
        schedule.band tag "tile" (block.x coincident "{ S1[i] -> [floor(i/32)] }") {
          schedule.band (thread.x coincident "{ S1[i] -> [i mod 32] }") {}
        }
      }
    }
  }
}
