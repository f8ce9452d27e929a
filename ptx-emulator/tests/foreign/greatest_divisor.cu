extern "C" __global__ void k(const unsigned* x, const unsigned* z, unsigned* y) {
  unsigned a = x[threadIdx.x], b = z[threadIdx.x];
  while (b) { unsigned t = a % b; a = b; b = t; }
  y[threadIdx.x] = a;
}
