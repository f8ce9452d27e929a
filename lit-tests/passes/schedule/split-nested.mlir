// A band and one below it, both with the tag.
// RUN: tc-opt %s --pass-pipeline='builtin.module(schedule.scop(schedule-split{target=x},schedule-verify))' | FileCheck %s

// CHECK: schedule.band permutable tag "x" (coincident "{ S[i, j, k, l] -> [i] }") {
// CHECK-NEXT: schedule.band permutable tag "x" (coincident "{ S[i, j, k, l] -> [j] }") {
// CHECK-NEXT: schedule.band permutable tag "x" (coincident "{ S[i, j, k, l] -> [k] }") {
// CHECK-NEXT: schedule.band permutable tag "x" (coincident "{ S[i, j, k, l] -> [l] }") {}
schedule.scop @copy(%A: memref<4x4x4x4xf32>, out %B: memref<4x4x4x4xf32>) {
  schedule.statement @S(%i, %j, %k, %l) {
    %0 = affine.load %A[%i, %j, %k, %l] : memref<4x4x4x4xf32>
    affine.store %0, %B[%i, %j, %k, %l] : memref<4x4x4x4xf32>
  }
  schedule.domain "{ S[i, j, k, l] : 0 <= i < 4 and 0 <= j < 4 and 0 <= k < 4 and 0 <= l < 4 }" {
    schedule.band permutable tag "x" (coincident "{ S[i, j, k, l] -> [i] }", coincident "{ S[i, j, k, l] -> [j] }") {
      schedule.band permutable tag "x" (coincident "{ S[i, j, k, l] -> [k] }", coincident "{ S[i, j, k, l] -> [l] }") {}
    }
  }
}
