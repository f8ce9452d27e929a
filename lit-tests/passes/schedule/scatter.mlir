// Updates at computed places: on private arrays that are combined in order, or atomic.
// RUN: tc-opt %s --split-input-file --tc-pass-statistics --pass-pipeline='builtin.module(schedule.scop(schedule-scatter{parts=4},schedule-verify))' -o %t 2> %t.count && FileCheck %s < %t && FileCheck %s --check-prefix=COUNT < %t.count
// RUN: tc-opt %s --split-input-file --tc-pass-statistics --pass-pipeline='builtin.module(schedule.scop(schedule-scatter{atomics=exact},schedule-verify))' -o %t 2> %t.count && FileCheck %s --check-prefix=ATOMIC < %t && FileCheck %s --check-prefix=ATOMICS < %t.count
// RUN: tc-opt %s --split-input-file --pass-pipeline='builtin.module(schedule.scop(schedule-scatter{atomics=all},schedule-verify))' | FileCheck %s --check-prefix=FLOATS
// RUN: tc-opt %s --split-input-file --pass-pipeline='builtin.module(schedule.scop(schedule-scatter{parts=4},schedule-isl,schedule-verify))' | FileCheck %s --check-prefix=ISL
// RUN: tc-opt %s --split-input-file --pass-pipeline='builtin.module(schedule.scop(schedule-scatter{atomics=exact},schedule-isl,schedule-verify))' | FileCheck %s --check-prefix=ISL-ATOMIC
// RUN: tc-opt %s --split-input-file --pass-pipeline='builtin.module(schedule.scop(schedule-scatter))' --remarks-filter=schedule-scatter --remark-format=emitRemark -o /dev/null 2>&1 | FileCheck %s --check-prefix=WHY
// RUN: tc-opt %s --split-input-file --pass-pipeline='builtin.module(schedule.scop(schedule-scatter{atomics=exact parts=4}))' --remarks-filter=schedule-scatter --remark-format=emitRemark -o /dev/null 2>&1 | FileCheck %s --check-prefix=DONE
// RUN: not tc-opt %s --split-input-file --pass-pipeline='builtin.module(schedule.scop(schedule-scatter{statements=U}))' 2>&1 | FileCheck %s --check-prefix=UNKNOWN
// RUN: not tc-opt %s --split-input-file --pass-pipeline='builtin.module(schedule.scop(schedule-scatter{parts=0}))' 2>&1 | FileCheck %s --check-prefix=PARTS
// RUN: not tc-opt %s --split-input-file --pass-pipeline='builtin.module(schedule.scop(schedule-scatter{statements=T parts=1}))' 2>&1 | FileCheck %s --check-prefix=SINGLE

// CHECK-LABEL: schedule.scop @histogram
// CHECK: %T_part = schedule.array temporary : memref<4x8xi32>
// CHECK: schedule.statement @T_init(%part, %d0) {
// CHECK-NEXT: %c0_i32 = arith.constant 0 : i32
// CHECK-NEXT: affine.store %c0_i32, %T_part[%part, %d0] : memref<4x8xi32>
// CHECK: schedule.statement @T(%part, %i) reduces add {
// CHECK-NEXT: %[[AT:.*]] = affine.apply #{{.*}}(%part, %i)
// CHECK-NEXT: affine.load %X[%[[AT]]]
// CHECK: %[[OLD:.*]] = memref.load %T_part[%part, %[[PLACE:.*]]] : memref<4x8xi32>
// CHECK-NEXT: %[[NEW:.*]] = arith.addi %[[OLD]], %{{.*}} : i32
// CHECK-NEXT: memref.store %[[NEW]], %T_part[%part, %[[PLACE]]] : memref<4x8xi32>
// CHECK: schedule.statement @T_fold(%d0, %part) reduces add {
// CHECK-NEXT: %[[TERM:.*]] = affine.load %T_part[%part, %d0] : memref<4x8xi32>
// CHECK-NEXT: %[[SUM:.*]] = affine.load %H[%d0] : memref<8xi32>
// CHECK-NEXT: %[[ALL:.*]] = arith.addi %[[SUM]], %[[TERM]] : i32
// CHECK-NEXT: affine.store %[[ALL]], %H[%d0] : memref<8xi32>
// CHECK: schedule.filter "{ T_init[{{.*}}] }" {
// CHECK-NEXT: schedule.band permutable
// CHECK-NEXT: (coincident "{ T_init[p, i1] -> [p] }",
// CHECK-NEXT: coincident "{ T_init[p, i1] -> [i1] }") {}
// CHECK: schedule.filter "{ T[{{.*}}] }" {
// CHECK-NEXT: schedule.band permutable tag "parts" (coincident "{ T[p, v] -> [p] }") {
// CHECK-NEXT: schedule.band permutable (sequential "{ T[p, v] -> [25p + v] }") {}
// CHECK: schedule.filter "{ T_fold[{{.*}}] }" {
// CHECK-NEXT: schedule.band permutable
// CHECK-NEXT: (coincident "{ T_fold[i0, p] -> [i0] }",
// CHECK-NEXT: sequential "{ T_fold[i0, p] -> [p] }") {}

// Sums of floating-point numbers are the same bits in each run, unless atomics=all.
// CHECK-LABEL: schedule.scop @segments
// CHECK: %T_part = schedule.array temporary : memref<4x8x3xf32>

// In a loop, the added statements have places of their own.
// CHECK-LABEL: schedule.scop @loop
// CHECK: schedule.statement @S(%t, %j) at [0, 0] {
// CHECK: schedule.statement @T_init(%t, %part, %d0) at [0, 1] {
// CHECK: schedule.statement @T(%t, %part, %i) at [0, 2] reduces max {
// CHECK: schedule.statement @T_fold(%t, %d0, %part) at [0, 3] reduces max {
// CHECK: schedule.statement @U(%t, %j) at [0, 4] {
// CHECK-LABEL: schedule.scop @twice
// CHECK-NOT: schedule.array
// CHECK-LABEL: schedule.scop @many
// COUNT: {{^ *}}4 private
// COUNT: {{^ *}}0 atomic
// COUNT: {{^ *}}1 left

// ATOMIC-LABEL: schedule.scop @histogram
// ATOMIC: %[[ONE:.*]] = arith.constant 1 : i32
// ATOMIC: memref.atomic_rmw addi %[[ONE]], %H[%{{.*}}] : (i32, memref<8xi32>) -> i32
// ATOMIC-NOT: memref.store
// ATOMIC-LABEL: schedule.scop @segments
// ATOMIC-NOT: atomic_rmw
// ATOMIC-LABEL: schedule.scop @loop
// ATOMIC: memref.atomic_rmw maxs
// ATOMICS: {{^ *}}0 private
// ATOMICS: {{^ *}}3 atomic
// ATOMICS: {{^ *}}2 left

// FLOATS-LABEL: schedule.scop @segments
// FLOATS: memref.atomic_rmw addf %{{.*}}, %O[%{{.*}}, %d] : (f32, memref<8x3xf32>) -> f32

// The loops over parts, and those over atomic updates, carry no dependence.
// ISL-LABEL: schedule.scop @histogram
// ISL: coincident "{ T[p, v] -> [p] }"
// ISL-ATOMIC-LABEL: schedule.scop @histogram
// ISL-ATOMIC: coincident "{ T[i] -> [i] }"

// WHY: [Missed] scatter T | Category:schedule-scatter | Function=histogram | Reason="100 updates are too few to start other threads for", Remark="its updates run one after the other"
// WHY: Function=twice | Reason="expected T to load the element that it stores, and no other one"

// WHY: Function=many | Reason="private arrays of 30000 elements cost more than they gain for 40000 updates"

// DONE: [Passed] scatter T | Category:schedule-scatter | Function=histogram | Reason="the result is the same in each order", Remark="its updates are atomic"
// DONE: Function=segments | Parts=4, Reason="they are small beside the number of updates", Remark="4 private arrays, combined in order"

// SINGLE: error: there is nothing to cut in parts
// UNKNOWN: error: U updates no computed places
// UNKNOWN-NEXT: schedule.scop @histogram
// UNKNOWN: note: those that do are T
// PARTS: expected at least 1 part, found 0
schedule.scop @histogram(%X: memref<100xi32>, inout %H: memref<8xi32>) {
  schedule.statement @T(%i) reduces add {
    %0 = affine.load %X[%i] : memref<100xi32>
    %1 = arith.constant 1 : i32
    %2 = arith.index_cast %0 : i32 to index
    %3 = memref.load %H[%2] : memref<8xi32>
    %4 = arith.addi %3, %1 : i32
    memref.store %4, %H[%2] : memref<8xi32>
  }
  schedule.domain "{ T[i] : 0 <= i < 100 }" {
    schedule.band permutable (sequential "{ T[i] -> [i] }") {}
  }
}

// -----

schedule.scop @segments(%V: memref<100x3xf32>, %G: memref<100xi32>, inout %O: memref<8x3xf32>) {
  schedule.statement @T(%n, %d) reduces add {
    %0 = affine.load %V[%n, %d] : memref<100x3xf32>
    %1 = affine.load %G[%n] : memref<100xi32>
    %2 = arith.index_cast %1 : i32 to index
    %3 = memref.load %O[%2, %d] : memref<8x3xf32>
    %4 = arith.addf %3, %0 : f32
    memref.store %4, %O[%2, %d] : memref<8x3xf32>
  }
  schedule.domain "{ T[n, d] : 0 <= n < 100 and 0 <= d < 3 }" {
    schedule.band permutable (sequential "{ T[n, d] -> [n] }", coincident "{ T[n, d] -> [d] }") {}
  }
}

// -----

schedule.scop @loop(%X: memref<5x100xi32>, %Y: memref<5x8xi32>, inout %H: memref<8xi32>) {
  schedule.statement @S(%t, %j) at [0, 0] {
    %0 = affine.load %Y[%t, %j] : memref<5x8xi32>
    affine.store %0, %H[%j] : memref<8xi32>
  }
  schedule.statement @T(%t, %i) at [0, 1] reduces max {
    %0 = affine.load %X[%t, %i] : memref<5x100xi32>
    %2 = arith.index_cast %0 : i32 to index
    %3 = memref.load %H[%2] : memref<8xi32>
    %4 = arith.maxsi %3, %0 : i32
    memref.store %4, %H[%2] : memref<8xi32>
  }
  schedule.statement @U(%t, %j) at [0, 2] {
    %0 = affine.load %H[%j] : memref<8xi32>
    %1 = arith.addi %0, %0 : i32
    affine.store %1, %H[%j] : memref<8xi32>
  }
  schedule.domain "{ S[t, j] : 0 <= t < 5 and 0 <= j < 8; T[t, i] : 0 <= t < 5 and 0 <= i < 100; U[t, j] : 0 <= t < 5 and 0 <= j < 8 }" {
    schedule.band (sequential "{ S[t, j] -> [t]; T[t, i] -> [t]; U[t, j] -> [t] }") {
      schedule.sequence {
        schedule.filter "{ S[t, j] }" {
          schedule.band permutable (coincident "{ S[t, j] -> [j] }") {}
        }
        schedule.filter "{ T[t, i] }" {
          schedule.band permutable (sequential "{ T[t, i] -> [i] }") {}
        }
        schedule.filter "{ U[t, j] }" {
          schedule.band permutable (coincident "{ U[t, j] -> [j] }") {}
        }
      }
    }
  }
}

// -----

// A statement that reads the array at another place too is not an update.
schedule.scop @twice(%X: memref<100xi32>, inout %H: memref<8xi32>) {
  schedule.statement @T(%i) reduces add {
    %0 = affine.load %X[%i] : memref<100xi32>
    %1 = affine.load %H[0] : memref<8xi32>
    %2 = arith.index_cast %0 : i32 to index
    %3 = memref.load %H[%2] : memref<8xi32>
    %4 = arith.addi %3, %1 : i32
    memref.store %4, %H[%2] : memref<8xi32>
  }
  schedule.domain "{ T[i] : 0 <= i < 100 }" {
    schedule.band permutable (sequential "{ T[i] -> [i] }") {}
  }
}

// -----

// Arrays that are large beside the number of updates do not pay.
schedule.scop @many(%X: memref<40000xi32>, inout %H: memref<30000xi32>) {
  schedule.statement @T(%i) reduces add {
    %0 = affine.load %X[%i] : memref<40000xi32>
    %1 = arith.constant 1 : i32
    %2 = arith.index_cast %0 : i32 to index
    %3 = memref.load %H[%2] : memref<30000xi32>
    %4 = arith.addi %3, %1 : i32
    memref.store %4, %H[%2] : memref<30000xi32>
  }
  schedule.domain "{ T[i] : 0 <= i < 40000 }" {
    schedule.band permutable (sequential "{ T[i] -> [i] }") {}
  }
}
