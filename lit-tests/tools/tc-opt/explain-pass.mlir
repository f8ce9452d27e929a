// --tc-explain-pass prints the doc comment, the options with their defaults, and the statistics.
// RUN: tc-opt --tc-explain-pass=count-operations | FileCheck %s
// RUN: tc-opt --tc-explain-pass=all | FileCheck %s --check-prefix=ALL
// RUN: not tc-opt --tc-explain-pass=count-operation 2>&1 | FileCheck %s --check-prefix=NEAR
// RUN: not tc-opt --tc-explain-pass=zzz 2>&1 | FileCheck %s --check-prefix=FAR

// CHECK: count-operations: count nested operations
// CHECK-NEXT: runs on any operation
// CHECK: Walks the operation
// CHECK: options:
// CHECK: report=false
// CHECK-NEXT: report the count in a remark
// CHECK: statistics:
// CHECK-NEXT: operations: operations counted

// ALL: count-operations: count nested operations
// ALL: schedule-tile: from the loops of a band
// ALL: tc-to-schedule:

// NEAR: error: no pass of ours is called `count-operation`; did you mean `count-operations`?
// FAR: error: no pass of ours is called `zzz`; `--list-passes` shows all passes
