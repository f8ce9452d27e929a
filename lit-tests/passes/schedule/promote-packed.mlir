// What many rows read is copied into panels, in the order in which the vectors of a CPU read it; the proof follows it.
// RUN: tc-opt %s --split-input-file --pass-pipeline='builtin.module(schedule.scop(schedule-promote{space=packed},schedule-verify))' --remarks-filter=schedule-promote 2> %t.remarks | FileCheck %s
// RUN: FileCheck %s --input-file=%t.remarks --check-prefix=REMARK
// RUN: tc-opt %s --split-input-file --pass-pipeline='builtin.module(schedule.scop(schedule-promote{space=packed limit=8191}))' --remarks-filter=schedule-promote -o /dev/null 2>&1 | FileCheck %s --check-prefix=LIMIT

// REMARK: Function=panels | Reason="the vector reads no neighbours of it along one dimension", Remark="it stays in global memory"
// REMARK: Function=panels | Reason="it is written there"
// REMARK: Function=panels | Bytes=8192, Reason="vectors read the copy from its first element to its last, and many rows read each of them", Remark="a tile of 16 x 128 elements, 8192 bytes, in panels"
// REMARK: Function=transposed | {{.*}}a tile of 128 x 16 elements, 8192 bytes, in panels"
// REMARK: Function=few | Reason="8 rows read each element, fewer than the 48 for which a copy pays off"
// REMARK: Function=near | Reason="its rows are next to each other as they are"
// REMARK: Function=window | Reason="vectors begin at any of its elements, not only at the first of a panel"
// REMARK: Function=alone | Reason="no parallel loop is around the copy: each thread has panels of its own"
// REMARK: Function=open_columns | {{.*}}a tile of 16 x 128 elements, 8192 bytes, in panels"
// REMARK: Function=open_rows | Reason="4 rows, times an open size, read each element, fewer than the 48 for which a copy pays off"
// REMARK: Function=open_gathered | {{.*}}a tile of 128 x 16 elements, 8192 bytes, in panels"
// LIMIT: Function=panels | {{.*}}
// LIMIT: Function=panels | Reason="its panels take 8192 bytes, more than the 8191 of a cache"

// Rows of B are 8 KB apart: two panels of 64 columns, one after another.
// CHECK-LABEL: @panels
// CHECK: %B_p = schedule.array shared : memref<2x16x64xf32>
// CHECK: affine.load %B_p[%j floordiv 64, %k, %j mod 64]
// CHECK: (coincident "{ B_pack[p0, a0, a1] -> [floor(a1/64)] }",
// CHECK-NEXT: coincident "{ B_pack[p0, a0, a1] -> [a0] }",
// CHECK-NEXT: vector coincident "{ B_pack[p0, a0, a1] -> [a1 mod 64] }") {}
schedule.scop @panels(%A: memref<64x16xf32>, %B: memref<16x2048xf32>, inout %C: memref<64x128xf32>) {
  schedule.statement @S(%i, %j, %k) reduces add {
    %0 = affine.load %A[%i, %k] : memref<64x16xf32>
    %1 = affine.load %B[%k, %j] : memref<16x2048xf32>
    %2 = arith.mulf %0, %1 : f32
    %3 = affine.load %C[%i, %j] : memref<64x128xf32>
    %4 = arith.addf %3, %2 : f32
    affine.store %4, %C[%i, %j] : memref<64x128xf32>
  }
  schedule.domain "{ S[i, j, k] : 0 <= i < 64 and 0 <= j < 128 and 0 <= k < 16 }" {
    schedule.band permutable tag "tile" (coincident "{ S[i, j, k] -> [floor(j/128)] }") {
      schedule.band permutable
        (coincident "{ S[i, j, k] -> [floor(i/4)] }",
         coincident "{ S[i, j, k] -> [floor(j/64) - 2*floor(j/128)] }") {
        schedule.band permutable (sequential "{ S[i, j, k] -> [k] }") {
          schedule.band permutable
            (unroll coincident "{ S[i, j, k] -> [i mod 4] }",
             vector coincident "{ S[i, j, k] -> [j mod 64] }") {}
        }
      }
    }
  }
}

// -----

// A vector of j would gather; of the panel it reads neighbours.
// CHECK-LABEL: @transposed
// CHECK: affine.load %B_p[%j floordiv 64, %k, %j mod 64]
schedule.scop @transposed(%A: memref<8x16xf32>, %B: memref<128x16xf32>, inout %C: memref<8x128xf32>) {
  schedule.statement @S(%i, %j, %k) reduces add {
    %0 = affine.load %A[%i, %k] : memref<8x16xf32>
    %1 = affine.load %B[%j, %k] : memref<128x16xf32>
    %2 = arith.mulf %0, %1 : f32
    %3 = affine.load %C[%i, %j] : memref<8x128xf32>
    %4 = arith.addf %3, %2 : f32
    affine.store %4, %C[%i, %j] : memref<8x128xf32>
  }
  schedule.domain "{ S[i, j, k] : 0 <= i < 8 and 0 <= j < 128 and 0 <= k < 16 }" {
    schedule.band permutable tag "tile" (coincident "{ S[i, j, k] -> [floor(j/128)] }") {
      schedule.band permutable
        (coincident "{ S[i, j, k] -> [floor(i/4)] }",
         coincident "{ S[i, j, k] -> [floor(j/64) - 2*floor(j/128)] }") {
        schedule.band permutable (sequential "{ S[i, j, k] -> [k] }") {
          schedule.band permutable
            (unroll coincident "{ S[i, j, k] -> [i mod 4] }",
             vector coincident "{ S[i, j, k] -> [j mod 64] }") {}
        }
      }
    }
  }
}

// -----

// CHECK-LABEL: @few
// CHECK-NOT: B_p
schedule.scop @few(%A: memref<8x16xf32>, %B: memref<16x2048xf32>, inout %C: memref<8x128xf32>) {
  schedule.statement @S(%i, %j, %k) reduces add {
    %0 = affine.load %A[%i, %k] : memref<8x16xf32>
    %1 = affine.load %B[%k, %j] : memref<16x2048xf32>
    %2 = arith.mulf %0, %1 : f32
    %3 = affine.load %C[%i, %j] : memref<8x128xf32>
    %4 = arith.addf %3, %2 : f32
    affine.store %4, %C[%i, %j] : memref<8x128xf32>
  }
  schedule.domain "{ S[i, j, k] : 0 <= i < 8 and 0 <= j < 128 and 0 <= k < 16 }" {
    schedule.band permutable tag "tile" (coincident "{ S[i, j, k] -> [floor(j/128)] }") {
      schedule.band permutable
        (coincident "{ S[i, j, k] -> [floor(i/4)] }",
         coincident "{ S[i, j, k] -> [floor(j/64) - 2*floor(j/128)] }") {
        schedule.band permutable (sequential "{ S[i, j, k] -> [k] }") {
          schedule.band permutable
            (unroll coincident "{ S[i, j, k] -> [i mod 4] }",
             vector coincident "{ S[i, j, k] -> [j mod 64] }") {}
        }
      }
    }
  }
}

// -----

// CHECK-LABEL: @near
// CHECK-NOT: B_p
schedule.scop @near(%A: memref<64x16xf32>, %B: memref<16x128xf32>, inout %C: memref<64x128xf32>) {
  schedule.statement @S(%i, %j, %k) reduces add {
    %0 = affine.load %A[%i, %k] : memref<64x16xf32>
    %1 = affine.load %B[%k, %j] : memref<16x128xf32>
    %2 = arith.mulf %0, %1 : f32
    %3 = affine.load %C[%i, %j] : memref<64x128xf32>
    %4 = arith.addf %3, %2 : f32
    affine.store %4, %C[%i, %j] : memref<64x128xf32>
  }
  schedule.domain "{ S[i, j, k] : 0 <= i < 64 and 0 <= j < 128 and 0 <= k < 16 }" {
    schedule.band permutable tag "tile" (coincident "{ S[i, j, k] -> [floor(j/128)] }") {
      schedule.band permutable
        (coincident "{ S[i, j, k] -> [floor(i/4)] }",
         coincident "{ S[i, j, k] -> [floor(j/64) - 2*floor(j/128)] }") {
        schedule.band permutable (sequential "{ S[i, j, k] -> [k] }") {
          schedule.band permutable
            (unroll coincident "{ S[i, j, k] -> [i mod 4] }",
             vector coincident "{ S[i, j, k] -> [j mod 64] }") {}
        }
      }
    }
  }
}

// -----

// CHECK-LABEL: @window
// CHECK-NOT: B_p
schedule.scop @window(%A: memref<64x16xf32>, %B: memref<16x2048xf32>, inout %C: memref<64x128xf32>) {
  schedule.statement @S(%i, %j, %k) reduces add {
    %0 = affine.load %A[%i, %k] : memref<64x16xf32>
    %1 = affine.load %B[%k, %j + %k] : memref<16x2048xf32>
    %2 = arith.mulf %0, %1 : f32
    %3 = affine.load %C[%i, %j] : memref<64x128xf32>
    %4 = arith.addf %3, %2 : f32
    affine.store %4, %C[%i, %j] : memref<64x128xf32>
  }
  schedule.domain "{ S[i, j, k] : 0 <= i < 64 and 0 <= j < 128 and 0 <= k < 16 }" {
    schedule.band permutable tag "tile" (coincident "{ S[i, j, k] -> [floor(j/128)] }") {
      schedule.band permutable
        (coincident "{ S[i, j, k] -> [floor(i/4)] }",
         coincident "{ S[i, j, k] -> [floor(j/64) - 2*floor(j/128)] }") {
        schedule.band permutable (sequential "{ S[i, j, k] -> [k] }") {
          schedule.band permutable
            (unroll coincident "{ S[i, j, k] -> [i mod 4] }",
             vector coincident "{ S[i, j, k] -> [j mod 64] }") {}
        }
      }
    }
  }
}

// -----

// CHECK-LABEL: @alone
// CHECK-NOT: B_p
schedule.scop @alone(%A: memref<64x16xf32>, %B: memref<16x2048xf32>, inout %C: memref<64x128xf32>) {
  schedule.statement @S(%i, %j, %k) reduces add {
    %0 = affine.load %A[%i, %k] : memref<64x16xf32>
    %1 = affine.load %B[%k, %j] : memref<16x2048xf32>
    %2 = arith.mulf %0, %1 : f32
    %3 = affine.load %C[%i, %j] : memref<64x128xf32>
    %4 = arith.addf %3, %2 : f32
    affine.store %4, %C[%i, %j] : memref<64x128xf32>
  }
  schedule.domain "{ S[i, j, k] : 0 <= i < 64 and 0 <= j < 128 and 0 <= k < 16 }" {
    schedule.band permutable tag "tile" (sequential "{ S[i, j, k] -> [floor(k/8)] }") {
      schedule.band permutable
        (coincident "{ S[i, j, k] -> [floor(i/4)] }",
         coincident "{ S[i, j, k] -> [floor(j/64)] }") {
        schedule.band permutable (sequential "{ S[i, j, k] -> [k mod 8] }") {
          schedule.band permutable
            (unroll coincident "{ S[i, j, k] -> [i mod 4] }",
             vector coincident "{ S[i, j, k] -> [j mod 64] }") {}
        }
      }
    }
  }
}

// -----

// Open sizes: blocks are of constant size by their tiles, and rows may be far apart.
// CHECK-LABEL: @open_columns
// CHECK: %B_p = schedule.array shared : memref<2x16x64xf32>
// CHECK: affine.load %B_p[%j floordiv 64 - (%j floordiv 128) * 2, %k mod 16, %j mod 64]
schedule.scop @open_columns(%A: memref<64x?xf32>, %B: memref<?x?xf32>, inout %C: memref<64x?xf32>) sizes(K = %B[0], N = %B[1]) context "[K, N] -> { : K >= 0 and N >= 0 }" attributes {schedule.extents = {A = ["64", "K"], C = ["64", "N"]}} {
  schedule.statement @S(%i, %j, %k) reduces add {
    %0 = affine.load %A[%i, %k] : memref<64x?xf32>
    %1 = affine.load %B[%k, %j] : memref<?x?xf32>
    %2 = arith.mulf %0, %1 : f32
    %3 = affine.load %C[%i, %j] : memref<64x?xf32>
    %4 = arith.addf %3, %2 : f32
    affine.store %4, %C[%i, %j] : memref<64x?xf32>
  }
  schedule.domain "[K, N] -> { S[i, j, k] : 0 <= i < 64 and 0 <= j < N and 0 <= k < K }" {
    schedule.band permutable tag "tile"
      (coincident "{ S[i, j, k] -> [floor(j/128)] }", sequential "{ S[i, j, k] -> [floor(k/16)] }") {
      schedule.band permutable
        (coincident "{ S[i, j, k] -> [floor(i/4)] }",
         coincident "{ S[i, j, k] -> [floor(j/64) - 2*floor(j/128)] }") {
        schedule.band permutable (sequential "{ S[i, j, k] -> [k mod 16] }") {
          schedule.band permutable
            (unroll coincident "{ S[i, j, k] -> [i mod 4] }",
             vector coincident "{ S[i, j, k] -> [j mod 64] }") {}
        }
      }
    }
  }
}

// -----

// Of an open size there may be one row, for which a copy does not pay off.
// CHECK-LABEL: @open_rows
// CHECK-NOT: B_p
schedule.scop @open_rows(%A: memref<?x16xf32>, %B: memref<16x2048xf32>, inout %C: memref<?x128xf32>) sizes(M = %A[0]) context "[M] -> { : M >= 0 }" attributes {schedule.extents = {C = ["M", "128"]}} {
  schedule.statement @S(%i, %j, %k) reduces add {
    %0 = affine.load %A[%i, %k] : memref<?x16xf32>
    %1 = affine.load %B[%k, %j] : memref<16x2048xf32>
    %2 = arith.mulf %0, %1 : f32
    %3 = affine.load %C[%i, %j] : memref<?x128xf32>
    %4 = arith.addf %3, %2 : f32
    affine.store %4, %C[%i, %j] : memref<?x128xf32>
  }
  schedule.domain "[M] -> { S[i, j, k] : 0 <= i < M and 0 <= j < 128 and 0 <= k < 16 }" {
    schedule.band permutable tag "tile"
      (coincident "{ S[i, j, k] -> [floor(j/128)] }", sequential "{ S[i, j, k] -> [floor(k/16)] }") {
      schedule.band permutable
        (coincident "{ S[i, j, k] -> [floor(i/4)] }",
         coincident "{ S[i, j, k] -> [floor(j/64) - 2*floor(j/128)] }") {
        schedule.band permutable (sequential "{ S[i, j, k] -> [k mod 16] }") {
          schedule.band permutable
            (unroll coincident "{ S[i, j, k] -> [i mod 4] }",
             vector coincident "{ S[i, j, k] -> [j mod 64] }") {}
        }
      }
    }
  }
}

// -----

// Without a copy, each row would gather.
// CHECK-LABEL: @open_gathered
// CHECK: %B_p = schedule.array shared : memref<2x16x64xf32>
// CHECK: affine.load %B_p[%j floordiv 64, %k, %j mod 64]
schedule.scop @open_gathered(%A: memref<?x16xf32>, %B: memref<128x16xf32>, inout %C: memref<?x128xf32>) sizes(M = %A[0]) context "[M] -> { : M >= 0 }" attributes {schedule.extents = {C = ["M", "128"]}} {
  schedule.statement @S(%i, %j, %k) reduces add {
    %0 = affine.load %A[%i, %k] : memref<?x16xf32>
    %1 = affine.load %B[%j, %k] : memref<128x16xf32>
    %2 = arith.mulf %0, %1 : f32
    %3 = affine.load %C[%i, %j] : memref<?x128xf32>
    %4 = arith.addf %3, %2 : f32
    affine.store %4, %C[%i, %j] : memref<?x128xf32>
  }
  schedule.domain "[M] -> { S[i, j, k] : 0 <= i < M and 0 <= j < 128 and 0 <= k < 16 }" {
    schedule.band permutable tag "tile"
      (coincident "{ S[i, j, k] -> [floor(j/128)] }", sequential "{ S[i, j, k] -> [floor(k/16)] }") {
      schedule.band permutable
        (coincident "{ S[i, j, k] -> [floor(i/4)] }",
         coincident "{ S[i, j, k] -> [floor(j/64) - 2*floor(j/128)] }") {
        schedule.band permutable (sequential "{ S[i, j, k] -> [k mod 16] }") {
          schedule.band permutable
            (unroll coincident "{ S[i, j, k] -> [i mod 4] }",
             vector coincident "{ S[i, j, k] -> [j mod 64] }") {}
        }
      }
    }
  }
}
