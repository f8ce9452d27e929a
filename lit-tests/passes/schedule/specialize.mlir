// Sizes become numbers: in types, in the tree, in statements. Extents without a size name are as large as the footprint.
// RUN: tc-opt %s --pass-pipeline='builtin.module(schedule.scop(schedule-specialize{sizes=N=9,M=4}))' | FileCheck %s
// RUN: tc-opt %s --pass-pipeline='builtin.module(schedule.scop(schedule-specialize{sizes=N=9,M=4},schedule-verify))' -o /dev/null
// RUN: tc-opt %s --pass-pipeline='builtin.module(schedule.scop(schedule-specialize{sizes=N=9,M=4 shapes=A=12x4}))' | FileCheck %s --check-prefix=SHAPE
// RUN: tc-opt %s --tc-pass-statistics --pass-pipeline='builtin.module(schedule.scop(schedule-specialize{sizes=N=9,M=4}))' -o /dev/null 2>&1 | FileCheck %s --check-prefix=COUNT
// RUN: not tc-opt %s --pass-pipeline='builtin.module(schedule.scop(schedule-specialize{sizes=N=9}))' 2>&1 | FileCheck %s --check-prefix=MISSING
// RUN: not tc-opt %s --pass-pipeline='builtin.module(schedule.scop(schedule-specialize{sizes=N=1,M=4}))' 2>&1 | FileCheck %s --check-prefix=CONTEXT
// RUN: not tc-opt %s --pass-pipeline='builtin.module(schedule.scop(schedule-specialize{sizes=N}))' 2>&1 | FileCheck %s --check-prefix=FORM

// CHECK: schedule.scop @f(%X: memref<9xf32>, %A: memref<9x4xf32>, out %Z: memref<8xf32>) {
// CHECK-NEXT: %T = schedule.array temporary : memref<9xf32>
// CHECK: %[[N:.*]] = arith.constant 9 : index
// CHECK-NEXT: affine.load %X[-%i + symbol(%[[N]]) - 1] : memref<9xf32>
// CHECK: affine.load %A[%i, %k] : memref<9x4xf32>
// CHECK: schedule.domain "{ {{.*}}S0[i] : 0 <= i <= 8{{.*}} }" {
// CHECK: sequential "{ S0[i] -> [8 - i] }"
// CHECK: coincident "{ S2[i, k] -> [i] }"
// SHAPE: %A: memref<12x4xf32>
// COUNT: {{^ *}}4 arrays
// MISSING: error: size `M` has no value
// MISSING: note: give it with schedule-specialize{sizes=M=VALUE}
// CONTEXT: error: the sizes N = 1, M = 4 are not in the context [N, M] -> {  : N >= 2 and M >= 0 }{{$}}
// FORM: expected NAME=VALUE with a value of at least 0, found `N`
schedule.scop @f(%X: memref<?xf32>, %A: memref<?x?xf32>, out %Z: memref<?xf32>) sizes(N = %X[0], M = %A[1]) context "[N, M] -> { : N >= 2 and M >= 0 }" {
  %T = schedule.array temporary : memref<?xf32>
  schedule.statement @S0(%i) {
    %c0 = arith.constant 0 : index
    %dim = memref.dim %X, %c0 : memref<?xf32>
    %0 = affine.load %X[-%i + symbol(%dim) - 1] : memref<?xf32>
    affine.store %0, %T[%i] : memref<?xf32>
  }
  schedule.statement @S1(%i) {
    %0 = affine.load %T[%i] : memref<?xf32>
    affine.store %0, %Z[%i - 1] : memref<?xf32>
  }
  schedule.statement @S2(%i, %k) reduces add {
    %0 = affine.load %A[%i, %k] : memref<?x?xf32>
    %1 = affine.load %Z[%i - 1] : memref<?xf32>
    %2 = arith.addf %1, %0 : f32
    affine.store %2, %Z[%i - 1] : memref<?xf32>
  }
  schedule.domain "[N, M] -> { S2[i, k] : 0 < i < N and 0 <= k < M; S1[i] : 0 < i < N; S0[i] : 0 <= i < N }" {
    schedule.sequence {
      schedule.filter "{ S0[i] }" {
        schedule.band (sequential "[N] -> { S0[i] -> [N - 1 - i] }") {}
      }
      schedule.filter "{ S1[i] }" {
        schedule.band permutable (coincident "{ S1[i] -> [i] }") {}
      }
      schedule.filter "{ S2[i, k] }" {
        schedule.band permutable
          (coincident "{ S2[i, k] -> [i] }",
           sequential "{ S2[i, k] -> [k] }") {}
      }
    }
  }
}
