// RUN: tc-opt %s --tc-partition --verify-diagnostics

tc.def @f(%A: !tc.tensor<[N], f32>) -> (%B: !tc.tensor<[?], f32>) {
  // expected-error@+1 {{expected ranges in `f`, found an index without one}}
  tc.comprehension %B[i] (i) {
    %0 = tc.read %A[i] : f32
    tc.yield %0 : f32
  }
}
