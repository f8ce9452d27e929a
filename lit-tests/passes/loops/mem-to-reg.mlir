// An element that a loop loads and stores in each iteration becomes a loop-carried value, if that is legal.
// RUN: tc-opt %s --loops-mem-to-reg | FileCheck %s
// RUN: tc-opt %s --loops-mem-to-reg --tc-pass-statistics -o /dev/null 2>&1 | FileCheck %s --check-prefix=COUNT
// RUN: tc-opt %s --pass-pipeline='builtin.module(loops-mem-to-reg)' --remarks-filter=loops-mem-to-reg --remark-format=emitRemark -o /dev/null 2>&1 | FileCheck %s --check-prefix=REMARK
// REMARK: remark: [Passed] elements in registers | Category:loops-mem-to-reg | {{.*}}Carried=11, Forwarded=2, Reason="nothing else touches them there, and their subscripts do not change", Remark="loops carry 11 of them, and 2 loads take the value of a store", Suggestion="the mapping option private=false"{{$}}
// COUNT: loops-mem-to-reg: 1 run
// COUNT-NEXT: {{^ *}}11 carried
// COUNT-NEXT: {{^ *}}1 hoisted

// Two loops of a reduction: the load goes in front of both, the store behind both.
// CHECK-LABEL: func.func @accumulate(
// CHECK: scf.for %[[I:.*]] = %c0 to %c8 step %c1 {
// CHECK-NEXT: %[[C:.*]] = memref.load %arg1[%[[I]]] : memref<8xf32>
// CHECK-NEXT: %[[OUTER:.*]] = scf.for %{{.*}} = %c0 to %c4 step %c1 iter_args(%[[A:.*]] = %[[C]]) -> (f32) {
// CHECK-NEXT: %[[INNER:.*]] = scf.for %{{.*}} = %c0 to %c5 step %c1 iter_args(%[[B:.*]] = %[[A]]) -> (f32) {
// CHECK: %[[SUM:.*]] = arith.addf %[[B]], %{{.*}} : f32
// CHECK-NEXT: scf.yield %[[SUM]] : f32
// CHECK: scf.yield %[[INNER]] : f32
// CHECK: memref.store %[[OUTER]], %arg1[%[[I]]] : memref<8xf32>
func.func @accumulate(%A: memref<8x4x5xf32> {llvm.noalias}, %C: memref<8xf32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c4 = arith.constant 4 : index
  %c5 = arith.constant 5 : index
  %c8 = arith.constant 8 : index
  scf.for %i = %c0 to %c8 step %c1 {
    scf.for %k = %c0 to %c4 step %c1 {
      scf.for %l = %c0 to %c5 step %c1 {
        %a = memref.load %A[%i, %k, %l] : memref<8x4x5xf32>
        %c = memref.load %C[%i] : memref<8xf32>
        %s = arith.addf %c, %a : f32
        memref.store %s, %C[%i] : memref<8xf32>
      }
    }
  }
  return
}

// If it is not known whether the loop runs, the element is accessed only if it does.
// CHECK-LABEL: func.func @may_not_run(
// CHECK: %[[RUNS:.*]] = arith.cmpi slt, %c0, %arg2 : index
// CHECK-NEXT: %[[ANY:.*]] = ub.poison : f32
// CHECK-NEXT: %[[C:.*]] = scf.if %[[RUNS]] -> (f32) {
// CHECK-NEXT: %[[LOAD:.*]] = memref.load %arg1[%arg3]
// CHECK-NEXT: scf.yield %[[LOAD]]
// CHECK-NEXT: } else {
// CHECK-NEXT: scf.yield %[[ANY]]
// CHECK: %[[SUM:.*]] = scf.for {{.*}} iter_args(%{{.*}} = %[[C]])
// CHECK: scf.if %[[RUNS]] {
// CHECK-NEXT: memref.store %[[SUM]], %arg1[%arg3]
func.func @may_not_run(%A: memref<?xf32> {llvm.noalias}, %C: memref<?xf32>, %n: index, %i: index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  scf.for %k = %c0 to %n step %c1 {
    %a = memref.load %A[%k] : memref<?xf32>
    %c = memref.load %C[%i] : memref<?xf32>
    %s = arith.addf %c, %a : f32
    memref.store %s, %C[%i] : memref<?xf32>
  }
  return
}

// An iteration that begins with a store needs no initial value.
// CHECK-LABEL: func.func @begins_with_store(
// CHECK-NOT: memref.load
// CHECK: %[[ANY:.*]] = ub.poison : i32
// CHECK-NEXT: %[[LAST:.*]] = scf.for {{.*}} iter_args(%{{.*}} = %[[ANY]]) -> (i32) {
// CHECK-NOT: memref
// CHECK: memref.store %[[LAST]], %arg0[]
func.func @begins_with_store(%C: memref<i32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c8 = arith.constant 8 : index
  scf.for %k = %c0 to %c8 step %c1 {
    %v = arith.index_cast %k : index to i32
    memref.store %v, %C[] : memref<i32>
    %w = memref.load %C[] : memref<i32>
    %x = arith.addi %w, %w : i32
    memref.store %x, %C[] : memref<i32>
  }
  return
}

// Elements of one array whose subscripts differ by a constant; the subscripts are computed in front of the loop.
// CHECK-LABEL: func.func @blocked(
// CHECK-DAG: %[[NEXT:.*]] = arith.addi %arg2, %c1 : index
// CHECK-DAG: memref.load %arg1[%arg2]
// CHECK-DAG: memref.load %arg1[%[[NEXT]]]
// CHECK: scf.for {{.*}} iter_args(%{{.*}} = %{{.*}}, %{{.*}} = %{{.*}}) -> (f32, f32) {
// CHECK-NOT: memref.{{.*}} %arg1
// CHECK: }
// CHECK-DAG: memref.store %{{.*}}#0, %arg1[%arg2]
// CHECK-DAG: memref.store %{{.*}}#1, %arg1[%[[NEXT]]]
func.func @blocked(%A: memref<8xf32> {llvm.noalias}, %C: memref<8xf32>, %i: index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c8 = arith.constant 8 : index
  scf.for %k = %c0 to %c8 step %c1 {
    %a = memref.load %A[%k] : memref<8xf32>
    %c = memref.load %C[%i] : memref<8xf32>
    %s = arith.addf %c, %a : f32
    memref.store %s, %C[%i] : memref<8xf32>
    %j = arith.addi %i, %c1 : index
    %d = memref.load %C[%j] : memref<8xf32>
    %t = arith.mulf %d, %a : f32
    memref.store %t, %C[%j] : memref<8xf32>
  }
  return
}

// An element that may alias the first at another iteration.
// CHECK-LABEL: func.func @may_be_the_same(
// CHECK-NOT: iter_args
// CHECK: return
func.func @may_be_the_same(%C: memref<8xf32>, %i: index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c8 = arith.constant 8 : index
  scf.for %k = %c0 to %c8 step %c1 {
    %a = memref.load %C[%k] : memref<8xf32>
    %c = memref.load %C[%i] : memref<8xf32>
    %s = arith.addf %c, %a : f32
    memref.store %s, %C[%i] : memref<8xf32>
  }
  return
}

// Two arguments may alias unless one of them is marked `noalias`; a local array aliases nothing.
// CHECK-LABEL: func.func @arguments_overlap(
// CHECK-NOT: iter_args
// CHECK: return
func.func @arguments_overlap(%A: memref<8xf32>, %C: memref<8xf32>, %i: index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c8 = arith.constant 8 : index
  scf.for %k = %c0 to %c8 step %c1 {
    %a = memref.load %A[%k] : memref<8xf32>
    %c = memref.load %C[%i] : memref<8xf32>
    %s = arith.addf %c, %a : f32
    memref.store %s, %C[%i] : memref<8xf32>
  }
  return
}

// CHECK-LABEL: func.func @own_array(
// CHECK: iter_args
func.func @own_array(%A: memref<8xf32>) -> f32 {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c8 = arith.constant 8 : index
  %C = memref.alloca() : memref<1xf32>
  scf.for %k = %c0 to %c8 step %c1 {
    %a = memref.load %A[%k] : memref<8xf32>
    %c = memref.load %C[%c0] : memref<1xf32>
    %s = arith.addf %c, %a : f32
    memref.store %s, %C[%c0] : memref<1xf32>
  }
  %r = memref.load %C[%c0] : memref<1xf32>
  return %r : f32
}

// A loop-invariant condition becomes the condition of the load and the store; one that varies selects the
// old or the new value. Where the former does not hold, nothing uses the value, which may be any.
// CHECK-LABEL: func.func @conditions(
// CHECK: %[[C:.*]] = scf.if %arg2 -> (f32) {
// CHECK: %[[SUM:.*]] = scf.for {{.*}} iter_args(%[[B:.*]] = %[[C]]) -> (f32) {
// CHECK: %[[ANY:.*]] = ub.poison : f32
// CHECK-NEXT: %[[BOTH:.*]] = scf.if %arg2 -> (f32) {
// CHECK: %[[NEW:.*]] = scf.if %{{.*}} -> (f32) {
// CHECK: scf.yield %{{.*}} : f32
// CHECK: } else {
// CHECK-NEXT: scf.yield %[[B]] : f32
// CHECK: scf.yield %[[NEW]] : f32
// CHECK: } else {
// CHECK-NEXT: scf.yield %[[ANY]] : f32
// CHECK: scf.yield %[[BOTH]] : f32
// CHECK: scf.if %arg2 {
// CHECK-NEXT: memref.store %[[SUM]]
func.func @conditions(%A: memref<8xf32> {llvm.noalias}, %C: memref<8xf32>, %p: i1, %i: index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c4 = arith.constant 4 : index
  %c8 = arith.constant 8 : index
  scf.for %k = %c0 to %c8 step %c1 {
    scf.if %p {
      %c = memref.load %C[%i] : memref<8xf32>
      %late = arith.cmpi sge, %k, %c4 : index
      scf.if %late {
        %a = memref.load %A[%k] : memref<8xf32>
        %s = arith.addf %c, %a : f32
        memref.store %s, %C[%i] : memref<8xf32>
      }
    }
  }
  return
}

// An element that some runs of the loop may not access at all is not promoted: it might not exist.
// CHECK-LABEL: func.func @only_sometimes(
// CHECK-NOT: iter_args
// CHECK: return
func.func @only_sometimes(%C: memref<8xf32>, %i: index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c4 = arith.constant 4 : index
  %c8 = arith.constant 8 : index
  scf.for %k = %c0 to %c8 step %c1 {
    %late = arith.cmpi sge, %k, %c4 : index
    scf.if %late {
      %c = memref.load %C[%i] : memref<8xf32>
      %s = arith.addf %c, %c : f32
      memref.store %s, %C[%i] : memref<8xf32>
    }
  }
  return
}

// The effects of a call are unknown.
func.func private @look()
// CHECK-LABEL: func.func @calls(
// CHECK-NOT: iter_args
// CHECK: return
func.func @calls(%C: memref<f32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c8 = arith.constant 8 : index
  scf.for %k = %c0 to %c8 step %c1 {
    %c = memref.load %C[] : memref<f32>
    %s = arith.addf %c, %c : f32
    memref.store %s, %C[] : memref<f32>
    func.call @look() : () -> ()
  }
  return
}

// At a barrier other threads may read memory, unless it is known that they do not access the element.
// CHECK-LABEL: gpu.func @barriers(
// CHECK: scf.for
// CHECK-NOT: memref.{{.*}} %arg0
// CHECK: memref.load %arg1[%thread_id_x]
// CHECK: gpu.barrier
// CHECK: memref.store %{{.*}}, %arg0[%thread_id_x] {tc.thread_private}
gpu.module @kernels {
  gpu.func @barriers(%C: memref<32xf32> {llvm.noalias}, %D: memref<32xf32> {llvm.noalias}) kernel {
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    %c8 = arith.constant 8 : index
    %t = gpu.thread_id x upper_bound 32
    scf.for %k = %c0 to %c8 step %c1 {
      %c = memref.load %C[%t] {tc.thread_private} : memref<32xf32>
      %s = arith.addf %c, %c : f32
      memref.store %s, %C[%t] {tc.thread_private} : memref<32xf32>
      %d = memref.load %D[%t] : memref<32xf32>
      %e = arith.addf %d, %d : f32
      memref.store %e, %D[%t] : memref<32xf32>
      gpu.barrier
    }
    gpu.return
  }
}

// Ranges show that a loop over a partial tile runs: 40 - 32 is more than 0.
// CHECK-LABEL: func.func @last_tile(
// CHECK-NOT: arith.cmpi
// CHECK: %[[C:.*]] = memref.load %arg1[%arg2]
// CHECK: scf.for {{.*}} iter_args(%{{.*}} = %[[C]]) -> (f32) {
// CHECK-NOT: memref.{{.*}} %arg1
// CHECK: memref.store %{{.*}}, %arg1[%arg2]
func.func @last_tile(%A: memref<40xf32> {llvm.noalias}, %C: memref<8xf32>, %i: index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c32 = arith.constant 32 : index
  %c40 = arith.constant 40 : index
  scf.for %t = %c0 to %c40 step %c32 {
    %left = arith.subi %c40, %t : index
    %size = arith.minsi %left, %c32 : index
    scf.for %k = %c0 to %size step %c1 {
      %j = arith.addi %t, %k : index
      %a = memref.load %A[%j] : memref<40xf32>
      %c = memref.load %C[%i] : memref<8xf32>
      %s = arith.addf %c, %a : f32
      memref.store %s, %C[%i] : memref<8xf32>
    }
  }
  return
}
