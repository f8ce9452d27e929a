// A branch of which each loop carries a dependence runs on one thread.
// RUN: tc-opt %s --pass-pipeline='builtin.module(schedule.scop(schedule-map-cpu,schedule-verify))' --remarks-filter-missed='.*' 2> %t.remarks | FileCheck %s
// RUN: FileCheck %s --check-prefix=REMARK --input-file=%t.remarks

// CHECK: schedule.band (sequential "{ S[i] -> [i] }") {}
// REMARK: remark: [Missed] threads of { S[i] -> [(i)] } | Category:schedule-map-cpu | Function=chain | Reason="each of its loops carries a dependence", Remark="the branch runs on one", Suggestion="`parallel`, `parts`, `rows` and `work` of schedule-map-cpu,
schedule.scop @chain(inout %A: memref<9xf32>) {
  schedule.statement @S(%i) {
    %0 = affine.load %A[%i] : memref<9xf32>
    affine.store %0, %A[%i + 1] : memref<9xf32>
  }
  schedule.domain "{ S[i] : 0 <= i < 8 }" {
    schedule.band (sequential "{ S[i] -> [i] }") {}
  }
}
