// Threads of a block need a barrier between conflicting accesses; tiles must contain the elements that are read.
// RUN: tc-opt %s --split-input-file --verify-diagnostics --pass-pipeline='builtin.module(schedule.scop(schedule-verify))'
// RUN: tc-opt %s --split-input-file --verify-diagnostics --tc-pass-statistics --pass-pipeline='builtin.module(schedule.scop(schedule-verify))' -o /dev/null 2>&1 | FileCheck %s

// One thread writes what its neighbour reads: legal with the barrier.
schedule.scop @exchange(%A: memref<8xf32>, out %B: memref<8xf32>, out %C: memref<8xf32>) block(8) {
  schedule.statement @S0(%i) {
    %0 = affine.load %A[%i] : memref<8xf32>
    affine.store %0, %B[%i] : memref<8xf32>
  }
  schedule.statement @S1(%i) {
    %0 = affine.load %B[7 - %i] : memref<8xf32>
    affine.store %0, %C[%i] : memref<8xf32>
  }
  schedule.statement @sync0() {
    gpu.barrier
  }
  schedule.domain "{ S0[i] : 0 <= i < 8; S1[i] : 0 <= i < 8 }" {
    schedule.mark "kernel" {
      schedule.band (block.x "{ S0[i] -> [0]; S1[i] -> [0] }") {
        schedule.extension "{ [b] -> sync0[] : b = 0 }" {
          schedule.sequence {
            schedule.filter "{ S0[i] }" { schedule.band (thread.x coincident "{ S0[i] -> [i] }") {} }
            schedule.filter "{ sync0[] }" {}
            schedule.filter "{ S1[i] }" { schedule.band (thread.x coincident "{ S1[i] -> [i] }") {} }
          }
        }
      }
    }
  }
}

// -----

schedule.scop @race(%A: memref<8xf32>, out %B: memref<8xf32>, out %C: memref<8xf32>) block(8) {
  schedule.statement @S0(%i) {
    %0 = affine.load %A[%i] : memref<8xf32>
    affine.store %0, %B[%i] : memref<8xf32>
  }
  schedule.statement @S1(%i) {
    %0 = affine.load %B[7 - %i] : memref<8xf32>
    affine.store %0, %C[%i] : memref<8xf32>
  }
  schedule.domain "{ S0[i] : 0 <= i < 8; S1[i] : 0 <= i < 8 }" {
    schedule.band (block.x "{ S0[i] -> [0]; S1[i] -> [0] }") {
      // expected-error @below {{the flow dependence S0[0] -> S1[7] on `B` is broken: different threads run them, with no barrier in between}}
      // expected-note @below {{run `schedule-sync` after mapping threads}}
      schedule.sequence {
        schedule.filter "{ S0[i] }" { schedule.band (thread.x coincident "{ S0[i] -> [i] }") {} }
        schedule.filter "{ S1[i] }" { schedule.band (thread.x coincident "{ S1[i] -> [i] }") {} }
      }
    }
  }
}

// -----

// A barrier inside a loop on threads is not reached by all of them.
schedule.scop @divergent(%A: memref<8xf32>, out %B: memref<8xf32>) block(8) {
  schedule.statement @S0(%i) {
    %0 = affine.load %A[%i] : memref<8xf32>
    affine.store %0, %B[%i] : memref<8xf32>
  }
  schedule.statement @sync0() {
    gpu.barrier
  }
  schedule.domain "{ S0[i] : 0 <= i < 8 }" {
    schedule.band (thread.x coincident "{ S0[i] -> [i] }") {
      schedule.extension "{ [i] -> sync0[] : 0 <= i < 8 }" {
        schedule.sequence {
          schedule.filter "{ S0[i] }" {}
          // expected-error @below {{the barrier is below a loop on thread.x: not all threads reach it}}
          // expected-note @below {{put it into a sequence above the loops on threads}}
          schedule.filter "{ sync0[] }" {}
        }
      }
    }
  }
}

// -----

// The tile has 4 elements of A, and the statement reads a fifth one.
schedule.scop @tile_too_small(%A: memref<9xf32>, out %B: memref<8xf32>) block(4) {
  %A_s = schedule.array shared : memref<5xf32, 3>
  schedule.statement @S0(%i) {
    // expected-error @below {{S0[3] reads `A_s` for A[4], but nothing has written there before}}
    // expected-note @below {{a tile is filled by a copy, or by a statement that writes all of what is read}}
    %0 = affine.load %A_s[%i mod 4 + 1] {schedule.for = #schedule.map<"{ S0[i] -> A[i + 1] }">} : memref<5xf32, 3>
    affine.store %0, %B[%i] : memref<8xf32>
  }
  schedule.statement @A_in(%t, %a) {
    %0 = affine.load %A[%a] : memref<9xf32>
    affine.store %0, %A_s[%a - %t] : memref<5xf32, 3>
  }
  schedule.domain "{ S0[i] : 0 <= i < 8 }" {
    schedule.band permutable tag "tile" tiles(4) (sequential "{ S0[i] -> [i - i mod 4] }") {
      schedule.extension "{ [t] -> A_in[t, a] : (t = 0 or t = 4) and t <= a < t + 4 }" {
        schedule.sequence {
          schedule.filter "{ A_in[t, a] }" { schedule.band (sequential "{ A_in[t, a] -> [a - t] }") {} }
          schedule.filter "{ S0[i] }" { schedule.band (sequential "{ S0[i] -> [i mod 4] }") {} }
        }
      }
    }
  }
}

// -----

// The tile is filled after it is read.
schedule.scop @copied_too_late(%A: memref<8xf32>, out %B: memref<8xf32>) block(4) {
  %A_s = schedule.array shared : memref<4xf32, 3>
  schedule.statement @S0(%i) {
    // expected-error @below {{S0[0] reads `A_s` for A[0], but nothing has written there before}}
    // expected-note @below {{a tile is filled by a copy, or by a statement that writes all of what is read}}
    %0 = affine.load %A_s[%i mod 4] {schedule.for = #schedule.map<"{ S0[i] -> A[i] }">} : memref<4xf32, 3>
    affine.store %0, %B[%i] : memref<8xf32>
  }
  schedule.statement @A_in(%t, %a) {
    %0 = affine.load %A[%a] : memref<8xf32>
    affine.store %0, %A_s[%a - %t] : memref<4xf32, 3>
  }
  schedule.domain "{ S0[i] : 0 <= i < 8 }" {
    schedule.band permutable tag "tile" tiles(4) (sequential "{ S0[i] -> [i - i mod 4] }") {
      schedule.extension "{ [t] -> A_in[t, a] : (t = 0 or t = 4) and t <= a < t + 4 }" {
        schedule.sequence {
          schedule.filter "{ S0[i] }" { schedule.band (sequential "{ S0[i] -> [i mod 4] }") {} }
          schedule.filter "{ A_in[t, a] }" { schedule.band (sequential "{ A_in[t, a] -> [a - t] }") {} }
        }
      }
    }
  }
}

// -----

// Each iteration of the tile loop overwrites the tile while other threads still read it: one barrier is missing.
schedule.scop @reused_tile(%A: memref<8xf32>, out %B: memref<8xf32>) block(4) {
  %A_s = schedule.array shared : memref<4xf32, 3>
  schedule.statement @S0(%i) {
    %0 = affine.load %A_s[3 - %i mod 4] {schedule.for = #schedule.map<"{ S0[i] -> A[3 + i - 2*(i mod 4)] }">} : memref<4xf32, 3>
    affine.store %0, %B[%i] : memref<8xf32>
  }
  schedule.statement @A_in(%t, %a) {
    %0 = affine.load %A[%a] : memref<8xf32>
    affine.store %0, %A_s[%a - %t] : memref<4xf32, 3>
  }
  schedule.statement @sync0() {
    gpu.barrier
  }
  schedule.domain "{ S0[i] : 0 <= i < 8 }" {
    // expected-error @below {{the anti dependence S0[0] -> A_in[4, 7] on `A_s` is broken: different threads run them in different iterations of band member 0, with no barrier in between}}
    // expected-note @below {{run `schedule-sync` after mapping threads}}
    schedule.band permutable tag "tile" tiles(4) (sequential "{ S0[i] -> [i - i mod 4] }") {
      schedule.extension "{ [t] -> A_in[t, a] : (t = 0 or t = 4) and t <= a < t + 4; [t] -> sync0[] : t = 0 or t = 4 }" {
        schedule.sequence {
          schedule.filter "{ A_in[t, a] }" { schedule.band (thread.x "{ A_in[t, a] -> [a - t] }") {} }
          schedule.filter "{ sync0[] }" {}
          schedule.filter "{ S0[i] }" { schedule.band (thread.x "{ S0[i] -> [i mod 4] }") {} }
        }
      }
    }
  }
}

// -----

// The same tree on two blocks: each has its own tile and runs one iteration, so nothing is overwritten.
schedule.scop @one_tile_for_a_block(%A: memref<8xf32>, out %B: memref<8xf32>) grid(2) block(4) {
  %A_s = schedule.array shared : memref<4xf32, 3>
  schedule.statement @S0(%i) {
    %0 = affine.load %A_s[3 - %i mod 4] {schedule.for = #schedule.map<"{ S0[i] -> A[3 + i - 2*(i mod 4)] }">} : memref<4xf32, 3>
    affine.store %0, %B[%i] : memref<8xf32>
  }
  schedule.statement @A_in(%t, %a) {
    %0 = affine.load %A[%a] : memref<8xf32>
    affine.store %0, %A_s[%a - %t] : memref<4xf32, 3>
  }
  schedule.statement @sync0() {
    gpu.barrier
  }
  schedule.domain "{ S0[i] : 0 <= i < 8 }" {
    schedule.band permutable tag "tile" tiles(4) (block.x coincident "{ S0[i] -> [i - i mod 4] }") {
      schedule.extension "{ [t] -> A_in[t, a] : (t = 0 or t = 4) and t <= a < t + 4; [t] -> sync0[] : t = 0 or t = 4 }" {
        schedule.sequence {
          schedule.filter "{ A_in[t, a] }" { schedule.band (thread.x "{ A_in[t, a] -> [a - t] }") {} }
          schedule.filter "{ sync0[] }" {}
          schedule.filter "{ S0[i] }" { schedule.band (thread.x "{ S0[i] -> [i mod 4] }") {} }
        }
      }
    }
  }
}

// -----

// On one block the loop has two iterations again.
schedule.scop @two_tiles_for_a_block(%A: memref<8xf32>, out %B: memref<8xf32>) grid(1) block(4) {
  %A_s = schedule.array shared : memref<4xf32, 3>
  schedule.statement @S0(%i) {
    %0 = affine.load %A_s[3 - %i mod 4] {schedule.for = #schedule.map<"{ S0[i] -> A[3 + i - 2*(i mod 4)] }">} : memref<4xf32, 3>
    affine.store %0, %B[%i] : memref<8xf32>
  }
  schedule.statement @A_in(%t, %a) {
    %0 = affine.load %A[%a] : memref<8xf32>
    affine.store %0, %A_s[%a - %t] : memref<4xf32, 3>
  }
  schedule.statement @sync0() {
    gpu.barrier
  }
  schedule.domain "{ S0[i] : 0 <= i < 8 }" {
    // expected-error @below {{the anti dependence S0[0] -> A_in[4, 7] on `A_s` is broken: different threads run them in different iterations of band member 0, with no barrier in between}}
    // expected-note @below {{run `schedule-sync` after mapping threads}}
    schedule.band permutable tag "tile" tiles(4) (block.x coincident "{ S0[i] -> [i - i mod 4] }") {
      schedule.extension "{ [t] -> A_in[t, a] : (t = 0 or t = 4) and t <= a < t + 4; [t] -> sync0[] : t = 0 or t = 4 }" {
        schedule.sequence {
          schedule.filter "{ A_in[t, a] }" { schedule.band (thread.x "{ A_in[t, a] -> [a - t] }") {} }
          schedule.filter "{ sync0[] }" {}
          schedule.filter "{ S0[i] }" { schedule.band (thread.x "{ S0[i] -> [i mod 4] }") {} }
        }
      }
    }
  }
}

// -----

// With a barrier between iterations the tree is legal.
schedule.scop @both_barriers(%A: memref<8xf32>, out %B: memref<8xf32>) block(4) {
  %A_s = schedule.array shared : memref<4xf32, 3>
  schedule.statement @S0(%i) {
    %0 = affine.load %A_s[3 - %i mod 4] {schedule.for = #schedule.map<"{ S0[i] -> A[3 + i - 2*(i mod 4)] }">} : memref<4xf32, 3>
    affine.store %0, %B[%i] : memref<8xf32>
  }
  schedule.statement @A_in(%t, %a) {
    %0 = affine.load %A[%a] : memref<8xf32>
    affine.store %0, %A_s[%a - %t] : memref<4xf32, 3>
  }
  schedule.statement @sync0() {
    gpu.barrier
  }
  schedule.statement @sync1() {
    gpu.barrier
  }
  schedule.domain "{ S0[i] : 0 <= i < 8 }" {
    schedule.band permutable tag "tile" tiles(4) (sequential "{ S0[i] -> [i - i mod 4] }") {
      schedule.extension "{ [t] -> A_in[t, a] : (t = 0 or t = 4) and t <= a < t + 4; [t] -> sync0[] : t = 0 or t = 4; [t] -> sync1[] : t = 0 or t = 4 }" {
        schedule.sequence {
          schedule.filter "{ A_in[t, a] }" { schedule.band (thread.x "{ A_in[t, a] -> [a - t] }") {} }
          schedule.filter "{ sync0[] }" {}
          schedule.filter "{ S0[i] }" { schedule.band (thread.x "{ S0[i] -> [i mod 4] }") {} }
          schedule.filter "{ sync1[] }" {}
        }
      }
    }
  }
}

// -----

// The first barrier runs only in the first iteration.
schedule.scop @barrier_of_one_iteration(%A: memref<8xf32>, out %B: memref<8xf32>) block(4) {
  %A_s = schedule.array shared : memref<4xf32, 3>
  schedule.statement @S0(%i) {
    %0 = affine.load %A_s[3 - %i mod 4] {schedule.for = #schedule.map<"{ S0[i] -> A[3 + i - 2*(i mod 4)] }">} : memref<4xf32, 3>
    affine.store %0, %B[%i] : memref<8xf32>
  }
  schedule.statement @A_in(%t, %a) {
    %0 = affine.load %A[%a] : memref<8xf32>
    affine.store %0, %A_s[%a - %t] : memref<4xf32, 3>
  }
  schedule.statement @sync0() {
    gpu.barrier
  }
  schedule.statement @sync1() {
    gpu.barrier
  }
  schedule.domain "{ S0[i] : 0 <= i < 8 }" {
    schedule.band permutable tag "tile" tiles(4) (sequential "{ S0[i] -> [i - i mod 4] }") {
      schedule.extension "{ [t] -> A_in[t, a] : (t = 0 or t = 4) and t <= a < t + 4; [t] -> sync0[] : t = 0; [t] -> sync1[] : t = 0 or t = 4 }" {
        // expected-error @below {{the flow dependence A_in[4, 4] -> S0[7] on `A_s` is broken: different threads run them, with no barrier in between}}
        // expected-note @below {{run `schedule-sync` after mapping threads}}
        schedule.sequence {
          schedule.filter "{ A_in[t, a] }" { schedule.band (thread.x "{ A_in[t, a] -> [a - t] }") {} }
          schedule.filter "{ sync0[] }" {}
          schedule.filter "{ S0[i] }" { schedule.band (thread.x "{ S0[i] -> [i mod 4] }") {} }
          schedule.filter "{ sync1[] }" {}
        }
      }
    }
  }
}

// -----

// `tiles` applies to blocks: a loop on threads distributes its own values, whatever sizes its band has.
schedule.scop @tiles_on_threads(%A: memref<8xf32>, out %B: memref<8xf32>, out %C: memref<8xf32>) block(8) {
  schedule.statement @S0(%i) {
    %0 = affine.load %A[%i] : memref<8xf32>
    affine.store %0, %B[%i] : memref<8xf32>
  }
  schedule.statement @S1(%i) {
    %0 = affine.load %B[%i - %i mod 4] : memref<8xf32>
    affine.store %0, %C[%i] : memref<8xf32>
  }
  schedule.domain "{ S0[i] : 0 <= i < 8; S1[i] : 0 <= i < 8 }" {
    schedule.band (block.x "{ S0[i] -> [0]; S1[i] -> [0] }") {
      // expected-error @below {{the flow dependence S0[0] -> S1[1] on `B` is broken: different threads run them, with no barrier in between}}
      // expected-note @below {{run `schedule-sync` after mapping threads}}
      schedule.sequence {
        schedule.filter "{ S0[i] }" { schedule.band tiles(4) (thread.x coincident "{ S0[i] -> [i] }") {} }
        schedule.filter "{ S1[i] }" { schedule.band tiles(4) (thread.x coincident "{ S1[i] -> [i] }") {} }
      }
    }
  }
}

// CHECK: schedule-verify: 11 runs
// CHECK-NEXT: {{^ *}}3 scops
// CHECK-NEXT: {{^ *}}1 dependences
// CHECK-NEXT: {{^ *}}12 accesses
