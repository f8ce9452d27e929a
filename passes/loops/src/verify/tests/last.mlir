schedule.scop @sum(%A: memref<4x64xf32>, out %B: memref<64xf32>) grid(4, 2) block(32) {
  %part = schedule.array temporary : memref<4x64xf32>
  %arrived = schedule.array temporary : memref<2xi32>
  schedule.statement @S0(%r, %i) {
    %0 = affine.load %A[%r, %i] : memref<4x64xf32>
    affine.store %0, %part[%r, %i] : memref<4x64xf32>
  }
  schedule.statement @S1(%i) {
    %0 = arith.constant 0.0 : f32
    affine.store %0, %B[%i] : memref<64xf32>
  }
  schedule.statement @S2(%i, %r) reduces add {
    %0 = affine.load %part[%r, %i] : memref<4x64xf32>
    %1 = affine.load %B[%i] : memref<64xf32>
    %2 = arith.addf %1, %0 : f32
    affine.store %2, %B[%i] : memref<64xf32>
  }
  schedule.domain "{ S0[r, i] : 0 <= r < 4 and 0 <= i < 64; S1[i] : 0 <= i < 64; S2[i, r] : 0 <= r < 4 and 0 <= i < 64 }" {
    schedule.sequence {
      schedule.filter "{ S0[r, i] }" {
        schedule.band (block.y coincident "{ S0[r, i] -> [floor(i/32)] }", block.x coincident "{ S0[r, i] -> [r] }") {
          schedule.band (thread.x coincident "{ S0[r, i] -> [i mod 32] }") {}
        }
      }
      schedule.filter "{ S1[i]; S2[i, r] }" {
        schedule.last "arrived" across block.x {
          schedule.band (block.y coincident "{ S1[i] -> [floor(i/32)]; S2[i, r] -> [floor(i/32)] }") {
            schedule.band (thread.x coincident "{ S1[i] -> [i mod 32]; S2[i, r] -> [i mod 32] }") {
              schedule.sequence {
                schedule.filter "{ S1[i] }" {}
                schedule.filter "{ S2[i, r] }" {}
              }
            }
          }
        }
      }
    }
  }
}
