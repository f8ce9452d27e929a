// Copies of a loop over tiles run two tiles before their use, into three buffers; waits and barriers are there in each iteration.
// RUN: tc-opt %s --split-input-file --schedule-pipeline=stages=3 --tc-pass-statistics > %t.mlir 2> %t.err
// RUN: FileCheck %s --input-file=%t.mlir
// RUN: FileCheck %s --input-file=%t.err --check-prefix=COUNT
// RUN: sed '/^\/\/ -----/,$d' %t.mlir > %t.first.mlir
// RUN: tc-opt %t.first.mlir --schedule-verify -o /dev/null
// RUN: tc-opt %s --split-input-file --schedule-pipeline=stages=3 --remarks-filter='schedule-pipeline' -o /dev/null 2>&1 | FileCheck %s --check-prefix=WHY
// RUN: tc-opt %s --split-input-file --schedule-pipeline=stages=1 | FileCheck %s --check-prefix=ONE
// RUN: tc-opt %s --split-input-file '--schedule-pipeline=stages=2 target=other' | FileCheck %s --check-prefix=ONE
// RUN: not tc-opt %s --split-input-file --schedule-pipeline=stages=0 2>&1 | FileCheck %s --check-prefix=ZERO
// ZERO: expected at least 1 stage, found 0
// Tiles that no matrix operations read have as many buffers as others.
// RUN: tc-opt %s --split-input-file '--schedule-pipeline=stages=1 unit-stages=3' | FileCheck %s --check-prefix=ONE
// RUN: not tc-opt %s --split-input-file --schedule-pipeline=unit-stages=-1 2>&1 | FileCheck %s --check-prefix=NEGATIVE
// NEGATIVE: expected 0 stages or more, found -1

// COUNT: schedule-pipeline: 5 runs
// COUNT-NEXT: {{^ *}}1 loops   loops whose copies run ahead{{$}}
// COUNT-NEXT: {{^ *}}1 copies  statements that are asynchronous copies now{{$}}
// COUNT-NEXT: {{^ *}}4 left    loops with copies that stay at their use{{$}}

// WHY: [Passed] copies of the loop at S0
// WHY-SAME: Reason="3 buffers of each tile, and one barrier a tile, are proved", Remark="run 2 tiles before their use", Suggestion="the mapping option stages=1"
// WHY: [Missed] copies of the loop at S0
// WHY-SAME: Reason="the loop has 2 iterations, and 3 buffers are for as many at least", Remark="run at their use"
// WHY: [Missed] copies of the loop at S0
// WHY-SAME: Reason="the loop has one iteration"
// WHY: [Missed] copies of the loop at S0
// WHY-SAME: Reason="expected copies to shared memory and then uses of them, for one tile at a time"
// WHY: [Missed] copies of the loop at S0
// WHY-SAME: Reason="S1 uses the copies, and not tile by tile"

// CHECK-LABEL: schedule.scop @rows
// CHECK: %A_s = schedule.array shared : memref<3x8x4xf32, #gpu.address_space<workgroup>>
// CHECK: statement @S0(%i, %k)
// CHECK-NEXT: affine.load %A_s[%k floordiv 4 - (%k floordiv 12) * 3, -%i + 7, %k mod 4] {schedule.for = #schedule.map<"{ S0[i, k] -> A[7 - i, k] }">}
// CHECK: statement @A_in(%t, %a0, %a1) async {
// CHECK: affine.store %{{.*}}, %A_s[%t mod 3, %a0, %t * -4 + %a1]
// CHECK: statement @wait0(%t) {
// CHECK-NEXT: schedule.wait 1
// CHECK: statement @sync0(%t) {
// CHECK-NEXT: gpu.barrier
// CHECK: schedule.extension
// CHECK-SAME: sync0[o0] : {{.*}}-2 <= o0 <= 15
// CHECK-NEXT: schedule.band tag "tile" options "{ isolate{{\[\[}}0] -> [i1]] : 0 <= i1 <= 13 }"
// CHECK-SAME: A_in[i0, a0, a1] -> [-2 + i0]
// CHECK-NEXT: schedule.sequence
// CHECK-NEXT: schedule.filter "{ wait0[t] }" {}
// CHECK-NEXT: schedule.filter "{ sync0[t] }" {}
// CHECK-NEXT: schedule.filter "{ A_in[t, a0, a1] }"
// CHECK: schedule.filter "{ S0[i, k] }"
// CHECK-NOT: sync1
// ONE-LABEL: schedule.scop @rows
// ONE: memref<8x4xf32
// ONE-NOT: schedule.wait
schedule.scop @rows(%A: memref<8x64xf32>, out %B: memref<8x64xf32>) grid(1) block(8) {
  %A_s = schedule.array shared : memref<8x4xf32, #gpu.address_space<workgroup>>
  schedule.statement @S0(%i, %k) {
    %0 = affine.load %A_s[7 - %i, %k mod 4] {schedule.for = #schedule.map<"{ S0[i, k] -> A[7 - i, k] }">} : memref<8x4xf32, #gpu.address_space<workgroup>>
    affine.store %0, %B[%i, %k] : memref<8x64xf32>
  }
  schedule.statement @A_in(%t, %a0, %a1) {
    %0 = affine.load %A[%a0, %a1] : memref<8x64xf32>
    affine.store %0, %A_s[%a0, %a1 - %t * 4] : memref<8x4xf32, #gpu.address_space<workgroup>>
  }
  schedule.statement @sync0() {
    gpu.barrier
  }
  schedule.statement @sync1() {
    gpu.barrier
  }
  schedule.domain "{ S0[i, k] : 0 <= i < 8 and 0 <= k < 64 }" {
    schedule.band (block.x "{ S0[i, k] -> [0] }") {
      schedule.band tag "tile" (sequential "{ S0[i, k] -> [floor(k/4)] }") {
        schedule.extension "{ [b, t] -> A_in[t, a0, a1] : b = 0 and 0 <= t < 16 and 0 <= a0 < 8 and 4t <= a1 < 4t + 4; [b, t] -> sync0[] : b = 0 and 0 <= t < 16; [b, t] -> sync1[] : b = 0 and 0 <= t < 16 }" {
          schedule.sequence {
            schedule.filter "{ A_in[t, a0, a1] }" {
              schedule.band (thread.x "{ A_in[t, a0, a1] -> [a0] }", unroll "{ A_in[t, a0, a1] -> [a1 - 4t] }") {}
            }
            schedule.filter "{ sync0[] }" {}
            schedule.filter "{ S0[i, k] }" {
              schedule.band (thread.x "{ S0[i, k] -> [i] }", sequential "{ S0[i, k] -> [k mod 4] }") {}
            }
            schedule.filter "{ sync1[] }" {}
          }
        }
      }
    }
  }
}

// -----

// Two tiles only.
// CHECK-LABEL: schedule.scop @two
// CHECK: memref<8x4xf32
// CHECK-NOT: schedule.wait
// ONE-LABEL: schedule.scop @two
schedule.scop @two(%A: memref<8x8xf32>, out %B: memref<8x8xf32>) grid(1) block(8) {
  %A_s = schedule.array shared : memref<8x4xf32, #gpu.address_space<workgroup>>
  schedule.statement @S0(%i, %k) {
    %0 = affine.load %A_s[7 - %i, %k mod 4] {schedule.for = #schedule.map<"{ S0[i, k] -> A[7 - i, k] }">} : memref<8x4xf32, #gpu.address_space<workgroup>>
    affine.store %0, %B[%i, %k] : memref<8x8xf32>
  }
  schedule.statement @A_in(%t, %a0, %a1) {
    %0 = affine.load %A[%a0, %a1] : memref<8x8xf32>
    affine.store %0, %A_s[%a0, %a1 - %t * 4] : memref<8x4xf32, #gpu.address_space<workgroup>>
  }
  schedule.statement @sync0() {
    gpu.barrier
  }
  schedule.statement @sync1() {
    gpu.barrier
  }
  schedule.domain "{ S0[i, k] : 0 <= i < 8 and 0 <= k < 8 }" {
    schedule.band (block.x "{ S0[i, k] -> [0] }") {
      schedule.band tag "tile" (sequential "{ S0[i, k] -> [floor(k/4)] }") {
        schedule.extension "{ [b, t] -> A_in[t, a0, a1] : b = 0 and 0 <= t < 2 and 0 <= a0 < 8 and 4t <= a1 < 4t + 4; [b, t] -> sync0[] : b = 0 and 0 <= t < 2; [b, t] -> sync1[] : b = 0 and 0 <= t < 2 }" {
          schedule.sequence {
            schedule.filter "{ A_in[t, a0, a1] }" {
              schedule.band (thread.x "{ A_in[t, a0, a1] -> [a0] }", unroll "{ A_in[t, a0, a1] -> [a1 - 4t] }") {}
            }
            schedule.filter "{ sync0[] }" {}
            schedule.filter "{ S0[i, k] }" {
              schedule.band (thread.x "{ S0[i, k] -> [i] }", sequential "{ S0[i, k] -> [k mod 4] }") {}
            }
            schedule.filter "{ sync1[] }" {}
          }
        }
      }
    }
  }
}

// -----

// One tile.
// ONE-LABEL: schedule.scop @one
schedule.scop @one(%A: memref<8x4xf32>, out %B: memref<8x4xf32>) grid(1) block(8) {
  %A_s = schedule.array shared : memref<8x4xf32, #gpu.address_space<workgroup>>
  schedule.statement @S0(%i, %k) {
    %0 = affine.load %A_s[7 - %i, %k mod 4] {schedule.for = #schedule.map<"{ S0[i, k] -> A[7 - i, k] }">} : memref<8x4xf32, #gpu.address_space<workgroup>>
    affine.store %0, %B[%i, %k] : memref<8x4xf32>
  }
  schedule.statement @A_in(%t, %a0, %a1) {
    %0 = affine.load %A[%a0, %a1] : memref<8x4xf32>
    affine.store %0, %A_s[%a0, %a1 - %t * 4] : memref<8x4xf32, #gpu.address_space<workgroup>>
  }
  schedule.statement @sync0() {
    gpu.barrier
  }
  schedule.statement @sync1() {
    gpu.barrier
  }
  schedule.domain "{ S0[i, k] : 0 <= i < 8 and 0 <= k < 4 }" {
    schedule.band (block.x "{ S0[i, k] -> [0] }") {
      schedule.band tag "tile" (sequential "{ S0[i, k] -> [floor(k/4)] }") {
        schedule.extension "{ [b, t] -> A_in[t, a0, a1] : b = 0 and 0 <= t < 1 and 0 <= a0 < 8 and 4t <= a1 < 4t + 4; [b, t] -> sync0[] : b = 0 and 0 <= t < 1; [b, t] -> sync1[] : b = 0 and 0 <= t < 1 }" {
          schedule.sequence {
            schedule.filter "{ A_in[t, a0, a1] }" {
              schedule.band (thread.x "{ A_in[t, a0, a1] -> [a0] }", unroll "{ A_in[t, a0, a1] -> [a1 - 4t] }") {}
            }
            schedule.filter "{ sync0[] }" {}
            schedule.filter "{ S0[i, k] }" {
              schedule.band (thread.x "{ S0[i, k] -> [i] }", sequential "{ S0[i, k] -> [k mod 4] }") {}
            }
            schedule.filter "{ sync1[] }" {}
          }
        }
      }
    }
  }
}

// -----

// The copies of a tile stand behind its use.
// ONE-LABEL: schedule.scop @behind
schedule.scop @behind(%A: memref<8x64xf32>, out %B: memref<8x64xf32>) grid(1) block(8) {
  %A_s = schedule.array shared : memref<8x4xf32, #gpu.address_space<workgroup>>
  schedule.statement @S0(%i, %k) {
    %0 = affine.load %A_s[7 - %i, %k mod 4] {schedule.for = #schedule.map<"{ S0[i, k] -> A[7 - i, k] }">} : memref<8x4xf32, #gpu.address_space<workgroup>>
    affine.store %0, %B[%i, %k] : memref<8x64xf32>
  }
  schedule.statement @A_in(%t, %a0, %a1) {
    %0 = affine.load %A[%a0, %a1] : memref<8x64xf32>
    affine.store %0, %A_s[%a0, %a1 - %t * 4] : memref<8x4xf32, #gpu.address_space<workgroup>>
  }
  schedule.statement @sync0() {
    gpu.barrier
  }
  schedule.statement @sync1() {
    gpu.barrier
  }
  schedule.domain "{ S0[i, k] : 0 <= i < 8 and 0 <= k < 64 }" {
    schedule.band (block.x "{ S0[i, k] -> [0] }") {
      schedule.band tag "tile" (sequential "{ S0[i, k] -> [floor(k/4)] }") {
        schedule.extension "{ [b, t] -> A_in[t, a0, a1] : b = 0 and 0 <= t < 16 and 0 <= a0 < 8 and 4t <= a1 < 4t + 4; [b, t] -> sync0[] : b = 0 and 0 <= t < 16; [b, t] -> sync1[] : b = 0 and 0 <= t < 16 }" {
          schedule.sequence {
            schedule.filter "{ sync0[] }" {}
            schedule.filter "{ S0[i, k] }" {
              schedule.band (thread.x "{ S0[i, k] -> [i] }", sequential "{ S0[i, k] -> [k mod 4] }") {}
            }
            schedule.filter "{ A_in[t, a0, a1] }" {
              schedule.band (thread.x "{ A_in[t, a0, a1] -> [a0] }", unroll "{ A_in[t, a0, a1] -> [a1 - 4t] }") {}
            }
            schedule.filter "{ sync1[] }" {}
          }
        }
      }
    }
  }
}

// -----

// A statement behind the loop uses the last tile.
// ONE-LABEL: schedule.scop @outside
schedule.scop @outside(%A: memref<8x64xf32>, out %B: memref<8x64xf32>, out %C: memref<8xf32>) grid(1) block(8) {
  %A_s = schedule.array shared : memref<8x4xf32, #gpu.address_space<workgroup>>
  schedule.statement @S0(%i, %k) {
    %0 = affine.load %A_s[7 - %i, %k mod 4] {schedule.for = #schedule.map<"{ S0[i, k] -> A[7 - i, k] }">} : memref<8x4xf32, #gpu.address_space<workgroup>>
    affine.store %0, %B[%i, %k] : memref<8x64xf32>
  }
  schedule.statement @S1(%i) {
    %0 = affine.load %A_s[%i, 3] {schedule.for = #schedule.map<"{ S1[i] -> A[i, 63] }">} : memref<8x4xf32, #gpu.address_space<workgroup>>
    affine.store %0, %C[%i] : memref<8xf32>
  }
  schedule.statement @A_in(%t, %a0, %a1) {
    %0 = affine.load %A[%a0, %a1] : memref<8x64xf32>
    affine.store %0, %A_s[%a0, %a1 - %t * 4] : memref<8x4xf32, #gpu.address_space<workgroup>>
  }
  schedule.statement @sync0() {
    gpu.barrier
  }
  schedule.statement @sync1() {
    gpu.barrier
  }
  schedule.domain "{ S0[i, k] : 0 <= i < 8 and 0 <= k < 64; S1[i] : 0 <= i < 8 }" {
    schedule.band (block.x "{ S0[i, k] -> [0]; S1[i] -> [0] }") {
      schedule.sequence {
      schedule.filter "{ S0[i, k] }" {
      schedule.band tag "tile" (sequential "{ S0[i, k] -> [floor(k/4)] }") {
        schedule.extension "{ [b, t] -> A_in[t, a0, a1] : b = 0 and 0 <= t < 16 and 0 <= a0 < 8 and 4t <= a1 < 4t + 4; [b, t] -> sync0[] : b = 0 and 0 <= t < 16; [b, t] -> sync1[] : b = 0 and 0 <= t < 16 }" {
          schedule.sequence {
            schedule.filter "{ A_in[t, a0, a1] }" {
              schedule.band (thread.x "{ A_in[t, a0, a1] -> [a0] }", unroll "{ A_in[t, a0, a1] -> [a1 - 4t] }") {}
            }
            schedule.filter "{ sync0[] }" {}
            schedule.filter "{ S0[i, k] }" {
              schedule.band (thread.x "{ S0[i, k] -> [i] }", sequential "{ S0[i, k] -> [k mod 4] }") {}
            }
            schedule.filter "{ sync1[] }" {}
          }
        }
      }
      }
      schedule.filter "{ S1[i] }" {
        schedule.band (thread.x "{ S1[i] -> [i] }") {}
      }
      }
    }
  }
}
