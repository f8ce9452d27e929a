// Races between the threads of a block.
// RUN: tc-opt %s --split-input-file --verify-diagnostics --pass-pipeline='builtin.module(schedule.scop(schedule-verify))'

// Thread 7 - i reads what thread i writes.
schedule.scop @exchange(%A: memref<8xf32>, out %B: memref<8xf32>, out %C: memref<8xf32>) block(8) {
  schedule.statement @S0(%i) {
    %0 = affine.load %A[%i] : memref<8xf32>
    affine.store %0, %B[%i] : memref<8xf32>
  }
  schedule.statement @S1(%i) {
    %0 = affine.load %B[7 - %i] : memref<8xf32>
    affine.store %0, %C[%i] : memref<8xf32>
  }
  schedule.statement @sync0() {
    gpu.barrier
  }
  schedule.domain "{ S0[i] : 0 <= i < 8; S1[i] : 0 <= i < 8 }" {
    schedule.band (block.x "{ S0[i] -> [0]; S1[i] -> [0] }") {
      schedule.extension "{ [b] -> sync0[] : b = 0 }" {
        schedule.sequence {
          schedule.filter "{ S0[i] }" {
            schedule.band (thread.x coincident "{ S0[i] -> [i] }") {}
          }
          schedule.filter "{ sync0[] }" {}
          schedule.filter "{ S1[i] }" {
            schedule.band (thread.x coincident "{ S1[i] -> [i] }") {}
          }
        }
      }
    }
  }
}

// -----

// Without a barrier the read may come too early.
schedule.scop @race(%A: memref<8xf32>, out %B: memref<8xf32>, out %C: memref<8xf32>) block(8) {
  schedule.statement @S0(%i) {
    %0 = affine.load %A[%i] : memref<8xf32>
    affine.store %0, %B[%i] : memref<8xf32>
  }
  schedule.statement @S1(%i) {
    %0 = affine.load %B[7 - %i] : memref<8xf32>
    affine.store %0, %C[%i] : memref<8xf32>
  }
  schedule.domain "{ S0[i] : 0 <= i < 8; S1[i] : 0 <= i < 8 }" {
    schedule.band (block.x "{ S0[i] -> [0]; S1[i] -> [0] }") {
      // expected-error @below {{the flow dependence S0[0] -> S1[7] on `B` is broken: different threads run them, with no barrier in between}}
      // expected-note @below {{run `schedule-sync` after mapping threads}}
      schedule.sequence {
        schedule.filter "{ S0[i] }" {
          schedule.band (thread.x coincident "{ S0[i] -> [i] }") {}
        }
        schedule.filter "{ S1[i] }" {
          schedule.band (thread.x coincident "{ S1[i] -> [i] }") {}
        }
      }
    }
  }
}

// -----

// Each thread reads what it wrote.
schedule.scop @own_element(%A: memref<8xf32>, out %B: memref<8xf32>, out %C: memref<8xf32>) block(8) {
  schedule.statement @S0(%i) {
    %0 = affine.load %A[%i] : memref<8xf32>
    affine.store %0, %B[%i] : memref<8xf32>
  }
  schedule.statement @S1(%i) {
    %0 = affine.load %B[%i] : memref<8xf32>
    affine.store %0, %C[%i] : memref<8xf32>
  }
  schedule.domain "{ S0[i] : 0 <= i < 8; S1[i] : 0 <= i < 8 }" {
    schedule.band (block.x "{ S0[i] -> [0]; S1[i] -> [0] }") {
      schedule.sequence {
        schedule.filter "{ S0[i] }" {
          schedule.band (thread.x coincident "{ S0[i] -> [i] }") {}
        }
        schedule.filter "{ S1[i] }" {
          schedule.band (thread.x coincident "{ S1[i] -> [i] }") {}
        }
      }
    }
  }
}

// -----

// Two loops with different distributions: S0[1] runs on thread 1, S1[1] on thread 0.
schedule.scop @spread_differently(%A: memref<8xf32>, out %B: memref<8xf32>, out %C: memref<8xf32>) block(8) {
  schedule.statement @S0(%i) {
    %0 = affine.load %A[%i] : memref<8xf32>
    affine.store %0, %B[%i] : memref<8xf32>
  }
  schedule.statement @S1(%i) {
    %0 = affine.load %B[%i] : memref<8xf32>
    affine.store %0, %C[%i] : memref<8xf32>
  }
  schedule.domain "{ S0[i] : 0 <= i < 8; S1[i] : 0 <= i < 8 }" {
    schedule.band (block.x "{ S0[i] -> [0]; S1[i] -> [0] }") {
      // expected-error @below {{the flow dependence S0[1] -> S1[1] on `B` is broken: different threads run them, with no barrier in between}}
      // expected-note @below {{run `schedule-sync` after mapping threads}}
      schedule.sequence {
        schedule.filter "{ S0[i] }" {
          schedule.band (thread.x coincident "{ S0[i] -> [i] }") {}
        }
        schedule.filter "{ S1[i] }" {
          schedule.band (thread.x coincident "{ S1[i] -> [floor(i/2)] }") {}
        }
      }
    }
  }
}

// -----

// With 4 threads, iterations 1 and 5 are on one thread and nothing is exchanged.
schedule.scop @cyclic(%A: memref<8xf32>, out %B: memref<8xf32>, out %C: memref<8xf32>) block(4) {
  schedule.statement @S0(%i) {
    %0 = affine.load %A[%i] : memref<8xf32>
    affine.store %0, %B[%i] : memref<8xf32>
  }
  schedule.statement @S1(%i) {
    %0 = affine.load %B[%i - %i mod 8 + (%i + 4) mod 8] : memref<8xf32>
    affine.store %0, %C[%i] : memref<8xf32>
  }
  schedule.domain "{ S0[i] : 0 <= i < 8; S1[i] : 0 <= i < 8 }" {
    schedule.band (block.x "{ S0[i] -> [0]; S1[i] -> [0] }") {
      schedule.sequence {
        schedule.filter "{ S0[i] }" {
          schedule.band (thread.x coincident "{ S0[i] -> [i] }") {}
        }
        schedule.filter "{ S1[i] }" {
          schedule.band (thread.x coincident "{ S1[i] -> [i] }") {}
        }
      }
    }
  }
}

// -----

// With 8 threads they are on two.
schedule.scop @cyclic_on_more_threads(%A: memref<8xf32>, out %B: memref<8xf32>, out %C: memref<8xf32>) block(8) {
  schedule.statement @S0(%i) {
    %0 = affine.load %A[%i] : memref<8xf32>
    affine.store %0, %B[%i] : memref<8xf32>
  }
  schedule.statement @S1(%i) {
    %0 = affine.load %B[%i - %i mod 8 + (%i + 4) mod 8] : memref<8xf32>
    affine.store %0, %C[%i] : memref<8xf32>
  }
  schedule.domain "{ S0[i] : 0 <= i < 8; S1[i] : 0 <= i < 8 }" {
    schedule.band (block.x "{ S0[i] -> [0]; S1[i] -> [0] }") {
      // expected-error @below {{the flow dependence S0[0] -> S1[4] on `B` is broken: different threads run them, with no barrier in between}}
      // expected-note @below {{run `schedule-sync` after mapping threads}}
      schedule.sequence {
        schedule.filter "{ S0[i] }" {
          schedule.band (thread.x coincident "{ S0[i] -> [i] }") {}
        }
        schedule.filter "{ S1[i] }" {
          schedule.band (thread.x coincident "{ S1[i] -> [i] }") {}
        }
      }
    }
  }
}

// -----

// A statement without a loop on threads runs on thread 0; the others read what it wrote.
schedule.scop @one_thread_writes(%A: memref<8xf32>, out %B: memref<8xf32>, out %C: memref<8xf32>) block(8) {
  schedule.statement @S0(%i) {
    %0 = affine.load %A[%i] : memref<8xf32>
    affine.store %0, %B[%i] : memref<8xf32>
  }
  schedule.statement @S1(%i) {
    %0 = affine.load %B[%i] : memref<8xf32>
    affine.store %0, %C[%i] : memref<8xf32>
  }
  schedule.domain "{ S0[i] : 0 <= i < 8; S1[i] : 0 <= i < 8 }" {
    schedule.band (block.x "{ S0[i] -> [0]; S1[i] -> [0] }") {
      // expected-error @below {{the flow dependence S0[1] -> S1[1] on `B` is broken: different threads run them, with no barrier in between}}
      // expected-note @below {{run `schedule-sync` after mapping threads}}
      schedule.sequence {
        schedule.filter "{ S0[i] }" {
          schedule.band (sequential "{ S0[i] -> [i] }") {}
        }
        schedule.filter "{ S1[i] }" {
          schedule.band (thread.x coincident "{ S1[i] -> [i] }") {}
        }
      }
    }
  }
}

// -----

// Two threads write one element, in no order.
schedule.scop @write_after_write(%A: memref<8xf32>, out %C: memref<8xf32>) block(8) {
  schedule.statement @S0(%i) {
    %0 = affine.load %A[%i] : memref<8xf32>
    affine.store %0, %C[%i] : memref<8xf32>
  }
  schedule.statement @S1(%i) {
    %0 = affine.load %A[7 - %i] : memref<8xf32>
    affine.store %0, %C[%i] : memref<8xf32>
  }
  schedule.domain "{ S0[i] : 0 <= i < 8; S1[i] : 0 <= i < 8 }" {
    schedule.band (block.x "{ S0[i] -> [0]; S1[i] -> [0] }") {
      // expected-error @below {{the output dependence S0[0] -> S1[0] on `C` is broken: different threads run them, with no barrier in between}}
      // expected-note @below {{run `schedule-sync` after mapping threads}}
      schedule.sequence {
        schedule.filter "{ S0[i] }" {
          schedule.band (thread.x coincident "{ S0[i] -> [i] }") {}
        }
        schedule.filter "{ S1[i] }" {
          schedule.band (thread.x coincident "{ S1[i] -> [7 - i] }") {}
        }
      }
    }
  }
}

// -----

// Sequential time steps without a barrier: thread 1 may be late.
schedule.scop @time_loop(inout %C: memref<9x9xf32>) block(8) {
  schedule.statement @S0(%t, %i) {
    %0 = affine.load %C[%t, %i + 1] : memref<9x9xf32>
    affine.store %0, %C[%t + 1, %i] : memref<9x9xf32>
  }
  schedule.domain "{ S0[t, i] : 0 <= t < 8 and 0 <= i < 8 }" {
    // expected-error @below {{the flow dependence S0[0, 1] -> S0[1, 0] on `C` is broken: different threads run them in different iterations of band member 0, with no barrier in between}}
    // expected-note @below {{run `schedule-sync` after mapping threads}}
    schedule.band (sequential "{ S0[t, i] -> [t] }") {
      schedule.band (thread.x coincident "{ S0[t, i] -> [i] }") {}
    }
  }
}

// -----

// With a barrier in each step.
schedule.scop @time_loop_with_a_barrier(inout %C: memref<9x9xf32>) block(8) {
  schedule.statement @S0(%t, %i) {
    %0 = affine.load %C[%t, %i + 1] : memref<9x9xf32>
    affine.store %0, %C[%t + 1, %i] : memref<9x9xf32>
  }
  schedule.statement @sync0() {
    gpu.barrier
  }
  schedule.domain "{ S0[t, i] : 0 <= t < 8 and 0 <= i < 8 }" {
    schedule.band (sequential "{ S0[t, i] -> [t] }") {
      schedule.extension "{ [t] -> sync0[] : 0 <= t < 8 }" {
        schedule.sequence {
          schedule.filter "{ S0[t, i] }" {
            schedule.band (thread.x coincident "{ S0[t, i] -> [i] }") {}
          }
          schedule.filter "{ sync0[] }" {}
        }
      }
    }
  }
}

// -----

// Two axes: S0[0, 1] is on thread (1, 0), S0[1, 0] on thread (0, 1).
schedule.scop @two_axes(inout %C: memref<9x9xf32>) block(8, 8) {
  schedule.statement @S0(%t, %i) {
    %0 = affine.load %C[%t, %i + 1] : memref<9x9xf32>
    affine.store %0, %C[%t + 1, %i] : memref<9x9xf32>
  }
  schedule.domain "{ S0[t, i] : 0 <= t < 8 and 0 <= i < 8 }" {
    // expected-error @below {{the flow dependence S0[0, 1] -> S0[1, 0] on `C` is broken: different threads run them in different iterations of band member 0, with no barrier in between}}
    // expected-note @below {{run `schedule-sync` after mapping threads}}
    schedule.band (thread.y "{ S0[t, i] -> [t] }", thread.x "{ S0[t, i] -> [i] }") {}
  }
}
