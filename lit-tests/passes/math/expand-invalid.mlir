// RUN: tc-opt %s --math-expand --split-input-file --verify-diagnostics

func.func @wide(%x: f128) -> f128 {
  // expected-error @+1 {{`math.exp` on `f128`: expected f16, bf16, f32 or f64}}
  %y = math.exp %x : f128
  return %y : f128
}

// -----

func.func @scalable(%x: vector<[4]xf32>) -> vector<[4]xf32> {
  // expected-error @+1 {{`math.exp` on `vector<[4]xf32>`: expected a vector of fixed size}}
  %y = math.exp %x : vector<[4]xf32>
  return %y : vector<[4]xf32>
}
