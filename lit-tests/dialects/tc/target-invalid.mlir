// Each key of a target is checked, at its location.
// RUN: tc-opt %s --split-input-file --verify-diagnostics

// expected-error @+2 {{expected `kind` to be "gpu" or "cpu", found "tpu"}}
module attributes {tc.target = #tc.target<name = "x",
  kind = "tpu">} {}

// -----

// expected-error @+1 {{the key `kind` is missing: "gpu" or "cpu"}}
module attributes {tc.target = #tc.target<name = "x">} {}

// -----

// All errors are reported.
// expected-error @+1 {{the key `vector_registers` is missing: a whole number from 1 to 2147483647}}
module attributes {tc.target = #tc.target<kind = "cpu", name = "x",
  // expected-error @+1 {{expected `vector_lanes` to be a whole number from 1 to 2147483647, found 0}}
  vector_lanes = 0,
  // expected-error @+1 {{expected `l1_bytes` to be a whole number from 1 to 1099511627776, found [2,0]}}
  l1_bytes = [2, 0],
  // expected-error @+1 {{unknown key `vector_register`: did you mean `vector_registers`?}}
  vector_register = 8, l2_bytes = 262144,
  // expected-error @+1 {{unknown key `warp`: there are name, description, vector_lanes, vector_registers, l1_bytes, l2_bytes, kind}}
  warp = 32
>} {}

// -----

// expected-error @+1 {{the key `vector_lanes` is given twice}}
module attributes {tc.target = #tc.target<kind = "cpu", name = "x", vector_lanes = 4, vector_lanes = 8, vector_registers = 8, l1_bytes = 32768, l2_bytes = 262144>} {}

// -----

// Numbers have no explicit types.
// expected-error @+1 {{expected `vector_lanes` to be a whole number from 1 to 2147483647, found null}}
module attributes {tc.target = #tc.target<kind = "cpu", name = "x", vector_lanes = 4 : i32, vector_registers = 8, l1_bytes = 32768, l2_bytes = 262144>} {}

// -----

// expected-error @+1 {{'builtin.module' op has 'tc.target', expected '#tc.target<...>' as its value, found '"sm_90a"'}}
module attributes {tc.target = "sm_90a"} {}

// -----

// expected-error @+1 {{'func.func' op has 'tc.target', which says what a module is compiled for; expected it on 'builtin.module'}}
func.func private @f() attributes {tc.target = #tc.target<kind = "cpu", name = "x", vector_lanes = 4, vector_registers = 8, l1_bytes = 32768, l2_bytes = 262144>}
