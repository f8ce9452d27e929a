// One loop of each band becomes the vector, and a small tile of the parallel loops goes inside the reduction. Each tree is proved.
// RUN: tc-opt %s --split-input-file --pass-pipeline='builtin.module(schedule.scop(schedule-register-tile,schedule-verify))' | FileCheck %s
// RUN: tc-opt %s --split-input-file --pass-pipeline='builtin.module(schedule.scop(schedule-register-tile{sizes=2,4,32},schedule-verify))' | FileCheck %s --check-prefix=THREE
// RUN: tc-opt %s --split-input-file --tc-pass-statistics --pass-pipeline='builtin.module(schedule.scop(schedule-register-tile))' -o /dev/null 2>&1 | FileCheck %s --check-prefix=COUNT
// RUN: tc-opt %s --split-input-file -o /dev/null --remarks-filter=schedule-register-tile --pass-pipeline='builtin.module(schedule.scop(schedule-register-tile))' 2>&1 | FileCheck %s --check-prefix=REMARK

// REMARK: remark: [Passed] register tile of { S[i, j, k] -> [(i)] } | Category:schedule-register-tile | Function=product | Reason="all accesses are contiguous along it", Remark="loop 1 becomes the vector, with tiles of 3 x 64 inside the other loops", Suggestion="`sizes` and `sums` of schedule-register-tile,
// REMARK: Function=transposed | Reason="all accesses are contiguous along it, a loop of the sum", Remark="loop 2 becomes the vector, with tiles of 3 x 4 inside the other loops",
// REMARK: Function=gathered | Reason="1 of its accesses are scattered, fewer than along the others", Remark="loop 1 becomes the vector, with tiles of 3 x 64 inside the other loops",
// REMARK: Function=pointwise | Reason="all accesses are contiguous along it", Remark="loop 1 becomes the vector",
// REMARK: remark: [Missed] {{.*}} | Function=far | Reason="along each loop that could be a vector, accesses are scattered or iterations few", Remark=none, Suggestion="a layout with neighbouring elements

// COUNT: schedule-register-tile: 8 runs
// COUNT-DAG: {{^ *}}8 tiled
// COUNT-DAG: {{^ *}}1 separated
// COUNT-DAG: {{^ *}}1 left
// COUNT-DAG: {{^ *}}1 joined

// CHECK-LABEL: @product
// 9 rows are 3 tiles of 3; 64 of 100 columns are in full tiles.
// CHECK: schedule.band permutable tag "register" options "{ isolate{{.*}} -> [i0, 0]] : 0 <= i0 <= 2 }"
// CHECK-NEXT: (coincident "{ S[i, j, k] -> [floor(i/3)] }",
// CHECK-NEXT: coincident "{ S[i, j, k] -> [floor(j/64)] }") {
// CHECK-NEXT: schedule.band permutable tag "point" (sequential "{ S[i, j, k] -> [k] }") {
// CHECK-NEXT: schedule.band permutable tag "micro"
// CHECK-NEXT: (unroll coincident "{ S[i, j, k] -> [i mod 3] }",
// CHECK-NEXT: vector coincident "{ S[i, j, k] -> [j mod 64] }") {}
// The sizes are those of the last loops.
// THREE-LABEL: @product
// THREE: (coincident "{ S[i, j, k] -> [floor(i/4)] }",
// THREE-NEXT: coincident "{ S[i, j, k] -> [floor(j/32)] }") {
schedule.scop @product(%A: memref<9x7xf32>, %B: memref<7x100xf32>, inout %C: memref<9x100xf32>) {
  schedule.statement @S(%i, %j, %k) reduces add {
    %0 = affine.load %A[%i, %k] : memref<9x7xf32>
    %1 = affine.load %B[%k, %j] : memref<7x100xf32>
    %2 = arith.mulf %0, %1 : f32
    %3 = affine.load %C[%i, %j] : memref<9x100xf32>
    %4 = arith.addf %3, %2 : f32
    affine.store %4, %C[%i, %j] : memref<9x100xf32>
  }
  schedule.domain "{ S[i, j, k] : 0 <= i < 9 and 0 <= j < 100 and 0 <= k < 7 }" {
    schedule.band permutable tag "point"
      (coincident "{ S[i, j, k] -> [i] }", coincident "{ S[i, j, k] -> [j] }", sequential "{ S[i, j, k] -> [k] }") {}
  }
}

// -----

// A vector along j would gather a column of B; along k all accesses are contiguous. 12 sums for each step of k.
// CHECK-LABEL: @transposed
// CHECK: schedule.band permutable tag "register"
// CHECK-NEXT: (coincident "{ S[i, j, k] -> [floor(i/3)] }",
// CHECK-NEXT: coincident "{ S[i, j, k] -> [floor(j/4)] }") {
// CHECK-NEXT: schedule.band permutable tag "point" (vector.reduce "{ S[i, j, k] -> [k] }") {
// CHECK-NEXT: schedule.band permutable tag "micro"
// CHECK-NEXT: (unroll coincident "{ S[i, j, k] -> [i mod 3] }",
// CHECK-NEXT: unroll coincident "{ S[i, j, k] -> [j mod 4] }") {}
schedule.scop @transposed(%A: memref<9x70xf32>, %B: memref<100x70xf32>, inout %C: memref<9x100xf32>) {
  schedule.statement @S(%i, %j, %k) reduces add {
    %0 = affine.load %A[%i, %k] : memref<9x70xf32>
    %1 = affine.load %B[%j, %k] : memref<100x70xf32>
    %2 = arith.mulf %0, %1 : f32
    %3 = affine.load %C[%i, %j] : memref<9x100xf32>
    %4 = arith.addf %3, %2 : f32
    affine.store %4, %C[%i, %j] : memref<9x100xf32>
  }
  schedule.domain "{ S[i, j, k] : 0 <= i < 9 and 0 <= j < 100 and 0 <= k < 70 }" {
    schedule.band permutable tag "point"
      (coincident "{ S[i, j, k] -> [i] }", coincident "{ S[i, j, k] -> [j] }", sequential "{ S[i, j, k] -> [k] }") {}
  }
}

// -----

// Along j and along k some access strides over rows. Along j it is that of B alone, of which a block can be packed into panels.
// CHECK-LABEL: @gathered
// CHECK: schedule.band permutable tag "tile" (coincident "{ S[i, j, k] -> [floor(j/128)] }") {
// CHECK-NEXT: schedule.band permutable tag "register"
// CHECK: vector coincident "{ S[i, j, k] -> [j mod 64] }") {}
schedule.scop @gathered(%A: memref<70x9xf32>, %B: memref<100x70xf32>, inout %C: memref<9x100xf32>) {
  schedule.statement @S(%i, %j, %k) reduces add {
    %0 = affine.load %A[%k, %i] : memref<70x9xf32>
    %1 = affine.load %B[%j, %k] : memref<100x70xf32>
    %2 = arith.mulf %0, %1 : f32
    %3 = affine.load %C[%i, %j] : memref<9x100xf32>
    %4 = arith.addf %3, %2 : f32
    affine.store %4, %C[%i, %j] : memref<9x100xf32>
  }
  schedule.domain "{ S[i, j, k] : 0 <= i < 9 and 0 <= j < 100 and 0 <= k < 70 }" {
    schedule.band permutable tag "point"
      (coincident "{ S[i, j, k] -> [i] }", coincident "{ S[i, j, k] -> [j] }", sequential "{ S[i, j, k] -> [k] }") {}
  }
}

// -----

// Accesses are vectors along both loops; along the parallel one, sums need not be combined.
// CHECK-LABEL: @convolution
// CHECK: schedule.band permutable tag "point" (sequential "{ S[i, t] -> [t] }") {
// CHECK-NEXT: schedule.band permutable tag "micro" (vector coincident "{ S[i, t] -> [i mod 64] }") {}
schedule.scop @convolution(%X: memref<130xf32>, %W: memref<31xf32>, inout %Y: memref<100xf32>) {
  schedule.statement @S(%i, %t) reduces add {
    %0 = affine.load %X[%i + %t] : memref<130xf32>
    %1 = affine.load %W[%t] : memref<31xf32>
    %2 = arith.mulf %0, %1 : f32
    %3 = affine.load %Y[%i] : memref<100xf32>
    %4 = arith.addf %3, %2 : f32
    affine.store %4, %Y[%i] : memref<100xf32>
  }
  schedule.domain "{ S[i, t] : 0 <= i < 100 and 0 <= t < 31 }" {
    schedule.band permutable tag "point" (coincident "{ S[i, t] -> [i] }", sequential "{ S[i, t] -> [t] }") {}
  }
}

// -----

// The reduction loop is too short for a vector here. A scalar is uniform for all elements of a vector.
// CHECK-LABEL: @short
// CHECK: tag "register" options "{ isolate{{.*}} -> [0]] }" (coincident "{ S[i, t] -> [floor(i/64)] }") {
// CHECK: schedule.band permutable tag "micro" (vector coincident "{ S[i, t] -> [i mod 64] }") {}
schedule.scop @short(%a: memref<f32>, %X: memref<102xf32>, %W: memref<3xf32>, inout %Y: memref<100xf32>) {
  schedule.statement @S(%i, %t) reduces add {
    %0 = affine.load %X[%i + %t] : memref<102xf32>
    %1 = affine.load %W[%t] : memref<3xf32>
    %a0 = affine.load %a[] : memref<f32>
    %p = arith.mulf %a0, %0 : f32
    %2 = arith.mulf %p, %1 : f32
    %3 = affine.load %Y[%i] : memref<100xf32>
    %4 = arith.addf %3, %2 : f32
    affine.store %4, %Y[%i] : memref<100xf32>
  }
  schedule.domain "{ S[i, t] : 0 <= i < 100 and 0 <= t < 3 }" {
    schedule.band permutable tag "point" (coincident "{ S[i, t] -> [i] }", sequential "{ S[i, t] -> [t] }") {}
  }
}

// -----

// There is no reduction here: no tile, only a vector.
// CHECK-LABEL: @pointwise
// CHECK-NOT: register
// CHECK: vector coincident "{ S[i, j] -> [j] }") {}
schedule.scop @pointwise(%A: memref<9x100xf32>, inout %C: memref<9x100xf32>) {
  schedule.statement @S(%i, %j) {
    %0 = affine.load %A[%i, %j] : memref<9x100xf32>
    affine.store %0, %C[%i, %j] : memref<9x100xf32>
  }
  schedule.domain "{ S[i, j] : 0 <= i < 9 and 0 <= j < 100 }" {
    schedule.band permutable tag "point" (coincident "{ S[i, j] -> [i] }", coincident "{ S[i, j] -> [j] }") {}
  }
}

// -----

// Two elements of a column: no loop gains from a vector.
// CHECK-LABEL: @far
// CHECK-NOT: vector coincident
// CHECK: schedule.band permutable tag "point" (coincident "{ S[i] -> [i] }") {}
schedule.scop @far(%A: memref<9x9x9xf32>, inout %C: memref<9x9x9xf32>) {
  schedule.statement @S(%i) {
    %0 = affine.load %A[%i, 0, %i] : memref<9x9x9xf32>
    affine.store %0, %C[%i, %i, 0] : memref<9x9x9xf32>
  }
  schedule.domain "{ S[i] : 0 <= i < 9 }" {
    schedule.band permutable tag "point" (coincident "{ S[i] -> [i] }") {}
  }
}

// -----

// Zeros and the sum share rows and columns; the product leaves them, since all of its loops are to be one band, and its tiles begin with the zeros.
// CHECK-LABEL: @shared
// CHECK: schedule.band permutable tag "register"
// CHECK: schedule.filter "{ Z[i, j] }" {
// CHECK: vector coincident "{ Z[i, j] -> [j mod 64] }") {}
// CHECK: schedule.filter "{ S[i, j, k] }" {
// CHECK: vector coincident "{ S[i, j, k] -> [j mod 64] }") {}
schedule.scop @shared(%A: memref<9x7xf32>, %B: memref<7x100xf32>, out %C: memref<9x100xf32>) {
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
    schedule.band permutable
      (coincident "{ Z[i, j] -> [i]; S[i, j, k] -> [i] }", coincident "{ Z[i, j] -> [j]; S[i, j, k] -> [j] }") {
      schedule.sequence {
        schedule.filter "{ Z[i, j] }" {}
        schedule.filter "{ S[i, j, k] }" {
          schedule.band (sequential "{ S[i, j, k] -> [k] }") {}
        }
      }
    }
  }
}
