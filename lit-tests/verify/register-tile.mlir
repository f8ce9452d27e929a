// Tiles that are private to each thread.
// RUN: tc-opt %s --split-input-file --verify-diagnostics --pass-pipeline='builtin.module(schedule.scop(schedule-verify))'

// Each thread has four elements of its row.
schedule.scop @own_row(%A: memref<8x8xf32>, out %B: memref<8x8xf32>) block(8) {
  %R = schedule.array private : memref<4xf32>
  schedule.statement @S0(%i, %k) {
    %0 = affine.load %R[%k mod 4] {schedule.for = #schedule.map<"{ S0[i, k] -> A[i, k] }">} : memref<4xf32>
    affine.store %0, %B[%i, %k] : memref<8x8xf32>
  }
  schedule.statement @R_in(%i, %t, %a) {
    %0 = affine.load %A[%i, %a] : memref<8x8xf32>
    affine.store %0, %R[%a - %t] : memref<4xf32>
  }
  schedule.domain "{ S0[i, k] : 0 <= i < 8 and 0 <= k < 8 }" {
    schedule.band (thread.x coincident "{ S0[i, k] -> [i] }") {
      schedule.band (sequential "{ S0[i, k] -> [k - k mod 4] }") {
        schedule.extension "{ [i, t] -> R_in[i, t, a] : 0 <= i < 8 and (t = 0 or t = 4) and t <= a < t + 4 }" {
          schedule.sequence {
            schedule.filter "{ R_in[i, t, a] }" {
              schedule.band (unroll "{ R_in[i, t, a] -> [a - t] }") {}
            }
            schedule.filter "{ S0[i, k] }" {
              schedule.band (unroll "{ S0[i, k] -> [k mod 4] }") {}
            }
          }
        }
      }
    }
  }
}

// -----

schedule.scop @row_of_another_thread(%A: memref<8x8xf32>, out %B: memref<8x8xf32>) block(8) {
  %R = schedule.array private : memref<4xf32>
  schedule.statement @S0(%i, %k) {
    %0 = affine.load %R[%k mod 4] {schedule.for = #schedule.map<"{ S0[i, k] -> A[i, k] }">} : memref<4xf32>
    affine.store %0, %B[%i, %k] : memref<8x8xf32>
  }
  schedule.statement @R_in(%i, %t, %a) {
    %0 = affine.load %A[7 - %i, %a] : memref<8x8xf32>
    // expected-error @below {{S0[0, 0] reads `R` for A[0, 0], but R_in[0, 0, 0] wrote A[7, 0] there last}}
    // expected-note @below {{the subscripts of the tile and the element that the access stands for must agree for both}}
    affine.store %0, %R[%a - %t] : memref<4xf32>
  }
  schedule.domain "{ S0[i, k] : 0 <= i < 8 and 0 <= k < 8 }" {
    schedule.band (thread.x coincident "{ S0[i, k] -> [i] }") {
      schedule.band (sequential "{ S0[i, k] -> [k - k mod 4] }") {
        schedule.extension "{ [i, t] -> R_in[i, t, a] : 0 <= i < 8 and (t = 0 or t = 4) and t <= a < t + 4 }" {
          schedule.sequence {
            schedule.filter "{ R_in[i, t, a] }" {
              schedule.band (unroll "{ R_in[i, t, a] -> [a - t] }") {}
            }
            schedule.filter "{ S0[i, k] }" {
              schedule.band (unroll "{ S0[i, k] -> [k mod 4] }") {}
            }
          }
        }
      }
    }
  }
}

// -----

schedule.scop @never_filled_again(%A: memref<8x8xf32>, out %B: memref<8x8xf32>) block(8) {
  %R = schedule.array private : memref<4xf32>
  schedule.statement @S0(%i, %k) {
    %0 = affine.load %R[%k mod 4] {schedule.for = #schedule.map<"{ S0[i, k] -> A[i, k] }">} : memref<4xf32>
    affine.store %0, %B[%i, %k] : memref<8x8xf32>
  }
  schedule.statement @R_in(%i, %t, %a) {
    %0 = affine.load %A[%i, %a] : memref<8x8xf32>
    // expected-error @below {{S0[0, 4] reads `R` for A[0, 4], but R_in[0, 0, 0] wrote A[0, 0] there last}}
    // expected-note @below {{the subscripts of the tile and the element that the access stands for must agree for both}}
    affine.store %0, %R[%a - %t] : memref<4xf32>
  }
  schedule.domain "{ S0[i, k] : 0 <= i < 8 and 0 <= k < 8 }" {
    schedule.band (thread.x coincident "{ S0[i, k] -> [i] }") {
      schedule.band (sequential "{ S0[i, k] -> [k - k mod 4] }") {
        schedule.extension "{ [i, t] -> R_in[i, t, a] : 0 <= i < 8 and t = 0 and t <= a < t + 4 }" {
          schedule.sequence {
            schedule.filter "{ R_in[i, t, a] }" {
              schedule.band (unroll "{ R_in[i, t, a] -> [a - t] }") {}
            }
            schedule.filter "{ S0[i, k] }" {
              schedule.band (unroll "{ S0[i, k] -> [k mod 4] }") {}
            }
          }
        }
      }
    }
  }
}

// -----

// Filled and used in two loops on threads that agree.
schedule.scop @two_loops(%A: memref<8x8xf32>, out %B: memref<8x8xf32>) block(8) {
  %R = schedule.array private : memref<4xf32>
  schedule.statement @S0(%i, %k) {
    %0 = affine.load %R[%k mod 4] {schedule.for = #schedule.map<"{ S0[i, k] -> A[i, k] }">} : memref<4xf32>
    affine.store %0, %B[%i, %k] : memref<8x8xf32>
  }
  schedule.statement @R_in(%i, %t, %a) {
    %0 = affine.load %A[%i, %a] : memref<8x8xf32>
    affine.store %0, %R[%a - %t] : memref<4xf32>
  }
  schedule.domain "{ S0[i, k] : 0 <= i < 8 and 0 <= k < 8 }" {
    schedule.band (sequential "{ S0[i, k] -> [k - k mod 4] }") {
      schedule.extension "{ [t] -> R_in[i, t, a] : 0 <= i < 8 and (t = 0 or t = 4) and t <= a < t + 4 }" {
        schedule.sequence {
          schedule.filter "{ R_in[i, t, a] }" {
            schedule.band (thread.x "{ R_in[i, t, a] -> [i] }", unroll "{ R_in[i, t, a] -> [a - t] }") {}
          }
          schedule.filter "{ S0[i, k] }" {
            schedule.band (thread.x "{ S0[i, k] -> [i] }", unroll "{ S0[i, k] -> [k mod 4] }") {}
          }
        }
      }
    }
  }
}

// -----

// Filled by the wrong thread: registers are private.
schedule.scop @filled_by_another_thread(%A: memref<8x8xf32>, out %B: memref<8x8xf32>) block(8) {
  %R = schedule.array private : memref<4xf32>
  schedule.statement @S0(%i, %k) {
    %0 = affine.load %R[%k mod 4] {schedule.for = #schedule.map<"{ S0[i, k] -> A[i, k] }">} : memref<4xf32>
    affine.store %0, %B[%i, %k] : memref<8x8xf32>
  }
  schedule.statement @R_in(%i, %t, %a) {
    %0 = affine.load %A[%i, %a] : memref<8x8xf32>
    // expected-error @below {{S0[7, 0] reads `R` for A[7, 0], but R_in[0, 0, 0] wrote A[0, 0] there last}}
    // expected-note @below {{the subscripts of the tile and the element that the access stands for must agree for both}}
    affine.store %0, %R[%a - %t] : memref<4xf32>
  }
  schedule.domain "{ S0[i, k] : 0 <= i < 8 and 0 <= k < 8 }" {
    schedule.band (sequential "{ S0[i, k] -> [k - k mod 4] }") {
      schedule.extension "{ [t] -> R_in[i, t, a] : 0 <= i < 8 and (t = 0 or t = 4) and t <= a < t + 4 }" {
        schedule.sequence {
          schedule.filter "{ R_in[i, t, a] }" {
            schedule.band (thread.x "{ R_in[i, t, a] -> [7 - i] }", unroll "{ R_in[i, t, a] -> [a - t] }") {}
          }
          schedule.filter "{ S0[i, k] }" {
            schedule.band (thread.x "{ S0[i, k] -> [i] }", unroll "{ S0[i, k] -> [k mod 4] }") {}
          }
        }
      }
    }
  }
}
