// Loops that have no form on vectors stay, with a remark; statistics; the target gives the length of vectors.
// RUN: tc-opt %s --pass-pipeline='builtin.module(any(loops-vectorize{lanes=4}))' --remarks-filter=loops-vectorize -o %t.mlir 2>&1 | FileCheck %s
// RUN: FileCheck %s --input-file=%t.mlir --check-prefix=STAYS --implicit-check-not=tc.vector
// RUN: tc-opt %s --pass-pipeline='builtin.module(any(loops-vectorize{lanes=4}))' --tc-pass-statistics -o /dev/null 2>&1 | FileCheck %s --check-prefix=COUNT
// RUN: tc-opt %s --pass-pipeline='builtin.module(tc-attach-target{target=%S/../../Inputs/small-cpu.json},any(loops-vectorize{registers=2}))' | FileCheck %s --check-prefix=NARROW
// RUN: not tc-opt %s --pass-pipeline='builtin.module(tc-attach-target{target=sm_80},any(loops-vectorize))' -o /dev/null 2>&1 | FileCheck %s --check-prefix=GPU

// COUNT: loops-vectorize: 12 runs
// COUNT-DAG: {{^ *}}2 vectorized
// COUNT-DAG: {{^ *}}11 left
// COUNT-DAG: {{^ *}}3 contiguous
// COUNT-DAG: {{^ *}}1 scattered
// COUNT-DAG: {{^ *}}1 reductions
// GPU: error: expected a CPU as the target of the module, found the GPU `sm_80`
// STAYS: memref.load
module {
  // NARROW-LABEL: func.func @vectors(
  // NARROW: vector.load {{.*}} vector<8xf32>
  // NARROW: vector.reduction {{.*}} : vector<8xf32> into f32
  func.func @vectors(%A: memref<8x8xf32> {llvm.noalias}, %C: memref<8xf32> {llvm.noalias}) {
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    %c8 = arith.constant 8 : index
    scf.for %k = %c0 to %c8 step %c1 {
      %a = memref.load %A[%c0, %k] : memref<8x8xf32>
      memref.store %a, %C[%k] : memref<8xf32>
    } {tc.vector = "independent"}
    scf.for %k = %c0 to %c8 step %c1 {
      %a = memref.load %A[%k, %c0] : memref<8x8xf32>
      %b = memref.load %A[%c0, %k] : memref<8x8xf32>
      %c = memref.load %C[%c0] : memref<8xf32>
      %p = arith.mulf %a, %b : f32
      %s = arith.addf %c, %p fastmath<reassoc> : f32
      memref.store %s, %C[%c0] : memref<8xf32>
    } {tc.vector = "reduce"}
    return
  }
  // CHECK: remark: [Missed] vector loop | Category:loops-vectorize | Reason="it carries values", Remark="the loop stays scalar"
  func.func @carries(%A: memref<8xf32>) -> f32 {
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    %c8 = arith.constant 8 : index
    %zero = arith.constant 0.0 : f32
    %r = scf.for %k = %c0 to %c8 step %c1 iter_args(%x = %zero) -> f32 {
      %a = memref.load %A[%k] : memref<8xf32>
      %s = arith.addf %x, %a : f32
      scf.yield %s : f32
    } {tc.vector = "independent"}
    return %r : f32
  }
  // CHECK: Reason="expected a step of 1"
  func.func @steps(%A: memref<8xf32>) {
    %c0 = arith.constant 0 : index
    %c2 = arith.constant 2 : index
    %c8 = arith.constant 8 : index
    %zero = arith.constant 0.0 : f32
    scf.for %k = %c0 to %c8 step %c2 {
      memref.store %zero, %A[%k] : memref<8xf32>
    } {tc.vector = "independent"}
    return
  }
  // CHECK: Reason="`memref.copy` in it has no form on vectors"
  func.func @calls(%A: memref<8xf32>, %B: memref<8xf32>) {
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    %c8 = arith.constant 8 : index
    scf.for %k = %c0 to %c8 step %c1 {
      memref.copy %A, %B : memref<8xf32> to memref<8xf32>
    } {tc.vector = "independent"}
    return
  }
  // CHECK: Reason="expected arrays without strides of their own"
  func.func @strides(%A: memref<8xf32, strided<[2]>>) {
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    %c8 = arith.constant 8 : index
    %zero = arith.constant 0.0 : f32
    scf.for %k = %c0 to %c8 step %c1 {
      memref.store %zero, %A[%k] : memref<8xf32, strided<[2]>>
    } {tc.vector = "independent"}
    return
  }
  // CHECK: Reason="its iterations access elements that are apart by extents without a value"
  func.func @extents(%A: memref<8x?xf32>) {
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    %c8 = arith.constant 8 : index
    %zero = arith.constant 0.0 : f32
    scf.for %k = %c0 to %c8 step %c1 {
      memref.store %zero, %A[%k, %c0] : memref<8x?xf32>
    } {tc.vector = "independent"}
    return
  }
  // CHECK: Reason="it has one iteration at most"
  func.func @one(%A: memref<8xf32>) {
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    %zero = arith.constant 0.0 : f32
    scf.for %k = %c0 to %c1 step %c1 {
      memref.store %zero, %A[%k] : memref<8xf32>
    } {tc.vector = "independent"}
    return
  }
  // Without `reassoc` the sum has an order.
  // CHECK: Reason="it writes an element in another way than by a reduction that may be reassociated"
  func.func @ordered(%A: memref<8xf32> {llvm.noalias}, %C: memref<8xf32> {llvm.noalias}) {
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    %c8 = arith.constant 8 : index
    scf.for %k = %c0 to %c8 step %c1 {
      %a = memref.load %A[%k] : memref<8xf32>
      %c = memref.load %C[%c0] : memref<8xf32>
      %s = arith.addf %c, %a : f32
      memref.store %s, %C[%c0] : memref<8xf32>
    } {tc.vector = "reduce"}
    return
  }
  // The arrays may overlap, so an iteration may read the sum of the one before.
  // CHECK: Reason="it writes an element in another way than by a reduction that may be reassociated"
  func.func @overlap(%A: memref<8xi32>, %C: memref<8xi32>) {
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    %c8 = arith.constant 8 : index
    scf.for %k = %c0 to %c8 step %c1 {
      %a = memref.load %A[%k] : memref<8xi32>
      %c = memref.load %C[%c0] : memref<8xi32>
      %s = arith.addi %c, %a : i32
      memref.store %s, %C[%c0] : memref<8xi32>
    } {tc.vector = "reduce"}
    return
  }
  // CHECK: Reason="each iteration writes the same element, and not by a reduction that may be reassociated"
  func.func @same_element(%A: memref<8xf32>, %C: memref<8xf32>) {
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    %c8 = arith.constant 8 : index
    scf.for %k = %c0 to %c8 step %c1 {
      %a = memref.load %A[%k] : memref<8xf32>
      memref.store %a, %C[%c1] : memref<8xf32>
    } {tc.vector = "independent"}
    return
  }
  // CHECK: Reason="a vector of bools has a bit for each, and each bool of an array a byte"
  func.func @bools(%A: memref<8xi1>) {
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    %c8 = arith.constant 8 : index
    %true = arith.constant true
    scf.for %k = %c0 to %c8 step %c1 {
      memref.store %true, %A[%k] : memref<8xi1>
    } {tc.vector = "independent"}
    return
  }
  // CHECK: Reason="elements narrower than 32 bits would need a mask"
  func.func @narrow(%A: memref<8xi8>, %n: index) {
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    %one = arith.constant 1 : i8
    scf.for %k = %c0 to %n step %c1 {
      memref.store %one, %A[%k] : memref<8xi8>
    } {tc.vector = "independent"}
    return
  }
}
