// Loops that the schedule made vectors become operations on vectors: each form of an access, and what is left of a loop.
// RUN: tc-opt %s --pass-pipeline='builtin.module(any(loops-vectorize{lanes=4 registers=1}))' | FileCheck %s
// RUN: tc-opt %s --pass-pipeline='builtin.module(any(loops-vectorize{lanes=4 registers=1}))' --tc-pass-statistics -o /dev/null 2>&1 | FileCheck %s --check-prefix=COUNT
// COUNT: {{^ *}}1 transposed
module {
  // CHECK-LABEL: func.func @row(
  // CHECK: %[[V1:.*]] = arith.addi %c0, %c8{{.*}} : index
  // CHECK: scf.for %[[V2:.*]] = %c0 to %[[V1]] step %c4 {
  // CHECK-NEXT: %[[V3:.*]] = vector.load %arg0[%arg3, %[[V2]]] : memref<8x8xf32>, vector<4xf32>
  // CHECK-NEXT: %[[V4:.*]] = memref.load %arg1[%arg3] : memref<8xf32>
  // CHECK-NEXT: %[[V5:.*]] = vector.broadcast %[[V4]] : f32 to vector<4xf32>
  // CHECK-NEXT: %[[V6:.*]] = arith.mulf %[[V3]], %[[V5]] : vector<4xf32>
  // CHECK-NEXT: vector.store %[[V6]], %arg2[%arg3, %[[V2]]] : memref<8x8xf32>, vector<4xf32>
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
  // CHECK-LABEL: func.func @rest(
  // CHECK: %[[V1:.*]] = arith.addi %c0, %c4 : index
  // CHECK-NEXT: %[[V2:.*]] = vector.load %arg0[%c0] : memref<7xf32>, vector<4xf32>
  // CHECK-NEXT: vector.store %[[V2]], %arg1[%c0] : memref<7xf32>, vector<4xf32>
  // CHECK-NEXT: %[[V3:.*]] = vector.constant_mask [3] : vector<4xi1>
  // CHECK-NEXT: %[[V4:.*]] = ub.poison : vector<4xf32>
  // CHECK-NEXT: %[[V5:.*]] = vector.maskedload %arg0[%[[V1]]], %[[V3]], %[[V4]] : memref<7xf32>, vector<4xi1>, vector<4xf32> into vector<4xf32>
  // CHECK-NEXT: vector.maskedstore %arg1[%[[V1]]], %[[V3]], %[[V5]] : memref<7xf32>, vector<4xi1>, vector<4xf32>
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
  // CHECK-LABEL: func.func @runtime(
  // CHECK: %[[V1:.*]] = arith.cmpi slt, %c0, %arg2 : index
  // CHECK-NEXT: scf.if %[[V1]] {
  // CHECK-NEXT: %[[V2:.*]] = arith.subi %arg2, %c0 : index
  // CHECK: %[[V3:.*]] = arith.remui %[[V2]], %c4 : index
  // CHECK-NEXT: %[[V4:.*]] = arith.subi %arg2, %[[V3]] : index
  // CHECK: scf.for %[[V5:.*]] = %c0 to %[[V4]] step %c4{{.*}} {
  // CHECK-NEXT: %[[V6:.*]] = vector.load %arg0[%[[V5]]] : memref<99xf32>, vector<4xf32>
  // CHECK-NEXT: vector.store %[[V6]], %arg1[%[[V5]]] : memref<99xf32>, vector<4xf32>
  // CHECK: %[[V7:.*]] = arith.cmpi sgt, %[[V3]], %c0{{.*}} : index
  // CHECK-NEXT: scf.if %[[V7]] {
  // CHECK-NEXT: %[[V8:.*]] = vector.create_mask %[[V3]] : vector<4xi1>
  // CHECK-NEXT: %[[V9:.*]] = ub.poison : vector<4xf32>
  // CHECK-NEXT: %[[V10:.*]] = vector.maskedload %arg0[%[[V4]]], %[[V8]], %[[V9]] : memref<99xf32>, vector<4xi1>, vector<4xf32> into vector<4xf32>
  // CHECK-NEXT: vector.maskedstore %arg1[%[[V4]]], %[[V8]], %[[V10]] : memref<99xf32>, vector<4xi1>, vector<4xf32>
  // CHECK-NEXT: } else {
  // CHECK: } else {
  func.func @runtime(%A: memref<99xf32>, %C: memref<99xf32>, %n: index) {
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    scf.for %j = %c0 to %n step %c1 {
      %x = memref.load %A[%j] : memref<99xf32>
      memref.store %x, %C[%j] : memref<99xf32>
    } {tc.vector = "independent"}
    return
  }
  // CHECK-LABEL: func.func @every_second(
  // CHECK: %{{.*}} = arith.addi %c0, %c4{{.*}} : index
  // CHECK-NEXT: %[[V2:.*]] = arith.muli %c0, %c2 : index
  // CHECK-NEXT: %[[V3:.*]] = vector.load %arg0[%[[V2]]] : memref<16xf32>, vector<4xf32>
  // CHECK: %[[V4:.*]] = arith.addi %[[V2]], %c4{{.*}} : index
  // CHECK-NEXT: %[[V5:.*]] = vector.constant_mask [3] : vector<4xi1>
  // CHECK-NEXT: %[[V6:.*]] = ub.poison : vector<4xf32>
  // CHECK-NEXT: %[[V7:.*]] = vector.maskedload %arg0[%[[V4]]], %[[V5]], %[[V6]] : memref<16xf32>, vector<4xi1>, vector<4xf32> into vector<4xf32>
  // CHECK-NEXT: %[[V8:.*]] = vector.shuffle %[[V3]], %[[V7]] [0, 2, 4, 6] : vector<4xf32>, vector<4xf32>
  // CHECK-NEXT: vector.store %[[V8]], %arg1[%c0] : memref<4xf32>, vector<4xf32>
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
  // CHECK-LABEL: func.func @backwards(
  // CHECK: %{{.*}} = arith.addi %c0, %c4{{.*}} : index
  // CHECK-NEXT: %[[V2:.*]] = arith.subi %c3, %c0 : index
  // CHECK: %[[V3:.*]] = arith.addi %[[V2]], %{{.*}} : index
  // CHECK-NEXT: %[[V4:.*]] = vector.load %arg0[%[[V3]]] : memref<4xf32>, vector<4xf32>
  // CHECK-NEXT: %[[V8:.*]] = vector.shuffle %[[V4]], %[[V4]] [3, 2, 1, 0] : vector<4xf32>, vector<4xf32>
  // CHECK-NEXT: %[[V9:.*]] = vector.step : vector<4xindex>
  // CHECK-NEXT: %[[V10:.*]] = arith.constant dense<8> : vector<4xindex>
  // CHECK-NEXT: %[[V11:.*]] = arith.muli %[[V9]], %[[V10]] : vector<4xindex>
  // CHECK-NEXT: %[[V12:.*]] = arith.constant dense<true> : vector<4xi1>
  // CHECK-NEXT: vector.scatter %arg1[%c0, %c1] [%[[V11]]], %[[V12]], %[[V8]] : memref<4x8xf32>, vector<4xindex>, vector<4xi1>, vector<4xf32>
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
  // CHECK-LABEL: func.func @by_data(
  // CHECK: %{{.*}} = arith.addi %c0, %c4{{.*}} : index
  // CHECK-NEXT: %[[V2:.*]] = vector.load %arg0[%c0] : memref<4xi32>, vector<4xi32>
  // CHECK-NEXT: %[[V3:.*]] = arith.index_cast %[[V2]] : vector<4xi32> to vector<4xindex>
  // CHECK-NEXT: %[[V4:.*]] = arith.constant dense<6> : vector<4xindex>
  // CHECK-NEXT: %[[V5:.*]] = arith.muli %[[V3]], %[[V4]] : vector<4xindex>
  // CHECK: %[[V6:.*]] = vector.step : vector<4xindex>
  // CHECK-NEXT: %[[V7:.*]] = arith.addi %[[V6]], %[[V5]] : vector<4xindex>
  // CHECK-NEXT: %[[V8:.*]] = arith.constant dense<true> : vector<4xi1>
  // CHECK-NEXT: %[[V9:.*]] = ub.poison : vector<4xf32>
  // CHECK-NEXT: %[[V10:.*]] = vector.gather %arg1[%c0{{.*}}, %c0] [%[[V7]]], %[[V8]], %[[V9]] : memref<5x6xf32>, vector<4xindex>, vector<4xi1>, vector<4xf32> into vector<4xf32>
  // CHECK-NEXT: vector.store %[[V10]], %arg2[%c0] : memref<4xf32>, vector<4xf32>
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
  // CHECK-LABEL: func.func @condition(
  // CHECK: %[[V1:.*]] = arith.constant 0 : i32
  // CHECK: %[[V2:.*]] = arith.addi %c0, %c4 : index
  // CHECK-NEXT: %[[V3:.*]] = vector.load %arg1[%c0] : memref<6xi32>, vector<4xi32>
  // CHECK-NEXT: %[[V4:.*]] = vector.broadcast %[[V1]] : i32 to vector<4xi32>
  // CHECK-NEXT: %[[V5:.*]] = arith.cmpi ne, %[[V3]], %[[V4]] : vector<4xi32>
  // CHECK-NEXT: %[[V6:.*]] = arith.constant dense<true> : vector<4xi1>
  // CHECK-NEXT: %{{.*}} = arith.xori %[[V5]], %[[V6]] : vector<4xi1>
  // CHECK-NEXT: %[[V8:.*]] = ub.poison : vector<4xi32>
  // CHECK-NEXT: %[[V9:.*]] = vector.maskedload %arg0[%c0], %[[V5]], %[[V8]] : memref<6xi32>, vector<4xi1>, vector<4xi32> into vector<4xi32>
  // CHECK-NEXT: %[[V10:.*]] = arith.constant dense<1> : vector<4xi32>
  // CHECK-NEXT: %[[V11:.*]] = arith.select %[[V5]], %[[V3]], %[[V10]] : vector<4xi1>, vector<4xi32>
  // CHECK-NEXT: %[[V12:.*]] = arith.divsi %[[V9]], %[[V11]] : vector<4xi32>
  // CHECK-NEXT: %[[V13:.*]] = arith.select %[[V5]], %[[V12]], %[[V4]] : vector<4xi1>, vector<4xi32>
  // CHECK-NEXT: vector.store %[[V13]], %arg2[%c0] : memref<6xi32>, vector<4xi32>
  // CHECK-NEXT: %[[V14:.*]] = vector.load %arg1[%[[V2]]] : memref<6xi32>, vector<2xi32>
  // CHECK-NEXT: %[[V15:.*]] = vector.broadcast %[[V1]] : i32 to vector<2xi32>
  // CHECK-NEXT: %[[V16:.*]] = arith.cmpi ne, %[[V14]], %[[V15]] : vector<2xi32>
  // CHECK-NEXT: %[[V17:.*]] = arith.constant dense<true> : vector<2xi1>
  // CHECK-NEXT: %{{.*}} = arith.xori %[[V16]], %[[V17]] : vector<2xi1>
  // CHECK-NEXT: %[[V19:.*]] = ub.poison : vector<2xi32>
  // CHECK-NEXT: %[[V20:.*]] = vector.maskedload %arg0[%[[V2]]], %[[V16]], %[[V19]] : memref<6xi32>, vector<2xi1>, vector<2xi32> into vector<2xi32>
  // CHECK-NEXT: %[[V21:.*]] = arith.constant dense<1> : vector<2xi32>
  // CHECK-NEXT: %[[V22:.*]] = arith.select %[[V16]], %[[V14]], %[[V21]] : vector<2xi1>, vector<2xi32>
  // CHECK-NEXT: %[[V23:.*]] = arith.divsi %[[V20]], %[[V22]] : vector<2xi32>
  // CHECK-NEXT: %[[V24:.*]] = arith.select %[[V16]], %[[V23]], %[[V15]] : vector<2xi1>, vector<2xi32>
  // CHECK-NEXT: vector.store %[[V24]], %arg2[%[[V2]]] : memref<6xi32>, vector<2xi32>
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
  // CHECK-LABEL: func.func @uniform(
  // CHECK: %[[V1:.*]] = arith.addi %c0, %c8{{.*}} : index
  // CHECK: scf.for %[[V2:.*]] = %c0 to %[[V1]] step %c4 {
  // CHECK-NEXT: %[[V3:.*]] = vector.load %arg0[%[[V2]]] : memref<8xf32>, vector<4xf32>
  // CHECK-NEXT: %[[V4:.*]] = scf.if %arg3 -> (vector<4xf32>) {
  // CHECK-NEXT: %[[V9:.*]] = memref.load %arg1[] : memref<f32>
  // CHECK-NEXT: %[[V10:.*]] = vector.broadcast %[[V9]] : f32 to vector<4xf32>
  // CHECK-NEXT: %[[V11:.*]] = arith.addf %[[V3]], %[[V10]] : vector<4xf32>
  // CHECK-NEXT: scf.yield %[[V11]] : vector<4xf32>
  // CHECK-NEXT: } else {
  // CHECK-NEXT: scf.yield %[[V3]] : vector<4xf32>
  // CHECK: vector.store %[[V4]], %arg2[%[[V2]]] : memref<8xf32>, vector<4xf32>
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
  // CHECK-LABEL: func.func @division(
  // CHECK: %[[V1:.*]] = arith.addi %c0, %c4 : index
  // CHECK-NEXT: %[[V2:.*]] = vector.load %arg0[%c0] : memref<6xi32>, vector<4xi32>
  // CHECK-NEXT: %[[V3:.*]] = vector.load %arg1[%c0] : memref<6xi32>, vector<4xi32>
  // CHECK-NEXT: %[[V4:.*]] = arith.remsi %[[V2]], %[[V3]] : vector<4xi32>
  // CHECK-NEXT: vector.store %[[V4]], %arg2[%c0] : memref<6xi32>, vector<4xi32>
  // CHECK-NEXT: %[[V5:.*]] = vector.load %arg0[%[[V1]]] : memref<6xi32>, vector<2xi32>
  // CHECK-NEXT: %[[V6:.*]] = vector.load %arg1[%[[V1]]] : memref<6xi32>, vector<2xi32>
  // CHECK-NEXT: %[[V7:.*]] = arith.remsi %[[V5]], %[[V6]] : vector<2xi32>
  // CHECK-NEXT: vector.store %[[V7]], %arg2[%[[V1]]] : memref<6xi32>, vector<2xi32>
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
  // CHECK-LABEL: func.func @doubles(
  // CHECK: %[[V1:.*]] = arith.addi %c0, %c4{{.*}} : index
  // CHECK: scf.for %[[V2:.*]] = %c0 to %[[V1]] step %c2 {
  // CHECK-NEXT: %[[V3:.*]] = vector.load %arg0[%[[V2]]] : memref<4xf64>, vector<2xf64>
  // CHECK-NEXT: vector.store %[[V3]], %arg1[%[[V2]]] : memref<4xf64>, vector<2xf64>
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
  // Rows to columns: squares are transposed in registers, what is left of the outer loop is gathered.
  // CHECK-LABEL: func.func @columns(
  // CHECK: scf.for %[[V1:.*]] = %c0{{.*}} to %c4{{.*}} step %c4{{.*}} {
  // CHECK: %[[R0:.*]] = vector.load %arg0[%c0{{.*}}, %[[V1]]] : memref<4x6xf32>, vector<4xf32>
  // CHECK: %[[R1:.*]] = vector.load %arg0[%c1{{.*}}, %[[V1]]] : memref<4x6xf32>, vector<4xf32>
  // CHECK: %[[R2:.*]] = vector.load %arg0[%c2{{.*}}, %[[V1]]] : memref<4x6xf32>, vector<4xf32>
  // CHECK: %[[R3:.*]] = vector.load %arg0[%c3{{.*}}, %[[V1]]] : memref<4x6xf32>, vector<4xf32>
  // CHECK: %[[H0:.*]] = vector.shuffle %[[R0]], %[[R2]] [0, 1, 4, 5] : vector<4xf32>, vector<4xf32>
  // CHECK-NEXT: %[[H2:.*]] = vector.shuffle %[[R0]], %[[R2]] [2, 3, 6, 7] : vector<4xf32>, vector<4xf32>
  // CHECK-NEXT: %[[H1:.*]] = vector.shuffle %[[R1]], %[[R3]] [0, 1, 4, 5] : vector<4xf32>, vector<4xf32>
  // CHECK-NEXT: %[[H3:.*]] = vector.shuffle %[[R1]], %[[R3]] [2, 3, 6, 7] : vector<4xf32>, vector<4xf32>
  // CHECK-NEXT: %[[C0:.*]] = vector.shuffle %[[H0]], %[[H1]] [0, 4, 2, 6] : vector<4xf32>, vector<4xf32>
  // CHECK-NEXT: %[[C1:.*]] = vector.shuffle %[[H0]], %[[H1]] [1, 5, 3, 7] : vector<4xf32>, vector<4xf32>
  // CHECK-NEXT: %[[C2:.*]] = vector.shuffle %[[H2]], %[[H3]] [0, 4, 2, 6] : vector<4xf32>, vector<4xf32>
  // CHECK-NEXT: %[[C3:.*]] = vector.shuffle %[[H2]], %[[H3]] [1, 5, 3, 7] : vector<4xf32>, vector<4xf32>
  // CHECK: vector.store %[[C0]], %arg1[%[[V1]], %c0{{.*}}] : memref<6x4xf32>, vector<4xf32>
  // CHECK: %[[V14:.*]] = arith.addi %[[V1]], %c1{{.*}} : index
  // CHECK-NEXT: vector.store %[[C1]], %arg1[%[[V14]], %c0{{.*}}] : memref<6x4xf32>, vector<4xf32>
  // CHECK: %[[V16:.*]] = arith.addi %[[V1]], %c2{{.*}} : index
  // CHECK-NEXT: vector.store %[[C2]], %arg1[%[[V16]], %c0{{.*}}] : memref<6x4xf32>, vector<4xf32>
  // CHECK: %[[V18:.*]] = arith.addi %[[V1]], %c3{{.*}} : index
  // CHECK-NEXT: vector.store %[[C3]], %arg1[%[[V18]], %c0{{.*}}] : memref<6x4xf32>, vector<4xf32>
  // The last square begins at 2, and copies two columns again.
  // CHECK-NOT: vector.gather
  // CHECK: vector.load %arg0[%c0{{.*}}, %c2] : memref<4x6xf32>, vector<4xf32>
  // CHECK-NOT: vector.gather
  // CHECK: vector.shuffle
  // CHECK: vector.store {{.*}}, %arg1[%c2, %c0{{.*}}] : memref<6x4xf32>, vector<4xf32>
  // CHECK: return
  func.func @columns(%A: memref<4x6xf32> {llvm.noalias}, %C: memref<6x4xf32> {llvm.noalias}) {
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    %c4 = arith.constant 4 : index
    %c6 = arith.constant 6 : index
    scf.for %i = %c0 to %c6 step %c1 {
      scf.for %j = %c0 to %c4 step %c1 {
        %a = memref.load %A[%j, %i] : memref<4x6xf32>
        memref.store %a, %C[%i, %j] : memref<6x4xf32>
      } {tc.vector = "independent"}
    }
    return
  }
  // A vector of bools has a bit for each.
  // CHECK-LABEL: func.func @columns_of_bools(
  // CHECK: scf.for %[[V1:.*]] = %c0 to %c4 step %c1 {
  // CHECK-NEXT: scf.for %[[V2:.*]] = %c0 to %c4 step %c1 {
  // CHECK-NEXT: %[[V3:.*]] = memref.load %arg0[%[[V2]], %[[V1]]] : memref<4x4xi1>
  // CHECK-NEXT: memref.store %[[V3]], %arg1[%[[V1]], %[[V2]]] : memref<4x4xi1>
  func.func @columns_of_bools(%A: memref<4x4xi1> {llvm.noalias}, %C: memref<4x4xi1> {llvm.noalias}) {
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    %c4 = arith.constant 4 : index
    scf.for %i = %c0 to %c4 step %c1 {
      scf.for %j = %c0 to %c4 step %c1 {
        %a = memref.load %A[%j, %i] : memref<4x4xi1>
        memref.store %a, %C[%i, %j] : memref<4x4xi1>
      } {tc.vector = "independent"}
    }
    return
  }
  // One byte for all lanes is read without a mask, and a condition that all lanes share stays one: neither asks for a mask of bytes.
  // CHECK-LABEL: func.func @shared_byte(
  // CHECK: %[[V1:.*]] = memref.load %arg0[%arg2] : memref<8xi8>
  // CHECK-NEXT: %[[V2:.*]] = arith.extsi %[[V1]] : i8 to i32
  // CHECK-NEXT: %[[V3:.*]] = vector.broadcast %[[V2]] : i32 to vector<4xi32>
  // CHECK-NEXT: vector.store %[[V3]], %arg1[%arg2, %c0] : memref<8x8xi32>, vector<4xi32>
  // CHECK: vector.maskedstore %arg1[%arg2,
  func.func @shared_byte(%A: memref<8xi8>, %C: memref<8x8xi32>, %i: index) {
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    %c7 = arith.constant 7 : index
    scf.for %j = %c0 to %c7 step %c1 {
      %x = memref.load %A[%i] : memref<8xi8>
      %y = arith.extsi %x : i8 to i32
      memref.store %y, %C[%i, %j] : memref<8x8xi32>
    } {tc.vector = "independent"}
    return
  }
  // CHECK-LABEL: func.func @shared_condition(
  // CHECK: scf.for %[[V1:.*]] = %c0 to
  // CHECK-NEXT: scf.if %arg2 {
  // CHECK-NEXT: %[[V2:.*]] = vector.load %arg1[%[[V1]]] : memref<8xi8>, vector<4xi8>
  // CHECK-NEXT: vector.store %[[V2]], %arg0[%[[V1]]] : memref<8xi8>, vector<4xi8>
  func.func @shared_condition(%C: memref<8xi8>, %D: memref<8xi8>, %on: i1) {
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    %c8 = arith.constant 8 : index
    scf.for %j = %c0 to %c8 step %c1 {
      scf.if %on {
        %x = memref.load %D[%j] : memref<8xi8>
        memref.store %x, %C[%j] : memref<8xi8>
      }
    } {tc.vector = "independent"}
    return
  }
}
