extern "C" __global__ void k(const unsigned* x, unsigned* y) {
  unsigned v = x[threadIdx.x], r = 0;
  for (unsigned i = 0; i < v % 13; ++i) {
    if (i == v % 5) continue;
    if (i * v % 7 == 3) { for (unsigned j = i; j; j /= 2) { r += j; if (r % 11 == 4) break; } }
    else if (i % 2) r = r * 3 + 1;
    if (r > 100000) break;
    r ^= i;
  }
  y[threadIdx.x] = r;
}
