// The body of each outermost parallel loop becomes a function that runs any part of its iterations; loops with results are unchanged.
// RUN: tc-opt %s --tc-pass-statistics --pass-pipeline="builtin.module(loops-outline-parallel)" > %t.out 2> %t.err
// RUN: FileCheck %s --input-file=%t.out
// RUN: FileCheck %s --input-file=%t.err --check-prefix=COUNT

// COUNT: loops-outline-parallel: 1 run
// COUNT-NEXT: {{^ *}}5 outlined  parallel loops outlined

// CHECK: func.func private @scale_parallel0(%[[LO:.*]]: index, %[[HI:.*]]: index, %[[STEP:.*]]: index,
// CHECK-SAME: %[[FACTOR:.*]]: f32, %[[FIRST:.*]]: memref<1xf32> {llvm.noalias}, %[[EXTENT:.*]]: index) attributes {tc.parallel_body} {
// CHECK-NEXT: %[[ARRAY:.*]] = memref.reinterpret_cast %[[FIRST]] to offset: [0], sizes: [%[[EXTENT]]], strides: [1] : memref<1xf32> to memref<?xf32>
// CHECK-NEXT: scf.parallel (%[[I:.*]]) = (%[[LO]]) to (%[[HI]]) step (%[[STEP]]) {
// CHECK-NEXT:   %[[A:.*]] = memref.load %[[ARRAY]][%[[I]]]
// CHECK-NEXT:   %[[B:.*]] = arith.mulf %[[A]], %[[FACTOR]] : f32
// CHECK-NEXT:   memref.store %[[B]], %[[ARRAY]][%[[I]]]
// CHECK: func.func @scale(%[[A:.*]]: memref<?xf32>, %[[N:.*]]: index, %[[F:.*]]: f32) {
// CHECK-DAG: %[[ZERO:.*]] = arith.constant 0 : index
// CHECK-DAG: %[[ONE:.*]] = arith.constant 1 : index
// CHECK: %[[FIRST:.*]] = memref.reinterpret_cast %[[A]] to offset: [0], sizes: [1], strides: [1] : memref<?xf32> to memref<1xf32>
// CHECK: %[[EXTENT:.*]] = memref.dim %[[A]]
// CHECK: call @scale_parallel0(%[[ZERO]], %[[N]], %[[ONE]], %[[F]], %[[FIRST]], %[[EXTENT]]) {tc.parallel_body}
// CHECK-NEXT: return
func.func @scale(%A: memref<?xf32>, %n: index, %f: f32) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  scf.parallel (%i) = (%c0) to (%n) step (%c1) {
    %a = memref.load %A[%i] : memref<?xf32>
    %b = arith.mulf %a, %f : f32
    memref.store %b, %A[%i] : memref<?xf32>
    scf.reduce
  }
  return
}

// A nested parallel loop stays in the function, as does the second dimension; constants are copied into it.
// CHECK: func.func private @inner_parallel0(
// CHECK-SAME: tc.parallel_body
// CHECK: %[[C0:.*]] = arith.constant 0 : index
// CHECK: scf.parallel (%{{.*}}, %{{.*}}) =
// CHECK: scf.parallel (%{{.*}}) = (%[[C0]])
// CHECK-LABEL: func.func @inner(
// CHECK-NOT: scf.parallel
// CHECK: call @inner_parallel0
func.func @inner(%A: memref<?xf32>, %n: index, %f: f32) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  scf.parallel (%i, %j) = (%c0, %c0) to (%n, %n) step (%c1, %c1) {
    scf.parallel (%k) = (%c0) to (%n) step (%c1) {
      memref.store %f, %A[%k] : memref<?xf32>
      scf.reduce
    }
    scf.reduce
  }
  return
}

// CHECK-LABEL: func.func @with_a_result
// CHECK: scf.parallel
// CHECK-NOT: call
func.func @with_a_result(%A: memref<?xf32>, %n: index, %f: f32) -> f32 {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %sum = scf.parallel (%i) = (%c0) to (%n) step (%c1) init (%f) -> f32 {
    %a = memref.load %A[%i] : memref<?xf32>
    scf.reduce(%a : f32) {
    ^bb0(%x: f32, %y: f32):
      %s = arith.addf %x, %y : f32
      scf.reduce.return %s : f32
    }
  }
  return %sum : f32
}

// Rows follow each other without gaps: the strides of an array follow from its extents.
// CHECK: func.func private @rows_parallel0(
// CHECK-SAME: f32, %[[FIRST:[a-z0-9]+]]: memref<1xf32> {llvm.align = 64 : i64, llvm.noalias}, %[[N:[a-z0-9]+]]: index, %[[M:[a-z0-9]+]]: index) attributes
// CHECK: %[[C4:.*]] = arith.constant 4 : index
// CHECK: %[[STRIDE:.*]] = arith.muli %[[C4]], %[[M]] : index
// CHECK: memref.reinterpret_cast %[[FIRST]] to offset: [0], sizes: [%[[N]], %[[M]], 4], strides: [%[[STRIDE]], 4, 1] : memref<1xf32> to memref<?x?x4xf32>
func.func @rows(%n: index, %m: index, %f: f32) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %A = memref.alloc(%n, %m) {alignment = 64 : i64} : memref<?x?x4xf32>
  scf.parallel (%i) = (%c0) to (%n) step (%c1) {
    memref.store %f, %A[%i, %c0, %c1] : memref<?x?x4xf32>
    scf.reduce
  }
  memref.dealloc %A : memref<?x?x4xf32>
  return
}

// Masks and poison are constants, too: LLVM must know them in the function.
// CHECK: func.func private @mask_parallel0(
// CHECK-NOT: vector
// CHECK-SAME: {
// CHECK-DAG: %[[MASK:.*]] = vector.constant_mask [3] : vector<4xi1>
// CHECK-DAG: %[[NONE:.*]] = ub.poison : vector<4xf32>
// CHECK: vector.maskedload %{{.*}}[%{{.*}}, %{{.*}}], %[[MASK]], %[[NONE]]
func.func @mask(%A: memref<8x3xf32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c8 = arith.constant 8 : index
  %mask = vector.constant_mask [3] : vector<4xi1>
  %none = ub.poison : vector<4xf32>
  scf.parallel (%i) = (%c0) to (%c8) step (%c1) {
    %x = vector.maskedload %A[%i, %c0], %mask, %none : memref<8x3xf32>, vector<4xi1>, vector<4xf32> into vector<4xf32>
    %y = arith.mulf %x, %x : vector<4xf32>
    vector.maskedstore %A[%i, %c0], %mask, %y : memref<8x3xf32>, vector<4xi1>, vector<4xf32>
    scf.reduce
  }
  return
}

// Arguments of the function keep the alignment that is known of what they are: promised, or asked for.
// CHECK: func.func private @aligned_parallel0(
// CHECK-SAME: memref<8xf32> {llvm.align = 64 : i64, llvm.noalias}, %{{.*}}: memref<8xf32> {llvm.align = 32 : i64, llvm.noalias}, %{{.*}}: memref<8xf32> {llvm.noalias})
func.func @aligned(%A: memref<8xf32> {llvm.align = 64 : i64}, %B: memref<8xf32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c8 = arith.constant 8 : index
  %T = memref.alloc() {alignment = 32 : i64} : memref<8xf32>
  scf.parallel (%i) = (%c0) to (%c8) step (%c1) {
    %a = memref.load %A[%i] : memref<8xf32>
    memref.store %a, %T[%i] : memref<8xf32>
    memref.store %a, %B[%i] : memref<8xf32>
    scf.reduce
  }
  memref.dealloc %T : memref<8xf32>
  return
}
