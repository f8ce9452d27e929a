// Tiles contain the elements of the original accesses: position and element must agree in copy and access.
// RUN: tc-opt %s --split-input-file --verify-diagnostics --pass-pipeline='builtin.module(schedule.scop(schedule-verify))'

schedule.scop @right(%A: memref<8xf32>, out %B: memref<8xf32>) {
  %A_s = schedule.array shared : memref<4xf32>
  schedule.statement @S0(%i) {
    %0 = affine.load %A_s[%i mod 4] {schedule.for = #schedule.map<"{ S0[i] -> A[i] }">} : memref<4xf32>
    affine.store %0, %B[%i] : memref<8xf32>
  }
  schedule.statement @A_in(%t, %a) {
    %0 = affine.load %A[%a] : memref<8xf32>
    affine.store %0, %A_s[%a - %t] : memref<4xf32>
  }
  schedule.domain "{ S0[i] : 0 <= i < 8 }" {
    schedule.band (sequential "{ S0[i] -> [i - i mod 4] }") {
      schedule.extension "{ [t] -> A_in[t, a] : (t = 0 or t = 4) and t <= a < t + 4 }" {
        schedule.sequence {
          schedule.filter "{ A_in[t, a] }" {
            schedule.band (sequential "{ A_in[t, a] -> [a - t] }") {}
          }
          schedule.filter "{ S0[i] }" {
            schedule.band (sequential "{ S0[i] -> [i mod 4] }") {}
          }
        }
      }
    }
  }
}

// -----

// The statement reads one position too far.
schedule.scop @shifted(%A: memref<8xf32>, out %B: memref<8xf32>) {
  %A_s = schedule.array shared : memref<4xf32>
  schedule.statement @S0(%i) {
    %0 = affine.load %A_s[(%i + 1) mod 4] {schedule.for = #schedule.map<"{ S0[i] -> A[i] }">} : memref<4xf32>
    affine.store %0, %B[%i] : memref<8xf32>
  }
  schedule.statement @A_in(%t, %a) {
    %0 = affine.load %A[%a] : memref<8xf32>
    // expected-error @below {{S0[3] reads `A_s` for A[3], but A_in[0, 0] wrote A[0] there last}}
    // expected-note @below {{the subscripts of the tile and the element that the access stands for must agree for both}}
    affine.store %0, %A_s[%a - %t] : memref<4xf32>
  }
  schedule.domain "{ S0[i] : 0 <= i < 8 }" {
    schedule.band (sequential "{ S0[i] -> [i - i mod 4] }") {
      schedule.extension "{ [t] -> A_in[t, a] : (t = 0 or t = 4) and t <= a < t + 4 }" {
        schedule.sequence {
          schedule.filter "{ A_in[t, a] }" {
            schedule.band (sequential "{ A_in[t, a] -> [a - t] }") {}
          }
          schedule.filter "{ S0[i] }" {
            schedule.band (sequential "{ S0[i] -> [i mod 4] }") {}
          }
        }
      }
    }
  }
}

// -----

// The position would be right if it contained the element of the original access.
schedule.scop @stands_for_another(%A: memref<9xf32>, out %B: memref<8xf32>) {
  %A_s = schedule.array shared : memref<4xf32>
  schedule.statement @S0(%i) {
    %0 = affine.load %A_s[%i mod 4] {schedule.for = #schedule.map<"{ S0[i] -> A[i + 1] }">} : memref<4xf32>
    affine.store %0, %B[%i] : memref<8xf32>
  }
  schedule.statement @A_in(%t, %a) {
    %0 = affine.load %A[%a] : memref<9xf32>
    // expected-error @below {{S0[0] reads `A_s` for A[1], but A_in[0, 0] wrote A[0] there last}}
    // expected-note @below {{the subscripts of the tile and the element that the access stands for must agree for both}}
    affine.store %0, %A_s[%a - %t] : memref<4xf32>
  }
  schedule.domain "{ S0[i] : 0 <= i < 8 }" {
    schedule.band (sequential "{ S0[i] -> [i - i mod 4] }") {
      schedule.extension "{ [t] -> A_in[t, a] : (t = 0 or t = 4) and t <= a < t + 4 }" {
        schedule.sequence {
          schedule.filter "{ A_in[t, a] }" {
            schedule.band (sequential "{ A_in[t, a] -> [a - t] }") {}
          }
          schedule.filter "{ S0[i] }" {
            schedule.band (sequential "{ S0[i] -> [i mod 4] }") {}
          }
        }
      }
    }
  }
}

// -----

schedule.scop @stands_for_another_array(%A: memref<8xf32>, out %B: memref<8xf32>, %D: memref<8xf32>) {
  %A_s = schedule.array shared : memref<4xf32>
  schedule.statement @S0(%i) {
    %0 = affine.load %A_s[%i mod 4] {schedule.for = #schedule.map<"{ S0[i] -> D[i] }">} : memref<4xf32>
    affine.store %0, %B[%i] : memref<8xf32>
  }
  schedule.statement @A_in(%t, %a) {
    %0 = affine.load %A[%a] : memref<8xf32>
    // expected-error @below {{S0[0] reads `A_s` for D[0], but A_in[0, 0] wrote A[0] there last}}
    // expected-note @below {{the subscripts of the tile and the element that the access stands for must agree for both}}
    affine.store %0, %A_s[%a - %t] : memref<4xf32>
  }
  schedule.domain "{ S0[i] : 0 <= i < 8 }" {
    schedule.band (sequential "{ S0[i] -> [i - i mod 4] }") {
      schedule.extension "{ [t] -> A_in[t, a] : (t = 0 or t = 4) and t <= a < t + 4 }" {
        schedule.sequence {
          schedule.filter "{ A_in[t, a] }" {
            schedule.band (sequential "{ A_in[t, a] -> [a - t] }") {}
          }
          schedule.filter "{ S0[i] }" {
            schedule.band (sequential "{ S0[i] -> [i mod 4] }") {}
          }
        }
      }
    }
  }
}

// -----

schedule.scop @stands_for_nothing(%A: memref<8xf32>, out %B: memref<8xf32>) {
  %A_s = schedule.array shared : memref<4xf32>
  schedule.statement @S0(%i) {
    // expected-error @below {{S0 reads the tile `A_s` without saying which element it stands for}}
    // expected-note @below {{write {schedule.for = #schedule.map<}}
    %0 = affine.load %A_s[%i mod 4] : memref<4xf32>
    affine.store %0, %B[%i] : memref<8xf32>
  }
  schedule.statement @A_in(%t, %a) {
    %0 = affine.load %A[%a] : memref<8xf32>
    affine.store %0, %A_s[%a - %t] : memref<4xf32>
  }
  schedule.domain "{ S0[i] : 0 <= i < 8 }" {
    schedule.band (sequential "{ S0[i] -> [i - i mod 4] }") {
      schedule.extension "{ [t] -> A_in[t, a] : (t = 0 or t = 4) and t <= a < t + 4 }" {
        schedule.sequence {
          schedule.filter "{ A_in[t, a] }" {
            schedule.band (sequential "{ A_in[t, a] -> [a - t] }") {}
          }
          schedule.filter "{ S0[i] }" {
            schedule.band (sequential "{ S0[i] -> [i mod 4] }") {}
          }
        }
      }
    }
  }
}

// -----

schedule.scop @stands_for_no_array(%A: memref<8xf32>, out %B: memref<8xf32>) {
  %A_s = schedule.array shared : memref<4xf32>
  schedule.statement @S0(%i) {
    // expected-error @below {{expected `schedule.for` to be a function from `S0` to an array of the scop}}
    %0 = affine.load %A_s[%i mod 4] {schedule.for = #schedule.map<"{ S0[i] -> Z[i] }">} : memref<4xf32>
    affine.store %0, %B[%i] : memref<8xf32>
  }
  schedule.statement @A_in(%t, %a) {
    %0 = affine.load %A[%a] : memref<8xf32>
    affine.store %0, %A_s[%a - %t] : memref<4xf32>
  }
  schedule.domain "{ S0[i] : 0 <= i < 8 }" {
    schedule.band (sequential "{ S0[i] -> [i - i mod 4] }") {
      schedule.extension "{ [t] -> A_in[t, a] : (t = 0 or t = 4) and t <= a < t + 4 }" {
        schedule.sequence {
          schedule.filter "{ A_in[t, a] }" {
            schedule.band (sequential "{ A_in[t, a] -> [a - t] }") {}
          }
          schedule.filter "{ S0[i] }" {
            schedule.band (sequential "{ S0[i] -> [i mod 4] }") {}
          }
        }
      }
    }
  }
}

// -----

// Positions 2 and 3 are never filled.
schedule.scop @copy_into_half(%A: memref<8xf32>, out %B: memref<8xf32>) {
  %A_s = schedule.array shared : memref<4xf32>
  schedule.statement @S0(%i) {
    // expected-error @below {{S0[2] reads `A_s` for A[2], but nothing has written there before}}
    // expected-note @below {{a tile is filled by a copy, or by a statement that writes all of what is read}}
    %0 = affine.load %A_s[%i mod 4] {schedule.for = #schedule.map<"{ S0[i] -> A[i] }">} : memref<4xf32>
    affine.store %0, %B[%i] : memref<8xf32>
  }
  schedule.statement @A_in(%t, %a) {
    %0 = affine.load %A[%a] : memref<8xf32>
    affine.store %0, %A_s[(%a - %t) mod 2] : memref<4xf32>
  }
  schedule.domain "{ S0[i] : 0 <= i < 8 }" {
    schedule.band (sequential "{ S0[i] -> [i - i mod 4] }") {
      schedule.extension "{ [t] -> A_in[t, a] : (t = 0 or t = 4) and t <= a < t + 4 }" {
        schedule.sequence {
          schedule.filter "{ A_in[t, a] }" {
            schedule.band (sequential "{ A_in[t, a] -> [a - t] }") {}
          }
          schedule.filter "{ S0[i] }" {
            schedule.band (sequential "{ S0[i] -> [i mod 4] }") {}
          }
        }
      }
    }
  }
}

// -----

// Two elements of a tile share a position.
schedule.scop @folded(%A: memref<8xf32>, out %B: memref<8xf32>) {
  %A_s = schedule.array shared : memref<4xf32>
  schedule.statement @S0(%i) {
    %0 = affine.load %A_s[%i mod 2] {schedule.for = #schedule.map<"{ S0[i] -> A[i] }">} : memref<4xf32>
    affine.store %0, %B[%i] : memref<8xf32>
  }
  schedule.statement @A_in(%t, %a) {
    %0 = affine.load %A[%a] : memref<8xf32>
    // expected-error @below {{S0[0] reads `A_s` for A[0], but A_in[0, 2] wrote A[2] there last}}
    // expected-note @below {{the subscripts of the tile and the element that the access stands for must agree for both}}
    affine.store %0, %A_s[%a mod 2] : memref<4xf32>
  }
  schedule.domain "{ S0[i] : 0 <= i < 8 }" {
    schedule.band (sequential "{ S0[i] -> [i - i mod 4] }") {
      schedule.extension "{ [t] -> A_in[t, a] : (t = 0 or t = 4) and t <= a < t + 4 }" {
        schedule.sequence {
          schedule.filter "{ A_in[t, a] }" {
            schedule.band (sequential "{ A_in[t, a] -> [a - t] }") {}
          }
          schedule.filter "{ S0[i] }" {
            schedule.band (sequential "{ S0[i] -> [i mod 4] }") {}
          }
        }
      }
    }
  }
}

// -----

// Both sides shifted by the same amount.
schedule.scop @shifted_alike(%A: memref<8xf32>, out %B: memref<8xf32>) {
  %A_s = schedule.array shared : memref<4xf32>
  schedule.statement @S0(%i) {
    %0 = affine.load %A_s[(%i + 1) mod 4] {schedule.for = #schedule.map<"{ S0[i] -> A[i] }">} : memref<4xf32>
    affine.store %0, %B[%i] : memref<8xf32>
  }
  schedule.statement @A_in(%t, %a) {
    %0 = affine.load %A[%a] : memref<8xf32>
    affine.store %0, %A_s[(%a + 1) mod 4] : memref<4xf32>
  }
  schedule.domain "{ S0[i] : 0 <= i < 8 }" {
    schedule.band (sequential "{ S0[i] -> [i - i mod 4] }") {
      schedule.extension "{ [t] -> A_in[t, a] : (t = 0 or t = 4) and t <= a < t + 4 }" {
        schedule.sequence {
          schedule.filter "{ A_in[t, a] }" {
            schedule.band (sequential "{ A_in[t, a] -> [a - t] }") {}
          }
          schedule.filter "{ S0[i] }" {
            schedule.band (sequential "{ S0[i] -> [i mod 4] }") {}
          }
        }
      }
    }
  }
}

// -----

schedule.scop @transposed(%A: memref<4x4xf32>, out %B: memref<4x4xf32>) {
  %A_s = schedule.array shared : memref<4x4xf32>
  schedule.statement @S0(%i, %j) {
    %0 = affine.load %A_s[%j, %i] {schedule.for = #schedule.map<"{ S0[i, j] -> A[i, j] }">} : memref<4x4xf32>
    affine.store %0, %B[%i, %j] : memref<4x4xf32>
  }
  schedule.statement @A_in(%a, %b) {
    %0 = affine.load %A[%a, %b] : memref<4x4xf32>
    // expected-error @below {{S0[1, 0] reads `A_s` for A[1, 0], but A_in[0, 1] wrote A[0, 1] there last}}
    // expected-note @below {{the subscripts of the tile and the element that the access stands for must agree for both}}
    affine.store %0, %A_s[%a, %b] : memref<4x4xf32>
  }
  schedule.domain "{ S0[i, j] : 0 <= i < 4 and 0 <= j < 4 }" {
    schedule.band (sequential "{ S0[i, j] -> [0] }") {
      schedule.extension "{ [z] -> A_in[a, b] : z = 0 and 0 <= a < 4 and 0 <= b < 4 }" {
        schedule.sequence {
          schedule.filter "{ A_in[a, b] }" {
            schedule.band (sequential "{ A_in[a, b] -> [a] }", sequential "{ A_in[a, b] -> [b] }") {}
          }
          schedule.filter "{ S0[i, j] }" {
            schedule.band (sequential "{ S0[i, j] -> [i] }", sequential "{ S0[i, j] -> [j] }") {}
          }
        }
      }
    }
  }
}

// -----

schedule.scop @transposed_for_the_transposed_element(%A: memref<4x4xf32>, out %B: memref<4x4xf32>) {
  %A_s = schedule.array shared : memref<4x4xf32>
  schedule.statement @S0(%i, %j) {
    %0 = affine.load %A_s[%j, %i] {schedule.for = #schedule.map<"{ S0[i, j] -> A[j, i] }">} : memref<4x4xf32>
    affine.store %0, %B[%i, %j] : memref<4x4xf32>
  }
  schedule.statement @A_in(%a, %b) {
    %0 = affine.load %A[%a, %b] : memref<4x4xf32>
    affine.store %0, %A_s[%a, %b] : memref<4x4xf32>
  }
  schedule.domain "{ S0[i, j] : 0 <= i < 4 and 0 <= j < 4 }" {
    schedule.band (sequential "{ S0[i, j] -> [0] }") {
      schedule.extension "{ [z] -> A_in[a, b] : z = 0 and 0 <= a < 4 and 0 <= b < 4 }" {
        schedule.sequence {
          schedule.filter "{ A_in[a, b] }" {
            schedule.band (sequential "{ A_in[a, b] -> [a] }", sequential "{ A_in[a, b] -> [b] }") {}
          }
          schedule.filter "{ S0[i, j] }" {
            schedule.band (sequential "{ S0[i, j] -> [i] }", sequential "{ S0[i, j] -> [j] }") {}
          }
        }
      }
    }
  }
}

// -----

// A tile that is written, and copied out.
schedule.scop @copied_out(%A: memref<8xf32>, out %C: memref<8xf32>) {
  %C_s = schedule.array shared : memref<4xf32>
  schedule.statement @S0(%i) {
    %0 = affine.load %A[%i] : memref<8xf32>
    affine.store %0, %C_s[%i mod 4] {schedule.for = #schedule.map<"{ S0[i] -> C[i] }">} : memref<4xf32>
  }
  schedule.statement @C_out(%t, %a) {
    %0 = affine.load %C_s[%a - %t] : memref<4xf32>
    affine.store %0, %C[%a] : memref<8xf32>
  }
  schedule.domain "{ S0[i] : 0 <= i < 8 }" {
    schedule.band (sequential "{ S0[i] -> [i - i mod 4] }") {
      schedule.extension "{ [t] -> C_out[t, a] : (t = 0 or t = 4) and t <= a < t + 4 }" {
        schedule.sequence {
          schedule.filter "{ S0[i] }" {
            schedule.band (sequential "{ S0[i] -> [i mod 4] }") {}
          }
          schedule.filter "{ C_out[t, a] }" {
            schedule.band (sequential "{ C_out[t, a] -> [a - t] }") {}
          }
        }
      }
    }
  }
}

// -----

schedule.scop @never_copied_out(%A: memref<8xf32>, out %C: memref<8xf32>) {
  %C_s = schedule.array shared : memref<4xf32>
  schedule.statement @S0(%i) {
    %0 = affine.load %A[%i] : memref<8xf32>
    // expected-error @below {{C[0], which S0[0] writes into `C_s`, is never copied out}}
    // expected-note @below {{add a copy from the tile to the array that runs after the last write}}
    affine.store %0, %C_s[%i mod 4] {schedule.for = #schedule.map<"{ S0[i] -> C[i] }">} : memref<4xf32>
  }
  schedule.domain "{ S0[i] : 0 <= i < 8 }" {
    schedule.band (sequential "{ S0[i] -> [i - i mod 4] }") {
      schedule.band (sequential "{ S0[i] -> [i mod 4] }") {}
    }
  }
}

// -----

schedule.scop @copied_out_reversed(%A: memref<8xf32>, out %C: memref<8xf32>) {
  %C_s = schedule.array shared : memref<4xf32>
  schedule.statement @S0(%i) {
    %0 = affine.load %A[%i] : memref<8xf32>
    affine.store %0, %C_s[%i mod 4] {schedule.for = #schedule.map<"{ S0[i] -> C[i] }">} : memref<4xf32>
  }
  schedule.statement @C_out(%t, %a) {
    // expected-error @below {{C_out[0, 3] reads `C_s` for C[3], but S0[0] wrote C[0] there last}}
    // expected-note @below {{the subscripts of the tile and the element that the access stands for must agree for both}}
    %0 = affine.load %C_s[3 - %a + %t] : memref<4xf32>
    affine.store %0, %C[%a] : memref<8xf32>
  }
  schedule.domain "{ S0[i] : 0 <= i < 8 }" {
    schedule.band (sequential "{ S0[i] -> [i - i mod 4] }") {
      schedule.extension "{ [t] -> C_out[t, a] : (t = 0 or t = 4) and t <= a < t + 4 }" {
        schedule.sequence {
          schedule.filter "{ S0[i] }" {
            schedule.band (sequential "{ S0[i] -> [i mod 4] }") {}
          }
          schedule.filter "{ C_out[t, a] }" {
            schedule.band (sequential "{ C_out[t, a] -> [a - t] }") {}
          }
        }
      }
    }
  }
}

// -----

// Copied out before it is written.
schedule.scop @copied_out_too_early(%A: memref<8xf32>, out %C: memref<8xf32>) {
  %C_s = schedule.array shared : memref<4xf32>
  schedule.statement @S0(%i) {
    %0 = affine.load %A[%i] : memref<8xf32>
    affine.store %0, %C_s[%i mod 4] {schedule.for = #schedule.map<"{ S0[i] -> C[i] }">} : memref<4xf32>
  }
  schedule.statement @C_out(%t, %a) {
    // expected-error @below {{C_out[0, 0] reads `C_s` for C[0], but nothing has written there before}}
    // expected-note @below {{a tile is filled by a copy, or by a statement that writes all of what is read}}
    %0 = affine.load %C_s[%a - %t] : memref<4xf32>
    affine.store %0, %C[%a] : memref<8xf32>
  }
  schedule.domain "{ S0[i] : 0 <= i < 8 }" {
    schedule.band (sequential "{ S0[i] -> [i - i mod 4] }") {
      schedule.extension "{ [t] -> C_out[t, a] : (t = 0 or t = 4) and t <= a < t + 4 }" {
        schedule.sequence {
          schedule.filter "{ C_out[t, a] }" {
            schedule.band (sequential "{ C_out[t, a] -> [a - t] }") {}
          }
          schedule.filter "{ S0[i] }" {
            schedule.band (sequential "{ S0[i] -> [i mod 4] }") {}
          }
        }
      }
    }
  }
}
