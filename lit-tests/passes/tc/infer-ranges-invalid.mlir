// What tc-infer-ranges refuses and warns of.
// RUN: tc-opt %s --split-input-file --tc-infer-ranges --verify-diagnostics -o /dev/null

// claims A7, C4, D14: several maximal answers are an error that asks for `where`
tc.def @pool(%x: !tc.tensor<[H, W], f32>) -> (%o: !tc.tensor<[?, ?], f32>) {
  tc.comprehension %o[i, j] max init (i, j, kh, kw) {
    // expected-note @below {{known: j in [0, H), kw in [0, W)}}
    // expected-note @below {{help: `where kh in 0:<extent>`}}
    // expected-note @below {{`2*i + kh` unresolved: `i`, `kh`}}
    // expected-error @below {{cannot infer ranges of `i`, `kh`: each access has more than one unresolved index [TC0302]}}
    %0 = tc.read %x[2 * i + kh, kw] : f32
    %1 = tc.read %x[j, 0] : f32
    %2 = arith.addf %0, %1 : f32
    tc.yield %2 : f32
  }
}

// -----

tc.def @free(%x: !tc.tensor<[H], f32>) -> (%o: !tc.tensor<[?, ?], f32>) {
  // expected-note @below {{help: `where m in 0:<extent>`}}
  // expected-error @below {{index `m` has no range: nothing it indexes, no `where` [TC0303]}}
  tc.comprehension %o[i, m] (i, m) {
    %0 = tc.read %x[i] : f32
    tc.yield %0 : f32
  }
}

// -----

// claim D17: a stride that is only known at run time
tc.def @stride(%s: !tc.tensor<[], i32>, %x: !tc.tensor<[H], f32>) -> (%o: !tc.tensor<[?], f32>) {
  tc.comprehension %o[i] (i) {
    // expected-note @below {{help: `where i in 0:<extent>`, or bind `s`}}
    // expected-error @below {{cannot infer the range of `i`: stride `s` is only known at run time [TC0310]}}
    %0 = tc.read %x[s * i] : f32
    tc.yield %0 : f32
  }
}

// -----

tc.def @modulo(%x: !tc.tensor<[H], f32>) -> (%o: !tc.tensor<[?], f32>) {
  tc.comprehension %o[i] (i) {
    // expected-note @below {{help: `where i in 0:<extent>`}}
    // expected-error @below {{cannot infer the range of `i`: `i % 3` gives no bound on it [TC0311]}}
    %0 = tc.read %x[i mod 3] : f32
    tc.yield %0 : f32
  }
}

// -----

// claim C15: an unchecked gather is a warning, once
tc.def @gather(%B: !tc.tensor<[J], f32>, %C: !tc.tensor<[I], i32>) -> (%A: !tc.tensor<[?], f32>) {
  tc.comprehension %A[i] (i) {
    %0 = tc.read %C[i] : i32
    %1 = arith.index_cast %0 : i32 to index
    // expected-note @below {{help: clamp the subscript: `max(min(C(i), J - 1), 0)`}}
    // expected-warning @below {{unchecked access: needs 0 <= C(i) < J for the values of `C` [TC0306]}}
    %2 = tc.read %B[%1] : f32
    tc.yield %2 : f32
  }
}

// -----

tc.def @outside(%A: !tc.tensor<[10], f32>) -> (%o: !tc.tensor<[?], f32>) {
  tc.comprehension %o[i] (i in [0, 100)) {
    // expected-note @below {{known: i in [0, 100)}}
    // expected-error @below {{access `A(i)` is out of bounds: needs 0 <= i < 10 [TC0309]}}
    // expected-note @below {{help: shrink the range in `where`, or read only where it is safe: `condition ? read : 0`}}
    %0 = tc.read %A[i] : f32
    tc.yield %0 : f32
  }
}

// -----

// claim D27: recurrences are not supported
tc.def @recurrence(%x: !tc.tensor<[N], f32>) -> (%h: !tc.tensor<[?], f32>) {
  tc.comprehension %h[t] (t) {
    // expected-note @below {{`h(t - 1)` is read here}}
    // expected-error @below {{recurrent definition of `h` is not supported [TC0407]}}
    // expected-note @below {{a statement reads its whole right side before it writes, so no element has a value yet}}
    // expected-note @below {{help: a recurrence is a loop: write the first elements before it, and the statement in `for i in <lower>:<upper> { .. }`}}
    %0 = tc.read %h[t - 1] : f32
    %1 = tc.read %x[t] : f32
    %2 = arith.addf %0, %1 : f32
    tc.yield %2 : f32
  }
}

// -----

tc.def @leaves(%A: !tc.tensor<[N], f32>, %B: !tc.tensor<[M], f32>) -> (%T: !tc.tensor<[?], f32>) {
  // expected-note @below {{the box is fixed here}}
  tc.comprehension %T[i] (i) {
    %0 = tc.read %A[i] : f32
    tc.yield %0 : f32
  }
  // expected-error @below {{range of `i` [-1, M - 1) leaves the box [0, N) of `T` defined at line}}
  tc.comprehension %T[i] (i) {
    %0 = tc.read %B[i + 1] : f32
    tc.yield %0 : f32
  }
}

// -----

// expected-error @below {{`o` is declared with extent N, inferred N - 2 [TC0228]}}
tc.def @annotated(%A: !tc.tensor<[N], f32>) -> (%o: !tc.tensor<[N], f32>) {
  tc.comprehension %o[i] (i) {
    %0 = tc.read %A[i] : f32
    %1 = tc.read %A[i + 2] : f32
    %2 = arith.addf %0, %1 : f32
    tc.yield %2 : f32
  }
}

// -----

tc.def @empty(%A: !tc.tensor<[3], f32>, %W: !tc.tensor<[7], f32>) -> (%B: !tc.tensor<[?], f32>) {
  // expected-error @below {{inferred range of `i` is empty: [0, -3) [TC0307]}}
  // expected-note @below {{help: no value of `i` keeps all reads in bounds: change a subscript, or read in two statements}}
  tc.comprehension %B[i] add init (i, k in [0, 7)) {
    %0 = tc.read %A[i + k] : f32
    tc.yield %0 : f32
  }
}

// -----

tc.def @empty_range(%A: !tc.tensor<[8], f32>) -> (%B: !tc.tensor<[?], f32>) {
  // expected-warning @below {{range `5:3` of `i` is empty [TC0308]}}
  // expected-note @below {{the statement does nothing}}
  // expected-note @below {{help: the lower end comes first: `lower:upper`}}
  tc.comprehension %B[i] (i in [5, 3)) {
    %0 = tc.read %A[i] : f32
    tc.yield %0 : f32
  }
}

// -----

tc.def @computed(%A: !tc.tensor<[N], f32>, %I: !tc.tensor<[M], i32>) -> (%B: !tc.tensor<[?], f32>) {
  tc.comprehension %B[i] (i) {
    %0 = tc.read %I[i] : i32
    %c = arith.constant 3 : i32
    %1 = arith.xori %0, %c : i32
    %2 = arith.index_cast %1 : i32 to index
    // expected-warning @below {{unchecked access: needs 0 <= .. < N for the values that subscript 1 has at run time [TC0306]}}
    // expected-note @below {{help: clamp the subscript: `max(min(.., N - 1), 0)`}}
    %3 = tc.read %A[%2] : f32
    tc.yield %3 : f32
  }
}

// -----

tc.def @g(%A: !tc.tensor<[N], f32>) -> (%B: !tc.tensor<[?], f32>) {
  tc.comprehension %B[i] (i) {
    %0 = tc.read %A[i] : f32
    tc.yield %0 : f32
  }
}

tc.def @calls(%A: !tc.tensor<[N], f32>) -> (%B: !tc.tensor<[?], f32>) {
  // expected-error @below {{ranges cannot be inferred through tc.call; run tc-inline-calls first}}
  tc.call @g(%A) into (%B)
}

// -----

// Inlined, this says that 4 elements are 3.
// expected-error @below {{sizes disagree: `4 == 3` never holds [TC0504]}}
tc.def @never(%X: !tc.tensor<[3], f32>, %Y: !tc.tensor<[4], f32>) -> (%Z: !tc.tensor<[?], f32>)
    attributes {preconditions = ["4 == 3"]} {
  tc.comprehension %Z[i] (i) {
    %0 = tc.read %X[i] : f32
    tc.yield %0 : f32
  }
}
