// Options and statistics of tc-infer-ranges.
// RUN: tc-opt %s --tc-infer-ranges=explain=true 2>&1 | FileCheck %s --check-prefix=EXPLAIN
// RUN: tc-opt %s --tc-infer-ranges=notes=true 2>&1 | FileCheck %s --check-prefix=NOTES
// RUN: tc-opt %s --tc-infer-ranges --tc-pass-statistics -o /dev/null 2>&1 | FileCheck %s --check-prefix=STATISTICS
// RUN: not tc-opt %s --tc-infer-ranges=strict-ranges=true 2>&1 | FileCheck %s --check-prefix=STRICT

// EXPLAIN: remark: ranges inferred for `shifted` [TC0301]
// EXPLAIN: note: round 1: 0 <= k < KN  =>  k in [0, KN)
// EXPLAIN: note: round 2: 0 <= i - 2 and i + (KN - 3) < N  =>  i in [2, N - KN + 3)
// EXPLAIN: note: output `Y`: float[N - KN + 1], origin 2, for KN <= N + 1; `X(i + k - 2)` not used in round 1: two unresolved indices
// NOTES: remark: range of `i` starts at 2, not 0: `Y` has origin 2 [TC0304]
// STATISTICS: tc-infer-ranges: 1 run
// STATISTICS-NEXT: {{^ *}}2 inferred
// STATISTICS-NEXT: {{^ *}}0 preconditions
// STRICT: error: range of `i` starts at 2, not 0: `Y` has origin 2 [TC0304]
tc.def @shifted(%X: !tc.tensor<[N], f32>, %K: !tc.tensor<[KN], f32>) -> (%Y: !tc.tensor<[?], f32>) {
  tc.comprehension %Y[i] add init (i, k) {
    %0 = tc.read %X[i + k - 2] : f32
    %1 = tc.read %K[k] : f32
    %2 = arith.mulf %0, %1 : f32
    tc.yield %2 : f32
  }
}
