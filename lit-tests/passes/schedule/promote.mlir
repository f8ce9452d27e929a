// Tiles of arrays that several threads read go to shared memory; their copies are mapped to threads, the last dimension to x: claims F41, F42, I15.
// DEFINE: %{promote} = tc-opt %s --tc-pass-statistics --pass-pipeline
// RUN: %{promote}='builtin.module(schedule.scop(schedule-promote{space=shared vector-bytes=1}))' 2> %t.count | FileCheck %s
// RUN: FileCheck %s --input-file=%t.count --check-prefix=COUNT
// RUN: %{promote}='builtin.module(schedule.scop(schedule-promote{arrays=B vector-bytes=1}))' 2> %t.count | FileCheck %s --check-prefix=ONE
// RUN: FileCheck %s --input-file=%t.count --check-prefix=FEW
// RUN: %{promote}='builtin.module(schedule.scop(schedule-promote{limit=4096 vector-bytes=1}))' --remarks-filter=schedule-promote --remark-format=emitRemark -o /dev/null 2>&1 | FileCheck %s --check-prefix=LIMIT
// RUN: %{promote}='builtin.module(schedule.scop(schedule-promote{pad=false vector-bytes=1}))' | FileCheck %s --check-prefix=NO-PAD
// RUN: %{promote}='builtin.module(schedule.scop(schedule-promote{below=point}))' --remarks-filter-missed=schedule-promote 2>&1 | FileCheck %s --check-prefix=BELOW
// RUN: %{promote}='builtin.module(schedule.scop(schedule-promote,schedule-sync,schedule-verify))' 2>/dev/null | FileCheck %s --check-prefix=VECTOR
// RUN: not %{promote}='builtin.module(schedule.scop(schedule-promote{vector-bytes=3}))' -o /dev/null 2>&1 | FileCheck %s --check-prefix=THREE
// RUN: not %{promote}='builtin.module(schedule.scop(schedule-promote{vector-bytes=1},schedule-verify))' -o /dev/null 2>&1 | FileCheck %s --check-prefix=RACE
// RUN: %{promote}='builtin.module(tc-attach-target{target=%S/../../Inputs/small-gpu.json},schedule.scop(schedule-promote{limit=16384 vector-bytes=1}))' | FileCheck %s --check-prefix=BANKS

// CHECK: %A_s = schedule.array shared : memref<32x32xf32, #gpu.address_space<workgroup>>
// Threads of a warp read rows of B: one element of padding avoids bank conflicts.
// CHECK-NEXT: %B_s = schedule.array shared : memref<32x33xf32, #gpu.address_space<workgroup>>
// CHECK: schedule.statement @S1
// CHECK-NEXT: affine.load %A_s[%m mod 32, %k mod 32] {schedule.for = #schedule.map<"{ S1[m, n, k] -> A[m, k] }">}
// CHECK-NEXT: affine.load %B_s[%n mod 32, %k mod 32] {schedule.for = #schedule.map<"{ S1[m, n, k] -> B[n, k] }">}
// CHECK-NEXT: arith.mulf
// C is accessed by a single thread and coalesced: it is not promoted.
// CHECK-NEXT: affine.load %C[%m, %n] : memref<64x64xf32>
// CHECK: schedule.statement @A_in(%p0, %p1, %p2, %a0, %a1)
// CHECK-NEXT: affine.load %A[%a0, %a1]
// CHECK-NEXT: affine.store %{{.*}}, %A_s[-%p0 + %a0, -%p2 + %a1]
// CHECK: schedule.filter "{ A_in[i0, i1, i2, a0, a1] }" {
// CHECK-NEXT: schedule.band permutable tag "copy"
// CHECK-NEXT: (thread.y coincident "{ A_in[p0, p1, p2, a0, a1] -> [-p0 + a0] }",
// CHECK-NEXT: thread.x coincident "{ A_in[p0, p1, p2, a0, a1] -> [-p2 + a1] }") {}
// CHECK: schedule.filter "{ B_in[i0, i1, i2, a0, a1] }" {
// CHECK: schedule.filter "{ S1[m, n, k] }" {

// C is looked at in each of the two kernels.
// COUNT: schedule-promote: 1 run
// COUNT-NEXT: {{^ *}}2 tiles     arrays of which a tile was made
// COUNT-NEXT: {{^ *}}8320 bytes     bytes of the tiles
// COUNT-NEXT: {{^ *}}2 accesses  accesses that go to tiles
// COUNT-NEXT: {{^ *}}2 left      arrays that were looked at and left

// ONE-NOT: A_s
// ONE: affine.load %A[%m, %k]
// ONE-NEXT: affine.load %B_s[%n mod 32, %k mod 32]
// FEW: schedule-promote: 1 run
// FEW-NEXT: {{^ *}}1 tiles
// FEW-NEXT: {{^ *}}4224 bytes
// FEW-NEXT: {{^ *}}1 accesses
// FEW-NEXT: {{^ *}}0 left

// LIMIT: promote.mlir:[[@LINE+37]]:1: remark: [Missed] promotion of C in kernel 1 | Category:schedule-promote | Function=tmm | Reason="each of its elements is touched by one thread, and neighbouring threads touch neighbouring elements", Remark="it stays in global memory", Suggestion="`arrays` of schedule-promote promotes it nevertheless, where that is legal"{{$}}
// LIMIT: promote.mlir:[[@LINE+36]]:1: remark: [Missed] promotion of B in kernel 1 | {{.*}}Reason="its tile takes 4224 bytes, and 0 of 4096 are left", Remark="it stays in global memory", Suggestion="use smaller tiles, or raise the limit"{{$}}
// LIMIT: promote.mlir:[[@LINE+35]]:1: remark: [Missed] promotion of C in kernel 0 |
// LIMIT: promote.mlir:[[@LINE+34]]:1: remark: [Passed] promotion of A in kernel 1 | Category:schedule-promote | Function=tmm | Bytes=4096, Reason="several threads of a block touch each of its elements, which are read once from global memory and then from shared memory", Remark="a tile of 32 x 32 elements, 4096 bytes, in shared memory", Suggestion="the mapping option shared=false, or `arrays` of schedule-promote, leaves it in global memory"{{$}}
// LIMIT: schedule-promote: 1 run
// LIMIT-NEXT: {{^ *}}1 tiles
// LIMIT-NEXT: {{^ *}}4096 bytes
// LIMIT-NEXT: {{^ *}}1 accesses
// LIMIT-NEXT: {{^ *}}3 left

// NO-PAD: %B_s = schedule.array shared : memref<32x32xf32, #gpu.address_space<workgroup>>

// The innermost bands of that tag are on threads, each of which would copy a tile of its own.
// BELOW: promote.mlir:[[@LINE+24]]:1: remark: [Missed] promotion of A in kernel 1 | {{.*}}Reason="tiles cannot be copied below a loop on thread.y", Remark="it stays in global memory",
// BELOW: promote.mlir:[[@LINE+23]]:1: remark: [Missed] promotion of B in kernel 1 | {{.*}}Reason="tiles cannot be copied below a loop on thread.y", Remark="it stays in global memory",
// BELOW: schedule-promote: 1 run
// BELOW-NEXT: {{^ *}}0 tiles
// BELOW-NOT: schedule.array

// With banks of 8 bytes, rows are padded by 8 bytes.
// BANKS: %B_s = schedule.array shared : memref<32x34xf32, #gpu.address_space<workgroup>>

// By vectors of 16 bytes: a row of 8 vectors leaves room for four of them along x, and rows that threads read across each other are a vector
// longer.
// VECTOR: %A_s = schedule.array shared : memref<32x32xf32, #gpu.address_space<workgroup>>
// VECTOR-NEXT: %B_s = schedule.array shared : memref<32x36xf32, #gpu.address_space<workgroup>>
// VECTOR: schedule.filter "{ B_in[i0, i1, i2, a0, a1] }" {
// VECTOR-NEXT: schedule.band permutable tag "copy"
// VECTOR-NEXT: (thread.y coincident "{ B_in[p0, p1, p2, a0, a1] -> [floor((-p1 + a0)/4)] }",
// VECTOR-NEXT: thread.x coincident "{ B_in[p0, p1, p2, a0, a1] -> [floor((-p2 + a1)/4) + 8*((-p1 + a0) mod 4)] }",
// VECTOR-NEXT: unroll coincident "{ B_in[p0, p1, p2, a0, a1] -> [(-p2 + a1) mod 4] }") {}
// THREE: expected a power of two as bytes, found 3{{$}}

// Without barriers this is not a legal schedule; schedule-sync comes next.
// RACE: error: the flow dependence A_in[0, 0, 0, 0, 0] -> S1[0, 1, 32] on `A_s` is broken: different threads run them in different iterations of band member 2, with no barrier in between [TC0402]{{$}}
// RACE: note: run `schedule-sync` after mapping threads{{$}}

schedule.scop @tmm(%A: memref<64x64xf32>, %B: memref<64x64xf32>, out %C: memref<64x64xf32>) grid(2, 2, 1) block(32, 8, 1) {
  schedule.statement @S0(%m, %n) {
    %cst = arith.constant 0.000000e+00 : f32
    affine.store %cst, %C[%m, %n] : memref<64x64xf32>
  }
  schedule.statement @S1(%m, %n, %k) reduces add {
    %0 = affine.load %A[%m, %k] : memref<64x64xf32>
    %1 = affine.load %B[%n, %k] : memref<64x64xf32>
    %2 = arith.mulf %0, %1 : f32
    %3 = affine.load %C[%m, %n] : memref<64x64xf32>
    %4 = arith.addf %3, %2 : f32
    affine.store %4, %C[%m, %n] : memref<64x64xf32>
  }
  schedule.domain "{ S0[m, n] : 0 <= m <= 63 and 0 <= n <= 63; S1[m, n, k] : 0 <= m <= 63 and 0 <= n <= 63 and 0 <= k <= 63 }" {
    schedule.sequence {
      schedule.filter "{ S0[m, n] }" {
        schedule.band permutable tag "tile" tiles(32, 32)
          (block.y coincident "{ S0[m, n] -> [m - m mod 32] }",
           block.x coincident "{ S0[m, n] -> [n - n mod 32] }") {
          schedule.band permutable tag "point"
            (thread.y coincident "{ S0[m, n] -> [m mod 32] }",
             thread.x coincident "{ S0[m, n] -> [n mod 32] }") {}
        }
      }
      schedule.filter "{ S1[m, n, k] }" {
        schedule.band permutable tag "tile" tiles(32, 32, 32)
          (block.y coincident "{ S1[m, n, k] -> [m - m mod 32] }",
           block.x coincident "{ S1[m, n, k] -> [n - n mod 32] }",
           sequential "{ S1[m, n, k] -> [k - k mod 32] }") {
          schedule.band permutable tag "point" (sequential "{ S1[m, n, k] -> [k mod 32] }") {
            schedule.band permutable tag "point"
              (thread.y coincident "{ S1[m, n, k] -> [m mod 32] }",
               thread.x coincident "{ S1[m, n, k] -> [n mod 32] }") {}
          }
        }
      }
    }
  }
}
