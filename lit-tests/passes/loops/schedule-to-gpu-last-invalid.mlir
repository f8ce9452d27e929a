// Too few counters are refused whether the schedule is proved or not.
// RUN: tc-opt %s --verify-diagnostics --schedule-to-gpu=verify=false
// expected-error @below {{expected 2 counters at `arrived`, one for each group of blocks}}
schedule.scop @sum(%A: memref<4x64xf32>, out %B: memref<64xf32>) grid(4, 2) block(32) {
  %part = schedule.array temporary : memref<4x64xf32>
  %arrived = schedule.array temporary : memref<1xi32>
  schedule.statement @S0(%r, %i) {
    %0 = affine.load %A[%r, %i] : memref<4x64xf32>
    affine.store %0, %part[%r, %i] : memref<4x64xf32>
  }
  schedule.statement @S1(%i) {
    %0 = affine.load %part[3, %i] : memref<4x64xf32>
    affine.store %0, %B[%i] : memref<64xf32>
  }
  schedule.domain "{ S0[r, i] : 0 <= r < 4 and 0 <= i < 64; S1[i] : 0 <= i < 64 }" {
    schedule.sequence {
      schedule.filter "{ S0[r, i] }" {
        schedule.band (block.y coincident "{ S0[r, i] -> [floor(i/32)] }", block.x coincident "{ S0[r, i] -> [r] }") {
          schedule.band (thread.x coincident "{ S0[r, i] -> [i mod 32] }") {}
        }
      }
      schedule.filter "{ S1[i] }" {
        schedule.last "arrived" across block.x {
          schedule.band (block.y coincident "{ S1[i] -> [floor(i/32)] }") {
            schedule.band (thread.x coincident "{ S1[i] -> [i mod 32] }") {}
          }
        }
      }
    }
  }
}
