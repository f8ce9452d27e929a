// Tiles of arrays that several threads read go to shared memory; their copies are mapped to threads, the last dimension to x.
// DEFINE: %{mapped} = tc-to-schedule,schedule.scop(schedule-isl{fusion=min},schedule-tile{sizes=32,32,32},schedule-sink{optional=true},schedule-map-blocks,schedule-map-threads{block=8,32}
// RUN: tc-opt %s --pass-pipeline='builtin.module(%{mapped},schedule-promote{space=shared}))' | FileCheck %s
// RUN: tc-opt %s --pass-pipeline='builtin.module(%{mapped},schedule-promote{space=shared arrays=B}))' | FileCheck %s --check-prefix=ONE
// RUN: tc-opt %s --pass-pipeline='builtin.module(%{mapped},schedule-promote{space=shared limit=4096 explain=true}))' -o /dev/null 2>&1 | FileCheck %s --check-prefix=LIMIT
// RUN: tc-opt %s --tc-pass-statistics --pass-pipeline='builtin.module(%{mapped},schedule-promote{space=shared}))' -o /dev/null 2>&1 | FileCheck %s --check-prefix=COUNT
// RUN: not tc-opt %s --pass-pipeline='builtin.module(%{mapped},schedule-promote{space=shared},schedule-verify))' -o /dev/null 2>&1 | FileCheck %s --check-prefix=RACE
// RUN: tc-opt %s --pass-pipeline='builtin.module(%{mapped}),tc-attach-target{target=%S/../../Inputs/small-gpu.json},schedule.scop(schedule-promote{limit=16384}))' | FileCheck %s --check-prefix=BANKS
// RUN: not tc-opt %s --pass-pipeline='builtin.module(%{mapped},schedule-promote{space=shared arrays=X}))' -o /dev/null 2>&1 | FileCheck %s --check-prefix=UNKNOWN

// CHECK: %A_s = schedule.array shared : memref<32x32xf32, #gpu.address_space<workgroup>>
// Threads of a warp read rows of B: one element of padding avoids bank conflicts.
// CHECK: %B_s = schedule.array shared : memref<32x33xf32, #gpu.address_space<workgroup>>
// CHECK: schedule.statement @S1
// CHECK: affine.load %A_s[%m mod 32, %k mod 32]
// CHECK: affine.load %B_s[%n mod 32, %k mod 32]
// C is accessed by a single thread and coalesced: it is not promoted.
// CHECK: affine.load %C[%m, %n]
// CHECK: schedule.statement @A_in(%p0, %p1, %p2, %a0, %a1)
// CHECK-NEXT: affine.load %A[%a0, %a1]
// CHECK-NEXT: affine.store %{{.*}}, %A_s[-%p0 + %a0, -%p2 + %a1]
// CHECK: schedule.filter "{ A_in[i0, i1, i2, a0, a1] }" {
// CHECK-NEXT: schedule.band permutable tag "copy"
// CHECK-NEXT: (thread.y coincident "{ A_in[p0, p1, p2, a0, a1] -> [-p0 + a0] }",
// CHECK-NEXT: thread.x coincident "{ A_in[p0, p1, p2, a0, a1] -> [-p2 + a1] }") {}
// CHECK: schedule.filter "{ B_in[i0, i1, i2, a0, a1] }" {
// CHECK: schedule.filter "{ S1[m, n, k] }" {

// ONE-NOT: A_s
// ONE: affine.load %A[%m, %k]
// ONE: affine.load %B_s[%n mod 32, %k mod 32]

// LIMIT: remark:

// With banks of 8 bytes, rows are padded by 8 bytes.
// BANKS: %B_s = schedule.array shared : memref<32x34xf32, #gpu.address_space<workgroup>>

// COUNT: schedule-promote: 1 run
// COUNT-DAG: 2 tiles
// COUNT-DAG: 8320 bytes
// COUNT-DAG: 2 accesses

// Without barriers this is not a legal schedule; schedule-sync comes next.
// RACE: error: the flow dependence A_in[0, 0, 0, 0, 0] -> S1[0, 1, 32] on `A_s` is broken: different threads run them in different iterations of band member 2, with no barrier in between
// RACE: note: run `schedule-sync` after mapping threads

// UNKNOWN: error: {{.*}}X
tc.def @tmm(%A: !tc.tensor<[64, 64], f32>, %B: !tc.tensor<[64, 64], f32>) -> (%C: !tc.tensor<[64, 64], f32>) {
  tc.comprehension %C[m, n] add init (m in [0, 64), n in [0, 64), k in [0, 64)) {
    %0 = tc.read %A[m, k] : f32
    %1 = tc.read %B[n, k] : f32
    %2 = arith.mulf %0, %1 : f32
    tc.yield %2 : f32
  }
}
