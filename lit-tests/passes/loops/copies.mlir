// Unrolled loops: the emitter copies them where the copies differ by numbers in sums; where conditions
// or remainders depend on more, isl makes the copies and simplifies each.
// RUN: tc-opt %s --split-input-file --schedule-to-cpu | FileCheck %s

// CHECK-LABEL: func.func @rectangle(
// CHECK: scf.for %[[I:.*]] = %c0 to %c64 step %c4 {
// CHECK-NOT: scf.for
// CHECK: memref.store %{{.*}}, %arg0[%[[I]]]
// CHECK: %[[ONE:.*]] = arith.addi %[[I]], %c1 : index
// CHECK: memref.store %{{.*}}, %arg0[%[[ONE]]]
// CHECK: %[[TWO:.*]] = arith.addi %[[I]], %c2 : index
// CHECK: memref.store %{{.*}}, %arg0[%[[TWO]]]
// CHECK: %[[THREE:.*]] = arith.addi %[[I]], %c3 : index
// CHECK: memref.store %{{.*}}, %arg0[%[[THREE]]]
// CHECK-NOT: memref.store
// CHECK: return
schedule.scop @rectangle(out %A: memref<64xf32>) {
  schedule.statement @S(%i) {
    %c = arith.constant 1.0 : f32
    affine.store %c, %A[%i] : memref<64xf32>
  }
  schedule.domain "{ S[i] : 0 <= i < 64 }" {
    schedule.band permutable (sequential coincident "{ S[i] -> [4*floor(i/4)] }") {
      schedule.band permutable (unroll coincident "{ S[i] -> [i mod 4] }") {}
    }
  }
}

// -----

// Which copies run depends on the row: each has the condition that is left of it.
// CHECK-LABEL: func.func @triangle(
// CHECK: scf.for %[[I:.*]] = %c0 to %c3 step %c1 {
// CHECK-NOT: scf.for
// CHECK: memref.store %{{.*}}, %arg0[%[[I]], %c0]
// CHECK: arith.cmpi sge, %[[I]], %c1 : index
// CHECK: scf.if
// CHECK: memref.store %{{.*}}, %arg0[%[[I]], %c1]
// CHECK: arith.cmpi eq, %[[I]], %c2 : index
// CHECK: scf.if
// CHECK: memref.store %{{.*}}, %arg0[%c2, %c2]
// CHECK-NOT: memref.store
// CHECK: return
schedule.scop @triangle(out %A: memref<3x3xf32>) {
  schedule.statement @S(%i, %j) {
    %c = arith.constant 1.0 : f32
    affine.store %c, %A[%i, %j] : memref<3x3xf32>
  }
  schedule.domain "{ S[i, j] : 0 <= i < 3 and 0 <= j <= i }" {
    schedule.band permutable (sequential coincident "{ S[i, j] -> [i] }", unroll coincident "{ S[i, j] -> [j] }") {}
  }
}

// -----

// A division of the iterator is a number in each copy.
// CHECK-LABEL: func.func @halves(
// CHECK-NOT: divui
// CHECK: memref.store %{{.*}}, %arg0[%c0, %c0]
// CHECK: memref.store %{{.*}}, %arg0[%c0, %c1]
// CHECK: memref.store %{{.*}}, %arg0[%c1, %c2]
// CHECK: memref.store %{{.*}}, %arg0[%c1, %c3]
schedule.scop @halves(out %A: memref<2x4xf32>) {
  schedule.statement @S(%i) {
    %c = arith.constant 1.0 : f32
    affine.store %c, %A[%i floordiv 2, %i] : memref<2x4xf32>
  }
  schedule.domain "{ S[i] : 0 <= i < 4 }" {
    schedule.band permutable (unroll coincident "{ S[i] -> [i] }") {}
  }
}

// -----

// The ends of a loop inside depend on the copy: each has its own.
// CHECK-LABEL: func.func @ends(
// CHECK: memref.store %{{.*}}, %arg0[%c0, %c0]
// CHECK: scf.for %[[J:.*]] = %c0 to %c2 step %c1 {
// CHECK: memref.store %{{.*}}, %arg0[%c1, %[[J]]]
// CHECK: scf.for %[[K:.*]] = %c0 to %c3 step %c1 {
// CHECK: memref.store %{{.*}}, %arg0[%c2, %[[K]]]
// CHECK-NOT: memref.store
// CHECK: return
schedule.scop @ends(out %A: memref<3x3xf32>) {
  schedule.statement @S(%i, %j) {
    %c = arith.constant 1.0 : f32
    affine.store %c, %A[%i, %j] : memref<3x3xf32>
  }
  schedule.domain "{ S[i, j] : 0 <= i < 3 and 0 <= j <= i }" {
    schedule.band permutable (unroll coincident "{ S[i, j] -> [i] }", sequential coincident "{ S[i, j] -> [j] }") {}
  }
}

// -----

// A condition in the loop depends on the copy, and on the row.
// CHECK-LABEL: func.func @condition(
// CHECK: scf.for %[[I:.*]] = %c0 to %c4 step %c1 {
// CHECK-NOT: scf.for
// CHECK: arith.cmpi sle, %[[I]], %c2 : index
// CHECK: memref.store %{{.*}}, %arg0[%[[I]], %c0]
// CHECK: arith.cmpi sge, %[[I]], %c2 : index
// CHECK: memref.store %{{.*}}, %arg0[%[[I]], %c1]
// CHECK: } else {
// CHECK: memref.store %{{.*}}, %arg0[%[[I]], %c2]
// CHECK: arith.cmpi sge, %[[I]], %c1 : index
// CHECK: memref.store %{{.*}}, %arg0[%[[I]], %c3]
// CHECK-NOT: memref.store
// CHECK: return
schedule.scop @condition(out %A: memref<4x4xf32>) {
  schedule.statement @S(%i, %j) {
    %c = arith.constant 1.0 : f32
    affine.store %c, %A[%i, %j] : memref<4x4xf32>
  }
  schedule.domain "{ S[i, j] : 0 <= i < 4 and 0 <= j < 4 and (i + 3j) mod 5 <= 2 }" {
    schedule.band permutable (sequential coincident "{ S[i, j] -> [i] }", unroll coincident "{ S[i, j] -> [j] }") {}
  }
}
