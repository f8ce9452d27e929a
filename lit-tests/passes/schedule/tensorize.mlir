// schedule-tensorize by hand: the sizes of a block and of a warp. The sums stay in the registers of the lanes, and the copies of the factors run ahead.
// RUN: tc-opt %s --pass-pipeline='builtin.module(tc-attach-target{target=sm_90a},schedule.scop(schedule-tensorize{sizes=64,32,32 warp=32,16},schedule-map-blocks,schedule-promote,schedule-sync,schedule-pipeline{stages=1 unit-stages=2},schedule-verify))' --tc-pass-statistics -o %t.mlir 2> %t.counts
// RUN: FileCheck %s --input-file=%t.mlir
// RUN: FileCheck %s --input-file=%t.counts --check-prefix=COUNTS
// RUN: tc-opt %s --pass-pipeline='builtin.module(tc-attach-target{target=sm_90a},schedule.scop(schedule-tensorize{sizes=48,32,32}))' --tc-pass-statistics -o /dev/null 2>&1 | FileCheck %s --check-prefix=LEFT
// RUN: not tc-opt %s --pass-pipeline='builtin.module(schedule.scop(schedule-tensorize{sizes=64,32}))' 2>&1 | FileCheck %s --check-prefix=SIZES
// RUN: not tc-opt %s --pass-pipeline='builtin.module(schedule.scop(schedule-tensorize{warp=32}))' 2>&1 | FileCheck %s --check-prefix=WARP

// CHECK: schedule.scop @mm({{.*}}) grid(2, 1, 1) block(128, 1, 1)
// CHECK: %A_s = schedule.array shared : memref<2x64x40xf16, #gpu.address_space<workgroup>>
// CHECK: schedule.filter "{ S1[i, j, k] }" {
// CHECK: schedule.filter "{ S1[i, j, k] }" {
// CHECK-NEXT: schedule.band permutable tag "unit"
// CHECK-NEXT: (thread(64, 2) coincident "{ S1[i, j, k] -> [floor(i/32) - 2*floor(i/64)] }",
// CHECK-NEXT: thread(32, 2) coincident "{ S1[i, j, k] -> [floor(j/16) - 2*floor(j/32)] }",
// CHECK: schedule.band permutable tag "unit" unit(mma, 16, 8, 16, f16)

// COUNTS: schedule-tensorize: 1 run
// COUNTS-NEXT: {{^ *}}1 kernels
// COUNTS-NEXT: {{^ *}}0 left
// LEFT: schedule-tensorize: 1 run
// LEFT-NEXT: {{^ *}}0 kernels
// LEFT-NEXT: {{^ *}}1 left
// SIZES: expected 3 positive numbers for sizes, found [64, 32]
// WARP: expected 2 positive numbers for warp, found [32]

schedule.scop @mm(%A: memref<64x64xf16>, %B: memref<64x64xf16>, out %C: memref<64x64xf32>) {
  schedule.statement @S0(%i, %j) {
    %cst = arith.constant 0.000000e+00 : f32
    affine.store %cst, %C[%i, %j] : memref<64x64xf32>
  }
  schedule.statement @S1(%i, %j, %k) reduces add {
    %0 = affine.load %A[%i, %k] : memref<64x64xf16>
    %1 = arith.extf %0 : f16 to f32
    %2 = affine.load %B[%k, %j] : memref<64x64xf16>
    %3 = arith.extf %2 : f16 to f32
    %4 = arith.mulf %1, %3 : f32
    %5 = affine.load %C[%i, %j] : memref<64x64xf32>
    %6 = arith.addf %5, %4 : f32
    affine.store %6, %C[%i, %j] : memref<64x64xf32>
  }
  schedule.domain "{ S0[i, j] : 0 <= i < 64 and 0 <= j < 64; S1[i, j, k] : 0 <= i < 64 and 0 <= j < 64 and 0 <= k < 64 }" {
    schedule.band permutable
      (coincident "{ S0[i, j] -> [i]; S1[i, j, k] -> [i] }",
       coincident "{ S0[i, j] -> [j]; S1[i, j, k] -> [j] }") {
      schedule.sequence {
        schedule.filter "{ S0[i, j] }" {}
        schedule.filter "{ S1[i, j, k] }" {
          schedule.band permutable ("{ S1[i, j, k] -> [k] }") {}
        }
      }
    }
  }
}
