// What tc-infer-ranges refuses in loops and at computed places.
// RUN: tc-opt %s --split-input-file --tc-infer-ranges --verify-diagnostics -o /dev/null

// The values 0, and 0, .., M - 1 if N > 0: the end jumps from 1 to M, which no form of the sizes does.
tc.def @hull(%x: !tc.tensor<[N], f32>, %z: !tc.tensor<[M], f32>) -> (%s: !tc.tensor<[?], f32>) {
  tc.comprehension %s[0] () {
    %0 = arith.constant 0.0 : f32
    tc.yield %0 : f32
  }
  tc.for t in [0, N) {
    // expected-note @below {{help: give the extents: `-> (float(<extent>) s)`}}
    // expected-note @below {{writes `s`}}
    // expected-error @below {{cannot infer the range of `i`: the values of all iterations have no common form for all sizes [TC0311]}}
    tc.comprehension %s[i] (i in [0, M)) {
      %0 = tc.read %x[t] : f32
      tc.yield %0 : f32
    }
  }
}

// -----

tc.def @outside(%x: !tc.tensor<[N], f32>) -> (inout %s: !tc.tensor<[N], f32>) {
  tc.for i in [0, N) {
    // expected-note @below {{written here}}
    // expected-note @below {{known: i in [0, N)}}
    // expected-note @below {{help: shrink the range, or the loop, or declare larger extents}}
    // expected-error @below {{access `s(i - 1)` is out of bounds: needs 0 <= i - 1 < N [TC0309]}}
    tc.comprehension %s[i - 1] () {
      %0 = tc.read %x[i] : f32
      tc.yield %0 : f32
    }
  }
}

// -----

tc.def @early(%x: !tc.tensor<[N], f32>) -> (%s: !tc.tensor<[?], f32>) {
  tc.for i in [0, N) {
    tc.comprehension %s[i] () {
      %0 = tc.value i : i32
      %c0 = arith.constant 0 : i32
      %1 = arith.cmpi eq, %0, %c0 : i32
      %2 = scf.if %1 -> (f32) {
        %3 = tc.read %x[0] : f32
        scf.yield %3 : f32
      } else {
        // expected-note @below {{help: write the first elements of `s` before the loop, or begin the loop where they exist}}
        // expected-error @below {{`s(1)` is read before it is written at i = 1, N = 3 [TC0408]}}
        %3 = tc.read %s[N - 1 - i] : f32
        scf.yield %3 : f32
      }
      tc.yield %2 : f32
    }
  }
}

// -----

// expected-note @below {{every element of a return has a value}}
// expected-note @below {{help: write the rest of `s` in a statement of its own}}
// expected-error @below {{`s(1)` is never written, N = 2 [TC0409]}}
tc.def @gap(%x: !tc.tensor<[N], f32>) -> (%s: !tc.tensor<[?], f32>) {
  tc.for i in [0, N) {
    tc.comprehension %s[2 * i] () {
      %0 = tc.read %x[i] : f32
      tc.yield %0 : f32
    }
  }
}

// -----

tc.def @twice(%x: !tc.tensor<[N], f32>) -> (inout %y: !tc.tensor<[N], f32>) {
  // expected-note @below {{help: combine what meets in one element: `+=`, `*=`, `min=` or `max=`}}
  // expected-error @below {{two points write one element of `y(i/2)`: i = 0 and i = 1 [TC0410]}}
  tc.comprehension %y[i floordiv 2] (i) {
    %0 = tc.read %x[i] : f32
    tc.yield %0 : f32
  }
}

// -----

tc.def @histogram(%X: !tc.tensor<[N], i32>) -> (inout %H: !tc.tensor<[K], i32>) sizes(K) {
  // expected-note @below {{help: clamp the subscript: `max(min(X(i), K - 1), 0)`}}
  // expected-warning @below {{unchecked access: needs 0 <= X(i) < K where `H` is written [TC0306]}}
  tc.comprehension %H[?] add (i) {
    %0 = tc.read %X[i] : i32
    %1 = arith.index_cast %0 : i32 to index
    %2 = arith.constant 1 : i32
    tc.yield %2 at (%1) : i32
  }
}
