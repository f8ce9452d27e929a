// What a statement may do, and what trees may add: refused where it stands.
// RUN: tc-opt %s --split-input-file --verify-diagnostics --pass-pipeline='builtin.module(schedule.scop(schedule-verify))'

schedule.scop @conditional_barrier(%A: memref<8xi1>) block(8) {
  schedule.statement @S(%i) {
    %0 = affine.load %A[%i] : memref<8xi1>
  }
  schedule.statement @sync0() {
    %0 = arith.constant true
    scf.if %0 {
      // expected-error @below {{a barrier under a condition: some threads may not reach it}}
      gpu.barrier
    }
  }
  schedule.domain "{ S[i] : 0 <= i < 8 }" {
    schedule.extension "{ [] -> sync0[] }" {
      schedule.sequence {
        schedule.filter "{ S[i] }" {
          schedule.band (thread.x coincident "{ S[i] -> [i] }") {}
        }
        schedule.filter "{ sync0[] }" {}
      }
    }
  }
}

// -----

schedule.scop @busy_barrier(%A: memref<8xf32>, out %B: memref<8xf32>) block(8) {
  // expected-error @below {{a statement with a barrier does nothing else, found loads or stores}}
  // expected-note @below {{put the barrier into a statement of its own, in an extension of the tree}}
  schedule.statement @S(%i) {
    %0 = affine.load %A[%i] : memref<8xf32>
    affine.store %0, %B[%i] : memref<8xf32>
    gpu.barrier
  }
  schedule.domain "{ S[i] : 0 <= i < 8 }" {
    schedule.band (thread.x coincident "{ S[i] -> [i] }") {}
  }
}

// -----

schedule.scop @effects(%A: memref<8xf32>, out %B: memref<8xf32>) {
  schedule.statement @S(%i) {
    %0 = affine.load %A[%i] : memref<8xf32>
    // expected-error @below {{the memory effects of `gpu.printf` in a statement are not known}}
    gpu.printf "%f\n", %0 : f32
    affine.store %0, %B[%i] : memref<8xf32>
  }
  schedule.domain "{ S[i] : 0 <= i < 8 }" {
    schedule.band (sequential "{ S[i] -> [i] }") {}
  }
}

// -----

schedule.scop @own_memory(%A: memref<8xf32>, out %B: memref<8xf32>) {
  schedule.statement @S(%i) {
    %0 = memref.alloc() : memref<1xf32>
    %1 = affine.load %A[%i] : memref<8xf32>
    // expected-error @below {{'affine.store' op touches an array that the scop does not declare; expected an argument of the scop or the result of a 'schedule.array'}}
    affine.store %1, %0[0] : memref<1xf32>
    affine.store %1, %B[%i] : memref<8xf32>
  }
  schedule.domain "{ S[i] : 0 <= i < 8 }" {
    schedule.band (sequential "{ S[i] -> [i] }") {}
  }
}

// -----

schedule.scop @stands_for_nothing(%A: memref<8xf32>, out %B: memref<8xf32>) {
  %T = schedule.array shared : memref<8xf32, #gpu.address_space<workgroup>>
  schedule.statement @S(%i) {
    // expected-error @below {{expected `schedule.for` to be a function from `S` to an array of the scop, such as #schedule.map<"{ S[i] -> A[...] }">; found { S[i] -> X[i] }}}
    %0 = affine.load %T[%i] {schedule.for = #schedule.map<"{ S[i] -> X[i] }">} : memref<8xf32, #gpu.address_space<workgroup>>
    affine.store %0, %B[%i] : memref<8xf32>
  }
  schedule.domain "{ S[i] : 0 <= i < 8 }" {
    schedule.band (sequential "{ S[i] -> [i] }") {}
  }
}

// -----

schedule.scop @expansion(%A: memref<64xf32>, out %B: memref<64xf32>) {
  schedule.statement @S(%i) {
    %0 = affine.load %A[%i] : memref<64xf32>
    affine.store %0, %B[%i] : memref<64xf32>
  }
  schedule.domain "{ G[g] : 0 <= g < 8 }" {
    // expected-error @below {{expansion nodes are not verified yet}}
    // expected-note @below {{schedule the expanded statements}}
    schedule.expansion "{ S[i] -> G[floor(i/8)] }" to "{ G[g] -> S[i] : 8g <= i < 8g + 8 }" {
      schedule.band (sequential "{ S[i] -> [i] }") {}
    }
  }
}

// -----

schedule.scop @neither(%A: memref<64xf32>, out %B: memref<64xf32>) {
  %T = schedule.array shared : memref<64xf32, #gpu.address_space<workgroup>>
  schedule.statement @S(%i) {
    %0 = affine.load %A[%i] : memref<64xf32>
    affine.store %0, %B[%i] : memref<64xf32>
  }
  schedule.statement @double(%i) {
    %0 = affine.load %A[%i] : memref<64xf32>
    %1 = arith.addf %0, %0 : f32
    affine.store %1, %T[%i] : memref<64xf32, #gpu.address_space<workgroup>>
  }
  schedule.domain "{ S[i] : 0 <= i < 64 }" {
    // expected-error @below {{double is added by an extension, and is neither a barrier nor a copy: one load, and one store of the loaded value}}
    // expected-note @below {{a statement that changes values belongs in the domain}}
    schedule.extension "{ [] -> double[i] : 0 <= i < 64 }" {
      schedule.sequence {
        schedule.filter "{ double[i] }" {}
        schedule.filter "{ S[i] }" {
          schedule.band (sequential "{ S[i] -> [i] }") {}
        }
      }
    }
  }
}
