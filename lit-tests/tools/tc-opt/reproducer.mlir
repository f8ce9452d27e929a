// A failing pipeline leaves a reproducer with the options of our passes, and the reproducer fails the same way.
// RUN: not tc-test-opt %s --pass-pipeline="builtin.module(test-options{text='a b,c' sizes=4},func.func(test-panic))" \
// RUN:   --mlir-pass-pipeline-crash-reproducer=%t.mlir 2> %t.err
// RUN: FileCheck %s --check-prefix=FILE < %t.mlir
// RUN: not tc-test-opt --run-reproducer %t.mlir 2>&1 | FileCheck %s --check-prefix=AGAIN

// FILE: pipeline: "builtin.module(test-options{block-size=32 depth=-3 direction=up flag=true limit='' {{ *}}sizes={4} text='a b,c'}, func.func(test-panic))"
// AGAIN: remark: flag true, depth -3, block size 32, limit None, text [a b,c], direction up, sizes [4], names []
// AGAIN: error: internal error in `test-panic`: asked for by "always"

func.func @panics() attributes {test.panic = "always"} { return }
