// A barrier of a warp where the lanes of each warp only meet each other, of the block where two warps meet or a warp is not full.
// RUN: tc-test-opt %s --split-input-file --tc-pass-statistics --pass-pipeline='builtin.module(schedule.scop(schedule-sync,schedule-verify,test-schedule-enumeration))' 2> %t.count | FileCheck %s
// RUN: FileCheck %s --input-file=%t.count --check-prefix=COUNT
// RUN: tc-opt %s --split-input-file --pass-pipeline='builtin.module(schedule.scop(schedule-sync))' --remarks-filter=schedule-sync --remark-format=emitRemark -o /dev/null 2>&1 | FileCheck %s --check-prefix=REMARK

// REMARK: Function=row | Reason="different threads of S0 and of S1 touch the same elements of T, and one of them writes", Remark="the lanes of each warp meet"
// REMARK: Function=rows | {{.*}}Remark="the threads of a block meet"

// COUNT: schedule-sync: 5 runs
// COUNT-NEXT: {{^ *}}3 block-barriers  barriers of all threads of a block added{{$}}
// COUNT-NEXT: {{^ *}}2 warp-barriers   barriers of the lanes of a warp added{{$}}

// Row y is warp y.
// CHECK-LABEL: schedule.scop @row
// CHECK: schedule.statement @sync0() {
// CHECK-NEXT: schedule.warp_barrier
// CHECK-NEXT: }
// CHECK: schedule.filter "{ S0[y, x] }" {
// CHECK: schedule.filter "{ sync0[] }" {}
// CHECK-NEXT: schedule.filter "{ S1[y, x] }" {
schedule.scop @row(%A: memref<2x32xf32>, out %C: memref<2x32xf32>) grid(1) block(32, 2) {
  %T = schedule.array shared : memref<2x32xf32, #gpu.address_space<workgroup>>
  schedule.statement @S0(%y, %x) {
    %0 = affine.load %A[%y, %x] : memref<2x32xf32>
    affine.store %0, %T[%y, %x] : memref<2x32xf32, #gpu.address_space<workgroup>>
  }
  schedule.statement @S1(%y, %x) {
    %0 = affine.load %T[%y, 31 - %x] : memref<2x32xf32, #gpu.address_space<workgroup>>
    affine.store %0, %C[%y, %x] : memref<2x32xf32>
  }
  schedule.domain "{ S0[y, x] : 0 <= y < 2 and 0 <= x < 32; S1[y, x] : 0 <= y < 2 and 0 <= x < 32 }" {
    schedule.band (block.x coincident "{ S0[y, x] -> [0]; S1[y, x] -> [0] }") {
      schedule.sequence {
        schedule.filter "{ S0[y, x] }" {
          schedule.band permutable (thread.y coincident "{ S0[y, x] -> [y] }", thread.x coincident "{ S0[y, x] -> [x] }") {}
        }
        schedule.filter "{ S1[y, x] }" {
          schedule.band permutable (thread.y coincident "{ S1[y, x] -> [y] }", thread.x coincident "{ S1[y, x] -> [x] }") {}
        }
      }
    }
  }
}

// -----

// The rows of the block are reversed: two warps meet.
// CHECK-LABEL: schedule.scop @rows
// CHECK: schedule.statement @sync0() {
// CHECK-NEXT: gpu.barrier
schedule.scop @rows(%A: memref<2x32xf32>, out %C: memref<2x32xf32>) grid(1) block(32, 2) {
  %T = schedule.array shared : memref<2x32xf32, #gpu.address_space<workgroup>>
  schedule.statement @S0(%y, %x) {
    %0 = affine.load %A[%y, %x] : memref<2x32xf32>
    affine.store %0, %T[%y, %x] : memref<2x32xf32, #gpu.address_space<workgroup>>
  }
  schedule.statement @S1(%y, %x) {
    %0 = affine.load %T[1 - %y, %x] : memref<2x32xf32, #gpu.address_space<workgroup>>
    affine.store %0, %C[%y, %x] : memref<2x32xf32>
  }
  schedule.domain "{ S0[y, x] : 0 <= y < 2 and 0 <= x < 32; S1[y, x] : 0 <= y < 2 and 0 <= x < 32 }" {
    schedule.band (block.x coincident "{ S0[y, x] -> [0]; S1[y, x] -> [0] }") {
      schedule.sequence {
        schedule.filter "{ S0[y, x] }" {
          schedule.band permutable (thread.y coincident "{ S0[y, x] -> [y] }", thread.x coincident "{ S0[y, x] -> [x] }") {}
        }
        schedule.filter "{ S1[y, x] }" {
          schedule.band permutable (thread.y coincident "{ S1[y, x] -> [y] }", thread.x coincident "{ S1[y, x] -> [x] }") {}
        }
      }
    }
  }
}

// -----

// 16 threads do not fill a warp.
// CHECK-LABEL: schedule.scop @half
// CHECK: schedule.statement @sync0() {
// CHECK-NEXT: gpu.barrier
schedule.scop @half(%A: memref<16xf32>, out %C: memref<16xf32>) grid(1) block(16) {
  %T = schedule.array shared : memref<16xf32, #gpu.address_space<workgroup>>
  schedule.statement @S0(%x) {
    %0 = affine.load %A[%x] : memref<16xf32>
    affine.store %0, %T[%x] : memref<16xf32, #gpu.address_space<workgroup>>
  }
  schedule.statement @S1(%x) {
    %0 = affine.load %T[15 - %x] : memref<16xf32, #gpu.address_space<workgroup>>
    affine.store %0, %C[%x] : memref<16xf32>
  }
  schedule.domain "{ S0[x] : 0 <= x < 16; S1[x] : 0 <= x < 16 }" {
    schedule.band (block.x coincident "{ S0[x] -> [0]; S1[x] -> [0] }") {
      schedule.sequence {
        schedule.filter "{ S0[x] }" {
          schedule.band (thread.x coincident "{ S0[x] -> [x] }") {}
        }
        schedule.filter "{ S1[x] }" {
          schedule.band (thread.x coincident "{ S1[x] -> [x] }") {}
        }
      }
    }
  }
}

// -----

// Four rows of 8 threads are a warp; a kernel with no loop on y is launched with one row of 8.
// CHECK-LABEL: schedule.scop @short_rows
// CHECK: schedule.statement @sync0() {
// CHECK-NEXT: schedule.warp_barrier
schedule.scop @short_rows(%A: memref<8x8xf32>, out %C: memref<8x8xf32>) grid(1) block(8, 8) {
  %T = schedule.array shared : memref<8x8xf32, #gpu.address_space<workgroup>>
  schedule.statement @S0(%y, %x) {
    %0 = affine.load %A[%y, %x] : memref<8x8xf32>
    affine.store %0, %T[%y, %x] : memref<8x8xf32, #gpu.address_space<workgroup>>
  }
  schedule.statement @S1(%y, %x) {
    %0 = affine.load %T[4 * (%y floordiv 4) + 3 - %y mod 4, %x] : memref<8x8xf32, #gpu.address_space<workgroup>>
    affine.store %0, %C[%y, %x] : memref<8x8xf32>
  }
  schedule.domain "{ S0[y, x] : 0 <= y < 8 and 0 <= x < 8; S1[y, x] : 0 <= y < 8 and 0 <= x < 8 }" {
    schedule.band (block.x coincident "{ S0[y, x] -> [0]; S1[y, x] -> [0] }") {
      schedule.sequence {
        schedule.filter "{ S0[y, x] }" {
          schedule.band permutable (thread.y coincident "{ S0[y, x] -> [y] }", thread.x coincident "{ S0[y, x] -> [x] }") {}
        }
        schedule.filter "{ S1[y, x] }" {
          schedule.band permutable (thread.y coincident "{ S1[y, x] -> [y] }", thread.x coincident "{ S1[y, x] -> [x] }") {}
        }
      }
    }
  }
}

// -----

// The same rows without a loop on y: 8 threads.
// CHECK-LABEL: schedule.scop @one_row
// CHECK: schedule.statement @sync0() {
// CHECK-NEXT: gpu.barrier
schedule.scop @one_row(%A: memref<8xf32>, out %C: memref<8xf32>) grid(1) block(8, 8) {
  %T = schedule.array shared : memref<8xf32, #gpu.address_space<workgroup>>
  schedule.statement @S0(%x) {
    %0 = affine.load %A[%x] : memref<8xf32>
    affine.store %0, %T[%x] : memref<8xf32, #gpu.address_space<workgroup>>
  }
  schedule.statement @S1(%x) {
    %0 = affine.load %T[7 - %x] : memref<8xf32, #gpu.address_space<workgroup>>
    affine.store %0, %C[%x] : memref<8xf32>
  }
  schedule.domain "{ S0[x] : 0 <= x < 8; S1[x] : 0 <= x < 8 }" {
    schedule.band (block.x coincident "{ S0[x] -> [0]; S1[x] -> [0] }") {
      schedule.sequence {
        schedule.filter "{ S0[x] }" {
          schedule.band (thread.x coincident "{ S0[x] -> [x] }") {}
        }
        schedule.filter "{ S1[x] }" {
          schedule.band (thread.x coincident "{ S1[x] -> [x] }") {}
        }
      }
    }
  }
}
