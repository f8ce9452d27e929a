// A part of the number of a thread is one shift and one mask at the head of the kernel; a loop on several parts runs for their sum.
// RUN: tc-opt %s --schedule-to-gpu=verify=true | FileCheck %s
// RUN: tc-run %s --target emulator --check | FileCheck %s --check-prefix=RIGHT
// RIGHT: max_error: 0

// The copy is on thread(1, 8) and thread(8, 4), the use on thread(1, 2), (2, 4) and (8, 4).
// CHECK: gpu.func @digits_k0
// CHECK-SAME: known_block_size = array<i32: 32, 1, 1>
// CHECK: %[[T:.*]] = gpu.thread_id x upper_bound 32
// CHECK-DAG: %[[LOW:.*]] = arith.remui %[[T]], %c2
// CHECK-DAG: %[[OVER:.*]] = arith.divui %[[T]], %c2
// CHECK-DAG: %[[MIDDLE:.*]] = arith.remui %[[OVER]], %c4
// CHECK-DAG: %[[HIGH:.*]] = arith.divui %[[T]], %c8
// CHECK-NOT: scf.for
// CHECK: memref.store %{{.*}} : memref<4x8xf32, #gpu.address_space<workgroup>>
// CHECK: gpu.barrier
// CHECK: memref.load %{{.*}} : memref<4x8xf32, #gpu.address_space<workgroup>>
schedule.scop @digits(%A: memref<4x8xf32>, out %B: memref<4x8xf32>) grid(1) block(32) {
  %A_s = schedule.array shared : memref<4x8xf32, #gpu.address_space<workgroup>>
  schedule.statement @S0(%i, %j) {
    %0 = affine.load %A_s[3 - %i, 7 - %j] {schedule.for = #schedule.map<"{ S0[i, j] -> A[3 - i, 7 - j] }">} : memref<4x8xf32, #gpu.address_space<workgroup>>
    affine.store %0, %B[%i, %j] : memref<4x8xf32>
  }
  schedule.statement @A_in(%i, %j) {
    %0 = affine.load %A[%i, %j] : memref<4x8xf32>
    affine.store %0, %A_s[%i, %j] : memref<4x8xf32, #gpu.address_space<workgroup>>
  }
  schedule.statement @sync0() {
    gpu.barrier
  }
  schedule.domain "{ S0[i, j] : 0 <= i < 4 and 0 <= j < 8 }" {
    schedule.band (block.x "{ S0[i, j] -> [0] }") {
      schedule.extension "{ [b] -> sync0[] : b = 0; [b] -> A_in[i, j] : b = 0 and 0 <= i < 4 and 0 <= j < 8 }" {
        schedule.sequence {
          schedule.filter "{ A_in[i, j] }" {
            schedule.band (thread(8, 4) coincident "{ A_in[i, j] -> [i] }", thread(1, 8) coincident "{ A_in[i, j] -> [j] }") {}
          }
          schedule.filter "{ sync0[] }" {}
          schedule.filter "{ S0[i, j] }" {
            schedule.band
              (thread(8, 4) coincident "{ S0[i, j] -> [i] }",
               thread(2, 4) coincident "{ S0[i, j] -> [j mod 4] }",
               thread(1, 2) coincident "{ S0[i, j] -> [floor(j/4)] }") {}
          }
        }
      }
    }
  }
}
