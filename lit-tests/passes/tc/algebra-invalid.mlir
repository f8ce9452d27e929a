// RUN: tc-opt --pass-pipeline='builtin.module(tc.def(tc-algebra))' --split-input-file --verify-diagnostics %s

tc.def @bits(%A: !tc.tensor<[N], f32>) -> (%Y: !tc.tensor<[N], i32>) {
  tc.comprehension %Y[i] (i in [0, N)) {
    %0 = tc.read %A[i] : f32
    // expected-error @+1 {{tc-algebra: `arith.bitcast` on floating values has no meaning on integers that wrap; leave it out of programs that are tested with it}}
    %1 = arith.bitcast %0 : f32 to i32
    // expected-error @+1 {{`math.fpowi` on floating values has no meaning}}
    %2 = math.fpowi %0, %1 : f32, i32
    %3 = arith.fptosi %2 : f32 to i32
    tc.yield %3 : i32
  }
}

// -----

tc.def @copy(%A: !tc.tensor<[N], f32>) -> (%Y: !tc.tensor<[N], f32>) {
  tc.comprehension %Y[i] (i in [0, N)) {
    %0 = tc.read %A[i] : f32
    tc.yield %0 : f32
  }
}

tc.def @calls(%A: !tc.tensor<[N], f32>) -> (%Y: !tc.tensor<[N], f32>) {
  // expected-error @+1 {{tc-algebra: `tc.call` is not supported; run tc-inline-calls first}}
  tc.call @copy(%A) into (%Y)
}
