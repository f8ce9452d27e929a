extern "C" __global__ void k(const float* x, float* y) {
  int i = threadIdx.x / 8, j = threadIdx.x % 8;
  const float* p = x + i * 32 + j * 2;
  y[threadIdx.x] = fmaxf(fmaxf(p[0], p[1]), fmaxf(p[16], p[17]));
}
