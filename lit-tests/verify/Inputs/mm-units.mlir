schedule.scop @mm(%A: memref<128x64xf16>, %B: memref<64x128xf16>, out %C: memref<128x128xf32>) grid(2, 2) block(128) {
  %A_s = schedule.array shared : memref<64x32xf16, #gpu.address_space<workgroup>>
  %B_s = schedule.array shared : memref<32x64xf16, #gpu.address_space<workgroup>>
  schedule.statement @S0(%i, %j) {
    %cst = arith.constant 0.000000e+00 : f32
    affine.store %cst, %C[%i, %j] : memref<128x128xf32>
  }
  schedule.statement @S1(%i, %j, %k) reduces add {
    %0 = affine.load %A_s[%i mod 64, %k mod 32] {schedule.for = #schedule.map<"{ S1[i, j, k] -> A[i, k] }">} : memref<64x32xf16, #gpu.address_space<workgroup>>
    %1 = arith.extf %0 : f16 to f32
    %2 = affine.load %B_s[%k mod 32, %j mod 64] {schedule.for = #schedule.map<"{ S1[i, j, k] -> B[k, j] }">} : memref<32x64xf16, #gpu.address_space<workgroup>>
    %3 = arith.extf %2 : f16 to f32
    %4 = arith.mulf %1, %3 : f32
    %5 = affine.load %C[%i, %j] : memref<128x128xf32>
    %6 = arith.addf %5, %4 : f32
    affine.store %6, %C[%i, %j] : memref<128x128xf32>
  }
  schedule.statement @A_in(%p0, %p1, %p2, %a0, %a1) {
    %0 = affine.load %A[%a0, %a1] : memref<128x64xf16>
    affine.store %0, %A_s[%p0 * -64 + %a0, %p2 * -32 + %a1] : memref<64x32xf16, #gpu.address_space<workgroup>>
  }
  schedule.statement @B_in(%p0, %p1, %p2, %a0, %a1) {
    %0 = affine.load %B[%a0, %a1] : memref<64x128xf16>
    affine.store %0, %B_s[%p2 * -32 + %a0, %p1 * -64 + %a1] : memref<32x64xf16, #gpu.address_space<workgroup>>
  }
  schedule.statement @sync0() {
    gpu.barrier
  }
  schedule.statement @sync1() {
    gpu.barrier
  }
  schedule.domain "{ S0[i, j] : 0 <= i <= 127 and 0 <= j <= 127; S1[i, j, k] : 0 <= i <= 127 and 0 <= j <= 127 and 0 <= k <= 63 }" {
    schedule.band permutable tag "tile"
      (block.y coincident "{ S0[i, j] -> [floor(i/64)]; S1[i, j, k] -> [floor(i/64)] }",
       block.x coincident "{ S0[i, j] -> [floor(j/64)]; S1[i, j, k] -> [floor(j/64)] }") {
      schedule.sequence {
        schedule.filter "{ S0[i, j] }" {
          schedule.band permutable tag "point"
            (thread(64, 2) coincident "{ S0[i, j] -> [floor(i/32) mod 2] }",
             thread(32, 2) coincident "{ S0[i, j] -> [floor(j/32) mod 2] }",
             thread(4, 8) coincident "{ S0[i, j] -> [i mod 8] }",
             thread(1, 4) coincident "{ S0[i, j] -> [floor(j/2) mod 4] }",
             unroll coincident "{ S0[i, j] -> [floor(i/8) mod 4] }",
             unroll coincident "{ S0[i, j] -> [floor(j/8) mod 4] }",
             unroll coincident "{ S0[i, j] -> [j mod 2] }") {}
        }
        schedule.filter "{ S1[i, j, k] }" {
          schedule.band permutable tag "tile" (sequential "{ S1[i, j, k] -> [floor(k/32)] }") {
            schedule.extension "{ [i0, i1, i2] -> sync1[] : 0 <= i0 <= 1 and 0 <= i1 <= 1 and 0 <= i2 <= 1; [i0, i1, i2] -> sync0[] : 0 <= i0 <= 1 and 0 <= i1 <= 1 and 0 <= i2 <= 1; [i0, i1, i2] -> B_in[i0, i1, i2, a0, a1] : 0 <= i0 <= 1 and 0 <= i1 <= 1 and 0 <= i2 <= 1 and 32i2 <= a0 <= 31 + 32i2 and 64i1 <= a1 <= 63 + 64i1; [i0, i1, i2] -> A_in[i0, i1, i2, a0, a1] : 0 <= i0 <= 1 and 0 <= i1 <= 1 and 0 <= i2 <= 1 and 64i0 <= a0 <= 63 + 64i0 and 32i2 <= a1 <= 31 + 32i2 }" {
              schedule.sequence {
                schedule.filter "{ A_in[i0, i1, i2, a0, a1] }" {
                  schedule.band permutable tag "copy"
                    (thread(4, 32) coincident "{ A_in[p0, p1, p2, a0, a1] -> [a0 mod 32] }",
                     thread(1, 4) coincident "{ A_in[p0, p1, p2, a0, a1] -> [floor(a1/8) mod 4] }",
                     unroll coincident "{ A_in[p0, p1, p2, a0, a1] -> [floor(a0/32) mod 2] }",
                     unroll coincident "{ A_in[p0, p1, p2, a0, a1] -> [a1 mod 8] }") {}
                }
                schedule.filter "{ B_in[i0, i1, i2, a0, a1] }" {
                  schedule.band permutable tag "copy"
                    (thread(8, 16) coincident "{ B_in[p0, p1, p2, a0, a1] -> [a0 mod 16] }",
                     thread(1, 8) coincident "{ B_in[p0, p1, p2, a0, a1] -> [floor(a1/8) mod 8] }",
                     unroll coincident "{ B_in[p0, p1, p2, a0, a1] -> [floor(a0/16) mod 2] }",
                     unroll coincident "{ B_in[p0, p1, p2, a0, a1] -> [a1 mod 8] }") {}
                }
                schedule.filter "{ sync0[] }" {}
                schedule.filter "{ S1[i, j, k] }" {
                  schedule.band permutable tag "point"
                    (thread(64, 2) coincident "{ S1[i, j, k] -> [floor(i/32) mod 2] }",
                     thread(32, 2) coincident "{ S1[i, j, k] -> [floor(j/32) mod 2] }",
                     unroll "{ S1[i, j, k] -> [floor(k/16) mod 2] }",
                     unroll coincident "{ S1[i, j, k] -> [floor(i/16) mod 2] }",
                     unroll coincident "{ S1[i, j, k] -> [floor(j/8) mod 4] }") {
                    schedule.band permutable tag "unit" unit(mma, 16, 8, 16, f16)
                      (thread(4, 8) coincident "{ S1[i, j, k] -> [i mod 8] }",
                       thread(1, 4) coincident "{ S1[i, j, k] -> [floor(j/2) mod 4] }",
                       unroll coincident "{ S1[i, j, k] -> [floor(i/8) mod 2] }",
                       unroll coincident "{ S1[i, j, k] -> [j mod 2] }",
                       unroll "{ S1[i, j, k] -> [k mod 16] }") {}
                  }
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
