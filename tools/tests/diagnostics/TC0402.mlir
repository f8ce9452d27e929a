// The statements exchanged: S1[i] reads what S0[i] writes.
schedule.scop @scaled(%A: memref<8xf32>, out %B: memref<8xf32>, out %C: memref<8xf32>) {
  schedule.statement @S0(%i) {
    %0 = affine.load %A[%i] : memref<8xf32>
    affine.store %0, %B[%i] : memref<8xf32>
  }
  schedule.statement @S1(%i) {
    %0 = affine.load %B[%i] : memref<8xf32>
    affine.store %0, %C[%i] : memref<8xf32>
  }
  schedule.domain "{ S0[i] : 0 <= i < 8; S1[i] : 0 <= i < 8 }" {
    schedule.sequence {
      schedule.filter "{ S1[i] }" {
        schedule.band (sequential "{ S1[i] -> [i] }") {}
      }
      schedule.filter "{ S0[i] }" {
        schedule.band (sequential "{ S0[i] -> [i] }") {}
      }
    }
  }
}
