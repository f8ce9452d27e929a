// A processor with 8 vectors of 4: tiles are those that fit its registers.
// RUN: tc-opt %s --pass-pipeline='builtin.module(tc-attach-target{target=%S/../../Inputs/small-cpu.json},schedule.scop(schedule-register-tile))' | FileCheck %s
// RUN: tc-opt %s --pass-pipeline='builtin.module(tc-attach-target{target=%S/../../Inputs/small-cpu.json},schedule.scop(schedule-register-tile{sizes=2,4}))' | FileCheck %s --check-prefix=GIVEN
// RUN: tc-opt %s --pass-pipeline='builtin.module(schedule.scop(schedule-register-tile))' | FileCheck %s --check-prefix=COMMON

// CHECK: (coincident "{ S[i, j, k] -> [floor(i/5)] }",
// CHECK-NEXT: coincident "{ S[i, j, k] -> [floor(j/4)] }") {
// GIVEN: (coincident "{ S[i, j, k] -> [floor(i/2)] }",
// GIVEN-NEXT: coincident "{ S[i, j, k] -> [floor(j/4)] }") {
// Two vectors of 16 for rows of 24, and 9 rows of them.
// COMMON: vector coincident "{ S[i, j, k] -> [j] }") {}
schedule.scop @product(%A: memref<9x3xf32>, %B: memref<3x24xf32>, inout %C: memref<9x24xf32>) {
  schedule.statement @S(%i, %j, %k) reduces add {
    %0 = affine.load %A[%i, %k] : memref<9x3xf32>
    %1 = affine.load %B[%k, %j] : memref<3x24xf32>
    %2 = arith.mulf %0, %1 : f32
    %3 = affine.load %C[%i, %j] : memref<9x24xf32>
    %4 = arith.addf %3, %2 : f32
    affine.store %4, %C[%i, %j] : memref<9x24xf32>
  }
  schedule.domain "{ S[i, j, k] : 0 <= i < 9 and 0 <= j < 24 and 0 <= k < 3 }" {
    schedule.band permutable tag "point"
      (coincident "{ S[i, j, k] -> [i] }", coincident "{ S[i, j, k] -> [j] }", sequential "{ S[i, j, k] -> [k] }") {}
  }
}
