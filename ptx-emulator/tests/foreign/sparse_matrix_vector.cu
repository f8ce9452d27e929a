extern "C" __global__ void k(const float* v, const unsigned* c, const float* x, float* y) {
  int row = threadIdx.x, first = row * (row - 1) / 2 % 64, length = row % 7;
  float sum = 0;
  for (int i = first; i < first + length; ++i) sum += v[i] * x[c[i]];
  y[row] = sum;
}
