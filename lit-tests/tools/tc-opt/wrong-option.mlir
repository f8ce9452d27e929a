// The error for an unknown option or an invalid value names the existing options or what was expected.
// RUN: not tc-test-opt %s --pass-pipeline="builtin.module(test-options{szes=1})" 2>&1 | FileCheck %s --check-prefix=NAME
// RUN: not tc-test-opt %s --test-options="szes=1" 2>&1 | FileCheck %s --check-prefix=NAME
// NAME: error: no such option szes; `test-options` has options: flag, depth, block-size, limit, text, direction, sizes, names

// RUN: not tc-test-opt %s --pass-pipeline="builtin.module(test-panic{deep=1})" 2>&1 | FileCheck %s --check-prefix=NONE
// NONE: error: no such option deep; `test-panic` has no options

// RUN: not tc-test-opt %s --test-options="depth=x" 2>&1 | FileCheck %s --check-prefix=INTEGER
// INTEGER: for the --depth option: 'x' value invalid
// INTEGER: error: `test-options` has options: flag, depth,

// RUN: not tc-test-opt %s --test-options="block-size=-1" 2>&1 | FileCheck %s --check-prefix=NEGATIVE
// NEGATIVE: error: `test-options`: option `block-size`: expected an integer from 0 to 4294967295, found -1

// RUN: not tc-test-opt %s --test-options="direction=sideways" 2>&1 | FileCheck %s --check-prefix=CHOICE
// CHOICE: error: `test-options`: option `direction`: expected one of up, down; found `sideways`

// RUN: not tc-test-opt %s --test-options="block-size=0" 2>&1 | FileCheck %s --check-prefix=CHECKED
// CHECKED: error: `test-options`: `block-size` is 0; expected at least one thread

// RUN: not tc-test-opt %s --test-pipeline="sizes={}" 2>&1 | FileCheck %s --check-prefix=PIPELINE
// PIPELINE: error: `test-pipeline`: `sizes` is empty; expected one per loop

// RUN: not tc-test-opt %s --pass-pipeline="builtin.module(no-such-pass)" 2>&1 | FileCheck %s --check-prefix=UNKNOWN
// UNKNOWN: error: 'no-such-pass' does not refer to a registered pass or pass pipeline
// UNKNOWN-NOT: did you mean

// The nearest name is suggested, among our passes and MLIR's, in a pipeline and as a flag; LLVM would suggest schedule-isl.
// RUN: not tc-test-opt %s --pass-pipeline="builtin.module(schedule.scop(schedule-tiel{sizes=3},cse))" 2>&1 | FileCheck %s --check-prefix=NEAR
// RUN: not tc-test-opt %s --schedule-tiel=sizes=3 2>&1 | FileCheck %s --check-prefix=NEAR
// NEAR: schedule-tiel
// NEAR-NOT: schedule-isl
// NEAR: help: did you mean `schedule-tile`?
// RUN: not tc-test-opt %s --pass-pipeline="builtin.module(canonicalise)" 2>&1 | FileCheck %s --check-prefix=UPSTREAM
// UPSTREAM: help: did you mean `canonicalize`?

module {}
