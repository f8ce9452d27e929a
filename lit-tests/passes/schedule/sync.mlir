// As few barriers as the order needs: between copies and their use, and before the next tile. claim I19
// DEFINE: %{mapped} = tc-to-schedule,schedule.scop(schedule-isl{fusion=min},schedule-tile{sizes=32,32,32},schedule-sink{optional=true},schedule-map-blocks,schedule-map-threads{block=8,32}
// RUN: tc-opt %s --pass-pipeline='builtin.module(%{mapped},schedule-promote{space=shared},schedule-sync,schedule-verify))' | FileCheck %s
// RUN: tc-opt %s --tc-pass-statistics --pass-pipeline='builtin.module(%{mapped},schedule-promote{space=shared},schedule-sync))' -o /dev/null 2>&1 | FileCheck %s --check-prefix=COUNT
// RUN: tc-opt %s --pass-pipeline='builtin.module(%{mapped},schedule-sync,schedule-verify))' | FileCheck %s --check-prefix=NONE

// CHECK: schedule.statement @sync0() {
// CHECK-NEXT: gpu.barrier
// CHECK: schedule.filter "{ A_in[
// CHECK: schedule.filter "{ B_in[
// CHECK: schedule.filter "{ sync0[] }" {}
// CHECK-NEXT: schedule.filter "{ S1[m, n, k] }" {
// CHECK: schedule.filter "{ sync1[] }" {}
// CHECK-NOT: sync

// COUNT: schedule-sync: 1 run
// COUNT-NEXT: 2 barriers

// Each thread has its own elements of C: no barrier is needed.
// NONE-NOT: barrier

tc.def @tmm(%A: !tc.tensor<[64, 64], f32>, %B: !tc.tensor<[64, 64], f32>) -> (%C: !tc.tensor<[64, 64], f32>) {
  tc.comprehension %C[m, n] add init (m in [0, 64), n in [0, 64), k in [0, 64)) {
    %0 = tc.read %A[m, k] : f32
    %1 = tc.read %B[n, k] : f32
    %2 = arith.mulf %0, %1 : f32
    tc.yield %2 : f32
  }
}
