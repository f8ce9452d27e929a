extern "C" __global__ void k(const int* x, int* y) {
  __shared__ int s[2][128];
  int t = threadIdx.x, in = 0;
  s[0][t] = x[blockIdx.x * 128 + t];
  __syncthreads();
  for (int d = 1; d < 128; d *= 2) {
    s[1 - in][t] = s[in][t] + (t >= d ? s[in][t - d] : 0);
    in = 1 - in;
    __syncthreads();
  }
  y[blockIdx.x * 128 + t] = s[in][t];
}
