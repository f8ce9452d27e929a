// Point loops go below the reduction: figure 3c to 3d of the Tensor Comprehensions paper.
// RUN: tc-opt %s --pass-pipeline='builtin.module(schedule.scop(schedule-tile{sizes=32,32,32},schedule-sink))' | FileCheck %s
// RUN: tc-opt %s --pass-pipeline='builtin.module(schedule.scop(schedule-tile{sizes=32,32,32 point-tag=inner},schedule-sink{target=inner}))' | FileCheck %s --check-prefix=TAG
// RUN: tc-opt %s --tc-pass-statistics --pass-pipeline='builtin.module(schedule.scop(schedule-tile{sizes=32,32,32},schedule-sink))' -o /dev/null 2>&1 | FileCheck %s --check-prefix=COUNT
// RUN: tc-opt %s --remarks-filter=schedule-sink --remark-format=emitRemark --pass-pipeline='builtin.module(schedule.scop(schedule-tile{sizes=32,32,32},schedule-sink))' -o /dev/null 2>&1 | FileCheck %s --check-prefix=REMARK
// REMARK: remark: [Passed] sunk loops | Category:schedule-sink | {{.*}}Branches=2, Reason="they carry no dependence, and threads run the innermost loops", Remark="parallel loops are the innermost ones of their branches", Suggestion="`target` of schedule-sink names other bands"{{$}}

// CHECK: schedule.band permutable tag "tile" tiles(32, 32)
// CHECK: schedule.sequence {
// CHECK-NEXT: schedule.filter "{ S[i, j] }" {
// CHECK-NEXT:   schedule.band permutable tag "point"
// CHECK-NEXT:     (coincident "{ S[i, j] -> [i mod 32] }",
// CHECK-NEXT:      coincident "{ S[i, j] -> [j mod 32] }") {}
// CHECK-NEXT: }
// CHECK-NEXT: schedule.filter "{ T[i, j, k] }" {
// CHECK-NEXT:   schedule.band permutable tag "tile" tiles(32) (sequential "{ T[i, j, k] -> [k - k mod 32] }") {
// CHECK-NEXT:     schedule.band permutable tag "point" (sequential "{ T[i, j, k] -> [k mod 32] }") {
// CHECK-NEXT:       schedule.band permutable tag "point"
// CHECK-NEXT:         (coincident "{ T[i, j, k] -> [i mod 32] }",
// CHECK-NEXT:          coincident "{ T[i, j, k] -> [j mod 32] }") {}

// TAG: schedule.filter "{ S[i, j] }" {
// TAG-NEXT: schedule.band permutable tag "inner"

// COUNT: schedule-sink: 1 run
// COUNT-DAG: {{^ *}}1 bands
// COUNT-DAG: {{^ *}}2 copies
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
