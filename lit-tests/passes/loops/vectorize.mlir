// Loops that the schedule made vectors become operations on vectors: each form of an access, and what is left of a loop.
// RUN: tc-opt %s --pass-pipeline='builtin.module(any(loops-vectorize{lanes=4 registers=1}))' | FileCheck %s
module {
  func.func @row(%A: memref<8x8xf32>, %B: memref<8xf32>, %C: memref<8x8xf32>, %i: index) {
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    %c8 = arith.constant 8 : index
    scf.for %j = %c0 to %c8 step %c1 {
      %x = memref.load %A[%i, %j] : memref<8x8xf32>
      %y = memref.load %B[%i] : memref<8xf32>
      %z = arith.mulf %x, %y : f32
      memref.store %z, %C[%i, %j] : memref<8x8xf32>
    } {tc.vector = "independent"}
    return
  }
  func.func @rest(%A: memref<7xf32>, %C: memref<7xf32>) {
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    %c7 = arith.constant 7 : index
    scf.for %j = %c0 to %c7 step %c1 {
      %x = memref.load %A[%j] : memref<7xf32>
      memref.store %x, %C[%j] : memref<7xf32>
    } {tc.vector = "independent"}
    return
  }
  func.func @runtime(%A: memref<99xf32>, %C: memref<99xf32>, %n: index) {
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    scf.for %j = %c0 to %n step %c1 {
      %x = memref.load %A[%j] : memref<99xf32>
      memref.store %x, %C[%j] : memref<99xf32>
    } {tc.vector = "independent"}
    return
  }
  func.func @every_second(%A: memref<16xf32>, %C: memref<4xf32>) {
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    %c2 = arith.constant 2 : index
    %c4 = arith.constant 4 : index
    scf.for %j = %c0 to %c4 step %c1 {
      %k = arith.muli %j, %c2 : index
      %x = memref.load %A[%k] : memref<16xf32>
      memref.store %x, %C[%j] : memref<4xf32>
    } {tc.vector = "independent"}
    return
  }
  func.func @backwards(%A: memref<4xf32>, %C: memref<4x8xf32>) {
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    %c3 = arith.constant 3 : index
    %c4 = arith.constant 4 : index
    scf.for %j = %c0 to %c4 step %c1 {
      %k = arith.subi %c3, %j : index
      %x = memref.load %A[%k] : memref<4xf32>
      memref.store %x, %C[%j, %c1] : memref<4x8xf32>
    } {tc.vector = "independent"}
    return
  }
  func.func @by_data(%I: memref<4xi32>, %A: memref<5x6xf32>, %C: memref<4xf32>) {
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    %c4 = arith.constant 4 : index
    scf.for %j = %c0 to %c4 step %c1 {
      %i = memref.load %I[%j] : memref<4xi32>
      %k = arith.index_cast %i : i32 to index
      %x = memref.load %A[%k, %j] : memref<5x6xf32>
      memref.store %x, %C[%j] : memref<4xf32>
    } {tc.vector = "independent"}
    return
  }
  func.func @bools(%A: memref<4xi1>, %X: memref<4xf32>, %C: memref<4xi1>) {
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    %c4 = arith.constant 4 : index
    %zero = arith.constant 0.0 : f32
    scf.for %j = %c0 to %c4 step %c1 {
      %a = memref.load %A[%j] : memref<4xi1>
      %x = memref.load %X[%j] : memref<4xf32>
      %p = arith.cmpf olt, %x, %zero : f32
      %b = arith.andi %a, %p : i1
      memref.store %b, %C[%j] : memref<4xi1>
    } {tc.vector = "independent"}
    return
  }
  func.func @condition(%A: memref<6xi32>, %B: memref<6xi32>, %C: memref<6xi32>) {
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    %c6 = arith.constant 6 : index
    %zero = arith.constant 0 : i32
    scf.for %j = %c0 to %c6 step %c1 {
      %b = memref.load %B[%j] : memref<6xi32>
      %p = arith.cmpi ne, %b, %zero : i32
      %r = scf.if %p -> (i32) {
        %a = memref.load %A[%j] : memref<6xi32>
        %q = arith.divsi %a, %b : i32
        scf.yield %q : i32
      } else {
        scf.yield %zero : i32
      }
      memref.store %r, %C[%j] : memref<6xi32>
    } {tc.vector = "independent"}
    return
  }
  func.func @uniform(%A: memref<8xf32>, %S: memref<f32>, %C: memref<8xf32>, %p: i1) {
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    %c8 = arith.constant 8 : index
    scf.for %j = %c0 to %c8 step %c1 {
      %x = memref.load %A[%j] : memref<8xf32>
      %r = scf.if %p -> (f32) {
        %s = memref.load %S[] : memref<f32>
        %y = arith.addf %x, %s : f32
        scf.yield %y : f32
      } else {
        scf.yield %x : f32
      }
      memref.store %r, %C[%j] : memref<8xf32>
    } {tc.vector = "independent"}
    return
  }
  func.func @division(%A: memref<6xi32>, %B: memref<6xi32>, %C: memref<6xi32>) {
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    %c6 = arith.constant 6 : index
    scf.for %j = %c0 to %c6 step %c1 {
      %a = memref.load %A[%j] : memref<6xi32>
      %b = memref.load %B[%j] : memref<6xi32>
      %q = arith.remsi %a, %b : i32
      memref.store %q, %C[%j] : memref<6xi32>
    } {tc.vector = "independent"}
    return
  }
  func.func @doubles(%A: memref<4xf64>, %C: memref<4xf64>) {
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    %c4 = arith.constant 4 : index
    scf.for %j = %c0 to %c4 step %c1 {
      %a = memref.load %A[%j] : memref<4xf64>
      memref.store %a, %C[%j] : memref<4xf64>
    } {tc.vector = "independent"}
    return
  }
}
