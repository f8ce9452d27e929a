// Tile sizes and the block follow from extents, reuse and the machine: claim H4.
//
// RUN: tc-opt %s --split-input-file --pass-pipeline='builtin.module(tc-attach-target{target=sm_90a},tc-to-schedule,schedule.scop(schedule-isl{fusion=parallel},schedule-choose))' --remarks-filter=schedule-choose 2> %t.remarks | FileCheck %s
// RUN: FileCheck %s --check-prefix=WHY < %t.remarks
// RUN: tc-opt %s --split-input-file --pass-pipeline='builtin.module(tc-attach-target{target=sm_90a},tc-to-schedule,schedule.scop(schedule-isl{fusion=parallel},schedule-choose,schedule-sink{optional=true},schedule-map-threads,schedule-verify))' | FileCheck %s --check-prefix=MAPPED
// RUN: tc-opt %s --split-input-file --tc-pass-statistics --pass-pipeline='builtin.module(tc-to-schedule,schedule.scop(schedule-isl{fusion=parallel},schedule-choose))' -o /dev/null 2>&1 | FileCheck %s --check-prefix=COUNT
// COUNT: schedule-choose: 7 runs
// COUNT-NEXT: {{^}} 9 kernels kernels that were tiled
// COUNT-NEXT: {{^}} 1 left kernels that were left as they are
// RUN: not tc-opt %s --split-input-file --pass-pipeline='builtin.module(tc-attach-target{target=host},tc-to-schedule,schedule.scop(schedule-choose))' -o /dev/null 2>&1 | FileCheck %s --check-prefix=CPU
// CPU: error: expected a GPU as the target of the module, found the CPU `host`

// A product of 1024 x 1024 matrices: a block for nearly each of the 132 multiprocessors. The threads keep the block.
// CHECK-LABEL: schedule.scop @product({{.*}}) block(16, 8, 1) {
// CHECK: schedule.band permutable tag "tile"
// CHECK-NEXT: (coincident "{ S0[i, j] -> [floor(i/64)]; S1[i, j, k] -> [floor(i/64)] }",
// CHECK-NEXT: coincident "{ S0[i, j] -> [floor(j/128)]; S1[i, j, k] -> [floor(j/128)] }") {
// CHECK: schedule.band permutable tag "tile" (sequential "{ S1[i, j, k] -> [floor(k/16)] }") {
// MAPPED-LABEL: schedule.scop @product({{.*}}) block(16, 8, 1) {
// MAPPED: (thread.y coincident "{ S1[i, j, k] -> [i mod 64] }",
// MAPPED-NEXT: thread.x coincident "{ S1[i, j, k] -> [j mod 128] }") {}
// WHY: remark: [Analysis] cost of kernel 0 | Category:schedule-choose | Function=product | LatencyClocks=475, MemoryClocks=91999, MultiplyAddClocks=69632, Remark="69632 clocks for multiply-adds, 65536 for shared memory, 91999 for global memory, 475 for the first loads of blocks; so memory bounds it", SharedClocks=65536{{$}}
// WHY: remark: [Passed] tile sizes of kernel 0 | Category:schedule-choose | Function=product | Blocks=128, Candidates={{[0-9]+}}, Reason="the cheapest of {{[0-9]+}} candidates by the model, 115191 clocks; the next, tile={{[0-9,]+}} block={{[0-9,]+}}, takes as long", Remark="tile=64,128,16 block=8,16: 128 blocks", Suggestion="other extents, or a machine with another memory_gb_per_s; or give sizes: the mapping options tile and block"{{$}}
tc.def @product(%A: !tc.tensor<[1024, 1024], f32>, %B: !tc.tensor<[1024, 1024], f32>) -> (%C: !tc.tensor<[1024, 1024], f32>) {
  tc.comprehension %C[i, j] add init (i in [0, 1024), j in [0, 1024), k in [0, 1024)) {
    %0 = tc.read %A[i, k] : f32
    %1 = tc.read %B[k, j] : f32
    %2 = arith.mulf %0, %1 : f32
    tc.yield %2 : f32
  }
}

// -----

// A batch of small products: one batch a tile, all of its rows and columns in it.
// CHECK-LABEL: schedule.scop @batch({{.*}}) block(8, 8, 1) {
// CHECK: schedule.band permutable tag "tile"
// CHECK-NEXT: (coincident "{ S1[b, i, j, k] -> [b]; S0[b, i, j] -> [b] }",
// CHECK-NEXT: coincident "{ S1[b, i, j, k] -> [floor(i/26)]; S0[b, i, j] -> [floor(i/26)] }",
// CHECK-NEXT: coincident "{ S1[b, i, j, k] -> [floor(j/26)]; S0[b, i, j] -> [floor(j/26)] }") {
// CHECK-NEXT: schedule.band permutable tag "point"
// CHECK-NEXT: (coincident "{ S1[b, i, j, k] -> [i mod 26]; S0[b, i, j] -> [i mod 26] }",
// WHY: Remark="tile=1,26,26,32 block=8,8: 500 blocks"
tc.def @batch(%A: !tc.tensor<[500, 26, 72], f32>, %B: !tc.tensor<[500, 26, 72], f32>) -> (%C: !tc.tensor<[500, 26, 26], f32>) {
  tc.comprehension %C[b, i, j] add init (b in [0, 500), i in [0, 26), j in [0, 26), k in [0, 72)) {
    %0 = tc.read %A[b, i, k] : f32
    %1 = tc.read %B[b, j, k] : f32
    %2 = arith.mulf %0, %1 : f32
    tc.yield %2 : f32
  }
}

// -----

// Without a size there is nothing to choose by.
// WHY: remark: [Missed] tile sizes of kernel 0 | Category:schedule-choose | Function=unknown | Reason="it has no parallel loop, or its sizes are not known", Remark="left as it is", Suggestion="give sizes, by tc-specialize or --size, or tile with schedule-tile"{{$}}
// CHECK-LABEL: schedule.scop @unknown(
// CHECK-NOT: block(
// CHECK: schedule.band permutable (coincident "{ S0[i] -> [i] }") {}
tc.def @unknown(%A: !tc.tensor<[N], f32>) -> (%B: !tc.tensor<[N], f32>) {
  tc.comprehension %B[i] (i in [0, N)) {
    %0 = tc.read %A[i] : f32
    tc.yield %0 : f32
  }
}

// -----

// Two products, of rows of 512 and of 64 elements: the first would take 32 threads along x, for which the second has too few columns. Both have another block, since that saves more than a tenth.
// WHY: remark: [Passed] block of all kernels | Category:schedule-choose | Function=chain | Clocks=517240, Reason="it saves {{[0-9]+}} % over that of the kernel that takes longest; all of them take 517240 clocks with it, with that of kernel 0, block=8,32, {{[0-9]+}}", Remark="block=16,8", Suggestion="the mapping option block, or tc-partition, which makes defs of its own of the statements"{{$}}
// WHY: Reason="the cheapest of {{[0-9]+}} candidates for the block that all kernels share by the model, 263673 clocks; {{.*}}", Remark="tile=1,128,128,16 block=16,8: 3072 blocks"
// WHY: Remark="tile=1,256,64,8 block=16,8: 384 blocks"
// CHECK-LABEL: schedule.scop @chain({{.*}}) block(8, 16, 1) {
tc.def @chain(%Q: !tc.tensor<[192, 512, 64], f32>, %K: !tc.tensor<[192, 512, 64], f32>, %V: !tc.tensor<[192, 512, 64], f32>) -> (%Y: !tc.tensor<[192, 512, 64], f32>) {
  %S = tc.temporary : !tc.tensor<[192, 512, 512], f32>
  tc.comprehension %S[b, i, j] add init (b in [0, 192), i in [0, 512), j in [0, 512), d in [0, 64)) {
    %0 = tc.read %Q[b, i, d] : f32
    %1 = tc.read %K[b, j, d] : f32
    %2 = arith.mulf %0, %1 : f32
    tc.yield %2 : f32
  }
  tc.comprehension %Y[b, i, d] add init (b in [0, 192), i in [0, 512), d in [0, 64), j in [0, 512)) {
    %0 = tc.read %S[b, i, j] : f32
    %1 = tc.read %V[b, j, d] : f32
    %2 = arith.mulf %0, %1 : f32
    tc.yield %2 : f32
  }
}

// -----

// A product, and sums of its columns: the product's own block has no tiles for the sums.
// WHY: remark: [Passed] block of all kernels | Category:schedule-choose | Function=columns | Clocks=[[CLOCKS:[0-9]+]], Reason="that of the kernel that takes longest suits not all of them; all of them take [[CLOCKS]] clocks with it, with that of kernel 1, block=64, {{[0-9]+}}", Remark="block=8,32"
// CHECK-LABEL: schedule.scop @columns({{.*}}) block(32, 8, 1) {
tc.def @columns(%A: !tc.tensor<[2048, 2048], f32>, %B: !tc.tensor<[2048, 2048], f32>) -> (%C: !tc.tensor<[2048, 2048], f32>, %D: !tc.tensor<[2048], f32>) {
  tc.comprehension %C[i, j] add init (i in [0, 2048), j in [0, 2048), k in [0, 2048)) {
    %0 = tc.read %A[i, k] : f32
    %1 = tc.read %B[k, j] : f32
    %2 = arith.mulf %0, %1 : f32
    tc.yield %2 : f32
  }
  tc.comprehension %D[j] add init (j in [0, 2048), i in [0, 2048)) {
    %0 = tc.read %C[i, j] : f32
    tc.yield %0 : f32
  }
}

// -----

// A transposed matrix and a product: the second block of the product would save 0.9 %, less than a tenth.
// WHY: remark: [Passed] block of all kernels | Category:schedule-choose | Function=near | Clocks=675943, Reason="it is that of the kernel that takes longest, and no other saves a tenth; all of them take 675943 clocks with it, with that of kernel 1, block=8,32, 670055", Remark="block=8,16"
// CHECK-LABEL: schedule.scop @near({{.*}}) block(16, 8, 1) {
tc.def @near(%A: !tc.tensor<[2048, 2048], f32>, %B: !tc.tensor<[2048, 2048], f32>) -> (%C: !tc.tensor<[2048, 2048], f32>, %D: !tc.tensor<[2048, 2048], f32>) {
  tc.comprehension %C[i, j] (i in [0, 2048), j in [0, 2048)) {
    %0 = tc.read %A[j, i] : f32
    tc.yield %0 : f32
  }
  tc.comprehension %D[i, j] add init (i in [0, 2048), j in [0, 2048), k in [0, 2048)) {
    %0 = tc.read %C[i, k] : f32
    %1 = tc.read %B[k, j] : f32
    %2 = arith.mulf %0, %1 : f32
    tc.yield %2 : f32
  }
}

// -----

// A product of 128 rows: half of the cheapest tile gives each multiprocessor a block, and costs little.
// WHY: remark: [Passed] tile sizes of kernel 0 | Category:schedule-choose | Function=wide | Blocks=256, Candidates=[[ALL:[0-9]+]], Reason="the cheapest with a block for each multiprocessor by the model, {{[0-9]+}} clocks; the cheapest of all [[ALL]] candidates, tile={{[0-9,]+}} block={{[0-9,]+}}, has only 128 blocks and takes {{[0-9]+}} clocks, as many of them for multiply-adds", Remark="tile={{[0-9,]+}} block={{[0-9,]+}}: 256 blocks"
// CHECK-LABEL: schedule.scop @wide(
tc.def @wide(%A: !tc.tensor<[128, 4096], f32>, %B: !tc.tensor<[16384, 4096], f32>) -> (%C: !tc.tensor<[128, 16384], f32>) {
  tc.comprehension %C[i, j] add init (i in [0, 128), j in [0, 16384), k in [0, 4096)) {
    %0 = tc.read %A[i, k] : f32
    %1 = tc.read %B[j, k] : f32
    %2 = arith.mulf %0, %1 : f32
    tc.yield %2 : f32
  }
}
