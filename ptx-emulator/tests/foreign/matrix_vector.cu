extern "C" __global__ void k(const float* a, const float* x, float* y) {
  float sum = 0;
  for (int i = threadIdx.x; i < 128; i += 32) sum += a[blockIdx.x * 128 + i] * x[i];
  for (int d = 16; d; d /= 2) sum += __shfl_xor_sync(0xffffffffu, sum, d);
  if (threadIdx.x == 0) y[blockIdx.x] = sum;
}
