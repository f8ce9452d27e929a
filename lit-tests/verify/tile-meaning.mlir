// Accesses to tiles of which it is not known what they mean.
// RUN: tc-opt %s --split-input-file --verify-diagnostics --pass-pipeline='builtin.module(schedule.scop(schedule-verify))'
schedule.scop @copies_without_meaning(%A: memref<8xf32>, out %B: memref<8xf32>) {
  %T = schedule.array shared : memref<8xf32, #gpu.address_space<workgroup>>
  %U = schedule.array shared : memref<8xf32, #gpu.address_space<workgroup>>
  schedule.statement @S(%i) {
    %0 = affine.load %U[%i] {schedule.for = #schedule.map<"{ S[i] -> A[i] }">} : memref<8xf32, #gpu.address_space<workgroup>>
    affine.store %0, %B[%i] : memref<8xf32>
  }
  schedule.statement @A_in(%i) {
    %0 = affine.load %A[%i] : memref<8xf32>
    affine.store %0, %T[%i] : memref<8xf32, #gpu.address_space<workgroup>>
  }
  schedule.statement @T_U(%i) {
    // expected-error @below {{T_U copies between tiles without saying which element it moves}}
    // expected-note @below {{give its load the attribute `schedule.for`}}
    %0 = affine.load %T[%i] : memref<8xf32, #gpu.address_space<workgroup>>
    affine.store %0, %U[%i] : memref<8xf32, #gpu.address_space<workgroup>>
  }
  schedule.domain "{ S[i] : 0 <= i < 8 }" {
    schedule.extension "{ [] -> A_in[i] : 0 <= i < 8; [] -> T_U[i] : 0 <= i < 8 }" {
      schedule.sequence {
        schedule.filter "{ A_in[i] }" {}
        schedule.filter "{ T_U[i] }" {}
        schedule.filter "{ S[i] }" {
          schedule.band (sequential "{ S[i] -> [i] }") {}
        }
      }
    }
  }
}

// -----

schedule.scop @at_data_written(inout %A: memref<8xf32>, %I: memref<8xindex>) {
  %T = schedule.array shared : memref<8xf32, #gpu.address_space<workgroup>>
  schedule.statement @S(%i) {
    %1 = affine.load %I[%i] : memref<8xindex>
    // expected-error @below {{S reads `A` at subscripts that are not affine, while tiles hold elements of `A`}}
    %2 = memref.load %A[%1] : memref<8xf32>
    affine.store %2, %T[%i] {schedule.for = #schedule.map<"{ S[i] -> A[i] }">} : memref<8xf32, #gpu.address_space<workgroup>>
  }
  schedule.statement @A_out(%i) {
    %0 = affine.load %T[%i] : memref<8xf32, #gpu.address_space<workgroup>>
    affine.store %0, %A[%i] : memref<8xf32>
  }
  schedule.domain "{ S[i] : 0 <= i < 8 }" {
    schedule.extension "{ [] -> A_out[i] : 0 <= i < 8 }" {
      schedule.sequence {
        schedule.filter "{ S[i] }" {
          schedule.band (sequential "{ S[i] -> [i] }") {}
        }
        schedule.filter "{ A_out[i] }" {}
      }
    }
  }
}
