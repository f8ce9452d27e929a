extern "C" __global__ void k(const float* x, float* y) {
  __shared__ float s[64];
  int t = threadIdx.x; x += blockIdx.x * 200; y += blockIdx.x * 200;
  float m = -1e30f;
  for (int i = t; i < 200; i += 64) m = fmaxf(m, x[i]);
  s[t] = m; __syncthreads();
  for (int h = 32; h; h /= 2) { if (t < h) s[t] = fmaxf(s[t], s[t + h]); __syncthreads(); }
  m = s[0]; __syncthreads();
  float sum = 0;
  for (int i = t; i < 200; i += 64) sum += expf(x[i] - m);
  s[t] = sum; __syncthreads();
  for (int h = 32; h; h /= 2) { if (t < h) s[t] += s[t + h]; __syncthreads(); }
  sum = s[0];
  for (int i = t; i < 200; i += 64) y[i] = expf(x[i] - m) / sum;
}
