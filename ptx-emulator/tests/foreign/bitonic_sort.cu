extern "C" __global__ void k(int* x) {
  __shared__ int s[64];
  int t = threadIdx.x; x += blockIdx.x * 64; s[t] = x[t];
  __syncthreads();
  for (int size = 2; size <= 64; size *= 2)
    for (int d = size / 2; d; d /= 2) {
      int o = t ^ d;
      if (o > t) { bool up = (t & size) == 0; int a = s[t], b = s[o]; if ((a > b) == up) { s[t] = b; s[o] = a; } }
      __syncthreads();
    }
  x[t] = s[t];
}
