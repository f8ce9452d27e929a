// Updates at computed places: parallel loops over them carry dependences, unless the updates are atomic.
// RUN: tc-opt %s --split-input-file --verify-diagnostics --pass-pipeline='builtin.module(schedule.scop(schedule-verify))'

schedule.scop @threads(%X: memref<100xi32>, inout %H: memref<8xi32>) block(100) {
  schedule.statement @T(%i) reduces add {
    %0 = affine.load %X[%i] : memref<100xi32>
    %2 = arith.index_cast %0 : i32 to index
    %3 = memref.load %H[%2] : memref<8xi32>
    %4 = arith.addi %3, %0 : i32
    memref.store %4, %H[%2] : memref<8xi32>
  }
  schedule.domain "{ T[i] : 0 <= i < 100 }" {
    // expected-error @below {{the flow dependence T[0] -> T[1] on `H` is broken: different threads run them in different iterations of band member 0, with no barrier in between}}
    // expected-note @below {{run `schedule-sync` after mapping threads}}
    schedule.band permutable (thread.x "{ T[i] -> [i] }") {}
  }
}

// -----

schedule.scop @blocks(%X: memref<100xi32>, inout %H: memref<8xi32>) grid(100) {
  schedule.statement @T(%i) reduces add {
    %0 = affine.load %X[%i] : memref<100xi32>
    %2 = arith.index_cast %0 : i32 to index
    %3 = memref.load %H[%2] : memref<8xi32>
    %4 = arith.addi %3, %0 : i32
    memref.store %4, %H[%2] : memref<8xi32>
  }
  schedule.domain "{ T[i] : 0 <= i < 100 }" {
    // expected-error @below {{the flow dependence T[0] -> T[1] on `H` is broken: band member 0 (block.x) runs both at the same time}}
    // expected-note @below {{only coincident members may be parallel}}
    schedule.band permutable (block.x "{ T[i] -> [i] }") {}
  }
}

// -----

// Atomic updates of one statement need no order, on threads and on blocks.
schedule.scop @atomic(%X: memref<100xi32>, inout %H: memref<8xi32>) grid(10) block(10) {
  schedule.statement @T(%i) reduces add {
    %0 = affine.load %X[%i] : memref<100xi32>
    %2 = arith.index_cast %0 : i32 to index
    %3 = memref.atomic_rmw addi %0, %H[%2] : (i32, memref<8xi32>) -> i32
  }
  schedule.domain "{ T[i] : 0 <= i < 100 }" {
    schedule.band permutable (block.x coincident "{ T[i] -> [floor(i/10)] }") {
      schedule.band permutable (thread.x coincident "{ T[i] -> [i mod 10] }") {}
    }
  }
}

// -----

// Below a loop, blocks are compared again.
schedule.scop @below_a_loop(%X: memref<4x100xi32>, inout %H: memref<8xi32>) grid(100) {
  schedule.statement @T(%t, %i) reduces add {
    %0 = affine.load %X[%t, %i] : memref<4x100xi32>
    %2 = arith.index_cast %0 : i32 to index
    %3 = memref.atomic_rmw addi %0, %H[%2] : (i32, memref<8xi32>) -> i32
  }
  schedule.domain "{ T[t, i] : 0 <= t < 4 and 0 <= i < 100 }" {
    schedule.band permutable (sequential "{ T[t, i] -> [t] }") {
      schedule.band permutable (block.x coincident "{ T[t, i] -> [i] }") {}
    }
  }
}

// -----

// Two statements that update one array are ordered, also if they do so by one operation.
schedule.scop @two(%X: memref<100xi32>, inout %H: memref<8xi32>) block(100) {
  schedule.statement @S(%i) reduces add {
    %0 = affine.load %X[%i] : memref<100xi32>
    %2 = arith.index_cast %0 : i32 to index
    %3 = memref.atomic_rmw addi %0, %H[%2] : (i32, memref<8xi32>) -> i32
  }
  schedule.statement @T(%i) reduces max {
    %0 = affine.load %X[%i] : memref<100xi32>
    %2 = arith.index_cast %0 : i32 to index
    %3 = memref.atomic_rmw maxs %0, %H[%2] : (i32, memref<8xi32>) -> i32
  }
  schedule.domain "{ S[i] : 0 <= i < 100; T[i] : 0 <= i < 100 }" {
    schedule.sequence {
      schedule.filter "{ S[i] }" {
        schedule.band permutable (thread.x coincident "{ S[i] -> [i] }") {}
      }
      schedule.filter "{ T[i] }" {
        schedule.band permutable (thread.x coincident "{ T[i] -> [i] }") {}
      }
    }
  }
}

// -----

schedule.scop @one_kernel(%X: memref<100xi32>, inout %H: memref<8xi32>) block(100) {
  schedule.statement @S(%i) reduces add {
    %0 = affine.load %X[%i] : memref<100xi32>
    %2 = arith.index_cast %0 : i32 to index
    %3 = memref.atomic_rmw addi %0, %H[%2] : (i32, memref<8xi32>) -> i32
  }
  schedule.statement @T(%i) {
    %0 = affine.load %X[%i] : memref<100xi32>
    %2 = arith.index_cast %0 : i32 to index
    %3 = memref.atomic_rmw maxs %0, %H[%2] : (i32, memref<8xi32>) -> i32
  }
  schedule.domain "{ S[i] : 0 <= i < 100; T[i] : 0 <= i < 100 }" {
    // expected-error @below {{the flow dependence S[1] -> T[0] on `H` is broken: band member 0 runs the second instance first}}
    // expected-note @below {{the original order is the text order of the statements}}
    schedule.band permutable (thread.x "{ S[i] -> [i]; T[i] -> [i] }") {
      schedule.sequence {
        schedule.filter "{ S[i] }" {}
        schedule.filter "{ T[i] }" {}
      }
    }
  }
}

// -----

// What uses the old value of an element depends on the order.
schedule.scop @result(%X: memref<100xi32>, inout %H: memref<8xi32>, out %P: memref<100xi32>) block(100) {
  schedule.statement @T(%i) {
    %0 = affine.load %X[%i] : memref<100xi32>
    %2 = arith.index_cast %0 : i32 to index
    %3 = memref.atomic_rmw addi %0, %H[%2] : (i32, memref<8xi32>) -> i32
    affine.store %3, %P[%i] : memref<100xi32>
  }
  schedule.domain "{ T[i] : 0 <= i < 100 }" {
    // expected-error @below {{the flow dependence T[0] -> T[1] on `H` is broken: different threads run them in different iterations of band member 0, with no barrier in between}}
    // expected-note @below {{run `schedule-sync` after mapping threads}}
    schedule.band permutable (thread.x "{ T[i] -> [i] }") {}
  }
}

// -----

// Assignments do not change places.
schedule.scop @assign(%X: memref<100xi32>, inout %H: memref<8xi32>) block(100) {
  schedule.statement @T(%i) {
    %0 = affine.load %X[%i] : memref<100xi32>
    %2 = arith.index_cast %0 : i32 to index
    %3 = memref.atomic_rmw assign %0, %H[%2] : (i32, memref<8xi32>) -> i32
  }
  schedule.domain "{ T[i] : 0 <= i < 100 }" {
    // expected-error @below {{the flow dependence T[0] -> T[1] on `H` is broken: different threads run them in different iterations of band member 0, with no barrier in between}}
    // expected-note @below {{run `schedule-sync` after mapping threads}}
    schedule.band permutable (thread.x "{ T[i] -> [i] }") {}
  }
}
