// Claims of a scop that are compared with its code: what stands for what, reductions, and the integers of bodies and bands.
// RUN: tc-opt %s --split-input-file --verify-diagnostics --pass-pipeline='builtin.module(schedule.scop(schedule-verify))'

// A slot of a temporary that all iterations of a parallel loop share.
schedule.scop @slot_of_parallel_iterations(%A: memref<64x8xf32>, out %B: memref<64x8xf32>) {
  %T = schedule.array temporary : memref<1x8xf32>
  %v = schedule.array temporary : memref<65x8xf32>
  schedule.statement @S0(%i, %k) at [0, 0] {
    %0 = affine.load %A[%i, %k] : memref<64x8xf32>
    affine.store %0, %T[0, %k] {schedule.for = #schedule.map<"{ S0[i, k] -> v[i, k] }">} : memref<1x8xf32>
  }
  schedule.statement @S1(%i, %k) at [0, 1] {
    %0 = affine.load %T[0, 7 - %k] {schedule.for = #schedule.map<"{ S1[i, k] -> v[i, 7 - k] }">} : memref<1x8xf32>
    affine.store %0, %B[%i, %k] : memref<64x8xf32>
  }
  schedule.domain "{ S0[i, k] : 0 <= i < 64 and 0 <= k < 8; S1[i, k] : 0 <= i < 64 and 0 <= k < 8 }" {
    // expected-error @below {{the storage dependence S0[0, 0] -> S0[1, 0] on `T` is broken: band member 0 (parallel) runs both at the same time}}
    // expected-note @below {{one of them writes a place that the other one accesses}}
    schedule.band (parallel coincident "{ S0[i, k] -> [i]; S1[i, k] -> [i] }") {
      schedule.sequence {
        schedule.filter "{ S0[i, k] }" { schedule.band (sequential "{ S0[i, k] -> [k] }") {} }
        schedule.filter "{ S1[i, k] }" { schedule.band (sequential "{ S1[i, k] -> [k] }") {} }
      }
    }
  }
}

// -----

// The same for blocks.
schedule.scop @slot_of_blocks(%A: memref<64x8xf32>, out %B: memref<64x8xf32>) grid(64) block(1) {
  %T = schedule.array temporary : memref<1x8xf32>
  %v = schedule.array temporary : memref<65x8xf32>
  schedule.statement @S0(%i, %k) at [0, 0] {
    %0 = affine.load %A[%i, %k] : memref<64x8xf32>
    affine.store %0, %T[0, %k] {schedule.for = #schedule.map<"{ S0[i, k] -> v[i, k] }">} : memref<1x8xf32>
  }
  schedule.statement @S1(%i, %k) at [0, 1] {
    %0 = affine.load %T[0, 7 - %k] {schedule.for = #schedule.map<"{ S1[i, k] -> v[i, 7 - k] }">} : memref<1x8xf32>
    affine.store %0, %B[%i, %k] : memref<64x8xf32>
  }
  schedule.domain "{ S0[i, k] : 0 <= i < 64 and 0 <= k < 8; S1[i, k] : 0 <= i < 64 and 0 <= k < 8 }" {
    // expected-error @below {{the storage dependence S0[0, 0] -> S0[1, 0] on `T` is broken: band member 0 (block.x) runs both at the same time}}
    // expected-note @below {{one of them writes a place that the other one accesses}}
    schedule.band (block.x coincident "{ S0[i, k] -> [i]; S1[i, k] -> [i] }") {
      schedule.sequence {
        schedule.filter "{ S0[i, k] }" { schedule.band (sequential "{ S0[i, k] -> [k] }") {} }
        schedule.filter "{ S1[i, k] }" { schedule.band (sequential "{ S1[i, k] -> [k] }") {} }
      }
    }
  }
}

// -----

// An argument whose elements stand for others of its own: all lanes write one.
schedule.scop @slot_of_an_argument(%A: memref<8xf32>, inout %B: memref<8xf32>) {
  schedule.statement @S(%i) {
    %0 = affine.load %A[%i] : memref<8xf32>
    // expected-error @below {{B[0] ends as B[7], which S[7] wrote there last}}
    // expected-note @below {{the subscripts of the tile and the element that the access stands for must agree for both}}
    affine.store %0, %B[0] {schedule.for = #schedule.map<"{ S[i] -> B[i] }">} : memref<8xf32>
  }
  schedule.domain "{ S[i] : 0 <= i < 8 }" {
    schedule.band (vector coincident "{ S[i] -> [i] }") {}
  }
}

// -----

// Elements from 40 on stand for nothing, so that nothing carries them out.
schedule.scop @partial_element(%A: memref<64xf32>, out %B: memref<64xf32>) grid(2) block(32) {
  %B_s = schedule.array shared : memref<32xf32, #gpu.address_space<workgroup>>
  schedule.statement @S(%i) {
    %0 = affine.load %A[%i] : memref<64xf32>
    // expected-error @below {{S[40] writes `B_s` without saying which element it stands for}}
    // expected-note @below {{the map of `schedule.for` has an element for each instance that runs}}
    affine.store %0, %B_s[%i mod 32] {schedule.for = #schedule.map<"{ S[i] -> B[i] : i < 40 }">} : memref<32xf32, #gpu.address_space<workgroup>>
  }
  schedule.statement @B_out(%b, %a) {
    %0 = affine.load %B_s[%a - %b * 32] : memref<32xf32, #gpu.address_space<workgroup>>
    affine.store %0, %B[%a] : memref<64xf32>
  }
  schedule.domain "{ S[i] : 0 <= i < 64 }" {
    schedule.band tag "tile" (block.x coincident "{ S[i] -> [floor(i/32)] }") {
      schedule.extension "{ [b] -> B_out[b, a] : 0 <= b <= 1 and 32b <= a < 32b + 32 and a < 40 }" {
        schedule.sequence {
          schedule.filter "{ S[i] }" { schedule.band (thread.x coincident "{ S[i] -> [i mod 32] }") {} }
          schedule.filter "{ B_out[b, a] }" { schedule.band (thread.x coincident "{ B_out[b, a] -> [a mod 32] }") {} }
        }
      }
    }
  }
}

// -----

// In the order of the text W comes before R, in that of the loop R[t] before the W[t + 1] that it reads from.
schedule.scop @read_before_write_in_a_loop(%A: memref<9x32xf32>, inout %U: memref<9x32xf32>, out %V: memref<8x32xf32>) grid(1) block(32) {
  %U_s = schedule.array shared : memref<9x32xf32, #gpu.address_space<workgroup>>
  schedule.statement @W(%t, %i) at [0, 0] {
    %0 = affine.load %A[%t, %i] : memref<9x32xf32>
    affine.store %0, %U_s[%t, %i] {schedule.for = #schedule.map<"{ W[t, i] -> U[t, i] }">} : memref<9x32xf32, #gpu.address_space<workgroup>>
  }
  schedule.statement @R(%t, %i) at [0, 1] {
    // expected-error @below {{R[0, 0] reads `U_s` for U[1, 0], but nothing has written there before}}
    // expected-note @below {{a tile is filled by a copy, or by a statement that writes all of what is read}}
    %0 = affine.load %U_s[%t + 1, %i] {schedule.for = #schedule.map<"{ R[t, i] -> U[t + 1, i] }">} : memref<9x32xf32, #gpu.address_space<workgroup>>
    affine.store %0, %V[%t, %i] : memref<8x32xf32>
  }
  schedule.statement @U_out(%b, %t, %i) {
    %0 = affine.load %U_s[%t, %i] : memref<9x32xf32, #gpu.address_space<workgroup>>
    affine.store %0, %U[%t, %i] : memref<9x32xf32>
  }
  schedule.domain "{ W[t, i] : 0 <= t < 9 and 0 <= i < 32; R[t, i] : 0 <= t < 8 and 0 <= i < 32 }" {
    schedule.band tag "tile" (block.x coincident "{ W[t, i] -> [0]; R[t, i] -> [0] }") {
      schedule.extension "{ [b] -> U_out[b, t, i] : b = 0 and 0 <= t < 9 and 0 <= i < 32 }" {
        schedule.sequence {
          schedule.filter "{ W[t, i]; R[t, i] }" {
            schedule.band (sequential "{ W[t, i] -> [t]; R[t, i] -> [t] }") {
              schedule.sequence {
                schedule.filter "{ W[t, i] }" { schedule.band (thread.x coincident "{ W[t, i] -> [i] }") {} }
                schedule.filter "{ R[t, i] }" { schedule.band (thread.x coincident "{ R[t, i] -> [i] }") {} }
              }
            }
          }
          schedule.filter "{ U_out[b, t, i] }" { schedule.band (sequential "{ U_out[b, t, i] -> [t] }", thread.x coincident "{ U_out[b, t, i] -> [i] }") {} }
        }
      }
    }
  }
}

// -----

// For k = 3 the sum reads itself as data: its instances keep their order.
schedule.scop @sum_that_reads_itself(inout %C: memref<8xf32>) {
  schedule.statement @S(%i, %k) reduces add {
    %0 = affine.load %C[%i] : memref<8xf32>
    %1 = affine.load %C[%k] : memref<8xf32>
    %2 = arith.addf %0, %1 : f32
    affine.store %2, %C[%i] : memref<8xf32>
  }
  schedule.domain "{ S[i, k] : i = 3 and 0 <= k < 8 }" {
    // expected-error @below {{the flow dependence S[3, 0] -> S[3, 1] on `C` is broken: band member 0 runs the second instance first}}
    // expected-note @below {{the original order is the text order of the statements}}
    schedule.band (sequential "{ S[i, k] -> [7 - k] }") {}
  }
}

// -----

// It reads other elements only.
schedule.scop @sum_of_others(inout %C: memref<8xf32>) {
  schedule.statement @S(%i, %k) reduces add {
    %0 = affine.load %C[%i] : memref<8xf32>
    %1 = affine.load %C[%k] : memref<8xf32>
    %2 = arith.addf %0, %1 : f32
    affine.store %2, %C[%i] : memref<8xf32>
  }
  schedule.domain "{ S[i, k] : i = 7 and 0 <= k < 7 }" {
    schedule.band (sequential "{ S[i, k] -> [7 - k] }") {}
  }
}

// -----

// The element that is loaded stands for another one than that which is stored.
schedule.scop @sum_of_another_element(%A: memref<8xf32>, inout %C: memref<9xf32>) {
  %T = schedule.array temporary : memref<1xf32>
  schedule.statement @S(%k) reduces add {
    %0 = affine.load %T[0] {schedule.for = #schedule.map<"{ S[k] -> C[k] }">} : memref<1xf32>
    %1 = affine.load %A[%k] : memref<8xf32>
    %2 = arith.addf %0, %1 : f32
    affine.store %2, %T[0] {schedule.for = #schedule.map<"{ S[k] -> C[k + 1] }">} : memref<1xf32>
  }
  schedule.domain "{ S[k] : 0 <= k < 8 }" {
    // expected-error @below {{the flow dependence S[0] -> S[1] on `C` is broken: band member 0 runs the second instance first}}
    // expected-note @below {{the original order is the text order of the statements}}
    schedule.band (sequential "{ S[k] -> [-k] }") {}
  }
}

// -----

schedule.scop @product_of_32_bits(%A: memref<64xf32>, out %B: memref<64xf32>) grid(1) block(1) {
  schedule.statement @S(%i) {
    %c = arith.constant 1073741824 : i32
    %1 = arith.index_cast %i : index to i32
    // expected-error @below {{`arith.muli` computes { S[i] -> [(1073741824i)] } in 32 bits, which it can leave, such as for S[2]}}
    // expected-note @below {{compute subscripts and conditions in `index`, with smaller numbers}}
    %2 = arith.muli %1, %c : i32
    %3 = arith.floordivsi %2, %c : i32
    %4 = arith.index_cast %3 : i32 to index
    %0 = memref.load %A[%4] : memref<64xf32>
    affine.store %0, %B[%i] : memref<64xf32>
  }
  schedule.domain "{ S[i] : 0 <= i < 64 }" {
    schedule.band (block.x coincident "{ S[i] -> [0] }", sequential "{ S[i] -> [i] }") {}
  }
}

// -----

// 2 * 63 has 8 bits, one of them the sign's.
schedule.scop @sum_of_8_bits(%A: memref<128xf32>, out %B: memref<64xf32>) {
  schedule.statement @S(%i) {
    %1 = arith.index_cast %i : index to i8
    %2 = arith.addi %1, %1 : i8
    %4 = arith.index_cast %2 : i8 to index
    %0 = memref.load %A[%4] : memref<128xf32>
    affine.store %0, %B[%i] : memref<64xf32>
  }
  schedule.domain "{ S[i] : 0 <= i < 64 }" {
    schedule.band (sequential "{ S[i] -> [i] }") {}
  }
}

// -----

// Differences are small, though neither operand is known to be.
schedule.scop @difference_of_8_bits(%A: memref<2xf32>, out %B: memref<64xf32>) {
  schedule.statement @S(%i, %j) {
    %1 = arith.index_cast %i : index to i8
    %2 = arith.index_cast %j : index to i8
    %3 = arith.subi %2, %1 : i8
    %4 = arith.index_cast %3 : i8 to index
    %0 = memref.load %A[%4] : memref<2xf32>
    affine.store %0, %B[%i] : memref<64xf32>
  }
  schedule.domain "{ S[i, j] : 0 <= i < 64 and j = i + 1 }" {
    schedule.band (sequential "{ S[i, j] -> [i] }") {}
  }
}

// -----

schedule.scop @condition_of_8_bits(%A: memref<64xf32>, out %B: memref<64xf32>) {
  schedule.statement @S(%i) {
    %c100 = arith.constant 100 : i8
    // expected-error @+3 {{`arith.addi` computes { S[i] -> [(100 + i)] } in 8 bits, which it can leave, such as for S[28]}}
    // expected-note @+2 {{compute subscripts and conditions in `index`}}
    %1 = arith.index_cast %i : index to i8
    %2 = arith.addi %1, %c100 : i8
    %3 = arith.cmpi sge, %2, %c100 : i8
    scf.if %3 {
      %0 = affine.load %A[%i] : memref<64xf32>
      affine.store %0, %B[%i] : memref<64xf32>
    }
  }
  schedule.domain "{ S[i] : 0 <= i < 64 }" {
    schedule.band (sequential "{ S[i] -> [i] }") {}
  }
}

// -----

schedule.scop @loop_that_ends_at_the_last_number(inout %A: memref<9xf32>) {
  schedule.statement @S(%i) {
    %0 = affine.load %A[%i] : memref<9xf32>
    affine.store %0, %A[%i + 1] : memref<9xf32>
  }
  schedule.domain "{ S[i] : 0 <= i < 8 }" {
    // expected-error @below {{band member 0 computes { S[i] -> [(9223372036854775800 + i)] }, which can leave the 64 bits of a loop for the instances of S}}
    // expected-note @below {{the sum of the magnitudes of its terms has to stay below 2^62}}
    schedule.band (sequential "{ S[i] -> [i + 9223372036854775800] }") {}
  }
}

// -----

// expected-error @below {{index 0 of S runs from 9223372036854775800 to 9223372036854775807, further than loops of 64 bits count}}
// expected-note @below {{the magnitude of an index has to stay below 2^62}}
schedule.scop @index_that_ends_at_the_last_number(%A: memref<8xf32>, out %B: memref<8xf32>) {
  schedule.statement @S(%i) {
    %0 = affine.load %A[%i - 9223372036854775800] : memref<8xf32>
    affine.store %0, %B[%i - 9223372036854775800] : memref<8xf32>
  }
  schedule.domain "{ S[i] : 9223372036854775800 <= i <= 9223372036854775807 }" {}
}

// -----

schedule.scop @subscript_by_way_of_large_numbers(%A: memref<8xf32>, out %B: memref<8xf32>) {
  schedule.statement @S(%i) {
    %c = arith.constant 4611686018427387904 : index
    // expected-error @below {{`arith.muli` computes { S[i] -> [(4611686018427387904i)] } in 64 bits, which it can leave, such as for S[0]}}
    // expected-note @below {{compute subscripts and conditions in `index`, with smaller numbers}}
    %1 = arith.muli %i, %c : index
    %2 = arith.floordivsi %1, %c : index
    %0 = memref.load %A[%2] : memref<8xf32>
    affine.store %0, %B[%i] : memref<8xf32>
  }
  schedule.domain "{ S[i] : 0 <= i < 8 }" {
    schedule.band (sequential "{ S[i] -> [i] }") {}
  }
}
