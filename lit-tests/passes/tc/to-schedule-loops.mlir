// Loops, ranges that depend on indices, scatter and pairs become dimensions, bands, conditions of domains, and stores.
// RUN: tc-opt %s --split-input-file --pass-pipeline='builtin.module(tc-to-schedule,schedule.scop(schedule-verify))' | FileCheck %s
// RUN: tc-opt %s --split-input-file --tc-to-schedule | tc-opt --split-input-file | FileCheck %s

// A loop is a band above the sequence of its statements, which have places in the original order.
// CHECK-LABEL: schedule.scop @trisolve(
// CHECK:      schedule.statement @S0(%i) at [0, 0] {
// CHECK:        affine.store %{{.*}}, %x[%i]
// CHECK:      schedule.statement @S1(%i, %k) at [0, 1] reduces add {
// CHECK:        affine.load %x[%k]
// CHECK:        affine.store %{{.*}}, %x[%i]
// CHECK:      schedule.statement @S2(%i) at [0, 2] {
// CHECK:      schedule.domain "[N] -> { {{.*}}S1[i, k] : 0 <= i < N and 0 <= k < i }" {
// CHECK-NEXT:   schedule.sequence {
// CHECK-NEXT:     schedule.filter "{ {{.*}} }" {
// CHECK-NEXT:       schedule.band permutable (sequential "{ {{.*}}S1[i, k] -> [i]{{.*}} }") {
// CHECK-NEXT:         schedule.sequence {
// CHECK-NEXT:           schedule.filter "{ S0[i] }" {}
// CHECK-NEXT:           schedule.filter "{ S1[i, k] }" {
// CHECK-NEXT:             schedule.band permutable (sequential "{ S1[i, k] -> [k] }") {}
// CHECK-NEXT:           }
// CHECK-NEXT:           schedule.filter "{ S2[i] }" {}
tc.def @trisolve(%L: !tc.tensor<[N, N], f32>, %b: !tc.tensor<[N], f32>) -> (%x: !tc.tensor<[N], f32>) {
  tc.for i in [0, N) {
    tc.comprehension %x[i] () {
      %0 = tc.read %b[i] : f32
      tc.yield %0 : f32
    }
    tc.comprehension %x[i] add (k in [0, i)) {
      %0 = tc.read %L[i, k] : f32
      %1 = tc.read %x[k] : f32
      %2 = arith.mulf %0, %1 : f32
      %3 = arith.negf %2 : f32
      tc.yield %3 : f32
    }
    tc.comprehension %x[i] () {
      %0 = tc.read %x[i] : f32
      %1 = tc.read %L[i, i] : f32
      %2 = arith.divf %0, %1 : f32
      tc.yield %2 : f32
    }
  }
}

// -----

// Members of indices on the left are coincident inside of one iteration; a statement before the loop is at [0].
// CHECK-LABEL: schedule.scop @waves(
// CHECK:      schedule.statement @S0(%i) at [0] {
// CHECK:      schedule.statement @S1(%t, %i) at [1, 0] {
// CHECK:        affine.store %{{.*}}, %A[%t + 1, %i]
// CHECK:      schedule.domain "[N, T] -> { S0[i] : 0 <= i < N; S1[t, i] : 0 <= t < T and 0 <= i < N }" {
// CHECK:          schedule.band permutable (sequential "{ S1[t, i] -> [t] }") {
// CHECK-NEXT:       schedule.sequence {
// CHECK-NEXT:         schedule.filter "{ S1[t, i] }" {
// CHECK-NEXT:           schedule.band permutable (coincident "{ S1[t, i] -> [i] }") {}
tc.def @waves(%a: !tc.tensor<[N], f32>, %u: !tc.tensor<[T], f32>) -> (%A: !tc.tensor<[T + 1, N], f32>) {
  tc.comprehension %A[0, i] (i in [0, N)) {
    %0 = tc.read %a[i] : f32
    tc.yield %0 : f32
  }
  tc.for t in [0, T) {
    tc.comprehension %A[t + 1, i] (i in [0, N)) {
      %0 = tc.read %A[t, N - 1 - i] : f32
      %1 = tc.read %u[t] : f32
      %2 = arith.addf %0, %1 : f32
      tc.yield %2 : f32
    }
  }
}

// -----

// A range that depends on an index is a condition of the domain.
// CHECK-LABEL: schedule.scop @triangle(
// CHECK: schedule.domain "[N] -> { S0[i] : 0 <= i < N; S1[i, k] : 0 <= i < N and 0 <= k <= i }" {
tc.def @triangle(%X: !tc.tensor<[N, N], f32>) -> (%t: !tc.tensor<[N], f32>) {
  tc.comprehension %t[i] add init (i in [0, N), k in [0, i + 1)) {
    %0 = tc.read %X[i, k] : f32
    tc.yield %0 : f32
  }
}

// -----

// Scatter: the identity goes to the whole box, in a loop to the elements at the fixed subscripts.
// CHECK-LABEL: schedule.scop @histograms(
// CHECK:      schedule.statement @S0(%t, %d1) at [0, 0] {
// CHECK:        affine.store %{{.*}}, %H[%t, %d1] : memref<4x8xi32>
// CHECK:      schedule.statement @S1(%t, %i) at [0, 1] reduces add {
// CHECK:        %[[AT:.*]] = arith.index_cast
// CHECK:        memref.load %H[%t, %[[AT]]]
// CHECK:        memref.store %{{.*}}, %H[%t, %[[AT]]]
// CHECK:      schedule.band permutable (sequential "{ S1[t, i] -> [i] }") {}
tc.def @histograms(%X: !tc.tensor<[4, N], i32>) -> (%H: !tc.tensor<[4, 8], i32>) {
  tc.for t in [0, 4) {
    tc.comprehension %H[t, ?] add init (i in [0, N)) {
      %0 = tc.read %X[t, i] : i32
      %1 = arith.index_cast %0 : i32 to index
      %2 = arith.constant 1 : i32
      tc.yield %2 at (%1) : i32
    }
  }
}

// -----

// A pair: the first component is compared as an integer in the order of floating values, NaN last.
// CHECK-LABEL: schedule.scop @argmax(
// CHECK:      schedule.statement @S0(%i) {
// CHECK:        arith.constant 0xFF800000 : f32
// CHECK:      schedule.statement @S1(%i) {
// CHECK:        arith.constant 2147483647 : i32
// CHECK:      schedule.statement @S2(%i, %k) {
// CHECK:        affine.load %m[%i]
// CHECK:        affine.load %a[%i]
// CHECK:        arith.cmpf uno
// CHECK:        arith.cmpi sgt
// CHECK:        arith.cmpi eq
// CHECK:        arith.cmpi slt
// CHECK:        affine.store %{{.*}}, %a[%i]
// CHECK:        affine.store %{{.*}}, %m[%i]
tc.def @argmax(%X: !tc.tensor<[N, M], f32>) -> (%m: !tc.tensor<[N], f32>, %a: !tc.tensor<[N], i32>) {
  tc.comprehension (%m[i], %a[i]) max init (i in [0, N), k in [0, M)) {
    %0 = tc.read %X[i, k] : f32
    %1 = tc.value k : i32
    tc.yield %0, %1 : f32, i32
  }
}
