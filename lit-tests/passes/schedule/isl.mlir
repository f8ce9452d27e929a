// The fusion strategies and budgets of schedule-isl.
// RUN: tc-opt %s --pass-pipeline='builtin.module(tc-to-schedule,schedule.scop(schedule-isl{fusion=max},schedule-verify))' | FileCheck %s --check-prefix=MAX
// RUN: tc-opt %s --pass-pipeline='builtin.module(tc-to-schedule,schedule.scop(schedule-isl{fusion=min},schedule-verify))' | FileCheck %s --check-prefix=MIN
// RUN: tc-opt %s --pass-pipeline='builtin.module(tc-to-schedule,schedule.scop(schedule-isl{fusion=preserve3 explain=true},schedule-verify))' 2>&1 | FileCheck %s --check-prefix=PRESERVE
// RUN: tc-opt %s --pass-pipeline='builtin.module(tc-to-schedule,schedule.scop(schedule-isl{fusion=parallel explain=true},schedule-verify))' 2>&1 | FileCheck %s --check-prefix=PARALLEL
// RUN: not tc-opt %s --pass-pipeline='builtin.module(tc-to-schedule,schedule.scop(schedule-isl{fusion=max budget=1000}))' 2>&1 | FileCheck %s --check-prefix=BUDGET
// RUN: not tc-opt %s --pass-pipeline='builtin.module(tc-to-schedule,schedule.scop(schedule-isl{fusion=most}))' 2>&1 | FileCheck %s --check-prefix=CHOICE

// MAX: (coincident "{ S0[m] -> [m]; S1[m, k] -> [m] }")
// MIN: schedule.sequence {
// MIN-NEXT: schedule.filter "{ S0[m] }" {
// MIN-NEXT: (coincident "{ S0[m] -> [m] }")
// PRESERVE: remark: {{.*}}S0, S1
// PARALLEL: remark: S0, S1 share 1 loop, 1 of them parallel: S0[m] -> m
// PARALLEL: (coincident "{ S0[m] -> [m]; S1[m, k] -> [m] }")
// PARALLEL-NEXT: schedule.sequence {
// PARALLEL-NEXT: schedule.filter "{ S0[m] }" {}
// PARALLEL-NEXT: schedule.filter "{ S1[m, k] }" {
// PARALLEL-NEXT: schedule.band permutable (sequential "{ S1[m, k] -> [k] }") {}
// BUDGET: error: the dependences between S0, S1 are not known after 1000 isl operations; raise the option `budget`, or bind sizes with `tc-specialize` [TC0601]
// CHOICE: error: {{.*}}fusion{{.*}}expected one of max, preserve3, parallel, min; found `most`
tc.def @mv(%A: !tc.tensor<[M, K], f32>, %x: !tc.tensor<[K], f32>) -> (%C: !tc.tensor<[M], f32>) {
  tc.comprehension %C[m] add init (m in [0, M), k in [0, K)) {
    %0 = tc.read %A[m, k] : f32
    %1 = tc.read %x[k] : f32
    %2 = arith.mulf %0, %1 : f32
    tc.yield %2 : f32
  }
}
