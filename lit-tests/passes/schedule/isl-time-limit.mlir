// isl's search for a schedule of 24 loops takes minutes; it ends with the time limit.
// RUN: not tc-opt %s --tc-time-limit=0.2 --pass-pipeline='builtin.module(tc.def(tc-infer-ranges,tc-specialize{sizes=N=2}),tc-to-schedule,schedule.scop(schedule-isl))' 2>&1 | FileCheck %s
// RUN: not tc-opt %s --tc-time-limit=-1 --pass-pipeline='builtin.module(tc-to-schedule)' 2>&1 | FileCheck %s --check-prefix=LIMIT

// CHECK: error: {{.*}}the isl computation takes longer than the 0.2 s allowed [TC0601]
// CHECK: note: bind sizes, let statements share fewer loops (fusion=parallel), or allow more: a pass's option `budget`, --time-limit of tc-run, --tc-time-limit of tc-opt
// LIMIT: error: --tc-time-limit: expected a positive number of seconds
module {
  tc.def @sum(%X: !tc.tensor<[N, N, N, N, N, N, N, N, N, N, N, N, N, N, N, N, N, N, N, N, N, N, N, N], f32>) -> (%Y: !tc.tensor<[?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?], f32>) {
    tc.comprehension %Y[a, b, c, d, e, f, g, h, i, j, k, l] add init (a, b, c, d, e, f, g, h, i, j, k, l, m, n, o, p, q, r, s, t, u, v, w, x) {
      %0 = tc.read %X[a, b, c, d, e, f, g, h, i, j, k, l, m, n, o, p, q, r, s, t, u, v, w, x] : f32
      tc.yield %0 : f32
    }
  }
}
