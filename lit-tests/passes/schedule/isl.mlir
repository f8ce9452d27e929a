// The fusion strategies of schedule-isl, and why statements share loops.
// DEFINE: %{isl} = tc-opt %s --tc-pass-statistics --remarks-filter=schedule-isl --pass-pipeline
// RUN: %{isl}='builtin.module(schedule.scop(schedule-isl{fusion=max},schedule-verify))' 2>&1 | FileCheck %s --check-prefixes=ONE,ONE-TREE
// RUN: %{isl}='builtin.module(schedule.scop(schedule-isl{fusion=preserve3},schedule-verify))' 2>&1 | FileCheck %s --check-prefixes=ONE,ONE-TREE
// RUN: %{isl}='builtin.module(schedule.scop(schedule-isl{fusion=parallel},schedule-verify))' 2>&1 | FileCheck %s --check-prefixes=ONE,ONE-TREE
// RUN: %{isl}='builtin.module(schedule.scop(schedule-isl{fusion=min},schedule-verify))' 2>&1 | FileCheck %s --check-prefixes=TWO,TWO-TREE

// The sum of a row is in the loop that clears it.
// ONE: isl.mlir:[[@LINE+27]]:1: remark: [Passed] loops of S0, S1 | Category:schedule-isl | Function=mv | Reason="{{as many common loops are parallel as a statement has by itself, or three|no dependence crosses these parallel loops|they have as many parallel loops, and no dependence crosses these}}", Remark="1 common loop, 1 of them parallel: S0[m] -> m", Suggestion="the mapping option fusion=min gives each statement its own loops"{{$}}
// ONE: schedule-isl: 1 run
// ONE-NEXT: {{^ *}}2 bands               bands of the new tree
// ONE-NEXT: {{^ *}}1 coincident-members  coincident members of the new tree
// ONE-NEXT: {{^ *}}2 fused-statements    statements that share a band with another one
// ONE-NEXT: {{^ *[1-9][0-9]*}} isl-operations      isl operations used
// ONE-TREE: schedule.domain
// ONE-TREE-NEXT: schedule.band permutable (coincident "{ S0[m] -> [m]; S1[m, k] -> [m] }") {
// ONE-TREE-NEXT: schedule.sequence {
// ONE-TREE-NEXT: schedule.filter "{ S0[m] }" {}
// ONE-TREE-NEXT: schedule.filter "{ S1[m, k] }" {
// ONE-TREE-NEXT: schedule.band permutable (sequential "{ S1[m, k] -> [k] }") {}

// TWO-NOT: remark
// TWO: schedule-isl: 1 run
// TWO-NEXT: {{^ *}}2 bands
// TWO-NEXT: {{^ *}}2 coincident-members
// TWO-NEXT: {{^ *}}0 fused-statements
// TWO-TREE: schedule.domain
// TWO-TREE-NEXT: schedule.sequence {
// TWO-TREE-NEXT: schedule.filter "{ S0[m] }" {
// TWO-TREE-NEXT: schedule.band permutable (coincident "{ S0[m] -> [m] }") {}
// TWO-TREE-NEXT: }
// TWO-TREE-NEXT: schedule.filter "{ S1[m, k] }" {
// TWO-TREE-NEXT: schedule.band permutable
// TWO-TREE-NEXT: (coincident "{ S1[m, k] -> [m] }",
// TWO-TREE-NEXT: sequential "{ S1[m, k] -> [k] }") {}
schedule.scop @mv(%A: memref<?x?xf32>, %x: memref<?xf32>, out %C: memref<?xf32>) sizes(M = %A[0], K = %A[1]) attributes {schedule.extents = {C = ["M"], x = ["K"]}} {
  schedule.statement @S0(%m) {
    %0 = arith.constant 0.0 : f32
    affine.store %0, %C[%m] : memref<?xf32>
  }
  schedule.statement @S1(%m, %k) reduces add {
    %0 = affine.load %A[%m, %k] : memref<?x?xf32>
    %1 = affine.load %x[%k] : memref<?xf32>
    %2 = arith.mulf %0, %1 : f32
    %3 = affine.load %C[%m] : memref<?xf32>
    %4 = arith.addf %3, %2 : f32
    affine.store %4, %C[%m] : memref<?xf32>
  }
  schedule.domain "[M, K] -> { S0[m] : 0 <= m < M; S1[m, k] : 0 <= m < M and 0 <= k < K }" {
    schedule.sequence {
      schedule.filter "{ S0[m] }" {
        schedule.band (sequential "{ S0[m] -> [m] }") {}
      }
      schedule.filter "{ S1[m, k] }" {
        schedule.band (sequential "{ S1[m, k] -> [m] }", sequential "{ S1[m, k] -> [k] }") {}
      }
    }
  }
}
