// A function with a single GPU instruction becomes an intrinsic that NVPTX selects as that instruction.
// RUN: tc-opt %s --math-to-nvvm | FileCheck %s
// RUN: tc-opt %s --math-to-nvvm --tc-pass-statistics -o /dev/null 2>&1 | FileCheck %s --check-prefix=COUNT
// RUN: tc-translate --mlir-to-ptx %s | FileCheck %s --check-prefix=PTX
// COUNT: math-to-nvvm
// COUNT: {{^ *}}11 converted

// PTX-LABEL: .entry all(
// PTX-DAG: fma.rn.f32
// PTX-DAG: sqrt.rn.f32
// PTX-DAG: div.rn.f32
// PTX-DAG: abs.f32
// PTX-DAG: cvt.rmi.f32.f32
// PTX-DAG: cvt.rpi.f32.f32
// PTX-DAG: cvt.rzi.f32.f32
// PTX-DAG: cvt.rni.f32.f32
// PTX-DAG: sqrt.rn.f64
// PTX-NOT: call
gpu.module @kernels {
  // CHECK-LABEL: gpu.func @all(
  // CHECK: llvm.call_intrinsic "llvm.fma.f32"(%{{.*}}, %{{.*}}, %{{.*}}) : (f32, f32, f32) -> f32
  // CHECK: llvm.call_intrinsic "llvm.sqrt.f32"(%{{.*}}) : (f32) -> f32
  // CHECK: arith.divf
  // CHECK: llvm.call_intrinsic "llvm.fabs.f32"
  // CHECK: llvm.call_intrinsic "llvm.copysign.f32"
  // CHECK: llvm.call_intrinsic "llvm.floor.f32"
  // CHECK: llvm.call_intrinsic "llvm.ceil.f32"
  // CHECK: llvm.call_intrinsic "llvm.trunc.f32"
  // CHECK: llvm.call_intrinsic "llvm.roundeven.f32"
  // CHECK: llvm.call_intrinsic "llvm.sqrt.f64"
  gpu.func @all(%X: memref<32xf32>, %Y: memref<9x32xf32>, %D: memref<32xf64>) kernel attributes {known_block_size = array<i32: 32, 1, 1>} {
    %i = gpu.thread_id x
    %x = memref.load %X[%i] : memref<32xf32>
    %0 = math.fma %x, %x, %x : f32
    %r0 = arith.constant 0 : index
    memref.store %0, %Y[%r0, %i] : memref<9x32xf32>
    %1 = math.sqrt %x : f32
    %r1 = arith.constant 1 : index
    memref.store %1, %Y[%r1, %i] : memref<9x32xf32>
    %2 = arith.divf %x, %1 : f32
    %r2 = arith.constant 2 : index
    memref.store %2, %Y[%r2, %i] : memref<9x32xf32>
    %3 = math.absf %x : f32
    %r3 = arith.constant 3 : index
    memref.store %3, %Y[%r3, %i] : memref<9x32xf32>
    %4 = math.copysign %3, %2 : f32
    %r4 = arith.constant 4 : index
    memref.store %4, %Y[%r4, %i] : memref<9x32xf32>
    %5 = math.floor %x : f32
    %r5 = arith.constant 5 : index
    memref.store %5, %Y[%r5, %i] : memref<9x32xf32>
    %6 = math.ceil %x : f32
    %r6 = arith.constant 6 : index
    memref.store %6, %Y[%r6, %i] : memref<9x32xf32>
    %7 = math.trunc %x : f32
    %r7 = arith.constant 7 : index
    memref.store %7, %Y[%r7, %i] : memref<9x32xf32>
    %8 = math.roundeven %x : f32
    %r8 = arith.constant 8 : index
    memref.store %8, %Y[%r8, %i] : memref<9x32xf32>
    %d = memref.load %D[%i] : memref<32xf64>
    %e = math.sqrt %d : f64
    memref.store %e, %D[%i] : memref<32xf64>
    gpu.return
  }
  // CHECK-LABEL: gpu.func @integers(
  // CHECK: %[[Z:.*]] = arith.constant 0 : i32
  // CHECK: %[[N:.*]] = arith.subi %[[Z]], %[[X:.*]] : i32
  // CHECK: arith.maxsi %[[X]], %[[N]] : i32
  gpu.func @integers(%x: i32, %Y: memref<i32>) kernel {
    %0 = math.absi %x : i32
    memref.store %0, %Y[] : memref<i32>
    gpu.return
  }
  // CHECK-LABEL: gpu.func @vectors(
  // CHECK: llvm.call_intrinsic "llvm.fma.v4f32"(%{{.*}}, %{{.*}}, %{{.*}}) : (vector<4xf32>, vector<4xf32>, vector<4xf32>) -> vector<4xf32>
  gpu.func @vectors(%X: memref<4xf32>) kernel {
    %c0 = arith.constant 0 : index
    %x = vector.load %X[%c0] : memref<4xf32>, vector<4xf32>
    %0 = math.fma %x, %x, %x : vector<4xf32>
    vector.store %0, %X[%c0] : memref<4xf32>, vector<4xf32>
    gpu.return
  }
}
