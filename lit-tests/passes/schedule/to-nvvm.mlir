// A barrier of a warp gets NVIDIA's operation, with the mask of all lanes; one of the block is MLIR's. A copy that goes on by itself gets theirs,
// past the first cache where it has 16 bytes; the copies since the last wait are a group.
// RUN: tc-opt %s --schedule-to-nvvm --tc-pass-statistics > %t.out 2> %t.err
// RUN: FileCheck %s --input-file=%t.out
// RUN: FileCheck %s --input-file=%t.err --check-prefix=COUNT

// COUNT: schedule-to-nvvm: 1 run
// COUNT-NEXT: {{^ *}}1 warp-barriers  barriers of a warp that were converted{{$}}
// COUNT-NEXT: {{^ *}}2 async-copies   asynchronous copies that were converted{{$}}
// COUNT-NEXT: {{^ *}}1 waits          waits for copies that were converted{{$}}

// CHECK-LABEL: gpu.func @k
// CHECK: memref.store
// CHECK: %[[ALL:.*]] = arith.constant -1 : i32
// CHECK-NEXT: nvvm.bar.warp.sync %[[ALL]] : i32
// CHECK-NEXT: gpu.barrier
// CHECK: nvgpu.device_async_copy %[[G:.*]][%[[I:.*]]], %{{.*}}[%[[C0:.*]], %[[I]]], 4 {bypassL1} : memref<128xf32> to memref<2x128xf32
// CHECK-NEXT: nvgpu.device_async_copy %{{.*}}[%[[C0]], %[[I]]], %{{.*}}[%[[I]]], 2 : memref<2x128xf32> to memref<128xf32
// CHECK-NEXT: nvvm.cp.async.commit.group
// CHECK-NEXT: nvvm.cp.async.wait.group 3
// CHECK-NOT: schedule.
gpu.module @kernels {
  gpu.func @k(%A: memref<32xf32, #gpu.address_space<workgroup>>, %x: f32, %G: memref<128xf32>, %H: memref<2x128xf32>) workgroup(%S: memref<2x128xf32, #gpu.address_space<workgroup>>, %T: memref<128xf32, #gpu.address_space<workgroup>>) kernel {
    %i = gpu.thread_id x
    memref.store %x, %A[%i] : memref<32xf32, #gpu.address_space<workgroup>>
    schedule.warp_barrier
    gpu.barrier
    %c0 = arith.constant 0 : index
    schedule.async_copy %G[%i], %S[%c0, %i], 4 : memref<128xf32>, memref<2x128xf32, #gpu.address_space<workgroup>>
    schedule.async_copy %H[%c0, %i], %T[%i], 2 : memref<2x128xf32>, memref<128xf32, #gpu.address_space<workgroup>>
    schedule.wait 3
    gpu.return
  }
}
