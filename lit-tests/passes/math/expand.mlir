// Functions become arithmetic; single machine instructions are kept.
// RUN: tc-opt %s --math-expand --split-input-file | FileCheck %s
// RUN: tc-opt %s --math-expand --split-input-file --tc-pass-statistics -o /dev/null 2>&1 | FileCheck %s --check-prefix=COUNT
// COUNT: math-expand
// COUNT: {{^ *}}12 expanded

// CHECK-LABEL: func.func @scalar(
// CHECK-SAME: %[[X:.*]]: f32)
// CHECK-NOT: math.exp
// CHECK: %[[LOG2E:.*]] = arith.constant 1.44269{{.*}} : f32
// CHECK: %[[BELOW:.*]] = arith.cmpf olt, %[[X]], %{{.*}} : f32
// CHECK: arith.select %[[BELOW]]
// CHECK: math.fma %{{.*}}, %[[LOG2E]], %{{.*}} : f32
// CHECK: math.fma
// CHECK: %[[Y:[0-9]+]] = arith.mulf %{{.*}}, %{{.*}} : f32{{[[:space:]]+}}return %[[Y]] : f32
func.func @scalar(%x: f32) -> f32 {
  %y = math.exp %x : f32
  return %y : f32
}

// -----

// Double precision has its own polynomials.
// CHECK-LABEL: func.func @double(
// CHECK: arith.constant -0.69314718055994529 : f64
// CHECK-NOT: f32
// CHECK: return %{{.*}} : f64
func.func @double(%x: f64) -> f64 {
  %y = math.exp %x : f64
  return %y : f64
}

// -----

// The same operations on vectors.
// CHECK-LABEL: func.func @vector(
// CHECK: arith.constant dense<1.44269{{.*}}> : vector<2x4xf32>
// CHECK: arith.bitcast %{{.*}} : vector<2x4xf32> to vector<2x4xi32>
// CHECK-NOT: vector.extract
// CHECK: return %{{.*}} : vector<2x4xf32>
func.func @vector(%x: vector<2x4xf32>) -> vector<2x4xf32> {
  %y = math.exp %x : vector<2x4xf32>
  return %y : vector<2x4xf32>
}

// -----

// A function with a branch is expanded for each element of a vector.
// CHECK-LABEL: func.func @elements(
// CHECK-SAME: %[[X:.*]]: vector<2x1xf32>)
// CHECK: vector.extract %[[X]][0, 0] : f32 from vector<2x1xf32>
// CHECK: scf.if
// CHECK: vector.extract %[[X]][1, 0] : f32 from vector<2x1xf32>
// CHECK: scf.if
// CHECK: vector.from_elements %{{.*}}, %{{.*}} : vector<2x1xf32>
func.func @elements(%x: vector<2x1xf32>) -> vector<2x1xf32> {
  %y = math.sin %x : vector<2x1xf32>
  return %y : vector<2x1xf32>
}

// -----

// Computed in f32, rounded once.
// CHECK-LABEL: func.func @half(
// CHECK-SAME: %[[X:.*]]: f16, %[[Z:.*]]: vector<4xbf16>)
// CHECK: arith.extf %[[X]] : f16 to f32
// CHECK: arith.truncf %{{.*}} : f32 to f16
// CHECK: arith.extf %[[Z]] : vector<4xbf16> to vector<4xf32>
// CHECK: arith.truncf %{{.*}} : vector<4xf32> to vector<4xbf16>
// CHECK-NOT: arith.truncf
func.func @half(%x: f16, %z: vector<4xbf16>) -> (f16, vector<4xbf16>) {
  %a = math.tanh %x : f16
  %b = math.tanh %z : vector<4xbf16>
  return %a, %b : f16, vector<4xbf16>
}

// -----

// Two operands and a loop; the remainder is of `arith`.
// CHECK-LABEL: func.func @remainder(
// CHECK-NOT: arith.remf
// CHECK: scf.while
// CHECK: arith.remui
func.func @remainder(%x: f32, %y: f32) -> f32 {
  %r = arith.remf %x, %y : f32
  return %r : f32
}

// -----

// The logarithm replaces its operation in place.
// CHECK-LABEL: func.func @nested(
// CHECK: scf.for
// CHECK-NOT: math.log
// CHECK: %[[Y:[0-9]+]] = arith.select {{.*}} : f32{{[[:space:]]+}}memref.store %[[Y]]
func.func @nested(%X: memref<8xf32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c8 = arith.constant 8 : index
  scf.for %i = %c0 to %c8 step %c1 {
    %x = memref.load %X[%i] : memref<8xf32>
    %y = math.log %x : f32
    memref.store %y, %X[%i] : memref<8xf32>
  }
  return
}

// -----

// CHECK-LABEL: func.func @stays(
// CHECK-NEXT: math.fma
// CHECK-NEXT: math.sqrt
// CHECK-NEXT: math.absf
// CHECK-NEXT: math.copysign
// CHECK-NEXT: math.floor
// CHECK-NEXT: math.ceil
// CHECK-NEXT: math.trunc
// CHECK-NEXT: math.roundeven
// CHECK-NEXT: math.absi
// CHECK-NEXT: return
func.func @stays(%x: f32, %n: i32) -> (f32, i32) {
  %0 = math.fma %x, %x, %x : f32
  %1 = math.sqrt %0 : f32
  %2 = math.absf %1 : f32
  %3 = math.copysign %2, %x : f32
  %4 = math.floor %3 : f32
  %5 = math.ceil %4 : f32
  %6 = math.trunc %5 : f32
  %7 = math.roundeven %6 : f32
  %8 = math.absi %n : i32
  return %7, %8 : f32, i32
}

// -----

// CHECK-LABEL: func.func @inverse_hyperbolic_and_complement(
// CHECK-NOT: math.{{a[cst]|erf}}
// CHECK: return %{{.*}} : f64
func.func @inverse_hyperbolic_and_complement(%x: f64) -> f64 {
  %0 = math.asinh %x : f64
  %1 = math.acosh %0 : f64
  %2 = math.atanh %1 : f64
  %3 = math.erfc %2 : f64
  return %3 : f64
}
