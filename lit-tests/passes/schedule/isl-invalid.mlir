// Budgets of schedule-isl that run out, and options that make no sense.
// RUN: not tc-opt %s --pass-pipeline='builtin.module(schedule.scop(schedule-isl{budget=1000}))' 2>&1 | FileCheck %s --check-prefix=DEPENDENCES
// RUN: not tc-opt %s --pass-pipeline='builtin.module(schedule.scop(schedule-isl{fusion=max budget=3000}))' 2>&1 | FileCheck %s --check-prefix=SCHEDULE
// RUN: not tc-opt %s --pass-pipeline='builtin.module(schedule.scop(schedule-isl{fusion=most}))' 2>&1 | FileCheck %s --check-prefix=CHOICE

// DEPENDENCES: isl-invalid.mlir:[[@LINE+4]]:1: error: the dependences between S0, S1 are not known after 1000 isl operations; raise the option `budget`, or bind sizes with `tc-specialize` [TC0601]{{$}}
// SCHEDULE: isl-invalid.mlir:[[@LINE+3]]:1: error: no schedule of S0, S1 was found within 3000 isl operations [TC0601]{{$}}
// SCHEDULE: note: raise the option `budget`, choose fusion=min, or bind sizes with `tc-specialize`{{$}}
// CHOICE: error: `schedule-isl`: option `fusion`: expected one of max, preserve3, parallel, rows, min; found `most`{{$}}
schedule.scop @mv(%A: memref<?x?xf32>, %x: memref<?xf32>, out %C: memref<?xf32>) sizes(M = %A[0], K = %A[1]) {
  schedule.statement @S0(%m) {
    %0 = arith.constant 0.0 : f32
    affine.store %0, %C[%m] : memref<?xf32>
  }
  schedule.statement @S1(%m, %k) reduces add {
    %0 = affine.load %A[%m, %k] : memref<?x?xf32>
    %1 = affine.load %x[%k] : memref<?xf32>
    %2 = arith.mulf %0, %1 : f32
    %3 = affine.load %C[%m] : memref<?xf32>
    %4 = arith.addf %3, %2 : f32
    affine.store %4, %C[%m] : memref<?xf32>
  }
  schedule.domain "[M, K] -> { S0[m] : 0 <= m < M; S1[m, k] : 0 <= m < M and 0 <= k < K }" {
    schedule.sequence {
      schedule.filter "{ S0[m] }" {
        schedule.band (sequential "{ S0[m] -> [m] }") {}
      }
      schedule.filter "{ S1[m, k] }" {
        schedule.band (sequential "{ S1[m, k] -> [m] }", sequential "{ S1[m, k] -> [k] }") {}
      }
    }
  }
}
