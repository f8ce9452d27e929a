// Restores the original order of the statements: no tiles, no mapping, no copies and barriers.
// RUN: tc-opt %s --pass-pipeline='builtin.module(schedule.scop(schedule-tile{sizes=8,8},schedule-map-blocks,schedule-map-threads{block=8,8},schedule-promote{arrays=A,C},schedule-sync))' -o %t.mlir
// RUN: FileCheck %s --check-prefix=MAPPED < %t.mlir
// RUN: tc-opt %t.mlir --pass-pipeline='builtin.module(schedule.scop(schedule-reset))' | FileCheck %s
// RUN: tc-opt %t.mlir --tc-pass-statistics --pass-pipeline='builtin.module(schedule.scop(schedule-reset,schedule-verify))' -o /dev/null 2>&1 | FileCheck %s --check-prefix=COUNT
// RUN: tc-opt %s --pass-pipeline='builtin.module(schedule.scop(schedule-reset))' | FileCheck %s
// RUN: sed -e 's/A_s\[%%i mod 8/A_s[%%i mod 16/' %t.mlir > %t.tile.mlir
// RUN: tc-opt %t.tile.mlir --pass-pipeline='builtin.module(schedule.scop(schedule-reset))' | FileCheck %s
// RUN: sed -e 's/ {schedule.for = #schedule.map<"{ T.*}">}//' %t.mlir > %t.wrong.mlir
// RUN: not tc-opt %t.wrong.mlir --pass-pipeline='builtin.module(schedule.scop(schedule-reset))' 2>&1 | FileCheck %s --check-prefix=WRONG

// MAPPED: schedule.array shared
// MAPPED: affine.load %A_s

// CHECK: schedule.scop @mm(%A: memref<20x16xf32>, %B: memref<16x12xf32>, out %C: memref<20x12xf32>) {
// CHECK-NEXT: schedule.statement @S(%i, %j) {
// CHECK-NEXT: arith.constant
// CHECK-NEXT: affine.store %{{.*}}, %C[%i, %j] : memref<20x12xf32>
// CHECK-NEXT: }
// CHECK-NEXT: schedule.statement @T(%i, %j, %k) reduces add {
// CHECK-NEXT: affine.load %A[%i, %k] : memref<20x16xf32>
// CHECK-NEXT: affine.load %B[%k, %j] : memref<16x12xf32>
// CHECK-NEXT: arith.mulf
// CHECK-NEXT: affine.load %C[%i, %j] : memref<20x12xf32>
// CHECK-NEXT: arith.addf
// CHECK-NEXT: affine.store %{{.*}}, %C[%i, %j] : memref<20x12xf32>
// CHECK-NEXT: }
// CHECK-NEXT: schedule.domain "{{.*}}" {
// CHECK-NEXT: schedule.sequence {
// CHECK-NEXT: schedule.filter "{ S[i, j] }" {
// CHECK-NEXT: schedule.band
// CHECK-NEXT: (sequential "{ S[i, j] -> [i] }",
// CHECK-NEXT: sequential "{ S[i, j] -> [j] }") {}
// CHECK-NEXT: }
// CHECK-NEXT: schedule.filter "{ T[i, j, k] }" {
// CHECK-NEXT: schedule.band
// CHECK-NEXT: (sequential "{ T[i, j, k] -> [i] }",
// CHECK-NEXT: sequential "{ T[i, j, k] -> [j] }",
// CHECK-NEXT: sequential "{ T[i, j, k] -> [k] }") {}

// COUNT: schedule-reset: 1 run
// COUNT: 2 statements
// COUNT: accesses

// WRONG: error: T touches the tile `A_s` without saying which element it stands for
// WRONG: note: give the access the attribute `schedule.for`; schedule-verify says which
schedule.scop @mm(%A: memref<20x16xf32>, %B: memref<16x12xf32>, out %C: memref<20x12xf32>) {
  schedule.statement @S(%i, %j) {
    %0 = arith.constant 0.0 : f32
    affine.store %0, %C[%i, %j] : memref<20x12xf32>
  }
  schedule.statement @T(%i, %j, %k) reduces add {
    %0 = affine.load %A[%i, %k] : memref<20x16xf32>
    %1 = affine.load %B[%k, %j] : memref<16x12xf32>
    %2 = arith.mulf %0, %1 : f32
    %3 = affine.load %C[%i, %j] : memref<20x12xf32>
    %4 = arith.addf %3, %2 : f32
    affine.store %4, %C[%i, %j] : memref<20x12xf32>
  }
  schedule.domain "{ S[i, j] : 0 <= i < 20 and 0 <= j < 12; T[i, j, k] : 0 <= i < 20 and 0 <= j < 12 and 0 <= k < 16 }" {
    schedule.band permutable
      (coincident "{ T[i, j, k] -> [i]; S[i, j] -> [i] }",
       coincident "{ T[i, j, k] -> [j]; S[i, j] -> [j] }") {
      schedule.sequence {
        schedule.filter "{ S[i, j] }" {}
        schedule.filter "{ T[i, j, k] }" {
          schedule.band permutable (sequential "{ T[i, j, k] -> [k] }") {}
        }
      }
    }
  }
}
