// A small machine: 64 threads in a block, warps of 32, grids of at most 1000 x 7 x 5, 512 bytes of shared memory. Each
// mapping pass reads the limits from the module.
// DEFINE: %{target} = tc-attach-target{target=%S/../../Inputs/small-gpu.json}
// RUN: tc-opt %s --pass-pipeline='builtin.module(%{target},schedule.scop(schedule-tile{sizes=4,16,8},schedule-sink,schedule-map-blocks,schedule-map-threads,schedule-promote,schedule-sync,schedule-verify))' | FileCheck %s
// RUN: tc-opt %s --pass-pipeline='builtin.module(schedule.scop(schedule-tile{sizes=4,16,8},schedule-sink,schedule-map-blocks,schedule-map-threads,schedule-promote))' | FileCheck %s --check-prefix=COMMON
// RUN: not tc-opt %s --pass-pipeline='builtin.module(%{target},schedule.scop(schedule-map-threads{block=8,32}))' 2>&1 | FileCheck %s --check-prefix=THREADS
// RUN: not tc-opt %s --pass-pipeline='builtin.module(%{target},schedule.scop(schedule-map-blocks{grid=8,8}))' 2>&1 | FileCheck %s --check-prefix=GRID
// RUN: not tc-opt %s --pass-pipeline='builtin.module(schedule.scop(schedule-tile{sizes=4,16,8},schedule-sink,schedule-map-blocks,schedule-map-threads),%{target},schedule.scop(schedule-verify))' 2>&1 | FileCheck %s --check-prefix=PROOF
// RUN: not tc-opt %s --pass-pipeline='builtin.module(schedule.scop(schedule-tile{sizes=4,16,8},schedule-sink,schedule-map-blocks{grid=7,4},schedule-map-threads{block=4,16},schedule-promote,schedule-sync),%{target},schedule-to-gpu)' 2>&1 | FileCheck %s --check-prefix=SHARED
// RUN: not tc-opt %s --pass-pipeline='builtin.module(tc-attach-target{target=host},schedule.scop(schedule-map-blocks))' 2>&1 | FileCheck %s --check-prefix=CPU
// RUN: not tc-opt %s --pass-pipeline='builtin.module(%{target},schedule.scop(schedule-register-tile))' 2>&1 | FileCheck %s --check-prefix=GPU

// CHECK: #target = #tc.target<kind = "gpu", name = "small",
// 18 tiles along y, cyclically on 7 blocks; a warp of 32 along x.
// CHECK: schedule.scop @sgemm{{.*}} grid(4, 7, 1) block(32, 2, 1) {
// Tiles of 128 and 512 bytes do not fit together.
// CHECK-NOT: B_s
// CHECK: %A_s = schedule.array shared : memref<4x8xf32
// CHECK-NOT: B_s

// COMMON: grid(4, 18, 1) block(32, 8, 1) {
// COMMON-DAG: %A_s = schedule.array shared : memref<4x8xf32
// COMMON-DAG: %B_s = schedule.array shared : memref<8x16xf32

// THREADS: error: expected at most 64 threads in a block on `small` (`max_threads_per_block`), found 256 (32 x 8 x 1)
// GRID: error: expected at most 7 blocks along y in a grid on `small` (`max_grid`), found 8
// PROOF: target-limits.mlir:[[@LINE+5]]:1: error: expected at most 7 blocks along y in a grid on `small` (`max_grid`), found 18
// SHARED: error: expected at most 512 bytes of shared memory in a block on `small` (`shared_bytes_per_multiprocessor` less `shared_bytes_reserved_per_block`), found 640, of which `B_s` takes 512
// CPU: error: expected a GPU as the target of the module, found the CPU `host`
// CPU: note: attach the description of a GPU to the module with tc-attach-target
// GPU: error: expected a CPU as the target of the module, found the GPU `small`
schedule.scop @sgemm(%a: memref<f32>, %A: memref<70x40xf32>, %B: memref<40x50xf32>, inout %C: memref<70x50xf32>) {
  schedule.statement @S(%i, %j) {
    %0 = affine.load %C[%i, %j] : memref<70x50xf32>
    %1 = affine.load %a[] : memref<f32>
    %2 = arith.mulf %0, %1 : f32
    affine.store %2, %C[%i, %j] : memref<70x50xf32>
  }
  schedule.statement @T(%i, %j, %k) reduces add {
    %0 = affine.load %A[%i, %k] : memref<70x40xf32>
    %1 = affine.load %B[%k, %j] : memref<40x50xf32>
    %2 = arith.mulf %0, %1 : f32
    %3 = affine.load %C[%i, %j] : memref<70x50xf32>
    %4 = arith.addf %3, %2 : f32
    affine.store %4, %C[%i, %j] : memref<70x50xf32>
  }
  schedule.domain "{ S[i, j] : 0 <= i < 70 and 0 <= j < 50; T[i, j, k] : 0 <= i < 70 and 0 <= j < 50 and 0 <= k < 40 }" {
    schedule.band permutable
      (coincident "{ S[i, j] -> [i]; T[i, j, k] -> [i] }",
       coincident "{ S[i, j] -> [j]; T[i, j, k] -> [j] }") {
      schedule.sequence {
        schedule.filter "{ S[i, j] }" {}
        schedule.filter "{ T[i, j, k] }" {
          schedule.band permutable (sequential "{ T[i, j, k] -> [k] }") {}
        }
      }
    }
  }
}
