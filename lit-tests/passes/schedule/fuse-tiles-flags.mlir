// A statement that no longer runs itself leaves its loops to others, which carry no dependence then.
// RUN: tc-opt %s --pass-pipeline='builtin.module(schedule.scop(schedule-fuse-tiles{compute=S target=tile},schedule-verify))' | FileCheck %s

// CHECK: schedule.filter "{ T[i] }" {
// CHECK-NEXT: schedule.band permutable tag "tile" tiles(8) (coincident "{ T[i] -> [{{.*}}] }") {
// CHECK: schedule.band permutable tag "computed" (coincident "{ S_t[p0, i] -> [{{.*}}] }") {}
// CHECK: schedule.band permutable tag "point" (coincident "{ T[i] -> [{{.*}}] }") {}
schedule.scop @shared(%A: memref<18xf32>, out %C: memref<16xf32>) {
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
    schedule.band permutable tag "tile" tiles(8) ("{ S[i] -> [i - i mod 8]; T[i] -> [i + 2 - (i + 2) mod 8] }") {
      schedule.band permutable tag "point" ("{ S[i] -> [i mod 8]; T[i] -> [(i + 2) mod 8] }") {
        schedule.sequence {
          schedule.filter "{ S[i] }" {}
          schedule.filter "{ T[i] }" {}
        }
      }
    }
  }
}
