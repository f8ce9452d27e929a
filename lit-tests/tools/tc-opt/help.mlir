// --help shows the options of our passes with their doc comments, like those of a C++ pass.
// RUN: tc-opt --help | FileCheck %s

// Our passes come first, one line each, before the hundreds of options of LLVM.
// CHECK: OVERVIEW: mlir-opt with TC's dialects, passes and named pipelines
// CHECK: tc-opt [OPTIONS] FILE.mlir
// CHECK: Examples:
// CHECK: Exit status: 0 done;
// CHECK: Passes and pipelines of TC (--tc-explain-pass=NAME says all about one):
// CHECK: --schedule-tile {{ *}}- from the loops of a band to loops over tiles and loops inside a tile
// CHECK: OPTIONS:

// RUN: tc-test-opt --help | FileCheck %s --check-prefix=ONE
// ONE: OPTIONS:
// ONE: --test-options - report option values
// ONE-NEXT: --block-size=<long> - an integer that is not negative
// ONE-NEXT: --depth=<long> - an integer
// ONE-NEXT: --direction=<string> - a direction (up, down)
// ONE-NEXT: --flag - a boolean
// ONE: --test-pipeline - run test-options
// ONE-NEXT: --sizes=<long> - the sizes, twice as large in the end
// ONE: --tc-pass-statistics

// RUN: tc-opt --version | FileCheck %s --check-prefix=VERSION
// VERSION: {{^}}tc-opt {{[0-9]+\.[0-9]+\.[0-9]+}} (LLVM 22.
