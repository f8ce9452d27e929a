// Copies of too few elements, or of too many.
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

// One element is missing.
schedule.scop @three_of_four(%A: memref<8xf32>, out %B: memref<8xf32>) {
  %A_s = schedule.array shared : memref<4xf32>
  schedule.statement @S0(%i) {
    // expected-error @below {{S0[3] reads `A_s` for A[3], but nothing has written there before}}
    // expected-note @below {{a tile is filled by a copy, or by a statement that writes all of what is read}}
    %0 = affine.load %A_s[%i mod 4] {schedule.for = #schedule.map<"{ S0[i] -> A[i] }">} : memref<4xf32>
    affine.store %0, %B[%i] : memref<8xf32>
  }
  schedule.statement @A_in(%t, %a) {
    %0 = affine.load %A[%a] : memref<8xf32>
    affine.store %0, %A_s[%a - %t] : memref<4xf32>
  }
  schedule.domain "{ S0[i] : 0 <= i < 8 }" {
    schedule.band (sequential "{ S0[i] -> [i - i mod 4] }") {
      schedule.extension "{ [t] -> A_in[t, a] : (t = 0 or t = 4) and t <= a < t + 3 }" {
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

// The second tile is not copied: the first tile is still in its place.
schedule.scop @first_iteration_only(%A: memref<8xf32>, out %B: memref<8xf32>) {
  %A_s = schedule.array shared : memref<4xf32>
  schedule.statement @S0(%i) {
    %0 = affine.load %A_s[%i mod 4] {schedule.for = #schedule.map<"{ S0[i] -> A[i] }">} : memref<4xf32>
    affine.store %0, %B[%i] : memref<8xf32>
  }
  schedule.statement @A_in(%t, %a) {
    %0 = affine.load %A[%a] : memref<8xf32>
    // expected-error @below {{S0[4] reads `A_s` for A[4], but A_in[0, 0] wrote A[0] there last}}
    // expected-note @below {{the subscripts of the tile and the element that the access stands for must agree for both}}
    affine.store %0, %A_s[%a - %t] : memref<4xf32>
  }
  schedule.domain "{ S0[i] : 0 <= i < 8 }" {
    schedule.band (sequential "{ S0[i] -> [i - i mod 4] }") {
      schedule.extension "{ [t] -> A_in[t, a] : t = 0 and t <= a < t + 4 }" {
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

// The second tile is copied except for its end.
schedule.scop @short_last_tile(%A: memref<8xf32>, out %B: memref<8xf32>) {
  %A_s = schedule.array shared : memref<4xf32>
  schedule.statement @S0(%i) {
    %0 = affine.load %A_s[%i mod 4] {schedule.for = #schedule.map<"{ S0[i] -> A[i] }">} : memref<4xf32>
    affine.store %0, %B[%i] : memref<8xf32>
  }
  schedule.statement @A_in(%t, %a) {
    %0 = affine.load %A[%a] : memref<8xf32>
    // expected-error @below {{S0[7] reads `A_s` for A[7], but A_in[0, 3] wrote A[3] there last}}
    // expected-note @below {{the subscripts of the tile and the element that the access stands for must agree for both}}
    affine.store %0, %A_s[%a - %t] : memref<4xf32>
  }
  schedule.domain "{ S0[i] : 0 <= i < 8 }" {
    schedule.band (sequential "{ S0[i] -> [i - i mod 4] }") {
      schedule.extension "{ [t] -> A_in[t, a] : t <= a < t + 4 and ((t = 0) or (t = 4 and a < 7)) }" {
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

// The copy continues past the end of the array.
schedule.scop @one_too_many(%A: memref<8xf32>, out %B: memref<8xf32>) {
  %A_s = schedule.array shared : memref<5xf32>
  schedule.statement @S0(%i) {
    %0 = affine.load %A_s[%i mod 4] {schedule.for = #schedule.map<"{ S0[i] -> A[i] }">} : memref<5xf32>
    affine.store %0, %B[%i] : memref<8xf32>
  }
  schedule.statement @A_in(%t, %a) {
    // expected-error @below {{A_in[4, 8] reads A[8], outside of `A`}}
    // expected-note @below {{the extents of `A` are}}
    %0 = affine.load %A[%a] : memref<8xf32>
    affine.store %0, %A_s[%a - %t] : memref<5xf32>
  }
  schedule.domain "{ S0[i] : 0 <= i < 8 }" {
    schedule.band (sequential "{ S0[i] -> [i - i mod 4] }") {
      schedule.extension "{ [t] -> A_in[t, a] : (t = 0 or t = 4) and t <= a < t + 5 }" {
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

// The tile is too small.
schedule.scop @small_tile(%A: memref<8xf32>, out %B: memref<8xf32>) {
  %A_s = schedule.array shared : memref<3xf32>
  schedule.statement @S0(%i) {
    // expected-error @below {{S0[3] reads A_s[3], outside of `A_s`}}
    // expected-note @below {{the extents of `A_s` are}}
    %0 = affine.load %A_s[%i mod 4] {schedule.for = #schedule.map<"{ S0[i] -> A[i] }">} : memref<3xf32>
    affine.store %0, %B[%i] : memref<8xf32>
  }
  schedule.statement @A_in(%t, %a) {
    %0 = affine.load %A[%a] : memref<8xf32>
    affine.store %0, %A_s[%a - %t] : memref<3xf32>
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

// The copy contains more than is used, inside the array.
schedule.scop @more_than_needed(%A: memref<8xf32>, out %B: memref<8xf32>) {
  %A_s = schedule.array shared : memref<5xf32>
  schedule.statement @S0(%i) {
    %0 = affine.load %A_s[%i mod 4] {schedule.for = #schedule.map<"{ S0[i] -> A[i] }">} : memref<5xf32>
    affine.store %0, %B[%i] : memref<8xf32>
  }
  schedule.statement @A_in(%t, %a) {
    %0 = affine.load %A[%a] : memref<8xf32>
    affine.store %0, %A_s[%a - %t] : memref<5xf32>
  }
  schedule.domain "{ S0[i] : 0 <= i < 8 }" {
    schedule.band (sequential "{ S0[i] -> [i - i mod 4] }") {
      schedule.extension "{ [t] -> A_in[t, a] : (t = 0 or t = 4) and t <= a < t + 5 and a < 8 }" {
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

// A halo of one element.
schedule.scop @halo(%A: memref<9xf32>, out %B: memref<8xf32>) {
  %A_s = schedule.array shared : memref<5xf32>
  schedule.statement @S0(%i) {
    %0 = affine.load %A_s[%i mod 4] {schedule.for = #schedule.map<"{ S0[i] -> A[i] }">} : memref<5xf32>
    %1 = affine.load %A_s[%i mod 4 + 1] {schedule.for = #schedule.map<"{ S0[i] -> A[i + 1] }">} : memref<5xf32>
    %2 = arith.addf %0, %1 : f32
    affine.store %2, %B[%i] : memref<8xf32>
  }
  schedule.statement @A_in(%t, %a) {
    %0 = affine.load %A[%a] : memref<9xf32>
    affine.store %0, %A_s[%a - %t] : memref<5xf32>
  }
  schedule.domain "{ S0[i] : 0 <= i < 8 }" {
    schedule.band (sequential "{ S0[i] -> [i - i mod 4] }") {
      schedule.extension "{ [t] -> A_in[t, a] : (t = 0 or t = 4) and t <= a <= t + 4 }" {
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

schedule.scop @halo_without_its_end(%A: memref<9xf32>, out %B: memref<8xf32>) {
  %A_s = schedule.array shared : memref<5xf32>
  schedule.statement @S0(%i) {
    %0 = affine.load %A_s[%i mod 4] {schedule.for = #schedule.map<"{ S0[i] -> A[i] }">} : memref<5xf32>
    // expected-error @below {{S0[3] reads `A_s` for A[4], but nothing has written there before}}
    // expected-note @below {{a tile is filled by a copy, or by a statement that writes all of what is read}}
    %1 = affine.load %A_s[%i mod 4 + 1] {schedule.for = #schedule.map<"{ S0[i] -> A[i + 1] }">} : memref<5xf32>
    %2 = arith.addf %0, %1 : f32
    affine.store %2, %B[%i] : memref<8xf32>
  }
  schedule.statement @A_in(%t, %a) {
    %0 = affine.load %A[%a] : memref<9xf32>
    affine.store %0, %A_s[%a - %t] : memref<5xf32>
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

// The extension adds the copies of every other tile.
schedule.scop @no_copy_at_first(%A: memref<8xf32>, out %B: memref<8xf32>) {
  %A_s = schedule.array shared : memref<4xf32>
  schedule.statement @S0(%i) {
    // expected-error @below {{S0[0] reads `A_s` for A[0], but nothing has written there before}}
    // expected-note @below {{a tile is filled by a copy, or by a statement that writes all of what is read}}
    %0 = affine.load %A_s[%i mod 4] {schedule.for = #schedule.map<"{ S0[i] -> A[i] }">} : memref<4xf32>
    affine.store %0, %B[%i] : memref<8xf32>
  }
  schedule.statement @A_in(%t, %a) {
    %0 = affine.load %A[%a] : memref<8xf32>
    affine.store %0, %A_s[%a - %t] : memref<4xf32>
  }
  schedule.domain "{ S0[i] : 0 <= i < 8 }" {
    schedule.band (sequential "{ S0[i] -> [i - i mod 4] }") {
      schedule.extension "{ [t] -> A_in[t, a] : t = 4 and t <= a < t + 4 }" {
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
