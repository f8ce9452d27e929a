// What is computed again: what is refused by a rule, whatever values come of it.
// RUN: tc-opt %s --split-input-file --verify-diagnostics --pass-pipeline='builtin.module(schedule.scop(schedule-verify))'

// An update in place: the element has another value when the second tile computes it.
schedule.scop @in_place(inout %A: memref<10xf32>, out %C: memref<8xf32>) {
  %B_t = schedule.array shared : memref<6xf32>
  schedule.statement @S0(%i) {
    %0 = affine.load %A[%i] : memref<10xf32>
    %1 = arith.mulf %0, %0 : f32
    affine.store %1, %A[%i] : memref<10xf32>
  }
  schedule.statement @S1(%i) {
    %0 = affine.load %B_t[%i mod 4] {schedule.for = #schedule.map<"{ S1[i] -> A[i] }">} : memref<6xf32>
    %1 = affine.load %B_t[%i mod 4 + 1] {schedule.for = #schedule.map<"{ S1[i] -> A[i + 1] }">} : memref<6xf32>
    %2 = affine.load %B_t[%i mod 4 + 2] {schedule.for = #schedule.map<"{ S1[i] -> A[i + 2] }">} : memref<6xf32>
    %3 = arith.addf %0, %1 : f32
    %4 = arith.addf %3, %2 : f32
    affine.store %4, %C[%i] : memref<8xf32>
  }
  schedule.statement @S0_t(%p, %i) recomputes @S0 {
    // expected-error @below {{S0 updates `A`, of which S0_t reads elements that other instances leave}}
    // expected-note @below {{an update in place has no copies; a sum is copied with its start, in an array of the tile}}
    %0 = affine.load %A[%i] : memref<10xf32>
    %1 = arith.mulf %0, %0 : f32
    affine.store %1, %B_t[%i - %p] {schedule.for = #schedule.map<"{ S0_t[p, i] -> A[i] }">} : memref<6xf32>
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

// The terms of a sum are spread over lanes, which add in another order.
schedule.scop @lanes(%A: memref<10x3xf32>, out %C: memref<8xf32>) {
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
                schedule.band (vector.reduce "{ R_t[p, i, k] -> [k] }") {
                  // expected-error @below {{R_t runs in a loop of the kind vector.reduce, which adds in another order than the program}}
                  // expected-note @below {{the sums of copies keep the order of the program, so that all tiles have the same bits}}
                  schedule.mark "terms" {}
                }
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

// Another statement writes where values are computed again.
schedule.scop @writer(%A: memref<10xf32>, out %C: memref<8xf32>) {
  %B = schedule.array temporary : memref<10xf32>
  %B_t = schedule.array shared : memref<6xf32>
  %D = schedule.array temporary : memref<8xf32>
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
    %0 = affine.load %A[%i] : memref<10xf32>
    // expected-error @below {{S2 writes `B_t`, which holds recomputed values}}
    // expected-note @below {{give each of them an array of its own}}
    affine.store %0, %B_t[%i mod 4] {schedule.for = #schedule.map<"{ S2[i] -> D[i] }">} : memref<6xf32>
  }
  schedule.statement @S0_t(%p, %i) recomputes @S0 {
    %0 = affine.load %A[%i] : memref<10xf32>
    %1 = arith.mulf %0, %0 : f32
    affine.store %1, %B_t[%i - %p] {schedule.for = #schedule.map<"{ S0_t[p, i] -> B[i] }">} : memref<6xf32>
  }
  schedule.domain "{ S0[i] : 0 <= i < 10; S1[i] : 0 <= i < 8; S2[i] : 0 <= i < 8 }" {
    schedule.filter "{ S1[i]; S2[i] }" {
      schedule.band tag "tile" tiles(4) (parallel coincident "{ S1[i] -> [i - i mod 4]; S2[i] -> [i - i mod 4] }") {
        schedule.extension "{ [c] -> S0_t[c, i] : (c = 0 or c = 4) and c <= i < c + 6 }" {
          schedule.sequence {
            schedule.filter "{ S0_t[p, i] }" {
              schedule.band (coincident "{ S0_t[p, i] -> [i - p] }") {}
            }
            schedule.filter "{ S1[i] }" {
              schedule.band (coincident "{ S1[i] -> [i mod 4] }") {}
            }
            schedule.filter "{ S2[i] }" {
              schedule.band (coincident "{ S2[i] -> [i mod 4] }") {}
            }
          }
        }
      }
    }
  }
}

// -----

// A copy in the domain would be a statement of the program.
schedule.scop @in_domain(%A: memref<10xf32>, out %C: memref<8xf32>) {
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
    // expected-error @below {{S0_t recomputes S0, and is in the domain, as if the program had it}}
    // expected-note @below {{an extension adds what is computed again}}
    %0 = affine.load %A[%i] : memref<10xf32>
    %1 = arith.mulf %0, %0 : f32
    affine.store %1, %B_t[%i - %p] {schedule.for = #schedule.map<"{ S0_t[p, i] -> B[i] }">} : memref<6xf32>
  }
  schedule.domain "{ S0[i] : 0 <= i < 10; S1[i] : 0 <= i < 4; S0_t[p, i] : p = 0 and 0 <= i < 6 }" {
    schedule.sequence {
      schedule.filter "{ S0[i] }" {
        schedule.band (coincident "{ S0[i] -> [i] }") {}
      }
      schedule.filter "{ S0_t[p, i] }" {
        schedule.band (coincident "{ S0_t[p, i] -> [i] }") {}
      }
      schedule.filter "{ S1[i] }" {
        schedule.band (coincident "{ S1[i] -> [i] }") {}
      }
    }
  }
}

// -----

// A plain copy of what is computed again.
schedule.scop @moved(%A: memref<10xf32>, out %C: memref<8xf32>) {
  %B = schedule.array temporary : memref<10xf32>
  %B_t = schedule.array shared : memref<6xf32>
  %B_u = schedule.array shared : memref<6xf32>
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
  schedule.statement @move(%p, %i) {
    // expected-error @below {{undecided: move copies elements of `B_t`, which are recomputed}}
    // expected-note @below {{let the statements read them where they are}}
    %0 = affine.load %B_t[%i] {schedule.for = #schedule.map<"{ move[p, i] -> B[p + i] }">} : memref<6xf32>
    affine.store %0, %B_u[%i] : memref<6xf32>
  }
  schedule.domain "{ S0[i] : 0 <= i < 10; S1[i] : 0 <= i < 8 }" {
    schedule.filter "{ S1[i] }" {
      schedule.band tag "tile" tiles(4) (parallel coincident "{ S1[i] -> [i - i mod 4] }") {
        schedule.extension "{ [c] -> S0_t[c, i] : (c = 0 or c = 4) and c <= i < c + 6; [c] -> move[c, i] : (c = 0 or c = 4) and 0 <= i < 6 }" {
          schedule.sequence {
            schedule.filter "{ S0_t[p, i] }" {
              schedule.band (coincident "{ S0_t[p, i] -> [i - p] }") {}
            }
            schedule.filter "{ move[p, i] }" {
              schedule.band (coincident "{ move[p, i] -> [i] }") {}
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

// A store under a condition that only the data decides.
schedule.scop @perhaps(%A: memref<10xf32>, out %C: memref<8xf32>) {
  %B = schedule.array temporary : memref<10xf32>
  %B_t = schedule.array shared : memref<6xf32>
  schedule.statement @S0(%i) {
    %0 = affine.load %A[%i] : memref<10xf32>
    %1 = arith.mulf %0, %0 : f32
    %zero = arith.constant 0.0 : f32
    %positive = arith.cmpf ogt, %0, %zero : f32
    scf.if %positive {
      affine.store %1, %B[%i] : memref<10xf32>
    }
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
    %zero = arith.constant 0.0 : f32
    %positive = arith.cmpf ogt, %0, %zero : f32
    scf.if %positive {
      // expected-error @below {{S0_t does not compute what S0 does: expected `scf.if` with the same regions, where it has `affine.store` with the same operands}}
      // expected-note @below {{its body is that of S0, with other arrays}}
      affine.store %1, %B_t[%i - %p] {schedule.for = #schedule.map<"{ S0_t[p, i] -> B[i] }">} : memref<6xf32>
    }
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

// What a thread has for itself is not there for copies.
schedule.scop @private_source(%A: memref<10xf32>, out %C: memref<8xf32>) {
  %B = schedule.array temporary : memref<10xf32>
  %B_t = schedule.array shared : memref<6xf32>
  %L = schedule.array private : memref<10xf32>
  schedule.statement @P(%i) {
    %0 = affine.load %A[%i] : memref<10xf32>
    affine.store %0, %L[%i] : memref<10xf32>
  }
  schedule.statement @S0(%i) {
    %0 = affine.load %L[%i] : memref<10xf32>
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
    // expected-error @below {{S0_t reads `L`, which holds values of one block or thread}}
    // expected-note @below {{let it read what it is made of}}
    %0 = affine.load %L[%i] : memref<10xf32>
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

// The program does not have the statement.
schedule.scop @not_in_program(%A: memref<10xf32>, out %C: memref<8xf32>) {
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
    // expected-error @below {{S0_t recomputes S0, of which the domain has no instances}}
    %0 = affine.load %A[%i] : memref<10xf32>
    %1 = arith.mulf %0, %0 : f32
    affine.store %1, %B_t[%i - %p] {schedule.for = #schedule.map<"{ S0_t[p, i] -> B[i] }">} : memref<6xf32>
  }
  schedule.domain "{ S1[i] : 0 <= i < 8 }" {
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

// A read of which only the data says where.
schedule.scop @gather(%A: memref<10xf32>, %X: memref<8xi32>, out %C: memref<8xf32>) {
  %B = schedule.array temporary : memref<10xf32>
  %B_t = schedule.array shared : memref<6xf32>
  schedule.statement @S0(%i) {
    %0 = affine.load %A[%i] : memref<10xf32>
    %1 = arith.mulf %0, %0 : f32
    affine.store %1, %B[%i] : memref<10xf32>
  }
  schedule.statement @S1(%i) {
    %0 = affine.load %X[%i] : memref<8xi32>
    %row = arith.index_cast %0 : i32 to index
    // expected-error @below {{S1 reads `B_t`, which holds recomputed values, at subscripts that are not affine}}
    // expected-note @below {{only affine subscripts say which element is meant}}
    %1 = memref.load %B_t[%row] {schedule.for = #schedule.map<"{ S1[i] -> B[i] }">} : memref<6xf32>
    affine.store %1, %C[%i] : memref<8xf32>
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
