// Masked stores of 32-bit integers store floats of the same bits; those of other types stay.
// RUN: tc-opt %s --tc-pass-statistics --pass-pipeline='builtin.module(any(llvm-masked-stores))' > %t.out 2> %t.err
// RUN: FileCheck %s --input-file=%t.out
// RUN: FileCheck %s --input-file=%t.err --check-prefix=COUNT

// COUNT: llvm-masked-stores: 1 run
// COUNT-NEXT: {{^ *}}1 cast  stores that got a cast

// CHECK-LABEL: func.func @stores(
// CHECK-NEXT: %[[A:.*]] = llvm.bitcast %arg0 : vector<8xi32> to vector<8xf32>
// CHECK-NEXT: llvm.intr.masked.store %[[A]], %arg3, %arg4 {alignment = 4 : i32} : vector<8xf32>, vector<8xi1> into !llvm.ptr
// CHECK-NEXT: llvm.intr.masked.store %arg1, %arg3, %arg4 {alignment = 4 : i32} : vector<8xf32>
// CHECK-NEXT: llvm.intr.masked.store %arg2, %arg3, %arg4 {alignment = 8 : i32} : vector<8xi64>
func.func @stores(%a: vector<8xi32>, %b: vector<8xf32>, %c: vector<8xi64>, %to: !llvm.ptr, %mask: vector<8xi1>) {
  llvm.intr.masked.store %a, %to, %mask {alignment = 4 : i32} : vector<8xi32>, vector<8xi1> into !llvm.ptr
  llvm.intr.masked.store %b, %to, %mask {alignment = 4 : i32} : vector<8xf32>, vector<8xi1> into !llvm.ptr
  llvm.intr.masked.store %c, %to, %mask {alignment = 8 : i32} : vector<8xi64>, vector<8xi1> into !llvm.ptr
  return
}
