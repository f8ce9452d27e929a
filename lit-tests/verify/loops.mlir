// The proof of loops: their statements run in turn, and no tree may break that.
// RUN: tc-opt %s --split-input-file --verify-diagnostics --pass-pipeline='builtin.module(schedule.scop(schedule-verify))'

// `for t { B(i) = A(i-1); A(i) = B(i) }` in the order of the program.
schedule.scop @sweeps(inout %A: memref<32xf32>) {
  %B = schedule.array temporary : memref<32xf32>
  schedule.statement @S0(%t, %i) at [0, 0] {
    %0 = affine.load %A[%i - 1] : memref<32xf32>
    affine.store %0, %B[%i] : memref<32xf32>
  }
  schedule.statement @S1(%t, %i) at [0, 1] {
    %0 = affine.load %B[%i] : memref<32xf32>
    affine.store %0, %A[%i] : memref<32xf32>
  }
  schedule.domain "{ S0[t, i] : 0 <= t < 8 and 1 <= i < 31; S1[t, i] : 0 <= t < 8 and 1 <= i < 31 }" {
    schedule.band (sequential "{ S0[t, i] -> [t]; S1[t, i] -> [t] }") {
      schedule.sequence {
        schedule.filter "{ S0[t, i] }" {
          schedule.band (coincident "{ S0[t, i] -> [i] }") {}
        }
        schedule.filter "{ S1[t, i] }" {
          schedule.band (coincident "{ S1[t, i] -> [i] }") {}
        }
      }
    }
  }
}

// -----

// All iterations of the first statement before all of the second.
schedule.scop @distributed(inout %A: memref<32xf32>) {
  %B = schedule.array temporary : memref<32xf32>
  schedule.statement @S0(%t, %i) at [0, 0] {
    %0 = affine.load %A[%i] : memref<32xf32>
    affine.store %0, %B[%i] : memref<32xf32>
  }
  schedule.statement @S1(%t, %i) at [0, 1] {
    %0 = affine.load %B[%i] : memref<32xf32>
    affine.store %0, %A[%i] : memref<32xf32>
  }
  schedule.domain "{ S0[t, i] : 0 <= t < 8 and 1 <= i < 31; S1[t, i] : 0 <= t < 8 and 1 <= i < 31 }" {
    // expected-error @below {{the flow dependence S1[0, 1] -> S0[1, 1] on `A` is broken: the sequence runs the second instance first}}
    // expected-note @below {{the original order is the text order of the statements, and the order of their indices; loops with several statements run them in turn}}
    schedule.sequence {
      schedule.filter "{ S0[t, i] }" {
        schedule.band (sequential "{ S0[t, i] -> [t] }", coincident "{ S0[t, i] -> [i] }") {}
      }
      schedule.filter "{ S1[t, i] }" {
        schedule.band (sequential "{ S1[t, i] -> [t] }", coincident "{ S1[t, i] -> [i] }") {}
      }
    }
  }
}

// -----

// Seidel's sweeps may be tiled after a skew by `t + i`.
schedule.scop @skewed(inout %A: memref<32xf32>) {
  schedule.statement @S0(%t, %i) at [0, 0] {
    %0 = affine.load %A[%i + 1] : memref<32xf32>
    %1 = affine.load %A[%i - 1] : memref<32xf32>
    %2 = arith.addf %0, %1 : f32
    affine.store %2, %A[%i] : memref<32xf32>
  }
  schedule.domain "{ S0[t, i] : 0 <= t < 8 and 1 <= i < 31 }" {
    schedule.band permutable (sequential "{ S0[t, i] -> [t] }", sequential "{ S0[t, i] -> [t + i] }") {}
  }
}

// -----

// A skew the other way is illegal.
schedule.scop @skewed_wrongly(inout %A: memref<32xf32>) {
  schedule.statement @S0(%t, %i) at [0, 0] {
    %0 = affine.load %A[%i + 1] : memref<32xf32>
    affine.store %0, %A[%i] : memref<32xf32>
  }
  schedule.domain "{ S0[t, i] : 0 <= t < 8 and 1 <= i < 31 }" {
    // expected-error @below {{the flow dependence S0[0, 2] -> S0[1, 1] on `A` is broken: the band is marked `permutable`, but its member 1 has a larger value for the first instance}}
    // expected-note @below {{drop `permutable`, or skew the members}}
    schedule.band permutable (sequential "{ S0[t, i] -> [t] }", sequential "{ S0[t, i] -> [i - t] }") {}
  }
}

// -----

// A histogram on several blocks: they may meet in one element.
schedule.scop @scatter(%X: memref<64xi32>, inout %H: memref<8xi32>) grid(2, 1, 1) block(1, 1, 1) {
  schedule.statement @S0(%i) reduces add {
    %0 = affine.load %X[%i] : memref<64xi32>
    %1 = arith.index_cast %0 : i32 to index
    %2 = memref.load %H[%1] : memref<8xi32>
    %c1 = arith.constant 1 : i32
    %3 = arith.addi %2, %c1 : i32
    memref.store %3, %H[%1] : memref<8xi32>
  }
  schedule.domain "{ S0[i] : 0 <= i < 64 }" {
    // expected-error @below {{the flow dependence S0[0] -> S0[1] on `H` is broken: band member 0 (block.x) runs both at the same time}}
    // expected-note @below {{only coincident members may be parallel}}
    schedule.band (block.x "{ S0[i] -> [i] }") {}
  }
}
