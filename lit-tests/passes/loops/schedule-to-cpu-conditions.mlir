// A part of a condition that isl knows is a number in its AST, and a condition in the code.
// RUN: tc-opt %s --schedule-to-cpu | FileCheck %s

// CHECK-LABEL: func.func @sweeps(
// CHECK: %[[KNOWN:.*]] = arith.cmpi ne, %c1, %c0 : index
// CHECK: arith.ori %{{.*}}, %[[KNOWN]] : i1
schedule.scop @sweeps(%X: memref<15xf32>, out %Y: memref<15x6xf32>, out %Z: memref<3x6x15xf32>) {
  schedule.statement @S1(%t, %i, %j) at [0, 0] {
    %0 = affine.load %Y[%j + 2, %i] : memref<15x6xf32>
    affine.store %0, %Z[%t, %i, %j] : memref<3x6x15xf32>
  }
  schedule.statement @S2(%t, %i, %j) at [0, 1] {
    %0 = affine.load %X[%i] : memref<15xf32>
    affine.store %0, %Y[%i, %j] : memref<15x6xf32>
  }
  schedule.domain "{ S1[t, i, j] : 0 <= t <= 2 and 0 <= i <= 5 and 0 <= j <= 12; S2[t, i, j] : 0 <= t <= 2 and 0 <= i <= 14 and 0 <= j <= 5 }" {
    schedule.band (sequential "{ S2[t, i, j] -> [1 + 3t + floor(t/2) + floor((-2 + 2t + i)/5)]; S1[t, i, j] -> [3t + floor(t/2) + floor((2t + i)/5)] }") {
      schedule.band
        (sequential "{ S2[t, i, j] -> [1 + 3t + floor((-2 + 2t + i)/5)]; S1[t, i, j] -> [3t + floor((2t + i)/5)] }",
         sequential "{ S2[t, i, j] -> [3 + 4t + floor((t + j)/4)]; S1[t, i, j] -> [4t + floor((t + j)/4)] }") {
        schedule.band (sequential "{ S2[t, i, j] -> [t]; S1[t, i, j] -> [t] }") {
          schedule.sequence {
            schedule.filter "{ S1[t, i, j] }" {
              schedule.band (sequential "{ S1[t, i, j] -> [i] }", sequential "{ S1[t, i, j] -> [j] }") {}
            }
            schedule.filter "{ S2[t, i, j] }" {
              schedule.band (sequential "{ S2[t, i, j] -> [i] }", sequential "{ S2[t, i, j] -> [j] }") {}
            }
          }
        }
      }
    }
  }
}
