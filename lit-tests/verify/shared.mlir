// Arrays that are private to a block or a thread, and accesses by others.
// RUN: tc-opt %s --split-input-file --verify-diagnostics --pass-pipeline='builtin.module(schedule.scop(schedule-verify))'

schedule.scop @exchange_in_shared_memory(%A: memref<8xf32>, out %B: memref<8xf32>) block(8) {
  %X = schedule.array shared : memref<8xf32>
  schedule.statement @S0(%i) {
    %0 = affine.load %A[%i] : memref<8xf32>
    affine.store %0, %X[%i] : memref<8xf32>
  }
  schedule.statement @S1(%i) {
    %0 = affine.load %X[7 - %i] : memref<8xf32>
    affine.store %0, %B[%i] : memref<8xf32>
  }
  schedule.statement @sync0() {
    gpu.barrier
  }
  schedule.domain "{ S0[i] : 0 <= i < 8; S1[i] : 0 <= i < 8 }" {
    schedule.band (block.x "{ S0[i] -> [0]; S1[i] -> [0] }") {
      schedule.extension "{ [b] -> sync0[] : 0 <= b < 2 }" {
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

schedule.scop @exchange_without_a_barrier(%A: memref<8xf32>, out %B: memref<8xf32>) block(8) {
  %X = schedule.array shared : memref<8xf32>
  schedule.statement @S0(%i) {
    %0 = affine.load %A[%i] : memref<8xf32>
    affine.store %0, %X[%i] : memref<8xf32>
  }
  schedule.statement @S1(%i) {
    %0 = affine.load %X[7 - %i] : memref<8xf32>
    affine.store %0, %B[%i] : memref<8xf32>
  }
  schedule.domain "{ S0[i] : 0 <= i < 8; S1[i] : 0 <= i < 8 }" {
    schedule.band (block.x "{ S0[i] -> [0]; S1[i] -> [0] }") {
      // expected-error @below {{the flow dependence S0[0] -> S1[7] on `X` is broken: different threads run them, with no barrier in between}}
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

// A barrier does not exchange private data between threads.
schedule.scop @exchange_in_private_memory(%A: memref<8xf32>, out %B: memref<8xf32>) block(8) {
  %X = schedule.array private : memref<8xf32>
  schedule.statement @S0(%i) {
    %0 = affine.load %A[%i] : memref<8xf32>
    affine.store %0, %X[%i] : memref<8xf32>
  }
  schedule.statement @S1(%i) {
    // expected-error @below {{the flow dependence S0[0] -> S1[7] on `X` is not the same in the order of the tree}}
    // expected-note @below {{each block, thread or parallel iteration has}}
    %0 = affine.load %X[7 - %i] : memref<8xf32>
    affine.store %0, %B[%i] : memref<8xf32>
  }
  schedule.statement @sync0() {
    gpu.barrier
  }
  schedule.domain "{ S0[i] : 0 <= i < 8; S1[i] : 0 <= i < 8 }" {
    schedule.band (block.x "{ S0[i] -> [0]; S1[i] -> [0] }") {
      schedule.extension "{ [b] -> sync0[] : 0 <= b < 2 }" {
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

schedule.scop @own_element_in_private_memory(%A: memref<8xf32>, out %B: memref<8xf32>) block(8) {
  %X = schedule.array private : memref<8xf32>
  schedule.statement @S0(%i) {
    %0 = affine.load %A[%i] : memref<8xf32>
    affine.store %0, %X[%i] : memref<8xf32>
  }
  schedule.statement @S1(%i) {
    %0 = affine.load %X[%i] : memref<8xf32>
    affine.store %0, %B[%i] : memref<8xf32>
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

// Each block has half of the array.
schedule.scop @halves(%A: memref<8xf32>, out %B: memref<8xf32>) grid(2) {
  %X = schedule.array shared : memref<8xf32>
  schedule.statement @S0(%i) {
    %0 = affine.load %A[%i] : memref<8xf32>
    affine.store %0, %X[%i] : memref<8xf32>
  }
  schedule.statement @S1(%i) {
    %0 = affine.load %X[2 * (%i - %i mod 4) + 3 - %i] : memref<8xf32>
    affine.store %0, %B[%i] : memref<8xf32>
  }
  schedule.domain "{ S0[i] : 0 <= i < 8; S1[i] : 0 <= i < 8 }" {
    schedule.band (block.x "{ S0[i] -> [floor(i/4)]; S1[i] -> [floor(i/4)] }") {
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
}

// -----

// The other half is in another block.
schedule.scop @other_half(%A: memref<8xf32>, out %B: memref<8xf32>) grid(2) {
  %X = schedule.array shared : memref<8xf32>
  schedule.statement @S0(%i) {
    %0 = affine.load %A[%i] : memref<8xf32>
    affine.store %0, %X[%i] : memref<8xf32>
  }
  schedule.statement @S1(%i) {
    // expected-error @below {{the flow dependence S0[0] -> S1[7] on `X` is not the same in the order of the tree}}
    // expected-note @below {{each block, thread or parallel iteration has}}
    %0 = affine.load %X[7 - %i] : memref<8xf32>
    affine.store %0, %B[%i] : memref<8xf32>
  }
  schedule.domain "{ S0[i] : 0 <= i < 8; S1[i] : 0 <= i < 8 }" {
    schedule.band (block.x "{ S0[i] -> [floor(i/4)]; S1[i] -> [floor(i/4)] }") {
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
}

// -----

// On a grid of one block there is only one copy of the array.
schedule.scop @one_block(%A: memref<8xf32>, out %B: memref<8xf32>) grid(1) {
  %X = schedule.array shared : memref<8xf32>
  schedule.statement @S0(%i) {
    %0 = affine.load %A[%i] : memref<8xf32>
    affine.store %0, %X[%i] : memref<8xf32>
  }
  schedule.statement @S1(%i) {
    %0 = affine.load %X[7 - %i] : memref<8xf32>
    affine.store %0, %B[%i] : memref<8xf32>
  }
  schedule.domain "{ S0[i] : 0 <= i < 8; S1[i] : 0 <= i < 8 }" {
    schedule.band (sequential "{ S0[i] -> [0]; S1[i] -> [0] }") {
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
}

// -----

// Each element is copied twice, one after the other.
schedule.scop @copied_twice(%A: memref<8xf32>, out %B: memref<8xf32>) {
  %A_s = schedule.array shared : memref<4xf32>
  schedule.statement @S0(%i) {
    %0 = affine.load %A_s[%i mod 4] {schedule.for = #schedule.map<"{ S0[i] -> A[i] }">} : memref<4xf32>
    affine.store %0, %B[%i] : memref<8xf32>
  }
  schedule.statement @A_in(%t, %a, %r) {
    %0 = affine.load %A[%a] : memref<8xf32>
    affine.store %0, %A_s[%a - %t] : memref<4xf32>
  }
  schedule.domain "{ S0[i] : 0 <= i < 8 }" {
    schedule.band (sequential "{ S0[i] -> [i - i mod 4] }") {
      schedule.extension "{ [t] -> A_in[t, a, r] : (t = 0 or t = 4) and t <= a < t + 4 and 0 <= r < 2 }" {
        schedule.sequence {
          schedule.filter "{ A_in[t, a, r] }" {
            schedule.band (sequential "{ A_in[t, a, r] -> [a - t] }", sequential "{ A_in[t, a, r] -> [r] }") {}
          }
          schedule.filter "{ S0[i] }" {
            schedule.band (sequential "{ S0[i] -> [i mod 4] }") {}
          }
        }
      }
    }
  }
}

// -----

schedule.scop @copied_twice_coincident(%A: memref<8xf32>, out %B: memref<8xf32>) {
  %A_s = schedule.array shared : memref<4xf32>
  schedule.statement @S0(%i) {
    %0 = affine.load %A_s[%i mod 4] {schedule.for = #schedule.map<"{ S0[i] -> A[i] }">} : memref<4xf32>
    affine.store %0, %B[%i] : memref<8xf32>
  }
  schedule.statement @A_in(%t, %a, %r) {
    %0 = affine.load %A[%a] : memref<8xf32>
    affine.store %0, %A_s[%a - %t] : memref<4xf32>
  }
  schedule.domain "{ S0[i] : 0 <= i < 8 }" {
    schedule.band (sequential "{ S0[i] -> [i - i mod 4] }") {
      schedule.extension "{ [t] -> A_in[t, a, r] : (t = 0 or t = 4) and t <= a < t + 4 and 0 <= r < 2 }" {
        schedule.sequence {
          schedule.filter "{ A_in[t, a, r] }" {
            // expected-error @below {{the storage dependence A_in[0, 0, 0] -> A_in[0, 0, 1] on `A_s` is broken: band member 1 is marked `coincident` and separates them}}
            // expected-note @below {{one of them writes a place that the other one accesses}}
            schedule.band (sequential "{ A_in[t, a, r] -> [a - t] }", sequential coincident "{ A_in[t, a, r] -> [r] }") {}
          }
          schedule.filter "{ S0[i] }" {
            schedule.band (sequential "{ S0[i] -> [i mod 4] }") {}
          }
        }
      }
    }
  }
}

// -----

schedule.scop @copied_twice_by_lanes(%A: memref<8xf32>, out %B: memref<8xf32>) {
  %A_s = schedule.array shared : memref<4xf32>
  schedule.statement @S0(%i) {
    %0 = affine.load %A_s[%i mod 4] {schedule.for = #schedule.map<"{ S0[i] -> A[i] }">} : memref<4xf32>
    affine.store %0, %B[%i] : memref<8xf32>
  }
  schedule.statement @A_in(%t, %a, %r) {
    %0 = affine.load %A[%a] : memref<8xf32>
    affine.store %0, %A_s[%a - %t] : memref<4xf32>
  }
  schedule.domain "{ S0[i] : 0 <= i < 8 }" {
    schedule.band (sequential "{ S0[i] -> [i - i mod 4] }") {
      schedule.extension "{ [t] -> A_in[t, a, r] : (t = 0 or t = 4) and t <= a < t + 4 and 0 <= r < 2 }" {
        schedule.sequence {
          schedule.filter "{ A_in[t, a, r] }" {
            // expected-error @below {{the storage dependence A_in[0, 0, 0] -> A_in[0, 0, 1] on `A_s` is broken: band member 1 (vector) runs both at the same time}}
            // expected-note @below {{one of them writes a place that the other one accesses}}
            schedule.band (sequential "{ A_in[t, a, r] -> [a - t] }", vector "{ A_in[t, a, r] -> [r] }") {}
          }
          schedule.filter "{ S0[i] }" {
            schedule.band (sequential "{ S0[i] -> [i mod 4] }") {}
          }
        }
      }
    }
  }
}
