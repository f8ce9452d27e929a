// Innermost loops as straight-line code: whole, or in strips that divide the loop. Each tree is proved by schedule-verify.
// Claim G21: the innermost loop is taken first, then those around it as long as all copies of the body are at most `factor`.
// RUN: tc-opt %s --split-input-file --pass-pipeline='builtin.module(schedule.scop(schedule-unroll{factor=8},schedule-verify))' | FileCheck %s
// RUN: tc-opt %s --split-input-file --pass-pipeline='builtin.module(schedule.scop(schedule-unroll{factor=40},schedule-verify))' | FileCheck %s --check-prefix=WHOLE
// RUN: tc-opt %s --split-input-file --pass-pipeline='builtin.module(schedule.scop(schedule-unroll{factor=1}))' | FileCheck %s --check-prefix=NOTHING
// RUN: tc-opt %s --split-input-file --tc-pass-statistics --pass-pipeline='builtin.module(schedule.scop(schedule-unroll{factor=8}))' -o /dev/null 2>&1 | FileCheck %s --check-prefix=COUNT
// RUN: tc-opt %s --split-input-file -o /dev/null --remarks-filter=schedule-unroll --pass-pipeline='builtin.module(schedule.scop(schedule-unroll{factor=8}))' 2>&1 | FileCheck %s --check-prefix=REMARK

// RUN: tc-opt %s --split-input-file --pass-pipeline='builtin.module(schedule.scop(schedule-unroll{factor=8 points=false}))' | FileCheck %s --check-prefix=COPIES
// RUN: tc-opt %s --split-input-file --pass-pipeline='builtin.module(schedule.scop(schedule-unroll{factor=8 copies=false}))' | FileCheck %s --check-prefix=POINTS

// REMARK: remark: [Passed] unrolling of { S[i] -> [(i)] } | Category:schedule-unroll | Function=row | Copies=8, Reason="8 copies of the body, at most 8", Remark="strips of 8 of its 40 iterations are copied out", Suggestion="the mapping option unroll, or tile sizes"
// REMARK: remark: [Passed] unrolling of { S[i, j] -> [(j)] } {{.*}}, Remark="all 2 iterations are copied out",
// REMARK: remark: [Missed] unrolling of { S[i] -> [(i)] } | Category:schedule-unroll | Function=left | Reason="37 copies of the body would be more than 8, and no strips fit", Remark="it stays a loop",
// REMARK: remark: [Missed] {{.*}} | Function=left | Reason="its number of iterations is not a constant", Remark="it stays a loop",
// REMARK: remark: [Passed] {{.*}} | Function=register_tile | Copies=4, {{.*}}, Remark="its 2 runs on each thread are copied out",

// Bands of copies by themselves, and all others.
// COPIES-NOT: unroll
// COPIES: schedule.band permutable tag "copy" (unroll coincident "{ S[i] -> [i] }") {}
// POINTS: tag "unrolled"
// POINTS: schedule.band permutable tag "copy" (coincident "{ S[i] -> [i] }") {}
// NOTHING-NOT: unroll
// COUNT: schedule-unroll: 6 runs
// COUNT-DAG: {{^ *}}3 whole
// COUNT-DAG: {{^ *}}3 strips
// COUNT-DAG: {{^ *}}3 thread-loops

// 40 = 5 strips of 8.
// CHECK-LABEL: @row
// CHECK: schedule.band permutable (coincident "{ S[i] -> [i - i mod 8] }") {
// CHECK-NEXT: schedule.band permutable tag "unrolled" (unroll coincident "{ S[i] -> [i mod 8] }") {}
// WHOLE-LABEL: @row
// WHOLE: schedule.band permutable (unroll coincident "{ S[i] -> [i] }") {}
schedule.scop @row(%A: memref<40xf32>, inout %C: memref<40xf32>) {
  schedule.statement @S(%i) {
    %0 = affine.load %A[%i] : memref<40xf32>
    affine.store %0, %C[%i] : memref<40xf32>
  }
  schedule.domain "{ S[i] : 0 <= i < 40 }" {
    schedule.band permutable (coincident "{ S[i] -> [i] }") {}
  }
}

// -----

// The inner loop of 2 is fully unrolled; 8 / 2 = 4 copies remain for the outer one, and 3 divides 9.
// CHECK-LABEL: @two
// CHECK: schedule.band permutable (sequential "{ S[i, j] -> [i - i mod 3] }") {
// CHECK-NEXT: schedule.band permutable tag "unrolled"
// CHECK-NEXT: (unroll "{ S[i, j] -> [i mod 3] }",
// CHECK-NEXT: unroll "{ S[i, j] -> [j] }") {}
schedule.scop @two(%A: memref<9x2xf32>, inout %C: memref<9x2xf32>) {
  schedule.statement @S(%i, %j) {
    %0 = affine.load %A[%i, %j] : memref<9x2xf32>
    affine.store %0, %C[%i, %j] : memref<9x2xf32>
  }
  schedule.domain "{ S[i, j] : 0 <= i < 9 and 0 <= j < 2 }" {
    schedule.band permutable (sequential "{ S[i, j] -> [i] }", sequential "{ S[i, j] -> [j] }") {}
  }
}

// -----

// No divisor of 37 fits, and a loop whose length is not constant is unchanged.
// CHECK-LABEL: @left
// CHECK-NOT: unroll
schedule.scop @left(%A: memref<37xf32>, %B: memref<?xf32>, inout %C: memref<37xf32>, inout %D: memref<?xf32>) sizes(N = %B[0]) attributes {schedule.extents = {D = ["N"]}} {
  schedule.statement @S(%i) {
    %0 = affine.load %A[%i] : memref<37xf32>
    affine.store %0, %C[%i] : memref<37xf32>
  }
  schedule.statement @T(%i) {
    %0 = affine.load %B[%i] : memref<?xf32>
    affine.store %0, %D[%i] : memref<?xf32>
  }
  schedule.domain "[N] -> { S[i] : 0 <= i < 37; T[i] : 0 <= i < N }" {
    schedule.sequence {
      schedule.filter "{ S[i] }" {
        schedule.band permutable (sequential "{ S[i] -> [i] }") {}
      }
      schedule.filter "{ T[i] }" {
        schedule.band permutable (sequential "{ T[i] -> [i] }") {}
      }
    }
  }
}

// -----

// Each thread of 4 x 8 runs 4 instances of a tile of 8 x 16: they are unrolled inside the thread index, and 8 / 4 copies
// remain for the loop over k.
// CHECK-LABEL: @register_tile
// CHECK: (sequential "{ S[i, j, k] -> [k - k mod 2] }") {
// CHECK-NEXT: schedule.band permutable tag "unrolled" (unroll "{ S[i, j, k] -> [k mod 2] }") {
// CHECK-NEXT: schedule.band permutable
// CHECK-NEXT: (thread.y coincident "{ S[i, j, k] -> [i mod 4] }",
// CHECK-NEXT: thread.x coincident "{ S[i, j, k] -> [j mod 8] }",
// CHECK-NEXT: unroll coincident "{ S[i, j, k] -> [floor(j/8)] }",
// CHECK-NEXT: unroll coincident "{ S[i, j, k] -> [floor(i/4)] }") {}
schedule.scop @register_tile(%A: memref<8x6xf32>, %B: memref<6x16xf32>, inout %C: memref<8x16xf32>) block(8, 4, 1) {
  schedule.statement @S(%i, %j, %k) reduces add {
    %0 = affine.load %A[%i, %k] : memref<8x6xf32>
    %1 = affine.load %B[%k, %j] : memref<6x16xf32>
    %2 = arith.mulf %0, %1 : f32
    %3 = affine.load %C[%i, %j] : memref<8x16xf32>
    %4 = arith.addf %3, %2 : f32
    affine.store %4, %C[%i, %j] : memref<8x16xf32>
  }
  schedule.domain "{ S[i, j, k] : 0 <= i < 8 and 0 <= j < 16 and 0 <= k < 6 }" {
    schedule.band permutable (sequential "{ S[i, j, k] -> [k] }") {
      schedule.band permutable (thread.y coincident "{ S[i, j, k] -> [i] }", thread.x coincident "{ S[i, j, k] -> [j] }") {}
    }
  }
}

// -----

// 11 values on 4 threads are 3 iterations per thread; the members of a band that is not permutable keep their order.
// CHECK-LABEL: @partial
// CHECK: schedule.band
// CHECK-NEXT: (thread.x coincident "{ S[i, j] -> [i mod 4] }",
// CHECK-NEXT: unroll coincident "{ S[i, j] -> [floor(i/4)] }",
// CHECK-NEXT: unroll coincident "{ S[i, j] -> [j] }") {}
schedule.scop @partial(%A: memref<11x2xf32>, inout %C: memref<11x2xf32>) block(4, 1, 1) {
  schedule.statement @S(%i, %j) {
    %0 = affine.load %A[%i, %j] : memref<11x2xf32>
    affine.store %0, %C[%i, %j] : memref<11x2xf32>
  }
  schedule.domain "{ S[i, j] : 0 <= i < 11 and 0 <= j < 2 }" {
    schedule.band (thread.x coincident "{ S[i, j] -> [i] }", coincident "{ S[i, j] -> [j] }") {}
  }
}

// -----

schedule.scop @copies(%A: memref<4xf32>, inout %C: memref<4xf32>) {
  schedule.statement @S(%i) {
    %0 = affine.load %A[%i] : memref<4xf32>
    affine.store %0, %C[%i] : memref<4xf32>
  }
  schedule.domain "{ S[i] : 0 <= i < 4 }" {
    schedule.band permutable tag "copy" (coincident "{ S[i] -> [i] }") {}
  }
}
