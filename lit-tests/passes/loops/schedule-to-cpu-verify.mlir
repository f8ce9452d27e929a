// A schedule is proved while loops are made of it, with a budget of its own; with `verify=false` loops are made of anything.
// RUN: not tc-opt %s --schedule-to-cpu -o /dev/null 2>&1 | FileCheck %s --check-prefix=PROOF
// RUN: not tc-opt %s --pass-pipeline='builtin.module(schedule-to-cpu{proof-budget=100})' -o /dev/null 2>&1 | FileCheck %s --check-prefix=BUDGET
// RUN: tc-opt %s --tc-pass-statistics --pass-pipeline='builtin.module(schedule-to-cpu{verify=false})' 2> %t.count | FileCheck %s
// RUN: FileCheck %s --input-file=%t.count --check-prefix=COUNT

// PROOF: schedule-to-cpu-verify.mlir:[[@LINE+25]]:5: error: the flow dependence S0[0] -> S1[0] on `T` is broken: the sequence runs the second instance first [TC0402]{{$}}
// PROOF: note: the original order is the text order of the statements, and the order of their indices; loops with several statements run them in turn{{$}}
// BUDGET: schedule-to-cpu-verify.mlir:[[@LINE+12]]:1: error: undecided: no proof was found within 100 isl operations [TC0601]{{$}}
// BUDGET: note: raise the option `proof-budget`, or bind sizes with `tc-specialize`{{$}}
// COUNT: schedule-to-cpu: 1 run
// COUNT-NEXT: {{^ *}}1 functions
// COUNT-NEXT: {{^ *}}2 loops
// COUNT-NEXT: {{^ *}}0 conditions
// COUNT-NEXT: {{^ *[1-9][0-9]*}} isl-operations
// COUNT-NEXT: {{^ *}}0 dependences
// COUNT-NEXT: {{^ *}}0 accesses
// CHECK: func.func @reversed(
// CHECK: memref.store %{{.*}}, %arg1
// CHECK: memref.load %arg0
schedule.scop @reversed(%A: memref<8xf32>, out %B: memref<8xf32>) {
  %T = schedule.array temporary : memref<8xf32>
  schedule.statement @S0(%i) {
    %0 = affine.load %A[%i] : memref<8xf32>
    affine.store %0, %T[%i] : memref<8xf32>
  }
  schedule.statement @S1(%i) {
    %0 = affine.load %T[%i] : memref<8xf32>
    affine.store %0, %B[%i] : memref<8xf32>
  }
  schedule.domain "{ S0[i] : 0 <= i < 8; S1[i] : 0 <= i < 8 }" {
    schedule.sequence {
      schedule.filter "{ S1[i] }" {
        schedule.band (sequential "{ S1[i] -> [i] }") {}
      }
      schedule.filter "{ S0[i] }" {
        schedule.band (sequential "{ S0[i] -> [i] }") {}
      }
    }
  }
}
