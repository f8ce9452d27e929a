// Each module becomes PTX, the same with and without threads; labels and internal names may repeat between modules.
// RUN: tc-opt %s --gpu-module-to-ptx -o %t.threads.mlir
// RUN: tc-opt %s --gpu-module-to-ptx --mlir-disable-threading -o %t.mlir
// RUN: diff %t.threads.mlir %t.mlir
// RUN: FileCheck %s < %t.mlir
// RUN: tc-opt %s --gpu-module-to-ptx --tc-pass-statistics -o /dev/null 2>&1 | FileCheck %s --check-prefix=COUNTS
// The texts are joined below one header, in the order of the modules.
// RUN: tc-translate --mlir-to-ptx %t.mlir -o %t.ptx
// RUN: FileCheck %s --check-prefix=PTX < %t.ptx
// RUN: sed 's/chip = "sm_90a", features = "+ptx87"> \/\/ other/chip = "sm_80">/' %s | tc-opt --gpu-module-to-ptx | not tc-translate --mlir-to-ptx 2>&1 | FileCheck %s --check-prefix=HEADS

// CHECK: gpu.binary @first [#gpu.object<#nvvm.target<chip = "sm_90a", features = "+ptx87">, assembly = "{{.*}}.visible .entry one(
// CHECK-NEXT: gpu.binary @second [#gpu.object<#nvvm.target<chip = "sm_90a", features = "+ptx87">, assembly = "{{.*}}.visible .entry two(
// CHECK-NOT: gpu.module
// COUNTS: {{^ *}}2 modules
// PTX-COUNT-1: .version
// PTX: .visible .entry one(
// PTX: $L__BB0_1:
// PTX-NOT: .version
// PTX: .visible .entry two(
// PTX: $L__BB0_1:
// HEADS: error: the kernels are not for one target

module attributes {gpu.container_module} {
  gpu.module @first [#nvvm.target<chip = "sm_90a", features = "+ptx87">] {
    llvm.mlir.global internal @buffer() {addr_space = 3 : i32} : !llvm.array<4 x f32>
    llvm.func @one(%p: !llvm.ptr) attributes {gpu.kernel, nvvm.kernel} {
      %0 = llvm.mlir.addressof @buffer : !llvm.ptr<3>
      %1 = llvm.mlir.constant(1 : i32) : i32
      llvm.br ^loop
    ^loop:
      %2 = llvm.load volatile %0 : !llvm.ptr<3> -> i32
      %3 = llvm.icmp "eq" %2, %1 : i32
      llvm.cond_br %3, ^loop, ^end
    ^end:
      llvm.return
    }
  }
  gpu.module @second [#nvvm.target<chip = "sm_90a", features = "+ptx87"> // other
  ] {
    llvm.func @two(%p: !llvm.ptr) attributes {gpu.kernel, nvvm.kernel} {
      %1 = llvm.mlir.constant(1 : i32) : i32
      llvm.br ^loop
    ^loop:
      %2 = llvm.load volatile %p : !llvm.ptr -> i32
      %3 = llvm.icmp "eq" %2, %1 : i32
      llvm.cond_br %3, ^loop, ^end
    ^end:
      llvm.return
    }
  }
}
