// Elements on the lowest digit of the number of a thread: two of eight threads run them.
schedule.scop @digits(%A: memref<8xf32>, out %B: memref<8xf32>) grid(1) block(8) {
  schedule.statement @S(%i) {
    %0 = affine.load %A[%i] : memref<8xf32>
    affine.store %0, %B[%i] : memref<8xf32>
  }
  schedule.domain "{ S[i] : 0 <= i < 8 }" {
    schedule.band (thread(1, 2) coincident "{ S[i] -> [i] }") {}
  }
}
