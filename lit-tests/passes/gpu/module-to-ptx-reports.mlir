// What LLVM refuses is reported for each module, in the order of the text, although the larger module starts first.
// RUN: not tc-opt %s --gpu-module-to-ptx 2> %t.threads
// RUN: not tc-opt %s --gpu-module-to-ptx --mlir-disable-threading 2> %t.one
// RUN: diff %t.threads %t.one
// RUN: FileCheck %s < %t.threads

// CHECK: :[[#@LINE+10]]:3: error: cannot be converted to LLVM IR
// CHECK-NEXT: arith.constant 1 : i32
// CHECK: note: see current operation: %0 = "arith.constant"() <{value = 1 : i32}>
// CHECK: :[[#@LINE+6]]:1: error: Failed creating the llvm::Module.
// CHECK: :[[#@LINE+14]]:3: error: cannot be converted to LLVM IR
// CHECK-NEXT: arith.constant 2 : i32
// CHECK: :[[#@LINE+7]]:1: error: Failed creating the llvm::Module.
// CHECK-NOT: error:

gpu.module @small [#nvvm.target<chip = "sm_90a">] {
  arith.constant 1 : i32
}

gpu.module @large [#nvvm.target<chip = "sm_90a">] {
  llvm.func @f(%x: i32) -> i32 {
    %y = llvm.add %x, %x : i32
    llvm.return %y : i32
  }
  arith.constant 2 : i32
}
