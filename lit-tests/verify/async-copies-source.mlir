// An asynchronous copy may read its source until it is waited for: nothing in the kernel writes the array.
// RUN: tc-opt %s --verify-diagnostics --pass-pipeline='builtin.module(schedule.scop(schedule-verify))'
schedule.scop @overwritten(%A: memref<16xf32>, inout %C: memref<16xf32>, out %B: memref<16xf32>) grid(1) block(4) {
  %A_s = schedule.array shared : memref<2x4xf32>
  schedule.statement @S0(%i) {
    %0 = affine.load %A_s[%i floordiv 4 mod 2, 3 - %i mod 4] {schedule.for = #schedule.map<"{ S0[i] -> C[3 + i - 2*(i mod 4)] }">} : memref<2x4xf32>
    affine.store %0, %B[%i] : memref<16xf32>
  }
  schedule.statement @A_in(%t, %a) async {
    %0 = affine.load %C[%a] : memref<16xf32>
    affine.store %0, %A_s[%t mod 2, %a mod 4] : memref<2x4xf32>
  }
  schedule.statement @S1(%i) {
    %0 = arith.constant 0.0 : f32
    affine.store %0, %C[%i] : memref<16xf32>
  }
  schedule.statement @wait0(%t) {
    schedule.wait 0
  }
  schedule.statement @sync0(%t) {
    gpu.barrier
  }
  schedule.domain "{ S0[i] : 0 <= i < 16; S1[i] : 0 <= i < 16 }" {
    schedule.band (block.x "{ S0[i] -> [0]; S1[i] -> [0] }") {
      schedule.sequence {
        schedule.filter "{ S0[i] }" {
          schedule.extension "{ [b] -> A_in[t, a] : b = 0 and 0 <= t < 4 and 4t <= a < 4t + 4; [b] -> wait0[t] : b = 0 and -1 <= t < 4; [b] -> sync0[t] : b = 0 and -1 <= t < 4 }" {
            schedule.band (sequential "{ S0[i] -> [floor(i/4)]; A_in[t, a] -> [t - 1]; wait0[t] -> [t]; sync0[t] -> [t] }") {
              schedule.sequence {
                schedule.filter "{ wait0[t] }" {}
                schedule.filter "{ sync0[t] }" {}
                schedule.filter "{ A_in[t, a] }" {
                  schedule.band (thread.x "{ A_in[t, a] -> [a mod 4] }") {}
                }
                schedule.filter "{ S0[i] }" {
                  schedule.band (thread.x "{ S0[i] -> [i mod 4] }") {}
                }
              }
            }
          }
        }
        schedule.filter "{ S1[i] }" {
          // expected-error@below {{A_in copies from `C` while the kernel goes on, and S1 writes it there}}
          // expected-note@below {{a copy that is not `async` reads at its place}}
          schedule.band (thread.x "{ S1[i] -> [i mod 4] }") {}
        }
      }
    }
  }
}
