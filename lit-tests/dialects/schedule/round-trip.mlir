// Every operation and attribute of the schedule dialect, in pretty and in generic form: claim F10.

// RUN: tc-opt %s -split-input-file | FileCheck %s
// RUN: tc-opt %s -split-input-file | tc-opt -split-input-file | FileCheck %s
// RUN: tc-opt %s -split-input-file -mlir-print-op-generic | FileCheck %s --check-prefix=GENERIC
// RUN: tc-opt %s -split-input-file -mlir-print-op-generic | tc-opt -split-input-file | FileCheck %s

// Figure 3c of the Tensor Comprehensions paper, with the blocks mapped. isl objects are printed by isl.
// CHECK-LABEL: schedule.scop @sgemm(%a: memref<f32>, %b: memref<f32>, %A: memref<?x?xf32>, %B: memref<?x?xf32>, inout %C: memref<?x?xf32>)
// CHECK-SAME:    sizes(N = %A[0], K = %A[1], M = %B[1]) context "[N, K, M] -> { : N >= 0 and K >= 0 and M >= 0 }" grid(4, 2, 1) block(16, 16, 1) {
// CHECK-NEXT:    schedule.statement @S0(%n, %m) {
// CHECK-NEXT:      %0 = affine.load %b[] : memref<f32>
// CHECK:           affine.store %2, %C[%n, %m] : memref<?x?xf32>
// CHECK-NEXT:    }
// CHECK-NEXT:    schedule.statement @S1(%n, %m, %k) reduces add {
// CHECK:         schedule.domain "[N, M, K] -> { S0[n, m] : 0 <= n < N and 0 <= m < M; S1[n, m, k] : 0 <= n < N and 0 <= m < M and 0 <= k < K }" {
// CHECK-NEXT:      schedule.band permutable tag "tile" tiles(32, 32)
// CHECK-NEXT:        (block.y coincident "{ S0[n, m] -> [n - n mod 32]; S1[n, m, k] -> [n - n mod 32] }",
// CHECK-NEXT:         block.x coincident "{ S0[n, m] -> [m - m mod 32]; S1[n, m, k] -> [m - m mod 32] }") {
// CHECK-NEXT:        schedule.band permutable tag "point"
// CHECK-NEXT:          (coincident "{ S0[n, m] -> [n mod 32]; S1[n, m, k] -> [n mod 32] }",
// CHECK-NEXT:           coincident "{ S0[n, m] -> [m mod 32]; S1[n, m, k] -> [m mod 32] }") {
// CHECK-NEXT:          schedule.sequence {
// CHECK-NEXT:            schedule.filter "{ S0[n, m] }" {}
// CHECK-NEXT:            schedule.filter "{ S1[n, m, k] }" {
// CHECK-NEXT:              schedule.band (sequential "{ S1[n, m, k] -> [k] }") {
// CHECK-NEXT:                schedule.leaf
// CHECK-NEXT:              }
// CHECK-NEXT:            }
// CHECK-NEXT:          }
// CHECK-NEXT:        }
// CHECK-NEXT:      }
// CHECK-NEXT:    }
// CHECK-NEXT:  }
// GENERIC:       "schedule.scop"() <{arg_names = ["a", "b", "A", "B", "C"], arg_roles = [#schedule.role<in>, #schedule.role<in>, #schedule.role<in>, #schedule.role<in>, #schedule.role<inout>]
// GENERIC-SAME:    block = array<i64: 16, 16, 1>, context = #schedule.set<"[N, K, M] -> { : N >= 0 and K >= 0 and M >= 0 }">, grid = array<i64: 4, 2, 1>
// GENERIC-SAME:    size_args = array<i64: 2, 2, 3>, size_dims = array<i64: 0, 1, 1>, size_names = ["N", "K", "M"], sym_name = "sgemm"
// GENERIC:       "schedule.statement"() <{arg_names = ["n", "m"], sym_name = "S0"}> ({
// GENERIC:       "schedule.statement"() <{arg_names = ["n", "m", "k"], reduces = #tc.reduction<add>, sym_name = "S1"}> ({
// GENERIC:       "schedule.domain"() <{set = #schedule.set<"[N, M, K] -> { S0[n, m] :
// GENERIC:       "schedule.band"() <{coincident = array<i1: true, true>, kinds = [#schedule.member<block.y>, #schedule.member<block.x>]
// GENERIC-SAME:    members = [#schedule.aff<"{ S0[n, m] -> [n - n mod 32]; S1[n, m, k] -> [n - n mod 32] }">
// GENERIC-SAME:    permutable, tag = "tile", tile_sizes = array<i64: 32, 32>}> ({
// GENERIC:       "schedule.sequence"() ({
// GENERIC:       "schedule.filter"() <{set = #schedule.set<"{ S0[n, m] }">}> ({
schedule.scop @sgemm(%a: memref<f32>, %b: memref<f32>, %A: memref<?x?xf32>, %B: memref<?x?xf32>, inout %C: memref<?x?xf32>)
    sizes(N = %A[0], K = %A[1], M = %B[1]) context "[N, K, M] -> { : N, K, M >= 0 }" grid(4, 2, 1) block(16, 16, 1) {
  schedule.statement @S0(%n, %m) {
    %0 = affine.load %b[] : memref<f32>
    %1 = affine.load %C[%n, %m] : memref<?x?xf32>
    %2 = arith.mulf %0, %1 : f32
    affine.store %2, %C[%n, %m] : memref<?x?xf32>
  }
  schedule.statement @S1(%n, %m, %k) reduces add {
    %0 = affine.load %A[%n, %k] : memref<?x?xf32>
    %1 = affine.load %B[%k, %m] : memref<?x?xf32>
    %2 = arith.mulf %0, %1 : f32
    %3 = affine.load %C[%n, %m] : memref<?x?xf32>
    %4 = arith.addf %3, %2 : f32
    affine.store %4, %C[%n, %m] : memref<?x?xf32>
  }
  schedule.domain "[N, M, K] -> { S0[n, m] : 0 <= n < N and 0 <= m < M; S1[n, m, k] : 0 <= n < N and 0 <= m < M and 0 <= k < K }" {
    schedule.band permutable tag "tile" tiles(32, 32)
      (block.y coincident "{ S0[n, m] -> [32*floor(n/32)]; S1[n, m, k] -> [32*floor(n/32)] }",
       block.x coincident "{ S0[n, m] -> [32*floor(m/32)]; S1[n, m, k] -> [32*floor(m/32)] }") {
      schedule.band permutable tag "point"
        (coincident "{ S0[n, m] -> [n mod 32]; S1[n, m, k] -> [n mod 32] }",
         sequential coincident "{ S0[n, m] -> [m mod 32]; S1[n, m, k] -> [m mod 32] }") {
        schedule.sequence {
          schedule.filter "{ S0[n, m] }" {}
          schedule.filter "{ S1[n, m, k] }" { schedule.band ("{ S1[n, m, k] -> [k] }") { schedule.leaf } }
        }
      }
    }
  }
}

// -----

// The other nodes and the other kinds of members; copies and barriers below an extension.
// CHECK-LABEL: schedule.scop @nodes(%A: memref<64xf32>, out %B: memref<64xf32>) {
// CHECK-NEXT:    %T = schedule.array temporary : memref<64xf32>
// CHECK-NEXT:    %A_s = schedule.array shared {banks = 32 : i64} : memref<32xf32, 3>
// CHECK-NEXT:    %_2r = schedule.array private "2r" : memref<1xf32, 5>
// CHECK-NEXT:    schedule.statement @S0(%i) attributes {note = "kept"} {
// CHECK:         schedule.statement @sync0() {
// CHECK-NEXT:      gpu.barrier
// CHECK-NEXT:    }
// CHECK:         schedule.domain "{ S0[i] : 0 <= i <= 63 }" attributes {outer} {
// CHECK-NEXT:      schedule.context "{ : }" {
// CHECK-NEXT:        schedule.guard "{ : }" {
// CHECK-NEXT:          schedule.band tiles(32) (block.z coincident "{ S0[i] -> [i - i mod 32] }") {
// CHECK-NEXT:            schedule.extension "{ [b] -> sync0[]; [b] -> A_in[b, x] : 0 <= x <= 31 }" {
// CHECK-NEXT:              schedule.sequence {
// CHECK-NEXT:                schedule.filter "{ A_in[b, x] }" {
// CHECK-NEXT:                  schedule.band (thread(1, 32) "{ A_in[b, x] -> [x] }") {}
// CHECK-NEXT:                }
// CHECK-NEXT:                schedule.filter "{ sync0[] }" {}
// CHECK-NEXT:                schedule.filter "{ S0[i] }" {
// CHECK-NEXT:                  schedule.mark "promoted" attributes {array = "A", pipeline = 3 : i64} {
// CHECK-NEXT:                    schedule.set {
// CHECK-NEXT:                      schedule.filter "{ S0[i] : i <= 31 }" {
// CHECK-NEXT:                        schedule.band options "{ separate[x] }"
// CHECK-NEXT:                          (parallel "{ S0[i] -> [i] }",
// CHECK-NEXT:                           vector "{ S0[i] -> [i] }",
// CHECK-NEXT:                           unroll "{ S0[i] -> [i] }",
// CHECK-NEXT:                           block.x "{ S0[i] -> [i] }",
// CHECK-NEXT:                           block.y "{ S0[i] -> [i] }",
// CHECK-NEXT:                           thread.x "{ S0[i] -> [i] }",
// CHECK-NEXT:                           thread.y "{ S0[i] -> [i] }",
// CHECK-NEXT:                           thread.z "{ S0[i] -> [i] }") {}
// GENERIC:       "schedule.array"() <{array_name = "2r", kind = #schedule.array_kind<private>}> : () -> memref<1xf32, 5>
// GENERIC:       "schedule.extension"() <{map = #schedule.map<
// GENERIC:       "schedule.mark"() <{label = "promoted"}> ({
// GENERIC:       ast_options = #schedule.set<
schedule.scop @nodes(%A: memref<64xf32>, out %B: memref<64xf32>) {
  %T = schedule.array temporary : memref<64xf32>
  %A_s = schedule.array shared {banks = 32} : memref<32xf32, 3>
  %_2r = schedule.array private "2r" : memref<1xf32, 5>
  schedule.statement @S0(%i) attributes {note = "kept"} {
    %0 = affine.load %A_s[%i mod 32] : memref<32xf32, 3>
    affine.store %0, %B[%i] : memref<64xf32>
  }
  schedule.statement @A_in(%b, %x) {
    %0 = affine.load %A[%b + %x] : memref<64xf32>
    affine.store %0, %A_s[%x] : memref<32xf32, 3>
  }
  schedule.statement @sync0() { gpu.barrier }
  schedule.domain "{ S0[i] : 0 <= i < 64 }" attributes {outer} {
    schedule.context "{ : }" {
      schedule.guard "{ : }" {
        schedule.band tiles(32) (block.z coincident "{ S0[i] -> [32*floor(i/32)] }") {
          schedule.extension "{ [b] -> sync0[]; [b] -> A_in[b, x] : 0 <= x < 32 }" {
            schedule.sequence {
              schedule.filter "{ A_in[b, x] }" { schedule.band (thread(1, 32) "{ A_in[b, x] -> [x] }") {} }
              schedule.filter "{ sync0[] }" {}
              schedule.filter "{ S0[i] }" {
                schedule.mark "promoted" attributes {array = "A", pipeline = 3} {
                  schedule.set {
                    schedule.filter "{ S0[i] : i < 32 }" {
                      schedule.band options "{ separate[x] }"
                        (parallel "{ S0[i] -> [i] }", vector "{ S0[i] -> [i] }", unroll "{ S0[i] -> [i] }",
                         block.x "{ S0[i] -> [i] }", block.y "{ S0[i] -> [i] }",
                         thread.x "{ S0[i] -> [i] }", thread.y "{ S0[i] -> [i] }", thread.z "{ S0[i] -> [i] }") {}
                    }
                    schedule.filter "{ S0[i] : i >= 32 }" {}
                  }
                }
              }
            }
          }
        }
      }
    }
  }
}

// -----

// A group of instances that is expanded below; sizes that are not extents; names that MLIR writes differently.
// CHECK-LABEL: schedule.scop @groups(out %_2B: memref<?xf32> {name = "2B"}) sizes(N = %_2B[0], K) {
// CHECK-NEXT:    schedule.statement @S0(%_2i {name = "2i"}) {
// CHECK-NEXT:      %cst = arith.constant 0.000000e+00 : f32
// CHECK-NEXT:      affine.store %cst, %_2B[%_2i] : memref<?xf32>
// CHECK:         schedule.domain "[N, K] -> { G[g] : 0 <= g < N }" {
// CHECK-NEXT:      schedule.band (sequential "{ G[g] -> [g] }") {
// CHECK-NEXT:        schedule.expansion "{ S0[i] -> G[i] }" to "{ G[g] -> S0[g] }" {
// CHECK-NEXT:          schedule.filter "{ S0[i] }" {}
// GENERIC:       "schedule.expansion"() <{contraction = #schedule.map<"{ S0[i] -> G[i] }">, expansion = #schedule.map<"{ G[g] -> S0[g] }">}> ({
// GENERIC:       "schedule.filter"() <{set = #schedule.set<"{ S0[i] }">}> ({
// GENERIC-NEXT:  ^bb0:
// GENERIC-NEXT:  }) : () -> ()
schedule.scop @groups(out %_2B: memref<?xf32> {name = "2B"}) sizes(N = %_2B[0], K) {
  schedule.statement @S0(%_2i {name = "2i"}) {
    %0 = arith.constant 0.0 : f32
    affine.store %0, %_2B[%_2i] : memref<?xf32>
  }
  schedule.domain "[N, K] -> { G[g] : 0 <= g < N }" {
    schedule.band ("{ G[g] -> [g] }") {
      schedule.expansion "{ S0[i] -> G[i] }" to "{ G[g] -> S0[g] }" {
        schedule.filter "{ S0[i] }" {}
      }
    }
  }
}

// -----

// Attributes on their own; isl prints objects in its own form.
// CHECK-LABEL: @alone
// CHECK-SAME:    test.aff = #schedule.aff<"{ S[i] -> [i - i mod 32] }">
// CHECK-SAME:    test.kind = #schedule.member<thread.y>
// CHECK-SAME:    test.map = #schedule.map<"{ S[i] -> A[1 + i] : 0 <= i <= 3 }">
// CHECK-SAME:    test.role = #schedule.role<out>
// CHECK-SAME:    test.set = #schedule.set<"[N] -> { S[i] : 0 <= i < N }">
// CHECK-SAME:    test.space = #schedule.array_kind<shared>
module @alone attributes {test.set = #schedule.set<"[N]->{S[i]:i>=0 and i<=N-1}">, test.map = #schedule.map<"{ S[i] -> A[i + 1] : 0 <= i < 4 }">,
                          test.aff = #schedule.aff<"{ S[i] -> [32*floor(i/32)] }">, test.kind = #schedule.member<thread.y>,
                          test.role = #schedule.role<out>, test.space = #schedule.array_kind<shared>} {}

// -----

// What the last block of a group runs.
// CHECK-LABEL: schedule.scop @last
// CHECK: schedule.last "arrived" across block.x, block.z {
// GENERIC: "schedule.last"() <{across = [#schedule.member<block.x>, #schedule.member<block.z>], counter = "arrived"}> ({
schedule.scop @last(%A: memref<64xf32>, out %B: memref<64xf32>) grid(2, 2, 2) {
  %arrived = schedule.array temporary : memref<2xi32>
  schedule.statement @S0(%i) {
    %0 = affine.load %A[%i] : memref<64xf32>
    affine.store %0, %B[%i] : memref<64xf32>
  }
  schedule.domain "{ S0[i] : 0 <= i < 64 }" {
    schedule.sequence {
      schedule.filter "{ S0[i] : i < 32 }" {}
      schedule.filter "{ S0[i] : i >= 32 }" {
        schedule.last "arrived" across block.x, block.z {
          schedule.band (block.y "{ S0[i] -> [i] }") {}
        }
      }
    }
  }
}

// -----

// CHECK-LABEL: gpu.func @arrive
// CHECK: %{{.*}} = schedule.arrive %{{.*}}[%{{.*}}] of 4 : memref<2xi32>
// GENERIC: "schedule.arrive"(%{{.*}}, %{{.*}}) <{arrivals = 4 : i64}> : (memref<2xi32>, index) -> i1
gpu.module @kernels {
  gpu.func @arrive(%n: memref<2xi32>) kernel {
    %g = gpu.block_id y
    %0 = schedule.arrive %n[%g] of 4 : memref<2xi32>
    gpu.return
  }
}

// -----

// CHECK-LABEL: schedule.scop @recomputes
// CHECK: schedule.statement @S0_t(%p, %i, %k) reduces add recomputes @S0 {
// GENERIC: recomputes = @S0
schedule.scop @recomputes(%A: memref<32x8xf32>, inout %B: memref<32xf32>) {
  %T = schedule.array shared : memref<32xf32>
  schedule.statement @S0(%i, %k) reduces add {
    %0 = affine.load %A[%i, %k] : memref<32x8xf32>
    %1 = affine.load %B[%i] : memref<32xf32>
    %2 = arith.addf %1, %0 : f32
    affine.store %2, %B[%i] : memref<32xf32>
  }
  schedule.statement @S0_t(%p, %i, %k) reduces add recomputes @S0 {
    %0 = affine.load %A[%i, %k] : memref<32x8xf32>
    %1 = affine.load %T[%i - %p] {schedule.for = #schedule.map<"{ S0_t[p, i, k] -> B[i] }">} : memref<32xf32>
    %2 = arith.addf %1, %0 : f32
    affine.store %2, %T[%i - %p] {schedule.for = #schedule.map<"{ S0_t[p, i, k] -> B[i] }">} : memref<32xf32>
  }
}
