// An output file is written completely or not at all, and the old one is kept after a failure.
// RUN: rm -rf %t && mkdir %t && echo old > %t/out.mlir
// RUN: not tc-opt %S/Inputs/invalid.mlir -o %t/out.mlir 2> %t.err
// RUN: FileCheck %s --check-prefix=OLD < %t/out.mlir
// OLD: old

// RUN: tc-opt %s -o %t/out.mlir
// RUN: FileCheck %s < %t/out.mlir
// CHECK: func.func @f()
// RUN: ls -A %t | count 1

// RUN: not tc-opt %s -o %t/missing/out.mlir 2>&1 | FileCheck %s --check-prefix=FOLDER
// FOLDER: error: cannot write `{{.*}}/missing/out.mlir`: its folder does not exist

// RUN: not tc-opt %s -o %t 2>&1 | FileCheck %s --check-prefix=ISFOLDER
// ISFOLDER: error: cannot write `{{.*}}`: it is a folder

func.func @f() { return }
