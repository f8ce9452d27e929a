"""Algorithms of CUB for warps and blocks."""

import numpy as np

from declaration import kernel

F = np.float32


def cub(name, header, body, arguments, reference, block=128, grid=1, types="", tolerance=0.0):
    source = f"""
#include <cub/{header}>
{types}
extern "C" __global__ void k({body[0]}) {{
  int t = threadIdx.x;
  {body[1]}
}}
"""
    kernel(name, [grid], [block], arguments, source, tolerance)(reference)


XY = "const int* x, int* y"
ONE = {"x": "i32:128", "y": "out_i32:128"}

for algorithm in ("BLOCK_REDUCE_RAKING", "BLOCK_REDUCE_WARP_REDUCTIONS", "BLOCK_REDUCE_RAKING_COMMUTATIVE_ONLY"):
    cub(f"cub_{algorithm.lower()}", "block/block_reduce.cuh", (XY, f"""
  typedef cub::BlockReduce<int, 128, cub::{algorithm}> R; __shared__ typename R::TempStorage s;
  int all = R(s).Sum(x[t]); if (t == 0) y[0] = all;"""), {"x": "i32:128", "y": "out_i32:1"}, lambda x: x.sum())
cub("cub_block_reduce_max_double", "block/block_reduce.cuh", ("const double* x, double* y", """
  typedef cub::BlockReduce<double, 128> R; __shared__ typename R::TempStorage s;
  double all = R(s).Reduce(x[t], [](double a, double b) { return a > b ? a : b; }); if (t == 0) y[0] = all;"""),
    {"x": "f64:128", "y": "out_f64:1"}, lambda x: x.max())
cub("cub_block_reduce_items_partial", "block/block_reduce.cuh", (XY, """
  typedef cub::BlockReduce<int, 64> R; __shared__ typename R::TempStorage s;
  int all = R(s).Sum(t < 37 ? x[t] : 0, 37); if (t == 0) y[0] = all;"""), {"x": "i32:64", "y": "out_i32:1"},
    lambda x: x[:37].sum(), block=64)
for algorithm in ("BLOCK_SCAN_RAKING", "BLOCK_SCAN_RAKING_MEMOIZE", "BLOCK_SCAN_WARP_SCANS"):
    cub(f"cub_{algorithm.lower()}", "block/block_scan.cuh", (XY, f"""
  typedef cub::BlockScan<int, 128, cub::{algorithm}> S; __shared__ typename S::TempStorage s;
  int v; S(s).InclusiveSum(x[t], v); y[t] = v;"""), ONE, lambda x: np.cumsum(x))
cub("cub_block_scan_exclusive_items", "block/block_scan.cuh", (XY, """
  typedef cub::BlockScan<int, 64> S; __shared__ typename S::TempStorage s;
  int v[4]; for (int i = 0; i < 4; i++) v[i] = x[4 * t + i];
  S(s).ExclusiveSum(v, v); for (int i = 0; i < 4; i++) y[4 * t + i] = v[i];"""), {"x": "i32:256", "y": "out_i32:256"},
    lambda x: np.cumsum(x) - x, block=64)
cub("cub_block_scan_prefix_callback", "block/block_scan.cuh", (XY, """
  typedef cub::BlockScan<int, 32> S; __shared__ typename S::TempStorage s; Running prefix{0};
  for (int i = 0; i < 4; i++) { int v; S(s).InclusiveSum(x[32 * i + t], v, prefix); y[32 * i + t] = v; __syncthreads(); }"""),
    ONE, lambda x: np.cumsum(x), block=32,
    types="struct Running { int total; __device__ int operator()(int sum) { int old = total; total += sum; return old; } };")
for width in (4, 8, 16, 32):
    cub(f"cub_warp_scan_{width}", "warp/warp_scan.cuh", (XY, f"""
  typedef cub::WarpScan<int, {width}> S; __shared__ typename S::TempStorage s[128 / {width}];
  int v; S(s[t / {width}]).InclusiveSum(x[t], v); y[t] = v;"""), ONE,
        lambda x, width=width: np.cumsum(x.reshape(-1, width), 1))
    cub(f"cub_warp_reduce_{width}", "warp/warp_reduce.cuh", ("const float* x, float* y", f"""
  typedef cub::WarpReduce<float, {width}> R; __shared__ typename R::TempStorage s[128 / {width}];
  float v = R(s[t / {width}]).Sum(x[t]); if (t % {width} == 0) y[t / {width}] = v;"""),
        {"x": "f32:128", "y": f"out_f32:{128 // width}"}, lambda x, width=width: x.reshape(-1, width).astype(float).sum(1), tolerance=1e-6)
cub("cub_warp_head_segmented_sum", "warp/warp_reduce.cuh", (XY, """
  typedef cub::WarpReduce<int> R; __shared__ typename R::TempStorage s;
  y[t] = R(s).HeadSegmentedSum(x[t], t % 5 == 0); if (t % 5 != 0) y[t] = 0;"""), {"x": "i32:32", "y": "out_i32:32"},
    lambda x: np.array([x[i:min(i + 5, 32)].sum() if i % 5 == 0 else 0 for i in range(32)]), block=32)
cub("cub_block_radix_sort_keys", "block/block_radix_sort.cuh", ("const unsigned* x, unsigned* y", """
  typedef cub::BlockRadixSort<unsigned, 64, 4> S; __shared__ typename S::TempStorage s;
  unsigned v[4]; for (int i = 0; i < 4; i++) v[i] = x[4 * t + i] * 2654435761u;
  S(s).Sort(v); for (int i = 0; i < 4; i++) y[4 * t + i] = v[i];"""), {"x": "u32:256", "y": "out_u32:256"},
    lambda x: np.sort(x * np.uint32(2654435761)), block=64)
cub("cub_block_radix_sort_pairs_descending", "block/block_radix_sort.cuh", ("const float* x, float* y, int* p", """
  typedef cub::BlockRadixSort<float, 64, 2, int> S; __shared__ typename S::TempStorage s;
  float v[2]; int i[2]; for (int j = 0; j < 2; j++) { v[j] = x[2 * t + j]; i[j] = 2 * t + j; }
  S(s).SortDescending(v, i); for (int j = 0; j < 2; j++) { y[2 * t + j] = v[j]; p[2 * t + j] = i[j]; }"""),
    {"x": "f32:128", "y": "out_f32:128", "p": "out_i32:128"}, lambda x: (-np.sort(-x), np.argsort(-x, kind="stable")), block=64)
cub("cub_block_merge_sort", "block/block_merge_sort.cuh", (XY, """
  typedef cub::BlockMergeSort<int, 64, 2> S; __shared__ typename S::TempStorage s;
  int v[2] = {x[2 * t], x[2 * t + 1]};
  S(s).Sort(v, [](int a, int b) { return a < b; }); y[2 * t] = v[0]; y[2 * t + 1] = v[1];"""), ONE, lambda x: np.sort(x), block=64)
cub("cub_warp_merge_sort", "warp/warp_merge_sort.cuh", (XY, """
  typedef cub::WarpMergeSort<int, 4, 32> S; __shared__ typename S::TempStorage s;
  int v[4]; for (int i = 0; i < 4; i++) v[i] = x[4 * t + i];
  S(s).Sort(v, [](int a, int b) { return a > b; }); for (int i = 0; i < 4; i++) y[4 * t + i] = v[i];"""), ONE,
    lambda x: -np.sort(-x), block=32)
for algorithm in ("BLOCK_HISTO_SORT", "BLOCK_HISTO_ATOMIC"):
    cub(f"cub_{algorithm.lower()}", "block/block_histogram.cuh", ("const unsigned char* x, unsigned* y", f"""
  typedef cub::BlockHistogram<unsigned char, 64, 4, 16, cub::{algorithm}> H; __shared__ typename H::TempStorage s; __shared__ unsigned bins[16];
  unsigned char v[4]; for (int i = 0; i < 4; i++) v[i] = x[4 * t + i] % 16;
  H(s).Histogram(v, bins); __syncthreads(); if (t < 16) y[t] = bins[t];"""), {"x": "u8:256", "y": "out_u32:16"},
        lambda x: np.bincount(x % 16, minlength=16), block=64)
cub("cub_block_exchange", "block/block_exchange.cuh", (XY, """
  typedef cub::BlockExchange<int, 32, 4> E; __shared__ typename E::TempStorage s;
  int v[4]; for (int i = 0; i < 4; i++) v[i] = x[4 * t + i];
  E(s).BlockedToStriped(v, v); for (int i = 0; i < 4; i++) y[4 * t + i] = v[i];"""), ONE,
    lambda x: np.array([x[i * 32 + t] for t in range(32) for i in range(4)]), block=32)
cub("cub_block_load_store_transpose", "block/block_load.cuh>\n#include <cub/block/block_store.cuh", (XY, """
  typedef cub::BlockLoad<int, 32, 4, cub::BLOCK_LOAD_WARP_TRANSPOSE> L; typedef cub::BlockStore<int, 32, 4, cub::BLOCK_STORE_TRANSPOSE> S;
  __shared__ union { typename L::TempStorage l; typename S::TempStorage s; } u;
  int v[4]; L(u.l).Load(x, v, 101, -1); __syncthreads(); for (int i = 0; i < 4; i++) v[i] = 3 * v[i] + i; S(u.s).Store(y, v);"""), ONE,
    lambda x: 3 * np.where(np.arange(128) < 101, x, -1) + np.arange(128) % 4, block=32)
cub("cub_block_discontinuity", "block/block_discontinuity.cuh>\n#include <cuda/std/functional", (XY, """
  typedef cub::BlockDiscontinuity<int, 128> D; __shared__ typename D::TempStorage s;
  int v[1] = {x[t] / 100}, f[1]; D(s).FlagHeads(f, v, cuda::std::not_equal_to<int>()); y[t] = f[0];"""), {"x": "u32:128", "y": "out_i32:128"},
    lambda x: np.concatenate([[1], (x[1:] // 100 != x[:-1] // 100)]).astype(int))
cub("cub_block_adjacent_difference", "block/block_adjacent_difference.cuh", (XY, """
  typedef cub::BlockAdjacentDifference<int, 128> D; __shared__ typename D::TempStorage s;
  int v[1] = {x[t]}, r[1]; D(s).SubtractLeft(v, r, [](int a, int b) { return a - b; }); y[t] = r[0];"""), ONE,
    lambda x: np.concatenate([x[:1], x[1:] - x[:-1]]))
cub("cub_block_shuffle", "block/block_shuffle.cuh", (XY, """
  typedef cub::BlockShuffle<int, 128> S; __shared__ typename S::TempStorage s;
  int v = 0; S(s).Rotate(x[t], v, 5); y[t] = v;"""), ONE, lambda x: np.roll(x, -5))
cub("cub_radix_rank", "block/block_radix_sort.cuh", ("const short* x, short* y", """
  typedef cub::BlockRadixSort<short, 128, 1> S; __shared__ typename S::TempStorage s;
  short v[1] = {x[t]}; S(s).SortBlockedToStriped(v); y[t] = v[0];"""), {"x": "u16:128", "y": "out_u16:128"}, lambda x: np.sort(x))
