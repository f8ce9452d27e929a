// A temporary that keeps some slices only: each read must get the element that it stands for.
// RUN: tc-opt %s --split-input-file --verify-diagnostics --pass-pipeline='builtin.module(schedule.scop(schedule-verify))'

// A step reads the two before, so three slices are enough.
schedule.scop @three(inout %u: memref<34xf32>, out %y: memref<1xf32>) {
  %f = schedule.array temporary : memref<3xf32>
  %v = schedule.array temporary : memref<34xf32>
  schedule.statement @S0(%i) at [0] {
    %0 = affine.load %u[%i] : memref<34xf32>
    affine.store %0, %f[%i] {schedule.for = #schedule.map<"{ S0[i] -> v[i] }">} : memref<3xf32>
  }
  schedule.statement @S1(%t) at [1, 0] {
    %0 = affine.load %f[%t mod 3] {schedule.for = #schedule.map<"{ S1[t] -> v[t] }">} : memref<3xf32>
    %1 = affine.load %f[(%t + 1) mod 3] {schedule.for = #schedule.map<"{ S1[t] -> v[t + 1] }">} : memref<3xf32>
    %2 = arith.addf %0, %1 : f32
    affine.store %2, %f[(%t + 2) mod 3] {schedule.for = #schedule.map<"{ S1[t] -> v[t + 2] }">} : memref<3xf32>
  }
  schedule.statement @S2(%i) at [2] {
    %0 = affine.load %f[(%i + 33) mod 3] {schedule.for = #schedule.map<"{ S2[i] -> v[33 + i] }">} : memref<3xf32>
    affine.store %0, %y[%i] : memref<1xf32>
  }
  schedule.domain "{ S0[i] : 0 <= i < 2; S1[t] : 0 <= t < 32; S2[i] : i = 0 }" {
    schedule.sequence {
      schedule.filter "{ S0[i] }" {
        schedule.band (sequential "{ S0[i] -> [i] }") {}
      }
      schedule.filter "{ S1[t] }" {
        schedule.band (sequential "{ S1[t] -> [t] }") {}
      }
      schedule.filter "{ S2[i] }" {
        schedule.band (sequential "{ S2[i] -> [i] }") {}
      }
    }
  }
}

// -----

// Two are one too few if a step reads the last but one behind its own write.
schedule.scop @two(inout %u: memref<34xf32>, out %y: memref<32xf32>) {
  %f = schedule.array temporary : memref<2xf32>
  %v = schedule.array temporary : memref<34xf32>
  schedule.statement @S0(%i) at [0] {
    %0 = affine.load %u[%i] : memref<34xf32>
    affine.store %0, %f[%i] {schedule.for = #schedule.map<"{ S0[i] -> v[i] }">} : memref<2xf32>
  }
  schedule.statement @S1(%t) at [1, 0] {
    %0 = affine.load %f[(%t + 1) mod 2] {schedule.for = #schedule.map<"{ S1[t] -> v[t + 1] }">} : memref<2xf32>
    affine.store %0, %f[(%t + 2) mod 2] {schedule.for = #schedule.map<"{ S1[t] -> v[t + 2] }">} : memref<2xf32>
  }
  schedule.statement @S2(%t) at [1, 1] {
    // expected-error @below {{S2[0] reads `f` for v[0], but S1[0] wrote v[2] there last}}
    // expected-note @below {{the subscripts of the tile and the element that the access stands for must agree for both}}
    %0 = affine.load %f[%t mod 2] {schedule.for = #schedule.map<"{ S2[t] -> v[t] }">} : memref<2xf32>
    affine.store %0, %y[%t] : memref<32xf32>
  }
  schedule.domain "{ S0[i] : 0 <= i < 2; S1[t] : 0 <= t < 32; S2[t] : 0 <= t < 32 }" {
    schedule.sequence {
      schedule.filter "{ S0[i] }" {
        schedule.band (sequential "{ S0[i] -> [i] }") {}
      }
      schedule.filter "{ S1[t]; S2[t] }" {
        schedule.band (sequential "{ S1[t] -> [t]; S2[t] -> [t] }") {
          schedule.sequence {
            schedule.filter "{ S1[t] }" {}
            schedule.filter "{ S2[t] }" {}
          }
        }
      }
    }
  }
}
