// What tiling refuses.
// RUN: tc-opt %s --split-input-file --verify-diagnostics --pass-pipeline='builtin.module(schedule.scop(schedule-tile{sizes=4,4}))'

schedule.scop @not_permutable(%A: memref<70x50xf32>, inout %s: memref<f32>) {
  schedule.statement @S(%i, %j) reduces add {
    %0 = affine.load %A[%i, %j] : memref<70x50xf32>
    %1 = affine.load %s[] : memref<f32>
    %2 = arith.addf %1, %0 : f32
    affine.store %2, %s[] : memref<f32>
  }
  schedule.domain "{ S[i, j] : 0 <= i < 70 and 0 <= j < 50 }" {
    // expected-error @+4 {{the band is not permutable, so its 2 members cannot be tiled together}}
    // expected-note @+3 {{tile loops would move band member 1 ({ S[i, j] -> [(j)] }) out of the loop of member 0}}
    // expected-note @+2 {{split the band with schedule-split and tile the bands one by one}}
    // expected-note @+1 {{no dependence runs backwards along a member: the band may be marked `permutable`}}
    schedule.band
      (sequential "{ S[i, j] -> [i] }",
       sequential "{ S[i, j] -> [j] }") {}
  }
}

// -----

// expected-error @+2 {{there is no band without a tag to tile}}
// expected-note @+1 {{name the bands to tile with target=TAG}}
schedule.scop @all_tagged(%A: memref<70x50xf32>, inout %s: memref<f32>) {
  schedule.statement @S(%i, %j) reduces add {
    %0 = affine.load %A[%i, %j] : memref<70x50xf32>
    %1 = affine.load %s[] : memref<f32>
    %2 = arith.addf %1, %0 : f32
    affine.store %2, %s[] : memref<f32>
  }
  schedule.domain "{ S[i, j] : 0 <= i < 70 and 0 <= j < 50 }" {
    schedule.band permutable tag "point" (sequential "{ S[i, j] -> [i] }") {}
  }
}
