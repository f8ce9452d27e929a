// A def becomes several, which it calls: statements are nodes of a graph, values its edges.
//
// RUN: tc-opt %s --split-input-file --tc-partition --remarks-filter=tc-partition --tc-pass-statistics 2> %t | FileCheck %s
// RUN: FileCheck %s --check-prefix=WHY < %t
// RUN: FileCheck %s --check-prefix=COUNT < %t
// COUNT: tc-partition: 4 runs
// COUNT-DAG: {{^ *}}2 parts defs made of parts of others
// COUNT-DAG: {{^ *}}5 left defs left whole
// RUN: tc-opt %s --split-input-file --tc-partition=by=targets --remarks-filter=tc-partition 2> %t | FileCheck %s --check-prefix=TARGETS
// RUN: FileCheck %s --check-prefix=WHY-TARGETS < %t
// RUN: tc-opt %s --split-input-file --tc-partition=by=tensors --remarks-filter=tc-partition -o /dev/null 2>&1 | FileCheck %s --check-prefix=WHY-TENSORS
// RUN: tc-opt %s --split-input-file --tc-partition=by=targets --tc-inline-calls --symbol-dce | FileCheck %s --check-prefix=INLINED

// Two products with one matrix: they share an input, and no value.
// CHECK-LABEL: tc.def @both_0(%A: !tc.tensor<[N, M], f32>, %u: !tc.tensor<[M], f32>) -> (%x: !tc.tensor<[N], f32>)
// CHECK-SAME: attributes {sym_visibility = "private"} {
// CHECK-NEXT: tc.comprehension %x[i] add init
// CHECK-LABEL: tc.def @both_1(%A: !tc.tensor<[N, M], f32>, %v: !tc.tensor<[N], f32>) -> (inout %y: !tc.tensor<[M], f32>)
// CHECK: tc.comprehension %y[j] add (
// CHECK-LABEL: tc.def @both(
// CHECK-NEXT: tc.call @both_0(%A, %u) into (%x)
// CHECK-NEXT: tc.call @both_1(%A, %v) into (%y)
// CHECK-NEXT: }
// INLINED-NOT: tc.def @both_
// INLINED-LABEL: tc.def @both(
// INLINED-NEXT: tc.comprehension %x[i] add init (i in [0, N), j in [0, M))
// INLINED: tc.comprehension %y[j] add (j in [0, M), i in [0, N))
// WHY: remark: [Passed] parts of both | Category:tc-partition | Function=both | Parts=2, Reason="they use no value of each other", Remark="2 defs, of x; y", Suggestion="the option by; tc-inline-calls puts them together again"
// WHY-TENSORS: remark: [Missed] parts of both | Category:tc-partition | Function=both | Reason="its statements share tensors", Remark="it stays one def", Suggestion="the option by"
tc.def @both(%A: !tc.tensor<[N, M], f32>, %u: !tc.tensor<[M], f32>, %v: !tc.tensor<[N], f32>) -> (%x: !tc.tensor<[N], f32>, inout %y: !tc.tensor<[M], f32>) {
  tc.comprehension %x[i] add init (i in [0, N), j in [0, M)) {
    %0 = tc.read %A[i, j] : f32
    %1 = tc.read %u[j] : f32
    %2 = arith.mulf %0, %1 : f32
    tc.yield %2 : f32
  }
  tc.comprehension %y[j] add (j in [0, M), i in [0, N)) {
    %0 = tc.read %A[i, j] : f32
    %1 = tc.read %v[i] : f32
    %2 = arith.mulf %0, %1 : f32
    tc.yield %2 : f32
  }
}

// -----

// A chain: by targets each tensor has a def, with the temporary between them; the scalar k is named in a subscript, and K is no extent of an input.
// CHECK-LABEL: tc.def @chain(
// CHECK-NOT: tc.call
// WHY: remark: [Missed] parts of chain | Category:tc-partition | Function=chain | Reason="its statements use values of each other", Remark="it stays one def", Suggestion="the option by"
// TARGETS-LABEL: tc.def @chain_0_(%A: !tc.tensor<[N], f32>, %k: !tc.tensor<[], i32>) -> (%T: !tc.tensor<[K], f32>) sizes(K)
// TARGETS-NEXT: %U = tc.temporary : !tc.tensor<[K], f32>
// TARGETS: tc.comprehension %U[i] (i in [0, K))
// TARGETS: tc.comprehension %T[i] (i in [0, K))
// TARGETS-LABEL: tc.def @chain_1(%T: !tc.tensor<[K], f32>) -> (%B: !tc.tensor<[K], f32>)
// TARGETS-LABEL: tc.def @chain(
// TARGETS-NEXT: %T = tc.temporary
// TARGETS-NEXT: tc.call @chain_0_(%A, %k) into (%T)
// TARGETS-NEXT: tc.call @chain_1(%T) into (%B)
// TARGETS-NEXT: }
// WHY-TARGETS: remark: [Passed] parts of chain | Category:tc-partition | Function=chain | Parts=2, Reason="each computes tensors of its own, and has tiles and a block of its own; T goes from def to def through memory", Remark="2 defs, of T, U; B"
tc.def @chain_0(%A: !tc.tensor<[N], f32>) -> (%B: !tc.tensor<[N], f32>) {
  tc.comprehension %B[i] (i in [0, N)) {
    %0 = tc.read %A[i] : f32
    tc.yield %0 : f32
  }
}
tc.def @chain(%A: !tc.tensor<[N], f32>, %k: !tc.tensor<[], i32>) -> (%B: !tc.tensor<[K], f32>) sizes(K) {
  %T = tc.temporary : !tc.tensor<[K], f32>
  %U = tc.temporary : !tc.tensor<[K], f32>
  tc.comprehension %T[i] (i in [0, K)) {
    %0 = tc.read %A[i + k] : f32
    tc.yield %0 : f32
  }
  tc.comprehension %U[i] (i in [0, K)) {
    %0 = tc.read %T[i] : f32
    tc.yield %0 : f32
  }
  tc.comprehension %T[i] (i in [0, K)) {
    %0 = tc.read %U[i] : f32
    tc.yield %0 : f32
  }
  tc.comprehension %B[i] (i in [0, K)) {
    %0 = tc.read %T[i] : f32
    tc.yield %0 : f32
  }
}

// -----

// T starts at 1: as an input of another def it would start at 0.
// CHECK-LABEL: tc.def @shifted(
// TARGETS-LABEL: tc.def @shifted(
// TARGETS-NOT: tc.call
// WHY-TARGETS: remark: [Missed] parts of shifted | {{.*}}Reason="T does not start at 0, as what goes from def to def does"
tc.def @shifted(%A: !tc.tensor<[N], f32>) -> (%B: !tc.tensor<[N - 1], f32>) {
  %T = tc.temporary : !tc.tensor<[1 to N], f32>
  tc.comprehension %T[i] (i in [1, N)) {
    %0 = tc.read %A[i] : f32
    tc.yield %0 : f32
  }
  tc.comprehension %B[i] (i in [0, N - 1)) {
    %0 = tc.read %T[i + 1] : f32
    tc.yield %0 : f32
  }
}

// -----

// CHECK-LABEL: tc.def @callee(
// TARGETS-LABEL: tc.def @callee(
// WHY: remark: [Missed] parts of callee | {{.*}}Reason="it has one statement"
// WHY: remark: [Missed] parts of caller | {{.*}}Reason="it calls other defs, whose statements are not known here", Remark="it stays one def", Suggestion="run tc-inline-calls first"
tc.def @callee(%A: !tc.tensor<[N], f32>) -> (%B: !tc.tensor<[N], f32>) {
  tc.comprehension %B[i] (i in [0, N)) {
    %0 = tc.read %A[i] : f32
    tc.yield %0 : f32
  }
}
tc.def @caller(%A: !tc.tensor<[N], f32>) -> (%B: !tc.tensor<[N], f32>) {
  tc.call @callee(%A) into (%B)
}
