// Contexts and guards: on sizes below loops, on the loops around them, and ones that never hold. A guard is a condition of the code; a context is none.
// RUN: tc-opt %s --split-input-file --pass-pipeline='builtin.module(schedule-to-cpu{verify=false})' | FileCheck %s
// RUN: tc-opt %s --split-input-file --pass-pipeline='builtin.module(schedule.scop(schedule-isl),schedule-to-cpu{verify=false})' | FileCheck %s --check-prefix=SCHEDULED
// A guard that excludes instances changes the result of the program, and a context that does not hold is no fact: the proof refuses them, at the node.
// RUN: not tc-opt %s --split-input-file --schedule-to-cpu -o /dev/null 2>&1 | FileCheck %s --check-prefix=PROOF --implicit-check-not=error:

// PROOF: error: the context {  : false } is false for all sizes
// PROOF: schedule.context "{ : false }" {}
// PROOF: error: the context {  : false } is false for all sizes
// PROOF: schedule.context "{ [] : false }" {
// PROOF: conditions.mlir:[[#GUARD:]]:7: error: the guard may not hold, and then instances below it never run
// PROOF: schedule.guard "{ : false }" {}
// PROOF: error: the guard may not hold, and then instances below it never run
// PROOF: schedule.guard "{ [] : false }" {
// PROOF: error: the guard may not hold, and then instances below it never run
// PROOF: schedule.guard "{ [c] : c >= 3 }" {}

// A scop whose context never holds runs nothing, and any schedule of it is legal.
// CHECK-LABEL: func.func @scop_never
// CHECK-NEXT: return
// SCHEDULED-LABEL: func.func @scop_never
// SCHEDULED-NEXT: return
schedule.scop @scop_never(out %B: memref<8xf32>) context "{ : false }" {
  schedule.statement @S(%i) {
    %0 = arith.constant 1.0 : f32
    affine.store %0, %B[%i] : memref<8xf32>
  }
  schedule.domain "{ S[i] : 0 <= i < 8 }" {
    schedule.band (coincident "{ S[i] -> [i] }") {}
  }
}

// -----

// CHECK-LABEL: func.func @context_never
// CHECK: memref.store
// CHECK: return
schedule.scop @context_never(out %B: memref<8xf32>) {
  schedule.statement @S(%i) {
    %0 = arith.constant 1.0 : f32
    affine.store %0, %B[%i] : memref<8xf32>
  }
  schedule.domain "{ S[i] : 0 <= i < 8 }" {
    schedule.band (coincident "{ S[i] -> [i] }") {
      schedule.context "{ : false }" {}
    }
  }
}

// -----

// CHECK-LABEL: func.func @context_at_the_root_never
// CHECK: memref.store
// CHECK: return
schedule.scop @context_at_the_root_never(out %B: memref<8xf32>) {
  schedule.statement @S(%i) {
    %0 = arith.constant 1.0 : f32
    affine.store %0, %B[%i] : memref<8xf32>
  }
  schedule.domain "{ S[i] : 0 <= i < 8 }" {
    schedule.context "{ [] : false }" {
      schedule.band (coincident "{ S[i] -> [i] }") {}
    }
  }
}

// -----

// A condition on no size and no loop is trivial.
// CHECK-LABEL: func.func @context_always
// CHECK: scf.for %[[I:.*]] = %c0 to %c8 step %c1 {
// CHECK-NEXT: %[[ONE:.*]] = arith.constant 1.000000e+00 : f32
// CHECK-NEXT: memref.store %[[ONE]], %arg0[%[[I]]]
// CHECK-NEXT: }
schedule.scop @context_always(out %B: memref<8xf32>) {
  schedule.statement @S(%i) {
    %0 = arith.constant 1.0 : f32
    affine.store %0, %B[%i] : memref<8xf32>
  }
  schedule.domain "{ S[i] : 0 <= i < 8 }" {
    schedule.band (coincident "{ S[i] -> [i] }") {
      schedule.context "{ : }" {}
    }
  }
}

// -----

// CHECK-LABEL: func.func @context_of_nothing
// CHECK: scf.for %[[I:.*]] = %c0 to %c8 step %c1 {
// CHECK-NEXT: %[[ONE:.*]] = arith.constant 1.000000e+00 : f32
// CHECK-NEXT: memref.store %[[ONE]], %arg0[%[[I]]]
// CHECK-NEXT: }
schedule.scop @context_of_nothing(out %B: memref<8xf32>) {
  schedule.statement @S(%i) {
    %0 = arith.constant 1.0 : f32
    affine.store %0, %B[%i] : memref<8xf32>
  }
  schedule.domain "{ S[i] : 0 <= i < 8 }" {
    schedule.band (coincident "{ S[i] -> [i] }") {
      schedule.context "{ [] }" {}
    }
  }
}

// -----

// CHECK-LABEL: func.func @guard_never
// CHECK-NOT: memref.store
// CHECK: return
schedule.scop @guard_never(out %B: memref<8xf32>) {
  schedule.statement @S(%i) {
    %0 = arith.constant 1.0 : f32
    affine.store %0, %B[%i] : memref<8xf32>
  }
  schedule.domain "{ S[i] : 0 <= i < 8 }" {
    schedule.band (coincident "{ S[i] -> [i] }") {
      schedule.guard "{ : false }" {}
    }
  }
}

// -----

// CHECK-LABEL: func.func @guard_at_the_root_never
// CHECK-NOT: memref.store
// CHECK: return
schedule.scop @guard_at_the_root_never(out %B: memref<8xf32>) {
  schedule.statement @S(%i) {
    %0 = arith.constant 1.0 : f32
    affine.store %0, %B[%i] : memref<8xf32>
  }
  schedule.domain "{ S[i] : 0 <= i < 8 }" {
    schedule.guard "{ [] : false }" {
      schedule.band (coincident "{ S[i] -> [i] }") {}
    }
  }
}

// -----

// A condition on no size and no loop is trivial.
// CHECK-LABEL: func.func @guard_always
// CHECK: scf.for %[[I:.*]] = %c0 to %c8 step %c1 {
// CHECK-NEXT: %[[ONE:.*]] = arith.constant 1.000000e+00 : f32
// CHECK-NEXT: memref.store %[[ONE]], %arg0[%[[I]]]
// CHECK-NEXT: }
schedule.scop @guard_always(out %B: memref<8xf32>) {
  schedule.statement @S(%i) {
    %0 = arith.constant 1.0 : f32
    affine.store %0, %B[%i] : memref<8xf32>
  }
  schedule.domain "{ S[i] : 0 <= i < 8 }" {
    schedule.band (coincident "{ S[i] -> [i] }") {
      schedule.guard "{ : }" {}
    }
  }
}

// -----

// CHECK-LABEL: func.func @guard_of_nothing
// CHECK: scf.for %[[I:.*]] = %c0 to %c8 step %c1 {
// CHECK-NEXT: %[[ONE:.*]] = arith.constant 1.000000e+00 : f32
// CHECK-NEXT: memref.store %[[ONE]], %arg0[%[[I]]]
// CHECK-NEXT: }
schedule.scop @guard_of_nothing(out %B: memref<8xf32>) {
  schedule.statement @S(%i) {
    %0 = arith.constant 1.0 : f32
    affine.store %0, %B[%i] : memref<8xf32>
  }
  schedule.domain "{ S[i] : 0 <= i < 8 }" {
    schedule.band (coincident "{ S[i] -> [i] }") {
      schedule.guard "{ [] }" {}
    }
  }
}

// -----

// CHECK-LABEL: func.func @guard_on_a_loop
// CHECK: scf.for %[[I:.*]] = %c0 to %c8 step %c1 {
// CHECK-NEXT: %[[HOLDS:.*]] = arith.cmpi sge, %[[I]], %c3 : index
// CHECK-NEXT: scf.if %[[HOLDS]] {
// CHECK-NEXT: %[[ONE:.*]] = arith.constant 1.000000e+00 : f32
// CHECK-NEXT: memref.store %[[ONE]], %arg0[%[[I]]]
schedule.scop @guard_on_a_loop(out %B: memref<8xf32>) {
  schedule.statement @S(%i) {
    %0 = arith.constant 1.0 : f32
    affine.store %0, %B[%i] : memref<8xf32>
  }
  schedule.domain "{ S[i] : 0 <= i < 8 }" {
    schedule.band (coincident "{ S[i] -> [i] }") {
      schedule.guard "{ [c] : c >= 3 }" {}
    }
  }
}
