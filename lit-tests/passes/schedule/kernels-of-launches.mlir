// Below a loop of launches each pass treats a kernel as any other one, by itself.
// RUN: tc-opt %s --split-input-file --pass-pipeline='builtin.module(schedule.scop(schedule-map-blocks{allow-sequential=true},schedule-map-threads{block=32 allow-sequential=true},schedule-sync,schedule-verify))' | FileCheck %s --check-prefix=MAPPED
// RUN: tc-opt %s --split-input-file --remarks-filter='schedule-choose' --pass-pipeline='builtin.module(schedule.scop(schedule-choose))' -o /dev/null 2>&1 | FileCheck %s --check-prefix=CHOSEN
// RUN: tc-opt %s --split-input-file --remarks-filter='schedule-parallel-reduction' --pass-pipeline='builtin.module(schedule.scop(schedule-parallel-reduction))' -o /dev/null 2>&1 | FileCheck %s --check-prefix=SPLIT
// RUN: tc-opt %s --split-input-file --pass-pipeline='builtin.module(schedule.scop(schedule-map-blocks{allow-sequential=true},schedule-map-threads{block=32 allow-sequential=true},schedule-promote,schedule-sync,schedule-verify))' | FileCheck %s --check-prefix=PROMOTED

// Threads of S0 read what other threads wrote, one launch ago: no barrier.
// MAPPED-LABEL: schedule.scop @turns
// MAPPED-SAME: grid(2, 1, 1) block(32, 1, 1)
// MAPPED-NOT: {{gpu.barrier|nvvm.bar}}
// MAPPED: schedule.band tag "launches" (launch "{ S0[t, i] -> [t] }") {
// MAPPED-NEXT: schedule.band permutable tag "tile" (block.x coincident "{ S0[t, i] -> [floor(i/32)] }") {
// MAPPED-NEXT: schedule.band permutable tag "point" (thread.x coincident "{ S0[t, i] -> [i mod 32] }") {}
schedule.scop @turns(inout %A: memref<9x64xf32>) {
  schedule.statement @S0(%t, %i) at [0, 0] {
    %0 = affine.load %A[%t, 63 - %i] : memref<9x64xf32>
    affine.store %0, %A[%t + 1, %i] : memref<9x64xf32>
  }
  schedule.domain "{ S0[t, i] : 0 <= t < 8 and 0 <= i < 64 }" {
    schedule.band tag "launches" (launch "{ S0[t, i] -> [t] }") {
      schedule.band permutable tag "tile" (coincident "{ S0[t, i] -> [floor(i/32)] }") {
        schedule.band permutable tag "point" (coincident "{ S0[t, i] -> [i mod 32] }") {}
      }
    }
  }
}

// -----

// The tiles are for the elements of one launch: a block for each multiprocessor, where 1024 times as many elements would take large ones.
// CHOSEN: [Passed] tile sizes of kernel 0 | Category:schedule-choose | Function=small | Blocks=128
// Launches of a triangle count with that in the middle, of 2048 elements.
// CHOSEN: [Passed] tile sizes of kernel 0 | Category:schedule-choose | Function=triangle | Blocks=65
schedule.scop @small(inout %A: memref<1025x4096xf32>) {
  schedule.statement @S0(%t, %i) at [0, 0] {
    %0 = affine.load %A[%t, 4095 - %i] : memref<1025x4096xf32>
    affine.store %0, %A[%t + 1, %i] : memref<1025x4096xf32>
  }
  schedule.domain "{ S0[t, i] : 0 <= t < 1024 and 0 <= i < 4096 }" {
    schedule.band tag "launches" (launch "{ S0[t, i] -> [t] }") {
      schedule.band permutable (coincident "{ S0[t, i] -> [i] }") {}
    }
  }
}

// -----

schedule.scop @triangle(inout %A: memref<4097x4096xf32>) {
  schedule.statement @S0(%t, %i) at [0, 0] {
    %0 = affine.load %A[%t, 4095 - %i] : memref<4097x4096xf32>
    affine.store %0, %A[%t + 1, %i] : memref<4097x4096xf32>
  }
  schedule.domain "{ S0[t, i] : 0 <= t < 4096 and t <= i < 4096 }" {
    schedule.band tag "launches" (launch "{ S0[t, i] -> [t] }") {
      schedule.band permutable (coincident "{ S0[t, i] -> [i] }") {}
    }
  }
}

// -----

// The elements of one launch are few, those of all launches are enough for all threads: the sum is split.
// SPLIT: [Passed] reduction S0 | Category:schedule-parallel-reduction | Function=rows | {{.*}}lanes
schedule.scop @rows(%W: memref<64x1024xf32>, inout %h: memref<1025x1024xf32>) {
  schedule.statement @S0(%t, %i, %j) at [0, 0] reduces add {
    %0 = affine.load %h[%t + 1, %i] : memref<1025x1024xf32>
    %1 = affine.load %W[%i, %j] : memref<64x1024xf32>
    %2 = affine.load %h[%t, %j] : memref<1025x1024xf32>
    %3 = arith.mulf %1, %2 : f32
    %4 = arith.addf %0, %3 : f32
    affine.store %4, %h[%t + 1, %i] : memref<1025x1024xf32>
  }
  schedule.domain "{ S0[t, i, j] : 0 <= t < 1024 and 0 <= i < 64 and 0 <= j < 1024 }" {
    schedule.band tag "launches" (launch "{ S0[t, i, j] -> [t] }") {
      schedule.band permutable (coincident "{ S0[t, i, j] -> [i] }", "{ S0[t, i, j] -> [j] }") {}
    }
  }
}

// -----

// A tile in shared memory is that of one launch, copied in each of them.
// PROMOTED-LABEL: schedule.scop @stencil
// PROMOTED: %A_s = schedule.array shared
// PROMOTED: schedule.band tag "launches" (launch
// PROMOTED: schedule.extension "{ [i0, i1{{.*}}] -> A_in[i0, i1
schedule.scop @stencil(inout %A: memref<9x1026xf32>) {
  schedule.statement @S0(%t, %i) at [0, 0] {
    %0 = affine.load %A[%t, %i] : memref<9x1026xf32>
    %1 = affine.load %A[%t, %i + 1] : memref<9x1026xf32>
    %2 = affine.load %A[%t, %i + 2] : memref<9x1026xf32>
    %3 = arith.addf %0, %1 : f32
    %4 = arith.addf %3, %2 : f32
    affine.store %4, %A[%t + 1, %i + 1] : memref<9x1026xf32>
  }
  schedule.domain "{ S0[t, i] : 0 <= t < 8 and 0 <= i < 1024 }" {
    schedule.band tag "launches" (launch "{ S0[t, i] -> [t] }") {
      schedule.band permutable tag "tile" (coincident "{ S0[t, i] -> [floor(i/32)] }") {
        schedule.band permutable tag "point" (coincident "{ S0[t, i] -> [i mod 32] }") {}
      }
    }
  }
}
