// A matrix product of 1024^3 as a person would map it: lanes and warps of a block on three axes: 8 x 4 x 8 threads.
// RUN: tc-opt %s --pass-pipeline='builtin.module(schedule.scop(schedule-verify),schedule-to-gpu)' -o %t.mlir
// RUN: FileCheck %s < %t.mlir
// RUN: grep -c arith.mulf %t.mlir | FileCheck %s --check-prefix=PRODUCTS

// One barrier before the tiles are used, and one before they are overwritten; all products of an iteration are unrolled.
// CHECK: known_block_size = array<i32: 8, 4, 8>, known_grid_size = array<i32: 8, 8, 1>
// CHECK: scf.for
// CHECK: gpu.barrier
// CHECK: arith.mulf
// CHECK: gpu.barrier
// CHECK-NOT: gpu.barrier
// PRODUCTS: {{^}}1024{{$}}

module {
  schedule.scop @mm(%A: memref<1024x1024xf32>, %B: memref<1024x1024xf32>, out %C: memref<1024x1024xf32>) grid(8, 8, 1) block(8, 4, 8) {
    %A_s = schedule.array shared : memref<128x16xf32, #gpu.address_space<workgroup>>
    %B_s = schedule.array shared : memref<16x128xf32, #gpu.address_space<workgroup>>
    schedule.statement @S0(%m, %n) {
      %cst = arith.constant 0.000000e+00 : f32
      affine.store %cst, %C[%m, %n] : memref<1024x1024xf32>
    }
    schedule.statement @S1(%m, %n, %k) reduces add {
      %0 = affine.load %A_s[%m mod 128, %k mod 16] {schedule.for = #schedule.map<"{ S1[m, n, k] -> A[m, k] }">} : memref<128x16xf32, #gpu.address_space<workgroup>>
      %1 = affine.load %B_s[%k mod 16, %n mod 128] {schedule.for = #schedule.map<"{ S1[m, n, k] -> B[k, n] }">} : memref<16x128xf32, #gpu.address_space<workgroup>>
      %2 = arith.mulf %0, %1 : f32
      %3 = affine.load %C[%m, %n] : memref<1024x1024xf32>
      %4 = arith.addf %3, %2 : f32
      affine.store %4, %C[%m, %n] : memref<1024x1024xf32>
    }
    schedule.statement @A_in(%p0, %p1, %p2, %a0, %a1) {
      %0 = affine.load %A[%a0, %a1] : memref<1024x1024xf32>
      affine.store %0, %A_s[%p0 * -128 + %a0, %p2 * -16 + %a1] : memref<128x16xf32, #gpu.address_space<workgroup>>
    }
    schedule.statement @B_in(%p0, %p1, %p2, %a0, %a1) {
      %0 = affine.load %B[%a0, %a1] : memref<1024x1024xf32>
      affine.store %0, %B_s[%p2 * -16 + %a0, %p1 * -128 + %a1] : memref<16x128xf32, #gpu.address_space<workgroup>>
    }
    schedule.statement @sync0() {
      gpu.barrier
    }
    schedule.statement @sync1() {
      gpu.barrier
    }
    schedule.domain "{ S0[m, n] : 0 <= m <= 1023 and 0 <= n <= 1023; S1[m, n, k] : 0 <= m <= 1023 and 0 <= n <= 1023 and 0 <= k <= 1023 }" {
      schedule.band permutable tag "tile"
        (block.y coincident "{ S0[m, n] -> [floor(m/128)]; S1[m, n, k] -> [floor(m/128)] }",
         block.x coincident "{ S0[m, n] -> [floor(n/128)]; S1[m, n, k] -> [floor(n/128)] }") {
        schedule.sequence {
          schedule.filter "{ S0[m, n] }" {
            schedule.band permutable tag "point"
              (thread.z coincident "{ S0[m, n] -> [floor(m/4) mod 8] }",
               thread.y coincident "{ S0[m, n] -> [m mod 4] }",
               thread.x coincident "{ S0[m, n] -> [floor(n/4) mod 8] }",
               unroll coincident "{ S0[m, n] -> [floor(n/32) - 4*floor(n/128)] }",
               unroll coincident "{ S0[m, n] -> [n mod 4] }",
               unroll coincident "{ S0[m, n] -> [floor(m/32) - 4*floor(m/128)] }") {}
          }
          schedule.filter "{ S1[m, n, k] }" {
            schedule.band permutable tag "tile" (sequential "{ S1[m, n, k] -> [floor(k/16)] }") {
              schedule.extension "{ [i0, i1, i2] -> sync1[] : 0 <= i0 <= 7 and 0 <= i1 <= 7 and 0 <= i2 <= 63; [i0, i1, i2] -> sync0[] : 0 <= i0 <= 7 and 0 <= i1 <= 7 and 0 <= i2 <= 63; [i0, i1, i2] -> B_in[i0, i1, i2, a0, a1] : 0 <= i0 <= 7 and 0 <= i1 <= 7 and 0 <= i2 <= 63 and 16i2 <= a0 <= 15 + 16i2 and 128i1 <= a1 <= 127 + 128i1; [i0, i1, i2] -> A_in[i0, i1, i2, a0, a1] : 0 <= i0 <= 7 and 0 <= i1 <= 7 and 0 <= i2 <= 63 and 128i0 <= a0 <= 127 + 128i0 and 16i2 <= a1 <= 15 + 16i2 }" {
                schedule.sequence {
                  schedule.filter "{ A_in[i0, i1, i2, a0, a1] }" {
                    schedule.band permutable tag "copy"
                      (thread.z coincident "{ A_in[p0, p1, p2, a0, a1] -> [floor(a0/8) mod 8] }",
               thread.y coincident "{ A_in[p0, p1, p2, a0, a1] -> [floor(a0/2) mod 4] }",
                       thread.x coincident "{ A_in[p0, p1, p2, a0, a1] -> [4*(a0 mod 2) + floor(a1/4) - 4p2] }",
                       unroll coincident "{ A_in[p0, p1, p2, a0, a1] -> [-2p0 + floor(a0/64)] }",
                       unroll coincident "{ A_in[p0, p1, p2, a0, a1] -> [a1 mod 4] }") {}
                  }
                  schedule.filter "{ B_in[i0, i1, i2, a0, a1] }" {
                    schedule.band permutable tag "copy"
                      (thread.z coincident "{ B_in[p0, p1, p2, a0, a1] -> [a0 mod 8] }",
               thread.y coincident "{ B_in[p0, p1, p2, a0, a1] -> [floor(a1/32) - 4p1] }",
                       thread.x coincident "{ B_in[p0, p1, p2, a0, a1] -> [floor(a1/4) mod 8] }",
                       unroll coincident "{ B_in[p0, p1, p2, a0, a1] -> [-2p2 + floor(a0/8)] }",
                       unroll coincident "{ B_in[p0, p1, p2, a0, a1] -> [a1 mod 4] }") {}
                  }
                  schedule.filter "{ sync0[] }" {}
                  schedule.filter "{ S1[m, n, k] }" {
                    schedule.band permutable tag "point" (unroll "{ S1[m, n, k] -> [k mod 16] }") {
                      schedule.band permutable tag "point"
                        (thread.z coincident "{ S1[m, n, k] -> [floor(m/4) mod 8] }",
               thread.y coincident "{ S1[m, n, k] -> [m mod 4] }",
                         thread.x coincident "{ S1[m, n, k] -> [floor(n/4) mod 8] }",
                         unroll coincident "{ S1[m, n, k] -> [floor(n/32) - 4*floor(n/128)] }",
               unroll coincident "{ S1[m, n, k] -> [n mod 4] }",
                         unroll coincident "{ S1[m, n, k] -> [floor(m/32) - 4*floor(m/128)] }") {}
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
