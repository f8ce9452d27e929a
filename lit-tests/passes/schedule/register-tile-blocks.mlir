// Blocks of a contraction with long sums, or whose operand has its neighbours along another loop than the vector. Each tree is proved.
// RUN: tc-opt %s --split-input-file --pass-pipeline='builtin.module(schedule.scop(schedule-register-tile,schedule-promote{space=packed},schedule-verify))' | FileCheck %s
// RUN: tc-opt %s --split-input-file --tc-pass-statistics --remarks-filter=schedule-register-tile --pass-pipeline='builtin.module(schedule.scop(schedule-register-tile))' -o /dev/null 2>&1 | FileCheck %s --check-prefix=REMARK

// REMARK: remark: [Passed] initial values of Z | {{.*}} Function=first | Reason="a tile has all sums of its elements, so it begins with them in registers", Remark="they are set in the tiles of the sums", Suggestion="blocks of the sums for caches, which come back to a tile"
// REMARK: {{^ *}}1 joined

// Both sums are cut at whole lines of memory: Y has its neighbours along c, X along d, which goes innermost.
// CHECK-LABEL: @two_sums
// CHECK: %Y_p = schedule.array shared : memref<{{[0-9]+}}x16x16x{{[0-9]+}}xf32>
// CHECK: affine.load %Y_p[%b floordiv {{[0-9]+}}, %c mod 16, %d mod 16, %b mod
// CHECK: schedule.band permutable tag "tile"
// CHECK-NEXT: (coincident "{ S[a, b, c, d] -> [floor(b/{{[0-9]+}})] }",
// CHECK-NEXT: sequential "{ S[a, b, c, d] -> [floor(c/16)] }",
// CHECK-NEXT: sequential "{ S[a, b, c, d] -> [floor(d/16)] }") {
// The copy goes over the array in its own order, c next to the vector across rows.
// CHECK: coincident "{ Y_pack[p0, p1, p2, a0, a1, a2] -> [-16p2 + a0] }",
// CHECK-NEXT: coincident "{ Y_pack[p0, p1, p2, a0, a1, a2] -> [-16p1 + a2] }",
// CHECK-NEXT: vector coincident
// CHECK: schedule.band permutable tag "point"
// CHECK-NEXT: (sequential "{ S[a, b, c, d] -> [c mod 16] }",
// CHECK-NEXT: sequential "{ S[a, b, c, d] -> [d mod 16] }") {
schedule.scop @two_sums(%X: memref<96x376x384xf32>, %Y: memref<384x96x376xf32>, inout %Z: memref<96x96xf32>) {
  schedule.statement @S(%a, %b, %c, %d) reduces add {
    %0 = affine.load %X[%a, %c, %d] : memref<96x376x384xf32>
    %1 = affine.load %Y[%d, %b, %c] : memref<384x96x376xf32>
    %2 = arith.mulf %0, %1 : f32
    %3 = affine.load %Z[%a, %b] : memref<96x96xf32>
    %4 = arith.addf %3, %2 : f32
    affine.store %4, %Z[%a, %b] : memref<96x96xf32>
  }
  schedule.domain "{ S[a, b, c, d] : 0 <= a < 96 and 0 <= b < 96 and 0 <= c < 376 and 0 <= d < 384 }" {
    schedule.band permutable
      (coincident "{ S[a, b, c, d] -> [a] }", coincident "{ S[a, b, c, d] -> [b] }",
       sequential "{ S[a, b, c, d] -> [c] }", sequential "{ S[a, b, c, d] -> [d] }") {}
  }
}

// -----

// X has its neighbours along d, which is in the block of panels, around the rows of c; b is not.
// CHECK-LABEL: @lines
// CHECK: %X_p = schedule.array shared : memref<{{[0-9]+}}x1x20x9x{{[0-9]+}}xf32>
// CHECK: schedule.band permutable tag "tile" (coincident "{ S[b, c, d, e, f] -> [b] }") {
// CHECK: schedule.band permutable tag "register"
// CHECK-NEXT: (coincident "{ S[b, c, d, e, f] -> [d] }",
// CHECK-NEXT: coincident "{ S[b, c, d, e, f] -> [floor(c/{{[0-9]+}})] }") {
schedule.scop @lines(%X: memref<64x9x6x20xf32>, %Y: memref<24x9xf32>, inout %Z: memref<6x24x20x64xf32>) {
  schedule.statement @S(%b, %c, %d, %e, %f) reduces add {
    %0 = affine.load %X[%e, %f, %b, %d] : memref<64x9x6x20xf32>
    %1 = affine.load %Y[%c, %f] : memref<24x9xf32>
    %2 = arith.mulf %0, %1 : f32
    %3 = affine.load %Z[%b, %c, %d, %e] : memref<6x24x20x64xf32>
    %4 = arith.addf %3, %2 : f32
    affine.store %4, %Z[%b, %c, %d, %e] : memref<6x24x20x64xf32>
  }
  schedule.domain "{ S[b, c, d, e, f] : 0 <= b < 6 and 0 <= c < 24 and 0 <= d < 20 and 0 <= e < 64 and 0 <= f < 9 }" {
    schedule.band permutable
      (coincident "{ S[b, c, d, e, f] -> [b] }", coincident "{ S[b, c, d, e, f] -> [c] }",
       coincident "{ S[b, c, d, e, f] -> [d] }", coincident "{ S[b, c, d, e, f] -> [e] }",
       sequential "{ S[b, c, d, e, f] -> [f] }") {}
  }
}

// -----

// A tile begins with its zeros.
// CHECK-LABEL: @first
// CHECK: schedule.band permutable tag "register"
// CHECK-SAME: isolate
// CHECK-NEXT: (coincident "{ {{.*}}Z[i, j] -> [floor(i/3)]
// CHECK: schedule.sequence {
// CHECK-NEXT: schedule.filter "{ Z[i, j] }" {
// CHECK-NEXT: schedule.band permutable tag "micro"
// CHECK-NEXT: (unroll coincident "{ Z[i, j] -> [i mod 3] }",
// CHECK-NEXT: vector coincident "{ Z[i, j] -> [j mod 64] }") {}
// CHECK: schedule.filter "{ S[i, j, k] }" {
// CHECK-NEXT: schedule.band permutable tag "point" (sequential "{ S[i, j, k] -> [k] }") {
schedule.scop @first(%A: memref<9x7xf32>, %B: memref<7x100xf32>, out %C: memref<9x100xf32>) {
  schedule.statement @Z(%i, %j) {
    %zero = arith.constant 0.0 : f32
    affine.store %zero, %C[%i, %j] : memref<9x100xf32>
  }
  schedule.statement @S(%i, %j, %k) reduces add {
    %0 = affine.load %A[%i, %k] : memref<9x7xf32>
    %1 = affine.load %B[%k, %j] : memref<7x100xf32>
    %2 = arith.mulf %0, %1 : f32
    %3 = affine.load %C[%i, %j] : memref<9x100xf32>
    %4 = arith.addf %3, %2 : f32
    affine.store %4, %C[%i, %j] : memref<9x100xf32>
  }
  schedule.domain "{ Z[i, j] : 0 <= i < 9 and 0 <= j < 100; S[i, j, k] : 0 <= i < 9 and 0 <= j < 100 and 0 <= k < 7 }" {
    schedule.sequence {
      schedule.filter "{ Z[i, j] }" {
        schedule.band permutable (coincident "{ Z[i, j] -> [i] }", coincident "{ Z[i, j] -> [j] }") {}
      }
      schedule.filter "{ S[i, j, k] }" {
        schedule.band permutable
          (coincident "{ S[i, j, k] -> [i] }", coincident "{ S[i, j, k] -> [j] }", sequential "{ S[i, j, k] -> [k] }") {}
      }
    }
  }
}
