// Operations under one condition go into one scf.if, where values go from stores to loads.
//
// RUN: tc-opt %s --split-input-file --tc-pass-statistics --loops-mem-to-reg 2> %t.count | FileCheck %s
// RUN: FileCheck %s --input-file=%t.count --check-prefix=COUNT
// COUNT: loops-mem-to-reg:
// COUNT-NEXT: {{^ *}}4 carried
// COUNT-NEXT: {{^ *}}2 hoisted
// COUNT-NEXT: {{^ *}}0 inputs
// COUNT-NEXT: {{^ *}}7 joined       conditions whose operations are in an earlier one now
// COUNT-NEXT: {{^ *}}3 forwarded
// COUNT-NEXT: {{^ *}}4 dead-stores

// A sum of three terms, unrolled, is stored once. The zero passes the barrier, because no other thread touches the element.
// CHECK-LABEL: gpu.func @sum(
// CHECK-NOT: memref.store
// CHECK: gpu.barrier
// CHECK-NEXT: %[[J:.*]] = arith.addi %arg2, %c1 : index
// CHECK-NEXT: memref.load %arg0[%[[J]]] : memref<8xf32>
// CHECK-NEXT: scf.if %arg3 {
// CHECK-NEXT: %[[A:.*]] = memref.load %arg0[%arg2] : memref<8xf32>
// CHECK-NEXT: %[[FIRST:.*]] = arith.addf %cst, %[[A]] : f32
// CHECK-NEXT: %[[B:.*]] = memref.load %arg0[%[[J]]] : memref<8xf32>
// CHECK-NEXT: %[[SECOND:.*]] = arith.addf %[[FIRST]], %[[B]] : f32
// CHECK-NEXT: memref.store %[[SECOND]], %arg1[%arg2] {tc.thread_private} : memref<8xf32>
// CHECK-NEXT: }
// CHECK-NEXT: gpu.return
gpu.module @sums {
  gpu.func @sum(%a: memref<8xf32> {llvm.noalias}, %s: memref<8xf32> {llvm.noalias}, %i: index, %c: i1) kernel {
    %c1 = arith.constant 1 : index
    %zero = arith.constant 0.0 : f32
    scf.if %c {
      memref.store %zero, %s[%i] {tc.thread_private} : memref<8xf32>
    }
    gpu.barrier
    scf.if %c {
      %0 = memref.load %a[%i] : memref<8xf32>
      %1 = memref.load %s[%i] {tc.thread_private} : memref<8xf32>
      %2 = arith.addf %1, %0 : f32
      memref.store %2, %s[%i] {tc.thread_private} : memref<8xf32>
    }
    %j = arith.addi %i, %c1 : index
    %other = memref.load %a[%j] : memref<8xf32>
    scf.if %c {
      %0 = memref.load %a[%j] : memref<8xf32>
      %1 = memref.load %s[%i] {tc.thread_private} : memref<8xf32>
      %2 = arith.addf %1, %0 : f32
      memref.store %2, %s[%i] {tc.thread_private} : memref<8xf32>
    }
    gpu.return
  }
}

// -----

// Conditions that alternate, and one inside of another; branches for `else` go together too.
// CHECK-LABEL: func.func @alternating(
// CHECK: scf.if %arg2 {
// CHECK-NEXT: scf.if %arg3 {
// CHECK-NEXT: memref.store %arg5, %arg0[%c0] : memref<8xf32>
// CHECK-NEXT: }
// CHECK-NEXT: } else {
// CHECK-NEXT: memref.store %arg4, %arg0[%c1] : memref<8xf32>
// CHECK-NEXT: memref.store %arg5, %arg0[%c2] : memref<8xf32>
// CHECK-NEXT: }
// CHECK-NEXT: scf.if %arg3 {
// CHECK-NEXT: memref.store %arg4, %arg1[%c0] : memref<8xf32>
// CHECK-NEXT: memref.store %arg5, %arg1[%c1] : memref<8xf32>
// CHECK-NEXT: }
// CHECK-NEXT: return
func.func @alternating(%a: memref<8xf32> {llvm.noalias}, %b: memref<8xf32> {llvm.noalias}, %c: i1, %d: i1, %x: f32, %y: f32) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  scf.if %c {
    scf.if %d {
      memref.store %x, %a[%c0] : memref<8xf32>
    }
  } else {
    memref.store %x, %a[%c1] : memref<8xf32>
  }
  scf.if %d {
    memref.store %x, %b[%c0] : memref<8xf32>
  }
  scf.if %c {
    scf.if %d {
      memref.store %y, %a[%c0] : memref<8xf32>
    }
  } else {
    memref.store %y, %a[%c2] : memref<8xf32>
  }
  scf.if %d {
    memref.store %y, %b[%c1] : memref<8xf32>
  }
  return
}

// -----

// What stands in between may read the element of a store, or write that of a load.
// CHECK-LABEL: func.func @between(
// CHECK: scf.if %arg2 {
// CHECK-NEXT: memref.store %arg4, %arg0[%c0]
// CHECK-NEXT: }
// CHECK-NEXT: %[[SEEN:.*]] = memref.load %arg0[%arg3]
// CHECK-NEXT: memref.store %[[SEEN]], %arg1[%c0]
// CHECK-NEXT: scf.if %arg2 {
// CHECK-NEXT: %[[READ:.*]] = memref.load %arg1[%c1]
// CHECK-NEXT: memref.store %[[READ]], %arg0[%c1]
// CHECK-NEXT: }
// CHECK-NEXT: memref.store %arg4, %arg1[%arg3]
// CHECK-NEXT: scf.if %arg2 {
// CHECK-NEXT: memref.store %arg4, %arg0[%c0]
// CHECK-NEXT: }
// CHECK-NEXT: memref.copy %arg0, %arg1
// CHECK-NEXT: scf.if %arg2 {
// CHECK-NEXT: memref.store %arg4, %arg0[%c1]
// CHECK-NEXT: }
// CHECK-NEXT: return
func.func @between(%a: memref<8xf32> {llvm.noalias}, %b: memref<8xf32> {llvm.noalias}, %c: i1, %i: index, %x: f32) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  scf.if %c {
    memref.store %x, %a[%c0] : memref<8xf32>
  }
  %0 = memref.load %a[%i] : memref<8xf32>
  memref.store %0, %b[%c0] : memref<8xf32>
  scf.if %c {
    %1 = memref.load %b[%c1] : memref<8xf32>
    memref.store %1, %a[%c1] : memref<8xf32>
  }
  memref.store %x, %b[%i] : memref<8xf32>
  scf.if %c {
    memref.store %x, %a[%c0] : memref<8xf32>
  }
  memref.copy %a, %b : memref<8xf32> to memref<8xf32>
  scf.if %c {
    memref.store %x, %a[%c1] : memref<8xf32>
  }
  return
}

// -----

// Another condition, a condition with results, and one with one branch more are not joined.
// CHECK-LABEL: func.func @unlike(
// CHECK: scf.if %arg1 {
// CHECK-NEXT: memref.store %arg3, %arg0[%c0]
// CHECK-NEXT: }
// CHECK-NEXT: scf.if %arg2 {
// CHECK-NEXT: memref.store %arg3, %arg0[%c1]
// CHECK-NEXT: }
// CHECK-NEXT: %{{.*}} = scf.if %arg1 -> (f32) {
// CHECK: scf.if %arg2 {
// CHECK-NEXT: memref.store %arg3, %arg0[%c2]
// CHECK-NEXT: } else {
func.func @unlike(%a: memref<8xf32>, %c: i1, %d: i1, %x: f32) -> f32 {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  scf.if %c {
    memref.store %x, %a[%c0] : memref<8xf32>
  }
  scf.if %d {
    memref.store %x, %a[%c1] : memref<8xf32>
  }
  %0 = scf.if %c -> (f32) {
    %1 = memref.load %a[%c2] : memref<8xf32>
    scf.yield %1 : f32
  } else {
    scf.yield %x : f32
  }
  scf.if %d {
    memref.store %x, %a[%c2] : memref<8xf32>
  } else {
    memref.store %x, %a[%c0] : memref<8xf32>
  }
  return %0 : f32
}

// -----

// Only the thread's own elements pass a barrier, a barrier passes nothing, and an operation with unknown effects stays where it is.
// CHECK-LABEL: gpu.func @barriers(
// CHECK: scf.if %arg1 {
// CHECK-NEXT: memref.store %arg2, %arg0[%c0] : memref<8xf32>
// CHECK-NEXT: }
// CHECK-NEXT: gpu.barrier
// CHECK-NEXT: scf.if %arg1 {
// CHECK-NEXT: memref.store %arg2, %arg0[%c1] : memref<8xf32>
// CHECK-NEXT: }
// CHECK-NEXT: scf.if %arg1 {
// CHECK-NEXT: gpu.barrier
// CHECK-NEXT: }
// CHECK-NEXT: scf.if %arg1 {
// CHECK-NEXT: memref.store %arg2, %arg0[%c0] : memref<8xf32>
// CHECK-NEXT: }
// CHECK-NEXT: gpu.printf "here"
// CHECK-NEXT: scf.if %arg1 {
// CHECK-NEXT: gpu.printf "there"
// CHECK-NEXT: }
// CHECK-NEXT: scf.if %arg1 {
// CHECK-NEXT: memref.store %arg2, %arg0[%c1] : memref<8xf32>
// CHECK-NEXT: }
// CHECK-NEXT: gpu.return
gpu.module @kernels {
  gpu.func @barriers(%a: memref<8xf32> {llvm.noalias}, %c: i1, %x: f32) kernel {
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    scf.if %c {
      memref.store %x, %a[%c0] : memref<8xf32>
    }
    gpu.barrier
    scf.if %c {
      memref.store %x, %a[%c1] : memref<8xf32>
    }
    scf.if %c {
      gpu.barrier
    }
    scf.if %c {
      memref.store %x, %a[%c0] : memref<8xf32>
    }
    gpu.printf "here"
    scf.if %c {
      gpu.printf "there"
    }
    scf.if %c {
      memref.store %x, %a[%c1] : memref<8xf32>
    }
    gpu.return
  }
}

// -----

// A loop begins with what a store under the same condition left; `%j` and `%k` are computed twice, but are the same sums. The condition on the
// tile stands in the loop, in which the accesses are under two and under three conditions. The store behind the loop replaces the one before.
// CHECK-LABEL: gpu.func @loop(
// CHECK: %[[ZERO:.*]] = arith.constant 0.000000e+00 : f32
// CHECK-NOT: memref.store
// CHECK: %[[SUM:.*]] = scf.for {{.*}} iter_args(%{{.*}} = %[[ZERO]]) -> (f32) {
// CHECK-NOT: memref.{{.*}} %arg1
// CHECK: scf.if %arg3 {
// CHECK: scf.if %{{.*}} {
// CHECK-NOT: arith.constant
// CHECK: memref.store %[[SUM]], %arg1[%{{.*}}] {tc.thread_private} : memref<8xf32>
// CHECK-NEXT: }
// CHECK-NEXT: }
// CHECK-NEXT: gpu.return
gpu.module @loops {
  gpu.func @loop(%a: memref<8xf32> {llvm.noalias}, %s: memref<8xf32> {llvm.noalias}, %i: index, %c: i1) kernel {
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    %c7 = arith.constant 7 : index
    %c8 = arith.constant 8 : index
    scf.if %c {
      %j = arith.remui %i, %c7 : index
      %d = arith.cmpi slt, %j, %c7 : index
      scf.if %d {
        %zero = arith.constant 0.0 : f32
        memref.store %zero, %s[%j] {tc.thread_private} : memref<8xf32>
      }
    }
    scf.for %t = %c0 to %c8 step %c1 {
      gpu.barrier
      %j = arith.remui %i, %c7 : index
      %d = arith.cmpi slt, %j, %c7 : index
      %late = arith.cmpi sge, %t, %c7 : index
      scf.if %c {
        scf.if %late {
          scf.if %d {
            %0 = memref.load %a[%t] : memref<8xf32>
            %1 = memref.load %s[%j] {tc.thread_private} : memref<8xf32>
            %2 = arith.addf %1, %0 : f32
            memref.store %2, %s[%j] {tc.thread_private} : memref<8xf32>
          }
        }
        scf.if %d {
          %0 = memref.load %a[%t] : memref<8xf32>
          %1 = memref.load %s[%j] {tc.thread_private} : memref<8xf32>
          %2 = arith.addf %1, %0 : f32
          memref.store %2, %s[%j] {tc.thread_private} : memref<8xf32>
        }
      }
    }
    gpu.return
  }
}

// -----

// The value of a store under another condition, of one that something writes over, and of one in front of a barrier is not known: it is loaded.
// CHECK-LABEL: gpu.func @not_known(
// CHECK: memref.store %arg3, %arg0[%c0] : memref<8xf32>
// CHECK: scf.if %arg2 -> (f32) {
// CHECK-NEXT: memref.load %arg0[%c0] : memref<8xf32>
// CHECK: memref.store %arg3, %arg0[%arg4] : memref<8xf32>
// CHECK: scf.if %arg1 -> (f32) {
// CHECK-NEXT: memref.load %arg0[%c0] : memref<8xf32>
// CHECK: gpu.barrier
// CHECK: scf.if %arg1 -> (f32) {
// CHECK-NEXT: memref.load %arg0[%c0] : memref<8xf32>
gpu.module @others {
  gpu.func @not_known(%a: memref<8xf32> {llvm.noalias}, %c: i1, %d: i1, %x: f32, %i: index) kernel {
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    %c8 = arith.constant 8 : index
    scf.if %c {
      memref.store %x, %a[%c0] : memref<8xf32>
    }
    scf.for %t = %c0 to %c8 step %c1 {
      scf.if %d {
        %1 = memref.load %a[%c0] : memref<8xf32>
        %2 = arith.addf %1, %1 : f32
        memref.store %2, %a[%c0] : memref<8xf32>
      }
    }
    scf.if %c {
      memref.store %x, %a[%c0] : memref<8xf32>
      memref.store %x, %a[%i] : memref<8xf32>
    }
    scf.for %t = %c0 to %c8 step %c1 {
      scf.if %c {
        %1 = memref.load %a[%c0] : memref<8xf32>
        %2 = arith.addf %1, %1 : f32
        memref.store %2, %a[%c0] : memref<8xf32>
      }
    }
    gpu.barrier
    scf.for %t = %c0 to %c8 step %c1 {
      scf.if %c {
        %1 = memref.load %a[%c0] : memref<8xf32>
        %2 = arith.addf %1, %1 : f32
        memref.store %2, %a[%c0] : memref<8xf32>
      }
    }
    gpu.return
  }
}
