// What scheduling below loops that stay refuses; with `optional` the tree stays, and a remark has the reason.
// DEFINE: %{pipeline} =
// DEFINE: %{refused} = not tc-opt %s --pass-pipeline='builtin.module(schedule.scop(%{pipeline}))' 2>&1
//
// REDEFINE: %{pipeline} = schedule-isl{target=pont}
// RUN: %{refused} | FileCheck %s --check-prefix=NO-TAG
// NO-TAG: error: there is no mark and no band with the tag "pont"
// NO-TAG: note: the marks and tags of the tree are tile, point; did you mean `point`?
//
// REDEFINE: %{pipeline} = schedule-isl{target=S/band[2]}
// RUN: %{refused} | FileCheck %s --check-prefix=NO-BAND
// NO-BAND: error: S has no `band[2]`
//
// REDEFINE: %{pipeline} = schedule-isl{target=S/sequence[1]}
// RUN: %{refused} | FileCheck %s --check-prefix=NO-SEQUENCE
// NO-SEQUENCE: error: S has no `sequence[1]`
//
// REDEFINE: %{pipeline} = schedule-isl{target=others/point}
// RUN: %{refused} | FileCheck %s --check-prefix=NO-SCOP
// NO-SCOP: error: the target names the scop `others`, which the module does not have
//
// Loops that are mapped, and what is below loops of threads.
// REDEFINE: %{pipeline} = schedule-map-blocks,schedule-isl{target=tile}
// RUN: %{refused} | FileCheck %s --check-prefix=BLOCKS
// BLOCKS: error: expected only sequences and plain loops to schedule anew, found a loop of the kind block.x
// BLOCKS: note: another pass relies on it, and it would be lost: schedule loops anew before
//
// REDEFINE: %{pipeline} = schedule-split{at=1 target=point},schedule-map-threads{block=8},schedule-isl{target=point}
// RUN: %{refused} | FileCheck %s --check-prefix=MAPPED
// MAPPED: error: expected only sequences and plain loops to schedule anew, found a loop of the kind thread.
//
// REDEFINE: %{pipeline} = schedule-map-blocks,schedule-map-threads{block=8,8},schedule-isl{target=S/sequence}
// RUN: %{refused} | FileCheck %s --check-prefix=THREADS
// THREADS: error: expected only loops of blocks, tiles and time above, found loops of threads (thread.y)
// THREADS: note: schedule loops anew behind `schedule-tile`, before they are mapped to threads
//
// Copies and barriers: below them, and with them.
// REDEFINE: %{pipeline} = schedule-map-blocks,schedule-promote{arrays=A},schedule-isl{target=point}
// RUN: %{refused} | FileCheck %s --check-prefix=BELOW
// BELOW: error: expected only loops of blocks, tiles and time above, found a schedule.extension
//
// REDEFINE: %{pipeline} = schedule-promote{arrays=A},schedule-isl{target=tile}
// RUN: %{refused} | FileCheck %s --check-prefix=WITH
// WITH: error: expected only sequences and plain loops to schedule anew, found a schedule.extension
//
// Loops that another pass knows by a tag.
// REDEFINE: %{pipeline} = schedule-tile{sizes=4 target=point tile-tag=lanes point-tag=partial},schedule-isl{target=lanes}
// RUN: %{refused} | FileCheck %s --check-prefix=TAG
// TAG: error: expected only sequences and plain loops to schedule anew, found the tag "lanes"
//
// A budget that is used up.
// REDEFINE: %{pipeline} = schedule-isl{fusion=max target=point budget=300}
// RUN: %{refused} | FileCheck %s --check-prefix=BUDGET
// BUDGET: error: no schedule of S, T was found within 300 isl operations [TC0601]
//
// RUN: tc-opt %s --remarks-filter=schedule-isl --pass-pipeline='builtin.module(schedule.scop(schedule-map-blocks,schedule-isl{target=tile optional=true}))' 2>&1 | FileCheck %s --check-prefix=OPTIONAL
// OPTIONAL: remark: [Missed] loops inside of tiles of S, T | Category:schedule-isl | Function=pair | Reason="expected only sequences and plain loops to schedule anew, found a loop of the kind block.x", Remark="they stay as they are", Suggestion="another pass relies on it, and it would be lost: schedule loops anew before"
// OPTIONAL: schedule.band permutable tag "tile" tiles(16) (block.x
schedule.scop @pair(%A: memref<64x64xf32>, inout %B: memref<64x64xf32>, inout %C: memref<64x64xf32>) {
  schedule.statement @S(%i, %j) {
    %0 = affine.load %A[%i, %j] : memref<64x64xf32>
    affine.store %0, %B[%i, %j] : memref<64x64xf32>
  }
  schedule.statement @T(%i, %j) {
    %0 = affine.load %B[%i, %j] : memref<64x64xf32>
    %1 = affine.load %A[%j, %i] : memref<64x64xf32>
    %2 = arith.addf %0, %1 : f32
    affine.store %2, %C[%i, %j] : memref<64x64xf32>
  }
  schedule.domain "{ S[i, j] : 0 <= i < 64 and 0 <= j < 64; T[i, j] : 0 <= i < 64 and 0 <= j < 64 }" {
    schedule.band permutable tag "tile" tiles(16) (coincident "{ S[i, j] -> [16*floor(i/16)]; T[i, j] -> [16*floor(i/16)] }") {
      schedule.band permutable tag "point" (coincident "{ S[i, j] -> [i mod 16]; T[i, j] -> [i mod 16] }", coincident "{ S[i, j] -> [j]; T[i, j] -> [j] }") {
        schedule.sequence {
          schedule.filter "{ S[i, j] }" {}
          schedule.filter "{ T[i, j] }" {}
        }
      }
    }
  }
}
