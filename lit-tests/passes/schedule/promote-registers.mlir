// What a thread works on in unrolled loops becomes an array of its own, whose subscripts are numbers once the loops are unrolled: claim F41.
// DEFINE: %{promote} = tc-opt %s --tc-pass-statistics --pass-pipeline
// RUN: %{promote}='builtin.module(schedule.scop(schedule-promote{space=registers},schedule-sync,schedule-verify))' --remarks-filter=schedule-promote --remark-format=emitRemark -o %t.mlir 2> %t.count
// RUN: FileCheck %s < %t.mlir
// RUN: FileCheck %s --input-file=%t.count --check-prefix=COUNT
// RUN: FileCheck %s --input-file=%t.count --check-prefix=REMARKS
// RUN: %{promote}='builtin.module(schedule.scop(schedule-promote{space=registers arrays=B_s},schedule-sync,schedule-verify))' 2>/dev/null | FileCheck %s --check-prefix=ONE
// RUN: %{promote}='builtin.module(schedule.scop(schedule-promote{space=registers below=S1/band[-1]},schedule-sync,schedule-verify))' 2>/dev/null | FileCheck %s
// RUN: %{promote}='builtin.module(schedule.scop(schedule-promote{space=registers below=threads},schedule-sync,schedule-verify))' 2>/dev/null | FileCheck %s
// RUN: %{promote}='builtin.module(schedule.scop(schedule-promote{space=registers limit=16}))' --remarks-filter-missed=schedule-promote 2>&1 | FileCheck %s --check-prefix=LIMIT

// No element is left in memory: loads of a tile in shared memory, products, and nothing between them.
// RUN: tc-opt %t.mlir --pass-pipeline='builtin.module(schedule-to-gpu,loops-mem-to-reg,canonicalize)' | FileCheck %s --check-prefix=LOOPS

// A copy to another place than that which is read: the proof finds it.
// RUN: sed 's,A_s_r.(-.p4 + .a0) floordiv 8,&0,' %t.mlir | not tc-opt --pass-pipeline='builtin.module(schedule.scop(schedule-verify))' -o /dev/null 2>&1 | FileCheck %s --check-prefix=WRONG
// WRONG: error: S1[{{.*}}] reads `A_s_r` for A[{{.*}}], but

// The elements of A_s that a thread works on are 8 rows apart, those of B_s next to each other: both take 4 registers.
// CHECK: %A_s = schedule.array shared
// CHECK-NEXT: %B_s = schedule.array shared
// CHECK-NEXT: %A_s_r = schedule.array private : memref<4xf32>
// CHECK-NEXT: %B_s_r = schedule.array private : memref<4xf32>
// CHECK: schedule.statement @S1
// CHECK-NEXT: affine.load %A_s_r[%m floordiv 8 - (%m floordiv 32) * 4] {schedule.for = #schedule.map<"{ S1[m, n, k] -> A[m, k] }">} : memref<4xf32>
// CHECK-NEXT: affine.load %B_s_r[%n mod 4] {schedule.for = #schedule.map<"{ S1[m, n, k] -> B[k, n] }">} : memref<4xf32>
// C is touched once by each thread, in each iteration of k.
// CHECK: affine.load %C[%m, %n]
// A tile of a tile says which element of the array it holds.
// CHECK: schedule.statement @A_s_in(%p0, %p1, %p2, %p3, %p4, %p5, %a0, %a1)
// CHECK-NEXT: affine.load %A_s[%a0, %a1] {schedule.for = #schedule.map<"{ A_s_in[p0, p1, p2, p3, p4, p5, a0, a1] -> A[32p0 + a0, 8p2 + p3] }">}
// CHECK-NEXT: affine.store %{{.*}}, %A_s_r[(-%p4 + %a0) floordiv 8] : memref<4xf32>
// CHECK: schedule.statement @B_s_in(
// CHECK-NEXT: affine.load %B_s[%a0, %a1] {schedule.for = #schedule.map<"{ B_s_in[p0, p1, p2, p3, p4, p5, a0, a1] -> B[8p2 + p3, 32p1 + a1] }">}
// CHECK-NEXT: affine.store %{{.*}}, %B_s_r[%p5 * -4 + %a1] : memref<4xf32>
// The band of the threads ends above the copies; barriers stay where all threads come to.
// CHECK: schedule.filter "{ sync0[] }" {}
// CHECK: schedule.band permutable tag "threads"
// CHECK-NEXT: (thread.y coincident "{ S1[m, n, k] -> [m mod 8] }",
// CHECK-NEXT: thread.x coincident "{ S1[m, n, k] -> [floor(n/4) - 8*floor(n/32)] }") {
// CHECK-NEXT: schedule.extension
// CHECK-NEXT: schedule.sequence {
// CHECK-NEXT: schedule.filter "{ A_s_in[i0, i1, i2, i3, i4, i5, a0, a1] }" {
// CHECK-NEXT: schedule.band permutable tag "copy" (unroll coincident "{ A_s_in[p0, p1, p2, p3, p4, p5, a0, a1] -> [floor((-p4 + a0)/8)] }") {}
// CHECK: schedule.filter "{ S1[m, n, k] }" {
// CHECK-NEXT: schedule.band permutable tag "threads"
// CHECK-NEXT: (unroll coincident "{ S1[m, n, k] -> [n mod 4] }",
// CHECK-NEXT: unroll coincident "{ S1[m, n, k] -> [floor(m/8) - 4*floor(m/32)] }") {}
// CHECK: schedule.filter "{ sync1[] }" {}

// COUNT: schedule-promote: 1 run
// COUNT-NEXT: {{^ *}}2 tiles     arrays of which a tile was made
// COUNT-NEXT: {{^ *}}32 bytes     bytes of the tiles
// COUNT-NEXT: {{^ *}}2 accesses  accesses that go to tiles
// COUNT-NEXT: {{^ *}}1 left      arrays that were looked at and left

// REMARKS: remark: [Missed] promotion of C in kernel 0 | {{.*}}Reason="each of its elements is touched once: a register would serve one access", Remark="it stays where it is", Suggestion="`arrays` of schedule-promote promotes it nevertheless, where that is legal"{{$}}
// REMARKS: remark: [Passed] promotion of A_s in kernel 0 | {{.*}}Bytes=16, Reason="each thread touches elements of its tile several times, and its loops are unrolled", Remark="a tile of 4 elements, 16 bytes, in registers", Suggestion="`arrays` of schedule-promote names those to promote, `below` another place"{{$}}

// ONE-NOT: A_s_r
// ONE: %B_s_r = schedule.array private : memref<4xf32>
// ONE: affine.load %A_s[%m mod 32, %k mod 8]
// ONE-NEXT: affine.load %B_s_r[%n mod 4]

// LIMIT: remark: [Missed] promotion of B_s in kernel 0 | {{.*}}Reason="its tile takes 16 bytes of registers, and 0 of 16 are left", Remark="it stays where it is", Suggestion="unroll less, or raise the limit if spills are no harm"{{$}}

// LOOPS: gpu.func
// LOOPS-NOT: alloca
// LOOPS: gpu.barrier
// LOOPS: gpu.return

module {
  schedule.scop @mm(%A: memref<64x64xf32>, %B: memref<64x64xf32>, inout %C: memref<64x64xf32>) grid(2, 2, 1) block(8, 8, 1) {
    %A_s = schedule.array shared : memref<32x8xf32, #gpu.address_space<workgroup>>
    %B_s = schedule.array shared : memref<8x32xf32, #gpu.address_space<workgroup>>
    schedule.statement @S1(%m, %n, %k) reduces add {
      %0 = affine.load %A_s[%m mod 32, %k mod 8] {schedule.for = #schedule.map<"{ S1[m, n, k] -> A[m, k] }">} : memref<32x8xf32, #gpu.address_space<workgroup>>
      %1 = affine.load %B_s[%k mod 8, %n mod 32] {schedule.for = #schedule.map<"{ S1[m, n, k] -> B[k, n] }">} : memref<8x32xf32, #gpu.address_space<workgroup>>
      %2 = arith.mulf %0, %1 : f32
      %3 = affine.load %C[%m, %n] : memref<64x64xf32>
      %4 = arith.addf %3, %2 : f32
      affine.store %4, %C[%m, %n] : memref<64x64xf32>
    }
    schedule.statement @A_in(%p0, %p1, %p2, %a0, %a1) {
      %0 = affine.load %A[%a0, %a1] : memref<64x64xf32>
      affine.store %0, %A_s[%p0 * -32 + %a0, %p2 * -8 + %a1] : memref<32x8xf32, #gpu.address_space<workgroup>>
    }
    schedule.statement @B_in(%p0, %p1, %p2, %a0, %a1) {
      %0 = affine.load %B[%a0, %a1] : memref<64x64xf32>
      affine.store %0, %B_s[%p2 * -8 + %a0, %p1 * -32 + %a1] : memref<8x32xf32, #gpu.address_space<workgroup>>
    }
    schedule.domain "{ S1[m, n, k] : 0 <= m <= 63 and 0 <= n <= 63 and 0 <= k <= 63 }" {
      schedule.band permutable tag "tile"
        (block.y coincident "{ S1[m, n, k] -> [floor(m/32)] }",
         block.x coincident "{ S1[m, n, k] -> [floor(n/32)] }",
         sequential "{ S1[m, n, k] -> [floor(k/8)] }") {
        schedule.extension "{ [i0, i1, i2] -> B_in[i0, i1, i2, a0, a1] : 0 <= i0 <= 1 and 0 <= i1 <= 1 and 0 <= i2 <= 7 and 8i2 <= a0 <= 7 + 8i2 and 32i1 <= a1 <= 31 + 32i1; [i0, i1, i2] -> A_in[i0, i1, i2, a0, a1] : 0 <= i0 <= 1 and 0 <= i1 <= 1 and 0 <= i2 <= 7 and 32i0 <= a0 <= 31 + 32i0 and 8i2 <= a1 <= 7 + 8i2 }" {
          schedule.sequence {
            schedule.filter "{ A_in[i0, i1, i2, a0, a1] }" {
              schedule.band permutable tag "copy"
                (thread.y coincident "{ A_in[p0, p1, p2, a0, a1] -> [-32p0 + a0] }",
                 thread.x coincident "{ A_in[p0, p1, p2, a0, a1] -> [-8p2 + a1] }") {}
            }
            schedule.filter "{ B_in[i0, i1, i2, a0, a1] }" {
              schedule.band permutable tag "copy"
                (thread.y coincident "{ B_in[p0, p1, p2, a0, a1] -> [-8p2 + a0] }",
                 thread.x coincident "{ B_in[p0, p1, p2, a0, a1] -> [-32p1 + a1] }") {}
            }
            schedule.filter "{ S1[m, n, k] }" {
              schedule.band permutable tag "point" (unroll "{ S1[m, n, k] -> [k mod 8] }") {
                schedule.band permutable tag "threads"
                  (thread.y coincident "{ S1[m, n, k] -> [m mod 8] }",
                   thread.x coincident "{ S1[m, n, k] -> [floor(n/4) - 8*floor(n/32)] }",
                   unroll coincident "{ S1[m, n, k] -> [n mod 4] }",
                   unroll coincident "{ S1[m, n, k] -> [floor(m/8) - 4*floor(m/32)] }") {}
              }
            }
          }
        }
      }
    }
  }
}
