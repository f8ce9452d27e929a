// A kernel without loops, which could only run on one thread.
// RUN: tc-opt %s --verify-diagnostics --pass-pipeline='builtin.module(schedule.scop(schedule-map-threads))'
schedule.scop @no_band(%A: memref<70xf32>, inout %s: memref<f32>) {
  schedule.statement @S() {
    %1 = affine.load %s[] : memref<f32>
    affine.store %1, %s[] : memref<f32>
  }
  // expected-error @below {{expected a band with a coincident member in the kernel, found no band}}
  // expected-note @below {{threads run without order, so only loops that carry no dependence can be mapped to them}}
  schedule.domain "{ S[] }" {}
}
