// 0 ok, 1 diagnostics, 2 an invalid command line, 70 internal error.
// RUN: sh -c 'tc-opt %s > %t.out; echo "ok $?"' > %t
// RUN: sh -c 'tc-opt %S/Inputs/invalid.mlir; echo "diagnostics $?"' >> %t
// RUN: sh -c 'tc-opt --no-such-flag; echo "usage $?"' >> %t
// RUN: sh -c 'tc-opt --tc-explain-pass=zzz; echo "unknown pass $?"' >> %t
// RUN: sh -c 'tc-opt %s --pass-pipeline="builtin.module(no-such-pass)"; echo "no such pass $?"' >> %t
// RUN: sh -c 'tc-opt %s --pass-pipeline="builtin.module("; echo "pipeline that does not end $?"' >> %t
// RUN: sh -c 'tc-opt %s --tc-to-schedule --pass-pipeline="builtin.module()"; echo "two pipelines $?"' >> %t
// RUN: sh -c 'tc-opt %s --schedule-tile=szes=1; echo "no such option $?"' >> %t
// RUN: sh -c 'tc-test-opt %s --test-options=block-size=-1; echo "value out of range $?"' >> %t
// RUN: FileCheck %s < %t

// CHECK: ok 0
// CHECK-NEXT: diagnostics 1
// CHECK-NEXT: usage 2
// CHECK-NEXT: unknown pass 2
// CHECK-NEXT: no such pass 2
// CHECK-NEXT: pipeline that does not end 2
// CHECK-NEXT: two pipelines 2
// CHECK-NEXT: no such option 2
// CHECK-NEXT: value out of range 2

module {}
