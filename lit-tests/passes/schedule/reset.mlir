// Restores the original order of the statements: no tiles, no mapping, no copies and barriers.
// RUN: tc-opt %s --split-input-file --tc-pass-statistics --pass-pipeline='builtin.module(schedule.scop(schedule-reset,schedule-verify))' 2> %t.count | FileCheck %s
// RUN: FileCheck %s --input-file=%t.count --check-prefix=COUNT
// RUN: sed -e 's/A_s\[%%i mod 8/A_s[%%i mod 16/' %s > %t.tile.mlir
// RUN: tc-opt %t.tile.mlir --split-input-file --pass-pipeline='builtin.module(schedule.scop(schedule-reset))' | FileCheck %s
// RUN: sed -e 's/ {schedule.for = #schedule.map<"{ T.*}">}//' %s > %t.wrong.mlir
// RUN: not tc-opt %t.wrong.mlir --split-input-file --pass-pipeline='builtin.module(schedule.scop(schedule-reset))' 2>&1 | FileCheck %s --check-prefix=WRONG

// COUNT: schedule-reset: 2 runs
// COUNT-NEXT: {{^ *}}4 statements
// COUNT-NEXT: {{^ *}}4 accesses

// WRONG: error: T touches the tile `A_s` without saying which element it stands for{{$}}
// WRONG: note: give the access the attribute `schedule.for`; schedule-verify says which{{$}}

// CHECK: schedule.scop @mm(%A: memref<20x16xf32>, %B: memref<16x12xf32>, out %C: memref<20x12xf32>) {
// CHECK-NEXT: schedule.statement @S(%i, %j) {
// CHECK-NEXT: arith.constant
// CHECK-NEXT: affine.store %{{.*}}, %C[%i, %j] : memref<20x12xf32>
// CHECK-NEXT: }
// CHECK-NEXT: schedule.statement @T(%i, %j, %k) reduces add {
// CHECK-NEXT: affine.load %A[%i, %k] : memref<20x16xf32>
// CHECK-NEXT: affine.load %B[%k, %j] : memref<16x12xf32>
// CHECK-NEXT: arith.mulf
// CHECK-NEXT: affine.load %C[%i, %j] : memref<20x12xf32>
// CHECK-NEXT: arith.addf
// CHECK-NEXT: affine.store %{{.*}}, %C[%i, %j] : memref<20x12xf32>
// CHECK-NEXT: }
// CHECK-NEXT: schedule.domain "{{.*}}" {
// CHECK-NEXT: schedule.sequence {
// CHECK-NEXT: schedule.filter "{ S[i, j] }" {
// CHECK-NEXT: schedule.band
// CHECK-NEXT: (sequential "{ S[i, j] -> [i] }",
// CHECK-NEXT: sequential "{ S[i, j] -> [j] }") {}
// CHECK-NEXT: }
// CHECK-NEXT: schedule.filter "{ T[i, j, k] }" {
// CHECK-NEXT: schedule.band
// CHECK-NEXT: (sequential "{ T[i, j, k] -> [i] }",
// CHECK-NEXT: sequential "{ T[i, j, k] -> [j] }",
// CHECK-NEXT: sequential "{ T[i, j, k] -> [k] }") {}

schedule.scop @mm(%A: memref<20x16xf32>, %B: memref<16x12xf32>, out %C: memref<20x12xf32>) grid(2, 3, 1) block(8, 8, 1) {
  %C_s = schedule.array shared : memref<8x8xf32, #gpu.address_space<workgroup>>
  %A_s = schedule.array shared : memref<8x16xf32, #gpu.address_space<workgroup>>
  schedule.statement @S(%i, %j) {
    %cst = arith.constant 0.000000e+00 : f32
    affine.store %cst, %C_s[%i mod 8, %j mod 8] {schedule.for = #schedule.map<"{ S[i, j] -> C[i, j] }">} : memref<8x8xf32, #gpu.address_space<workgroup>>
  }
  schedule.statement @T(%i, %j, %k) reduces add {
    %0 = affine.load %A_s[%i mod 8, %k] {schedule.for = #schedule.map<"{ T[i, j, k] -> A[i, k] }">} : memref<8x16xf32, #gpu.address_space<workgroup>>
    %1 = affine.load %B[%k, %j] : memref<16x12xf32>
    %2 = arith.mulf %0, %1 : f32
    %3 = affine.load %C_s[%i mod 8, %j mod 8] {schedule.for = #schedule.map<"{ T[i, j, k] -> C[i, j] }">} : memref<8x8xf32, #gpu.address_space<workgroup>>
    %4 = arith.addf %3, %2 : f32
    affine.store %4, %C_s[%i mod 8, %j mod 8] {schedule.for = #schedule.map<"{ T[i, j, k] -> C[i, j] }">} : memref<8x8xf32, #gpu.address_space<workgroup>>
  }
  schedule.statement @C_in(%p0, %p1, %a0, %a1) {
    %0 = affine.load %C[%a0, %a1] : memref<20x12xf32>
    affine.store %0, %C_s[-%p0 + %a0, -%p1 + %a1] : memref<8x8xf32, #gpu.address_space<workgroup>>
  }
  schedule.statement @C_out(%p0, %p1, %a0, %a1) {
    %0 = affine.load %C_s[-%p0 + %a0, -%p1 + %a1] : memref<8x8xf32, #gpu.address_space<workgroup>>
    affine.store %0, %C[%a0, %a1] : memref<20x12xf32>
  }
  schedule.statement @A_in(%p0, %p1, %a0, %a1) {
    %0 = affine.load %A[%a0, %a1] : memref<20x16xf32>
    affine.store %0, %A_s[-%p0 + %a0, %a1] : memref<8x16xf32, #gpu.address_space<workgroup>>
  }
  schedule.statement @sync0() {
    gpu.barrier
  }
  schedule.domain "{ T[i, j, k] : 0 <= i <= 19 and 0 <= j <= 11 and 0 <= k <= 15; S[i, j] : 0 <= i <= 19 and 0 <= j <= 11 }" {
    schedule.band permutable tag "tile" tiles(8, 8)
      (block.y coincident "{ T[i, j, k] -> [i - i mod 8]; S[i, j] -> [i - i mod 8] }",
       block.x coincident "{ T[i, j, k] -> [j - j mod 8]; S[i, j] -> [j - j mod 8] }") {
      schedule.extension "{ [i0, i1] -> C_out[i0, i1, o2, o3] : i0 mod 8 = 0 and i1 mod 8 = 0 and o2 >= i0 and 0 <= o2 <= 19 and o2 <= 7 + i0 and o3 >= i1 and 0 <= o3 <= 11 and o3 <= 7 + i1; [i0, i1] -> A_in[i0, i1, a0, a1] : i0 mod 8 = 0 and i1 mod 8 = 0 and -7 <= i1 <= 11 and a0 >= i0 and 0 <= a0 <= 19 and a0 <= 7 + i0 and 0 <= a1 <= 15; [i0, i1] -> C_in[i0, i1, o2, o3] : i0 mod 8 = 0 and i1 mod 8 = 0 and o2 >= i0 and 0 <= o2 <= 19 and o2 <= 7 + i0 and o3 >= i1 and 0 <= o3 <= 11 and o3 <= 7 + i1; [i0, i1] -> sync0[] : i0 mod 8 = 0 and i1 mod 8 = 0 and -7 <= i0 <= 19 and -7 <= i1 <= 11 }" {
        schedule.sequence {
          schedule.filter "{ C_in[i0, i1, i2, i3] }" {
            schedule.band permutable tag "copy"
              (thread.y coincident "{ C_in[p0, p1, a0, a1] -> [-p0 + a0] }",
               thread.x coincident "{ C_in[p0, p1, a0, a1] -> [-p1 + a1] }") {}
          }
          schedule.filter "{ A_in[i0, i1, a0, a1] }" {
            schedule.band permutable tag "copy"
              (thread.y coincident "{ A_in[p0, p1, a0, a1] -> [-p0 + a0] }",
               thread.x coincident "{ A_in[p0, p1, a0, a1] -> [a1] }") {}
          }
          schedule.filter "{ sync0[] }" {}
          schedule.filter "{ T[i, j, k]; S[i, j] }" {
            schedule.band permutable tag "point"
              (thread.y coincident "{ T[i, j, k] -> [i mod 8]; S[i, j] -> [i mod 8] }",
               thread.x coincident "{ T[i, j, k] -> [j mod 8]; S[i, j] -> [j mod 8] }") {
              schedule.sequence {
                schedule.filter "{ S[i, j] }" {}
                schedule.filter "{ T[i, j, k] }" {
                  schedule.band permutable (sequential "{ T[i, j, k] -> [k] }") {}
                }
              }
            }
          }
          schedule.filter "{ C_out[i0, i1, i2, i3] }" {
            schedule.band permutable tag "copy"
              (thread.y coincident "{ C_out[p0, p1, a0, a1] -> [-p0 + a0] }",
               thread.x coincident "{ C_out[p0, p1, a0, a1] -> [-p1 + a1] }") {}
          }
        }
      }
    }
  }
}

// -----

// What has that order already stays as it is.
// CHECK: schedule.scop @plain(%A: memref<20x16xf32>, %B: memref<16x12xf32>, out %C: memref<20x12xf32>) {
// CHECK-NEXT: schedule.statement @S(%i, %j) {
// CHECK-NEXT: arith.constant
// CHECK-NEXT: affine.store %{{.*}}, %C[%i, %j] : memref<20x12xf32>
// CHECK-NEXT: }
// CHECK-NEXT: schedule.statement @T(%i, %j, %k) reduces add {
// CHECK-NEXT: affine.load %A[%i, %k] : memref<20x16xf32>
// CHECK-NEXT: affine.load %B[%k, %j] : memref<16x12xf32>
// CHECK-NEXT: arith.mulf
// CHECK-NEXT: affine.load %C[%i, %j] : memref<20x12xf32>
// CHECK-NEXT: arith.addf
// CHECK-NEXT: affine.store %{{.*}}, %C[%i, %j] : memref<20x12xf32>
// CHECK-NEXT: }
// CHECK-NEXT: schedule.domain "{{.*}}" {
// CHECK-NEXT: schedule.sequence {
// CHECK-NEXT: schedule.filter "{ S[i, j] }" {
// CHECK-NEXT: schedule.band
// CHECK-NEXT: (sequential "{ S[i, j] -> [i] }",
// CHECK-NEXT: sequential "{ S[i, j] -> [j] }") {}
// CHECK-NEXT: }
// CHECK-NEXT: schedule.filter "{ T[i, j, k] }" {
// CHECK-NEXT: schedule.band
// CHECK-NEXT: (sequential "{ T[i, j, k] -> [i] }",
// CHECK-NEXT: sequential "{ T[i, j, k] -> [j] }",
// CHECK-NEXT: sequential "{ T[i, j, k] -> [k] }") {}
schedule.scop @plain(%A: memref<20x16xf32>, %B: memref<16x12xf32>, out %C: memref<20x12xf32>) {
  schedule.statement @S(%i, %j) {
    %0 = arith.constant 0.0 : f32
    affine.store %0, %C[%i, %j] : memref<20x12xf32>
  }
  schedule.statement @T(%i, %j, %k) reduces add {
    %0 = affine.load %A[%i, %k] : memref<20x16xf32>
    %1 = affine.load %B[%k, %j] : memref<16x12xf32>
    %2 = arith.mulf %0, %1 : f32
    %3 = affine.load %C[%i, %j] : memref<20x12xf32>
    %4 = arith.addf %3, %2 : f32
    affine.store %4, %C[%i, %j] : memref<20x12xf32>
  }
  schedule.domain "{ S[i, j] : 0 <= i < 20 and 0 <= j < 12; T[i, j, k] : 0 <= i < 20 and 0 <= j < 12 and 0 <= k < 16 }" {
    schedule.band permutable
      (coincident "{ T[i, j, k] -> [i]; S[i, j] -> [i] }",
       coincident "{ T[i, j, k] -> [j]; S[i, j] -> [j] }") {
      schedule.sequence {
        schedule.filter "{ S[i, j] }" {}
        schedule.filter "{ T[i, j, k] }" {
          schedule.band permutable (sequential "{ T[i, j, k] -> [k] }") {}
        }
      }
    }
  }
}
