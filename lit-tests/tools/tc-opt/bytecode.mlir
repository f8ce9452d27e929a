// Reading and writing bytecode.
// RUN: tc-opt %s --emit-bytecode -o %t.mlirbc
// RUN: tc-opt %t.mlirbc --count-operations=report=true 2>&1 | FileCheck %s

// CHECK: remark: 2 operations
// CHECK: func.func @f()
func.func @f() { return }
