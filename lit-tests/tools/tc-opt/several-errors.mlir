// A pass can report all its errors before it fails.
// RUN: tc-test-opt %s --verify-diagnostics --pass-pipeline="builtin.module(func.func(test-failure{several=true}))"

func.func @two(%a: i32) -> i32 {
  %0 = arith.addi %a, %a : i32 // expected-error {{refused here}}
  return %0 : i32 // expected-error {{refused here}}
}
