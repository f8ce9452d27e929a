// The machine is data on a module; it is printed once, above it. Keys may be in any order.
// RUN: tc-opt %s --split-input-file | FileCheck %s
// RUN: tc-opt %s --split-input-file | tc-opt --split-input-file | FileCheck %s
// RUN: tc-opt %s --split-input-file --mlir-print-op-generic | tc-opt --split-input-file | FileCheck %s

// CHECK: #target = #tc.target<kind = "cpu", name = "narrow", l1_bytes = 32768, l2_bytes = 262144, vector_lanes = 4, vector_registers = 8>
// CHECK-NEXT: module attributes {tc.target = #target} {
module attributes {tc.target = #tc.target<name = "narrow", kind = "cpu", vector_lanes = 4, l2_bytes = 262144, l1_bytes = 32768, vector_registers = 8>} {
}

// -----

// Rates may have fractions.
// CHECK: #target = #tc.target<kind = "gpu", name = "a b", access_bytes = 16, chip = "sm_90", clock_ghz = 1.500000e+00, {{.*}}, max_block = [64, 32, 4], {{.*}}, warp = 32>
// CHECK-NEXT: module attributes {tc.target = #target} {
#machine = #tc.target<kind = "gpu", name = "a b", chip = "sm_90", ptx = "+ptx80", max_threads_per_block = 64, max_block = [64, 32, 4],
  max_grid = [1000, 7, 5], warp = 32, multiprocessors = 2, parts_per_multiprocessor = 1, shared_bytes_per_block = 2048,
  shared_bytes_per_multiprocessor = 4096, shared_granularity = 128, access_bytes = 16, sector_bytes = 32, shared_bank_bytes = 8, registers_per_multiprocessor = 65536,
  max_registers_per_thread = 255, max_threads_per_multiprocessor = 128, max_blocks_per_multiprocessor = 2, clock_ghz = 1.5,
  memory_gb_per_s = 20, memory_latency_ns = 0, l2_bytes = 1024, fp32_tflops = 0.25, fp64_tflops = 0.125, tf32_tflops = 1, f16_tflops = 1,
  shared_bytes_per_clock = 64, issue_per_clock = 1, fma_latency_clocks = 4, shared_bytes_reserved_per_block = 0,
  register_granularity = 8, launch_us = 2>
module attributes {tc.target = #machine} {
}
