// 0 ok, 1 diagnostics, 2 a command line that makes no sense, 70 internal error.
// RUN: sh -c 'tc-opt %s > %t.out; echo "ok $?"' > %t
// RUN: sh -c 'tc-opt %S/Inputs/invalid.mlir; echo "diagnostics $?"' >> %t
// RUN: sh -c 'tc-opt --no-such-flag; echo "usage $?"' >> %t
// RUN: sh -c 'tc-opt --tc-explain-pass=zzz; echo "unknown pass $?"' >> %t
// RUN: FileCheck %s < %t

// CHECK: ok 0
// CHECK-NEXT: diagnostics 1
// CHECK-NEXT: usage 2
// CHECK-NEXT: unknown pass 2

module {}
