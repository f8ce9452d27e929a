// RUN: tc-opt --pass-pipeline='builtin.module(tc.def(tc-specialize{sizes=M=4,K=7,P=1,Nope=3 scalars=s=2}))' --split-input-file --tc-pass-statistics %s 2>%t | FileCheck %s
// RUN: FileCheck --check-prefix=STATISTICS %s < %t
// RUN: not tc-opt --pass-pipeline='builtin.module(tc.def(tc-specialize{sizes=M}))' %s 2>&1 | FileCheck --check-prefix=FORM %s
// RUN: not tc-opt --pass-pipeline='builtin.module(tc.def(tc-specialize{sizes=M=-1}))' %s 2>&1 | FileCheck --check-prefix=NEGATIVE %s

// Types, ranges, subscripts, values and reads of the scalar; T stays a name.
// CHECK-LABEL: tc.def @strided(%s: !tc.tensor<[], i32>, %A: !tc.tensor<[4, 7], f32>, %x: !tc.tensor<[T], f32>) -> (%C: !tc.tensor<[?], f32>)
// CHECK: tc.comprehension %C[i] add init (i in [0, 2), k)
// CHECK-DAG: %[[M:.*]] = arith.constant 4 : i32
// CHECK-DAG: %[[S:.*]] = arith.constant 2 : i32
// CHECK-DAG: tc.read %A[i*2, k]
// CHECK-DAG: tc.value T : i32
// CHECK: arith.addi %[[S]], %[[M]]
tc.def @strided(%s: !tc.tensor<[], i32>, %A: !tc.tensor<[M, K], f32>, %x: !tc.tensor<[T], f32>) -> (%C: !tc.tensor<[?], f32>) {
  tc.comprehension %C[i] add init (i in [0, M floordiv s), k) {
    %a = tc.read %A[i * s, k] : f32
    %m = tc.value M : i32
    %s0 = tc.read %s[] : i32
    %t = tc.value T : i32
    %n = arith.addi %s0, %m : i32
    %o = arith.addi %n, %t : i32
    %f = arith.sitofp %o : i32 to f32
    %r = arith.mulf %a, %f : f32
    tc.yield %r : f32
  }
}

// A scatter stays one, which starts from the identity in all of `Y`, although `j mod 1` is 0.
// CHECK-LABEL: tc.def @scatter(
// CHECK: tc.comprehension %Y[i, ?] mul init (i in [0, 3), j in [0, 3)) {
// CHECK: %[[PLACE:.*]] = arith.constant 0 : index
// CHECK: tc.yield %{{.*}} at (%[[PLACE]]) : i32
tc.def @scatter(%A: !tc.tensor<[P], i32>) -> (%Y: !tc.tensor<[3, 3], i32>) {
  tc.comprehension %Y[i, j mod P] mul init (i in [0, 3), j in [0, 3)) {
    %0 = tc.value i : i32
    tc.yield %0 : i32
  }
}

// STATISTICS: tc-specialize: 2 runs
// STATISTICS-NEXT: {{^ *}}7 expressions
// STATISTICS-NEXT: {{^ *}}1 reads

// FORM: expected NAME=VALUE with a whole number, found `M`
// NEGATIVE: size `M` must not be negative, found -1
