// What interchange refuses.
// RUN: tc-opt %s --split-input-file --verify-diagnostics --pass-pipeline='builtin.module(schedule.scop(schedule-interchange{order=1,0}))'
// RUN: not tc-opt %s --split-input-file --pass-pipeline='builtin.module(schedule.scop(schedule-interchange{order=1,-1}))' 2>&1 | FileCheck %s --check-prefix=NEGATIVE
// NEGATIVE: error: expected positions of members, found a negative number{{$}}

schedule.scop @not_permutable(%A: memref<70x50xf32>, inout %s: memref<f32>) {
  schedule.statement @S(%i, %j) reduces add {
    %0 = affine.load %A[%i, %j] : memref<70x50xf32>
    %1 = affine.load %s[] : memref<f32>
    %2 = arith.addf %1, %0 : f32
    affine.store %2, %s[] : memref<f32>
  }
  schedule.domain "{ S[i, j] : 0 <= i < 70 and 0 <= j < 50 }" {
    // expected-note @+2 {{no dependence runs backwards along a member: the band may be marked `permutable`}}
    // expected-error @+1 {{band member 0 may not move inside member 1: the band is not permutable and the member is not coincident: { S[i, j] -> [(i)] }}}
    schedule.band
      (sequential "{ S[i, j] -> [i] }",
       sequential "{ S[i, j] -> [j] }") {}
  }
}

// -----

schedule.scop @wrong_count(%A: memref<70x50xf32>, inout %s: memref<f32>) {
  schedule.statement @S(%i, %j) reduces add {
    %0 = affine.load %A[%i, %j] : memref<70x50xf32>
    %1 = affine.load %s[] : memref<f32>
    %2 = arith.addf %1, %0 : f32
    affine.store %2, %s[] : memref<f32>
  }
  schedule.domain "{ S[i, j] : 0 <= i < 70 and 0 <= j < 50 }" {
    // expected-error @+1 {{expected an order of the positions 0 to 0 of the band's members, found 1,0}}
    schedule.band (sequential "{ S[i, j] -> [i] }") {}
  }
}
