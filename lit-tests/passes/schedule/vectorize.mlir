// Threads take neighbouring elements of rows.
//
// RUN: tc-opt %s --split-input-file --tc-pass-statistics --pass-pipeline='builtin.module(schedule.scop(schedule-vectorize,schedule-verify))' 2> %t.count | FileCheck %s
// RUN: FileCheck %s --input-file=%t.count --check-prefix=COUNT
// RUN: tc-opt %s --split-input-file --pass-pipeline='builtin.module(schedule.scop(schedule-vectorize{vector-bytes=8}))' | FileCheck %s --check-prefix=EIGHT
// RUN: not tc-opt %s --split-input-file --pass-pipeline='builtin.module(schedule.scop(schedule-vectorize{vector-bytes=6}))' -o /dev/null 2>&1 | FileCheck %s --check-prefix=SIX
// RUN: not tc-opt %s --split-input-file --pass-pipeline='builtin.module(schedule.scop(schedule-reset,schedule-vectorize))' -o /dev/null 2>&1 | FileCheck %s --check-prefix=BLOCK
// RUN: tc-opt %s --split-input-file -o /dev/null --remarks-filter=schedule-vectorize --pass-pipeline='builtin.module(schedule.scop(schedule-vectorize))' 2>&1 | FileCheck %s --check-prefix=REMARK
// RUN: tc-opt %s --split-input-file -o /dev/null --remarks-filter=schedule-vectorize --pass-pipeline='builtin.module(schedule.scop(schedule-vectorize{vector-bytes=4}))' 2>&1 | FileCheck %s --check-prefix=FOUR
// SIX: expected a power of two as bytes, found 6{{$}}
// BLOCK: error: expected a scop that is mapped to threads, found no block
// BLOCK: note: map it with schedule-map-threads first

// REMARK: remark: [Passed] vectors of kernel 0 | Category:schedule-vectorize | Function=product | Reason="neighbouring threads go along rows of B, C, and 16 bytes hold 4 elements", Remark="each thread takes 4 neighbouring elements", Suggestion="{{.*}}", Width=4
// REMARK: remark: [Missed] vectors of kernel 0 | Category:schedule-vectorize | Function=across | Reason="neighbouring threads go to elements of B in S that are not neighbours of a row", Remark="each thread takes single elements", Suggestion="
// REMARK: remark: [Missed] {{.*}} | Function=one_each | Reason="a loop on thread.x does not have a known number of values that is a multiple of 2 for each of 32 threads",
// REMARK: remark: [Missed] {{.*}} | Function=columns | Reason="a statement has no loop on thread.x",
// FOUR: remark: [Missed] {{.*}} | Function=product | Reason="4 bytes hold one element of an array at most",

// COUNT: schedule-vectorize: 5 runs
// COUNT-NEXT: {{^ *}}3 members  members on threads that were cut
// COUNT-NEXT: {{^ *}}3 left     kernels that were left as they are

// A product: along n the threads go over rows of B and C. Zeros and sums stay with the same thread.
// CHECK-LABEL: schedule.scop @product(
// CHECK: schedule.filter "{ S0[m, n] }" {
// CHECK-NEXT: schedule.band permutable tag "point"
// CHECK-NEXT: (thread.y coincident "{ S0[m, n] -> [m mod 32] }",
// CHECK-NEXT: thread.x coincident "{ S0[m, n] -> [floor(n/4) - 8*floor(n/32)] }",
// CHECK-NEXT: unroll coincident "{ S0[m, n] -> [n mod 4] }") {}
// CHECK: (thread.y coincident "{ S1[m, n, k] -> [m mod 32] }",
// CHECK-NEXT: thread.x coincident "{ S1[m, n, k] -> [floor(n/4) - 8*floor(n/32)] }",
// CHECK-NEXT: unroll coincident "{ S1[m, n, k] -> [n mod 4] }") {}
// EIGHT-LABEL: schedule.scop @product(
// EIGHT: thread.x coincident "{ S0[m, n] -> [floor(n/2) - 16*floor(n/32)] }",
// EIGHT-NEXT: unroll coincident "{ S0[m, n] -> [n mod 2] }") {}
schedule.scop @product(%A: memref<64x64xf32>, %B: memref<64x64xf32>, out %C: memref<64x64xf32>) grid(2, 2, 1) block(8, 8, 1) {
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
          schedule.band (sequential "{ S1[m, n, k] -> [k] }") {
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

// Along n, the threads go from row to row of B: the elements stay apart, and shared memory is read along k.
// CHECK-LABEL: schedule.scop @across(
// CHECK: thread.x coincident "{ S[m, n, k] -> [n mod 32] }") {}
schedule.scop @across(%A: memref<64x64xf32>, %B: memref<64x64xf32>, inout %C: memref<64x64xf32>) grid(2, 2, 1) block(8, 8, 1) {
  schedule.statement @S(%m, %n, %k) reduces add {
    %0 = affine.load %A[%m, %k] : memref<64x64xf32>
    %1 = affine.load %B[%n, %k] : memref<64x64xf32>
    %2 = arith.mulf %0, %1 : f32
    %3 = affine.load %C[%m, %n] : memref<64x64xf32>
    %4 = arith.addf %3, %2 : f32
    affine.store %4, %C[%m, %n] : memref<64x64xf32>
  }
  schedule.domain "{ S[m, n, k] : 0 <= m <= 63 and 0 <= n <= 63 and 0 <= k <= 63 }" {
    schedule.band permutable tag "tile" tiles(32, 32)
      (block.y coincident "{ S[m, n, k] -> [m - m mod 32] }",
       block.x coincident "{ S[m, n, k] -> [n - n mod 32] }") {
      schedule.band (sequential "{ S[m, n, k] -> [k] }") {
        schedule.band permutable tag "point"
          (thread.y coincident "{ S[m, n, k] -> [m mod 32] }",
           thread.x coincident "{ S[m, n, k] -> [n mod 32] }") {}
      }
    }
  }
}

// -----

// Doubles go by two. A tile of 32 on 16 threads has two for each.
// CHECK-LABEL: schedule.scop @doubles(
// CHECK: (thread.x coincident "{ S[i] -> [floor(i/2) - 16*floor(i/32)] }",
// CHECK-NEXT: unroll coincident "{ S[i] -> [i mod 2] }") {}
schedule.scop @doubles(%A: memref<64xf64>, out %B: memref<64xf64>) grid(2, 1, 1) block(16, 1, 1) {
  schedule.statement @S(%i) {
    %0 = affine.load %A[%i] : memref<64xf64>
    affine.store %0, %B[%i] : memref<64xf64>
  }
  schedule.domain "{ S[i] : 0 <= i <= 63 }" {
    schedule.band permutable tag "tile" tiles(32) (block.x coincident "{ S[i] -> [i - i mod 32] }") {
      schedule.band permutable tag "point" (thread.x coincident "{ S[i] -> [i mod 32] }") {}
    }
  }
}

// -----

// As many threads as elements of a tile: each has one.
// CHECK-LABEL: schedule.scop @one_each(
// CHECK: (thread.x coincident "{ S[i] -> [i mod 32] }") {}
schedule.scop @one_each(%A: memref<64xf32>, out %B: memref<64xf32>) grid(2, 1, 1) block(32, 1, 1) {
  schedule.statement @S(%i) {
    %0 = affine.load %A[%i] : memref<64xf32>
    affine.store %0, %B[%i] : memref<64xf32>
  }
  schedule.domain "{ S[i] : 0 <= i <= 63 }" {
    schedule.band permutable tag "tile" tiles(32) (block.x coincident "{ S[i] -> [i - i mod 32] }") {
      schedule.band permutable tag "point" (thread.x coincident "{ S[i] -> [i mod 32] }") {}
    }
  }
}

// -----

schedule.scop @columns(%A: memref<64x64xf32>, out %B: memref<64x64xf32>) block(1, 8) {
  schedule.statement @S(%i, %j) {
    %0 = affine.load %A[%i, %j] : memref<64x64xf32>
    affine.store %0, %B[%i, %j] : memref<64x64xf32>
  }
  schedule.domain "{ S[i, j] : 0 <= i < 64 and 0 <= j < 64 }" {
    schedule.band permutable (thread.y coincident "{ S[i, j] -> [i] }", coincident "{ S[i, j] -> [j] }") {}
  }
}
