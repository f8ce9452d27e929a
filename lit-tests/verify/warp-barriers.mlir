// A warp barrier orders the lanes of each warp, and no two warps; it needs full warps and the mask of all lanes.
// RUN: tc-opt %s --split-input-file --verify-diagnostics --pass-pipeline='builtin.module(schedule.scop(schedule-verify))'

schedule.scop @in_the_row(%A: memref<2x32xf32>, out %B: memref<2x32xf32>, out %C: memref<2x32xf32>) block(32, 2) {
  schedule.statement @S0(%y, %x) {
    %0 = affine.load %A[%y, %x] : memref<2x32xf32>
    affine.store %0, %B[%y, %x] : memref<2x32xf32>
  }
  schedule.statement @S1(%y, %x) {
    %0 = affine.load %B[%y, 31 - %x] : memref<2x32xf32>
    affine.store %0, %C[%y, %x] : memref<2x32xf32>
  }
  schedule.statement @sync0() {
    schedule.warp_barrier
  }
  schedule.domain "{ S0[y, x] : 0 <= y < 2 and 0 <= x < 32; S1[y, x] : 0 <= y < 2 and 0 <= x < 32 }" {
    schedule.extension "{ [] -> sync0[] }" {
      schedule.sequence {
        schedule.filter "{ S0[y, x] }" { schedule.band (thread.y "{ S0[y, x] -> [y] }", thread.x "{ S0[y, x] -> [x] }") {} }
        schedule.filter "{ sync0[] }" {}
        schedule.filter "{ S1[y, x] }" { schedule.band (thread.y "{ S1[y, x] -> [y] }", thread.x "{ S1[y, x] -> [x] }") {} }
      }
    }
  }
}

// -----

schedule.scop @of_the_other_row(%A: memref<2x32xf32>, out %B: memref<2x32xf32>, out %C: memref<2x32xf32>) block(32, 2) {
  schedule.statement @S0(%y, %x) {
    %0 = affine.load %A[%y, %x] : memref<2x32xf32>
    affine.store %0, %B[%y, %x] : memref<2x32xf32>
  }
  schedule.statement @S1(%y, %x) {
    %0 = affine.load %B[1 - %y, %x] : memref<2x32xf32>
    affine.store %0, %C[%y, %x] : memref<2x32xf32>
  }
  schedule.statement @sync0() {
    schedule.warp_barrier
  }
  schedule.domain "{ S0[y, x] : 0 <= y < 2 and 0 <= x < 32; S1[y, x] : 0 <= y < 2 and 0 <= x < 32 }" {
    schedule.extension "{ [] -> sync0[] }" {
      // expected-error @+2 {{the flow dependence S0[0, 0] -> S1[1, 0] on `B` is broken: different threads run them, with no barrier in between}}
      // expected-note @+1 {{run `schedule-sync` after mapping threads}}
      schedule.sequence {
        schedule.filter "{ S0[y, x] }" { schedule.band (thread.y "{ S0[y, x] -> [y] }", thread.x "{ S0[y, x] -> [x] }") {} }
        schedule.filter "{ sync0[] }" {}
        schedule.filter "{ S1[y, x] }" { schedule.band (thread.y "{ S1[y, x] -> [y] }", thread.x "{ S1[y, x] -> [x] }") {} }
      }
    }
  }
}

// -----

// The lanes of a row meet first, and the rows after a barrier of the block.
schedule.scop @both(%A: memref<2x32xf32>, out %B: memref<2x32xf32>, out %C: memref<2x32xf32>, out %D: memref<2x32xf32>) block(32, 2) {
  schedule.statement @S0(%y, %x) {
    %0 = affine.load %A[%y, %x] : memref<2x32xf32>
    affine.store %0, %B[%y, %x] : memref<2x32xf32>
  }
  schedule.statement @S1(%y, %x) {
    %0 = affine.load %B[%y, 31 - %x] : memref<2x32xf32>
    affine.store %0, %C[%y, %x] : memref<2x32xf32>
  }
  schedule.statement @S2(%y, %x) {
    %0 = affine.load %C[1 - %y, %x] : memref<2x32xf32>
    affine.store %0, %D[%y, %x] : memref<2x32xf32>
  }
  schedule.statement @sync0() {
    schedule.warp_barrier
  }
  schedule.statement @sync1() {
    gpu.barrier
  }
  schedule.domain "{ S0[y, x] : 0 <= y < 2 and 0 <= x < 32; S1[y, x] : 0 <= y < 2 and 0 <= x < 32; S2[y, x] : 0 <= y < 2 and 0 <= x < 32 }" {
    schedule.extension "{ [] -> sync0[]; [] -> sync1[] }" {
      schedule.sequence {
        schedule.filter "{ S0[y, x] }" { schedule.band (thread.y "{ S0[y, x] -> [y] }", thread.x "{ S0[y, x] -> [x] }") {} }
        schedule.filter "{ sync0[] }" {}
        schedule.filter "{ S1[y, x] }" { schedule.band (thread.y "{ S1[y, x] -> [y] }", thread.x "{ S1[y, x] -> [x] }") {} }
        schedule.filter "{ sync1[] }" {}
        schedule.filter "{ S2[y, x] }" { schedule.band (thread.y "{ S2[y, x] -> [y] }", thread.x "{ S2[y, x] -> [x] }") {} }
      }
    }
  }
}

// -----

schedule.scop @half(%A: memref<16xf32>, out %B: memref<16xf32>) block(16) {
  schedule.statement @S0(%x) {
    %0 = affine.load %A[%x] : memref<16xf32>
    affine.store %0, %B[%x] : memref<16xf32>
  }
  schedule.statement @sync0() {
    schedule.warp_barrier
  }
  schedule.domain "{ S0[x] : 0 <= x < 16 }" {
    schedule.extension "{ [] -> sync0[] }" {
      schedule.sequence {
        schedule.filter "{ S0[x] }" { schedule.band (thread.x "{ S0[x] -> [x] }") {} }
        // expected-error @+2 {{a warp barrier names all 32 lanes of a warp: expected a block of full warps, found 16 x 1 x 1 threads}}
        // expected-note @+1 {{use `gpu.barrier` here}}
        schedule.filter "{ sync0[] }" {}
      }
    }
  }
}

// -----

schedule.scop @below_threads(%A: memref<32xf32>, out %B: memref<32xf32>) block(32) {
  schedule.statement @S0(%x) {
    %0 = affine.load %A[%x] : memref<32xf32>
    affine.store %0, %B[%x] : memref<32xf32>
  }
  schedule.statement @sync0() {
    schedule.warp_barrier
  }
  schedule.domain "{ S0[x] : 0 <= x < 32 }" {
    schedule.band (thread.x "{ S0[x] -> [x] }") {
      schedule.extension "{ [x] -> sync0[] : 0 <= x < 16 }" {
        schedule.sequence {
          schedule.filter "{ S0[x] }" {}
          // expected-error @+2 {{the barrier is below a loop on thread.x: not all threads reach it}}
          // expected-note @+1 {{put it into a sequence above the loops on threads}}
          schedule.filter "{ sync0[] }" {}
        }
      }
    }
  }
}

// -----

schedule.scop @of_a_machine(%A: memref<32xf32>, out %B: memref<32xf32>) block(32) {
  schedule.statement @S0(%x) {
    %0 = affine.load %A[%x] : memref<32xf32>
    affine.store %0, %B[%x] : memref<32xf32>
  }
  schedule.statement @sync0() {
    %half = arith.constant 65535 : i32
    // expected-error @+1 {{the memory effects of `nvvm.bar.warp.sync` in a statement are not known}}
    nvvm.bar.warp.sync %half : i32
  }
  schedule.domain "{ S0[x] : 0 <= x < 32 }" {
    schedule.extension "{ [] -> sync0[] }" {
      schedule.sequence {
        schedule.filter "{ S0[x] }" { schedule.band (thread.x "{ S0[x] -> [x] }") {} }
        schedule.filter "{ sync0[] }" {}
      }
    }
  }
}
