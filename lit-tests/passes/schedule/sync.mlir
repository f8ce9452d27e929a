// As few barriers as the order needs: between copies and their use, and before the next tile. claim I19
// RUN: tc-opt %s --split-input-file --tc-pass-statistics --pass-pipeline='builtin.module(schedule.scop(schedule-sync,schedule-verify))' 2> %t.count | FileCheck %s
// RUN: FileCheck %s --input-file=%t.count --check-prefix=COUNT
// RUN: tc-opt %s --split-input-file -o /dev/null --remarks-filter=schedule-sync --pass-pipeline='builtin.module(schedule.scop(schedule-sync))' 2>&1 | FileCheck %s --check-prefix=REMARK
// RUN: tc-opt %s --split-input-file -o /dev/null --remarks-filter-analyse=schedule-sync --pass-pipeline='builtin.module(schedule.scop(schedule-sync))' 2>&1 | FileCheck %s --check-prefix=NONE --implicit-check-not='[Passed]'

// REMARK: remark: [Passed] barrier sync0 | Category:schedule-sync | Function=tmm | Reason="different threads of B_in and of S1 touch the same elements of B_s, and one of them writes", Remark="the threads of a block meet", Suggestion="a mapping by which each element stays with one thread,
// REMARK: remark: [Passed] barrier sync1 | {{.*}}, Remark="the threads of a block meet at the end of each iteration",
// NONE: remark: [Analysis] barriers of kernel 0 | Category:schedule-sync | Function=tmm | Reason="no two threads of a block touch one element that one of them writes, where they could meet", Remark="none are needed"

// COUNT: schedule-sync: 3 runs
// COUNT-NEXT: {{^ *}}2 block-barriers  barriers of all threads of a block added{{$}}
// COUNT-NEXT: {{^ *}}1 warp-barriers   barriers of the lanes of a warp added{{$}}

// CHECK-LABEL: schedule.scop @tmm
// CHECK: schedule.statement @sync0() {
// CHECK-NEXT: gpu.barrier
// CHECK-NEXT: }
// CHECK-NEXT: schedule.statement @sync1() {
// CHECK-NEXT: gpu.barrier
// CHECK-NEXT: }
// CHECK: schedule.extension "{ [i0, i1, i2] -> sync1[] : {{.*}}; [i0, i1, i2] -> sync0[] : {{.*}}; [i0, i1, i2] -> B_in{{.*}}; [i0, i1, i2] -> A_in{{.*}} }" {
// CHECK-NEXT: schedule.sequence {
// CHECK-NEXT: schedule.filter "{ A_in[i0, i1, i2, a0, a1] }" {
// CHECK: schedule.filter "{ B_in[i0, i1, i2, a0, a1] }" {
// CHECK: schedule.filter "{ sync0[] }" {}
// CHECK-NEXT: schedule.filter "{ S1[m, n, k] }" {
// CHECK: schedule.filter "{ sync1[] }" {}
// CHECK-NEXT: }
schedule.scop @tmm(%A: memref<64x64xf32>, %B: memref<64x64xf32>, out %C: memref<64x64xf32>) grid(2, 2, 1) block(32, 8, 1) {
  %A_s = schedule.array shared : memref<32x32xf32, #gpu.address_space<workgroup>>
  %B_s = schedule.array shared : memref<32x33xf32, #gpu.address_space<workgroup>>
  schedule.statement @S0(%m, %n) {
    %cst = arith.constant 0.000000e+00 : f32
    affine.store %cst, %C[%m, %n] : memref<64x64xf32>
  }
  schedule.statement @S1(%m, %n, %k) reduces add {
    %0 = affine.load %A_s[%m mod 32, %k mod 32] {schedule.for = #schedule.map<"{ S1[m, n, k] -> A[m, k] }">} : memref<32x32xf32, #gpu.address_space<workgroup>>
    %1 = affine.load %B_s[%n mod 32, %k mod 32] {schedule.for = #schedule.map<"{ S1[m, n, k] -> B[n, k] }">} : memref<32x33xf32, #gpu.address_space<workgroup>>
    %2 = arith.mulf %0, %1 : f32
    %3 = affine.load %C[%m, %n] : memref<64x64xf32>
    %4 = arith.addf %3, %2 : f32
    affine.store %4, %C[%m, %n] : memref<64x64xf32>
  }
  schedule.statement @A_in(%p0, %p1, %p2, %a0, %a1) {
    %0 = affine.load %A[%a0, %a1] : memref<64x64xf32>
    affine.store %0, %A_s[-%p0 + %a0, -%p2 + %a1] : memref<32x32xf32, #gpu.address_space<workgroup>>
  }
  schedule.statement @B_in(%p0, %p1, %p2, %a0, %a1) {
    %0 = affine.load %B[%a0, %a1] : memref<64x64xf32>
    affine.store %0, %B_s[-%p1 + %a0, -%p2 + %a1] : memref<32x33xf32, #gpu.address_space<workgroup>>
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
          schedule.extension "{ [i0, i1, i2] -> B_in[i0, i1, i2, a0, a1] : i0 mod 32 = 0 and i1 mod 32 = 0 and i2 mod 32 = 0 and -31 <= i0 <= 63 and a0 >= i1 and 0 <= a0 <= 63 and a0 <= 31 + i1 and a1 >= i2 and 0 <= a1 <= 63 and a1 <= 31 + i2; [i0, i1, i2] -> A_in[i0, i1, i2, a0, a1] : i0 mod 32 = 0 and i1 mod 32 = 0 and i2 mod 32 = 0 and -31 <= i1 <= 63 and a0 >= i0 and 0 <= a0 <= 63 and a0 <= 31 + i0 and a1 >= i2 and 0 <= a1 <= 63 and a1 <= 31 + i2 }" {
            schedule.sequence {
              schedule.filter "{ A_in[i0, i1, i2, a0, a1] }" {
                schedule.band permutable tag "copy"
                  (thread.y coincident "{ A_in[p0, p1, p2, a0, a1] -> [-p0 + a0] }",
                   thread.x coincident "{ A_in[p0, p1, p2, a0, a1] -> [-p2 + a1] }") {}
              }
              schedule.filter "{ B_in[i0, i1, i2, a0, a1] }" {
                schedule.band permutable tag "copy"
                  (thread.y coincident "{ B_in[p0, p1, p2, a0, a1] -> [-p1 + a0] }",
                   thread.x coincident "{ B_in[p0, p1, p2, a0, a1] -> [-p2 + a1] }") {}
              }
              schedule.filter "{ S1[m, n, k] }" {
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
    }
  }
}

// -----

// Each thread has its own elements of C: no barrier is needed.
// CHECK-LABEL: schedule.scop @alone
// CHECK-NOT: barrier
// CHECK-NOT: schedule.extension
schedule.scop @alone(%A: memref<64x64xf32>, %B: memref<64x64xf32>, out %C: memref<64x64xf32>) grid(2, 2, 1) block(32, 8, 1) {
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

// -----

// The name sync0 is taken. The block is one warp.
// CHECK-LABEL: schedule.scop @named
// CHECK: schedule.statement @sync0(%i) {
// CHECK: schedule.statement @sync1() {
// CHECK-NEXT: schedule.warp_barrier
// CHECK: schedule.filter "{ sync0[i] }" {
// CHECK: schedule.filter "{ sync1[] }" {}
// CHECK-NEXT: schedule.filter "{ S1[i] }" {
schedule.scop @named(%A: memref<32xf32>, out %C: memref<32xf32>) grid(1) block(32) {
  %T = schedule.array shared : memref<32xf32, #gpu.address_space<workgroup>>
  schedule.statement @sync0(%i) {
    %0 = affine.load %A[%i] : memref<32xf32>
    affine.store %0, %T[%i] : memref<32xf32, #gpu.address_space<workgroup>>
  }
  schedule.statement @S1(%i) {
    %0 = affine.load %T[31 - %i] : memref<32xf32, #gpu.address_space<workgroup>>
    affine.store %0, %C[%i] : memref<32xf32>
  }
  schedule.domain "{ sync0[i] : 0 <= i < 32; S1[i] : 0 <= i < 32 }" {
    schedule.band (block.x coincident "{ sync0[i] -> [0]; S1[i] -> [0] }") {
      schedule.sequence {
        schedule.filter "{ sync0[i] }" {
          schedule.band (thread.x coincident "{ sync0[i] -> [i] }") {}
        }
        schedule.filter "{ S1[i] }" {
          schedule.band (thread.x coincident "{ S1[i] -> [i] }") {}
        }
      }
    }
  }
}
