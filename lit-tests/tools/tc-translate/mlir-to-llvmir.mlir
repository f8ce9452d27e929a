// Loops are lowered to the llvm dialect with the pipeline of the CPU back end, and printed as LLVM IR.
// RUN: tc-translate --mlir-to-llvmir %s | FileCheck %s
// RUN: tc-translate --mlir-to-llvmir - < %s | FileCheck %s

// CHECK: define void @double(ptr %{{.*}}, ptr %{{.*}})
// CHECK: fadd float
// CHECK: ret void

func.func @double(%A: memref<64xf32>, %B: memref<64xf32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c64 = arith.constant 64 : index
  scf.for %i = %c0 to %c64 step %c1 {
    %a = memref.load %A[%i] : memref<64xf32>
    %s = arith.addf %a, %a : f32
    memref.store %s, %B[%i] : memref<64xf32>
  }
  return
}
