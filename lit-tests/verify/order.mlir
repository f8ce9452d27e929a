// Dependences that run backwards, or in no order; and the corresponding legal trees.
// RUN: tc-opt %s --split-input-file --verify-diagnostics --pass-pipeline='builtin.module(schedule.scop(schedule-verify))'

// The order of the text.
schedule.scop @in_order(%A: memref<8xf32>, out %B: memref<8xf32>, out %C: memref<8xf32>) {
  schedule.statement @S0(%i) {
    %0 = affine.load %A[%i] : memref<8xf32>
    affine.store %0, %B[%i] : memref<8xf32>
  }
  schedule.statement @S1(%i) {
    %0 = affine.load %B[7 - %i] : memref<8xf32>
    affine.store %0, %C[%i] : memref<8xf32>
  }
  schedule.domain "{ S0[i] : 0 <= i < 8; S1[i] : 0 <= i < 8 }" {
    schedule.sequence {
      schedule.filter "{ S0[i] }" {
        schedule.band (sequential "{ S0[i] -> [i] }") {}
      }
      schedule.filter "{ S1[i] }" {
        schedule.band (sequential "{ S1[i] -> [i] }") {}
      }
    }
  }
}

// -----

// S1[7] reads what S0[0] writes.
schedule.scop @reversed(%A: memref<8xf32>, out %B: memref<8xf32>, out %C: memref<8xf32>) {
  schedule.statement @S0(%i) {
    %0 = affine.load %A[%i] : memref<8xf32>
    affine.store %0, %B[%i] : memref<8xf32>
  }
  schedule.statement @S1(%i) {
    %0 = affine.load %B[7 - %i] : memref<8xf32>
    affine.store %0, %C[%i] : memref<8xf32>
  }
  schedule.domain "{ S0[i] : 0 <= i < 8; S1[i] : 0 <= i < 8 }" {
    // expected-error @below {{the flow dependence S0[0] -> S1[7] on `B` is broken: the sequence runs the second instance first}}
    // expected-note @below {{the original order is the text order of the statements, and the order of their indices}}
    schedule.sequence {
      schedule.filter "{ S1[i] }" {
        schedule.band (sequential "{ S1[i] -> [i] }") {}
      }
      schedule.filter "{ S0[i] }" {
        schedule.band (sequential "{ S0[i] -> [i] }") {}
      }
    }
  }
}

// -----

// A set has no order.
schedule.scop @in_a_set(%A: memref<8xf32>, out %B: memref<8xf32>, out %C: memref<8xf32>) {
  schedule.statement @S0(%i) {
    %0 = affine.load %A[%i] : memref<8xf32>
    affine.store %0, %B[%i] : memref<8xf32>
  }
  schedule.statement @S1(%i) {
    %0 = affine.load %B[7 - %i] : memref<8xf32>
    affine.store %0, %C[%i] : memref<8xf32>
  }
  schedule.domain "{ S0[i] : 0 <= i < 8; S1[i] : 0 <= i < 8 }" {
    // expected-error @below {{the flow dependence S0[0] -> S1[7] on `B` is broken: the set runs both in any order}}
    // expected-note @below {{put the statements into a sequence}}
    schedule.set {
      schedule.filter "{ S0[i] }" {
        schedule.band (sequential "{ S0[i] -> [i] }") {}
      }
      schedule.filter "{ S1[i] }" {
        schedule.band (sequential "{ S1[i] -> [i] }") {}
      }
    }
  }
}

// -----

// Fused without a shift: iteration 0 reads B[7], which iteration 7 writes.
schedule.scop @fused_too_early(%A: memref<8xf32>, out %B: memref<8xf32>, out %C: memref<8xf32>) {
  schedule.statement @S0(%i) {
    %0 = affine.load %A[%i] : memref<8xf32>
    affine.store %0, %B[%i] : memref<8xf32>
  }
  schedule.statement @S1(%i) {
    %0 = affine.load %B[7 - %i] : memref<8xf32>
    affine.store %0, %C[%i] : memref<8xf32>
  }
  schedule.domain "{ S0[i] : 0 <= i < 8; S1[i] : 0 <= i < 8 }" {
    // expected-error @below {{the flow dependence S0[4] -> S1[3] on `B` is broken: band member 0 runs the second instance first}}
    // expected-note @below {{the original order is the text order of the statements, and the order of their indices}}
    schedule.band (sequential "{ S0[i] -> [i]; S1[i] -> [i] }") {
      schedule.sequence {
        schedule.filter "{ S0[i] }" {}
        schedule.filter "{ S1[i] }" {}
      }
    }
  }
}

// -----

// Fused against the direction of the second loop: each iteration reads what it has just written.
schedule.scop @fused_reversed(%A: memref<8xf32>, out %B: memref<8xf32>, out %C: memref<8xf32>) {
  schedule.statement @S0(%i) {
    %0 = affine.load %A[%i] : memref<8xf32>
    affine.store %0, %B[%i] : memref<8xf32>
  }
  schedule.statement @S1(%i) {
    %0 = affine.load %B[7 - %i] : memref<8xf32>
    affine.store %0, %C[%i] : memref<8xf32>
  }
  schedule.domain "{ S0[i] : 0 <= i < 8; S1[i] : 0 <= i < 8 }" {
    schedule.band (sequential "{ S0[i] -> [i]; S1[i] -> [7 - i] }") {
      schedule.sequence {
        schedule.filter "{ S0[i] }" {}
        schedule.filter "{ S1[i] }" {}
      }
    }
  }
}

// -----

// The same loop, with no order between the two inside it.
schedule.scop @one_leaf(%A: memref<8xf32>, out %B: memref<8xf32>, out %C: memref<8xf32>) {
  schedule.statement @S0(%i) {
    %0 = affine.load %A[%i] : memref<8xf32>
    affine.store %0, %B[%i] : memref<8xf32>
  }
  schedule.statement @S1(%i) {
    %0 = affine.load %B[7 - %i] : memref<8xf32>
    affine.store %0, %C[%i] : memref<8xf32>
  }
  schedule.domain "{ S0[i] : 0 <= i < 8; S1[i] : 0 <= i < 8 }" {
    // expected-error @below {{the flow dependence S0[0] -> S1[7] on `B` is broken: both have the same place in the tree, in no order}}
    // expected-note @below {{put the statements into a sequence}}
    schedule.band (sequential "{ S0[i] -> [i]; S1[i] -> [7 - i] }") {}
  }
}

// -----

// A dependence of distance (1, -1).
schedule.scop @skewed(inout %C: memref<9x9xf32>) {
  schedule.statement @S0(%i, %j) {
    %0 = affine.load %C[%i, %j + 1] : memref<9x9xf32>
    affine.store %0, %C[%i + 1, %j] : memref<9x9xf32>
  }
  schedule.domain "{ S0[i, j] : 0 <= i < 8 and 0 <= j < 8 }" {
    schedule.band (sequential "{ S0[i, j] -> [i] }", sequential "{ S0[i, j] -> [j] }") {}
  }
}

// -----

// Its loops may not be interchanged: S0[0, 1] writes C[1, 1], which S0[1, 0] reads.
schedule.scop @interchanged(inout %C: memref<9x9xf32>) {
  schedule.statement @S0(%i, %j) {
    %0 = affine.load %C[%i, %j + 1] : memref<9x9xf32>
    affine.store %0, %C[%i + 1, %j] : memref<9x9xf32>
  }
  schedule.domain "{ S0[i, j] : 0 <= i < 8 and 0 <= j < 8 }" {
    // expected-error @below {{the flow dependence S0[0, 1] -> S0[1, 0] on `C` is broken: band member 0 runs the second instance first}}
    // expected-note @below {{the original order is the text order of the statements, and the order of their indices}}
    schedule.band (sequential "{ S0[i, j] -> [j] }", sequential "{ S0[i, j] -> [i] }") {}
  }
}

// -----

// Nor may they be tiled along j: S0[0, 4] is in the second tile of j, S0[1, 3] in the first.
schedule.scop @tiled(inout %C: memref<9x9xf32>) {
  schedule.statement @S0(%i, %j) {
    %0 = affine.load %C[%i, %j + 1] : memref<9x9xf32>
    affine.store %0, %C[%i + 1, %j] : memref<9x9xf32>
  }
  schedule.domain "{ S0[i, j] : 0 <= i < 8 and 0 <= j < 8 }" {
    // expected-error @below {{the flow dependence S0[0, 4] -> S0[1, 3] on `C` is broken: band member 0 runs the second instance first}}
    // expected-note @below {{the original order is the text order of the statements, and the order of their indices}}
    schedule.band (sequential "{ S0[i, j] -> [floor(j/4)] }") {
      schedule.band (sequential "{ S0[i, j] -> [i] }", sequential "{ S0[i, j] -> [j] }") {}
    }
  }
}

// -----

// Skewed, they may: the distances of (i + j, i) are (0, 1).
schedule.scop @interchanged_after_skewing(inout %C: memref<9x9xf32>) {
  schedule.statement @S0(%i, %j) {
    %0 = affine.load %C[%i, %j + 1] : memref<9x9xf32>
    affine.store %0, %C[%i + 1, %j] : memref<9x9xf32>
  }
  schedule.domain "{ S0[i, j] : 0 <= i < 8 and 0 <= j < 8 }" {
    schedule.band (sequential "{ S0[i, j] -> [i + j] }", sequential "{ S0[i, j] -> [i] }") {}
  }
}

// -----

// S1[1] overwrites A[1] before S0[0] has read it.
schedule.scop @anti(inout %A: memref<9xf32>, out %B: memref<8xf32>, %D: memref<8xf32>) {
  schedule.statement @S0(%i) {
    %0 = affine.load %A[%i + 1] : memref<9xf32>
    affine.store %0, %B[%i] : memref<8xf32>
  }
  schedule.statement @S1(%i) {
    %0 = affine.load %D[%i] : memref<8xf32>
    affine.store %0, %A[%i] : memref<9xf32>
  }
  schedule.domain "{ S0[i] : 0 <= i < 8; S1[i] : 0 <= i < 8 }" {
    schedule.band (sequential "{ S0[i] -> [i]; S1[i] -> [i - 1] }") {
      // expected-error @below {{the anti dependence S0[0] -> S1[1] on `A` is broken: the sequence runs the second instance first}}
      // expected-note @below {{the original order is the text order of the statements, and the order of their indices}}
      schedule.sequence {
        schedule.filter "{ S1[i] }" {}
        schedule.filter "{ S0[i] }" {}
      }
    }
  }
}

// -----

// Shifted by one iteration it does not.
schedule.scop @anti_shifted(inout %A: memref<9xf32>, out %B: memref<8xf32>, %D: memref<8xf32>) {
  schedule.statement @S0(%i) {
    %0 = affine.load %A[%i + 1] : memref<9xf32>
    affine.store %0, %B[%i] : memref<8xf32>
  }
  schedule.statement @S1(%i) {
    %0 = affine.load %D[%i] : memref<8xf32>
    affine.store %0, %A[%i] : memref<9xf32>
  }
  schedule.domain "{ S0[i] : 0 <= i < 8; S1[i] : 0 <= i < 8 }" {
    schedule.band (sequential "{ S0[i] -> [i]; S1[i] -> [i] }") {
      schedule.sequence {
        schedule.filter "{ S0[i] }" {}
        schedule.filter "{ S1[i] }" {}
      }
    }
  }
}

// -----

// The last write must remain the last.
schedule.scop @output(%A: memref<8xf32>, out %C: memref<8xf32>) {
  schedule.statement @S0(%i) {
    %0 = affine.load %A[%i] : memref<8xf32>
    affine.store %0, %C[%i] : memref<8xf32>
  }
  schedule.statement @S1(%i) {
    %0 = affine.load %A[7 - %i] : memref<8xf32>
    affine.store %0, %C[%i] : memref<8xf32>
  }
  schedule.domain "{ S0[i] : 0 <= i < 8; S1[i] : 0 <= i < 8 }" {
    // expected-error @below {{the output dependence S0[0] -> S1[0] on `C` is broken: the sequence runs the second instance first}}
    // expected-note @below {{the original order is the text order of the statements, and the order of their indices}}
    schedule.sequence {
      schedule.filter "{ S1[i] }" {
        schedule.band (sequential "{ S1[i] -> [i] }") {}
      }
      schedule.filter "{ S0[i] }" {
        schedule.band (sequential "{ S0[i] -> [i] }") {}
      }
    }
  }
}

// -----

schedule.scop @output_in_order(%A: memref<8xf32>, out %C: memref<8xf32>) {
  schedule.statement @S0(%i) {
    %0 = affine.load %A[%i] : memref<8xf32>
    affine.store %0, %C[%i] : memref<8xf32>
  }
  schedule.statement @S1(%i) {
    %0 = affine.load %A[7 - %i] : memref<8xf32>
    affine.store %0, %C[%i] : memref<8xf32>
  }
  schedule.domain "{ S0[i] : 0 <= i < 8; S1[i] : 0 <= i < 8 }" {
    schedule.sequence {
      schedule.filter "{ S0[i] }" {
        schedule.band (sequential "{ S0[i] -> [i] }") {}
      }
      schedule.filter "{ S1[i] }" {
        schedule.band (sequential "{ S1[i] -> [i] }") {}
      }
    }
  }
}
