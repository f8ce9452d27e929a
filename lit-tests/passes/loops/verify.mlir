// Loops are compared with the tree that they were made from, which stands beside them; then tree and proposals are gone.
// RUN: tc-opt %s --split-input-file --loops-verify --verify-diagnostics | FileCheck %s
// RUN: not tc-opt %s --split-input-file --loops-verify --tc-pass-statistics -o /dev/null 2>&1 | FileCheck %s --check-prefix=COUNT
// RUN: not tc-opt %s --split-input-file --loops-verify=budget=10 -o /dev/null 2>&1 | FileCheck %s --check-prefix=BUDGET
// What is left is what the generator makes alone.
// RUN: tc-opt %S/schedule-to-gpu.mlir --split-input-file --schedule-to-gpu=origin=true --loops-verify -o %t.proved
// RUN: tc-opt %S/schedule-to-gpu.mlir --split-input-file --schedule-to-gpu -o %t.alone
// RUN: cmp %t.proved %t.alone
// RUN: tc-opt %S/schedule-to-cpu-merged.mlir --split-input-file --schedule-to-cpu=origin=true --loops-verify -o %t.proved
// RUN: tc-opt %S/schedule-to-cpu-merged.mlir --split-input-file --schedule-to-cpu -o %t.alone
// RUN: cmp %t.proved %t.alone
// A store that may happen later is one of a statement that says so.
// RUN: tc-opt %S/schedule-to-gpu.mlir --split-input-file --schedule-to-gpu=origin=true | sed 's/\(memref.store [^{:]*\) :/\1 {tc.async} :/' > %t.async
// RUN: not tc-opt %t.async --split-input-file --loops-verify -o /dev/null 2>&1 | FileCheck %s --check-prefix=ASYNC
// ASYNC: error: a store that may happen later, of a statement that is not `async`

// COUNT: loops-verify: 3 runs
// COUNT-NEXT: {{^ *}}1 scops
// COUNT-NEXT: {{^ *}}1 bodies
// COUNT-NEXT: {{^ *}}{{[1-9][0-9]*}} isl-operations

// BUDGET: error: the isl computation needs more than the 10 operations allowed [TC0601]

// CHECK-LABEL: func.func @copy
// CHECK-NEXT: arith.constant 0
// CHECK-NOT: schedule.
// CHECK-NOT: tc.origin
func.func @copy(%A: memref<64xf32>, %B: memref<64xf32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c64 = arith.constant 64 : index
  scf.for %i = %c0 to %c64 step %c1 {
    schedule.instance @S0(%i) at(%i)
    %0 = memref.load %A[%i] : memref<64xf32>
    memref.store %0, %B[%i] : memref<64xf32>
  }
  return
}
module attributes {tc.origin} {
  schedule.scop @copy(%A: memref<64xf32>, out %B: memref<64xf32>) {
    schedule.statement @S0(%i) {
      %0 = affine.load %A[%i] : memref<64xf32>
      affine.store %0, %B[%i] : memref<64xf32>
    }
    schedule.domain "{ S0[i] : 0 <= i < 64 }" {
      schedule.band (sequential "{ S0[i] -> [i] }") {}
    }
  }
}

// -----

// A proposal is not believed: the element that is stored is not that of S0[i].
func.func @wrong(%A: memref<64xf32>, %B: memref<64xf32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c63 = arith.constant 63 : index
  %c64 = arith.constant 64 : index
  scf.for %i = %c0 to %c64 step %c1 {
    %1 = arith.subi %c63, %i : index
    schedule.instance @S0(%i) at(%i)
    %0 = memref.load %A[%i] : memref<64xf32>
    // expected-error @below {{subscript 0 of this store is not that of S0[0]}}
    // expected-note @below {{loops-verify compares generated loops with their schedule tree}}
    memref.store %0, %B[%1] : memref<64xf32>
  }
  return
}
module attributes {tc.origin} {
  schedule.scop @wrong(%A: memref<64xf32>, out %B: memref<64xf32>) {
    schedule.statement @S0(%i) {
      %0 = affine.load %A[%i] : memref<64xf32>
      // expected-note @below {{in @S0}}
      affine.store %0, %B[%i] : memref<64xf32>
    }
    schedule.domain "{ S0[i] : 0 <= i < 64 }" {
      schedule.band (sequential "{ S0[i] -> [i] }") {}
    }
  }
}

// -----

func.func @other() {
  return
}
module attributes {tc.origin} {
  // expected-error @below {{there is no function @alone made from this scop}}
  // expected-note @below {{loops-verify runs directly behind schedule-to-cpu or schedule-to-gpu}}
  schedule.scop @alone(%A: memref<64xf32>, out %B: memref<64xf32>) {
    schedule.statement @S0(%i) {
      %0 = affine.load %A[%i] : memref<64xf32>
      affine.store %0, %B[%i] : memref<64xf32>
    }
    schedule.domain "{ S0[i] : 0 <= i < 64 }" {
      schedule.band (sequential "{ S0[i] -> [i] }") {}
    }
  }
}
