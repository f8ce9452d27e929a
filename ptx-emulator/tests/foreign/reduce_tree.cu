extern "C" __global__ void k(const float* x, float* y) {
  __shared__ float s[128];
  int t = threadIdx.x;
  s[t] = x[blockIdx.x * 128 + t];
  __syncthreads();
  for (int half = 64; half > 0; half >>= 1) { if (t < half) s[t] += s[t + half]; __syncthreads(); }
  if (t == 0) y[blockIdx.x] = s[0];
}
