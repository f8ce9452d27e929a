// Temporaries of a loop keep the slices that later steps read.
// RUN: tc-opt %s --split-input-file --pass-pipeline='builtin.module(schedule.scop(schedule-fold-storage,schedule-verify))' | FileCheck %s
// RUN: tc-opt %s --split-input-file --tc-pass-statistics --pass-pipeline='builtin.module(schedule.scop(schedule-fold-storage))' -o /dev/null 2>&1 | FileCheck %s --check-prefix=COUNT
// RUN: tc-opt %s --split-input-file --remarks-filter='schedule-fold-storage' --pass-pipeline='builtin.module(schedule.scop(schedule-fold-storage))' -o /dev/null 2>&1 | FileCheck %s --check-prefix=REMARK
// RUN: tc-opt %s --split-input-file --pass-pipeline='builtin.module(schedule.scop(schedule-fold-storage{single=true},schedule-verify))' | FileCheck %s --check-prefix=SINGLE

// COUNT: schedule-fold-storage: 7 runs
// COUNT-NEXT: {{^ *}}2 arrays arrays that keep a few slices
// COUNT-NEXT: {{^ *}}1 left arrays whose slices are needed later
// COUNT-NEXT: {{^ *}}12 accesses accesses with a subscript modulo the number of slices

// Each step reads the two before, and the last one is the result. A read under a condition is folded too.
// REMARK: [Passed] storage of u | Category:schedule-fold-storage | Function=last | Reason="a step of the loop touches 3, and no read is later", Remark="3 of its 34 slices are kept", Suggestion="the mapping option fold=false"
// CHECK-LABEL: schedule.scop @last
// CHECK: %u = schedule.array temporary : memref<3x8xf32>
// CHECK: affine.store %{{.*}}, %u[0, %i] : memref<3x8xf32>
// CHECK: affine.store %{{.*}}, %u[1, %i] : memref<3x8xf32>
// CHECK: affine.load %u[%t - ((%t + 1) floordiv 3) * 3 + 1, %i] : memref<3x8xf32>
// CHECK: affine.load %u[%t mod 3, %i - 1] : memref<3x8xf32>
// CHECK: affine.store %{{.*}}, %u[%t - ((%t - 1) floordiv 3) * 3 - 1, %i] : memref<3x8xf32>
// CHECK: affine.load %u[0, %i] : memref<3x8xf32>
schedule.scop @last(%a: memref<8xf32>, out %y: memref<8xf32>) {
  %u = schedule.array temporary : memref<34x8xf32>
  schedule.statement @S0(%i) at [0] {
    %0 = affine.load %a[%i] : memref<8xf32>
    affine.store %0, %u[0, %i] : memref<34x8xf32>
  }
  schedule.statement @S1(%i) at [1] {
    %0 = affine.load %a[%i] : memref<8xf32>
    affine.store %0, %u[1, %i] : memref<34x8xf32>
  }
  schedule.statement @S2(%t, %i) at [2, 0] {
    %0 = affine.load %u[%t + 1, %i] : memref<34x8xf32>
    %c1 = arith.constant 1 : index
    %inside = arith.cmpi sge, %i, %c1 : index
    %1 = scf.if %inside -> (f32) {
      %2 = affine.load %u[%t, %i - 1] : memref<34x8xf32>
      scf.yield %2 : f32
    } else {
      scf.yield %0 : f32
    }
    %3 = arith.addf %0, %1 : f32
    affine.store %3, %u[%t + 2, %i] : memref<34x8xf32>
  }
  schedule.statement @S3(%i) at [3] {
    %0 = affine.load %u[33, %i] : memref<34x8xf32>
    affine.store %0, %y[%i] : memref<8xf32>
  }
  schedule.domain "{ S0[i] : 0 <= i < 8; S1[i] : 0 <= i < 8; S2[t, i] : 0 <= t < 32 and 0 <= i < 8; S3[i] : 0 <= i < 8 }" {
    schedule.sequence {
      schedule.filter "{ S0[i] }" {
        schedule.band (coincident "{ S0[i] -> [i] }") {}
      }
      schedule.filter "{ S1[i] }" {
        schedule.band (coincident "{ S1[i] -> [i] }") {}
      }
      schedule.filter "{ S2[t, i] }" {
        schedule.band (sequential "{ S2[t, i] -> [t] }") {
          schedule.band (coincident "{ S2[t, i] -> [i] }") {}
        }
      }
      schedule.filter "{ S3[i] }" {
        schedule.band (coincident "{ S3[i] -> [i] }") {}
      }
    }
  }
}

// -----

// Step 5 is read after the loop: two slices are too few.
// REMARK: [Missed] storage of u | Category:schedule-fold-storage | Function=early | Reason="2 are too few: S2[0] reads `u_fold` for u[5], but S1[
// CHECK-LABEL: schedule.scop @early
// CHECK: %u = schedule.array temporary : memref<33xf32>
schedule.scop @early(%a: memref<1xf32>, out %y: memref<1xf32>) {
  %u = schedule.array temporary : memref<33xf32>
  schedule.statement @S0() at [0] {
    %0 = affine.load %a[0] : memref<1xf32>
    affine.store %0, %u[0] : memref<33xf32>
  }
  schedule.statement @S1(%t) at [1, 0] {
    %0 = affine.load %u[%t] : memref<33xf32>
    affine.store %0, %u[%t + 1] : memref<33xf32>
  }
  schedule.statement @S2(%i) at [2] {
    %0 = affine.load %u[%i + 5] : memref<33xf32>
    affine.store %0, %y[%i] : memref<1xf32>
  }
  schedule.domain "{ S0[]; S1[t] : 0 <= t < 32; S2[i] : i = 0 }" {
    schedule.sequence {
      schedule.filter "{ S0[] }" {}
      schedule.filter "{ S1[t] }" {
        schedule.band (sequential "{ S1[t] -> [t] }") {}
      }
      schedule.filter "{ S2[i] }" {
        schedule.band (coincident "{ S2[i] -> [i] }") {}
      }
    }
  }
}

// -----

// A step uses what it wrote itself, so the loop may be parallel: nothing is folded.
// REMARK-NOT: Function=within
// SINGLE-LABEL: schedule.scop @within
// SINGLE: memref<32xf32>
// CHECK-LABEL: schedule.scop @within
// CHECK: %u = schedule.array temporary : memref<32xf32>
schedule.scop @within(%a: memref<32xf32>, out %y: memref<32xf32>) {
  %u = schedule.array temporary : memref<32xf32>
  schedule.statement @S0(%t) at [0, 0] {
    %0 = affine.load %a[%t] : memref<32xf32>
    affine.store %0, %u[%t] : memref<32xf32>
  }
  schedule.statement @S1(%t) at [0, 1] {
    %0 = affine.load %u[%t] : memref<32xf32>
    affine.store %0, %y[%t] : memref<32xf32>
  }
  schedule.domain "{ S0[t] : 0 <= t < 32; S1[t] : 0 <= t < 32 }" {
    schedule.band (coincident "{ S0[t] -> [t]; S1[t] -> [t] }") {
      schedule.sequence {
        schedule.filter "{ S0[t] }" {}
        schedule.filter "{ S1[t] }" {}
      }
    }
  }
}

// -----

// A sum over time: the accumulator is the folded element, too.
// REMARK: [Passed] storage of s | Category:schedule-fold-storage | Function=sums | {{.*}}Remark="2 of its 17 slices are kept"
// CHECK-LABEL: schedule.scop @sums
// CHECK: %s = schedule.array temporary : memref<2xf32>
schedule.scop @sums(%a: memref<16x8xf32>, out %y: memref<1xf32>) {
  %s = schedule.array temporary : memref<17xf32>
  schedule.statement @S0() at [0] {
    %0 = arith.constant 0.0 : f32
    affine.store %0, %s[0] : memref<17xf32>
  }
  schedule.statement @S1(%t) at [1, 0] {
    %0 = affine.load %s[%t] : memref<17xf32>
    affine.store %0, %s[%t + 1] : memref<17xf32>
  }
  schedule.statement @S2(%t, %k) at [1, 1] reduces add {
    %0 = affine.load %s[%t + 1] : memref<17xf32>
    %1 = affine.load %a[%t, %k] : memref<16x8xf32>
    %2 = arith.addf %0, %1 : f32
    affine.store %2, %s[%t + 1] : memref<17xf32>
  }
  schedule.statement @S3(%i) at [2] {
    %0 = affine.load %s[%i + 16] : memref<17xf32>
    affine.store %0, %y[%i] : memref<1xf32>
  }
  schedule.domain "{ S0[]; S1[t] : 0 <= t < 16; S2[t, k] : 0 <= t < 16 and 0 <= k < 8; S3[i] : i = 0 }" {
    schedule.sequence {
      schedule.filter "{ S0[] }" {}
      schedule.filter "{ S1[t]; S2[t, k] }" {
        schedule.band (sequential "{ S1[t] -> [t]; S2[t, k] -> [t] }") {
          schedule.sequence {
            schedule.filter "{ S1[t] }" {}
            schedule.filter "{ S2[t, k] }" {
              schedule.band (sequential "{ S2[t, k] -> [k] }") {}
            }
          }
        }
      }
      schedule.filter "{ S3[i] }" {
        schedule.band (coincident "{ S3[i] -> [i] }") {}
      }
    }
  }
}

// -----

// Arrays of the caller keep all that they have.
// REMARK-NOT: Function=kept
// CHECK-LABEL: schedule.scop @kept
// CHECK-SAME: out %u: memref<33xf32>
schedule.scop @kept(%a: memref<1xf32>, out %u: memref<33xf32>) {
  schedule.statement @S0() at [0] {
    %0 = affine.load %a[0] : memref<1xf32>
    affine.store %0, %u[0] : memref<33xf32>
  }
  schedule.statement @S1(%t) at [1, 0] {
    %0 = affine.load %u[%t] : memref<33xf32>
    affine.store %0, %u[%t + 1] : memref<33xf32>
  }
  schedule.domain "{ S0[]; S1[t] : 0 <= t < 32 }" {
    schedule.sequence {
      schedule.filter "{ S0[] }" {}
      schedule.filter "{ S1[t] }" {
        schedule.band (sequential "{ S1[t] -> [t] }") {}
      }
    }
  }
}

// -----

// A step uses what it wrote itself, in a loop that y makes run in order: with `single` one slice is kept, else all.
// CHECK-LABEL: schedule.scop @ordered
// CHECK: %u = schedule.array temporary : memref<32x8xf32>
// SINGLE-LABEL: schedule.scop @ordered
// SINGLE: %u = schedule.array temporary : memref<1x8xf32>
// SINGLE: affine.store %{{.*}}, %u[0, %i] : memref<1x8xf32>
// SINGLE: affine.load %u[0, %i] : memref<1x8xf32>
schedule.scop @ordered(inout %y: memref<8xf32>) {
  %u = schedule.array temporary : memref<32x8xf32>
  schedule.statement @S0(%t, %i) at [0, 0] {
    %0 = affine.load %y[7 - %i] : memref<8xf32>
    affine.store %0, %u[%t, %i] : memref<32x8xf32>
  }
  schedule.statement @S1(%t, %i) at [0, 1] {
    %0 = affine.load %u[%t, %i] : memref<32x8xf32>
    affine.store %0, %y[%i] : memref<8xf32>
  }
  schedule.domain "{ S0[t, i] : 0 <= t < 32 and 0 <= i < 8; S1[t, i] : 0 <= t < 32 and 0 <= i < 8 }" {
    schedule.band (sequential "{ S0[t, i] -> [t]; S1[t, i] -> [t] }") {
      schedule.sequence {
        schedule.filter "{ S0[t, i] }" {
          schedule.band (coincident "{ S0[t, i] -> [i] }") {}
        }
        schedule.filter "{ S1[t, i] }" {
          schedule.band (coincident "{ S1[t, i] -> [i] }") {}
        }
      }
    }
  }
}

// -----

// What one step wrote is read after the loop too: it keeps all slices.
// SINGLE-LABEL: schedule.scop @later
// SINGLE: %u = schedule.array temporary : memref<32x8xf32>
schedule.scop @later(inout %y: memref<8xf32>, out %z: memref<8xf32>) {
  %u = schedule.array temporary : memref<32x8xf32>
  schedule.statement @S0(%t, %i) at [0, 0] {
    %0 = affine.load %y[7 - %i] : memref<8xf32>
    affine.store %0, %u[%t, %i] : memref<32x8xf32>
  }
  schedule.statement @S1(%t, %i) at [0, 1] {
    %0 = affine.load %u[%t, %i] : memref<32x8xf32>
    affine.store %0, %y[%i] : memref<8xf32>
  }
  schedule.statement @S2(%i) at [1] {
    %0 = affine.load %u[5, %i] : memref<32x8xf32>
    affine.store %0, %z[%i] : memref<8xf32>
  }
  schedule.domain "{ S0[t, i] : 0 <= t < 32 and 0 <= i < 8; S1[t, i] : 0 <= t < 32 and 0 <= i < 8; S2[i] : 0 <= i < 8 }" {
    schedule.sequence {
      schedule.filter "{ S0[t, i]; S1[t, i] }" {
        schedule.band (sequential "{ S0[t, i] -> [t]; S1[t, i] -> [t] }") {
          schedule.sequence {
            schedule.filter "{ S0[t, i] }" {
              schedule.band (coincident "{ S0[t, i] -> [i] }") {}
            }
            schedule.filter "{ S1[t, i] }" {
              schedule.band (coincident "{ S1[t, i] -> [i] }") {}
            }
          }
        }
      }
      schedule.filter "{ S2[i] }" {
        schedule.band (coincident "{ S2[i] -> [i] }") {}
      }
    }
  }
}
