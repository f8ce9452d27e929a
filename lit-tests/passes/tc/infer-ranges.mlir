// Ranges of indices, index bounds of tensors, preconditions; refusals.
// RUN: tc-opt %s --split-input-file --tc-infer-ranges | FileCheck %s
// RUN: tc-opt %s --split-input-file --tc-infer-ranges --tc-infer-ranges | FileCheck %s

// claims C6, C7, C9, D21: the stencil, in two rounds
// CHECK-LABEL: tc.def @conv1d
// CHECK-SAME: -> (%Y: !tc.tensor<[M - T + 1], f32>)
// CHECK: tc.comprehension %Y[i] add init (i in [0, M - T + 1), t in [0, T))
tc.def @conv1d(%X: !tc.tensor<[M], f32>, %taps: !tc.tensor<[T], f32>) -> (%Y: !tc.tensor<[?], f32>) {
  tc.comprehension %Y[i] add init (i, t) {
    %0 = tc.read %X[i + t] : f32
    %1 = tc.read %taps[t] : f32
    %2 = arith.mulf %0, %1 : f32
    tc.yield %2 : f32
  }
}

// -----

// claims D3, J14: the range of `C(i) = 0` comes from the statement after it
// CHECK-LABEL: tc.def @mv
// CHECK: tc.comprehension %C[i] (i in [0, M))
// CHECK: tc.comprehension %C[i] add (i in [0, M), k in [0, K))
tc.def @mv(%A: !tc.tensor<[M, K], f32>, %x: !tc.tensor<[K], f32>) -> (%C: !tc.tensor<[?], f32>) {
  tc.comprehension %C[i] (i) {
    %0 = arith.constant 0.0 : f32
    tc.yield %0 : f32
  }
  tc.comprehension %C[i] add (i, k) {
    %0 = tc.read %A[i, k] : f32
    %1 = tc.read %x[k] : f32
    %2 = arith.mulf %0, %1 : f32
    tc.yield %2 : f32
  }
}

// -----

// claims C12, C14: a condition on sizes; a temporary with an origin; `T.0`
// CHECK-LABEL: tc.def @sizes
// CHECK-SAME: -> (%A: !tc.tensor<[NB, ND], f32>, %O: !tc.tensor<[NB - 2], f32>)
// CHECK-SAME: attributes {preconditions = ["NB + ND - 1 <= NC if 0 < NB and 0 < ND", "NB - 2 <= NC if 0 < NB - 2"]}
// CHECK: %T = tc.temporary : !tc.tensor<[1 to NB - 1], f32>
// CHECK: tc.comprehension %T[i] (i in [1, NB - 1))
// CHECK: tc.comprehension %O[i] (i in [0, NB - 2))
tc.def @sizes(%B: !tc.tensor<[NB], f32>, %C: !tc.tensor<[NC], f32>, %D: !tc.tensor<[ND], f32>)
    -> (%A: !tc.tensor<[?, ?], f32>, %O: !tc.tensor<[?], f32>) {
  %T = tc.temporary : !tc.tensor<[?], f32>
  tc.comprehension %A[i, j] (i, j) {
    %0 = tc.read %B[i] : f32
    %1 = tc.read %C[i + j] : f32
    %2 = tc.read %D[j] : f32
    %3 = arith.mulf %0, %1 : f32
    %4 = arith.mulf %3, %2 : f32
    tc.yield %4 : f32
  }
  tc.comprehension %T[i] (i) {
    %0 = tc.read %B[i - 1] : f32
    %1 = tc.read %B[i + 1] : f32
    %2 = arith.addf %0, %1 : f32
    tc.yield %2 : f32
  }
  tc.comprehension %O[i] (i in [0, T.0)) {
    %0 = tc.read %C[i] : f32
    tc.yield %0 : f32
  }
}

// -----

// claim C16: a subscript computed in the body, clamped: the only condition is that there is an element
// CHECK-LABEL: tc.def @lut
// CHECK-SAME: preconditions = ["1 <= J if 0 < I"]
// CHECK: (i in [0, I))
tc.def @lut(%B: !tc.tensor<[J], f32>, %C: !tc.tensor<[I], i32>) -> (%A: !tc.tensor<[?], f32>) {
  tc.comprehension %A[i] (i) {
    %0 = tc.read %C[i] : i32
    %1 = arith.index_cast %0 : i32 to index
    %2 = tc.value J - 1 : index
    %3 = arith.minsi %1, %2 : index
    %c0 = arith.constant 0 : index
    %4 = arith.maxsi %3, %c0 : index
    %5 = tc.read %B[%4] : f32
    tc.yield %5 : f32
  }
}

// -----

// claims C29, C30: `exists` gives a range and is not executed; a guard proves its read
// CHECK-LABEL: tc.def @guarded
// CHECK-NOT: preconditions
// CHECK: tc.comprehension %o[i] (i in [0, N))
tc.def @guarded(%A: !tc.tensor<[N], f32>, %c: !tc.tensor<[], f32>) -> (%o: !tc.tensor<[?], f32>) {
  tc.comprehension %o[i] (i) {
    tc.exists %A[i]
    %0 = tc.value i - 1 : i32
    %c0 = arith.constant 0 : i32
    %1 = arith.cmpi sge, %0, %c0 : i32
    %2 = scf.if %1 -> (f32) {
      %3 = tc.read %A[max(i - 1, 0)] : f32
      scf.yield %3 : f32
    } else {
      %3 = tc.read %c[] : f32
      scf.yield %3 : f32
    }
    tc.yield %2 : f32
  }
}

// -----

// Example E56: the guard gives the lower bound of `B[i - 1]`; the upper bound is a condition as usual.
// CHECK-LABEL: tc.def @said
// CHECK-SAME: %o: !tc.tensor<[N], f32>, %p: !tc.tensor<[M], f32>
// CHECK-NOT: preconditions
// CHECK: tc.comprehension %o[i] (i in [0, N))
tc.def @said(%B: !tc.tensor<[N], f32>, %C: !tc.tensor<[M], f32>) -> (%o: !tc.tensor<[?], f32>, %p: !tc.tensor<[?], f32>) {
  tc.comprehension %o[i] (i) {
    %0 = tc.value i - 1 : i32
    %c0 = arith.constant 0 : i32
    %1 = arith.cmpi sge, %0, %c0 : i32
    %2 = scf.if %1 -> (f32) {
      %4 = tc.read %B[i - 1] : f32
      scf.yield %4 : f32
    } else {
      %cst = arith.constant 0.0 : f32
      scf.yield %cst : f32
    }
    %3 = tc.read %B[i] : f32
    %5 = arith.addf %2, %3 : f32
    tc.yield %5 : f32
  }
  // `!(i < 1 || i > N)`, evaluated lazily: both bounds are given, and the range is that of the other read.
  // CHECK: tc.comprehension %p[i] (i in [0, M))
  tc.comprehension %p[i] (i) {
    %0 = tc.value i : i32
    %1 = tc.value N : i32
    %c1 = arith.constant 1 : i32
    %true = arith.constant true
    %2 = arith.cmpi slt, %0, %c1 : i32
    %3 = scf.if %2 -> (i1) {
      scf.yield %true : i1
    } else {
      %7 = arith.cmpi sgt, %0, %1 : i32
      scf.yield %7 : i1
    }
    %4 = arith.xori %3, %true : i1
    %5 = scf.if %4 -> (f32) {
      %7 = tc.read %B[i - 1] : f32
      scf.yield %7 : f32
    } else {
      %cst = arith.constant 0.0 : f32
      scf.yield %cst : f32
    }
    %6 = tc.read %C[i] : f32
    %8 = arith.addf %5, %6 : f32
    tc.yield %8 : f32
  }
}

// -----

// An unsigned 8-bit subscript reaches 255, whatever values the tensor has.
// CHECK-LABEL: tc.def @bytes
// CHECK-NOT: preconditions
tc.def @bytes(%B: !tc.tensor<[256], f32>, %C: !tc.tensor<[I], ui8>) -> (%A: !tc.tensor<[?], f32>) {
  tc.comprehension %A[i] (i) {
    %0 = tc.read %C[i] : i8
    %1 = arith.index_castui %0 : i8 to index
    %2 = tc.read %B[%1] : f32
    tc.yield %2 : f32
  }
}
