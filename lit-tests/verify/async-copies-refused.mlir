// What is refused of asynchronous copies without a question of time.
// RUN: tc-opt %s --split-input-file --verify-diagnostics --pass-pipeline='builtin.module(schedule.scop(schedule-verify))'
// Only shared memory is filled by copies that go on by themselves.
// expected-error@below {{A_in cannot be `async`: expected a copy of one element from global to shared memory}}
schedule.scop @global(%A: memref<16xf32>, out %B: memref<16xf32>) grid(1) block(4) {
  %A_s = schedule.array temporary : memref<2x4xf32>
  schedule.statement @S0(%i) {
    %0 = affine.load %A_s[%i floordiv 4 mod 2, 3 - %i mod 4] {schedule.for = #schedule.map<"{ S0[i] -> A[3 + i - 2*(i mod 4)] }">} : memref<2x4xf32>
    affine.store %0, %B[%i] : memref<16xf32>
  }
  schedule.statement @A_in(%t, %a) async {
    %0 = affine.load %A[%a] : memref<16xf32>
    affine.store %0, %A_s[%t mod 2, %a mod 4] : memref<2x4xf32>
  }
  schedule.statement @wait0(%t) {
    schedule.wait 0
  }
  schedule.statement @sync0(%t) {
    gpu.barrier
  }
  schedule.domain "{ S0[i] : 0 <= i < 16 }" {
    schedule.band (block.x "{ S0[i] -> [0] }") {
      schedule.extension "{ [b] -> A_in[t, a] : b = 0 and 0 <= t < 4 and 4t <= a < 4t + 4; [b] -> wait0[t] : b = 0 and -1 <= t < 4; [b] -> sync0[t] : b = 0 and -1 <= t < 4 }" {
        schedule.band (sequential "{ S0[i] -> [floor(i/4)]; A_in[t, a] -> [t - 1]; wait0[t] -> [t]; sync0[t] -> [t] }") {
          schedule.sequence {
            schedule.filter "{ wait0[t] }" {}
            schedule.filter "{ sync0[t] }" {}
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


// -----

// Two copies write one element.
schedule.scop @twice(%A: memref<16xf32>, out %B: memref<16xf32>) grid(1) block(4) {
  %A_s = schedule.array shared : memref<2x4xf32>
  schedule.statement @S0(%i) {
    %0 = affine.load %A_s[%i floordiv 4 mod 2, 3 - %i mod 4] {schedule.for = #schedule.map<"{ S0[i] -> A[3 + i - 2*(i mod 4)] }">} : memref<2x4xf32>
    affine.store %0, %B[%i] : memref<16xf32>
  }
  schedule.statement @A_in(%t, %a, %r) async {
    %0 = affine.load %A[%a] : memref<16xf32>
    affine.store %0, %A_s[%t mod 2, %a mod 4] : memref<2x4xf32>
  }
  schedule.statement @wait0(%t) {
    schedule.wait 0
  }
  schedule.statement @sync0(%t) {
    gpu.barrier
  }
  schedule.domain "{ S0[i] : 0 <= i < 16 }" {
    schedule.band (block.x "{ S0[i] -> [0] }") {
      schedule.extension "{ [b] -> A_in[t, a, r] : b = 0 and 0 <= t < 4 and 4t <= a < 4t + 4 and 0 <= r < 2; [b] -> wait0[t] : b = 0 and -1 <= t < 4; [b] -> sync0[t] : b = 0 and -1 <= t < 4 }" {
        schedule.band (sequential "{ S0[i] -> [floor(i/4)]; A_in[t, a, r] -> [t - 1]; wait0[t] -> [t]; sync0[t] -> [t] }") {
          schedule.sequence {
            schedule.filter "{ wait0[t] }" {}
            schedule.filter "{ sync0[t] }" {}
            schedule.filter "{ A_in[t, a, r] }" {
              // expected-error@below {{two copies of A_in write one element at one time}}
              schedule.band (thread.x "{ A_in[t, a, r] -> [a mod 4] }") {}
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


// -----

// A wait and a barrier are two statements.
schedule.scop @mixed(%A: memref<16xf32>, out %B: memref<16xf32>) grid(1) block(4) {
  %A_s = schedule.array shared : memref<2x4xf32>
  schedule.statement @S0(%i) {
    %0 = affine.load %A_s[%i floordiv 4 mod 2, 3 - %i mod 4] {schedule.for = #schedule.map<"{ S0[i] -> A[3 + i - 2*(i mod 4)] }">} : memref<2x4xf32>
    affine.store %0, %B[%i] : memref<16xf32>
  }
  schedule.statement @A_in(%t, %a) async {
    %0 = affine.load %A[%a] : memref<16xf32>
    affine.store %0, %A_s[%t mod 2, %a mod 4] : memref<2x4xf32>
  }
  // expected-error@below {{a statement with a wait does nothing else, found other operations}}
  // expected-note@below {{put the wait into a statement of its own}}
  schedule.statement @wait0(%t) {
    schedule.wait 0
    gpu.barrier
  }
  schedule.statement @sync0(%t) {
    gpu.barrier
  }
  schedule.domain "{ S0[i] : 0 <= i < 16 }" {
    schedule.band (block.x "{ S0[i] -> [0] }") {
      schedule.extension "{ [b] -> A_in[t, a] : b = 0 and 0 <= t < 4 and 4t <= a < 4t + 4; [b] -> wait0[t] : b = 0 and -1 <= t < 4; [b] -> sync0[t] : b = 0 and -1 <= t < 4 }" {
        schedule.band (sequential "{ S0[i] -> [floor(i/4)]; A_in[t, a] -> [t - 1]; wait0[t] -> [t]; sync0[t] -> [t] }") {
          schedule.sequence {
            schedule.filter "{ wait0[t] }" {}
            schedule.filter "{ sync0[t] }" {}
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


// -----

// The last tile is used behind the loop, by the thread that copied it.
schedule.scop @outside(%A: memref<16xf32>, out %C: memref<4xf32>, out %B: memref<16xf32>) grid(1) block(4) {
  %A_s = schedule.array shared : memref<2x4xf32>
  schedule.statement @S0(%i) {
    %0 = affine.load %A_s[%i floordiv 4 mod 2, 3 - %i mod 4] {schedule.for = #schedule.map<"{ S0[i] -> A[3 + i - 2*(i mod 4)] }">} : memref<2x4xf32>
    affine.store %0, %B[%i] : memref<16xf32>
  }
  schedule.statement @A_in(%t, %a) async {
    %0 = affine.load %A[%a] : memref<16xf32>
    affine.store %0, %A_s[%t mod 2, %a mod 4] : memref<2x4xf32>
  }
  schedule.statement @S1(%i) {
    %0 = affine.load %A_s[1, %i] {schedule.for = #schedule.map<"{ S1[i] -> A[12 + i] }">} : memref<2x4xf32>
    affine.store %0, %C[%i] : memref<4xf32>
  }
  schedule.statement @wait0(%t) {
    schedule.wait 0
  }
  schedule.statement @sync0(%t) {
    gpu.barrier
  }
  schedule.domain "{ S0[i] : 0 <= i < 16; S1[i] : 0 <= i < 4 }" {
    schedule.band (block.x "{ S0[i] -> [0]; S1[i] -> [0] }") {
      schedule.extension "{ [b] -> A_in[t, a] : b = 0 and 0 <= t < 4 and 4t <= a < 4t + 4; [b] -> wait0[t] : b = 0 and -1 <= t < 4; [b] -> sync0[t] : b = 0 and -1 <= t < 4 }" {
        schedule.sequence {
          schedule.filter "{ S0[i]; A_in[t, a]; wait0[t]; sync0[t] }" {
            schedule.band (sequential "{ S0[i] -> [floor(i/4)]; A_in[t, a] -> [t - 1]; wait0[t] -> [t]; sync0[t] -> [t] }") {
              schedule.sequence {
                schedule.filter "{ wait0[t] }" {}
                schedule.filter "{ sync0[t] }" {}
                schedule.filter "{ A_in[t, a] }" {
                  schedule.band (thread.x "{ A_in[t, a] -> [a mod 4] }") {}
                }
                schedule.filter "{ S0[i] }" {
                  schedule.band (thread.x "{ S0[i] -> [i mod 4] }") {}
                }
              }
            }
          }
          schedule.filter "{ S1[i] }" {
            // expected-error@below {{`A_s`, which A_in fills while the loop goes on, is used outside of the loop}}
            schedule.band (thread.x "{ S1[i] -> [i] }") {}
          }
        }
      }
    }
  }
}
