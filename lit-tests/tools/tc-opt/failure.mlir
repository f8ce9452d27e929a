// A failure carries a message, a location and notes.
// RUN: tc-test-opt %s --split-input-file --verify-diagnostics --pass-pipeline="builtin.module(func.func(test-failure))"
// RUN: not tc-test-opt %s --split-input-file --pass-pipeline="builtin.module(func.func(test-failure))" 2>&1 | FileCheck %s

// CHECK: error: refused
// CHECK: note: at the same place
// CHECK: note: because of this
// CHECK: note: because of this

// expected-error@+2 {{refused}}
// expected-note@+1 {{at the same place}}
func.func @two(%a: i32) -> i32 {
  %0 = arith.addi %a, %a : i32 // expected-note {{because of this}}
  return %0 : i32 // expected-note {{because of this}}
}

// -----

// expected-error@+2 {{refused}}
// expected-note@+1 {{at the same place}}
func.func @one() {
  return // expected-note {{because of this}}
}
