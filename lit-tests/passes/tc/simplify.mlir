// Bodies and subscripts become cheaper by rules; options, refusals, statistics.
// RUN: tc-opt %s --split-input-file --pass-pipeline='builtin.module(tc.def(tc-simplify))' | FileCheck %s
// RUN: tc-opt %s --split-input-file --pass-pipeline='builtin.module(tc.def(tc-simplify{fastmath=true}))' | FileCheck --check-prefix=FASTMATH %s
// RUN: tc-opt %s --split-input-file --pass-pipeline='builtin.module(tc.def(tc-simplify{factors=true}))' --tc-pass-statistics 2>%t | FileCheck --check-prefix=FACTORS %s
// RUN: FileCheck --check-prefix=STATISTICS %s < %t
// RUN: tc-opt %s --split-input-file --pass-pipeline='builtin.module(tc.def(tc-simplify{factors=true explain=true}))' 2>&1 -o /dev/null | FileCheck --check-prefix=EXPLAIN %s
// RUN: tc-opt %s --split-input-file --pass-pipeline='builtin.module(tc.def(tc-simplify{nodes=20 rounds=1 explain=true}))' 2>&1 -o /dev/null | FileCheck --check-prefix=BUDGET %s
// RUN: tc-opt %s --split-input-file --pass-pipeline='builtin.module(tc.def(tc-simplify{invariants=true}))' --tc-pass-statistics 2>%t | FileCheck --check-prefix=INVARIANTS %s
// RUN: FileCheck --check-prefix=MOVED %s < %t
// RUN: tc-opt %s --split-input-file --pass-pipeline='builtin.module(tc.def(tc-simplify{invariants=true explain=true}))' 2>&1 -o /dev/null | FileCheck --check-prefix=ONCE %s
// RUN: not tc-opt --pass-pipeline='builtin.module(tc.def(tc-simplify{rounds=0}))' %s 2>&1 | FileCheck --check-prefix=LIMITS %s

// LIMITS: nodes and rounds must be at least 1

// Exact on floating values: 1 and a sign go, a power of two divides by its inverse; x + 0 stays, -0 would become +0.
// CHECK-LABEL: tc.def @exact
// CHECK: %[[X:.*]] = tc.read %X[i] : f32
// CHECK-NEXT: %[[ZERO:.*]] = arith.constant 0.000000e+00 : f32
// CHECK-NEXT: %[[SUM:.*]] = arith.addf %[[X]], %[[ZERO]] : f32
// CHECK-NEXT: %[[EIGHTH:.*]] = arith.constant -1.250000e-01 : f32
// CHECK-NEXT: %[[Q:.*]] = arith.mulf %[[X]], %[[EIGHTH]] : f32
// CHECK-NEXT: %[[R:.*]] = arith.addf %[[SUM]], %[[Q]] : f32
// CHECK-NEXT: tc.yield %[[R]] : f32
// EXPLAIN: remark: simpler by div-power-of-two, float-mul-one, fold-constants, neg-mul
tc.def @exact(%X: !tc.tensor<[N], f32>) -> (%Y: !tc.tensor<[N], f32>) {
  tc.comprehension %Y[i] (i in [0, N)) {
    %x = tc.read %X[i] : f32
    %zero = arith.constant 0.0 : f32
    %one = arith.constant 1.0 : f32
    %eight = arith.constant 8.0 : f32
    %sum = arith.addf %x, %zero : f32
    %same = arith.mulf %x, %one : f32
    %quotient = arith.divf %same, %eight : f32
    %minus = arith.negf %quotient : f32
    %r = arith.addf %sum, %minus : f32
    tc.yield %r : f32
  }
}

// -----

// Two reads of one element are one value, but their difference may be NaN.
// CHECK-LABEL: tc.def @not_exact
// CHECK: arith.subf
// CHECK: arith.mulf
// FASTMATH-LABEL: tc.def @not_exact
// FASTMATH: arith.subf
// FASTMATH: arith.mulf
tc.def @not_exact(%X: !tc.tensor<[N], f32>) -> (%Y: !tc.tensor<[N], f32>) {
  tc.comprehension %Y[i] (i in [0, N)) {
    %x = tc.read %X[i] : f32
    %again = tc.read %X[i] : f32
    %zero = arith.constant 0.0 : f32
    %d = arith.subf %x, %again : f32
    %r = arith.mulf %d, %zero : f32
    tc.yield %r : f32
  }
}

// -----

// Roundings change with `fastmath` only.
// CHECK-LABEL: tc.def @reassociate
// CHECK-COUNT-2: arith.divf
// FASTMATH-LABEL: tc.def @reassociate
// FASTMATH: arith.addf
// FASTMATH: arith.mulf
// FASTMATH-NEXT: tc.yield
tc.def @reassociate(%X: !tc.tensor<[N], f32>, %Y: !tc.tensor<[N], f32>) -> (%Z: !tc.tensor<[N], f32>) {
  tc.comprehension %Z[i] (i in [0, N)) {
    %x = tc.read %X[i] : f32
    %y = tc.read %Y[i] : f32
    %three = arith.constant 3.0 : f32
    %a = arith.divf %x, %three : f32
    %b = arith.divf %y, %three : f32
    %r = arith.addf %a, %b : f32
    tc.yield %r : f32
  }
}

// -----

// Subscripts: what the ranges say of the indices takes part, N too.
// CHECK-LABEL: tc.def @subscripts
// CHECK: tc.read %A[i, k, 2, i]
// CHECK: tc.read %B[i, i mod 3]
// EXPLAIN: remark: simpler by {{.*}}mod-below
tc.def @subscripts(%A: !tc.tensor<[N, 4, 4, N], f32>, %B: !tc.tensor<[M, 3], f32>) -> (%Y: !tc.tensor<[N, 4], f32>) {
  tc.comprehension %Y[i, k] (i in [0, N), k in [0, 4)) {
    %a = tc.read %A[i mod N, k mod 4, (4*i + 2) mod 4, (4*i + k) floordiv 4] : f32
    %b = tc.read %B[(4*i + k) floordiv 4 + k floordiv 4 + 0*i, (i mod 6) mod 3] : f32
    %r = arith.addf %a, %b : f32
    tc.yield %r : f32
  }
}

// -----

// A range that may be negative: nothing to say.
// CHECK-LABEL: tc.def @open_range
// CHECK: tc.read %A[(i - 2) mod N]
tc.def @open_range(%A: !tc.tensor<[N], f32>) -> (%Y: !tc.tensor<[N], f32>) {
  tc.comprehension %Y[i] (i in [0, N)) {
    %a = tc.read %A[(i - 2) mod N] : f32
    tc.yield %a : f32
  }
}

// -----

// Integers of a body: the correction of a floored remainder goes where the dividend is an index.
// CHECK-LABEL: tc.def @remainder
// CHECK: %[[I:.*]] = tc.value i : i32
// CHECK: %[[C:.*]] = arith.constant 3 : i32
// CHECK: %[[R:.*]] = arith.remsi %[[I]], %[[C]] : i32
// CHECK-NEXT: tc.yield %[[R]] : i32
tc.def @remainder() -> (%Y: !tc.tensor<[10], i32>) {
  tc.comprehension %Y[i] (i in [0, 10)) {
    %i = tc.value i : i32
    %three = arith.constant 3 : i32
    %zero = arith.constant 0 : i32
    %r = arith.remsi %i, %three : i32
    %negative = arith.cmpi slt, %r, %zero : i32
    %corrected = arith.addi %r, %three : i32
    %s = arith.select %negative, %corrected, %r : i32
    tc.yield %s : i32
  }
}

// -----

// Integers wrap: x * y + x * z is x * (y + z); a read that no result needs goes.
// CHECK-LABEL: tc.def @integers
// CHECK-NOT: tc.read %W
// CHECK: arith.addi
// CHECK-NEXT: arith.muli
// CHECK-NEXT: tc.yield
tc.def @integers(%X: !tc.tensor<[N], i32>, %W: !tc.tensor<[N], i32>) -> (%Y: !tc.tensor<[N], i32>) {
  tc.comprehension %Y[i] (i in [0, N)) {
    %x = tc.read %X[i] : i32
    %w = tc.read %W[i] : i32
    %i = tc.value i : i32
    %n = tc.value N : i32
    %zero = arith.constant 0 : i32
    %a = arith.muli %x, %i : i32
    %b = arith.muli %x, %n : i32
    %none = arith.muli %w, %zero : i32
    %s = arith.addi %a, %b : i32
    %r = arith.addi %s, %none : i32
    tc.yield %r : i32
  }
}

// -----

// Inside of a branch too; nothing moves into or out of it.
// CHECK-LABEL: tc.def @branch
// CHECK: scf.if
// CHECK-NEXT: tc.read %X
// CHECK-NEXT: scf.yield
tc.def @branch(%X: !tc.tensor<[N], f32>, %L: !tc.tensor<[N], i1>) -> (%Y: !tc.tensor<[N], f32>) {
  tc.comprehension %Y[i] (i in [0, N)) {
    %one = arith.constant 1.0 : f32
    %l = tc.read %L[i] : i1
    %r = scf.if %l -> f32 {
      %x = tc.read %X[i] : f32
      %same = arith.mulf %x, %one : f32
      scf.yield %same : f32
    } else {
      scf.yield %one : f32
    }
    tc.yield %r : f32
  }
}

// -----

// sgemm: `a` leaves the sum, which gets a temporary, since the old contents must not be scaled.
// CHECK-LABEL: tc.def @sgemm
// CHECK-NOT: tc.temporary
// FACTORS-LABEL: tc.def @sgemm
// FACTORS: %C_sum = tc.temporary : !tc.tensor<[N, M], f32>
// FACTORS-NEXT: tc.comprehension %C_sum[i, j] add init (i in [0, N), j in [0, M), k in [0, K)) {
// FACTORS-NEXT: %[[A:.*]] = tc.read %A[i, k] : f32
// FACTORS-NEXT: %[[B:.*]] = tc.read %B[k, j] : f32
// FACTORS-NEXT: %[[P:.*]] = arith.mulf %[[A]], %[[B]] : f32
// FACTORS-NEXT: tc.yield %[[P]] : f32
// FACTORS: tc.comprehension %C[i, j] add (i in [0, N), j in [0, M)) {
// FACTORS-NEXT: %[[F:.*]] = tc.read %a[] : f32
// FACTORS-NEXT: %[[S:.*]] = tc.read %C_sum[i, j] : f32
// FACTORS-NEXT: %[[R:.*]] = arith.mulf %[[S]], %[[F]] : f32
// FACTORS-NEXT: tc.yield %[[R]] : f32
// EXPLAIN: remark: factors that left the sum: 1
tc.def @sgemm(%a: !tc.tensor<[], f32>, %A: !tc.tensor<[N, K], f32>, %B: !tc.tensor<[K, M], f32>) -> (inout %C: !tc.tensor<[N, M], f32>) {
  tc.comprehension %C[i, j] add (i in [0, N), j in [0, M), k in [0, K)) {
    %0 = tc.read %a[] : f32
    %1 = tc.read %A[i, k] : f32
    %2 = arith.mulf %0, %1 : f32
    %3 = tc.read %B[k, j] : f32
    %4 = arith.mulf %2, %3 : f32
    tc.yield %4 : f32
  }
}

// -----

// A sum that starts from 0 is scaled in place; a divisor and a factor of the left indices leave it.
// FACTORS-LABEL: tc.def @mean
// FACTORS: tc.comprehension %m[i] add init (i in [0, N), k in [0, K)) {
// FACTORS-NEXT: %[[X:.*]] = tc.read %X[i, k] : f32
// FACTORS-NEXT: tc.yield %[[X]] : f32
// FACTORS: tc.comprehension %m[i] (i in [0, N)) {
// FACTORS: %[[S:.*]] = tc.read %m[i] : f32
// FACTORS-NEXT: %[[P:.*]] = arith.mulf %[[S]], %{{.*}} : f32
// FACTORS-NEXT: %[[Q:.*]] = arith.divf %[[P]], %{{.*}} : f32
// FACTORS-NEXT: tc.yield %[[Q]] : f32
tc.def @mean(%X: !tc.tensor<[N, K], f32>, %s: !tc.tensor<[N], f32>) -> (%m: !tc.tensor<[N], f32>) {
  tc.comprehension %m[i] add init (i in [0, N), k in [0, K)) {
    %x = tc.read %X[i, k] : f32
    %s0 = tc.read %s[i] : f32
    %p = arith.mulf %x, %s0 : f32
    %k = tc.value K : i32
    %kf = arith.sitofp %k : i32 to f32
    %q = arith.divf %p, %kf : f32
    tc.yield %q : f32
  }
}

// -----

// What reads the target stays, and so does what is no sum.
// FACTORS-LABEL: tc.def @stays
// FACTORS-COUNT-2: tc.comprehension
// FACTORS-NOT: tc.comprehension
tc.def @stays(%A: !tc.tensor<[N, K], f32>, %b: !tc.tensor<[], f32>) -> (inout %o: !tc.tensor<[N], f32>, %l: !tc.tensor<[N], f32>) {
  tc.comprehension %o[i] add (i in [0, N), k in [0, K)) {
    %0 = tc.read %o[i] : f32
    %1 = tc.read %A[i, k] : f32
    %2 = arith.mulf %0, %1 : f32
    tc.yield %2 : f32
  }
  tc.comprehension %l[i] max init (i in [0, N), k in [0, K)) {
    %0 = tc.read %b[] : f32
    %1 = tc.read %A[i, k] : f32
    %2 = arith.mulf %0, %1 : f32
    tc.yield %2 : f32
  }
}

// -----

// A sum in half would be rounded to half twice.
// FACTORS-LABEL: tc.def @half
// FACTORS-COUNT-1: tc.comprehension
// FACTORS-NOT: tc.comprehension
// EXPLAIN: remark: factors stay in the sum: its terms are of f32, and a sum that is scaled later would become f16 twice
tc.def @half(%A: !tc.tensor<[N, K], f32>, %b: !tc.tensor<[], f32>) -> (%o: !tc.tensor<[N], f16>) {
  tc.comprehension %o[i] add init (i in [0, N), k in [0, K)) {
    %0 = tc.read %b[] : f32
    %1 = tc.read %A[i, k] : f32
    %2 = arith.mulf %0, %1 : f32
    tc.yield %2 : f32
  }
}

// -----

// Without ranges nothing is known, and a read that goes could change what is inferred.
// CHECK-LABEL: tc.def @no_ranges
// FACTORS-LABEL: tc.def @no_ranges
// CHECK: arith.mulf
// EXPLAIN: remark: left as it is, since an index has no range; run tc-infer-ranges first
tc.def @no_ranges(%X: !tc.tensor<[N], f32>) -> (%Y: !tc.tensor<[?], f32>) {
  tc.comprehension %Y[i] (i) {
    %x = tc.read %X[i] : f32
    %one = arith.constant 1.0 : f32
    %r = arith.mulf %x, %one : f32
    tc.yield %r : f32
  }
}

// -----

// A bool is at most 1, a byte is not, though the same operation makes both wider.
// CHECK-LABEL: tc.def @casts
// CHECK: arith.remsi
tc.def @casts(%A: !tc.tensor<[3], i1>, %B: !tc.tensor<[3], i8>) -> (%T: !tc.tensor<[3], i32>) {
  tc.comprehension %T[i] (i in [0, 3)) {
    %c3 = arith.constant 3 : i32
    %a = tc.read %A[i] : i1
    %one = arith.extui %a : i1 to i32
    %two = arith.subi %c3, %one : i32
    %b = tc.read %B[i] : i8
    %byte = arith.extui %b : i8 to i32
    %r = arith.remsi %byte, %two : i32
    tc.yield %r : i32
  }
}

// -----

// `a * A(n,k)` is the same for each m, and is computed once for each n and k; what all indices of the left side occur in stays, and so does what the
// sum over k does not touch. Maxima alike.
// CHECK-LABEL: tc.def @product
// CHECK-NOT: tc.temporary
// INVARIANTS-LABEL: tc.def @product
// INVARIANTS: %C_part = tc.temporary : !tc.tensor<[10, 20], f32>
// INVARIANTS-NEXT: tc.comprehension %C_part[n, k] (n in [0, 10), k in [0, 20)) {
// INVARIANTS-NEXT: %[[a:.*]] = tc.read %a[] : f32
// INVARIANTS-NEXT: %[[A:.*]] = tc.read %A[n, k] : f32
// INVARIANTS-NEXT: %[[P:.*]] = arith.mulf %[[a]], %[[A]] : f32
// INVARIANTS-NEXT: tc.yield %[[P]] : f32
// INVARIANTS: tc.comprehension %C[n, m] add (n in [0, 10), m in [0, 64), k in [0, 20)) {
// INVARIANTS-NEXT: %[[R:.*]] = tc.read %C_part[n, k] : f32
// INVARIANTS-NEXT: %[[B:.*]] = tc.read %B[k, m] : f32
// INVARIANTS-NEXT: %[[T:.*]] = arith.mulf %[[R]], %[[B]] : f32
// INVARIANTS-NEXT: tc.yield %[[T]] : f32
// ONCE: remark: parts that are computed once: 1
// MOVED: {{^ *}}2 invariants-moved
tc.def @product(%a: !tc.tensor<[], f32>, %A: !tc.tensor<[10, 20], f32>, %B: !tc.tensor<[20, 64], f32>) -> (inout %C: !tc.tensor<[10, 64], f32>) {
  tc.comprehension %C[n, m] add (n in [0, 10), m in [0, 64), k in [0, 20)) {
    %0 = tc.read %a[] : f32
    %1 = tc.read %A[n, k] : f32
    %2 = arith.mulf %0, %1 : f32
    %3 = tc.read %B[k, m] : f32
    %4 = arith.mulf %2, %3 : f32
    tc.yield %4 : f32
  }
}

// -----

// A read at a computed place moves: the index is read in front of the sum alone, and equal subscripts share a dimension (claims F45, F46, F50). That
// the last subscript runs along a row, so that neighbours are read, makes no difference (claim F47).
// INVARIANTS-LABEL: tc.def @gather
// INVARIANTS: %[[PART:.*]] = tc.temporary : !tc.tensor<[10, 20], f32>
// INVARIANTS-NEXT: tc.comprehension %[[PART]][b, k] (b in [0, 10), k in [0, 20)) {
// INVARIANTS-NEXT: %[[I:.*]] = tc.read %I[b] : i32
// INVARIANTS-NEXT: %[[WIDE:.*]] = arith.extsi %[[I]] : i32 to i64
// INVARIANTS-NEXT: %[[ROW:.*]] = arith.index_cast %[[WIDE]] : i64 to index
// INVARIANTS-NEXT: %[[G:.*]] = tc.read %T[%[[ROW]], %[[ROW]], k] : f32
// INVARIANTS-NEXT: tc.yield %[[G]] : f32
// INVARIANTS: tc.comprehension %C[b, n] add (b in [0, 10), n in [0, 64), k in [0, 20)) {
// INVARIANTS-NOT: %I
// INVARIANTS: tc.read %[[PART]][b, k] : f32
// INVARIANTS: arith.mulf
// ONCE: remark: parts that are computed once: 1
tc.def @gather(%T: !tc.tensor<[30, 30, 20], f32>, %I: !tc.tensor<[10], i32>, %W: !tc.tensor<[20, 64], f32>) -> (inout %C: !tc.tensor<[10, 64], f32>) {
  tc.comprehension %C[b, n] add (b in [0, 10), n in [0, 64), k in [0, 20)) {
    %i = tc.read %I[b] : i32
    %wide = arith.extsi %i : i32 to i64
    %row = arith.index_cast %wide : i64 to index
    %0 = tc.read %T[%row, %row, k] : f32
    %1 = tc.read %W[k, n] : f32
    %2 = arith.mulf %0, %1 : f32
    tc.yield %2 : f32
  }
}

// -----

// Shared by too few, or without an index of the sum, gathered or not, or read from the target, at whatever place, or at one that the target holds: it stays
// (claim F44).
// INVARIANTS-LABEL: tc.def @left_alone
// INVARIANTS-NOT: tc.temporary
tc.def @left_alone(%a: !tc.tensor<[], f32>, %A: !tc.tensor<[80, 80], f32>, %I: !tc.tensor<[80], i32>) -> (inout %C: !tc.tensor<[80, 63], f32>, inout %D: !tc.tensor<[80, 80], f32>, inout %E: !tc.tensor<[80, 80], i32>) {
  tc.comprehension %C[n, m] add (n in [0, 80), m in [0, 63), k in [0, 80)) {
    %0 = tc.read %a[] : f32
    %1 = tc.read %A[n, k] : f32
    %2 = arith.mulf %0, %1 : f32
    %3 = tc.read %A[k, m] : f32
    %4 = arith.mulf %2, %3 : f32
    tc.yield %4 : f32
  }
  tc.comprehension %D[n, m] add (n in [0, 80), m in [0, 80), k in [0, 80)) {
    %0 = tc.read %a[] : f32
    %1 = tc.read %A[n, n] : f32
    %2 = arith.mulf %0, %1 : f32
    %i = tc.read %I[m] : i32
    %row = arith.extsi %i : i32 to i64
    %column = arith.index_cast %row : i64 to index
    %3 = tc.read %A[n, %column] : f32
    %4 = arith.mulf %3, %0 : f32
    %5 = tc.read %D[n, k] : f32
    %6 = arith.mulf %5, %0 : f32
    %7 = tc.read %A[k, m] : f32
    %8 = arith.mulf %2, %7 : f32
    %9 = arith.mulf %8, %4 : f32
    %10 = arith.mulf %9, %6 : f32
    tc.yield %10 : f32
  }
  tc.comprehension %D[n, m] add (n in [0, 80), m in [0, 80), k in [0, 80)) {
    %i = tc.read %I[n] : i32
    %wide = arith.extsi %i : i32 to i64
    %row = arith.index_cast %wide : i64 to index
    %0 = tc.read %D[%row, k] : f32
    %1 = tc.read %A[k, m] : f32
    %2 = arith.mulf %0, %1 : f32
    tc.yield %2 : f32
  }
  tc.comprehension %E[n, m] add (n in [0, 80), m in [0, 80), k in [0, 80)) {
    %i = tc.read %E[n, 0] : i32
    %wide = arith.extsi %i : i32 to i64
    %row = arith.index_cast %wide : i64 to index
    %0 = tc.read %A[%row, k] : f32
    %1 = tc.read %A[k, m] : f32
    %2 = arith.mulf %0, %1 : f32
    %3 = arith.fptosi %2 : f32 to i32
    tc.yield %3 : i32
  }
}

// BUDGET: remark: {{.*}} searches ended at 20 nodes or 1 rounds; there may be cheaper forms

// STATISTICS: tc-simplify: 17 runs
// STATISTICS-NEXT: {{^ *}}4 bodies
// STATISTICS-NEXT: {{^ *}}6 subscripts
// STATISTICS-NEXT: {{^ *}}13 operations
// STATISTICS-NEXT: {{^ *}}10 factors-moved
// STATISTICS-NEXT: {{^ *}}0 invariants-moved
// STATISTICS-NEXT: {{^ *}}1 exhausted
