// Parallel loops that are all of each other's bodies become one, which counts their iterations; others inside a parallel loop stay sequential.
// RUN: tc-opt %s --split-input-file --schedule-to-cpu | FileCheck %s
// RUN: tc-opt %s --split-input-file --schedule-to-cpu | tc-opt --split-input-file | FileCheck %s

// 2 x 1 x 6 iterations; those in the last loop begin at 3. The tile is of the merged loop: each of its iterations has its own.
// CHECK-LABEL: func.func @merged(
// CHECK: scf.parallel (%[[T:.*]]) = (%c0) to (%c12) step (%c1) {
// CHECK-NEXT: %[[D:.*]] = arith.remui %[[T]], %c6
// CHECK-NEXT: %[[I:.*]] = arith.divui %[[T]], %c6
// CHECK-NEXT: %[[J:.*]] = arith.addi %[[D]], %c3
// CHECK-NEXT: %[[TILE:.*]] = memref.alloca() {alignment = 64 : i64} : memref<1xf32>
// CHECK-NEXT: %[[A:.*]] = memref.load %arg0[%[[I]], %[[J]]]
// CHECK-NEXT: memref.store %[[A]], %[[TILE]]
// CHECK-NEXT: %[[B:.*]] = memref.load %[[TILE]]
// CHECK-NEXT: memref.store %[[B]], %arg1[%[[I]], %[[J]]]
// CHECK-NEXT: scf.reduce
schedule.scop @merged(%A: memref<2x9xf32>, out %B: memref<2x9xf32>) {
  %A_t = schedule.array shared : memref<1xf32>
  schedule.statement @S(%i, %j) {
    %0 = affine.load %A_t[0] {schedule.for = #schedule.map<"{ S[i, j] -> A[i, j] }">} : memref<1xf32>
    affine.store %0, %B[%i, %j] : memref<2x9xf32>
  }
  schedule.statement @copy(%p, %q, %r, %a, %b) {
    %0 = affine.load %A[%a, %b] : memref<2x9xf32>
    affine.store %0, %A_t[0] : memref<1xf32>
  }
  schedule.domain "{ S[i, j] : 0 <= i < 2 and 3 <= j < 9 }" {
    schedule.band permutable
      (parallel coincident "{ S[i, j] -> [i] }",
       parallel coincident "{ S[i, j] -> [floor(j/16)] }",
       parallel coincident "{ S[i, j] -> [j] }") {
      schedule.extension "{ [c0, c1, c2] -> copy[c0, c1, c2, c0, c2] }" {
        schedule.sequence {
          schedule.filter "{ copy[p, q, r, a, b] }" {}
          schedule.filter "{ S[i, j] }" {}
        }
      }
    }
  }
}

// -----

// The end of the inner loop depends on the outer one.
// CHECK-LABEL: func.func @triangle(
// CHECK: scf.parallel (%[[I:.*]]) = (%c0) to (%c8)
// CHECK: scf.for
schedule.scop @triangle(%A: memref<8x8xf32>, out %B: memref<8x8xf32>) {
  schedule.statement @S(%i, %j) {
    %0 = affine.load %A[%i, %j] : memref<8x8xf32>
    affine.store %0, %B[%i, %j] : memref<8x8xf32>
  }
  schedule.domain "{ S[i, j] : 0 <= i < 8 and 0 <= j <= i }" {
    schedule.band permutable
      (parallel coincident "{ S[i, j] -> [i] }",
       parallel coincident "{ S[i, j] -> [j] }") {}
  }
}

// -----

// CHECK-LABEL: func.func @statement_between(
// CHECK: scf.parallel (%[[I:.*]]) = (%c0) to (%c8)
// CHECK: scf.for
schedule.scop @statement_between(%A: memref<8x4xf32>, out %B: memref<8x4xf32>, out %C: memref<8xf32>) {
  schedule.statement @S(%i, %j) {
    %0 = affine.load %A[%i, %j] : memref<8x4xf32>
    affine.store %0, %B[%i, %j] : memref<8x4xf32>
  }
  schedule.statement @T(%i) {
    %0 = arith.constant 1.0 : f32
    affine.store %0, %C[%i] : memref<8xf32>
  }
  schedule.domain "{ S[i, j] : 0 <= i < 8 and 0 <= j < 4; T[i] : 0 <= i < 8 }" {
    schedule.band permutable (parallel coincident "{ S[i, j] -> [i]; T[i] -> [i] }") {
      schedule.sequence {
        schedule.filter "{ T[i] }" {}
        schedule.filter "{ S[i, j] }" {
          schedule.band (parallel coincident "{ S[i, j] -> [j] }") {}
        }
      }
    }
  }
}
