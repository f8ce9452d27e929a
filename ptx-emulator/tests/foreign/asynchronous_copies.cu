#include <cuda_pipeline_primitives.h>
extern "C" __global__ void k(const float* x, float* y) {
  __shared__ float s[2][64];
  int t = threadIdx.x; x += blockIdx.x * 512;
  __pipeline_memcpy_async(&s[0][t], &x[t], 4);
  __pipeline_commit();
  float sum = 0;
  for (int i = 0; i < 8; ++i) {
    if (i < 7) __pipeline_memcpy_async(&s[(i + 1) & 1][t], &x[(i + 1) * 64 + t], 4);
    __pipeline_commit();
    __pipeline_wait_prior(1);
    __syncthreads();
    sum += s[i & 1][63 - t] * (i + 1);
    __syncthreads();
  }
  y[blockIdx.x * 64 + t] = sum;
}
