// A rewritten node keeps the location of the original: errors after a rewriting pass point at the line that somebody wrote.
// RUN: tc-opt %s --verify-diagnostics --pass-pipeline='builtin.module(schedule.scop(schedule-tile{sizes=4},schedule-map-cpu{work=0},schedule-verify))'

schedule.scop @chain(inout %C: memref<9xf32>) {
  schedule.statement @S0(%i) {
    %0 = affine.load %C[%i] : memref<9xf32>
    affine.store %0, %C[%i + 1] : memref<9xf32>
  }
  schedule.domain "{ S0[i] : 0 <= i < 8 }" {
    // The flag is false: tiles of 4 run at the same time, and S0[4] reads what S0[3] writes.
    // expected-error @below {{the flow dependence S0[3] -> S0[4] on `C` is broken: band member 0 (parallel) runs both at the same time}}
    // expected-note @below {{only coincident members may be parallel}}
    schedule.band permutable (coincident "{ S0[i] -> [i] }") {}
  }
}
