// A word that is not a loop kind: the error lists the kinds, and the nearest one.
// RUN: sed -e 's/(thread\.x/(threads.x/' %s | not tc-opt 2>&1 | FileCheck %s --check-prefix=NEAR
// RUN: sed -e 's/(thread\.x/(spiral/' %s | not tc-opt 2>&1 | FileCheck %s --check-prefix=FAR
// RUN: tc-opt %s | FileCheck %s

// NEAR: error: custom op 'schedule.band' unknown loop kind `threads.x`; expected one of sequential, parallel, vector, vector.reduce, unroll, block.x, block.y, block.z, thread.x, thread.y, thread.z, launch, thread(STRIDE, SIZE); did you mean `thread.x`?
// FAR: error: custom op 'schedule.band' unknown loop kind `spiral`; expected one of sequential, {{.*}}thread.z, launch, thread(STRIDE, SIZE){{$}}
// CHECK: schedule.band tiles(32) (block.x coincident
// CHECK: schedule.band (thread.x coincident
schedule.scop @copy(%A: memref<70xf32>, out %B: memref<70xf32>) grid(5) block(32) {
  schedule.statement @S0(%i) {
    %0 = affine.load %A[%i] : memref<70xf32>
    affine.store %0, %B[%i] : memref<70xf32>
  }
  schedule.domain "{ S0[i] : 0 <= i < 70 }" {
    schedule.band tiles(32) (block.x coincident "{ S0[i] -> [32*floor(i/32)] }") {
      schedule.band (thread.x coincident "{ S0[i] -> [i mod 32] }") {}
    }
  }
}
