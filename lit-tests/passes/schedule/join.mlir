// Two bands, one directly inside the other, become one: sunk point loops are joined with the reduction above them (claim F33).
// RUN: tc-opt %s --split-input-file --pass-pipeline='builtin.module(schedule.scop(schedule-join{target=joined},schedule-verify))' | FileCheck %s
// RUN: tc-opt %s --split-input-file --pass-pipeline='builtin.module(schedule.scop(schedule-join{target=joined},schedule-split{at=1 target=joined},schedule-verify))' | FileCheck %s --check-prefix=BACK
// RUN: tc-opt %s --split-input-file --tc-pass-statistics --pass-pipeline='builtin.module(schedule.scop(schedule-join{target=joined}))' -o /dev/null 2>&1 | FileCheck %s --check-prefix=COUNT
// RUN: tc-opt %s --split-input-file --remarks-filter=schedule-join --remark-format=emitRemark --pass-pipeline='builtin.module(schedule.scop(schedule-join{target=joined}))' -o /dev/null 2>&1 | FileCheck %s --check-prefix=REMARK

// The loops of the point bands may change places, so that the joint band is permutable.
// CHECK-LABEL: schedule.scop @product
// CHECK: schedule.band permutable tag "tile" tiles(8, 8)
// CHECK-NEXT: (coincident "{ S[i, j, k] -> [i - i mod 8] }",
// CHECK-NEXT: sequential "{ S[i, j, k] -> [k - k mod 8] }") {
// CHECK-NEXT: schedule.mark "joined"
// CHECK-NEXT: schedule.band permutable tag "point"
// CHECK-NEXT: (sequential "{ S[i, j, k] -> [k mod 8] }",
// CHECK-NEXT: coincident "{ S[i, j, k] -> [i mod 8] }",
// CHECK-NEXT: coincident "{ S[i, j, k] -> [j] }") {}
// BACK-LABEL: schedule.scop @product
// BACK: schedule.band permutable tag "point" (sequential "{ S[i, j, k] -> [k mod 8] }") {
// BACK-NEXT: schedule.band permutable tag "point"
// BACK-NEXT: (coincident "{ S[i, j, k] -> [i mod 8] }",
// BACK-NEXT: coincident "{ S[i, j, k] -> [j] }") {}
// COUNT: schedule-join: 2 runs
// COUNT: {{^ *}}2 bands
// REMARK: remark: [Passed] band above S | Category:schedule-join | Function=product | Reason="it is asked for, and every dependence keeps its order", Remark="changed: join"
schedule.scop @product(%A: memref<64x64xf32>, %B: memref<64x64xf32>, inout %C: memref<64x64xf32>) {
  schedule.statement @S(%i, %j, %k) reduces add {
    %0 = affine.load %A[%i, %k] : memref<64x64xf32>
    %1 = affine.load %B[%k, %j] : memref<64x64xf32>
    %2 = arith.mulf %0, %1 : f32
    %3 = affine.load %C[%i, %j] : memref<64x64xf32>
    %4 = arith.addf %3, %2 : f32
    affine.store %4, %C[%i, %j] : memref<64x64xf32>
  }
  schedule.domain "{ S[i, j, k] : 0 <= i < 64 and 0 <= j < 64 and 0 <= k < 64 }" {
    schedule.band permutable tag "tile" tiles(8, 8)
      (coincident "{ S[i, j, k] -> [i - i mod 8] }",
       sequential "{ S[i, j, k] -> [k - k mod 8] }") {
      schedule.mark "joined" {
        schedule.band permutable tag "point" (sequential "{ S[i, j, k] -> [k mod 8] }") {
          schedule.band permutable tag "point"
            (coincident "{ S[i, j, k] -> [i mod 8] }",
             coincident "{ S[i, j, k] -> [j] }") {}
        }
      }
    }
  }
}

// -----

// The distances are (1, -1), (1, 0) and (1, 1): the band of both loops is not permutable, and in it the inner loop, parallel by itself, is not.
// CHECK-LABEL: schedule.scop @heat
// CHECK: schedule.mark "joined"
// CHECK-NEXT: schedule.band{{$}}
// CHECK-NEXT: (sequential "{ S[t, i] -> [t] }",
// CHECK-NEXT: sequential "{ S[t, i] -> [i] }") {}
schedule.scop @heat(inout %A: memref<9x18xf32>) {
  schedule.statement @S(%t, %i) {
    %0 = affine.load %A[%t, %i] : memref<9x18xf32>
    %1 = affine.load %A[%t, %i + 1] : memref<9x18xf32>
    %2 = affine.load %A[%t, %i + 2] : memref<9x18xf32>
    %3 = arith.addf %0, %1 : f32
    %4 = arith.addf %3, %2 : f32
    affine.store %4, %A[%t + 1, %i + 1] : memref<9x18xf32>
  }
  schedule.domain "{ S[t, i] : 0 <= t < 8 and 0 <= i < 16 }" {
    schedule.mark "joined" {
      schedule.band permutable (sequential "{ S[t, i] -> [t] }") {
        schedule.band permutable (coincident "{ S[t, i] -> [i] }") {}
      }
    }
  }
}
