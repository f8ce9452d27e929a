// RUN: not tc-opt %s --tc-partition 2>&1 | FileCheck %s

tc.def @f(%A: !tc.tensor<[N], f32>) -> (%B: !tc.tensor<[?], f32>) {
  // CHECK: :[[@LINE+2]]:{{[0-9]+}}: error: {{.*}}expected ranges in `f`, found an index without one
  // CHECK: note: run tc-infer-ranges first
  tc.comprehension %B[i] (i) {
    %0 = tc.read %A[i] : f32
    tc.yield %0 : f32
  }
}
