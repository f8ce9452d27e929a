// Why an array has no tile in registers, each at the place of the tile: an error, since `arrays` names it.
// RUN: tc-opt %s --split-input-file --verify-diagnostics --pass-pipeline='builtin.module(schedule.scop(schedule-promote{space=registers arrays=A limit=64 below=place}))'
// RUN: not tc-opt %s --split-input-file --pass-pipeline='builtin.module(schedule.scop(schedule-promote{space=registers arrays=Q}))' -o /dev/null 2>&1 | FileCheck %s --check-prefix=NAME
// RUN: not tc-opt %s --split-input-file --pass-pipeline='builtin.module(schedule.scop(schedule-promote{space=registers below=plaice}))' -o /dev/null 2>&1 | FileCheck %s --check-prefix=BELOW
// NAME: error: there is no array Q to promote
// NAME: note: the arrays are A, C
// BELOW: error: there is no mark and no band with the tag "plaice"
// BELOW: note: the marks and tags of the tree are place; did you mean `place`?

schedule.scop @above_threads(%A: memref<64xf32>, out %C: memref<64xf32>) grid(2) block(32) {
  schedule.statement @S(%i) {
    %0 = affine.load %A[%i] : memref<64xf32>
    affine.store %0, %C[%i] : memref<64xf32>
  }
  schedule.domain "{ S[i] : 0 <= i < 64 }" {
    schedule.band tag "place" (block.x coincident "{ S[i] -> [floor(i/32)] }") {
      // expected-error @+2 {{cannot promote A: a loop on thread.x is below: registers belong to one thread}}
      // expected-note @+1 {{name the band of that loop, or one below it, in `below`}}
      schedule.band (thread.x coincident "{ S[i] -> [i mod 32] }") {}
    }
  }
}

// -----

schedule.scop @above_parallel(%A: memref<64xf32>, out %C: memref<64xf32>) {
  schedule.statement @S(%i) {
    %0 = affine.load %A[%i] : memref<64xf32>
    affine.store %0, %C[%i] : memref<64xf32>
  }
  schedule.domain "{ S[i] : 0 <= i < 64 }" {
    schedule.band tag "place" (sequential coincident "{ S[i] -> [floor(i/32)] }") {
      // expected-error @+2 {{cannot promote A: a loop on parallel is below: registers belong to one thread}}
      // expected-note @+1 {{name the band of that loop, or one below it, in `below`}}
      schedule.band (parallel coincident "{ S[i] -> [i mod 32] }") {}
    }
  }
}

// -----

schedule.scop @scalar(%A: memref<f32>, out %C: memref<64xf32>) {
  schedule.statement @S(%i) {
    %0 = affine.load %A[] : memref<f32>
    affine.store %0, %C[%i] : memref<64xf32>
  }
  schedule.domain "{ S[i] : 0 <= i < 64 }" {
    schedule.band tag "place" (sequential "{ S[i] -> [floor(i/4)] }") {
      // expected-error @+1 {{cannot promote A: it is a single element}}
      schedule.band (unroll "{ S[i] -> [i mod 4] }") {}
    }
  }
}

// -----

schedule.scop @gather(%A: memref<64xf32>, %I: memref<64xindex>, out %C: memref<64xf32>) {
  schedule.statement @S(%i) {
    %0 = affine.load %I[%i] : memref<64xindex>
    %1 = memref.load %A[%0] : memref<64xf32>
    affine.store %1, %C[%i] : memref<64xf32>
  }
  schedule.domain "{ S[i] : 0 <= i < 64 }" {
    schedule.band tag "place" (sequential "{ S[i] -> [floor(i/4)] }") {
      // expected-error @+1 {{cannot promote A: S has a subscript that is not affine}}
      schedule.band (unroll "{ S[i] -> [i mod 4] }") {}
    }
  }
}

// -----

schedule.scop @under_a_condition(%M: memref<64xi1>, inout %A: memref<64xf32>) {
  schedule.statement @S(%i) {
    %0 = affine.load %M[%i] : memref<64xi1>
    %1 = arith.constant 1.0 : f32
    scf.if %0 {
      affine.store %1, %A[%i] : memref<64xf32>
    }
  }
  schedule.domain "{ S[i] : 0 <= i < 64 }" {
    schedule.band tag "place" (sequential "{ S[i] -> [floor(i/4)] }") {
      // expected-error @+1 {{cannot promote A: S writes it under a condition}}
      schedule.band (unroll "{ S[i] -> [i mod 4] }") {}
    }
  }
}

// -----

// How many elements an iteration touches depends on a size.
schedule.scop @no_box(%A: memref<64x64xf32>, out %C: memref<64x64xf32>) sizes(N) {
  schedule.statement @S(%i, %j) {
    %0 = affine.load %A[%i, %j] : memref<64x64xf32>
    affine.store %0, %C[%i, %j] : memref<64x64xf32>
  }
  schedule.domain "[N] -> { S[i, j] : 0 <= i < 64 and 0 <= j < N }" {
    schedule.band tag "place" (sequential "{ S[i, j] -> [i] }") {
      // expected-error @+1 {{cannot promote A: what a tile touches has no box of constant size around it}}
      schedule.band (unroll "{ S[i, j] -> [j] }") {}
    }
  }
}

// -----

schedule.scop @a_loop(%A: memref<64xf32>, inout %C: memref<64x4xf32>) {
  schedule.statement @S(%i, %u) {
    %0 = affine.load %A[%i] : memref<64xf32>
    affine.store %0, %C[%i, %u] : memref<64x4xf32>
  }
  schedule.domain "{ S[i, u] : 0 <= i < 64 and 0 <= u < 4 }" {
    schedule.band tag "place" (sequential "{ S[i, u] -> [floor(i/16)] }") {
      // expected-error @+2 {{cannot promote A: a sequential loop below moves the elements of S, so that their places in the tile are no numbers}}
      // expected-note @+1 {{unroll that loop (schedule-unroll), or promote below it}}
      schedule.band (sequential "{ S[i, u] -> [i mod 16] }", unroll "{ S[i, u] -> [u] }") {}
    }
  }
}

// -----

// The box is two elements at each i, and which of them an iteration touches depends on i.
schedule.scop @no_numbers(%A: memref<65xf32>, inout %C: memref<64x2xf32>) {
  schedule.statement @S(%i, %u) {
    %0 = affine.load %A[%i + (%u + %i) mod 2] : memref<65xf32>
    affine.store %0, %C[%i, %u] : memref<64x2xf32>
  }
  schedule.domain "{ S[i, u] : 0 <= i < 64 and 0 <= u < 2 }" {
    schedule.band tag "place" (sequential "{ S[i, u] -> [i] }") {
      // expected-error @+1 {{cannot promote A: the places of the elements of S in the tile are no numbers after unrolling}}
      schedule.band (unroll "{ S[i, u] -> [u] }") {}
    }
  }
}

// -----

schedule.scop @too_many(%A: memref<64x64xf32>, inout %C: memref<64x64xf32>) {
  schedule.statement @S(%i, %j) {
    %0 = affine.load %A[%i, %j] : memref<64x64xf32>
    affine.store %0, %C[%i, %j] : memref<64x64xf32>
  }
  schedule.domain "{ S[i, j] : 0 <= i < 64 and 0 <= j < 64 }" {
    schedule.band tag "place" (sequential "{ S[i, j] -> [i] }") {
      // expected-error @+2 {{cannot promote A: its tile takes 256 bytes of registers, and 64 of 64 are left}}
      // expected-note @+1 {{unroll less, or raise the limit if spills are no harm}}
      schedule.band (unroll "{ S[i, j] -> [j] }") {}
    }
  }
}

// -----

schedule.scop @also_outside(%A: memref<64xf32>, out %C: memref<64xf32>) {
  schedule.statement @S(%i) {
    %0 = affine.load %A[%i] : memref<64xf32>
    affine.store %0, %C[%i] : memref<64xf32>
  }
  schedule.domain "{ S[i] : 0 <= i < 64 }" {
    schedule.sequence {
      schedule.filter "{ S[i] : i < 32 }" {
        schedule.band tag "place" (sequential "{ S[i] -> [floor(i/4)] }") {
          // expected-error @+1 {{cannot promote A: S also runs outside of the tile}}
          schedule.band (unroll "{ S[i] -> [i mod 4] }") {}
        }
      }
      schedule.filter "{ S[i] : i >= 32 }" {
        schedule.band (sequential "{ S[i] -> [i] }") {}
      }
    }
  }
}

// -----

// A is a tile of B, which is filled anew below the place.
schedule.scop @filled_below(%B: memref<64xf32>, inout %C: memref<64x4xf32>) {
  %A = schedule.array shared : memref<4xf32>
  schedule.statement @S(%i, %u) {
    %0 = affine.load %A[%i mod 4] {schedule.for = #schedule.map<"{ S[i, u] -> B[i] }">} : memref<4xf32>
    affine.store %0, %C[%i, %u] : memref<64x4xf32>
  }
  schedule.statement @B_in(%p0, %p1, %a) {
    %0 = affine.load %B[%a] : memref<64xf32>
    affine.store %0, %A[%a mod 4] : memref<4xf32>
  }
  schedule.domain "{ S[i, u] : 0 <= i < 64 and 0 <= u < 4 }" {
    schedule.band tag "place" (sequential "{ S[i, u] -> [floor(i/16)] }") {
      // expected-error @+2 {{cannot promote A: B_in copies it below the place}}
      // expected-note @+1 {{promote below the loop that the copies are in}}
      schedule.band (sequential "{ S[i, u] -> [floor(i/4) mod 4] }") {
        schedule.extension "{ [p0, p1] -> B_in[p0, p1, a] : 0 <= p0 < 4 and 0 <= p1 < 4 and 16p0 + 4p1 <= a < 16p0 + 4p1 + 4 }" {
          schedule.sequence {
            schedule.filter "{ B_in[p0, p1, a] }" {
              schedule.band (unroll "{ B_in[p0, p1, a] -> [a mod 4] }") {}
            }
            schedule.filter "{ S[i, u] }" {
              schedule.band (unroll "{ S[i, u] -> [i mod 4] }", unroll "{ S[i, u] -> [u] }") {}
            }
          }
        }
      }
    }
  }
}

// -----

// Four elements of B go through each element of A below the place.
schedule.scop @several_elements(%B: memref<64xf32>, inout %C: memref<64xf32>) {
  %A = schedule.array shared : memref<4xf32>
  schedule.statement @S(%i) {
    %0 = affine.load %A[%i mod 4] {schedule.for = #schedule.map<"{ S[i] -> B[i] }">} : memref<4xf32>
    affine.store %0, %C[%i] : memref<64xf32>
  }
  schedule.domain "{ S[i] : 0 <= i < 64 }" {
    schedule.band tag "place" (sequential "{ S[i] -> [floor(i/16)] }") {
      // expected-error @+2 {{cannot promote A: an element of the tile stands for several elements of its array below the place}}
      // expected-note @+1 {{promote below the loop that fills the tile}}
      schedule.band (unroll "{ S[i] -> [i mod 16] }") {}
    }
  }
}

// -----

schedule.scop @vectors_anywhere(%A: memref<80xf32>, inout %C: memref<64x3xf32>) {
  schedule.statement @S(%i, %u) {
    %0 = affine.load %A[%i + %u] : memref<80xf32>
    affine.store %0, %C[%i, %u] : memref<64x3xf32>
  }
  schedule.domain "{ S[i, u] : 0 <= i < 64 and 0 <= u < 3 }" {
    schedule.band tag "place" (sequential "{ S[i, u] -> [floor(i/8)] }") {
      // expected-error @+1 {{cannot promote A: vectors begin at any of its elements, not only at multiples of their width}}
      schedule.band (unroll "{ S[i, u] -> [u] }", vector coincident "{ S[i, u] -> [i mod 8] }") {}
    }
  }
}

// -----

schedule.scop @vectors_of_a_column(%A: memref<8x64xf32>, inout %C: memref<64x8xf32>) {
  schedule.statement @S(%i, %j) {
    %0 = affine.load %A[%j, %i] : memref<8x64xf32>
    affine.store %0, %C[%i, %j] : memref<64x8xf32>
  }
  schedule.domain "{ S[i, j] : 0 <= i < 64 and 0 <= j < 8 }" {
    schedule.band tag "place" (sequential "{ S[i, j] -> [i] }") {
      // expected-error @+1 {{cannot promote A: a vector reads elements that are not neighbours}}
      schedule.band (vector coincident "{ S[i, j] -> [j] }") {}
    }
  }
}

// -----

schedule.scop @two_widths(%A: memref<64xf32>, inout %C: memref<64xf32>, inout %D: memref<64xf32>) {
  schedule.statement @S(%i) {
    %0 = affine.load %A[%i] : memref<64xf32>
    affine.store %0, %C[%i] : memref<64xf32>
  }
  schedule.statement @T(%i) {
    %0 = affine.load %A[%i] : memref<64xf32>
    affine.store %0, %D[%i] : memref<64xf32>
  }
  schedule.domain "{ S[i] : 0 <= i < 64; T[i] : 0 <= i < 64 }" {
    schedule.band tag "place" (sequential "{ S[i] -> [floor(i/8)]; T[i] -> [floor(i/8)] }") {
      // expected-error @+1 {{cannot promote A: vectors of different widths touch it}}
      schedule.sequence {
        schedule.filter "{ S[i] }" {
          schedule.band (vector coincident "{ S[i] -> [i mod 8] }") {}
        }
        schedule.filter "{ T[i] }" {
          schedule.band (unroll "{ T[i] -> [floor((i mod 8)/4)] }", vector coincident "{ T[i] -> [i mod 4] }") {}
        }
      }
    }
  }
}
