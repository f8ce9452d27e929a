// Which parallel loops two sums have in common, by strategy: those of a network's rows, of which the second layer reads one of the first.
// Claim F23: each statement is scheduled by itself, then pairs are joined; the remark says for each pair which loops are common and why.
// DEFINE: %{isl} = tc-opt %s --split-input-file --remarks-filter=schedule-isl --pass-pipeline
// RUN: %{isl}='builtin.module(schedule.scop(schedule-isl{fusion=max},schedule-verify))' 2>&1 | FileCheck %s --check-prefixes=MAX,TOGETHER
// RUN: %{isl}='builtin.module(schedule.scop(schedule-isl{fusion=rows},schedule-verify))' 2>&1 | FileCheck %s --check-prefixes=ROWS,TOGETHER
// RUN: %{isl}='builtin.module(tc-attach-target{target=host},schedule.scop(schedule-isl{fusion=rows},schedule-verify))' 2>&1 | FileCheck %s --check-prefix=APART
// RUN: %{isl}='builtin.module(schedule.scop(schedule-isl{fusion=preserve3},schedule-verify))' 2>&1 | FileCheck %s --check-prefix=APART

// MAX: remark: [Passed] loops of S, T | {{.*}} | Reason="no dependence crosses these parallel loops", Remark="1 common loop, 1 of them parallel: S[b, o, n] -> b",
// ROWS: remark: [Passed] loops of S, T | {{.*}} | Reason="no dependence crosses these parallel loops, and all rows take 1115 clocks in blocks with a row each, a launch 3960", Remark="1 common loop, 1 of them parallel: S[b, o, n] -> b",
// APART: remark: [Missed] loops of S, T | {{.*}} | Reason="a dependence crosses their iterations", Remark="they share no loop"
// MAX: remark: [Passed] loops of S, T | {{.*}}, Remark="1 common loop,
// ROWS: remark: [Missed] loops of S, T | {{.*}} | Reason="all of their rows would take 70254 clocks in blocks with a row each, a launch 3960", Remark="they share no loop"
// MAX: remark: [Passed] loops of S, T | {{.*}}, Remark="2 common loops, 2 of them parallel: S[i, j] -> i, j"
// ROWS: remark: [Passed] loops of S, T | {{.*}}, Remark="1 common loop, 1 of them parallel: S[i, j] -> j"
// MAX: remark: [Missed] loops of S, T | {{.*}} | Reason="a dependence crosses the iterations of each parallel loop", Remark="they share no loop"
// ROWS: remark: [Missed] loops of S, T | {{.*}} | Reason="a dependence crosses the iterations of each parallel loop", Remark="they share no loop"

// TOGETHER-LABEL: {{^  }}schedule.scop @layers
// TOGETHER: schedule.domain
// TOGETHER-NEXT: schedule.band permutable (coincident "{ {{S\[b, o, n\] -> \[b\]; T\[b, p, o\] -> \[b\]|T\[b, p, o\] -> \[b\]; S\[b, o, n\] -> \[b\]}} }") {
// TOGETHER-NEXT: schedule.sequence {
// TOGETHER-NEXT: schedule.filter "{ S[b, o, n] }" {
// TOGETHER-NEXT: schedule.band permutable (coincident "{ S[b, o, n] -> [o] }") {
// TOGETHER-NEXT: schedule.band permutable (sequential "{ S[b, o, n] -> [n] }") {}
// TOGETHER: schedule.filter "{ T[b, p, o] }" {
// TOGETHER-NEXT: schedule.band permutable (coincident "{ T[b, p, o] -> [p] }") {
// APART-LABEL: {{^  }}schedule.scop @layers
// APART: schedule.domain
// APART-NEXT: schedule.sequence {
schedule.scop @layers(%X: memref<128x128xf32>, inout %Y: memref<128x64xf32>, inout %Z: memref<128x32xf32>) {
  schedule.statement @S(%b, %o, %n) reduces add {
    %0 = affine.load %X[%b, %n] : memref<128x128xf32>
    %1 = affine.load %Y[%b, %o] : memref<128x64xf32>
    %2 = arith.addf %1, %0 : f32
    affine.store %2, %Y[%b, %o] : memref<128x64xf32>
  }
  schedule.statement @T(%b, %p, %o) reduces add {
    %0 = affine.load %Y[%b, %o] : memref<128x64xf32>
    %1 = affine.load %Z[%b, %p] : memref<128x32xf32>
    %2 = arith.addf %1, %0 : f32
    affine.store %2, %Z[%b, %p] : memref<128x32xf32>
  }
  schedule.domain "{ S[b, o, n] : 0 <= b < 128 and 0 <= o < 64 and 0 <= n < 128; T[b, p, o] : 0 <= b < 128 and 0 <= p < 32 and 0 <= o < 64 }" {
    schedule.sequence {
      schedule.filter "{ S[b, o, n] }" {
        schedule.band (sequential "{ S[b, o, n] -> [b] }", sequential "{ S[b, o, n] -> [o] }", sequential "{ S[b, o, n] -> [n] }") {}
      }
      schedule.filter "{ T[b, p, o] }" {
        schedule.band (sequential "{ T[b, p, o] -> [b] }", sequential "{ T[b, p, o] -> [p] }", sequential "{ T[b, p, o] -> [o] }") {}
      }
    }
  }
}

// -----

// Many rows: the layers keep their tiles.
// ROWS-LABEL: {{^  }}schedule.scop @long
// ROWS: schedule.domain
// ROWS-NEXT: schedule.sequence {
schedule.scop @long(%X: memref<8192x128xf32>, inout %Y: memref<8192x64xf32>, inout %Z: memref<8192x32xf32>) {
  schedule.statement @S(%b, %o, %n) reduces add {
    %0 = affine.load %X[%b, %n] : memref<8192x128xf32>
    %1 = affine.load %Y[%b, %o] : memref<8192x64xf32>
    %2 = arith.addf %1, %0 : f32
    affine.store %2, %Y[%b, %o] : memref<8192x64xf32>
  }
  schedule.statement @T(%b, %p, %o) reduces add {
    %0 = affine.load %Y[%b, %o] : memref<8192x64xf32>
    %1 = affine.load %Z[%b, %p] : memref<8192x32xf32>
    %2 = arith.addf %1, %0 : f32
    affine.store %2, %Z[%b, %p] : memref<8192x32xf32>
  }
  schedule.domain "{ S[b, o, n] : 0 <= b < 8192 and 0 <= o < 64 and 0 <= n < 128; T[b, p, o] : 0 <= b < 8192 and 0 <= p < 32 and 0 <= o < 64 }" {
    schedule.sequence {
      schedule.filter "{ S[b, o, n] }" {
        schedule.band (sequential "{ S[b, o, n] -> [b] }", sequential "{ S[b, o, n] -> [o] }", sequential "{ S[b, o, n] -> [n] }") {}
      }
      schedule.filter "{ T[b, p, o] }" {
        schedule.band (sequential "{ T[b, p, o] -> [b] }", sequential "{ T[b, p, o] -> [p] }", sequential "{ T[b, p, o] -> [o] }") {}
      }
    }
  }
}

// -----

// All dependences go three iterations along i: `max` shifts, `rows` does not.
// MAX-LABEL: {{^  }}schedule.scop @shifted
// MAX: schedule.domain
// MAX-NEXT: schedule.band permutable
// MAX-NEXT: (coincident "{ {{.*}}T[i, j] -> [3 + i]{{.*}} }",
schedule.scop @shifted(%X: memref<67x64xf32>, inout %Y: memref<67x64xf32>, inout %Z: memref<64x64xf32>) {
  schedule.statement @S(%i, %j) {
    %0 = affine.load %X[%i, %j] : memref<67x64xf32>
    affine.store %0, %Y[%i, %j] : memref<67x64xf32>
  }
  schedule.statement @T(%i, %j) {
    %0 = affine.load %Y[%i + 3, %j] : memref<67x64xf32>
    affine.store %0, %Z[%i, %j] : memref<64x64xf32>
  }
  schedule.domain "{ S[i, j] : 0 <= i < 67 and 0 <= j < 64; T[i, j] : 0 <= i < 64 and 0 <= j < 64 }" {
    schedule.sequence {
      schedule.filter "{ S[i, j] }" {
        schedule.band (sequential "{ S[i, j] -> [i] }", sequential "{ S[i, j] -> [j] }") {}
      }
      schedule.filter "{ T[i, j] }" {
        schedule.band (sequential "{ T[i, j] -> [i] }", sequential "{ T[i, j] -> [j] }") {}
      }
    }
  }
}

// -----

// MAX-LABEL: {{^  }}schedule.scop @reversed
// MAX: schedule.domain
// MAX-NEXT: schedule.sequence {
schedule.scop @reversed(%X: memref<64xf32>, inout %Y: memref<64xf32>, inout %Z: memref<64xf32>) {
  schedule.statement @S(%i) {
    %0 = affine.load %X[%i] : memref<64xf32>
    affine.store %0, %Y[%i] : memref<64xf32>
  }
  schedule.statement @T(%i) {
    %0 = affine.load %Y[63 - %i] : memref<64xf32>
    affine.store %0, %Z[%i] : memref<64xf32>
  }
  schedule.domain "{ S[i] : 0 <= i < 64; T[i] : 0 <= i < 64 }" {
    schedule.sequence {
      schedule.filter "{ S[i] }" {
        schedule.band (sequential "{ S[i] -> [i] }") {}
      }
      schedule.filter "{ T[i] }" {
        schedule.band (sequential "{ T[i] -> [i] }") {}
      }
    }
  }
}
