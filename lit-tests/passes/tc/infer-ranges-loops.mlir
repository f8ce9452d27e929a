// Ranges and boxes where statements stand in loops, write at fixed or computed places, or have ranges that depend on indices.
// RUN: tc-opt %s --tc-infer-ranges | FileCheck %s
// RUN: tc-opt %s --tc-infer-ranges --tc-infer-ranges | FileCheck %s
// RUN: tc-opt %s --tc-infer-ranges=explain=true -o /dev/null 2>&1 | FileCheck %s --check-prefix=EXPLAIN

// The box of a dimension with fixed subscripts is their hull, over all iterations.
// CHECK: tc.def @steps({{.*}}) -> (%A: !tc.tensor<[max(1, T + 1), N], f32>)
// EXPLAIN: for each t in [0, T)
// EXPLAIN: output `A`: float[max(1, T + 1), N], origin (0, 0); dimension 0 covers `0`, `t + 1`
tc.def @steps(%a: !tc.tensor<[N], f32>, %T: !tc.tensor<[], i32>) -> (%A: !tc.tensor<[?, ?], f32>) {
  // CHECK: tc.comprehension %A[0, i] (i in [0, N))
  tc.comprehension %A[0, i] (i) {
    %0 = tc.read %a[i] : f32
    tc.yield %0 : f32
  }
  tc.for t in [0, T) {
    // CHECK: tc.comprehension %A[t + 1, i] (i in [0, N))
    tc.comprehension %A[t + 1, i] (i) {
      %0 = tc.read %A[t, i] : f32
      %1 = tc.read %a[i] : f32
      %2 = arith.addf %0, %1 : f32
      tc.yield %2 : f32
    }
  }
}

// The extrema of a subscript are those over the points of the statement, here a triangle.
// CHECK: tc.def @triangle({{.*}}) -> (%o: !tc.tensor<[N - M + 1], f32>)
tc.def @triangle(%X: !tc.tensor<[N], f32>) -> (%o: !tc.tensor<[?], f32>) sizes(M) {
  // CHECK: tc.comprehension %o[q] add init (q in [0, N - M + 1), i in [0, M), k in [0, i + 1))
  tc.comprehension %o[q] add init (q, i in [0, M), k in [0, i + 1)) {
    %0 = tc.read %X[q + k] : f32
    %1 = tc.read %X[q + i - k] : f32
    %2 = arith.mulf %0, %1 : f32
    tc.yield %2 : f32
  }
}

// Both targets of a pair have the box.
// CHECK: tc.def @pair({{.*}}) -> (%m: !tc.tensor<[N], f32>, %a: !tc.tensor<[N], i32>)
tc.def @pair(%X: !tc.tensor<[N, M], f32>) -> (%m: !tc.tensor<[?], f32>, %a: !tc.tensor<[?], i32>) {
  // CHECK: tc.comprehension (%m[i], %a[i]) max init (i in [0, N), k in [0, M))
  tc.comprehension (%m[i], %a[i]) max init (i, k) {
    %0 = tc.read %X[i, k] : f32
    %1 = tc.value k : i32
    tc.yield %0, %1 : f32, i32
  }
}
