// Upstream's passes understand the operations: their declared traits and effects are correct.

// RUN: tc-opt %s -canonicalize -cse | FileCheck %s
// RUN: tc-opt %s -symbol-dce -inline | FileCheck %s --check-prefix=SYMBOLS
// RUN: tc-opt %s -emit-bytecode | tc-opt | FileCheck %s --check-prefix=BYTECODE
// RUN: tc-opt %s -mlir-print-debuginfo | FileCheck %s --check-prefix=LOCATIONS
// RUN: tc-opt %s -mlir-print-debuginfo | tc-opt -mlir-print-debuginfo | FileCheck %s --check-prefix=LOCATIONS

// Equal reads of one statement are merged, since the right-hand side sees the old state; constants stay in their statement;
// tc.exists is never dead; unused reads, values and temporaries are.
// CHECK-LABEL: tc.def @effects
// CHECK-NEXT:    %T = tc.temporary
// CHECK-NEXT:    tc.comprehension %T[i]
// CHECK-NEXT:      %cst = arith.constant 2.000000e+00 : f32
// CHECK-NEXT:      tc.exists %A[i + 1]
// CHECK-NEXT:      tc.exists %A[i + 1]
// CHECK-NEXT:      %[[READ:.*]] = tc.read %A[i] : f32
// CHECK-NEXT:      %[[SUM:.*]] = arith.addf %[[READ]], %[[READ]] : f32
// CHECK-NEXT:      %[[PRODUCT:.*]] = arith.mulf %[[SUM]], %cst : f32
// CHECK-NEXT:      tc.yield %[[PRODUCT]] : f32
// CHECK-NEXT:    }
// Reads of different statements are not merged.
// CHECK-NEXT:    tc.comprehension %B[i] (i in [0, N)) {
// CHECK-NEXT:      %[[READ:.*]] = tc.read %A[i] : f32
// CHECK-NEXT:      tc.yield %[[READ]] : f32
// BYTECODE-LABEL: tc.def @effects(%A: !tc.tensor<[N], f32>) -> (%B: !tc.tensor<[N], f32>) {
// BYTECODE:         tc.comprehension %T[i] (i in [0, N)) {
// BYTECODE-NEXT:      tc.exists %A[i + 1]
tc.def @effects(%A: !tc.tensor<[N], f32> loc("a.tc":1:13)) -> (%B: !tc.tensor<[N], f32>) {
  %T = tc.temporary : !tc.tensor<[N], f32>
  %unused = tc.temporary : !tc.tensor<[N], f32>
  tc.comprehension %T[i] (i in [0, N)) {
    tc.exists %A[i + 1]
    tc.exists %A[i + 1]
    %0 = tc.read %A[i] : f32
    %1 = tc.read %A[i] : f32
    %dead = tc.read %A[i + 1] : f32
    %dead2 = tc.value i : index
    %2 = arith.addf %0, %1 : f32
    %3 = arith.constant 2.0 : f32
    %4 = arith.mulf %3, %2 : f32
    tc.yield %4 : f32 loc("a.tc":2:7)
  }
  tc.comprehension %B[i] (i in [0, N)) {
    %0 = tc.read %A[i] : f32
    tc.yield %0 : f32
  } loc("a.tc":3:3)
}
// LOCATIONS:     tc.def @effects(%A: !tc.tensor<[N], f32> loc("a.tc":1:13))
// LOCATIONS:     tc.yield %{{.*}} : f32 loc([[YIELD:#loc[0-9]*]])
// LOCATIONS:     tc.comprehension %B
// LOCATIONS:     } loc([[STATEMENT:#loc[0-9]*]])
// LOCATIONS-DAG: [[YIELD]] = loc("a.tc":2:7)
// LOCATIONS-DAG: [[STATEMENT]] = loc("a.tc":3:3)

// Two temporaries are never merged.
// CHECK-LABEL: tc.def @two_temporaries
// CHECK:         %S = tc.temporary
// CHECK-NEXT:    %T = tc.temporary
// CHECK:         tc.comprehension %B
// CHECK-NEXT:      tc.read %S[i]
// CHECK-NEXT:      tc.read %T[i]
tc.def @two_temporaries(%A: !tc.tensor<[N], f32>) -> (%B: !tc.tensor<[N], f32>) {
  %S = tc.temporary : !tc.tensor<[N], f32>
  %T = tc.temporary : !tc.tensor<[N], f32>
  tc.comprehension %S[i] (i in [0, N)) {
    %0 = tc.read %A[i] : f32
    tc.yield %0 : f32
  }
  tc.comprehension %T[i] (i in [0, N)) {
    %0 = tc.read %S[i] : f32
    %1 = arith.negf %0 : f32
    tc.yield %1 : f32
  }
  tc.comprehension %B[i] (i in [0, N)) {
    %0 = tc.read %S[i] : f32
    %1 = tc.read %T[i] : f32
    %2 = arith.subf %0, %1 : f32
    tc.yield %2 : f32
  }
}

// An unused private def is removed; a call is kept for tc-inline-calls, which handles sizes.
// SYMBOLS-NOT:   @unused
// SYMBOLS-LABEL: tc.def @helper
// SYMBOLS-SAME:    attributes {sym_visibility = "private"}
// SYMBOLS-LABEL: tc.def @calls
// SYMBOLS-NEXT:    tc.call @helper(%A) into (%B)
tc.def @unused(%A: !tc.tensor<[N], f32>) -> (%B: !tc.tensor<[N], f32>) attributes {sym_visibility = "private"} {
}
tc.def @helper(%A: !tc.tensor<[N], f32>) -> (%B: !tc.tensor<[N], f32>) attributes {sym_visibility = "private"} {
}
tc.def @calls(%A: !tc.tensor<[N], f32>) -> (%B: !tc.tensor<[N], f32>) {
  tc.call @helper(%A) into (%B)
}

// A function that a body calls is inlined there.
// SYMBOLS-LABEL: tc.def @calls_function
// SYMBOLS:         %[[READ:.*]] = tc.read %A[i] : f32
// SYMBOLS-NEXT:    %[[SQUARE:.*]] = arith.mulf %[[READ]], %[[READ]] : f32
// SYMBOLS-NEXT:    tc.yield %[[SQUARE]] : f32
tc.def @calls_function(%A: !tc.tensor<[N], f32>) -> (%B: !tc.tensor<[N], f32>) {
  tc.comprehension %B[i] (i in [0, N)) {
    %0 = tc.read %A[i] : f32
    %1 = func.call @square(%0) : (f32) -> f32
    tc.yield %1 : f32
  }
}
func.func private @square(%x: f32) -> f32 {
  %0 = arith.mulf %x, %x : f32
  return %0 : f32
}
