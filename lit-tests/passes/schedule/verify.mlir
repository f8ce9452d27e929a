// Hand-written schedules that are wrong: each is refused with the smallest pair of instances that shows it, at the node
// that breaks it. Claims F2, F14, F16, F20, F21, F35.
// RUN: tc-opt %s --split-input-file --verify-diagnostics --pass-pipeline='builtin.module(schedule.scop(schedule-verify))'

// A read before its write.
schedule.scop @reversed(%A: memref<8xf32>, out %B: memref<8xf32>, out %C: memref<8xf32>) {
  schedule.statement @S0(%i) {
    %0 = affine.load %A[%i] : memref<8xf32>
    affine.store %0, %B[%i] : memref<8xf32>
  }
  schedule.statement @S1(%i) {
    %0 = affine.load %B[%i] : memref<8xf32>
    affine.store %0, %C[%i] : memref<8xf32>
  }
  schedule.domain "{ S0[i] : 0 <= i < 8; S1[i] : 0 <= i < 8 }" {
    // expected-error @below {{the flow dependence S0[0] -> S1[0] on `B` is broken: the sequence runs the second instance first}}
    // expected-note @below {{the original order is the text order of the statements, and the order of their indices}}
    schedule.sequence {
      schedule.filter "{ S1[i] }" {}
      schedule.filter "{ S0[i] }" {}
    }
  }
}

// -----

// Without the sequence of figure 3b nothing orders the initial store and the updates.
schedule.scop @unordered(out %C: memref<8xf32>, %A: memref<8x4xf32>) {
  schedule.statement @S0(%i) {
    %0 = arith.constant 0.0 : f32
    affine.store %0, %C[%i] : memref<8xf32>
  }
  schedule.statement @S1(%i, %k) reduces add {
    %0 = affine.load %A[%i, %k] : memref<8x4xf32>
    %1 = affine.load %C[%i] : memref<8xf32>
    %2 = arith.addf %1, %0 : f32
    affine.store %2, %C[%i] : memref<8xf32>
  }
  schedule.domain "{ S0[i] : 0 <= i < 8; S1[i, k] : 0 <= i < 8 and 0 <= k < 4 }" {
    schedule.band (coincident "{ S0[i] -> [i]; S1[i, k] -> [i] }") {
      // expected-error @below {{the flow dependence S0[0] -> S1[0, 0] on `C` is broken: the set runs both in any order}}
      // expected-note @below {{put the statements into a sequence}}
      schedule.set {
        schedule.filter "{ S0[i] }" {}
        schedule.filter "{ S1[i, k] }" {}
      }
    }
  }
}

// -----

// This body subtracts, so it is not a reduction, whatever `reduces` claims.
schedule.scop @not_a_sum(inout %C: memref<f32>, %A: memref<?xf32>) sizes(N = %A[0]) {
  schedule.statement @S0(%k) reduces add {
    %0 = affine.load %A[%k] : memref<?xf32>
    %1 = affine.load %C[] : memref<f32>
    %2 = arith.subf %0, %1 : f32
    affine.store %2, %C[] : memref<f32>
  }
  schedule.domain "[N] -> { S0[k] : 0 <= k < N }" {
    // expected-error @below {{the flow dependence S0[0] -> S0[1] on `C` is broken for N = 2: band member 0 runs the second instance first}}
    // expected-note @below {{the original order}}
    schedule.band (sequential "{ S0[k] -> [-k] }") {}
  }
}

// -----

// Updates of a sum run backwards, and that is legal: the same tree with a body that adds.
schedule.scop @a_sum(inout %C: memref<f32>, %A: memref<?xf32>) sizes(N = %A[0]) {
  schedule.statement @S0(%k) reduces add {
    %0 = affine.load %A[%k] : memref<?xf32>
    %1 = affine.load %C[] : memref<f32>
    %2 = arith.addf %0, %1 : f32
    affine.store %2, %C[] : memref<f32>
  }
  schedule.domain "[N] -> { S0[k] : 0 <= k < N }" {
    schedule.band (sequential "{ S0[k] -> [-k] }") {}
  }
}

// -----

// Updates of one element may change their order, but two of them may not run at the same time.
schedule.scop @parallel_sum(inout %C: memref<8xf32>, %A: memref<8x4xf32>) block(8, 4) {
  schedule.statement @S0(%i, %k) reduces add {
    %0 = affine.load %A[%i, %k] : memref<8x4xf32>
    %1 = affine.load %C[%i] : memref<8xf32>
    %2 = arith.addf %1, %0 : f32
    affine.store %2, %C[%i] : memref<8xf32>
  }
  schedule.domain "{ S0[i, k] : 0 <= i < 8 and 0 <= k < 4 }" {
    // expected-error @below {{the flow dependence S0[0, 0] -> S0[0, 1] on `C` is broken: different threads run them in different iterations of band member 1, with no barrier in between}}
    // expected-note @below {{run `schedule-sync` after mapping threads}}
    schedule.band permutable
      (thread.x coincident "{ S0[i, k] -> [i] }",
       thread.y "{ S0[i, k] -> [k] }") {}
  }
}

// -----

schedule.scop @blocks(inout %C: memref<8xf32>, %A: memref<8x4xf32>) grid(4) {
  schedule.statement @S0(%i, %k) reduces add {
    %0 = affine.load %A[%i, %k] : memref<8x4xf32>
    %1 = affine.load %C[%i] : memref<8xf32>
    %2 = arith.addf %1, %0 : f32
    affine.store %2, %C[%i] : memref<8xf32>
  }
  schedule.domain "{ S0[i, k] : 0 <= i < 8 and 0 <= k < 4 }" {
    // expected-error @below {{the reduction dependence S0[0, 0] -> S0[0, 1] on `C` is broken: band member 0 (block.x) runs both at the same time}}
    // expected-note @below {{updates of one element cannot run at the same time: map a coincident member, or split the reduction}}
    schedule.band (block.x "{ S0[i, k] -> [k] }") {}
  }
}

// -----

schedule.scop @recurrence(inout %C: memref<9xf32>) {
  schedule.statement @S0(%i) {
    %0 = affine.load %C[%i] : memref<9xf32>
    affine.store %0, %C[%i + 1] : memref<9xf32>
  }
  schedule.domain "{ S0[i] : 0 <= i < 8 }" {
    // expected-error @below {{the flow dependence S0[0] -> S0[1] on `C` is broken: band member 0 (parallel) runs both at the same time}}
    // expected-note @below {{only coincident members may be parallel}}
    schedule.band (parallel "{ S0[i] -> [i] }") {}
  }
}

// -----

schedule.scop @outside(%A: memref<8xf32>, out %B: memref<8xf32>) {
  schedule.statement @S0(%i) {
    // expected-error @below {{S0[7] reads A[8], outside of `A`}}
    // expected-note @below {{the extents of `A` are [8]}}
    %0 = affine.load %A[%i + 1] : memref<8xf32>
    affine.store %0, %B[%i] : memref<8xf32>
  }
  schedule.domain "{ S0[i] : 0 <= i < 8 }" {
    schedule.band (sequential "{ S0[i] -> [i] }") {}
  }
}

// -----

// Parametric: the smallest sizes for which it fails.
schedule.scop @outside_for_some_sizes(%A: memref<?xf32>, out %B: memref<?xf32>) sizes(N = %A[0], M = %B[0]) context "[N, M] -> { : N >= 2 and M >= 0 }" {
  schedule.statement @S0(%i) {
    // expected-error @below {{S0[1] reads A[2] for N = 2, M = 2, outside of `A`}}
    // expected-note @below {{the extents of `A` are [N]}}
    %0 = affine.load %A[%i + 1] : memref<?xf32>
    affine.store %0, %B[%i] : memref<?xf32>
  }
  schedule.domain "[N, M] -> { S0[i] : 0 <= i < M }" {
    schedule.band (sequential "{ S0[i] -> [i] }") {}
  }
}

// -----

// expected-error @below {{S0[0] is in the domain but never runs}}
// expected-note @below {{every instance must be in one filter of each sequence or set}}
schedule.scop @lost(%A: memref<8xf32>, out %B: memref<8xf32>) {
  schedule.statement @S0(%i) {
    %0 = affine.load %A[%i] : memref<8xf32>
    affine.store %0, %B[%i] : memref<8xf32>
  }
  schedule.domain "{ S0[i] : 0 <= i < 8 }" {
    schedule.filter "{ S0[i] : i >= 1 }" {}
  }
}

// -----

// A read under a condition is proved under that condition; instances below a leaf run in their original order.
schedule.scop @guarded(%A: memref<8xf32>, inout %C: memref<f32>) {
  schedule.statement @S0(%i) {
    %one = arith.constant 1 : index
    %before = affine.apply affine_map<(i) -> (i - 1)>(%i)
    %inside = arith.cmpi sge, %i, %one : index
    %0 = scf.if %inside -> f32 {
      %1 = memref.load %A[%before] : memref<8xf32>
      scf.yield %1 : f32
    } else {
      %1 = affine.load %A[%i] : memref<8xf32>
      scf.yield %1 : f32
    }
    %2 = affine.load %C[] : memref<f32>
    %3 = arith.divf %0, %2 : f32
    affine.store %3, %C[] : memref<f32>
  }
  schedule.domain "{ S0[i] : 0 <= i < 8 }" {}
}

// -----

// A guard that never holds excludes instances that must run.
schedule.scop @never(out %B: memref<8xf32>) {
  schedule.statement @S(%i) {
    %0 = arith.constant 1.0 : f32
    affine.store %0, %B[%i] : memref<8xf32>
  }
  schedule.domain "{ S[i] : 0 <= i < 8 }" {
    schedule.band (sequential "{ S[i] -> [i] }") {
      // expected-error @+1 {{the guard may not hold, and then instances below it never run}}
      schedule.guard "{ : false }" {}
    }
  }
}
