// The same at 256.
module {
  schedule.scop @mm(%A: memref<256x256xf32>, %B: memref<256x256xf32>, out %C: memref<256x256xf32>) grid(2, 2, 1) block(256, 1, 1) {
    %A_s = schedule.array shared : memref<128x16xf32, #gpu.address_space<workgroup>>
    %B_s = schedule.array shared : memref<16x128xf32, #gpu.address_space<workgroup>>
    schedule.statement @S0(%m, %n) {
      %cst = arith.constant 0.000000e+00 : f32
      affine.store %cst, %C[%m, %n] : memref<256x256xf32>
    }
    schedule.statement @S1(%m, %n, %k) reduces add {
      %0 = affine.load %A_s[%m mod 128, %k mod 16] {schedule.for = #schedule.map<"{ S1[m, n, k] -> A[m, k] }">} : memref<128x16xf32, #gpu.address_space<workgroup>>
      %1 = affine.load %B_s[%k mod 16, %n mod 128] {schedule.for = #schedule.map<"{ S1[m, n, k] -> B[k, n] }">} : memref<16x128xf32, #gpu.address_space<workgroup>>
      %2 = arith.mulf %0, %1 : f32
      %3 = affine.load %C[%m, %n] : memref<256x256xf32>
      %4 = arith.addf %3, %2 : f32
      affine.store %4, %C[%m, %n] : memref<256x256xf32>
    }
    schedule.statement @A_in(%p0, %p1, %p2, %a0, %a1) {
      %0 = affine.load %A[%a0, %a1] : memref<256x256xf32>
      affine.store %0, %A_s[%p0 * -128 + %a0, %p2 * -16 + %a1] : memref<128x16xf32, #gpu.address_space<workgroup>>
    }
    schedule.statement @B_in(%p0, %p1, %p2, %a0, %a1) {
      %0 = affine.load %B[%a0, %a1] : memref<256x256xf32>
      affine.store %0, %B_s[%p2 * -16 + %a0, %p1 * -128 + %a1] : memref<16x128xf32, #gpu.address_space<workgroup>>
    }
    schedule.statement @sync0() {
      gpu.barrier
    }
    schedule.statement @sync1() {
      gpu.barrier
    }
    schedule.domain "{ S0[m, n] : 0 <= m <= 255 and 0 <= n <= 255; S1[m, n, k] : 0 <= m <= 255 and 0 <= n <= 255 and 0 <= k <= 255 }" {
      schedule.band permutable tag "tile"
        (block.y coincident "{ S0[m, n] -> [floor(m/128)]; S1[m, n, k] -> [floor(m/128)] }",
         block.x coincident "{ S0[m, n] -> [floor(n/128)]; S1[m, n, k] -> [floor(n/128)] }") {
        schedule.sequence {
          schedule.filter "{ S0[m, n] }" {
            schedule.band permutable tag "point"
              (thread(64, 4) coincident "{ S0[m, n] -> [floor(m/32) mod 4] }",
 thread(32, 2) coincident "{ S0[m, n] -> [floor(n/64) mod 2] }",
               thread(16, 2) coincident "{ S0[m, n] -> [floor(m/2) mod 2] }",
 thread(4, 4) coincident "{ S0[m, n] -> [floor(n/8) mod 4] }",
 thread(2, 2) coincident "{ S0[m, n] -> [m mod 2] }",
 thread(1, 2) coincident "{ S0[m, n] -> [floor(n/4) mod 2] }",
               unroll coincident "{ S0[m, n] -> [floor(n/32) mod 2] }",
 unroll coincident "{ S0[m, n] -> [n mod 4] }",
               unroll coincident "{ S0[m, n] -> [floor(m/4) mod 8] }") {}
          }
          schedule.filter "{ S1[m, n, k] }" {
            schedule.band permutable tag "tile" (sequential "{ S1[m, n, k] -> [floor(k/16)] }") {
              schedule.extension "{ [i0, i1, i2] -> sync1[] : 0 <= i0 <= 1 and 0 <= i1 <= 1 and 0 <= i2 <= 15; [i0, i1, i2] -> sync0[] : 0 <= i0 <= 1 and 0 <= i1 <= 1 and 0 <= i2 <= 15; [i0, i1, i2] -> B_in[i0, i1, i2, a0, a1] : 0 <= i0 <= 1 and 0 <= i1 <= 1 and 0 <= i2 <= 15 and 16i2 <= a0 <= 15 + 16i2 and 128i1 <= a1 <= 127 + 128i1; [i0, i1, i2] -> A_in[i0, i1, i2, a0, a1] : 0 <= i0 <= 1 and 0 <= i1 <= 1 and 0 <= i2 <= 15 and 128i0 <= a0 <= 127 + 128i0 and 16i2 <= a1 <= 15 + 16i2 }" {
                schedule.sequence {
                  schedule.filter "{ A_in[i0, i1, i2, a0, a1] }" {
                    schedule.band permutable tag "copy"
                      (thread(32, 8) coincident "{ A_in[p0, p1, p2, a0, a1] -> [floor(a0/8) mod 8] }",
                       thread(4, 8) coincident "{ A_in[p0, p1, p2, a0, a1] -> [a0 mod 8] }",
 thread(1, 4) coincident "{ A_in[p0, p1, p2, a0, a1] -> [floor(a1/4) - 4p2] }",
                       unroll coincident "{ A_in[p0, p1, p2, a0, a1] -> [-2p0 + floor(a0/64)] }",
                       unroll coincident "{ A_in[p0, p1, p2, a0, a1] -> [a1 mod 4] }") {}
                  }
                  schedule.filter "{ B_in[i0, i1, i2, a0, a1] }" {
                    schedule.band permutable tag "copy"
                      (thread(32, 8) coincident "{ B_in[p0, p1, p2, a0, a1] -> [a0 mod 8] }",
                       thread(1, 32) coincident "{ B_in[p0, p1, p2, a0, a1] -> [floor(a1/4) mod 32] }",
                       unroll coincident "{ B_in[p0, p1, p2, a0, a1] -> [-2p2 + floor(a0/8)] }",
                       unroll coincident "{ B_in[p0, p1, p2, a0, a1] -> [a1 mod 4] }") {}
                  }
                  schedule.filter "{ sync0[] }" {}
                  schedule.filter "{ S1[m, n, k] }" {
                    schedule.band permutable tag "point" (unroll "{ S1[m, n, k] -> [k mod 16] }") {
                      schedule.band permutable tag "point"
                        (thread(64, 4) coincident "{ S1[m, n, k] -> [floor(m/32) mod 4] }",
 thread(32, 2) coincident "{ S1[m, n, k] -> [floor(n/64) mod 2] }",
                         thread(16, 2) coincident "{ S1[m, n, k] -> [floor(m/2) mod 2] }",
 thread(4, 4) coincident "{ S1[m, n, k] -> [floor(n/8) mod 4] }",
 thread(2, 2) coincident "{ S1[m, n, k] -> [m mod 2] }",
 thread(1, 2) coincident "{ S1[m, n, k] -> [floor(n/4) mod 2] }",
                         unroll coincident "{ S1[m, n, k] -> [floor(n/32) mod 2] }",
 unroll coincident "{ S1[m, n, k] -> [n mod 4] }",
                         unroll coincident "{ S1[m, n, k] -> [floor(m/4) mod 8] }") {}
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
}
