// Reads that are recorded, clamped, unchanged, or refused.
// RUN: tc-opt %s --split-input-file --tc-bounds-checks --tc-pass-statistics 2>%t | FileCheck %s
// RUN: FileCheck --check-prefix=STATISTICS %s < %t
// RUN: tc-opt %S/Inputs/bounds-checks-invalid.mlir --split-input-file --tc-bounds-checks --verify-diagnostics -o /dev/null

// STATISTICS: tc-bounds-checks
// STATISTICS-DAG: {{^ *}}6 checks
// STATISTICS-DAG: {{^ *}}9 proved

// The check has the indices that the subscript depends on.
// CHECK-LABEL: tc.def @gather(
// CHECK-SAME: -> (%O: !tc.tensor<[4, 3], f32>, %bounds_check: !tc.tensor<[4], i64>)
// CHECK-SAME: tc.bounds_checks = ["{\22tensor\22:\22bounds_check\22,\22read\22:\22T\22,\22subscripts\22:[\22I(i)\22,\22j\22],\22dimension\22:0,\22low\22:0,\22high\22:5,\22indices\22:{{\[}}[\22i\22,0,4]]}"]
// CHECK: tc.comprehension %bounds_check[i] (i in [0, 4)) {
// CHECK-NEXT: %[[I:.*]] = tc.read %I[i] : i32
// CHECK-NEXT: %[[INDEX:.*]] = arith.index_cast %[[I]] : i32 to index
// CHECK-NEXT: %[[VALUE:.*]] = arith.index_cast %[[INDEX]] : index to i64
// CHECK-NEXT: tc.yield %[[VALUE]] : i64
// CHECK: tc.comprehension %O[i, j]
// CHECK: %[[INDEX:.*]] = arith.index_cast %{{.*}} : i32 to index
// CHECK: %[[SMALLER:.*]] = arith.minsi %[[INDEX]], %c4
// CHECK: %[[CLAMPED:.*]] = arith.maxsi %[[SMALLER]], %c0
// CHECK: tc.read %T[%[[CLAMPED]], j]
tc.def @gather(%T: !tc.tensor<[5, 3], f32>, %I: !tc.tensor<[4], i32>) -> (%O: !tc.tensor<[4, 3], f32>) {
  tc.comprehension %O[i, j] (i in [0, 4), j in [0, 3)) {
    %0 = tc.read %I[i] : i32
    %1 = arith.index_cast %0 : i32 to index
    %2 = tc.read %T[%1, j] : f32
    tc.yield %2 : f32
  }
}

// -----

// Clamped by the program: nothing is recorded.
// CHECK-LABEL: tc.def @clamped(
// CHECK-SAME: -> (%O: !tc.tensor<[4], f32>)
// CHECK-SAME: tc.bounds_checks = []
// CHECK-NOT: arith.constant 7 : index
tc.def @clamped(%T: !tc.tensor<[8], f32>, %I: !tc.tensor<[4], i32>) -> (%O: !tc.tensor<[4], f32>) {
  tc.comprehension %O[i] (i in [0, 4)) {
    %0 = tc.read %I[i] : i32
    %last = arith.constant 7 : i32
    %1 = arith.minsi %0, %last : i32
    %first = arith.constant 0 : i32
    %2 = arith.maxsi %1, %first : i32
    %3 = arith.index_cast %2 : i32 to index
    %4 = tc.read %T[%3] : f32
    tc.yield %4 : f32
  }
}

// -----

// In a branch: if the read is not executed, the lower bound is recorded. The sum has more indices than its target.
// CHECK-LABEL: tc.def @guarded(
// CHECK-SAME: %bounds_check: !tc.tensor<[2, 1 to 5], i64>)
// CHECK: tc.comprehension %bounds_check[b, s] (b in [0, 2), s in [1, 5)) {
// CHECK: %[[GUARD:.*]] = arith.cmpi slt
// CHECK: scf.if %[[GUARD]] -> (i64) {
// CHECK-NEXT: arith.constant 2 : i64
// CHECK-NEXT: scf.yield
// CHECK-NEXT: } else {
// CHECK: tc.read %I[b, s - 1]
// CHECK: tc.comprehension %o[b]
// CHECK: arith.minsi %{{.*}}, %c9
// CHECK: arith.maxsi %{{.*}}, %c2
tc.def @guarded(%T: !tc.tensor<[2 to 10], f32>, %I: !tc.tensor<[2, 4], i64>, %L: !tc.tensor<[2], i32>) -> (%o: !tc.tensor<[2], f32>) {
  tc.comprehension %o[b] add init (b in [0, 2), s in [1, 5)) {
    %l = tc.read %L[b] : i32
    %s = tc.value s : i32
    %guard = arith.cmpi slt, %l, %s : i32
    %zero = arith.constant 0.0 : f32
    %r = scf.if %guard -> f32 {
      scf.yield %zero : f32
    } else {
      %0 = tc.read %I[b, s - 1] : i64
      %1 = arith.index_cast %0 : i64 to index
      %2 = tc.read %T[%1] : f32
      scf.yield %2 : f32
    }
    tc.yield %r : f32
  }
}

// -----

// A subscript of a subscript: the second check computes with the clamped read.
// CHECK-LABEL: tc.def @chain(
// CHECK-SAME: %bounds_check_: !tc.tensor<[4], i64>, %bounds_check_2: !tc.tensor<[4], i64>)
// CHECK: tc.comprehension %bounds_check_[i]
// CHECK-NOT: arith.minsi
// CHECK: tc.comprehension %bounds_check_2[i]
// CHECK: arith.minsi
// CHECK: tc.read %P
// CHECK-NOT: arith.minsi
// CHECK: tc.comprehension %bounds_check[i]
// CHECK-COUNT-2: arith.minsi
tc.def @chain(%P: !tc.tensor<[4], i32>, %Q: !tc.tensor<[4], i32>) -> (%bounds_check: !tc.tensor<[4], i32>) {
  tc.comprehension %bounds_check[i] (i in [0, 4)) {
    %0 = tc.read %Q[i] : i32
    %1 = arith.index_cast %0 : i32 to index
    %2 = tc.read %P[%1] : i32
    %3 = arith.index_cast %2 : i32 to index
    %4 = tc.read %Q[%3] : i32
    tc.yield %4 : i32
  }
}

// -----

// Nothing can be proved about a quotient by an index, an expression.
// CHECK-LABEL: tc.def @quotients(
// CHECK: tc.comprehension %bounds_check[i]
// CHECK-NEXT: %[[QUOTIENT:.*]] = tc.value 9 floordiv (i + 1) : i64
// CHECK-NEXT: tc.yield %[[QUOTIENT]]
// CHECK: tc.read %A[max(min(9 floordiv (i + 1), 4), 0)]
tc.def @quotients(%A: !tc.tensor<[5], f32>) -> (%o: !tc.tensor<[4], f32>) {
  tc.comprehension %o[i] (i in [0, 4)) {
    %0 = tc.read %A[9 floordiv (i + 1)] : f32
    tc.yield %0 : f32
  }
}

// -----

// An empty tensor: the recorded subscript is out of range, and nothing is read.
// CHECK-LABEL: tc.def @empty(
// CHECK-SAME: \22low\22:0,\22high\22:0
// CHECK: tc.comprehension %O[i]
// CHECK: %[[ZERO:.*]] = arith.constant 0.000000e+00 : f32
// CHECK: tc.yield %[[ZERO]]
tc.def @empty(%T: !tc.tensor<[0], f32>, %I: !tc.tensor<[4], i32>) -> (%O: !tc.tensor<[4], f32>) {
  tc.comprehension %O[i] (i in [0, 4)) {
    %0 = tc.read %I[i] : i32
    %1 = arith.index_cast %0 : i32 to index
    %2 = tc.read %T[%1] : f32
    tc.yield %2 : f32
  }
}

// -----

// A statement that does nothing reads nothing.
// CHECK-LABEL: tc.def @nothing(
// CHECK-SAME: tc.bounds_checks = []
tc.def @nothing(%T: !tc.tensor<[5, 0], f32>, %I: !tc.tensor<[4], i32>) -> (%O: !tc.tensor<[4, 0], f32>) {
  tc.comprehension %O[i, j] (i in [0, 4), j in [0, 0)) {
    %0 = tc.read %I[i] : i32
    %1 = arith.index_cast %0 : i32 to index
    %2 = tc.read %T[%1, j] : f32
    tc.yield %2 : f32
  }
}
