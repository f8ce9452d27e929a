extern "C" __global__ void k(const float* x, const float* w, float* y) {
  __shared__ float s[68];
  int t = threadIdx.x, base = blockIdx.x * 64;
  s[t] = x[base + t];
  if (t < 4) s[64 + t] = x[base + 64 + t];
  __syncthreads();
  float sum = 0;
  for (int i = 0; i < 5; ++i) sum += w[i] * s[t + i];
  y[base + t] = sum;
}
