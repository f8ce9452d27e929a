// Sizes have the names that loops, launches, blocks, threads, subscripts and copies have in the compiler.
// RUN: tc-opt %s --split-input-file --pass-pipeline='builtin.module(schedule.scop(schedule-verify),schedule-to-cpu)' | FileCheck %s --check-prefix=CPU
// RUN: sed 's/(parallel/(block.x/; s/sequential/thread.x/; s/ attributes {sch/ grid(2) block(4)&/' %s | tc-opt --split-input-file --pass-pipeline='builtin.module(schedule.scop(schedule-verify),schedule-to-gpu)' | FileCheck %s --check-prefix=GPU

// CPU-LABEL: func.func @of_loops(
// CPU-SAME: %[[C0:arg2]]: index, %[[C1:arg3]]: index) attributes {{.*}}tc.sizes = ["c0", "c1"]
// CPU: scf.parallel (%[[I:.*]]) = (%{{.*}}) to (%[[C0]])
// CPU: scf.for %[[J:.*]] = %{{.*}} to %[[C1]]
schedule.scop @of_loops(%A: memref<?x?xf32>, out %B: memref<?x?xf32>) sizes(c0 = %A[0], c1 = %A[1]) context "[c0, c1] -> { : c0 >= 0 and c1 >= 0 }" attributes {schedule.extents = {B = ["c0", "c1"]}} {
  schedule.statement @S0(%c1, %c0) {
    %0 = affine.load %A[%c1, %c0] : memref<?x?xf32>
    affine.store %0, %B[%c1, %c0] : memref<?x?xf32>
  }
  schedule.domain "[c0, c1] -> { S0[i, j] : 0 <= i < c0 and 0 <= j < c1 }" {
    schedule.band (parallel coincident "{ S0[c1, c0] -> [c1] }", sequential coincident "{ S0[c1, c0] -> [c0] }") {}
  }
}

// -----

// GPU-LABEL: gpu.func @of_blocks_k0(
// GPU: %[[T:.*]] = gpu.thread_id x
// CPU-LABEL: func.func @of_blocks(
schedule.scop @of_blocks(%A: memref<?x?xf32>, out %B: memref<?x?xf32>) sizes(b0 = %A[0], t0 = %A[1]) context "[b0, t0] -> { : b0 >= 0 and t0 >= 0 }" attributes {schedule.extents = {B = ["b0", "t0"]}} {
  schedule.statement @S0(%d0, %d1) {
    %0 = affine.load %A[%d0, %d1] : memref<?x?xf32>
    affine.store %0, %B[%d0, %d1] : memref<?x?xf32>
  }
  schedule.domain "[b0, t0] -> { S0[i, j] : 0 <= i < b0 and 0 <= j < t0 }" {
    schedule.band (parallel coincident "{ S0[i, j] -> [i] }", sequential coincident "{ S0[c1, c0] -> [c0] }") {}
  }
}

// -----

// CPU-LABEL: func.func @of_subscripts(
schedule.scop @of_subscripts(%A: memref<?x?xf32>, out %B: memref<?x?xf32>) sizes(d0 = %A[0], i0 = %A[1]) context "[d0, i0] -> { : d0 >= 0 and i0 >= 0 }" attributes {schedule.extents = {B = ["d0", "i0"]}} {
  schedule.statement @S0(%d0, %d1) {
    %0 = affine.load %A[%d0, %d1] : memref<?x?xf32>
    affine.store %0, %B[%d0, %d1] : memref<?x?xf32>
  }
  schedule.domain "[d0, i0] -> { S0[i, j] : 0 <= i < d0 and 0 <= j < i0 }" {
    schedule.band (parallel coincident "{ S0[i, j] -> [i] }", sequential coincident "{ S0[c1, c0] -> [c0] }") {}
  }
}
