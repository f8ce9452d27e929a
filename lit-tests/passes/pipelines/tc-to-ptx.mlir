// The named pipeline of a GPU: options and the machine decide which passes run with which options; what it expands to runs as well.
// RUN: tc-opt %s --dump-pass-pipeline --pass-pipeline='builtin.module(tc-to-ptx{target=sm_80 sizes=N=64 scalars=s=3 mapping=tile=32,block=16,shared=false,fusion=min})' -o %t.mlir 2> %t.passes
// RUN: FileCheck %s --input-file=%t.passes
// RUN: FileCheck %s --input-file=%t.mlir --check-prefix=CODE
// RUN: echo '{"block": [8], "math": "fast"}' > %t.json
// RUN: tc-opt %s --dump-pass-pipeline --pass-pipeline='builtin.module(tc-to-ptx{sizes=N=64 scalars=s=3 options-file=%t.json mapping=block=32})' -o %t.2.mlir 2>&1 | FileCheck %s --check-prefix=FILE
// RUN: not tc-opt %s --pass-pipeline='builtin.module(tc-to-ptx{target=host})' 2>&1 | FileCheck %s --check-prefix=MACHINE
// RUN: not tc-opt %s --pass-pipeline='builtin.module(tc-to-ptx{scalars=s=x})' 2>&1 | FileCheck %s --check-prefix=SCALAR
// RUN: not tc-opt %s --pass-pipeline='builtin.module(tc-to-ptx{target=sm_81})' 2>&1 | FileCheck %s --check-prefix=UNKNOWN

// CHECK: builtin.module(
// CHECK-NEXT:   tc-inline-calls,
// CHECK-NEXT:   symbol-dce,
// CHECK-NEXT:   tc.def(
// CHECK-NEXT:     tc-specialize{scalars={'s=3'} },
// CHECK-NEXT:     tc-infer-ranges{explain=false notes=false strict-ranges=false},
// CHECK-NEXT:     tc-check-inplace
// CHECK-NEXT:   ),
// CHECK-NEXT:   tc-attach-target{target=sm_80},
// CHECK-NEXT:   tc.def(
// CHECK-NEXT:     tc-specialize{ sizes={'N=64'}},
// CHECK-NEXT:     tc-simplify{explain=false factors=false fastmath=false invariants=true nodes=4000 rounds=12 units=true}
// CHECK-NEXT:   ),
// CHECK-NEXT:   tc-to-schedule,
// CHECK-NEXT:   schedule.scop(
// CHECK-NEXT:     schedule-fold-storage{single=false},
// CHECK-NEXT:     schedule-scatter{atomics=exact parts={{.*}}},
// CHECK-NEXT:     schedule-isl{{{.*}} fusion=min {{.*}}},
// CHECK-NEXT:     schedule-time-tile{from-edge=true parallel=3{{.*}}},
// CHECK-NEXT:     schedule-lift{when=auto},
// CHECK-NEXT:     schedule-launches{when=auto},
// CHECK-NEXT:     schedule-tile{optional=true point-tag=point scale=false sizes={32} target='' tile-tag=tile},
// CHECK-NEXT:     schedule-sink{optional=true target=point},
// CHECK-NEXT:     schedule-map-blocks{allow-sequential=true{{ *}}},
// CHECK-NEXT:     schedule-map-threads{allow-sequential=true block={16}},
// CHECK-NEXT:     schedule-vectorize{vector-bytes=''},
// CHECK-NEXT:     schedule-sync,
// CHECK-NEXT:     schedule-pipeline{stages=1 target=tile unit-stages=3},
// CHECK-NEXT:     schedule-unroll{copies=true factor=256 points=true}
// CHECK-NEXT:   ),
// CHECK-NEXT:   schedule-to-gpu{{{.*}} verify=true},
// CHECK-NEXT:   loops-tensorize,
// CHECK-NEXT:   math-round-integers,
// CHECK-NEXT:   loops-mem-to-reg,
// CHECK:        gpu-module-to-ptx
// CHECK-NEXT: )

// CODE: gpu.binary @f_k0 {{.*}}\0A.target sm_80\0A
// CODE: gpu.binary @f_k1 {{.*}}\0A.target sm_80\0A

// FILE: schedule-map-threads{allow-sequential=true block={32}},
// FILE: math-expand{fast=true},

// MACHINE: error: `tc-to-ptx`: `host` is not a GPU: use tc-to-cpu{{$}}
// SCALAR: error: `tc-to-ptx`: expected NAME=VALUE with a whole number, found `s=x`{{$}}
// UNKNOWN: error: `tc-to-ptx`: unknown target `sm_81`: built in are sm_90a, sm_80, avx512, avx2, vector128, host; or give the path of a JSON description{{$}}
tc.def @f(%X: !tc.tensor<[N], f32>, %s: !tc.tensor<[], i32>) -> (%Y: !tc.tensor<[?], f32>) {
  tc.comprehension %Y[i] add init (i, k in [0, s)) {
    %0 = tc.read %X[i + k] : f32
    tc.yield %0 : f32
  }
}
