// A kernel that adds up what the blocks of the kernel before have left becomes the work of the last block of each group.
// RUN: tc-opt %s --split-input-file --pass-pipeline='builtin.module(schedule.scop(schedule-last-block{when=always},schedule-verify))' | FileCheck %s --check-prefixes=CHECK,ALWAYS
// RUN: tc-opt %s --split-input-file --pass-pipeline='builtin.module(schedule.scop(schedule-last-block,schedule-verify))' | FileCheck %s --check-prefixes=CHECK,AUTO
// RUN: tc-opt %s --split-input-file --pass-pipeline='builtin.module(schedule.scop(schedule-last-block{when=never},schedule-verify))' | FileCheck %s --check-prefixes=CHECK,NEVER
// RUN: tc-opt %s --split-input-file --tc-pass-statistics --pass-pipeline='builtin.module(schedule.scop(schedule-last-block{when=always}))' -o /dev/null 2>&1 | FileCheck %s --check-prefix=COUNT
// RUN: tc-opt %s --split-input-file --remarks-filter='schedule-last-block' --pass-pipeline='builtin.module(schedule.scop(schedule-last-block{when=always}))' -o /dev/null 2>&1 | FileCheck %s --check-prefix=REMARK
// RUN: tc-opt %s --split-input-file --remarks-filter='schedule-last-block' --pass-pipeline='builtin.module(schedule.scop(schedule-last-block))' -o /dev/null 2>&1 | FileCheck %s --check-prefix=REMARK-AUTO

// COUNT: schedule-last-block: 9 runs
// COUNT-NEXT: {{^ *}}4 joined kernels that became part of the one before
// COUNT-NEXT: {{^ *}}4 left kernels behind one that leaves something for them, which stay

// Its grid and its threads were its own; now they are those of the kernel before. A thread takes neighbours of a row, and the grid is no larger
// than the kernels need.
// REMARK: [Passed] kernel 1 | Category:schedule-last-block | Function=sum | Groups=2, Reason="that takes {{[0-9]+}} clocks, and a launch {{[0-9]+}}", Remark="the last block of each group runs it"
// REMARK-AUTO: [Passed] kernel 1 | Category:schedule-last-block | Function=sum | Groups=2
// CHECK-LABEL: schedule.scop @sum
// ALWAYS-SAME: grid(4, 2, 1) block(16, 1, 1)
// AUTO-SAME: grid(4, 2, 1) block(16, 1, 1)
// NEVER-SAME: grid(64, 2) block(16)
// ALWAYS: %arrived = schedule.array temporary : memref<2xi32>
// NEVER-NOT: schedule.last
// ALWAYS: schedule.filter "{ {{.*}}S1[i]{{.*}} }" {
// ALWAYS-NEXT: schedule.last "arrived" across block.x {
// ALWAYS-NEXT: schedule.band permutable tag "tile" (block.y coincident "{ {{.*}}S1[i] -> [floor(i/32)]{{.*}} }") {
// ALWAYS-NEXT: schedule.band permutable tag "point" (thread.x coincident "{ {{.*}}S1[i] -> [floor(i/2) - 16*floor(i/32)]{{.*}} }") {
// ALWAYS-NEXT: schedule.sequence {
// ALWAYS-NEXT: schedule.filter "{ S1[i] }" {
// ALWAYS-NEXT: schedule.band (unroll "{ S1[i] -> [i mod 2] }") {}
// ALWAYS-NEXT: }
// ALWAYS-NEXT: schedule.filter "{ S2[i, r] }" {
// ALWAYS-NEXT: schedule.band
// ALWAYS-NEXT: (unroll "{ S2[i, r] -> [r] }",
// ALWAYS-NEXT: unroll "{ S2[i, r] -> [i mod 2] }") {}
schedule.scop @sum(%A: memref<4x64xf32>, out %B: memref<64xf32>) grid(64, 2) block(16) {
  %part = schedule.array temporary : memref<4x64xf32>
  schedule.statement @S0(%r, %i) {
    %0 = affine.load %A[%r, %i] : memref<4x64xf32>
    affine.store %0, %part[%r, %i] : memref<4x64xf32>
  }
  schedule.statement @S1(%i) {
    %0 = arith.constant 0.0 : f32
    affine.store %0, %B[%i] : memref<64xf32>
  }
  schedule.statement @S2(%i, %r) reduces add {
    %0 = affine.load %part[%r, %i] : memref<4x64xf32>
    %1 = affine.load %B[%i] : memref<64xf32>
    %2 = arith.addf %1, %0 : f32
    affine.store %2, %B[%i] : memref<64xf32>
  }
  schedule.domain "{ S0[r, i] : 0 <= r < 4 and 0 <= i < 64; S1[i] : 0 <= i < 64; S2[i, r] : 0 <= r < 4 and 0 <= i < 64 }" {
    schedule.sequence {
      schedule.filter "{ S0[r, i] }" {
        schedule.band (block.y coincident "{ S0[r, i] -> [floor(i/32)] }", block.x coincident "{ S0[r, i] -> [r] }") {
          schedule.band (thread.x coincident "{ S0[r, i] -> [i mod 32] }") {}
        }
      }
      schedule.filter "{ S1[i]; S2[i, r] }" {
        schedule.band (block.x coincident "{ S1[i] -> [i]; S2[i, r] -> [i] }") {
          schedule.sequence {
            schedule.filter "{ S1[i] }" {}
            schedule.filter "{ S2[i, r] }" {}
          }
        }
      }
    }
  }
}

// -----

// Kernels before and behind stay kernels of their own; elements that need all blocks have one group.
// REMARK: [Passed] kernel 1 | Category:schedule-last-block | Function=between | Groups=1
// CHECK-LABEL: schedule.scop @between
// ALWAYS: schedule.domain
// ALWAYS-NEXT: schedule.sequence {
// ALWAYS-NEXT: schedule.filter "{ {{S0.*S1|S1.*S0}}{{.*}} }" {
// ALWAYS-NEXT: schedule.sequence {
// ALWAYS: schedule.last "arrived" across block.x {
// ALWAYS: schedule.filter "{ S2[i] }" {
schedule.scop @between(%A: memref<8x4xf32>, out %B: memref<4xf32>, out %C: memref<64xf32>) grid(64) block(4) {
  %part = schedule.array temporary : memref<8x4xf32>
  schedule.statement @S0(%r, %i) {
    %0 = affine.load %A[%r, %i] : memref<8x4xf32>
    affine.store %0, %part[%r, %i] : memref<8x4xf32>
  }
  schedule.statement @S1(%i) {
    %0 = affine.load %part[0, %i] : memref<8x4xf32>
    %1 = affine.load %part[7, %i] : memref<8x4xf32>
    %2 = arith.addf %0, %1 : f32
    affine.store %2, %B[%i] : memref<4xf32>
  }
  schedule.statement @S2(%i) {
    %0 = affine.load %B[%i mod 4] : memref<4xf32>
    affine.store %0, %C[%i] : memref<64xf32>
  }
  schedule.domain "{ S0[r, i] : 0 <= r < 8 and 0 <= i < 4; S1[i] : 0 <= i < 4; S2[i] : 0 <= i < 64 }" {
    schedule.sequence {
      schedule.filter "{ S0[r, i] }" {
        schedule.band (block.x coincident "{ S0[r, i] -> [r] }") {
          schedule.band (thread.x coincident "{ S0[r, i] -> [i] }") {}
        }
      }
      schedule.filter "{ S1[i] }" {
        schedule.band (thread.x coincident "{ S1[i] -> [i] }") {}
      }
      schedule.filter "{ S2[i] }" {
        schedule.band (block.x coincident "{ S2[i] -> [i] }") {}
      }
    }
  }
}

// -----

// Nothing that the second kernel needs.
// CHECK-LABEL: schedule.scop @apart
// CHECK-NOT: schedule.last
schedule.scop @apart(%A: memref<64xf32>, out %B: memref<64xf32>, out %C: memref<64xf32>) grid(64) block(1) {
  schedule.statement @S0(%i) {
    %0 = affine.load %A[%i] : memref<64xf32>
    affine.store %0, %B[%i] : memref<64xf32>
  }
  schedule.statement @S1(%i) {
    %0 = affine.load %A[63 - %i] : memref<64xf32>
    affine.store %0, %C[%i] : memref<64xf32>
  }
  schedule.domain "{ S0[i] : 0 <= i < 64; S1[i] : 0 <= i < 64 }" {
    schedule.sequence {
      schedule.filter "{ S0[i] }" {
        schedule.band (block.x coincident "{ S0[i] -> [i] }") {}
      }
      schedule.filter "{ S1[i] }" {
        schedule.band (block.x coincident "{ S1[i] -> [i] }") {}
      }
    }
  }
}

// -----

// Each element needs one block: such a kernel is joined by fusion, if at all.
// REMARK: [Missed] kernel 1 | Category:schedule-last-block | Function=one_block | Reason="each element needs one block only", Remark="a launch of its own"
// REMARK-AUTO-NOT: Function=one_block
// CHECK-LABEL: schedule.scop @one_block
// CHECK-NOT: schedule.last
schedule.scop @one_block(%A: memref<64xf32>, out %B: memref<64xf32>, out %C: memref<64xf32>) grid(64) block(1) {
  schedule.statement @S0(%i) {
    %0 = affine.load %A[%i] : memref<64xf32>
    affine.store %0, %B[%i] : memref<64xf32>
  }
  schedule.statement @S1(%i) {
    %0 = affine.load %B[63 - %i] : memref<64xf32>
    affine.store %0, %C[%i] : memref<64xf32>
  }
  schedule.domain "{ S0[i] : 0 <= i < 64; S1[i] : 0 <= i < 64 }" {
    schedule.sequence {
      schedule.filter "{ S0[i] }" {
        schedule.band (block.x coincident "{ S0[i] -> [i] }") {}
      }
      schedule.filter "{ S1[i] }" {
        schedule.band (block.x coincident "{ S1[i] -> [i] }") {}
      }
    }
  }
}

// -----

// One block would take long for so many elements.
// REMARK: [Passed] kernel 1 | Category:schedule-last-block | Function=large
// REMARK-AUTO: [Missed] kernel 1 | Category:schedule-last-block | Function=large | Reason="the last block of a group would take {{[0-9]+}} clocks for it, and a launch takes {{[0-9]+}}", Remark="a launch of its own"
// CHECK-LABEL: schedule.scop @large
schedule.scop @large(%A: memref<4x65536xf32>, out %B: memref<65536xf32>) grid(4) block(32) {
  %part = schedule.array temporary : memref<4x65536xf32>
  schedule.statement @S0(%r, %i) {
    %0 = affine.load %A[%r, %i] : memref<4x65536xf32>
    affine.store %0, %part[%r, %i] : memref<4x65536xf32>
  }
  schedule.statement @S1(%i) {
    %0 = affine.load %part[0, %i] : memref<4x65536xf32>
    %1 = affine.load %part[3, %i] : memref<4x65536xf32>
    %2 = arith.addf %0, %1 : f32
    affine.store %2, %B[%i] : memref<65536xf32>
  }
  schedule.domain "{ S0[r, i] : 0 <= r < 4 and 0 <= i < 65536; S1[i] : 0 <= i < 65536 }" {
    schedule.sequence {
      schedule.filter "{ S0[r, i] }" {
        schedule.band (block.x coincident "{ S0[r, i] -> [r] }") {
          schedule.band (thread.x coincident "{ S0[r, i] -> [i] }") {}
        }
      }
      schedule.filter "{ S1[i] }" {
        schedule.band (block.x coincident "{ S1[i] -> [i] }") {}
      }
    }
  }
}

// -----

// It adds up nothing, but could: by default it stays.
// REMARK: [Passed] kernel 1 | Category:schedule-last-block | Function=ends
// REMARK-AUTO: [Missed] kernel 1 | Category:schedule-last-block | Function=ends | Reason="it adds up nothing", Remark="a launch of its own"
// CHECK-LABEL: schedule.scop @ends
schedule.scop @ends(%A: memref<4x64xf32>, out %B: memref<64xf32>) grid(4) block(32) {
  %part = schedule.array temporary : memref<4x64xf32>
  schedule.statement @S0(%r, %i) {
    %0 = affine.load %A[%r, %i] : memref<4x64xf32>
    affine.store %0, %part[%r, %i] : memref<4x64xf32>
  }
  schedule.statement @S1(%i) {
    %0 = affine.load %part[0, %i] : memref<4x64xf32>
    %1 = affine.load %part[3, %i] : memref<4x64xf32>
    %2 = arith.addf %0, %1 : f32
    affine.store %2, %B[%i] : memref<64xf32>
  }
  schedule.domain "{ S0[r, i] : 0 <= r < 4 and 0 <= i < 64; S1[i] : 0 <= i < 64 }" {
    schedule.sequence {
      schedule.filter "{ S0[r, i] }" {
        schedule.band (block.x coincident "{ S0[r, i] -> [r] }") {
          schedule.band (thread.x coincident "{ S0[r, i] -> [i] }") {}
        }
      }
      schedule.filter "{ S1[i] }" {
        schedule.band (block.x coincident "{ S1[i] -> [i] }") {}
      }
    }
  }
}

// -----

// REMARK: [Missed] kernel 1 | Category:schedule-last-block | Function=halves | Reason="it has tiles, barriers, or a statement at several places"
// CHECK-LABEL: schedule.scop @halves
schedule.scop @halves(%A: memref<4x64xf32>, out %B: memref<64xf32>) grid(4) block(32) {
  %part = schedule.array temporary : memref<4x64xf32>
  schedule.statement @S0(%r, %i) {
    %0 = affine.load %A[%r, %i] : memref<4x64xf32>
    affine.store %0, %part[%r, %i] : memref<4x64xf32>
  }
  schedule.statement @S1(%i) {
    %0 = affine.load %part[0, %i] : memref<4x64xf32>
    %1 = affine.load %part[3, %i] : memref<4x64xf32>
    %2 = arith.addf %0, %1 : f32
    affine.store %2, %B[%i] : memref<64xf32>
  }
  schedule.domain "{ S0[r, i] : 0 <= r < 4 and 0 <= i < 64; S1[i] : 0 <= i < 64 }" {
    schedule.sequence {
      schedule.filter "{ S0[r, i] }" {
        schedule.band (block.x coincident "{ S0[r, i] -> [r] }") {
          schedule.band (thread.x coincident "{ S0[r, i] -> [i] }") {}
        }
      }
      schedule.filter "{ S1[i] }" {
        schedule.sequence {
          schedule.filter "{ S1[i] : i < 32 }" {}
          schedule.filter "{ S1[i] : i >= 32 }" {}
        }
      }
    }
  }
}

// -----

// REMARK: [Missed] kernel 1 | Category:schedule-last-block | Function=two_results | Reason="expected statements that all access one element of one array each"
// CHECK-LABEL: schedule.scop @two_results
schedule.scop @two_results(%A: memref<4x64xf32>, out %B: memref<64xf32>, out %C: memref<64xf32>) grid(4) block(32) {
  %part = schedule.array temporary : memref<4x64xf32>
  schedule.statement @S0(%r, %i) {
    %0 = affine.load %A[%r, %i] : memref<4x64xf32>
    affine.store %0, %part[%r, %i] : memref<4x64xf32>
  }
  schedule.statement @S1(%i) {
    %0 = affine.load %part[0, %i] : memref<4x64xf32>
    %1 = affine.load %part[3, %i] : memref<4x64xf32>
    %2 = arith.addf %0, %1 : f32
    affine.store %2, %B[%i] : memref<64xf32>
  }
  schedule.statement @S2(%i) {
    %0 = affine.load %part[1, %i] : memref<4x64xf32>
    affine.store %0, %C[%i] : memref<64xf32>
  }
  schedule.domain "{ S0[r, i] : 0 <= r < 4 and 0 <= i < 64; S1[i] : 0 <= i < 64; S2[i] : 0 <= i < 64 }" {
    schedule.sequence {
      schedule.filter "{ S0[r, i] }" {
        schedule.band (block.x coincident "{ S0[r, i] -> [r] }") {
          schedule.band (thread.x coincident "{ S0[r, i] -> [i] }") {}
        }
      }
      schedule.filter "{ S1[i]; S2[i] }" {
        schedule.band (block.x coincident "{ S1[i] -> [i]; S2[i] -> [i] }") {
          schedule.sequence {
            schedule.filter "{ S1[i] }" {}
            schedule.filter "{ S2[i] }" {}
          }
        }
      }
    }
  }
}

// -----

// REMARK: [Missed] kernel 1 | Category:schedule-last-block | Function=launched | Reason="the kernels are not neighbours in one sequence"
// CHECK-LABEL: schedule.scop @launched
schedule.scop @launched(%A: memref<4x64xf32>, out %B: memref<64xf32>) grid(4) block(32) {
  %part = schedule.array temporary : memref<4x64xf32>
  schedule.statement @S0(%r, %i) {
    %0 = affine.load %A[%r, %i] : memref<4x64xf32>
    affine.store %0, %part[%r, %i] : memref<4x64xf32>
  }
  schedule.statement @S1(%i) {
    %0 = affine.load %part[0, %i] : memref<4x64xf32>
    %1 = affine.load %part[3, %i] : memref<4x64xf32>
    %2 = arith.addf %0, %1 : f32
    affine.store %2, %B[%i] : memref<64xf32>
  }
  schedule.domain "{ S0[r, i] : 0 <= r < 4 and 0 <= i < 64; S1[i] : 0 <= i < 64 }" {
    schedule.sequence {
      schedule.filter "{ S0[r, i] }" {
        schedule.band (launch "{ S0[r, i] -> [r] }") {
          schedule.band (block.x coincident "{ S0[r, i] -> [i mod 4] }") {
            schedule.band (thread.x coincident "{ S0[r, i] -> [floor(i/4)] }") {}
          }
        }
      }
      schedule.filter "{ S1[i] }" {
        schedule.band (block.x coincident "{ S1[i] -> [i] }") {}
      }
    }
  }
}
