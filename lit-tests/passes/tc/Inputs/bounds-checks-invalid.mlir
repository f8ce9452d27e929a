tc.def @symbolic(%T: !tc.tensor<[N], f32>, %I: !tc.tensor<[4], i32>) -> (%O: !tc.tensor<[4], f32>) {
  // expected-error @below {{the bound `N` is not a number yet; give all sizes and integer scalars to tc-specialize before}}
  tc.comprehension %O[i] (i in [0, 4)) {
    %0 = tc.read %I[i] : i32
    %1 = arith.index_cast %0 : i32 to index
    %2 = tc.read %T[%1] : f32
    tc.yield %2 : f32
  }
}

// -----

tc.def @loop(%T: !tc.tensor<[8], f32>, %I: !tc.tensor<[4], i32>) -> (%O: !tc.tensor<[4], f32>) {
  tc.comprehension %O[i] (i in [0, 4)) {
    %0 = tc.read %I[i] : i32
    %1 = arith.index_cast %0 : i32 to index
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    %zero = arith.constant 0.0 : f32
    %r = scf.for %k = %c0 to %1 step %c1 iter_args(%sum = %zero) -> f32 {
      // expected-error @below {{a read inside of scf.for has a data-dependent subscript, which cannot be checked; run it with `--unchecked`, or clamp the subscript}}
      %2 = tc.read %T[%k] : f32
      %3 = arith.addf %sum, %2 : f32
      scf.yield %3 : f32
    }
    tc.yield %r : f32
  }
}

// -----

// expected-error @below {{an access is in bounds only for `7 <= 5`}}
tc.def @never(%A: !tc.tensor<[5], f32>) -> (%o: !tc.tensor<[4], f32>) {
  tc.comprehension %o[i] (i in [0, 4)) {
    %0 = tc.read %A[min(i * i, i + 3) * (i mod 2)] : f32
    tc.yield %0 : f32
  }
}

// -----

tc.def @outside(%A: !tc.tensor<[4], f32>) -> (%o: !tc.tensor<[4], f32>) {
  tc.comprehension %o[i] (i in [0, 4)) {
    // expected-note @below {{known: i in [0, 4)}}
    // expected-error @below {{access `A(i + 1)` is out of bounds: needs 0 <= i + 1 < 4 [TC0309]}}
    // expected-note @below {{help: shrink the range in `where`, or read only where it is safe: `condition ? read : 0`}}
    %0 = tc.read %A[i + 1] : f32
    tc.yield %0 : f32
  }
}
