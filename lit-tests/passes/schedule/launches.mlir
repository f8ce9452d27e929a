// Loops that carry dependences between blocks become loops of launches, where that gains something.
// RUN: tc-opt %s --split-input-file --pass-pipeline='builtin.module(schedule.scop(schedule-launches,schedule-verify))' | FileCheck %s --check-prefixes=CHECK,AUTO
// RUN: tc-opt %s --split-input-file --pass-pipeline='builtin.module(schedule.scop(schedule-launches{when=always},schedule-verify))' | FileCheck %s --check-prefixes=CHECK,ALWAYS
// RUN: tc-opt %s --split-input-file --pass-pipeline='builtin.module(schedule.scop(schedule-launches{when=never},schedule-verify))' | FileCheck %s --check-prefixes=CHECK,NEVER
// RUN: tc-opt %s --split-input-file --tc-pass-statistics --pass-pipeline='builtin.module(schedule.scop(schedule-launches))' -o /dev/null 2>&1 | FileCheck %s --check-prefix=COUNT
// RUN: tc-opt %s --split-input-file --remarks-filter='schedule-launches' --pass-pipeline='builtin.module(schedule.scop(schedule-launches))' -o /dev/null 2>&1 | FileCheck %s --check-prefix=REMARK
// RUN: tc-opt %s --split-input-file --remarks-filter='schedule-launches' --pass-pipeline='builtin.module(schedule.scop(schedule-launches{when=always}))' -o /dev/null 2>&1 | FileCheck %s --check-prefix=REMARK-ALWAYS
// RUN: tc-opt %s --split-input-file --remarks-filter='schedule-launches' --pass-pipeline='builtin.module(schedule.scop(schedule-launches{when=never}))' -o /dev/null 2>&1 | FileCheck %s --check-prefix=REMARK-NEVER

// COUNT: schedule-launches: 7 runs
// COUNT-NEXT: {{^ *}}1 loops loops that became loops of launches
// COUNT-NEXT: {{^ *}}4 left loops that carry dependences and stay in a kernel
// COUNT-NEXT: {{^ *}}1 sequences sequences in sequences, whose children became kernels

// Two statements of 512 x 512 instances, twice a launch: one block takes much longer.
// REMARK: [Passed] launches of loop 0 | Category:schedule-launches | Function=sweeps | Iterations=100, Launches=200, Reason="it carries dependences between blocks, and one block takes about {{[0-9]+}} clocks for the 524288 instances of an iteration, 2 launches {{[0-9]+}}", Remark="each of its 100 iterations makes 2 launches", Suggestion="the mapping option launches=never"
// REMARK-NEVER: [Missed] launches of loop 0 | Category:schedule-launches | Function=sweeps | Reason="launches=never was given", Remark="it stays in its kernel, on one block"
// CHECK-LABEL: schedule.scop @sweeps
// AUTO: schedule.band tag "launches" (launch "{ S0[t, i, j] -> [t]; S1[t, i, j] -> [t] }") {
// ALWAYS: schedule.band tag "launches" (launch "{ S0[t, i, j] -> [t]; S1[t, i, j] -> [t] }") {
// NEVER: schedule.band (sequential "{
// CHECK-NEXT: schedule.sequence {
// CHECK-NEXT: schedule.filter "{ S0[t, i, j] }" {
// CHECK-NEXT: schedule.band permutable
// CHECK-NEXT: (coincident
schedule.scop @sweeps(inout %A: memref<512x512xf32>) {
  %B = schedule.array temporary : memref<512x512xf32>
  schedule.statement @S0(%t, %i, %j) at [0, 0] {
    %0 = affine.load %A[%i, 511 - %j] : memref<512x512xf32>
    affine.store %0, %B[%i, %j] : memref<512x512xf32>
  }
  schedule.statement @S1(%t, %i, %j) at [0, 1] {
    %0 = affine.load %B[511 - %i, %j] : memref<512x512xf32>
    affine.store %0, %A[%i, %j] : memref<512x512xf32>
  }
  schedule.domain "{ S0[t, i, j] : 0 <= t < 100 and 0 <= i < 512 and 0 <= j < 512; S1[t, i, j] : 0 <= t < 100 and 0 <= i < 512 and 0 <= j < 512 }" {
    schedule.band (sequential "{ S0[t, i, j] -> [t]; S1[t, i, j] -> [t] }") {
      schedule.sequence {
        schedule.filter "{ S0[t, i, j] }" {
          schedule.band permutable (coincident "{ S0[t, i, j] -> [i] }", coincident "{ S0[t, i, j] -> [j] }") {}
        }
        schedule.filter "{ S1[t, i, j] }" {
          schedule.band permutable (coincident "{ S1[t, i, j] -> [i] }", coincident "{ S1[t, i, j] -> [j] }") {}
        }
      }
    }
  }
}

// -----

// 64 elements are less for one block than a launch takes.
// REMARK: [Missed] launches of loop 0 | Category:schedule-launches | Function=short | Reason="one block takes about {{[0-9]+}} clocks for the 64 instances of an iteration, 1 launch {{[0-9]+}}", Remark="it stays in its kernel, on one block", Suggestion="larger sizes, or the mapping option launches=always"
// REMARK-ALWAYS: [Passed] launches of loop 0 | Category:schedule-launches | Function=short | Iterations=8, Launches=8, Reason="it carries dependences between blocks, and launches=always was given", Remark="each of its 8 iterations makes 1 launch"
// CHECK-LABEL: schedule.scop @short
// AUTO: schedule.band (sequential
// ALWAYS: schedule.band tag "launches" (launch
// NEVER: schedule.band (sequential
schedule.scop @short(inout %A: memref<9x64xf32>) {
  schedule.statement @S0(%t, %i) at [0, 0] {
    %0 = affine.load %A[%t, 63 - %i] : memref<9x64xf32>
    affine.store %0, %A[%t + 1, %i] : memref<9x64xf32>
  }
  schedule.domain "{ S0[t, i] : 0 <= t < 8 and 0 <= i < 64 }" {
    schedule.band (sequential "{ S0[t, i] -> [t] }") {
      schedule.band permutable (coincident "{ S0[t, i] -> [i] }") {}
    }
  }
}

// -----

// Blocks over j need no launch for each step: they stay in the kernel.
// CHECK-LABEL: schedule.scop @columns
// CHECK: schedule.band permutable
// CHECK-NEXT: (sequential "{ S0[t, j] -> [t] }",
// CHECK-NEXT: coincident "{ S0[t, j] -> [j] }") {}
schedule.scop @columns(inout %A: memref<9x4096xf32>) {
  schedule.statement @S0(%t, %j) at [0, 0] {
    %0 = affine.load %A[%t, %j] : memref<9x4096xf32>
    affine.store %0, %A[%t + 1, %j] : memref<9x4096xf32>
  }
  schedule.domain "{ S0[t, j] : 0 <= t < 8 and 0 <= j < 4096 }" {
    schedule.band permutable (sequential "{ S0[t, j] -> [t] }", coincident "{ S0[t, j] -> [j] }") {}
  }
}

// -----

// Nothing is parallel below, not even by launches.
// REMARK: [Missed] launches of loop 0 | Category:schedule-launches | Function=chain | Reason="no loop below it is parallel for all blocks", Remark="it stays in its kernel, on one block", Suggestion="larger sizes, or other loops"
// REMARK-ALWAYS: Function=chain | Reason="no loop below it is parallel for all blocks"
// CHECK-LABEL: schedule.scop @chain
// CHECK: schedule.band (sequential "{ S0[t] -> [t] }") {}
schedule.scop @chain(inout %A: memref<9xf32>) {
  schedule.statement @S0(%t) at [0, 0] {
    %0 = affine.load %A[%t] : memref<9xf32>
    affine.store %0, %A[%t + 1] : memref<9xf32>
  }
  schedule.domain "{ S0[t] : 0 <= t < 8 }" {
    schedule.band (sequential "{ S0[t] -> [t] }") {}
  }
}

// -----

// How many launches there would be is not known.
// REMARK: [Missed] launches of loop 0 | Category:schedule-launches | Function=open | Reason="its bounds are not known", Remark="it stays in its kernel, on one block", Suggestion="give sizes, by tc-specialize or --size"
// CHECK-LABEL: schedule.scop @open
// CHECK: schedule.band (sequential
schedule.scop @open(inout %A: memref<?x64xf32>) sizes(N = %A[0]) {
  schedule.statement @S0(%t, %i) at [0, 0] {
    %0 = affine.load %A[%t - 1, 63 - %i] : memref<?x64xf32>
    affine.store %0, %A[%t, %i] : memref<?x64xf32>
  }
  schedule.domain "[N] -> { S0[t, i] : 1 <= t < N and 0 <= i < 64 }" {
    schedule.band (sequential "[N] -> { S0[t, i] -> [t] }") {
      schedule.band permutable (coincident "[N] -> { S0[t, i] -> [i] }") {}
    }
  }
}

// -----

// Loops in loops: two rows in each step, and steps again and again. The children of the inner sequence are kernels too, in their order.
// REMARK: [Missed] launches of loop {{[01]}} | Category:schedule-launches | Function=nested | Reason="an iteration has no more than 32 parallel ones, which one warp can run"
// REMARK-ALWAYS: [Passed] launches of loop 1 | Category:schedule-launches | Function=nested | Iterations=2, Launches=2, Reason="{{.*}}", Remark="each of its 2 iterations makes 1 launch"
// REMARK-ALWAYS: [Passed] launches of loop 0 | Category:schedule-launches | Function=nested | Iterations=8, Launches=32, Reason="{{.*}}", Remark="each of its 8 iterations makes 4 launches"
// CHECK-LABEL: schedule.scop @nested
// ALWAYS: schedule.band tag "launches" (launch "{ {{.*}}S0[t, r, i] -> [t]{{.*}} }") {
// ALWAYS-NEXT: schedule.sequence {
// ALWAYS-NEXT: schedule.filter "{ S0[t, r, i] }" {
// ALWAYS-NEXT: schedule.band tag "launches" (launch "{ S0[t, r, i] -> [r] }") {
// ALWAYS-NEXT: schedule.band (coincident "{ S0[t, r, i] -> [i] }") {}
// ALWAYS: schedule.filter "{ S1[t, i] }" {
// ALWAYS-NEXT: schedule.band (coincident
// ALWAYS: schedule.filter "{ S2[t, i] }" {
// ALWAYS-NEXT: schedule.band (coincident
schedule.scop @nested(inout %A: memref<3x32xf32>) {
  schedule.statement @S0(%t, %r, %i) at [0, 0, 0] {
    %0 = affine.load %A[%r, 31 - %i] : memref<3x32xf32>
    affine.store %0, %A[%r + 1, %i] : memref<3x32xf32>
  }
  schedule.statement @S1(%t, %i) at [0, 1] {
    %0 = affine.load %A[2, %i] : memref<3x32xf32>
    affine.store %0, %A[1, 31 - %i] : memref<3x32xf32>
  }
  schedule.statement @S2(%t, %i) at [0, 2] {
    %0 = affine.load %A[1, %i] : memref<3x32xf32>
    affine.store %0, %A[0, 31 - %i] : memref<3x32xf32>
  }
  schedule.domain "{ S0[t, r, i] : 0 <= t < 8 and 0 <= r < 2 and 0 <= i < 32; S1[t, i] : 0 <= t < 8 and 0 <= i < 32; S2[t, i] : 0 <= t < 8 and 0 <= i < 32 }" {
    schedule.band (sequential "{ S0[t, r, i] -> [t]; S1[t, i] -> [t]; S2[t, i] -> [t] }") {
      schedule.sequence {
        schedule.filter "{ S0[t, r, i] }" {
          schedule.band (sequential "{ S0[t, r, i] -> [r] }") {
            schedule.band (coincident "{ S0[t, r, i] -> [i] }") {}
          }
        }
        schedule.filter "{ S1[t, i]; S2[t, i] }" {
          schedule.sequence {
            schedule.filter "{ S1[t, i] }" { schedule.band (coincident "{ S1[t, i] -> [i] }") {} }
            schedule.filter "{ S2[t, i] }" { schedule.band (coincident "{ S2[t, i] -> [i] }") {} }
          }
        }
      }
    }
  }
}

// -----

// Without a loop the children of a sequence in a sequence are kernels as well.
// CHECK-LABEL: schedule.scop @flat
// CHECK: schedule.sequence {
// CHECK-NEXT: schedule.filter "{ S0[i] }" {
// CHECK-NEXT: schedule.band
// CHECK: schedule.filter "{ S1[i] }" {
// CHECK-NEXT: schedule.band
// CHECK: schedule.filter "{ S2[i] }" {
// CHECK-NEXT: schedule.band
// CHECK-NOT: schedule.sequence
schedule.scop @flat(inout %A: memref<64xf32>) {
  schedule.statement @S0(%i) {
    %0 = affine.load %A[%i] : memref<64xf32>
    affine.store %0, %A[%i] : memref<64xf32>
  }
  schedule.statement @S1(%i) {
    %0 = affine.load %A[%i] : memref<64xf32>
    affine.store %0, %A[%i] : memref<64xf32>
  }
  schedule.statement @S2(%i) {
    %0 = affine.load %A[%i] : memref<64xf32>
    affine.store %0, %A[%i] : memref<64xf32>
  }
  schedule.domain "{ S0[i] : 0 <= i < 64; S1[i] : 0 <= i < 64; S2[i] : 0 <= i < 64 }" {
    schedule.sequence {
      schedule.filter "{ S0[i] }" { schedule.band (coincident "{ S0[i] -> [i] }") {} }
      schedule.filter "{ S1[i]; S2[i] }" {
        schedule.sequence {
          schedule.filter "{ S1[i] }" { schedule.band (coincident "{ S1[i] -> [i] }") {} }
          schedule.filter "{ S2[i] }" { schedule.band (coincident "{ S2[i] -> [i] }") {} }
        }
      }
    }
  }
}
