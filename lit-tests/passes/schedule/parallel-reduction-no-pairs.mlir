// Two stores are a reduction of pairs only if their comparison is a total order of pairs.
// RUN: not tc-opt %s --split-input-file --pass-pipeline='builtin.module(schedule.scop(schedule-parallel-reduction{statements=T lanes=4}))' 2>&1 | FileCheck %s
// RUN: not tc-opt %s --split-input-file --pass-pipeline='builtin.module(schedule.scop(schedule-parallel-reduction{statements=T lanes=4}))' 2>&1 | FileCheck %s --check-prefix=PLACES

// Of equal values the last place wins: it depends on the order.
// CHECK: error: there is no reduction T
// CHECK-NEXT: schedule.scop @last
schedule.scop @last(%X: memref<100xi32>, inout %m: memref<i32>, inout %a: memref<i32>) {
  schedule.statement @T(%i) {
    %0 = affine.load %X[%i] : memref<100xi32>
    %1 = arith.index_cast %i : index to i32
    %2 = affine.load %m[] : memref<i32>
    %3 = affine.load %a[] : memref<i32>
    %4 = arith.cmpi sle, %0, %2 : i32
    %5 = arith.cmpi eq, %0, %2 : i32
    %6 = arith.cmpi slt, %1, %3 : i32
    %7 = arith.andi %5, %6 : i1
    %8 = arith.ori %4, %7 : i1
    %9 = arith.select %8, %0, %2 : i32
    %10 = arith.select %8, %1, %3 : i32
    affine.store %10, %a[] : memref<i32>
    affine.store %9, %m[] : memref<i32>
  }
  schedule.domain "{ T[i] : 0 <= i < 100 }" {
    schedule.band permutable (sequential "{ T[i] -> [i] }") {}
  }
}

// -----

// The place is compared with another value than the one that is stored.
// CHECK: error: there is no reduction T
// CHECK-NEXT: schedule.scop @other
schedule.scop @other(%X: memref<100xi32>, inout %m: memref<i32>, inout %a: memref<i32>) {
  schedule.statement @T(%i) {
    %0 = affine.load %X[%i] : memref<100xi32>
    %1 = arith.index_cast %i : index to i32
    %2 = affine.load %m[] : memref<i32>
    %3 = affine.load %a[] : memref<i32>
    %4 = arith.cmpi slt, %0, %2 : i32
    %5 = arith.cmpi eq, %0, %2 : i32
    %6 = arith.cmpi slt, %0, %3 : i32
    %7 = arith.andi %5, %6 : i1
    %8 = arith.ori %4, %7 : i1
    %9 = arith.select %8, %0, %2 : i32
    %10 = arith.select %8, %1, %3 : i32
    affine.store %10, %a[] : memref<i32>
    affine.store %9, %m[] : memref<i32>
  }
  schedule.domain "{ T[i] : 0 <= i < 100 }" {
    schedule.band permutable (sequential "{ T[i] -> [i] }") {}
  }
}

// -----

// PLACES: error: the elements of the pair of T have different subscripts
schedule.scop @different(%X: memref<100x8xi32>, inout %m: memref<8xi32>, inout %a: memref<9xi32>) {
  schedule.statement @T(%j, %i) {
    %0 = affine.load %X[%i, %j] : memref<100x8xi32>
    %1 = arith.index_cast %i : index to i32
    %2 = affine.load %m[%j] : memref<8xi32>
    %3 = affine.load %a[%j + 1] : memref<9xi32>
    %4 = arith.cmpi slt, %0, %2 : i32
    %5 = arith.cmpi eq, %0, %2 : i32
    %6 = arith.cmpi slt, %1, %3 : i32
    %7 = arith.andi %5, %6 : i1
    %8 = arith.ori %4, %7 : i1
    %9 = arith.select %8, %0, %2 : i32
    %10 = arith.select %8, %1, %3 : i32
    affine.store %10, %a[%j + 1] : memref<9xi32>
    affine.store %9, %m[%j] : memref<8xi32>
  }
  schedule.domain "{ T[j, i] : 0 <= j < 8 and 0 <= i < 100 }" {
    schedule.band permutable (coincident "{ T[j, i] -> [j] }", sequential "{ T[j, i] -> [i] }") {}
  }
}
