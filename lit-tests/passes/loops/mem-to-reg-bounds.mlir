// Bounds of loops tell elements of one array apart: a sum in place, as in a factorisation, is carried.
// RUN: tc-opt %s --loops-mem-to-reg | FileCheck %s
// RUN: tc-opt %s --loops-mem-to-reg --tc-pass-statistics -o /dev/null 2>&1 | FileCheck %s --check-prefix=COUNT
// COUNT: loops-mem-to-reg: 1 run
// COUNT-NEXT: {{^ *}}3 carried

// `k` ends before `j`, and `j` before `i`: neither A[i, k] nor A[j, k] is A[i, j].
// CHECK-LABEL: func.func @rows(
// CHECK: %[[C:.*]] = memref.load %arg0[%[[I:.*]], %[[J:.*]]]
// CHECK: scf.for %[[K:.*]] = %c0 to %[[J]] step %c1 iter_args(%[[S:.*]] = %{{.*}}) -> (f32)
// CHECK-NOT: memref.store
// CHECK: scf.yield
func.func @rows(%A: memref<64x64xf32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c64 = arith.constant 64 : index
  scf.for %i = %c0 to %c64 step %c1 {
    scf.for %j = %c0 to %i step %c1 {
      scf.for %k = %c0 to %j step %c1 {
        %a = memref.load %A[%i, %k] : memref<64x64xf32>
        %b = memref.load %A[%j, %k] : memref<64x64xf32>
        %p = arith.mulf %a, %b : f32
        %c = memref.load %A[%i, %j] : memref<64x64xf32>
        %s = arith.addf %c, %p : f32
        memref.store %s, %A[%i, %j] : memref<64x64xf32>
      }
    }
  }
  return
}

// Backwards: `k` begins behind N-1-r. A minimum of ends is at most each of them.
// CHECK-LABEL: func.func @backwards(
// CHECK: scf.for %{{.*}} = %{{.*}} to %{{.*}} step %c1 iter_args(
// CHECK-NOT: memref.store
// CHECK: scf.yield
func.func @backwards(%x: memref<64xf32>, %n: index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c63 = arith.constant 63 : index
  %c64 = arith.constant 64 : index
  scf.for %r = %c0 to %c64 step %c1 {
    %at = arith.subi %c63, %r : index
    %first = arith.subi %c64, %r : index
    scf.for %k = %first to %c64 step %c1 {
      %b = memref.load %x[%k] : memref<64xf32>
      %c = memref.load %x[%at] : memref<64xf32>
      %s = arith.addf %c, %b : f32
      memref.store %s, %x[%at] : memref<64xf32>
    }
    %end = arith.minsi %at, %n : index
    scf.for %k = %c0 to %end step %c1 {
      %b = memref.load %x[%k] : memref<64xf32>
      %c = memref.load %x[%at] : memref<64xf32>
      %s = arith.addf %c, %b : f32
      memref.store %s, %x[%at] : memref<64xf32>
    }
  }
  return
}

// One iteration more reads the element itself; the other loop ends anywhere.
// CHECK-LABEL: func.func @touches(
// CHECK: scf.for %{{.*}} = %c0 to %{{.*}} step %c1 {
// CHECK: memref.store
// CHECK: scf.for %{{.*}} = %c0 to %arg1 step %c1 {
// CHECK: memref.store
func.func @touches(%x: memref<64xf32>, %n: index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c63 = arith.constant 63 : index
  scf.for %j = %c0 to %c63 step %c1 {
    %end = arith.addi %j, %c1 : index
    scf.for %k = %c0 to %end step %c1 {
      %b = memref.load %x[%k] : memref<64xf32>
      %c = memref.load %x[%j] : memref<64xf32>
      %s = arith.addf %c, %b : f32
      memref.store %s, %x[%j] : memref<64xf32>
    }
    scf.for %k = %c0 to %n step %c1 {
      %b = memref.load %x[%k] : memref<64xf32>
      %c = memref.load %x[%j] : memref<64xf32>
      %s = arith.addf %c, %b : f32
      memref.store %s, %x[%j] : memref<64xf32>
    }
  }
  return
}
