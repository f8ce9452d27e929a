// Every operation, attribute and type of the tc dialect, in pretty and in generic form.

// RUN: tc-opt %s -split-input-file | FileCheck %s
// RUN: tc-opt %s -split-input-file | tc-opt -split-input-file | FileCheck %s
// RUN: tc-opt %s -split-input-file -mlir-print-op-generic | FileCheck %s --check-prefix=GENERIC
// RUN: tc-opt %s -split-input-file -mlir-print-op-generic | tc-opt -split-input-file | FileCheck %s

// Before inference: ranges and extents may be missing.
// CHECK-LABEL: tc.def @conv1d(%X: !tc.tensor<[M], f32>, %taps: !tc.tensor<[T], f32>) -> (%Y: !tc.tensor<[?], f32>) {
// CHECK-NEXT:    %H = tc.temporary : !tc.tensor<[?, ?], f32>
// CHECK-NEXT:    tc.comprehension %Y[i] add init (i, t) {
// CHECK-NEXT:      %0 = tc.read %X[i + t] : f32
// CHECK-NEXT:      %1 = tc.read %taps[t] : f32
// CHECK-NEXT:      %2 = arith.mulf %0, %1 : f32
// CHECK-NEXT:      tc.yield %2 : f32
// CHECK-NEXT:    }
// CHECK-NEXT:  }
// GENERIC:       "tc.def"() <{arg_names = ["X", "taps", "Y"], num_inputs = 2 : i64, sym_name = "conv1d"}> ({
// GENERIC:       "tc.temporary"() <{array_name = "H"}> : () -> !tc.tensor<[?, ?], f32>
// GENERIC:       "tc.comprehension"({{.*}}) <{indices = ["i", "t"], init, left = [#tc.expr<i>], ranges = [#tc.range<?>, #tc.range<?>], reduction = #tc.reduction<add>}> ({
// GENERIC:       "tc.read"({{.*}}) <{subscripts = [#tc.expr<i + t>]}> : (!tc.tensor<[M], f32>) -> f32
tc.def @conv1d(%X: !tc.tensor<[M], f32>, %taps: !tc.tensor<[T], f32>) -> (%Y: !tc.tensor<[?], f32>) {
  %H = tc.temporary : !tc.tensor<[?, ?], f32>
  tc.comprehension %Y[i] add init (i, t) {       // comments are no part of an expression
    %0 = tc.read %X[i + // nor inside of one
                    t] : f32
    %1 = tc.read %taps[t] : f32
    %2 = arith.mulf %0, %1 : f32
    tc.yield %2 : f32
  }
}

// -----

// After inference. Expressions are printed in canonical form.
// CHECK-LABEL: tc.def @conv1d(%X: !tc.tensor<[M], f32>, %taps: !tc.tensor<[T], f32>)
// CHECK-SAME:    -> (%Y: !tc.tensor<[M - T + 1], f32>) attributes {preconditions = ["M - T + 1 >= 0 if T >= 1"]} {
// CHECK-NEXT:    tc.comprehension %Y[i] add init (i in [0, M - T + 1), t in [0, T)) {
// CHECK-NEXT:      tc.exists %X[2*(i - 1) + min(t, taps.0 - 1, 7) - M floordiv 2 mod 3]
// CHECK-NEXT:      %0 = tc.value max(i, t)*2 : i32
// CHECK-NEXT:      %1 = tc.value -1 : i64
// CHECK-NEXT:      %2 = tc.value M : index
// CHECK-NEXT:      %3 = tc.read %X[%2] : f32
// GENERIC:         "tc.exists"({{.*}}) <{subscripts = [#tc.expr<2*(i - 1) + min(t, taps.0 - 1, 7) - M floordiv 2 mod 3>]}>
// GENERIC:         "tc.value"() <{expr = #tc.expr<max(i, t)*2>}> : () -> i32
// GENERIC:         "tc.read"({{.*}}) <{subscripts = [unit]}> : (!tc.tensor<[M], f32>, index) -> f32
// GENERIC:         "tc.yield"({{.*}}) <{operandSegmentSizes = array<i32: 1, 0>}> : (f32) -> ()
tc.def @conv1d(%X: !tc.tensor<[M], f32>, %taps: !tc.tensor<[T], f32>) -> (%Y: !tc.tensor<[ (M-T) +1], f32>)
    attributes {preconditions = ["M - T + 1 >= 0 if T >= 1"]} {
  tc.comprehension %Y[i] add init (i in [0, M-T+1), t in [0, T)) {
    tc.exists %X[2 * (i-1) + min(t, taps.0 - 1, 7) - M floordiv 2 mod 3]
    %0 = tc.value max(i, t) * 2 : i32
    %1 = tc.value -1 : i64
    %2 = tc.value M : index
    %3 = tc.read %X[%2] : f32
    tc.yield %3 : f32
  }
}

// -----

// All reductions; rank 0; several returns; in place; a range that does not start at 0; free sizes.
// CHECK-LABEL: tc.def @all(%a: !tc.tensor<[], f64>, %n: !tc.tensor<[], i32>, %A: !tc.tensor<[N], f64>)
// CHECK-SAME:    -> (%s: !tc.tensor<[], f64>, inout %p: !tc.tensor<[], f64>, %lo: !tc.tensor<[], f64>, inout %hi: !tc.tensor<[1 to N], f64>) sizes(K) {
// CHECK-NEXT:    tc.comprehension %s[] add (i in [0, N)) {
// CHECK:         tc.comprehension %p[] mul init (i in [0, N)) {
// CHECK:         tc.comprehension %lo[] min init (i in [0, N)) {
// CHECK:         tc.comprehension %hi[i] max (i in [1, N), k in [0, K)) {
// CHECK-NEXT:      %0 = tc.read %A[i - n] : f64
// CHECK:         tc.comprehension %s[] () {
// GENERIC:       inout = array<i64: 1, 3>
// GENERIC:       reduction = #tc.reduction<add>
// GENERIC:       reduction = #tc.reduction<mul>
// GENERIC:       reduction = #tc.reduction<min>
// GENERIC:       ranges = [#tc.range<1 to N>, #tc.range<0 to K>], reduction = #tc.reduction<max>
tc.def @all(%a: !tc.tensor<[], f64>, %n: !tc.tensor<[], i32>, %A: !tc.tensor<[N], f64>)
    -> (%s: !tc.tensor<[], f64>, inout %p: !tc.tensor<[], f64>, %lo: !tc.tensor<[], f64>, inout %hi: !tc.tensor<[1 to N], f64>) sizes(K) {
  tc.comprehension %s[] add (i in [0, N)) {
    %0 = tc.read %A[i] : f64
    tc.yield %0 : f64
  }
  tc.comprehension %p[] mul init (i in [0, N)) {
    %0 = tc.read %A[i] : f64
    tc.yield %0 : f64
  }
  tc.comprehension %lo[] min init (i in [0, N)) {
    %0 = tc.read %A[i] : f64
    tc.yield %0 : f64
  }
  tc.comprehension %hi[i] max (i in [1, N), k in [0, K)) {
    %0 = tc.read %A[i - n] : f64
    tc.yield %0 : f64
  }
  tc.comprehension %s[] () {
    %0 = tc.read %a[] : f64
    tc.yield %0 : f64
  }
}

// -----

// All element types. Values that are read are signless; halves accumulate in f32.
// CHECK-LABEL: tc.def @types(
// CHECK-SAME:    %a: !tc.tensor<[], i1>, %b: !tc.tensor<[], i8>, %c: !tc.tensor<[], i16>, %d: !tc.tensor<[], i32>, %e: !tc.tensor<[], i64>, %f: !tc.tensor<[], ui8>, %g: !tc.tensor<[], ui16>, %h: !tc.tensor<[], ui32>, %i: !tc.tensor<[], ui64>, %j: !tc.tensor<[], f16>, %k: !tc.tensor<[], bf16>, %l: !tc.tensor<[], f32>, %m: !tc.tensor<[], f64>)
// CHECK-NEXT:    tc.comprehension %o[] () {
// CHECK-NEXT:      %0 = tc.read %f[] : i8
// CHECK-NEXT:      tc.yield %0 : i8
// CHECK:         tc.comprehension %half[] () {
// CHECK-NEXT:      %0 = tc.read %j[] : f16
// CHECK-NEXT:      %1 = arith.extf %0 : f16 to f32
// CHECK-NEXT:      tc.yield %1 : f32
tc.def @types(%a: !tc.tensor<[], i1>, %b: !tc.tensor<[], i8>, %c: !tc.tensor<[], i16>, %d: !tc.tensor<[], i32>, %e: !tc.tensor<[], i64>,
              %f: !tc.tensor<[], ui8>, %g: !tc.tensor<[], ui16>, %h: !tc.tensor<[], ui32>, %i: !tc.tensor<[], ui64>,
              %j: !tc.tensor<[], f16>, %k: !tc.tensor<[], bf16>, %l: !tc.tensor<[], f32>, %m: !tc.tensor<[], f64>)
    -> (%o: !tc.tensor<[], ui8>, %half: !tc.tensor<[], f16>) {
  tc.comprehension %o[] () {
    %0 = tc.read %f[] : i8
    tc.yield %0 : i8
  }
  tc.comprehension %half[] () {
    %0 = tc.read %j[] : f16
    %1 = arith.extf %0 : f16 to f32
    tc.yield %1 : f32
  }
}

// -----

// Names that MLIR would write differently, and names that are words of the grammar.
// CHECK-LABEL: tc.def @"2def"(%_2LUT: !tc.tensor<["2N", "min"], f32> {name = "2LUT"}) -> (%_0: !tc.tensor<["2N"], f32> {name = "0"}) sizes("3K", to_) {
// CHECK-NEXT:    %_2t = tc.temporary "2t" : !tc.tensor<["2N" + "2LUT.1"], f32>
// CHECK-NEXT:    %_9 = tc.temporary "9" : !tc.tensor<["2N"], f32>
// CHECK-NEXT:    tc.comprehension %_0["1i"] add init ("1i" in [0, "2N"), "in" in [0, "min"), "to" in [0, min("3K", 4))) {
// CHECK-NEXT:      %0 = tc.read %_2LUT["1i", "in"] : f32
// CHECK-NEXT:      tc.exists %_2t["to" + to_]
// GENERIC:       arg_names = ["2LUT", "0"]
// GENERIC:       array_name = "2t"
tc.def @"2def"(%_2LUT: !tc.tensor<["2N", "min"], f32> {name = "2LUT"}) -> (%0: !tc.tensor<["2N"], f32>) sizes("3K", to_) {
  %_2t = tc.temporary "2t" : !tc.tensor<["2N" + "2LUT.1"], f32>
  %unnamed = tc.temporary "9" : !tc.tensor<["2N"], f32>
  tc.comprehension %0["1i"] add init ("1i" in [0, "2N"), "in" in [0, "min"), "to" in [0, min("3K", 4))) {
    %1 = tc.read %_2LUT["1i", "in"] : f32
    tc.exists %_2t["to" + to_]
    tc.yield %1 : f32
  }
}

// -----

// Calls, attributes, lazy values, statements in any order of definition.
// CHECK-LABEL: tc.def @caller(%A: !tc.tensor<[N], f32>) -> (%B: !tc.tensor<[N], f32>) attributes {note = "kept"} {
// CHECK-NEXT:    %T = tc.temporary {tag = 1 : i64} : !tc.tensor<[N], f32>
// CHECK-NEXT:    tc.call @callee(%A) into (%T) {once}
// CHECK-NEXT:    tc.comprehension %B[i] (i in [0, N)) attributes {fused} {
// CHECK-NEXT:      %0 = tc.value i {tag} : index
// CHECK:           %2 = scf.if %1 -> (f32) {
// CHECK-NEXT:        %3 = tc.read %T[i] {hot} : f32
// CHECK-NEXT:        scf.yield %3 : f32
// GENERIC:       "tc.call"({{.*}}) <{callee = @callee, operandSegmentSizes = array<i32: 1, 1>}> {once}
tc.def @caller(%A: !tc.tensor<[N], f32>) -> (%B: !tc.tensor<[N], f32>) attributes {note = "kept"} {
  %T = tc.temporary {tag = 1} : !tc.tensor<[N], f32>
  tc.call @callee(%A) into (%T) {once}
  tc.comprehension %B[i] (i in [0, N)) attributes {fused} {
    %0 = tc.value i {tag} : index
    %zero = arith.constant 0 : index
    %1 = arith.cmpi sgt, %0, %zero : index
    %2 = scf.if %1 -> f32 {
      %3 = tc.read %T[i] {hot} : f32
      scf.yield %3 : f32
    } else {
      %4 = arith.constant 0.0 : f32
      scf.yield %4 : f32
    }
    tc.yield %2 : f32
  }
}
tc.def @callee(%X: !tc.tensor<[M], f32>) -> (%Y: !tc.tensor<[M], f32>) {
  tc.comprehension %Y[i] (i in [0, M)) {
    %0 = tc.read %X[i] : f32
    tc.yield %0 : f32
  }
}

// -----

// Attributes and types on their own.
// CHECK-LABEL: @alone
// CHECK-SAME:    a = #tc.expr<M + 1>
// CHECK-SAME:    b = #tc.range<0 to M>
// CHECK-SAME:    c = #tc.range<?>
// CHECK-SAME:    d = #tc.reduction<max>
// CHECK-SAME:    e = !tc.tensor<[M, ?, 1 to N], bf16>
module @alone attributes {test.a = #tc.expr< M+1 >, test.b = #tc.range<0 to M>, test.c = #tc.range<?>, test.d = #tc.reduction<max>,
                          test.e = !tc.tensor<[M, ?, 1 to N], bf16>} {}

// -----

// Loops: an index is a name, and may stand on the left, in ranges and in values.
// CHECK-LABEL: tc.def @waves(
// CHECK:         tc.for t in [0, T) {
// CHECK-NEXT:      tc.for u in [t + 1, s) {
// CHECK-NEXT:        tc.comprehension %A[t + 1, i] (i in [t, N)) {
// CHECK-NEXT:          %0 = tc.read %A[t, i] : f32
// CHECK-NEXT:          %1 = tc.value t - u : i32
// CHECK:             tc.comprehension %B[u, t] add () {
// CHECK:         tc.for t in [0, 0) {}
// GENERIC:       "tc.for"() <{index = "t", range = #tc.range<0 to T>}> ({
// GENERIC:       "tc.comprehension"({{.*}}) <{indices = ["i"], left = [#tc.expr<t + 1>, #tc.expr<i>], ranges = [#tc.range<t to N>]}> ({
tc.def @waves(%s: !tc.tensor<[], i32>) -> (inout %A: !tc.tensor<[T + 1, N], f32>, inout %B: !tc.tensor<[N, N], f32>) sizes(T, N) {
  tc.for t in [0, T) {
    tc.for u in [t + 1, s) {
      tc.comprehension %A[t + 1, i] (i in [t, N)) {
        %0 = tc.read %A[t, i] : f32
        %1 = tc.value t - u : i32
        tc.yield %0 : f32
      }
      tc.comprehension %B[u, t] add () {
        %0 = tc.read %A[t, u] : f32
        tc.yield %0 : f32
      }
    }
  }
  tc.for t in [0, 0) {}
}

// -----

// Ranges that depend on indices before them.
// CHECK-LABEL: tc.def @triangle(
// CHECK:         tc.comprehension %C[i] add init (i in [0, N), k in [0, i + 1), l in [k, i + k)) {
tc.def @triangle(%A: !tc.tensor<[N], f32>) -> (%C: !tc.tensor<[N], f32>) {
  tc.comprehension %C[i] add init (i in [0, N), k in [0, i + 1), l in [k, i + k)) {
    %0 = tc.read %A[k] : f32
    tc.yield %0 : f32
  }
}

// -----

// Scatter: `?` is a subscript that the body computes.
// CHECK-LABEL: tc.def @scatter(
// CHECK:         tc.comprehension %H[?, 2*i, ?] add init (i in [0, N)) {
// CHECK:           tc.yield %0 at (%1, %{{.*}}) : i32
// GENERIC:       left = [unit, #tc.expr<2*i>, unit]
// GENERIC:       "tc.yield"(%{{.*}}, %{{.*}}, %{{.*}}) <{operandSegmentSizes = array<i32: 1, 2>}> : (i32, index, index) -> ()
tc.def @scatter(%X: !tc.tensor<[N], i32>) -> (%H: !tc.tensor<[K, 2*N, 3], i32>) sizes(K) {
  tc.comprehension %H[?, 2*i, ?] add init (i in [0, N)) {
    %0 = tc.read %X[i] : i32
    %1 = arith.index_cast %0 : i32 to index
    %2 = arith.constant 2 : index
    tc.yield %0 at (%1, %2) : i32
  }
}

// -----

// Pairs: a value and its place.
// CHECK-LABEL: tc.def @argmax(
// CHECK:         tc.comprehension (%m[i], %a[i]) max init (i in [0, N), k in [0, M)) {
// CHECK:           tc.yield %0, %1 : f32, i32
tc.def @argmax(%X: !tc.tensor<[N, M], f32>) -> (%m: !tc.tensor<[N], f32>, %a: !tc.tensor<[N], i32>) {
  tc.comprehension (%m[i], %a[i]) max init (i in [0, N), k in [0, M)) {
    %0 = tc.read %X[i, k] : f32
    %1 = tc.value k : i32
    tc.yield %0, %1 : f32, i32
  }
}
