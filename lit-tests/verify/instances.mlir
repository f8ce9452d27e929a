// Instances that are lost, and instances that run twice.
// RUN: tc-opt %s --split-input-file --verify-diagnostics --pass-pipeline='builtin.module(schedule.scop(schedule-verify))'

schedule.scop @all(%A: memref<8xf32>, out %B: memref<8xf32>) {
  schedule.statement @S0(%i) {
    %0 = affine.load %A[%i] : memref<8xf32>
    affine.store %0, %B[%i] : memref<8xf32>
  }
  schedule.domain "{ S0[i] : 0 <= i < 8 }" {
    schedule.sequence {
      schedule.filter "{ S0[i] : i < 4 }" {}
      schedule.filter "{ S0[i] : i >= 4 }" {}
    }
  }
}

// -----

schedule.scop @hole_between_filters(%A: memref<8xf32>, out %B: memref<8xf32>) {
  schedule.statement @S0(%i) {
    %0 = affine.load %A[%i] : memref<8xf32>
    affine.store %0, %B[%i] : memref<8xf32>
  }
  schedule.domain "{ S0[i] : 0 <= i < 8 }" {
    // expected-error @below {{leaves out instances that reach it, such as S0[4]}}
    schedule.sequence {
      schedule.filter "{ S0[i] : i < 4 }" {}
      schedule.filter "{ S0[i] : i > 4 }" {}
    }
  }
}

// -----

schedule.scop @lost_in_a_set(%A: memref<8xf32>, out %B: memref<8xf32>) {
  schedule.statement @S0(%i) {
    %0 = affine.load %A[%i] : memref<8xf32>
    affine.store %0, %B[%i] : memref<8xf32>
  }
  schedule.domain "{ S0[i] : 0 <= i < 8 }" {
    // expected-error @below {{leaves out instances that reach it, such as S0[3]}}
    schedule.set {
      schedule.filter "{ S0[i] : i mod 2 = 0 }" {}
      schedule.filter "{ S0[i] : i mod 4 = 1 }" {}
    }
  }
}

// -----

// expected-error @below {{S0[3] is in the domain but never runs}}
// expected-note @below {{every instance must be in one filter of each sequence or set}}
schedule.scop @lost_below_a_band(%A: memref<8xf32>, out %B: memref<8xf32>) {
  schedule.statement @S0(%i) {
    %0 = affine.load %A[%i] : memref<8xf32>
    affine.store %0, %B[%i] : memref<8xf32>
  }
  schedule.domain "{ S0[i] : 0 <= i < 8 }" {
    schedule.band (sequential "{ S0[i] -> [floor(i/4)] }") {
      schedule.filter "{ S0[i] : i mod 4 < 3 }" {}
    }
  }
}

// -----

// expected-error @below {{S1[0] is in the domain but never runs}}
// expected-note @below {{every instance must be in one filter of each sequence or set}}
schedule.scop @lost_statement(%A: memref<8xf32>, out %B: memref<8xf32>, out %C: memref<8xf32>) {
  schedule.statement @S0(%i) {
    %0 = affine.load %A[%i] : memref<8xf32>
    affine.store %0, %B[%i] : memref<8xf32>
  }
  schedule.statement @S1(%i) {
    %0 = affine.load %B[%i] : memref<8xf32>
    affine.store %0, %C[%i] : memref<8xf32>
  }
  schedule.domain "{ S0[i] : 0 <= i < 8; S1[i] : 0 <= i < 8 }" {
    schedule.filter "{ S0[i] }" {
      schedule.band (sequential "{ S0[i] -> [i] }") {}
    }
  }
}

// -----

schedule.scop @twice(%A: memref<8xf32>, out %B: memref<8xf32>) {
  schedule.statement @S0(%i) {
    %0 = affine.load %A[%i] : memref<8xf32>
    affine.store %0, %B[%i] : memref<8xf32>
  }
  schedule.domain "{ S0[i] : 0 <= i < 8 }" {
    schedule.sequence {
      // expected-note @below {{the earlier sibling}}
      schedule.filter "{ S0[i] : i <= 4 }" {}
      // expected-error @below {{selects instances that an earlier sibling selects, such as S0[4]}}
      schedule.filter "{ S0[i] : i >= 4 }" {}
    }
  }
}

// -----

schedule.scop @band_without_a_value(%A: memref<8xf32>, out %B: memref<8xf32>) {
  schedule.statement @S0(%i) {
    %0 = affine.load %A[%i] : memref<8xf32>
    affine.store %0, %B[%i] : memref<8xf32>
  }
  schedule.domain "{ S0[i] : 0 <= i < 8 }" {
    // expected-error @below {{has no value of member 0 for instances that reach it, such as S0[5]}}
    schedule.band (sequential "{ S0[i] -> [i] : i != 5 }") {}
  }
}
