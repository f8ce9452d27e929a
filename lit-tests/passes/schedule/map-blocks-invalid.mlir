// What mapping to blocks refuses, and what runs on one block if that is allowed: claims F35, F37.
// RUN: tc-opt %s --split-input-file --verify-diagnostics --pass-pipeline='builtin.module(schedule.scop(schedule-map-blocks))'
// RUN: tc-opt %s --split-input-file --pass-pipeline='builtin.module(schedule.scop(schedule-map-blocks{allow-sequential=true}))' | FileCheck %s
// RUN: tc-opt %s --split-input-file -o /dev/null --remarks-filter-missed='.*' --pass-pipeline='builtin.module(schedule.scop(schedule-map-blocks{allow-sequential=true}))' 2>&1 | FileCheck %s --check-prefix=REMARK

// CHECK-COUNT-2: grid(1, 1, 1)

// REMARK: remark: [Missed] blocks of kernel 0 | Category:schedule-map-blocks | Function=not_coincident | Reason="band member 0 of the outermost band is not coincident: { S[i, j] -> [(i)] }", Remark="it runs on one block", Suggestion="blocks run without order,
schedule.scop @not_coincident(%A: memref<70x50xf32>, inout %s: memref<f32>) {
  schedule.statement @S(%i, %j) reduces add {
    %0 = affine.load %A[%i, %j] : memref<70x50xf32>
    %1 = affine.load %s[] : memref<f32>
    %2 = arith.addf %1, %0 : f32
    affine.store %2, %s[] : memref<f32>
  }
  schedule.domain "{ S[i, j] : 0 <= i < 70 and 0 <= j < 50 }" {
    // expected-error @+2 {{band member 0 of the outermost band is not coincident: { S[i, j] -> [(i)] }}}
    // expected-note @+1 {{blocks run without order, so only loops that carry no dependence can be mapped to them}}
    schedule.band (sequential "{ S[i, j] -> [i] }") {}
  }
}

// -----

schedule.scop @no_band(%A: memref<70x50xf32>, inout %s: memref<f32>) {
  schedule.statement @S(%i, %j) reduces add {
    %0 = affine.load %A[%i, %j] : memref<70x50xf32>
    %1 = affine.load %s[] : memref<f32>
    %2 = arith.addf %1, %0 : f32
    affine.store %2, %s[] : memref<f32>
  }
  schedule.domain "{ S[i, j] : 0 <= i < 70 and 0 <= j < 50 }" {
    schedule.mark "m" {
      // expected-error @+2 {{expected a band with a coincident member as the outermost node of the kernel, found a guard}}
      // expected-note @+1 {{only one band of a kernel is mapped to blocks; fuse the statements, or allow a sequential kernel}}
      schedule.guard "{ : }" {}
    }
  }
}
