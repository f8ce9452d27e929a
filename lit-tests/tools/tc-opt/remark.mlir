// Remarks are diagnostics that do not fail.
// RUN: tc-opt %s --verify-diagnostics --pass-pipeline="builtin.module(func.func(count-operations{report=true}))" | FileCheck %s

// CHECK: func.func @counted
// expected-remark@+1 {{2 operations}}
func.func @counted(%x: i32) -> i32 {
  %0 = arith.addi %x, %x : i32
  return %0 : i32
}
