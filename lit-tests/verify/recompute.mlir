// What is computed again in the tiles that need it: copies stand for instances of the program, and each read must get the value that
// the program gives it.
// RUN: tc-opt %s --split-input-file --verify-diagnostics --pass-pipeline='builtin.module(schedule.scop(schedule-verify))'

// Two tiles need B[4] and B[5], and both compute them. S0 itself never runs.
schedule.scop @overlap(%A: memref<10xf32>, out %C: memref<8xf32>) {
  %B = schedule.array temporary : memref<10xf32>
  %B_t = schedule.array shared : memref<6xf32>
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
  schedule.domain "{ S0[i] : 0 <= i < 10; S1[i] : 0 <= i < 8 }" {
    schedule.filter "{ S1[i] }" {
      schedule.band tag "tile" tiles(4) (parallel coincident "{ S1[i] -> [i - i mod 4] }") {
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

// -----

// The last two elements that a tile needs are missing.
schedule.scop @boundary(%A: memref<10xf32>, out %C: memref<8xf32>) {
  %B = schedule.array temporary : memref<10xf32>
  %B_t = schedule.array shared : memref<6xf32>
  schedule.statement @S0(%i) {
    %0 = affine.load %A[%i] : memref<10xf32>
    %1 = arith.mulf %0, %0 : f32
    affine.store %1, %B[%i] : memref<10xf32>
  }
  schedule.statement @S1(%i) {
    %0 = affine.load %B_t[%i mod 4] {schedule.for = #schedule.map<"{ S1[i] -> B[i] }">} : memref<6xf32>
    %1 = affine.load %B_t[%i mod 4 + 1] {schedule.for = #schedule.map<"{ S1[i] -> B[i + 1] }">} : memref<6xf32>
    // expected-error @below {{S1[3] reads `B_t` for B[5]: nothing has written there before, and S0[5] in the program}}
    // expected-note @below {{an extension adds copies of all instances that its tile needs, and each runs once there, in the order of the program}}
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
      schedule.band tag "tile" tiles(4) (parallel coincident "{ S1[i] -> [i - i mod 4] }") {
        schedule.extension "{ [c] -> S0_t[c, i] : (c = 0 or c = 4) and c <= i < c + 5 }" {
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

// -----

// Without the extent of the box, what the tile before has left in an array of the scop is found; each tile has an array of its own.
schedule.scop @left_over(%A: memref<10xf32>, out %C: memref<8xf32>) {
  %B = schedule.array temporary : memref<10xf32>
  %B_t = schedule.array shared : memref<6xf32>
  schedule.statement @S0(%i) {
    %0 = affine.load %A[%i] : memref<10xf32>
    %1 = arith.mulf %0, %0 : f32
    affine.store %1, %B[%i] : memref<10xf32>
  }
  schedule.statement @S1(%i) {
    %0 = affine.load %B_t[%i mod 4] {schedule.for = #schedule.map<"{ S1[i] -> B[i] }">} : memref<6xf32>
    %1 = affine.load %B_t[%i mod 4 + 1] {schedule.for = #schedule.map<"{ S1[i] -> B[i + 1] }">} : memref<6xf32>
    // expected-error @below {{S1[3] reads `B_t` for B[5]: nothing has written there before, and S0[5] in the program}}
    // expected-note @below {{an extension adds copies of all instances that its tile needs, and each runs once there, in the order of the program}}
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
      schedule.band tag "tile" tiles(4) (coincident "{ S1[i] -> [i - i mod 4] }") {
        schedule.extension "{ [c] -> S0_t[c, i] : (c = 0 or c = 4) and c <= i < c + 5 }" {
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

// -----

// The copies run behind what reads them.
schedule.scop @behind(%A: memref<10xf32>, out %C: memref<8xf32>) {
  %B = schedule.array temporary : memref<10xf32>
  %B_t = schedule.array shared : memref<6xf32>
  schedule.statement @S0(%i) {
    %0 = affine.load %A[%i] : memref<10xf32>
    %1 = arith.mulf %0, %0 : f32
    affine.store %1, %B[%i] : memref<10xf32>
  }
  schedule.statement @S1(%i) {
    // expected-error @below {{S1[0] reads `B_t` for B[0]: nothing has written there before, and S0[0] in the program}}
    // expected-note @below {{an extension adds copies of all instances that its tile needs, and each runs once there, in the order of the program}}
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
  schedule.domain "{ S0[i] : 0 <= i < 10; S1[i] : 0 <= i < 8 }" {
    schedule.filter "{ S1[i] }" {
      schedule.band tag "tile" tiles(4) (parallel coincident "{ S1[i] -> [i - i mod 4] }") {
        schedule.extension "{ [c] -> S0_t[c, i] : (c = 0 or c = 4) and c <= i < c + 6 }" {
          schedule.sequence {
            schedule.filter "{ S1[i] }" {
              schedule.band (coincident "{ S1[i] -> [i mod 4] }") {}
            }
            schedule.filter "{ S0_t[p, i] }" {
              schedule.band (coincident "{ S0_t[p, i] -> [i - p] }") {}
            }
          }
        }
      }
    }
  }
}

// -----

// The copies are one element off.
schedule.scop @off(%A: memref<10xf32>, out %C: memref<8xf32>) {
  %B = schedule.array temporary : memref<10xf32>
  %B_t = schedule.array shared : memref<6xf32>
  schedule.statement @S0(%i) {
    %0 = affine.load %A[%i] : memref<10xf32>
    %1 = arith.mulf %0, %0 : f32
    affine.store %1, %B[%i] : memref<10xf32>
  }
  schedule.statement @S1(%i) {
    // expected-error @below {{S1[0] reads `B_t` for B[0]: a copy of S0[5] wrote there last, and S0[0] in the program}}
    // expected-note @below {{an extension adds copies of all instances that its tile needs, and each runs once there, in the order of the program}}
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
    affine.store %1, %B_t[5 - (%i - %p)] {schedule.for = #schedule.map<"{ S0_t[p, i] -> B[i] }">} : memref<6xf32>
  }
  schedule.domain "{ S0[i] : 0 <= i < 10; S1[i] : 0 <= i < 8 }" {
    schedule.filter "{ S1[i] }" {
      schedule.band tag "tile" tiles(4) (parallel coincident "{ S1[i] -> [i - i mod 4] }") {
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

// -----

// Copies that share a place in time: the second one is found.
schedule.scop @fold(%A: memref<10xf32>, out %C: memref<8xf32>) {
  %B = schedule.array temporary : memref<10xf32>
  %B_t = schedule.array shared : memref<6xf32>
  schedule.statement @S0(%i) {
    %0 = affine.load %A[%i] : memref<10xf32>
    %1 = arith.mulf %0, %0 : f32
    affine.store %1, %B[%i] : memref<10xf32>
  }
  schedule.statement @S1(%i) {
    // expected-error @below {{S1[0] reads `B_t` for B[0]: a copy of S0[4] wrote there last, and S0[0] in the program}}
    // expected-note @below {{an extension adds copies of all instances that its tile needs, and each runs once there, in the order of the program}}
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
    affine.store %1, %B_t[(%i - %p) mod 4] {schedule.for = #schedule.map<"{ S0_t[p, i] -> B[i] }">} : memref<6xf32>
  }
  schedule.domain "{ S0[i] : 0 <= i < 10; S1[i] : 0 <= i < 8 }" {
    schedule.filter "{ S1[i] }" {
      schedule.band tag "tile" tiles(4) (parallel coincident "{ S1[i] -> [i - i mod 4] }") {
        schedule.extension "{ [c] -> S0_t[c, i] : (c = 0 or c = 4) and c <= i < c + 6 }" {
          schedule.sequence {
            schedule.filter "{ S0_t[p, i] }" {
              schedule.band (sequential "{ S0_t[p, i] -> [i - p] }") {}
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

// It computes something else.
schedule.scop @other(%A: memref<10xf32>, out %C: memref<8xf32>) {
  %B = schedule.array temporary : memref<10xf32>
  %B_t = schedule.array shared : memref<6xf32>
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
    // expected-error @below {{S0_t does not compute what S0 does: expected `arith.mulf`}}
    // expected-note @below {{its body is that of S0, with other arrays}}
    %1 = arith.addf %0, %0 : f32
    affine.store %1, %B_t[%i - %p] {schedule.for = #schedule.map<"{ S0_t[p, i] -> B[i] }">} : memref<6xf32>
  }
  schedule.domain "{ S0[i] : 0 <= i < 10; S1[i] : 0 <= i < 8 }" {
    schedule.filter "{ S1[i] }" {
      schedule.band tag "tile" tiles(4) (parallel coincident "{ S1[i] -> [i - i mod 4] }") {
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

// -----

// It reads another element.
schedule.scop @element(%A: memref<10xf32>, out %C: memref<8xf32>) {
  %B = schedule.array temporary : memref<10xf32>
  %B_t = schedule.array shared : memref<6xf32>
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
    // expected-error @below {{S0_t[0, 0] at [0] reads another element than the instance of S0 that it stands for}}
    // expected-note @below {{S0 reads}}
    %0 = affine.load %A[9 - %i] : memref<10xf32>
    %1 = arith.mulf %0, %0 : f32
    affine.store %1, %B_t[%i - %p] {schedule.for = #schedule.map<"{ S0_t[p, i] -> B[i] }">} : memref<6xf32>
  }
  schedule.domain "{ S0[i] : 0 <= i < 10; S1[i] : 0 <= i < 8 }" {
    schedule.filter "{ S1[i] }" {
      schedule.band tag "tile" tiles(4) (parallel coincident "{ S1[i] -> [i - i mod 4] }") {
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

// -----

// It stands for an instance that the program does not have.
schedule.scop @more(%A: memref<10xf32>, out %C: memref<8xf32>) {
  %B = schedule.array temporary : memref<10xf32>
  %B_t = schedule.array shared : memref<6xf32>
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
    // expected-error @below {{a copy of S0[9] runs, which the program does not have}}
    // expected-note @below {{let the extension add copies of instances of the domain only}}
    %0 = affine.load %A[%i] : memref<10xf32>
    %1 = arith.mulf %0, %0 : f32
    affine.store %1, %B_t[%i - %p] {schedule.for = #schedule.map<"{ S0_t[p, i] -> B[i] }">} : memref<6xf32>
  }
  schedule.domain "{ S0[i] : 0 <= i < 9; S1[i] : 0 <= i < 7 }" {
    schedule.filter "{ S1[i] }" {
      schedule.band tag "tile" tiles(4) (parallel coincident "{ S1[i] -> [i - i mod 4] }") {
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

// -----

// What is returned is written once, by the instance itself.
schedule.scop @returned(%A: memref<10xf32>, out %B: memref<10xf32>, out %C: memref<8xf32>) {
  %B_t = schedule.array shared : memref<6xf32>
  schedule.statement @S0(%i) {
    %0 = affine.load %A[%i] : memref<10xf32>
    %1 = arith.mulf %0, %0 : f32
    // expected-error @below {{only copies of S0[0] run, and it writes `B`, which is no temporary}}
    // expected-note @below {{what is returned, or read elsewhere, is written once: let the instance run in its place too}}
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
  schedule.domain "{ S0[i] : 0 <= i < 10; S1[i] : 0 <= i < 8 }" {
    schedule.filter "{ S1[i] }" {
      schedule.band tag "tile" tiles(4) (parallel coincident "{ S1[i] -> [i - i mod 4] }") {
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

// -----

// So it runs, and tiles need not wait for it.
schedule.scop @both(%A: memref<10xf32>, out %B: memref<10xf32>, out %C: memref<8xf32>) {
  %B_t = schedule.array shared : memref<6xf32>
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
  schedule.domain "{ S0[i] : 0 <= i < 10; S1[i] : 0 <= i < 8 }" {
    schedule.sequence {
      schedule.filter "{ S0[i] }" {
        schedule.band (coincident "{ S0[i] -> [i] }") {}
      }
      schedule.filter "{ S1[i] }" {
        schedule.band tag "tile" tiles(4) (parallel coincident "{ S1[i] -> [i - i mod 4] }") {
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

// -----

// Another statement reads the array itself, which only copies would have written.
schedule.scop @elsewhere(%A: memref<10xf32>, out %C: memref<8xf32>, out %D: memref<10xf32>) {
  %B = schedule.array temporary : memref<10xf32>
  %B_t = schedule.array shared : memref<6xf32>
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
  schedule.statement @S2(%i) {
    // expected-error @below {{S2[0] reads `B`, which S0[0] writes, and only copies of that one run}}
    // expected-note @below {{let it read the array that the copies write, or let the instance run in its place too}}
    %0 = affine.load %B[%i] : memref<10xf32>
    affine.store %0, %D[%i] : memref<10xf32>
  }
  schedule.statement @S0_t(%p, %i) recomputes @S0 {
    %0 = affine.load %A[%i] : memref<10xf32>
    %1 = arith.mulf %0, %0 : f32
    affine.store %1, %B_t[%i - %p] {schedule.for = #schedule.map<"{ S0_t[p, i] -> B[i] }">} : memref<6xf32>
  }
  schedule.domain "{ S0[i] : 0 <= i < 10; S1[i] : 0 <= i < 8; S2[i] : 0 <= i < 10 }" {
    schedule.filter "{ S1[i]; S2[i] }" {
      schedule.sequence {
        schedule.filter "{ S1[i] }" {
          schedule.band tag "tile" tiles(4) (parallel coincident "{ S1[i] -> [i - i mod 4] }") {
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
        schedule.filter "{ S2[i] }" {
          schedule.band (coincident "{ S2[i] -> [i] }") {}
        }
      }
    }
  }
}

// -----

// An array of the scop: tiles that run at the same time overwrite what the others need.
schedule.scop @shared_storage(%A: memref<10xf32>, out %C: memref<8xf32>) {
  %B = schedule.array temporary : memref<10xf32>
  %B_t = schedule.array temporary : memref<6xf32>
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
    // expected-error @below {{S0_t writes `B_t`, which is no array of its tile: other tiles write it too}}
    // expected-note @below {{let it write an array of the kind shared or private}}
    affine.store %1, %B_t[%i - %p] {schedule.for = #schedule.map<"{ S0_t[p, i] -> B[i] }">} : memref<6xf32>
  }
  schedule.domain "{ S0[i] : 0 <= i < 10; S1[i] : 0 <= i < 8 }" {
    schedule.filter "{ S1[i] }" {
      schedule.band tag "tile" tiles(4) (parallel coincident "{ S1[i] -> [i - i mod 4] }") {
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
