// What mapping to threads refuses, and what runs on one thread if that is allowed.
// RUN: tc-opt %s --split-input-file --verify-diagnostics --pass-pipeline='builtin.module(schedule.scop(schedule-map-threads))'
// RUN: tc-opt %s --split-input-file --pass-pipeline='builtin.module(schedule.scop(schedule-map-threads{block=16 allow-sequential=true}))' | FileCheck %s
// RUN: tc-opt %s --split-input-file -o /dev/null --remarks-filter-missed='.*' --pass-pipeline='builtin.module(schedule.scop(schedule-map-threads{block=16 allow-sequential=true}))' 2>&1 | FileCheck %s --check-prefix=REMARK

// CHECK: block(16, 1, 1)

// REMARK: remark: [Missed] threads of kernel 0 | Category:schedule-map-threads | Function=not_coincident | Reason="band member 0 of the innermost band is not coincident: { S[i, j] -> [(i)] }", Remark="it runs on one thread of each block", Suggestion="threads run without order,
schedule.scop @not_coincident(%A: memref<70x50xf32>, inout %s: memref<f32>) {
  schedule.statement @S(%i, %j) reduces add {
    %0 = affine.load %A[%i, %j] : memref<70x50xf32>
    %1 = affine.load %s[] : memref<f32>
    %2 = arith.addf %1, %0 : f32
    affine.store %2, %s[] : memref<f32>
  }
  schedule.domain "{ S[i, j] : 0 <= i < 70 and 0 <= j < 50 }" {
    // expected-error @+2 {{band member 0 of the innermost band is not coincident: { S[i, j] -> [(i)] }}}
    // expected-note @+1 {{threads run without order, so only loops that carry no dependence can be mapped to them}}
    schedule.band (sequential "{ S[i, j] -> [i] }") {}
  }
}
