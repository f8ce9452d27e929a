// Each message of the parser and the verifier of the tc dialect.

// RUN: tc-opt %s -split-input-file -verify-diagnostics

// expected-error@+1 {{'index' is not an element type of a tensor; expected i1, i8 to i64, ui8 to ui64, f16, bf16, f32 or f64}}
tc.def @element(%A: !tc.tensor<[N], index>) -> () {}

// -----

// expected-error@+1 {{expected an integer, a name, `min`, `max`, `-` or `(`, found `+`}}
tc.def @expression(%A: !tc.tensor<[N + + 1], f32>) -> () {}

// -----

// expected-error@+1 {{expected an integer, a name, `min`, `max`, `-` or `(`, found the end of the expression}}
tc.def @expression_ends(%A: !tc.tensor<[N -], f32>) -> () {}

// -----

// expected-error@+1 {{expected an operator or the end of the expression, found `N`}}
#a = #tc.expr<"2N" + 2 N>

// -----

// expected-error@+1 {{does not fit int64}}
#a = #tc.expr<99999999999999999999999>

// -----

// expected-error@+1 {{is a word of the grammar; as a name it is quoted}}
#a = #tc.expr<in + 1>

// -----

tc.def @tensor_unknown(%A: !tc.tensor<[N], f32>) -> (%B: !tc.tensor<[N], f32>) {
  tc.comprehension %B[i] (i in [0, N)) {
    // expected-error@+1 {{tensor '%C' is not declared; expected an argument of the enclosing 'tc.def' or the result of an earlier 'tc.temporary'}}
    %0 = tc.read %C[i] : f32
    tc.yield %0 : f32
  }
}

// -----

// expected-error@+1 {{an argument has no attribute but `name`, a string}}
tc.def @attribute(%A: !tc.tensor<[N], f32> {noalias}) -> () {}

// -----

// expected-error@+1 {{'tc.def' op has 1 arguments, but 0 names of arguments}}
"tc.def"() <{sym_name = "f", arg_names = [], num_inputs = 1}> ({
^bb0(%A: !tc.tensor<[N], f32>):
}) : () -> ()

// -----

// expected-error@+1 {{'tc.def' op has 1 arguments, which cannot be 2 inputs}}
"tc.def"() <{sym_name = "f", arg_names = ["A"], num_inputs = 2}> ({
^bb0(%A: !tc.tensor<[N], f32>):
}) : () -> ()

// -----

// expected-error@+1 {{'tc.def' op has 0 returns, so return 0 cannot be updated in place}}
"tc.def"() <{sym_name = "f", arg_names = ["A"], num_inputs = 1, inout = array<i64: 0>}> ({
^bb0(%A: !tc.tensor<[N], f32>):
}) : () -> ()

// -----

// expected-error@+1 {{'tc.def' op expects tensors as arguments, but argument 0 is of type 'f32'}}
tc.def @argument(%A: f32) -> () {}

// -----

tc.def @foreign(%A: !tc.tensor<[N], f32>) -> () {
  // expected-error@+1 {{'arith.constant' op does not belong in a 'tc.def'; expected 'tc.temporary', 'tc.comprehension', 'tc.for' or 'tc.call'}}
  %0 = arith.constant 1.0 : f32
}

// -----

// expected-error@+1 {{'tc.def' op has the name 'A$', which is not made of letters, digits and '_'}}
tc.def @word(%A$: !tc.tensor<[N], f32>) -> () {}

// -----

// expected-error@+1 {{'tc.def' op has two tensors named 'A'}}
tc.def @twice(%A: !tc.tensor<[N], f32>, %B: !tc.tensor<[N], f32> {name = "A"}) -> () {}

// -----

// expected-error@+1 {{'tc.def' op lists size 'K' twice}}
tc.def @size_twice() -> () sizes(K, K) {}

// -----

// expected-error@+1 {{'tc.def' op uses 'A' as a size and as a tensor}}
tc.def @clash(%A: !tc.tensor<[N], f32>, %B: !tc.tensor<[A], f32>) -> () {}

// -----

// expected-error@+1 {{'tc.def' op names 'Q' in dimension 0 of 'B', which is not known there; sizes: 'N', 'M'}}
tc.def @size(%A: !tc.tensor<[N, M], f32>) -> (%B: !tc.tensor<[Q + Q], f32>) {}

// -----

tc.def @size_of_temporary(%A: !tc.tensor<[N, M], f32>) -> () {
  // expected-error@+1 {{'tc.temporary' op names 'Q' in dimension 1 of 'T', which is not known there; sizes: 'N', 'M'}}
  %T = tc.temporary : !tc.tensor<[N, 1 to Q], f32>
}

// -----

// expected-error@+1 {{'tc.def' op names the extent 'C.0' in dimension 0 of 'B', but there is no tensor 'C'}}
tc.def @extent(%A: !tc.tensor<[N], f32>) -> (%B: !tc.tensor<[C.0], f32>) {}

// -----

// expected-error@+1 {{'tc.def' op names the extent 'A.1' in dimension 0 of 'B', but 'A' has rank 1}}
tc.def @extent(%A: !tc.tensor<[N], f32>) -> (%B: !tc.tensor<[A.1], f32>) {}

// -----

// expected-error@+1 {{'tc.def' op has the precondition 'N', which does not parse: expected a comparison}}
tc.def @precondition(%A: !tc.tensor<[N], f32>) -> () attributes {preconditions = ["N"]} {}

// -----

// expected-error@+1 {{'tc.def' op names 'Q' in a precondition, which is not known there; sizes: 'N'}}
tc.def @precondition(%A: !tc.tensor<[N], f32>) -> () attributes {preconditions = ["N >= Q"]} {}

// -----

// expected-error@+1 {{'tc.temporary' op expects parent op 'tc.def'}}
%T = tc.temporary : !tc.tensor<[N], f32>

// -----

tc.def @input(%A: !tc.tensor<[N], f32>) -> () {
  // expected-error@+1 {{'tc.comprehension' op writes input 'A', which is immutable; write to a new tensor}}
  tc.comprehension %A[i] (i in [0, N)) {
    %0 = tc.read %A[i] : f32
    tc.yield %0 : f32
  }
}

// -----

tc.def @no_yield(%A: !tc.tensor<[N], f32>) -> (%B: !tc.tensor<[N], f32>) {
  // expected-error@+1 {{'tc.comprehension' op must end in a 'tc.yield'}}
  tc.comprehension %B[i] (i in [0, N)) {
    llvm.unreachable
  }
}

// -----

tc.def @rank(%A: !tc.tensor<[N], f32>) -> (%B: !tc.tensor<[N, N], f32>) {
  // expected-error@+1 {{'tc.comprehension' op writes a tensor of rank 2 at 1 subscripts}}
  tc.comprehension %B[i] (i in [0, N)) {
    // expected-error@+1 {{'tc.read' op has 2 subscripts for a tensor of rank 1}}
    %0 = tc.read %A[i, i] : f32
    tc.yield %0 : f32
  }
}

// -----

tc.def @left_twice(%A: !tc.tensor<[N], f32>) -> (%B: !tc.tensor<[N, N], f32>) {
  // expected-error@+1 {{'tc.comprehension' op has index 'i' twice on the left}}
  tc.comprehension %B[i, i] (i in [0, N)) {
    %0 = tc.read %A[i] : f32
    tc.yield %0 : f32
  }
}

// -----

tc.def @index_twice(%A: !tc.tensor<[N], f32>) -> (%B: !tc.tensor<[N], f32>) {
  // expected-error@+1 {{'tc.comprehension' op declares index 'i' twice}}
  tc.comprehension %B[i] (i in [0, N), i in [0, 1)) {
    %0 = tc.read %A[i] : f32
    tc.yield %0 : f32
  }
}

// -----

tc.def @left_undeclared(%A: !tc.tensor<[N], f32>) -> (%B: !tc.tensor<[N], f32>) {
  // expected-error@+1 {{'tc.comprehension' op names 'j' on the left, which is not known there; indices and sizes: 'i', 'N'}}
  tc.comprehension %B[j] add init (i in [0, N)) {
    %0 = tc.read %A[i] : f32
    tc.yield %0 : f32
  }
}

// -----

tc.def @index_word(%A: !tc.tensor<[N], f32>) -> (%B: !tc.tensor<[N], f32>) {
  // expected-error@+1 {{'tc.comprehension' op has index 'a b', whose name is not made of letters, digits and '_'}}
  tc.comprehension %B[0] add ("a b" in [0, N)) {
    %0 = tc.read %A[0] : f32
    tc.yield %0 : f32
  }
}

// -----

tc.def @index_hides(%A: !tc.tensor<[N], f32>) -> (%B: !tc.tensor<[N], f32>) {
  // expected-error@+1 {{'tc.comprehension' op has index 'N', which is also the name of a size or a tensor}}
  tc.comprehension %B[N] (N in [0, 4)) {
    %0 = tc.read %A[N] : f32
    tc.yield %0 : f32
  }
}

// -----

tc.def @reduces_under_assignment(%A: !tc.tensor<[N, M], f32>) -> (%B: !tc.tensor<[N], f32>) {
  // expected-error@+1 {{'tc.comprehension' op has index 'k' only on the right, but assigns; expected a reduction such as 'add init'}}
  tc.comprehension %B[i] (i in [0, N), k in [0, M)) {
    %0 = tc.read %A[i, k] : f32
    tc.yield %0 : f32
  }
}

// -----

tc.def @init(%A: !tc.tensor<[N], f32>) -> (%B: !tc.tensor<[N], f32>) {
  // expected-error@+1 {{'tc.comprehension' op has 'init', but assigns; expected a reduction such as 'add init'}}
  "tc.comprehension"(%B) <{left = [#tc.expr<i>], indices = ["i"], ranges = [#tc.range<?>], init}> ({
    %0 = tc.read %A[i] : f32
    tc.yield %0 : f32
  }) : (!tc.tensor<[N], f32>) -> ()
}

// -----

tc.def @ranges(%A: !tc.tensor<[N], f32>) -> (%B: !tc.tensor<[N], f32>) {
  // expected-error@+1 {{'tc.comprehension' op has 1 indices, but 0 ranges}}
  "tc.comprehension"(%B) <{left = [#tc.expr<i>], indices = ["i"], ranges = []}> ({
    %0 = tc.read %A[i] : f32
    tc.yield %0 : f32
  }) : (!tc.tensor<[N], f32>) -> ()
}

// -----

tc.def @range(%A: !tc.tensor<[N], f32>) -> (%B: !tc.tensor<[N], f32>) {
  // expected-error@+1 {{'tc.comprehension' op names 'j' in the range of 'k', which is not known there; sizes: 'N', 'i'}}
  tc.comprehension %B[i] add init (i in [0, N), k in [j, N), j in [i, N)) {
    %0 = tc.read %A[i] : f32
    tc.yield %0 : f32
  }
}

// -----

// All errors are reported, not only the first.
tc.def @names(%A: !tc.tensor<[N], f32>, %s: !tc.tensor<[], f32>) -> (%B: !tc.tensor<[N], f32>) {
  tc.comprehension %B[i] (i in [0, N)) {
    // expected-error@+1 {{'tc.read' op names 'q' in a subscript, which is not known there; indices and sizes: 'i', 'N'}}
    %0 = tc.read %A[i + q] : f32
    // expected-error@+1 {{'tc.read' op names 's' in a subscript, which is not known there; indices and sizes: 'i', 'N'}}
    %1 = tc.read %A[s] : f32
    // expected-error@+1 {{'tc.exists' op names the extent 'A.7' in a subscript, but 'A' has rank 1}}
    tc.exists %A[A.7]
    // expected-error@+1 {{'tc.value' op names 'k' in its expression, which is not known there; indices and sizes: 'i', 'N'}}
    %2 = tc.value k : index
    tc.yield %0 : f32
  }
}

// -----

tc.def @read_type(%A: !tc.tensor<[N], ui8>) -> (%B: !tc.tensor<[N], ui8>) {
  tc.comprehension %B[i] (i in [0, N)) {
    // expected-error@+1 {{'tc.read' op reads a 'i8' from a tensor of 'ui8', not a 'ui8'}}
    %0 = tc.read %A[i] : ui8
    // expected-error@+1 {{'tc.yield' op must yield a value of type 'i8' into a tensor of 'ui8', not 'ui8'}}
    tc.yield %0 : ui8
  }
}

// -----

tc.def @half(%A: !tc.tensor<[N], f16>) -> (%B: !tc.tensor<[N], f16>) {
  tc.comprehension %B[i] (i in [0, N)) {
    %0 = tc.read %A[i] : f16
    // expected-error@+1 {{'tc.yield' op must yield a value of type 'f32' into a tensor of 'f16', not 'f16'}}
    tc.yield %0 : f16
  }
}

// -----

tc.def @gather(%A: !tc.tensor<[N], f32>) -> (%B: !tc.tensor<[N], f32>) {
  tc.comprehension %B[i] (i in [0, N)) {
    // expected-error@+1 {{'tc.read' op has 0 values for 1 subscripts that are values}}
    %0 = "tc.read"(%A) <{subscripts = [unit]}> : (!tc.tensor<[N], f32>) -> f32
    // expected-error@+1 {{'tc.read' op has the subscript "i"; expected '#tc.expr<...>' or 'unit'}}
    %1 = "tc.read"(%A) <{subscripts = ["i"]}> : (!tc.tensor<[N], f32>) -> f32
    tc.yield %0 : f32
  }
}

// -----

func.func @outside() {
  // expected-error@+1 {{'tc.value' op must be in a 'tc.comprehension', whose indices it may name}}
  %0 = tc.value i : index
  return
}

// -----

tc.def @calls(%A: !tc.tensor<[N], f32>) -> (%B: !tc.tensor<[N], f32>) {
  // expected-error@+1 {{'tc.call' op calls '@nothing', which is not a 'tc.def' here}}
  tc.call @nothing(%A) into (%B)
}

// -----

tc.def @calls(%A: !tc.tensor<[N], f32>) -> (%B: !tc.tensor<[N], f32>) {
  // expected-error@+1 {{'tc.call' op gives 2 tensors for the inputs of '@callee', which has 1}}
  tc.call @callee(%A, %A) into (%B)
}
// expected-note@+1 {{'@callee' is defined here}}
tc.def @callee(%X: !tc.tensor<[M], f32>) -> (%Y: !tc.tensor<[M], f32>) {}

// -----

tc.def @calls(%A: !tc.tensor<[N], f32>, %C: !tc.tensor<[N, N], f32>) -> (%B: !tc.tensor<[N], f64>) {
  // expected-error@+2 {{'tc.call' op gives a '!tc.tensor<[N, N], f32>' for 'X', which is a '!tc.tensor<[M], f32>'}}
  // expected-error@+1 {{'tc.call' op gives a '!tc.tensor<[N], f64>' for 'Y', which is a '!tc.tensor<[M], f32>'}}
  tc.call @callee(%C) into (%B)
}
// expected-note@+1 {{'@callee' is defined here}}
tc.def @callee(%X: !tc.tensor<[M], f32>) -> (%Y: !tc.tensor<[M], f32>) {}

// -----

tc.def @calls(%A: !tc.tensor<[N], f32>) -> () {
  // expected-error@+1 {{'tc.call' op writes input 'A', which is immutable; write to a new tensor}}
  tc.call @callee(%A) into (%A)
}
tc.def @callee(%X: !tc.tensor<[M], f32>) -> (%Y: !tc.tensor<[M], f32>) {}

// -----

// Loops.
tc.def @loops(%n: !tc.tensor<[], i32>) -> (%A: !tc.tensor<[N], f32>) sizes(N) {
  // expected-error@+1 {{'tc.for' op has the loop index 'N', which is also the name of a size or a tensor}}
  tc.for N in [0, n) {}
  tc.for t in [0, N) {
    // expected-error@+1 {{'tc.for' op has the loop index 't', which is also the index of a loop around it}}
    tc.for t in [0, N) {}
    // expected-error@+1 {{'tc.for' op names 'u' in the range of 'v', which is not known there; sizes, integer inputs and loop indices: 'N', 'n', 't'}}
    tc.for v in [t, u) {}
    // expected-error@+1 {{'tc.comprehension' op has index 't', which is also the index of a loop around it}}
    tc.comprehension %A[t] (t in [0, N)) {
      %0 = arith.constant 0.0 : f32
      tc.yield %0 : f32
    }
  }
  // expected-error@+1 {{'tc.for' op has no range; expected 'in [lower, upper)'}}
  "tc.for"() <{index = "t", range = #tc.range<?>}> ({^bb0:}) : () -> ()
}

// -----

tc.def @name_of_a_loop_index() -> () {
  // expected-error@+1 {{'tc.for' op has the loop index 'a.b', whose name is not made of letters, digits and '_'}}
  tc.for a.b in [0, 4) {}
}

// -----

tc.def @contents_of_a_loop() -> () {
  tc.for t in [0, 4) {
    // expected-error@+1 {{'tc.temporary' op expects parent op 'tc.def'}}
    %H = tc.temporary : !tc.tensor<[4], f32>
  }
}

// -----

tc.def @operations_of_a_loop() -> () {
  tc.for t in [0, 4) {
    // expected-error@+1 {{'arith.constant' op does not belong in a 'tc.def'; expected 'tc.temporary', 'tc.comprehension', 'tc.for' or 'tc.call'}}
    %0 = arith.constant 0.0 : f32
  }
}

// -----

tc.def @fixed(%x: !tc.tensor<[N], f32>) -> (%A: !tc.tensor<[N], f32>) {
  // expected-error@+1 {{'tc.comprehension' op names 't' on the left, which is not known there; indices and sizes: 'N'}}
  tc.comprehension %A[t + 1] () {
    %0 = tc.read %x[0] : f32
    tc.yield %0 : f32
  }
}

// -----

tc.def @box(%x: !tc.tensor<[N], f32>) -> (%A: !tc.tensor<[N, N], f32>) {
  // expected-error@+1 {{'tc.comprehension' op has index 'j' on the left, whose range names index 'i': the target is written in a box}}
  tc.comprehension %A[i, j] (i in [0, N), j in [0, i + 1)) {
    %0 = tc.read %x[j] : f32
    tc.yield %0 : f32
  }
}

// -----

// Scatter.
tc.def @assigns_at_a_computed_place(%x: !tc.tensor<[N], i32>) -> (%A: !tc.tensor<[K], i32>) sizes(K) {
  // expected-error@+1 {{'tc.comprehension' op assigns at a computed place, where values may meet; expected a reduction such as 'add init'}}
  tc.comprehension %A[?] () {
    %0 = tc.read %x[0] : i32
    %1 = arith.index_cast %0 : i32 to index
    tc.yield %0 at (%1) : i32
  }
}

// -----

tc.def @places(%x: !tc.tensor<[N], i32>) -> (%A: !tc.tensor<[K, K], i32>) sizes(K) {
  tc.comprehension %A[?, ?] add (i in [0, N)) {
    %0 = tc.read %x[i] : i32
    %1 = arith.index_cast %0 : i32 to index
    // expected-error@+1 {{'tc.yield' op gives 1 places for 2 subscripts on the left that are computed}}
    tc.yield %0 at (%1) : i32
  }
}

// -----

tc.def @subscript_on_the_left(%x: !tc.tensor<[N], i32>) -> (%A: !tc.tensor<[N], i32>) {
  // expected-error@+1 {{'tc.comprehension' op has the subscript "i" on the left; expected '#tc.expr<...>' or 'unit'}}
  "tc.comprehension"(%A) <{left = ["i"], indices = [], ranges = []}> ({
    %0 = tc.read %x[0] : i32
    tc.yield %0 : i32
  }) : (!tc.tensor<[N], i32>) -> ()
}

// -----

// Pairs.
tc.def @subscripts_of_a_pair(%x: !tc.tensor<[N], f32>) -> (%m: !tc.tensor<[N], f32>, %a: !tc.tensor<[N], i32>) {
  // expected-error@+1 {{expected the same subscripts for both targets of a pair}}
  tc.comprehension (%m[i], %a[j]) max init (i in [0, N), j in [0, N)) {}
}

// -----

tc.def @values_of_a_pair(%x: !tc.tensor<[N], f32>) -> (%m: !tc.tensor<[N], f32>, %a: !tc.tensor<[N], i32>) {
  tc.comprehension (%m[i], %a[i]) max init (i in [0, N)) {
    %0 = tc.read %x[i] : f32
    // expected-error@+1 {{'tc.yield' op yields 1 values for 2 targets}}
    tc.yield %0 : f32
  }
}

// -----

tc.def @pair(%x: !tc.tensor<[N], f32>) -> (%m: !tc.tensor<[N], f32>, %a: !tc.tensor<[N], i64>) {
  // expected-error@+3 {{'tc.comprehension' op has a pair of targets; expected the reduction 'min' or 'max'}}
  // expected-error@+2 {{'tc.comprehension' op has the same tensor as both targets of a pair}}
  // expected-error@+1 {{'tc.comprehension' op has the second target '!tc.tensor<[N], f32>'; expected integers and rank 1, as the first}}
  tc.comprehension (%m[i], %m[i]) add init (i in [0, N)) {
    %0 = tc.read %x[i] : f32
    tc.yield %0, %0 : f32, f32
  }
  tc.comprehension (%m[i], %a[i]) max init (i in [0, N)) {
    %0 = tc.read %x[i] : f32
    %1 = tc.value i : i32
    // expected-error@+1 {{'tc.yield' op must yield a place of type 'i64', not 'i32'}}
    tc.yield %0, %1 : f32, i32
  }
}

// -----

tc.def @one_target_twice(%x: !tc.tensor<[N], i32>) -> (%m: !tc.tensor<[N], i32>) {
  // expected-error@+1 {{'tc.comprehension' op has the same tensor as both targets of a pair}}
  tc.comprehension (%m[i], %m[i]) max init (i in [0, N)) {
    %0 = tc.read %x[i] : i32
    tc.yield %0, %0 : i32, i32
  }
}
