// What fusing refuses.
// RUN: tc-opt %s --split-input-file --verify-diagnostics --pass-pipeline='builtin.module(schedule.scop(schedule-fuse))'
// RUN: not tc-opt %s --split-input-file --pass-pipeline='builtin.module(schedule.scop(schedule-fuse{at=1}))' 2>&1 | FileCheck %s --check-prefix=AT
// RUN: not tc-opt %s --split-input-file --pass-pipeline='builtin.module(schedule.scop(schedule-fuse{members=2}))' 2>&1 | FileCheck %s --check-prefix=MEMBERS
// RUN: not tc-opt %s --split-input-file --pass-pipeline='builtin.module(schedule.scop(schedule-shift{target=ahead/T/band statement=T},schedule-fuse{target=ahead/S/sequence},schedule-verify))' 2>/dev/null | FileCheck %s --check-prefix=SHIFTED
// AT: error: expected the position of a child that has one behind it, found 1 in a sequence of 2
// MEMBERS: error: expected no more members to share than both bands have, 1 and 2, found 2

// An iteration of the second statement reads what the first one computes an iteration later; shifted, they can share the loop.
// SHIFTED: schedule.band permutable (coincident "{ T[i, j] -> [1 + i]; S[i] -> [i] }") {
schedule.scop @ahead(%X: memref<16xf32>, inout %A: memref<17xf32>, inout %B: memref<16x8xf32>) {
  schedule.statement @S(%i) {
    %0 = affine.load %X[%i] : memref<16xf32>
    affine.store %0, %A[%i] : memref<17xf32>
  }
  schedule.statement @T(%i, %j) {
    %0 = affine.load %A[%i + 1] : memref<17xf32>
    affine.store %0, %B[%i, %j] : memref<16x8xf32>
  }
  schedule.domain "{ S[i] : 0 <= i < 16; T[i, j] : 0 <= i < 16 and 0 <= j < 8 }" {
    // expected-error @+1 {{cannot fuse: the flow dependence S[1] -> T[0, 0] on `A` is broken: band member 0 runs the second instance first}}
    schedule.sequence {
      schedule.filter "{ S[i] }" {
        schedule.band permutable (coincident "{ S[i] -> [i] }") {}
      }
      schedule.filter "{ T[i, j] }" {
        schedule.band permutable (coincident "{ T[i, j] -> [i] }", coincident "{ T[i, j] -> [j] }") {}
      }
    }
  }
}

// -----

schedule.scop @no_band(%X: memref<16xf32>, inout %A: memref<17xf32>, inout %B: memref<16x8xf32>) {
  schedule.statement @S(%i) {
    %0 = affine.load %X[%i] : memref<16xf32>
    affine.store %0, %A[%i] : memref<17xf32>
  }
  schedule.statement @T(%i, %j) {
    %0 = affine.load %A[%i] : memref<17xf32>
    affine.store %0, %B[%i, %j] : memref<16x8xf32>
  }
  schedule.domain "{ S[i] : 0 <= i < 16; T[i, j] : 0 <= i < 16 and 0 <= j < 8 }" {
    // expected-error @+1 {{expected a band in child 0 of the sequence, found a leaf}}
    schedule.sequence {
      schedule.filter "{ S[i] }" {
        
      }
      schedule.filter "{ T[i, j] }" {
        schedule.band (sequential "{ T[i, j] -> [i] }", sequential "{ T[i, j] -> [j] }") {}
      }
    }
  }
}

// -----

schedule.scop @kinds(%X: memref<16xf32>, inout %A: memref<17xf32>, inout %B: memref<16x8xf32>) {
  schedule.statement @S(%i) {
    %0 = affine.load %X[%i] : memref<16xf32>
    affine.store %0, %A[%i] : memref<17xf32>
  }
  schedule.statement @T(%i, %j) {
    %0 = affine.load %A[%i] : memref<17xf32>
    affine.store %0, %B[%i, %j] : memref<16x8xf32>
  }
  schedule.domain "{ S[i] : 0 <= i < 16; T[i, j] : 0 <= i < 16 and 0 <= j < 8 }" {
    // expected-error @+1 {{expected loops of one kind to share, found sequential and parallel at member 0}}
    schedule.sequence {
      schedule.filter "{ S[i] }" {
        schedule.band (sequential "{ S[i] -> [i] }") {}
      }
      schedule.filter "{ T[i, j] }" {
        schedule.band (parallel coincident "{ T[i, j] -> [i] }") {}
      }
    }
  }
}

// -----

// expected-error @below {{there is no sequence to fuse}}
schedule.scop @no_sequence(inout %A: memref<9x18xf32>) {
  schedule.statement @S(%t, %i) {
    %0 = affine.load %A[%t, %i] : memref<9x18xf32>
    %1 = affine.load %A[%t, %i + 1] : memref<9x18xf32>
    %2 = affine.load %A[%t, %i + 2] : memref<9x18xf32>
    %3 = arith.addf %0, %1 : f32
    %4 = arith.addf %3, %2 : f32
    affine.store %4, %A[%t + 1, %i + 1] : memref<9x18xf32>
  }
  schedule.domain "{ S[t, i] : 0 <= t < 8 and 0 <= i < 16 }" {
    schedule.band (sequential "{ S[t, i] -> [t] }", sequential "{ S[t, i] -> [i] }") {}
  }
}
