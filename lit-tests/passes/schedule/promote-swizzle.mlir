// Rows that a warp walks across are rotated instead of padded; the proof follows the rotated subscripts.
// RUN: tc-opt %S/promote.mlir --pass-pipeline='builtin.module(schedule.scop(schedule-promote{swizzle=true vector-bytes=1},schedule-sync,schedule-verify))' | FileCheck %s
// CHECK: %B_s = schedule.array shared : memref<32x32xf32, #gpu.address_space<workgroup>>
// CHECK: affine.load %B_s[%n mod 32, (%n + %k) mod 32] {schedule.for = #schedule.map<"{ S1[m, n, k] -> B[n, k] }">}
// CHECK: affine.store %{{.*}}, %B_s[-%p1 + %a0, (-%p1 - %p2 + %a0 + %a1) mod 32]
