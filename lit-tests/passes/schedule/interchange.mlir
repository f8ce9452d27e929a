// The loops of a band in another order.
// RUN: tc-opt %s --pass-pipeline='builtin.module(schedule.scop(schedule-interchange{order=1,0}))' | FileCheck %s
// RUN: tc-opt %s --pass-pipeline='builtin.module(schedule.scop(schedule-tile{sizes=8,8},schedule-interchange{order=1,0 target=tile}))' | FileCheck %s --check-prefix=TAG
// RUN: tc-opt %s --tc-pass-statistics --pass-pipeline='builtin.module(schedule.scop(schedule-interchange{order=1,0}))' -o /dev/null 2>&1 | FileCheck %s --check-prefix=COUNT
// RUN: tc-opt %s --remarks-filter=schedule-interchange --remark-format=emitRemark --pass-pipeline='builtin.module(schedule.scop(schedule-interchange{order=1,0}))' -o /dev/null 2>&1 | FileCheck %s --check-prefix=REMARK
// REMARK: remark: [Passed] order of loops | {{.*}}Reason="it is asked for, and the bands are permutable", Remark="the loops are in the order 1,0", Suggestion="`target` of schedule-interchange names other bands"{{$}}

// CHECK: schedule.band permutable
// CHECK-NEXT: (coincident "{ T[i, j, k] -> [j]; S[i, j] -> [j] }",
// CHECK-NEXT: coincident "{ T[i, j, k] -> [i]; S[i, j] -> [i] }") {

// TAG: schedule.band permutable tag "tile" tiles(8, 8)
// TAG-NEXT: (coincident "{ T[i, j, k] -> [j - j mod 8]
// TAG-NEXT: coincident "{ T[i, j, k] -> [i - i mod 8]
// TAG-NEXT: schedule.band permutable tag "point"
// TAG-NEXT: (coincident "{ T[i, j, k] -> [i mod 8]

// COUNT: schedule-interchange: 1 run
// COUNT: {{^ *}}1 bands
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
