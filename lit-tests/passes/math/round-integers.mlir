// Integers become bf16 by the roundings that the program states; `canonicalize` finds nothing to join afterwards.
// RUN: tc-opt %s --tc-pass-statistics --pass-pipeline='builtin.module(any(math-round-integers))' > %t.out 2> %t.err
// RUN: FileCheck %s --input-file=%t.out
// RUN: FileCheck %s --input-file=%t.err --check-prefix=COUNT
// RUN: tc-opt %s --pass-pipeline='builtin.module(any(math-round-integers),canonicalize)' | FileCheck %s --check-prefix=CANONICAL

// COUNT: math-round-integers: 4 runs
// COUNT-NEXT: {{^ *}}3 converted conversions replaced

// CANONICAL-NOT: tofp{{.*}} to bf16
// CANONICAL-LABEL: @measured(
// CANONICAL: arith.truncf %arg0 : f32 to bf16

// CHECK-LABEL: func.func @two_roundings(
// CHECK-NEXT: %[[F:.*]] = arith.sitofp %arg0 : i32 to f32
// CHECK-NEXT: %[[B:.*]] = arith.bitcast %[[F]] : f32 to i32
// CHECK-NEXT: %[[C16:.*]] = arith.constant 16 : i32
// CHECK-NEXT: %[[L:.*]] = arith.shrui %[[B]], %[[C16]] : i32
// CHECK-NEXT: %[[C1:.*]] = arith.constant 1 : i32
// CHECK-NEXT: %[[O:.*]] = arith.andi %[[L]], %[[C1]] : i32
// CHECK-NEXT: %[[S:.*]] = arith.addi %[[B]], %[[O]] : i32
// CHECK-NEXT: %[[H:.*]] = arith.constant 32767 : i32
// CHECK-NEXT: %[[R:.*]] = arith.addi %[[S]], %[[H]] : i32
// CHECK: %[[T:.*]] = arith.trunci %{{.*}} : i32 to i16
// CHECK-NEXT: %[[Y:.*]] = arith.bitcast %[[T]] : i16 to bf16
// CHECK-NEXT: return %[[Y]] : bf16
func.func @two_roundings(%i: i32) -> bf16 {
  %f = arith.sitofp %i : i32 to f32
  %y = arith.truncf %f : f32 to bf16
  return %y : bf16
}

// CHECK-LABEL: func.func @one_rounding(
// CHECK-NEXT: %[[D:.*]] = arith.uitofp %arg0 : i64 to f64
// CHECK: arith.constant 17592186044415 : i64
// CHECK: arith.constant -35184372088832 : i64
// CHECK: arith.truncf %{{.*}} : f64 to f32
func.func @one_rounding(%i: i64) -> bf16 {
  %y = arith.uitofp %i : i64 to bf16
  return %y : bf16
}

// CHECK-LABEL: func.func @vectors(
// CHECK: arith.constant dense<32767> : vector<4xi32>
// CHECK: arith.bitcast %{{.*}} : vector<4xi16> to vector<4xbf16>
func.func @vectors(%i: vector<4xi32>) -> vector<4xbf16> {
  %f = arith.sitofp %i : vector<4xi32> to vector<4xf32>
  %y = arith.truncf %f : vector<4xf32> to vector<4xbf16>
  return %y : vector<4xbf16>
}

// Other numbers are rounded by the machine.
// CHECK-LABEL: func.func @measured(
// CHECK-NEXT: arith.truncf %arg0 : f32 to bf16
func.func @measured(%f: f32) -> bf16 {
  %y = arith.truncf %f : f32 to bf16
  return %y : bf16
}
