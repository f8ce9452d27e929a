// RUN: tc-opt %s --verify-diagnostics --pass-pipeline='builtin.module(schedule.scop(schedule-map-cpu))'
schedule.scop @mapped(out %A: memref<8xf32>) grid(8) {
  schedule.statement @S0(%i) {
    %0 = arith.constant 0.0 : f32
    affine.store %0, %A[%i] : memref<8xf32>
  }
  schedule.domain "{ S0[i] : 0 <= i < 8 }" {
    // expected-error@+2 {{band member 0 is already mapped to block.x}}
    // expected-note@+1 {{a tree is mapped either to a CPU or to a GPU}}
    schedule.band (block.x coincident "{ S0[i] -> [i] }") {}
  }
}
