// The outermost coincident loop of each branch runs on threads, where there is enough work for them.
// RUN: tc-opt %s --pass-pipeline='builtin.module(schedule.scop(schedule-map-cpu{work=4}))' | FileCheck %s
// RUN: tc-opt %s --pass-pipeline='builtin.module(schedule.scop(schedule-map-cpu{work=5}))' | FileCheck %s --check-prefix=ONE
// RUN: tc-opt %s --pass-pipeline='builtin.module(schedule.scop(schedule-map-cpu{work=33}))' | FileCheck %s --check-prefix=FEW
// RUN: tc-opt %s --pass-pipeline='builtin.module(schedule.scop(schedule-map-cpu{parallel=false work=0}))' | FileCheck %s --check-prefix=FEW
// RUN: tc-opt %s --tc-pass-statistics --pass-pipeline='builtin.module(schedule.scop(schedule-map-cpu{work=0}))' -o /dev/null 2>&1 | FileCheck %s --check-prefix=COUNT
// RUN: tc-opt %s -o /dev/null --remarks-filter=schedule-map-cpu --pass-pipeline='builtin.module(schedule.scop(schedule-map-cpu{work=0}))' 2>&1 | FileCheck %s --check-prefix=REMARK
// RUN: tc-opt %s -o /dev/null --remarks-filter=schedule-map-cpu --pass-pipeline='builtin.module(schedule.scop(schedule-map-cpu))' 2>&1 | FileCheck %s --check-prefix=MISSED

// CHECK: schedule.filter "{ S0[i, j] }" {
// CHECK-NEXT: schedule.band permutable
// CHECK-NEXT: (parallel coincident "{ S0[i, j] -> [i] }",
// CHECK-NEXT: coincident "{ S0[i, j] -> [j] }") {}
// CHECK: schedule.filter "{ S1[i, j] }" {
// CHECK-NEXT: schedule.band (sequential "{ S1[i, j] -> [i] }") {
// CHECK-NEXT: schedule.band (parallel coincident "{ S1[i, j] -> [j] }") {}

// FEW-NOT: parallel

// The second loop starts eight times, with four instances each.
// ONE: (parallel coincident "{ S0[i, j] -> [i] }",
// ONE-NOT: parallel

// COUNT: schedule-map-cpu: 1 run
// COUNT-DAG: {{^ *}}2 parallel-loops
// REMARK: remark: [Passed] threads of { S0[i, j] -> [(i)] } | Category:schedule-map-cpu | Function=two | Reason="it is the outermost loop of its branch that carries no dependence", Remark="the loop runs on them", Suggestion="`parallel`, `parts`, `rows` and `work` of schedule-map-cpu,
// REMARK: remark: [Passed] threads of { S1[i, j] -> [(j)] }
// MISSED: remark: [Missed] threads of { S0[i, j] -> [(i)] } | {{.*}} | Reason="32 instances are too few to start others for", Remark="the loop runs on one",
// MISSED: remark: [Missed] threads of { S1[i, j] -> [(j)] } | {{.*}} | Reason="4 instances in each of 8 runs of the loop are too few to start others for",

schedule.scop @two(%A: memref<8x4xf32>, out %B: memref<8x4xf32>, inout %C: memref<9x4xf32>) {
  schedule.statement @S0(%i, %j) {
    %0 = affine.load %A[%i, %j] : memref<8x4xf32>
    affine.store %0, %B[%i, %j] : memref<8x4xf32>
  }
  schedule.statement @S1(%i, %j) {
    %0 = affine.load %C[%i, %j] : memref<9x4xf32>
    affine.store %0, %C[%i + 1, %j] : memref<9x4xf32>
  }
  schedule.domain "{ S0[i, j] : 0 <= i < 8 and 0 <= j < 4; S1[i, j] : 0 <= i < 8 and 0 <= j < 4 }" {
    schedule.sequence {
      schedule.filter "{ S0[i, j] }" {
        schedule.band permutable
          (coincident "{ S0[i, j] -> [i] }",
           coincident "{ S0[i, j] -> [j] }") {}
      }
      schedule.filter "{ S1[i, j] }" {
        schedule.band (sequential "{ S1[i, j] -> [i] }") {
          schedule.band (coincident "{ S1[i, j] -> [j] }") {}
        }
      }
    }
  }
}
