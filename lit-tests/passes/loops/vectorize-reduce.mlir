// Reductions keep vectors of partial results, which start with the neutral element and are combined behind the loop.
// RUN: tc-opt %s --pass-pipeline='builtin.module(any(loops-vectorize{lanes=4}))' | FileCheck %s
module {
  // CHECK-LABEL: func.func @sum(
  // CHECK: %[[V1:.*]] = arith.constant dense<-0.000000e+00> : vector<32xf32>
  // CHECK: %[[V2:.*]] = arith.addi %c0, %c64{{.*}} : index
  // CHECK: %[[V3:.*]] = scf.for %[[V4:.*]] = %c0 to %[[V2]] step %c32 iter_args(%[[V5:.*]] = %[[V1]]) -> (vector<32xf32>) {
  // CHECK-NEXT: %[[V6:.*]] = vector.load %arg0[%[[V4]]] : memref<64xf32>, vector<32xf32>
  // CHECK-NEXT: %[[V7:.*]] = arith.addf %[[V5]], %[[V6]] fastmath<reassoc> : vector<32xf32>
  // CHECK-NEXT: scf.yield %[[V7]] : vector<32xf32>
  // CHECK: %[[V8:.*]] = vector.reduction <add>, %[[V3]] fastmath<reassoc> : vector<32xf32> into f32
  // CHECK-NEXT: %[[V9:.*]] = memref.load %arg1[%arg2] : memref<8xf32>
  // CHECK-NEXT: %[[V10:.*]] = arith.addf %[[V9]], %[[V8]] fastmath<reassoc> : f32
  // CHECK-NEXT: memref.store %[[V10]], %arg1[%arg2] : memref<8xf32>
  func.func @sum(%A: memref<64xf32> {llvm.noalias}, %C: memref<8xf32> {llvm.noalias}, %i: index) {
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    %c64 = arith.constant 64 : index
    scf.for %k = %c0 to %c64 step %c1 {
      %a = memref.load %A[%k] : memref<64xf32>
      %c = memref.load %C[%i] : memref<8xf32>
      %s = arith.addf %c, %a fastmath<reassoc> : f32
      memref.store %s, %C[%i] : memref<8xf32>
    } {tc.vector = "reduce"}
    return
  }
  // A maximum has three vectors of integers: the bits of -infinity, the largest ones with a sign, the smallest and the largest without.
  // CHECK-LABEL: func.func @tail(
  // CHECK: %[[V1:.*]] = arith.constant dense<-8388608> : vector<8xi32>
  // CHECK-NEXT: %[[V0:.*]] = arith.constant dense<-8388608> : vector<8xi32>
  // CHECK-NEXT: %[[V2:.*]] = vector.constant_mask [6] : vector<8xi1>
  // CHECK-NEXT: %[[V3:.*]] = ub.poison : vector<8xf32>
  // CHECK-NEXT: %[[V4:.*]] = vector.maskedload %arg0[%c0], %[[V2]], %[[V3]] : memref<6xf32>, vector<8xi1>, vector<8xf32> into vector<8xf32>
  // CHECK-NEXT: %[[V5:.*]] = arith.bitcast %[[V4]] : vector<8xf32> to vector<8xi32>
  // CHECK-NEXT: %[[V6:.*]] = arith.maxsi %[[V1]], %[[V5]] : vector<8xi32>
  // CHECK-NEXT: %[[V7:.*]] = arith.minui %[[V0]], %[[V5]] : vector<8xi32>
  // CHECK-NEXT: %[[V8:.*]] = arith.maxui %[[V0]], %[[V5]] : vector<8xi32>
  // CHECK-NEXT: %[[V9:.*]] = arith.select %[[V2]], %[[V6]], %[[V1]] : vector<8xi1>, vector<8xi32>
  // CHECK-NEXT: %[[V10:.*]] = arith.select %[[V2]], %[[V7]], %[[V0]] : vector<8xi1>, vector<8xi32>
  // CHECK-NEXT: %[[V11:.*]] = arith.select %[[V2]], %[[V8]], %[[V0]] : vector<8xi1>, vector<8xi32>
  // CHECK-NEXT: %[[MOST:.*]] = vector.reduction <maxsi>, %[[V9]] : vector<8xi32> into i32
  // CHECK-NEXT: %[[LOW:.*]] = vector.reduction <minui>, %[[V10]] : vector<8xi32> into i32
  // CHECK-NEXT: %[[HIGH:.*]] = vector.reduction <maxui>, %[[V11]] : vector<8xi32> into i32
  // CHECK: %[[P:.*]] = arith.cmpi sgt, %[[MOST]], %c2139095040_i32
  // CHECK: %[[N:.*]] = arith.cmpi ugt, %[[HIGH]], %c-8388608_i32
  // CHECK-NEXT: %[[NAN:.*]] = arith.ori %[[P]], %[[N]] : i1
  // CHECK: %[[SOME:.*]] = arith.cmpi sge, %[[MOST]], %c0_i32
  // CHECK-NEXT: %[[A:.*]] = arith.select %[[SOME]], %[[MOST]], %[[LOW]] : i32
  // CHECK: %[[B:.*]] = arith.select %[[NAN]], %c2139095041_i32, %[[A]] : i32
  // CHECK-NEXT: %[[C:.*]] = arith.bitcast %[[B]] : i32 to f32
  // CHECK-NEXT: %[[E:.*]] = memref.load %arg1[%arg2] : memref<8xf32>
  // CHECK-NEXT: %[[R:.*]] = arith.maximumf %[[E]], %[[C]] : f32
  // CHECK-NEXT: memref.store %[[R]], %arg1[%arg2] : memref<8xf32>
  func.func @tail(%A: memref<6xf32> {llvm.noalias}, %C: memref<8xf32> {llvm.noalias}, %i: index) {
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    %c6 = arith.constant 6 : index
    scf.for %k = %c0 to %c6 step %c1 {
      %a = memref.load %A[%k] : memref<6xf32>
      %c = memref.load %C[%i] : memref<8xf32>
      %s = arith.maximumf %a, %c : f32
      memref.store %s, %C[%i] : memref<8xf32>
    } {tc.vector = "reduce"}
    return
  }
  // CHECK-LABEL: func.func @several(
  // CHECK: %[[V1:.*]] = arith.constant dense<0> : vector<4xi8>
  // CHECK-NEXT: %[[V2:.*]] = arith.constant dense<1> : vector<4xi8>
  // CHECK-NEXT: %[[V3:.*]] = arith.constant dense<-128> : vector<4xi8>
  // CHECK-NEXT: %[[V4:.*]] = arith.constant dense<127> : vector<4xi8>
  // CHECK-NEXT: %[[V5:.*]] = arith.constant dense<0> : vector<4xi8>
  // CHECK-NEXT: %[[V6:.*]] = arith.constant dense<-1> : vector<4xi8>
  // CHECK: %{{.*}} = arith.addi %c0, %c4{{.*}} : index
  // CHECK-NEXT: %[[V8:.*]] = vector.load %arg0[%c0] : memref<4xi8>, vector<4xi8>
  // CHECK-NEXT: %[[V9:.*]] = arith.addi %[[V1]], %[[V8]] : vector<4xi8>
  // CHECK-NEXT: %[[V10:.*]] = arith.muli %[[V2]], %[[V8]] : vector<4xi8>
  // CHECK-NEXT: %[[V11:.*]] = arith.maxsi %[[V3]], %[[V8]] : vector<4xi8>
  // CHECK-NEXT: %[[V12:.*]] = arith.minsi %[[V4]], %[[V8]] : vector<4xi8>
  // CHECK-NEXT: %[[V13:.*]] = arith.maxui %[[V5]], %[[V8]] : vector<4xi8>
  // CHECK-NEXT: %[[V14:.*]] = arith.minui %[[V6]], %[[V8]] : vector<4xi8>
  // CHECK-NEXT: %[[V15:.*]] = vector.reduction <add>, %[[V9]] : vector<4xi8> into i8
  // CHECK-NEXT: %[[V16:.*]] = memref.load %arg1[%c0] : memref<6xi8>
  // CHECK-NEXT: %[[V17:.*]] = arith.addi %[[V16]], %[[V15]] : i8
  // CHECK-NEXT: memref.store %[[V17]], %arg1[%c0] : memref<6xi8>
  // CHECK-NEXT: %[[V18:.*]] = vector.reduction <mul>, %[[V10]] : vector<4xi8> into i8
  // CHECK-NEXT: %[[V19:.*]] = memref.load %arg1[%c1] : memref<6xi8>
  // CHECK-NEXT: %[[V20:.*]] = arith.muli %[[V19]], %[[V18]] : i8
  // CHECK-NEXT: memref.store %[[V20]], %arg1[%c1] : memref<6xi8>
  // CHECK-NEXT: %[[V21:.*]] = vector.reduction <maxsi>, %[[V11]] : vector<4xi8> into i8
  // CHECK-NEXT: %[[V22:.*]] = memref.load %arg1[%c2] : memref<6xi8>
  // CHECK-NEXT: %[[V23:.*]] = arith.maxsi %[[V22]], %[[V21]] : i8
  // CHECK-NEXT: memref.store %[[V23]], %arg1[%c2] : memref<6xi8>
  // CHECK-NEXT: %[[V24:.*]] = vector.reduction <minsi>, %[[V12]] : vector<4xi8> into i8
  // CHECK-NEXT: %[[V25:.*]] = memref.load %arg1[%c3] : memref<6xi8>
  // CHECK-NEXT: %[[V26:.*]] = arith.minsi %[[V25]], %[[V24]] : i8
  // CHECK-NEXT: memref.store %[[V26]], %arg1[%c3] : memref<6xi8>
  // CHECK-NEXT: %[[V27:.*]] = vector.reduction <maxui>, %[[V13]] : vector<4xi8> into i8
  // CHECK-NEXT: %[[V28:.*]] = memref.load %arg1[%c4] : memref<6xi8>
  // CHECK-NEXT: %[[V29:.*]] = arith.maxui %[[V28]], %[[V27]] : i8
  // CHECK-NEXT: memref.store %[[V29]], %arg1[%c4] : memref<6xi8>
  // CHECK-NEXT: %[[V30:.*]] = vector.reduction <minui>, %[[V14]] : vector<4xi8> into i8
  // CHECK-NEXT: %[[V31:.*]] = memref.load %arg1[%c5] : memref<6xi8>
  // CHECK-NEXT: %[[V32:.*]] = arith.minui %[[V31]], %[[V30]] : i8
  // CHECK-NEXT: memref.store %[[V32]], %arg1[%c5] : memref<6xi8>
  func.func @several(%A: memref<4xi8> {llvm.noalias}, %C: memref<6xi8> {llvm.noalias}) {
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    %c2 = arith.constant 2 : index
    %c3 = arith.constant 3 : index
    %c4 = arith.constant 4 : index
    %c5 = arith.constant 5 : index
    scf.for %k = %c0 to %c4 step %c1 {
      %a = memref.load %A[%k] : memref<4xi8>
      %x0 = memref.load %C[%c0] : memref<6xi8>
      %y0 = arith.addi %x0, %a : i8
      memref.store %y0, %C[%c0] : memref<6xi8>
      %x1 = memref.load %C[%c1] : memref<6xi8>
      %y1 = arith.muli %x1, %a : i8
      memref.store %y1, %C[%c1] : memref<6xi8>
      %x2 = memref.load %C[%c2] : memref<6xi8>
      %y2 = arith.maxsi %x2, %a : i8
      memref.store %y2, %C[%c2] : memref<6xi8>
      %x3 = memref.load %C[%c3] : memref<6xi8>
      %y3 = arith.minsi %x3, %a : i8
      memref.store %y3, %C[%c3] : memref<6xi8>
      %x4 = memref.load %C[%c4] : memref<6xi8>
      %y4 = arith.maxui %x4, %a : i8
      memref.store %y4, %C[%c4] : memref<6xi8>
      %x5 = memref.load %C[%c5] : memref<6xi8>
      %y5 = arith.minui %x5, %a : i8
      memref.store %y5, %C[%c5] : memref<6xi8>
    } {tc.vector = "reduce"}
    return
  }
  // CHECK-LABEL: func.func @floats(
  // CHECK: %[[V1:.*]] = arith.constant dense<1.000000e+00> : vector<4xf64>
  // CHECK-NEXT: %[[V2:.*]] = arith.constant dense<9218868437227405312> : vector<4xi64>
  // CHECK-NEXT: %[[V3:.*]] = arith.constant dense<0x7FF8000000000000> : vector<4xf64>
  // CHECK: %[[V5:.*]] = vector.load %arg0[%c0] : memref<4xf64>, vector<4xf64>
  // CHECK-NEXT: %[[V6:.*]] = arith.mulf %[[V1]], %[[V5]] fastmath<reassoc> : vector<4xf64>
  // CHECK: arith.maxsi
  // CHECK: arith.minui
  // CHECK: %[[V7:.*]] = arith.maxui
  // CHECK: %[[V8:.*]] = arith.maxnumf %[[V3]], %[[V5]] : vector<4xf64>
  // CHECK: %[[V9:.*]] = vector.reduction <mul>, %[[V6]] fastmath<reassoc> : vector<4xf64> into f64
  // CHECK-NEXT: %[[V10:.*]] = memref.load %arg1[%c0] : memref<4xf64>
  // CHECK-NEXT: %[[V11:.*]] = arith.mulf %[[V10]], %[[V9]] fastmath<reassoc> : f64
  // CHECK-NEXT: memref.store %[[V11]], %arg1[%c0] : memref<4xf64>
  // The minimum is the negative number of the largest magnitude, if there is one.
  // CHECK: %[[HIGH:.*]] = vector.reduction <maxui>, %[[V7]]
  // CHECK: %[[SOME:.*]] = arith.cmpi slt, %[[HIGH]], %c0_i64
  // CHECK-NEXT: arith.select %[[SOME]], %[[HIGH]],
  // CHECK: arith.minimumf
  // CHECK: %[[V15:.*]] = vector.reduction <maxnumf>, %[[V8]] fastmath<reassoc> : vector<4xf64> into f64
  // CHECK-NEXT: %[[V16:.*]] = memref.load %arg1[%c2] : memref<4xf64>
  // CHECK-NEXT: %[[V17:.*]] = arith.maxnumf %[[V16]], %[[V15]] : f64
  // CHECK-NEXT: memref.store %[[V17]], %arg1[%c2] : memref<4xf64>
  func.func @floats(%A: memref<4xf64> {llvm.noalias}, %C: memref<4xf64> {llvm.noalias}) {
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    %c2 = arith.constant 2 : index
    %c3 = arith.constant 3 : index
    %c4 = arith.constant 4 : index
    scf.for %k = %c0 to %c4 step %c1 {
      %a = memref.load %A[%k] : memref<4xf64>
      %x0 = memref.load %C[%c0] : memref<4xf64>
      %y0 = arith.mulf %x0, %a fastmath<reassoc> : f64
      memref.store %y0, %C[%c0] : memref<4xf64>
      %x1 = memref.load %C[%c1] : memref<4xf64>
      %y1 = arith.minimumf %x1, %a : f64
      memref.store %y1, %C[%c1] : memref<4xf64>
      %x2 = memref.load %C[%c2] : memref<4xf64>
      %y2 = arith.maxnumf %x2, %a : f64
      memref.store %y2, %C[%c2] : memref<4xf64>
    } {tc.vector = "reduce"}
    return
  }
  // CHECK-LABEL: func.func @runtime(
  // CHECK: %[[V1:.*]] = arith.cmpi slt, %c0, %arg2 : index
  // CHECK-NEXT: scf.if %[[V1]] {
  // CHECK-NEXT: %[[V2:.*]] = arith.constant dense<-0.000000e+00> : vector<32xf32>
  // CHECK-NEXT: %[[V3:.*]] = arith.subi %arg2, %c0 : index
  // CHECK: %[[V4:.*]] = arith.remui %[[V3]], %c32 : index
  // CHECK-NEXT: %[[V5:.*]] = arith.subi %arg2, %[[V4]] : index
  // CHECK: %[[V6:.*]] = scf.for %[[V7:.*]] = %c0 to %[[V5]] step %c32{{.*}} iter_args(%[[V8:.*]] = %[[V2]]) -> (vector<32xf32>) {
  // CHECK-NEXT: %[[V9:.*]] = vector.load %arg0[%[[V7]]] : memref<99xf32>, vector<32xf32>
  // CHECK-NEXT: %[[V10:.*]] = arith.addf %[[V8]], %[[V9]] fastmath<reassoc> : vector<32xf32>
  // CHECK-NEXT: scf.yield %[[V10]] : vector<32xf32>
  // CHECK: %[[V11:.*]] = arith.cmpi sgt, %[[V4]], %c0{{.*}} : index
  // CHECK-NEXT: %[[V12:.*]] = scf.if %[[V11]] -> (vector<32xf32>) {
  // CHECK-NEXT: %[[V13:.*]] = vector.create_mask %[[V4]] : vector<32xi1>
  // CHECK-NEXT: %[[V14:.*]] = ub.poison : vector<32xf32>
  // CHECK-NEXT: %[[V15:.*]] = vector.maskedload %arg0[%[[V5]]], %[[V13]], %[[V14]] : memref<99xf32>, vector<32xi1>, vector<32xf32> into vector<32xf32>
  // CHECK-NEXT: %[[V16:.*]] = arith.addf %[[V6]], %[[V15]] fastmath<reassoc> : vector<32xf32>
  // CHECK-NEXT: %[[V17:.*]] = arith.select %[[V13]], %[[V16]], %[[V6]] : vector<32xi1>, vector<32xf32>
  // CHECK-NEXT: scf.yield %[[V17]] : vector<32xf32>
  // CHECK-NEXT: } else {
  // CHECK-NEXT: scf.yield %[[V6]] : vector<32xf32>
  // CHECK: %[[V18:.*]] = vector.reduction <add>, %[[V12]] fastmath<reassoc> : vector<32xf32> into f32
  // CHECK-NEXT: %[[V19:.*]] = memref.load %arg1[] : memref<f32>
  // CHECK-NEXT: %[[V20:.*]] = arith.addf %[[V19]], %[[V18]] fastmath<reassoc> : f32
  // CHECK-NEXT: memref.store %[[V20]], %arg1[] : memref<f32>
  // CHECK-NEXT: } else {
  func.func @runtime(%A: memref<99xf32> {llvm.noalias}, %C: memref<f32> {llvm.noalias}, %n: index) {
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    scf.for %k = %c0 to %n step %c1 {
      %a = memref.load %A[%k] : memref<99xf32>
      %c = memref.load %C[] : memref<f32>
      %s = arith.addf %c, %a fastmath<reassoc> : f32
      memref.store %s, %C[] : memref<f32>
    } {tc.vector = "reduce"}
    return
  }
  // The element is touched only if the condition held in some of the lanes: where it did not, the element need not exist.
  // CHECK-LABEL: func.func @conditional(
  // CHECK: %[[V1:.*]] = arith.constant dense<-0.000000e+00> : vector<16xf32>
  // CHECK-NEXT: %[[V2:.*]] = arith.constant dense<false> : vector<16xi1>
  // CHECK: %{{.*}} = arith.addi %c0, %c16{{.*}} : index
  // CHECK-NEXT: %[[V4:.*]] = vector.broadcast %arg3 : i1 to vector<16xi1>
  // CHECK-NEXT: %[[V5:.*]] = ub.poison : vector<16xf32>
  // CHECK-NEXT: %[[V6:.*]] = vector.maskedload %arg0[%c0], %[[V4]], %[[V5]] : memref<16xf32>, vector<16xi1>, vector<16xf32> into vector<16xf32>
  // CHECK-NEXT: %[[V7:.*]] = arith.addf %[[V1]], %[[V6]] fastmath<reassoc> : vector<16xf32>
  // CHECK-NEXT: %[[V8:.*]] = arith.select %[[V4]], %[[V7]], %[[V1]] : vector<16xi1>, vector<16xf32>
  // CHECK-NEXT: %[[V9:.*]] = arith.ori %[[V2]], %[[V4]] : vector<16xi1>
  // CHECK-NEXT: %[[V10:.*]] = vector.reduction <or>, %[[V9]] : vector<16xi1> into i1
  // CHECK-NEXT: scf.if %[[V10]] {
  // CHECK-NEXT: %[[V11:.*]] = vector.reduction <add>, %[[V8]] fastmath<reassoc> : vector<16xf32> into f32
  // CHECK-NEXT: %[[V12:.*]] = memref.load %arg1[%arg2] : memref<8xf32>
  // CHECK-NEXT: %[[V13:.*]] = arith.addf %[[V12]], %[[V11]] fastmath<reassoc> : f32
  // CHECK-NEXT: memref.store %[[V13]], %arg1[%arg2] : memref<8xf32>
  // CHECK-NEXT: } else {
  func.func @conditional(%A: memref<16xf32> {llvm.noalias}, %C: memref<8xf32> {llvm.noalias}, %i: index, %p: i1) {
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    %c16 = arith.constant 16 : index
    scf.for %k = %c0 to %c16 step %c1 {
      scf.if %p {
        %a = memref.load %A[%k] : memref<16xf32>
        %c = memref.load %C[%i] : memref<8xf32>
        %s = arith.addf %c, %a fastmath<reassoc> : f32
        memref.store %s, %C[%i] : memref<8xf32>
      }
    } {tc.vector = "reduce"}
    return
  }
}
