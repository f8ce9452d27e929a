// Loops of launches become loops of the host function; the kernels below take their coordinates.
// RUN: tc-opt %s --split-input-file --verify-diagnostics --schedule-to-gpu | FileCheck %s
// RUN: tc-opt %s --split-input-file --verify-diagnostics --schedule-to-gpu | tc-opt --split-input-file | FileCheck %s
// RUN: tc-opt %s --split-input-file --verify-diagnostics --tc-pass-statistics --schedule-to-gpu -o /dev/null 2>&1 | FileCheck %s --check-prefix=COUNT

// COUNT: {{^ *}}4 kernels
// COUNT: {{^ *}}4 launch-loops loops made around launches

// A triangle: all launches have the blocks of the largest one, and a condition on the coordinate.
// CHECK-LABEL: gpu.func @triangle_k0
// CHECK-SAME: (%arg0: memref<8x64xf32> {{{.*}}}, %[[T:.*]]: index) kernel
// CHECK-SAME: known_grid_size = array<i32: 64, 1, 1>
// CHECK: %[[B:.*]] = gpu.block_id x upper_bound 64
// CHECK: %[[LEFT:.*]] = arith.addi %[[B]], %c9 : index
// CHECK-NEXT: %[[RIGHT:.*]] = arith.muli %c9, %[[T]] : index
// CHECK-NEXT: %[[IN:.*]] = arith.cmpi sge, %[[LEFT]], %[[RIGHT]] : index
// CHECK-NEXT: scf.if %[[IN]]
// CHECK: memref.load %arg0[%[[T]], %{{.*}}]
// CHECK-LABEL: func.func @triangle(%arg0: memref<8x64xf32>
// CHECK-DAG: %[[FIRST:.*]] = arith.constant 1 : index
// CHECK-DAG: %[[LAST:.*]] = arith.constant 7 : index
// CHECK: scf.for %[[I:.*]] = %[[FIRST]] to %[[LAST]] step %{{.*}} {
// CHECK-NEXT: gpu.launch_func @triangle_k0::@triangle_k0 blocks in (%c64, %{{.*}}, %{{.*}}) threads in ({{.*}}) args(%arg0 : memref<8x64xf32>, %[[I]] : index)
// CHECK-NEXT: }
schedule.scop @triangle(inout %A: memref<8x64xf32>) grid(64) {
  schedule.statement @S0(%t, %i) at [0, 0] {
    %0 = affine.load %A[%t, 63 - %i] : memref<8x64xf32>
    affine.store %0, %A[%t + 1, %i] : memref<8x64xf32>
  }
  schedule.domain "{ S0[t, i] : 1 <= t < 7 and 9t - 9 <= i < 64 }" {
    schedule.band (launch "{ S0[t, i] -> [t] }") {
      schedule.band (block.x coincident "{ S0[t, i] -> [i] }") {}
    }
  }
}

// -----

// Loops in a loop, and a kernel behind the inner one; sizes come before coordinates.
// CHECK-LABEL: gpu.func @nested_k0
// CHECK-SAME: (%arg0: memref<1xf32> {{{.*}}}, %[[N:[a-z0-9]+]]: index, %[[T0:[a-z0-9]+]]: index, %[[R0:[a-z0-9]+]]: index)
// CHECK-LABEL: gpu.func @nested_k1
// CHECK-SAME: (%arg0: memref<1xf32> {{{.*}}}, %[[N1:[a-z0-9]+]]: index, %[[T1:[a-z0-9]+]]: index)
// CHECK-LABEL: func.func @nested(%arg0: memref<1xf32> {llvm.noalias}, %arg1: index)
// CHECK: scf.for %[[T:.*]] = %{{.*}} to %{{.*}} step %{{.*}} {
// CHECK-NEXT: scf.for %[[R:.*]] = %{{.*}} to %{{.*}} step %{{.*}} {
// CHECK-NEXT: gpu.launch_func @nested_k0::@nested_k0 {{.*}} args(%arg0 : memref<1xf32>, %arg1 : index, %[[T]] : index, %[[R]] : index)
// CHECK-NEXT: }
// CHECK-NEXT: gpu.launch_func @nested_k1::@nested_k1 {{.*}} args(%arg0 : memref<1xf32>, %arg1 : index, %[[T]] : index)
// CHECK-NEXT: }
schedule.scop @nested(inout %A: memref<3x?xf32>) sizes(N = %A[1]) context "[N] -> { : N >= 1 }" grid(4) {
  schedule.statement @S0(%t, %r, %i) at [0, 0, 0] {
    %0 = affine.load %A[%r, %i] : memref<3x?xf32>
    affine.store %0, %A[%r + 1, %i] : memref<3x?xf32>
  }
  schedule.statement @S1(%t, %i) at [0, 1] {
    %0 = affine.load %A[2, %i] : memref<3x?xf32>
    affine.store %0, %A[0, %i] : memref<3x?xf32>
  }
  schedule.domain "[N] -> { S0[t, r, i] : 0 <= t < 8 and 0 <= r < 2 and 0 <= i < N; S1[t, i] : 0 <= t < 8 and 0 <= i < N }" {
    schedule.band (launch "[N] -> { S0[t, r, i] -> [t]; S1[t, i] -> [t] }") {
      schedule.sequence {
        schedule.filter "[N] -> { S0[t, r, i] }" {
          schedule.band (launch "[N] -> { S0[t, r, i] -> [r] }") {
            schedule.band (block.x coincident "[N] -> { S0[t, r, i] -> [i] }") {}
          }
        }
        schedule.filter "[N] -> { S1[t, i] }" {
          schedule.band (block.x coincident "[N] -> { S1[t, i] -> [i] }") {}
        }
      }
    }
  }
}

// -----

// A context below the loop speaks of its coordinate.
// CHECK-LABEL: gpu.func @context_k0
// CHECK-SAME: (%arg0: memref<9x64xf32> {{{.*}}}, %[[T:.*]]: index)
// CHECK: memref.load %arg0[%[[T]],
schedule.scop @context(inout %A: memref<9x64xf32>) grid(64) {
  schedule.statement @S0(%t, %i) at [0, 0] {
    %0 = affine.load %A[%t, 63 - %i] : memref<9x64xf32>
    affine.store %0, %A[%t + 1, %i] : memref<9x64xf32>
  }
  schedule.domain "{ S0[t, i] : 0 <= t < 8 and 0 <= i < 64 }" {
    schedule.band (launch "{ S0[t, i] -> [t] }") {
      schedule.context "{ [t] : 0 <= t < 8 }" {
        schedule.band (block.x coincident "{ S0[t, i] -> [i] }") {}
      }
    }
  }
}

// -----

schedule.scop @open(inout %A: memref<?x64xf32>) sizes(N = %A[0]) grid(64) {
  schedule.statement @S0(%t, %i) at [0, 0] {
    %0 = affine.load %A[%t - 1, 63 - %i] : memref<?x64xf32>
    affine.store %0, %A[%t, %i] : memref<?x64xf32>
  }
  schedule.domain "[N] -> { S0[t, i] : 1 <= t < N and 0 <= i < 64 }" {
    // expected-error @below {{expected a loop of launches with known bounds, found [N] -> {}}
    // expected-note @below {{give sizes, by tc-specialize or --size, or make the loop sequential}}
    schedule.band (launch "[N] -> { S0[t, i] -> [t] }") {
      schedule.band (block.x coincident "[N] -> { S0[t, i] -> [i] }") {}
    }
  }
}
