// Options reach the pass as typed values, and the dumped pipeline contains all of them.
// RUN: tc-test-opt %s --dump-pass-pipeline -o /dev/null \
// RUN:   --pass-pipeline="builtin.module(test-options,test-options{flag=false depth=5 block-size=7 limit=9 text='a b,c' direction=down sizes=1,2 names=x,y},test-options{text={{ S[i] -> [i] }} sizes={}})" \
// RUN:   2>&1 | FileCheck %s

// The pipeline is dumped once.
// CHECK: Pass Manager with 3 passes:
// CHECK: test-options{block-size=32 depth=-3 direction=up flag=true limit='' {{ *}}text=plain},
// CHECK-NEXT: test-options{block-size=7 depth=5 direction=down flag=false limit=9 names={x,y} sizes={1,2} text='a b,c'},
// CHECK-NEXT: test-options{block-size=32 depth=-3 direction=up flag=true limit='' {{ *}}sizes={} text='{ S[i] -> [i] }'}

// CHECK-NOT: Pass Manager
// CHECK: remark: flag true, depth -3, block size 32, limit None, text [plain], direction up, sizes [8, -1], names []
// CHECK: remark: flag false, depth 5, block size 7, limit Some(9), text [a b,c], direction down, sizes [1, 2], names ["x", "y"]
// CHECK: remark: flag true, depth -3, block size 32, limit None, text [{ S[i] -> [i] }], direction up, sizes [], names []

// The dumped pipeline runs again: the last pass above, as it was printed.
// RUN: tc-test-opt %s -o /dev/null --pass-pipeline="builtin.module(test-options{block-size=32 depth=-3 direction=up flag=true limit=''  sizes={} text='{ S[i] -> [i] }'})" \
// RUN:   2>&1 | FileCheck %s --check-prefix=AGAIN
// AGAIN: remark: flag true, depth -3, block size 32, limit None, text [{ S[i] -> [i] }], direction up, sizes [], names []

// A pass named on the command line takes its options there.
// RUN: tc-test-opt %s -o /dev/null --test-options="depth=8 sizes=4" 2>&1 | FileCheck %s --check-prefix=FLAG
// FLAG: remark: flag true, depth 8, block size 32, limit None, text [plain], direction up, sizes [4], names []

module {}
