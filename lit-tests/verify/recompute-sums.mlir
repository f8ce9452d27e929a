// What is computed again: sums, threads of a block, and copies that read what other copies compute.
// RUN: tc-opt %s --split-input-file --verify-diagnostics --pass-pipeline='builtin.module(schedule.scop(schedule-verify))'

// A sum is copied with its start and all its terms, in the order of the program.
schedule.scop @sum(%A: memref<10x3xf32>, out %C: memref<8xf32>) {
  %B = schedule.array temporary : memref<10xf32>
  %B_t = schedule.array shared : memref<6xf32>
  schedule.statement @Z(%i) {
    %0 = arith.constant 0.0 : f32
    affine.store %0, %B[%i] : memref<10xf32>
  }
  schedule.statement @R(%i, %k) reduces add {
    %0 = affine.load %B[%i] : memref<10xf32>
    %1 = affine.load %A[%i, %k] : memref<10x3xf32>
    %2 = arith.addf %0, %1 : f32
    affine.store %2, %B[%i] : memref<10xf32>
  }
  schedule.statement @S1(%i) {
    %0 = affine.load %B_t[%i mod 4] {schedule.for = #schedule.map<"{ S1[i] -> B[i] }">} : memref<6xf32>
    %1 = affine.load %B_t[%i mod 4 + 1] {schedule.for = #schedule.map<"{ S1[i] -> B[i + 1] }">} : memref<6xf32>
    %2 = affine.load %B_t[%i mod 4 + 2] {schedule.for = #schedule.map<"{ S1[i] -> B[i + 2] }">} : memref<6xf32>
    %3 = arith.addf %0, %1 : f32
    %4 = arith.addf %3, %2 : f32
    affine.store %4, %C[%i] : memref<8xf32>
  }
  schedule.statement @Z_t(%p, %i) recomputes @Z {
    %0 = arith.constant 0.0 : f32
    affine.store %0, %B_t[%i - %p] {schedule.for = #schedule.map<"{ Z_t[p, i] -> B[i] }">} : memref<6xf32>
  }
  schedule.statement @R_t(%p, %i, %k) reduces add recomputes @R {
    %0 = affine.load %B_t[%i - %p] {schedule.for = #schedule.map<"{ R_t[p, i, k] -> B[i] }">} : memref<6xf32>
    %1 = affine.load %A[%i, %k] : memref<10x3xf32>
    %2 = arith.addf %0, %1 : f32
    affine.store %2, %B_t[%i - %p] {schedule.for = #schedule.map<"{ R_t[p, i, k] -> B[i] }">} : memref<6xf32>
  }
  schedule.domain "{ Z[i] : 0 <= i < 10; R[i, k] : 0 <= i < 10 and 0 <= k < 3; S1[i] : 0 <= i < 8 }" {
    schedule.filter "{ S1[i] }" {
      schedule.band tag "tile" tiles(4) (parallel coincident "{ S1[i] -> [i - i mod 4] }") {
        schedule.extension "{ [c] -> Z_t[c, i] : (c = 0 or c = 4) and c <= i < c + 6; [c] -> R_t[c, i, k] : (c = 0 or c = 4) and c <= i < c + 6 and 0 <= k < 3 }" {
          schedule.sequence {
            schedule.filter "{ Z_t[p, i] }" {
              schedule.band (coincident "{ Z_t[p, i] -> [i - p] }") {}
            }
            schedule.filter "{ R_t[p, i, k] }" {
              schedule.band (coincident "{ R_t[p, i, k] -> [i - p] }") {
                schedule.band ("{ R_t[p, i, k] -> [k] }") {}
              }
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

// -----

// Its start is missing.
schedule.scop @no_start(%A: memref<10x3xf32>, out %C: memref<8xf32>) {
  %B = schedule.array temporary : memref<10xf32>
  %B_t = schedule.array shared : memref<6xf32>
  schedule.statement @Z(%i) {
    %0 = arith.constant 0.0 : f32
    affine.store %0, %B[%i] : memref<10xf32>
  }
  schedule.statement @R(%i, %k) reduces add {
    %0 = affine.load %B[%i] : memref<10xf32>
    %1 = affine.load %A[%i, %k] : memref<10x3xf32>
    %2 = arith.addf %0, %1 : f32
    affine.store %2, %B[%i] : memref<10xf32>
  }
  schedule.statement @S1(%i) {
    %0 = affine.load %B_t[%i mod 4] {schedule.for = #schedule.map<"{ S1[i] -> B[i] }">} : memref<6xf32>
    %1 = affine.load %B_t[%i mod 4 + 1] {schedule.for = #schedule.map<"{ S1[i] -> B[i + 1] }">} : memref<6xf32>
    %2 = affine.load %B_t[%i mod 4 + 2] {schedule.for = #schedule.map<"{ S1[i] -> B[i + 2] }">} : memref<6xf32>
    %3 = arith.addf %0, %1 : f32
    %4 = arith.addf %3, %2 : f32
    affine.store %4, %C[%i] : memref<8xf32>
  }
  schedule.statement @Z_t(%p, %i) recomputes @Z {
    %0 = arith.constant 0.0 : f32
    affine.store %0, %B_t[%i - %p] {schedule.for = #schedule.map<"{ Z_t[p, i] -> B[i] }">} : memref<6xf32>
  }
  schedule.statement @R_t(%p, %i, %k) reduces add recomputes @R {
    // expected-error @below {{R_t[0, 0, 0] at [0] reads `B_t` for B[0]: nothing has written there before, and Z[0] in the program}}
    // expected-note @below {{an extension adds copies of all instances that its tile needs, and each runs once there, in the order of the program}}
    %0 = affine.load %B_t[%i - %p] {schedule.for = #schedule.map<"{ R_t[p, i, k] -> B[i] }">} : memref<6xf32>
    %1 = affine.load %A[%i, %k] : memref<10x3xf32>
    %2 = arith.addf %0, %1 : f32
    affine.store %2, %B_t[%i - %p] {schedule.for = #schedule.map<"{ R_t[p, i, k] -> B[i] }">} : memref<6xf32>
  }
  schedule.domain "{ Z[i] : 0 <= i < 10; R[i, k] : 0 <= i < 10 and 0 <= k < 3; S1[i] : 0 <= i < 8 }" {
    schedule.filter "{ S1[i] }" {
      schedule.band tag "tile" tiles(4) (parallel coincident "{ S1[i] -> [i - i mod 4] }") {
        schedule.extension "{ [c] -> R_t[c, i, k] : (c = 0 or c = 4) and c <= i < c + 6 and 0 <= k < 3 }" {
          schedule.sequence {
            schedule.filter "{ R_t[p, i, k] }" {
              schedule.band (coincident "{ R_t[p, i, k] -> [i - p] }") {
                schedule.band ("{ R_t[p, i, k] -> [k] }") {}
              }
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

// -----

// The second tile adds its terms in another order, and would have other bits where the two overlap.
schedule.scop @other_order(%A: memref<10x3xf32>, out %C: memref<8xf32>) {
  %B = schedule.array temporary : memref<10xf32>
  %B_t = schedule.array shared : memref<6xf32>
  schedule.statement @Z(%i) {
    %0 = arith.constant 0.0 : f32
    affine.store %0, %B[%i] : memref<10xf32>
  }
  schedule.statement @R(%i, %k) reduces add {
    %0 = affine.load %B[%i] : memref<10xf32>
    %1 = affine.load %A[%i, %k] : memref<10x3xf32>
    %2 = arith.addf %0, %1 : f32
    affine.store %2, %B[%i] : memref<10xf32>
  }
  schedule.statement @S1(%i) {
    %0 = affine.load %B_t[%i mod 4] {schedule.for = #schedule.map<"{ S1[i] -> B[i] }">} : memref<6xf32>
    %1 = affine.load %B_t[%i mod 4 + 1] {schedule.for = #schedule.map<"{ S1[i] -> B[i + 1] }">} : memref<6xf32>
    %2 = affine.load %B_t[%i mod 4 + 2] {schedule.for = #schedule.map<"{ S1[i] -> B[i + 2] }">} : memref<6xf32>
    %3 = arith.addf %0, %1 : f32
    %4 = arith.addf %3, %2 : f32
    affine.store %4, %C[%i] : memref<8xf32>
  }
  schedule.statement @Z_t(%p, %i) recomputes @Z {
    %0 = arith.constant 0.0 : f32
    affine.store %0, %B_t[%i - %p] {schedule.for = #schedule.map<"{ Z_t[p, i] -> B[i] }">} : memref<6xf32>
  }
  schedule.statement @R_t(%p, %i, %k) reduces add recomputes @R {
    // expected-error @below {{R_t[4, 4, 0] at [4] reads `B_t` for B[4]: a copy of R[4, 1] wrote there last, and Z[4] in the program}}
    // expected-note @below {{an extension adds copies of all instances that its tile needs, and each runs once there, in the order of the program}}
    %0 = affine.load %B_t[%i - %p] {schedule.for = #schedule.map<"{ R_t[p, i, k] -> B[i] }">} : memref<6xf32>
    %1 = affine.load %A[%i, %k] : memref<10x3xf32>
    %2 = arith.addf %0, %1 : f32
    affine.store %2, %B_t[%i - %p] {schedule.for = #schedule.map<"{ R_t[p, i, k] -> B[i] }">} : memref<6xf32>
  }
  schedule.domain "{ Z[i] : 0 <= i < 10; R[i, k] : 0 <= i < 10 and 0 <= k < 3; S1[i] : 0 <= i < 8 }" {
    schedule.filter "{ S1[i] }" {
      schedule.band tag "tile" tiles(4) (parallel coincident "{ S1[i] -> [i - i mod 4] }") {
        schedule.extension "{ [c] -> Z_t[c, i] : (c = 0 or c = 4) and c <= i < c + 6; [c] -> R_t[c, i, k] : (c = 0 or c = 4) and c <= i < c + 6 and 0 <= k < 3 }" {
          schedule.sequence {
            schedule.filter "{ Z_t[p, i] }" {
              schedule.band (coincident "{ Z_t[p, i] -> [i - p] }") {}
            }
            schedule.filter "{ R_t[p, i, k] }" {
              schedule.band (coincident "{ R_t[p, i, k] -> [i - p] }") {
                schedule.band ("{ R_t[p, i, k] -> [k] : p = 0; R_t[p, i, k] -> [-k] : p > 0 }") {}
              }
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

// -----

// Terms are no iterations of which the order is free.
schedule.scop @coincident_terms(%A: memref<10x3xf32>, out %C: memref<8xf32>) {
  %B = schedule.array temporary : memref<10xf32>
  %B_t = schedule.array shared : memref<6xf32>
  schedule.statement @Z(%i) {
    %0 = arith.constant 0.0 : f32
    affine.store %0, %B[%i] : memref<10xf32>
  }
  schedule.statement @R(%i, %k) reduces add {
    %0 = affine.load %B[%i] : memref<10xf32>
    %1 = affine.load %A[%i, %k] : memref<10x3xf32>
    %2 = arith.addf %0, %1 : f32
    affine.store %2, %B[%i] : memref<10xf32>
  }
  schedule.statement @S1(%i) {
    %0 = affine.load %B_t[%i mod 4] {schedule.for = #schedule.map<"{ S1[i] -> B[i] }">} : memref<6xf32>
    %1 = affine.load %B_t[%i mod 4 + 1] {schedule.for = #schedule.map<"{ S1[i] -> B[i + 1] }">} : memref<6xf32>
    %2 = affine.load %B_t[%i mod 4 + 2] {schedule.for = #schedule.map<"{ S1[i] -> B[i + 2] }">} : memref<6xf32>
    %3 = arith.addf %0, %1 : f32
    %4 = arith.addf %3, %2 : f32
    affine.store %4, %C[%i] : memref<8xf32>
  }
  schedule.statement @Z_t(%p, %i) recomputes @Z {
    %0 = arith.constant 0.0 : f32
    affine.store %0, %B_t[%i - %p] {schedule.for = #schedule.map<"{ Z_t[p, i] -> B[i] }">} : memref<6xf32>
  }
  schedule.statement @R_t(%p, %i, %k) reduces add recomputes @R {
    %0 = affine.load %B_t[%i - %p] {schedule.for = #schedule.map<"{ R_t[p, i, k] -> B[i] }">} : memref<6xf32>
    %1 = affine.load %A[%i, %k] : memref<10x3xf32>
    %2 = arith.addf %0, %1 : f32
    affine.store %2, %B_t[%i - %p] {schedule.for = #schedule.map<"{ R_t[p, i, k] -> B[i] }">} : memref<6xf32>
  }
  schedule.domain "{ Z[i] : 0 <= i < 10; R[i, k] : 0 <= i < 10 and 0 <= k < 3; S1[i] : 0 <= i < 8 }" {
    schedule.filter "{ S1[i] }" {
      schedule.band tag "tile" tiles(4) (parallel coincident "{ S1[i] -> [i - i mod 4] }") {
        schedule.extension "{ [c] -> Z_t[c, i] : (c = 0 or c = 4) and c <= i < c + 6; [c] -> R_t[c, i, k] : (c = 0 or c = 4) and c <= i < c + 6 and 0 <= k < 3 }" {
          schedule.sequence {
            schedule.filter "{ Z_t[p, i] }" {
              schedule.band (coincident "{ Z_t[p, i] -> [i - p] }") {}
            }
            schedule.filter "{ R_t[p, i, k] }" {
              schedule.band (coincident "{ R_t[p, i, k] -> [i - p] }") {
                // expected-error @below {{the storage dependence R_t[0, 0, 0] at [0] -> R_t[0, 0, 1] at [0] on `B_t` is broken: band member 0 is marked `coincident` and separates them}}
                // expected-note @below {{one of them writes a place that the other one accesses}}
                schedule.band (coincident "{ R_t[p, i, k] -> [k] }") {}
              }
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

// -----

// The terms are added twice into one place, which was started once.
schedule.scop @twice(%A: memref<10x3xf32>, out %C: memref<8xf32>) {
  %B = schedule.array temporary : memref<10xf32>
  %B_t = schedule.array shared : memref<6xf32>
  schedule.statement @Z(%i) {
    %0 = arith.constant 0.0 : f32
    affine.store %0, %B[%i] : memref<10xf32>
  }
  schedule.statement @R(%i, %k) reduces add {
    %0 = affine.load %B[%i] : memref<10xf32>
    %1 = affine.load %A[%i, %k] : memref<10x3xf32>
    %2 = arith.addf %0, %1 : f32
    affine.store %2, %B[%i] : memref<10xf32>
  }
  schedule.statement @S1(%i) {
    %0 = affine.load %B_t[%i mod 4] {schedule.for = #schedule.map<"{ S1[i] -> B[i] }">} : memref<6xf32>
    %1 = affine.load %B_t[%i mod 4 + 1] {schedule.for = #schedule.map<"{ S1[i] -> B[i + 1] }">} : memref<6xf32>
    %2 = affine.load %B_t[%i mod 4 + 2] {schedule.for = #schedule.map<"{ S1[i] -> B[i + 2] }">} : memref<6xf32>
    %3 = arith.addf %0, %1 : f32
    %4 = arith.addf %3, %2 : f32
    affine.store %4, %C[%i] : memref<8xf32>
  }
  schedule.statement @Z_t(%p, %i) recomputes @Z {
    %0 = arith.constant 0.0 : f32
    affine.store %0, %B_t[%i - %p] {schedule.for = #schedule.map<"{ Z_t[p, i] -> B[i] }">} : memref<6xf32>
  }
  schedule.statement @R_t(%p, %i, %k) reduces add recomputes @R {
    // expected-error @below {{R_t[0, 0, 0] at [0, 1] reads `B_t` for B[0]: a copy of R[0, 2] wrote there last, and Z[0] in the program}}
    // expected-note @below {{an extension adds copies of all instances that its tile needs, and each runs once there, in the order of the program}}
    %0 = affine.load %B_t[%i - %p] {schedule.for = #schedule.map<"{ R_t[p, i, k] -> B[i] }">} : memref<6xf32>
    %1 = affine.load %A[%i, %k] : memref<10x3xf32>
    %2 = arith.addf %0, %1 : f32
    affine.store %2, %B_t[%i - %p] {schedule.for = #schedule.map<"{ R_t[p, i, k] -> B[i] }">} : memref<6xf32>
  }
  schedule.domain "{ Z[i] : 0 <= i < 10; R[i, k] : 0 <= i < 10 and 0 <= k < 3; S1[i] : 0 <= i < 8 }" {
    schedule.filter "{ S1[i] }" {
      schedule.band tag "tile" tiles(4) (parallel coincident "{ S1[i] -> [i - i mod 4] }") {
        schedule.extension "{ [c] -> Z_t[c, i] : (c = 0 or c = 4) and c <= i < c + 6 }" {
          schedule.sequence {
            schedule.filter "{ Z_t[p, i] }" {
              schedule.band (coincident "{ Z_t[p, i] -> [i - p] }") {}
            }
            schedule.filter "{ S1[i] }" {
              schedule.band (sequential "{ S1[i] -> [floor((i mod 4)/2)] }") {
                schedule.extension "{ [c, d] -> R_t[c, i, k] : (c = 0 or c = 4) and 0 <= d <= 1 and c <= i < c + 6 and 0 <= k < 3 }" {
                  schedule.sequence {
                    schedule.filter "{ R_t[p, i, k] }" {
                      schedule.band (sequential "{ R_t[p, i, k] -> [i - p] }", sequential "{ R_t[p, i, k] -> [k] }") {}
                    }
                    schedule.filter "{ S1[i] }" {
                      schedule.band (coincident "{ S1[i] -> [i mod 2] }") {}
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
}

// -----

// Threads of a block compute what others of them read, behind a barrier.
schedule.scop @threads(%A: memref<10xf32>, out %C: memref<8xf32>) grid(2) block(4) {
  %B = schedule.array temporary : memref<10xf32>
  %B_t = schedule.array shared : memref<6xf32, #gpu.address_space<workgroup>>
  schedule.statement @S0(%i) {
    %0 = affine.load %A[%i] : memref<10xf32>
    %1 = arith.mulf %0, %0 : f32
    affine.store %1, %B[%i] : memref<10xf32>
  }
  schedule.statement @S1(%i) {
    %0 = affine.load %B_t[%i mod 4] {schedule.for = #schedule.map<"{ S1[i] -> B[i] }">} : memref<6xf32, #gpu.address_space<workgroup>>
    %1 = affine.load %B_t[%i mod 4 + 1] {schedule.for = #schedule.map<"{ S1[i] -> B[i + 1] }">} : memref<6xf32, #gpu.address_space<workgroup>>
    %2 = affine.load %B_t[%i mod 4 + 2] {schedule.for = #schedule.map<"{ S1[i] -> B[i + 2] }">} : memref<6xf32, #gpu.address_space<workgroup>>
    %3 = arith.addf %0, %1 : f32
    %4 = arith.addf %3, %2 : f32
    affine.store %4, %C[%i] : memref<8xf32>
  }
  schedule.statement @sync(%c) {
    gpu.barrier
  }
  schedule.statement @S0_t(%p, %i) recomputes @S0 {
    %0 = affine.load %A[%i] : memref<10xf32>
    %1 = arith.mulf %0, %0 : f32
    affine.store %1, %B_t[%i - %p] {schedule.for = #schedule.map<"{ S0_t[p, i] -> B[i] }">} : memref<6xf32, #gpu.address_space<workgroup>>
  }
  schedule.domain "{ S0[i] : 0 <= i < 10; S1[i] : 0 <= i < 8 }" {
    schedule.filter "{ S1[i] }" {
      schedule.band tag "tile" tiles(4) (block.x coincident "{ S1[i] -> [i - i mod 4] }") {
        schedule.extension "{ [c] -> S0_t[c, i] : (c = 0 or c = 4) and c <= i < c + 6; [c] -> sync[c] : c = 0 or c = 4 }" {
          schedule.sequence {
            schedule.filter "{ S0_t[p, i] }" {
              schedule.band (thread.x coincident "{ S0_t[p, i] -> [i - p] }") {}
            }
            schedule.filter "{ sync[c] }" {}
            schedule.filter "{ S1[i] }" {
              schedule.band (thread.x coincident "{ S1[i] -> [i mod 4] }") {}
            }
          }
        }
      }
    }
  }
}

// -----

// Without the barrier they race.
schedule.scop @race(%A: memref<10xf32>, out %C: memref<8xf32>) grid(2) block(4) {
  %B = schedule.array temporary : memref<10xf32>
  %B_t = schedule.array shared : memref<6xf32, #gpu.address_space<workgroup>>
  schedule.statement @S0(%i) {
    %0 = affine.load %A[%i] : memref<10xf32>
    %1 = arith.mulf %0, %0 : f32
    affine.store %1, %B[%i] : memref<10xf32>
  }
  schedule.statement @S1(%i) {
    %0 = affine.load %B_t[%i mod 4] {schedule.for = #schedule.map<"{ S1[i] -> B[i] }">} : memref<6xf32, #gpu.address_space<workgroup>>
    %1 = affine.load %B_t[%i mod 4 + 1] {schedule.for = #schedule.map<"{ S1[i] -> B[i + 1] }">} : memref<6xf32, #gpu.address_space<workgroup>>
    %2 = affine.load %B_t[%i mod 4 + 2] {schedule.for = #schedule.map<"{ S1[i] -> B[i + 2] }">} : memref<6xf32, #gpu.address_space<workgroup>>
    %3 = arith.addf %0, %1 : f32
    %4 = arith.addf %3, %2 : f32
    affine.store %4, %C[%i] : memref<8xf32>
  }
  schedule.statement @sync(%c) {
    gpu.barrier
  }
  schedule.statement @S0_t(%p, %i) recomputes @S0 {
    %0 = affine.load %A[%i] : memref<10xf32>
    %1 = arith.mulf %0, %0 : f32
    affine.store %1, %B_t[%i - %p] {schedule.for = #schedule.map<"{ S0_t[p, i] -> B[i] }">} : memref<6xf32, #gpu.address_space<workgroup>>
  }
  schedule.domain "{ S0[i] : 0 <= i < 10; S1[i] : 0 <= i < 8 }" {
    schedule.filter "{ S1[i] }" {
      schedule.band tag "tile" tiles(4) (block.x coincident "{ S1[i] -> [i - i mod 4] }") {
        schedule.extension "{ [c] -> S0_t[c, i] : (c = 0 or c = 4) and c <= i < c + 6 }" {
          // expected-error @below {{the flow dependence S0_t[0, 1] at [0] -> S1[0] on `B_t` is broken: different threads run them, with no barrier in between}}
          // expected-note @below {{run `schedule-sync` after mapping threads}}
          schedule.sequence {
            schedule.filter "{ S0_t[p, i] }" {
              schedule.band (thread.x coincident "{ S0_t[p, i] -> [i - p] }") {}
            }
            schedule.filter "{ S1[i] }" {
              schedule.band (thread.x coincident "{ S1[i] -> [i mod 4] }") {}
            }
          }
        }
      }
    }
  }
}

// -----

// A thread has an array of its own, in which what other threads compute is not.
schedule.scop @own(%A: memref<10xf32>, out %C: memref<8xf32>) grid(2) block(4) {
  %B = schedule.array temporary : memref<10xf32>
  %B_t = schedule.array private : memref<6xf32>
  schedule.statement @S0(%i) {
    %0 = affine.load %A[%i] : memref<10xf32>
    %1 = arith.mulf %0, %0 : f32
    affine.store %1, %B[%i] : memref<10xf32>
  }
  schedule.statement @S1(%i) {
    %0 = affine.load %B_t[%i mod 4] {schedule.for = #schedule.map<"{ S1[i] -> B[i] }">} : memref<6xf32>
    // expected-error @below {{S1[0] reads `B_t` for B[1]: nothing has written there before, and S0[1] in the program}}
    // expected-note @below {{an extension adds copies of all instances that its tile needs, and each runs once there, in the order of the program}}
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
  schedule.domain "{ S0[i] : 0 <= i < 10; S1[i] : 0 <= i < 8 }" {
    schedule.filter "{ S1[i] }" {
      schedule.band tag "tile" tiles(4) (block.x coincident "{ S1[i] -> [i - i mod 4] }") {
        schedule.extension "{ [c] -> S0_t[c, i] : (c = 0 or c = 4) and c <= i < c + 6 }" {
          schedule.sequence {
            schedule.filter "{ S0_t[p, i] }" {
              schedule.band (thread.x coincident "{ S0_t[p, i] -> [i - p] }") {}
            }
            schedule.filter "{ S1[i] }" {
              schedule.band (thread.x coincident "{ S1[i] -> [i mod 4] }") {}
            }
          }
        }
      }
    }
  }
}

// -----

// A copy reads what other copies of the tile have computed.
schedule.scop @chain(%A: memref<10xf32>, out %C: memref<8xf32>) {
  %B = schedule.array temporary : memref<10xf32>
  %B_t = schedule.array shared : memref<6xf32>
  %D = schedule.array temporary : memref<9xf32>
  %D_t = schedule.array shared : memref<5xf32>
  schedule.statement @S0(%i) {
    %0 = affine.load %A[%i] : memref<10xf32>
    %1 = arith.mulf %0, %0 : f32
    affine.store %1, %B[%i] : memref<10xf32>
  }
  schedule.statement @M(%i) {
    %0 = affine.load %B[%i] : memref<10xf32>
    %1 = affine.load %B[%i + 1] : memref<10xf32>
    %2 = arith.subf %0, %1 : f32
    affine.store %2, %D[%i] : memref<9xf32>
  }
  schedule.statement @S1(%i) {
    %0 = affine.load %D_t[%i mod 4] {schedule.for = #schedule.map<"{ S1[i] -> D[i] }">} : memref<5xf32>
    %1 = affine.load %D_t[%i mod 4 + 1] {schedule.for = #schedule.map<"{ S1[i] -> D[i + 1] }">} : memref<5xf32>
    %2 = arith.mulf %0, %1 : f32
    affine.store %2, %C[%i] : memref<8xf32>
  }
  schedule.statement @S0_t(%p, %i) recomputes @S0 {
    %0 = affine.load %A[%i] : memref<10xf32>
    %1 = arith.mulf %0, %0 : f32
    affine.store %1, %B_t[%i - %p] {schedule.for = #schedule.map<"{ S0_t[p, i] -> B[i] }">} : memref<6xf32>
  }
  schedule.statement @M_t(%p, %i) recomputes @M {
    %0 = affine.load %B_t[%i - %p] {schedule.for = #schedule.map<"{ M_t[p, i] -> B[i] }">} : memref<6xf32>
    %1 = affine.load %B_t[%i - %p + 1] {schedule.for = #schedule.map<"{ M_t[p, i] -> B[i + 1] }">} : memref<6xf32>
    %2 = arith.subf %0, %1 : f32
    affine.store %2, %D_t[%i - %p] {schedule.for = #schedule.map<"{ M_t[p, i] -> D[i] }">} : memref<5xf32>
  }
  schedule.domain "{ S0[i] : 0 <= i < 10; M[i] : 0 <= i < 9; S1[i] : 0 <= i < 8 }" {
    schedule.filter "{ S1[i] }" {
      schedule.band tag "tile" tiles(4) (parallel coincident "{ S1[i] -> [i - i mod 4] }") {
        schedule.extension "{ [c] -> S0_t[c, i] : (c = 0 or c = 4) and c <= i < c + 6; [c] -> M_t[c, i] : (c = 0 or c = 4) and c <= i < c + 5 }" {
          schedule.sequence {
            schedule.filter "{ S0_t[p, i] }" {
              schedule.band (coincident "{ S0_t[p, i] -> [i - p] }") {}
            }
            schedule.filter "{ M_t[p, i] }" {
              schedule.band (coincident "{ M_t[p, i] -> [i - p] }") {}
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
