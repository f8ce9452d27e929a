// The outermost coincident loop of each branch runs on threads, the last one of each innermost band as a vector.
// RUN: tc-opt %s --pass-pipeline='builtin.module(schedule.scop(schedule-map-cpu))' | FileCheck %s
// RUN: tc-opt %s --pass-pipeline='builtin.module(schedule.scop(schedule-map-cpu{parallel=false}))' | FileCheck %s --check-prefix=VECTOR
// RUN: tc-opt %s --pass-pipeline='builtin.module(schedule.scop(schedule-map-cpu{vector=false}))' | FileCheck %s --check-prefix=PARALLEL
// RUN: tc-opt %s --tc-pass-statistics --pass-pipeline='builtin.module(schedule.scop(schedule-map-cpu))' -o /dev/null 2>&1 | FileCheck %s --check-prefix=COUNT
// RUN: tc-opt %s -o /dev/null --remarks-filter=schedule-map-cpu --pass-pipeline='builtin.module(schedule.scop(schedule-map-cpu))' 2>&1 | FileCheck %s --check-prefix=REMARK

// CHECK: schedule.filter "{ S0[i, j] }" {
// CHECK-NEXT: schedule.band permutable
// CHECK-NEXT: (parallel coincident "{ S0[i, j] -> [i] }",
// CHECK-NEXT: vector coincident "{ S0[i, j] -> [j] }") {}
// CHECK: schedule.filter "{ S1[i, j] }" {
// CHECK-NEXT: schedule.band (sequential "{ S1[i, j] -> [i] }") {
// CHECK-NEXT: schedule.band (parallel coincident "{ S1[i, j] -> [j] }") {}

// VECTOR-NOT: parallel
// VECTOR: vector coincident "{ S0[i, j] -> [j] }"
// VECTOR: schedule.band (vector coincident "{ S1[i, j] -> [j] }") {}

// PARALLEL-NOT: vector
// PARALLEL: parallel coincident "{ S0[i, j] -> [i] }"

// COUNT: schedule-map-cpu: 1 run
// COUNT-DAG: {{^ *}}2 parallel-loops
// COUNT-DAG: {{^ *}}1 vector-loops
// REMARK: remark: [Passed] threads of { S0[i, j] -> [(i)] } | Category:schedule-map-cpu | Function=two | Reason="it is the outermost loop of its branch that carries no dependence", Remark="the loop runs on them", Suggestion="`parallel` and `vector` of schedule-map-cpu,
// REMARK: remark: [Passed] vectors of { S0[i, j] -> [(j)] } | {{.*}} | Reason="it is the last one of an innermost band that carries no dependence", Remark="the loop becomes vectors",
// REMARK: remark: [Passed] threads of { S1[i, j] -> [(j)] }
// REMARK: remark: [Missed] vectors of { S1[i, j] -> [(j)] } | {{.*}} | Reason="it has another kind already", Remark="the loop stays scalar",

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
