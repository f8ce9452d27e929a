// Figure 3 of the Tensor Comprehensions paper, tree by tree; each one is proved by schedule-verify.
// RUN: tc-opt %s --pass-pipeline='builtin.module(tc-to-schedule,schedule.scop(schedule-verify))' | FileCheck %s --check-prefix=FIG3A
// RUN: tc-opt %s --pass-pipeline='builtin.module(tc-to-schedule,schedule.scop(schedule-isl{fusion=max},schedule-verify))' | FileCheck %s --check-prefix=FIG3B
// RUN: tc-opt %s --pass-pipeline='builtin.module(tc-to-schedule,schedule.scop(schedule-isl{fusion=max},schedule-tile{sizes=32,32},schedule-verify))' | FileCheck %s --check-prefix=FIG3C
// RUN: tc-opt %s --pass-pipeline='builtin.module(tc-to-schedule,schedule.scop(schedule-isl{fusion=max},schedule-tile{sizes=32,32,32},schedule-sink,schedule-verify))' | FileCheck %s --check-prefix=FIG3D
// RUN: tc-opt %s --pass-pipeline='builtin.module(tc-to-schedule,schedule.scop(schedule-isl{fusion=max},schedule-tile{sizes=32,32,32},schedule-sink,schedule-map-blocks{grid=32,32},schedule-map-threads{block=16,16},schedule-verify))' | FileCheck %s --check-prefix=FIG3E

// 3a, canonical (claim F12): a sequence of filters, each with a permutable band of all loops.
// FIG3A: schedule.domain "[N, K, M] -> { S0[n, m] : 0 <= n < N and 0 <= m < M; S1[n, m, k] : 0 <= n < N and 0 <= m < M and 0 <= k < K }" {
// FIG3A-NEXT:   schedule.sequence {
// FIG3A-NEXT:     schedule.filter "{ S0[n, m] }" {
// FIG3A-NEXT:       schedule.band permutable
// FIG3A-NEXT:         (coincident "{ S0[n, m] -> [n] }",
// FIG3A-NEXT:          coincident "{ S0[n, m] -> [m] }") {}
// FIG3A-NEXT:     }
// FIG3A-NEXT:     schedule.filter "{ S1[n, m, k] }" {
// FIG3A-NEXT:       schedule.band permutable
// FIG3A-NEXT:         (coincident "{ S1[n, m, k] -> [n] }",
// FIG3A-NEXT:          coincident "{ S1[n, m, k] -> [m] }",
// FIG3A-NEXT:          sequential "{ S1[n, m, k] -> [k] }") {}
// FIG3A-NEXT:     }
// FIG3A-NEXT:   }
// FIG3A-NEXT: }

// 3b, fused (claims F15, F16): `n` and `m` are shared, the initial scaling comes before the updates, `k` is below.
// FIG3B: schedule.domain "[N, K, M] -> { S0[n, m] : 0 <= n < N and 0 <= m < M; S1[n, m, k] : 0 <= n < N and 0 <= m < M and 0 <= k < K }" {
// FIG3B-NEXT:   schedule.band permutable
// FIG3B-NEXT:     (coincident "{ S0[n, m] -> [n]; S1[n, m, k] -> [n] }",
// FIG3B-NEXT:      coincident "{ S0[n, m] -> [m]; S1[n, m, k] -> [m] }") {
// FIG3B-NEXT:     schedule.sequence {
// FIG3B-NEXT:       schedule.filter "{ S0[n, m] }" {}
// FIG3B-NEXT:       schedule.filter "{ S1[n, m, k] }" {
// FIG3B-NEXT:         schedule.band permutable (sequential "{ S1[n, m, k] -> [k] }") {}
// FIG3B-NEXT:       }
// FIG3B-NEXT:     }
// FIG3B-NEXT:   }
// FIG3B-NEXT: }

// 3c, fused and tiled (claims F17, F29, F30): loops over tiles of 32 by 32, point loops of constant length.
// FIG3C: schedule.domain "[N, K, M] -> { S0[n, m] : 0 <= n < N and 0 <= m < M; S1[n, m, k] : 0 <= n < N and 0 <= m < M and 0 <= k < K }" {
// FIG3C-NEXT:   schedule.band permutable tag "tile" tiles(32, 32)
// FIG3C-NEXT:     (coincident "{ S0[n, m] -> [n - n mod 32]; S1[n, m, k] -> [n - n mod 32] }",
// FIG3C-NEXT:      coincident "{ S0[n, m] -> [m - m mod 32]; S1[n, m, k] -> [m - m mod 32] }") {
// FIG3C-NEXT:     schedule.band permutable tag "point"
// FIG3C-NEXT:       (coincident "{ S0[n, m] -> [n mod 32]; S1[n, m, k] -> [n mod 32] }",
// FIG3C-NEXT:        coincident "{ S0[n, m] -> [m mod 32]; S1[n, m, k] -> [m mod 32] }") {
// FIG3C-NEXT:       schedule.sequence {
// FIG3C-NEXT:         schedule.filter "{ S0[n, m] }" {}
// FIG3C-NEXT:         schedule.filter "{ S1[n, m, k] }" {
// FIG3C-NEXT:           schedule.band permutable (sequential "{ S1[n, m, k] -> [k] }") {}
// FIG3C-NEXT:         }
// FIG3C-NEXT:       }
// FIG3C-NEXT:     }
// FIG3C-NEXT:   }
// FIG3C-NEXT: }

// 3d, fused, tiled and sunk (claims F18, F32): the parallel point loops go below the reduction, once in each branch.
// FIG3D: schedule.domain "[N, K, M] -> { S0[n, m] : 0 <= n < N and 0 <= m < M; S1[n, m, k] : 0 <= n < N and 0 <= m < M and 0 <= k < K }" {
// FIG3D-NEXT:   schedule.band permutable tag "tile" tiles(32, 32)
// FIG3D-NEXT:     (coincident "{ S0[n, m] -> [n - n mod 32]; S1[n, m, k] -> [n - n mod 32] }",
// FIG3D-NEXT:      coincident "{ S0[n, m] -> [m - m mod 32]; S1[n, m, k] -> [m - m mod 32] }") {
// FIG3D-NEXT:     schedule.sequence {
// FIG3D-NEXT:       schedule.filter "{ S0[n, m] }" {
// FIG3D-NEXT:         schedule.band permutable tag "point"
// FIG3D-NEXT:           (coincident "{ S0[n, m] -> [n mod 32] }",
// FIG3D-NEXT:            coincident "{ S0[n, m] -> [m mod 32] }") {}
// FIG3D-NEXT:       }
// FIG3D-NEXT:       schedule.filter "{ S1[n, m, k] }" {
// FIG3D-NEXT:         schedule.band permutable tag "tile" tiles(32) (sequential "{ S1[n, m, k] -> [k - k mod 32] }") {
// FIG3D-NEXT:           schedule.band permutable tag "point" (sequential "{ S1[n, m, k] -> [k mod 32] }") {
// FIG3D-NEXT:             schedule.band permutable tag "point"
// FIG3D-NEXT:               (coincident "{ S1[n, m, k] -> [n mod 32] }",
// FIG3D-NEXT:                coincident "{ S1[n, m, k] -> [m mod 32] }") {}
// FIG3D-NEXT:           }
// FIG3D-NEXT:         }
// FIG3D-NEXT:       }
// FIG3D-NEXT:     }
// FIG3D-NEXT:   }
// FIG3D-NEXT: }

// 3e, fused, tiled, sunk and mapped (claims F19, F34, F38, F39): tiles go to blocks, points cyclically to 16 by 16 threads in both branches.
// The block and thread coordinates of the paper's context and filters are the kinds of the members, grid and block those of the scop.
// FIG3E: schedule.scop @sgemm{{.*}} grid(32, 32, 1) block(16, 16, 1) attributes {schedule.extents = {B = ["K", "M"], C = ["N", "M"]}} {
// FIG3E: schedule.domain "[N, K, M] -> { S0[n, m] : 0 <= n < N and 0 <= m < M; S1[n, m, k] : 0 <= n < N and 0 <= m < M and 0 <= k < K }" {
// FIG3E-NEXT:   schedule.band permutable tag "tile" tiles(32, 32)
// FIG3E-NEXT:     (block.y coincident "{ S0[n, m] -> [n - n mod 32]; S1[n, m, k] -> [n - n mod 32] }",
// FIG3E-NEXT:      block.x coincident "{ S0[n, m] -> [m - m mod 32]; S1[n, m, k] -> [m - m mod 32] }") {
// FIG3E-NEXT:     schedule.sequence {
// FIG3E-NEXT:       schedule.filter "{ S0[n, m] }" {
// FIG3E-NEXT:         schedule.band permutable tag "point"
// FIG3E-NEXT:           (thread.y coincident "{ S0[n, m] -> [n mod 32] }",
// FIG3E-NEXT:            thread.x coincident "{ S0[n, m] -> [m mod 32] }") {}
// FIG3E-NEXT:       }
// FIG3E-NEXT:       schedule.filter "{ S1[n, m, k] }" {
// FIG3E-NEXT:         schedule.band permutable tag "tile" tiles(32) (sequential "{ S1[n, m, k] -> [k - k mod 32] }") {
// FIG3E-NEXT:           schedule.band permutable tag "point" (sequential "{ S1[n, m, k] -> [k mod 32] }") {
// FIG3E-NEXT:             schedule.band permutable tag "point"
// FIG3E-NEXT:               (thread.y coincident "{ S1[n, m, k] -> [n mod 32] }",
// FIG3E-NEXT:                thread.x coincident "{ S1[n, m, k] -> [m mod 32] }") {}
// FIG3E-NEXT:           }
// FIG3E-NEXT:         }
// FIG3E-NEXT:       }
// FIG3E-NEXT:     }
// FIG3E-NEXT:   }
// FIG3E-NEXT: }

tc.def @sgemm(%a: !tc.tensor<[], f32>, %b: !tc.tensor<[], f32>, %A: !tc.tensor<[N, K], f32>, %B: !tc.tensor<[K, M], f32>) -> (inout %C: !tc.tensor<[N, M], f32>) {
  tc.comprehension %C[n, m] (n in [0, N), m in [0, M)) {
    %0 = tc.read %b[] : f32
    %1 = tc.read %C[n, m] : f32
    %2 = arith.mulf %0, %1 : f32
    tc.yield %2 : f32
  }
  tc.comprehension %C[n, m] add (n in [0, N), m in [0, M), k in [0, K)) {
    %0 = tc.read %a[] : f32
    %1 = tc.read %A[n, k] : f32
    %2 = arith.mulf %0, %1 : f32
    %3 = tc.read %B[k, m] : f32
    %4 = arith.mulf %2, %3 : f32
    tc.yield %4 : f32
  }
}
