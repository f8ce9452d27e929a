// What passes decide, as remarks of MLIR: by kind, by pass, as diagnostics and as files. Nobody asks: nothing is said.
// DEFINE: %{opt} = tc-opt %s -o /dev/null --pass-pipeline='builtin.module(schedule.scop(schedule-vectorize,schedule-promote,schedule-sync))'
// RUN: %{opt} 2>&1 | count 0
// RUN: %{opt} --remarks-filter='schedule-.*' --remark-format=emitRemark 2>&1 | FileCheck %s --implicit-check-not=remark:
// RUN: %{opt} --remarks-filter-passed=schedule-promote 2>&1 | FileCheck %s --check-prefix=PASSED --implicit-check-not=remark:
// RUN: %{opt} --remarks-filter-missed=schedule-promote 2>&1 | FileCheck %s --check-prefix=MISSED --implicit-check-not=remark:
// RUN: %{opt} --remarks-filter-analyse='.*' 2>&1 | FileCheck %s --check-prefix=ANALYSIS --implicit-check-not=remark:
// The expression is for the whole name of a pass.
// RUN: %{opt} --remarks-filter=schedule 2>&1 | count 0
// The engine prints at its end, when all passes have run; each remark is there.
// RUN: %{opt} --remarks-filter='schedule-.*' --remark-policy=final 2>&1 | grep -c remark: | FileCheck %s --check-prefix=FINAL
// RUN: %{opt} --remarks-filter=schedule-promote --remark-format=yaml --remarks-output-file=%t.yaml --mlir-disable-threading
// RUN: FileCheck %s --check-prefix=YAML --input-file=%t.yaml
// RUN: tc-opt --help | FileCheck %s --check-prefix=HELP

// CHECK-DAG: remark: [Passed] vectors of kernel 0 | Category:schedule-vectorize | Function=copy | Reason="neighbouring threads go along rows of A, B, and 16 bytes hold 4 elements", Remark="each thread takes 4 neighbouring elements",
// CHECK-DAG: remark: [Missed] vectors of kernel 0 | Category:schedule-vectorize | Function=transpose
// CHECK-DAG: remark: [Missed] promotion of A in kernel 0 | Category:schedule-promote | Function=copy
// CHECK-DAG: remark: [Missed] promotion of B in kernel 0 | Category:schedule-promote | Function=copy
// CHECK-DAG: remark: [Passed] promotion of A in kernel 0 | Category:schedule-promote | Function=transpose
// CHECK-DAG: remark: [Missed] promotion of B in kernel 0 | Category:schedule-promote | Function=transpose
// CHECK-DAG: remark: [Analysis] barriers of kernel 0 | Category:schedule-sync | Function=copy
// CHECK-DAG: remark: [Passed] barrier sync0 | Category:schedule-sync | Function=transpose
// FINAL: {{^}}8{{$}}

// PASSED: remark: [Passed] promotion of A in kernel 0 | Category:schedule-promote | Function=transpose | Bytes=4224, Reason="neighbouring threads touch elements that are not neighbours; the copy moves neighbours", Remark="a tile of 32 x 32 elements, 4224 bytes, in shared memory; each row has 1 elements of padding", Suggestion="

// MISSED-DAG: remark: [Missed] promotion of A in kernel 0 | Category:schedule-promote | Function=copy | Reason="each of its elements is touched by one thread, and neighbouring threads touch neighbouring elements", Remark="it stays in global memory", Suggestion="`arrays` of schedule-promote promotes it nevertheless, where that is legal"
// MISSED-DAG: [Missed] promotion of B in kernel 0 | Category:schedule-promote | Function=copy
// MISSED-DAG: [Missed] promotion of B in kernel 0 | Category:schedule-promote | Function=transpose

// ANALYSIS: remark: [Analysis] barriers of kernel 0 | Category:schedule-sync | Function=copy

// YAML: --- !Missed
// YAML-NEXT: Pass: schedule-promote
// YAML-NEXT: Name: promotion of A in kernel 0
// YAML-NEXT: DebugLoc: { File: '{{.*}}remarks.mlir',
// YAML: Line: [[@LINE+12]],
// YAML: Function: copy
// YAML-NEXT: Args:
// YAML-NEXT: - Remark: it stays in global memory
// YAML-NEXT: - Reason: each of its elements
// YAML-NEXT: - Suggestion:
// YAML: --- !Passed
// YAML: Function: transpose
// YAML: - Bytes: '4224'

// HELP: --remark-format=<value>
// HELP: --remarks-filter=<string>
schedule.scop @copy(%A: memref<128x128xf32>, out %B: memref<128x128xf32>) grid(4, 4, 1) block(8, 8, 1) {
  schedule.statement @S(%i, %j) {
    %0 = affine.load %A[%i, %j] : memref<128x128xf32>
    affine.store %0, %B[%i, %j] : memref<128x128xf32>
  }
  schedule.domain "{ S[i, j] : 0 <= i < 128 and 0 <= j < 128 }" {
    schedule.band permutable tag "tile" (block.y coincident "{ S[i, j] -> [floor(i/32)] }", block.x coincident "{ S[i, j] -> [floor(j/32)] }") {
      schedule.band permutable tag "point" (thread.y coincident "{ S[i, j] -> [i mod 32] }", thread.x coincident "{ S[i, j] -> [j mod 32] }") {}
    }
  }
}
schedule.scop @transpose(%A: memref<128x128xf32>, out %B: memref<128x128xf32>) grid(4, 4, 1) block(8, 8, 1) {
  schedule.statement @S(%i, %j) {
    %0 = affine.load %A[%j, %i] : memref<128x128xf32>
    affine.store %0, %B[%i, %j] : memref<128x128xf32>
  }
  schedule.domain "{ S[i, j] : 0 <= i < 128 and 0 <= j < 128 }" {
    schedule.band permutable tag "tile" (block.y coincident "{ S[i, j] -> [floor(i/32)] }", block.x coincident "{ S[i, j] -> [floor(j/32)] }") {
      schedule.band permutable tag "point" (thread.y coincident "{ S[i, j] -> [i mod 32] }", thread.x coincident "{ S[i, j] -> [j mod 32] }") {}
    }
  }
}
