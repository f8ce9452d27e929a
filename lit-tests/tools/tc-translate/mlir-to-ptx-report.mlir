// The report on kernels at any level below the schedule; unknown facts are reported as unknown.
// RUN: tc-translate --mlir-to-ptx-report %s | FileCheck %s
// RUN: tc-translate --mlir-to-ptx-report --target sm_80 %s | FileCheck %s --check-prefix=SM80
// RUN: tc-translate --mlir-to-ptx-report --json %s | FileCheck %s --check-prefix=JSON
// RUN: not tc-translate --mlir-to-ptx-report --ptxas %s %s 2>&1 | FileCheck %s --check-prefix=BROKEN

// Nothing launches it; it says its grid itself.
// CHECK: report of `double_k0` on sm_90a: grid 2 x 1 x 1, block 32 x 1 x 1 (32 threads)
// CHECK: registers {{[0-9]+}} a thread, no spills
// CHECK: occupancy {{.*}}32 blocks, 32 of 64 warps (50 %), limited by blocks
// CHECK: waves
// CHECK: a warp runs{{ +}}0 rounds of the main loop
// CHECK: bound{{ +}}launch
// CHECK: note: float operations and bytes are counted on the schedule tree: give the schedule level, or run tc-run --report
// SM80: on sm_80
// JSON: {"target":"sm_90a","kernels":[{"kernel":"double_k0","launches":1,"grid":[2,1,1],"block":[32,1,1]
// BROKEN: error: cannot run `{{.*}}mlir-to-ptx-report.mlir`

module attributes {gpu.container_module} {
  gpu.module @double_kernels {
    gpu.func @double_k0(%A: memref<64xf32>, %B: memref<64xf32>) kernel
        attributes {known_block_size = array<i32: 32, 1, 1>, known_grid_size = array<i32: 2, 1, 1>} {
      %b = gpu.block_id x
      %t = gpu.thread_id x
      %c32 = arith.constant 32 : index
      %o = arith.muli %b, %c32 : index
      %i = arith.addi %o, %t : index
      %a = memref.load %A[%i] : memref<64xf32>
      %s = arith.addf %a, %a : f32
      memref.store %s, %B[%i] : memref<64xf32>
      gpu.return
    }
  }
}
