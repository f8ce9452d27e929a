// Copies that may go on by themselves become one copy for each 16 bytes of neighbours, where both addresses are multiples of 16; the indices say so here
// as multiples of four elements.
// RUN: tc-opt %s --split-input-file --loops-async-copies | FileCheck %s
// RUN: tc-opt %s --split-input-file --loops-async-copies=widest=8 | FileCheck %s --check-prefix=EIGHT
// RUN: tc-opt %s --split-input-file --loops-async-copies --tc-pass-statistics -o /dev/null 2>&1 | FileCheck %s --check-prefix=COUNT
// RUN: not tc-opt %s --split-input-file --loops-async-copies=widest=5 2>&1 | FileCheck %s --check-prefix=WIDTH
// WIDTH: expected 4, 8 or 16 bytes, found 5

// COUNT: loops-async-copies: {{[0-9]+}} runs
// COUNT-NEXT: {{^ *}}2 wide    copies of several elements{{$}}
// COUNT-NEXT: {{^ *}}6 narrow  copies of one element{{$}}
// COUNT-NEXT: {{^ *}}7 left    copies that stay loads and stores{{$}}

// CHECK-LABEL: gpu.func @row
// CHECK: %[[J:.*]] = arith.muli
// CHECK-NOT: memref.store
// CHECK: schedule.async_copy %arg0[%{{.*}}, %[[J]]], %arg1[%{{.*}}, %[[J]]], 4 : memref<8x32xf32>, memref<2x32xf32
// CHECK-NEXT: schedule.wait 0
// CHECK-NEXT: gpu.return
// EIGHT-LABEL: gpu.func @row
// EIGHT-COUNT-2: schedule.async_copy {{.*}}, 2 : memref<8x32xf32>
gpu.module @rows {
  gpu.func @row(%A: memref<8x32xf32> {llvm.align = 16 : i64}) workgroup(%S: memref<2x32xf32, #gpu.address_space<workgroup>> {llvm.align = 16 : i64}) kernel {
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    %c2 = arith.constant 2 : index
    %c3 = arith.constant 3 : index
    %c4 = arith.constant 4 : index
    %t = gpu.thread_id x
    %j = arith.muli %t, %c4 : index
    %j1 = arith.addi %j, %c1 : index
    %j2 = arith.addi %j, %c2 : index
    %j3 = arith.addi %j, %c3 : index
    // In any order.
    %0 = memref.load %A[%c3, %j1] : memref<8x32xf32>
    memref.store %0, %S[%c1, %j1] {tc.async} : memref<2x32xf32, #gpu.address_space<workgroup>>
    %1 = memref.load %A[%c3, %j] : memref<8x32xf32>
    memref.store %1, %S[%c1, %j] {tc.async} : memref<2x32xf32, #gpu.address_space<workgroup>>
    %2 = memref.load %A[%c3, %j3] : memref<8x32xf32>
    memref.store %2, %S[%c1, %j3] {tc.async} : memref<2x32xf32, #gpu.address_space<workgroup>>
    %3 = memref.load %A[%c3, %j2] : memref<8x32xf32>
    memref.store %3, %S[%c1, %j2] {tc.async} : memref<2x32xf32, #gpu.address_space<workgroup>>
    schedule.wait 0
    gpu.return
  }
}

// -----

// Rows of 33 elements do not begin at multiples of 16 bytes; a wait and a barrier are not crossed; what is computed is no copy.
// CHECK-LABEL: gpu.func @apart
// CHECK-COUNT-4: schedule.async_copy {{.*}}, 1 : memref<8x32xf32>, memref<2x33xf32
// CHECK: schedule.async_copy {{.*}}, 1 : memref<8x32xf32>
// CHECK: schedule.wait 1
// CHECK: schedule.async_copy {{.*}}, 1 : memref<8x32xf32>
// CHECK: arith.addf
// CHECK: memref.store %{{[a-z0-9_]*}}, %{{.*}} : memref<2x32xf32
// CHECK-NOT: tc.async
gpu.module @rows {
  gpu.func @apart(%A: memref<8x32xf32> {llvm.align = 16 : i64}) workgroup(%P: memref<2x33xf32, #gpu.address_space<workgroup>> {llvm.align = 16 : i64}, %S: memref<2x32xf32, #gpu.address_space<workgroup>> {llvm.align = 16 : i64}) kernel {
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    %c2 = arith.constant 2 : index
    %c3 = arith.constant 3 : index
    %0 = memref.load %A[%c3, %c0] : memref<8x32xf32>
    memref.store %0, %P[%c1, %c0] {tc.async} : memref<2x33xf32, #gpu.address_space<workgroup>>
    %1 = memref.load %A[%c3, %c1] : memref<8x32xf32>
    memref.store %1, %P[%c1, %c1] {tc.async} : memref<2x33xf32, #gpu.address_space<workgroup>>
    %2 = memref.load %A[%c3, %c2] : memref<8x32xf32>
    memref.store %2, %P[%c1, %c2] {tc.async} : memref<2x33xf32, #gpu.address_space<workgroup>>
    %3 = memref.load %A[%c3, %c3] : memref<8x32xf32>
    memref.store %3, %P[%c1, %c3] {tc.async} : memref<2x33xf32, #gpu.address_space<workgroup>>
    %4 = memref.load %A[%c2, %c0] : memref<8x32xf32>
    memref.store %4, %S[%c1, %c0] {tc.async} : memref<2x32xf32, #gpu.address_space<workgroup>>
    schedule.wait 1
    %5 = memref.load %A[%c2, %c1] : memref<8x32xf32>
    memref.store %5, %S[%c1, %c1] {tc.async} : memref<2x32xf32, #gpu.address_space<workgroup>>
    %6 = memref.load %A[%c2, %c2] : memref<8x32xf32>
    %7 = arith.addf %6, %6 : f32
    memref.store %7, %S[%c1, %c2] {tc.async} : memref<2x32xf32, #gpu.address_space<workgroup>>
    gpu.return
  }
}

// -----

// Two halves are a copy of four bytes; a half alone stays a load and a store, and so do two of which one lies elsewhere.
// CHECK-LABEL: gpu.func @halves
// CHECK: schedule.async_copy {{.*}}, 2 : memref<64xf16>
// CHECK: memref.store {{.*}} : memref<64xf16
// CHECK: memref.store {{.*}} : memref<64xf16
gpu.module @rows {
  gpu.func @halves(%A: memref<64xf16> {llvm.align = 16 : i64}) workgroup(%S: memref<64xf16, #gpu.address_space<workgroup>> {llvm.align = 16 : i64}) kernel {
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    %c7 = arith.constant 7 : index
    %c9 = arith.constant 9 : index
    %0 = memref.load %A[%c0] : memref<64xf16>
    memref.store %0, %S[%c0] {tc.async} : memref<64xf16, #gpu.address_space<workgroup>>
    %1 = memref.load %A[%c1] : memref<64xf16>
    memref.store %1, %S[%c1] {tc.async} : memref<64xf16, #gpu.address_space<workgroup>>
    %2 = memref.load %A[%c7] : memref<64xf16>
    memref.store %2, %S[%c7] {tc.async} : memref<64xf16, #gpu.address_space<workgroup>>
    %3 = memref.load %A[%c9] : memref<64xf16>
    memref.store %3, %S[%c9] {tc.async} : memref<64xf16, #gpu.address_space<workgroup>>
    gpu.return
  }
}

// -----

// Truth values are bits, of which the machine copies none.
// CHECK-LABEL: gpu.func @truths
// CHECK-NOT: schedule.async_copy
// CHECK-COUNT-4: memref.store {{.*}} : memref<64xi1
gpu.module @rows {
  gpu.func @truths(%A: memref<64xi1> {llvm.align = 16 : i64}) workgroup(%S: memref<64xi1, #gpu.address_space<workgroup>> {llvm.align = 16 : i64}) kernel {
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    %c2 = arith.constant 2 : index
    %c3 = arith.constant 3 : index
    %0 = memref.load %A[%c0] : memref<64xi1>
    memref.store %0, %S[%c0] {tc.async} : memref<64xi1, #gpu.address_space<workgroup>>
    %1 = memref.load %A[%c1] : memref<64xi1>
    memref.store %1, %S[%c1] {tc.async} : memref<64xi1, #gpu.address_space<workgroup>>
    %2 = memref.load %A[%c2] : memref<64xi1>
    memref.store %2, %S[%c2] {tc.async} : memref<64xi1, #gpu.address_space<workgroup>>
    %3 = memref.load %A[%c3] : memref<64xi1>
    memref.store %3, %S[%c3] {tc.async} : memref<64xi1, #gpu.address_space<workgroup>>
    gpu.return
  }
}
