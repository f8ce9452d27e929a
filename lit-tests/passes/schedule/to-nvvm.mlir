// A barrier of a warp gets NVIDIA's operation, with the mask of all lanes; one of the block is MLIR's.
// RUN: tc-opt %s --schedule-to-nvvm --tc-pass-statistics > %t.out 2> %t.err
// RUN: FileCheck %s --input-file=%t.out
// RUN: FileCheck %s --input-file=%t.err --check-prefix=COUNT

// COUNT: schedule-to-nvvm: 1 run
// COUNT-NEXT: {{^ *}}1 warp-barriers  barriers of a warp that were converted{{$}}

// CHECK-LABEL: gpu.func @k
// CHECK: memref.store
// CHECK: %[[ALL:.*]] = arith.constant -1 : i32
// CHECK-NEXT: nvvm.bar.warp.sync %[[ALL]] : i32
// CHECK-NEXT: gpu.barrier
// CHECK-NOT: schedule.
gpu.module @kernels {
  gpu.func @k(%A: memref<32xf32, #gpu.address_space<workgroup>>, %x: f32) kernel {
    %i = gpu.thread_id x
    memref.store %x, %A[%i] : memref<32xf32, #gpu.address_space<workgroup>>
    schedule.warp_barrier
    gpu.barrier
    gpu.return
  }
}
