// Products that pass on more than the cache holds share blocks of their outer loops, and keep their tiles. The tree is proved.
// RUN: tc-opt %s --split-input-file --pass-pipeline='builtin.module(schedule.scop(schedule-register-tile{chains=true},schedule-verify))' | FileCheck %s
// RUN: tc-opt %s --split-input-file --tc-pass-statistics --remarks-filter=schedule-register-tile --pass-pipeline='builtin.module(schedule.scop(schedule-register-tile{chains=true}))' -o /dev/null 2>&1 | FileCheck %s --check-prefix=SAID

// SAID: remark: [Passed] blocks of S, T | Category:schedule-register-tile | Function=layers | Reason="what they pass on is larger than half of the second cache", Remark="they share blocks of {{[0-9]+}} iterations of the first loop", Suggestion="chains=false, or l2_bytes of the target"
// SAID: remark: [Passed] blocks of S, T | Category:schedule-register-tile | Function=batch | {{.*}}Remark="they share the first 2 loops"

// CHECK-LABEL: @layers
// CHECK: schedule.band permutable (coincident "{ T[r, b, a] -> [floor(r/1320)]; S[r, a, i] -> [floor(r/1320)] }") {
// CHECK-NEXT: schedule.sequence {
// CHECK-NEXT: schedule.filter "{ S[r, a, i] }" {
// CHECK: tag "micro"
// CHECK: schedule.filter "{ T[r, b, a] }" {
// CHECK: tag "micro"
schedule.scop @layers(%X: memref<65536x64xf32>, %V: memref<64x64xf32>, %W: memref<64x64xf32>, inout %U: memref<65536x64xf32>, inout %Y: memref<65536x64xf32>) {
  schedule.statement @S(%r, %a, %i) reduces add {
    %0 = affine.load %X[%r, %i] : memref<65536x64xf32>
    %1 = affine.load %V[%i, %a] : memref<64x64xf32>
    %2 = arith.mulf %0, %1 : f32
    %3 = affine.load %U[%r, %a] : memref<65536x64xf32>
    %4 = arith.addf %3, %2 : f32
    affine.store %4, %U[%r, %a] : memref<65536x64xf32>
  }
  schedule.statement @T(%r, %b, %a) reduces add {
    %0 = affine.load %U[%r, %a] : memref<65536x64xf32>
    %1 = affine.load %W[%a, %b] : memref<64x64xf32>
    %2 = arith.mulf %0, %1 : f32
    %3 = affine.load %Y[%r, %b] : memref<65536x64xf32>
    %4 = arith.addf %3, %2 : f32
    affine.store %4, %Y[%r, %b] : memref<65536x64xf32>
  }
  schedule.domain "{ S[r, a, i] : 0 <= r < 65536 and 0 <= a < 64 and 0 <= i < 64; T[r, b, a] : 0 <= r < 65536 and 0 <= b < 64 and 0 <= a < 64 }" {
    schedule.sequence {
      schedule.filter "{ S[r, a, i] }" {
        schedule.band permutable
          (coincident "{ S[r, a, i] -> [r] }", coincident "{ S[r, a, i] -> [a] }", sequential "{ S[r, a, i] -> [i] }") {}
      }
      schedule.filter "{ T[r, b, a] }" {
        schedule.band permutable
          (coincident "{ T[r, b, a] -> [r] }", coincident "{ T[r, b, a] -> [b] }", sequential "{ T[r, b, a] -> [a] }") {}
      }
    }
  }
}

// -----

// All operands move along the first two loops, which are shared as they are.
// CHECK-LABEL: @batch
// CHECK: schedule.band permutable
// CHECK-NEXT: (coincident "{ T[n, a, i] -> [n]; S[n, a, i] -> [n] }",
// CHECK-NEXT: coincident "{ T[n, a, i] -> [a]; S[n, a, i] -> [a] }") {
schedule.scop @batch(%X: memref<64x256x256xf32>, %V: memref<64x256x256xf32>, inout %U: memref<64x256x256xf32>, inout %Y: memref<64x256xf32>) {
  schedule.statement @S(%n, %a, %i) reduces add {
    %0 = affine.load %X[%n, %a, %i] : memref<64x256x256xf32>
    %1 = affine.load %U[%n, %i, %a] : memref<64x256x256xf32>
    %2 = arith.addf %1, %0 : f32
    affine.store %2, %U[%n, %i, %a] : memref<64x256x256xf32>
  }
  schedule.statement @T(%n, %a, %i) reduces add {
    %0 = affine.load %U[%n, %i, %a] : memref<64x256x256xf32>
    %1 = affine.load %V[%n, %i, %a] : memref<64x256x256xf32>
    %2 = arith.mulf %0, %1 : f32
    %3 = affine.load %Y[%n, %a] : memref<64x256xf32>
    %4 = arith.addf %3, %2 : f32
    affine.store %4, %Y[%n, %a] : memref<64x256xf32>
  }
  schedule.domain "{ S[n, a, i] : 0 <= n < 64 and 0 <= a < 256 and 0 <= i < 256; T[n, a, i] : 0 <= n < 64 and 0 <= a < 256 and 0 <= i < 256 }" {
    schedule.sequence {
      schedule.filter "{ S[n, a, i] }" {
        schedule.band permutable
          (coincident "{ S[n, a, i] -> [n] }", coincident "{ S[n, a, i] -> [a] }", coincident "{ S[n, a, i] -> [i] }") {}
      }
      schedule.filter "{ T[n, a, i] }" {
        schedule.band permutable
          (coincident "{ T[n, a, i] -> [n] }", coincident "{ T[n, a, i] -> [a] }", sequential "{ T[n, a, i] -> [i] }") {}
      }
    }
  }
}

// -----

// A value crosses the iterations of the loop: they share nothing.
// CHECK-LABEL: @crossed
// CHECK: schedule.domain
// CHECK-NEXT: schedule.sequence
schedule.scop @crossed(%X: memref<65536x64xf32>, %V: memref<64x64xf32>, inout %U: memref<65536x64xf32>, inout %Y: memref<65536x64xf32>) {
  schedule.statement @S(%r, %a, %i) reduces add {
    %0 = affine.load %X[%r, %i] : memref<65536x64xf32>
    %1 = affine.load %V[%i, %a] : memref<64x64xf32>
    %2 = arith.mulf %0, %1 : f32
    %3 = affine.load %U[%r, %a] : memref<65536x64xf32>
    %4 = arith.addf %3, %2 : f32
    affine.store %4, %U[%r, %a] : memref<65536x64xf32>
  }
  schedule.statement @T(%r, %a) {
    %0 = affine.load %U[65535 - %r, %a] : memref<65536x64xf32>
    affine.store %0, %Y[%r, %a] : memref<65536x64xf32>
  }
  schedule.domain "{ S[r, a, i] : 0 <= r < 65536 and 0 <= a < 64 and 0 <= i < 64; T[r, a] : 0 <= r < 65536 and 0 <= a < 64 }" {
    schedule.sequence {
      schedule.filter "{ S[r, a, i] }" {
        schedule.band permutable
          (coincident "{ S[r, a, i] -> [r] }", coincident "{ S[r, a, i] -> [a] }", sequential "{ S[r, a, i] -> [i] }") {}
      }
      schedule.filter "{ T[r, a] }" {
        schedule.band permutable (coincident "{ T[r, a] -> [r] }", coincident "{ T[r, a] -> [a] }") {}
      }
    }
  }
}

// -----

// All operands move along the batch, which is shared; the rows behind it are cut into blocks.
// SAID: remark: [Passed] blocks of S, T | Category:schedule-register-tile | Function=heads | {{.*}}Remark="they share the first loop, and blocks of {{[0-9]+}} iterations of the next one"
// CHECK-LABEL: @heads
// CHECK: schedule.band permutable
// CHECK-NEXT: (coincident "{ T[n, r, b, a] -> [n]; S[n, r, a, i] -> [n] }",
// CHECK-NEXT: coincident "{ T[n, r, b, a] -> [floor(r/1320)]; S[n, r, a, i] -> [floor(r/1320)] }") {
schedule.scop @heads(%X: memref<4x16384x64xf32>, %V: memref<4x64x64xf32>, %W: memref<4x64x64xf32>, inout %U: memref<4x16384x64xf32>, inout %Y: memref<4x16384x64xf32>) {
  schedule.statement @S(%n, %r, %a, %i) reduces add {
    %0 = affine.load %X[%n, %r, %i] : memref<4x16384x64xf32>
    %1 = affine.load %V[%n, %i, %a] : memref<4x64x64xf32>
    %2 = arith.mulf %0, %1 : f32
    %3 = affine.load %U[%n, %r, %a] : memref<4x16384x64xf32>
    %4 = arith.addf %3, %2 : f32
    affine.store %4, %U[%n, %r, %a] : memref<4x16384x64xf32>
  }
  schedule.statement @T(%n, %r, %b, %a) reduces add {
    %0 = affine.load %U[%n, %r, %a] : memref<4x16384x64xf32>
    %1 = affine.load %W[%n, %a, %b] : memref<4x64x64xf32>
    %2 = arith.mulf %0, %1 : f32
    %3 = affine.load %Y[%n, %r, %b] : memref<4x16384x64xf32>
    %4 = arith.addf %3, %2 : f32
    affine.store %4, %Y[%n, %r, %b] : memref<4x16384x64xf32>
  }
  schedule.domain "{ S[n, r, a, i] : 0 <= n < 4 and 0 <= r < 16384 and 0 <= a < 64 and 0 <= i < 64; T[n, r, b, a] : 0 <= n < 4 and 0 <= r < 16384 and 0 <= b < 64 and 0 <= a < 64 }" {
    schedule.sequence {
      schedule.filter "{ S[n, r, a, i] }" {
        schedule.band permutable
          (coincident "{ S[n, r, a, i] -> [n] }", coincident "{ S[n, r, a, i] -> [r] }", coincident "{ S[n, r, a, i] -> [a] }", sequential "{ S[n, r, a, i] -> [i] }") {}
      }
      schedule.filter "{ T[n, r, b, a] }" {
        schedule.band permutable
          (coincident "{ T[n, r, b, a] -> [n] }", coincident "{ T[n, r, b, a] -> [r] }", coincident "{ T[n, r, b, a] -> [b] }", sequential "{ T[n, r, b, a] -> [a] }") {}
      }
    }
  }
}
// SAID: {{^ *}}3 blocks  chains of statements that share blocks of their outer loops now
