// Values go from stores to the loads behind them, and stores that are overwritten unread are dropped.
//
// RUN: tc-opt %s --split-input-file --tc-pass-statistics --loops-mem-to-reg 2> %t.count | FileCheck %s
// RUN: FileCheck %s --input-file=%t.count --check-prefix=COUNT
// COUNT: loops-mem-to-reg:
// COUNT-NEXT: {{^ *}}1 carried
// COUNT-NEXT: {{^ *}}0 hoisted
// COUNT-NEXT: {{^ *}}0 inputs
// COUNT-NEXT: {{^ *}}0 joined
// COUNT-NEXT: {{^ *}}3 forwarded    loads whose value is that of a store before
// COUNT-NEXT: {{^ *}}2 dead-stores  stores that were overwritten unread

// The zero that a sum starts from does not go through memory.
// CHECK-LABEL: func.func @sum(
// CHECK: %[[ZERO:.*]] = arith.constant 0.000000e+00 : f32
// CHECK-NOT: memref.store
// CHECK: %[[SUM:.*]] = scf.for {{.*}} iter_args(%{{.*}} = %[[ZERO]]) -> (f32) {
// CHECK: memref.store %[[SUM]], %arg1[%c0] : memref<1xf32>
// CHECK-NEXT: return
func.func @sum(%a: memref<8xf32> {llvm.noalias}, %s: memref<1xf32> {llvm.noalias}) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c8 = arith.constant 8 : index
  %zero = arith.constant 0.0 : f32
  memref.store %zero, %s[%c0] : memref<1xf32>
  scf.for %i = %c0 to %c8 step %c1 {
    %0 = memref.load %a[%i] : memref<8xf32>
    %1 = memref.load %s[%c0] : memref<1xf32>
    %2 = arith.addf %1, %0 : f32
    memref.store %2, %s[%c0] : memref<1xf32>
  }
  return
}

// -----

// The loaded value is the stored one. Another element, and another array that does not overlap, do not disturb.
// CHECK-LABEL: func.func @others(
// CHECK: memref.store %arg2, %arg0[%c0] : memref<8xf32>
// CHECK-NEXT: memref.store %arg3, %arg0[%c1] : memref<8xf32>
// CHECK-NEXT: memref.store %arg3, %arg1[%c0] : memref<8xf32>
// CHECK-NEXT: return %arg2 : f32
func.func @others(%a: memref<8xf32> {llvm.noalias}, %b: memref<8xf32> {llvm.noalias}, %x: f32, %y: f32) -> f32 {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  memref.store %x, %a[%c0] : memref<8xf32>
  memref.store %y, %a[%c1] : memref<8xf32>
  memref.store %y, %b[%c0] : memref<8xf32>
  %0 = memref.load %a[%c0] : memref<8xf32>
  return %0 : f32
}

// -----

// Where the subscript is not known to be another one, the load reads memory, and the store before it stays.
// CHECK-LABEL: func.func @unknown(
// CHECK: memref.store %arg1, %arg0[%c0] : memref<8xf32>
// CHECK-NEXT: %[[LOADED:.*]] = memref.load %arg0[%arg3] : memref<8xf32>
// CHECK-NEXT: memref.store %arg2, %arg0[%c0] : memref<8xf32>
// CHECK-NEXT: return %[[LOADED]] : f32
func.func @unknown(%a: memref<8xf32>, %x: f32, %y: f32, %i: index) -> f32 {
  %c0 = arith.constant 0 : index
  memref.store %x, %a[%c0] : memref<8xf32>
  %0 = memref.load %a[%i] : memref<8xf32>
  memref.store %y, %a[%c0] : memref<8xf32>
  return %0 : f32
}

// -----

// A store to a subscript that is not known ends what is known of the element.
// CHECK-LABEL: func.func @overwritten(
// CHECK: memref.store %arg1, %arg0[%c0] : memref<8xf32>
// CHECK-NEXT: memref.store %arg2, %arg0[%arg3] : memref<8xf32>
// CHECK-NEXT: %[[LOADED:.*]] = memref.load %arg0[%c0] : memref<8xf32>
// CHECK-NEXT: return %[[LOADED]] : f32
func.func @overwritten(%a: memref<8xf32>, %x: f32, %y: f32, %i: index) -> f32 {
  %c0 = arith.constant 0 : index
  memref.store %x, %a[%c0] : memref<8xf32>
  memref.store %y, %a[%i] : memref<8xf32>
  %0 = memref.load %a[%c0] : memref<8xf32>
  return %0 : f32
}

// -----

// A barrier lets other threads write: the load stays, but for an element that no other thread touches.
// CHECK-LABEL: gpu.func @barrier(
// CHECK: memref.store %arg1, %arg0[%c0] : memref<8xf32>
// CHECK-NEXT: gpu.barrier
// CHECK-NEXT: %[[LOADED:.*]] = memref.load %arg0[%c0] : memref<8xf32>
// CHECK-NEXT: memref.store %[[LOADED]], %arg0[%c1] : memref<8xf32>
// CHECK-NEXT: memref.store %arg1, %arg2[%c1] {tc.thread_private} : memref<8xf32>
// CHECK-NEXT: memref.store %arg1, %arg2[%c0] {tc.thread_private} : memref<8xf32>
// CHECK-NEXT: gpu.return
gpu.module @kernels {
  gpu.func @barrier(%a: memref<8xf32> {llvm.noalias}, %x: f32, %b: memref<8xf32> {llvm.noalias}) kernel {
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    memref.store %x, %a[%c0] : memref<8xf32>
    memref.store %x, %b[%c0] {tc.thread_private} : memref<8xf32>
    gpu.barrier
    %0 = memref.load %a[%c0] : memref<8xf32>
    memref.store %0, %a[%c1] : memref<8xf32>
    %1 = memref.load %b[%c0] {tc.thread_private} : memref<8xf32>
    memref.store %1, %b[%c1] {tc.thread_private} : memref<8xf32>
    memref.store %x, %b[%c0] {tc.thread_private} : memref<8xf32>
    gpu.return
  }
}
