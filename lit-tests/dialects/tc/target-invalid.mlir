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
// expected-error @+1 {{the key `register_tile_of_sums` is missing: a list of whole numbers from 1 to 2147483647}}
module attributes {tc.target = #tc.target<kind = "cpu", name = "x",
  // expected-error @+1 {{expected `vector_lanes` to be a whole number from 1 to 2147483647, found 0}}
  vector_lanes = 0,
  // expected-error @+1 {{expected `register_tile` to be a list of whole numbers from 1 to 2147483647, found [2,0]}}
  register_tile = [2, 0],
  // expected-error @+1 {{unknown key `register_tile_of_sum`: did you mean `register_tile_of_sums`?}}
  register_tile_of_sum = [2, 2],
  // expected-error @+1 {{unknown key `warp`: there are name, description, vector_lanes, register_tile, register_tile_of_sums, kind}}
  warp = 32
>} {}

// -----

// expected-error @+1 {{the key `vector_lanes` is given twice}}
module attributes {tc.target = #tc.target<kind = "cpu", name = "x", vector_lanes = 4, vector_lanes = 8, register_tile = [2, 2], register_tile_of_sums = [2, 2]>} {}

// -----

// Numbers have no explicit types.
// expected-error @+1 {{expected `vector_lanes` to be a whole number from 1 to 2147483647, found null}}
module attributes {tc.target = #tc.target<kind = "cpu", name = "x", vector_lanes = 4 : i32, register_tile = [2, 2], register_tile_of_sums = [2, 2]>} {}

// -----

// expected-error @+1 {{'builtin.module' op has 'tc.target', expected '#tc.target<...>' as its value, found '"sm_90a"'}}
module attributes {tc.target = "sm_90a"} {}

// -----

// expected-error @+1 {{'func.func' op has 'tc.target', which says what a module is compiled for; expected it on 'builtin.module'}}
func.func private @f() attributes {tc.target = #tc.target<kind = "cpu", name = "x", vector_lanes = 4, register_tile = [2, 2], register_tile_of_sums = [2, 2]>}
