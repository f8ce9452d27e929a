// What is no nest of a matrix operation stays loops, and says why.
// RUN: tc-opt %s --verify-diagnostics --loops-tensorize --tc-pass-statistics -o %t.mlir 2> %t.counts
// RUN: FileCheck %s --input-file=%t.mlir
// RUN: FileCheck %s --input-file=%t.counts --check-prefix=LEFT
// RUN: tc-opt %S/../../verify/Inputs/mm-units.mlir --schedule-to-gpu --loops-tensorize --loops-mem-to-reg --canonicalize --cse --schedule-to-nvvm --tc-pass-statistics -o /dev/null 2>&1 | FileCheck %s --check-prefix=COUNTS
// COUNTS: loops-tensorize: 1 run
// COUNTS-NEXT: {{^ *}}16 tensorized
// COUNTS-NEXT: {{^ *}}0 left
// COUNTS: schedule-to-nvvm
// COUNTS: {{^ *}}28 matrix-operations
// LEFT: {{^ *}}0 tensorized
// LEFT-NEXT: {{^ *}}1 left

// CHECK-LABEL: func.func @one
// CHECK: scf.for
// CHECK-NOT: tc.unit
func.func @one(%A: memref<8xf32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c8 = arith.constant 8 : index
  // expected-remark @+1 {{no matrix operation: expected five loops, one in the other}}
  scf.for %i = %c0 to %c8 step %c1 {
    %0 = memref.load %A[%i] : memref<8xf32>
    memref.store %0, %A[%i] : memref<8xf32>
  } {tc.unit = #schedule.unit<"mma", 16, 8, 16, "f16">}
  return
}
