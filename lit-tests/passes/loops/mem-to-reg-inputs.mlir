// A loop with barriers loads what it reads of inputs in each iteration once, in front of the loop.
// RUN: tc-opt %s --loops-mem-to-reg | FileCheck %s
// RUN: tc-opt %s --loops-mem-to-reg --tc-pass-statistics -o /dev/null 2>&1 | FileCheck %s --check-prefix=COUNT
// COUNT: loops-mem-to-reg: 1 run
// COUNT: {{^ *}}2 inputs {{.*}}elements of inputs loaded in front of a loop with barriers

// The element and the vector of the input; not what changes from iteration to iteration, nor what is under a condition.
// CHECK-LABEL: gpu.func @kept(
// CHECK: %[[ONE:.*]] = memref.load %arg0[%{{.*}}] : memref<8xf32>
// CHECK: %[[FOUR:.*]] = vector.load %arg0[%c0] : memref<8xf32>, vector<4xf32>
// CHECK: scf.for
// CHECK: memref.load %arg0[%arg
// CHECK: scf.if
// CHECK-NEXT: memref.load %arg0[%c0]
// Nothing says that the output is not written by another thread behind the barrier.
// CHECK-LABEL: gpu.func @output(
// CHECK: scf.for
// CHECK: memref.load %arg0
// A loop that may not run loads nothing.
// CHECK-LABEL: gpu.func @may_not_run(
// CHECK: scf.for
// CHECK: memref.load %arg0
// Without a barrier LLVM does it.
// CHECK-LABEL: gpu.func @no_barrier(
// CHECK: scf.for
// CHECK: memref.load %arg0
// 132 elements are too many for the registers of a thread.
// CHECK-LABEL: gpu.func @many(
// CHECK: scf.for
// CHECK-COUNT-33: vector.load %arg0
gpu.module @kernels {
  gpu.func @kept(%A: memref<8xf32> {llvm.noalias, llvm.readonly}, %B: memref<8xf32> {llvm.noalias}, %holds: i1) kernel {
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    %c4 = arith.constant 4 : index
    %x = gpu.thread_id x
    scf.for %i = %c0 to %c4 step %c1 {
      gpu.barrier
      %own = memref.load %A[%x] : memref<8xf32>
      %row = vector.load %A[%c0] : memref<8xf32>, vector<4xf32>
      %other = memref.load %A[%i] : memref<8xf32>
      %sum = arith.addf %own, %other : f32
      memref.store %sum, %B[%i] : memref<8xf32>
      vector.store %row, %B[%c4] : memref<8xf32>, vector<4xf32>
      scf.if %holds {
        %first = memref.load %A[%c0] : memref<8xf32>
        memref.store %first, %B[%i] : memref<8xf32>
      }
    }
    gpu.return
  }
  gpu.func @output(%A: memref<8xf32> {llvm.noalias}, %B: memref<8xf32> {llvm.noalias}) kernel {
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    %c4 = arith.constant 4 : index
    scf.for %i = %c0 to %c4 step %c1 {
      gpu.barrier
      %own = memref.load %A[%c0] : memref<8xf32>
      memref.store %own, %B[%i] : memref<8xf32>
    }
    gpu.return
  }
  gpu.func @may_not_run(%A: memref<8xf32> {llvm.noalias, llvm.readonly}, %B: memref<8xf32> {llvm.noalias}, %n: index) kernel {
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    scf.for %i = %c0 to %n step %c1 {
      gpu.barrier
      %own = memref.load %A[%c0] : memref<8xf32>
      memref.store %own, %B[%i] : memref<8xf32>
    }
    gpu.return
  }
  gpu.func @no_barrier(%A: memref<8xf32> {llvm.noalias, llvm.readonly}, %B: memref<8xf32> {llvm.noalias}) kernel {
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    %c4 = arith.constant 4 : index
    scf.for %i = %c0 to %c4 step %c1 {
      %own = memref.load %A[%c0] : memref<8xf32>
      memref.store %own, %B[%i] : memref<8xf32>
    }
    gpu.return
  }
  gpu.func @many(%A: memref<132xf32> {llvm.noalias, llvm.readonly}, %B: memref<132xf32> {llvm.noalias}) kernel {
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    %c4 = arith.constant 4 : index
    %k2 = arith.constant 8 : index
    %k3 = arith.constant 12 : index
    %k4 = arith.constant 16 : index
    %k5 = arith.constant 20 : index
    %k6 = arith.constant 24 : index
    %k7 = arith.constant 28 : index
    %k8 = arith.constant 32 : index
    %k9 = arith.constant 36 : index
    %k10 = arith.constant 40 : index
    %k11 = arith.constant 44 : index
    %k12 = arith.constant 48 : index
    %k13 = arith.constant 52 : index
    %k14 = arith.constant 56 : index
    %k15 = arith.constant 60 : index
    %k16 = arith.constant 64 : index
    %k17 = arith.constant 68 : index
    %k18 = arith.constant 72 : index
    %k19 = arith.constant 76 : index
    %k20 = arith.constant 80 : index
    %k21 = arith.constant 84 : index
    %k22 = arith.constant 88 : index
    %k23 = arith.constant 92 : index
    %k24 = arith.constant 96 : index
    %k25 = arith.constant 100 : index
    %k26 = arith.constant 104 : index
    %k27 = arith.constant 108 : index
    %k28 = arith.constant 112 : index
    %k29 = arith.constant 116 : index
    %k30 = arith.constant 120 : index
    %k31 = arith.constant 124 : index
    %k32 = arith.constant 128 : index
    scf.for %i = %c0 to %c4 step %c1 {
      gpu.barrier
      %v0 = vector.load %A[%c0] : memref<132xf32>, vector<4xf32>
      vector.store %v0, %B[%c0] : memref<132xf32>, vector<4xf32>
      %v1 = vector.load %A[%c4] : memref<132xf32>, vector<4xf32>
      vector.store %v1, %B[%c4] : memref<132xf32>, vector<4xf32>
      %v2 = vector.load %A[%k2] : memref<132xf32>, vector<4xf32>
      vector.store %v2, %B[%k2] : memref<132xf32>, vector<4xf32>
      %v3 = vector.load %A[%k3] : memref<132xf32>, vector<4xf32>
      vector.store %v3, %B[%k3] : memref<132xf32>, vector<4xf32>
      %v4 = vector.load %A[%k4] : memref<132xf32>, vector<4xf32>
      vector.store %v4, %B[%k4] : memref<132xf32>, vector<4xf32>
      %v5 = vector.load %A[%k5] : memref<132xf32>, vector<4xf32>
      vector.store %v5, %B[%k5] : memref<132xf32>, vector<4xf32>
      %v6 = vector.load %A[%k6] : memref<132xf32>, vector<4xf32>
      vector.store %v6, %B[%k6] : memref<132xf32>, vector<4xf32>
      %v7 = vector.load %A[%k7] : memref<132xf32>, vector<4xf32>
      vector.store %v7, %B[%k7] : memref<132xf32>, vector<4xf32>
      %v8 = vector.load %A[%k8] : memref<132xf32>, vector<4xf32>
      vector.store %v8, %B[%k8] : memref<132xf32>, vector<4xf32>
      %v9 = vector.load %A[%k9] : memref<132xf32>, vector<4xf32>
      vector.store %v9, %B[%k9] : memref<132xf32>, vector<4xf32>
      %v10 = vector.load %A[%k10] : memref<132xf32>, vector<4xf32>
      vector.store %v10, %B[%k10] : memref<132xf32>, vector<4xf32>
      %v11 = vector.load %A[%k11] : memref<132xf32>, vector<4xf32>
      vector.store %v11, %B[%k11] : memref<132xf32>, vector<4xf32>
      %v12 = vector.load %A[%k12] : memref<132xf32>, vector<4xf32>
      vector.store %v12, %B[%k12] : memref<132xf32>, vector<4xf32>
      %v13 = vector.load %A[%k13] : memref<132xf32>, vector<4xf32>
      vector.store %v13, %B[%k13] : memref<132xf32>, vector<4xf32>
      %v14 = vector.load %A[%k14] : memref<132xf32>, vector<4xf32>
      vector.store %v14, %B[%k14] : memref<132xf32>, vector<4xf32>
      %v15 = vector.load %A[%k15] : memref<132xf32>, vector<4xf32>
      vector.store %v15, %B[%k15] : memref<132xf32>, vector<4xf32>
      %v16 = vector.load %A[%k16] : memref<132xf32>, vector<4xf32>
      vector.store %v16, %B[%k16] : memref<132xf32>, vector<4xf32>
      %v17 = vector.load %A[%k17] : memref<132xf32>, vector<4xf32>
      vector.store %v17, %B[%k17] : memref<132xf32>, vector<4xf32>
      %v18 = vector.load %A[%k18] : memref<132xf32>, vector<4xf32>
      vector.store %v18, %B[%k18] : memref<132xf32>, vector<4xf32>
      %v19 = vector.load %A[%k19] : memref<132xf32>, vector<4xf32>
      vector.store %v19, %B[%k19] : memref<132xf32>, vector<4xf32>
      %v20 = vector.load %A[%k20] : memref<132xf32>, vector<4xf32>
      vector.store %v20, %B[%k20] : memref<132xf32>, vector<4xf32>
      %v21 = vector.load %A[%k21] : memref<132xf32>, vector<4xf32>
      vector.store %v21, %B[%k21] : memref<132xf32>, vector<4xf32>
      %v22 = vector.load %A[%k22] : memref<132xf32>, vector<4xf32>
      vector.store %v22, %B[%k22] : memref<132xf32>, vector<4xf32>
      %v23 = vector.load %A[%k23] : memref<132xf32>, vector<4xf32>
      vector.store %v23, %B[%k23] : memref<132xf32>, vector<4xf32>
      %v24 = vector.load %A[%k24] : memref<132xf32>, vector<4xf32>
      vector.store %v24, %B[%k24] : memref<132xf32>, vector<4xf32>
      %v25 = vector.load %A[%k25] : memref<132xf32>, vector<4xf32>
      vector.store %v25, %B[%k25] : memref<132xf32>, vector<4xf32>
      %v26 = vector.load %A[%k26] : memref<132xf32>, vector<4xf32>
      vector.store %v26, %B[%k26] : memref<132xf32>, vector<4xf32>
      %v27 = vector.load %A[%k27] : memref<132xf32>, vector<4xf32>
      vector.store %v27, %B[%k27] : memref<132xf32>, vector<4xf32>
      %v28 = vector.load %A[%k28] : memref<132xf32>, vector<4xf32>
      vector.store %v28, %B[%k28] : memref<132xf32>, vector<4xf32>
      %v29 = vector.load %A[%k29] : memref<132xf32>, vector<4xf32>
      vector.store %v29, %B[%k29] : memref<132xf32>, vector<4xf32>
      %v30 = vector.load %A[%k30] : memref<132xf32>, vector<4xf32>
      vector.store %v30, %B[%k30] : memref<132xf32>, vector<4xf32>
      %v31 = vector.load %A[%k31] : memref<132xf32>, vector<4xf32>
      vector.store %v31, %B[%k31] : memref<132xf32>, vector<4xf32>
      %v32 = vector.load %A[%k32] : memref<132xf32>, vector<4xf32>
      vector.store %v32, %B[%k32] : memref<132xf32>, vector<4xf32>
    }
    gpu.return
  }
}
