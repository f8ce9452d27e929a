// Arguments with a layout are refused before anything runs: buffers are rows that follow each other. Other words of LLVM's reached the user, or wrong results.
// RUN: not tc-run %s --check 2>&1 | FileCheck %s
// RUN: sed -e 's/, strided<\[16, 1\]>/, affine_map<(d0, d1) -> (d1, d0)>/' %s > %t.mlir && not tc-run %t.mlir --check 2>&1 | FileCheck %s --check-prefix=MAP
// RUN: sed -e 's/, strided<\[16, 1\]>//' %s > %t.mlir && tc-run %t.mlir --check | FileCheck %s --check-prefix=DENSE
// CHECK: error: `A` of `f` is of type memref<8x8xf32, strided<[16, 1]>>: expected a memref without a layout, whose rows follow each other
// MAP: error: `A` of `f` is of type memref<8x8xf32, affine_map<(d0, d1) -> (d1, d0)>>: expected a memref without a layout
// DENSE: max_error: 0
schedule.scop @f(%A: memref<8x8xf32, strided<[16, 1]>>, out %B: memref<8x8xf32>) {
  schedule.statement @S(%i, %j) {
    %0 = affine.load %A[%i, %j] : memref<8x8xf32, strided<[16, 1]>>
    affine.store %0, %B[%i, %j] : memref<8x8xf32>
  }
  schedule.domain "{ S[i, j] : 0 <= i < 8 and 0 <= j < 8 }" {
    schedule.band (sequential "{ S[i, j] -> [i] }", sequential "{ S[i, j] -> [j] }") {}
  }
}
