schedule.scop @mv(%A: memref<24x20xf32>, %x: memref<20xf32>, out %y: memref<24xf32>) {
  %t = schedule.array private : memref<24xf32>
  schedule.statement @Z(%i) {
    %0 = arith.constant 0.0 : f32
    affine.store %0, %t[%i] : memref<24xf32>
  }
  schedule.statement @T(%i, %k) reduces add {
    %0 = affine.load %A[%i, %k] : memref<24x20xf32>
    %1 = affine.load %x[%k] : memref<20xf32>
    %2 = arith.mulf %0, %1 : f32
    %3 = affine.load %t[%i] : memref<24xf32>
    %4 = arith.addf %3, %2 : f32
    affine.store %4, %t[%i] : memref<24xf32>
  }
  schedule.statement @W(%i) {
    %0 = affine.load %t[%i] : memref<24xf32>
    %1 = arith.index_cast %i : index to i32
    %2 = arith.sitofp %1 : i32 to f32
    %3 = arith.addf %0, %2 : f32
    affine.store %3, %y[%i] : memref<24xf32>
  }
  schedule.domain "{ Z[i] : 0 <= i < 24; T[i, k] : 0 <= i < 24 and 0 <= k < 20; W[i] : 0 <= i < 24 }" {
    schedule.band (parallel coincident "{ Z[i] -> [floor(i/8)]; T[i, k] -> [floor(i/8)]; W[i] -> [floor(i/8)] }") {
      schedule.sequence {
        schedule.filter "{ Z[i] }" { schedule.band (vector coincident "{ Z[i] -> [i mod 8] }") {} }
        schedule.filter "{ T[i, k] }" {
          schedule.band (sequential "{ T[i, k] -> [k] }", vector coincident "{ T[i, k] -> [i mod 8] }") {}
        }
        schedule.filter "{ W[i] }" { schedule.band (unroll coincident "{ W[i] -> [i mod 8] }") {} }
      }
    }
  }
}
