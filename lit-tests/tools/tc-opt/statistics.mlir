// The statistics of passes, summed over operations, threads and sections of the input.
// RUN: tc-opt %s --split-input-file -o /dev/null --tc-pass-statistics \
// RUN:   --pass-pipeline="builtin.module(func.func(count-operations))" 2>&1 | FileCheck %s --check-prefix=TEXT
// RUN: tc-opt %s --split-input-file -o /dev/null --tc-pass-statistics=json \
// RUN:   --pass-pipeline="builtin.module(func.func(count-operations{only=arith.addi}))" 2>&1 | FileCheck %s --check-prefix=JSON

// TEXT: count-operations: 3 runs
// TEXT-NEXT: {{^ *}}6 operations  operations counted

// JSON: "pass": "count-operations",
// JSON-NEXT: "runs": 3,
// JSON: "name": "operations",
// JSON-NEXT: "value": 3,
// JSON-NEXT: "summary": "operations counted"

// Only on request.
// RUN: tc-opt %s --split-input-file --pass-pipeline="builtin.module(func.func(count-operations))" 2>&1 | FileCheck %s --check-prefix=QUIET
// QUIET-NOT: runs

// The value of the flag is checked.
// RUN: not tc-opt %s --tc-pass-statistics=xml 2>&1 | FileCheck %s --check-prefix=FORM
// FORM: Cannot find option named 'xml'

func.func @a(%x: i32) -> i32 {
  %0 = arith.addi %x, %x : i32
  return %0 : i32
}
func.func @b() { return }

// -----

func.func @c(%x: i32) -> i32 {
  %0 = arith.addi %x, %x : i32
  %1 = arith.addi %0, %x : i32
  return %1 : i32
}
