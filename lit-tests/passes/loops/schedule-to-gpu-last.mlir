// What the last block of a group runs stands behind a count of the blocks; the counters are an allocation of zeros, one for each group.
// RUN: tc-opt %s --schedule-to-gpu | FileCheck %s
// RUN: tc-opt %s --schedule-to-gpu=origin=true | tc-opt --loops-verify | FileCheck %s
// RUN: tc-run %s --target emulator --check

// The parts are read by threads of another block: they have no `noalias`, by which LLVM would keep them in registers, and neither have the counters.
// The sum stays in a register of its thread.
// CHECK: gpu.func @sum_k0(%[[A:.*]]: memref<4x64xf32> {llvm.align = 16 : i64, llvm.noalias, llvm.readonly}, %[[B:.*]]: memref<64xf32> {llvm.align = 16 : i64, llvm.noalias}, %[[PART:.*]]: memref<4x64xf32> {llvm.align = 16 : i64}, %[[N:.*]]: memref<2xi32> {llvm.align = 8 : i64})
// CHECK: memref.store %{{.*}}, %[[PART]]
// CHECK: %[[GROUP:.*]] = arith.muli %block_id_y, %{{.*}} : index
// CHECK-NEXT: %[[LAST:.*]] = schedule.arrive %[[N]][%[[GROUP]]] of 4 : memref<2xi32>
// CHECK-NEXT: scf.if %[[LAST]] {
// CHECK: memref.store %{{.*}}, %[[B]][%{{.*}}] {tc.thread_private}
// CHECK: memref.load %[[PART]]{{.*}} : memref<4x64xf32>
// CHECK: func.func @sum
// CHECK: %[[ARRIVED:.*]] = memref.alloc() {alignment = 64 : i64, schedule.zeroed} : memref<2xi32>
// CHECK-NEXT: gpu.launch_func @sum_k0::@sum_k0 {{.*}}, %[[ARRIVED]] : memref<2xi32>)
schedule.scop @sum(%A: memref<4x64xf32>, out %B: memref<64xf32>) grid(4, 2) block(32) {
  %part = schedule.array temporary : memref<4x64xf32>
  %arrived = schedule.array temporary : memref<2xi32>
  schedule.statement @S0(%r, %i) {
    %0 = affine.load %A[%r, %i] : memref<4x64xf32>
    affine.store %0, %part[%r, %i] : memref<4x64xf32>
  }
  schedule.statement @S1(%i) {
    %0 = arith.constant 0.0 : f32
    affine.store %0, %B[%i] : memref<64xf32>
  }
  schedule.statement @S2(%i, %r) reduces add {
    %0 = affine.load %part[%r, %i] : memref<4x64xf32>
    %1 = affine.load %B[%i] : memref<64xf32>
    %2 = arith.addf %1, %0 : f32
    affine.store %2, %B[%i] : memref<64xf32>
  }
  schedule.domain "{ S0[r, i] : 0 <= r < 4 and 0 <= i < 64; S1[i] : 0 <= i < 64; S2[i, r] : 0 <= r < 4 and 0 <= i < 64 }" {
    schedule.sequence {
      schedule.filter "{ S0[r, i] }" {
        schedule.band (block.y coincident "{ S0[r, i] -> [floor(i/32)] }", block.x coincident "{ S0[r, i] -> [r] }") {
          schedule.band (thread.x coincident "{ S0[r, i] -> [i mod 32] }") {}
        }
      }
      schedule.filter "{ S1[i]; S2[i, r] }" {
        schedule.last "arrived" across block.x {
          schedule.band (block.y coincident "{ S1[i] -> [floor(i/32)]; S2[i, r] -> [floor(i/32)] }") {
            schedule.band (thread.x coincident "{ S1[i] -> [i mod 32]; S2[i, r] -> [i mod 32] }") {
              schedule.sequence {
                schedule.filter "{ S1[i] }" {}
                schedule.filter "{ S2[i, r] }" {}
              }
            }
          }
        }
      }
    }
  }
}
