// A tile of constant size, of which the part that is copied depends on a size.
// RUN: tc-opt %s --pass-pipeline='builtin.module(schedule.scop(schedule-promote{arrays=A},schedule-sync,schedule-verify))' | FileCheck %s
// CHECK: %A_s = schedule.array shared : memref<8x1xf32, #gpu.address_space<workgroup>>
// CHECK: affine.load %A_s[%j, 0] {schedule.for = #schedule.map<"[N] -> { S[i, j] -> A[j, i] }">}
// CHECK: schedule.statement @A_in(%p0, %a0, %a1)
// CHECK-NEXT: affine.load %A[%a0, %a1]
// CHECK-NEXT: affine.store %{{.*}}, %A_s[%a0, -%p0 + %a1]
// CHECK: schedule.extension "[N] -> {{{.*}}[i0] -> A_in[i0, a0, a1 = i0] : 0 <= i0 <= 63 and i0 < N and 0 <= a0 <= 7 }" {
schedule.scop @columns(%A: memref<64x64xf32>, out %C: memref<64x64xf32>) sizes(N) grid(2) block(32) {
  schedule.statement @S(%i, %j) {
    %0 = affine.load %A[%j, %i] : memref<64x64xf32>
    affine.store %0, %C[%i, %j] : memref<64x64xf32>
  }
  schedule.domain "[N] -> { S[i, j] : 0 <= i < 64 and 0 <= j < 8 and i < N }" {
    schedule.band tag "tile" (block.x coincident "{ S[i, j] -> [i] }") {
      schedule.band (thread.x coincident "{ S[i, j] -> [j] }") {}
    }
  }
}
