// Accesses proved, stated as preconditions, unchecked, refused; the option and the statistics.
// RUN: tc-opt %s --split-input-file --tc-check-bounds --verify-diagnostics -o /dev/null
// RUN: not tc-opt %s --split-input-file --tc-check-bounds=deny-unchecked=true 2>&1 | FileCheck %s --check-prefix=DENY
// RUN: not tc-opt %s --split-input-file --tc-check-bounds --tc-pass-statistics 2>&1 | FileCheck %s --check-prefix=STATISTICS

// DENY: error: unchecked access: needs 0 <= C(i) < J for the values of `C` [TC0306]
// STATISTICS: tc-check-bounds: 5 runs
// STATISTICS-NEXT: {{^ *}}6 accesses
// STATISTICS-NEXT: {{^ *}}1 unchecked

tc.def @stated(%A: !tc.tensor<[N], f32>) -> (%o: !tc.tensor<[100], f32>)
    attributes {preconditions = ["100 <= N"]} {
  tc.comprehension %o[i] (i in [0, 100)) {
    %0 = tc.read %A[i] : f32
    tc.yield %0 : f32
  }
}

// -----

// expected-note @below {{help: add `100 <= N` to its preconditions, or run tc-infer-ranges}}
// expected-error @below {{access is in bounds only for `100 <= N`, which the def does not state [TC0309]}}
tc.def @missing(%A: !tc.tensor<[N], f32>) -> (%o: !tc.tensor<[100], f32>) {
  tc.comprehension %o[i] (i in [0, 100)) {
    %0 = tc.read %A[i] : f32
    tc.yield %0 : f32
  }
}

// -----

tc.def @outside(%A: !tc.tensor<[N], f32>) -> (%o: !tc.tensor<[N], f32>) {
  tc.comprehension %o[i] (i in [0, N)) {
    // expected-note @below {{known: i in [0, N)}}
    // expected-error @below {{access `A(i + 1)` is out of bounds: needs 0 <= i + 1 < N [TC0309]}}
    // expected-note @below {{help: shrink the range in `where`, or read only where it is safe: `condition ? read : 0`}}
    %0 = tc.read %A[i + 1] : f32
    tc.yield %0 : f32
  }
}

// -----

tc.def @gather(%B: !tc.tensor<[J], f32>, %C: !tc.tensor<[I], i32>) -> (%A: !tc.tensor<[I], f32>) {
  tc.comprehension %A[i] (i in [0, I)) {
    %0 = tc.read %C[i] : i32
    %1 = arith.index_cast %0 : i32 to index
    // expected-note @below {{help: clamp the subscript: `max(min(C(i), J - 1), 0)`}}
    // expected-warning @below {{unchecked access: needs 0 <= C(i) < J for the values of `C` [TC0306]}}
    %2 = tc.read %B[%1] : f32
    tc.yield %2 : f32
  }
}

// -----

tc.def @open(%A: !tc.tensor<[N], f32>) -> (%o: !tc.tensor<[?], f32>) {
  // expected-error @below {{an index of the statement on `o` has no range; run tc-infer-ranges first}}
  tc.comprehension %o[i] (i) {
    %0 = tc.read %A[i] : f32
    tc.yield %0 : f32
  }
}
