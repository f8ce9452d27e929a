extern "C" __global__ void k(const unsigned* x, unsigned* y) {
  unsigned digits[12]; int n = 0; unsigned v = x[threadIdx.x] * 7 + 1;
  while (v) { digits[n++] = v % 3; v /= 3; }
  unsigned r = 0;
  for (int i = 0; i < n; ++i) r = r * 3 + digits[i];
  y[threadIdx.x] = r;
}
