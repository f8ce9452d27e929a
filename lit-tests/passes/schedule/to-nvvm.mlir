// A barrier of a warp gets NVIDIA's operation, with the mask of all lanes; one of the block is MLIR's. A copy that goes on by itself gets theirs,
// RUN: tc-opt %S/../../verify/Inputs/mm-units.mlir --schedule-to-gpu --loops-tensorize --loops-mem-to-reg --canonicalize --cse --schedule-to-nvvm --tc-pass-statistics -o /dev/null 2>&1 | FileCheck %s --check-prefix=UNITS
// UNITS: {{^ *}}28 matrix-operations
// past the first cache where it has 16 bytes; the copies since the last wait are a group. A block is counted by one thread, behind a barrier, between
// two fences; the last one sets the counter to zero again.
// RUN: tc-opt %s --schedule-to-nvvm --tc-pass-statistics > %t.out 2> %t.err
// RUN: FileCheck %s --input-file=%t.out
// RUN: FileCheck %s --input-file=%t.err --check-prefix=COUNT

// COUNT: schedule-to-nvvm: 1 run
// COUNT-NEXT: {{^ *}}1 warp-barriers  barriers of a warp that were converted{{$}}
// COUNT-NEXT: {{^ *}}2 async-copies   asynchronous copies that were converted{{$}}
// COUNT-NEXT: {{^ *}}1 waits          waits for copies that were converted{{$}}
// COUNT-NEXT: {{^ *}}1 arrivals       counts of blocks that were converted{{$}}

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

  // CHECK-LABEL: gpu.func @last
  // CHECK: memref.store
  // CHECK: %[[ZERO:.*]] = arith.constant 0 : i32
  // CHECK-NEXT: %[[ONE:.*]] = arith.constant 1 : i32
  // CHECK-NEXT: %[[MOST:.*]] = arith.constant 3 : i32
  // CHECK-NEXT: gpu.barrier
  // CHECK: %[[FIRST:.*]] = arith.cmpi eq, %{{.*}}, %c0{{.*}} : index
  // CHECK-NEXT: %[[MINE:.*]] = scf.if %[[FIRST]] -> (i32) {
  // CHECK-NEXT: llvm.fence syncscope("device") acq_rel
  // CHECK-NEXT: %[[OLD:.*]] = memref.atomic_rmw addi %[[ONE]], %[[N:.*]][%[[G:.*]]] : (i32, memref<2xi32>) -> i32
  // CHECK-NEXT: %[[IS:.*]] = arith.cmpi eq, %[[OLD]], %[[MOST]] : i32
  // CHECK-NEXT: scf.if %[[IS]] {
  // CHECK-NEXT: llvm.fence syncscope("device") acq_rel
  // CHECK-NEXT: memref.store %[[ZERO]], %[[N]][%[[G]]] : memref<2xi32>
  // CHECK-NEXT: }
  // CHECK-NEXT: %[[WORD:.*]] = arith.extui %[[IS]] : i1 to i32
  // CHECK-NEXT: scf.yield %[[WORD]] : i32
  // CHECK-NEXT: } else {
  // CHECK-NEXT: scf.yield %[[ZERO]] : i32
  // CHECK-NEXT: }
  // CHECK-NEXT: %[[ANY:.*]] = nvvm.barrier #nvvm.reduction<or> %[[MINE]] -> i32
  // CHECK-NEXT: %[[LAST:.*]] = arith.cmpi ne, %[[ANY]], %[[ZERO]] : i32
  // CHECK-NEXT: scf.if %[[LAST]]
  gpu.func @last(%n: memref<2xi32>, %A: memref<4x2xf32>, %B: memref<2xf32>, %x: f32) kernel {
    %r = gpu.block_id x
    %g = gpu.block_id y
    memref.store %x, %A[%r, %g] : memref<4x2xf32>
    %last = schedule.arrive %n[%g] of 4 : memref<2xi32>
    scf.if %last {
      %0 = memref.load %A[%r, %g] : memref<4x2xf32>
      memref.store %0, %B[%g] : memref<2xf32>
    }
    gpu.return
  }
}
