// What a tile needs of a producer is computed in the tile.
// RUN: tc-opt %s --pass-pipeline='builtin.module(schedule.scop(schedule-fuse-tiles{compute=S target=tile}))' | FileCheck %s
// RUN: tc-opt %s --pass-pipeline='builtin.module(schedule.scop(schedule-fuse-tiles{compute=S target=stencil/T/band[0] limit=40},schedule-map-cpu{work=1},schedule-verify))' | FileCheck %s --check-prefix=CPU
// RUN: tc-opt %s --pass-pipeline='builtin.module(schedule.scop(schedule-fuse-tiles{compute=S target=tile}),schedule-to-cpu{origin=true},loops-verify)' | FileCheck %s --check-prefix=LOOPS
// RUN: tc-opt %s --tc-pass-statistics --pass-pipeline='builtin.module(schedule.scop(schedule-fuse-tiles{compute=S target=tile}))' -o /dev/null 2>&1 | FileCheck %s --check-prefix=COUNT
// RUN: tc-opt %s --remarks-filter=schedule-fuse-tiles --pass-pipeline='builtin.module(schedule.scop(schedule-fuse-tiles{compute=S target=tile}))' -o /dev/null 2>&1 | FileCheck %s --check-prefix=WHY
// RUN: not tc-opt %s --pass-pipeline='builtin.module(schedule.scop(schedule-fuse-tiles{target=tile}))' 2>&1 | FileCheck %s --check-prefix=COMPUTE
// RUN: not tc-opt %s --pass-pipeline='builtin.module(schedule.scop(schedule-fuse-tiles{compute=S limit=0}))' 2>&1 | FileCheck %s --check-prefix=ZERO
// RUN: not tc-opt %s --pass-pipeline='builtin.module(schedule.scop(schedule-fuse-tiles{compute=S target=tile limit=39}))' 2>&1 | FileCheck %s --check-prefix=LIMIT
// RUN: not tc-opt %s --pass-pipeline='builtin.module(schedule.scop(schedule-fuse-tiles{compute=R target=tile}))' 2>&1 | FileCheck %s --check-prefix=UNKNOWN
// RUN: not tc-opt %s --pass-pipeline='builtin.module(schedule.scop(schedule-fuse-tiles{compute=S}))' 2>&1 | FileCheck %s --check-prefix=SEVERAL
// RUN: not tc-opt %s --pass-pipeline='builtin.module(schedule.scop(schedule-fuse-tiles{compute=T target=tile}))' 2>&1 | FileCheck %s --check-prefix=UNREAD

// CHECK: %B_t = schedule.array shared : memref<10xf32>
// CHECK: schedule.statement @T(%i) {
// CHECK-NEXT: affine.load %B_t[%i mod 8] {schedule.for = #schedule.map<"{ T[i] -> B[i] }">}
// CHECK-NEXT: affine.load %B_t[%i mod 8 + 2] {schedule.for = #schedule.map<"{ T[i] -> B[2 + i] }">}
// CHECK: schedule.statement @S_t(%p0, %i) recomputes @S {
// CHECK-NEXT: affine.load %A[%i]
// CHECK-NEXT: arith.mulf
// CHECK-NEXT: affine.store %{{.*}}, %B_t[-%p0 + %i] {schedule.for = #schedule.map<"{ S_t[p0, i] -> B[i] }">}
// CHECK: schedule.domain "{ S[i] : 0 <= i <= 17; T[i] : 0 <= i <= 15 }" {
// CHECK-NEXT: schedule.filter "{ T[i] }" {
// CHECK-NEXT: schedule.band permutable tag "tile" tiles(8) (coincident "{ T[i] -> [i - i mod 8] }") {
// CHECK-NEXT: schedule.extension "{ [i0] -> S_t[i0, i] : i0 mod 8 = 0 and 0 <= i0 <= 8 and i0 <= i <= 9 + i0 }" {
// CHECK-NEXT: schedule.sequence {
// CHECK-NEXT: schedule.filter "{ S_t[i0, i] }" {
// CHECK-NEXT: schedule.band permutable tag "computed" (coincident "{ S_t[p0, i] -> [-p0 + i] }") {}
// CHECK: schedule.filter "{ T[i] }" {
// CHECK-NEXT: schedule.band permutable tag "point"

// CPU: schedule.band permutable tag "tile" tiles(8) (parallel coincident "{ T[i] -> [i - i mod 8] }") {

// LOOPS: scf.for %[[TILE:.*]] = %{{.*}} to %{{.*}} step %c8
// LOOPS: scf.for %[[I:.*]] = %c0 to %c10 step %c1
// LOOPS: memref.store %{{.*}}, %[[BOX:.*]][%[[I]]] : memref<10xf32>
// LOOPS: scf.for
// LOOPS: memref.load %[[BOX]]

// COUNT: schedule-fuse-tiles: 1 run
// COUNT: {{^ *}}1 statements
// COUNT: {{^ *}}1 removed
// COUNT: {{^ *}}40 bytes

// WHY: remark: [Passed] S | Category:schedule-fuse-tiles | Function=stencil | Bytes=40
// WHY-SAME: Reason="20 instances run in place of 18", Remark="tiles compute it, each 10 elements of B in 40 bytes", Suggestion="`B` is neither written nor read"

// COMPUTE: expected `compute`, a statement of the producer
// ZERO: expected a positive limit, found 0
// LIMIT: what a tile needs of `B` takes 40 bytes, of 39 that it may take
// UNKNOWN: there is no statement R to compute in tiles
// UNKNOWN: the statements are S, T
// SEVERAL: expected one band to compute S in, found 2
// UNREAD: nothing in the tiles reads `C`, which T writes
schedule.scop @stencil(%A: memref<18xf32>, out %C: memref<16xf32>) {
  %B = schedule.array temporary : memref<18xf32>
  schedule.statement @S(%i) {
    %0 = affine.load %A[%i] : memref<18xf32>
    %1 = arith.mulf %0, %0 : f32
    affine.store %1, %B[%i] : memref<18xf32>
  }
  schedule.statement @T(%i) {
    %0 = affine.load %B[%i] : memref<18xf32>
    %1 = affine.load %B[%i + 2] : memref<18xf32>
    %2 = arith.addf %0, %1 : f32
    affine.store %2, %C[%i] : memref<16xf32>
  }
  schedule.domain "{ S[i] : 0 <= i < 18; T[i] : 0 <= i < 16 }" {
    schedule.sequence {
      schedule.filter "{ S[i] }" {
        schedule.band permutable (coincident "{ S[i] -> [i] }") {}
      }
      schedule.filter "{ T[i] }" {
        schedule.band permutable tag "tile" tiles(8) (coincident "{ T[i] -> [i - i mod 8] }") {
          schedule.band permutable tag "point" (coincident "{ T[i] -> [i mod 8] }") {}
        }
      }
    }
  }
}
