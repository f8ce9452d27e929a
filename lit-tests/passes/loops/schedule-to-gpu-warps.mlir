// All lanes reach a warp barrier: the kernel keeps its block, though 12 lanes of each row have nothing else to do.
// RUN: tc-opt %s --schedule-to-gpu | FileCheck %s

// CHECK: gpu.func @rows_k0
// CHECK-SAME: known_block_size = array<i32: 32, 2, 1>
// CHECK: scf.if
// CHECK: memref.store
// CHECK: }
// CHECK: schedule.warp_barrier
// CHECK: scf.if
// CHECK: memref.store
schedule.scop @rows(%A: memref<2x20xf32>, out %B: memref<2x20xf32>, out %C: memref<2x20xf32>) grid(1) block(32, 2) {
  schedule.statement @S0(%y, %x) {
    %0 = affine.load %A[%y, %x] : memref<2x20xf32>
    affine.store %0, %B[%y, %x] : memref<2x20xf32>
  }
  schedule.statement @S1(%y, %x) {
    %0 = affine.load %B[%y, 19 - %x] : memref<2x20xf32>
    affine.store %0, %C[%y, %x] : memref<2x20xf32>
  }
  schedule.statement @sync0() {
    schedule.warp_barrier
  }
  schedule.domain "{ S0[y, x] : 0 <= y < 2 and 0 <= x < 20; S1[y, x] : 0 <= y < 2 and 0 <= x < 20 }" {
    schedule.band (block.x coincident "{ S0[y, x] -> [0]; S1[y, x] -> [0] }") {
      schedule.extension "{ [b] -> sync0[] : b = 0 }" {
        schedule.sequence {
          schedule.filter "{ S0[y, x] }" { schedule.band (thread.y "{ S0[y, x] -> [y] }", thread.x "{ S0[y, x] -> [x] }") {} }
          schedule.filter "{ sync0[] }" {}
          schedule.filter "{ S1[y, x] }" { schedule.band (thread.y "{ S1[y, x] -> [y] }", thread.x "{ S1[y, x] -> [x] }") {} }
        }
      }
    }
  }
}
