// An input cannot be updated, by atomic operations neither.
// RUN: tc-opt %s --verify-diagnostics

schedule.scop @input(%X: memref<100xi32>, %H: memref<8xi32>) {
  schedule.statement @T(%i) {
    %0 = affine.load %X[%i] : memref<100xi32>
    %2 = arith.index_cast %0 : i32 to index
    // expected-error @below {{stores into input 'H'; expected an argument marked 'out' or 'inout'}}
    %3 = memref.atomic_rmw addi %0, %H[%2] : (i32, memref<8xi32>) -> i32
  }
  schedule.domain "{ T[i] : 0 <= i < 100 }" {
    schedule.band permutable (sequential "{ T[i] -> [i] }") {}
  }
}
