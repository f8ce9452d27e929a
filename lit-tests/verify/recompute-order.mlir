// What is computed again reads what the program reads: nothing is missing yet, and nothing overwritten.
// RUN: tc-opt %s --split-input-file --verify-diagnostics --pass-pipeline='builtin.module(schedule.scop(schedule-verify))'

// The copies read what another statement has written before.
schedule.scop @in_time(%X: memref<10xf32>, out %C: memref<8xf32>) {
  %B = schedule.array temporary : memref<10xf32>
  %B_t = schedule.array shared : memref<6xf32>
  %A = schedule.array temporary : memref<10xf32>
  schedule.statement @P(%i) {
    %0 = affine.load %X[%i] : memref<10xf32>
    affine.store %0, %A[%i] : memref<10xf32>
  }
  schedule.statement @S0(%i) {
    %0 = affine.load %A[%i] : memref<10xf32>
    %1 = arith.mulf %0, %0 : f32
    affine.store %1, %B[%i] : memref<10xf32>
  }
  schedule.statement @S1(%i) {
    %0 = affine.load %B_t[%i mod 4] {schedule.for = #schedule.map<"{ S1[i] -> B[i] }">} : memref<6xf32>
    %1 = affine.load %B_t[%i mod 4 + 1] {schedule.for = #schedule.map<"{ S1[i] -> B[i + 1] }">} : memref<6xf32>
    %2 = affine.load %B_t[%i mod 4 + 2] {schedule.for = #schedule.map<"{ S1[i] -> B[i + 2] }">} : memref<6xf32>
    %3 = arith.addf %0, %1 : f32
    %4 = arith.addf %3, %2 : f32
    affine.store %4, %C[%i] : memref<8xf32>
  }
  schedule.statement @S0_t(%p, %i) recomputes @S0 {
    %0 = affine.load %A[%i] : memref<10xf32>
    %1 = arith.mulf %0, %0 : f32
    affine.store %1, %B_t[%i - %p] {schedule.for = #schedule.map<"{ S0_t[p, i] -> B[i] }">} : memref<6xf32>
  }
  schedule.domain "{ P[i] : 0 <= i < 10; S0[i] : 0 <= i < 10; S1[i] : 0 <= i < 8 }" {
    schedule.filter "{ P[i]; S1[i] }" {
      schedule.sequence {
        schedule.filter "{ P[i] }" {
          schedule.band (coincident "{ P[i] -> [i] }") {}
        }
        schedule.filter "{ S1[i] }" {
          schedule.band tag "tile" tiles(4) (coincident "{ S1[i] -> [i - i mod 4] }") {
            schedule.extension "{ [c] -> S0_t[c, i] : (c = 0 or c = 4) and c <= i < c + 6 }" {
              schedule.sequence {
                schedule.filter "{ S0_t[p, i] }" {
                  schedule.band (coincident "{ S0_t[p, i] -> [i - p] }") {}
                }
                schedule.filter "{ S1[i] }" {
                  schedule.band (coincident "{ S1[i] -> [i mod 4] }") {}
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

// They read it too early.
schedule.scop @too_early(%X: memref<10xf32>, out %C: memref<8xf32>) {
  %B = schedule.array temporary : memref<10xf32>
  %B_t = schedule.array shared : memref<6xf32>
  %A = schedule.array temporary : memref<10xf32>
  schedule.statement @P(%i) {
    %0 = affine.load %X[%i] : memref<10xf32>
    affine.store %0, %A[%i] : memref<10xf32>
  }
  schedule.statement @S0(%i) {
    %0 = affine.load %A[%i] : memref<10xf32>
    %1 = arith.mulf %0, %0 : f32
    affine.store %1, %B[%i] : memref<10xf32>
  }
  schedule.statement @S1(%i) {
    %0 = affine.load %B_t[%i mod 4] {schedule.for = #schedule.map<"{ S1[i] -> B[i] }">} : memref<6xf32>
    %1 = affine.load %B_t[%i mod 4 + 1] {schedule.for = #schedule.map<"{ S1[i] -> B[i + 1] }">} : memref<6xf32>
    %2 = affine.load %B_t[%i mod 4 + 2] {schedule.for = #schedule.map<"{ S1[i] -> B[i + 2] }">} : memref<6xf32>
    %3 = arith.addf %0, %1 : f32
    %4 = arith.addf %3, %2 : f32
    affine.store %4, %C[%i] : memref<8xf32>
  }
  schedule.statement @S0_t(%p, %i) recomputes @S0 {
    %0 = affine.load %A[%i] : memref<10xf32>
    %1 = arith.mulf %0, %0 : f32
    affine.store %1, %B_t[%i - %p] {schedule.for = #schedule.map<"{ S0_t[p, i] -> B[i] }">} : memref<6xf32>
  }
  schedule.domain "{ P[i] : 0 <= i < 10; S0[i] : 0 <= i < 10; S1[i] : 0 <= i < 8 }" {
    schedule.filter "{ P[i]; S1[i] }" {
      // expected-error @below {{the flow dependence P[0] -> S0_t[0, 0] at [0] on `A` is broken: the sequence runs the second instance first}}
      // expected-note @below {{the original order is the text order of the statements, and the order of their indices; loops with several statements run them in turn}}
      schedule.sequence {
        schedule.filter "{ S1[i] }" {
          schedule.band tag "tile" tiles(4) (coincident "{ S1[i] -> [i - i mod 4] }") {
            schedule.extension "{ [c] -> S0_t[c, i] : (c = 0 or c = 4) and c <= i < c + 6 }" {
              schedule.sequence {
                schedule.filter "{ S0_t[p, i] }" {
                  schedule.band (coincident "{ S0_t[p, i] -> [i - p] }") {}
                }
                schedule.filter "{ S1[i] }" {
                  schedule.band (coincident "{ S1[i] -> [i mod 4] }") {}
                }
              }
            }
          }
        }
        schedule.filter "{ P[i] }" {
          schedule.band (coincident "{ P[i] -> [i] }") {}
        }
      }
    }
  }
}

// -----

// They read it after another statement has overwritten it.
schedule.scop @overwritten(inout %A: memref<10xf32>, %X: memref<10xf32>, out %C: memref<8xf32>) {
  %B = schedule.array temporary : memref<10xf32>
  %B_t = schedule.array shared : memref<6xf32>
  schedule.statement @S0(%i) {
    %0 = affine.load %A[%i] : memref<10xf32>
    %1 = arith.mulf %0, %0 : f32
    affine.store %1, %B[%i] : memref<10xf32>
  }
  schedule.statement @P(%i) {
    %0 = affine.load %X[%i] : memref<10xf32>
    affine.store %0, %A[%i] : memref<10xf32>
  }
  schedule.statement @S1(%i) {
    %0 = affine.load %B_t[%i mod 4] {schedule.for = #schedule.map<"{ S1[i] -> B[i] }">} : memref<6xf32>
    %1 = affine.load %B_t[%i mod 4 + 1] {schedule.for = #schedule.map<"{ S1[i] -> B[i + 1] }">} : memref<6xf32>
    %2 = affine.load %B_t[%i mod 4 + 2] {schedule.for = #schedule.map<"{ S1[i] -> B[i + 2] }">} : memref<6xf32>
    %3 = arith.addf %0, %1 : f32
    %4 = arith.addf %3, %2 : f32
    affine.store %4, %C[%i] : memref<8xf32>
  }
  schedule.statement @S0_t(%p, %i) recomputes @S0 {
    %0 = affine.load %A[%i] : memref<10xf32>
    %1 = arith.mulf %0, %0 : f32
    affine.store %1, %B_t[%i - %p] {schedule.for = #schedule.map<"{ S0_t[p, i] -> B[i] }">} : memref<6xf32>
  }
  schedule.domain "{ P[i] : 0 <= i < 10; S0[i] : 0 <= i < 10; S1[i] : 0 <= i < 8 }" {
    schedule.filter "{ P[i]; S1[i] }" {
      // expected-error @below {{the anti dependence S0_t[0, 0] at [0] -> P[0] on `A` is broken: the sequence runs the second instance first}}
      // expected-note @below {{the original order is the text order of the statements, and the order of their indices; loops with several statements run them in turn}}
      schedule.sequence {
        schedule.filter "{ P[i] }" {
          schedule.band (coincident "{ P[i] -> [i] }") {}
        }
        schedule.filter "{ S1[i] }" {
          schedule.band tag "tile" tiles(4) (coincident "{ S1[i] -> [i - i mod 4] }") {
            schedule.extension "{ [c] -> S0_t[c, i] : (c = 0 or c = 4) and c <= i < c + 6 }" {
              schedule.sequence {
                schedule.filter "{ S0_t[p, i] }" {
                  schedule.band (coincident "{ S0_t[p, i] -> [i - p] }") {}
                }
                schedule.filter "{ S1[i] }" {
                  schedule.band (coincident "{ S1[i] -> [i mod 4] }") {}
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

// Before that, they may run.
schedule.scop @not_yet_overwritten(inout %A: memref<10xf32>, %X: memref<10xf32>, out %C: memref<8xf32>) {
  %B = schedule.array temporary : memref<10xf32>
  %B_t = schedule.array shared : memref<6xf32>
  schedule.statement @S0(%i) {
    %0 = affine.load %A[%i] : memref<10xf32>
    %1 = arith.mulf %0, %0 : f32
    affine.store %1, %B[%i] : memref<10xf32>
  }
  schedule.statement @P(%i) {
    %0 = affine.load %X[%i] : memref<10xf32>
    affine.store %0, %A[%i] : memref<10xf32>
  }
  schedule.statement @S1(%i) {
    %0 = affine.load %B_t[%i mod 4] {schedule.for = #schedule.map<"{ S1[i] -> B[i] }">} : memref<6xf32>
    %1 = affine.load %B_t[%i mod 4 + 1] {schedule.for = #schedule.map<"{ S1[i] -> B[i + 1] }">} : memref<6xf32>
    %2 = affine.load %B_t[%i mod 4 + 2] {schedule.for = #schedule.map<"{ S1[i] -> B[i + 2] }">} : memref<6xf32>
    %3 = arith.addf %0, %1 : f32
    %4 = arith.addf %3, %2 : f32
    affine.store %4, %C[%i] : memref<8xf32>
  }
  schedule.statement @S0_t(%p, %i) recomputes @S0 {
    %0 = affine.load %A[%i] : memref<10xf32>
    %1 = arith.mulf %0, %0 : f32
    affine.store %1, %B_t[%i - %p] {schedule.for = #schedule.map<"{ S0_t[p, i] -> B[i] }">} : memref<6xf32>
  }
  schedule.domain "{ P[i] : 0 <= i < 10; S0[i] : 0 <= i < 10; S1[i] : 0 <= i < 8 }" {
    schedule.filter "{ P[i]; S1[i] }" {
      schedule.sequence {
        schedule.filter "{ S1[i] }" {
          schedule.band tag "tile" tiles(4) (coincident "{ S1[i] -> [i - i mod 4] }") {
            schedule.extension "{ [c] -> S0_t[c, i] : (c = 0 or c = 4) and c <= i < c + 6 }" {
              schedule.sequence {
                schedule.filter "{ S0_t[p, i] }" {
                  schedule.band (coincident "{ S0_t[p, i] -> [i - p] }") {}
                }
                schedule.filter "{ S1[i] }" {
                  schedule.band (coincident "{ S1[i] -> [i mod 4] }") {}
                }
              }
            }
          }
        }
        schedule.filter "{ P[i] }" {
          schedule.band (coincident "{ P[i] -> [i] }") {}
        }
      }
    }
  }
}

// -----

// The tile needs what a later tile of the producer's producer writes.
schedule.scop @later_tile(%X: memref<10xf32>, out %C: memref<8xf32>) {
  %B = schedule.array temporary : memref<10xf32>
  %B_t = schedule.array shared : memref<6xf32>
  %A = schedule.array temporary : memref<10xf32>
  schedule.statement @P(%i) {
    %0 = affine.load %X[%i] : memref<10xf32>
    affine.store %0, %A[%i] : memref<10xf32>
  }
  schedule.statement @S0(%i) {
    %0 = affine.load %A[%i] : memref<10xf32>
    %1 = arith.mulf %0, %0 : f32
    affine.store %1, %B[%i] : memref<10xf32>
  }
  schedule.statement @S1(%i) {
    %0 = affine.load %B_t[%i mod 4] {schedule.for = #schedule.map<"{ S1[i] -> B[i] }">} : memref<6xf32>
    %1 = affine.load %B_t[%i mod 4 + 1] {schedule.for = #schedule.map<"{ S1[i] -> B[i + 1] }">} : memref<6xf32>
    %2 = affine.load %B_t[%i mod 4 + 2] {schedule.for = #schedule.map<"{ S1[i] -> B[i + 2] }">} : memref<6xf32>
    %3 = arith.addf %0, %1 : f32
    %4 = arith.addf %3, %2 : f32
    affine.store %4, %C[%i] : memref<8xf32>
  }
  schedule.statement @S0_t(%p, %i) recomputes @S0 {
    %0 = affine.load %A[%i] : memref<10xf32>
    %1 = arith.mulf %0, %0 : f32
    affine.store %1, %B_t[%i - %p] {schedule.for = #schedule.map<"{ S0_t[p, i] -> B[i] }">} : memref<6xf32>
  }
  schedule.domain "{ P[i] : 0 <= i < 10; S0[i] : 0 <= i < 10; S1[i] : 0 <= i < 8 }" {
    schedule.filter "{ P[i]; S1[i] }" {
      // expected-error @below {{the flow dependence P[4] -> S0_t[0, 4] at [0] on `A` is broken: band member 0 runs the second instance first}}
      // expected-note @below {{the original order is the text order of the statements, and the order of their indices; loops with several statements run them in turn}}
      schedule.band tag "tile" tiles(4) (sequential "{ P[i] -> [i - i mod 4]; S1[i] -> [i - i mod 4] }") {
        schedule.extension "{ [c] -> S0_t[c, i] : (c = 0 or c = 4) and c <= i < c + 6 }" {
          schedule.sequence {
            schedule.filter "{ P[i] }" {
              schedule.band (coincident "{ P[i] -> [i mod 4] }") {}
            }
            schedule.filter "{ S0_t[p, i] }" {
              schedule.band (coincident "{ S0_t[p, i] -> [i - p] }") {}
            }
            schedule.filter "{ S1[i] }" {
              schedule.band (coincident "{ S1[i] -> [i mod 4] }") {}
            }
          }
        }
      }
    }
  }
}
