// Minima and maxima order zeros, which PTX does not: of equal operands, the common or the united bits.
// RUN: tc-opt %s --math-to-nvvm --tc-pass-statistics 2>%t | FileCheck %s
// RUN: FileCheck %s --check-prefix=COUNT < %t
// RUN: tc-translate --mlir-to-ptx %s | FileCheck %s --check-prefix=PTX
// COUNT: math-to-nvvm
// COUNT: {{^ *}}4 converted

// PTX-LABEL: .entry all(
// PTX: max.NaN.f32
// PTX-DAG: setp.eq{{u?}}.f32
// PTX-DAG: and.b32
gpu.module @kernels {
  // CHECK-LABEL: gpu.func @all(
  // CHECK: %[[M:.*]] = llvm.intr.maximum(%[[X:.*]], %[[Y:.*]]) : (f32, f32) -> f32
  // CHECK: arith.andi
  // CHECK: %[[B:.*]] = arith.bitcast %{{.*}} : i32 to f32
  // CHECK: %[[E:.*]] = arith.cmpf oeq, %[[X]], %[[Y]] : f32
  // CHECK: arith.select %[[E]], %[[B]], %[[M]] : f32
  // CHECK: llvm.intr.minimum
  // CHECK: arith.ori
  // A number other than 0 needs no second step.
  // CHECK: llvm.intr.maximum
  // CHECK-NOT: arith.andi
  // f64 has no instruction for which NaN wins.
  // CHECK: arith.cmpf ugt, %{{.*}}, %{{.*}} : f64
  // CHECK: arith.andi %{{.*}}, %{{.*}} : i64
  gpu.func @all(%X: memref<32xf32>, %Y: memref<4x32xf32>, %D: memref<32xf64>) kernel attributes {known_block_size = array<i32: 32, 1, 1>} {
    %i = gpu.thread_id x
    %r0 = arith.constant 0 : index
    %r1 = arith.constant 1 : index
    %r2 = arith.constant 2 : index
    %x = memref.load %X[%i] : memref<32xf32>
    %y = memref.load %Y[%r0, %i] : memref<4x32xf32>
    %0 = arith.maximumf %x, %y : f32
    memref.store %0, %Y[%r0, %i] : memref<4x32xf32>
    %1 = arith.minimumf %x, %y : f32
    memref.store %1, %Y[%r1, %i] : memref<4x32xf32>
    %one = arith.constant 1.0 : f32
    %2 = arith.maximumf %x, %one : f32
    memref.store %2, %Y[%r2, %i] : memref<4x32xf32>
    %d = memref.load %D[%i] : memref<32xf64>
    %w = arith.extf %x : f32 to f64
    %3 = arith.maximumf %d, %w : f64
    memref.store %3, %D[%i] : memref<32xf64>
    gpu.return
  }
}
