// The updates of a pair run one after the other, unless each thread has a pair of its own.
// RUN: tc-opt %s --split-input-file --verify-diagnostics --pass-pipeline='builtin.module(schedule.scop(schedule-verify))'

schedule.scop @parallel(%X: memref<100xi32>, inout %m: memref<i32>, inout %a: memref<i32>) {
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
  schedule.domain "{ T[i] : 0 <= i < 100 }" {
    // expected-error @below {{the flow dependence T[0] -> T[1] on}}
    // expected-note @below {{only coincident members may be parallel}}
    schedule.band permutable (parallel "{ T[i] -> [i] }") {}
  }
}

// -----

// A lane that shares its partial result with another one.
schedule.scop @lanes(%X: memref<100xi32>, out %m: memref<4xi32>, out %a: memref<4xi32>) block(4) {
  schedule.statement @S(%l) {
    %0 = arith.constant 2147483647 : i32
    affine.store %0, %m[%l] : memref<4xi32>
    affine.store %0, %a[%l] : memref<4xi32>
  }
  schedule.statement @T(%i) {
    %0 = affine.load %X[%i] : memref<100xi32>
    %1 = arith.index_cast %i : index to i32
    %2 = affine.load %m[%i mod 2] : memref<4xi32>
    %3 = affine.load %a[%i mod 2] : memref<4xi32>
    %4 = arith.cmpi slt, %0, %2 : i32
    %9 = arith.select %4, %0, %2 : i32
    %10 = arith.select %4, %1, %3 : i32
    affine.store %10, %a[%i mod 2] : memref<4xi32>
    affine.store %9, %m[%i mod 2] : memref<4xi32>
  }
  schedule.domain "{ S[l] : 0 <= l < 4; T[i] : 0 <= i < 100 }" {
    schedule.sequence {
      schedule.filter "{ S[l] }" {
        schedule.band permutable (thread.x coincident "{ S[l] -> [l] }") {}
      }
      schedule.filter "{ T[i] }" {
        schedule.band permutable (sequential "{ T[i] -> [floor(i/4)] }") {
          // expected-error @below {{dependence T[0] -> T[2] on}}
          // expected-note @below {{drop `coincident` of the member}}
          schedule.band permutable (thread.x coincident "{ T[i] -> [i mod 4] }") {}
        }
      }
    }
  }
}
