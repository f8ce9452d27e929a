// Sizes for which a def may not be called.
// RUN: tc-opt %s --verify-diagnostics --pass-pipeline='builtin.module(tc.def(tc-specialize{sizes=N=50}))'
// expected-error @below {{precondition `100 <= N` fails at these sizes}}
tc.def @precondition(%A: !tc.tensor<[N], f32>) -> (%o: !tc.tensor<[100], f32>)
    attributes {preconditions = ["100 <= N"]} {
  tc.comprehension %o[i] (i in [0, 100)) {
    %0 = tc.read %A[i] : f32
    tc.yield %0 : f32
  }
}
