// With `verify=false` loops are generated from trees that the proof refuses: the first one lacks a barrier, the guard of the second one excludes
// instances.
// RUN: not tc-opt %s --split-input-file --schedule-to-gpu -o /dev/null 2>&1 | FileCheck %s --check-prefix=PROOF
// RUN: tc-opt %s --split-input-file --pass-pipeline='builtin.module(schedule-to-gpu{verify=false})' | FileCheck %s

// PROOF: error: the flow dependence S1[1] -> S2[1, 0] on `B` is broken: different threads run them, with no barrier in between
// PROOF: error: the guard may not hold, and then instances below it never run


// Each child of the sequence at the root is a kernel in a separate module, with its own grid and block and the arrays that it accesses.
// Statements that are not mapped to an axis run at coordinate 0 of it: here S1, which is not on thread.y as S2 is.
// CHECK-LABEL: gpu.module @two_k0
// CHECK: gpu.func @two_k0(%arg0: memref<64xf32> {llvm.align = 16 : i64, llvm.noalias, llvm.readonly}, %arg1: memref<64xf32> {llvm.align = 16 : i64, llvm.noalias}) kernel
// CHECK-SAME: known_block_size = array<i32: 8, 1, 1>, known_grid_size = array<i32: 1, 1, 1>
// CHECK: gpu.module @two_k1
// CHECK: gpu.func @two_k1(%arg0: memref<64xf32> {llvm.align = 16 : i64, llvm.noalias}, %arg1: memref<64xf32> {llvm.align = 16 : i64, llvm.noalias, llvm.readonly}) kernel
// CHECK-SAME: known_block_size = array<i32: 8, 4, 1>, known_grid_size = array<i32: 2, 1, 1>
// CHECK: %[[P:.*]] = memref.alloca() {{.*}} : memref<4xf32>
// CHECK: %[[FIRST:.*]] = arith.cmpi eq, %thread_id_y, %c0 : index
// CHECK: scf.if %[[FIRST]] {
// CHECK: memref.load %arg1
// CHECK: memref.store %{{.*}}, %arg0
// CHECK: scf.for %{{.*}} = %thread_id_y to %c16 step %c4
// CHECK: memref.store %{{.*}}, %[[P]][%c0]
// CHECK: memref.store %{{.*}}, %[[P]][%c3]
// CHECK: func.func @two(
// CHECK: %[[T:.*]] = memref.alloc()
// CHECK: gpu.launch_func @two_k0::@two_k0 {{.*}} args(%arg0 : memref<64xf32>, %[[T]] : memref<64xf32>)
// CHECK: gpu.launch_func @two_k1::@two_k1 {{.*}} args(%arg1 : memref<64xf32>, %[[T]] : memref<64xf32>)
// CHECK: memref.dealloc %[[T]]
schedule.scop @two(%A: memref<64xf32>, out %B: memref<64xf32>) grid(2) block(8, 4) {
  %T = schedule.array temporary : memref<64xf32>
  %p = schedule.array private : memref<4xf32>
  schedule.statement @S0(%i) {
    %0 = affine.load %A[%i] : memref<64xf32>
    affine.store %0, %T[%i] : memref<64xf32>
  }
  schedule.statement @S1(%i) {
    %0 = affine.load %T[%i] : memref<64xf32>
    affine.store %0, %B[%i] : memref<64xf32>
  }
  schedule.statement @S2(%i, %j) {
    %0 = affine.load %B[16 * (%i floordiv 16) + %i mod 16] : memref<64xf32>
    affine.store %0, %p[%j] : memref<4xf32>
  }
  schedule.domain "{ S0[i] : 0 <= i < 64; S1[i] : 0 <= i < 64; S2[i, j] : 0 <= i < 64 and 0 <= j < 4 }" {
    schedule.sequence {
      schedule.filter "{ S0[i] }" {
        schedule.band (thread.x coincident "{ S0[i] -> [i] }") {}
      }
      schedule.filter "{ S1[i]; S2[i, j] }" {
        schedule.band tiles(32) (block.x coincident "{ S1[i] -> [32*floor(i/32)]; S2[i, j] -> [32*floor(i/32)] }") {
          schedule.band (sequential "{ S1[i] -> [16*floor(i/16)]; S2[i, j] -> [16*floor(i/16)] }") {
            schedule.sequence {
              schedule.filter "{ S1[i] }" {
                schedule.band (thread.x coincident "{ S1[i] -> [i mod 16] }") {}
              }
              schedule.filter "{ S2[i, j] }" {
                schedule.band (thread.y coincident "{ S2[i, j] -> [i mod 16] }") {
                  schedule.band (unroll "{ S2[i, j] -> [j] }") {}
                }
              }
            }
          }
        }
      }
    }
  }
}

// -----

// A member that equals the block index has no loop; the guard below it tests that index.
// CHECK-LABEL: gpu.func @guarded_k0
// CHECK-DAG: %[[B:.*]] = gpu.block_id x upper_bound 2
// CHECK-DAG: %[[T:.*]] = gpu.thread_id x upper_bound 32
// CHECK: %[[LAST:.*]] = arith.cmpi eq, %[[B]], %c1 : index
// CHECK-NEXT: scf.if %[[LAST]] {
// CHECK-NEXT: %[[I:.*]] = arith.addi %[[T]], %c32 : index
// CHECK-NEXT: memref.load %arg0[%[[I]]]
schedule.scop @guarded(%A: memref<64xf32>, out %B: memref<64xf32>) grid(2) block(32) {
  schedule.statement @S0(%i) {
    %0 = affine.load %A[%i] : memref<64xf32>
    affine.store %0, %B[%i] : memref<64xf32>
  }
  schedule.domain "{ S0[i] : 0 <= i < 64 }" {
    schedule.band (block.x coincident "{ S0[i] -> [floor(i/32)] }") {
      schedule.guard "{ [b] : b >= 1 }" {
        schedule.band (thread.x coincident "{ S0[i] -> [i mod 32] }") {}
      }
    }
  }
}

