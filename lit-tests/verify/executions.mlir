// What the proof believes is what the code runs: extensions run at coordinates that instances reach, contexts and guards say nothing new,
// and each run of a copy counts.
// RUN: tc-opt %s --split-input-file --verify-diagnostics --pass-pipeline='builtin.module(schedule.scop(schedule-verify))'

// The loop over c passes 1, though no instance of the second filter reaches it: the copy would run there too.
schedule.scop @copy_where_no_instance_is(%A: memref<64xf32>, out %B: memref<64xf32>) {
  %T = schedule.array private : memref<32xf32>
  schedule.statement @S(%i) {
    %0 = affine.load %A[%i] : memref<64xf32>
    affine.store %0, %T[%i mod 32] {schedule.for = #schedule.map<"{ S[i] -> B[i] }">} : memref<32xf32>
  }
  schedule.statement @B_out1(%c, %a) {
    %0 = affine.load %T[%a - %c * 32] : memref<32xf32>
    affine.store %0, %B[%a] : memref<64xf32>
  }
  schedule.statement @B_out2(%c, %a) {
    %0 = affine.load %T[(%a + %c * 5) mod 32] : memref<32xf32>
    affine.store %0, %B[%a] : memref<64xf32>
  }
  schedule.domain "{ S[i] : 0 <= i < 64 }" {
    schedule.band (sequential "{ S[i] -> [floor(i/32)] }") {
      schedule.sequence {
        schedule.filter "{ S[i] : i >= 32 }" {
          schedule.extension "{ [c] -> B_out1[c, a] : c = 1 and 32c <= a < 32c + 32 }" {
            schedule.sequence {
              schedule.filter "{ S[i] }" { schedule.band (sequential "{ S[i] -> [i] }") {} }
              schedule.filter "{ B_out1[c, a] }" { schedule.band (sequential "{ B_out1[c, a] -> [a] }") {} }
            }
          }
        }
        schedule.filter "{ S[i] : i < 32 }" {
          // expected-error @below {{the extension adds B_out2[1, 32] at the coordinates [1], which no instance from above reaches}}
          // expected-note @below {{a loop passes them for another branch, and nothing runs there}}
          schedule.extension "{ [c] -> B_out2[c, a] : 0 <= c <= 1 and 32c <= a < 32c + 32 }" {
            schedule.sequence {
              schedule.filter "{ S[i] }" { schedule.band (sequential "{ S[i] -> [i] }") {} }
              schedule.filter "{ B_out2[c, a] }" { schedule.band (sequential "{ B_out2[c, a] -> [a] }") {} }
            }
          }
        }
      }
    }
  }
}

// -----

// A gap: 1 is between the coordinates that instances reach, and no copy runs there.
schedule.scop @copy_in_a_gap(%A: memref<8xf32>, out %B: memref<8xf32>) {
  %T = schedule.array private : memref<8xf32>
  schedule.statement @S(%c, %i) {
    %0 = affine.load %T[%i] {schedule.for = #schedule.map<"{ S[c, i] -> A[i] }">} : memref<8xf32>
    affine.store %0, %B[%i] : memref<8xf32>
  }
  schedule.statement @A_in(%c, %a) {
    %0 = affine.load %A[%a] : memref<8xf32>
    affine.store %0, %T[%a] : memref<8xf32>
  }
  schedule.domain "{ S[c, i] : (c = 0 and 0 <= i < 4) or (c = 2 and 4 <= i < 8) }" {
    schedule.band (sequential "{ S[c, i] -> [c] }") {
      schedule.extension "{ [c] -> A_in[c, a] : 0 <= c <= 2 and 0 <= a < 8 }" {
        schedule.sequence {
          schedule.filter "{ A_in[c, a] }" { schedule.band (sequential "{ A_in[c, a] -> [a] }") {} }
          schedule.filter "{ S[c, i] }" { schedule.band (sequential "{ S[c, i] -> [i] }") {} }
        }
      }
    }
  }
}

// -----

// Extensions without bounds run where instances are; a barrier where nothing runs orders nothing.
schedule.scop @everywhere(%A: memref<8xf32>, out %B: memref<8xf32>) grid(1) block(8) {
  %T = schedule.array shared : memref<8xf32, #gpu.address_space<workgroup>>
  schedule.statement @S(%c, %i) {
    %0 = affine.load %T[7 - %i] {schedule.for = #schedule.map<"{ S[c, i] -> A[7 - i] }">} : memref<8xf32, #gpu.address_space<workgroup>>
    affine.store %0, %B[%i] : memref<8xf32>
  }
  schedule.statement @A_in(%a) {
    %0 = affine.load %A[%a] : memref<8xf32>
    affine.store %0, %T[%a] : memref<8xf32, #gpu.address_space<workgroup>>
  }
  schedule.statement @sync0() {
    gpu.barrier
  }
  schedule.statement @sync1() {
    gpu.barrier
  }
  schedule.domain "{ S[c, i] : 0 <= i < 8 and 0 <= c < 3 and 3c <= i < 3c + 3 }" {
    schedule.band (sequential "{ S[c, i] -> [c] }") {
      schedule.extension "{ [c] -> A_in[a] : 0 <= a < 8; [c] -> sync0[]; [c] -> sync1[] : c <= 2 }" {
        schedule.sequence {
          schedule.filter "{ A_in[a] }" { schedule.band (thread.x coincident "{ A_in[a] -> [a] }") {} }
          schedule.filter "{ sync0[] }" {}
          schedule.filter "{ S[c, i] }" { schedule.band (thread.x coincident "{ S[c, i] -> [i] }") {} }
          schedule.filter "{ sync1[] }" {}
        }
      }
    }
  }
}

// -----

schedule.scop @context_of_other_sizes(%A: memref<?xf32>, out %B: memref<?xf32>) sizes(N = %A[0]) context "[N] -> { : N >= 0 }" attributes {schedule.extents = {B = ["N"]}} {
  schedule.statement @S(%i) {
    %0 = affine.load %A[%i] : memref<?xf32>
    affine.store %0, %B[%i] : memref<?xf32>
  }
  schedule.domain "[N] -> { S[i] : 0 <= i < N }" {
    // expected-error @below {{the context [N] -> {  : N >= 100 } is false for N = 0}}
    // expected-note @below {{a condition on sizes belongs in the context of the scop, which each call checks}}
    schedule.context "[N] -> { : N >= 100 }" {
      schedule.band (coincident "{ S[i] -> [i] }") {}
    }
  }
}

// -----

// That there are instances implies it; but a context is believed where none are, too.
schedule.scop @context_of_the_domain(%A: memref<?xf32>, out %B: memref<?xf32>) sizes(N = %A[0]) context "[N] -> { : N >= 0 }" attributes {schedule.extents = {B = ["N"]}} {
  schedule.statement @S(%i) {
    %0 = affine.load %A[%i] : memref<?xf32>
    affine.store %0, %B[%i] : memref<?xf32>
  }
  schedule.domain "[N] -> { S[i] : 0 <= i < N }" {
    // expected-error @below {{the context [N] -> {  : N > 0 } is false for N = 0}}
    // expected-note @below {{a condition on sizes belongs in the context of the scop}}
    schedule.context "[N] -> { : N >= 1 }" {
      schedule.band (coincident "{ S[i] -> [i] }") {}
    }
  }
}

// -----

schedule.scop @context_of_the_scop(%A: memref<?xf32>, out %B: memref<?xf32>) sizes(N = %A[0]) context "[N] -> { : N >= 100 }" attributes {schedule.extents = {B = ["N"]}} {
  schedule.statement @S(%i) {
    %0 = affine.load %A[%i] : memref<?xf32>
    affine.store %0, %B[%i] : memref<?xf32>
  }
  schedule.domain "[N] -> { S[i] : 0 <= i < N }" {
    schedule.context "[N] -> { : N >= 50 }" {
      schedule.band (coincident "{ S[i] -> [i] }") {
        schedule.context "[N] -> { [i] : i < N }" {}
      }
    }
  }
}

// -----

// Over coordinates it would drop instances.
schedule.scop @context_that_selects(%A: memref<8xf32>, out %B: memref<8xf32>) {
  schedule.statement @S(%i) {
    %0 = affine.load %A[%i] : memref<8xf32>
    affine.store %0, %B[%i] : memref<8xf32>
  }
  schedule.domain "{ S[i] : 0 <= i < 8 }" {
    schedule.band (coincident "{ S[i] -> [i] }") {
      // expected-error @below {{the context { [i] : i >= 3 } is false at the coordinates [0]}}
      // expected-note @below {{one that selects instances is a filter}}
      schedule.context "{ [i] : i >= 3 }" {}
    }
  }
}

// -----

schedule.scop @guard_that_may_not_hold(%A: memref<8xf32>, out %B: memref<8xf32>) {
  schedule.statement @S(%i) {
    %0 = affine.load %A[%i] : memref<8xf32>
    affine.store %0, %B[%i] : memref<8xf32>
  }
  schedule.domain "{ S[i] : 0 <= i < 8 }" {
    schedule.band (coincident "{ S[i] -> [i] }") {
      // expected-error @below {{the guard may not hold, and then instances below it never run: { [i] : i >= 3 } is false at the coordinates [0]}}
      schedule.guard "{ [i] : i >= 3 }" {}
    }
  }
}

// -----

// The copy of c = 1 overwrites what other threads still read: the barrier sync0 is there for c = 0 only.
schedule.scop @copy_that_runs_twice(%A: memref<64xf32>, out %B: memref<2x64xf32>) grid(2) block(32) {
  %A_s = schedule.array shared : memref<32xf32, #gpu.address_space<workgroup>>
  schedule.statement @S(%c, %i) {
    %0 = affine.load %A_s[31 - %i mod 32] {schedule.for = #schedule.map<"{ S[c, i] -> A[31 + 32*floor(i/32) - i mod 32] }">} : memref<32xf32, #gpu.address_space<workgroup>>
    affine.store %0, %B[%c, %i] : memref<2x64xf32>
  }
  schedule.statement @A_in(%b, %a) {
    %0 = affine.load %A[%a] : memref<64xf32>
    affine.store %0, %A_s[%a - %b * 32] : memref<32xf32, #gpu.address_space<workgroup>>
  }
  schedule.statement @sync0() {
    gpu.barrier
  }
  schedule.statement @sync1() {
    gpu.barrier
  }
  schedule.domain "{ S[c, i] : 0 <= c < 2 and 0 <= i < 64 }" {
    schedule.band tag "tile" (block.x coincident "{ S[c, i] -> [floor(i/32)] }") {
      schedule.band (sequential "{ S[c, i] -> [c] }") {
        schedule.extension "{ [b, c] -> A_in[b, a] : 0 <= b <= 1 and 0 <= c <= 1 and 32b <= a < 32b + 32; [b, c] -> sync0[] : 0 <= b <= 1 and c = 0; [b, c] -> sync1[] : 0 <= b <= 1 and 0 <= c <= 1 }" {
          // expected-error @below {{the flow dependence A_in[0, 0] at [0, 1] -> S[1, 31] on `A_s` is broken: different threads run them, with no barrier in between}}
          // expected-note @below {{run `schedule-sync` after mapping threads}}
          schedule.sequence {
            schedule.filter "{ A_in[b, a] }" { schedule.band (thread.x coincident "{ A_in[b, a] -> [a mod 32] }") {} }
            schedule.filter "{ sync0[] }" {}
            schedule.filter "{ S[c, i] }" { schedule.band (thread.x coincident "{ S[c, i] -> [i mod 32] }") {} }
            schedule.filter "{ sync1[] }" {}
          }
        }
      }
    }
  }
}

// -----

// The same copy at two places, on other threads: the second one has no barrier before the reads.
schedule.scop @copy_at_two_leaves(%A: memref<32xf32>, out %B: memref<32xf32>, out %C: memref<32xf32>) grid(1) block(32) {
  %A_s = schedule.array shared : memref<32xf32, #gpu.address_space<workgroup>>
  schedule.statement @S(%i) {
    %0 = affine.load %A_s[%i] {schedule.for = #schedule.map<"{ S[i] -> A[i] }">} : memref<32xf32, #gpu.address_space<workgroup>>
    affine.store %0, %B[%i] : memref<32xf32>
  }
  schedule.statement @R(%i) {
    %0 = affine.load %A_s[%i] {schedule.for = #schedule.map<"{ R[i] -> A[i] }">} : memref<32xf32, #gpu.address_space<workgroup>>
    affine.store %0, %C[%i] : memref<32xf32>
  }
  schedule.statement @A_in(%a) {
    %0 = affine.load %A[%a] : memref<32xf32>
    affine.store %0, %A_s[%a] : memref<32xf32, #gpu.address_space<workgroup>>
  }
  schedule.statement @sync0() {
    gpu.barrier
  }
  schedule.domain "{ S[i] : 0 <= i < 32; R[i] : 0 <= i < 32 }" {
    schedule.band (block.x coincident "{ S[i] -> [0]; R[i] -> [0] }") {
      schedule.sequence {
        schedule.filter "{ S[i] }" {
          schedule.extension "{ [b] -> A_in[a] : b = 0 and 0 <= a < 32; [b] -> sync0[] : b = 0 }" {
            schedule.sequence {
              schedule.filter "{ A_in[a] }" { schedule.band (thread.x coincident "{ A_in[a] -> [a] }") {} }
              schedule.filter "{ S[i] }" { schedule.band (thread.x coincident "{ S[i] -> [i] }") {} }
              schedule.filter "{ sync0[] }" {}
            }
          }
        }
        schedule.filter "{ R[i] }" {
          schedule.extension "{ [b] -> A_in[a] : b = 0 and 0 <= a < 32 }" {
            // expected-error @below {{the flow dependence A_in[0] at [0] -> R[0] on `A_s` is broken: different threads run them, with no barrier in between}}
            // expected-note @below {{run `schedule-sync` after mapping threads}}
            schedule.sequence {
              schedule.filter "{ A_in[a] }" { schedule.band (thread.x coincident "{ A_in[a] -> [31 - a] }") {} }
              schedule.filter "{ R[i] }" { schedule.band (thread.x coincident "{ R[i] -> [i] }") {} }
            }
          }
        }
      }
    }
  }
}
