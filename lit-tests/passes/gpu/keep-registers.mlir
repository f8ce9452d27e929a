// A kernel whose loop carries many numbers, and reuses what it loads, may have one block on a multiprocessor; elements of vectors count,
// integers do not. So may one whose blocks are counted.
// RUN: tc-opt %s --tc-pass-statistics --pass-pipeline='builtin.module(gpu.module(gpu-keep-registers{carried=4}))' > %t.out 2> %t.err
// RUN: FileCheck %s --input-file=%t.out
// RUN: FileCheck %s --input-file=%t.err --check-prefix=COUNT
// RUN: tc-opt %s --pass-pipeline='builtin.module(gpu.module(gpu-keep-registers))' | FileCheck %s --check-prefix=DEFAULT
// RUN: tc-opt %s --pass-pipeline='builtin.module(gpu.module(gpu-keep-registers{carried=4},convert-gpu-to-nvvm))' | FileCheck %s --check-prefix=NVVM
// RUN: tc-opt %s --pass-pipeline='builtin.module(gpu.module(gpu-keep-registers{carried=4 intensity=2}))' | FileCheck %s --check-prefix=LOADS

// COUNT: gpu-keep-registers: 1 run
// COUNT-NEXT: {{^ *}}3 kernels  kernels that may have fewer blocks on a multiprocessor
// DEFAULT: gpu.func @many({{.*}}) kernel {
// DEFAULT: gpu.func @again({{.*}}) kernel {
// DEFAULT: gpu.func @counted({{.*}}) kernel attributes {{{.*}}nvvm.minctasm = 1 : i32}

// CHECK: gpu.func @many({{.*}}) kernel attributes {{{.*}}nvvm.minctasm = 1 : i32}
// CHECK: gpu.func @few({{.*}}) kernel {
// CHECK: gpu.func @streams({{.*}}) kernel {
// CHECK: gpu.func @again({{.*}}) kernel attributes {{{.*}}nvvm.minctasm = 1 : i32}
// CHECK: gpu.func @counted({{.*}}) kernel attributes {{{.*}}nvvm.minctasm = 1 : i32}
// CHECK-NOT: minctasm
// LOADS: gpu.func @streams({{.*}}) kernel attributes {{{.*}}nvvm.minctasm = 1 : i32}
// NVVM: llvm.func @many({{.*}}) attributes {{{.*}}nvvm.minctasm = 1 : i32
gpu.module @kernels {
  gpu.func @many(%n: index, %v: vector<3xf32>, %x: f32) kernel {
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    %a:2 = scf.for %i = %c0 to %n step %c1 iter_args(%p = %v, %q = %x) -> (vector<3xf32>, f32) {
      scf.yield %p, %q : vector<3xf32>, f32
    }
    gpu.return
  }
  gpu.func @few(%n: index, %v: vector<3xf32>, %j: i32) kernel {
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    %a:2 = scf.for %i = %c0 to %n step %c1 iter_args(%p = %v, %q = %j) -> (vector<3xf32>, i32) {
      scf.yield %p, %q : vector<3xf32>, i32
    }
    gpu.return
  }
  // Two operations for each number that is loaded.
  gpu.func @streams(%n: index, %v: vector<4xf32>, %A: memref<?xvector<4xf32>>) kernel {
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    %a = scf.for %i = %c0 to %n step %c1 iter_args(%p = %v) -> (vector<4xf32>) {
      %x = memref.load %A[%i] : memref<?xvector<4xf32>>
      %y = arith.mulf %x, %x : vector<4xf32>
      %s = arith.addf %p, %y : vector<4xf32>
      scf.yield %s : vector<4xf32>
    }
    gpu.return
  }
  // The load under the condition is the one before it: four operations for each number.
  gpu.func @again(%n: index, %v: vector<4xf32>, %A: memref<?xvector<4xf32>>, %holds: i1) kernel {
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    %a = scf.for %i = %c0 to %n step %c1 iter_args(%p = %v) -> (vector<4xf32>) {
      %x = memref.load %A[%i] : memref<?xvector<4xf32>>
      %y = arith.mulf %x, %x : vector<4xf32>
      %s = arith.addf %p, %y : vector<4xf32>
      %t = scf.if %holds -> (vector<4xf32>) {
        %again = memref.load %A[%i] : memref<?xvector<4xf32>>
        %z = arith.mulf %again, %s : vector<4xf32>
        %u = arith.addf %s, %z : vector<4xf32>
        scf.yield %u : vector<4xf32>
      } else {
        scf.yield %s : vector<4xf32>
      }
      scf.yield %t : vector<4xf32>
    }
    gpu.return
  }
  // The last block adds up what the others have left.
  gpu.func @counted(%n: memref<1xi32>) kernel {
    %c0 = arith.constant 0 : index
    %last = schedule.arrive %n[%c0] of 4 : memref<1xi32>
    gpu.return
  }
}
