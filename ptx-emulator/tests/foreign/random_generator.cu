extern "C" __global__ void k(const unsigned* x, unsigned long long* y) {
  unsigned long long s = x[threadIdx.x] * 6364136223846793005ULL + 1442695040888963407ULL;
  for (int i = 0; i < 10; ++i) { s ^= s << 13; s ^= s >> 7; s ^= s << 17; }
  y[threadIdx.x] = s;
}
