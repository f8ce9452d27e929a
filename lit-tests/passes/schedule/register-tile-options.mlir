// Sizes for loops whose sums become vectors, and the tag of what is left of the band.
// RUN: tc-opt %s --split-input-file --pass-pipeline='builtin.module(schedule.scop(schedule-register-tile{sums=3,2},schedule-verify))' | FileCheck %s --check-prefixes=CHECK,POINT
// RUN: tc-opt %s --split-input-file --pass-pipeline='builtin.module(schedule.scop(schedule-register-tile{sums=3,2 band=inner},schedule-verify))' | FileCheck %s --check-prefixes=CHECK,INNER

// CHECK-LABEL: @transposed
// POINT: schedule.band permutable tag "register"{{$}}
// POINT-NEXT: (coincident "{ S[i, j, k] -> [floor(i/3)] }",
// POINT-NEXT: coincident "{ S[i, j, k] -> [floor(j/2)] }") {
// POINT-NEXT: schedule.band permutable tag "point" (vector.reduce "{ S[i, j, k] -> [k] }") {
// POINT-NEXT: schedule.band permutable tag "micro"
// POINT-NEXT: (unroll coincident "{ S[i, j, k] -> [i mod 3] }",
// POINT-NEXT: unroll coincident "{ S[i, j, k] -> [j mod 2] }") {}
// INNER: schedule.band permutable tag "inner" (vector.reduce "{ S[i, j, k] -> [k] }") {
schedule.scop @transposed(%A: memref<9x70xf32>, %B: memref<100x70xf32>, inout %C: memref<9x100xf32>) {
  schedule.statement @S(%i, %j, %k) reduces add {
    %0 = affine.load %A[%i, %k] : memref<9x70xf32>
    %1 = affine.load %B[%j, %k] : memref<100x70xf32>
    %2 = arith.mulf %0, %1 : f32
    %3 = affine.load %C[%i, %j] : memref<9x100xf32>
    %4 = arith.addf %3, %2 : f32
    affine.store %4, %C[%i, %j] : memref<9x100xf32>
  }
  schedule.domain "{ S[i, j, k] : 0 <= i < 9 and 0 <= j < 100 and 0 <= k < 70 }" {
    schedule.band permutable tag "point"
      (coincident "{ S[i, j, k] -> [i] }", coincident "{ S[i, j, k] -> [j] }", sequential "{ S[i, j, k] -> [k] }") {}
  }
}
