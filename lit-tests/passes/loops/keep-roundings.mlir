// The permission to join a product and a sum is removed, others stay; the statistic.
// RUN: tc-opt %s --loops-keep-roundings --tc-pass-statistics 2>%t | FileCheck %s
// RUN: FileCheck %s --check-prefix=STATISTICS < %t

// STATISTICS: loops-keep-roundings
// STATISTICS: {{^ *}}2 changed

// CHECK-LABEL: func.func @f
// CHECK: arith.mulf %{{.*}}, %{{.*}} : f32
// CHECK: arith.addf %{{.*}}, %{{.*}} fastmath<reassoc> : f32
// CHECK: arith.subf %{{.*}}, %{{.*}} fastmath<nnan> : f32
func.func @f(%x: f32, %y: f32) -> f32 {
  %p = arith.mulf %x, %x fastmath<contract> : f32
  %s = arith.addf %y, %p fastmath<reassoc,contract> : f32
  %d = arith.subf %s, %y fastmath<nnan> : f32
  return %d : f32
}
