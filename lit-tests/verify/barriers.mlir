// Barriers that are missing, misplaced, or not reached by all threads; also around a loop.
// RUN: tc-opt %s --split-input-file --verify-diagnostics --pass-pipeline='builtin.module(schedule.scop(schedule-verify))'

schedule.scop @both(%A: memref<8xf32>, out %B: memref<8xf32>) block(4) {
  %A_s = schedule.array shared : memref<4xf32>
  schedule.statement @S0(%i) {
    %0 = affine.load %A_s[3 - %i mod 4] {schedule.for = #schedule.map<"{ S0[i] -> A[3 + i - 2*(i mod 4)] }">} : memref<4xf32>
    affine.store %0, %B[%i] : memref<8xf32>
  }
  schedule.statement @A_in(%t, %a) {
    %0 = affine.load %A[%a] : memref<8xf32>
    affine.store %0, %A_s[%a - %t] : memref<4xf32>
  }
  schedule.statement @sync0() {
    gpu.barrier
  }
  schedule.statement @sync1() {
    gpu.barrier
  }
  schedule.domain "{ S0[i] : 0 <= i < 8 }" {
    schedule.band (sequential "{ S0[i] -> [i - i mod 4] }") {
      schedule.extension "{ [t] -> A_in[t, a] : (t = 0 or t = 4) and t <= a < t + 4; [t] -> sync0[] : t = 0 or t = 4; [t] -> sync1[] : t = 0 or t = 4 }" {
        schedule.sequence {
          schedule.filter "{ A_in[t, a] }" {
            schedule.band (thread.x "{ A_in[t, a] -> [a - t] }") {}
          }
          schedule.filter "{ sync0[] }" {}
          schedule.filter "{ S0[i] }" {
            schedule.band (thread.x "{ S0[i] -> [i mod 4] }") {}
          }
          schedule.filter "{ sync1[] }" {}
        }
      }
    }
  }
}

// -----

schedule.scop @at_the_beginning(%A: memref<8xf32>, out %B: memref<8xf32>) block(4) {
  %A_s = schedule.array shared : memref<4xf32>
  schedule.statement @S0(%i) {
    %0 = affine.load %A_s[3 - %i mod 4] {schedule.for = #schedule.map<"{ S0[i] -> A[3 + i - 2*(i mod 4)] }">} : memref<4xf32>
    affine.store %0, %B[%i] : memref<8xf32>
  }
  schedule.statement @A_in(%t, %a) {
    %0 = affine.load %A[%a] : memref<8xf32>
    affine.store %0, %A_s[%a - %t] : memref<4xf32>
  }
  schedule.statement @sync0() {
    gpu.barrier
  }
  schedule.statement @sync1() {
    gpu.barrier
  }
  schedule.domain "{ S0[i] : 0 <= i < 8 }" {
    schedule.band (sequential "{ S0[i] -> [i - i mod 4] }") {
      schedule.extension "{ [t] -> A_in[t, a] : (t = 0 or t = 4) and t <= a < t + 4; [t] -> sync0[] : t = 0 or t = 4; [t] -> sync1[] : t = 0 or t = 4 }" {
        schedule.sequence {
          schedule.filter "{ sync1[] }" {}
          schedule.filter "{ A_in[t, a] }" {
            schedule.band (thread.x "{ A_in[t, a] -> [a - t] }") {}
          }
          schedule.filter "{ sync0[] }" {}
          schedule.filter "{ S0[i] }" {
            schedule.band (thread.x "{ S0[i] -> [i mod 4] }") {}
          }
        }
      }
    }
  }
}

// -----

// No barrier is needed after the last iteration.
schedule.scop @not_in_the_last_iteration(%A: memref<8xf32>, out %B: memref<8xf32>) block(4) {
  %A_s = schedule.array shared : memref<4xf32>
  schedule.statement @S0(%i) {
    %0 = affine.load %A_s[3 - %i mod 4] {schedule.for = #schedule.map<"{ S0[i] -> A[3 + i - 2*(i mod 4)] }">} : memref<4xf32>
    affine.store %0, %B[%i] : memref<8xf32>
  }
  schedule.statement @A_in(%t, %a) {
    %0 = affine.load %A[%a] : memref<8xf32>
    affine.store %0, %A_s[%a - %t] : memref<4xf32>
  }
  schedule.statement @sync0() {
    gpu.barrier
  }
  schedule.statement @sync1() {
    gpu.barrier
  }
  schedule.domain "{ S0[i] : 0 <= i < 8 }" {
    schedule.band (sequential "{ S0[i] -> [i - i mod 4] }") {
      schedule.extension "{ [t] -> A_in[t, a] : (t = 0 or t = 4) and t <= a < t + 4; [t] -> sync0[] : t = 0 or t = 4; [t] -> sync1[] : t = 0 }" {
        schedule.sequence {
          schedule.filter "{ A_in[t, a] }" {
            schedule.band (thread.x "{ A_in[t, a] -> [a - t] }") {}
          }
          schedule.filter "{ sync0[] }" {}
          schedule.filter "{ S0[i] }" {
            schedule.band (thread.x "{ S0[i] -> [i mod 4] }") {}
          }
          schedule.filter "{ sync1[] }" {}
        }
      }
    }
  }
}

// -----

// Missing before the tile is used.
schedule.scop @first_is_missing(%A: memref<8xf32>, out %B: memref<8xf32>) block(4) {
  %A_s = schedule.array shared : memref<4xf32>
  schedule.statement @S0(%i) {
    %0 = affine.load %A_s[3 - %i mod 4] {schedule.for = #schedule.map<"{ S0[i] -> A[3 + i - 2*(i mod 4)] }">} : memref<4xf32>
    affine.store %0, %B[%i] : memref<8xf32>
  }
  schedule.statement @A_in(%t, %a) {
    %0 = affine.load %A[%a] : memref<8xf32>
    affine.store %0, %A_s[%a - %t] : memref<4xf32>
  }
  schedule.statement @sync1() {
    gpu.barrier
  }
  schedule.domain "{ S0[i] : 0 <= i < 8 }" {
    schedule.band (sequential "{ S0[i] -> [i - i mod 4] }") {
      schedule.extension "{ [t] -> A_in[t, a] : (t = 0 or t = 4) and t <= a < t + 4; [t] -> sync1[] : t = 0 or t = 4 }" {
        // expected-error @below {{the flow dependence A_in[0, 0] -> S0[3] on `A_s` is broken: different threads run them, with no barrier in between}}
        // expected-note @below {{run `schedule-sync` after mapping threads}}
        schedule.sequence {
          schedule.filter "{ A_in[t, a] }" {
            schedule.band (thread.x "{ A_in[t, a] -> [a - t] }") {}
          }
          schedule.filter "{ S0[i] }" {
            schedule.band (thread.x "{ S0[i] -> [i mod 4] }") {}
          }
          schedule.filter "{ sync1[] }" {}
        }
      }
    }
  }
}

// -----

// Missing before the tile is filled again.
schedule.scop @wrap_around_is_missing(%A: memref<8xf32>, out %B: memref<8xf32>) block(4) {
  %A_s = schedule.array shared : memref<4xf32>
  schedule.statement @S0(%i) {
    %0 = affine.load %A_s[3 - %i mod 4] {schedule.for = #schedule.map<"{ S0[i] -> A[3 + i - 2*(i mod 4)] }">} : memref<4xf32>
    affine.store %0, %B[%i] : memref<8xf32>
  }
  schedule.statement @A_in(%t, %a) {
    %0 = affine.load %A[%a] : memref<8xf32>
    affine.store %0, %A_s[%a - %t] : memref<4xf32>
  }
  schedule.statement @sync0() {
    gpu.barrier
  }
  schedule.domain "{ S0[i] : 0 <= i < 8 }" {
    // expected-error @below {{the anti dependence S0[0] -> A_in[4, 7] on `A_s` is broken: different threads run them in different iterations of band member 0, with no barrier in between}}
    // expected-note @below {{run `schedule-sync` after mapping threads}}
    schedule.band (sequential "{ S0[i] -> [i - i mod 4] }") {
      schedule.extension "{ [t] -> A_in[t, a] : (t = 0 or t = 4) and t <= a < t + 4; [t] -> sync0[] : t = 0 or t = 4 }" {
        schedule.sequence {
          schedule.filter "{ A_in[t, a] }" {
            schedule.band (thread.x "{ A_in[t, a] -> [a - t] }") {}
          }
          schedule.filter "{ sync0[] }" {}
          schedule.filter "{ S0[i] }" {
            schedule.band (thread.x "{ S0[i] -> [i mod 4] }") {}
          }
        }
      }
    }
  }
}

// -----

schedule.scop @both_before_the_copies(%A: memref<8xf32>, out %B: memref<8xf32>) block(4) {
  %A_s = schedule.array shared : memref<4xf32>
  schedule.statement @S0(%i) {
    %0 = affine.load %A_s[3 - %i mod 4] {schedule.for = #schedule.map<"{ S0[i] -> A[3 + i - 2*(i mod 4)] }">} : memref<4xf32>
    affine.store %0, %B[%i] : memref<8xf32>
  }
  schedule.statement @A_in(%t, %a) {
    %0 = affine.load %A[%a] : memref<8xf32>
    affine.store %0, %A_s[%a - %t] : memref<4xf32>
  }
  schedule.statement @sync0() {
    gpu.barrier
  }
  schedule.statement @sync1() {
    gpu.barrier
  }
  schedule.domain "{ S0[i] : 0 <= i < 8 }" {
    schedule.band (sequential "{ S0[i] -> [i - i mod 4] }") {
      schedule.extension "{ [t] -> A_in[t, a] : (t = 0 or t = 4) and t <= a < t + 4; [t] -> sync0[] : t = 0 or t = 4; [t] -> sync1[] : t = 0 or t = 4 }" {
        // expected-error @below {{the flow dependence A_in[0, 0] -> S0[3] on `A_s` is broken: different threads run them, with no barrier in between}}
        // expected-note @below {{run `schedule-sync` after mapping threads}}
        schedule.sequence {
          schedule.filter "{ sync0[] }" {}
          schedule.filter "{ sync1[] }" {}
          schedule.filter "{ A_in[t, a] }" {
            schedule.band (thread.x "{ A_in[t, a] -> [a - t] }") {}
          }
          schedule.filter "{ S0[i] }" {
            schedule.band (thread.x "{ S0[i] -> [i mod 4] }") {}
          }
        }
      }
    }
  }
}

// -----

schedule.scop @both_after_the_use(%A: memref<8xf32>, out %B: memref<8xf32>) block(4) {
  %A_s = schedule.array shared : memref<4xf32>
  schedule.statement @S0(%i) {
    %0 = affine.load %A_s[3 - %i mod 4] {schedule.for = #schedule.map<"{ S0[i] -> A[3 + i - 2*(i mod 4)] }">} : memref<4xf32>
    affine.store %0, %B[%i] : memref<8xf32>
  }
  schedule.statement @A_in(%t, %a) {
    %0 = affine.load %A[%a] : memref<8xf32>
    affine.store %0, %A_s[%a - %t] : memref<4xf32>
  }
  schedule.statement @sync0() {
    gpu.barrier
  }
  schedule.statement @sync1() {
    gpu.barrier
  }
  schedule.domain "{ S0[i] : 0 <= i < 8 }" {
    schedule.band (sequential "{ S0[i] -> [i - i mod 4] }") {
      schedule.extension "{ [t] -> A_in[t, a] : (t = 0 or t = 4) and t <= a < t + 4; [t] -> sync0[] : t = 0 or t = 4; [t] -> sync1[] : t = 0 or t = 4 }" {
        // expected-error @below {{the flow dependence A_in[0, 0] -> S0[3] on `A_s` is broken: different threads run them, with no barrier in between}}
        // expected-note @below {{run `schedule-sync` after mapping threads}}
        schedule.sequence {
          schedule.filter "{ A_in[t, a] }" {
            schedule.band (thread.x "{ A_in[t, a] -> [a - t] }") {}
          }
          schedule.filter "{ S0[i] }" {
            schedule.band (thread.x "{ S0[i] -> [i mod 4] }") {}
          }
          schedule.filter "{ sync0[] }" {}
          schedule.filter "{ sync1[] }" {}
        }
      }
    }
  }
}

// -----

schedule.scop @both_between(%A: memref<8xf32>, out %B: memref<8xf32>) block(4) {
  %A_s = schedule.array shared : memref<4xf32>
  schedule.statement @S0(%i) {
    %0 = affine.load %A_s[3 - %i mod 4] {schedule.for = #schedule.map<"{ S0[i] -> A[3 + i - 2*(i mod 4)] }">} : memref<4xf32>
    affine.store %0, %B[%i] : memref<8xf32>
  }
  schedule.statement @A_in(%t, %a) {
    %0 = affine.load %A[%a] : memref<8xf32>
    affine.store %0, %A_s[%a - %t] : memref<4xf32>
  }
  schedule.statement @sync0() {
    gpu.barrier
  }
  schedule.statement @sync1() {
    gpu.barrier
  }
  schedule.domain "{ S0[i] : 0 <= i < 8 }" {
    // expected-error @below {{the anti dependence S0[0] -> A_in[4, 7] on `A_s` is broken: different threads run them in different iterations of band member 0, with no barrier in between}}
    // expected-note @below {{run `schedule-sync` after mapping threads}}
    schedule.band (sequential "{ S0[i] -> [i - i mod 4] }") {
      schedule.extension "{ [t] -> A_in[t, a] : (t = 0 or t = 4) and t <= a < t + 4; [t] -> sync0[] : t = 0 or t = 4; [t] -> sync1[] : t = 0 or t = 4 }" {
        schedule.sequence {
          schedule.filter "{ A_in[t, a] }" {
            schedule.band (thread.x "{ A_in[t, a] -> [a - t] }") {}
          }
          schedule.filter "{ sync0[] }" {}
          schedule.filter "{ sync1[] }" {}
          schedule.filter "{ S0[i] }" {
            schedule.band (thread.x "{ S0[i] -> [i mod 4] }") {}
          }
        }
      }
    }
  }
}

// -----

schedule.scop @first_in_the_first_iteration_only(%A: memref<8xf32>, out %B: memref<8xf32>) block(4) {
  %A_s = schedule.array shared : memref<4xf32>
  schedule.statement @S0(%i) {
    %0 = affine.load %A_s[3 - %i mod 4] {schedule.for = #schedule.map<"{ S0[i] -> A[3 + i - 2*(i mod 4)] }">} : memref<4xf32>
    affine.store %0, %B[%i] : memref<8xf32>
  }
  schedule.statement @A_in(%t, %a) {
    %0 = affine.load %A[%a] : memref<8xf32>
    affine.store %0, %A_s[%a - %t] : memref<4xf32>
  }
  schedule.statement @sync0() {
    gpu.barrier
  }
  schedule.statement @sync1() {
    gpu.barrier
  }
  schedule.domain "{ S0[i] : 0 <= i < 8 }" {
    schedule.band (sequential "{ S0[i] -> [i - i mod 4] }") {
      schedule.extension "{ [t] -> A_in[t, a] : (t = 0 or t = 4) and t <= a < t + 4; [t] -> sync0[] : t = 0; [t] -> sync1[] : t = 0 or t = 4 }" {
        // expected-error @below {{the flow dependence A_in[4, 4] -> S0[7] on `A_s` is broken: different threads run them, with no barrier in between}}
        // expected-note @below {{run `schedule-sync` after mapping threads}}
        schedule.sequence {
          schedule.filter "{ A_in[t, a] }" {
            schedule.band (thread.x "{ A_in[t, a] -> [a - t] }") {}
          }
          schedule.filter "{ sync0[] }" {}
          schedule.filter "{ S0[i] }" {
            schedule.band (thread.x "{ S0[i] -> [i mod 4] }") {}
          }
          schedule.filter "{ sync1[] }" {}
        }
      }
    }
  }
}

// -----

// The barrier after the last iteration separates nothing.
schedule.scop @wrap_around_in_the_last_iteration_only(%A: memref<8xf32>, out %B: memref<8xf32>) block(4) {
  %A_s = schedule.array shared : memref<4xf32>
  schedule.statement @S0(%i) {
    %0 = affine.load %A_s[3 - %i mod 4] {schedule.for = #schedule.map<"{ S0[i] -> A[3 + i - 2*(i mod 4)] }">} : memref<4xf32>
    affine.store %0, %B[%i] : memref<8xf32>
  }
  schedule.statement @A_in(%t, %a) {
    %0 = affine.load %A[%a] : memref<8xf32>
    affine.store %0, %A_s[%a - %t] : memref<4xf32>
  }
  schedule.statement @sync0() {
    gpu.barrier
  }
  schedule.statement @sync1() {
    gpu.barrier
  }
  schedule.domain "{ S0[i] : 0 <= i < 8 }" {
    // expected-error @below {{the anti dependence S0[0] -> A_in[4, 7] on `A_s` is broken: different threads run them in different iterations of band member 0, with no barrier in between}}
    // expected-note @below {{run `schedule-sync` after mapping threads}}
    schedule.band (sequential "{ S0[i] -> [i - i mod 4] }") {
      schedule.extension "{ [t] -> A_in[t, a] : (t = 0 or t = 4) and t <= a < t + 4; [t] -> sync0[] : t = 0 or t = 4; [t] -> sync1[] : t = 4 }" {
        schedule.sequence {
          schedule.filter "{ A_in[t, a] }" {
            schedule.band (thread.x "{ A_in[t, a] -> [a - t] }") {}
          }
          schedule.filter "{ sync0[] }" {}
          schedule.filter "{ S0[i] }" {
            schedule.band (thread.x "{ S0[i] -> [i mod 4] }") {}
          }
          schedule.filter "{ sync1[] }" {}
        }
      }
    }
  }
}

// -----

schedule.scop @divergent(%A: memref<8xf32>, out %B: memref<8xf32>) block(8) {
  schedule.statement @S0(%i) {
    %0 = affine.load %A[%i] : memref<8xf32>
    affine.store %0, %B[%i] : memref<8xf32>
  }
  schedule.statement @sync0() {
    gpu.barrier
  }
  schedule.domain "{ S0[i] : 0 <= i < 8 }" {
    schedule.band (thread.x "{ S0[i] -> [i] }") {
      schedule.extension "{ [i] -> sync0[] : 0 <= i < 8 }" {
        schedule.sequence {
          schedule.filter "{ S0[i] }" {}
          // expected-error @below {{the barrier is below a loop on thread.x: not all threads reach it}}
          // expected-note @below {{put it into a sequence above the loops on threads}}
          schedule.filter "{ sync0[] }" {}
        }
      }
    }
  }
}

// -----

schedule.scop @uniform(%A: memref<8xf32>, out %B: memref<8xf32>) block(8) {
  schedule.statement @S0(%i) {
    %0 = affine.load %A[%i] : memref<8xf32>
    affine.store %0, %B[%i] : memref<8xf32>
  }
  schedule.statement @sync0() {
    gpu.barrier
  }
  schedule.domain "{ S0[i] : 0 <= i < 8 }" {
    schedule.band (sequential "{ S0[i] -> [i] }") {
      schedule.extension "{ [i] -> sync0[] : 0 <= i < 8 }" {
        schedule.sequence {
          schedule.filter "{ S0[i] }" {}
          schedule.filter "{ sync0[] }" {}
        }
      }
    }
  }
}

// -----

// The barrier runs in the first iteration of the loop that uses the tile.
schedule.scop @in_the_first_inner_iteration(%A: memref<8xf32>, out %B: memref<8xf32>) block(4) {
  %A_s = schedule.array shared : memref<4xf32>
  schedule.statement @S0(%i) {
    %0 = affine.load %A_s[3 - %i mod 4] {schedule.for = #schedule.map<"{ S0[i] -> A[3 + i - 2*(i mod 4)] }">} : memref<4xf32>
    affine.store %0, %B[%i] : memref<8xf32>
  }
  schedule.statement @A_in(%t, %a) {
    %0 = affine.load %A[%a] : memref<8xf32>
    affine.store %0, %A_s[%a - %t] : memref<4xf32>
  }
  schedule.statement @sync0() {
    gpu.barrier
  }
  schedule.statement @sync1() {
    gpu.barrier
  }
  schedule.domain "{ S0[i] : 0 <= i < 8 }" {
    schedule.band (sequential "{ S0[i] -> [i - i mod 4] }") {
      schedule.extension "{ [t] -> A_in[t, a] : (t = 0 or t = 4) and t <= a < t + 4; [t] -> sync1[] : t = 0 or t = 4 }" {
        schedule.sequence {
          schedule.filter "{ A_in[t, a] }" {
            schedule.band (thread.x "{ A_in[t, a] -> [a - t] }") {}
          }
          schedule.filter "{ S0[i] }" {
            schedule.band (sequential "{ S0[i] -> [floor((i mod 4)/2)] }") {
              schedule.extension "{ [t, p] -> sync0[] : (t = 0 or t = 4) and p = 0 }" {
                schedule.sequence {
                  schedule.filter "{ sync0[] }" {}
                  schedule.filter "{ S0[i] }" {
                    schedule.band (thread.x "{ S0[i] -> [i mod 2] }") {}
                  }
                }
              }
            }
          }
          schedule.filter "{ sync1[] }" {}
        }
      }
    }
  }
}

// -----

// In the second iteration it is too late for the first.
schedule.scop @in_the_second_inner_iteration(%A: memref<8xf32>, out %B: memref<8xf32>) block(4) {
  %A_s = schedule.array shared : memref<4xf32>
  schedule.statement @S0(%i) {
    %0 = affine.load %A_s[3 - %i mod 4] {schedule.for = #schedule.map<"{ S0[i] -> A[3 + i - 2*(i mod 4)] }">} : memref<4xf32>
    affine.store %0, %B[%i] : memref<8xf32>
  }
  schedule.statement @A_in(%t, %a) {
    %0 = affine.load %A[%a] : memref<8xf32>
    affine.store %0, %A_s[%a - %t] : memref<4xf32>
  }
  schedule.statement @sync0() {
    gpu.barrier
  }
  schedule.statement @sync1() {
    gpu.barrier
  }
  schedule.domain "{ S0[i] : 0 <= i < 8 }" {
    schedule.band (sequential "{ S0[i] -> [i - i mod 4] }") {
      schedule.extension "{ [t] -> A_in[t, a] : (t = 0 or t = 4) and t <= a < t + 4; [t] -> sync1[] : t = 0 or t = 4 }" {
        // expected-error @below {{the flow dependence A_in[0, 2] -> S0[1] on `A_s` is broken: different threads run them, with no barrier in between}}
        // expected-note @below {{run `schedule-sync` after mapping threads}}
        schedule.sequence {
          schedule.filter "{ A_in[t, a] }" {
            schedule.band (thread.x "{ A_in[t, a] -> [a - t] }") {}
          }
          schedule.filter "{ S0[i] }" {
            schedule.band (sequential "{ S0[i] -> [floor((i mod 4)/2)] }") {
              schedule.extension "{ [t, p] -> sync0[] : (t = 0 or t = 4) and p = 1 }" {
                schedule.sequence {
                  schedule.filter "{ sync0[] }" {}
                  schedule.filter "{ S0[i] }" {
                    schedule.band (thread.x "{ S0[i] -> [i mod 2] }") {}
                  }
                }
              }
            }
          }
          schedule.filter "{ sync1[] }" {}
        }
      }
    }
  }
}

// -----

// The blocks of an iteration each pass their own barriers.
schedule.scop @own_barrier_of_a_block(%A: memref<8xf32>, out %B: memref<8x8xf32>) grid(2) block(4) {
  %A_s = schedule.array shared : memref<4xf32>
  schedule.statement @S0(%i, %j) {
    %0 = affine.load %A_s[3 - %i mod 4] {schedule.for = #schedule.map<"{ S0[i, j] -> A[3 + i - 2*(i mod 4)] }">} : memref<4xf32>
    affine.store %0, %B[%i, %j] : memref<8x8xf32>
  }
  schedule.statement @A_in(%t, %b, %a) {
    %0 = affine.load %A[%a] : memref<8xf32>
    affine.store %0, %A_s[%a - %t] : memref<4xf32>
  }
  schedule.statement @sync0() {
    gpu.barrier
  }
  schedule.statement @sync1() {
    gpu.barrier
  }
  schedule.domain "{ S0[i, j] : 0 <= i < 8 and 0 <= j < 8 }" {
    schedule.band (sequential "{ S0[i, j] -> [i - i mod 4] }", block.x "{ S0[i, j] -> [floor(j/4)] }") {
      schedule.extension "{ [t, b] -> A_in[t, b, a] : (t = 0 or t = 4) and 0 <= b < 2 and t <= a < t + 4; [t, b] -> sync0[] : (t = 0 or t = 4) and 0 <= b < 2; [t, b] -> sync1[] : (t = 0 or t = 4) and 0 <= b < 2 }" {
        schedule.sequence {
          schedule.filter "{ A_in[t, b, a] }" {
            schedule.band (thread.x "{ A_in[t, b, a] -> [a - t] }") {}
          }
          schedule.filter "{ sync0[] }" {}
          schedule.filter "{ S0[i, j] }" {
            schedule.band (thread.x "{ S0[i, j] -> [i mod 4] }") {
              schedule.band (sequential "{ S0[i, j] -> [j mod 4] }") {}
            }
          }
          schedule.filter "{ sync1[] }" {}
        }
      }
    }
  }
}

// -----

// A barrier of another block, in the same iteration, does not synchronise the threads of this one.
schedule.scop @barrier_of_another_block(%A: memref<8xf32>, out %B: memref<8x8xf32>) grid(2) block(4) {
  %A_s = schedule.array shared : memref<4xf32>
  schedule.statement @S0(%i, %j) {
    %0 = affine.load %A_s[3 - %i mod 4] {schedule.for = #schedule.map<"{ S0[i, j] -> A[3 + i - 2*(i mod 4)] }">} : memref<4xf32>
    affine.store %0, %B[%i, %j] : memref<8x8xf32>
  }
  schedule.statement @A_in(%t, %b, %a) {
    %0 = affine.load %A[%a] : memref<8xf32>
    affine.store %0, %A_s[%a - %t] : memref<4xf32>
  }
  schedule.statement @sync0() {
    gpu.barrier
  }
  schedule.domain "{ S0[i, j] : 0 <= i < 8 and 0 <= j < 8 }" {
    // expected-error @below {{the anti dependence S0[0, 0] -> A_in[4, 0, 7] on `A_s` is broken: different threads run them in different iterations of band member 0, with no barrier in between}}
    // expected-note @below {{run `schedule-sync` after mapping threads}}
    schedule.band (sequential "{ S0[i, j] -> [i - i mod 4] }", block.x "{ S0[i, j] -> [floor(j/4)] }") {
      schedule.extension "{ [t, b] -> A_in[t, b, a] : (t = 0 or t = 4) and 0 <= b < 2 and t <= a < t + 4; [t, b] -> sync0[] : (t = 0 or t = 4) and 0 <= b < 2 }" {
        schedule.sequence {
          schedule.filter "{ A_in[t, b, a] }" {
            schedule.band (thread.x "{ A_in[t, b, a] -> [a - t] }") {}
          }
          schedule.filter "{ sync0[] }" {}
          schedule.filter "{ S0[i, j] }" {
            schedule.band (thread.x "{ S0[i, j] -> [i mod 4] }") {
              schedule.band (sequential "{ S0[i, j] -> [j mod 4] }") {}
            }
          }
        }
      }
    }
  }
}
