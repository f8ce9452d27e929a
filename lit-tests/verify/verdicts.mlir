// Three verdicts: legal, illegal with a witness, undecided. A budget that is too small gives the third one for right and wrong trees alike,
// and names the option that raises it; earlier proofs in the process do not change the verdict.
//
// RUN: grep -v '// expected-' %S/order.mlir > %t.order.mlir
// RUN: not tc-opt %t.order.mlir --split-input-file --pass-pipeline='builtin.module(schedule.scop(schedule-verify{budget=100}))' -o /dev/null 2> %t.few
// RUN: grep -c 'mlir:[0-9]*:[0-9]*: error: ' %t.few | FileCheck %s --check-prefix=ERRORS
// RUN: grep -c 'error: undecided: no proof was found within 100 isl operations' %t.few | FileCheck %s --check-prefix=ERRORS
// RUN: grep -c 'note: raise the option `budget`, or bind sizes with `tc-specialize`' %t.few | FileCheck %s --check-prefix=ERRORS
// ERRORS: {{^}}14{{$}}
//
// The tree below needs 118659 operations, alone and after other proofs of it.
// RUN: tc-opt %s --pass-pipeline='builtin.module(schedule.scop(schedule-verify{budget=118659}))' -o /dev/null
// RUN: tc-opt %s --pass-pipeline='builtin.module(schedule.scop(schedule-verify,schedule-verify{budget=0},schedule-verify{budget=118659}))' -o /dev/null
// RUN: not tc-opt %s --pass-pipeline='builtin.module(schedule.scop(schedule-verify{budget=118658}))' -o /dev/null 2>&1 | FileCheck %s
// RUN: not tc-opt %s --pass-pipeline='builtin.module(schedule.scop(schedule-verify,schedule-verify{budget=0},schedule-verify{budget=118658}))' -o /dev/null 2>&1 | FileCheck %s
// CHECK: error: undecided: no proof was found within 118658 isl operations [TC0601]
// CHECK-NOT: error:
//
// The same files in another order, in one process: as many legal scops, dependences and accesses.
// RUN: echo '// -----' > %t.bar
// RUN: cat %S/barriers.mlir %t.bar %S/tile-map.mlir %t.bar %S/flags.mlir > %t.mlir
// RUN: cat %S/flags.mlir %t.bar %S/tile-map.mlir %t.bar %S/barriers.mlir %t.bar %S/flags.mlir > %t.turned.mlir
// RUN: tc-opt %t.mlir --split-input-file --verify-diagnostics --tc-pass-statistics --pass-pipeline='builtin.module(schedule.scop(schedule-verify))' -o /dev/null 2>&1 | FileCheck %s --check-prefix=ONCE
// RUN: tc-opt %t.turned.mlir --split-input-file --verify-diagnostics --tc-pass-statistics --pass-pipeline='builtin.module(schedule.scop(schedule-verify))' -o /dev/null 2>&1 | FileCheck %s --check-prefix=TURNED
// ONCE: schedule-verify: 39 runs
// ONCE-NEXT: {{^ *}}13 scops
// ONCE-NEXT: {{^ *}}3 dependences
// ONCE-NEXT: {{^ *}}45 accesses
// TURNED: schedule-verify: 47 runs
// TURNED-NEXT: {{^ *}}16 scops
// TURNED-NEXT: {{^ *}}6 dependences
// TURNED-NEXT: {{^ *}}52 accesses

// In iteration t the tile of t + 4 is copied into the half that iteration t does not read.
schedule.scop @ahead(%A: memref<16xf32>, out %B: memref<16xf32>) block(4) {
  %A_s = schedule.array shared : memref<2x4xf32>
  schedule.statement @S0(%i) {
    %0 = affine.load %A_s[%i floordiv 4 mod 2, 3 - %i mod 4] {schedule.for = #schedule.map<"{ S0[i] -> A[3 + i - 2*(i mod 4)] }">} : memref<2x4xf32>
    affine.store %0, %B[%i] : memref<16xf32>
  }
  schedule.statement @A_pre(%a) {
    %0 = affine.load %A[%a] : memref<16xf32>
    affine.store %0, %A_s[0, %a] : memref<2x4xf32>
  }
  schedule.statement @A_in(%t, %a) {
    %0 = affine.load %A[%a] : memref<16xf32>
    affine.store %0, %A_s[%a floordiv 4 mod 2, %a mod 4] : memref<2x4xf32>
  }
  schedule.statement @sync0() {
    gpu.barrier
  }
  schedule.statement @sync1() {
    gpu.barrier
  }
  schedule.domain "{ S0[i] : 0 <= i < 16 }" {
    schedule.band (block.x "{ S0[i] -> [0] }") {
      schedule.extension "{ [b] -> A_pre[a] : b = 0 and 0 <= a < 4; [b] -> sync0[] : b = 0 }" {
        schedule.sequence {
          schedule.filter "{ A_pre[a] }" {
            schedule.band (thread.x "{ A_pre[a] -> [a] }") {}
          }
          schedule.filter "{ sync0[] }" {}
          schedule.filter "{ S0[i] }" {
            schedule.band (sequential "{ S0[i] -> [i - i mod 4] }") {
              schedule.extension "{ [b, t] -> A_in[t, a] : b = 0 and (t = 0 or t = 4 or t = 8) and t + 4 <= a < t + 8; [b, t] -> sync1[] : b = 0 and 0 <= t < 16 and t mod 4 = 0 }" {
                schedule.sequence {
                  schedule.filter "{ A_in[t, a] }" {
                    schedule.band (thread.x "{ A_in[t, a] -> [a mod 4] }") {}
                  }
                  schedule.filter "{ S0[i] }" {
                    schedule.band (thread.x "{ S0[i] -> [i mod 4] }") {}
                  }
                  schedule.filter "{ sync1[] }" {}
                }
              }
            }
          }
        }
      }
    }
  }
}
