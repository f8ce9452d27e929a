// A function that two loops in a row compute for the same elements is computed once, and kept in the array that the second loop writes.
// RUN: tc-opt %s --tc-pass-statistics --remarks-filter=loops-reuse --pass-pipeline='builtin.module(any(loops-reuse))' > %t.out 2> %t.err
// RUN: FileCheck %s --input-file=%t.out
// RUN: FileCheck %s --input-file=%t.err --check-prefix=SAID

// SAID: remark: [Passed] `math.exp` of two loops | Category:loops-reuse | Reason="the array that the second loop writes can keep it in between", Remark="computed once"
// SAID-NOT: remark:
// SAID: loops-reuse: 5 runs
// SAID-NEXT: {{^ *}}1 reused

module {
  // CHECK-LABEL: func.func @softmax(
  // CHECK: scf.for %[[I:.*]] = %c0 to %c64 step %c1 {
  // CHECK-NEXT: %[[X:.*]] = memref.load %arg0[%arg4, %[[I]]]
  // CHECK-NEXT: %[[E:.*]] = math.exp %[[X]] : f32
  // CHECK-NEXT: memref.store %[[E]], %arg1[%arg4, %[[I]]]
  // CHECK: scf.for %[[J:.*]] = %c0 to %c64 step %c1 {
  // CHECK-NEXT: %[[S:.*]] = memref.load %arg2[%arg4]
  // CHECK-NEXT: %[[K:.*]] = memref.load %arg1[%arg4, %[[J]]]
  // CHECK-NEXT: %[[D:.*]] = arith.divf %[[K]], %[[S]] : f32
  // CHECK-NEXT: memref.store %[[D]], %arg1[%arg4, %[[J]]]
  func.func @softmax(%X: memref<8x64xf32> {llvm.noalias}, %Y: memref<8x64xf32> {llvm.noalias}, %S: memref<8xf32> {llvm.noalias}, %W: memref<8x64xf32> {llvm.noalias}, %n: index) {
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    %c64 = arith.constant 64 : index
    scf.for %i = %c0 to %c64 step %c1 {
      %x = memref.load %X[%n, %i] : memref<8x64xf32>
      %e = math.exp %x : f32
      %s = memref.load %S[%n] : memref<8xf32>
      %t = arith.addf %s, %e fastmath<reassoc> : f32
      memref.store %t, %S[%n] : memref<8xf32>
    } {tc.vector = "reduce"}
    scf.for %i = %c0 to %c64 step %c1 {
      %x = memref.load %X[%n, %i] : memref<8x64xf32>
      %s = memref.load %S[%n] : memref<8xf32>
      %e = math.exp %x : f32
      %y = arith.divf %e, %s : f32
      memref.store %y, %Y[%n, %i] : memref<8x64xf32>
    } {tc.vector = "independent"}
    return
  }
  // The first loop overwrites what the second one reads.
  // CHECK-LABEL: func.func @overwritten(
  // CHECK-COUNT-2: math.exp
  func.func @overwritten(%X: memref<64xf32> {llvm.noalias}, %Y: memref<64xf32> {llvm.noalias}) {
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    %c64 = arith.constant 64 : index
    scf.for %i = %c0 to %c64 step %c1 {
      %x = memref.load %X[%i] : memref<64xf32>
      %e = math.exp %x : f32
      memref.store %e, %X[%i] : memref<64xf32>
    }
    scf.for %i = %c0 to %c64 step %c1 {
      %x = memref.load %X[%i] : memref<64xf32>
      %e = math.exp %x : f32
      memref.store %e, %Y[%i] : memref<64xf32>
    }
    return
  }
  // The array that the second loop writes is read in between.
  // CHECK-LABEL: func.func @read(
  // CHECK-COUNT-2: math.exp
  func.func @read(%X: memref<64xf32> {llvm.noalias}, %Y: memref<64xf32> {llvm.noalias}, %Z: memref<64xf32> {llvm.noalias}) {
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    %c64 = arith.constant 64 : index
    scf.for %i = %c0 to %c64 step %c1 {
      %x = memref.load %X[%i] : memref<64xf32>
      %e = math.exp %x : f32
      memref.store %e, %Z[%i] : memref<64xf32>
    }
    %y = memref.load %Y[%c1] : memref<64xf32>
    memref.store %y, %Z[%c1] : memref<64xf32>
    scf.for %i = %c0 to %c64 step %c1 {
      %x = memref.load %X[%i] : memref<64xf32>
      %e = math.exp %x : f32
      memref.store %e, %Y[%i] : memref<64xf32>
    }
    return
  }
  // The array that the second loop writes has another value when the second one would read it.
  // CHECK-LABEL: func.func @stored_before(
  // CHECK-COUNT-2: math.exp
  func.func @stored_before(%X: memref<64xf32> {llvm.noalias}, %Y: memref<64xf32> {llvm.noalias}, %Z: memref<64xf32> {llvm.noalias}, %W: memref<f32> {llvm.noalias}) {
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    %c64 = arith.constant 64 : index
    scf.for %i = %c0 to %c64 step %c1 {
      %x = memref.load %X[%i] : memref<64xf32>
      %e = math.exp %x : f32
      memref.store %e, %Z[%i] : memref<64xf32>
    }
    scf.for %i = %c0 to %c64 step %c1 {
      %x = memref.load %X[%i] : memref<64xf32>
      memref.store %x, %Y[%i] : memref<64xf32>
      %e = math.exp %x : f32
      memref.store %e, %W[] : memref<f32>
    }
    return
  }
  // The loops have other bounds, or what they compute is one instruction.
  // CHECK-LABEL: func.func @others(
  // CHECK-COUNT-2: math.exp
  // CHECK-COUNT-2: math.sqrt
  func.func @others(%X: memref<64xf32> {llvm.noalias}, %Y: memref<64xf32> {llvm.noalias}, %Z: memref<64xf32> {llvm.noalias}) {
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    %c64 = arith.constant 64 : index
    scf.for %i = %c0 to %c64 step %c1 {
      %x = memref.load %X[%i] : memref<64xf32>
      %e = math.exp %x : f32
      memref.store %e, %Z[%i] : memref<64xf32>
    }
    scf.for %i = %c1 to %c64 step %c1 {
      %x = memref.load %X[%i] : memref<64xf32>
      %e = math.exp %x : f32
      memref.store %e, %Y[%i] : memref<64xf32>
    }
    scf.for %i = %c0 to %c64 step %c1 {
      %x = memref.load %X[%i] : memref<64xf32>
      %e = math.sqrt %x : f32
      memref.store %e, %Z[%i] : memref<64xf32>
    }
    scf.for %i = %c0 to %c64 step %c1 {
      %x = memref.load %X[%i] : memref<64xf32>
      %e = math.sqrt %x : f32
      memref.store %e, %Y[%i] : memref<64xf32>
    }
    return
  }
}
