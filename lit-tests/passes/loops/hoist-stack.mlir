// An array on the stack is allocated once in a function: loops and branches that allocate would let the stack grow, since their lowering frees nothing.
// RUN: tc-opt %s --tc-pass-statistics --pass-pipeline="builtin.module(func.func(loops-hoist-stack))" > %t.out 2> %t.err
// RUN: FileCheck %s --input-file=%t.out
// RUN: FileCheck %s --input-file=%t.err --check-prefix=COUNT

// COUNT: loops-hoist-stack: 2 runs
// COUNT-NEXT: {{^ *}}2 hoisted  arrays moved out of loops and branches

// CHECK-LABEL: func.func @rows(
// CHECK-NEXT: %[[OUTER:.*]] = memref.alloca() {alignment = 64 : i64} : memref<72x26xf32>
// CHECK-NEXT: %[[INNER:.*]] = memref.alloca() : memref<4xf32>
// CHECK: scf.for %[[I:.*]] =
// CHECK-NEXT: memref.store %{{.*}}, %[[OUTER]][%[[I]], %[[I]]]
// CHECK-NEXT: scf.for
// CHECK-NEXT: memref.store %{{.*}}, %[[INNER]][
// CHECK-NOT: alloca
func.func @rows(%n: index, %x: f32) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  scf.for %i = %c0 to %n step %c1 {
    %t = memref.alloca() {alignment = 64 : i64} : memref<72x26xf32>
    memref.store %x, %t[%i, %i] : memref<72x26xf32>
    scf.for %j = %c0 to %n step %c1 {
      %u = memref.alloca() : memref<4xf32>
      memref.store %x, %u[%j] : memref<4xf32>
    }
  }
  return
}

// An array whose extent is known at run time stays where it is, as does one that is in front already.
// CHECK-LABEL: func.func @stay(
// CHECK-NEXT: %[[FIRST:.*]] = memref.alloca() : memref<4xf32>
// CHECK: scf.for
// CHECK-NEXT: memref.alloca(%{{.*}}) : memref<?xf32>
func.func @stay(%n: index, %x: f32) {
  %f = memref.alloca() : memref<4xf32>
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  scf.for %i = %c0 to %n step %c1 {
    %t = memref.alloca(%n) : memref<?xf32>
    memref.store %x, %t[%i] : memref<?xf32>
    memref.store %x, %f[%i] : memref<4xf32>
  }
  return
}
