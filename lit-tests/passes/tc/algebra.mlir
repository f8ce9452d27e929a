// RUN: tc-opt --pass-pipeline='builtin.module(tc.def(tc-algebra))' --tc-pass-statistics %s 2>%t | FileCheck %s
// RUN: FileCheck --check-prefix=STATISTICS %s < %t

// A floating type becomes the integers of its width; other types stay.
// CHECK-LABEL: tc.def @ring(%A: !tc.tensor<[M, K], i32>, %I: !tc.tensor<[K], ui8>, %D: !tc.tensor<[], i64>) -> (%C: !tc.tensor<[M], i32>)
// CHECK: tc.comprehension %C[i] add init (i in [0, M), k in [0, K))
// CHECK: %[[A:.*]] = tc.read %A[i, k] : i32
// CHECK: %[[I:.*]] = tc.read %I[k] : i8
// CHECK: %[[F:.*]] = arith.extui %[[I]] : i8 to i32
// CHECK: %[[D:.*]] = tc.read %D[] : i64
// CHECK: %[[N:.*]] = arith.trunci %[[D]] : i64 to i32
// CHECK: %[[P:.*]] = arith.muli %[[A]], %[[F]] : i32
// CHECK: %[[S:.*]] = arith.addi %[[P]], %[[N]] : i32
// CHECK: %[[Q:.*]] = arith.muli %[[S]], %[[A]] : i32
// CHECK: %[[R:.*]] = arith.subi %[[Q]], %[[F]] : i32
// CHECK: %[[ZERO:.*]] = arith.constant 0 : i32
// CHECK: %[[MINUS:.*]] = arith.subi %[[ZERO]], %[[R]] : i32
// CHECK: %[[ABS:.*]] = math.absi %[[MINUS]] : i32
// CHECK: tc.yield %[[ABS]] : i32
tc.def @ring(%A: !tc.tensor<[M, K], f32>, %I: !tc.tensor<[K], ui8>, %D: !tc.tensor<[], f64>) -> (%C: !tc.tensor<[M], f32>) {
  tc.comprehension %C[i] add init (i in [0, M), k in [0, K)) {
    %a = tc.read %A[i, k] : f32
    %i = tc.read %I[k] : i8
    %f = arith.uitofp %i : i8 to f32
    %d = tc.read %D[] : f64
    %n = arith.truncf %d : f64 to f32
    %s = math.fma %a, %f, %n : f32
    %q = arith.mulf %s, %a : f32
    %r = arith.subf %q, %f : f32
    %m = arith.negf %r : f32
    %b = math.absf %m : f32
    tc.yield %b : f32
  }
}

// Comparisons are signed. What NaN decides is decided without one.
// CHECK-LABEL: tc.def @order
// CHECK: %[[X:.*]] = tc.read %X[i] : i64
// CHECK: arith.maxsi
// CHECK-NEXT: arith.maxsi
// CHECK-NEXT: arith.minsi
// CHECK-NEXT: %[[LOW:.*]] = arith.minsi
// CHECK: arith.cmpi slt, %[[LOW]], %[[X]] : i64
// CHECK: arith.cmpi sle
// CHECK: arith.cmpi sgt
// CHECK: arith.cmpi sge
// CHECK: arith.cmpi eq
// CHECK: %[[NE:.*]] = arith.cmpi ne
// CHECK: %[[NAN:.*]] = arith.constant false
// CHECK: %[[ORDERED:.*]] = arith.constant true
// CHECK: arith.select %[[NAN]], %[[LOW]], %[[X]] : i64
// CHECK: %[[IF:.*]] = scf.if %[[NE]] -> (i64)
// CHECK: scf.yield %{{.*}} : i64
// CHECK: scf.yield %{{.*}} : i64
// CHECK: arith.select %[[ORDERED]], %[[IF]]
tc.def @order(%X: !tc.tensor<[N], f64>) -> (%Y: !tc.tensor<[N], f64>) {
  tc.comprehension %Y[i] max init (i in [0, N)) {
    %x = tc.read %X[i] : f64
    %0 = arith.maximumf %x, %x : f64
    %1 = arith.maxnumf %0, %x : f64
    %2 = arith.minimumf %1, %x : f64
    %3 = arith.minnumf %2, %x : f64
    %lt = arith.cmpf olt, %3, %x : f64
    %le = arith.cmpf ule, %3, %x : f64
    %gt = arith.cmpf ogt, %3, %x : f64
    %ge = arith.cmpf uge, %3, %x : f64
    %eq = arith.cmpf oeq, %3, %x : f64
    %ne = arith.cmpf une, %3, %x : f64
    %nan = arith.cmpf uno, %3, %x : f64
    %ordered = arith.cmpf ord, %3, %x : f64
    %4 = arith.select %nan, %3, %x : f64
    %5 = scf.if %ne -> (f64) {
      scf.yield %4 : f64
    } else {
      scf.yield %x : f64
    }
    %6 = arith.select %ordered, %5, %x : f64
    tc.yield %6 : f64
  }
}

// Constants: integers, ends, and hashes for all others.
// CHECK-LABEL: tc.def @constants
// CHECK-DAG: arith.constant 1 : i32
// CHECK-DAG: arith.constant -3 : i32
// CHECK-DAG: arith.constant 2147483647 : i32
// CHECK-DAG: arith.constant -2147483648 : i32
// CHECK-DAG: arith.constant -774320531 : i32
// CHECK-DAG: arith.constant 774320531 : i32
tc.def @constants() -> (%Y: !tc.tensor<[4], f32>) {
  tc.comprehension %Y[i] (i in [0, 4)) {
    %one = arith.constant 1.0 : f32
    %minus = arith.constant -3.0 : f32
    %most = arith.constant 0x7F800000 : f32
    %least = arith.constant -3.0e38 : f32
    %half = arith.constant 0.5 : f32
    %other = arith.constant -0.5 : f32
    %0 = arith.addf %one, %minus : f32
    %1 = arith.addf %0, %most : f32
    %2 = arith.addf %1, %least : f32
    %3 = arith.addf %2, %half : f32
    %4 = arith.addf %3, %other : f32
    tc.yield %4 : f32
  }
}

// Sums into bf16 are computed in f32, and wrap at 16 bits here. What rounds to integers is the value itself.
// CHECK-LABEL: tc.def @narrow(%X: !tc.tensor<[N], i16>) -> (%s: !tc.tensor<[], i16>, %n: !tc.tensor<[N], i64>)
// CHECK: %[[X:.*]] = tc.read %X[i] : i16
// CHECK: %[[WIDE:.*]] = arith.extsi %[[X]] : i16 to i32
// CHECK-NEXT: %[[LOW:.*]] = arith.trunci %[[WIDE]] : i32 to i16
// CHECK-NEXT: tc.yield %[[LOW]] : i16
// CHECK: %[[Y:.*]] = tc.read %X[i] : i16
// CHECK: %[[LONG:.*]] = arith.extsi %[[Y]] : i16 to i64
// CHECK: tc.yield %[[LONG]] : i64
tc.def @narrow(%X: !tc.tensor<[N], bf16>) -> (%s: !tc.tensor<[], bf16>, %n: !tc.tensor<[N], i64>) {
  tc.comprehension %s[] add init (i in [0, N)) {
    %0 = tc.read %X[i] : bf16
    %1 = arith.extf %0 : bf16 to f32
    %2 = math.floor %1 : f32
    %3 = math.roundeven %2 : f32
    tc.yield %3 : f32
  }
  tc.comprehension %n[i] (i in [0, N)) {
    %0 = tc.read %X[i] : bf16
    %1 = arith.fptosi %0 : bf16 to i64
    tc.yield %1 : i64
  }
}

// A hash of the name and the operands, in order.
// CHECK-LABEL: tc.def @hashes
// CHECK: %[[X:.*]] = tc.read %X[i] : i32
// CHECK: %[[ODD:.*]] = arith.constant 2135587861 : i32
// CHECK: %[[HALF:.*]] = arith.constant 16 : i32
// CHECK: %[[LOG:.*]] = arith.constant -773060542 : i32
// CHECK: %[[MIXED:.*]] = arith.xori %[[LOG]], %[[X]] : i32
// CHECK: %[[PRODUCT:.*]] = arith.muli %[[MIXED]], %[[ODD]] : i32
// CHECK: %[[HIGH:.*]] = arith.shrui %[[PRODUCT]], %[[HALF]] : i32
// CHECK: %[[E:.*]] = arith.xori %[[PRODUCT]], %[[HIGH]] : i32
// CHECK: %[[DIV:.*]] = arith.constant -1945172885 : i32
// CHECK: arith.xori %[[DIV]], %[[X]] : i32
// CHECK: %[[FIRST:.*]] = arith.xori
// CHECK: arith.xori %[[FIRST]], %[[E]] : i32
// CHECK-NOT: math.
tc.def @hashes(%X: !tc.tensor<[N], f32>) -> (%Y: !tc.tensor<[N], f32>) {
  tc.comprehension %Y[i] (i in [0, N)) {
    %x = tc.read %X[i] : f32
    %0 = math.log %x : f32
    %1 = arith.divf %x, %0 : f32
    %2 = arith.remf %1, %x : f32
    %3 = math.powf %2, %x : f32
    tc.yield %3 : f32
  }
}

// 3^x: the product of the squares 3, 9, 81, ... where x has bits; 5^x likewise.
// CHECK-LABEL: tc.def @powers
// CHECK: %[[X:.*]] = tc.read %X[i] : i32
// CHECK: %[[ONE:.*]] = arith.constant 1 : i32
// CHECK: %[[SHIFTED:.*]] = arith.shrui %[[X]], %{{.*}} : i32
// CHECK: %[[BIT:.*]] = arith.andi %[[SHIFTED]], %[[ONE]] : i32
// CHECK: %[[TWO:.*]] = arith.constant 2 : i32
// CHECK: %[[MORE:.*]] = arith.muli %[[BIT]], %[[TWO]] : i32
// CHECK: %[[FACTOR:.*]] = arith.addi %[[MORE]], %[[ONE]] : i32
// CHECK: %[[FIRST:.*]] = arith.muli %[[ONE]], %[[FACTOR]] : i32
// CHECK: arith.constant 8 : i32
// CHECK: arith.muli %[[FIRST]],
// CHECK: arith.constant 80 : i32
// CHECK: arith.constant 4 : i32
// CHECK: arith.constant 24 : i32
// CHECK-NOT: math.
tc.def @powers(%X: !tc.tensor<[N], f32>) -> (%Y: !tc.tensor<[N], f32>) {
  tc.comprehension %Y[i] (i in [0, N)) {
    %x = tc.read %X[i] : f32
    %0 = math.exp %x : f32
    %1 = math.exp2 %0 : f32
    tc.yield %1 : f32
  }
}

// STATISTICS: tc-algebra: 6 runs
// STATISTICS-NEXT: {{^ *}}40 operations
// STATISTICS-NEXT: {{^ *}}4 hashes
