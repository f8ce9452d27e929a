// Loops inside of tiles are scheduled anew, with options of their own; the tiles stay.
// DEFINE: %{isl} = tc-opt %s --tc-pass-statistics --remarks-filter=schedule-isl --pass-pipeline
//
// Two statements that share all loops have loops of their own in each tile.
// RUN: tc-opt %s --pass-pipeline='builtin.module(tc-to-schedule,schedule.scop(schedule-isl{fusion=max},schedule-tile{sizes=16,16 target=pair/S0/band},schedule-isl{fusion=min target=pair/point},schedule-verify))' | FileCheck %s --check-prefix=APART
// RUN: %{isl}='builtin.module(tc-to-schedule,schedule.scop(schedule-isl{fusion=max},schedule-tile{sizes=16,16 target=pair/S0/band},schedule-isl{fusion=min target=pair/point},schedule-verify))' -o %t 2>&1 | FileCheck %s --check-prefix=WHY
// WHY: remark: [Passed] loops inside of tiles of S0, S1 | Category:schedule-isl | Function=pair | Bands=2, Reason="the options inside are fusion=min skewing=false nonnegative=true", Remark="scheduled anew", Suggestion="the mapping options intra_fusion, intra_skewing and intra_nonnegative"{{$}}
// WHY: {{^ *}}1 places {{ *}}nodes that were scheduled anew below loops that stay
// APART-LABEL: schedule.scop @pair(
// APART:      schedule.band permutable tag "tile" tiles(16, 16)
// APART-NEXT:   (coincident "{ S0[i, j] -> [i - i mod 16]; S1[i, j] -> [i - i mod 16] }",
// APART-NEXT:    coincident "{ S0[i, j] -> [j - j mod 16]; S1[i, j] -> [j - j mod 16] }") {
// APART-NEXT:   schedule.sequence {
// APART-NEXT:     schedule.filter "{ S0[i, j] }" {
// APART-NEXT:       schedule.band permutable tag "point"
// APART-NEXT:         (coincident "{ S0[i, j] -> [i mod 16] }",
// APART-NEXT:          coincident "{ S0[i, j] -> [j mod 16] }") {}
// APART-NEXT:     }
// APART-NEXT:     schedule.filter "{ S1[i, j] }" {
// APART-NEXT:       schedule.band permutable tag "point"
// APART-NEXT:         (coincident "{ S1[i, j] -> [i mod 16] }",
// APART-NEXT:          coincident "{ S1[i, j] -> [j mod 16] }") {}
//
// And the other way round: a loop over tiles above a sequence, below which they share loops again. The second statement reads the next element of a row, so that its
// loop is moved, as far from the edge of the tile as the tile needs.
// RUN: tc-opt %s --pass-pipeline='builtin.module(tc-to-schedule,schedule.scop(schedule-isl{fusion=min},schedule-tile{sizes=16 scale=false target=next/S0/band[0]},schedule-tile{sizes=16 scale=false target=next/S1/band[0]},schedule-fuse{members=1 target=next/S0/sequence},schedule-verify))' | FileCheck %s --check-prefix=BEFORE
// RUN: tc-opt %s --pass-pipeline='builtin.module(tc-to-schedule,schedule.scop(schedule-isl{fusion=min},schedule-tile{sizes=16 scale=false target=next/S0/band[0]},schedule-tile{sizes=16 scale=false target=next/S1/band[0]},schedule-fuse{members=1 target=next/S0/sequence},schedule-isl{fusion=max target=next/S0/sequence},schedule-verify))' | FileCheck %s --check-prefix=TOGETHER
// BEFORE-LABEL: schedule.scop @next(
// BEFORE:      schedule.band permutable tag "tile" (coincident "{ S0[i, j] -> [floor(i/16)]; S1[i, j] -> [floor(i/16)] }") {
// BEFORE-NEXT:   schedule.sequence {
// BEFORE-NEXT:     schedule.filter "{ S0[i, j] }" {
// TOGETHER-LABEL: schedule.scop @next(
// TOGETHER:      schedule.band permutable tag "tile" (coincident "{ S0[i, j] -> [floor(i/16)]; S1[i, j] -> [floor(i/16)] }") {
// TOGETHER-NEXT:   schedule.band permutable tag "point"
// TOGETHER-NEXT:     (coincident "{ S0[i, j] -> [i mod 16]; S1[i, j] -> [i mod 16] }",
// TOGETHER-NEXT:      coincident "{ S0[i, j] -> [j]; S1[i, j] -> [1 + j] }") {
// TOGETHER-NEXT:     schedule.sequence {
// TOGETHER-NEXT:       schedule.filter "{ S0[i, j] }" {}
// TOGETHER-NEXT:       schedule.filter "{ S1[i, j] }" {}
//
// The tiles of a sum stay inside of those that it shares with its initial values.
// RUN: tc-opt %s --pass-pipeline='builtin.module(tc-to-schedule,schedule.scop(schedule-isl{fusion=max},schedule-tile{sizes=8,8 scale=false target=product/S0/band},schedule-tile{sizes=4 scale=false target=product/S1/band[-1]},schedule-isl{fusion=min target=product/point},schedule-verify))' | FileCheck %s --check-prefix=SUM
// SUM-LABEL: schedule.scop @product(
// SUM:      schedule.band permutable tag "tile"
// SUM-NEXT:   (coincident "{ S0[i, j] -> [floor(i/8)]; S1[i, j, k] -> [floor(i/8)] }",
// SUM-NEXT:    coincident "{ S0[i, j] -> [floor(j/8)]; S1[i, j, k] -> [floor(j/8)] }") {
// SUM-NEXT:   schedule.sequence {
// SUM-NEXT:     schedule.filter "{ S0[i, j] }" {
// SUM-NEXT:       schedule.band permutable tag "point"
// SUM-NEXT:         (coincident "{ S0[i, j] -> [i mod 8] }",
// SUM-NEXT:          coincident "{ S0[i, j] -> [j mod 8] }") {}
// SUM-NEXT:     }
// SUM-NEXT:     schedule.filter "{ S1[i, j, k] }" {
// SUM-NEXT:       schedule.band permutable tag "tile" (sequential "{ S1[i, j, k] -> [floor(k/4)] }") {
// SUM-NEXT:         schedule.band permutable tag "point"
// SUM-NEXT:           (coincident "{ S1[i, j, k] -> [i mod 8] }",
// SUM-NEXT:            coincident "{ S1[i, j, k] -> [j mod 8] }",
// SUM-NEXT:            sequential "{ S1[i, j, k] -> [k mod 4] }") {}
//
// A sweep in place: inside of tiles in time, skewing makes one band of the loop over time and of that over elements, which could be tiled again.
// RUN: %{isl}='builtin.module(tc-to-schedule,schedule.scop(schedule-isl,schedule-tile{sizes=4 target=sweep/S0/band},schedule-isl{skewing=true target=sweep/point},schedule-verify))' -o %t 2>&1 | FileCheck %s --check-prefix=SKEWED-WHY
// RUN: tc-opt %s --pass-pipeline='builtin.module(tc-to-schedule,schedule.scop(schedule-isl,schedule-tile{sizes=4 target=sweep/S0/band},schedule-isl{skewing=true target=sweep/point},schedule-verify))' | FileCheck %s --check-prefix=SKEWED
// RUN: %{isl}='builtin.module(tc-to-schedule,schedule.scop(schedule-isl,schedule-tile{sizes=4 target=sweep/S0/band},schedule-isl{skewing=true target=sweep/point optional=true}))' -o %t 2>&1 | FileCheck %s --check-prefix=OPEN-WHY
// OPEN-WHY: remark: [Missed] loops inside of tiles of S0 | {{.*}}Reason="expected known sizes to skew loops inside of tiles", Remark="they stay as they are", Suggestion="bind sizes with `tc-specialize`"
// SKEWED-WHY: remark: [Passed] loops inside of tiles of S0 | Category:schedule-isl | Function=sweep | Bands=1, Reason="the options inside are fusion=preserve3 skewing=true nonnegative=true", Remark="scheduled anew"
// SKEWED-LABEL: schedule.scop @sweep(
// SKEWED:      schedule.band tag "tile" tiles(4) (sequential "{ S0[i0, i1] -> [i0 - i0 mod 4] }") {
// SKEWED-NEXT:   schedule.band permutable tag "point"
// SKEWED-NEXT:     (sequential "{ S0[i0, i1] -> [i0 mod 4] }",
// SKEWED-NEXT:      sequential "{ S0[t, i] -> [t + i] }") {}
//
// Where there are no such loops, `optional` leaves the tree as it is, with the reason.
// RUN: %{isl}='builtin.module(tc-to-schedule,schedule.scop(schedule-isl,schedule-isl{optional=true target=pair/point},schedule-verify))' -o %t 2>&1 | FileCheck %s --check-prefix=NONE-WHY
// RUN: tc-opt %s --pass-pipeline='builtin.module(tc-to-schedule,schedule.scop(schedule-isl,schedule-isl{optional=true target=pair/point},schedule-verify))' | FileCheck %s --check-prefix=NONE
// NONE-WHY: remark: [Missed] loops inside of tiles | Category:schedule-isl | Function=pair | Reason="there is no mark and no band with the tag "point"", Remark="they stay as they are", Suggestion="the mapping option tile with sizes, or `auto` on a GPU, tiles loops before they are scheduled anew"{{$}}
// NONE-LABEL: schedule.scop @pair(
tc.def @pair(%A: !tc.tensor<[N, M], f32>) -> (%B: !tc.tensor<[N, M], f32>, %C: !tc.tensor<[N, M], f32>) sizes(N, M) {
  tc.comprehension %B[i, j] (i in [0, N), j in [0, M)) {
    %0 = tc.read %A[i, j] : f32
    %1 = arith.mulf %0, %0 : f32
    tc.yield %1 : f32
  }
  tc.comprehension %C[i, j] (i in [0, N), j in [0, M)) {
    %0 = tc.read %B[i, j] : f32
    %1 = tc.read %A[i, j] : f32
    %2 = arith.addf %0, %1 : f32
    tc.yield %2 : f32
  }
}

tc.def @next(%A: !tc.tensor<[N, M], f32>) -> (%B: !tc.tensor<[N, M], f32>, %C: !tc.tensor<[N, M - 1], f32>) sizes(N, M) {
  tc.comprehension %B[i, j] (i in [0, N), j in [0, M)) {
    %0 = tc.read %A[i, j] : f32
    tc.yield %0 : f32
  }
  tc.comprehension %C[i, j] (i in [0, N), j in [0, M - 1)) {
    %0 = tc.read %B[i, j + 1] : f32
    tc.yield %0 : f32
  }
}

tc.def @product(%A: !tc.tensor<[N, K], f32>, %B: !tc.tensor<[K, M], f32>) -> (%C: !tc.tensor<[N, M], f32>) sizes(N, M, K) {
  tc.comprehension %C[i, j] (i in [0, N), j in [0, M)) {
    %0 = arith.constant 0.0 : f32
    tc.yield %0 : f32
  }
  tc.comprehension %C[i, j] add (i in [0, N), j in [0, M), k in [0, K)) {
    %0 = tc.read %A[i, k] : f32
    %1 = tc.read %B[k, j] : f32
    %2 = arith.mulf %0, %1 : f32
    tc.yield %2 : f32
  }
}

tc.def @sweep(%w: !tc.tensor<[T], f32>) -> (inout %A: !tc.tensor<[N], f32>) sizes(N) {
  tc.for t in [0, T) {
    tc.for i in [1, N - 1) {
      tc.comprehension %A[i] () {
        %0 = tc.read %A[i - 1] : f32
        %1 = tc.read %A[i + 1] : f32
        %2 = arith.addf %0, %1 : f32
        tc.yield %2 : f32
      }
    }
  }
}
