// A `gpu.module` at the loop level is lowered to PTX for the target; a `gpu.binary` is printed.
// RUN: tc-translate --mlir-to-ptx %s -o %t.ptx && FileCheck %s < %t.ptx
// RUN: tc-translate --mlir-to-ptx --target sm_80 %s | FileCheck %s --check-prefix=SM80
// RUN: tc-opt %s \
// RUN:   --pass-pipeline="builtin.module(nvvm-attach-target{chip=sm_90a features=+ptx87 O=3},gpu.module(convert-gpu-to-nvvm{index-bitwidth=64 use-bare-ptr-memref-call-conv=1},reconcile-unrealized-casts),gpu-module-to-binary{format=isa})" \
// RUN:   | tc-translate --mlir-to-ptx | FileCheck %s

// CHECK: .target sm_90a
// CHECK: .visible .entry double_k0(
// CHECK: .maxntid 32, 1, 1
// CHECK: add.{{.*}}f32
// SM80: .target sm_80

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
