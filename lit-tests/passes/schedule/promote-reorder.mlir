// Elements of a tile that a thread reads one after another lie next to each other: 8 threads share 16 filters cyclically, so each
// reads 2 of them at a time.
// DEFINE: %{promote} = tc-opt %s --pass-pipeline
// RUN: %{promote}='builtin.module(schedule.scop(schedule-promote{arrays=W reorder=true},schedule-sync,schedule-verify))' | FileCheck %s --check-prefix=NAMED
// RUN: %{promote}='builtin.module(schedule.scop(schedule-promote,schedule-sync,schedule-verify))' | FileCheck %s
// RUN: %{promote}='builtin.module(schedule.scop(schedule-promote{reorder=false},schedule-sync,schedule-verify))' | FileCheck %s --check-prefix=ROWS
// Without vectors there is nothing to gain.
// RUN: %{promote}='builtin.module(schedule.scop(schedule-promote{vector-bytes=1},schedule-sync,schedule-verify))' | FileCheck %s --check-prefix=ROWS
// RUN: %{promote}='builtin.module(schedule.scop(schedule-promote))' --remarks-filter-passed=schedule-promote -o /dev/null 2>&1 | FileCheck %s --check-prefix=WHY

// CHECK: %W_s = schedule.array shared : memref<3x8x2xf32, #gpu.address_space<workgroup>>
// CHECK: affine.load %W_s[%k, %f mod 8, %f floordiv 8] {schedule.for = #schedule.map<"{ S[f, x, k] -> W[f, k] }">}
// CHECK: schedule.statement @W_in(%p0, %a0, %a1)
// CHECK: affine.store %{{.*}}, %W_s[%a1, %a0 mod 8, %a0 floordiv 8]

// ROWS: %W_s = schedule.array shared : memref<16x3xf32, #gpu.address_space<workgroup>>
// ROWS: affine.load %W_s[%f, %k]

// NAMED: %W_s = schedule.array shared : memref<3x8x2xf32, #gpu.address_space<workgroup>>

// WHY: Remark="a tile of 16 x 3 elements, 192 bytes, in shared memory; elements that a thread reads along dimension 0 lie next to each other"
schedule.scop @filters(%X: memref<64xf32>, %W: memref<16x3xf32>, inout %Y: memref<16x62xf32>) grid(2) block(32, 8) {
  schedule.statement @S(%f, %x, %k) reduces add {
    %0 = affine.load %X[%x + %k] : memref<64xf32>
    %1 = affine.load %W[%f, %k] : memref<16x3xf32>
    %2 = arith.mulf %0, %1 : f32
    %3 = affine.load %Y[%f, %x] : memref<16x62xf32>
    %4 = arith.addf %3, %2 : f32
    affine.store %4, %Y[%f, %x] : memref<16x62xf32>
  }
  schedule.domain "{ S[f, x, k] : 0 <= f < 16 and 0 <= x < 62 and 0 <= k < 3 }" {
    schedule.band permutable tag "tile" (block.x coincident "{ S[f, x, k] -> [floor(x/32)] }") {
      schedule.band permutable tag "point"
        (sequential "{ S[f, x, k] -> [k] }",
         thread.y coincident "{ S[f, x, k] -> [f] }",
         thread.x coincident "{ S[f, x, k] -> [x mod 32] }") {}
    }
  }
}
