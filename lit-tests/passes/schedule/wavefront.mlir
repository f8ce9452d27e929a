// Several rows of a sweep in place run at the same time, each a few steps behind the one before.
// RUN: tc-opt %s --split-input-file --pass-pipeline='builtin.module(schedule.scop(schedule-wavefront,schedule-verify))' | FileCheck %s
// RUN: tc-opt %s --split-input-file --pass-pipeline='builtin.module(schedule.scop(schedule-wavefront{rows=3},schedule-verify))' | FileCheck %s --check-prefix=THREE
// RUN: tc-opt %s --split-input-file --tc-pass-statistics --pass-pipeline='builtin.module(schedule.scop(schedule-wavefront))' -o /dev/null 2>&1 | FileCheck %s --check-prefix=COUNT
// RUN: tc-opt %s --split-input-file --remarks-filter='schedule-wavefront' --pass-pipeline='builtin.module(schedule.scop(schedule-wavefront))' -o /dev/null 2>&1 | FileCheck %s --check-prefix=REMARK

// COUNT: schedule-wavefront: 8 runs
// COUNT-NEXT: {{^ *}}5 sweeps
// COUNT-NEXT: {{^ *}}2 left

// A row needs the neighbour above, which is one step ahead then. The code of full steps has no conditions.
// REMARK: [Passed] sweep of { S[i, j] -> [(i)] } | {{.*}}Function=above | Reason="each step waits for the one before, which other rows do not", Remark="8 rows at a time, each a step behind the one before"
// CHECK-LABEL: schedule.scop @above
// CHECK: schedule.band permutable (sequential "{ S[i, j] -> [floor(i/8)] }") {
// CHECK-NEXT: schedule.band permutable options "{ isolate{{.*}} : 0 < i0 <= 6 and 8 <= i1 <= 62 }" (sequential "{ S[i, j] -> [j + i mod 8] }") {
// CHECK-NEXT: schedule.band permutable tag "micro" (unroll coincident "{ S[i, j] -> [i mod 8] }") {}
// THREE-LABEL: schedule.scop @above
// THREE: (sequential "{ S[i, j] -> [floor(i/3)] }")
schedule.scop @above(inout %A: memref<64x64xf32>) {
  schedule.statement @S(%i, %j) at [0, 0, 0] {
    %0 = affine.load %A[%i - 1, %j] : memref<64x64xf32>
    %1 = affine.load %A[%i, %j - 1] : memref<64x64xf32>
    %2 = arith.addf %0, %1 : f32
    affine.store %2, %A[%i, %j] : memref<64x64xf32>
  }
  schedule.domain "{ S[i, j] : 0 < i < 63 and 0 < j < 63 }" {
    schedule.band (sequential "{ S[i, j] -> [i] }") {
      schedule.band (sequential "{ S[i, j] -> [j] }") {}
    }
  }
}

// -----

// The neighbour above on the right is done one step later than the one above.
// REMARK: Function=right | {{.*}}Remark="8 rows at a time, each 2 steps behind the one before"
// CHECK-LABEL: schedule.scop @right
// CHECK: (sequential "{ S[i, j] -> [j + 2*(i mod 8)] }")
schedule.scop @right(inout %A: memref<64x64xf32>) {
  schedule.statement @S(%i, %j) at [0, 0, 0] {
    %0 = affine.load %A[%i - 1, %j + 1] : memref<64x64xf32>
    %1 = affine.load %A[%i, %j - 1] : memref<64x64xf32>
    %2 = arith.addf %0, %1 : f32
    affine.store %2, %A[%i, %j] : memref<64x64xf32>
  }
  schedule.domain "{ S[i, j] : 0 < i < 63 and 0 < j < 63 }" {
    schedule.band (sequential "{ S[i, j] -> [i] }") {
      schedule.band (sequential "{ S[i, j] -> [j] }") {}
    }
  }
}

// -----

// Rows that do not depend on each other are not askew.
// REMARK: Function=apart | {{.*}}Remark="8 rows at a time"
// CHECK-LABEL: schedule.scop @apart
// CHECK: (coincident "{ S[i, j] -> [floor(i/8)] }")
// CHECK-NEXT: {{.*}}(sequential "{ S[i, j] -> [j] }")
schedule.scop @apart(inout %A: memref<64x64xf32>) {
  schedule.statement @S(%i, %j) at [0, 0, 0] {
    %0 = affine.load %A[%i, %j] : memref<64x64xf32>
    %1 = affine.load %A[%i, %j - 1] : memref<64x64xf32>
    %2 = arith.addf %0, %1 : f32
    affine.store %2, %A[%i, %j] : memref<64x64xf32>
  }
  schedule.domain "{ S[i, j] : 0 <= i < 64 and 0 < j < 64 }" {
    schedule.band (coincident "{ S[i, j] -> [i] }") {
      schedule.band (sequential "{ S[i, j] -> [j] }") {}
    }
  }
}

// -----

// A filter along rows, for all of them at once: as a vector it would gather. The loops change places, backwards too.
// REMARK: Function=filter | Reason="accesses are scattered along the rows, and next to each other along the steps", Remark="8 rows at a time"
// CHECK-LABEL: schedule.scop @filter
// CHECK: (coincident "{ S[r, i] -> [floor(i/8)] }")
// CHECK-NEXT: {{.*}}(sequential "{ S[r, i] -> [r] }")
// CHECK-NEXT: {{.*}}tag "micro" (unroll coincident "{ S[r, i] -> [i mod 8] }")
schedule.scop @filter(%X: memref<64x64xf32>, inout %A: memref<64x64xf32>) {
  schedule.statement @S(%r, %i) at [0, 0] {
    %0 = affine.load %X[%i, 63 - %r] : memref<64x64xf32>
    %1 = affine.load %A[%i, 64 - %r] : memref<64x64xf32>
    %2 = arith.addf %0, %1 : f32
    affine.store %2, %A[%i, 63 - %r] : memref<64x64xf32>
  }
  schedule.domain "{ S[r, i] : 0 < r < 64 and 0 <= i < 64 }" {
    schedule.band (sequential "{ S[r, i] -> [r] }") {
      schedule.band (coincident "{ S[r, i] -> [i] }") {}
    }
  }
}

// -----

// A filter along columns has its vector along the rows of memory, and stays.
// REMARK-NOT: Function=columns
// CHECK-LABEL: schedule.scop @columns
// CHECK: schedule.band (sequential "{ S[r, i] -> [r] }") {
// CHECK-NEXT: schedule.band (coincident "{ S[r, i] -> [i] }") {}
schedule.scop @columns(inout %A: memref<64x64xf32>) {
  schedule.statement @S(%r, %i) at [0, 0] {
    %0 = affine.load %A[%r - 1, %i] : memref<64x64xf32>
    %1 = affine.load %A[%r, %i] : memref<64x64xf32>
    %2 = arith.addf %0, %1 : f32
    affine.store %2, %A[%r, %i] : memref<64x64xf32>
  }
  schedule.domain "{ S[r, i] : 0 < r < 64 and 0 <= i < 64 }" {
    schedule.band (sequential "{ S[r, i] -> [r] }") {
      schedule.band (coincident "{ S[r, i] -> [i] }") {}
    }
  }
}

// -----

// A short loop has fewer rows at the same time.
// REMARK: Function=few | {{.*}}Remark="2 rows at a time, each a step behind the one before"
// CHECK-LABEL: schedule.scop @few
// CHECK: (unroll coincident "{ S[i, j] -> [i mod 2] }")
schedule.scop @few(inout %A: memref<7x64xf32>) {
  schedule.statement @S(%i, %j) at [0, 0, 0] {
    %0 = affine.load %A[%i - 1, %j] : memref<7x64xf32>
    %1 = affine.load %A[%i, %j - 1] : memref<7x64xf32>
    %2 = arith.addf %0, %1 : f32
    affine.store %2, %A[%i, %j] : memref<7x64xf32>
  }
  schedule.domain "{ S[i, j] : 0 < i < 7 and 0 < j < 64 }" {
    schedule.band (sequential "{ S[i, j] -> [i] }") {
      schedule.band (sequential "{ S[i, j] -> [j] }") {}
    }
  }
}

// -----

// The first element of a row needs the last one of the row above: no distance is enough.
// REMARK: [Missed] {{.*}}Function=all | Reason="its rows depend on each other at any distance", Remark="one row after the other"
// CHECK-LABEL: schedule.scop @all
// CHECK: schedule.band (sequential "{ S[i, j] -> [i] }") {
// CHECK-NEXT: schedule.band (sequential "{ S[i, j] -> [j] }") {}
schedule.scop @all(inout %A: memref<64x64xf32>) {
  schedule.statement @S(%i, %j) at [0, 0, 0] {
    %0 = affine.load %A[%i - 1, 63 - %j] : memref<64x64xf32>
    %1 = affine.load %A[%i, %j - 1] : memref<64x64xf32>
    %2 = arith.addf %0, %1 : f32
    affine.store %2, %A[%i, %j] : memref<64x64xf32>
  }
  schedule.domain "{ S[i, j] : 0 < i < 64 and 0 < j < 64 }" {
    schedule.band (sequential "{ S[i, j] -> [i] }") {
      schedule.band (sequential "{ S[i, j] -> [j] }") {}
    }
  }
}

// -----

// REMARK: [Missed] {{.*}}Function=short | Reason="its loops are short, or their lengths are not known"
// CHECK-LABEL: schedule.scop @short
// CHECK-NOT: micro
schedule.scop @short(inout %A: memref<5x64xf32>) {
  schedule.statement @S(%i, %j) at [0, 0, 0] {
    %0 = affine.load %A[%i - 1, %j] : memref<5x64xf32>
    %1 = affine.load %A[%i, %j - 1] : memref<5x64xf32>
    %2 = arith.addf %0, %1 : f32
    affine.store %2, %A[%i, %j] : memref<5x64xf32>
  }
  schedule.domain "{ S[i, j] : 0 < i < 4 and 0 < j < 64 }" {
    schedule.band (sequential "{ S[i, j] -> [i] }") {
      schedule.band (sequential "{ S[i, j] -> [j] }") {}
    }
  }
}
