schedule.scop @ring(%A: memref<16x20xf32>, %B: memref<20x16xf32>, out %C: memref<16x16xf32>) grid(2, 2, 1) block(8, 8, 1) {
  %A_s = schedule.array shared : memref<2x8x8xf32, 3>
  schedule.statement @S(%i, %j) {
    %0 = arith.constant 0.0 : f32
    affine.store %0, %C[%i, %j] : memref<16x16xf32>
  }
  schedule.statement @T(%i, %j, %k) reduces add {
    %0 = affine.load %A_s[(%k floordiv 8) mod 2, %i mod 8, %k mod 8] {schedule.for = #schedule.map<"{ T[i, j, k] -> A[i, k] }">} : memref<2x8x8xf32, 3>
    %1 = affine.load %B[%k, %j] : memref<20x16xf32>
    %2 = arith.mulf %0, %1 : f32
    %3 = affine.load %C[%i, %j] : memref<16x16xf32>
    %4 = arith.addf %3, %2 : f32
    affine.store %4, %C[%i, %j] : memref<16x16xf32>
  }
  schedule.statement @A_in(%b, %c, %t, %i, %k) {
    %0 = affine.load %A[%i, %k] : memref<16x20xf32>
    affine.store %0, %A_s[%t mod 2, %i mod 8, %k mod 8] : memref<2x8x8xf32, 3>
  }
  schedule.statement @sync0() { gpu.barrier }
  schedule.statement @sync1() { gpu.barrier }
  schedule.domain "{ S[i, j] : 0 <= i < 16 and 0 <= j < 16; T[i, j, k] : 0 <= i < 16 and 0 <= j < 16 and 0 <= k < 20 }" {
    schedule.band permutable
      (block.y coincident "{ S[i, j] -> [floor(i/8)]; T[i, j, k] -> [floor(i/8)] }",
       block.x coincident "{ S[i, j] -> [floor(j/8)]; T[i, j, k] -> [floor(j/8)] }") {
      schedule.sequence {
        schedule.filter "{ S[i, j] }" {
          schedule.band permutable
            (thread.y coincident "{ S[i, j] -> [i mod 8] }",
             thread.x coincident "{ S[i, j] -> [j mod 8] }") {}
        }
        schedule.filter "{ T[i, j, k] }" {
          schedule.band (sequential "{ T[i, j, k] -> [floor(k/8)] }") {
            schedule.extension "{ [b, c, t] -> A_in[b, c, t, i, k] : 8b <= i < 8b + 8 and 8t <= k < 8t + 8 and 0 <= k < 20 and 0 <= b < 2 and 0 <= c < 2; [b, c, t] -> sync0[] : 0 <= t < 3 and 0 <= b < 2 and 0 <= c < 2; [b, c, t] -> sync1[] : 0 <= t < 3 and 0 <= b < 2 and 0 <= c < 2 }" {
              schedule.sequence {
                schedule.filter "{ A_in[b, c, t, i, k] }" {
                  schedule.band (thread.y coincident "{ A_in[b, c, t, i, k] -> [i mod 8] }", thread.x coincident "{ A_in[b, c, t, i, k] -> [k mod 8] }") {}
                }
                schedule.filter "{ sync0[] }" {}
                schedule.filter "{ T[i, j, k] }" {
                  schedule.band permutable
                    (thread.y coincident "{ T[i, j, k] -> [i mod 8] }",
                     thread.x coincident "{ T[i, j, k] -> [j mod 8] }",
                     sequential "{ T[i, j, k] -> [k mod 8] }") {}
                }
                schedule.filter "{ sync1[] }" {}
              }
            }
          }
        }
      }
    }
  }
}
