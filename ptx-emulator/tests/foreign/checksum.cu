extern "C" __global__ void k(const unsigned char* x, unsigned* y) {
  unsigned c = 0xffffffffu;
  for (int i = 0; i < 8; ++i) { c ^= x[threadIdx.x * 8 + i]; for (int b = 0; b < 8; ++b) c = c & 1 ? c >> 1 ^ 0xedb88320u : c >> 1; }
  y[threadIdx.x] = ~c;
}
