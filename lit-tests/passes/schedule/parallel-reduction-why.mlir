// Why `schedule-parallel-reduction` leaves a reduction as it is, and what comes before it.
// RUN: tc-opt %s --split-input-file --pass-pipeline='builtin.module(schedule.scop(schedule-parallel-reduction))' --remarks-filter=schedule-parallel-reduction --remark-format=emitRemark -o /dev/null 2>&1 | FileCheck %s
// RUN: not tc-opt %s --split-input-file --pass-pipeline='builtin.module(schedule.scop(schedule-parallel-reduction{statements=T lanes=4}))' 2>&1 | FileCheck %s --check-prefix=EXTENSION
// EXTENSION: error: cannot split a reduction below a schedule.extension
// EXTENSION: note: split it before the pass that adds the node

// CHECK: Function=many | Reason="its 65536 elements are enough for 33792 threads", Remark="not split"
schedule.scop @many(%A: memref<65536x64xf32>, inout %C: memref<65536xf32>) {
  schedule.statement @T(%i, %k) reduces add {
    %0 = affine.load %A[%i, %k] : memref<65536x64xf32>
    %1 = affine.load %C[%i] : memref<65536xf32>
    %2 = arith.addf %1, %0 : f32
    affine.store %2, %C[%i] : memref<65536xf32>
  }
  schedule.domain "{ T[i, k] : 0 <= i < 65536 and 0 <= k < 64 }" {
    schedule.band permutable (coincident "{ T[i, k] -> [i] }", sequential "{ T[i, k] -> [k] }") {}
  }
}

// -----

// CHECK: Function=product | Reason="its operands are reused along several loops", Remark="not split"
schedule.scop @product(%A: memref<64x64xf32>, %B: memref<64x64xf32>, inout %C: memref<64x64xf32>) {
  schedule.statement @T(%i, %j, %k) reduces add {
    %0 = affine.load %A[%i, %k] : memref<64x64xf32>
    %1 = affine.load %B[%k, %j] : memref<64x64xf32>
    %2 = arith.mulf %0, %1 : f32
    %3 = affine.load %C[%i, %j] : memref<64x64xf32>
    %4 = arith.addf %3, %2 : f32
    affine.store %4, %C[%i, %j] : memref<64x64xf32>
  }
  schedule.domain "{ T[i, j, k] : 0 <= i < 64 and 0 <= j < 64 and 0 <= k < 64 }" {
    schedule.band permutable (coincident "{ T[i, j, k] -> [i] }", coincident "{ T[i, j, k] -> [j] }", sequential "{ T[i, j, k] -> [k] }") {}
  }
}

// -----

schedule.scop @below(%A: memref<8x40xf32>, inout %C: memref<8xf32>) {
  schedule.statement @T(%i, %k) reduces add {
    %0 = affine.load %A[%i, %k] : memref<8x40xf32>
    %1 = affine.load %C[%i] : memref<8xf32>
    %2 = arith.addf %1, %0 : f32
    affine.store %2, %C[%i] : memref<8xf32>
  }
  schedule.statement @sync() {
    gpu.barrier
  }
  schedule.domain "{ T[i, k] : 0 <= i < 8 and 0 <= k < 40 }" {
    schedule.band permutable (coincident "{ T[i, k] -> [i] }") {
      schedule.extension "{ [i0] -> sync[] : 0 <= i0 <= 7 }" {
        schedule.sequence {
          schedule.filter "{ T[i, k] }" {
            schedule.band permutable (sequential "{ T[i, k] -> [k] }") {}
          }
          schedule.filter "{ sync[] }" {}
        }
      }
    }
  }
}
