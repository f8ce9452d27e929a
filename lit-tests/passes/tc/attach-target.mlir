// A module names the machine that it is compiled for; all errors in a description are reported together.
// RUN: tc-opt %s --pass-pipeline='builtin.module(tc-attach-target)' | FileCheck %s
// RUN: tc-opt %s --pass-pipeline='builtin.module(tc-attach-target{target=sm_80},tc-attach-target{target=host})' | FileCheck %s --check-prefix=HOST
// RUN: tc-opt %s --pass-pipeline='builtin.module(tc-attach-target{target=%S/../../Inputs/small-cpu.json})' | FileCheck %s --check-prefix=FILE
// RUN: not tc-opt %s --pass-pipeline='builtin.module(tc-attach-target{target=sm_12})' 2>&1 | FileCheck %s --check-prefix=UNKNOWN
// RUN: sed -e 's/"vector_lanes": 4/"vector_lanes": 0/' -e 's/"name"/"nam"/' %S/../../Inputs/small-cpu.json > %t.json
// RUN: not tc-opt %s --pass-pipeline='builtin.module(tc-attach-target{target=%t.json})' 2>&1 | FileCheck %s --check-prefix=WRONG

// CHECK: #target = #tc.target<kind = "gpu", name = "sm_90a", access_bytes = 16, chip = "sm_90a",
// CHECK-NEXT: module attributes {tc.target = #target} {
// HOST: #target = #tc.target<kind = "cpu", name = "host",
// HOST-NOT: sm_80
// FILE: #target = #tc.target<kind = "cpu", name = "narrow", l1_bytes = 32768, l2_bytes = 262144, vector_lanes = 4,
// UNKNOWN: error: unknown target `sm_12`: built in are sm_90a, sm_80, avx512, avx2, vector128, host; or give the path of a JSON description
// WRONG: .json:1:1: error: the key `name` is missing: a name
// WRONG: .json:3:3: error: unknown key `nam`: did you mean `name`?
// WRONG: .json:4:3: error: expected `vector_lanes` to be a whole number from 1 to 2147483647, found 0
module {
}
