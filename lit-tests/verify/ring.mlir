// Buffers of tiles that are copied some iterations before their use.
// RUN: tc-opt %s --split-input-file --verify-diagnostics --pass-pipeline='builtin.module(schedule.scop(schedule-verify))'

// Three buffers, two tiles ahead; each thread reads what it copied, so that no barrier is needed.
schedule.scop @ahead(%A: memref<16xf32>, out %B: memref<16xf32>) grid(1) block(4) {
  %A_s = schedule.array shared : memref<3x4xf32>
  schedule.statement @S0(%i) {
    %0 = affine.load %A_s[%i floordiv 4 mod 3, %i mod 4] {schedule.for = #schedule.map<"{ S0[i] -> A[i] }">} : memref<3x4xf32>
    affine.store %0, %B[%i] : memref<16xf32>
  }
  schedule.statement @A_in(%t, %a) {
    %0 = affine.load %A[%a] : memref<16xf32>
    affine.store %0, %A_s[%t mod 3, %a mod 4] : memref<3x4xf32>
  }
  schedule.domain "{ S0[i] : 0 <= i < 16 }" {
    schedule.band (block.x "{ S0[i] -> [0] }") {
      schedule.extension "{ [b] -> A_in[t, a] : b = 0 and 0 <= t < 4 and 4t <= a < 4t + 4 }" {
        schedule.band (sequential "{ S0[i] -> [floor(i/4)]; A_in[t, a] -> [t - 2] }") {
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


// -----

// Two buffers serve copies two tiles ahead that stand behind the use.
schedule.scop @behind(%A: memref<16xf32>, out %B: memref<16xf32>) grid(1) block(4) {
  %A_s = schedule.array shared : memref<2x4xf32>
  schedule.statement @S0(%i) {
    %0 = affine.load %A_s[%i floordiv 4 mod 2, %i mod 4] {schedule.for = #schedule.map<"{ S0[i] -> A[i] }">} : memref<2x4xf32>
    affine.store %0, %B[%i] : memref<16xf32>
  }
  schedule.statement @A_in(%t, %a) {
    %0 = affine.load %A[%a] : memref<16xf32>
    affine.store %0, %A_s[%t mod 2, %a mod 4] : memref<2x4xf32>
  }
  schedule.domain "{ S0[i] : 0 <= i < 16 }" {
    schedule.band (block.x "{ S0[i] -> [0] }") {
      schedule.extension "{ [b] -> A_in[t, a] : b = 0 and 0 <= t < 4 and 4t <= a < 4t + 4 }" {
        schedule.band (sequential "{ S0[i] -> [floor(i/4)]; A_in[t, a] -> [t - 2] }") {
          schedule.sequence {
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

// In front of the use they overwrite its tile.
schedule.scop @overwritten(%A: memref<16xf32>, out %B: memref<16xf32>) grid(1) block(4) {
  %A_s = schedule.array shared : memref<2x4xf32>
  schedule.statement @S0(%i) {
    %0 = affine.load %A_s[%i floordiv 4 mod 2, %i mod 4] {schedule.for = #schedule.map<"{ S0[i] -> A[i] }">} : memref<2x4xf32>
    affine.store %0, %B[%i] : memref<16xf32>
  }
  schedule.statement @A_in(%t, %a) {
    %0 = affine.load %A[%a] : memref<16xf32>
    // expected-error@below {{S0[0] reads `A_s` for A[0], but A_in[2, 8] wrote A[8] there last}}
    // expected-note@below {{the subscripts of the tile and the element that the access stands for must agree for both}}
    affine.store %0, %A_s[%t mod 2, %a mod 4] : memref<2x4xf32>
  }
  schedule.domain "{ S0[i] : 0 <= i < 16 }" {
    schedule.band (block.x "{ S0[i] -> [0] }") {
      schedule.extension "{ [b] -> A_in[t, a] : b = 0 and 0 <= t < 4 and 4t <= a < 4t + 4 }" {
        schedule.band (sequential "{ S0[i] -> [floor(i/4)]; A_in[t, a] -> [t - 2] }") {
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


// -----

// A tile is copied behind its use, in the same iteration.
schedule.scop @late(%A: memref<16xf32>, out %B: memref<16xf32>) grid(1) block(4) {
  %A_s = schedule.array shared : memref<3x4xf32>
  schedule.statement @S0(%i) {
    // expected-error@below {{S0[0] reads `A_s` for A[0], but nothing has written there before}}
    // expected-note@below {{a tile is filled by a copy, or by a statement that writes all of what is read}}
    %0 = affine.load %A_s[%i floordiv 4 mod 3, %i mod 4] {schedule.for = #schedule.map<"{ S0[i] -> A[i] }">} : memref<3x4xf32>
    affine.store %0, %B[%i] : memref<16xf32>
  }
  schedule.statement @A_in(%t, %a) {
    %0 = affine.load %A[%a] : memref<16xf32>
    affine.store %0, %A_s[%t mod 3, %a mod 4] : memref<3x4xf32>
  }
  schedule.domain "{ S0[i] : 0 <= i < 16 }" {
    schedule.band (block.x "{ S0[i] -> [0] }") {
      schedule.extension "{ [b] -> A_in[t, a] : b = 0 and 0 <= t < 4 and 4t <= a < 4t + 4 }" {
        schedule.band (sequential "{ S0[i] -> [floor(i/4)]; A_in[t, a] -> [t - 0] }") {
          schedule.sequence {
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

// An element changes behind its copy and in front of its use.
schedule.scop @stale(inout %C: memref<16xf32>, out %B: memref<16xf32>) grid(1) block(4) {
  %A_s = schedule.array shared : memref<3x4xf32>
  schedule.statement @S1(%i) {
    %0 = arith.constant 1.0 : f32
    affine.store %0, %C[%i] : memref<16xf32>
  }
  schedule.statement @S0(%i) {
    // expected-error@below {{S0[0] reads `A_s` for C[0], which S1[0] has changed since it was written there}}
    // expected-note@below {{a copy must run between the change and the read, or both must use one tile}}
    %0 = affine.load %A_s[%i floordiv 4 mod 3, %i mod 4] {schedule.for = #schedule.map<"{ S0[i] -> C[i] }">} : memref<3x4xf32>
    affine.store %0, %B[%i] : memref<16xf32>
  }
  schedule.statement @A_in(%t, %a) {
    %0 = affine.load %C[%a] : memref<16xf32>
    affine.store %0, %A_s[%t mod 3, %a mod 4] : memref<3x4xf32>
  }
  schedule.domain "{ S0[i] : 0 <= i < 16; S1[i] : 0 <= i < 16 }" {
    schedule.band (block.x "{ S0[i] -> [0]; S1[i] -> [0] }") {
      schedule.extension "{ [b] -> A_in[t, a] : b = 0 and 0 <= t < 4 and 4t <= a < 4t + 4 }" {
        schedule.band (sequential "{ S0[i] -> [floor(i/4)]; A_in[t, a] -> [t - 2]; S1[i] -> [floor(i/4) - 1] }") {
          schedule.sequence {
            schedule.filter "{ A_in[t, a] }" {
              schedule.band (thread.x "{ A_in[t, a] -> [a mod 4] }") {}
            }
            schedule.filter "{ S1[i] }" {
              schedule.band (thread.x "{ S1[i] -> [i mod 4] }") {}
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

// A copy says that it moves another element than it loads.
schedule.scop @claim(%A: memref<16xf32>, out %B: memref<16xf32>) grid(1) block(4) {
  %A_s = schedule.array shared : memref<3x4xf32>
  schedule.statement @S0(%i) {
    %0 = affine.load %A_s[%i floordiv 4 mod 3, %i mod 4] {schedule.for = #schedule.map<"{ S0[i] -> A[15 - i] }">} : memref<3x4xf32>
    affine.store %0, %B[%i] : memref<16xf32>
  }
  schedule.statement @A_in(%t, %a) {
    // expected-error@below {{A_in[0, 0] reads `A` for A[15], but nothing has written there before}}
    // expected-note@below {{a tile is filled by a copy, or by a statement that writes all of what is read}}
    %0 = affine.load %A[%a] : memref<16xf32>
    affine.store %0, %A_s[%t mod 3, %a mod 4] {schedule.for = #schedule.map<"{ A_in[t, a] -> A[15 - a] }">} : memref<3x4xf32>
  }
  schedule.domain "{ S0[i] : 0 <= i < 16 }" {
    schedule.band (block.x "{ S0[i] -> [0] }") {
      schedule.extension "{ [b] -> A_in[t, a] : b = 0 and 0 <= t < 4 and 4t <= a < 4t + 4 }" {
        schedule.band (sequential "{ S0[i] -> [floor(i/4)]; A_in[t, a] -> [t - 2] }") {
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


// -----

// Each block has buffers of its own: another one copied what this one reads.
schedule.scop @blocks(%A: memref<16xf32>, out %B: memref<16xf32>) grid(2) block(4) {
  %A_s = schedule.array shared : memref<3x4xf32>
  schedule.statement @S0(%i) {
    // expected-error@below {{S0[0] reads `A_s` for A[0], but nothing has written there before}}
    // expected-note@below {{a tile is filled by a copy, or by a statement that writes all of what is read}}
    %0 = affine.load %A_s[%i floordiv 4 mod 3, %i mod 4] {schedule.for = #schedule.map<"{ S0[i] -> A[i] }">} : memref<3x4xf32>
    affine.store %0, %B[%i] : memref<16xf32>
  }
  schedule.statement @A_in(%t, %a) {
    %0 = affine.load %A[%a] : memref<16xf32>
    affine.store %0, %A_s[%t mod 3, %a mod 4] : memref<3x4xf32>
  }
  schedule.domain "{ S0[i] : 0 <= i < 16 }" {
    schedule.band (sequential "{ S0[i] -> [0] }") {
      schedule.extension "{ [b] -> A_in[t, a] : b = 0 and 0 <= t < 4 and 4t <= a < 4t + 4 }" {
        schedule.band (sequential "{ S0[i] -> [floor(i/4)]; A_in[t, a] -> [t - 2] }") {
          schedule.sequence {
            schedule.filter "{ A_in[t, a] }" {
              schedule.band (block.x "{ A_in[t, a] -> [a mod 2] }") {
                schedule.band (thread.x "{ A_in[t, a] -> [a mod 4] }") {}
              }
            }
            schedule.filter "{ S0[i] }" {
              schedule.band (block.x "{ S0[i] -> [1 - i mod 2] }") {
                schedule.band (thread.x "{ S0[i] -> [i mod 4] }") {}
              }
            }
          }
        }
      }
    }
  }
}
