// With `fast`, f32 uses a GPU's approximations; functions without one, and f64, stay precise.
// RUN: tc-opt %s --math-expand=fast=true | FileCheck %s
// RUN: tc-opt %s --math-expand | FileCheck %s --check-prefix=PRECISE
// PRECISE-NOT: llvm.nvvm

// CHECK-LABEL: func.func @exponential(
// CHECK-SAME: %[[X:.*]]: f32)
// CHECK: %[[S:.*]] = arith.mulf %[[X]], %{{.*}} : f32
// CHECK-NEXT: %[[Y:.*]] = llvm.call_intrinsic "llvm.nvvm.ex2.approx.f32"(%[[S]]) : (f32) -> f32
// CHECK-NEXT: return %[[Y]]
func.func @exponential(%x: f32) -> f32 {
  %y = math.exp %x : f32
  return %y : f32
}

// CHECK-LABEL: func.func @double(
// CHECK-NOT: llvm.nvvm
// CHECK: return
func.func @double(%x: f64) -> f64 {
  %y = math.exp %x : f64
  %z = arith.divf %y, %x : f64
  return %z : f64
}

// A quotient, in half precision too; a vector goes element by element.
// CHECK-LABEL: func.func @quotients(
// CHECK: arith.extf %{{.*}} : f16 to f32
// CHECK: llvm.call_intrinsic "llvm.nvvm.div.full"(%{{.*}}, %{{.*}}) : (f32, f32) -> f32
// CHECK: arith.truncf %{{.*}} : f32 to f16
// CHECK: vector.extract %{{.*}}[0]
// CHECK: llvm.call_intrinsic "llvm.nvvm.div.full"
// CHECK: vector.extract %{{.*}}[1]
// CHECK: llvm.call_intrinsic "llvm.nvvm.div.full"
// CHECK: vector.from_elements
func.func @quotients(%h: f16, %v: vector<2xf32>) -> (f16, vector<2xf32>) {
  %0 = arith.divf %h, %h : f16
  %1 = arith.divf %v, %v : vector<2xf32>
  return %0, %1 : f16, vector<2xf32>
}

// CHECK-LABEL: func.func @rest(
// CHECK: "llvm.nvvm.lg2.approx.f"
// CHECK: "llvm.nvvm.sqrt.approx.f"
// CHECK: "llvm.nvvm.rsqrt.approx.f"
// CHECK: "llvm.tanh.f32"(%{{.*}}) {fastmathFlags = #llvm.fastmath<afn>}
// CHECK: scf.if
// CHECK: "llvm.nvvm.sin.approx.f"
// CHECK-NOT: approx
// CHECK-NOT: math.erf
// CHECK: return
func.func @rest(%x: f32) -> f32 {
  %0 = math.log %x : f32
  %1 = math.sqrt %0 : f32
  %2 = math.rsqrt %1 : f32
  %3 = math.tanh %2 : f32
  %4 = math.sin %3 : f32
  %5 = math.erf %4 : f32
  return %5 : f32
}
