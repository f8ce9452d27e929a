extern "C" __global__ void k(const float* x, const float* c, unsigned* y) {
  int i = blockIdx.x * 64 + threadIdx.x; unsigned best = 0; float distance = 1e30f;
  for (int j = 0; j < 8; ++j) {
    float s = 0;
    for (int d = 0; d < 3; ++d) { float e = x[i * 3 + d] - c[j * 3 + d]; s += e * e; }
    if (s < distance) { distance = s; best = j; }
  }
  y[i] = best;
}
