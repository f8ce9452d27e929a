// A panic inside a pass is a diagnostic at the operation, with the source location of the panic; other operations are not affected.
// RUN: not tc-test-opt %s --pass-pipeline="builtin.module(func.func(test-panic,cse))" 2>&1 | FileCheck %s
// RUN: not tc-test-opt %s --pass-pipeline="builtin.module(func.func(test-panic,cse))" --mlir-disable-threading 2>&1 | FileCheck %s

// CHECK: panic.mlir:[[@LINE+6]]:1: error: internal error in `test-panic`: asked for by "once", at {{.*}}passes{{.*}}.rs:{{[0-9]+}}:{{[0-9]+}}
// CHECK: note: this is a bug; please report it with this input and pipeline
// CHECK-NOT: panicked at
// CHECK-NOT: PLEASE submit a bug report

func.func @fine() { return }
func.func @panics() attributes {test.panic = "once"} { return }
