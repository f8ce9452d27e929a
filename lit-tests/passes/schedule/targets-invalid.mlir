// What the option `target` of a hand tool refuses.
// RUN: not tc-opt %s --pass-pipeline='builtin.module(schedule.scop(schedule-reverse{target=tim}))' 2>&1 | FileCheck %s --check-prefix=CASE0
// CASE0: error: there is no mark and no band with the tag "tim"
// CASE0: note: the marks and tags of the tree are time, steps; did you mean `time`?
// RUN: not tc-opt %s --pass-pipeline='builtin.module(schedule.scop(schedule-reverse{target=T/band}))' 2>&1 | FileCheck %s --check-prefix=CASE1
// CASE1: error: there is no statement `T` in the tree
// CASE1: note: the tree has S
// RUN: not tc-opt %s --pass-pipeline='builtin.module(schedule.scop(schedule-reverse{target=S/band[2]}))' 2>&1 | FileCheck %s --check-prefix=CASE2
// CASE2: error: S has no `band[2]`
// CASE2: note: there are band[0] to band[1] above it
// RUN: not tc-opt %s --pass-pipeline='builtin.module(schedule.scop(schedule-reverse{target=S/sequence}))' 2>&1 | FileCheck %s --check-prefix=CASE3
// CASE3: error: expected `band[0]` behind the statement, found `sequence`
// CASE3: note: `S/band[0]` is the outermost band above S, `band[-1]` the innermost
// RUN: not tc-opt %s --pass-pipeline='builtin.module(schedule.scop(schedule-reverse{target=marker/time}))' 2>&1 | FileCheck %s --check-prefix=CASE4
// CASE4: error: the target names the scop `marker`, which the module does not have
// CASE4: note: the module has marked; did you mean `marked`?
// RUN: not tc-opt %s --pass-pipeline='builtin.module(schedule.scop(schedule-fuse{target=S/sequence[0]}))' 2>&1 | FileCheck %s --check-prefix=NONE
// NONE: error: S has no `sequence[0]`
// NONE: note: there is no sequence above it
// RUN: not tc-opt %s --pass-pipeline='builtin.module(schedule.scop(schedule-split{at=1 target=S/band[0]},schedule-interchange{target=S/band[0] order=0},schedule-tile{sizes=4 target=untiled}))' 2>&1 | FileCheck %s --check-prefix=TILE
// TILE: error: a band of one member cannot be split
schedule.scop @marked(inout %A: memref<9x18xf32>) {
  schedule.statement @S(%t, %i) {
    %0 = affine.load %A[%t, %i] : memref<9x18xf32>
    %1 = affine.load %A[%t, %i + 1] : memref<9x18xf32>
    %2 = affine.load %A[%t, %i + 2] : memref<9x18xf32>
    %3 = arith.addf %0, %1 : f32
    %4 = arith.addf %3, %2 : f32
    affine.store %4, %A[%t + 1, %i + 1] : memref<9x18xf32>
  }
  schedule.domain "{ S[t, i] : 0 <= t < 8 and 0 <= i < 16 }" {
    schedule.mark "time" {
      schedule.band tag "steps" (sequential "{ S[t, i] -> [t] }") {
        schedule.band (sequential "{ S[t, i] -> [i] }") {}
      }
    }
  }
}
