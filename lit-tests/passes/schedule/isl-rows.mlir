// The strategy `rows`: elementwise statements share the loops over rows of the sums that they read, others where rows are short, and sums where they read the same rows.
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

// -----

// Two sums over the same rows of one array read it once.
// CHECK-LABEL: schedule.scop @same
// CHECK: schedule.domain
// CHECK-NEXT: schedule.band permutable (coincident "{ {{.*}} }"
// CHECK: schedule.sequence
// CHECK: S[n, k]
// CHECK: T[n, k]
schedule.scop @same(%X: memref<4096x2048xf32>, inout %C: memref<4096xf32>, inout %D: memref<4096xf32>) {
  schedule.statement @S(%n, %k) reduces add {
    %0 = affine.load %X[%n, %k] : memref<4096x2048xf32>
    %1 = affine.load %C[%n] : memref<4096xf32>
    %2 = arith.addf %1, %0 : f32
    affine.store %2, %C[%n] : memref<4096xf32>
  }
  schedule.statement @T(%n, %k) reduces add {
    %0 = affine.load %X[%n, %k] : memref<4096x2048xf32>
    %1 = arith.mulf %0, %0 : f32
    %2 = affine.load %D[%n] : memref<4096xf32>
    %3 = arith.addf %2, %1 : f32
    affine.store %3, %D[%n] : memref<4096xf32>
  }
  schedule.domain "{ S[n, k] : 0 <= n < 4096 and 0 <= k < 2048; T[n, k] : 0 <= n < 4096 and 0 <= k < 2048 }" {
    schedule.sequence {
      schedule.filter "{ S[n, k] }" {
        schedule.band permutable (coincident "{ S[n, k] -> [n] }", sequential "{ S[n, k] -> [k] }") {}
      }
      schedule.filter "{ T[n, k] }" {
        schedule.band permutable (coincident "{ T[n, k] -> [n] }", sequential "{ T[n, k] -> [k] }") {}
      }
    }
  }
}

// -----

// One sums rows and the other columns: sharing loops reads nothing again.
// CHECK-LABEL: schedule.scop @columns
// CHECK: schedule.domain
// CHECK-NEXT: schedule.sequence {
schedule.scop @columns(%X: memref<2048x2048xf32>, inout %C: memref<2048xf32>, inout %D: memref<2048xf32>) {
  schedule.statement @S(%n, %k) reduces add {
    %0 = affine.load %X[%n, %k] : memref<2048x2048xf32>
    %1 = affine.load %C[%n] : memref<2048xf32>
    %2 = arith.addf %1, %0 : f32
    affine.store %2, %C[%n] : memref<2048xf32>
  }
  schedule.statement @T(%n, %k) reduces add {
    %0 = affine.load %X[%k, %n] : memref<2048x2048xf32>
    %1 = arith.mulf %0, %0 : f32
    %2 = affine.load %D[%n] : memref<2048xf32>
    %3 = arith.addf %2, %1 : f32
    affine.store %3, %D[%n] : memref<2048xf32>
  }
  schedule.domain "{ S[n, k] : 0 <= n < 2048 and 0 <= k < 2048; T[n, k] : 0 <= n < 2048 and 0 <= k < 2048 }" {
    schedule.sequence {
      schedule.filter "{ S[n, k] }" {
        schedule.band permutable (coincident "{ S[n, k] -> [n] }", sequential "{ S[n, k] -> [k] }") {}
      }
      schedule.filter "{ T[n, k] }" {
        schedule.band permutable (coincident "{ T[n, k] -> [n] }", sequential "{ T[n, k] -> [k] }") {}
      }
    }
  }
}
