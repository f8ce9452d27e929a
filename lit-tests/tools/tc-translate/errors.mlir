// Each mistake has its message and its exit status: 1 for the input, 2 for the command line.
// RUN: not tc-translate --mlir-to-ptx %s 2>&1 | FileCheck %s --check-prefix=NOGPU
// NOGPU: error: the module holds neither `gpu.module` nor `gpu.binary`; `schedule-to-gpu` makes the first

// RUN: not tc-translate --mlir-to-ptx --target sm_1 %S/mlir-to-ptx.mlir 2>&1 | FileCheck %s --check-prefix=TARGET
// TARGET: error: unknown target `sm_1`: built in are {{.*}}sm_90a

// RUN: not tc-translate --mlir-to-ptx --target host %S/mlir-to-ptx.mlir 2>&1 | FileCheck %s --check-prefix=HOST
// HOST: error: target `host` is not a GPU, so it has no PTX

// RUN: not tc-translate --mlir-to-ptx %t.missing 2>&1 | FileCheck %s --check-prefix=MISSING
// MISSING: error: cannot read `{{.*}}.missing`: No such file or directory

// RUN: not tc-translate --mlir-to-llvmir %S/Inputs/invalid.mlir 2>&1 | FileCheck %s --check-prefix=INVALID
// INVALID: error: 'arith.addi' op
// INVALID-NEXT: --> {{.*}}invalid.mlir:1:18
// INVALID-NEXT: 1 | func.func @f() { "arith.addi"() : () -> () }

// RUN: rm -rf %t && mkdir %t
// RUN: not tc-translate --mlir-to-llvmir %S/Inputs/invalid.mlir -o %t/out.ll 2> %t.err
// RUN: ls -A %t | count 0
// RUN: not tc-translate --mlir-to-llvmir %s -o %t/missing/out.ll 2>&1 | FileCheck %s --check-prefix=OUTPUT
// OUTPUT: error: cannot write `{{.*}}/missing/out.ll`: its folder does not exist

// RUN: not tc-translate --mlir-to-llvmir --diagnostic-format=short %S/Inputs/invalid.mlir 2>&1 | FileCheck %s --check-prefix=SHORT
// SHORT: {{^}}{{.*}}invalid.mlir:1:18: error: 'arith.addi' op

// RUN: sh -c 'tc-translate; echo "status $?"' 2>&1 | FileCheck %s --check-prefix=NOTHING
// NOTHING: --mlir-to-ptx
// NOTHING: status 2
// RUN: sh -c 'tc-translate --mlir-to-ptx %s; echo "status $?"' 2>&1 | FileCheck %s --check-prefix=STATUS
// STATUS: status 1

func.func @f() { return }
