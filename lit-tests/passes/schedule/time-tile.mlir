// Loops over time get tiles that take several steps at once, where a step sweeps over more than the caches hold.
// RUN: tc-opt %s --split-input-file --pass-pipeline='builtin.module(schedule.scop(schedule-time-tile,schedule-verify))' | FileCheck %s --check-prefixes=CHECK,AUTO
// RUN: tc-opt %s --split-input-file --pass-pipeline='builtin.module(schedule.scop(schedule-time-tile{sizes=4,8,32},schedule-verify))' | FileCheck %s --check-prefixes=CHECK,GIVEN
// RUN: tc-opt %s --split-input-file --pass-pipeline='builtin.module(schedule.scop(schedule-time-tile{parallel=2 sizes=4,8,32},schedule-verify))' | FileCheck %s --check-prefix=PLANE
// RUN: tc-opt %s --split-input-file --pass-pipeline='builtin.module(schedule.scop(schedule-time-tile{from-edge=true parallel=2 sizes=4,8,32},schedule-verify))' | FileCheck %s --check-prefix=EDGE
// RUN: tc-opt %s --split-input-file --tc-pass-statistics --pass-pipeline='builtin.module(schedule.scop(schedule-time-tile))' -o /dev/null 2>&1 | FileCheck %s --check-prefix=COUNT
// RUN: tc-opt %s --split-input-file --remarks-filter='schedule-time-tile' --pass-pipeline='builtin.module(schedule.scop(schedule-time-tile))' -o /dev/null 2>&1 | FileCheck %s --check-prefix=REMARK
// RUN: tc-opt %s --split-input-file --remarks-filter='schedule-time-tile' --pass-pipeline='builtin.module(schedule.scop(schedule-time-tile{sizes=4,8,32}))' -o /dev/null 2>&1 | FileCheck %s --check-prefix=REMARK-GIVEN
// RUN: tc-opt %s --split-input-file --remarks-filter='schedule-time-tile' --pass-pipeline='builtin.module(schedule.scop(schedule-time-tile{sizes=4,0,0,8}))' -o /dev/null 2>&1 | FileCheck %s --check-prefix=REMARK-WHOLE

// COUNT: schedule-time-tile: 9 runs
// COUNT-NEXT: {{^ *}}3 tiled loops over time with tiles
// COUNT-NEXT: {{^ *}}6 left loops over time that stay as they are

// The arrays are larger than the second cache. T overwrites what S reads above, so along i T is one element later; tiles move by
// what S reads of the step before: one element.
// REMARK: [Passed] time of loop 0 | Category:schedule-time-tile | Function=large | Elements=4096, Reason="a step sweeps over 8.36 MB in about 1.55 clocks for each point, with tiles of 33 kB in 0.55", Remark="tiles of 64 steps of 16 x 256 elements", Steps=64, Suggestion="the mapping option time_tile=none"
// REMARK-GIVEN: [Passed] time of loop 0 | Category:schedule-time-tile | Function=large | Elements=256, Reason="these sizes were given", Remark="tiles of 4 steps of 8 x 32 elements", Steps=4
// REMARK-WHOLE: [Missed] time of loop 0 | Category:schedule-time-tile | Function=large | Reason="the given sizes leave each of its dimensions whole", Remark="no tiles in time"
// CHECK-LABEL: schedule.scop @large
// AUTO: schedule.band tag "time" (sequential "{ T[t, i, j] -> [floor(t/64) + floor((1 + t + i)/16)]; S[t, i, j] -> [floor(t/64) + floor((t + i)/16)] }") {
// AUTO-NEXT: schedule.band permutable tag "time"
// AUTO-NEXT: (coincident "{ T[t, i, j] -> [floor((1 + t + i)/16)]; S[t, i, j] -> [floor((t + i)/16)] }",
// AUTO-NEXT: sequential "{ T[t, i, j] -> [floor((t + j)/256)]; S[t, i, j] -> [floor((t + j)/256)] }") {
// GIVEN: schedule.band tag "time" (sequential "{ T[t, i, j] -> [floor(t/4) + floor((1 + t + i)/8)]; S[t, i, j] -> [floor(t/4) + floor((t + i)/8)] }") {
// GIVEN-NEXT: schedule.band permutable tag "time"
// EDGE-LABEL: schedule.scop @large
// EDGE: (coincident "{ S[t, i, j] -> [(t + i) mod 8] }",
// EDGE-NEXT: coincident "{ S[t, i, j] -> [(t + j) mod 32] }") {}
// EDGE: (coincident "{ T[t, i, j] -> [(1 + t + i) mod 8] }",
// EDGE-NEXT: coincident "{ T[t, i, j] -> [(t + j) mod 32] }") {}
// PLANE-LABEL: schedule.scop @large
// PLANE: schedule.band permutable tag "time"
// PLANE-NEXT: (coincident "{
// PLANE-NEXT: coincident "{
// CHECK: schedule.band (sequential "{ T[t, i, j] -> [t]; S[t, i, j] -> [t] }") {
// CHECK-NEXT: schedule.sequence {
schedule.scop @large(inout %A: memref<1024x1024xf32>) {
  %B = schedule.array temporary : memref<1024x1024xf32>
  schedule.statement @S(%t, %i, %j) at [0, 0] {
    %0 = affine.load %A[%i - 1, %j] : memref<1024x1024xf32>
    %1 = affine.load %A[%i, %j + 1] : memref<1024x1024xf32>
    %2 = arith.addf %0, %1 : f32
    affine.store %2, %B[%i, %j] : memref<1024x1024xf32>
  }
  schedule.statement @T(%t, %i, %j) at [0, 1] {
    %0 = affine.load %B[%i, %j] : memref<1024x1024xf32>
    affine.store %0, %A[%i, %j] : memref<1024x1024xf32>
  }
  schedule.domain "{ S[t, i, j] : 0 <= t < 100 and 0 < i < 1023 and 0 < j < 1023; T[t, i, j] : 0 <= t < 100 and 0 < i < 1023 and 0 < j < 1023 }" {
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

// Both arrays stay in the first cache.
// REMARK: [Missed] time of loop 0 | Category:schedule-time-tile | Function=small | Reason="a step sweeps over 30752 bytes, which stay in the first cache", Remark="no tiles in time", Suggestion="the mapping option time_tile=SIZES, the time first"
// CHECK-LABEL: schedule.scop @small
// AUTO-NOT: tag "time"
// GIVEN: schedule.band tag "time"
schedule.scop @small(inout %A: memref<64x64xf32>) {
  %B = schedule.array temporary : memref<64x64xf32>
  schedule.statement @S(%t, %i, %j) at [0, 0] {
    %0 = affine.load %A[%i - 1, %j] : memref<64x64xf32>
    %1 = affine.load %A[%i, %j + 1] : memref<64x64xf32>
    %2 = arith.addf %0, %1 : f32
    affine.store %2, %B[%i, %j] : memref<64x64xf32>
  }
  schedule.statement @T(%t, %i, %j) at [0, 1] {
    %0 = affine.load %B[%i, %j] : memref<64x64xf32>
    affine.store %0, %A[%i, %j] : memref<64x64xf32>
  }
  schedule.domain "{ S[t, i, j] : 0 <= t < 100 and 0 < i < 63 and 0 < j < 63; T[t, i, j] : 0 <= t < 100 and 0 < i < 63 and 0 < j < 63 }" {
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

// Two steps are too few.
// REMARK: [Missed] time of loop 0 | Category:schedule-time-tile | Function=short | Reason="it has 2 steps only", Remark="no tiles in time", Suggestion="the mapping option time_tile=SIZES, the time first"
// CHECK-LABEL: schedule.scop @short
// AUTO-NOT: tag "time"
schedule.scop @short(inout %A: memref<1024x1024xf32>) {
  %B = schedule.array temporary : memref<1024x1024xf32>
  schedule.statement @S(%t, %i, %j) at [0, 0] {
    %0 = affine.load %A[%i - 1, %j] : memref<1024x1024xf32>
    %1 = affine.load %A[%i, %j + 1] : memref<1024x1024xf32>
    %2 = arith.addf %0, %1 : f32
    affine.store %2, %B[%i, %j] : memref<1024x1024xf32>
  }
  schedule.statement @T(%t, %i, %j) at [0, 1] {
    %0 = affine.load %B[%i, %j] : memref<1024x1024xf32>
    affine.store %0, %A[%i, %j] : memref<1024x1024xf32>
  }
  schedule.domain "{ S[t, i, j] : 0 <= t < 2 and 0 < i < 1023 and 0 < j < 1023; T[t, i, j] : 0 <= t < 2 and 0 < i < 1023 and 0 < j < 1023 }" {
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

// Each element of a step reads a whole row of the step before: no tile can hold that.
// REMARK: [Missed] time of loop 0 | Category:schedule-time-tile | Function=rows | Reason="no tile fits a cache: each step moves it by 16383 elements", Remark="no tiles in time", Suggestion="the mapping option time_tile=SIZES, the time first"
// CHECK-LABEL: schedule.scop @rows
// AUTO-NOT: tag "time"
schedule.scop @rows(inout %A: memref<65x16384xf32>) {
  schedule.statement @S(%t, %i) at [0, 0] {
    %0 = affine.load %A[%t, 16383 - %i] : memref<65x16384xf32>
    affine.store %0, %A[%t + 1, %i] : memref<65x16384xf32>
  }
  schedule.domain "{ S[t, i] : 0 <= t < 64 and 0 <= i < 16384 }" {
    schedule.band (sequential "{ S[t, i] -> [t] }") {
      schedule.band permutable (coincident "{ S[t, i] -> [i] }") {}
    }
  }
}

// -----

// Sizes that are not known say nothing of caches; with sizes given, the distances are not bounded: element i needs element 2i of the step before.
// REMARK: [Missed] time of loop 0 | Category:schedule-time-tile | Function=open | Reason="its sizes are not known", Remark="no tiles in time", Suggestion="the mapping option time_tile=SIZES, the time first"
// CHECK-LABEL: schedule.scop @open
// AUTO-NOT: tag "time"
// REMARK-GIVEN: [Missed] time of loop 0 | Category:schedule-time-tile | Function=open | Reason="the distances from S to S along dimension 0 are not bounded"
schedule.scop @open(inout %A: memref<65x?xf32>) sizes(N = %A[1]) {
  schedule.statement @S(%t, %i) at [0, 0] {
    %0 = affine.load %A[%t, 2 * %i] : memref<65x?xf32>
    affine.store %0, %A[%t + 1, %i] : memref<65x?xf32>
  }
  schedule.domain "[N] -> { S[t, i] : 0 <= t < 64 and 0 <= i and 2i < N }" {
    schedule.band (sequential "[N] -> { S[t, i] -> [t] }") {
      schedule.band permutable (coincident "[N] -> { S[t, i] -> [i] }") {}
    }
  }
}

// -----

// A statement that writes a row, beside one that writes a plane.
// REMARK: [Missed] time of loop 0 | Category:schedule-time-tile | Function=ranks | Reason="S writes along 2 dimensions, and other statements along 1", Remark="no tiles in time", Suggestion="the mapping option time_tile=SIZES, the time first"
// CHECK-LABEL: schedule.scop @ranks
// AUTO-NOT: tag "time"
schedule.scop @ranks(inout %A: memref<512x512xf32>, inout %B: memref<512xf32>) {
  schedule.statement @S(%t, %i, %j) at [0, 0] {
    %0 = affine.load %B[%j] : memref<512xf32>
    affine.store %0, %A[%i, %j] : memref<512x512xf32>
  }
  schedule.statement @T(%t, %j) at [0, 1] {
    %0 = affine.load %A[%t, %j] : memref<512x512xf32>
    affine.store %0, %B[%j] : memref<512xf32>
  }
  schedule.domain "{ S[t, i, j] : 0 <= t < 64 and 0 <= i < 512 and 0 <= j < 512; T[t, j] : 0 <= t < 64 and 0 <= j < 512 }" {
    schedule.band (sequential "{ S[t, i, j] -> [t]; T[t, j] -> [t] }") {
      schedule.sequence {
        schedule.filter "{ S[t, i, j] }" {
          schedule.band permutable (coincident "{ S[t, i, j] -> [i] }", coincident "{ S[t, i, j] -> [j] }") {}
        }
        schedule.filter "{ T[t, j] }" {
          schedule.band permutable (coincident "{ T[t, j] -> [j] }") {}
        }
      }
    }
  }
}

// -----

// Rows go round in each step, so tiles are cut along j only.
// REMARK: [Passed] time of loop 0 | Category:schedule-time-tile | Function=around | {{.*}}Remark="tiles of 32 steps of all x 128 elements"
// REMARK-GIVEN: [Passed] time of loop 0 | Category:schedule-time-tile | Function=around
// CHECK-LABEL: schedule.scop @around
// AUTO: schedule.band permutable tag "time" (coincident "{ T[t, i, j] -> [floor(j/128)]; S[t, i, j] -> [floor(j/128)] }") {
schedule.scop @around(inout %A: memref<512x512xf32>, inout %B: memref<512x512xf32>) {
  schedule.statement @S(%t, %i, %j) at [0, 0] {
    %0 = affine.load %A[%i, %j] : memref<512x512xf32>
    affine.store %0, %B[511 - %i, %j] : memref<512x512xf32>
  }
  schedule.statement @T(%t, %i, %j) at [0, 1] {
    %0 = affine.load %B[%i, %j] : memref<512x512xf32>
    affine.store %0, %A[%i, %j] : memref<512x512xf32>
  }
  schedule.domain "{ S[t, i, j] : 0 <= t < 64 and 0 <= i < 512 and 0 <= j < 512; T[t, i, j] : 0 <= t < 64 and 0 <= i < 512 and 0 <= j < 512 }" {
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

// Data say which element is written.
// REMARK: [Missed] time of loop 0 | Category:schedule-time-tile | Function=computed | Reason="T writes at computed places", Remark="no tiles in time", Suggestion="the mapping option time_tile=SIZES, the time first"
// CHECK-LABEL: schedule.scop @computed
// AUTO-NOT: tag "time"
schedule.scop @computed(%K: memref<1024xi32>, inout %X: memref<1024xf32>, inout %A: memref<65536xf32>) {
  schedule.statement @T(%t, %i) at [0, 0] {
    %0 = affine.load %K[%i] : memref<1024xi32>
    %1 = arith.index_cast %0 : i32 to index
    %2 = affine.load %X[%i] : memref<1024xf32>
    memref.store %2, %A[%1] : memref<65536xf32>
  }
  schedule.statement @S(%t, %i) at [0, 1] {
    %0 = affine.load %A[%i] : memref<65536xf32>
    affine.store %0, %X[%i] : memref<1024xf32>
  }
  schedule.domain "{ S[t, i] : 0 <= t < 64 and 0 <= i < 1024; T[t, i] : 0 <= t < 64 and 0 <= i < 1024 }" {
    schedule.band (sequential "{ S[t, i] -> [t]; T[t, i] -> [t] }") {
      schedule.sequence {
        schedule.filter "{ T[t, i] }" {
          schedule.band (sequential "{ T[t, i] -> [i] }") {}
        }
        schedule.filter "{ S[t, i] }" {
          schedule.band (coincident "{ S[t, i] -> [i] }") {}
        }
      }
    }
  }
}

// -----

// In each step, element j of row i needs element j + 1 of row i - 1: that is against j, so tiles are cut along i only.
// REMARK: [Passed] time of loop 0 | Category:schedule-time-tile | Function=against | {{.*}}Remark="tiles of 64 steps of 64 x all elements"
// REMARK-GIVEN: [Missed] time of loop 0 | Category:schedule-time-tile | Function=against | Reason="within one step, instances depend on others against dimension 1"
// CHECK-LABEL: schedule.scop @against
// AUTO: schedule.band permutable tag "time" (coincident "{ S[t, i, j] -> [floor((t + i)/64)] }") {
schedule.scop @against(inout %A: memref<1024x1024xf32>) {
  schedule.statement @S(%t, %i, %j) at [0, 0, 0] {
    %0 = affine.load %A[%i - 1, %j + 1] : memref<1024x1024xf32>
    affine.store %0, %A[%i, %j] : memref<1024x1024xf32>
  }
  schedule.domain "{ S[t, i, j] : 0 <= t < 64 and 0 < i < 1024 and 0 <= j < 1023 }" {
    schedule.band (sequential "{ S[t, i, j] -> [t] }") {
      schedule.band (sequential "{ S[t, i, j] -> [i] }") {
        schedule.band (coincident "{ S[t, i, j] -> [j] }") {}
      }
    }
  }
}
