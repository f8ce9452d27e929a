// Tiles of several steps of a loop over time: what all steps touch is copied, exactly where it is written.
// RUN: tc-opt %s --split-input-file --pass-pipeline='builtin.module(schedule.scop(schedule-time-tile{from-edge=true parallel=3 sizes=4,8,32},schedule-launches{when=always},schedule-map-blocks,schedule-map-threads{allow-sequential=true},schedule-promote,schedule-sync,schedule-verify))' --remarks-filter=schedule-promote 2> %t.remarks | FileCheck %s
// RUN: FileCheck %s --check-prefix=REMARK < %t.remarks
// RUN: tc-opt %s --split-input-file --pass-pipeline='builtin.module(schedule.scop(schedule-time-tile{from-edge=true parallel=3 sizes=2,4,4,8},schedule-launches{when=always},schedule-map-blocks,schedule-map-threads{allow-sequential=true},schedule-promote))' --remarks-filter=schedule-promote -o /dev/null 2>&1 | FileCheck %s --check-prefix=CUBE

// A is read with its neighbours and written back; B holds nothing before: it is read where the tile before wrote it in the same step, at the edge.
// REMARK: [Passed] promotion of A in kernel 0 | Category:schedule-promote | Function=plane | Bytes={{[0-9]+}}, Reason="several steps of a tile touch each of its elements, which are moved once for all of them"
// REMARK: [Passed] promotion of B in kernel 0 | Category:schedule-promote | Function=plane
// CHECK-LABEL: schedule.scop @plane
// CHECK-DAG: A_in[
// CHECK-DAG: A_out[
// CHECK-DAG: B_in[
// CHECK-DAG: B_out[
// CHECK: thread.y coincident "{ S[t, i, j] -> [(t + i) mod 8] }"
schedule.scop @plane(inout %A: memref<128x128xf32>) {
  %B = schedule.array temporary : memref<128x128xf32>
  schedule.statement @S(%t, %i, %j) at [0, 0] {
    %0 = affine.load %A[%i - 1, %j] : memref<128x128xf32>
    %1 = affine.load %A[%i, %j + 1] : memref<128x128xf32>
    %2 = arith.addf %0, %1 : f32
    affine.store %2, %B[%i, %j] : memref<128x128xf32>
  }
  schedule.statement @T(%t, %i, %j) at [0, 1] {
    %0 = affine.load %B[%i, %j] : memref<128x128xf32>
    affine.store %0, %A[%i, %j] : memref<128x128xf32>
  }
  schedule.domain "{ S[t, i, j] : 0 <= t < 16 and 0 < i < 127 and 0 < j < 127; T[t, i, j] : 0 <= t < 16 and 0 < i < 127 and 0 < j < 127 }" {
    schedule.band (sequential "{ S[t, i, j] -> [t]; T[t, i, j] -> [t] }") {
      schedule.sequence {
        schedule.filter "{ S[t, i, j] }" {
          schedule.band permutable (coincident "{ S[t, i, j] -> [i] }", coincident "{ S[t, i, j] -> [j] }") {}
        }
        schedule.filter "{ T[t, i, j] }" {
          schedule.band permutable (coincident "{ T[t, i, j] -> [i] }", coincident "{ T[t, i, j] -> [j] }") {}
        }
      }
    }
  }
}

// -----

// B is a temporary that each step reads as the step before left it: what is there before a tile's first step, only the proof of another tile would know.
// REMARK: [Missed] promotion of B in kernel 1 | Category:schedule-promote | Function=sums | Reason="a step reads what an earlier step of the same tile wrote, and nothing is there before", Remark="it stays in global memory"
// CHECK-LABEL: schedule.scop @sums
schedule.scop @sums(inout %A: memref<128x128xf32>) {
  %B = schedule.array temporary : memref<128x128xf32>
  schedule.statement @Z(%i, %j) at [0] {
    %0 = affine.load %A[%i, %j] : memref<128x128xf32>
    affine.store %0, %B[%i, %j] : memref<128x128xf32>
  }
  schedule.statement @S(%t, %i, %j) at [1, 0] {
    %0 = affine.load %A[%i - 1, %j] : memref<128x128xf32>
    %1 = affine.load %B[%i, %j] : memref<128x128xf32>
    %2 = arith.addf %0, %1 : f32
    affine.store %2, %B[%i, %j] : memref<128x128xf32>
  }
  schedule.statement @T(%t, %i, %j) at [1, 1] {
    %0 = affine.load %B[%i, %j] : memref<128x128xf32>
    affine.store %0, %A[%i, %j] : memref<128x128xf32>
  }
  schedule.domain "{ Z[i, j] : 0 < i < 127 and 0 < j < 127; S[t, i, j] : 0 <= t < 16 and 0 < i < 127 and 0 < j < 127; T[t, i, j] : 0 <= t < 16 and 0 < i < 127 and 0 < j < 127 }" {
    schedule.sequence {
      schedule.filter "{ Z[i, j] }" {
        schedule.band permutable (coincident "{ Z[i, j] -> [i] }", coincident "{ Z[i, j] -> [j] }") {}
      }
      schedule.filter "{ S[t, i, j]; T[t, i, j] }" {
        schedule.band (sequential "{ S[t, i, j] -> [t]; T[t, i, j] -> [t] }") {
          schedule.sequence {
            schedule.filter "{ S[t, i, j] }" {
              schedule.band permutable (coincident "{ S[t, i, j] -> [i] }", coincident "{ S[t, i, j] -> [j] }") {}
            }
            schedule.filter "{ T[t, i, j] }" {
              schedule.band permutable (coincident "{ T[t, i, j] -> [i] }", coincident "{ T[t, i, j] -> [j] }") {}
            }
          }
        }
      }
    }
  }
}

// -----

// CUBE: [Missed] promotion of A in kernel 0 | Category:schedule-promote | Function=cube | Reason="its tiles move along 3 dimensions, and what they hold takes isl too long to say"
// CHECK-LABEL: schedule.scop @cube
schedule.scop @cube(inout %A: memref<32x32x32xf32>) {
  schedule.statement @S(%t, %i, %j, %k) at [0] {
    %0 = affine.load %A[%i, %j, %k] : memref<32x32x32xf32>
    affine.store %0, %A[%i, %j, %k] : memref<32x32x32xf32>
  }
  schedule.domain "{ S[t, i, j, k] : 0 <= t < 16 and 0 < i < 31 and 0 < j < 31 and 0 < k < 31 }" {
    schedule.band (sequential "{ S[t, i, j, k] -> [t] }") {
      schedule.band permutable (coincident "{ S[t, i, j, k] -> [i] }", coincident "{ S[t, i, j, k] -> [j] }", coincident "{ S[t, i, j, k] -> [k] }") {}
    }
  }
}

// -----

// Only the edge of B is copied out, which the tile beside reads in the same step: one element for each step.
// REMARK: [Passed] promotion of B in kernel 0 | Category:schedule-promote | Function=edge
// CHECK-LABEL: schedule.scop @edge
// CHECK: schedule.extension "{ {{.*}}B_out[i0, i1, o2] : {{[^;]*}} mod 2 = 0
schedule.scop @edge(inout %A: memref<128xf32>) {
  %B = schedule.array temporary : memref<128xf32>
  schedule.statement @S(%t, %i) at [0, 0] {
    %0 = affine.load %A[%i - 1] : memref<128xf32>
    %1 = affine.load %A[%i + 1] : memref<128xf32>
    %2 = arith.addf %0, %1 : f32
    affine.store %2, %B[%i] : memref<128xf32>
  }
  schedule.statement @T(%t, %i) at [0, 1] {
    %0 = affine.load %B[%i] : memref<128xf32>
    affine.store %0, %A[%i] : memref<128xf32>
  }
  schedule.domain "{ S[t, i] : 0 <= t < 16 and 0 < i < 127; T[t, i] : 0 <= t < 16 and 0 < i < 127 }" {
    schedule.band (sequential "{ S[t, i] -> [t]; T[t, i] -> [t] }") {
      schedule.sequence {
        schedule.filter "{ S[t, i] }" {
          schedule.band permutable (coincident "{ S[t, i] -> [i] }") {}
        }
        schedule.filter "{ T[t, i] }" {
          schedule.band permutable (coincident "{ T[t, i] -> [i] }") {}
        }
      }
    }
  }
}

// -----

// As an output B has last values, and is copied out whole.
// REMARK: [Passed] promotion of B in kernel 0 | Category:schedule-promote | Function=output
// CHECK-LABEL: schedule.scop @output
// CHECK: schedule.extension "{ {{.*}}B_out[i0, i1, o2] : -{{[0-9]+}} + i0 <= i1 <= i0 and o2 > 0 and 
schedule.scop @output(inout %A: memref<128xf32>, out %B: memref<128xf32>) {
  schedule.statement @S(%t, %i) at [0, 0] {
    %0 = affine.load %A[%i - 1] : memref<128xf32>
    %1 = affine.load %A[%i + 1] : memref<128xf32>
    %2 = arith.addf %0, %1 : f32
    affine.store %2, %B[%i] : memref<128xf32>
  }
  schedule.statement @T(%t, %i) at [0, 1] {
    %0 = affine.load %B[%i] : memref<128xf32>
    affine.store %0, %A[%i] : memref<128xf32>
  }
  schedule.domain "{ S[t, i] : 0 <= t < 16 and 0 < i < 127; T[t, i] : 0 <= t < 16 and 0 < i < 127 }" {
    schedule.band (sequential "{ S[t, i] -> [t]; T[t, i] -> [t] }") {
      schedule.sequence {
        schedule.filter "{ S[t, i] }" {
          schedule.band permutable (coincident "{ S[t, i] -> [i] }") {}
        }
        schedule.filter "{ T[t, i] }" {
          schedule.band permutable (coincident "{ T[t, i] -> [i] }") {}
        }
      }
    }
  }
}
