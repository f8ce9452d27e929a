// The argument of an array by which threads exchange values across a barrier is not marked noalias: LLVM would keep its elements in registers.
// RUN: tc-opt %s --pass-pipeline='builtin.module(schedule-to-gpu)' | FileCheck %s

// CHECK: gpu.func @f_k0(%{{.*}}: memref<4x4xi32> {llvm.align = 16 : i64, llvm.noalias}, %{{.*}}: memref<i32> {llvm.align = 4 : i64}) kernel
schedule.scop @f(out %Y: memref<4x4xi32>) grid(1) block(4) {
  %T = schedule.array temporary : memref<i32>
  schedule.statement @S0(%u) at [0, 0] {
    %0 = arith.index_cast %u : index to i32
    affine.store %0, %T[] : memref<i32>
  }
  schedule.statement @S1(%u, %j) at [0, 1] {
    %0 = affine.load %T[] : memref<i32>
    affine.store %0, %Y[%j, %u] : memref<4x4xi32>
  }
  schedule.statement @wait() {
    gpu.barrier
  }
  schedule.statement @again() {
    gpu.barrier
  }
  schedule.domain "{ S0[u] : 0 <= u <= 3; S1[u, j] : 0 <= u <= 3 and 0 <= j <= 3 }" {
    schedule.band (sequential "{ S0[u] -> [u]; S1[u, j] -> [u] }") {
      schedule.extension "{ [u] -> wait[] : 0 <= u <= 3; [u] -> again[] : 0 <= u <= 3 }" {
        schedule.sequence {
          schedule.filter "{ S0[u] }" {}
          schedule.filter "{ wait[] }" {}
          schedule.filter "{ S1[u, j] }" {
            schedule.band permutable (thread.x coincident "{ S1[u, j] -> [j] }") {}
          }
          schedule.filter "{ again[] }" {}
        }
      }
    }
  }
}
