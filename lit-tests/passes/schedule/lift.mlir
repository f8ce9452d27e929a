// Parallel loops that no dependence crosses go outside of the loop that they stand in.
//
// RUN: tc-opt %s --split-input-file --pass-pipeline='builtin.module(schedule.scop(schedule-lift{when=always},schedule-verify))' --remarks-filter=schedule-lift --tc-pass-statistics 2> %t | FileCheck %s
// RUN: FileCheck %s --check-prefix=WHY < %t
// RUN: FileCheck %s --check-prefix=COUNT < %t
// RUN: tc-opt %s --split-input-file --pass-pipeline='builtin.module(schedule.scop(schedule-lift{when=never}))' | FileCheck %s --check-prefix=SAME
// RUN: tc-opt %s --split-input-file --pass-pipeline='builtin.module(schedule.scop(schedule-lift))' --remarks-filter=schedule-lift -o /dev/null 2>&1 | FileCheck %s --check-prefix=AUTO
// COUNT-DAG: {{^ *}}2 loops loops that parallel ones went outside of
// COUNT-DAG: {{^ *}}1 left loops that stay outside

// The loop carries a sum for each row; what starts it and what uses it have the same rows. Each statement has its own order of indices.
// WHY: [Passed] rows of loop 0 | Category:schedule-lift | Function=rows | Iterations=8, Reason="no dependence crosses them; its 8192 rows take about {{[0-9]+}} clocks on 132 multiprocessors, and {{[0-9]+}} in 8 launches", Remark="its parallel loops are outside of it", Rows=8192
// AUTO: [Passed] rows of loop 0 | {{.*}}Function=rows
// CHECK-LABEL: schedule.scop @rows
// CHECK: schedule.band permutable (coincident "{ {{.*}}S2[i0, i1, i2] -> [i2]{{.*}} }") {
// CHECK-NEXT: schedule.sequence {
// CHECK-NEXT: schedule.filter "{ S0[i] }" {}
// CHECK-NEXT: schedule.filter "{ {{.*}}S1[t, i]{{.*}} }" {
// CHECK-NEXT: schedule.band (sequential "{ S1[t, i] -> [t]; S2[t, k, i] -> [t] }") {
// CHECK-NEXT: schedule.sequence {
// CHECK-NEXT: schedule.filter "{ S1[t, i] }" {}
// CHECK-NEXT: schedule.filter "{ S2[t, k, i] }" {
// CHECK-NEXT: schedule.band permutable (sequential "{ S2[t, k, i] -> [k] }") {}
// CHECK: schedule.filter "{ S3[i] }" {}
// SAME-LABEL: schedule.scop @rows
// SAME: schedule.sequence {
// SAME-NEXT: schedule.filter "{ S0[i] }" {
// SAME-NEXT: schedule.band permutable (coincident
schedule.scop @rows(%X: memref<8x4x8192xf32>, inout %Y: memref<8192xf32>) {
  %T = schedule.array temporary : memref<8192xf32>
  schedule.statement @S0(%i) at [0] {
    %0 = arith.constant 0.0 : f32
    affine.store %0, %T[%i] : memref<8192xf32>
  }
  schedule.statement @S1(%t, %i) at [1, 0] {
    %0 = affine.load %T[%i] : memref<8192xf32>
    %1 = arith.mulf %0, %0 : f32
    affine.store %1, %T[%i] : memref<8192xf32>
  }
  schedule.statement @S2(%t, %k, %i) at [1, 1] reduces add {
    %0 = affine.load %T[%i] : memref<8192xf32>
    %1 = affine.load %X[%t, %k, %i] : memref<8x4x8192xf32>
    %2 = arith.addf %0, %1 : f32
    affine.store %2, %T[%i] : memref<8192xf32>
  }
  schedule.statement @S3(%i) at [2] {
    %0 = affine.load %T[%i] : memref<8192xf32>
    affine.store %0, %Y[%i] : memref<8192xf32>
  }
  schedule.domain "{ S0[i] : 0 <= i < 8192; S1[t, i] : 0 <= t < 8 and 0 <= i < 8192; S2[t, k, i] : 0 <= t < 8 and 0 <= k < 4 and 0 <= i < 8192; S3[i] : 0 <= i < 8192 }" {
    schedule.sequence {
      schedule.filter "{ S0[i] }" {
        schedule.band permutable (coincident "{ S0[i] -> [i] }") {}
      }
      schedule.filter "{ S1[t, i]; S2[t, k, i] }" {
        schedule.band (sequential "{ S1[t, i] -> [t]; S2[t, k, i] -> [t] }") {
          schedule.sequence {
            schedule.filter "{ S1[t, i] }" {
              schedule.band permutable (coincident "{ S1[t, i] -> [i] }") {}
            }
            schedule.filter "{ S2[t, k, i] }" {
              schedule.band permutable (coincident "{ S2[t, k, i] -> [i] }", sequential "{ S2[t, k, i] -> [k] }") {}
            }
          }
        }
      }
      schedule.filter "{ S3[i] }" {
        schedule.band permutable (coincident "{ S3[i] -> [i] }") {}
      }
    }
  }
}

// -----

// A neighbour's value of the step before: no row is kept.
// WHY: [Missed] rows of loop 0 | Category:schedule-lift | Function=stencil | Reason="a dependence crosses each of its parallel loops", Remark="the loop stays outside of all others", Suggestion="other loops"
// CHECK-LABEL: schedule.scop @stencil
// CHECK: schedule.domain
// CHECK-NEXT: schedule.band (sequential "{ S[t, i] -> [t] }") {
schedule.scop @stencil(inout %A: memref<9x8194xf32>) {
  schedule.statement @S(%t, %i) at [0, 0] {
    %0 = affine.load %A[%t, %i] : memref<9x8194xf32>
    %1 = affine.load %A[%t, %i + 2] : memref<9x8194xf32>
    %2 = arith.addf %0, %1 : f32
    affine.store %2, %A[%t + 1, %i + 1] : memref<9x8194xf32>
  }
  schedule.domain "{ S[t, i] : 0 <= t < 8 and 0 <= i < 8192 }" {
    schedule.band (sequential "{ S[t, i] -> [t] }") {
      schedule.band permutable (coincident "{ S[t, i] -> [i] }") {}
    }
  }
}

// -----

// Few rows with much to do: launches run them on all multiprocessors.
// AUTO: [Missed] rows of loop 0 | {{.*}}Function=few | Reason="its 64 rows take about {{[0-9]+}} clocks on 2 multiprocessors, and {{[0-9]+}} in 4 launches", Remark="the loop stays outside of all others", Suggestion="larger sizes"
// CHECK-LABEL: schedule.scop @few
// CHECK: schedule.domain
// CHECK-NEXT: schedule.band permutable (coincident "{ S[i0, i1, i2] -> [i1] }") {
// CHECK-NEXT: schedule.band (sequential "{ S[t, i, j] -> [t] }") {
// CHECK-NEXT: schedule.band permutable (coincident "{ S[t, i, j] -> [j] }") {}
schedule.scop @few(inout %A: memref<5x64x65536xf32>) {
  schedule.statement @S(%t, %i, %j) at [0, 0] {
    %0 = affine.load %A[%t, %i, 65535 - %j] : memref<5x64x65536xf32>
    affine.store %0, %A[%t + 1, %i, %j] : memref<5x64x65536xf32>
  }
  schedule.domain "{ S[t, i, j] : 0 <= t < 4 and 0 <= i < 64 and 0 <= j < 65536 }" {
    schedule.band (sequential "{ S[t, i, j] -> [t] }") {
      schedule.band permutable (coincident "{ S[t, i, j] -> [i] }", coincident "{ S[t, i, j] -> [j] }") {}
    }
  }
}
