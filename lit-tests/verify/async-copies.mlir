// Copies that go on by themselves: what touches their elements waits for them.
// RUN: tc-opt %s --split-input-file --verify-diagnostics --pass-pipeline='builtin.module(schedule.scop(schedule-verify))'


// -----

// Two tiles ahead, three buffers: the wait of iteration t leaves the copies of tile t + 1.
schedule.scop @two_ahead(%A: memref<16xf32>, out %B: memref<16xf32>) grid(1) block(4) {
  %A_s = schedule.array shared : memref<3x4xf32>
  schedule.statement @S0(%i) {
    %0 = affine.load %A_s[%i floordiv 4 mod 3, 3 - %i mod 4] {schedule.for = #schedule.map<"{ S0[i] -> A[3 + i - 2*(i mod 4)] }">} : memref<3x4xf32>
    affine.store %0, %B[%i] : memref<16xf32>
  }
  schedule.statement @A_in(%t, %a) async {
    %0 = affine.load %A[%a] : memref<16xf32>
    affine.store %0, %A_s[%t mod 3, %a mod 4] : memref<3x4xf32>
  }
  schedule.statement @wait0(%t) {
    schedule.wait 1
  }
  schedule.statement @sync0(%t) {
    gpu.barrier
  }
  schedule.domain "{ S0[i] : 0 <= i < 16 }" {
    schedule.band (block.x "{ S0[i] -> [0] }") {
      schedule.extension "{ [b] -> A_in[t, a] : b = 0 and 0 <= t < 4 and 4t <= a < 4t + 4; [b] -> wait0[t] : b = 0 and -2 <= t < 4; [b] -> sync0[t] : b = 0 and -2 <= t < 4 }" {
        schedule.band (sequential "{ S0[i] -> [floor(i/4)]; A_in[t, a] -> [t - 2]; wait0[t] -> [t]; sync0[t] -> [t] }") {
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

// One tile ahead, two buffers.
schedule.scop @one_ahead(%A: memref<16xf32>, out %B: memref<16xf32>) grid(1) block(4) {
  %A_s = schedule.array shared : memref<2x4xf32>
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

// Copies behind their use in the iteration, one tile ahead, two buffers.
schedule.scop @behind(%A: memref<16xf32>, out %B: memref<16xf32>) grid(1) block(4) {
  %A_s = schedule.array shared : memref<2x4xf32>
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
            schedule.filter "{ S0[i] }" {
              schedule.band (thread.x "{ S0[i] -> [i mod 4] }") {}
            }
            schedule.filter "{ A_in[t, a] }" {
              schedule.band (thread.x "{ A_in[t, a] -> [a mod 4] }") {}
            }
          }
        }
      }
    }
  }
}


// -----

// The wait leaves two groups, so that tile t may be on its way.
schedule.scop @too_many_left(%A: memref<16xf32>, out %B: memref<16xf32>) grid(1) block(4) {
  %A_s = schedule.array shared : memref<3x4xf32>
  schedule.statement @S0(%i) {
    %0 = affine.load %A_s[%i floordiv 4 mod 3, 3 - %i mod 4] {schedule.for = #schedule.map<"{ S0[i] -> A[3 + i - 2*(i mod 4)] }">} : memref<3x4xf32>
    affine.store %0, %B[%i] : memref<16xf32>
  }
  schedule.statement @A_in(%t, %a) async {
    %0 = affine.load %A[%a] : memref<16xf32>
    affine.store %0, %A_s[%t mod 3, %a mod 4] : memref<3x4xf32>
  }
  schedule.statement @wait0(%t) {
    schedule.wait 2
  }
  schedule.statement @sync0(%t) {
    gpu.barrier
  }
  schedule.domain "{ S0[i] : 0 <= i < 16 }" {
    schedule.band (block.x "{ S0[i] -> [0] }") {
      schedule.extension "{ [b] -> A_in[t, a] : b = 0 and 0 <= t < 4 and 4t <= a < 4t + 4; [b] -> wait0[t] : b = 0 and -2 <= t < 6; [b] -> sync0[t] : b = 0 and -2 <= t < 6 }" {
        schedule.band (sequential "{ S0[i] -> [floor(i/4)]; A_in[t, a] -> [t - 2]; wait0[t] -> [t]; sync0[t] -> [t] }") {
          schedule.sequence {
            schedule.filter "{ wait0[t] }" {}
            schedule.filter "{ sync0[t] }" {}
            schedule.filter "{ A_in[t, a] }" {
              schedule.band (thread.x "{ A_in[t, a] -> [a mod 4] }") {}
            }
            schedule.filter "{ S0[i] }" {
              // expected-error@below {{A_in[0, 0] -> S0[3] on `A_s`: the second one does not wait for the copy, which goes on after the first}}
              // expected-note@below {{between them must be the `schedule.wait` that covers the copy, then a barrier of the block}}
              schedule.band (thread.x "{ S0[i] -> [i mod 4] }") {}
            }
          }
        }
      }
    }
  }
}


// -----

// Before the first use there are no waits, so that the first two tiles are one group.
schedule.scop @one_group(%A: memref<16xf32>, out %B: memref<16xf32>) grid(1) block(4) {
  %A_s = schedule.array shared : memref<3x4xf32>
  schedule.statement @S0(%i) {
    %0 = affine.load %A_s[%i floordiv 4 mod 3, 3 - %i mod 4] {schedule.for = #schedule.map<"{ S0[i] -> A[3 + i - 2*(i mod 4)] }">} : memref<3x4xf32>
    affine.store %0, %B[%i] : memref<16xf32>
  }
  schedule.statement @A_in(%t, %a) async {
    %0 = affine.load %A[%a] : memref<16xf32>
    affine.store %0, %A_s[%t mod 3, %a mod 4] : memref<3x4xf32>
  }
  schedule.statement @wait0(%t) {
    schedule.wait 1
  }
  schedule.statement @sync0(%t) {
    gpu.barrier
  }
  schedule.domain "{ S0[i] : 0 <= i < 16 }" {
    schedule.band (block.x "{ S0[i] -> [0] }") {
      schedule.extension "{ [b] -> A_in[t, a] : b = 0 and 0 <= t < 4 and 4t <= a < 4t + 4; [b] -> wait0[t] : b = 0 and 0 <= t < 4; [b] -> sync0[t] : b = 0 and -2 <= t < 4 }" {
        schedule.band (sequential "{ S0[i] -> [floor(i/4)]; A_in[t, a] -> [t - 2]; wait0[t] -> [t]; sync0[t] -> [t] }") {
          schedule.sequence {
            schedule.filter "{ wait0[t] }" {}
            schedule.filter "{ sync0[t] }" {}
            schedule.filter "{ A_in[t, a] }" {
              schedule.band (thread.x "{ A_in[t, a] -> [a mod 4] }") {}
            }
            schedule.filter "{ S0[i] }" {
              // expected-error@below {{A_in[0, 0] -> S0[3] on `A_s`: the second one does not wait for the copy, which goes on after the first}}
              // expected-note@below {{between them must be the `schedule.wait` that covers the copy, then a barrier of the block}}
              schedule.band (thread.x "{ S0[i] -> [i mod 4] }") {}
            }
          }
        }
      }
    }
  }
}


// -----

// No wait in the last iteration.
schedule.scop @last(%A: memref<16xf32>, out %B: memref<16xf32>) grid(1) block(4) {
  %A_s = schedule.array shared : memref<3x4xf32>
  schedule.statement @S0(%i) {
    %0 = affine.load %A_s[%i floordiv 4 mod 3, 3 - %i mod 4] {schedule.for = #schedule.map<"{ S0[i] -> A[3 + i - 2*(i mod 4)] }">} : memref<3x4xf32>
    affine.store %0, %B[%i] : memref<16xf32>
  }
  schedule.statement @A_in(%t, %a) async {
    %0 = affine.load %A[%a] : memref<16xf32>
    affine.store %0, %A_s[%t mod 3, %a mod 4] : memref<3x4xf32>
  }
  schedule.statement @wait0(%t) {
    schedule.wait 1
  }
  schedule.statement @sync0(%t) {
    gpu.barrier
  }
  schedule.domain "{ S0[i] : 0 <= i < 16 }" {
    schedule.band (block.x "{ S0[i] -> [0] }") {
      schedule.extension "{ [b] -> A_in[t, a] : b = 0 and 0 <= t < 4 and 4t <= a < 4t + 4; [b] -> wait0[t] : b = 0 and -2 <= t < 3; [b] -> sync0[t] : b = 0 and -2 <= t < 4 }" {
        schedule.band (sequential "{ S0[i] -> [floor(i/4)]; A_in[t, a] -> [t - 2]; wait0[t] -> [t]; sync0[t] -> [t] }") {
          schedule.sequence {
            schedule.filter "{ wait0[t] }" {}
            schedule.filter "{ sync0[t] }" {}
            schedule.filter "{ A_in[t, a] }" {
              // expected-error@below {{no wait covers A_in[3, 12], or no barrier follows that wait}}
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

// The barrier stands in front of the wait: a thread knows of its own copies only.
schedule.scop @barrier_first(%A: memref<16xf32>, out %B: memref<16xf32>) grid(1) block(4) {
  %A_s = schedule.array shared : memref<3x4xf32>
  schedule.statement @S0(%i) {
    %0 = affine.load %A_s[%i floordiv 4 mod 3, 3 - %i mod 4] {schedule.for = #schedule.map<"{ S0[i] -> A[3 + i - 2*(i mod 4)] }">} : memref<3x4xf32>
    affine.store %0, %B[%i] : memref<16xf32>
  }
  schedule.statement @A_in(%t, %a) async {
    %0 = affine.load %A[%a] : memref<16xf32>
    affine.store %0, %A_s[%t mod 3, %a mod 4] : memref<3x4xf32>
  }
  schedule.statement @wait0(%t) {
    schedule.wait 1
  }
  schedule.statement @sync0(%t) {
    gpu.barrier
  }
  schedule.domain "{ S0[i] : 0 <= i < 16 }" {
    schedule.band (block.x "{ S0[i] -> [0] }") {
      schedule.extension "{ [b] -> A_in[t, a] : b = 0 and 0 <= t < 4 and 4t <= a < 4t + 4; [b] -> wait0[t] : b = 0 and -2 <= t < 6; [b] -> sync0[t] : b = 0 and -2 <= t < 6 }" {
        schedule.band (sequential "{ S0[i] -> [floor(i/4)]; A_in[t, a] -> [t - 2]; wait0[t] -> [t]; sync0[t] -> [t] }") {
          schedule.sequence {
            schedule.filter "{ sync0[t] }" {}
            schedule.filter "{ wait0[t] }" {}
            schedule.filter "{ A_in[t, a] }" {
              schedule.band (thread.x "{ A_in[t, a] -> [a mod 4] }") {}
            }
            schedule.filter "{ S0[i] }" {
              // expected-error@below {{A_in[0, 0] -> S0[3] on `A_s`: the second one does not wait for the copy, which goes on after the first}}
              // expected-note@below {{between them must be the `schedule.wait` that covers the copy, then a barrier of the block}}
              schedule.band (thread.x "{ S0[i] -> [i mod 4] }") {}
            }
          }
        }
      }
    }
  }
}


// -----

// The wait at the end of the iteration serves the next one.
schedule.scop @at_the_end(%A: memref<16xf32>, out %B: memref<16xf32>) grid(1) block(4) {
  %A_s = schedule.array shared : memref<2x4xf32>
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
            schedule.filter "{ sync0[t] }" {}
            schedule.filter "{ A_in[t, a] }" {
              schedule.band (thread.x "{ A_in[t, a] -> [a mod 4] }") {}
            }
            schedule.filter "{ S0[i] }" {
              schedule.band (thread.x "{ S0[i] -> [i mod 4] }") {}
            }
            schedule.filter "{ wait0[t] }" {}
          }
        }
      }
    }
  }
}


// -----

// No wait at all.
schedule.scop @uncovered(%A: memref<16xf32>, out %B: memref<16xf32>) grid(1) block(4) {
  %A_s = schedule.array shared : memref<2x4xf32>
  schedule.statement @S0(%i) {
    %0 = affine.load %A_s[%i floordiv 4 mod 2, 3 - %i mod 4] {schedule.for = #schedule.map<"{ S0[i] -> A[3 + i - 2*(i mod 4)] }">} : memref<2x4xf32>
    affine.store %0, %B[%i] : memref<16xf32>
  }
  schedule.statement @A_in(%t, %a) async {
    %0 = affine.load %A[%a] : memref<16xf32>
    affine.store %0, %A_s[%t mod 2, %a mod 4] : memref<2x4xf32>
  }
  schedule.statement @wait0(%t) {
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
              // expected-error@below {{no wait covers the copies of A_in}}
              // expected-note@below {{expected a statement with `schedule.wait` beside them in a sequence}}
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

// What is computed is no copy, asynchronous or not.
schedule.scop @summed(%A: memref<16xf32>, out %B: memref<16xf32>) grid(1) block(4) {
  %A_s = schedule.array shared : memref<2x4xf32>
  schedule.statement @S0(%i) {
    %0 = affine.load %A_s[%i floordiv 4 mod 2, 3 - %i mod 4] {schedule.for = #schedule.map<"{ S0[i] -> A[3 + i - 2*(i mod 4)] }">} : memref<2x4xf32>
    affine.store %0, %B[%i] : memref<16xf32>
  }
  schedule.statement @A_in(%t, %a) async {
    %c = affine.load %A[%a] : memref<16xf32>
    %0 = arith.addf %c, %c : f32
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
      // expected-error@below {{A_in is added by an extension, and is neither a barrier nor a copy: one load, and one store of the loaded value}}
      // expected-note@below {{a statement that changes values belongs in the domain}}
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

// A copy that happens at its place needs no wait.
schedule.scop @plain(%A: memref<16xf32>, out %B: memref<16xf32>) grid(1) block(4) {
  %A_s = schedule.array shared : memref<2x4xf32>
  schedule.statement @S0(%i) {
    %0 = affine.load %A_s[%i floordiv 4 mod 2, 3 - %i mod 4] {schedule.for = #schedule.map<"{ S0[i] -> A[3 + i - 2*(i mod 4)] }">} : memref<2x4xf32>
    affine.store %0, %B[%i] : memref<16xf32>
  }
  schedule.statement @A_in(%t, %a) {
    %0 = affine.load %A[%a] : memref<16xf32>
    affine.store %0, %A_s[%t mod 2, %a mod 4] : memref<2x4xf32>
  }
  schedule.statement @wait0(%t) {
    schedule.wait 7
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
