// Copies of a wrong element, or of an old value of the right one.
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

// The copy reads the next element.
schedule.scop @next_element(%A: memref<9xf32>, out %B: memref<8xf32>) {
  %A_s = schedule.array shared : memref<4xf32>
  schedule.statement @S0(%i) {
    %0 = affine.load %A_s[%i mod 4] {schedule.for = #schedule.map<"{ S0[i] -> A[i] }">} : memref<4xf32>
    affine.store %0, %B[%i] : memref<8xf32>
  }
  schedule.statement @A_in(%t, %a) {
    %0 = affine.load %A[%a + 1] : memref<9xf32>
    // expected-error @below {{S0[0] reads `A_s` for A[0], but A_in[0, 0] wrote A[1] there last}}
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

schedule.scop @another_array(%A: memref<8xf32>, out %B: memref<8xf32>, %D: memref<8xf32>) {
  %A_s = schedule.array shared : memref<4xf32>
  schedule.statement @S0(%i) {
    %0 = affine.load %A_s[%i mod 4] {schedule.for = #schedule.map<"{ S0[i] -> A[i] }">} : memref<4xf32>
    affine.store %0, %B[%i] : memref<8xf32>
  }
  schedule.statement @A_in(%t, %a) {
    %0 = affine.load %D[%a] : memref<8xf32>
    // expected-error @below {{S0[0] reads `A_s` for A[0], but A_in[0, 0] wrote D[0] there last}}
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

schedule.scop @reversed(%A: memref<8xf32>, out %B: memref<8xf32>) {
  %A_s = schedule.array shared : memref<4xf32>
  schedule.statement @S0(%i) {
    %0 = affine.load %A_s[%i mod 4] {schedule.for = #schedule.map<"{ S0[i] -> A[i] }">} : memref<4xf32>
    affine.store %0, %B[%i] : memref<8xf32>
  }
  schedule.statement @A_in(%t, %a) {
    %0 = affine.load %A[2 * %t + 3 - %a] : memref<8xf32>
    // expected-error @below {{S0[0] reads `A_s` for A[0], but A_in[0, 0] wrote A[3] there last}}
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

// Reversed at both ends.
schedule.scop @reversed_twice(%A: memref<8xf32>, out %B: memref<8xf32>) {
  %A_s = schedule.array shared : memref<4xf32>
  schedule.statement @S0(%i) {
    %0 = affine.load %A_s[%i mod 4] {schedule.for = #schedule.map<"{ S0[i] -> A[i] }">} : memref<4xf32>
    affine.store %0, %B[%i] : memref<8xf32>
  }
  schedule.statement @A_in(%t, %a) {
    %0 = affine.load %A[2 * %t + 3 - %a] : memref<8xf32>
    affine.store %0, %A_s[3 - %a + %t] : memref<4xf32>
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

// Each copy reads the first tile.
schedule.scop @first_tile_only(%A: memref<8xf32>, out %B: memref<8xf32>) {
  %A_s = schedule.array shared : memref<4xf32>
  schedule.statement @S0(%i) {
    %0 = affine.load %A_s[%i mod 4] {schedule.for = #schedule.map<"{ S0[i] -> A[i] }">} : memref<4xf32>
    affine.store %0, %B[%i] : memref<8xf32>
  }
  schedule.statement @A_in(%t, %a) {
    %0 = affine.load %A[%a - %t] : memref<8xf32>
    // expected-error @below {{S0[4] reads `A_s` for A[4], but A_in[4, 4] wrote A[0] there last}}
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

// A copy must not change the value.
schedule.scop @copy_adds(%A: memref<8xf32>, out %B: memref<8xf32>, %D: memref<8xf32>) {
  %A_s = schedule.array shared : memref<4xf32>
  schedule.statement @S0(%i) {
    %0 = affine.load %A_s[%i mod 4] {schedule.for = #schedule.map<"{ S0[i] -> A[i] }">} : memref<4xf32>
    affine.store %0, %B[%i] : memref<8xf32>
  }
  schedule.statement @A_in(%t, %a) {
    %0 = affine.load %A[%a] : memref<8xf32>
    %1 = affine.load %D[%a] : memref<8xf32>
    %2 = arith.addf %0, %1 : f32
    affine.store %2, %A_s[%a - %t] : memref<4xf32>
  }
  schedule.domain "{ S0[i] : 0 <= i < 8 }" {
    schedule.band (sequential "{ S0[i] -> [i - i mod 4] }") {
      // expected-error @below {{A_in is added by an extension, and is neither a barrier nor a copy}}
      // expected-note @below {{a statement that changes values belongs in the domain}}
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

schedule.scop @copied_after_the_change(%A: memref<8xf32>, out %B: memref<8xf32>, inout %C: memref<8xf32>) {
  %C_s = schedule.array shared : memref<4xf32>
  schedule.statement @S0(%i) {
    %0 = affine.load %A[%i] : memref<8xf32>
    affine.store %0, %C[%i] : memref<8xf32>
  }
  schedule.statement @S1(%i) {
    %0 = affine.load %C_s[%i mod 4] {schedule.for = #schedule.map<"{ S1[i] -> C[i] }">} : memref<4xf32>
    affine.store %0, %B[%i] : memref<8xf32>
  }
  schedule.statement @C_in(%t, %a) {
    %0 = affine.load %C[%a] : memref<8xf32>
    affine.store %0, %C_s[%a - %t] : memref<4xf32>
  }
  schedule.domain "{ S0[i] : 0 <= i < 8; S1[i] : 0 <= i < 8 }" {
    schedule.band (sequential "{ S0[i] -> [i - i mod 4]; S1[i] -> [i - i mod 4] }") {
      schedule.extension "{ [t] -> C_in[t, a] : (t = 0 or t = 4) and t <= a < t + 4 }" {
        schedule.sequence {
          schedule.filter "{ S0[i] }" {
            schedule.band (sequential "{ S0[i] -> [i mod 4] }") {}
          }
          schedule.filter "{ C_in[t, a] }" {
            schedule.band (sequential "{ C_in[t, a] -> [a - t] }") {}
          }
          schedule.filter "{ S1[i] }" {
            schedule.band (sequential "{ S1[i] -> [i mod 4] }") {}
          }
        }
      }
    }
  }
}

// -----

schedule.scop @copied_before_the_change(%A: memref<8xf32>, out %B: memref<8xf32>, inout %C: memref<8xf32>) {
  %C_s = schedule.array shared : memref<4xf32>
  schedule.statement @S0(%i) {
    %0 = affine.load %A[%i] : memref<8xf32>
    affine.store %0, %C[%i] : memref<8xf32>
  }
  schedule.statement @S1(%i) {
    // expected-error @below {{S1[0] reads `C_s` for C[0], which S0[0] has changed since it was written there}}
    // expected-note @below {{a copy must run between the change and the read, or both must use one tile}}
    %0 = affine.load %C_s[%i mod 4] {schedule.for = #schedule.map<"{ S1[i] -> C[i] }">} : memref<4xf32>
    affine.store %0, %B[%i] : memref<8xf32>
  }
  schedule.statement @C_in(%t, %a) {
    %0 = affine.load %C[%a] : memref<8xf32>
    affine.store %0, %C_s[%a - %t] : memref<4xf32>
  }
  schedule.domain "{ S0[i] : 0 <= i < 8; S1[i] : 0 <= i < 8 }" {
    schedule.band (sequential "{ S0[i] -> [i - i mod 4]; S1[i] -> [i - i mod 4] }") {
      schedule.extension "{ [t] -> C_in[t, a] : (t = 0 or t = 4) and t <= a < t + 4 }" {
        schedule.sequence {
          schedule.filter "{ C_in[t, a] }" {
            schedule.band (sequential "{ C_in[t, a] -> [a - t] }") {}
          }
          schedule.filter "{ S0[i] }" {
            schedule.band (sequential "{ S0[i] -> [i mod 4] }") {}
          }
          schedule.filter "{ S1[i] }" {
            schedule.band (sequential "{ S1[i] -> [i mod 4] }") {}
          }
        }
      }
    }
  }
}

// -----

schedule.scop @copied_too_late(%A: memref<8xf32>, out %B: memref<8xf32>, inout %C: memref<8xf32>) {
  %C_s = schedule.array shared : memref<4xf32>
  schedule.statement @S0(%i) {
    %0 = affine.load %A[%i] : memref<8xf32>
    affine.store %0, %C[%i] : memref<8xf32>
  }
  schedule.statement @S1(%i) {
    // expected-error @below {{S1[0] reads `C_s` for C[0], but nothing has written there before}}
    // expected-note @below {{a tile is filled by a copy, or by a statement that writes all of what is read}}
    %0 = affine.load %C_s[%i mod 4] {schedule.for = #schedule.map<"{ S1[i] -> C[i] }">} : memref<4xf32>
    affine.store %0, %B[%i] : memref<8xf32>
  }
  schedule.statement @C_in(%t, %a) {
    %0 = affine.load %C[%a] : memref<8xf32>
    affine.store %0, %C_s[%a - %t] : memref<4xf32>
  }
  schedule.domain "{ S0[i] : 0 <= i < 8; S1[i] : 0 <= i < 8 }" {
    schedule.band (sequential "{ S0[i] -> [i - i mod 4]; S1[i] -> [i - i mod 4] }") {
      schedule.extension "{ [t] -> C_in[t, a] : (t = 0 or t = 4) and t <= a < t + 4 }" {
        schedule.sequence {
          schedule.filter "{ S0[i] }" {
            schedule.band (sequential "{ S0[i] -> [i mod 4] }") {}
          }
          schedule.filter "{ S1[i] }" {
            schedule.band (sequential "{ S1[i] -> [i mod 4] }") {}
          }
          schedule.filter "{ C_in[t, a] }" {
            schedule.band (sequential "{ C_in[t, a] -> [a - t] }") {}
          }
        }
      }
    }
  }
}

// -----

schedule.scop @ends_wrong(out %A: memref<8xf32>) {
  %T = schedule.array shared : memref<8xf32, #gpu.address_space<workgroup>>
  schedule.statement @S(%i) {
    %0 = arith.constant 1.0 : f32
    affine.store %0, %T[%i] {schedule.for = #schedule.map<"{ S[i] -> A[i] }">} : memref<8xf32, #gpu.address_space<workgroup>>
  }
  schedule.statement @A_out(%i) {
    // expected-error @below {{A_out[7] reads `T` for A[7], but S[0] wrote A[0] there last}}
    // expected-note @below {{the subscripts of the tile and the element that the access stands for must agree for both}}
    %0 = affine.load %T[7 - %i] : memref<8xf32, #gpu.address_space<workgroup>>
    affine.store %0, %A[%i] : memref<8xf32>
  }
  schedule.domain "{ S[i] : 0 <= i < 8 }" {
    schedule.extension "{ [] -> A_out[i] : 0 <= i < 8 }" {
      schedule.sequence {
        schedule.filter "{ S[i] }" {
          schedule.band (sequential "{ S[i] -> [i] }") {}
        }
        schedule.filter "{ A_out[i] }" {}
      }
    }
  }
}

// -----

schedule.scop @copied_to_another_place(out %A: memref<8xf32>) {
  %T = schedule.array shared : memref<8xf32, #gpu.address_space<workgroup>>
  schedule.statement @S(%i) {
    %0 = arith.constant 1.0 : f32
    affine.store %0, %T[%i] {schedule.for = #schedule.map<"{ S[i] -> A[i] }">} : memref<8xf32, #gpu.address_space<workgroup>>
  }
  schedule.statement @A_out(%i) {
    %0 = affine.load %T[%i] {schedule.for = #schedule.map<"{ A_out[i] -> A[i] }">} : memref<8xf32, #gpu.address_space<workgroup>>
    // expected-error @below {{A[7] ends as A[0], which A_out[0] wrote there last}}
    // expected-note @below {{the subscripts of the tile and the element that the access stands for must agree for both}}
    affine.store %0, %A[7 - %i] : memref<8xf32>
  }
  schedule.domain "{ S[i] : 0 <= i < 8 }" {
    schedule.extension "{ [] -> A_out[i] : 0 <= i < 8 }" {
      schedule.sequence {
        schedule.filter "{ S[i] }" {
          schedule.band (sequential "{ S[i] -> [i] }") {}
        }
        schedule.filter "{ A_out[i] }" {}
      }
    }
  }
}

// -----

schedule.scop @copied_from_another_place(%A: memref<8xf32>, out %B: memref<8xf32>) {
  %T = schedule.array shared : memref<8xf32, #gpu.address_space<workgroup>>
  schedule.statement @S(%i) {
    %0 = affine.load %T[%i] {schedule.for = #schedule.map<"{ S[i] -> A[i] }">} : memref<8xf32, #gpu.address_space<workgroup>>
    affine.store %0, %B[%i] : memref<8xf32>
  }
  schedule.statement @A_in(%i) {
    // expected-error @below {{A_in[0] reads `A` for A[0], but nothing has written there before}}
    // expected-note @below {{a tile is filled by a copy, or by a statement that writes all of what is read}}
    %0 = affine.load %A[7 - %i] : memref<8xf32>
    affine.store %0, %T[%i] {schedule.for = #schedule.map<"{ A_in[i] -> A[i] }">} : memref<8xf32, #gpu.address_space<workgroup>>
  }
  schedule.domain "{ S[i] : 0 <= i < 8 }" {
    schedule.extension "{ [] -> A_in[i] : 0 <= i < 8 }" {
      schedule.sequence {
        schedule.filter "{ A_in[i] }" {}
        schedule.filter "{ S[i] }" {
          schedule.band (sequential "{ S[i] -> [i] }") {}
        }
      }
    }
  }
}
