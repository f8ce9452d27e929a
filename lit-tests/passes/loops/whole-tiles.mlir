// 6 of 7 rows are in full register tiles of 2 x 2: their code is separate, has no conditions, and carries the sums through the loop over k.
// RUN: tc-opt %s --pass-pipeline='builtin.module(schedule.scop(schedule-register-tile{sums=2,2},schedule-verify),schedule-to-cpu,loops-mem-to-reg,canonicalize,cse)' | FileCheck %s

// CHECK-LABEL: func.func @transposed
// CHECK: scf.for %{{.*}} = %c0 to %c3 step %c1 {
// CHECK-NOT: scf.if
// CHECK: scf.for %{{.*}} = %c0 to %c4 step %c1 {
// CHECK-NOT: scf.if
// CHECK: scf.for %{{.*}} = %c0 to %c70 step %c1 iter_args(%{{.*}} = %{{.*}}, %{{.*}} = %{{.*}}, %{{.*}} = %{{.*}}, %{{.*}} = %{{.*}}) -> (f32, f32, f32, f32)
// CHECK-NOT: scf.if
// CHECK: scf.yield
// The last row.
// CHECK: scf.for %{{.*}} = %c0 to %c70 step %c1 iter_args(%{{.*}} = %{{.*}}, %{{.*}} = %{{.*}}) -> (f32, f32)
schedule.scop @transposed(%A: memref<7x70xf32>, %B: memref<8x70xf32>, inout %C: memref<7x8xf32>) {
  schedule.statement @S(%i, %j, %k) reduces add {
    %0 = affine.load %A[%i, %k] : memref<7x70xf32>
    %1 = affine.load %B[%j, %k] : memref<8x70xf32>
    %2 = arith.mulf %0, %1 : f32
    %3 = affine.load %C[%i, %j] : memref<7x8xf32>
    %4 = arith.addf %3, %2 : f32
    affine.store %4, %C[%i, %j] : memref<7x8xf32>
  }
  schedule.domain "{ S[i, j, k] : 0 <= i < 7 and 0 <= j < 8 and 0 <= k < 70 }" {
    schedule.band permutable tag "point"
      (coincident "{ S[i, j, k] -> [i] }", coincident "{ S[i, j, k] -> [j] }", sequential "{ S[i, j, k] -> [k] }") {}
  }
}
