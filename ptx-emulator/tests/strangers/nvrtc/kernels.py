"""CUDA C++ as strangers write it: cooperative groups, libcu++, tiles, locks, wide integers, calls."""

import numpy as np

import blocks  # noqa: F401: declares its kernels
from declaration import KERNELS, kernel  # noqa: F401: KERNELS is for build.py

F = np.float32


def one(name, parameters, body, arguments, reference, block=64, grid=1, head="", **more):
    source = f"{head}\nextern \"C\" __global__ void k({parameters}) {{\n  int t = blockIdx.x * blockDim.x + threadIdx.x;\n{body}\n}}\n"
    kernel(name, [grid], [block], arguments, source, **more)(reference)


CG = "#include <cooperative_groups.h>\n#include <cooperative_groups/reduce.h>\n#include <cooperative_groups/scan.h>\nnamespace cg = cooperative_groups;"
XY = "const int* x, int* y"
SIXTY_FOUR = {"x": "i32:64", "y": "out_i32:64"}

# Cooperative groups.
for width in (2, 4, 8, 16, 32):
    one(f"cg_tile_reduce_{width}", XY, f"""
  auto tile = cg::tiled_partition<{width}>(cg::this_thread_block());
  y[t] = cg::reduce(tile, x[t], cg::plus<int>());""", SIXTY_FOUR,
        lambda x, width=width: np.repeat(x.reshape(-1, width).sum(1), width), head=CG)
one("cg_tile_shuffles_and_votes", XY, """
  auto tile = cg::tiled_partition<8>(cg::this_thread_block());
  int v = tile.shfl_xor(x[t], 3) + tile.shfl_down(x[t], 1) * 0 + tile.ballot(x[t] > 0) * 1000;
  y[t] = v + tile.any(x[t] > 490) * 7 + tile.match_any(x[t] & 1) * 1000000;""", SIXTY_FOUR,
    lambda x: np.array([x[t ^ 3] + 1000 * sum(int(x[t // 8 * 8 + i] > 0) << i for i in range(8)) + 7 * int((x[t // 8 * 8:t // 8 * 8 + 8] > 490).any())
                        + 1000000 * sum(int(x[t // 8 * 8 + i] & 1 == x[t] & 1) << i for i in range(8)) for t in range(64)]), head=CG)
one("cg_coalesced_group", XY, """
  y[t] = -1;
  if (x[t] % 3 == 0) { auto group = cg::coalesced_threads(); y[t] = group.thread_rank() * 100 + group.size(); }""", SIXTY_FOUR,
    lambda x: np.concatenate([np.where(w % 3 == 0, (np.cumsum(w % 3 == 0) - 1) * 100 + (w % 3 == 0).sum(), -1) for w in x.reshape(2, 32)]), head=CG)
one("cg_coalesced_reduce", XY, """
  y[t] = 0;
  if (x[t] & 1) { auto group = cg::coalesced_threads(); y[t] = cg::reduce(group, x[t], cg::greater<int>()); }""", SIXTY_FOUR,
    lambda x: np.concatenate([np.where(w & 1, w[(w & 1) == 1].max(), 0) for w in x.reshape(2, 32)]), head=CG)
one("cg_aggregated_atomics", "const int* x, int* counter, int* y", """
  if (x[t] > 0) {
    auto group = cg::coalesced_threads(); int first = 0;
    if (group.thread_rank() == 0) first = atomicAdd(counter, (int)group.size());
    y[group.shfl(first, 0) + group.thread_rank()] = 1;
  }""", {"x": "i32:256", "counter": "zero_i32:1", "y": "zero_i32:256"},
    lambda x, counter, y: (np.array([(x > 0).sum()]), (np.arange(256) < (x > 0).sum()).astype(int)), grid=4, head=CG)
for name, call, due in (("inclusive", "cg::inclusive_scan(tile, x[t])", lambda x: np.cumsum(x.reshape(-1, 16), 1)),
                        ("exclusive", "cg::exclusive_scan(tile, x[t])", lambda x: np.cumsum(x.reshape(-1, 16), 1) - x.reshape(-1, 16))):
    one(f"cg_{name}_scan", XY, f"  auto tile = cg::tiled_partition<16>(cg::this_thread_block()); y[t] = {call};", SIXTY_FOUR, due, head=CG)
one("cg_labeled_partition", XY, """
  auto warp = cg::tiled_partition<32>(cg::this_thread_block());
  auto group = cg::labeled_partition(warp, x[t] & 3); y[t] = cg::reduce(group, 1, cg::plus<int>());""", SIXTY_FOUR,
    lambda x: np.array([(x[t // 32 * 32:t // 32 * 32 + 32] & 3 == x[t] & 3).sum() for t in range(64)]), head=CG)
one("cg_binary_partition", XY, """
  auto warp = cg::tiled_partition<32>(cg::this_thread_block());
  auto group = cg::binary_partition(warp, x[t] > 0); y[t] = cg::reduce(group, x[t], cg::plus<int>());""", SIXTY_FOUR,
    lambda x: np.array([x[t // 32 * 32:t // 32 * 32 + 32][(x[t // 32 * 32:t // 32 * 32 + 32] > 0) == (x[t] > 0)].sum() for t in range(64)]), head=CG)
one("cg_block_tile_of_64", XY, """
  __shared__ cg::block_tile_memory<128> memory; auto block = cg::this_thread_block(memory);
  auto tile = cg::tiled_partition<64>(block); y[t] = cg::reduce(tile, x[t], cg::plus<int>());""", {"x": "i32:128", "y": "out_i32:128"},
    lambda x: np.repeat(x.reshape(2, 64).sum(1), 64), block=128, head=CG)
one("grid_barrier_by_hand", "const int* x, int* y, unsigned* counter", """
  y[t] = 2 * x[t]; __syncthreads();
  if (threadIdx.x == 0) {
    __threadfence(); atomicAdd(counter, 1u);
    while (atomicAdd(counter, 0u) < gridDim.x) {}
    __threadfence();
  }
  __syncthreads();
  int other = (t + 64) % 512; int v = __ldcg(y + other); __syncthreads();
  if (threadIdx.x == 0) {
    __threadfence(); atomicAdd(counter, 1u);
    while (atomicAdd(counter, 0u) < 2 * gridDim.x) {}
    __threadfence();
  }
  __syncthreads();
  y[t] = v + 1;""", {"x": "i32:512", "y": "out_i32:512", "counter": "zero_u32:1"},
    lambda x, counter: (2 * np.roll(x, -64) + 1, np.array([16])), grid=8)

# libcu++.
CU = "#include <cuda/atomic>\n#include <cuda/std/atomic>"
one("cuda_atomic_fetch_add", "const int* x, int* y", "  cuda::atomic_ref<int, cuda::thread_scope_device> a(y[0]); a.fetch_add(x[t], cuda::memory_order_relaxed);",
    {"x": "i32:256", "y": "zero_i32:1"}, lambda x, y: x.sum(), grid=4, head=CU)
one("cuda_atomic_fetch_max", "const int* x, int* y", "  cuda::atomic_ref<int, cuda::thread_scope_device> a(y[0]); a.fetch_max(x[t]);",
    {"x": "i32:256", "y": "zero_i32:1"}, lambda x, y: max(x.max(), 0), grid=4, head=CU)
one("cuda_atomic_compare_exchange", "const float* x, float* y", """
  cuda::atomic_ref<float, cuda::thread_scope_device> a(y[0]); float old = a.load(cuda::memory_order_relaxed);
  while (old < x[t] && !a.compare_exchange_weak(old, x[t], cuda::memory_order_relaxed)) {}""", {"x": "f32:256", "y": "zero_f32:1"},
    lambda x, y: max(x.max(), 0), grid=4, head=CU)
one("cuda_atomic_64_bit", "const unsigned* x, unsigned long long* y", "  cuda::atomic_ref<unsigned long long, cuda::thread_scope_device> a(y[0]); a.fetch_add(x[t] * 10000000000ull); a.fetch_or(1ull << 63);",
    {"x": "u32:64", "y": "zero_u64:1"}, lambda x, y: np.array([(int(x.astype(np.uint64).sum()) * 10000000000 | 1 << 63)], dtype=np.uint64), head=CU)
one("cuda_atomic_message_passing", "int* data, int* flag, int* y", """
  if (t == 0) { data[0] = 42; cuda::atomic_ref<int, cuda::thread_scope_device> f(flag[0]); f.store(1, cuda::memory_order_release); }
  if (t == 64) { cuda::atomic_ref<int, cuda::thread_scope_device> f(flag[0]); while (f.load(cuda::memory_order_acquire) == 0) {} y[0] = data[0]; }""",
    {"data": "zero_i32:1", "flag": "zero_i32:1", "y": "out_i32:1"}, lambda data, flag: (np.array([42]), np.array([1]), np.array([42])), grid=2, head=CU)
one("cuda_atomic_wait_notify", "int* flag, int* y", """
  cuda::atomic_ref<int, cuda::thread_scope_device> f(flag[0]);
  if (t == 64) { f.store(5, cuda::memory_order_release); f.notify_all(); }
  if (t == 0) { f.wait(0, cuda::memory_order_acquire); y[0] = f.load(); }""", {"flag": "zero_i32:1", "y": "out_i32:1"},
    lambda flag: (np.array([5]), np.array([5])), grid=2, head=CU)
one("cuda_barrier", XY, """
  #pragma nv_diag_suppress static_var_with_dynamic_init
  __shared__ cuda::barrier<cuda::thread_scope_block> b; __shared__ int s[64];
  if (threadIdx.x == 0) init(&b, 64);
  __syncthreads(); s[t] = x[t]; b.arrive_and_wait(); y[t] = s[63 - t];""", SIXTY_FOUR, lambda x: x[::-1], head="#include <cuda/barrier>")
one("cuda_barrier_split", XY, """
  #pragma nv_diag_suppress static_var_with_dynamic_init
  __shared__ cuda::barrier<cuda::thread_scope_block> b; __shared__ int s[64];
  if (threadIdx.x == 0) init(&b, 64);
  __syncthreads(); int sum = 0;
  for (int i = 0; i < 3; i++) { s[t] = x[t] + i; auto token = b.arrive(); b.wait(cuda::std::move(token)); sum += s[t ^ 1]; b.arrive_and_wait(); }
  y[t] = sum;""", SIXTY_FOUR, lambda x: 3 * x[np.arange(64) ^ 1] + 3, head="#include <cuda/barrier>\n#include <cuda/std/utility>")
one("cuda_pipeline", XY, """
  __shared__ int s[2][64]; auto pipe = cuda::make_pipeline(); int sum = 0;
  pipe.producer_acquire(); cuda::memcpy_async(&s[0][threadIdx.x], x + threadIdx.x, sizeof(int), pipe); pipe.producer_commit();
  for (int i = 1; i <= 4; i++) {
    if (i < 4) { pipe.producer_acquire(); cuda::memcpy_async(&s[i % 2][threadIdx.x], x + 64 * i + threadIdx.x, sizeof(int), pipe); pipe.producer_commit(); }
    pipe.consumer_wait(); sum += s[(i - 1) % 2][threadIdx.x]; pipe.consumer_release();
  }
  y[t] = sum;""", {"x": "i32:256", "y": "out_i32:64"}, lambda x: x.reshape(4, 64).sum(0), head="#include <cuda/pipeline>")
one("cuda_pipeline_of_the_block", XY, """
  #pragma nv_diag_suppress static_var_with_dynamic_init
  auto block = cg::this_thread_block(); __shared__ int s[2][64];
  __shared__ cuda::pipeline_shared_state<cuda::thread_scope_block, 2> state; auto pipe = cuda::make_pipeline(block, &state); int sum = 0;
  pipe.producer_acquire(); cuda::memcpy_async(block, s[0], x, 64 * sizeof(int), pipe); pipe.producer_commit();
  for (int i = 1; i <= 4; i++) {
    if (i < 4) { pipe.producer_acquire(); cuda::memcpy_async(block, s[i % 2], x + 64 * i, 64 * sizeof(int), pipe); pipe.producer_commit(); }
    pipe.consumer_wait(); sum += s[(i - 1) % 2][63 - threadIdx.x]; pipe.consumer_release();
  }
  y[t] = sum;""", {"x": "i32:256", "y": "out_i32:64"}, lambda x: x.reshape(4, 64).sum(0)[::-1], head="#include <cuda/pipeline>\n#include <cooperative_groups.h>\nnamespace cg = cooperative_groups;")
one("cuda_latch", XY, """
  #pragma nv_diag_suppress static_var_with_dynamic_init
  __shared__ alignas(64) char room[sizeof(cuda::latch<cuda::thread_scope_block>)]; __shared__ int s[64];
  auto& l = *(cuda::latch<cuda::thread_scope_block>*)room; if (threadIdx.x == 0) new (&l) cuda::latch<cuda::thread_scope_block>(64);
  __syncthreads(); s[t] = x[t] * 3; l.arrive_and_wait(); y[t] = s[(t + 9) % 64];""", SIXTY_FOUR, lambda x: 3 * np.roll(x, -9),
    head="#include <cuda/latch>")
one("cuda_semaphore", XY, """
  #pragma nv_diag_suppress static_var_with_dynamic_init
  __shared__ alignas(64) char room[sizeof(cuda::counting_semaphore<cuda::thread_scope_block, 1>)]; __shared__ int total;
  auto& s = *(cuda::counting_semaphore<cuda::thread_scope_block, 1>*)room; if (threadIdx.x == 0) { new (&s) cuda::counting_semaphore<cuda::thread_scope_block, 1>(1); total = 0; }
  __syncthreads(); s.acquire(); total += x[t]; s.release(); __syncthreads(); if (t == 0) y[0] = total;""", {"x": "i32:64", "y": "out_i32:1"},
    lambda x: x.sum(), head="#include <cuda/semaphore>")
one("cuda_std_complex", "const float* x, float* y", """
  cuda::std::complex<float> z(x[2 * t], x[2 * t + 1]), w(0.5f, -1.25f); z = z * w + z / cuda::std::complex<float>(2.0f, 0.0f);
  y[2 * t] = z.real(); y[2 * t + 1] = z.imag();""", {"x": "f32:128", "y": "out_f32:128"},
    lambda x: np.stack([(v := (z := x[0::2].astype(complex) + 1j * x[1::2]) * (0.5 - 1.25j) + z / 2).real, v.imag], 1), tolerance=1e-5, head="#include <cuda/std/complex>")
one("cuda_std_containers", XY, """
  cuda::std::array<int, 4> a{x[t], x[t] / 2, -x[t], 7}; 
  cuda::std::tuple<int, int> p(a[0] < a[2] ? a[0] : a[2], a[0] < a[2] ? a[2] : a[0]); cuda::std::optional<int> o; if (x[t] > 0) o = a[1];
  y[t] = cuda::std::get<0>(p) * 3 + cuda::std::get<1>(p) + o.value_or(a[3]);""", SIXTY_FOUR,
    lambda x: -np.abs(x) * 3 + np.abs(x) + np.where(x > 0, np.abs(x) // 2, 7), head="#include <cuda/std/array>\n#include <cuda/std/tuple>\n#include <cuda/std/optional>")
one("cuda_std_bit", "const unsigned* x, unsigned* y", """
  y[t] = cuda::std::popcount(x[t]) + 100 * cuda::std::countl_zero(x[t]) + 10000 * cuda::std::bit_width(x[t]) + (cuda::std::rotl(x[t], 7) & 1) * 1000000;""",
    {"x": "u32:64", "y": "out_u32:64"}, lambda x: np.array([bin(v).count("1") + 100 * (32 - int(v).bit_length()) + 10000 * int(v).bit_length() + (int(v) >> 25 & 1) * 1000000 for v in x]), head="#include <cuda/std/bit>")
one("cuda_std_variant_and_visit", XY, """
  cuda::std::variant<int, float> v; if (x[t] & 1) v = x[t]; else v = x[t] * 0.5f;
  y[t] = cuda::std::visit([](auto a) { return (int)(a * 2); }, v);""", SIXTY_FOUR, lambda x: np.where(x & 1, 2 * x, x), head="#include <cuda/std/variant>")

# Tiles.
WMMA = "#include <mma.h>\n#include <cuda_fp16.h>\n#include <cuda_bf16.h>\nusing namespace nvcuda;"


def tile(name, shape, types, layouts, arguments, reference, step=None, after="", tolerance=0.0):
    m, n, k = shape
    operand, element, total = types
    a, b = layouts
    lda, ldb = (k if a == "row" else m), (n if b == "row" else k)
    one(name, f"const {element}* x, const {element}* z, {total}* y", f"""
  wmma::fragment<wmma::matrix_a, {m}, {n}, {k}, {operand}, wmma::{a}_major> a; wmma::fragment<wmma::matrix_b, {m}, {n}, {k}, {operand}, wmma::{b}_major> b;
  wmma::fragment<wmma::accumulator, {m}, {n}, {k}, {total}> c; wmma::fill_fragment(c, ({total})2);
  wmma::load_matrix_sync(a, x, {lda}); wmma::load_matrix_sync(b, z, {ldb}); {after}
  wmma::mma_sync(c, a, b, c); for (int i = 0; i < c.num_elements; i++) c.x[i] = c.x[i] * ({total})3;
  wmma::store_matrix_sync(y, c, {n}, wmma::mem_row_major);""", arguments, reference, block=32, head=WMMA, tolerance=tolerance)


def product(x, z, shape, layouts):
    m, n, k = shape
    left = x.astype(float).reshape(m, k) if layouts[0] == "row" else x.astype(float).reshape(k, m).T
    right = z.astype(float).reshape(k, n) if layouts[1] == "row" else z.astype(float).reshape(n, k).T
    return 3 * (left @ right + 2)


for shape, layouts in (((16, 16, 16), ("row", "col")), ((32, 8, 16), ("row", "row")), ((8, 32, 16), ("col", "col"))):
    m, n, k = shape
    name = f"{m}_{n}_{k}_{layouts[0]}_{layouts[1]}"
    tile(f"wmma_half_{name}", shape, ("half", "half", "float"), layouts, {"x": f"f16:{m * k}", "z": f"f16:{k * n}", "y": f"out_f32:{m * n}"},
         lambda x, z, shape=shape, layouts=layouts: product(x, z, shape, layouts), tolerance=1e-6)
    tile(f"wmma_bytes_{name}", shape, ("signed char", "signed char", "int"), layouts, {"x": f"i8:{m * k}", "z": f"i8:{k * n}", "y": f"out_i32:{m * n}"},
         lambda x, z, shape=shape, layouts=layouts: product(x, z, shape, layouts))
tile("wmma_half_accumulates_half", (16, 16, 16), ("half", "half", "half"), ("row", "col"), {"x": "f16:256", "z": "f16:256", "y": "out_f16:256"},
     lambda x, z: (((product(x, z, (16, 16, 16), ("row", "col")) / 3).astype(np.float16)) * np.float16(3)), tolerance=2e-3)
tile("wmma_bfloat", (16, 16, 16), ("__nv_bfloat16", "__nv_bfloat16", "float"), ("row", "col"), {"x": "bf16:256", "z": "bf16:256", "y": "out_f32:256"},
     lambda x, z: product((x.astype(np.uint32) << 16).view(F), (z.astype(np.uint32) << 16).view(F), (16, 16, 16), ("row", "col")), tolerance=1e-6)
tile("wmma_tf32", (16, 16, 8), ("wmma::precision::tf32", "float", "float"), ("row", "col"), {"x": "f32:128", "z": "f32:128", "y": "out_f32:256"},
     lambda x, z: product(x, z, (16, 16, 8), ("row", "col")), tolerance=1e-6,
     after="for (int i = 0; i < a.num_elements; i++) a.x[i] = wmma::__float_to_tf32(a.x[i]); for (int i = 0; i < b.num_elements; i++) b.x[i] = wmma::__float_to_tf32(b.x[i]);")
tile("wmma_double", (8, 8, 4), ("double", "double", "double"), ("row", "col"), {"x": "f64:32", "z": "f64:32", "y": "out_f64:64"},
     lambda x, z: product(x, z, (8, 8, 4), ("row", "col")), tolerance=1e-12)

# Locks and flags.
one("spin_lock_by_threads", "int* lock, const int* x, int* y", """
  bool done = false;
  while (!done) {
    if (atomicCAS(lock, 0, 1) == 0) { __threadfence(); y[0] = y[0] * 1 + x[t]; __threadfence(); atomicExch(lock, 0); done = true; }
  }""", {"lock": "zero_i32:1", "x": "i32:128", "y": "zero_i32:1"}, lambda lock, x, y: (np.array([0]), x.sum()), grid=2)
one("spin_lock_naive", "int* lock, const int* x, int* y", """
  while (atomicCAS(lock, 0, 1) != 0) {}
  __threadfence(); y[0] += x[t]; __threadfence(); atomicExch(lock, 0);""", {"lock": "zero_i32:1", "x": "i32:128", "y": "zero_i32:1"},
    lambda lock, x, y: (np.array([0]), x.sum()), grid=2)
one("ticket_lock", "unsigned* next, unsigned* serving, const int* x, int* y", """
  if (threadIdx.x == 0) {
    unsigned mine = atomicAdd(next, 1u);
    while (*(volatile unsigned*)serving != mine) {}
    __threadfence(); y[0] += x[blockIdx.x]; __threadfence(); atomicAdd(serving, 1u);
  }""", {"next": "zero_u32:1", "serving": "zero_u32:1", "x": "i32:16", "y": "zero_i32:1"},
    lambda next, serving, x, y: (np.array([16]), np.array([16]), x.sum()), grid=16, block=32)
one("look_back_scan", "const int* x, int* y, volatile int* state, volatile int* sums", """
  __shared__ int before; typedef int Int; int b = blockIdx.x, mine = 0;
  if (threadIdx.x == 0) {
    for (int i = 0; i < 32; i++) mine += x[32 * b + i];
    if (b > 0) { while (state[b - 1] == 0) {} __threadfence(); before = sums[b - 1]; } else before = 0;
    sums[b] = before + mine; __threadfence(); state[b] = 1;
  }
  __syncthreads(); int s = before; for (int i = 0; i <= threadIdx.x; i++) s += x[32 * b + i]; y[t] = s;""",
    {"x": "i32:256", "y": "out_i32:256", "state": "zero_i32:8", "sums": "zero_i32:8"},
    lambda x, state, sums: (np.cumsum(x), np.ones(8), np.cumsum(x.reshape(8, 32).sum(1))), grid=8, block=32)
one("last_block_reduces", "const float* x, float* part, unsigned* counter, float* y", """
  __shared__ bool last; __shared__ float s[64]; s[threadIdx.x] = x[t]; __syncthreads();
  for (int w = 32; w > 0; w /= 2) { if (threadIdx.x < w) s[threadIdx.x] += s[threadIdx.x + w]; __syncthreads(); }
  if (threadIdx.x == 0) { part[blockIdx.x] = s[0]; __threadfence(); last = atomicInc(counter, gridDim.x - 1) == gridDim.x - 1; __threadfence(); }
  __syncthreads();
  if (last && threadIdx.x == 0) { float all = 0; for (int i = 0; i < gridDim.x; i++) all += part[i]; y[0] = all; }""",
    {"x": "f32:512", "part": "out_f32:8", "counter": "zero_u32:1", "y": "out_f32:1"},
    lambda x, counter: (x.reshape(8, 64).astype(float).sum(1), np.array([0]), x.astype(float).sum()), grid=8, tolerance=1e-5)
one("flags_in_shared_memory", XY, """
  __shared__ volatile int flag; __shared__ volatile int value;
  if (threadIdx.x == 0) flag = 0;
  __syncthreads();
  if (threadIdx.x == 0) { value = x[5]; __threadfence_block(); flag = 1; }
  if (threadIdx.x == 32) { while (flag == 0) {} __threadfence_block(); y[0] = value; }""", {"x": "i32:64", "y": "out_i32:1"}, lambda x: x[5:6])
one("atomic_by_compare_and_swap", "const double* x, double* y", """
  unsigned long long* at = (unsigned long long*)y; unsigned long long old = *at, seen;
  do { seen = old; old = atomicCAS(at, seen, __double_as_longlong(x[t] + __longlong_as_double(seen))); } while (seen != old);""",
    {"x": "f64:128", "y": "zero_f64:1"}, lambda x, y: x.sum(), grid=2, tolerance=1e-12)
one("atomic_on_bytes", "const unsigned char* x, unsigned char* y", """
  int place = t % 8; unsigned* word = (unsigned*)(y + (place & ~3)); unsigned shift = 8 * (place & 3), old = *word, seen;
  do { seen = old; unsigned sum = ((seen >> shift) + x[t]) & 255; old = atomicCAS(word, seen, (seen & ~(255u << shift)) | sum << shift); } while (seen != old);""",
    {"x": "u8:128", "y": "zero_u8:8"}, lambda x, y: x.astype(int).reshape(-1, 8).sum(0) % 256, grid=2)
one("dot_without_a_fence", "const int* x, int* data, int* flag, int* y", """
  if (t == 0) { data[0] = x[3]; atomicExch(flag, 1); }
  if (t == 64) { while (atomicAdd(flag, 0) == 0) {} y[0] = data[0]; }""", {"x": "i32:64", "data": "zero_i32:1", "flag": "zero_i32:1", "y": "out_i32:1"},
    lambda x, data, flag: (x[3:4], np.array([1]), x[3:4]), grid=2, findings="global-race")

# Integers of 128 bits.
WIDE = "typedef unsigned __int128 u128; typedef __int128 i128;"


def wide(name, expression, due):
    """Two operands from four words each, and the result in four words."""
    def reference(x):
        words = x.astype(object).reshape(-1, 8) * 4294967 + 77
        make = lambda part: sum(int(w) % 2**32 << 32 * i for i, w in enumerate(part))
        results = [due(make(row[:4]), make(row[4:]) >> 40 | 1) % 2**128 for row in words]
        return np.array([[r >> 32 * i & 0xffffffff for i in range(4)] for r in results])
    one(name, "const unsigned* x, unsigned* y", f"""
  u128 a = 0, b = 0; for (int i = 3; i >= 0; i--) {{ a = a << 32 | (x[8 * t + i] * 4294967u + 77u); b = b << 32 | (x[8 * t + 4 + i] * 4294967u + 77u); }}
  b = b >> 40 | 1; u128 r = {expression}; for (int i = 0; i < 4; i++) y[4 * t + i] = (unsigned)(r >> 32 * i);""",
        {"x": "u32:512", "y": "out_u32:256"}, reference, head=WIDE)


def signed(v):
    return v - 2**128 if v >> 127 else v


def quotient(a, b):
    return -(-a // b) if (a < 0) != (b < 0) and a % b else a // b if (a < 0) == (b < 0) or a % b == 0 else -((-a) // b)


wide("wide_sum_and_difference", "a + b * 3 - (a >> 5)", lambda a, b: a + b * 3 - (a >> 5))
wide("wide_product", "a * b", lambda a, b: a * b)
wide("wide_quotient", "a / b", lambda a, b: a // b)
wide("wide_remainder", "a % b", lambda a, b: a % b)
wide("wide_signed_quotient", "(u128)((i128)(a ^ (u128)1 << 127) / (i128)b)", lambda a, b: (lambda s: abs(s) // b * (1 if s >= 0 else -1))(signed(a ^ 1 << 127)))
wide("wide_shifts", "(a << (int)(b & 127)) ^ (a >> (int)(b >> 7 & 127)) ^ (u128)((i128)a >> 9)",
     lambda a, b: (a << (b & 127)) ^ (a >> (b >> 7 & 127)) ^ (signed(a) >> 9))
wide("wide_comparisons", "(u128)(a < b) | (u128)((i128)a < (i128)b) << 32 | (u128)(a == b) << 64 | (a > b ? a : b) >> 20 << 96",
     lambda a, b: int(a < b) | int(signed(a) < b) << 32 | int(a == b) << 64 | max(a, b) >> 20 << 96)

# Calls. NVRTC has no `assert.h`; this is what the macro of CUDA's becomes.
ASSERT = """extern "C" __device__ void __assertfail(const char*, const char*, unsigned, const char*, unsigned long);
#define assert(e) ((e) ? (void)0 : __assertfail(#e, __FILE__, __LINE__, __func__, 1))"""
one("recursion_fibonacci", XY, "  y[t] = f(x[t] & 15);", SIXTY_FOUR,
    lambda x: np.array([[0, 1, 1, 2, 3, 5, 8, 13, 21, 34, 55, 89, 144, 233, 377, 610][v & 15] for v in x]),
    head="__device__ __noinline__ int f(int n) { return n < 2 ? n : f(n - 1) + f(n - 2); }")
one("recursion_mutual_with_arrays", XY, "  int a[4] = {x[t], 1, 2, 3}; y[t] = even(a, t % 7);", SIXTY_FOUR, lambda x: np.array([
    (lambda f: f(f, [x[t], 1, 2, 3], t % 7, True))(lambda f, a, n, e: sum(a) if n == 0 else f(f, [a[1], a[2], a[3], a[0] + (n if e else -n)], n - 1, not e)) for t in range(64)]),
    head="""__device__ __noinline__ int odd(const int* a, int n);
__device__ __noinline__ int even(const int* a, int n) { if (n == 0) return a[0] + a[1] + a[2] + a[3]; int b[4] = {a[1], a[2], a[3], a[0] + n}; return odd(b, n - 1); }
__device__ __noinline__ int odd(const int* a, int n) { if (n == 0) return a[0] + a[1] + a[2] + a[3]; int b[4] = {a[1], a[2], a[3], a[0] - n}; return even(b, n - 1); }""")
one("recursion_quicksort", XY, """
  int a[16]; for (int i = 0; i < 16; i++) a[i] = x[16 * t + i]; sort(a, 0, 15); for (int i = 0; i < 16; i++) y[16 * t + i] = a[i];""",
    {"x": "i32:512", "y": "out_i32:512"}, lambda x: np.sort(x.reshape(32, 16), 1), block=32,
    head="""__device__ __noinline__ void sort(int* a, int low, int high) { if (low >= high) return; int p = a[high], i = low;
for (int j = low; j < high; j++) if (a[j] < p) { int s = a[i]; a[i] = a[j]; a[j] = s; i++; } int s = a[i]; a[i] = a[high]; a[high] = s; sort(a, low, i - 1); sort(a, i + 1, high); }""")
one("function_pointers", XY, "  Op table[3] = {add, sub, mul}; y[t] = table[x[t] & 1 ? 2 : t % 2](x[t], t);", SIXTY_FOUR,
    lambda x: np.where(x & 1, x * np.arange(64), np.where(np.arange(64) % 2, x - np.arange(64), x + np.arange(64))),
    head="""typedef int (*Op)(int, int); __device__ __noinline__ int add(int a, int b) { return a + b; }
__device__ __noinline__ int sub(int a, int b) { return a - b; } __device__ __noinline__ int mul(int a, int b) { return a * b; }""")
one("function_table_in_memory", XY, "  y[t] = table[t % 3](x[t]);", SIXTY_FOUR, lambda x: np.choose(np.arange(64) % 3, [x + 1, x * 2, -x]),
    head="""typedef int (*Op)(int); __device__ int a(int v) { return v + 1; } __device__ int b(int v) { return v * 2; } __device__ int c(int v) { return -v; }
__device__ Op table[3] = {a, b, c};""")
one("virtual_functions", "const float* x, float* y", """
  Circle c; c.r = x[t]; Square s; s.a = x[t]; Shape* shape = t % 2 ? (Shape*)&c : (Shape*)&s; y[t] = shape->area();""",
    {"x": "f32:64", "y": "out_f32:64"}, lambda x: np.where(np.arange(64) % 2, F(3) * x * x, x * x), tolerance=1e-6,
    head="""struct Shape { __device__ virtual float area() const = 0; };
struct Circle : Shape { float r; __device__ __noinline__ float area() const override { return 3.0f * r * r; } };
struct Square : Shape { float a; __device__ __noinline__ float area() const override { return a * a; } };""")
one("printf_formats", XY, '  y[t] = x[t]; if (t == 3) printf("t=%d x=%5d f=%.3f s=%s h=%x c=%c l=%lld\\n", t, x[t], 0.5 * t, "word", 255, 65, 10000000000ll);',
    {"x": "i32:64", "y": "out_i32:64"}, lambda x: x, head="extern \"C\" __device__ int printf(const char*, ...);",
    printed=lambda x: f"t=3 x={x[3]:5d} f=1.500 s=word h=ff c=A l=10000000000\n")
one("assertion_that_holds", XY, "  assert(x[t] < 1000); y[t] = x[t] + 1;", SIXTY_FOUR, lambda x: x + 1, head=ASSERT)
one("assertion_that_fails", XY, "  assert(t != 40); y[t] = x[t];", SIXTY_FOUR, lambda x: x, head=ASSERT, findings="trap")
one("malloc_list", XY, """
  struct Node { int value; Node* next; }; Node* first = nullptr;
  for (int i = 0; i < 5; i++) { Node* n = (Node*)malloc(sizeof(Node)); n->value = x[t] * i; n->next = first; first = n; }
  int s = 0; while (first) { s = s * 3 + first->value; Node* n = first->next; free(first); first = n; } y[t] = s;""", SIXTY_FOUR,
    lambda x: ((((4 * x) * 3 + 3 * x) * 3 + 2 * x) * 3 + x) * 3)
one("new_and_delete", XY, "  int* a = new int[8]; for (int i = 0; i < 8; i++) a[i] = x[t] + i; int s = 0; for (int i = 0; i < 8; i++) s += a[i]; delete[] a; y[t] = s;",
    SIXTY_FOUR, lambda x: 8 * x + 28)
one("inline_video_and_pack", "const unsigned* x, unsigned* y", """
  unsigned a = x[t] * 2654435761u, b = x[63 - t] * 40503u, c, d, e;
  asm("vabsdiff4.u32.u32.u32.add %0, %1, %2, %3;" : "=r"(c) : "r"(a), "r"(b), "r"(5));
  asm("vadd.s32.u32.s32.sat.max %0, %1.b1, %2.h1, %3;" : "=r"(d) : "r"(a), "r"(b), "r"(-3));
  asm("cvt.pack.sat.u8.s32.b32 %0, %1, %2, %3;" : "=r"(e) : "r"((int)a >> 20), "r"((int)b >> 22), "r"(t));
  y[t] = c ^ d * 7 ^ e;""", {"x": "u32:64", "y": "out_u32:64"}, lambda x: np.array([(lambda a, b, t: (
      (sum(abs((a >> 8 * i & 255) - (b >> 8 * i & 255)) for i in range(4)) + 5)
      ^ ((max((a >> 8 & 255) + ((b >> 16) - (65536 if b >> 31 else 0)), -3) * 7) & 0xffffffff)
      ^ ((t << 16 | min(max((a - (1 << 32 if a >> 31 else 0)) >> 20, 0), 255) << 8 | min(max((b - (1 << 32 if b >> 31 else 0)) >> 22, 0), 255)) & 0xffffffff)))(
          int(x[t]) * 2654435761 % 2**32, int(x[63 - t]) * 40503 % 2**32, t) for t in range(64)]))
one("half_comparisons_packed", "const unsigned* x, unsigned* y", """
  half2 a = __floats2half2_rn(x[t] % 5, x[t] % 3), b = __floats2half2_rn(x[t] % 4, x[t] % 7); half2 r = __heq2(a, b);
  y[t] = __heq2_mask(a, b) ^ (unsigned)__low2float(r) * 16u ^ (unsigned)__high2float(__hlt2(a, b)) * 1024u;""", {"x": "u32:64", "y": "out_u32:64"},
    lambda x: np.array([((0xffff if v % 5 == v % 4 else 0) | (0xffff0000 if v % 3 == v % 7 else 0)) ^ (16 if v % 5 == v % 4 else 0) ^ (1024 if v % 3 < v % 7 else 0) for v in x.astype(int)]),
    head="#include <cuda_fp16.h>")
one("tensor_map_is_refused", XY, """
  __shared__ alignas(128) int s[64]; __shared__ unsigned long long b;
  asm volatile("cp.async.bulk.shared::cluster.global.mbarrier::complete_tx::bytes [%0], [%1], 256, [%2];" :: "r"((unsigned)__cvta_generic_to_shared(s)), "l"(x), "r"((unsigned)__cvta_generic_to_shared(&b)) : "memory");
  y[t] = s[t];""", SIXTY_FOUR, lambda x: x, refused="cp.async.bulk")
