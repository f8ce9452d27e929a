// How wide an access is, says the machine: each thread takes as many neighbouring elements, and copies and arrays follow.
// RUN: sed 's/"access_bytes": 16/"access_bytes": 8/' %S/../../../dialects/targets/sm_80.json > %t.8.json
// RUN: sed 's/"access_bytes": 16/"access_bytes": 32/' %S/../../../dialects/targets/sm_80.json > %t.32.json
// RUN: sed 's/"access_bytes": 16/"access_bytes": 12/' %S/../../../dialects/targets/sm_80.json > %t.12.json
// DEFINE: %{opt} = tc-opt %s --pass-pipeline
// DEFINE: %{mapped} = schedule.scop(schedule-vectorize,schedule-promote{arrays=B},schedule-sync,schedule-verify)
// RUN: %{opt}='builtin.module(%{mapped})' | FileCheck %s --check-prefix=COMMON
// RUN: %{opt}='builtin.module(tc-attach-target{target=%t.8.json},%{mapped})' | FileCheck %s --check-prefix=EIGHT
// RUN: %{opt}='builtin.module(tc-attach-target{target=%t.8.json},%{mapped},schedule-to-gpu)' | FileCheck %s --check-prefix=ALIGN8
// RUN: %{opt}='builtin.module(tc-attach-target{target=%t.32.json},%{mapped},schedule-to-gpu)' | FileCheck %s --check-prefix=ALIGN32
// RUN: %{opt}='builtin.module(tc-attach-target{target=%t.8.json},schedule.scop(schedule-vectorize{vector-bytes=4},schedule-promote{arrays=B vector-bytes=4}))' | FileCheck %s --check-prefix=OPTION
// RUN: not %{opt}='builtin.module(tc-attach-target{target=%t.12.json})' 2>&1 | FileCheck %s --check-prefix=TWELVE
// RUN: not %{opt}='builtin.module(tc-attach-target{target=host},schedule.scop(schedule-vectorize))' 2>&1 | FileCheck %s --check-prefix=CPU

// COMMON: thread.x coincident "{ B_in[p0, p1, p2, a0, a1] -> [floor((-p1 + a1)/4) - 4*floor((-p1 + a1)/16)] }",
// COMMON-NEXT: unroll coincident "{ B_in[p0, p1, p2, a0, a1] -> [(-p1 + a1) mod 4] }") {}
// COMMON: thread.x coincident "{ S1[m, n, k] -> [floor(n/4) - 8*floor(n/32)] }",
// EIGHT: thread.x coincident "{ B_in[p0, p1, p2, a0, a1] -> [-p1 + floor((p1 + a1)/2) - 4*floor((-p1 + a1)/8)] }",
// EIGHT-NEXT: unroll coincident "{ B_in[p0, p1, p2, a0, a1] -> [(p1 + a1) mod 2] }") {}
// EIGHT: thread.x coincident "{ S1[m, n, k] -> [floor(n/2) - 16*floor(n/32)] }",
// OPTION: thread.x coincident "{ B_in[p0, p1, p2, a0, a1] -> {{.*}} }") {}
// OPTION: thread.x coincident "{ S1[m, n, k] -> [n mod 32] }",
// OPTION-NEXT: sequential
// ALIGN8: gpu.func @product_k0(%arg0: memref<64x64xf32> {llvm.align = 8 : i64,
// ALIGN8-SAME: workgroup({{.*}} {llvm.align = 8 : i64})
// ALIGN32: gpu.func @product_k0(%arg0: memref<64x64xf32> {llvm.align = 32 : i64,
// ALIGN32-SAME: workgroup({{.*}} {llvm.align = 32 : i64})

// TWELVE: error: expected `access_bytes` to be a power of two up to 256, found 12
// CPU: error: expected a GPU as the target of the module, found the CPU `host`
schedule.scop @product(%A: memref<64x64xf32>, %B: memref<64x64xf32>, out %C: memref<64x64xf32>) grid(2, 2, 1) block(4, 8, 1) {
  schedule.statement @S0(%m, %n) {
    %cst = arith.constant 0.000000e+00 : f32
    affine.store %cst, %C[%m, %n] : memref<64x64xf32>
  }
  schedule.statement @S1(%m, %n, %k) reduces add {
    %0 = affine.load %A[%m, %k] : memref<64x64xf32>
    %1 = affine.load %B[%k, %n] : memref<64x64xf32>
    %2 = arith.mulf %0, %1 : f32
    %3 = affine.load %C[%m, %n] : memref<64x64xf32>
    %4 = arith.addf %3, %2 : f32
    affine.store %4, %C[%m, %n] : memref<64x64xf32>
  }
  schedule.domain "{ S0[m, n] : 0 <= m <= 63 and 0 <= n <= 63; S1[m, n, k] : 0 <= m <= 63 and 0 <= n <= 63 and 0 <= k <= 63 }" {
    schedule.band permutable tag "tile" tiles(32, 32)
      (block.y coincident "{ S0[m, n] -> [m - m mod 32]; S1[m, n, k] -> [m - m mod 32] }",
       block.x coincident "{ S0[m, n] -> [n - n mod 32]; S1[m, n, k] -> [n - n mod 32] }") {
      schedule.sequence {
        schedule.filter "{ S0[m, n] }" {
          schedule.band permutable tag "point"
            (thread.y coincident "{ S0[m, n] -> [m mod 32] }",
             thread.x coincident "{ S0[m, n] -> [n mod 32] }") {}
        }
        schedule.filter "{ S1[m, n, k] }" {
          schedule.band tag "tile" (sequential "{ S1[m, n, k] -> [floor(k/64)] }") {
            schedule.band permutable tag "point"
              (thread.y coincident "{ S1[m, n, k] -> [m mod 32] }",
               thread.x coincident "{ S1[m, n, k] -> [n mod 32] }",
               sequential "{ S1[m, n, k] -> [k mod 64] }") {}
          }
        }
      }
    }
  }
}
