// A stencil with time: its loops can be tiled once the inner one is skewed by the outer one.
// RUN: tc-opt %s --pass-pipeline='builtin.module(schedule.scop(schedule-skew,schedule-verify))' | FileCheck %s
// RUN: not tc-opt %s --pass-pipeline='builtin.module(schedule.scop(schedule-tile{sizes=4,4}))' 2>&1 | FileCheck %s --check-prefix=BEFORE
// RUN: tc-opt %s --pass-pipeline='builtin.module(schedule.scop(schedule-skew,schedule-tile{sizes=4,4},schedule-verify))' | FileCheck %s --check-prefix=TILED
// RUN: tc-opt %s --pass-pipeline='builtin.module(schedule.scop(schedule-skew,schedule-interchange{order=1,0},schedule-verify))' | FileCheck %s --check-prefix=WAVEFRONT
// RUN: tc-opt %s --pass-pipeline='builtin.module(schedule.scop(schedule-skew{factor=2 target=heat/S/band[0]},schedule-verify))' | FileCheck %s --check-prefix=TWICE
// RUN: tc-opt %s --pass-pipeline='builtin.module(schedule.scop(schedule-skew{factor=-1},schedule-verify))' | FileCheck %s --check-prefix=BACK
// RUN: tc-opt %s --pass-pipeline='builtin.module(schedule.scop(schedule-skew,schedule-interchange{order=1,0},schedule-skew{member=0 by=1},schedule-verify))' | FileCheck %s --check-prefix=MEMBERS
// RUN: tc-opt %s --tc-pass-statistics --pass-pipeline='builtin.module(schedule.scop(schedule-skew))' -o /dev/null 2>&1 | FileCheck %s --check-prefix=COUNT
// RUN: tc-opt %s --remarks-filter=schedule-skew --remark-format=emitRemark --pass-pipeline='builtin.module(schedule.scop(schedule-skew))' -o /dev/null 2>&1 | FileCheck %s --check-prefix=REMARK
// REMARK: remark: [Passed] band above S | Category:schedule-skew | Function=heat | Reason="it is asked for, and every dependence keeps its order", Remark="changed: skew the loop", Suggestion="the option `target` names other nodes"{{$}}
// RUN: not tc-opt %s --pass-pipeline='builtin.module(schedule.scop(schedule-skew{factor=0}))' 2>&1 | FileCheck %s --check-prefix=ZERO
// RUN: not tc-opt %s --pass-pipeline='builtin.module(schedule.scop(schedule-skew{member=0}))' 2>&1 | FileCheck %s --check-prefix=SAME

// CHECK: schedule.band permutable
// CHECK-NEXT: (sequential "{ S[t, i] -> [t] }",
// CHECK-NEXT: sequential "{ S[t, i] -> [t + i] }") {}

// BEFORE: error: the band is not permutable, so its 2 members cannot be tiled together
// BEFORE: note: the flow dependence S[0, 1] -> S[1, 0] on `A` runs backwards along band member 1

// TILED: schedule.band permutable tag "tile" tiles(4, 4)
// TILED-NEXT: (sequential "{ S[t, i] -> [t - t mod 4] }",
// TILED-NEXT: sequential "{ S[t, i] -> [t + i - (t + i) mod 4] }") {
// TILED-NEXT: schedule.band permutable tag "point"

// claim F11: the members of a permutable band may be interchanged.
// WAVEFRONT: schedule.band permutable
// WAVEFRONT-NEXT: (sequential "{ S[t, i] -> [t + i] }",
// WAVEFRONT-NEXT: sequential "{ S[t, i] -> [t] }") {}

// TWICE: schedule.band permutable
// TWICE: sequential "{ S[t, i] -> [2t + i] }") {}

// A band that was not permutable does not become so.
// BACK: schedule.band{{$}}
// BACK: sequential "{ S[t, i] -> [-t + i] }") {}

// MEMBERS: schedule.band permutable
// MEMBERS-NEXT: (sequential "{ S[t, i] -> [2t + i] }",
// MEMBERS-NEXT: sequential "{ S[t, i] -> [t] }") {}

// COUNT: schedule-skew: 1 run
// COUNT: {{^ *}}1 bands
// ZERO: expected a factor other than 0, found 0
// SAME: expected two different loops, found 0 for both `member` and `by`
schedule.scop @heat(inout %A: memref<9x18xf32>) {
  schedule.statement @S(%t, %i) {
    %0 = affine.load %A[%t, %i] : memref<9x18xf32>
    %1 = affine.load %A[%t, %i + 1] : memref<9x18xf32>
    %2 = affine.load %A[%t, %i + 2] : memref<9x18xf32>
    %3 = arith.addf %0, %1 : f32
    %4 = arith.addf %3, %2 : f32
    affine.store %4, %A[%t + 1, %i + 1] : memref<9x18xf32>
  }
  schedule.domain "{ S[t, i] : 0 <= t < 8 and 0 <= i < 16 }" {
    schedule.band (sequential "{ S[t, i] -> [t] }", sequential "{ S[t, i] -> [i] }") {}
  }
}
