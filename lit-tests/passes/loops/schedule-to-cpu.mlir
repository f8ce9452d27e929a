// A scop becomes a function of loops; isl generates the bounds, the conditions and the subscripts.
// RUN: tc-opt %s --split-input-file --schedule-to-cpu | FileCheck %s
// RUN: tc-opt %s --split-input-file --schedule-to-cpu | tc-opt --split-input-file | FileCheck %s
// RUN: tc-opt %s --split-input-file --tc-pass-statistics --schedule-to-cpu -o /dev/null 2>&1 | FileCheck %s --check-prefix=COUNT

// RUN: tc-opt %s --split-input-file --schedule-to-cpu="alignment=64" | FileCheck %s --check-prefix=ALIGNED
// RUN: not tc-opt %s --schedule-to-cpu="alignment=48" 2>&1 | FileCheck %s --check-prefix=POWER
// For loops-verify, the tree stays beside the loops, and each body says which instance it may be.
// RUN: tc-opt %s --split-input-file --pass-pipeline='builtin.module(schedule-to-cpu{origin=true})' | FileCheck %s --check-prefix=ORIGIN
// ORIGIN: schedule.instance @
// ORIGIN: tc.origin

// What the caller promises of addresses.
// ALIGNED: func.func @copy(%arg0: memref<70xf32> {llvm.align = 64 : i64, llvm.noalias}, %arg1: memref<70xf32> {llvm.align = 64 : i64, llvm.noalias})
// POWER: error: expected a power of two as the alignment, found 48
// POWER: note: 0 promises nothing; tensors of tc-run are aligned to 64 bytes

// COUNT: schedule-to-cpu: 6 runs
// COUNT-NEXT: {{^ *}}6 functions
// COUNT-NEXT: {{^ *}}10 loops
// COUNT-NEXT: {{^ *}}1 conditions
// COUNT-NEXT: {{^ *[1-9][0-9]*}} isl-operations
// COUNT-NEXT: {{^ *}}5 dependences
// COUNT-NEXT: {{^ *}}21 accesses

// Tiles of 32 of 70 elements, in parallel; the inner loop stays marked as a vector loop.
// CHECK-LABEL: func.func @copy(%arg0: memref<70xf32> {llvm.noalias}, %arg1: memref<70xf32> {llvm.noalias}) attributes {tc.arguments = [{name = "A", role = "in", type = memref<70xf32>}, {name = "B", role = "out", type = memref<70xf32>}]} {
// CHECK: scf.parallel (%[[TILE:.*]]) = (%c0) to (%c70) step (%c32) {
// CHECK-NEXT: %[[LEFT:.*]] = arith.subi %c70, %[[TILE]] : index
// CHECK-NEXT: %[[END:.*]] = arith.minsi %c32, %[[LEFT]] : index
// CHECK-NEXT: scf.for %[[POINT:.*]] = %c0 to %[[END]] step %c1 {
// CHECK-NEXT: %[[I:.*]] = arith.addi %[[TILE]], %[[POINT]] : index
// CHECK-NEXT: %[[V:.*]] = memref.load %arg0[%[[I]]] : memref<70xf32>
// CHECK-NEXT: memref.store %[[V]], %arg1[%[[I]]] : memref<70xf32>
// CHECK-NEXT: } {tc.vector = "independent"}
// CHECK-NEXT: scf.reduce
schedule.scop @copy(%A: memref<70xf32>, out %B: memref<70xf32>) {
  schedule.statement @S0(%i) {
    %0 = affine.load %A[%i] : memref<70xf32>
    affine.store %0, %B[%i] : memref<70xf32>
  }
  schedule.domain "{ S0[i] : 0 <= i < 70 }" {
    schedule.band (parallel coincident "{ S0[i] -> [32*floor(i/32)] }") {
      schedule.band (vector coincident "{ S0[i] -> [i mod 32] }") {}
    }
  }
}

// -----

// A reduction: the combining operation may be reassociated, its operands only contracted; the loops have the order of the tree.
// CHECK-LABEL: func.func @mv(
// CHECK: scf.for %[[I:.*]] = %c0 to %c8 step %c1 {
// CHECK-NEXT: %[[ZERO:.*]] = arith.constant 0.000000e+00 : f32
// CHECK-NEXT: memref.store %[[ZERO]], %arg2[%[[I]]] : memref<8xf32>
// CHECK-NEXT: scf.for %[[K:.*]] = %c0 to %c6 step %c1 {
// CHECK-NEXT: %[[A:.*]] = memref.load %arg0[%[[I]], %[[K]]] : memref<8x6xf32>
// CHECK-NEXT: %[[X:.*]] = memref.load %arg1[%[[K]]] : memref<6xf32>
// CHECK-NEXT: %[[P:.*]] = arith.mulf %[[A]], %[[X]] fastmath<contract> : f32
// CHECK-NEXT: %[[C:.*]] = memref.load %arg2[%[[I]]] : memref<8xf32>
// CHECK-NEXT: %[[S:.*]] = arith.addf %[[C]], %[[P]] fastmath<reassoc,contract> : f32
// CHECK-NEXT: memref.store %[[S]], %arg2[%[[I]]] : memref<8xf32>
schedule.scop @mv(%A: memref<8x6xf32>, %x: memref<6xf32>, out %C: memref<8xf32>) {
  schedule.statement @S0(%i) {
    %0 = arith.constant 0.0 : f32
    affine.store %0, %C[%i] : memref<8xf32>
  }
  schedule.statement @S1(%i, %k) reduces add {
    %0 = affine.load %A[%i, %k] : memref<8x6xf32>
    %1 = affine.load %x[%k] : memref<6xf32>
    %2 = arith.mulf %0, %1 : f32
    %3 = affine.load %C[%i] : memref<8xf32>
    %4 = arith.addf %3, %2 : f32
    affine.store %4, %C[%i] : memref<8xf32>
  }
  schedule.domain "{ S0[i] : 0 <= i < 8; S1[i, k] : 0 <= i < 8 and 0 <= k < 6 }" {
    schedule.band (coincident "{ S0[i] -> [i]; S1[i, k] -> [i] }") {
      schedule.sequence {
        schedule.filter "{ S0[i] }" {}
        schedule.filter "{ S1[i, k] }" {
          schedule.band (sequential "{ S1[i, k] -> [k] }") {}
        }
      }
    }
  }
}

// -----

// Different bounds give a condition; an index value is the iterator; a gather keeps its subscript.
// CHECK-LABEL: func.func @shifted(
// CHECK: scf.for %[[C:.*]] = %c0 to %c10 step %c1 {
// CHECK-NEXT: %[[INT:.*]] = arith.index_cast %[[C]] : index to i32
// CHECK-NEXT: memref.store %[[INT]], %arg1[%[[C]]] : memref<10xi32>
// CHECK-NEXT: %[[LATE:.*]] = arith.cmpi sge, %[[C]], %c4 : index
// CHECK-NEXT: scf.if %[[LATE]] {
// CHECK-NEXT: %[[BEFORE:.*]] = arith.subi %[[C]], %c4 : index
// CHECK-NEXT: %[[POSITION:.*]] = memref.load %arg1[%[[BEFORE]]] : memref<10xi32>
// CHECK-NEXT: %[[INDEX:.*]] = arith.index_cast %[[POSITION]] : i32 to index
// CHECK-NEXT: %[[FOUND:.*]] = memref.load %arg0[%[[INDEX]]] : memref<10xf32>
// CHECK-NEXT: memref.store %[[FOUND]], %arg2[%[[BEFORE]]] : memref<6xf32>
schedule.scop @shifted(%A: memref<10xf32>, out %I: memref<10xi32>, out %B: memref<6xf32>) {
  schedule.statement @S0(%i) {
    %0 = arith.index_cast %i : index to i32
    affine.store %0, %I[%i] : memref<10xi32>
  }
  schedule.statement @S1(%i) {
    %0 = affine.load %I[%i] : memref<10xi32>
    %1 = arith.index_cast %0 : i32 to index
    %2 = memref.load %A[%1] : memref<10xf32>
    affine.store %2, %B[%i] : memref<6xf32>
  }
  schedule.domain "{ S0[i] : 0 <= i < 10; S1[i] : 0 <= i < 6 }" {
    schedule.band (sequential "{ S0[i] -> [i]; S1[i] -> [i + 4] }") {
      schedule.sequence {
        schedule.filter "{ S0[i] }" {}
        schedule.filter "{ S1[i] }" {}
      }
    }
  }
}

// -----

// Divisions of values that isl knows to be non-negative are unsigned; unrolled members leave no loop.
// CHECK-LABEL: func.func @unrolled(
// CHECK: scf.for %[[I:.*]] = %c0 to %c9 step %c1 {
// CHECK-NEXT: %[[Q:.*]] = arith.divui %[[I]], %c3 : index
// CHECK-NEXT: %[[R:.*]] = arith.remui %[[I]], %c3 : index
// CHECK-NEXT: memref.load %arg0[%[[Q]], %[[R]]] : memref<3x3xf32>
// CHECK-NEXT: memref.store %{{.*}}, %arg1[%[[I]], %c0] : memref<9x2xf32>
// CHECK-NEXT: memref.load %arg0[%[[Q]], %[[R]]] : memref<3x3xf32>
// CHECK-NEXT: memref.store %{{.*}}, %arg1[%[[I]], %c1] : memref<9x2xf32>
// CHECK-NEXT: }
schedule.scop @unrolled(%A: memref<3x3xf32>, out %B: memref<9x2xf32>) {
  schedule.statement @S0(%i, %j) {
    %0 = affine.load %A[%i floordiv 3, %i mod 3] : memref<3x3xf32>
    affine.store %0, %B[%i, %j] : memref<9x2xf32>
  }
  schedule.domain "{ S0[i, j] : 0 <= i < 9 and 0 <= j < 2 }" {
    schedule.band (sequential "{ S0[i, j] -> [i] }", unroll "{ S0[i, j] -> [j] }") {}
  }
}

// -----

// Temporaries live during the call, private arrays in each iteration of the parallel loops, which are one loop of 8 x 4 iterations.
// CHECK-LABEL: func.func @buffers(
// CHECK: %[[T:.*]] = memref.alloc() {alignment = 64 : i64} : memref<8x4xf32>
// CHECK: scf.for
// CHECK: scf.parallel (%[[N:.*]]) = (%c0) to (%c32)
// CHECK-NEXT: %[[J:.*]] = arith.remui %[[N]], %c4
// CHECK-NEXT: %[[I:.*]] = arith.divui %[[N]], %c4
// CHECK-NEXT: %[[P:.*]] = memref.alloca() {alignment = 64 : i64} : memref<4xf32>
// CHECK-NEXT: %[[V:.*]] = memref.load %[[T]][%[[I]], %[[J]]]
// CHECK-NEXT: memref.store %[[V]], %[[P]][%[[J]]]
// CHECK: scf.reduce
// CHECK: memref.dealloc %[[T]] : memref<8x4xf32>
// CHECK-NEXT: return
schedule.scop @buffers(%A: memref<8x4xf32>, out %B: memref<8x4xf32>) {
  %T = schedule.array temporary : memref<8x4xf32>
  %P = schedule.array private : memref<4xf32>
  schedule.statement @S0(%i, %j) {
    %0 = affine.load %A[%i, %j] : memref<8x4xf32>
    affine.store %0, %T[%i, %j] : memref<8x4xf32>
  }
  schedule.statement @S1(%i, %j) {
    %0 = affine.load %T[%i, %j] : memref<8x4xf32>
    affine.store %0, %P[%j] : memref<4xf32>
    %1 = affine.load %P[%j] : memref<4xf32>
    affine.store %1, %B[%i, %j] : memref<8x4xf32>
  }
  schedule.domain "{ S0[i, j] : 0 <= i < 8 and 0 <= j < 4; S1[i, j] : 0 <= i < 8 and 0 <= j < 4 }" {
    schedule.sequence {
      schedule.filter "{ S0[i, j] }" {
        schedule.band (sequential "{ S0[i, j] -> [i] }", sequential "{ S0[i, j] -> [j] }") {}
      }
      schedule.filter "{ S1[i, j] }" {
        schedule.band (parallel coincident "{ S1[i, j] -> [i] }", parallel coincident "{ S1[i, j] -> [j] }") {}
      }
    }
  }
}

// -----

// Subscripts are what the proof takes them for: functions of the indices, whatever op makes them.
// CHECK-LABEL: func.func @sum_of_index_and_constant
// CHECK: scf.for %[[I:.*]] =
// CHECK-NEXT: %[[NEXT:.*]] = arith.addi %[[I]], %{{.*}} : index
// CHECK: memref.load %{{.*}}[%[[NEXT]]] : memref<9xf32>
schedule.scop @sum_of_index_and_constant(%A: memref<9xf32>, out %B: memref<8xf32>) {
  schedule.statement @S(%i) {
    %c1 = arith.constant 1 : index
    %next = arith.addi %i, %c1 : index
    %0 = affine.load %A[%next] : memref<9xf32>
    affine.store %0, %B[%i] : memref<8xf32>
  }
  schedule.domain "{ S[i] : 0 <= i < 8 }" {
    schedule.band (sequential coincident "{ S[i] -> [i] }") {}
  }
}
