// More parallel loops than a grid has axes: the blocks along x are numbered over the third and all further ones.
//
// RUN: tc-opt %s --split-input-file --pass-pipeline='builtin.module(schedule.scop(schedule-map-blocks,schedule-map-threads,schedule-verify))' | FileCheck %s
// RUN: tc-opt %s --split-input-file --pass-pipeline='builtin.module(schedule.scop(schedule-map-blocks{grid=2,3,4},schedule-map-threads,schedule-verify))' | FileCheck %s --check-prefix=GIVEN
// RUN: tc-opt %s --split-input-file --pass-pipeline='builtin.module(schedule.scop(schedule-map-blocks,schedule-map-threads),schedule-to-gpu)' | FileCheck %s --check-prefix=CODE

// 5 * 7 tiles of h and w.
// CHECK-LABEL: schedule.scop @copy({{.*}}) grid(35, 3, 2) block(32, 1, 1) {
// CHECK: (block.z coincident "{ S[n, c, h, w] -> [n] }",
// CHECK-NEXT: block.y coincident "{ S[n, c, h, w] -> [c] }",
// CHECK-NEXT: block.x coincident "{ S[n, c, h, w] -> [7h + floor(w/32)] }",
// CHECK-NEXT: coincident "{ S[n, c, h, w] -> [h] }") {
// A grid that is given has three loops; the fourth stays a loop.
// GIVEN-LABEL: schedule.scop @copy({{.*}}) grid(4, 3, 2) block(32, 1, 1) {
// GIVEN: block.x coincident "{ S[n, c, h, w] -> [h] }",
// GIVEN-NEXT: coincident "{ S[n, c, h, w] -> [floor(w/32)] }") {
// No loop is left: the block says all of n, c, h and w.
// CODE: gpu.func @copy_k0
// CODE-NOT: scf.for
// CODE: gpu.return
schedule.scop @copy(%A: memref<2x3x5x224xf32>, out %B: memref<2x3x5x224xf32>) block(32, 1, 1) {
  schedule.statement @S(%n, %c, %h, %w) {
    %0 = affine.load %A[%n, %c, %h, %w] : memref<2x3x5x224xf32>
    affine.store %0, %B[%n, %c, %h, %w] : memref<2x3x5x224xf32>
  }
  schedule.domain "{ S[n, c, h, w] : 0 <= n < 2 and 0 <= c < 3 and 0 <= h < 5 and 0 <= w < 224 }" {
    schedule.band permutable tag "tile"
      (coincident "{ S[n, c, h, w] -> [n] }",
       coincident "{ S[n, c, h, w] -> [c] }",
       coincident "{ S[n, c, h, w] -> [h] }",
       coincident "{ S[n, c, h, w] -> [floor(w/32)] }") {
      schedule.band permutable tag "point" (coincident "{ S[n, c, h, w] -> [w mod 32] }") {}
    }
  }
}

// -----

// Loops over tiles that count in elements are left as they are.
// CHECK-LABEL: schedule.scop @scaled({{.*}}) grid(5, 3, 2) block(32, 1, 1) {
// CHECK: block.x coincident "{ S[n, c, h, w] -> [h] }",
// GIVEN-LABEL: schedule.scop @scaled(
// CODE: gpu.func @scaled_k0
schedule.scop @scaled(%A: memref<2x3x5x224xf32>, out %B: memref<2x3x5x224xf32>) block(32, 1, 1) {
  schedule.statement @S(%n, %c, %h, %w) {
    %0 = affine.load %A[%n, %c, %h, %w] : memref<2x3x5x224xf32>
    affine.store %0, %B[%n, %c, %h, %w] : memref<2x3x5x224xf32>
  }
  schedule.domain "{ S[n, c, h, w] : 0 <= n < 2 and 0 <= c < 3 and 0 <= h < 5 and 0 <= w < 224 }" {
    schedule.band permutable tag "tile" tiles(1, 1, 1, 32)
      (coincident "{ S[n, c, h, w] -> [n] }",
       coincident "{ S[n, c, h, w] -> [c] }",
       coincident "{ S[n, c, h, w] -> [h] }",
       coincident "{ S[n, c, h, w] -> [32*floor(w/32)] }") {
      schedule.band permutable tag "point" (coincident "{ S[n, c, h, w] -> [w mod 32] }") {}
    }
  }
}
