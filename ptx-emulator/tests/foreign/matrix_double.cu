extern "C" __global__ void k(const double* a, const double* b, double* c) {
  double sum = 0;
  for (int i = 0; i < 16; ++i) sum += a[threadIdx.y * 16 + i] * b[i * 16 + threadIdx.x];
  c[threadIdx.y * 16 + threadIdx.x] = sum;
}
