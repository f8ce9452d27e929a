// A missing file, one that is not IR, ten megabytes of noise, standard input.
// RUN: not tc-opt %t.missing 2>&1 | FileCheck %s --check-prefix=MISSING
// MISSING: error: cannot read '{{.*}}.missing': No such file or directory

// RUN: not tc-opt %S 2>&1 | FileCheck %s --check-prefix=FOLDER
// FOLDER: error: cannot read '{{.*}}': Is a directory

// RUN: not tc-opt %S/Inputs/invalid.mlir 2>&1 | FileCheck %s --check-prefix=INVALID
// INVALID: invalid.mlir:1:18: error: 'arith.addi' op

// RUN: %{python} -c "import random, sys; sys.stdout.buffer.write(random.Random(1).randbytes(10000000))" > %t.noise
// RUN: not tc-opt %t.noise > %t.out 2> %t.err
// RUN: FileCheck %s --check-prefix=NOISE < %t.err
// RUN: FileCheck %s --check-prefix=NOTHING --allow-empty < %t.out
// NOISE: .noise:1:{{[0-9]+}}: error:
// NOTHING-NOT: {{.}}

// RUN: not tc-opt - < %S/Inputs/invalid.mlir 2>&1 | FileCheck %s --check-prefix=STANDARD
// STANDARD: error: 'arith.addi' op
