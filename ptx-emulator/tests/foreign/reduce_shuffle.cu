extern "C" __global__ void k(const float* x, float* y) {
  __shared__ float s[4];
  float v = x[blockIdx.x * 128 + threadIdx.x];
  for (int d = 16; d; d >>= 1) v += __shfl_down_sync(0xffffffffu, v, d);
  if ((threadIdx.x & 31) == 0) s[threadIdx.x / 32] = v;
  __syncthreads();
  if (threadIdx.x == 0) y[blockIdx.x] = s[0] + s[1] + s[2] + s[3];
}
