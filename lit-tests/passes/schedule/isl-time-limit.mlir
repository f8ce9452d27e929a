// isl's search for a schedule takes minutes here; it ends with the time limit.
// RUN: not tc-opt %s --tc-time-limit=0.2 --pass-pipeline='builtin.module(tc.def(tc-infer-ranges,tc-specialize{sizes=M=31,N=37,K=13}),tc-to-schedule,schedule.scop(schedule-isl{fusion=max fusion-budget=0}))' 2>&1 | FileCheck %s
// RUN: not tc-opt %s --tc-time-limit=-1 --pass-pipeline='builtin.module(tc-to-schedule)' 2>&1 | FileCheck %s --check-prefix=LIMIT

// CHECK: error: {{.*}}the isl computation takes longer than the 0.2 s allowed [TC0601]
// CHECK: note: bind sizes, let statements share fewer loops (fusion=parallel), or allow more: a pass's option `budget`, --time-limit of tc-run, --tc-time-limit of tc-opt
// LIMIT: error: --tc-time-limit: expected a positive number of seconds
module {
  tc.def @min_distance(%X: !tc.tensor<[M, K], f32>, %Y: !tc.tensor<[N, K], f32>) -> (%best: !tc.tensor<[?], f32>) {
    %dist = tc.temporary : !tc.tensor<[?, ?], f32>
    tc.comprehension %dist[m, n] add init (m, n, k) {
      %0 = tc.read %X[m, k] : f32
      %1 = tc.read %Y[n, k] : f32
      %2 = arith.subf %0, %1 : f32
      %3 = tc.read %X[m, k] : f32
      %4 = tc.read %Y[n, k] : f32
      %5 = arith.subf %3, %4 : f32
      %6 = arith.mulf %2, %5 : f32
      tc.yield %6 : f32
    }
    tc.comprehension %best[m] min init (m, n) {
      %0 = tc.read %dist[m, n] : f32
      tc.yield %0 : f32
    }
  }
}
