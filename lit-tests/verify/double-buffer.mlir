// A copy that runs ahead of its use.
// RUN: tc-opt %s --split-input-file --verify-diagnostics --pass-pipeline='builtin.module(schedule.scop(schedule-verify))'

// In iteration t the tile of t + 4 is copied into the half that iteration t does not read.
schedule.scop @ahead(%A: memref<16xf32>, out %B: memref<16xf32>) block(4) {
  %A_s = schedule.array shared : memref<2x4xf32>
  schedule.statement @S0(%i) {
    %0 = affine.load %A_s[%i floordiv 4 mod 2, 3 - %i mod 4] {schedule.for = #schedule.map<"{ S0[i] -> A[3 + i - 2*(i mod 4)] }">} : memref<2x4xf32>
    affine.store %0, %B[%i] : memref<16xf32>
  }
  schedule.statement @A_pre(%a) {
    %0 = affine.load %A[%a] : memref<16xf32>
    affine.store %0, %A_s[0, %a] : memref<2x4xf32>
  }
  schedule.statement @A_in(%t, %a) {
    %0 = affine.load %A[%a] : memref<16xf32>
    affine.store %0, %A_s[%a floordiv 4 mod 2, %a mod 4] : memref<2x4xf32>
  }
  schedule.statement @sync0() {
    gpu.barrier
  }
  schedule.statement @sync1() {
    gpu.barrier
  }
  schedule.domain "{ S0[i] : 0 <= i < 16 }" {
    schedule.band (block.x "{ S0[i] -> [0] }") {
      schedule.extension "{ [b] -> A_pre[a] : b = 0 and 0 <= a < 4; [b] -> sync0[] : b = 0 }" {
        schedule.sequence {
          schedule.filter "{ A_pre[a] }" {
            schedule.band (thread.x "{ A_pre[a] -> [a] }") {}
          }
          schedule.filter "{ sync0[] }" {}
          schedule.filter "{ S0[i] }" {
            schedule.band (sequential "{ S0[i] -> [i - i mod 4] }") {
              schedule.extension "{ [b, t] -> A_in[t, a] : b = 0 and (t = 0 or t = 4 or t = 8) and t + 4 <= a < t + 8; [b, t] -> sync1[] : b = 0 and 0 <= t < 16 and t mod 4 = 0 }" {
                schedule.sequence {
                  schedule.filter "{ A_in[t, a] }" {
                    schedule.band (thread.x "{ A_in[t, a] -> [a mod 4] }") {}
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
      }
    }
  }
}

// -----

schedule.scop @without_the_barrier_of_the_loop(%A: memref<16xf32>, out %B: memref<16xf32>) block(4) {
  %A_s = schedule.array shared : memref<2x4xf32>
  schedule.statement @S0(%i) {
    %0 = affine.load %A_s[%i floordiv 4 mod 2, 3 - %i mod 4] {schedule.for = #schedule.map<"{ S0[i] -> A[3 + i - 2*(i mod 4)] }">} : memref<2x4xf32>
    affine.store %0, %B[%i] : memref<16xf32>
  }
  schedule.statement @A_pre(%a) {
    %0 = affine.load %A[%a] : memref<16xf32>
    affine.store %0, %A_s[0, %a] : memref<2x4xf32>
  }
  schedule.statement @A_in(%t, %a) {
    %0 = affine.load %A[%a] : memref<16xf32>
    affine.store %0, %A_s[%a floordiv 4 mod 2, %a mod 4] : memref<2x4xf32>
  }
  schedule.statement @sync0() {
    gpu.barrier
  }
  schedule.domain "{ S0[i] : 0 <= i < 16 }" {
    schedule.band (block.x "{ S0[i] -> [0] }") {
      schedule.extension "{ [b] -> A_pre[a] : b = 0 and 0 <= a < 4; [b] -> sync0[] : b = 0 }" {
        schedule.sequence {
          schedule.filter "{ A_pre[a] }" {
            schedule.band (thread.x "{ A_pre[a] -> [a] }") {}
          }
          schedule.filter "{ sync0[] }" {}
          schedule.filter "{ S0[i] }" {
            // expected-error @below {{the flow dependence A_in[0, 4] -> S0[7] on `A_s` is broken: different threads run them in different iterations of band member 0, with no barrier in between}}
            // expected-note @below {{run `schedule-sync` after mapping threads}}
            schedule.band (sequential "{ S0[i] -> [i - i mod 4] }") {
              schedule.extension "{ [b, t] -> A_in[t, a] : b = 0 and (t = 0 or t = 4 or t = 8) and t + 4 <= a < t + 8 }" {
                schedule.sequence {
                  schedule.filter "{ A_in[t, a] }" {
                    schedule.band (thread.x "{ A_in[t, a] -> [a mod 4] }") {}
                  }
                  schedule.filter "{ S0[i] }" {
                    schedule.band (thread.x "{ S0[i] -> [i mod 4] }") {}
                  }
                }
              }
            }
          }
        }
      }
    }
  }
}

// -----

schedule.scop @without_the_barrier_of_the_prologue(%A: memref<16xf32>, out %B: memref<16xf32>) block(4) {
  %A_s = schedule.array shared : memref<2x4xf32>
  schedule.statement @S0(%i) {
    %0 = affine.load %A_s[%i floordiv 4 mod 2, 3 - %i mod 4] {schedule.for = #schedule.map<"{ S0[i] -> A[3 + i - 2*(i mod 4)] }">} : memref<2x4xf32>
    affine.store %0, %B[%i] : memref<16xf32>
  }
  schedule.statement @A_pre(%a) {
    %0 = affine.load %A[%a] : memref<16xf32>
    affine.store %0, %A_s[0, %a] : memref<2x4xf32>
  }
  schedule.statement @A_in(%t, %a) {
    %0 = affine.load %A[%a] : memref<16xf32>
    affine.store %0, %A_s[%a floordiv 4 mod 2, %a mod 4] : memref<2x4xf32>
  }
  schedule.statement @sync1() {
    gpu.barrier
  }
  schedule.domain "{ S0[i] : 0 <= i < 16 }" {
    schedule.band (block.x "{ S0[i] -> [0] }") {
      schedule.extension "{ [b] -> A_pre[a] : b = 0 and 0 <= a < 4 }" {
        // expected-error @below {{the flow dependence A_pre[0] -> S0[3] on `A_s` is broken: different threads run them, with no barrier in between}}
        // expected-note @below {{run `schedule-sync` after mapping threads}}
        schedule.sequence {
          schedule.filter "{ A_pre[a] }" {
            schedule.band (thread.x "{ A_pre[a] -> [a] }") {}
          }
          schedule.filter "{ S0[i] }" {
            schedule.band (sequential "{ S0[i] -> [i - i mod 4] }") {
              schedule.extension "{ [b, t] -> A_in[t, a] : b = 0 and (t = 0 or t = 4 or t = 8) and t + 4 <= a < t + 8; [b, t] -> sync1[] : b = 0 and 0 <= t < 16 and t mod 4 = 0 }" {
                schedule.sequence {
                  schedule.filter "{ A_in[t, a] }" {
                    schedule.band (thread.x "{ A_in[t, a] -> [a mod 4] }") {}
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
      }
    }
  }
}

// -----

// With one half the next tile overwrites the one that is read.
schedule.scop @one_half(%A: memref<16xf32>, out %B: memref<16xf32>) block(4) {
  %A_s = schedule.array shared : memref<4xf32>
  schedule.statement @S0(%i) {
    %0 = affine.load %A_s[3 - %i mod 4] {schedule.for = #schedule.map<"{ S0[i] -> A[3 + i - 2*(i mod 4)] }">} : memref<4xf32>
    affine.store %0, %B[%i] : memref<16xf32>
  }
  schedule.statement @A_pre(%a) {
    %0 = affine.load %A[%a] : memref<16xf32>
    affine.store %0, %A_s[%a] : memref<4xf32>
  }
  schedule.statement @A_in(%t, %a) {
    %0 = affine.load %A[%a] : memref<16xf32>
    // expected-error @below {{S0[3] reads `A_s` for A[0], but A_in[0, 4] wrote A[4] there last}}
    // expected-note @below {{the subscripts of the tile and the element that the access stands for must agree for both}}
    affine.store %0, %A_s[%a mod 4] : memref<4xf32>
  }
  schedule.statement @sync0() {
    gpu.barrier
  }
  schedule.statement @sync1() {
    gpu.barrier
  }
  schedule.domain "{ S0[i] : 0 <= i < 16 }" {
    schedule.band (block.x "{ S0[i] -> [0] }") {
      schedule.extension "{ [b] -> A_pre[a] : b = 0 and 0 <= a < 4; [b] -> sync0[] : b = 0 }" {
        schedule.sequence {
          schedule.filter "{ A_pre[a] }" {
            schedule.band (thread.x "{ A_pre[a] -> [a] }") {}
          }
          schedule.filter "{ sync0[] }" {}
          schedule.filter "{ S0[i] }" {
            schedule.band (sequential "{ S0[i] -> [i - i mod 4] }") {
              schedule.extension "{ [b, t] -> A_in[t, a] : b = 0 and (t = 0 or t = 4 or t = 8) and t + 4 <= a < t + 8; [b, t] -> sync1[] : b = 0 and 0 <= t < 16 and t mod 4 = 0 }" {
                schedule.sequence {
                  schedule.filter "{ A_in[t, a] }" {
                    schedule.band (thread.x "{ A_in[t, a] -> [a mod 4] }") {}
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
      }
    }
  }
}
