// With `skewing` loops may combine indices, with `nonnegative=false` against an index too, where that makes a loop parallel: claims F24, F25.
// DEFINE: %{isl} = tc-opt %s --split-input-file --pass-pipeline
// RUN: %{isl}='builtin.module(schedule.scop(schedule-isl,schedule-verify))' | FileCheck %s --check-prefixes=CHECK,STRAIGHT
// RUN: %{isl}='builtin.module(schedule.scop(schedule-isl{nonnegative=false},schedule-verify))' | FileCheck %s --check-prefixes=CHECK,STRAIGHT
// RUN: %{isl}='builtin.module(schedule.scop(schedule-isl{skewing=true},schedule-verify))' | FileCheck %s --check-prefixes=CHECK,SKEWED
// RUN: %{isl}='builtin.module(schedule.scop(schedule-isl{skewing=true nonnegative=false},schedule-verify))' | FileCheck %s --check-prefixes=CHECK,AGAINST

// CHECK-LABEL: schedule.scop @back
// STRAIGHT: schedule.band permutable (sequential "{ S[i, j] -> [i] }") {
// STRAIGHT-NEXT: schedule.band permutable (sequential "{ S[i, j] -> [j] }") {}
// SKEWED: schedule.band permutable{{$}}
// SKEWED-NEXT: (coincident "{ S[i, j] -> [i + j] }",
// SKEWED-NEXT: sequential "{ S[i, j] -> [i] }") {}
// AGAINST: schedule.band permutable{{$}}
// AGAINST-NEXT: (coincident "{ S[i, j] -> [i + j] }",
// AGAINST-NEXT: sequential "{ S[i, j] -> [i] }") {}
schedule.scop @back(inout %A: memref<64x64xf32>) {
  schedule.statement @S(%i, %j) {
    %0 = affine.load %A[%i - 1, %j + 1] : memref<64x64xf32>
    affine.store %0, %A[%i, %j] : memref<64x64xf32>
  }
  schedule.domain "{ S[i, j] : 1 <= i < 64 and 0 <= j < 63 }" {
    schedule.band (sequential "{ S[i, j] -> [i] }", sequential "{ S[i, j] -> [j] }") {}
  }
}

// -----

// CHECK-LABEL: schedule.scop @diagonals
// STRAIGHT: schedule.band permutable{{$}}
// STRAIGHT-NEXT: (sequential "{ S[i, j] -> [i] }",
// STRAIGHT-NEXT: sequential "{ S[i, j] -> [j] }") {}
// SKEWED: schedule.band permutable{{$}}
// SKEWED-NEXT: (sequential "{ S[i, j] -> [i] }",
// SKEWED-NEXT: sequential "{ S[i, j] -> [j] }") {}
// AGAINST: schedule.band permutable{{$}}
// AGAINST-NEXT: (coincident "{ S[i, j] -> [i - j] }",
// AGAINST-NEXT: sequential "{ S[i, j] -> [i] }") {}
schedule.scop @diagonals(inout %A: memref<64x64xf32>) {
  schedule.statement @S(%i, %j) {
    %0 = affine.load %A[%i - 1, %j - 1] : memref<64x64xf32>
    affine.store %0, %A[%i, %j] : memref<64x64xf32>
  }
  schedule.domain "{ S[i, j] : 1 <= i < 64 and 1 <= j < 64 }" {
    schedule.band (sequential "{ S[i, j] -> [i] }", sequential "{ S[i, j] -> [j] }") {}
  }
}
