// Operations for which LLVM's NVPTX backend has no instruction are refused by name and line, before LLVM aborts the process.
// RUN: tc-opt %s --split-input-file --verify-diagnostics --pass-pipeline='builtin.module(gpu.module(math-verify-nvptx))'

gpu.module @wide {
  func.func @f(%x: f128, %y: f80, %i: i128, %v: vector<[4]xf32>, %h: vector<2xf16>) {
    // expected-error @+1 {{`arith.remf` on `f128` has no instruction on a GPU: expected f16, bf16, f32 or f64}}
    %0 = arith.remf %x, %x : f128
    // expected-error @+1 {{`arith.cmpf` on `f80` has no instruction on a GPU: expected f16, bf16, f32 or f64}}
    %1 = arith.cmpf olt, %y, %y : f80
    // expected-error @+1 {{`arith.sitofp` on `i128` has no instruction on a GPU: expected integers of at most 64 bits where numbers are converted}}
    %2 = arith.sitofp %i : i128 to f32
    // expected-error @+1 {{`arith.addf` on `vector<[4]xf32>` has no instruction on a GPU: expected vectors of fixed size}}
    %3 = arith.addf %v, %v : vector<[4]xf32>
    // Integers of any width, floats that are only moved, and half floats are accepted.
    %4 = arith.divsi %i, %i : i128
    %5 = arith.select %1, %x, %x : f128
    %6 = arith.addf %h, %h : vector<2xf16>
    return
  }
}

// -----

gpu.module @written_in_llvm {
  llvm.func @f(%x: f32, %y: f64, %z: f16) {
    // expected-error @+1 {{`llvm.intr.sin` on `f32` has no instruction on a GPU: expected an operation of the `math` dialect, which math-expand replaces by arithmetic}}
    %0 = llvm.intr.sin(%x) : (f32) -> f32
    // expected-error @+1 {{`llvm.intr.sin` on `f64` has no instruction on a GPU}}
    %1 = llvm.intr.sin(%y) {fastmathFlags = #llvm.fastmath<afn>} : (f64) -> f64
    // expected-error @+1 {{`llvm.intr.pow` on `f16` has no instruction on a GPU}}
    %2 = llvm.intr.pow(%z, %z) {fastmathFlags = #llvm.fastmath<fast>} : (f16, f16) -> f16
    // expected-error @+1 {{`llvm.call_intrinsic` on `f32` has no instruction on a GPU}}
    %3 = llvm.call_intrinsic "llvm.tanh.f32"(%x) : (f32) -> f32
    // expected-error @+1 {{`llvm.intr.exp2` on `f64` has no instruction on a GPU}}
    %4 = llvm.intr.exp2(%y) : (f64) -> f64
    // Approximations with an instruction.
    %5 = llvm.call_intrinsic "llvm.tanh.f32"(%x) {fastmathFlags = #llvm.fastmath<afn>} : (f32) -> f32
    %6 = llvm.intr.cos(%x) {fastmathFlags = #llvm.fastmath<fast>} : (f32) -> f32
    %7 = llvm.intr.exp2(%x) : (f32) -> f32
    %8 = llvm.frem %x, %x : f32
    %9 = llvm.intr.sqrt(%y) : (f64) -> f64
    llvm.return
  }
}

// -----

gpu.module @nvidia {
  llvm.func @__nv_expf(f32) -> f32
  llvm.func @__nv_sinf(%x: f32) -> f32 {
    llvm.return %x : f32
  }
  llvm.func @another(f32) -> f32
  llvm.func @f(%x: f32) {
    // expected-error @+1 {{function `__nv_expf` is in NVIDIA's library: name its file with `math=libdevice:FILE`}}
    %0 = llvm.call @__nv_expf(%x) : (f32) -> f32
    %1 = llvm.call @__nv_sinf(%x) : (f32) -> f32
    %2 = llvm.call @another(%x) : (f32) -> f32
    llvm.return
  }
}
