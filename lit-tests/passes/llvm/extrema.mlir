// Minima and maxima become LLVM's, in which -0 is less than 0; those of 16 bits are compared as f32.
// RUN: tc-opt %s --tc-pass-statistics --pass-pipeline='builtin.module(any(llvm-extrema))' > %t.out 2> %t.err
// RUN: FileCheck %s --input-file=%t.out
// RUN: FileCheck %s --input-file=%t.err --check-prefix=COUNT

// COUNT: llvm-extrema: 1 run
// COUNT-NEXT: {{^ *}}3 replaced  operations replaced

// CHECK-LABEL: func.func @extrema(
// CHECK-NEXT: %[[A:.*]] = llvm.intr.maximum(%arg0, %arg0) : (f32, f32) -> f32
// CHECK-NEXT: %[[B:.*]] = llvm.intr.minimum(%arg1, %arg1) : (vector<8xf64>, vector<8xf64>) -> vector<8xf64>
// CHECK-NEXT: %[[C:.*]] = arith.extf %arg2 : vector<4xbf16> to vector<4xf32>
// CHECK-NEXT: %[[D:.*]] = arith.extf %arg2 : vector<4xbf16> to vector<4xf32>
// CHECK-NEXT: %[[E:.*]] = llvm.intr.maximum(%[[C]], %[[D]]) : (vector<4xf32>, vector<4xf32>) -> vector<4xf32>
// CHECK-NEXT: %[[F:.*]] = arith.truncf %[[E]] : vector<4xf32> to vector<4xbf16>
// CHECK-NEXT: return %[[A]], %[[B]], %[[F]]
func.func @extrema(%a: f32, %b: vector<8xf64>, %c: vector<4xbf16>) -> (f32, vector<8xf64>, vector<4xbf16>) {
  %0 = arith.maximumf %a, %a : f32
  %1 = arith.minimumf %b, %b : vector<8xf64>
  %2 = arith.maximumf %c, %c : vector<4xbf16>
  return %0, %1, %2 : f32, vector<8xf64>, vector<4xbf16>
}
