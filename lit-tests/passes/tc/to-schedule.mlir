// Comprehensions with ranges become scops with the canonical tree: statements, domains, context.
// Claim F13: open sizes are parameters with a context, known ones are numbers without one.
// RUN: tc-opt %s --tc-to-schedule | FileCheck %s
// RUN: tc-opt %s --tc-to-schedule | tc-opt | FileCheck %s
// RUN: tc-opt %s --tc-to-schedule --tc-pass-statistics -o /dev/null 2>&1 | FileCheck %s --check-prefix=COUNT

// An initialising reduction is two statements; sizes are extents of arguments; a symbolic bound needs no run-time value.
// CHECK: schedule.scop @conv1d(%X: memref<?xf32>, %taps: memref<?xf32>, out %Y: memref<?xf32>) sizes(M = %X[0], T = %taps[0]) context "[M, T] -> { : M >= 0 and 0 <= T <= 1 + M }" attributes {schedule.extents = {Y = ["M - T + 1"]}} {
// CHECK-NEXT: schedule.statement @S0(%i) {
// CHECK-NEXT:   %[[ZERO:.*]] = arith.constant 0.000000e+00 : f32
// CHECK-NEXT:   affine.store %[[ZERO]], %Y[%i] : memref<?xf32>
// CHECK-NEXT: }
// CHECK-NEXT: schedule.statement @S1(%i, %t) reduces add {
// CHECK-NEXT:   affine.load %X[%i + %t] : memref<?xf32>
// CHECK-NEXT:   affine.load %taps[%t] : memref<?xf32>
// CHECK-NEXT:   arith.mulf
// CHECK-NEXT:   affine.load %Y[%i] : memref<?xf32>
// CHECK-NEXT:   arith.addf
// CHECK-NEXT:   affine.store
// CHECK: schedule.domain "[M, T] -> { S0[i] : 0 <= i <= M - T; S1[i, t] : 0 <= i <= M - T and 0 <= t < T }" {
// CHECK-NEXT: schedule.sequence {
// CHECK-NEXT:   schedule.filter "{ S0[i] }" {
// CHECK-NEXT:     schedule.band permutable (coincident "{ S0[i] -> [i] }") {}
// CHECK-NEXT:   }
// CHECK-NEXT:   schedule.filter "{ S1[i, t] }" {
// CHECK-NEXT:     schedule.band permutable
// CHECK-NEXT:       (coincident "{ S1[i, t] -> [i] }",
// CHECK-NEXT:        sequential "{ S1[i, t] -> [t] }") {}
tc.def @conv1d(%X: !tc.tensor<[M], f32>, %taps: !tc.tensor<[T], f32>) -> (%Y: !tc.tensor<[M - T + 1], f32>) attributes {preconditions = ["M - T + 1 >= 0"]} {
  tc.comprehension %Y[i] add init (i in [0, M - T + 1), t in [0, T)) {
    %0 = tc.read %X[i + t] : f32
    %1 = tc.read %taps[t] : f32
    %2 = arith.mulf %0, %1 : f32
    tc.yield %2 : f32
  }
}

// Known sizes are static. A temporary is an array of the scop; the index bounds of Y start at 2, its storage at 0.
// CHECK: schedule.scop @shifted(%X: memref<10xf32>, out %Y: memref<8xf32>) {
// CHECK-NEXT: %H = schedule.array temporary : memref<10xf32>
// CHECK: affine.load %H[%i - 2] : memref<10xf32>
// CHECK: affine.store %{{.*}}, %Y[%i - 2] : memref<8xf32>
tc.def @shifted(%X: !tc.tensor<[10], f32>) -> (%Y: !tc.tensor<[2 to 10], f32>) {
  %H = tc.temporary : !tc.tensor<[10], f32>
  tc.comprehension %H[i] (i in [0, 10)) {
    %0 = tc.read %X[i] : f32
    tc.yield %0 : f32
  }
  tc.comprehension %Y[i] (i in [2, 10)) {
    %0 = tc.read %H[i - 2] : f32
    tc.yield %0 : f32
  }
}

// Half elements accumulate in f32 and are rounded once. Values that only `tc.exists` uses are dropped (claim C30).
// CHECK: schedule.scop @half(%X: memref<4x8xf16>, %A: memref<8xf32>, out %Y: memref<4xf16>) {
// CHECK-NEXT: %Y_acc = schedule.array temporary : memref<4xf32>
// CHECK-NEXT: schedule.statement @S0(%i) {
// CHECK-NEXT:   arith.constant 0xFF800000 : f32
// CHECK-NEXT:   affine.store %{{.*}}, %Y_acc[%i] : memref<4xf32>
// CHECK: schedule.statement @S1(%i, %k) reduces max {
// CHECK-NEXT:   affine.load %X[%i, %k]
// CHECK-NEXT:   arith.extf
// CHECK-NEXT:   affine.load %Y_acc[%i]
// CHECK-NEXT:   arith.maximumf
// CHECK-NEXT:   affine.store %{{.*}}, %Y_acc[%i] : memref<4xf32>
// CHECK: schedule.statement @S2(%i) {
// CHECK-NEXT:   affine.load %Y_acc[%i]
// CHECK-NEXT:   arith.truncf
// CHECK-NEXT:   affine.store %{{.*}}, %Y[%i] : memref<4xf16>
tc.def @half(%X: !tc.tensor<[4, 8], f16>, %A: !tc.tensor<[8], f32>) -> (%Y: !tc.tensor<[4], f16>) {
  tc.comprehension %Y[i] max init (i in [0, 4), k in [0, 8)) {
    tc.exists %A[k]
    %0 = tc.read %X[i, k] : f16
    %1 = arith.extf %0 : f16 to f32
    tc.yield %1 : f32
  }
}

// Every update of `o(i) += o(i) * A(i,k)` sees the previous value, which is kept in a temporary.
// CHECK: schedule.scop @own(%A: memref<4x8xf32>, inout %o: memref<4xf32>) {
// CHECK-NEXT: %o_old = schedule.array temporary : memref<4xf32>
// CHECK-NEXT: schedule.statement @S0(%i) {
// CHECK-NEXT:   affine.load %o[%i]
// CHECK-NEXT:   affine.store %{{.*}}, %o_old[%i]
// CHECK: schedule.statement @S1(%i, %k) reduces add {
// CHECK-NEXT:   affine.load %o_old[%i]
tc.def @own(%A: !tc.tensor<[4, 8], f32>) -> (inout %o: !tc.tensor<[4], f32>) {
  tc.comprehension %o[i] add (i in [0, 4), k in [0, 8)) {
    %0 = tc.read %o[i] : f32
    %1 = tc.read %A[i, k] : f32
    %2 = arith.mulf %0, %1 : f32
    tc.yield %2 : f32
  }
}

// Only for i = 0 does `o(2*i)` read the element that is updated: `o` keeps its old contents until the sums are complete.
// CHECK: schedule.scop @hidden(%A: memref<2x8xf32>, inout %o: memref<4xf32>) {
// CHECK-NEXT: %o_acc = schedule.array temporary : memref<4xf32>
// CHECK-NEXT: schedule.statement @S0(%i) {
// CHECK-NEXT:   %[[OLD:.*]] = affine.load %o[%i]
// CHECK-NEXT:   affine.store %[[OLD]], %o_acc[%i]
// CHECK: schedule.statement @S1(%i, %k) reduces add {
// CHECK-NEXT:   affine.load %o[%i * 2]
// CHECK:   affine.store %{{.*}}, %o_acc[%i]
// CHECK: schedule.statement @S2(%i) {
// CHECK-NEXT:   %[[SUM:.*]] = affine.load %o_acc[%i]
// CHECK-NEXT:   affine.store %[[SUM]], %o[%i]
// CHECK: schedule.domain "{ S2[i] : 0 <= i <= 1; S0[i] : 0 <= i <= 1; S1[i, k] : 0 <= i <= 1 and 0 <= k <= 7 }"
tc.def @hidden(%A: !tc.tensor<[2, 8], f32>) -> (inout %o: !tc.tensor<[4], f32>) {
  tc.comprehension %o[i] add (i in [0, 2), k in [0, 8)) {
    %0 = tc.read %o[i * 2] : f32
    %1 = tc.read %A[i, k] : f32
    %2 = arith.mulf %0, %1 : f32
    tc.yield %2 : f32
  }
}

// Gathers and clamps are loads at computed subscripts; unsigned elements are stored as signless; a size as a value is
// the extent of an array. Claims C16, D15, D16.
// CHECK: schedule.scop @lookup(%T: memref<?xi8>, %I: memref<?xi32>, out %Y: memref<?xi8>) sizes(N = %T[0], M = %I[0])
// CHECK: schedule.statement @S0(%i) {
// CHECK:   %[[ROW:.*]] = affine.load %I[%i] : memref<?xi32>
// CHECK:   memref.load %T[%{{.*}}] : memref<?xi8>
// CHECK:   memref.dim %T
// CHECK:   affine.load %T[-%i + symbol(%{{.*}}) - 1]
// CHECK:   arith.minsi
// CHECK:   memref.load %T[%{{.*}}]
tc.def @lookup(%T: !tc.tensor<[N], ui8>, %I: !tc.tensor<[M], i32>) -> (%Y: !tc.tensor<[M], ui8>) {
  tc.comprehension %Y[i] (i in [0, M)) {
    %0 = tc.read %I[i] : i32
    %1 = arith.index_cast %0 : i32 to index
    %2 = tc.read %T[%1] : i8
    %3 = tc.read %T[N - 1 - i] : i8
    %4 = tc.read %T[min(i, 3)] : i8
    %5 = arith.addi %2, %3 : i8
    %6 = arith.addi %5, %4 : i8
    tc.yield %6 : i8
  }
}

// Lazy branches stay branches. Names that are reserved in isl get an underscore.
// CHECK: schedule.scop @lazy(%X: memref<?xf32>, out %Y: memref<?xf32>) sizes(floor_ = %X[0]) context "{{.*}}" attributes {schedule.extents = {Y = ["floor_"]}} {
// CHECK: scf.if
// CHECK:   affine.load %X[%i - 1]
// CHECK: schedule.domain "[floor_] -> { S0[i] : 0 <= i < floor_ }" {
// CHECK-NEXT: schedule.band permutable (coincident "{ S0[i] -> [i] }") {}
tc.def @lazy(%X: !tc.tensor<[floor], f32>) -> (%Y: !tc.tensor<[floor], f32>) {
  tc.comprehension %Y[i] (i in [0, floor)) {
    %0 = tc.value i : i32
    %c1 = arith.constant 1 : i32
    %1 = arith.cmpi sge, %0, %c1 : i32
    %2 = scf.if %1 -> f32 {
      %3 = tc.read %X[i - 1] : f32
      scf.yield %3 : f32
    } else {
      %3 = arith.constant 0.0 : f32
      scf.yield %3 : f32
    }
    tc.yield %2 : f32
  }
}

// COUNT: tc-to-schedule: 1 run
// COUNT-NEXT: {{^ *}}7 scops
// COUNT-NEXT: {{^ *}}14 statements
// COUNT-NEXT: {{^ *}}3 temporaries
