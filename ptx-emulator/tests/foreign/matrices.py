"""Products of matrices: naive, in tiles, and by matrix instructions."""

from declaration import kernel


@kernel("matrix_naive", [2, 2], [8, 8], {"a": "f32:256", "b": "f32:256", "c": "out_f32:256", "n": "int:16"}, """
extern "C" __global__ void k(const float* a, const float* b, float* c, int n) {
  int row = blockIdx.y * blockDim.y + threadIdx.y, column = blockIdx.x * blockDim.x + threadIdx.x;
  float sum = 0;
  for (int i = 0; i < n; ++i) sum += a[row * n + i] * b[i * n + column];
  c[row * n + column] = sum;
}
""", 1e-5)
def _(a, b, n):
    return a.astype(float).reshape(n, n) @ b.astype(float).reshape(n, n)


@kernel("matrix_tiled_unrolled", [2, 2], [16, 16], {"a": "f32:1024", "b": "f32:1024", "c": "out_f32:1024"}, """
extern "C" __global__ void k(const float* __restrict__ a, const float* __restrict__ b, float* c) {
  __shared__ float as[16][17], bs[16][16];
  int x = threadIdx.x, y = threadIdx.y, row = blockIdx.y * 16 + y, column = blockIdx.x * 16 + x;
  float sum = 0;
  for (int t = 0; t < 32; t += 16) {
    as[y][x] = a[row * 32 + t + x];
    bs[y][x] = b[(t + y) * 32 + column];
    __syncthreads();
#pragma unroll
    for (int i = 0; i < 16; ++i) sum += as[y][i] * bs[i][x];
    __syncthreads();
  }
  c[row * 32 + column] = sum;
}
""", 1e-5)
def _(a, b):
    return a.astype(float).reshape(32, 32) @ b.astype(float).reshape(32, 32)


@kernel("matrix_register_tiles", [1], [64], {"a": "f32:512", "b": "f32:512", "c": "out_f32:1024"}, """
extern "C" __global__ void k(const float* __restrict__ a, const float* __restrict__ b, float* c) {
  extern __shared__ float s[];
  float* as = s; float* bs = s + 512;
  for (int i = threadIdx.x; i < 512; i += 64) { as[i] = a[i]; bs[i] = b[i]; }
  __syncthreads();
  int r = threadIdx.x / 8 * 4, q = threadIdx.x % 8 * 4;
  float acc[4][4] = {};
#pragma unroll
  for (int i = 0; i < 16; ++i) {
    float4 v = *(float4*)&bs[i * 32 + q];
#pragma unroll
    for (int m = 0; m < 4; ++m) {
      float u = as[(r + m) * 16 + i];
      acc[m][0] += u * v.x; acc[m][1] += u * v.y; acc[m][2] += u * v.z; acc[m][3] += u * v.w;
    }
  }
#pragma unroll
  for (int m = 0; m < 4; ++m) *(float4*)&c[(r + m) * 32 + q] = make_float4(acc[m][0], acc[m][1], acc[m][2], acc[m][3]);
}
""", 1e-5, dynamic=4096)
def _(a, b):
    return a.astype(float).reshape(32, 16) @ b.astype(float).reshape(16, 32)


@kernel("matrix_double", [1], [16, 16], {"a": "f64:256", "b": "f64:256", "c": "out_f64:256"}, """
extern "C" __global__ void k(const double* a, const double* b, double* c) {
  double sum = 0;
  for (int i = 0; i < 16; ++i) sum += a[threadIdx.y * 16 + i] * b[i * 16 + threadIdx.x];
  c[threadIdx.y * 16 + threadIdx.x] = sum;
}
""", 1e-13)
def _(a, b):
    return a.reshape(16, 16) @ b.reshape(16, 16)


@kernel("matrix_vector", [8], [32], {"a": "f32:1024", "x": "f32:128", "y": "out_f32:8"}, """
extern "C" __global__ void k(const float* a, const float* x, float* y) {
  float sum = 0;
  for (int i = threadIdx.x; i < 128; i += 32) sum += a[blockIdx.x * 128 + i] * x[i];
  for (int d = 16; d; d /= 2) sum += __shfl_xor_sync(0xffffffffu, sum, d);
  if (threadIdx.x == 0) y[blockIdx.x] = sum;
}
""", 1e-5)
def _(a, x):
    return a.astype(float).reshape(8, 128) @ x.astype(float)


@kernel("matrix_cores_half", [1], [32], {"a": "f16:256", "b": "f16:128", "c": "out_f32:128"}, """
#include <cuda_fp16.h>
extern "C" __global__ void k(const __half* a, const __half* b, float* c) {
  __shared__ __align__(16) __half as[256], bs[128];
  int t = threadIdx.x;
  for (int i = t; i < 256; i += 32) as[i] = a[i];
  for (int i = t; i < 128; i += 32) bs[i] = b[i];
  __syncthreads();
  unsigned ra[4], rb[2]; float d[4] = {1.0f, 1.0f, 1.0f, 1.0f};
  unsigned pa = (unsigned)__cvta_generic_to_shared(as + (t % 16) * 16 + t / 16 * 8);
  unsigned pb = (unsigned)__cvta_generic_to_shared(bs + (t % 16) * 8);
  asm volatile("ldmatrix.sync.aligned.m8n8.x4.shared.b16 {%0,%1,%2,%3}, [%4];" : "=r"(ra[0]), "=r"(ra[1]), "=r"(ra[2]), "=r"(ra[3]) : "r"(pa));
  asm volatile("ldmatrix.sync.aligned.m8n8.x2.trans.shared.b16 {%0,%1}, [%2];" : "=r"(rb[0]), "=r"(rb[1]) : "r"(pb));
  asm volatile("mma.sync.aligned.m16n8k16.row.col.f32.f16.f16.f32 {%0,%1,%2,%3}, {%4,%5,%6,%7}, {%8,%9}, {%0,%1,%2,%3};"
    : "+f"(d[0]), "+f"(d[1]), "+f"(d[2]), "+f"(d[3]) : "r"(ra[0]), "r"(ra[1]), "r"(ra[2]), "r"(ra[3]), "r"(rb[0]), "r"(rb[1]));
  int g = t / 4, q = t % 4 * 2;
  c[g * 8 + q] = d[0]; c[g * 8 + q + 1] = d[1]; c[(g + 8) * 8 + q] = d[2]; c[(g + 8) * 8 + q + 1] = d[3];
}
""", 1e-5)
def _(a, b):
    return a.astype(float).reshape(16, 16) @ b.astype(float).reshape(16, 8) + 1


@kernel("matrix_cores_double", [1], [32], {"a": "f64:32", "b": "f64:32", "c": "out_f64:64"}, """
extern "C" __global__ void k(const double* a, const double* b, double* c) {
  int t = threadIdx.x; double d0 = 0, d1 = 0, x = a[t / 4 * 4 + t % 4], y = b[t % 4 * 8 + t / 4];
  asm volatile("mma.sync.aligned.m8n8k4.row.col.f64.f64.f64.f64 {%0,%1}, {%2}, {%3}, {%0,%1};" : "+d"(d0), "+d"(d1) : "d"(x), "d"(y));
  c[t / 4 * 8 + t % 4 * 2] = d0; c[t / 4 * 8 + t % 4 * 2 + 1] = d1;
}
""", 1e-13)
def _(a, b):
    return a.reshape(8, 4) @ b.reshape(4, 8)
