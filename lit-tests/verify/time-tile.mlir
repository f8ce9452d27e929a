// What a tile of several steps copies out: the values that other tiles read, or the caller.
// RUN: tc-opt %s --split-input-file --verify-diagnostics --pass-pipeline='builtin.module(schedule.scop(schedule-verify))'

// Of B only what the next tile reads in the same step, as it has moved on by two elements: every other one.
schedule.scop @edge(inout %A: memref<34xf32>) grid(3) block(32) {
  %B = schedule.array temporary : memref<34xf32>
  %A_s = schedule.array shared : memref<24xf32>
  %B_s = schedule.array shared : memref<23xf32>
  schedule.statement @S(%t, %i) at [0, 0] {
    %0 = affine.load %A_s[%i + (%t floordiv 4) * 8 - ((%t * 2 + %i) floordiv 16) * 16 + 6] {schedule.for = #schedule.map<"{ S[t, i] -> A[-1 + i] }">} : memref<24xf32>
    %1 = affine.load %A_s[%i + (%t floordiv 4) * 8 - ((%t * 2 + %i) floordiv 16) * 16 + 8] {schedule.for = #schedule.map<"{ S[t, i] -> A[1 + i] }">} : memref<24xf32>
    %2 = arith.addf %0, %1 : f32
    affine.store %2, %B_s[%i + (%t floordiv 4) * 8 - ((%t * 2 + %i) floordiv 16) * 16 + 7] {schedule.for = #schedule.map<"{ S[t, i] -> B[i] }">} : memref<23xf32>
  }
  schedule.statement @T(%t, %i) at [0, 1] {
    %0 = affine.load %B_s[%i + (%t floordiv 4) * 8 - ((%t * 2 + %i + 1) floordiv 16) * 16 + 7] {schedule.for = #schedule.map<"{ T[t, i] -> B[i] }">} : memref<23xf32>
    affine.store %0, %A_s[%i + (%t floordiv 4) * 8 - ((%t * 2 + %i + 1) floordiv 16) * 16 + 7] {schedule.for = #schedule.map<"{ T[t, i] -> A[i] }">} : memref<24xf32>
  }
  schedule.statement @A_in(%p0, %p1, %a0) {
    %0 = affine.load %A[%a0] : memref<34xf32>
    affine.store %0, %A_s[%p0 * 8 - %p1 * 24 + %a0 + 7] : memref<24xf32>
  }
  schedule.statement @A_out(%p0, %p1, %a0) {
    %0 = affine.load %A_s[%p0 * 8 - %p1 * 24 + %a0 + 7] : memref<24xf32>
    affine.store %0, %A[%a0] : memref<34xf32>
  }
  schedule.statement @B_in(%p0, %p1, %a0) {
    %0 = affine.load %B[%a0] : memref<34xf32>
    affine.store %0, %B_s[%p0 * 8 - %p1 * 24 + %a0 + 7] : memref<23xf32>
  }
  schedule.statement @B_out(%p0, %p1, %a0) {
    %0 = affine.load %B_s[%p0 * 8 - %p1 * 24 + %a0 + 7] : memref<23xf32>
    affine.store %0, %B[%a0] : memref<34xf32>
  }
  schedule.statement @sync0() {
    gpu.barrier
  }
  schedule.statement @sync1() {
    gpu.barrier
  }
  schedule.statement @sync2() {
    gpu.barrier
  }
  schedule.statement @sync3() {
    gpu.barrier
  }
  schedule.domain "{ T[t, i] : 0 <= t <= 7 and 0 < i <= 32; S[t, i] : 0 <= t <= 7 and 0 < i <= 32 }" {
    schedule.band tag "launches" (launch "{ S[t, i] -> [floor(t/4) + floor((2t + i)/16)]; T[t, i] -> [floor(t/4) + floor((1 + 2t + i)/16)] }") {
      schedule.band permutable tag "time" (block.x coincident "{ S[t, i] -> [floor((2t + i)/16)]; T[t, i] -> [floor((1 + 2t + i)/16)] }") {
        schedule.extension "{ [i0, i1] -> B_out[i0, i1, o2] : (1 + o2) mod 2 = 0 and i1 >= -1 + i0 and 0 <= i1 <= 1 and i1 <= i0 and 9 - 8i0 + 24i1 <= o2 <= 15 - 8i0 + 24i1; [i0, i1] -> sync3[] : i1 >= -1 + i0 and 0 <= i1 <= 2 and i1 <= i0; [i0, i1] -> A_out[i0, i1, o2] : -1 + i0 <= i1 <= i0 and o2 > 0 and -7 - 8i0 + 24i1 <= o2 <= 14 - 8i0 + 24i1 and o2 <= 32; [i0, i1] -> sync2[] : i1 >= -1 + i0 and 0 <= i1 <= 2 and i1 <= i0; [i0, i1] -> A_in[i0, i1, a0] : i1 >= -1 + i0 and 0 <= i1 <= 2 and i1 <= i0 and a0 >= 0 and -7 - 8i0 + 24i1 <= a0 <= 16 - 8i0 + 24i1 and a0 <= 33; [i0, i1] -> B_in[i0, i1, o2] : (1 + o2) mod 2 = 0 and i1 >= -1 + i0 and 0 < i1 <= 2 and i1 <= i0 and -7 - 8i0 + 24i1 <= o2 < -8i0 + 24i1 }" {
          schedule.sequence {
            schedule.filter "{ A_in[i0, i1, a0] }" {
              schedule.band permutable (thread.x coincident "{ A_in[p0, p1, a0] -> [7 + 8p0 - 24p1 + a0] }") {}
            }
            schedule.filter "{ B_in[i0, i1, i2] }" {
              schedule.band permutable (thread.x coincident "{ B_in[p0, p1, a0] -> [7 + 8p0 - 24p1 + a0] }") {}
            }
            schedule.filter "{ sync2[] }" {}
            schedule.filter "{ T[t, i]; S[t, i] }" {
              schedule.band (sequential "{ S[t, i] -> [t]; T[t, i] -> [t] }") {
                schedule.extension "{ [i0, i1, i2] -> sync1[] : 0 <= i1 <= 2 and i2 >= 4i0 - 4i1 and 0 <= i2 <= 7 and i2 <= 3 + 4i0 - 4i1; [i0, i1, i2] -> sync0[] : 0 <= i1 <= 2 and i2 >= 4i0 - 4i1 and 0 <= i2 <= 7 and i2 <= 3 + 4i0 - 4i1 }" {
                  schedule.sequence {
                    schedule.filter "{ S[t, i] }" {
                      schedule.band permutable (thread.x coincident "{ S[t, i] -> [(2t + i) mod 16] }") {}
                    }
                    schedule.filter "{ sync0[] }" {}
                    schedule.filter "{ T[t, i] }" {
                      schedule.band permutable (thread.x coincident "{ T[t, i] -> [(1 + 2t + i) mod 16] }") {}
                    }
                    schedule.filter "{ sync1[] }" {}
                  }
                }
              }
            }
            schedule.filter "{ sync3[] }" {}
            schedule.filter "{ A_out[i0, i1, i2] }" {
              schedule.band permutable (thread.x coincident "{ A_out[p0, p1, a0] -> [7 + 8p0 - 24p1 + a0] }") {}
            }
            schedule.filter "{ B_out[i0, i1, i2] }" {
              schedule.band permutable (thread.x coincident "{ B_out[p0, p1, a0] -> [7 + 8p0 - 24p1 + a0] }") {}
            }
          }
        }
      }
    }
  }
}

// -----

// The one of the last step is not copied.
schedule.scop @one_step_less(inout %A: memref<34xf32>) grid(3) block(32) {
  %B = schedule.array temporary : memref<34xf32>
  %A_s = schedule.array shared : memref<24xf32>
  %B_s = schedule.array shared : memref<23xf32>
  schedule.statement @S(%t, %i) at [0, 0] {
    %0 = affine.load %A_s[%i + (%t floordiv 4) * 8 - ((%t * 2 + %i) floordiv 16) * 16 + 6] {schedule.for = #schedule.map<"{ S[t, i] -> A[-1 + i] }">} : memref<24xf32>
    %1 = affine.load %A_s[%i + (%t floordiv 4) * 8 - ((%t * 2 + %i) floordiv 16) * 16 + 8] {schedule.for = #schedule.map<"{ S[t, i] -> A[1 + i] }">} : memref<24xf32>
    %2 = arith.addf %0, %1 : f32
    affine.store %2, %B_s[%i + (%t floordiv 4) * 8 - ((%t * 2 + %i) floordiv 16) * 16 + 7] {schedule.for = #schedule.map<"{ S[t, i] -> B[i] }">} : memref<23xf32>
  }
  schedule.statement @T(%t, %i) at [0, 1] {
    %0 = affine.load %B_s[%i + (%t floordiv 4) * 8 - ((%t * 2 + %i + 1) floordiv 16) * 16 + 7] {schedule.for = #schedule.map<"{ T[t, i] -> B[i] }">} : memref<23xf32>
    affine.store %0, %A_s[%i + (%t floordiv 4) * 8 - ((%t * 2 + %i + 1) floordiv 16) * 16 + 7] {schedule.for = #schedule.map<"{ T[t, i] -> A[i] }">} : memref<24xf32>
  }
  schedule.statement @A_in(%p0, %p1, %a0) {
    %0 = affine.load %A[%a0] : memref<34xf32>
    affine.store %0, %A_s[%p0 * 8 - %p1 * 24 + %a0 + 7] : memref<24xf32>
  }
  schedule.statement @A_out(%p0, %p1, %a0) {
    %0 = affine.load %A_s[%p0 * 8 - %p1 * 24 + %a0 + 7] : memref<24xf32>
    affine.store %0, %A[%a0] : memref<34xf32>
  }
  schedule.statement @B_in(%p0, %p1, %a0) {
    // expected-error @below {{B_in[1, 1, 9] reads `B` for B[9], which S[3, 9] has changed since it was written there}}
    // expected-note @below {{a copy must run between the change and the read, or both must use one tile}}
    %0 = affine.load %B[%a0] : memref<34xf32>
    affine.store %0, %B_s[%p0 * 8 - %p1 * 24 + %a0 + 7] : memref<23xf32>
  }
  schedule.statement @B_out(%p0, %p1, %a0) {
    %0 = affine.load %B_s[%p0 * 8 - %p1 * 24 + %a0 + 7] : memref<23xf32>
    affine.store %0, %B[%a0] : memref<34xf32>
  }
  schedule.statement @sync0() {
    gpu.barrier
  }
  schedule.statement @sync1() {
    gpu.barrier
  }
  schedule.statement @sync2() {
    gpu.barrier
  }
  schedule.statement @sync3() {
    gpu.barrier
  }
  schedule.domain "{ T[t, i] : 0 <= t <= 7 and 0 < i <= 32; S[t, i] : 0 <= t <= 7 and 0 < i <= 32 }" {
    schedule.band tag "launches" (launch "{ S[t, i] -> [floor(t/4) + floor((2t + i)/16)]; T[t, i] -> [floor(t/4) + floor((1 + 2t + i)/16)] }") {
      schedule.band permutable tag "time" (block.x coincident "{ S[t, i] -> [floor((2t + i)/16)]; T[t, i] -> [floor((1 + 2t + i)/16)] }") {
        schedule.extension "{ [i0, i1] -> B_out[i0, i1, o2] : (1 + o2) mod 2 = 0 and i1 >= -1 + i0 and 0 <= i1 <= 1 and i1 <= i0 and 11 - 8i0 + 24i1 <= o2 <= 15 - 8i0 + 24i1; [i0, i1] -> sync3[] : i1 >= -1 + i0 and 0 <= i1 <= 2 and i1 <= i0; [i0, i1] -> A_out[i0, i1, o2] : -1 + i0 <= i1 <= i0 and o2 > 0 and -7 - 8i0 + 24i1 <= o2 <= 14 - 8i0 + 24i1 and o2 <= 32; [i0, i1] -> sync2[] : i1 >= -1 + i0 and 0 <= i1 <= 2 and i1 <= i0; [i0, i1] -> A_in[i0, i1, a0] : i1 >= -1 + i0 and 0 <= i1 <= 2 and i1 <= i0 and a0 >= 0 and -7 - 8i0 + 24i1 <= a0 <= 16 - 8i0 + 24i1 and a0 <= 33; [i0, i1] -> B_in[i0, i1, o2] : (1 + o2) mod 2 = 0 and i1 >= -1 + i0 and 0 < i1 <= 2 and i1 <= i0 and -7 - 8i0 + 24i1 <= o2 < -8i0 + 24i1 }" {
          schedule.sequence {
            schedule.filter "{ A_in[i0, i1, a0] }" {
              schedule.band permutable (thread.x coincident "{ A_in[p0, p1, a0] -> [7 + 8p0 - 24p1 + a0] }") {}
            }
            schedule.filter "{ B_in[i0, i1, i2] }" {
              schedule.band permutable (thread.x coincident "{ B_in[p0, p1, a0] -> [7 + 8p0 - 24p1 + a0] }") {}
            }
            schedule.filter "{ sync2[] }" {}
            schedule.filter "{ T[t, i]; S[t, i] }" {
              schedule.band (sequential "{ S[t, i] -> [t]; T[t, i] -> [t] }") {
                schedule.extension "{ [i0, i1, i2] -> sync1[] : 0 <= i1 <= 2 and i2 >= 4i0 - 4i1 and 0 <= i2 <= 7 and i2 <= 3 + 4i0 - 4i1; [i0, i1, i2] -> sync0[] : 0 <= i1 <= 2 and i2 >= 4i0 - 4i1 and 0 <= i2 <= 7 and i2 <= 3 + 4i0 - 4i1 }" {
                  schedule.sequence {
                    schedule.filter "{ S[t, i] }" {
                      schedule.band permutable (thread.x coincident "{ S[t, i] -> [(2t + i) mod 16] }") {}
                    }
                    schedule.filter "{ sync0[] }" {}
                    schedule.filter "{ T[t, i] }" {
                      schedule.band permutable (thread.x coincident "{ T[t, i] -> [(1 + 2t + i) mod 16] }") {}
                    }
                    schedule.filter "{ sync1[] }" {}
                  }
                }
              }
            }
            schedule.filter "{ sync3[] }" {}
            schedule.filter "{ A_out[i0, i1, i2] }" {
              schedule.band permutable (thread.x coincident "{ A_out[p0, p1, a0] -> [7 + 8p0 - 24p1 + a0] }") {}
            }
            schedule.filter "{ B_out[i0, i1, i2] }" {
              schedule.band permutable (thread.x coincident "{ B_out[p0, p1, a0] -> [7 + 8p0 - 24p1 + a0] }") {}
            }
          }
        }
      }
    }
  }
}

// -----

// All elements of the edge, but those of the first tile only.
schedule.scop @one_tile_less(inout %A: memref<34xf32>) grid(3) block(32) {
  %B = schedule.array temporary : memref<34xf32>
  %A_s = schedule.array shared : memref<24xf32>
  %B_s = schedule.array shared : memref<23xf32>
  schedule.statement @S(%t, %i) at [0, 0] {
    %0 = affine.load %A_s[%i + (%t floordiv 4) * 8 - ((%t * 2 + %i) floordiv 16) * 16 + 6] {schedule.for = #schedule.map<"{ S[t, i] -> A[-1 + i] }">} : memref<24xf32>
    %1 = affine.load %A_s[%i + (%t floordiv 4) * 8 - ((%t * 2 + %i) floordiv 16) * 16 + 8] {schedule.for = #schedule.map<"{ S[t, i] -> A[1 + i] }">} : memref<24xf32>
    %2 = arith.addf %0, %1 : f32
    affine.store %2, %B_s[%i + (%t floordiv 4) * 8 - ((%t * 2 + %i) floordiv 16) * 16 + 7] {schedule.for = #schedule.map<"{ S[t, i] -> B[i] }">} : memref<23xf32>
  }
  schedule.statement @T(%t, %i) at [0, 1] {
    %0 = affine.load %B_s[%i + (%t floordiv 4) * 8 - ((%t * 2 + %i + 1) floordiv 16) * 16 + 7] {schedule.for = #schedule.map<"{ T[t, i] -> B[i] }">} : memref<23xf32>
    affine.store %0, %A_s[%i + (%t floordiv 4) * 8 - ((%t * 2 + %i + 1) floordiv 16) * 16 + 7] {schedule.for = #schedule.map<"{ T[t, i] -> A[i] }">} : memref<24xf32>
  }
  schedule.statement @A_in(%p0, %p1, %a0) {
    %0 = affine.load %A[%a0] : memref<34xf32>
    affine.store %0, %A_s[%p0 * 8 - %p1 * 24 + %a0 + 7] : memref<24xf32>
  }
  schedule.statement @A_out(%p0, %p1, %a0) {
    %0 = affine.load %A_s[%p0 * 8 - %p1 * 24 + %a0 + 7] : memref<24xf32>
    affine.store %0, %A[%a0] : memref<34xf32>
  }
  schedule.statement @B_in(%p0, %p1, %a0) {
    // expected-error @below {{B_in[2, 2, 31] reads `B` for B[31], which S[0, 31] has changed since it was written there}}
    // expected-note @below {{a copy must run between the change and the read, or both must use one tile}}
    %0 = affine.load %B[%a0] : memref<34xf32>
    affine.store %0, %B_s[%p0 * 8 - %p1 * 24 + %a0 + 7] : memref<23xf32>
  }
  schedule.statement @B_out(%p0, %p1, %a0) {
    %0 = affine.load %B_s[%p0 * 8 - %p1 * 24 + %a0 + 7] : memref<23xf32>
    affine.store %0, %B[%a0] : memref<34xf32>
  }
  schedule.statement @sync0() {
    gpu.barrier
  }
  schedule.statement @sync1() {
    gpu.barrier
  }
  schedule.statement @sync2() {
    gpu.barrier
  }
  schedule.statement @sync3() {
    gpu.barrier
  }
  schedule.domain "{ T[t, i] : 0 <= t <= 7 and 0 < i <= 32; S[t, i] : 0 <= t <= 7 and 0 < i <= 32 }" {
    schedule.band tag "launches" (launch "{ S[t, i] -> [floor(t/4) + floor((2t + i)/16)]; T[t, i] -> [floor(t/4) + floor((1 + 2t + i)/16)] }") {
      schedule.band permutable tag "time" (block.x coincident "{ S[t, i] -> [floor((2t + i)/16)]; T[t, i] -> [floor((1 + 2t + i)/16)] }") {
        schedule.extension "{ [i0, i1] -> B_out[i0, i1, o2] : (1 + o2) mod 2 = 0 and i1 >= -1 + i0 and i1 = 0 and i1 <= i0 and 9 - 8i0 + 24i1 <= o2 <= 15 - 8i0 + 24i1; [i0, i1] -> sync3[] : i1 >= -1 + i0 and 0 <= i1 <= 2 and i1 <= i0; [i0, i1] -> A_out[i0, i1, o2] : -1 + i0 <= i1 <= i0 and o2 > 0 and -7 - 8i0 + 24i1 <= o2 <= 14 - 8i0 + 24i1 and o2 <= 32; [i0, i1] -> sync2[] : i1 >= -1 + i0 and 0 <= i1 <= 2 and i1 <= i0; [i0, i1] -> A_in[i0, i1, a0] : i1 >= -1 + i0 and 0 <= i1 <= 2 and i1 <= i0 and a0 >= 0 and -7 - 8i0 + 24i1 <= a0 <= 16 - 8i0 + 24i1 and a0 <= 33; [i0, i1] -> B_in[i0, i1, o2] : (1 + o2) mod 2 = 0 and i1 >= -1 + i0 and 0 < i1 <= 2 and i1 <= i0 and -7 - 8i0 + 24i1 <= o2 < -8i0 + 24i1 }" {
          schedule.sequence {
            schedule.filter "{ A_in[i0, i1, a0] }" {
              schedule.band permutable (thread.x coincident "{ A_in[p0, p1, a0] -> [7 + 8p0 - 24p1 + a0] }") {}
            }
            schedule.filter "{ B_in[i0, i1, i2] }" {
              schedule.band permutable (thread.x coincident "{ B_in[p0, p1, a0] -> [7 + 8p0 - 24p1 + a0] }") {}
            }
            schedule.filter "{ sync2[] }" {}
            schedule.filter "{ T[t, i]; S[t, i] }" {
              schedule.band (sequential "{ S[t, i] -> [t]; T[t, i] -> [t] }") {
                schedule.extension "{ [i0, i1, i2] -> sync1[] : 0 <= i1 <= 2 and i2 >= 4i0 - 4i1 and 0 <= i2 <= 7 and i2 <= 3 + 4i0 - 4i1; [i0, i1, i2] -> sync0[] : 0 <= i1 <= 2 and i2 >= 4i0 - 4i1 and 0 <= i2 <= 7 and i2 <= 3 + 4i0 - 4i1 }" {
                  schedule.sequence {
                    schedule.filter "{ S[t, i] }" {
                      schedule.band permutable (thread.x coincident "{ S[t, i] -> [(2t + i) mod 16] }") {}
                    }
                    schedule.filter "{ sync0[] }" {}
                    schedule.filter "{ T[t, i] }" {
                      schedule.band permutable (thread.x coincident "{ T[t, i] -> [(1 + 2t + i) mod 16] }") {}
                    }
                    schedule.filter "{ sync1[] }" {}
                  }
                }
              }
            }
            schedule.filter "{ sync3[] }" {}
            schedule.filter "{ A_out[i0, i1, i2] }" {
              schedule.band permutable (thread.x coincident "{ A_out[p0, p1, a0] -> [7 + 8p0 - 24p1 + a0] }") {}
            }
            schedule.filter "{ B_out[i0, i1, i2] }" {
              schedule.band permutable (thread.x coincident "{ B_out[p0, p1, a0] -> [7 + 8p0 - 24p1 + a0] }") {}
            }
          }
        }
      }
    }
  }
}

// -----

// As an output B also has last values, and those that the tiles of the last steps write in the middle are lost.
schedule.scop @output(inout %A: memref<34xf32>, out %B: memref<34xf32>) grid(3) block(32) {
  %A_s = schedule.array shared : memref<24xf32>
  %B_s = schedule.array shared : memref<23xf32>
  schedule.statement @S(%t, %i) at [0, 0] {
    %0 = affine.load %A_s[%i + (%t floordiv 4) * 8 - ((%t * 2 + %i) floordiv 16) * 16 + 6] {schedule.for = #schedule.map<"{ S[t, i] -> A[-1 + i] }">} : memref<24xf32>
    %1 = affine.load %A_s[%i + (%t floordiv 4) * 8 - ((%t * 2 + %i) floordiv 16) * 16 + 8] {schedule.for = #schedule.map<"{ S[t, i] -> A[1 + i] }">} : memref<24xf32>
    %2 = arith.addf %0, %1 : f32
    // expected-error @below {{B[2], which S[7, 2] writes into `B_s`, is never copied out}}
    // expected-note @below {{add a copy from the tile to the array that runs after the last write}}
    affine.store %2, %B_s[%i + (%t floordiv 4) * 8 - ((%t * 2 + %i) floordiv 16) * 16 + 7] {schedule.for = #schedule.map<"{ S[t, i] -> B[i] }">} : memref<23xf32>
  }
  schedule.statement @T(%t, %i) at [0, 1] {
    %0 = affine.load %B_s[%i + (%t floordiv 4) * 8 - ((%t * 2 + %i + 1) floordiv 16) * 16 + 7] {schedule.for = #schedule.map<"{ T[t, i] -> B[i] }">} : memref<23xf32>
    affine.store %0, %A_s[%i + (%t floordiv 4) * 8 - ((%t * 2 + %i + 1) floordiv 16) * 16 + 7] {schedule.for = #schedule.map<"{ T[t, i] -> A[i] }">} : memref<24xf32>
  }
  schedule.statement @A_in(%p0, %p1, %a0) {
    %0 = affine.load %A[%a0] : memref<34xf32>
    affine.store %0, %A_s[%p0 * 8 - %p1 * 24 + %a0 + 7] : memref<24xf32>
  }
  schedule.statement @A_out(%p0, %p1, %a0) {
    %0 = affine.load %A_s[%p0 * 8 - %p1 * 24 + %a0 + 7] : memref<24xf32>
    affine.store %0, %A[%a0] : memref<34xf32>
  }
  schedule.statement @B_in(%p0, %p1, %a0) {
    %0 = affine.load %B[%a0] : memref<34xf32>
    affine.store %0, %B_s[%p0 * 8 - %p1 * 24 + %a0 + 7] : memref<23xf32>
  }
  schedule.statement @B_out(%p0, %p1, %a0) {
    %0 = affine.load %B_s[%p0 * 8 - %p1 * 24 + %a0 + 7] : memref<23xf32>
    affine.store %0, %B[%a0] : memref<34xf32>
  }
  schedule.statement @sync0() {
    gpu.barrier
  }
  schedule.statement @sync1() {
    gpu.barrier
  }
  schedule.statement @sync2() {
    gpu.barrier
  }
  schedule.statement @sync3() {
    gpu.barrier
  }
  schedule.domain "{ T[t, i] : 0 <= t <= 7 and 0 < i <= 32; S[t, i] : 0 <= t <= 7 and 0 < i <= 32 }" {
    schedule.band tag "launches" (launch "{ S[t, i] -> [floor(t/4) + floor((2t + i)/16)]; T[t, i] -> [floor(t/4) + floor((1 + 2t + i)/16)] }") {
      schedule.band permutable tag "time" (block.x coincident "{ S[t, i] -> [floor((2t + i)/16)]; T[t, i] -> [floor((1 + 2t + i)/16)] }") {
        schedule.extension "{ [i0, i1] -> B_out[i0, i1, o2] : (1 + o2) mod 2 = 0 and i1 >= -1 + i0 and 0 <= i1 <= 1 and i1 <= i0 and 9 - 8i0 + 24i1 <= o2 <= 15 - 8i0 + 24i1; [i0, i1] -> sync3[] : i1 >= -1 + i0 and 0 <= i1 <= 2 and i1 <= i0; [i0, i1] -> A_out[i0, i1, o2] : -1 + i0 <= i1 <= i0 and o2 > 0 and -7 - 8i0 + 24i1 <= o2 <= 14 - 8i0 + 24i1 and o2 <= 32; [i0, i1] -> sync2[] : i1 >= -1 + i0 and 0 <= i1 <= 2 and i1 <= i0; [i0, i1] -> A_in[i0, i1, a0] : i1 >= -1 + i0 and 0 <= i1 <= 2 and i1 <= i0 and a0 >= 0 and -7 - 8i0 + 24i1 <= a0 <= 16 - 8i0 + 24i1 and a0 <= 33; [i0, i1] -> B_in[i0, i1, o2] : (1 + o2) mod 2 = 0 and i1 >= -1 + i0 and 0 < i1 <= 2 and i1 <= i0 and -7 - 8i0 + 24i1 <= o2 < -8i0 + 24i1 }" {
          schedule.sequence {
            schedule.filter "{ A_in[i0, i1, a0] }" {
              schedule.band permutable (thread.x coincident "{ A_in[p0, p1, a0] -> [7 + 8p0 - 24p1 + a0] }") {}
            }
            schedule.filter "{ B_in[i0, i1, i2] }" {
              schedule.band permutable (thread.x coincident "{ B_in[p0, p1, a0] -> [7 + 8p0 - 24p1 + a0] }") {}
            }
            schedule.filter "{ sync2[] }" {}
            schedule.filter "{ T[t, i]; S[t, i] }" {
              schedule.band (sequential "{ S[t, i] -> [t]; T[t, i] -> [t] }") {
                schedule.extension "{ [i0, i1, i2] -> sync1[] : 0 <= i1 <= 2 and i2 >= 4i0 - 4i1 and 0 <= i2 <= 7 and i2 <= 3 + 4i0 - 4i1; [i0, i1, i2] -> sync0[] : 0 <= i1 <= 2 and i2 >= 4i0 - 4i1 and 0 <= i2 <= 7 and i2 <= 3 + 4i0 - 4i1 }" {
                  schedule.sequence {
                    schedule.filter "{ S[t, i] }" {
                      schedule.band permutable (thread.x coincident "{ S[t, i] -> [(2t + i) mod 16] }") {}
                    }
                    schedule.filter "{ sync0[] }" {}
                    schedule.filter "{ T[t, i] }" {
                      schedule.band permutable (thread.x coincident "{ T[t, i] -> [(1 + 2t + i) mod 16] }") {}
                    }
                    schedule.filter "{ sync1[] }" {}
                  }
                }
              }
            }
            schedule.filter "{ sync3[] }" {}
            schedule.filter "{ A_out[i0, i1, i2] }" {
              schedule.band permutable (thread.x coincident "{ A_out[p0, p1, a0] -> [7 + 8p0 - 24p1 + a0] }") {}
            }
            schedule.filter "{ B_out[i0, i1, i2] }" {
              schedule.band permutable (thread.x coincident "{ B_out[p0, p1, a0] -> [7 + 8p0 - 24p1 + a0] }") {}
            }
          }
        }
      }
    }
  }
}

// -----

// The tiles of the last steps copy all out, those before only the edge.
schedule.scop @output_of_last_steps(inout %A: memref<34xf32>, out %B: memref<34xf32>) grid(3) block(32) {
  %A_s = schedule.array shared : memref<24xf32>
  %B_s = schedule.array shared : memref<23xf32>
  schedule.statement @S(%t, %i) at [0, 0] {
    %0 = affine.load %A_s[%i + (%t floordiv 4) * 8 - ((%t * 2 + %i) floordiv 16) * 16 + 6] {schedule.for = #schedule.map<"{ S[t, i] -> A[-1 + i] }">} : memref<24xf32>
    %1 = affine.load %A_s[%i + (%t floordiv 4) * 8 - ((%t * 2 + %i) floordiv 16) * 16 + 8] {schedule.for = #schedule.map<"{ S[t, i] -> A[1 + i] }">} : memref<24xf32>
    %2 = arith.addf %0, %1 : f32
    affine.store %2, %B_s[%i + (%t floordiv 4) * 8 - ((%t * 2 + %i) floordiv 16) * 16 + 7] {schedule.for = #schedule.map<"{ S[t, i] -> B[i] }">} : memref<23xf32>
  }
  schedule.statement @T(%t, %i) at [0, 1] {
    %0 = affine.load %B_s[%i + (%t floordiv 4) * 8 - ((%t * 2 + %i + 1) floordiv 16) * 16 + 7] {schedule.for = #schedule.map<"{ T[t, i] -> B[i] }">} : memref<23xf32>
    affine.store %0, %A_s[%i + (%t floordiv 4) * 8 - ((%t * 2 + %i + 1) floordiv 16) * 16 + 7] {schedule.for = #schedule.map<"{ T[t, i] -> A[i] }">} : memref<24xf32>
  }
  schedule.statement @A_in(%p0, %p1, %a0) {
    %0 = affine.load %A[%a0] : memref<34xf32>
    affine.store %0, %A_s[%p0 * 8 - %p1 * 24 + %a0 + 7] : memref<24xf32>
  }
  schedule.statement @A_out(%p0, %p1, %a0) {
    %0 = affine.load %A_s[%p0 * 8 - %p1 * 24 + %a0 + 7] : memref<24xf32>
    affine.store %0, %A[%a0] : memref<34xf32>
  }
  schedule.statement @B_in(%p0, %p1, %a0) {
    %0 = affine.load %B[%a0] : memref<34xf32>
    affine.store %0, %B_s[%p0 * 8 - %p1 * 24 + %a0 + 7] : memref<23xf32>
  }
  schedule.statement @B_out(%p0, %p1, %a0) {
    %0 = affine.load %B_s[%p0 * 8 - %p1 * 24 + %a0 + 7] : memref<23xf32>
    affine.store %0, %B[%a0] : memref<34xf32>
  }
  schedule.statement @sync0() {
    gpu.barrier
  }
  schedule.statement @sync1() {
    gpu.barrier
  }
  schedule.statement @sync2() {
    gpu.barrier
  }
  schedule.statement @sync3() {
    gpu.barrier
  }
  schedule.domain "{ T[t, i] : 0 <= t <= 7 and 0 < i <= 32; S[t, i] : 0 <= t <= 7 and 0 < i <= 32 }" {
    schedule.band tag "launches" (launch "{ S[t, i] -> [floor(t/4) + floor((2t + i)/16)]; T[t, i] -> [floor(t/4) + floor((1 + 2t + i)/16)] }") {
      schedule.band permutable tag "time" (block.x coincident "{ S[t, i] -> [floor((2t + i)/16)]; T[t, i] -> [floor((1 + 2t + i)/16)] }") {
        schedule.extension "{ [i0, i1] -> B_out[i0, i1, o2] : ((1 + o2) mod 2 = 0 and i1 = i0 and 0 <= i1 <= 1 and 9 - 8i0 + 24i1 <= o2 <= 15 - 8i0 + 24i1) or (i0 = 1 + i1 and 0 <= i1 <= 2 and 0 < o2 <= 32 and -6 - 8i0 + 24i1 <= o2 <= 15 - 8i0 + 24i1); [i0, i1] -> sync3[] : i1 >= -1 + i0 and 0 <= i1 <= 2 and i1 <= i0; [i0, i1] -> A_out[i0, i1, o2] : -1 + i0 <= i1 <= i0 and o2 > 0 and -7 - 8i0 + 24i1 <= o2 <= 14 - 8i0 + 24i1 and o2 <= 32; [i0, i1] -> sync2[] : i1 >= -1 + i0 and 0 <= i1 <= 2 and i1 <= i0; [i0, i1] -> A_in[i0, i1, a0] : i1 >= -1 + i0 and 0 <= i1 <= 2 and i1 <= i0 and a0 >= 0 and -7 - 8i0 + 24i1 <= a0 <= 16 - 8i0 + 24i1 and a0 <= 33; [i0, i1] -> B_in[i0, i1, o2] : (1 + o2) mod 2 = 0 and i1 >= -1 + i0 and 0 < i1 <= 2 and i1 <= i0 and -7 - 8i0 + 24i1 <= o2 < -8i0 + 24i1 }" {
          schedule.sequence {
            schedule.filter "{ A_in[i0, i1, a0] }" {
              schedule.band permutable (thread.x coincident "{ A_in[p0, p1, a0] -> [7 + 8p0 - 24p1 + a0] }") {}
            }
            schedule.filter "{ B_in[i0, i1, i2] }" {
              schedule.band permutable (thread.x coincident "{ B_in[p0, p1, a0] -> [7 + 8p0 - 24p1 + a0] }") {}
            }
            schedule.filter "{ sync2[] }" {}
            schedule.filter "{ T[t, i]; S[t, i] }" {
              schedule.band (sequential "{ S[t, i] -> [t]; T[t, i] -> [t] }") {
                schedule.extension "{ [i0, i1, i2] -> sync1[] : 0 <= i1 <= 2 and i2 >= 4i0 - 4i1 and 0 <= i2 <= 7 and i2 <= 3 + 4i0 - 4i1; [i0, i1, i2] -> sync0[] : 0 <= i1 <= 2 and i2 >= 4i0 - 4i1 and 0 <= i2 <= 7 and i2 <= 3 + 4i0 - 4i1 }" {
                  schedule.sequence {
                    schedule.filter "{ S[t, i] }" {
                      schedule.band permutable (thread.x coincident "{ S[t, i] -> [(2t + i) mod 16] }") {}
                    }
                    schedule.filter "{ sync0[] }" {}
                    schedule.filter "{ T[t, i] }" {
                      schedule.band permutable (thread.x coincident "{ T[t, i] -> [(1 + 2t + i) mod 16] }") {}
                    }
                    schedule.filter "{ sync1[] }" {}
                  }
                }
              }
            }
            schedule.filter "{ sync3[] }" {}
            schedule.filter "{ A_out[i0, i1, i2] }" {
              schedule.band permutable (thread.x coincident "{ A_out[p0, p1, a0] -> [7 + 8p0 - 24p1 + a0] }") {}
            }
            schedule.filter "{ B_out[i0, i1, i2] }" {
              schedule.band permutable (thread.x coincident "{ B_out[p0, p1, a0] -> [7 + 8p0 - 24p1 + a0] }") {}
            }
          }
        }
      }
    }
  }
}
