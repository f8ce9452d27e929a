schedule.scop @sum(inout %A: memref<9xf32>) {
  schedule.statement @S1(%i) {
    %0 = affine.load %A[%i] : memref<9xf32>
    %1 = affine.load %A[%i + 1] : memref<9xf32>
    %2 = arith.addf %0, %1 : f32
    affine.store %2, %A[%i + 1] : memref<9xf32>
  }
  schedule.domain "{ S1[i] : 0 <= i < 8 }" {
    schedule.band (sequential "{ S1[i] -> [i] }") {}
  }
}
