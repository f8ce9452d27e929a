// Without the sizes it is not known how many tiles there are: each block takes those of its number modulo the grid.
// RUN: tc-opt %s --split-input-file --pass-pipeline='builtin.module(schedule.scop(schedule-map-blocks))' | FileCheck %s
// RUN: tc-opt %s --split-input-file --remarks-filter-passed=schedule-map-blocks --pass-pipeline='builtin.module(schedule.scop(schedule-map-blocks))' -o /dev/null 2>&1 | FileCheck %s --check-prefix=WHY

// CHECK: schedule.scop @row({{.*}}) sizes(N = %A[0]) grid(256, 1, 1) {
// WHY: blocks of kernel 0 {{.*}}Reason="they carry no dependence inside the kernel; how many tiles there are is not known, so that blocks take several: ?"
schedule.scop @row(%A: memref<?xf32>, inout %B: memref<?xf32>) sizes(N = %A[0]) {
  schedule.statement @S(%i) {
    %1 = affine.load %A[%i] : memref<?xf32>
    affine.store %1, %B[%i] : memref<?xf32>
  }
  schedule.domain "[N] -> { S[i] : 0 <= i < N }" {
    schedule.band (coincident "{ S[i] -> [i] }") {}
  }
}

// -----

// Of two axes one is known.
// CHECK: schedule.scop @columns({{.*}}) sizes(N = %A[0]) grid(9, 256, 1) {
// WHY: take several: ? x 9
schedule.scop @columns(%A: memref<?x9xf32>, inout %B: memref<?x9xf32>) sizes(N = %A[0]) {
  schedule.statement @S(%i, %j) {
    %1 = affine.load %A[%i, %j] : memref<?x9xf32>
    affine.store %1, %B[%i, %j] : memref<?x9xf32>
  }
  schedule.domain "[N] -> { S[i, j] : 0 <= i < N and 0 <= j < 9 }" {
    schedule.band permutable (coincident "{ S[i, j] -> [i] }", coincident "{ S[i, j] -> [j] }") {}
  }
}

// -----

// Two that are not known.
// CHECK: schedule.scop @both({{.*}}) sizes(N = %A[0], M = %A[1]) grid(16, 16, 1) {
schedule.scop @both(%A: memref<?x?xf32>, inout %B: memref<?x?xf32>) sizes(N = %A[0], M = %A[1]) {
  schedule.statement @S(%i, %j) {
    %1 = affine.load %A[%i, %j] : memref<?x?xf32>
    affine.store %1, %B[%i, %j] : memref<?x?xf32>
  }
  schedule.domain "[N, M] -> { S[i, j] : 0 <= i < N and 0 <= j < M }" {
    schedule.band permutable (coincident "{ S[i, j] -> [i] }", coincident "{ S[i, j] -> [j] }") {}
  }
}
