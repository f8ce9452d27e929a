// Programs that are not lowered, and what to do instead.
// RUN: tc-opt %s --split-input-file --verify-diagnostics --tc-to-schedule

// A product of sizes is not affine.
tc.def @product(%X: !tc.tensor<[N], f32>, %Z: !tc.tensor<[M], f32>) -> (%Y: !tc.tensor<[N*M], f32>) {
  // expected-error @below {{the range of `i`, [0, N*M), is not affine in the sizes}}
  // expected-note @below {{help: bind the sizes and scalar inputs in it with `tc-specialize`}}
  tc.comprehension %Y[i] (i in [0, N*M)) {
    %0 = arith.constant 0.0 : f32
    tc.yield %0 : f32
  }
}

// -----

// Claims D6, D8: a transposition in place reads what other instances write.
tc.def @transpose() -> (inout %a: !tc.tensor<[N, N], f32>) sizes(N) {
  // expected-error @below {{in-place update of `a` reads elements that other instances write}}
  // expected-note @below {{help: write to a new tensor, or see the pair of instances that `tc-check-inplace` finds}}
  tc.comprehension %a[i, j] (i in [0, N), j in [0, N)) {
    %0 = tc.read %a[j, i] : f32
    tc.yield %0 : f32
  }
}

// -----

// Claim D28: subscripts may not depend on the tensor that is written.
tc.def @chase() -> (inout %o: !tc.tensor<[8], i32>) {
  // expected-error @below {{`o` is read while it is written, and it is not known whether by another instance}}
  // expected-note @below {{help: write to a new tensor}}
  tc.comprehension %o[i] (i in [0, 8)) {
    %0 = tc.read %o[i] : i32
    %1 = arith.index_cast %0 : i32 to index
    %2 = tc.read %o[%1] : i32
    tc.yield %2 : i32
  }
}

// -----

tc.def @unknown(%X: !tc.tensor<[N], f32>) -> (%Y: !tc.tensor<[N], f32>) {
  // expected-error @below {{the range of `i` is not known yet; run `tc-infer-ranges` first}}
  tc.comprehension %Y[i] (i) {
    %0 = tc.read %X[i] : f32
    tc.yield %0 : f32
  }
}

// -----

// expected-error @below {{an extent of `Y` is not known yet; run `tc-infer-ranges` first}}
tc.def @unknown_extent(%X: !tc.tensor<[N], f32>) -> (%Y: !tc.tensor<[?], f32>) {
  tc.comprehension %Y[i] (i in [0, N)) {
    %0 = tc.read %X[i] : f32
    tc.yield %0 : f32
  }
}

// -----

tc.def @callee(%X: !tc.tensor<[N], f32>) -> (%Y: !tc.tensor<[N], f32>) {
  tc.comprehension %Y[i] (i in [0, N)) {
    %0 = tc.read %X[i] : f32
    tc.yield %0 : f32
  }
}
tc.def @caller(%X: !tc.tensor<[N], f32>) -> (%Y: !tc.tensor<[N], f32>) {
  // expected-error @below {{a call is not lowered; run `tc-inline-calls` first}}
  tc.call @callee(%X) into (%Y)
}

// -----

tc.def @no_array() -> (%Y: !tc.tensor<[8], i32>) sizes(N) {
  tc.comprehension %Y[i] (i in [0, 8)) {
    // expected-error @below {{no array has an extent that is the size `N`, so its value is not known here; bind it with `tc-specialize{sizes=N=...}`}}
    %0 = tc.value N : i32
    tc.yield %0 : i32
  }
}

// -----

tc.def @foreign(%X: !tc.tensor<[8], f32>) -> (%Y: !tc.tensor<[8], f32>) {
  tc.comprehension %Y[i] (i in [0, 8)) {
    %0 = tc.read %X[i] : f32
    // expected-error @below {{expected an op of `tc`, `arith`, `math` or `scf` in the body, found `vector.broadcast`}}
    %1 = vector.broadcast %0 : f32 to vector<1xf32>
    %2 = vector.extract %1[0] : f32 from vector<1xf32>
    tc.yield %2 : f32
  }
}
