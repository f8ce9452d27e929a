// A mapped scop becomes kernels and a function that launches them.
// RUN: tc-opt %s --split-input-file --schedule-to-gpu | FileCheck %s
// RUN: tc-opt %s --split-input-file --schedule-to-gpu | tc-opt --split-input-file | FileCheck %s
// RUN: tc-opt %s --split-input-file --tc-pass-statistics --schedule-to-gpu -o /dev/null 2>&1 | FileCheck %s --check-prefix=COUNT
// For loops-verify, the tree stays beside the loops, and each body says which instance it may be.
// RUN: tc-opt %s --split-input-file --pass-pipeline='builtin.module(schedule-to-gpu{origin=true})' | FileCheck %s --check-prefix=ORIGIN
// ORIGIN: schedule.instance @
// ORIGIN: tc.origin

// COUNT: schedule-to-gpu: 4 runs
// COUNT-NEXT: {{^ *}}4 kernels
// COUNT-NEXT: {{^ *}}9 loops
// COUNT-NEXT: {{^ *}}0 launch-loops
// COUNT-NEXT: {{^ *}}3 conditions
// COUNT-NEXT: {{^ *[1-9][0-9]*}} isl-operations
// COUNT-NEXT: {{^ *}}4 dependences
// COUNT-NEXT: {{^ *}}15 accesses

// 70 elements on 3 blocks of 32 threads: the excess of the last block is guarded.
// CHECK-LABEL: gpu.module @copy_k0
// CHECK: gpu.func @copy_k0(%arg0: memref<70xf32> {llvm.align = 8 : i64, llvm.noalias, llvm.readonly}, %arg1: memref<70xf32> {llvm.align = 8 : i64, llvm.noalias}) kernel
// CHECK-SAME: known_block_size = array<i32: 32, 1, 1>, known_grid_size = array<i32: 3, 1, 1>
// CHECK-DAG: %[[B:.*]] = gpu.block_id x upper_bound 3
// CHECK-DAG: %[[T:.*]] = gpu.thread_id x upper_bound 32
// CHECK: %[[BASE:.*]] = arith.muli %c32, %[[B]] : index
// CHECK-NEXT: %[[I:.*]] = arith.addi %[[BASE]], %[[T]] : index
// CHECK-NEXT: %[[IN:.*]] = arith.cmpi sle, %[[I]], %c69 : index
// CHECK-NEXT: scf.if %[[IN]] {
// CHECK-NEXT: %[[V:.*]] = memref.load %arg0[%[[I]]] : memref<70xf32>
// CHECK-NEXT: memref.store %[[V]], %arg1[%[[I]]] : memref<70xf32>
// CHECK-NEXT: }
// CHECK-NEXT: gpu.return
// CHECK: func.func @copy(%arg0: memref<70xf32> {llvm.noalias}, %arg1: memref<70xf32> {llvm.noalias}) attributes {tc.arguments = [{name = "A", role = "in", type = memref<70xf32>}, {name = "B", role = "out", type = memref<70xf32>}]} {
// CHECK: gpu.launch_func @copy_k0::@copy_k0 blocks in (%c3, %c1, %c1) threads in (%c32, %c1, %c1) args(%arg0 : memref<70xf32>, %arg1 : memref<70xf32>)
schedule.scop @copy(%A: memref<70xf32>, out %B: memref<70xf32>) grid(5) block(32, 4) {
  schedule.statement @S0(%i) {
    %0 = affine.load %A[%i] : memref<70xf32>
    affine.store %0, %B[%i] : memref<70xf32>
  }
  schedule.domain "{ S0[i] : 0 <= i < 70 }" {
    schedule.band tiles(32) (block.x coincident "{ S0[i] -> [32*floor(i/32)] }") {
      schedule.band (thread.x coincident "{ S0[i] -> [i mod 32] }") {}
    }
  }
}

// -----

// A tile of A in shared memory, copied by all threads, between two barriers.
// CHECK-LABEL: gpu.module @mm_k0
// CHECK: gpu.func @mm_k0(%arg0: memref<70x40xf32> {llvm.align = 16 : i64, llvm.noalias, llvm.readonly}, %arg1: memref<40x50xf32> {llvm.align = 16 : i64, llvm.noalias, llvm.readonly}, %arg2: memref<70x50xf32> {llvm.align = 16 : i64, llvm.noalias})
// CHECK-SAME: workgroup(%[[TILE:.*]] : memref<32x32xf32, 3> {llvm.align = 16 : i64}) kernel
// CHECK-DAG: %[[TY:.*]] = gpu.thread_id y upper_bound 8
// CHECK-DAG: %[[TX:.*]] = gpu.thread_id x upper_bound 8
// The initialisation: rows and columns of the tile with the stride of the block.
// CHECK: scf.for %{{.*}} = %[[TY]] to %{{.*}} step %c8 {
// CHECK: scf.for %{{.*}} = %[[TX]] to %{{.*}} step %c8 {
// CHECK: memref.store %{{.*}}, %arg2
// CHECK: scf.for %[[K:.*]] = %c0 to %c40 step %c32 {
// CHECK: memref.load %arg0
// CHECK-NEXT: memref.store %{{.*}}, %[[TILE]]
// CHECK: gpu.barrier
// CHECK: scf.for %[[I:.*]] = %[[TY]] to
// CHECK: scf.for %[[J:.*]] = %[[TX]] to
// CHECK: scf.for %[[KK:.*]] = %c0 to
// CHECK: memref.load %[[TILE]][%[[I]], %[[KK]]] : memref<32x32xf32, 3>
// CHECK: gpu.barrier
schedule.scop @mm(%A: memref<70x40xf32>, %B: memref<40x50xf32>, out %C: memref<70x50xf32>) grid(2, 3, 1) block(8, 8, 1) {
  %A_s = schedule.array shared : memref<32x32xf32, 3>
  schedule.statement @S(%i, %j) {
    %0 = arith.constant 0.0 : f32
    affine.store %0, %C[%i, %j] : memref<70x50xf32>
  }
  schedule.statement @T(%i, %j, %k) reduces add {
    %0 = affine.load %A_s[%i mod 32, %k mod 32] {schedule.for = #schedule.map<"{ T[i, j, k] -> A[i, k] }">} : memref<32x32xf32, 3>
    %1 = affine.load %B[%k, %j] : memref<40x50xf32>
    %2 = arith.mulf %0, %1 : f32
    %3 = affine.load %C[%i, %j] : memref<70x50xf32>
    %4 = arith.addf %3, %2 : f32
    affine.store %4, %C[%i, %j] : memref<70x50xf32>
  }
  schedule.statement @A_in(%b, %kk, %i, %k) {
    %0 = affine.load %A[%i, %k] : memref<70x40xf32>
    affine.store %0, %A_s[%i mod 32, %k mod 32] : memref<32x32xf32, 3>
  }
  schedule.statement @sync0() { gpu.barrier }
  schedule.statement @sync1() { gpu.barrier }
  schedule.domain "{ S[i, j] : 0 <= i < 70 and 0 <= j < 50; T[i, j, k] : 0 <= i < 70 and 0 <= j < 50 and 0 <= k < 40 }" {
    schedule.band permutable tag "tile" tiles(32, 32)
      (block.y coincident "{ S[i, j] -> [32*floor(i/32)]; T[i, j, k] -> [32*floor(i/32)] }",
       block.x coincident "{ S[i, j] -> [32*floor(j/32)]; T[i, j, k] -> [32*floor(j/32)] }") {
      schedule.sequence {
        schedule.filter "{ S[i, j] }" {
          schedule.band permutable
            (thread.y coincident "{ S[i, j] -> [i mod 32] }",
             thread.x coincident "{ S[i, j] -> [j mod 32] }") {}
        }
        schedule.filter "{ T[i, j, k] }" {
          schedule.band tiles(32) (sequential "{ T[i, j, k] -> [32*floor(k/32)] }") {
            schedule.extension "{ [bi, bj, kk] -> A_in[bi, kk, i, k] : bi <= i < bi + 32 and kk <= k < kk + 32 and 0 <= i < 70 and 0 <= k < 40; [bi, bj, kk] -> sync0[]; [bi, bj, kk] -> sync1[] }" {
              schedule.sequence {
                schedule.filter "{ A_in[b, kk, i, k] }" {
                  schedule.band (thread.y coincident "{ A_in[b, kk, i, k] -> [i] }", thread.x coincident "{ A_in[b, kk, i, k] -> [k] }") {}
                }
                schedule.filter "{ sync0[] }" {}
                schedule.filter "{ T[i, j, k] }" {
                  schedule.band permutable
                    (thread.y coincident "{ T[i, j, k] -> [i mod 32] }",
                     thread.x coincident "{ T[i, j, k] -> [j mod 32] }",
                     sequential "{ T[i, j, k] -> [k mod 32] }") {}
                }
                schedule.filter "{ sync1[] }" {}
              }
            }
          }
        }
      }
    }
  }
}

// -----

// The tile index does not determine the value of this member: its loop stays, and runs in its order, from the last element down.
// CHECK-LABEL: gpu.func @undivided_k0
// CHECK-DAG: %[[B:.*]] = gpu.block_id x upper_bound 2
// CHECK: %[[FIRST:.*]] = arith.muli %c32, %[[B]] : index
// CHECK: %[[END:.*]] = arith.addi %[[FIRST]], %c32 : index
// CHECK: scf.for %[[C:.*]] = %[[FIRST]] to %[[END]] step %c1 {
// CHECK-NEXT: arith.subi %c63, %[[C]] : index
// CHECK-NEXT: arith.subi %c63, %[[C]] : index
// CHECK-NEXT: memref.load %arg0[%{{[0-9]+}}]
schedule.scop @undivided(%A: memref<64xf32>, out %B: memref<64xf32>) grid(2) block(1) {
  schedule.statement @S0(%i) {
    %0 = affine.load %A[%i] : memref<64xf32>
    affine.store %0, %B[%i] : memref<64xf32>
  }
  schedule.domain "{ S0[i] : 0 <= i < 64 }" {
    schedule.band tiles(32) (block.x coincident "{ S0[i] -> [63 - i] }") {}
  }
}

// -----

// isl puts the condition of @S0, that the element exists, around all statements. The threads of a block reach the barrier
// together all the same: it is in block 0 only, where the condition holds for both.
// CHECK-LABEL: gpu.func @first_block_k0
// CHECK: scf.if
// CHECK: scf.if
// CHECK: gpu.barrier
schedule.scop @first_block(%A: memref<3xf32>, out %B: memref<3xf32>, out %C: memref<2xf32>) grid(2) block(2) {
  schedule.statement @S0(%i) {
    %0 = affine.load %A[%i] : memref<3xf32>
    affine.store %0, %B[%i] : memref<3xf32>
  }
  schedule.statement @S1(%i) {
    %0 = affine.load %B[1 - %i] : memref<3xf32>
    affine.store %0, %C[%i] : memref<2xf32>
  }
  schedule.statement @sync0() { gpu.barrier }
  schedule.domain "{ S0[i] : 0 <= i < 3; S1[i] : 0 <= i < 2 }" {
    schedule.band (block.x coincident "{ S0[i] -> [floor(i/2)]; S1[i] -> [floor(i/2)] }") {
      schedule.extension "{ [0] -> sync0[] }" {
        schedule.sequence {
          schedule.filter "{ S0[i] }" {
            schedule.band (thread.x coincident "{ S0[i] -> [i mod 2] }") {}
          }
          schedule.filter "{ sync0[] }" {}
          schedule.filter "{ S1[i] }" {
            schedule.band (thread.x coincident "{ S1[i] -> [i mod 2] }") {}
          }
        }
      }
    }
  }
}
