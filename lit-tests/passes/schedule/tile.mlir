// Loops become tile loops and point loops; sizes apply to loops, outermost first.
// RUN: tc-opt %s --pass-pipeline='builtin.module(schedule.scop(schedule-tile{sizes=32,16,8}))' | FileCheck %s
// RUN: tc-opt %s --remarks-filter=schedule-tile --remark-format=emitRemark --pass-pipeline='builtin.module(schedule.scop(schedule-tile{sizes=32,32,32}))' -o /dev/null 2>&1 | FileCheck %s --check-prefix=REMARK
// REMARK: remark: [Passed] tiles | Category:schedule-tile | {{.*}}Reason="the sizes are given, and the loops of each band may be interchanged", Remark="the sizes 32,32,32 are those of 3 of the loops", Suggestion="the mapping option tile, or `target` of schedule-tile"{{$}}
// RUN: tc-opt %s --pass-pipeline='builtin.module(schedule.scop(schedule-tile{sizes=8,8 scale=false}))' | FileCheck %s --check-prefix=UNSCALED
// RUN: tc-opt %s --pass-pipeline='builtin.module(schedule.scop(schedule-tile{sizes=32},schedule-tile{sizes=4 target=point tile-tag=register point-tag=element}))' | FileCheck %s --check-prefix=TWICE
// RUN: tc-opt %s --tc-pass-statistics --pass-pipeline='builtin.module(schedule.scop(schedule-tile{sizes=32,16,8}))' -o /dev/null 2>&1 | FileCheck %s --check-prefix=COUNT

// CHECK-LABEL: schedule.scop @sgemm
// CHECK: schedule.domain
// CHECK-NEXT: schedule.band permutable tag "tile" tiles(32, 16)
// CHECK-NEXT:   (coincident "{ T[i, j, k] -> [i - i mod 32]; S[i, j] -> [i - i mod 32] }",
// CHECK-NEXT:    coincident "{ T[i, j, k] -> [j - j mod 16]; S[i, j] -> [j - j mod 16] }") {
// CHECK-NEXT:   schedule.band permutable tag "point"
// CHECK-NEXT:     (coincident "{ T[i, j, k] -> [i mod 32]; S[i, j] -> [i mod 32] }",
// CHECK-NEXT:      coincident "{ T[i, j, k] -> [j mod 16]; S[i, j] -> [j mod 16] }") {
// CHECK-NEXT:     schedule.sequence {
// CHECK-NEXT:       schedule.filter "{ S[i, j] }" {}
// CHECK-NEXT:       schedule.filter "{ T[i, j, k] }" {
// CHECK-NEXT:         schedule.band permutable tag "tile" tiles(8) (sequential "{ T[i, j, k] -> [k - k mod 8] }") {
// CHECK-NEXT:           schedule.band permutable tag "point" (sequential "{ T[i, j, k] -> [k mod 8] }") {}

// UNSCALED: schedule.band permutable tag "tile"{{$}}
// UNSCALED-NEXT: (coincident "{ T[i, j, k] -> [floor(i/8)]; S[i, j] -> [floor(i/8)] }",

// TWICE: schedule.band permutable tag "tile" tiles(32) (coincident "{ T[i, j, k] -> [i - i mod 32]; S[i, j] -> [i - i mod 32] }") {
// TWICE-NEXT: schedule.band permutable tag "register" tiles(4) (coincident
// TWICE-NEXT: schedule.band permutable tag "element"
// TWICE-NEXT: (coincident
// TWICE-NEXT: coincident "{ T[i, j, k] -> [j]; S[i, j] -> [j] }") {

// COUNT: schedule-tile: 1 run
// COUNT-DAG: {{^ *}}2 bands
// COUNT-DAG: {{^ *}}3 loops
schedule.scop @sgemm(%a: memref<f32>, %A: memref<70x40xf32>, %B: memref<40x50xf32>, inout %C: memref<70x50xf32>) {
  schedule.statement @S(%i, %j) {
    %0 = affine.load %C[%i, %j] : memref<70x50xf32>
    %1 = affine.load %a[] : memref<f32>
    %2 = arith.mulf %0, %1 : f32
    affine.store %2, %C[%i, %j] : memref<70x50xf32>
  }
  schedule.statement @T(%i, %j, %k) reduces add {
    %0 = affine.load %A[%i, %k] : memref<70x40xf32>
    %1 = affine.load %B[%k, %j] : memref<40x50xf32>
    %2 = arith.mulf %0, %1 : f32
    %3 = affine.load %C[%i, %j] : memref<70x50xf32>
    %4 = arith.addf %3, %2 : f32
    affine.store %4, %C[%i, %j] : memref<70x50xf32>
  }
  schedule.domain "{ S[i, j] : 0 <= i < 70 and 0 <= j < 50; T[i, j, k] : 0 <= i < 70 and 0 <= j < 50 and 0 <= k < 40 }" {
    schedule.band permutable
      (coincident "{ S[i, j] -> [i]; T[i, j, k] -> [i] }",
       coincident "{ S[i, j] -> [j]; T[i, j, k] -> [j] }") {
      schedule.sequence {
        schedule.filter "{ S[i, j] }" {}
        schedule.filter "{ T[i, j, k] }" {
          schedule.band permutable (sequential "{ T[i, j, k] -> [k] }") {}
        }
      }
    }
  }
}
