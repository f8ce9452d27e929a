// Reductions of pairs: two arrays of partial results, combined by the order of the pairs.
// RUN: tc-opt %s --split-input-file --tc-pass-statistics --pass-pipeline='builtin.module(schedule.scop(schedule-parallel-reduction{statements=T lanes=4},schedule-verify))' -o %t 2> %t.count && FileCheck %s < %t && FileCheck %s --check-prefix=COUNT < %t.count
// RUN: tc-opt %s --split-input-file --pass-pipeline='builtin.module(schedule.scop(schedule-parallel-reduction{statements=T blocks=2},schedule-verify))' | FileCheck %s --check-prefix=RUNS

// CHECK-LABEL: schedule.scop @lowest
// CHECK-DAG: %T_part = schedule.array temporary : memref<4xi32>
// CHECK-DAG: %T_place = schedule.array temporary : memref<4xi32>
// CHECK: schedule.statement @T_init(%i_lane) {
// CHECK-NEXT: %[[LARGEST:.*]] = arith.constant 2147483647 : i32
// CHECK-NEXT: affine.store %[[LARGEST]], %T_part[%i_lane] : memref<4xi32>
// CHECK-NEXT: %[[LAST:.*]] = arith.constant 2147483647 : i32
// CHECK-NEXT: affine.store %[[LAST]], %T_place[%i_lane] : memref<4xi32>
// CHECK: schedule.statement @T(%i) {
// CHECK: affine.load %T_part[%i mod 4]
// CHECK-NEXT: affine.load %T_place[%i mod 4]
// CHECK: affine.store %{{.*}}, %T_place[%i mod 4]
// CHECK-NEXT: affine.store %{{.*}}, %T_part[%i mod 4]
// CHECK: schedule.statement @T_fold(%i_lane) {
// CHECK-NEXT: %[[X:.*]] = affine.load %T_part[%i_lane] : memref<4xi32>
// CHECK-NEXT: %[[K:.*]] = affine.load %T_place[%i_lane] : memref<4xi32>
// CHECK-NEXT: %[[V:.*]] = affine.load %m[] : memref<i32>
// CHECK-NEXT: %[[P:.*]] = affine.load %a[] : memref<i32>
// CHECK-NEXT: %[[BETTER:.*]] = arith.cmpi slt, %[[X]], %[[V]] : i32
// CHECK-NEXT: %[[SAME:.*]] = arith.cmpi eq, %[[X]], %[[V]] : i32
// CHECK-NEXT: %[[EARLIER:.*]] = arith.cmpi slt, %[[K]], %[[P]] : i32
// CHECK: arith.select %{{.*}}, %[[X]], %[[V]] : i32
// CHECK-NEXT: arith.select %{{.*}}, %[[K]], %[[P]] : i32
// CHECK: tag "lanes" (coincident "{ T[i] -> [i mod 4] }")
// COUNT: {{^ *}}1 split
// COUNT: {{^ *}}0 left

// RUNS-LABEL: schedule.scop @lowest
// RUNS: schedule.array temporary : memref<2xi32>
// RUNS: coincident "{ {{.*}}T[i] -> [floor(i/50)]
schedule.scop @lowest(%X: memref<100xi32>, out %m: memref<i32>, out %a: memref<i32>) {
  schedule.statement @S() {
    %0 = arith.constant 2147483647 : i32
    affine.store %0, %m[] : memref<i32>
    affine.store %0, %a[] : memref<i32>
  }
  schedule.statement @T(%i) {
    %0 = affine.load %X[%i] : memref<100xi32>
    %1 = arith.index_cast %i : index to i32
    %2 = affine.load %m[] : memref<i32>
    %3 = affine.load %a[] : memref<i32>
    %4 = arith.cmpi slt, %0, %2 : i32
    %5 = arith.cmpi eq, %0, %2 : i32
    %6 = arith.cmpi slt, %1, %3 : i32
    %7 = arith.andi %5, %6 : i1
    %8 = arith.ori %4, %7 : i1
    %9 = arith.select %8, %0, %2 : i32
    %10 = arith.select %8, %1, %3 : i32
    affine.store %10, %a[] : memref<i32>
    affine.store %9, %m[] : memref<i32>
  }
  schedule.domain "{ S[]; T[i] : 0 <= i < 100 }" {
    schedule.sequence {
      schedule.filter "{ S[] }" {}
      schedule.filter "{ T[i] }" {
        schedule.band permutable (sequential "{ T[i] -> [i] }") {}
      }
    }
  }
}
