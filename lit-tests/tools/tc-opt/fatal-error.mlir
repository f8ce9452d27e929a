// LLVM aborts the process on some errors; the tool reports it with status 70 and saves the input.
// RUN: sh -c 'tc-opt %s --gpu-module-to-ptx; echo "status $?"' 2>&1 | FileCheck %s

// If a crash reproducer is requested, MLIR writes it too.
// RUN: rm -f %t.mlir
// RUN: not tc-opt %s --gpu-module-to-ptx --mlir-pass-pipeline-crash-reproducer=%t.mlir 2> %t.err
// RUN: FileCheck %s --check-prefix=REPRODUCER < %t.mlir
// REPRODUCER: pipeline: "builtin.module(gpu-module-to-ptx

// CHECK-NOT: PLEASE
// CHECK: tc-opt: internal error: Cannot select: intrinsic %llvm.x86.rdtsc
// CHECK: tc-opt: the input was kept in {{.*}}tc-opt-crash-{{[0-9]+}}.txt; the command was:
// CHECK-NEXT: tc-opt {{.*}}fatal-error.mlir --gpu-module-to-ptx
// CHECK: status 70

module attributes {gpu.container_module} {
  gpu.module @kernels [#nvvm.target<chip = "sm_90a">] {
    llvm.func @kernel(%p: !llvm.ptr) attributes {gpu.kernel, nvvm.kernel} {
      %0 = llvm.call_intrinsic "llvm.x86.rdtsc"() : () -> i64
      llvm.store %0, %p : i64, !llvm.ptr
      llvm.return
    }
  }
}
