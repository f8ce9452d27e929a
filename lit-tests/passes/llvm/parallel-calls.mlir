// A call of an outlined parallel body becomes a call of the thread pool, with the values that the body uses in a struct on the stack; other calls are unchanged.
// RUN: tc-opt %s --tc-pass-statistics --pass-pipeline="builtin.module(llvm-parallel-calls)" > %t.out 2> %t.err
// RUN: FileCheck %s --input-file=%t.out
// RUN: FileCheck %s --input-file=%t.err --check-prefix=COUNT

// COUNT: llvm-parallel-calls: 1 run
// COUNT-NEXT: {{^ *}}2 calls  calls that go to the thread pool

// CHECK: llvm.func @tc_parallel_for(!llvm.ptr, !llvm.ptr, i64, i64, i64)
// CHECK: llvm.func @body({{.*}}) attributes {no_inline, tc.parallel_body}
llvm.func @body(%lo: i64, %hi: i64, %s: i64, %A: !llvm.ptr, %n: i32) attributes {tc.parallel_body} {
  llvm.return
}

// CHECK: llvm.func @f(%[[LO:.*]]: i64, %[[HI:.*]]: i64, %[[S:.*]]: i64, %[[A:.*]]: !llvm.ptr, %[[N:.*]]: i32) {
// CHECK: %[[CONTEXT:.*]] = llvm.alloca %{{.*}} x !llvm.struct<(i64, ptr, i32)>
// CHECK: llvm.store %[[S]], %{{.*}} : i64, !llvm.ptr
// CHECK: llvm.store %[[A]], %{{.*}} : !llvm.ptr, !llvm.ptr
// CHECK: llvm.store %[[N]], %{{.*}} : i32, !llvm.ptr
// CHECK: %[[PART:.*]] = llvm.mlir.addressof @body_part
// CHECK-NEXT: llvm.call @tc_parallel_for(%[[PART]], %[[CONTEXT]], %[[LO]], %[[HI]], %[[S]])
// CHECK-NEXT: llvm.call @body(%[[LO]], %[[HI]], %[[S]], %[[A]], %[[N]])
llvm.func @f(%lo: i64, %hi: i64, %s: i64, %A: !llvm.ptr, %n: i32) {
  llvm.call @body(%lo, %hi, %s, %A, %n) {tc.parallel_body} : (i64, i64, i64, !llvm.ptr, i32) -> ()
  llvm.call @body(%lo, %hi, %s, %A, %n) : (i64, i64, i64, !llvm.ptr, i32) -> ()
  llvm.return
}

llvm.func @other(%lo: i64, %hi: i64, %s: i64) attributes {tc.parallel_body} {
  llvm.return
}
// A loop of calls: its struct is allocated once.
// CHECK: llvm.func @again(
// CHECK: llvm.alloca
// CHECK: ^[[LOOP:bb1]]:
// CHECK-NOT: llvm.alloca
// CHECK: llvm.call @tc_parallel_for
// CHECK: llvm.cond_br %{{.*}}, ^[[LOOP]], ^bb2
llvm.func @again(%lo: i64, %hi: i64, %s: i64, %more: i1) {
  llvm.br ^loop
^loop:
  llvm.call @other(%lo, %hi, %s) {tc.parallel_body} : (i64, i64, i64) -> ()
  llvm.cond_br %more, ^loop, ^end
^end:
  llvm.return
}

// CHECK: llvm.func @body_part(%[[GIVEN:.*]]: !llvm.ptr, %[[FROM:.*]]: i64, %[[TO:.*]]: i64) {
// CHECK: %[[STEP:.*]] = llvm.load %{{.*}} : !llvm.ptr -> i64
// CHECK: %[[ARRAY:.*]] = llvm.load %{{.*}} : !llvm.ptr -> !llvm.ptr
// CHECK: %[[SIZE:.*]] = llvm.load %{{.*}} : !llvm.ptr -> i32
// CHECK-NEXT: llvm.call @body(%[[FROM]], %[[TO]], %[[STEP]], %[[ARRAY]], %[[SIZE]])
