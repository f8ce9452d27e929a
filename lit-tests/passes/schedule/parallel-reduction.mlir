// A reduction over lanes: partial results in a new array, and a statement that combines them. The operators are treated as
// associative and commutative: claim B15.
// RUN: tc-opt %s --split-input-file --pass-pipeline='builtin.module(schedule.scop(schedule-parallel-reduction{statements=T lanes=4 width=2},schedule-verify))' | FileCheck %s
// RUN: tc-opt %s --split-input-file --pass-pipeline='builtin.module(schedule.scop(schedule-parallel-reduction{statements=T blocks=2},schedule-verify))' | FileCheck %s --check-prefix=RUNS
// RUN: tc-opt %s --split-input-file --pass-pipeline='builtin.module(schedule.scop(schedule-parallel-reduction{statements=T blocks=2 lanes=4},schedule-verify))' | FileCheck %s --check-prefix=BOTH
// RUN: tc-opt %s --split-input-file --tc-pass-statistics --pass-pipeline='builtin.module(schedule.scop(schedule-parallel-reduction{terms=32 vector-bytes=1}))' -o %t 2> %t.count && FileCheck %s --check-prefix=DERIVED < %t && FileCheck %s --check-prefix=COUNT < %t.count
// RUN: tc-opt %s --split-input-file --pass-pipeline='builtin.module(schedule.scop(schedule-parallel-reduction))' --remarks-filter=schedule-parallel-reduction --remark-format=emitRemark -o /dev/null 2>&1 | FileCheck %s --check-prefix=WHY
// RUN: not tc-opt %s --split-input-file --pass-pipeline='builtin.module(schedule.scop(schedule-parallel-reduction{statements=U}))' 2>&1 | FileCheck %s --check-prefix=UNKNOWN

// CHECK-LABEL: schedule.scop @rows
// CHECK: %T_part = schedule.array temporary : memref<8x4xf32>
// CHECK: schedule.statement @T_init(%i, %k_lane) {
// CHECK-NEXT: %cst = arith.constant 0.000000e+00 : f32
// CHECK-NEXT: affine.store %cst, %T_part[%i, %k_lane] : memref<8x4xf32>
// CHECK: schedule.statement @T(%i, %k) reduces add {
// CHECK: %[[OLD:.*]] = affine.load %T_part[%i, %k floordiv 2 - (%k floordiv 8) * 4] : memref<8x4xf32>
// CHECK-NEXT: %[[NEW:.*]] = arith.addf %[[OLD]], %{{.*}} : f32
// CHECK-NEXT: affine.store %[[NEW]], %T_part[%i, %k floordiv 2 - (%k floordiv 8) * 4] : memref<8x4xf32>
// CHECK: schedule.statement @T_fold(%i, %k_lane) reduces add {
// CHECK-NEXT: %[[TERM:.*]] = affine.load %T_part[%i, %k_lane] : memref<8x4xf32>
// CHECK-NEXT: %[[SUM:.*]] = affine.load %C[%i] : memref<8xf32>
// CHECK-NEXT: %[[ALL:.*]] = arith.addf %[[SUM]], %[[TERM]] : f32
// CHECK-NEXT: affine.store %[[ALL]], %C[%i] : memref<8xf32>
// CHECK: schedule.band permutable (coincident "{ T_fold[i, k_lane] -> [i]; T_init[i, k_lane] -> [i]; S[i] -> [i]; T[i, k] -> [i] }") {
// CHECK-NEXT: schedule.sequence {
// CHECK-NEXT: schedule.filter "{ S[i] }" {}
// CHECK-NEXT: schedule.filter "{ T_init[i, k_lane] }" {
// CHECK-NEXT: schedule.band permutable tag "lanes" (coincident "{ T_init[i, k_lane] -> [k_lane] }") {}
// CHECK: schedule.filter "{ T[i, k] }" {
// CHECK-NEXT: schedule.band permutable tag "partial" (sequential "{ T[i, k] -> [floor(k/8)] }") {
// CHECK-NEXT: schedule.band permutable tag "lanes" (coincident "{ T[i, k] -> [floor(k/2) - 4*floor(k/8)] }") {
// CHECK-NEXT: schedule.band permutable tag "partial" (unroll "{ T[i, k] -> [k mod 2] }") {}
// CHECK: schedule.filter "{ T_fold[i, k_lane] }" {
// CHECK-NEXT: schedule.band permutable tag "fold" (sequential "{ T_fold[i, k_lane] -> [k_lane] }") {}

// RUNS-LABEL: schedule.scop @rows
// RUNS: %T_part = schedule.array temporary : memref<2x8xf32>
// RUNS: affine.load %T_part[%k floordiv 20, %i]
// RUNS: schedule.sequence {
// RUNS-NEXT: schedule.filter "{ T_init[i, k_run]; T[i, k] }" {
// RUNS-NEXT: schedule.band permutable
// RUNS-NEXT: (coincident "{ T_init[i, k_run] -> [i]; T[i, k] -> [i] }",
// RUNS-NEXT: coincident "{ T_init[i, k_run] -> [k_run]; T[i, k] -> [floor(k/20)] }") {
// RUNS-NEXT: schedule.sequence {
// RUNS-NEXT: schedule.filter "{ T_init[i, k_run] }" {}
// RUNS-NEXT: schedule.filter "{ T[i, k] }" {
// RUNS-NEXT: schedule.band permutable (sequential "{ T[i, k] -> [k] }") {}
// RUNS: schedule.filter "{ {{.*}} }" {
// RUNS-NEXT: schedule.band permutable (coincident "{ {{.*}} }") {
// RUNS-NEXT: schedule.sequence {
// RUNS-NEXT: schedule.filter "{ S[i] }" {}
// RUNS-NEXT: schedule.filter "{ T_fold[i, k_run] }" {

// BOTH-LABEL: schedule.scop @rows
// BOTH: %T_part = schedule.array temporary : memref<8x2x4xf32>
// BOTH: affine.load %T_part[%i, %k floordiv 20, %k mod 4]

// Few terms for few elements: the lanes of a warp where neighbouring terms are neighbours in
// memory, warps where neighbouring elements are.
// DERIVED-LABEL: schedule.scop @rows
// DERIVED: %T_part = schedule.array temporary : memref<8x40xf32>
// DERIVED-LABEL: schedule.scop @columns
// DERIVED: %T_part = schedule.array temporary : memref<20x8xf32>
// DERIVED: affine.load %T_part[%k mod 20, %j]
// DERIVED: schedule.band permutable tag "warps" (coincident "{ T[j, k] -> [k mod 20] }") {}
// DERIVED-LABEL: schedule.scop @greatest
// DERIVED: arith.constant -2147483648 : i32
// DERIVED: arith.maxsi
// COUNT: schedule-parallel-reduction: 3 runs
// COUNT: {{^ *}}3 split
// COUNT: {{^ *}}0 left

// WHY: [Missed] reduction T | Category:schedule-parallel-reduction | Function=rows | Reason="it has only 40 terms", Remark="not split"

// UNKNOWN: error: there is no reduction U
// UNKNOWN: note: the reductions are T
schedule.scop @rows(%A: memref<8x40xf32>, out %C: memref<8xf32>) {
  schedule.statement @S(%i) {
    %0 = arith.constant 0.0 : f32
    affine.store %0, %C[%i] : memref<8xf32>
  }
  schedule.statement @T(%i, %k) reduces add {
    %0 = affine.load %A[%i, %k] : memref<8x40xf32>
    %1 = affine.load %C[%i] : memref<8xf32>
    %2 = arith.addf %1, %0 : f32
    affine.store %2, %C[%i] : memref<8xf32>
  }
  schedule.domain "{ S[i] : 0 <= i < 8; T[i, k] : 0 <= i < 8 and 0 <= k < 40 }" {
    schedule.band permutable (coincident "{ S[i] -> [i]; T[i, k] -> [i] }") {
      schedule.sequence {
        schedule.filter "{ S[i] }" {}
        schedule.filter "{ T[i, k] }" {
          schedule.band permutable (sequential "{ T[i, k] -> [k] }") {}
        }
      }
    }
  }
}

// -----

schedule.scop @columns(%A: memref<40x8xf32>, inout %C: memref<8xf32>) {
  schedule.statement @T(%j, %k) reduces mul {
    %0 = affine.load %A[%k, %j] : memref<40x8xf32>
    %1 = affine.load %C[%j] : memref<8xf32>
    %2 = arith.mulf %1, %0 : f32
    affine.store %2, %C[%j] : memref<8xf32>
  }
  schedule.domain "{ T[j, k] : 0 <= j < 8 and 0 <= k < 40 }" {
    schedule.band permutable (coincident "{ T[j, k] -> [j] }", sequential "{ T[j, k] -> [k] }") {}
  }
}

// -----

schedule.scop @greatest(%A: memref<40xi32>, inout %C: memref<1xi32>) {
  schedule.statement @T(%k) reduces max {
    %0 = affine.load %A[%k] : memref<40xi32>
    %1 = affine.load %C[0] : memref<1xi32>
    %2 = arith.maxsi %1, %0 : i32
    affine.store %2, %C[0] : memref<1xi32>
  }
  schedule.domain "{ T[k] : 0 <= k < 40 }" {
    schedule.band permutable (sequential "{ T[k] -> [k] }") {}
  }
}
