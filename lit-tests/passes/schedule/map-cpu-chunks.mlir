// Short loops run on threads together with the next ones, or with chunks of a long loop inside a band of tiles.
// RUN: tc-opt %s --split-input-file --pass-pipeline='builtin.module(schedule.scop(schedule-map-cpu{work=0 rows=4}))' | FileCheck %s
// RUN: tc-opt %s --split-input-file --pass-pipeline='builtin.module(schedule.scop(schedule-map-cpu{work=0 rows=4 parts=2}))' | FileCheck %s --check-prefix=TWO
// RUN: tc-opt %s --split-input-file --pass-pipeline='builtin.module(schedule.scop(schedule-map-cpu{work=0 rows=1000}))' | FileCheck %s --check-prefix=ROWS
// RUN: tc-opt %s --split-input-file -o /dev/null --remarks-filter=schedule-map-cpu --pass-pipeline='builtin.module(schedule.scop(schedule-map-cpu{work=0 rows=4}))' 2>&1 | FileCheck %s --check-prefix=REMARK
// RUN: tc-opt %s --split-input-file -o /dev/null --remarks-filter=schedule-map-cpu --pass-pipeline='builtin.module(schedule.scop(schedule-map-cpu{work=0 rows=1000}))' 2>&1 | FileCheck %s --check-prefix=FEW
// RUN: tc-opt %s --split-input-file --pass-pipeline='builtin.module(schedule.scop(schedule-map-cpu{work=0 rows=4}),schedule-to-cpu)' | FileCheck %s --check-prefix=LOOPS

// The first member has one iteration, the next ones 2 x 3 x 4; the last one is not needed.
// CHECK-LABEL: @short
// CHECK: (coincident "{ S[n, a, b, c, d] -> [n] }",
// CHECK-NEXT: parallel coincident "{ S[n, a, b, c, d] -> [a] }",
// CHECK-NEXT: parallel coincident "{ S[n, a, b, c, d] -> [b] }",
// CHECK-NEXT: parallel coincident "{ S[n, a, b, c, d] -> [c] }",
// CHECK-NEXT: coincident "{ S[n, a, b, c, d] -> [d] }") {}
// TWO-LABEL: @short
// TWO: parallel coincident "{ S[n, a, b, c, d] -> [a] }",
// TWO-NEXT: {{^ *}}coincident "{ S[n, a, b, c, d] -> [b] }",
// REMARK: remark: [Passed] threads of { S[n, a, b, c, d] -> [(a)] } | {{.*}} | Reason="one loop has fewer than 8 iterations", Remark="3 loops run on them as one"
// LOOPS-LABEL: func.func @short
// LOOPS: scf.parallel (%{{.*}}) = (%{{.*}}) to (%c24)
schedule.scop @short(%A: memref<1x2x3x4x5xf32>, out %B: memref<1x2x3x4x5xf32>) {
  schedule.statement @S(%n, %a, %b, %c, %d) {
    %0 = affine.load %A[%n, %a, %b, %c, %d] : memref<1x2x3x4x5xf32>
    affine.store %0, %B[%n, %a, %b, %c, %d] : memref<1x2x3x4x5xf32>
  }
  schedule.domain "{ S[n, a, b, c, d] : n = 0 and 0 <= a < 2 and 0 <= b < 3 and 0 <= c < 4 and 0 <= d < 5 }" {
    schedule.band permutable
      (coincident "{ S[n, a, b, c, d] -> [n] }",
       coincident "{ S[n, a, b, c, d] -> [a] }",
       coincident "{ S[n, a, b, c, d] -> [b] }",
       coincident "{ S[n, a, b, c, d] -> [c] }",
       coincident "{ S[n, a, b, c, d] -> [d] }") {}
  }
}

// -----

// Two blocks of columns, with terms in two blocks: four chunks of rows are in front, over the sequential loop. What is isolated has one more
// coordinate above.
// CHECK-LABEL: @product
// CHECK: schedule.band permutable tag "tile"
// CHECK-NEXT: (parallel coincident "{ S[i, j, k] -> [floor(i/12)] }",
// CHECK-NEXT: parallel coincident "{ S[i, j, k] -> [floor(j/8)] }",
// CHECK-NEXT: sequential "{ S[i, j, k] -> [floor(k/8)] }") {
// CHECK-NEXT: schedule.band permutable tag "register" options "{ isolate{{\[\[}}new, i1, i2] -> [i3]] : 0 <= i1 <= 1 and 0 <= i2 <= 1 and 0 <= i3 <= 15 }"
// CHECK-SAME: (coincident "{ S[i, j, k] -> [floor(i/3)] }")
// TWO-LABEL: @product
// TWO: tag "tile"
// TWO-NEXT: (parallel coincident "{ S[i, j, k] -> [floor(j/8)] }",
// ROWS-LABEL: @product
// ROWS: tag "tile"
// ROWS-NEXT: (parallel coincident "{ S[i, j, k] -> [floor(j/8)] }",
// REMARK: remark: [Passed] threads of { S[i, j, k] -> [(floor((j)/8))] } | {{.*}} | Reason="one loop has fewer than 8 iterations", Remark="4 chunks of 4 of a loop inside run on them, by the 2 iterations of the loop"
// LOOPS-LABEL: func.func @product
// LOOPS: scf.parallel (%{{.*}}) = (%{{.*}}) to (%c8)
schedule.scop @product(%A: memref<48x16xf32>, %B: memref<16x16xf32>, inout %C: memref<48x16xf32>) {
  schedule.statement @S(%i, %j, %k) reduces add {
    %0 = affine.load %A[%i, %k] : memref<48x16xf32>
    %1 = affine.load %B[%k, %j] : memref<16x16xf32>
    %2 = arith.mulf %0, %1 : f32
    %3 = affine.load %C[%i, %j] : memref<48x16xf32>
    %4 = arith.addf %3, %2 : f32
    affine.store %4, %C[%i, %j] : memref<48x16xf32>
  }
  schedule.domain "{ S[i, j, k] : 0 <= i < 48 and 0 <= j < 16 and 0 <= k < 16 }" {
    schedule.band permutable tag "tile"
      (coincident "{ S[i, j, k] -> [floor(j/8)] }",
       sequential "{ S[i, j, k] -> [floor(k/8)] }") {
      schedule.band permutable tag "register" options "{ isolate[[i0, i1] -> [i2]] : 0 <= i0 <= 1 and 0 <= i1 <= 1 and 0 <= i2 <= 15 }"
        (coincident "{ S[i, j, k] -> [floor(i/3)] }") {
        schedule.band permutable tag "point" (sequential "{ S[i, j, k] -> [k] }") {
          schedule.band permutable tag "micro"
            (unroll coincident "{ S[i, j, k] -> [i mod 3] }",
             vector coincident "{ S[i, j, k] -> [j mod 8] }") {}
        }
      }
    }
  }
}

// -----

// The loop inside carries no dependence in an iteration of the loop over `t`, but does from one to the next: its chunks stay inside.
// CHECK-LABEL: @stencil
// CHECK: tag "tile"
// CHECK-NEXT: (coincident "{ S[t, i] -> [0] }",
// CHECK-NEXT: sequential "{ S[t, i] -> [t] }") {
// CHECK-NEXT: schedule.band (coincident "{ S[t, i] -> [i] }")
// REMARK: remark: [Missed] threads of { S[t, i] -> [(0)] } | {{.*}} | Reason="they have one iteration, and chunks of the loops inside would be too small, or carry dependences", Remark="the loops run on one"
// FEW: remark: [Missed] threads of { S[t, i] -> [(0)] } | {{.*}} | Reason="they have one iteration, and chunks of the loops inside would be too small, or carry dependences", Remark="the loops run on one"
schedule.scop @stencil(inout %A: memref<9x66xf32>) {
  schedule.statement @S(%t, %i) {
    %0 = affine.load %A[%t, %i] : memref<9x66xf32>
    %1 = affine.load %A[%t, %i + 2] : memref<9x66xf32>
    %2 = arith.addf %0, %1 : f32
    affine.store %2, %A[%t + 1, %i + 1] : memref<9x66xf32>
  }
  schedule.domain "{ S[t, i] : 0 <= t < 8 and 0 <= i < 64 }" {
    schedule.band tag "tile"
      (coincident "{ S[t, i] -> [0] }",
       sequential "{ S[t, i] -> [t] }") {
      schedule.band (coincident "{ S[t, i] -> [i] }") {}
    }
  }
}
