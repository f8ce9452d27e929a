// Behind a barrier a thread loads what another one has stored before it, although the arguments do not overlap. An array that is only read stays apart.
// RUN: tc-opt %s --gpu-module-to-ptx | sed 's/\\0A/\n/g' | FileCheck %s
// RUN: tc-opt %s --gpu-module-to-ptx --tc-pass-statistics -o /dev/null 2>&1 | FileCheck %s --check-prefix=COUNTS

// COUNTS: {{^ *}}1 modules
// COUNTS-NEXT: {{^ *}}1 shared   arrays that a kernel with barriers writes

// CHECK: .entry exchange(
// CHECK: ld.global
// CHECK: ld.global.nc
// CHECK: st.global
// CHECK: bar.warp.sync
// CHECK: ld.global
// CHECK-NOT: ld.global.nc
// CHECK: .entry alone(
// CHECK: ld.global
// CHECK-NOT: ld.global
// CHECK: ret;
module attributes {gpu.container_module} {
  gpu.module @exchange [#nvvm.target<chip = "sm_90a", features = "+ptx87">] {
    llvm.func @exchange(%x: !llvm.ptr<1> {llvm.align = 4 : i64, llvm.noalias}, %y: !llvm.ptr<1> {llvm.noalias, llvm.readonly}) attributes {gpu.kernel, nvvm.kernel} {
      %all = llvm.mlir.constant(-1 : i32) : i32
      %tid = nvvm.read.ptx.sreg.tid.x : i32
      %own = llvm.getelementptr %x[%tid] : (!llvm.ptr<1>, i32) -> !llvm.ptr<1>, f32
      %next = llvm.getelementptr %own[1] : (!llvm.ptr<1>) -> !llvm.ptr<1>, f32
      %term = llvm.getelementptr %y[%tid] : (!llvm.ptr<1>, i32) -> !llvm.ptr<1>, f32
      %0 = llvm.load %next : !llvm.ptr<1> -> f32
      %1 = llvm.load %term : !llvm.ptr<1> -> f32
      %2 = llvm.fadd %0, %1 : f32
      llvm.store %2, %own : f32, !llvm.ptr<1>
      nvvm.bar.warp.sync %all : i32
      %3 = llvm.load %next : !llvm.ptr<1> -> f32
      %4 = llvm.load %term : !llvm.ptr<1> -> f32
      %5 = llvm.fadd %3, %4 : f32
      llvm.store %5, %own : f32, !llvm.ptr<1>
      llvm.return
    }
    llvm.func @alone(%x: !llvm.ptr<1> {llvm.align = 4 : i64, llvm.noalias}, %y: !llvm.ptr<1> {llvm.noalias}) attributes {gpu.kernel, nvvm.kernel} {
      %0 = llvm.load %x : !llvm.ptr<1> -> f32
      llvm.store %0, %y : f32, !llvm.ptr<1>
      %1 = llvm.load %x : !llvm.ptr<1> -> f32
      %2 = llvm.fadd %0, %1 : f32
      llvm.store %2, %y : f32, !llvm.ptr<1>
      llvm.return
    }
  }
}
