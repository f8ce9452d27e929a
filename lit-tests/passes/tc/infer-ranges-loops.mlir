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

// Where a loop does not run, its values are out of the way: T has one element up to N = 5.
// CHECK: tc.def @late
// CHECK: %T = tc.temporary : !tc.tensor<[max(1, N - 4*max(6 - N, 0))], f32>
tc.def @late(%x: !tc.tensor<[N], f32>) -> (%y: !tc.tensor<[?], f32>) {
  %T = tc.temporary : !tc.tensor<[?], f32>
  tc.comprehension %T[0] () {
    %0 = arith.constant 0.0 : f32
    tc.yield %0 : f32
  }
  tc.for i in [5, N) {
    tc.comprehension %T[i] () {
      %0 = tc.read %x[i] : f32
      tc.yield %0 : f32
    }
  }
  tc.comprehension %y[i] (i) {
    %0 = tc.read %x[i] : f32
    %1 = tc.read %T[0] : f32
    %2 = arith.addf %0, %1 : f32
    tc.yield %2 : f32
  }
}

// The same for a low end: -1 only if the loop runs twice.
// CHECK: tc.def @early
// CHECK: %T = tc.temporary : !tc.tensor<[-max(0, 1 - max(2 - N, 0)) to N], f32>
tc.def @early(%x: !tc.tensor<[N], f32>) -> (%y: !tc.tensor<[?], f32>) {
  %T = tc.temporary : !tc.tensor<[?], f32>
  tc.for t in [0, N) {
    tc.comprehension %T[t] () {
      %0 = tc.read %x[t] : f32
      tc.yield %0 : f32
    }
    tc.for u in [0, t) {
      tc.comprehension %T[u - 1] () {
        %0 = tc.read %x[t] : f32
        tc.yield %0 : f32
      }
    }
  }
  tc.comprehension %y[i] (i) {
    %0 = tc.read %x[i] : f32
    tc.yield %0 : f32
  }
}

// A place that is not affine is a computed one: its tensor has the box of the first statement, and all of it has values.
// CHECK: tc.def @folded({{.*}}) -> (%T: !tc.tensor<[N], i32>)
tc.def @folded(%x: !tc.tensor<[N], i32>) -> (%T: !tc.tensor<[?], i32>) {
  tc.comprehension %T[i] (i) {
    %0 = tc.read %x[i] : i32
    tc.yield %0 : i32
  }
  tc.for t in [0, N) {
    tc.comprehension %T[(2 * t) mod N] max () {
      %0 = tc.read %x[t] : i32
      tc.yield %0 : i32
    }
  }
}

// With N = 0 the loop does not run, and nothing is out of bounds.
// Where no loop runs, nothing is written: the box is empty for N = 0, and [-1, 1) for N = 1.
// CHECK: tc.def @behind({{.*}}) -> (%s: !tc.tensor<[-1 to max(-1, max(N - 1, 1) - 2*max(1 - N, 0))], f32>)
tc.def @behind(%x: !tc.tensor<[N], f32>) -> (%s: !tc.tensor<[?], f32>) {
  tc.for i in [0, N) {
    tc.comprehension %s[i - 1] () {
      %0 = tc.read %x[i] : f32
      tc.yield %0 : f32
    }
    tc.comprehension %s[0] () {
      %0 = arith.constant 2.0 : f32
      tc.yield %0 : f32
    }
  }
}

// CHECK: tc.def @never
tc.def @never(%x: !tc.tensor<[M], f32>) -> (inout %Y: !tc.tensor<[0], f32>) {
  tc.for t in [0, 0) {
    tc.comprehension %Y[0] () {
      %0 = tc.read %x[0] : f32
      tc.yield %0 : f32
    }
  }
}
