// The strategy `rows`: elementwise statements share the loops over rows of the sums that they read, and others do where rows are short.
// RUN: tc-opt %s --split-input-file --pass-pipeline='builtin.module(schedule.scop(schedule-isl{fusion=rows},schedule-verify))' | FileCheck %s
// RUN: tc-opt %s --split-input-file --pass-pipeline='builtin.module(schedule.scop(schedule-isl{fusion=parallel}))' | FileCheck %s --check-prefix=APART

// CHECK-LABEL: schedule.scop @short
// CHECK: schedule.domain
// CHECK-NEXT: schedule.band permutable (coincident "{ {{.*}} }") {
// CHECK-NEXT: schedule.sequence {
// CHECK-NEXT: schedule.filter "{ T[n, k] }" {
// CHECK-NEXT: schedule.band permutable (sequential "{ T[n, k] -> [k] }") {}
// CHECK: schedule.filter "{ U[n, c] }" {
// CHECK-NEXT: schedule.band permutable (coincident "{ U[n, c] -> [c] }") {}

// Few rows, and each takes longer than a launch.
// CHECK-LABEL: schedule.scop @long
// CHECK: schedule.domain
// CHECK-NEXT: schedule.sequence {
// CHECK: (coincident "{ U[n, c] -> [n] }",
// CHECK-NEXT: coincident "{ U[n, c] -> [c] }") {}

// The sum of another row is read: the dependence crosses iterations.
// CHECK-LABEL: schedule.scop @crossed
// CHECK: schedule.domain
// CHECK-NEXT: schedule.sequence {
// CHECK: (coincident "{ U[n, c] -> [n] }",

// APART-LABEL: schedule.scop @short
// APART: schedule.domain
// APART-NEXT: schedule.sequence {
schedule.scop @short(%A: memref<4x16xf32>, inout %C: memref<4xf32>, out %B: memref<4x16xf32>) {
  schedule.statement @T(%n, %k) reduces add {
    %0 = affine.load %A[%n, %k] : memref<4x16xf32>
    %1 = affine.load %C[%n] : memref<4xf32>
    %2 = arith.addf %1, %0 : f32
    affine.store %2, %C[%n] : memref<4xf32>
  }
  schedule.statement @U(%n, %c) {
    %0 = affine.load %C[%n] : memref<4xf32>
    affine.store %0, %B[%n, %c] : memref<4x16xf32>
  }
  schedule.domain "{ T[n, k] : 0 <= n < 4 and 0 <= k < 16; U[n, c] : 0 <= n < 4 and 0 <= c < 16 }" {
    schedule.sequence {
      schedule.filter "{ T[n, k] }" {
        schedule.band permutable (coincident "{ T[n, k] -> [n] }", sequential "{ T[n, k] -> [k] }") {}
      }
      schedule.filter "{ U[n, c] }" {
        schedule.band permutable (coincident "{ U[n, c] -> [n] }", coincident "{ U[n, c] -> [c] }") {}
      }
    }
  }
}

// -----

schedule.scop @long(%A: memref<4x16xf32>, inout %C: memref<4xf32>, out %B: memref<4x100000xf32>) {
  schedule.statement @T(%n, %k) reduces add {
    %0 = affine.load %A[%n, %k] : memref<4x16xf32>
    %1 = affine.load %C[%n] : memref<4xf32>
    %2 = arith.addf %1, %0 : f32
    affine.store %2, %C[%n] : memref<4xf32>
  }
  schedule.statement @U(%n, %c) {
    %0 = affine.load %C[%n] : memref<4xf32>
    affine.store %0, %B[%n, %c] : memref<4x100000xf32>
  }
  schedule.domain "{ T[n, k] : 0 <= n < 4 and 0 <= k < 16; U[n, c] : 0 <= n < 4 and 0 <= c < 100000 }" {
    schedule.sequence {
      schedule.filter "{ T[n, k] }" {
        schedule.band permutable (coincident "{ T[n, k] -> [n] }", sequential "{ T[n, k] -> [k] }") {}
      }
      schedule.filter "{ U[n, c] }" {
        schedule.band permutable (coincident "{ U[n, c] -> [n] }", coincident "{ U[n, c] -> [c] }") {}
      }
    }
  }
}

// -----

schedule.scop @crossed(%A: memref<4x16xf32>, inout %C: memref<4xf32>, out %B: memref<4x16xf32>) {
  schedule.statement @T(%n, %k) reduces add {
    %0 = affine.load %A[%n, %k] : memref<4x16xf32>
    %1 = affine.load %C[%n] : memref<4xf32>
    %2 = arith.addf %1, %0 : f32
    affine.store %2, %C[%n] : memref<4xf32>
  }
  schedule.statement @U(%n, %c) {
    %0 = affine.load %C[3 - %n] : memref<4xf32>
    affine.store %0, %B[%n, %c] : memref<4x16xf32>
  }
  schedule.domain "{ T[n, k] : 0 <= n < 4 and 0 <= k < 16; U[n, c] : 0 <= n < 4 and 0 <= c < 16 }" {
    schedule.sequence {
      schedule.filter "{ T[n, k] }" {
        schedule.band permutable (coincident "{ T[n, k] -> [n] }", sequential "{ T[n, k] -> [k] }") {}
      }
      schedule.filter "{ U[n, c] }" {
        schedule.band permutable (coincident "{ U[n, c] -> [n] }", coincident "{ U[n, c] -> [c] }") {}
      }
    }
  }
}
