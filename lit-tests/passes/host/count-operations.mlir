// Operations counted, all of them or those of one name; the input does not change.
// RUN: tc-opt %s --verify-diagnostics --pass-pipeline="builtin.module(func.func(count-operations{report=true}))" | FileCheck %s
// RUN: tc-opt %s -o /dev/null --tc-pass-statistics --pass-pipeline="builtin.module(func.func(count-operations))" 2>&1 | FileCheck %s --check-prefix=ALL
// RUN: tc-opt %s -o /dev/null --tc-pass-statistics --pass-pipeline="builtin.module(func.func(count-operations{only=arith.muli}))" 2>&1 | FileCheck %s --check-prefix=ONLY

// ALL: count-operations: 2 runs
// ALL-NEXT: {{^ *}}4 operations  operations counted
// ONLY: {{^ *}}1 operations  operations counted

// CHECK-LABEL: func.func @counted
// CHECK-NEXT: arith.addi
// CHECK-NEXT: arith.muli
// expected-remark@+1 {{3 operations}}
func.func @counted(%x: i32) -> i32 {
  %0 = arith.addi %x, %x : i32
  %1 = arith.muli %0, %x : i32
  return %1 : i32
}

// expected-remark@+1 {{1 operations}}
func.func @empty() { return }
