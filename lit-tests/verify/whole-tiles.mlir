// A tile that holds all of a temporary: places and elements are in bijection, and no copy is needed. Where they are not, dataflow finds what a read gets.
// RUN: tc-opt %s --schedule-verify --split-input-file --verify-diagnostics

schedule.scop @each_has_a_place(%X: memref<4x8xf32>, out %Y: memref<4x8xf32>) grid(4) block(1) {
  %P = schedule.array temporary : memref<4x8xf32>
  %P_s = schedule.array shared : memref<8xf32, #gpu.address_space<workgroup>>
  schedule.statement @S0(%n, %c) {
    %0 = affine.load %X[%n, %c] : memref<4x8xf32>
    affine.store %0, %P_s[%c] {schedule.for = #schedule.map<"{ S0[n, c] -> P[n, c] }">} : memref<8xf32, #gpu.address_space<workgroup>>
  }
  schedule.statement @S1(%n, %c) {
    %0 = affine.load %P_s[7 - %c] {schedule.for = #schedule.map<"{ S1[n, c] -> P[n, 7 - c] }">} : memref<8xf32, #gpu.address_space<workgroup>>
    affine.store %0, %Y[%n, %c] : memref<4x8xf32>
  }
  schedule.domain "{ S0[n, c] : 0 <= n < 4 and 0 <= c < 8; S1[n, c] : 0 <= n < 4 and 0 <= c < 8 }" {
    schedule.band (block.x coincident "{ S0[n, c] -> [n]; S1[n, c] -> [n] }") {
      schedule.sequence {
        schedule.filter "{ S0[n, c] }" { schedule.band ("{ S0[n, c] -> [c] }") {} }
        schedule.filter "{ S1[n, c] }" { schedule.band ("{ S1[n, c] -> [c] }") {} }
      }
    }
  }
}

// -----

schedule.scop @two_elements_at_a_place(%X: memref<4x8xf32>, out %Y: memref<4x8xf32>) grid(4) block(1) {
  %P = schedule.array temporary : memref<4x8xf32>
  %P_s = schedule.array shared : memref<4xf32, #gpu.address_space<workgroup>>
  schedule.statement @S0(%n, %c) {
    %0 = affine.load %X[%n, %c] : memref<4x8xf32>
    affine.store %0, %P_s[%c mod 4] {schedule.for = #schedule.map<"{ S0[n, c] -> P[n, c] }">} : memref<4xf32, #gpu.address_space<workgroup>>
  }
  schedule.statement @S1(%n, %c) {
    // expected-note @+2 {{the subscripts of the tile and the element that the access stands for must agree for both}}
    // expected-error @+1 {{S1[0, 0] reads `P_s` for P[0, 0], but S0[0, 4] wrote P[0, 4] there last}}
    %0 = affine.load %P_s[%c mod 4] {schedule.for = #schedule.map<"{ S1[n, c] -> P[n, c] }">} : memref<4xf32, #gpu.address_space<workgroup>>
    affine.store %0, %Y[%n, %c] : memref<4x8xf32>
  }
  schedule.domain "{ S0[n, c] : 0 <= n < 4 and 0 <= c < 8; S1[n, c] : 0 <= n < 4 and 0 <= c < 8 }" {
    schedule.band (block.x coincident "{ S0[n, c] -> [n]; S1[n, c] -> [n] }") {
      schedule.sequence {
        schedule.filter "{ S0[n, c] }" { schedule.band ("{ S0[n, c] -> [c] }") {} }
        schedule.filter "{ S1[n, c] }" { schedule.band ("{ S1[n, c] -> [c] }") {} }
      }
    }
  }
}

// -----

// Each block keeps half of a row, and reads the half of another one.
schedule.scop @two_places_of_an_element(%X: memref<4x8xf32>, out %Y: memref<4x8xf32>) grid(4) block(1) {
  %P = schedule.array temporary : memref<4x8xf32>
  %P_s = schedule.array shared : memref<2x8xf32, #gpu.address_space<workgroup>>
  schedule.statement @S0(%n, %c) {
    %0 = affine.load %X[%n, %c] : memref<4x8xf32>
    affine.store %0, %P_s[0, %c] {schedule.for = #schedule.map<"{ S0[n, c] -> P[n, c] }">} : memref<2x8xf32, #gpu.address_space<workgroup>>
  }
  schedule.statement @S1(%n, %c) {
    // expected-note @+2 {{a tile is filled by a copy, or by a statement that writes all of what is read}}
    // expected-error @+1 {{S1[0, 0] reads `P_s` for P[0, 0], but nothing has written there before}}
    %0 = affine.load %P_s[1, %c] {schedule.for = #schedule.map<"{ S1[n, c] -> P[n, c] }">} : memref<2x8xf32, #gpu.address_space<workgroup>>
    affine.store %0, %Y[%n, %c] : memref<4x8xf32>
  }
  schedule.domain "{ S0[n, c] : 0 <= n < 4 and 0 <= c < 8; S1[n, c] : 0 <= n < 4 and 0 <= c < 8 }" {
    schedule.band (block.x coincident "{ S0[n, c] -> [n]; S1[n, c] -> [n] }") {
      schedule.sequence {
        schedule.filter "{ S0[n, c] }" { schedule.band ("{ S0[n, c] -> [c] }") {} }
        schedule.filter "{ S1[n, c] }" { schedule.band ("{ S1[n, c] -> [c] }") {} }
      }
    }
  }
}
