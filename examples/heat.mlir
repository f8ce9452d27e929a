// A stencil with time, hand-written: A[t + 1, i] = 0.25*A[t, i - 1] + 0.5*A[t, i] + 0.25*A[t, i + 1], where i counts from 1.
// The loops can neither be tiled nor interchanged as they stand; heat.schedule skews them first.
schedule.scop @heat(inout %A: memref<33x130xf32>) {
  schedule.statement @S(%t, %i) {
    %quarter = arith.constant 0.25 : f32
    %half = arith.constant 0.5 : f32
    %0 = affine.load %A[%t, %i] : memref<33x130xf32>
    %1 = affine.load %A[%t, %i + 1] : memref<33x130xf32>
    %2 = affine.load %A[%t, %i + 2] : memref<33x130xf32>
    %3 = arith.addf %0, %2 : f32
    %4 = arith.mulf %3, %quarter : f32
    %5 = arith.mulf %1, %half : f32
    %6 = arith.addf %4, %5 : f32
    affine.store %6, %A[%t + 1, %i + 1] : memref<33x130xf32>
  }
  schedule.domain "{ S[t, i] : 0 <= t < 32 and 0 <= i < 128 }" {
    schedule.band (sequential "{ S[t, i] -> [t] }", sequential "{ S[t, i] -> [i] }") {}
  }
}
