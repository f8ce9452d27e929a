// The outer parallel loops of each kernel run on the blocks of a grid; the last one gets x.
// RUN: tc-opt %s --pass-pipeline='builtin.module(schedule.scop(schedule-tile{sizes=32,32},schedule-map-blocks))' | FileCheck %s
// RUN: tc-opt %s --pass-pipeline='builtin.module(schedule.scop(schedule-tile{sizes=32,32},schedule-map-blocks{grid=4,8}))' | FileCheck %s --check-prefix=GRID
// RUN: tc-opt %s --pass-pipeline='builtin.module(schedule.scop(schedule-tile{sizes=32,32},schedule-map-blocks{grid=7}))' | FileCheck %s --check-prefix=ONE
// RUN: tc-opt %s -o /dev/null --remarks-filter=schedule-map-blocks --pass-pipeline='builtin.module(schedule.scop(schedule-tile{sizes=32,32},schedule-map-blocks))' 2>&1 | FileCheck %s --check-prefix=REMARK
// RUN: tc-opt %s -o /dev/null --remarks-filter=schedule-map-blocks --pass-pipeline='builtin.module(schedule.scop(schedule-tile{sizes=32,32},schedule-map-blocks{grid=7}))' 2>&1 | FileCheck %s --check-prefix=GIVEN
// RUN: tc-opt %s --tc-pass-statistics --pass-pipeline='builtin.module(schedule.scop(schedule-map-blocks))' -o /dev/null 2>&1 | FileCheck %s --check-prefix=COUNT

// 70 rows are three tiles of 32, 50 columns are two.
// CHECK: schedule.scop @sgemm{{.*}} grid(2, 3, 1) {
// CHECK: schedule.band permutable tag "tile" tiles(32, 32)
// CHECK-NEXT: (block.y coincident "{ T[i, j, k] -> [i - i mod 32]
// CHECK-NEXT: block.x coincident "{ T[i, j, k] -> [j - j mod 32]
// CHECK-NEXT: schedule.band permutable tag "point"
// CHECK-NEXT: (coincident

// GRID: schedule.scop @sgemm{{.*}} grid(8, 4, 1) {

// ONE: schedule.scop @sgemm{{.*}} grid(7, 1, 1) {
// ONE: (block.x coincident "{ T[i, j, k] -> [i - i mod 32]
// ONE-NEXT: coincident "{ T[i, j, k] -> [j - j mod 32]

// REMARK: remark: [Passed] blocks of kernel 0 | Category:schedule-map-blocks | Function=sgemm | Reason="they carry no dependence inside the kernel; there are 3 x 2 tiles", Remark="2 of 2 loops of the outermost band run on blocks: block.y, block.x", Suggestion="the mapping option grid, or other tile sizes", Tiles=6
// GIVEN: Reason="they carry no dependence inside the kernel; the grid was given", Remark="1 of 2 loops of the outermost band run on blocks: block.x",
// COUNT: schedule-map-blocks: 1 run
// COUNT-DAG: {{^ *}}1 kernels
// COUNT-DAG: {{^ *}}2 loops
// COUNT-DAG: {{^ *}}0 sequential
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
