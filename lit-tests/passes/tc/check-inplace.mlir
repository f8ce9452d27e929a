// In-place updates: claims D6, D7, D8.
// RUN: tc-opt %s --split-input-file --tc-check-inplace --verify-diagnostics=only-expected -o /dev/null
// RUN: not tc-opt %s --split-input-file --tc-check-inplace --tc-pass-statistics 2>&1 | FileCheck %s --check-prefix=STATISTICS

// STATISTICS: tc-check-inplace
// STATISTICS-DAG: {{^ *}}4 reads

tc.def @accepted() -> (inout %T: !tc.tensor<[10], f32>) {
  tc.comprehension %T[i] (i in [1, 10)) {
    %0 = tc.read %T[0] : f32
    %1 = tc.read %T[i] : f32
    %2 = arith.addf %0, %1 : f32
    tc.yield %2 : f32
  }
}

// -----

tc.def @transpose() -> (inout %a: !tc.tensor<[N, N], f32>) sizes(N) {
  tc.comprehension %a[i, j] (i in [0, N), j in [0, N)) {
    // expected-note @below {{instance (0, 1) reads a(1, 0), which instance (1, 0) writes, for N = 2}}
    // expected-error @below {{in-place update of `a` reads elements that other instances write [TC0401]}}
    %0 = tc.read %a[j, i] : f32
    tc.yield %0 : f32
  }
}

// -----

tc.def @scatter(%I: !tc.tensor<[10], i64>) -> (inout %a: !tc.tensor<[10], f32>) {
  tc.comprehension %a[i] (i in [0, 10)) {
    %0 = tc.read %I[i] : i64
    %1 = arith.index_cast %0 : i64 to index
    // expected-error @below {{`a` is read at data-dependent subscripts while it is written [TC0406]}}
    %2 = tc.read %a[%1] : f32
    tc.yield %2 : f32
  }
}
