// Invalid options of schedule-tile.
// RUN: not tc-opt %s --pass-pipeline='builtin.module(schedule.scop(schedule-tile))' 2>&1 | FileCheck %s --check-prefix=NONE
// RUN: not tc-opt %s --pass-pipeline='builtin.module(schedule.scop(schedule-tile{sizes=4,-1}))' 2>&1 | FileCheck %s --check-prefix=NEGATIVE
// RUN: tc-opt %s --pass-pipeline='builtin.module(schedule.scop(schedule-tile{sizes=0,4}))' | FileCheck %s --check-prefix=ZERO
// RUN: not tc-opt %s --pass-pipeline='builtin.module(schedule.scop(schedule-tile{sizes=4 target=tile}))' 2>&1 | FileCheck %s --check-prefix=TAG
// RUN: not tc-opt %s --pass-pipeline='builtin.module(schedule.scop(schedule-tile{size=4}))' 2>&1 | FileCheck %s --check-prefix=NAME
// RUN: not tc-opt %s --pass-pipeline='builtin.module(schedule.scop(schedule-tile{sizes=4,4,4,8}))' 2>&1 | FileCheck %s --check-prefix=MANY
// RUN: tc-opt %s --pass-pipeline='builtin.module(schedule.scop(schedule-tile{sizes=4,4,4,8 optional=true}))' 2>&1 | FileCheck %s --check-prefix=OPTIONAL

// MANY: error: expected at most 3 tile sizes, one for each loop, found 4: size 8 has no loop
// MANY: note: leave it out, or write optional=true to use as many sizes as there are loops
// OPTIONAL-NOT: error
// OPTIONAL: schedule.band permutable tag "tile" tiles(4, 4)
// OPTIONAL: schedule.band permutable tag "tile" tiles(4) (
// NONE: error: expected at least one tile size, found none
// NONE: note: write sizes=32,32
// The first loop stays inside the tile as it is.
// ZERO: schedule.band permutable tag "tile" tiles(4) (coincident "{ T[i, j, k] -> [j - j mod 4]; S[i, j] -> [j - j mod 4] }") {
// ZERO-NEXT: schedule.band permutable tag "point"
// ZERO-NEXT: (coincident "{ {{.*}} -> [i] }",
// NEGATIVE: error: expected a positive tile size for loop 1, found -1
// NEGATIVE: note: 0 keeps the whole loop inside the tile
// TAG: error: there is no mark and no band with the tag "tile"
// NAME: sizes
schedule.scop @sgemm(%a: memref<f32>, %A: memref<70x40xf32>, %B: memref<40x50xf32>, inout %C: memref<70x50xf32>) {
  schedule.statement @S(%i, %j) {
    %0 = affine.load %C[%i, %j] : memref<70x50xf32>
    %1 = affine.load %a[] : memref<f32>
    %2 = arith.mulf %0, %1 : f32
    affine.store %2, %C[%i, %j] : memref<70x50xf32>
  }
  schedule.statement @T(%i, %j, %k) reduces add {
    %0 = affine.load %A[%i, %k] : memref<70x40xf32>
    %1 = affine.load %B[%k, %j] : memref<40x50xf32>
    %2 = arith.mulf %0, %1 : f32
    %3 = affine.load %C[%i, %j] : memref<70x50xf32>
    %4 = arith.addf %3, %2 : f32
    affine.store %4, %C[%i, %j] : memref<70x50xf32>
  }
  schedule.domain "{ S[i, j] : 0 <= i < 70 and 0 <= j < 50; T[i, j, k] : 0 <= i < 70 and 0 <= j < 50 and 0 <= k < 40 }" {
    schedule.band permutable
      (coincident "{ S[i, j] -> [i]; T[i, j, k] -> [i] }",
       coincident "{ S[i, j] -> [j]; T[i, j, k] -> [j] }") {
      schedule.sequence {
        schedule.filter "{ S[i, j] }" {}
        schedule.filter "{ T[i, j, k] }" {
          schedule.band permutable (sequential "{ T[i, j, k] -> [k] }") {}
        }
      }
    }
  }
}
