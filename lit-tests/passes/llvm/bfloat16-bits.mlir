// What moves numbers in bf16 moves their bits; what computes with them, constants and the arguments of a function get casts.
// RUN: tc-opt %s --tc-pass-statistics --pass-pipeline='builtin.module(any(llvm-bfloat16-bits))' > %t.out 2> %t.err
// RUN: FileCheck %s --input-file=%t.out
// RUN: FileCheck %s --input-file=%t.err --check-prefix=COUNT

// COUNT: llvm-bfloat16-bits: 4 runs
// COUNT-NEXT: {{^ *}}5 moved values that became bits
// COUNT-NEXT: {{^ *}}4 casts casts around what computes in bf16

// CHECK-LABEL: llvm.func @copy(
// CHECK-NEXT: %[[X:.*]] = llvm.load %arg0 : !llvm.ptr -> i16
// CHECK-NEXT: %[[V:.*]] = llvm.load %arg0 : !llvm.ptr -> vector<4xi16>
// CHECK-NEXT: %[[W:.*]] = llvm.insertelement %[[X]], %[[V]]{{.*}} : vector<4xi16>
// CHECK-NEXT: llvm.store %[[W]], %arg1 : vector<4xi16>, !llvm.ptr
llvm.func @copy(%from: !llvm.ptr, %to: !llvm.ptr, %lane: i64) {
  %x = llvm.load %from : !llvm.ptr -> bf16
  %v = llvm.load %from : !llvm.ptr -> vector<4xbf16>
  %w = llvm.insertelement %x, %v[%lane : i64] : vector<4xbf16>
  llvm.store %w, %to : vector<4xbf16>, !llvm.ptr
  llvm.return
}

// Bits that are taken as an integer need no cast any more.
// CHECK-LABEL: llvm.func @widen(
// CHECK-NEXT: %[[B:.*]] = llvm.load %arg0 : !llvm.ptr -> i16
// CHECK-NEXT: llvm.zext %[[B]] : i16 to i32
llvm.func @widen(%from: !llvm.ptr) -> i32 {
  %x = llvm.load %from : !llvm.ptr -> bf16
  %bits = llvm.bitcast %x : bf16 to i16
  %wide = llvm.zext %bits : i16 to i32
  llvm.return %wide : i32
}

// CHECK-LABEL: llvm.func @round(%arg0: f64, %arg1: bf16
// CHECK-NEXT: %[[ARG:.*]] = llvm.bitcast %arg1 : bf16 to i16
// CHECK-NEXT: %[[R:.*]] = llvm.fptrunc %arg0 : f64 to bf16
// CHECK-NEXT: %[[RB:.*]] = llvm.bitcast %[[R]] : bf16 to i16
// CHECK-NEXT: llvm.cond_br %arg2, ^bb1(%[[RB]] : i16), ^bb1(%[[ARG]] : i16)
// CHECK-NEXT: ^bb1(%[[Y:.*]]: i16):
// CHECK-NEXT: llvm.store %[[Y]], %arg3 : i16, !llvm.ptr
// CHECK-NEXT: %[[Z:.*]] = llvm.bitcast %[[Y]] : i16 to bf16
// CHECK-NEXT: llvm.fpext %[[Z]] : bf16 to f64
llvm.func @round(%x: f64, %other: bf16, %which: i1, %to: !llvm.ptr) -> f64 {
  %r = llvm.fptrunc %x : f64 to bf16
  llvm.cond_br %which, ^bb1(%r : bf16), ^bb1(%other : bf16)
^bb1(%y: bf16):
  llvm.store %y, %to : bf16, !llvm.ptr
  %wide = llvm.fpext %y : bf16 to f64
  llvm.return %wide : f64
}

// CHECK-LABEL: llvm.func @constant(
// CHECK-NEXT: %[[C:.*]] = llvm.mlir.constant(1.000000e+00 : bf16) : bf16
// CHECK-NEXT: %[[CB:.*]] = llvm.bitcast %[[C]] : bf16 to i16
// CHECK-NEXT: llvm.store %[[CB]], %arg0 : i16, !llvm.ptr
llvm.func @constant(%to: !llvm.ptr) {
  %c = llvm.mlir.constant(1.0 : bf16) : bf16
  llvm.store %c, %to : bf16, !llvm.ptr
  llvm.return
}
